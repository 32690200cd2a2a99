//! From a solved position to a certificate.
//!
//! The format and its meaning are the checker's (`docs/certificate.md`); here a search's memory is
//! turned into entries that satisfy it. Hex proofs are lists of patterns, which a memory of patterns
//! gives as they are. Elsewhere the strategy is walked: every legal reply of the loser's, the
//! winner's remembered move, and so on to the ends. What the memory has lost, or does not believe on
//! this line, is searched again. Entries that say the same are written once, so that transpositions
//! and symmetric positions are shared.

use crate::certified::{Certified, Picture};
use crate::engine::Engine;
use crate::explain::Solution;
use andor_checker::{
    Certificate, Entry, Game as CheckedGame, Leaf, Pattern, PatternAnswer, PointSet, Position,
    PositionAnswer, Problem as CheckedProblem, Reference, Root, Then,
};
use andor_core::{Claim, Key, Player, Repetition, Symmetry, Verdict};
use andor_search::memory::PatternProof;
use andor_search::{Answer, Budget, Line, Stop};
use rustc_hash::FxHashMap;

/// A strategy with more lines than this is not written.
const MOST_LINES: u64 = 50_000_000;

/// Why there is no certificate although there is an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoCertificate {
    #[error("certificates of {0} are not defined")]
    Game(String),
    #[error("the proof could not be completed before the search had to stop ({0})")]
    Stopped(Stop),
    #[error("the proof has more than {MOST_LINES} lines of play")]
    TooLong,
    #[error("the search found no proof that can be written down")]
    Lost,
}

/// The player as the checker calls them.
pub(crate) fn checked(player: Player) -> andor_checker::Player {
    match player {
        Player::Black => andor_checker::Player::Black,
        Player::White => andor_checker::Player::White,
    }
}

/// Writes down proofs, one root after the other.
pub(crate) struct Recorder {
    entries: Vec<Entry>,
    /// Entries that were written, by what they say.
    written: FxHashMap<Vec<u64>, u64>,
    /// In games without a past: entries by class, claim and winner.
    by_class: FxHashMap<(Key, Claim, Player), u64>,
    roots: Vec<Root>,
    lines: u64,
    uses_life: bool,
}

impl Recorder {
    /// A recorder that may quote unconditional life if the search could.
    pub(crate) fn new(names: &[&str]) -> Recorder {
        Recorder {
            entries: Vec::new(),
            written: FxHashMap::default(),
            by_class: FxHashMap::default(),
            roots: Vec::new(),
            lines: 0,
            uses_life: !names.is_empty(),
        }
    }

    /// The certificate of all roots so far.
    pub(crate) fn finish(self, mut problem: CheckedProblem) -> Certificate {
        problem.roots = self.roots;
        Certificate { problem, entries: self.entries }
    }

    /// Adds the proof of a solution of the line's position, reached from the base position by
    /// `moves`.
    pub(crate) fn root<G: Certified>(
        &mut self,
        engine: &mut dyn Engine<G>,
        line: &mut Line<'_, G>,
        solution: &Solution<G::Move>,
        moves: &[G::Move],
        budget: &mut Budget,
    ) -> Result<(), NoCertificate> {
        let game = line.game();
        let &Solution { claim, verdict, .. } = solution;
        let winner = verdict.winner(claim);
        let mut root = Root {
            attacker: checked(claim.attacker),
            at_least: claim.at_least.0.into(),
            verdict: match verdict {
                Verdict::Proven => andor_checker::Verdict::Proven,
                Verdict::Disproven => andor_checker::Verdict::Disproven,
            },
            moves: moves.iter().map(|&mv| game.number(mv)).collect(),
            first: None,
            entry: None,
            life: false,
        };
        if line.outcome().is_none() {
            if game.checked_game() == Some(CheckedGame::Hex) {
                let proof =
                    engine.pattern_proof(line, claim, verdict).ok_or(NoCertificate::Lost)?;
                root.first = proof.first.map(|point| point as u16);
                root.entry = Some(self.patterns(checked(winner), &proof));
            } else if self.settled(game, line.position(), claim, verdict).is_some() {
                root.life = true;
            } else if line.to_move() == winner {
                let mv = self.winning_move(engine, line, solution, budget)?;
                root.first = Some(game.number(mv));
                line.play(mv);
                let after = self.after(engine, line, claim, verdict, budget, Frame::Upright);
                line.undo();
                match after? {
                    After::Over => {}
                    After::Leaf(_) => root.life = true,
                    After::Entry(reference) => root.entry = Some(reference.entry),
                }
            } else {
                let frame = Frame::Upright;
                let reference = self.position(engine, line, claim, verdict, budget, frame)?;
                root.entry = Some(reference.entry);
            }
        }
        self.roots.push(root);
        Ok(())
    }

    /// Writes a proof by patterns; returns the number of its root.
    fn patterns(&mut self, winner: andor_checker::Player, proof: &PatternProof) -> u64 {
        let mut numbers: Vec<u64> = Vec::with_capacity(proof.steps.len());
        for step in &proof.steps {
            let answers = step.answers.iter().map(|&(stone, next)| PatternAnswer {
                point: stone as u16,
                reference: Reference { entry: numbers[next], symmetry: 0 },
            });
            let entry = Entry::Pattern(Pattern {
                winner,
                zone: step.zone.iter().copied().collect(),
                need: step.need.iter().copied().collect(),
                answers: answers.collect(),
            });
            numbers.push(self.write(entry));
        }
        numbers[proof.root]
    }

    /// The number of an entry, written if it is new.
    fn write(&mut self, entry: Entry) -> u64 {
        let key = key(&entry);
        if let Some(&number) = self.written.get(&key) {
            return number;
        }
        let number = self.entries.len() as u64;
        self.entries.push(entry);
        self.written.insert(key, number);
        number
    }

    /// The life that settles a position, if it may be quoted.
    fn settled<G: Certified>(
        &self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        verdict: Verdict,
    ) -> Option<PointSet> {
        let life = if self.uses_life { game.life(pos, claim) } else { None };
        life.filter(|(settled, _)| *settled == verdict).map(|(_, stones)| stones)
    }

    /// The winner's move: remembered, or found by searching again.
    fn winning_move<G: Certified>(
        &self,
        engine: &mut dyn Engine<G>,
        line: &mut Line<'_, G>,
        solution: &Solution<G::Move>,
        budget: &mut Budget,
    ) -> Result<G::Move, NoCertificate> {
        let &Solution { claim, verdict, best } = solution;
        let known = engine.known(line, claim).filter(|known| known.verdict == verdict);
        if let Some(mv) = known.and_then(|known| known.best).or(best) {
            return Ok(mv);
        }
        match engine.settle(line, claim, budget, &mut |_| {}) {
            (Answer::Solved(found), Some(mv)) if found == verdict => Ok(mv),
            (Answer::Stopped(stop), _) => Err(NoCertificate::Stopped(stop)),
            _ => Err(NoCertificate::Lost),
        }
    }

    /// What is so in a position with the loser to move.
    fn after<G: Certified>(
        &mut self,
        engine: &mut dyn Engine<G>,
        line: &mut Line<'_, G>,
        claim: Claim,
        verdict: Verdict,
        budget: &mut Budget,
        frame: Frame,
    ) -> Result<After, NoCertificate> {
        if let Some(end) = line.verdict(claim) {
            return if end == verdict { Ok(After::Over) } else { Err(NoCertificate::Lost) };
        }
        if let Some(stones) = self.settled(line.game(), line.position(), claim, verdict) {
            return Ok(After::Leaf(Leaf::Life(stones)));
        }
        self.position(engine, line, claim, verdict, budget, frame).map(After::Entry)
    }

    /// The entry of a position with the loser to move, which is not over.
    fn position<G: Certified>(
        &mut self,
        engine: &mut dyn Engine<G>,
        line: &mut Line<'_, G>,
        claim: Claim,
        verdict: Verdict,
        budget: &mut Budget,
        frame: Frame,
    ) -> Result<Reference, NoCertificate> {
        let game = line.game();
        let winner = verdict.winner(claim);
        let mut class = game.class(line.position());
        if frame == Frame::Upright {
            class.symmetry = Symmetry::IDENTITY;
        }
        let timeless = game.repetition() == Repetition::Impossible && frame == Frame::Standard;
        if timeless && let Some(&entry) = self.by_class.get(&(class.key, claim, winner)) {
            return Ok(Reference { entry, symmetry: class.symmetry.0 });
        }
        self.lines += 1;
        if self.lines > MOST_LINES {
            return Err(NoCertificate::TooLong);
        }
        let mut replies = Vec::new();
        line.moves(&mut replies);
        let mut answers = Vec::with_capacity(replies.len());
        for reply in replies {
            line.play(reply);
            let then = self.answer(engine, line, claim, verdict, budget, class.symmetry);
            line.undo();
            let reply = game.number(game.map_move(class.symmetry, reply));
            answers.push(PositionAnswer { reply, then: then? });
        }
        answers.sort_by_key(|answer| answer.reply);
        let standard = game.image(class.symmetry, line.position());
        let Picture { stones: [black, white], passes, ko } = game.picture(&standard);
        let winner_checked = checked(winner);
        let entry =
            Entry::Position(Position { winner: winner_checked, black, white, passes, ko, answers });
        let reference = Reference { entry: self.write(entry), symmetry: class.symmetry.0 };
        if timeless {
            self.by_class.insert((class.key, claim, winner), reference.entry);
        }
        Ok(reference)
    }

    /// What the winner does after a reply; the entry's own picture is the line's after `symmetry`.
    fn answer<G: Certified>(
        &mut self,
        engine: &mut dyn Engine<G>,
        line: &mut Line<'_, G>,
        claim: Claim,
        verdict: Verdict,
        budget: &mut Budget,
        symmetry: Symmetry,
    ) -> Result<Then, NoCertificate> {
        let game = line.game();
        if let Some(end) = line.verdict(claim) {
            return if end == verdict { Ok(Then::Over) } else { Err(NoCertificate::Lost) };
        }
        if let Some(stones) = self.settled(game, line.position(), claim, verdict) {
            return Ok(Then::Leaf(Leaf::Life(self.turned(game, symmetry, stones))));
        }
        let solution = Solution { claim, verdict, best: None };
        let mv = self.winning_move(engine, line, &solution, budget)?;
        line.play(mv);
        let after = self.after(engine, line, claim, verdict, budget, Frame::Standard);
        line.undo();
        let number = game.number(game.map_move(symmetry, mv));
        Ok(match after? {
            After::Over => Then::MoveOver(number),
            After::Leaf(Leaf::Life(stones)) => {
                Then::MoveLeaf(number, Leaf::Life(self.turned(game, symmetry, stones)))
            }
            After::Entry(reference) => {
                // From the entry's picture to the line's, and on to that of the next entry.
                let back = game.inverse(symmetry);
                let next = game.then(back, Symmetry(reference.symmetry));
                Then::MoveEntry(number, Reference { symmetry: next.0, ..reference })
            }
        })
    }

    /// A set of points after a symmetry.
    fn turned<G: Certified>(&self, game: &G, symmetry: Symmetry, set: PointSet) -> PointSet {
        set.iter().map(|point| game.turned(symmetry, point)).collect()
    }
}

/// How an entry's picture lies: roots name their entries as they stand, others are turned to the
/// standard form of their class so that symmetric positions are shared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Frame {
    Upright,
    Standard,
}

/// What is so after a move of the winner's.
enum After {
    Over,
    Leaf(Leaf),
    Entry(Reference),
}

/// What an entry says, as words that can be compared.
fn key(entry: &Entry) -> Vec<u64> {
    let mut key = Vec::new();
    let set = |key: &mut Vec<u64>, set: &PointSet| {
        key.push(set.len() as u64);
        key.extend(set.iter().map(|point| point as u64));
    };
    match entry {
        Entry::Pattern(pattern) => {
            key.push(pattern.winner as u64);
            set(&mut key, &pattern.zone);
            set(&mut key, &pattern.need);
            for answer in &pattern.answers {
                let Reference { entry, symmetry } = answer.reference;
                key.extend([answer.point.into(), entry, symmetry.into()]);
            }
        }
        Entry::Position(position) => {
            key.push(2 + position.winner as u64);
            set(&mut key, &position.black);
            set(&mut key, &position.white);
            key.extend([position.passes.into(), position.ko.map_or(u64::MAX, u64::from)]);
            for PositionAnswer { reply, then } in &position.answers {
                key.push((*reply).into());
                match then {
                    Then::Over => key.push(0),
                    Then::Leaf(Leaf::Life(stones)) => {
                        key.push(1);
                        set(&mut key, stones);
                    }
                    Then::MoveOver(mv) => key.extend([2, (*mv).into()]),
                    Then::MoveLeaf(mv, Leaf::Life(stones)) => {
                        key.extend([3, (*mv).into()]);
                        set(&mut key, stones);
                    }
                    Then::MoveEntry(mv, Reference { entry, symmetry }) => {
                        key.extend([4, (*mv).into(), *entry, (*symmetry).into()]);
                    }
                }
            }
        }
    }
    key
}
