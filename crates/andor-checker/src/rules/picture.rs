//! Pictures of a part of a board of Go: what is known of the points of a zone, and nothing outside.
//!
//! Section 4.5 of `docs/certificate.md` says what a play does to a picture. A block that may or may
//! not be captured becomes unknown. Local entries of capture and of Killall-Go are checked on
//! pictures.

use super::board::{Board, flood, shifted};
use super::go;
use crate::model::{Local, Player, PointSet};

/// What is known about a point: nothing, or its content.
pub(crate) type Cell = Option<Option<Player>>;

/// A picture of a part of the board.
#[derive(Clone)]
pub(crate) struct Picture {
    pub(crate) size: (usize, usize),
    pub(crate) cells: Vec<Cell>,
}

/// A maximal connected set of known stones of one player.
pub(crate) struct Part {
    pub(crate) stones: Vec<usize>,
    pub(crate) liberties: Vec<usize>,
    pub(crate) open: bool,
}

/// What a play captured.
#[derive(Default)]
pub(crate) struct Taken {
    pub(crate) points: Vec<usize>,
    /// Did points become unknown?
    pub(crate) unsure: bool,
}

impl Picture {
    /// The picture of a whole board.
    pub(crate) fn of_board(size: (usize, usize), board: &Board) -> Picture {
        Picture { size, cells: board.iter().map(|&stone| Some(stone)).collect() }
    }

    /// The picture of the zone of an entry.
    pub(crate) fn of_zone(size: (usize, usize), local: &Local) -> Picture {
        let known = |point| local.zone.contains(point).then(|| local.stone(point));
        Picture { size, cells: (0..size.0 * size.1).map(known).collect() }
    }

    pub(crate) fn near(&self, point: usize) -> impl Iterator<Item = usize> + Clone + use<> {
        go::neighbours(self.size.0, self.size.1, point)
    }

    pub(crate) fn is(&self, point: usize, content: Option<Player>) -> bool {
        self.cells[point] == Some(content)
    }

    pub(crate) fn part(&self, point: usize) -> Part {
        let inside = |other: usize| self.cells[other] == self.cells[point];
        let area = self.cells.len();
        let stones = flood(area, [point].into_iter(), |p| self.near(p), inside);
        let beside = || stones.iter().flat_map(|&stone| self.near(stone));
        let mut liberties: Vec<usize> = beside().filter(|&p| self.is(p, None)).collect();
        liberties.sort_unstable();
        liberties.dedup();
        let open = beside().any(|p| self.cells[p].is_none());
        Part { stones, liberties, open }
    }

    /// The parts of a player.
    pub(crate) fn parts(&self, player: Player) -> Vec<Part> {
        let mut seen = PointSet::EMPTY;
        let mut parts = Vec::new();
        for point in (0..self.cells.len()).filter(|&point| self.is(point, Some(player))) {
            if !seen.contains(point) {
                let part = self.part(point);
                part.stones.iter().for_each(|&stone| seen.insert(stone));
                parts.push(part);
            }
        }
        parts
    }

    /// The parts of a player beside a point.
    pub(crate) fn beside(&self, player: Player, point: usize) -> Vec<Part> {
        let stones = self.near(point).filter(|&p| self.is(p, Some(player)));
        stones.map(|stone| self.part(stone)).collect()
    }

    /// A play on a known empty point.
    pub(crate) fn play(&mut self, player: Player, point: usize) -> Taken {
        let mut taken = Taken::default();
        let mut short = self.parts(player.other());
        short.retain(|part| part.liberties.iter().all(|&liberty| liberty == point));
        let is_beside = |part: &Part| self.near(point).any(|p| part.stones.contains(&p));
        let exposed = self.near(point).any(|p| self.cells[p].is_none())
            || short.iter().any(|part| part.open && is_beside(part));
        short.retain(|part| if part.open { exposed } else { is_beside(part) });
        for part in short {
            let content = if part.open { None } else { Some(None) };
            part.stones.iter().for_each(|&stone| self.cells[stone] = content);
            match part.open {
                true => taken.unsure = true,
                false => taken.points.extend(part.stones),
            }
        }
        self.cells[point] = Some(Some(player));
        taken
    }

    /// The loser passes or plays on an unknown point.
    pub(crate) fn elsewhere(&mut self, winner: Player) {
        for part in self.parts(winner) {
            if part.open && part.liberties.is_empty() {
                part.stones.iter().for_each(|&stone| self.cells[stone] = None);
            }
        }
    }

    /// Is a play of this player on a known empty point suicide, whatever stands elsewhere?
    pub(crate) fn is_suicide(&self, player: Player, point: usize) -> bool {
        let other = |part: &Part| part.liberties.iter().any(|&liberty| liberty != point);
        let closed = self.near(point).all(|p| self.cells[p].is_some_and(|stone| stone.is_some()));
        closed
            && self.beside(player, point).iter().all(|part| !part.open && !other(part))
            && self.beside(player.other(), point).iter().all(other)
    }

    /// Is a play of this player on a known empty point legal because of a liberty, whatever stands
    /// elsewhere?
    pub(crate) fn has_liberty(&self, player: Player, point: usize) -> bool {
        let other = |part: &Part| part.liberties.iter().any(|&liberty| liberty != point);
        self.near(point).any(|p| self.is(p, None)) || self.beside(player, point).iter().any(other)
    }

    /// Does a play on a point, which captured this, forbid the opponent to retake on the point
    /// `ko`?
    pub(crate) fn forbids(&self, opponent: Player, point: usize, taken: &Taken, ko: usize) -> bool {
        let mut others = self.near(point).filter(|&p| p != ko);
        taken.points == [ko] && !taken.unsure && others.all(|p| self.is(p, Some(opponent)))
    }

    /// May the ko rule forbid to play on a point after the opponent's reply, which captured these
    /// points?
    pub(crate) fn may_be_ko(
        &self,
        opponent: Player,
        (reply, captured): (Option<usize>, &[usize]),
        point: usize,
    ) -> bool {
        let shows = |p: usize| p != point && (self.is(p, None) || self.is(p, Some(opponent)));
        captured == [point] && !reply.is_some_and(|reply| self.near(reply).any(shows))
    }

    /// Is a point a true eye, if the points that this function names have the player's stones?
    fn is_eye_with(&self, point: usize, is_own: impl Fn(usize) -> bool) -> bool {
        let steps = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let diagonals = steps.into_iter().filter_map(|step| shifted(self.size, point, step));
        let gaps = diagonals.filter(|&p| !is_own(p)).count();
        let most = usize::from(self.near(point).count() == 4);
        self.near(point).all(&is_own) && gaps <= most
    }

    /// Is an empty point a true eye of a player, whatever stands elsewhere?
    pub(crate) fn is_eye(&self, player: Player, point: usize) -> bool {
        self.is_eye_with(point, |p| self.is(p, Some(player)))
    }

    /// Can an empty point be a true eye of a player?
    pub(crate) fn may_be_eye(&self, player: Player, point: usize) -> bool {
        self.is_eye_with(point, |p| self.cells[p].is_none() || self.is(p, Some(player)))
    }

    /// Is a stone of a player alive by Benson's definition, whatever stands elsewhere?
    pub(crate) fn has_life(&self, player: Player) -> bool {
        let area = self.cells.len();
        let is_own = |point: usize| self.is(point, Some(player));
        let parts = self.parts(player).into_iter();
        let mut alive: Vec<PointSet> =
            parts.map(|part| part.stones.into_iter().collect()).collect();
        let (mut seen, mut regions) = (PointSet::EMPTY, Vec::new());
        for point in (0..area).filter(|&point| !is_own(point)) {
            if !seen.contains(point) {
                let region = flood(area, [point].into_iter(), |p| self.near(p), |p| !is_own(p));
                region.iter().for_each(|&p| seen.insert(p));
                regions.extend(region.iter().all(|&p| self.cells[p].is_some()).then_some(region));
            }
        }
        loop {
            let left = alive.iter().fold(PointSet::EMPTY, |left, part| left.or(part));
            regions.retain(|region| {
                let mut beside = region.iter().flat_map(|&p| self.near(p));
                beside.all(|p| !is_own(p) || left.contains(p))
            });
            let before = alive.len();
            alive.retain(|part| {
                let is_vital = |region: &&Vec<usize>| {
                    let mut empty = region.iter().filter(|&&p| self.is(p, None));
                    empty.all(|&p| self.near(p).any(|p| part.contains(p)))
                };
                regions.iter().filter(is_vital).count() >= 2
            });
            if alive.len() == before {
                return !alive.is_empty();
            }
        }
    }
}
