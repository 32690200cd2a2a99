//! Naive Hex: local play, values, and a checker of derivations that shares no code with the crate.

use andor_core::Player;
use andor_games::hex::Hex;
use andor_games::points::{Point, Points};
use andor_games::size::Size;
use andor_knowledge::hex::End;
use andor_knowledge::hex::derivation::{Captured, Derivation, Rule, Step, Strength};
use std::collections::HashMap;

type Set = Points<1>;

/// The game of this size.
pub fn hex(columns: u8, rows: u8) -> Hex<1> {
    Hex::new(Size::new(columns, rows).expect("a possible size"))
}

/// At least so many stones on random points, of random colours; on none if there shall be none.
pub fn random_stones(game: &Hex<1>, rng: &mut fastrand::Rng, least: usize) -> [Set; 2] {
    let mut points: Vec<Point> = game.board().iter().collect();
    rng.shuffle(&mut points);
    let most = points.len() * 2 / 3;
    let count = if least == 0 { 0 } else { rng.usize(least.min(most)..=most) };
    let mut stones = [Set::EMPTY; 2];
    for point in &points[..count] {
        stones[rng.usize(0..2)].insert(*point);
    }
    stones
}

/// The position whose points are the digits of a number to the base 3.
pub fn decode(game: &Hex<1>, mut code: u64) -> [Set; 2] {
    let mut stones = [Set::EMPTY; 2];
    for point in game.board() {
        match code % 3 {
            0 => {}
            colour => stones[colour as usize - 1].insert(point),
        }
        code /= 3;
    }
    stones
}

/// Values of positions by brute force.
#[derive(Default)]
pub struct Values(HashMap<([Set; 2], Player), Player>);

impl Values {
    /// Who wins.
    pub fn winner(&mut self, game: &Hex<1>, stones: &[Set; 2], to_move: Player) -> Player {
        for player in Player::BOTH {
            if joined(game, player, stones[player.index()], [End::Edge(0), End::Edge(1)]) {
                return player;
            }
        }
        if let Some(&winner) = self.0.get(&(*stones, to_move)) {
            return winner;
        }
        let mut winner = to_move.other();
        for point in game.empty(&game.set_up(*stones, to_move)) {
            let mut next = *stones;
            next[to_move.index()].insert(point);
            if self.winner(game, &next, to_move.other()) == to_move {
                winner = to_move;
                break;
            }
        }
        self.0.insert((*stones, to_move), winner);
        winner
    }
}

/// What touches an end: its points, or those along the edge.
fn around(game: &Hex<1>, player: Player, end: End) -> Set {
    match end {
        End::Edge(edge) => game.edges(player)[edge as usize],
        End::Point(point) => Points::one(point),
    }
}

/// Do these stones join the ends, the edges counting as stones?
fn joined(game: &Hex<1>, player: Player, stones: Set, ends: [End; 2]) -> bool {
    let mut block = around(game, player, ends[0]) & stones;
    let target = around(game, player, ends[1]);
    loop {
        let mut next = block;
        for point in block {
            next |= game.neighbours(point) & stones;
        }
        for edge in game.edges(player) {
            if next.meets(&edge) {
                next |= edge & stones;
            }
        }
        if next == block {
            return block.meets(&target);
        }
        block = next;
    }
}

/// Play within carriers by brute force.
pub struct LocalPlay<'a> {
    game: &'a Hex<1>,
    own: Set,
    side: Player,
    known: HashMap<(Set, Set, bool), bool>,
}

impl LocalPlay<'_> {
    /// With these stones of the side; whatever else lies outside a carrier is the opponent's.
    pub fn new(game: &Hex<1>, own: Set, side: Player) -> LocalPlay<'_> {
        LocalPlay { game, own, side, known: HashMap::new() }
    }

    /// Is there a connection of these ends with this carrier?
    pub fn holds(&mut self, ends: [End; 2], carrier: Set, strength: Strength) -> bool {
        let mut own = self.own;
        for end in ends {
            if let End::Point(point) = end {
                assert!(!carrier.contains(point), "an end lies in the carrier");
                own.insert(point);
            }
        }
        self.known.clear();
        self.joins(ends, own, carrier, strength == Strength::Semi)
    }

    fn joins(&mut self, ends: [End; 2], own: Set, empty: Set, own_turn: bool) -> bool {
        if joined(self.game, self.side, own, ends) {
            return true;
        }
        if !joined(self.game, self.side, own | empty, ends) {
            return false;
        }
        if let Some(&known) = self.known.get(&(own, empty, own_turn)) {
            return known;
        }
        let mut moves = empty.iter();
        let joins = if own_turn {
            moves.any(|p| self.joins(ends, own | Set::one(p), empty - Set::one(p), false))
        } else {
            moves.all(|p| self.joins(ends, own, empty - Set::one(p), true))
        };
        self.known.insert((own, empty, own_turn), joins);
        joins
    }
}

/// The rules of derivations, as their text says, among some stones.
pub struct Rules<'a> {
    game: &'a Hex<1>,
    side: Player,
    own: Set,
    empty: Set,
    may_capture: bool,
    /// For each end that is not an opponent's stone a number, the same for all of a block.
    blocks: HashMap<End, usize>,
}

impl<'a> Rules<'a> {
    /// For the derivations of one side; with or without captured pairs.
    pub fn new(game: &'a Hex<1>, stones: &[Set; 2], side: Player, may_capture: bool) -> Self {
        let own = stones[side.index()];
        let empty = game.board() - (stones[0] | stones[1]);
        let ends = (0..2).map(End::Edge).chain((own | empty).iter().map(End::Point));
        let blocks = ends.enumerate().map(|(number, end)| (end, number)).collect();
        let mut rules = Rules { game, side, own, empty, may_capture, blocks };
        let solid = |end: &End| !matches!(end, End::Point(p) if empty.contains(*p));
        let ends: Vec<End> = rules.blocks.keys().copied().filter(solid).collect();
        for a in &ends {
            for b in &ends {
                if rules.near(*a, *b) {
                    let (one, two) = (rules.blocks[a], rules.blocks[b]);
                    rules.blocks.values_mut().filter(|n| **n == two).for_each(|n| *n = one);
                }
            }
        }
        rules
    }

    /// Follows a derivation; the number of the first wrong step if there is one.
    pub fn follow(&self, derivation: &Derivation<1>) -> Result<(), usize> {
        assert_eq!(derivation.side, self.side);
        for (number, step) in derivation.steps.iter().enumerate() {
            self.check(step, &derivation.steps[..number]).ok_or(number)?;
        }
        Ok(())
    }

    fn near(&self, a: End, b: End) -> bool {
        match (a, b) {
            (End::Point(p), End::Point(q)) => self.game.neighbours(p).contains(q),
            (End::Edge(e), End::Point(p)) | (End::Point(p), End::Edge(e)) => {
                self.game.edges(self.side)[e as usize].contains(p)
            }
            (End::Edge(_), End::Edge(_)) => false,
        }
    }

    fn touch(&self, a: usize, b: usize) -> bool {
        let of = |block| self.blocks.iter().filter(move |(_, n)| **n == block).map(|(end, _)| *end);
        a == b || of(a).any(|x| of(b).any(|y| self.near(x, y)))
    }

    fn check(&self, step: &Step<1>, earlier: &[Step<1>]) -> Option<()> {
        let ends = step.ends;
        let block = |end: &End| self.blocks.get(end).copied();
        let blocks = [block(&ends[0])?, block(&ends[1])?];
        let points = self.points(&ends);
        let ok = match &step.rule {
            Rule::Touch => {
                step.strength == Strength::Full
                    && step.carrier.is_empty()
                    && self.touch(blocks[0], blocks[1])
            }
            Rule::And { parts, over, captured } => {
                let parts = [earlier.get(parts[0])?, earlier.get(parts[1])?];
                let middle = block(over)?;
                // One part joins the first end to the middle, the other the second.
                let joins = |part: &Step<1>, outer: usize| {
                    let found = part.ends.map(|end| block(&end));
                    let wanted = [Some(middle), Some(outer)];
                    let turned = [found[1], found[0]];
                    part.strength == Strength::Full && (found == wanted || turned == wanted)
                };
                let fits = joins(parts[0], blocks[0]) && joins(parts[1], blocks[1]);
                let over_point = self.points(&[*over]);
                let pairs = self.captured(captured, &[ends[0], ends[1], *over])?;
                let overlap = (parts[0].carrier & parts[1].carrier) - pairs;
                let outer = (parts[0].carrier | parts[1].carrier).meets(&(points | over_point));
                let strength = if over_point.is_empty() { Strength::Full } else { Strength::Semi };
                fits && overlap.is_empty()
                    && !outer
                    && blocks[0] != blocks[1]
                    && step.strength == strength
                    && step.carrier == parts[0].carrier | parts[1].carrier | pairs | over_point
            }
            Rule::Or { parts, captured } => {
                let mut union = Set::EMPTY;
                let mut common = self.empty;
                for &part in parts {
                    let part = earlier.get(part)?;
                    let found = part.ends.map(|end| block(&end));
                    let wanted = blocks.map(Some);
                    let same = found == wanted || [found[1], found[0]] == wanted;
                    if !same || part.strength != Strength::Semi {
                        return None;
                    }
                    union |= part.carrier;
                    common &= part.carrier;
                }
                let pairs = self.captured(captured, &ends)?;
                step.strength == Strength::Full
                    && (common - pairs).is_empty()
                    && step.carrier == union | pairs
            }
        };
        (ok && step.carrier.is_subset(&self.empty) && !step.carrier.meets(&points)).then_some(())
    }

    /// The empty points among some ends.
    fn points(&self, ends: &[End]) -> Set {
        let point = |end: &End| match end {
            End::Point(point) if self.empty.contains(*point) => Some(*point),
            _ => None,
        };
        ends.iter().filter_map(point).collect()
    }

    /// The points of captured pairs, if each is captured and all are disjoint.
    fn captured(&self, captured: &[Captured], ends: &[End]) -> Option<Set> {
        let mut all = self.points(ends);
        for Captured { pair: [a, b], by } in captured {
            let pair = Set::one(*a) | Set::one(*b);
            let right = self.may_capture
                && a != b
                && ends.contains(&End::Point(*by))
                && self.empty.contains(*by)
                && pair.is_subset(&self.empty)
                && !pair.meets(&all)
                && self.is_dead(*a, self.own | Set::one(*by) | Set::one(*b))
                && self.is_dead(*b, self.own | Set::one(*by) | Set::one(*a));
            if !right {
                return None;
            }
            all |= pair;
        }
        Some(all - self.points(ends))
    }

    /// Is a point of no use to anybody if the side has these stones?
    fn is_dead(&self, point: Point, own: Set) -> bool {
        let size = self.game.size();
        let (column, row) = (size.column(point) as i8, size.row(point) as i8);
        let is_own = |&(right, down): &(i8, i8)| match size.step(point, right, down) {
            Some(place) => own.contains(place),
            None => {
                let (column, row) = (column + right, row + down);
                let beside = column < 0 || column >= size.columns() as i8;
                let above = row < 0 || row >= size.rows() as i8;
                (above && !beside) == (self.side == Player::Black) && above != beside
            }
        };
        let round = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
        (0..6).any(|start| (0..4).all(|i| is_own(&round[(start + i) % 6])))
    }
}
