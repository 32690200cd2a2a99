//! A place in the winner's strategy of a certificate, and the step from one place to the next.
//!
//! In Hex the winner has several duties at once: entries, pairs of captured points, and the cells
//! of lemmas. A stone filled in for the winner need not stand on the board: as long as the cells
//! are as good as filled in, the winner answers a reply on these cells with a move on these cells,
//! namely with an answer that keeps the lemma true.

use super::CannotShow;
use super::threats;
use crate::certified::Certified;
use andor_checker::{
    Attack, Certificate, Entry, Leaf, Lemma, Local, Pattern, PatternAnswer, Placed, PointSet,
    Position, Proof, Reference, Side, Then, Threat, Verdict,
};
use andor_core::{NotationError, Outcome, Player, Symmetry};
use andor_games::points::Point;
use andor_search::Line;

/// The number that stands for any move, after a reply outside the zone of every duty.
const OUTSIDE: u16 = u16::MAX;

/// The number that stands for any move, after a reply on the cells of a lemma that needs no answer.
const KEPT: u16 = u16::MAX - 1;

/// The most entries that a plan comes from, and the most duties of a plan: far more than there are
/// in a certificate that is right. In a wrong one an entry may be a part of itself.
const MOST_DUTIES: usize = 1 << 12;

/// The plan of an entry that has too many duties: an entry that is not there, so that no reply has
/// an answer.
const LOST: Duty = Duty::Entry(Reference { entry: u64::MAX, symmetry: 0 });

/// Why the winner may play anywhere, if this number of a move says so.
pub(super) fn why_anywhere(number: u16) -> Option<&'static str> {
    match number {
        OUTSIDE => Some("the reply is outside the zone"),
        KEPT => Some("the filled cells stay as good without an answer"),
        _ => None,
    }
}

/// A place in the strategy: the line, and the certificate's statements about it.
pub(super) struct Walk<'a, G: Certified> {
    pub(super) game: &'a G,
    pub(super) certificate: &'a Certificate,
    pub(super) line: Line<'a, G>,
    pub(super) winner: Player,
    /// The winner's duties; none where the position is settled.
    pub(super) plan: Option<Plan>,
    /// The winner's move, if the winner moves, and the plan after it.
    pub(super) next: Option<(u16, Option<Plan>)>,
    /// The leaf that settles the position here, or after the winner's move, if there is one.
    pub(super) leaf: Option<Leaf>,
}

/// The winner's duties with the loser to move: in Hex perhaps several at once.
pub(super) type Plan = Vec<Duty>;

#[derive(Clone, PartialEq, Eq)]
pub(super) enum Duty {
    /// An entry, with the symmetry that turns the position into its picture.
    Entry(Reference),
    /// Two captured points: a reply on one point is answered on the other.
    Pair([u16; 2]),
    /// A line of fours of which these moves of the winner's are left: after a reply the winner
    /// completes five, or goes on.
    Fours(Vec<u16>),
    /// The stones on these points must stay as good as the stones with which a lemma compares them.
    Cells(Vec<u16>, Lemma),
}

/// The winner's answer to a reply: a move, if one is needed, and the plan after it.
pub(super) struct Answer {
    pub(super) mv: Option<u16>,
    pub(super) then: Option<Plan>,
    /// A reply that is at least as good for the loser, if that is all that the certificate says.
    pub(super) no_better_than: Option<u16>,
    /// The leaf that settles the position then, if there is one.
    pub(super) leaf: Option<Leaf>,
}

impl Answer {
    pub(super) fn new(mv: Option<u16>, then: Option<Plan>) -> Answer {
        Answer { mv, then, no_better_than: None, leaf: None }
    }
}

impl<'a, G: Certified> Walk<'a, G> {
    pub(super) fn new(
        game: &'a G,
        certificate: &'a Certificate,
        root: usize,
    ) -> Result<Self, CannotShow> {
        let problem = &certificate.problem;
        let root = problem.roots.get(root).ok_or_else(|| {
            CannotShow::Other(format!(
                "root {}: no such root; expected 1 to {}",
                root + 1,
                problem.roots.len()
            ))
        })?;
        let start = game.set_up(&set_up(problem), ours(problem.to_move))?;
        let mut line = Line::new(game, start);
        for &mv in problem.moves.iter().chain(&root.moves) {
            play(&mut line, mv)?;
        }
        let attacker = ours(root.attacker);
        let winner = match root.verdict {
            Verdict::Proven => attacker,
            Verdict::Disproven => attacker.other(),
        };
        let (plan, next, leaf) = (None, None, None);
        let mut walk = Walk { game, certificate, line, winner, plan, next, leaf };
        let plan = root.entry.map(|entry| walk.plan_of(Reference { entry, symmetry: 0 }));
        match root.first {
            Some(first) => walk.next = Some((first, plan)),
            None => walk.plan = plan,
        }
        Ok(walk)
    }

    /// The duties of an entry: the parts of a chain, captured points and the entry that needs them.
    pub(super) fn plan_of(&self, at: Reference) -> Plan {
        let mut plan = Vec::new();
        let mut open = vec![at];
        let mut seen = 0;
        while let Some(at) = open.pop() {
            seen += 1;
            if seen + open.len() + plan.len() > MOST_DUTIES {
                return vec![LOST];
            }
            let on = |next: Reference| Reference {
                entry: next.entry,
                symmetry: at.symmetry ^ next.symmetry,
            };
            match self.certificate.entries.get(at.entry as usize) {
                Some(Entry::Pattern(Pattern { proof: Proof::Chain(parts), .. })) => {
                    open.extend(parts.iter().take(MOST_DUTIES).rev().map(|&part| on(part)));
                }
                Some(Entry::Pattern(Pattern { proof: Proof::Capture(points, next), .. })) => {
                    let turn = |point: u16| {
                        self.game.map_point(Symmetry(at.symmetry), point.into()) as u16
                    };
                    if let &[one, two] = points.as_slice() {
                        plan.push(Duty::Pair([turn(one), turn(two)]));
                    }
                    open.push(on(*next));
                }
                Some(Entry::Pattern(Pattern { proof: Proof::Fill(placed, next), .. })) => {
                    let placed = placed.iter().take(MOST_DUTIES);
                    plan.extend(placed.filter_map(|placed| self.cells(placed, at.symmetry)));
                    open.push(on(*next));
                }
                _ => plan.push(Duty::Entry(at)),
            }
        }
        plan
    }

    /// The cells of a placed lemma, in a picture that a symmetry makes of the position.
    fn cells(&self, placed: &Placed, symmetry: u8) -> Option<Duty> {
        let Entry::Lemma(lemma) = self.certificate.entries.get(placed.lemma.entry as usize)? else {
            return None;
        };
        let problem = &self.certificate.problem;
        let size = (problem.columns, problem.rows);
        let points = lemma.points(placed.lemma.symmetry, placed.at, size)?;
        let turn = |&point: &u16| self.game.map_point(Symmetry(symmetry), point.into()) as u16;
        Some(Duty::Cells(points.iter().map(turn).collect(), lemma.clone()))
    }

    /// The points that count as filled in for a player, according to a plan.
    pub(super) fn filled(&self, plan: &Plan, player: Player) -> Vec<u16> {
        let side = if player == self.winner { Side::Winner } else { Side::Loser };
        let mut points = Vec::new();
        for duty in plan {
            let Duty::Cells(cells, lemma) = duty else { continue };
            let given = cells.iter().zip(&lemma.less).filter(|(_, on)| **on == side);
            points.extend(given.map(|(&point, _)| point));
        }
        points.retain(|&point| self.find(point).is_some());
        points
    }

    /// Plays a move: the winner's must be the certificate's.
    pub(super) fn step(&mut self, text: &str) -> Result<(), CannotShow> {
        let mv = self.game.parse_move(self.line.position(), text)?;
        let number = self.game.number_in(self.line.position(), mv);
        if self.line.to_move() == self.winner {
            let Some((first, then)) = self.next.take() else {
                return Err(self.off(text, "the matter is settled", "no further move"));
            };
            // Where the winner has the point already any move will do.
            if first != number && self.find(first).is_some() {
                let expected = format!("the winner's move {}", self.name(first));
                return Err(self.off(text, "not what the certificate plays", &expected));
            }
            self.plan = then;
        } else {
            let Some(plan) = self.plan.take() else {
                return Err(self.off(text, "the matter is settled", "no further move"));
            };
            let answer = self.answer(&plan, number).ok_or_else(|| {
                self.off(text, "the certificate has no answer to it", "a legal reply")
            })?;
            if let Some(better) = answer.no_better_than {
                let expected = format!("{}, which is at least as good", self.name(better));
                return Err(self.off(text, "the certificate does not go into it", &expected));
            }
            self.leaf = answer.leaf;
            self.next = answer.mv.map(|mv| (mv, answer.then));
        }
        play(&mut self.line, number)
    }

    fn off(&self, text: &str, problem: &str, expected: &str) -> CannotShow {
        NotationError::new(format!("move \"{text}\""), problem, expected).into()
    }

    pub(super) fn name(&self, number: u16) -> String {
        self.find(number).map_or_else(|| "any move".to_string(), |mv| self.game.move_text(mv))
    }

    /// The move with this number, if the position has it.
    pub(super) fn find(&self, number: u16) -> Option<G::Move> {
        let mut moves = Vec::new();
        let pos = self.line.position();
        self.game.moves(pos, &mut moves);
        moves.into_iter().find(|&mv| self.game.number_in(pos, mv) == number)
    }

    /// The plan's answer to a reply.
    pub(super) fn answer(&self, plan: &Plan, reply: u16) -> Option<Answer> {
        for (i, duty) in plan.iter().enumerate() {
            let rest =
                || plan.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, duty)| duty.clone());
            // Entries come last: what stands on cells and pairs is not what they see there.
            let kept = |more: Plan| {
                let mut kept: Plan = rest().chain(more).collect();
                kept.sort_by_key(|duty| matches!(duty, Duty::Entry(_)));
                Some(kept)
            };
            match duty {
                Duty::Pair(points) if points.contains(&reply) => {
                    let other = points.iter().copied().find(|&point| point != reply);
                    return Some(Answer::new(other, kept(Vec::new())));
                }
                Duty::Cells(cells, lemma) if cells.contains(&reply) => {
                    let (mv, duty) = cells_answer(cells, lemma, reply)?;
                    return Some(Answer::new(mv, kept(vec![duty])));
                }
                Duty::Pair(_) | Duty::Cells(..) => {}
                Duty::Fours(rest) => return self.fours_answer(rest, reply),
                &Duty::Entry(at) => match self.certificate.entries.get(at.entry as usize)? {
                    Entry::Position(position) => return self.position_answer(position, at, reply),
                    Entry::Lemma(_) => return None,
                    Entry::Local(local) => return self.local_answer(local, at, reply),
                    Entry::Threat(threat) => return self.threat_answer(threat, at, reply),
                    Entry::Shape(shape) => return self.shape_answer(shape, at, reply),
                    Entry::Pattern(pattern) => {
                        if let Some((mv, next)) = self.pattern_answer(pattern, at, reply) {
                            return Some(Answer::new(Some(mv), kept(self.plan_of(next))));
                        }
                        if let Proof::Drops(_, placed) = &pattern.proof
                            && let Some((mut answer, cells)) = self.drop_answer(placed, at, reply)
                        {
                            answer.then = kept(vec![cells, duty.clone()]);
                            return Some(answer);
                        }
                    }
                },
            }
        }
        // What the reply does not disturb needs no answer; any move will do.
        Some(Answer::new(Some(OUTSIDE), Some(plan.clone())))
    }

    /// The lemmas' answer to a reply without an answer of its own, and the duty after it.
    fn drop_answer(&self, placed: &[Placed], at: Reference, reply: u16) -> Option<(Answer, Duty)> {
        placed.iter().find_map(|placed| {
            let Duty::Cells(cells, lemma) = self.cells(placed, at.symmetry)? else { return None };
            let place = |word: &[Side], side| {
                word.iter().position(|on| *on == side).map(|cell| cells[cell])
            };
            if place(&lemma.more, Side::Loser) != Some(reply) {
                return None;
            }
            let answer = match place(&lemma.more, Side::Winner) {
                Some(mv) => Answer::new(Some(mv), None),
                None => {
                    let no_better_than = place(&lemma.less, Side::Loser);
                    Answer { no_better_than, ..Answer::new(None, None) }
                }
            };
            Some((answer, Duty::Cells(cells, lemma)))
        })
    }

    /// The winner's answer to a reply in a local entry: that of the reply itself, or that of
    /// "elsewhere".
    fn local_answer(&self, local: &Local, at: Reference, reply: u16) -> Option<Answer> {
        let after = self.game.after(self.line.position(), self.find(reply)?);
        if self.game.outcome(&after).is_some() {
            return Some(Answer::new(None, None));
        }
        let symmetry = Symmetry(at.symmetry);
        let inner = self.turned(reply, symmetry);
        let of = |reply| local.answers.iter().find(|answer| answer.reply == reply);
        let found = of(Some(inner)).or_else(|| of(None))?;
        let pass = self.certificate.problem.area() as u16;
        let mv = self.turned(found.point.unwrap_or(pass), self.game.inverse(symmetry));
        Some(Answer::new(Some(mv), found.entry.map(|next| self.onward(symmetry, next))))
    }

    /// The number of a point or a pass after a symmetry.
    fn turned(&self, point: u16, symmetry: Symmetry) -> u16 {
        match usize::from(point) {
            point if point == self.certificate.problem.area() => point as u16,
            point => self.game.map_point(symmetry, point) as u16,
        }
    }

    /// The plan of the next entry, where a symmetry turned the position into the picture of the
    /// entry before it.
    fn onward(&self, symmetry: Symmetry, next: Reference) -> Plan {
        let onward = self.game.compose(symmetry, Symmetry(next.symmetry));
        self.plan_of(Reference { entry: next.entry, symmetry: onward.0 })
    }

    fn position_answer(&self, position: &Position, at: Reference, reply: u16) -> Option<Answer> {
        let symmetry = Symmetry(at.symmetry);
        let inner = self.turned(reply, symmetry);
        let found = position.answers.iter().find(|answer| answer.reply == inner)?;
        let back = self.game.inverse(symmetry);
        let mv = found.then.point().map(|mv| self.turned(mv, back));
        let then = match found.then {
            Then::MoveEntry(_, next) => Some(self.onward(symmetry, next)),
            _ => None,
        };
        let leaf = found.then.leaf().map(|leaf| Leaf {
            stones: leaf.stones.iter().map(|point| self.game.map_point(back, point)).collect(),
            ..leaf
        });
        Some(Answer { leaf, ..Answer::new(mv, then) })
    }

    /// The winner's answer to a reply in a position of Gomoku: that of the reply itself, or a win
    /// that also answers replies outside its cover.
    fn threat_answer(&self, threat: &Threat, at: Reference, reply: u16) -> Option<Answer> {
        let symmetry = Symmetry(at.symmetry);
        let back = self.game.inverse(symmetry);
        let turned = |point: u16| self.game.map_point(back, point.into()) as u16;
        let inner = self.game.map_point(symmetry, reply.into()) as u16;
        Some(match threats::attack(self.certificate, threat, inner)? {
            Attack::Move(mv, next) => {
                let onward = self.game.compose(symmetry, Symmetry(next.symmetry));
                let plan = self.plan_of(Reference { entry: next.entry, symmetry: onward.0 });
                Answer::new(Some(turned(*mv)), Some(plan))
            }
            Attack::Fours(moves) => {
                let moves: Vec<u16> = moves.iter().map(|&mv| turned(mv)).collect();
                let (&first, rest) = moves.split_first()?;
                Answer::new(Some(first), Some(vec![Duty::Fours(rest.to_vec())]))
            }
        })
    }

    /// The winner's answer to a reply in a line of fours.
    fn fours_answer(&self, rest: &[u16], reply: u16) -> Option<Answer> {
        let mut line = Line::new(self.game, self.line.position().clone());
        play(&mut line, reply).ok()?;
        let mut moves = Vec::new();
        line.moves(&mut moves);
        let wins = |&mv: &G::Move| {
            line.play(mv);
            let outcome = line.outcome();
            line.undo();
            outcome == Some(Outcome::win(self.winner))
        };
        if let Some(five) = moves.into_iter().find(wins) {
            return Some(Answer::new(Some(self.game.number(five)), None));
        }
        let (&first, rest) = rest.split_first()?;
        Some(Answer::new(Some(first), Some(vec![Duty::Fours(rest.to_vec())])))
    }

    /// The winner's move after a reply in the zone of a pattern, and the entry that holds after it.
    fn pattern_answer(
        &self,
        pattern: &Pattern,
        at: Reference,
        reply: u16,
    ) -> Option<(u16, Reference)> {
        let turn = |point: usize, by: u8| self.game.map_point(Symmetry(by), point);
        let inner = turn(reply as usize, at.symmetry);
        let answers: &[PatternAnswer] = match &pattern.proof {
            Proof::Answers(answers) | Proof::Drops(answers, _) => answers,
            _ => return None,
        };
        let chosen = answers.iter().find(|answer| {
            let next = answer.reference;
            let zone = match self.certificate.entries.get(next.entry as usize) {
                Some(Entry::Pattern(next)) => next.link.zone,
                _ => PointSet::EMPTY,
            };
            usize::from(answer.point) != inner && !zone.contains(turn(inner, next.symmetry))
        });
        let answer = chosen.filter(|_| pattern.link.zone.contains(inner))?;
        let Reference { entry, symmetry } = answer.reference;
        let next = Reference { entry, symmetry: at.symmetry ^ symmetry };
        Some((turn(answer.point.into(), at.symmetry) as u16, next))
    }

    /// The winner's move in the position, as a move that is legal there.
    pub(super) fn planned_move(&self) -> Option<G::Move> {
        let &(number, _) = self.next.as_ref()?;
        self.find(number).or_else(|| {
            // A point that is the winner's already, or none at all: any move will do.
            let mut moves = Vec::new();
            self.game.moves(self.line.position(), &mut moves);
            moves.into_iter().next()
        })
    }
}

/// Keeps the cells of a lemma as good as before after a reply on them: the winner's move, if one is
/// needed, and the duty after it.
fn cells_answer(cells: &[u16], lemma: &Lemma, reply: u16) -> Option<(Option<u16>, Duty)> {
    let mut now = lemma.clone();
    now.more[cells.iter().position(|&cell| cell == reply)?] = Side::Loser;
    let empty = (0..cells.len()).filter(|&cell| now.more[cell] == Side::Nobody).map(Some);
    let try_on = |cell: Option<usize>| {
        let mut next = now.clone();
        cell.into_iter().for_each(|cell| next.more[cell] = Side::Winner);
        next.holds().then_some((cell, next))
    };
    let (cell, next) = [None].into_iter().chain(empty).find_map(try_on)?;
    let mv = cell.map_or(KEPT, |cell| cells[cell]);
    Some((Some(mv), Duty::Cells(cells.to_vec(), next)))
}

/// The stones on the board of a header.
pub(super) fn set_up(problem: &andor_checker::Problem) -> Vec<(Player, Point)> {
    let points = 0..problem.area() as u16;
    points.filter_map(|p| Some((ours(problem.board[p as usize]?), Point(p)))).collect()
}

pub(super) fn ours(player: andor_checker::Player) -> Player {
    match player {
        andor_checker::Player::Black => Player::Black,
        andor_checker::Player::White => Player::White,
    }
}

/// Plays the move with this number.
fn play<G: Certified>(line: &mut Line<'_, G>, number: u16) -> Result<(), CannotShow> {
    let mut moves = Vec::new();
    if line.outcome().is_none() {
        line.moves(&mut moves);
    }
    let game = line.game();
    let mv =
        moves.into_iter().find(|&mv| game.number_in(line.position(), mv) == number).ok_or_else(
            || CannotShow::Other(format!("move number {number} of the certificate is not legal")),
        )?;
    line.play(mv);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Solution;
    use crate::recorder::Recorder;
    use crate::searcher::Searcher;
    use andor_core::{Claim, Game, Notation};
    use andor_games::hex::Hex;
    use andor_games::size::Size;
    use andor_guess::hex::HexOrder;
    use andor_knowledge::hex::Options;
    use andor_knowledge::hex::inferior::Fills;
    use andor_knowledge::hex::oracle::HexOracle;
    use andor_search::dfpn::{self, Dfpn};
    use andor_search::memory::SharedPatterns;
    use andor_search::{Answer as Found, Budget, Progress, Search};

    /// The certificate of all openings, by a search with knowledge.
    fn certificate(hex: &Hex<1>) -> Certificate {
        let oracle = HexOracle::new()
            .with_connections(hex, Options::default())
            .with_inferior(hex, Fills::Whole);
        let order = HexOrder::new(oracle.connections().expect("connections"));
        let memory = SharedPatterns::new(hex, 1 << 24);
        let common = dfpn::Common::new(1, 1 << 24);
        let mut search = Dfpn::new(oracle, order, memory, common, dfpn::Options::default());
        let (columns, rows) = (hex.size().columns().into(), hex.size().rows().into());
        let problem = andor_checker::Problem {
            game: andor_checker::Game::Hex,
            columns,
            rows,
            board: vec![None; columns * rows],
            to_move: andor_checker::Player::Black,
            moves: Vec::new(),
            roots: Vec::new(),
        };
        let mut recorder = Recorder::new(problem, &["connections", "inferior"]);
        let (claim, mut budget) = (Claim::win(Player::Black), Budget::unlimited());
        let mut moves = Vec::new();
        hex.moves(&hex.start(), &mut moves);
        for first in std::iter::once(None).chain(moves.into_iter().map(Some)) {
            let mut line = Line::new(hex, hex.start());
            first.into_iter().for_each(|mv| line.play(mv));
            let answer = search.solve(&mut line, claim, &mut budget, &mut ());
            let Found::Solved { verdict, best } = answer else { panic!("{answer:?}") };
            let quiet = &mut |_: &Progress| {};
            let mut searcher = Searcher::new(&mut search, &mut budget, quiet);
            let solution = Solution { claim, verdict, best };
            let moves: Vec<u16> = first.into_iter().map(|point| point.0).collect();
            recorder.root(&mut searcher, &mut line, &solution, &moves).expect("a proof");
        }
        recorder
            .finish(&mut Budget::unlimited())
            .expect("a certificate")
            .certificate()
            .expect("entries")
    }

    /// Plays the strategy of a root of a certificate against random replies to the end of the game.
    /// Gives how many moves lemmas answered, and how many replies lemmas called no better than
    /// others.
    fn play_out(
        hex: &Hex<1>,
        certificate: &Certificate,
        root: usize,
        dice: &mut fastrand::Rng,
    ) -> [usize; 2] {
        let mut walk = Walk::new(hex, certificate, root).expect("a root");
        let mut counts = [0; 2];
        while walk.line.outcome().is_none() {
            if walk.line.to_move() == walk.winner {
                let mv = walk.planned_move().expect("a move");
                walk.plan = walk.next.take().and_then(|(_, then)| then);
                walk.line.play(mv);
                continue;
            }
            let plan = walk.plan.take().expect("a plan");
            let mut replies = Vec::new();
            walk.line.moves(&mut replies);
            dice.shuffle(&mut replies);
            // Of replies one of which is no better than the other one has an answer.
            let (reply, answer) = replies
                .into_iter()
                .map(|reply| (reply, walk.answer(&plan, reply.0).expect("an answer")))
                .inspect(|(_, answer)| counts[1] += usize::from(answer.no_better_than.is_some()))
                .find(|(_, answer)| answer.no_better_than.is_none())
                .expect("a reply that is answered");
            let on_cells =
                |duty: &Duty| matches!(duty, Duty::Cells(cells, _) if cells.contains(&reply.0));
            counts[0] += usize::from(answer.then.iter().flatten().any(on_cells));
            walk.next = answer.mv.map(|mv| (mv, answer.then));
            walk.line.play(reply);
        }
        let winner = if walk.line.outcome() == Some(Outcome::win(Player::Black)) {
            Player::Black
        } else {
            Player::White
        };
        assert_eq!(winner, walk.winner, "{}", hex.draw(walk.line.position()));
        counts
    }

    #[test]
    fn strategies_of_hex_win_against_random_replies() {
        let mut dice = fastrand::Rng::with_seed(5);
        let mut counts = [0; 2];
        for (size, games) in [("3x3", 20), ("4x4", 20), ("5x5", 80)] {
            let size: Size = size.parse().expect("a size");
            let hex = Hex::<1>::new(size);
            let certificate = certificate(&hex);
            let roots = certificate.problem.roots.len();
            for game in 0..games * roots {
                let [on_cells, no_better] = play_out(&hex, &certificate, game % roots, &mut dice);
                counts = [counts[0] + on_cells, counts[1] + no_better];
            }
        }
        assert!(counts[0] > 200 && counts[1] > 0, "{counts:?}");
    }
}
