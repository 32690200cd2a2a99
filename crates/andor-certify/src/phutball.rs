//! Phutball in certificates: positions, moves, and proofs by shapes.
//!
//! A proof begins with a search that knows the winner. For each position with the loser to move an
//! entry is written: first the answers to all jumps; then the answer to a man elsewhere, which is
//! the winner's move if the loser had passed; then the answers to men on points of the zone, which
//! grows until every point is answered. A man on a point of the zone that the answer to a man
//! elsewhere does not depend on has that same answer. An entry serves every position with the same
//! ball and the same men in its zone, so that most positions need no entry of their own.
//!
//! An entry refers to entries that are complete. The search may have proved the position after a
//! pass by the position before it; then the proof goes round in a circle, and another move or
//! another man is tried.

use crate::certified::{Certified, Picture, Start, points};
use crate::draft::Draft;
use crate::goal::{NoCertificate, Solution, Stuck, checked};
use crate::lines::Orientation;
use crate::local::KnownEntry;
use crate::searcher::Searcher;
use andor_checker::{
    BallTurn, Entry, Game as CheckedGame, PointSet, Reference, Shape, ShapeAnswer, ShapeThen,
};
use andor_core::{
    Claim, Game, Key, NotationError, Passing, Player, Symmetric, Symmetry, Verdict, Zoned,
};
use andor_games::phutball::{Ball, Jump, Phutball, Position, Turn};
use andor_games::points::{Point, Points};
use andor_games::size::Size;
use andor_search::{Answer, Line};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

impl<const W: usize> Certified for Phutball<W> {
    fn checked_game(&self) -> Option<CheckedGame> {
        Some(CheckedGame::Phutball)
    }

    fn size(&self) -> Size {
        Phutball::size(self)
    }

    /// Black's stones are the men, and White's stone is the ball. Without stones: the start.
    fn set_up(
        &self,
        stones: &[(Player, Point)],
        to_move: Player,
    ) -> Result<Position<W>, NotationError> {
        let of = |player| -> Points<W> {
            let own = stones.iter().filter(|(owner, _)| *owner == player);
            own.map(|&(_, point)| point).collect()
        };
        let (men, balls) = (of(Player::Black), of(Player::White));
        let ball = match balls.first() {
            Some(ball) if balls.len() == 1 => Ball::At(ball),
            None if stones.is_empty() => self.start().ball(),
            _ => {
                return Err(NotationError::new(
                    "set-up",
                    format!("{} balls", balls.len()),
                    "men as Black's stones and the ball as the only White stone",
                ));
            }
        };
        Phutball::set_up(self, men, ball, to_move)
    }

    fn picture(&self, pos: &Position<W>) -> Picture {
        let ball = match pos.ball() {
            Ball::At(point) => [point.index()].into_iter().collect(),
            Ball::Over(_) => PointSet::EMPTY,
        };
        Picture::of_stones([points(pos.men()), ball])
    }

    /// The number of a man's point; jumps have numbers in their positions only.
    fn number(&self, turn: Turn) -> u16 {
        if turn.is_man() { turn.from().0 } else { u16::MAX }
    }

    fn number_in(&self, pos: &Position<W>, turn: Turn) -> u16 {
        if turn.is_man() {
            return turn.from().0;
        }
        let after = self.after(pos, turn);
        let place = results(self, pos)
            .iter()
            .position(|jump| (jump.ball, jump.men) == (after.ball(), after.men()));
        place.map_or(u16::MAX, |place| (self.size().area() + 1 + place) as u16)
    }

    fn own_proof(
        &self,
        draft: &mut Draft,
        searcher: &mut Searcher<'_, Self>,
        line: &mut Line<'_, Self>,
        solution: &Solution<Turn>,
    ) -> Result<Option<Start>, NoCertificate> {
        let (pos, winner) = (line.position(), solution.goal().winner());
        let claim = Claim::win(winner);
        match searcher.settle(&mut Line::new(self, pos.clone()), claim) {
            Answer::Solved { verdict: Verdict::Proven, .. } => {}
            Answer::Solved { .. } => return Err(NoCertificate::NoWin("Phutball")),
            Answer::Stopped(stop) => return Err(NoCertificate::Stopped(stop)),
        }
        let (shapes, open) = (FxHashMap::default(), FxHashSet::default());
        let mut writer = Writer { game: self, draft, searcher, winner, shapes, open };
        if self.to_move(pos) != winner {
            let known = writer.defence(pos, Orientation::Upright)?;
            return Ok(Some(Start::new(None, Some(known.reference.entry))));
        }
        let attack = writer.attack(pos, Orientation::Upright)?;
        let first = self.number_in(pos, attack.turn);
        Ok(Some(Start::new(Some(first), attack.next.map(|reference| reference.entry))))
    }

    fn shape_turn(&self, pos: &Position<W>, turn: &BallTurn) -> Option<Turn> {
        match turn {
            BallTurn::Man(point) => Some(Turn::man(Point(*point))),
            BallTurn::Jumps(directions) => self.turn_by(pos, directions),
        }
    }
}

/// The results of the jumps of the player to move, in the order of the format.
fn results<const W: usize>(game: &Phutball<W>, pos: &Position<W>) -> Vec<Jump<W>> {
    let mut jumps = Vec::new();
    game.jumps(pos, &mut jumps);
    let men = |men: &Points<W>| -> Vec<bool> {
        game.size().points().map(|point| men.contains(point)).collect()
    };
    jumps.sort_by_cached_key(|jump| (jump.ball, men(&jump.men)));
    jumps
}

/// A turn of the winner's, the entry after it if the game is not over, and the zone before it.
#[derive(Clone, Copy)]
struct WinningMove<const W: usize> {
    turn: Turn,
    next: Option<Reference>,
    zone: Points<W>,
}

impl<const W: usize> WinningMove<W> {
    fn then(&self) -> ShapeThen {
        let turn = match self.turn.is_man() {
            true => BallTurn::Man(self.turn.from().0),
            false => BallTurn::Jumps(self.turn.directions().collect()),
        };
        match self.next {
            None => ShapeThen::TurnOver(turn),
            Some(reference) => ShapeThen::TurnEntry(turn, reference),
        }
    }
}

/// An entry that was written: its number, its zone and the men in it.
type WrittenShape<const W: usize> = (u64, Points<W>, Points<W>);

/// Writes the shapes of a proof.
struct Writer<'a, 's, const W: usize> {
    game: &'a Phutball<W>,
    draft: &'a mut Draft,
    searcher: &'a mut Searcher<'s, Phutball<W>>,
    winner: Player,
    /// By the place of the ball.
    shapes: FxHashMap<Ball, Vec<WrittenShape<W>>>,
    /// The positions whose entries are being written.
    open: FxHashSet<Key>,
}

impl<const W: usize> Writer<'_, '_, W> {
    /// An entry that was written and holds for a position.
    fn known(&self, pos: &Position<W>, orientation: Orientation) -> Option<KnownEntry<W>> {
        let count = if orientation == Orientation::Upright { 1 } else { self.game.symmetries() };
        (0..count).map(Symmetry).find_map(|symmetry| {
            let image = self.game.map_position(symmetry, pos);
            let shapes = self.shapes.get(&image.ball())?;
            let holds = |(_, zone, men): &&WrittenShape<W>| image.men() & *zone == *men;
            let &(entry, zone, _) = shapes.iter().rev().find(holds)?;
            let zone = self.game.map_zone(self.game.inverse(symmetry), zone);
            Some(KnownEntry { reference: Reference { entry, symmetry: symmetry.0 }, zone })
        })
    }

    /// The entry of a position with the loser to move, which is not over.
    fn defence(
        &mut self,
        pos: &Position<W>,
        orientation: Orientation,
    ) -> Result<KnownEntry<W>, Stuck> {
        if let Some(known) = self.known(pos, orientation) {
            return Ok(known);
        }
        let class = self.game.class(pos).key;
        if !self.open.insert(class) {
            return Err(Stuck::Circle);
        }
        let written = self.entry(pos);
        self.open.remove(&class);
        written
    }

    /// Writes the entry of a position.
    fn entry(&mut self, pos: &Position<W>) -> Result<KnownEntry<W>, Stuck> {
        // Of each entry the shape, in a list that may be half empty.
        let shapes = self.draft.next() as usize * 2 * size_of::<WrittenShape<W>>();
        self.draft.step(self.searcher, shapes)?;
        let game = self.game;
        let area = game.size().area() as u16;
        let mut zone = game.points_of_jumps(pos);
        let mut answers = Vec::new();
        for (reply, jump) in (area + 1..).zip(results(game, pos)) {
            let after = game.after(pos, jump.turn);
            let then = match game.winner(after.ball()) {
                Some(player) if player == self.winner => ShapeThen::Over,
                Some(_) => return Err(NoCertificate::Lost.into()),
                None => {
                    let attack = self.attack(&after, Orientation::Standard)?;
                    zone |= attack.zone;
                    attack.then()
                }
            };
            answers.push(ShapeAnswer { reply, then });
        }
        let elsewhere = self.elsewhere(pos)?;
        zone |= elsewhere.as_ref().map_or(game.whole_zone(), |attack| attack.zone);
        let mut answered = Points::EMPTY;
        while let Some(point) = ((zone & game.empty(pos)) - answered).first() {
            let attack = match &elsewhere {
                Some(attack) if !attack.zone.contains(point) => *attack,
                _ => self.attack(&game.after(pos, Turn::man(point)), Orientation::Standard)?,
            };
            zone |= attack.zone;
            answers.push(ShapeAnswer { reply: point.0, then: attack.then() });
            answered.insert(point);
        }
        if let Some(attack) = elsewhere
            && !(game.empty(pos) | pos.men()).is_subset(&zone)
        {
            answers.push(ShapeAnswer { reply: area, then: attack.then() });
        }
        answers.sort_by_key(|answer| answer.reply);
        let Ball::At(ball) = pos.ball() else { return Err(NoCertificate::Lost.into()) };
        let men = pos.men() & zone;
        let entry = self.draft.write(Entry::Shape(Shape {
            winner: checked(self.winner),
            ball: ball.0,
            zone: points(zone),
            men: points(men),
            answers,
        }));
        self.shapes.entry(pos.ball()).or_default().push((entry, zone, men));
        Ok(KnownEntry { reference: Reference { entry, symmetry: 0 }, zone })
    }

    /// The winner's answer to a man outside its zone: the winner's move if the loser passed, or an
    /// answer to a man that does not meet the answer's zone. `None` if there is no such answer. Men
    /// far from the ball come first.
    fn elsewhere(&mut self, pos: &Position<W>) -> Result<Option<WinningMove<W>>, Stuck> {
        let game = self.game;
        let mut passed = pos.clone();
        game.pass_in_thought(&mut passed);
        let mut line = Line::new(game, passed.clone());
        match self.searcher.settle(&mut line, Claim::win(self.winner)) {
            Answer::Solved { verdict: Verdict::Proven, .. } => {
                match self.attack(&passed, Orientation::Standard) {
                    Err(Stuck::Circle) => {}
                    found => return found.map(Some),
                }
            }
            Answer::Solved { .. } => {}
            Answer::Stopped(stop) => return Err(NoCertificate::Stopped(stop).into()),
        }
        let mut men: Vec<Point> = game.empty(pos).iter().collect();
        men.sort_by_key(|&point| Reverse(distance(game.size(), pos, point)));
        for point in men {
            match self.attack(&game.after(pos, Turn::man(point)), Orientation::Standard) {
                Ok(attack) if !attack.zone.contains(point) => return Ok(Some(attack)),
                Ok(_) | Err(Stuck::Circle) => {}
                Err(stuck) => return Err(stuck),
            }
        }
        Ok(None)
    }

    /// How the winner, to move, wins a position that is not over.
    fn attack(
        &mut self,
        pos: &Position<W>,
        orientation: Orientation,
    ) -> Result<WinningMove<W>, Stuck> {
        let (game, winner) = (self.game, self.winner);
        if let Some(turn) = game.winning_turn(pos, winner) {
            let zone = game.zone_of_jumps(pos, winner, turn);
            return Ok(WinningMove { turn, next: None, zone });
        }
        let claim = Claim::win(winner);
        let solution = Solution { claim, verdict: Verdict::Proven, best: None };
        let mut line = Line::new(game, pos.clone());
        let best = self.searcher.winning_move(&mut line, &solution)?;
        match self.by_turn(pos, best, orientation) {
            Err(Stuck::Circle) => {}
            found => return found,
        }
        // The move leads back to a position whose entry needs this answer: another move that is
        // known to win.
        let mut moves = Vec::new();
        line.moves(&mut moves);
        for turn in moves.into_iter().filter(|&turn| turn != best) {
            line.play(turn);
            let known = self.searcher.search.known(&mut line, claim);
            line.undo();
            if known.is_some_and(|known| known.verdict == Verdict::Proven) {
                match self.by_turn(pos, turn, orientation) {
                    Err(Stuck::Circle) => {}
                    found => return found,
                }
            }
        }
        Err(Stuck::Circle)
    }

    /// The attack that begins with a turn that wins.
    fn by_turn(
        &mut self,
        pos: &Position<W>,
        turn: Turn,
        orientation: Orientation,
    ) -> Result<WinningMove<W>, Stuck> {
        let known = self.defence(&self.game.after(pos, turn), orientation)?;
        let zone = self.game.winner_zone(pos, turn, known.zone);
        Ok(WinningMove { turn, next: Some(known.reference), zone })
    }
}

/// How far a point is from the ball.
fn distance<const W: usize>(size: Size, pos: &Position<W>, point: Point) -> u8 {
    let Ball::At(ball) = pos.ball() else { return 0 };
    let columns = size.column(point).abs_diff(size.column(ball));
    columns.max(size.row(point).abs_diff(size.row(ball)))
}
