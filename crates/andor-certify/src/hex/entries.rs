//! Knowledge about Hex, written as entries of a certificate.
//!
//! The derivation of a virtual connection is written rule by rule. Adjacent ends become a pattern
//! without answers, the AND rule a chain, the OR rule a pattern with answers, and a captured pair a
//! capture. Lemmas about inferior cells become fills and drops, and each lemma becomes an entry,
//! written once.

use crate::draft::{Draft, HexWritten};
use crate::goal::{Goal, NoCertificate, checked};
use crate::searcher::Searcher;
use andor_checker::{
    Entry, Lemma, Link, Pattern, PatternAnswer, Placed, PointSet, Proof, Reference, Side,
};
use andor_core::{Game, Symmetry};
use andor_games::hex::{Hex, HexPosition};
use andor_games::points::{Point, Points};
use andor_knowledge::hex::End;
use andor_knowledge::hex::derivation::{Captured, Derivation, Rule, Step, Strength};
use andor_knowledge::hex::inferior::lemma::Fact;
use andor_knowledge::hex::inferior::local::{Known, Stones};
use andor_knowledge::hex::inferior::{self, Spot};

/// The content of a written entry, without its ends.
#[derive(Clone, Copy)]
pub(crate) struct PatternEntry<const W: usize> {
    pub(crate) reference: Reference,
    pub(crate) zone: Points<W>,
    pub(crate) need: Points<W>,
}

/// The winner's move, and the entry that holds after it.
pub(crate) type Move<const W: usize> = (Point, PatternEntry<W>);

/// Writes entries for one winner.
pub(crate) struct Entries<'a, const W: usize> {
    hex: &'a Hex<W>,
    goal: Goal,
    draft: &'a mut Draft,
}

impl<'a, const W: usize> Entries<'a, W> {
    pub(crate) fn new(hex: &'a Hex<W>, goal: Goal, draft: &'a mut Draft) -> Self {
        Entries { hex, goal, draft }
    }

    /// One step of the writing.
    pub(crate) fn step(
        &mut self,
        searcher: &mut Searcher<'_, Hex<W>>,
    ) -> Result<(), NoCertificate> {
        self.draft.step(searcher, 0)
    }

    /// The move and entry that were written about a position or about its image.
    pub(crate) fn known(
        &mut self,
        pos: &HexPosition<W>,
    ) -> Option<(Option<Point>, PatternEntry<W>)> {
        let class = self.hex.class(pos);
        let told = self.draft.told(class.key, self.goal.winner())?;
        let HexWritten { mv, reference: Reference { entry, symmetry } } = *told;
        let Some(Entry::Pattern(Pattern { link, .. })) = self.draft.entry(entry) else {
            return None;
        };
        let reference = Reference { entry, symmetry: symmetry ^ class.symmetry.0 };
        let turn =
            |symmetry: u8, point: usize| self.hex.map_move(Symmetry(symmetry), Point(point as u16));
        let lying = |set: &PointSet| set.iter().map(|p| turn(reference.symmetry, p)).collect();
        let written = PatternEntry { reference, zone: lying(&link.zone), need: lying(&link.need) };
        Some((mv.map(|mv| turn(class.symmetry.0, mv.into())), written))
    }

    /// Keeps the move and entry that were written about a position.
    pub(crate) fn keep(
        &mut self,
        pos: &HexPosition<W>,
        mv: Option<Point>,
        written: PatternEntry<W>,
    ) {
        let class = self.hex.class(pos);
        let turn = |point: Point| self.hex.map_move(class.symmetry, point);
        let Reference { entry, symmetry } = written.reference;
        let told = HexWritten {
            mv: mv.map(|mv| turn(mv).0),
            reference: Reference { entry, symmetry: symmetry ^ class.symmetry.0 },
        };
        self.draft.tell(class.key, self.goal.winner(), told);
    }

    /// The number of an entry that says the same without a symmetry.
    pub(crate) fn upright(&mut self, written: PatternEntry<W>) -> u64 {
        match written.reference {
            Reference { entry, symmetry: 0 } => entry,
            _ => self.fill(&[], (written.zone, written.need), written).reference.entry,
        }
    }

    /// A lemma with its place on the board.
    fn placed(&mut self, spot: &Spot) -> Placed {
        let is_black = spot.player == self.goal.winner();
        let lemma = checked_lemma(spot.lemma, if is_black { Side::Winner } else { Side::Loser });
        let entry = self.draft.write(Entry::Lemma(lemma));
        Placed { lemma: Reference { entry, symmetry: spot.turn }, at: spot.at.0 }
    }

    /// The entry of a position in which lemmas fill in cells one after the other until another
    /// entry holds.
    pub(crate) fn fill(
        &mut self,
        spots: &[Spot],
        (zone, need): (Points<W>, Points<W>),
        after: PatternEntry<W>,
    ) -> PatternEntry<W> {
        let placed = spots.iter().map(|spot| self.placed(spot)).collect();
        let proof = Proof::Fill(placed, after.reference);
        self.write([End::Edge(0), End::Edge(1)], zone, need, proof)
    }

    /// A pattern between the edges with these answers, in which lemmas exclude other moves. Because
    /// of the lemmas some points are added to the zone and some to the need.
    pub(crate) fn drops(
        &mut self,
        answers: &[Move<W>],
        spots: &[Spot],
        (more_zone, more_need): (Points<W>, Points<W>),
    ) -> PatternEntry<W> {
        let (zone, need) = reach(answers, more_need);
        let ends = [End::Edge(0), End::Edge(1)];
        if spots.is_empty() {
            return self.pattern(ends, answers, more_need);
        }
        let placed = spots.iter().map(|spot| self.placed(spot)).collect();
        let proof = Proof::Drops(listed(answers), placed);
        self.write(ends, zone | more_zone, need, proof)
    }

    /// An answer from the derivation of a semi connection of the edges.
    pub(crate) fn threat(&mut self, derivation: &Derivation<W>, own: Points<W>) -> Option<Move<W>> {
        let written = self.steps(derivation, own)?;
        let (&last, step) = (written.last()?, derivation.claim());
        match (&step.rule, step.strength) {
            (Rule::And { over: End::Point(key), .. }, Strength::Semi) => Some((*key, last)),
            _ => None,
        }
    }

    /// The entry of a full connection.
    pub(crate) fn derivation(
        &mut self,
        derivation: &Derivation<W>,
        own: Points<W>,
    ) -> Option<PatternEntry<W>> {
        self.steps(derivation, own)?.last().copied()
    }

    /// The entries of all steps. The entry of a semi connection holds once its key point is taken.
    /// `None` if a step cannot be written.
    fn steps(
        &mut self,
        derivation: &Derivation<W>,
        own: Points<W>,
    ) -> Option<Vec<PatternEntry<W>>> {
        let mut written: Vec<PatternEntry<W>> = Vec::with_capacity(derivation.steps.len());
        for step in &derivation.steps {
            let next = match &step.rule {
                Rule::Touch => {
                    let blocks = step.ends.map(|end| self.block(end, own));
                    let need = blocks[0] | blocks[1];
                    self.write(step.ends, need, need, Proof::Answers(Vec::new()))
                }
                Rule::And { .. } => self.and(derivation, step, &written, own, Points::EMPTY)?,
                Rule::Or { parts, captured } => {
                    let pairs = self.pairs(captured, own);
                    let key = |part: usize| match derivation.steps[part].rule {
                        Rule::And { over: End::Point(key), .. } => Some(key),
                        _ => None,
                    };
                    let keys = parts.iter().map(|&part| Some((key(part)?, part)));
                    let keys = keys.collect::<Option<Vec<_>>>()?;
                    let target = match keys.iter().find(|(key, _)| pairs.contains(*key)) {
                        // A key point that is captured need not be taken first.
                        Some(&(_, part)) => {
                            let semi = &derivation.steps[part];
                            self.and(derivation, semi, &written, own, pairs)?
                        }
                        None => {
                            let answers = keys.iter().map(|&(key, part)| (key, written[part]));
                            self.pattern(step.ends, &answers.collect::<Vec<_>>(), pairs)
                        }
                    };
                    self.captures(step.ends, target, captured)
                }
            };
            written.push(next);
        }
        Some(written)
    }

    /// A chain of two connections; the points `given` also belong to the winner.
    fn and(
        &mut self,
        derivation: &Derivation<W>,
        step: &Step<W>,
        written: &[PatternEntry<W>],
        own: Points<W>,
        given: Points<W>,
    ) -> Option<PatternEntry<W>> {
        let Rule::And { parts: [one, two], captured, .. } = &step.rule else { return None };
        // The part that has the first end comes first.
        let begins = derivation.steps[*one].ends.contains(&step.ends[0]);
        let parts = if begins { [*one, *two] } else { [*two, *one] };
        let parts = parts.map(|part| written[part]);
        let (zone, need) = union(&parts);
        let given = given | self.pairs(captured, own);
        let chain = Proof::Chain(parts.map(|part| part.reference).to_vec());
        let chain = self.write(step.ends, zone | given, need | given, chain);
        Some(self.captures(step.ends, chain, captured))
    }

    /// A pattern with these answers; the points `given` also belong to the winner.
    fn pattern(
        &mut self,
        ends: [End; 2],
        answers: &[Move<W>],
        given: Points<W>,
    ) -> PatternEntry<W> {
        let (zone, need) = reach(answers, given);
        self.write(ends, zone, need, Proof::Answers(listed(answers)))
    }

    /// The entry without captured pairs, one capture for each pair.
    fn captures(
        &mut self,
        ends: [End; 2],
        mut written: PatternEntry<W>,
        captured: &[Captured],
    ) -> PatternEntry<W> {
        for captured in captured {
            let points = captured.pair.map(|point| point.0);
            let pair: Points<W> = captured.pair.into_iter().collect();
            let proof = Proof::Capture(points.to_vec(), written.reference);
            written = self.write(ends, written.zone, written.need - pair, proof);
        }
        written
    }

    /// The points of captured pairs, and the neighbouring stones by which they are captured.
    fn pairs(&self, captured: &[Captured], own: Points<W>) -> Points<W> {
        let pairs: Points<W> = captured.iter().flat_map(|captured| captured.pair).collect();
        pairs | self.hex.grown(pairs) & own
    }

    /// The entry of stones that join the edges.
    pub(crate) fn joined(&mut self, own: Points<W>) -> PatternEntry<W> {
        let need = self.block(End::Edge(0), own);
        self.write([End::Edge(0), End::Edge(1)], need, need, Proof::Answers(Vec::new()))
    }

    /// The stones of an end; an empty point counts as a stone.
    fn block(&self, end: End, own: Points<W>) -> Points<W> {
        let mut block = match end {
            End::Edge(edge) => self.hex.edges(self.goal.winner())[usize::from(edge)] & own,
            End::Point(point) => Points::one(point),
        };
        loop {
            let grown = block | self.hex.grown(block) & own;
            if grown == block {
                return block;
            }
            block = grown;
        }
    }

    fn write(
        &mut self,
        ends: [End; 2],
        zone: Points<W>,
        need: Points<W>,
        proof: Proof,
    ) -> PatternEntry<W> {
        let area = self.hex.size().area() as u16;
        let number = |end| match end {
            End::Edge(edge) => area + u16::from(edge),
            End::Point(point) => point.0,
        };
        let set = |points: Points<W>| points.iter().map(Point::index).collect::<PointSet>();
        let link = Link {
            winner: checked(self.goal.winner()),
            ends: ends.map(number),
            zone: set(zone),
            need: set(need),
        };
        let entry = self.draft.write(Entry::Pattern(Pattern { link, proof }));
        PatternEntry { reference: Reference { entry, symmetry: 0 }, zone, need }
    }
}

/// The zone and the need of some answers; the points `given` also belong to the winner.
fn reach<const W: usize>(answers: &[Move<W>], given: Points<W>) -> (Points<W>, Points<W>) {
    let (mut zone, mut need) = (given, given);
    for (point, next) in answers {
        zone |= next.zone | Points::one(*point);
        need |= next.need - Points::one(*point);
    }
    (zone, need)
}

fn listed<const W: usize>(answers: &[Move<W>]) -> Vec<PatternAnswer> {
    let answer =
        |(point, next): &Move<W>| PatternAnswer { point: point.0, reference: next.reference };
    answers.iter().map(answer).collect()
}

/// A lemma of the table as a certificate shows it, with Black as this side.
fn checked_lemma(number: usize, black: Side) -> Lemma {
    let lemma = inferior::lemma(number);
    let shape = &inferior::shapes()[lemma.shape];
    let white = if black == Side::Winner { Side::Loser } else { Side::Winner };
    let least = |of: fn(&(i8, i8)) -> i8| shape.cells.iter().map(of).min().unwrap_or(0);
    let (left, top) = (least(|cell| cell.0), least(|cell| cell.1));
    let known = |known: &Known| match known {
        Known::Nothing => Side::Nobody,
        Known::Black => black,
        Known::White => white,
    };
    let word = |stones: Stones| {
        let side = |i: usize| match (stones.black >> i & 1, stones.white >> i & 1) {
            (1, _) => black,
            (_, 1) => white,
            _ => Side::Nobody,
        };
        (0..shape.cells.len()).map(side).collect::<Vec<Side>>()
    };
    let empty = Stones::default();
    let (less, more) = match lemma.fact {
        Fact::Fill(fill) => (word(fill), word(empty)),
        Fact::Answered { cell, reply } => {
            let after = empty.with_black(cell).with_white(reply);
            (vec![white; shape.cells.len()], word(after))
        }
        Fact::Dominated { cell, by } => (word(empty.with_black(by)), word(empty.with_black(cell))),
    };
    Lemma {
        cells: shape.cells.iter().map(|&(c, r)| [(c - left) as u8, (r - top) as u8]).collect(),
        ring: lemma.ring.iter().map(known).collect(),
        less,
        more,
    }
}

fn union<const W: usize>(parts: &[PatternEntry<W>]) -> (Points<W>, Points<W>) {
    parts.iter().fold((Points::EMPTY, Points::EMPTY), |(zone, need), part| {
        (zone | part.zone, need | part.need)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Solution;
    use crate::recorder::Recorder;
    use andor_checker::{Game as CheckedGame, Problem, check};
    use andor_core::{Claim, Game, Margin, Player, Verdict};
    use andor_guess::{FirstWork, Playouts};
    use andor_knowledge::hex::Options;
    use andor_knowledge::hex::connections::Connections;
    use andor_search::expected_work::{self, ExpectedWork};
    use andor_search::memory::Patterns;
    use andor_search::{Answer, Budget, KnownVerdict, Line, Observer, Progress, Search};

    /// A search that keeps its patterns to itself.
    struct WithoutPatterns<G: Game>(ExpectedWork<G>);

    impl<G: Game> Search<G> for WithoutPatterns<G> {
        fn solve(
            &mut self,
            line: &mut Line<'_, G>,
            claim: Claim,
            budget: &mut Budget,
            observer: &mut dyn Observer<G>,
        ) -> Answer<G::Move> {
            self.0.solve(line, claim, budget, observer)
        }

        fn known(&mut self, line: &mut Line<'_, G>, claim: Claim) -> Option<KnownVerdict<G::Move>> {
            self.0.known(line, claim)
        }

        fn progress(&self) -> Progress {
            self.0.progress()
        }
    }

    /// An empty board as certificates show it, after some moves.
    fn problem<const W: usize>(hex: &Hex<W>, moves: &[u16]) -> Problem {
        let (columns, rows) = (hex.size().columns().into(), hex.size().rows().into());
        let board = vec![None; columns * rows];
        let (game, to_move) = (CheckedGame::Hex, andor_checker::Player::Black);
        Problem { game, columns, rows, board, to_move, moves: moves.to_vec(), roots: Vec::new() }
    }

    /// Checks a certificate; gives the numbers of its patterns, chains and captures.
    fn sorts(certificate: &andor_checker::Certificate) -> [usize; 3] {
        let checked = check(&certificate.encode(None), &andor_checker::Options::default());
        checked.unwrap_or_else(|refusal| panic!("{refusal}"));
        let mut sorts = [0; 3];
        for entry in &certificate.entries {
            let Entry::Pattern(pattern) = entry else { panic!("not a pattern") };
            sorts[match pattern.proof {
                Proof::Answers(_) | Proof::Fill(..) | Proof::Drops(..) => 0,
                Proof::Chain(_) => 1,
                Proof::Capture(..) => 2,
            }] += 1;
        }
        sorts
    }

    const CLAIM: Claim = Claim { attacker: Player::Black, at_least: Margin(1) };

    #[test]
    fn openings_of_small_boards_have_a_proof_by_connections() {
        for (size, area, by) in [("2x2", 4, 1), ("3x3", 9, 1), ("4x3", 12, 1), ("4x4", 16, 3)] {
            let hex = Hex::<1>::new(size.parse().expect("a size"));
            for first in (0..area).step_by(by) {
                let mut line = Line::new(&hex, hex.start());
                line.play(Point(first));
                let first_work = FirstWork::Exponential { rate: 0.9, bend: 0.7 };
                let playouts = Playouts::new(256, 0.6, first_work, 1);
                let options = expected_work::Options::default();
                let search =
                    ExpectedWork::new((), playouts, Patterns::<Hex<1>>::default(), options);
                let mut search = WithoutPatterns(search);
                let mut budget = Budget::default();
                let answer = search.solve(&mut line, CLAIM, &mut budget, &mut ());
                let Answer::Solved { verdict, best } = answer else { panic!("{answer:?}") };
                let mut recorder = Recorder::new(problem(&hex, &[first]), &["connections"]);
                let solution = Solution { claim: CLAIM, verdict, best };
                let quiet = &mut |_: &Progress| {};
                let mut searcher = Searcher::new(&mut search, &mut budget, quiet);
                let made = recorder.root(&mut searcher, &mut line, &solution, &[]);
                made.expect("a proof");
                let finished = recorder.finish(&mut Budget::unlimited()).expect("a certificate");
                sorts(&finished.certificate().expect("entries"));
            }
        }
    }

    /// The checker proves every lemma of the table for either player. With less known it does not
    /// prove both.
    #[test]
    fn the_checker_proves_every_lemma_of_the_table() {
        let count = inferior::lemma::TABLE.lines().filter(|line| !line.starts_with('#')).count();
        let mut weaker = 0;
        for number in 0..count {
            // Only moves of the loser's are left out; stones may be filled in for both.
            let is_fill = matches!(inferior::lemma(number).fact, Fact::Fill(_));
            let sides = if is_fill { [Side::Winner, Side::Loser] } else { [Side::Loser; 2] };
            let both = sides.map(|black| checked_lemma(number, black));
            both.iter().for_each(|lemma| assert!(lemma.holds(), "{number} {lemma:?}"));
            for place in 0..both[0].ring.len() {
                let without = |lemma: &Lemma| {
                    let mut ring = lemma.ring.clone();
                    ring[place] = Side::Nobody;
                    Lemma { ring, ..lemma.clone() }
                };
                if both[0].ring[place] != Side::Nobody {
                    weaker += 1;
                    let hold = both.each_ref().map(|lemma| without(lemma).holds());
                    assert_ne!(hold, [true; 2], "{number} without place {place} of its ring");
                }
            }
        }
        assert!(count > 200 && weaker > 500, "{count} lemmas, {weaker} with less known");
    }

    #[test]
    fn every_derivation_can_be_written_down() {
        let hex = Hex::<1>::new("7x7".parse().expect("a size"));
        let mut dice = fastrand::Rng::with_seed(7);
        let (mut all, mut written, mut derivations) = ([0; 3], 0, 0);
        for _ in 0..60 {
            let mut moves: Vec<u16> = (0..49).collect();
            dice.shuffle(&mut moves);
            moves.truncate(2 * dice.usize(3..9));
            let mut line = Line::new(&hex, hex.start());
            moves.iter().for_each(|&point| line.play(Point(point)));
            let stones = Player::both(|player| line.position().stones(player));
            let mut connections = Connections::new(&hex, Options::default());
            // Black is to move: with a semi connection of the edges Black wins. It makes a root,
            // and all other entries are checked along with it.
            connections.build_all(&hex, &stones, Player::Black);
            let edges = connections.of_edges(Player::Black, Strength::Semi).next();
            let Some(edges) = edges.filter(|_| line.outcome().is_none()) else { continue };
            let goal = Goal { claim: CLAIM, verdict: Verdict::Proven };
            let mut draft = Draft::new(problem(&hex, &moves), &["connections"]);
            let mut entries = Entries::new(&hex, goal, &mut draft);
            let own = stones[0];
            for full in connections.found(Player::Black, Strength::Full) {
                derivations += 1;
                let derivation = connections.derivation(Player::Black, &full);
                written += usize::from(entries.derivation(&derivation, own).is_some());
            }
            let derivation = connections.derivation(Player::Black, &edges);
            let (key, after) = entries.threat(&derivation, own).expect("a threat");
            draft.add_root(goal, Some(key.0), after.reference.entry);
            all.iter_mut()
                .zip(sorts(&draft.with_all_entries()))
                .for_each(|(sum, count)| *sum += count);
        }
        assert!(all.iter().all(|&count| count > 0), "{all:?}");
        assert!(written * 100 >= derivations * 99, "{written} of {derivations}");
    }
}
