//! Learning depth-first proof-number search: numbers foreseen by a model that is fitted while the
//! search runs, and wins that rest on the winner's stones.
//!
//! Plain depth-first proof-number search ([`crate::dfpn`]) begins with the numbers 1 and 1 at
//! every new position, so that it learns how hard a position is by searching there. This search
//! *foresees* the numbers ([`Foresight`]): the logarithm of a number is regressed on features of
//! the position, one step after each visit, with what the visit returned as the target. No
//! training data is needed. The whole board of 3x6 takes 0.9 million nodes with foresight and 10.8
//! million without.
//!
//! * **One prover at a time.** A run asks whether one player, the prover, can win the claim if a
//!   repetition is lost for the prover. A win in that game is a fact that holds on every line: the
//!   positions of its strategy can be ranked, and the prover always goes to a smaller rank. So
//!   proofs are kept without regard to the line. That the prover does not win is a fact if the
//!   refutation comes back to no position above its own, or only to the position itself. Runs for
//!   both players take turns; the player who seems closer to a win gets more nodes.
//! * **Verdicts.** A win of a prover is a verdict. A refutation of a prover is the opponent's win
//!   if the rules give no long cycle to the prover. If both provers are refuted the value depends
//!   on the worth of long cycles, and another search is asked. The other search also gets a fifth
//!   of the nodes from the beginning: refutations by repetition are not kept here, so that a claim
//!   that hangs on repetitions may take both provers very long.
//! * **Wins by stones** ([`WonByStones`]). Most wins depend on the winner's stones and on few of
//!   the loser's. They are kept by the winner's stones (`wins`), and answer for every position in
//!   which the loser's stones are the same on the reach of the win. Of the loser's moves those are
//!   left out that a known reach refutes.
//! * **The pass first.** At the opponent's turn the pass is refuted first: that must be done
//!   anyway, and the refutation has the reach that refutes other moves.
//! * **The prover does not pass**, at first: there are fewer moves, and only wins without a pass
//!   rest on stones. If the prover is refuted in that game, passes are allowed.
//!
//! The numbers are added up where all moves count. Learning in the search is chaotic: harmless
//! changes alter the nodes by a factor of two or three.

mod busy;
mod entry;
mod run;
mod wins;

pub use busy::Busy;
pub use entry::{Entry, MOST_POINTS};
pub use wins::Wins;

use crate::budget::{Budget, Stop};
use crate::compact::Compact;
use crate::explain::KnownVerdict;
use crate::ground::Ground;
use crate::line::Line;
use crate::observe::{Observer, Progress};
use crate::table::Table;
use crate::{Answer, Search};
use andor_core::{
    Claim, Details, Foresight, Game, Key, KeySource, Numbered, Oracle, Player, Repetition, Verdict,
    WonByStones,
};
use run::Run;
use std::sync::Arc;

/// The options of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The search stays below a child until the child falls behind the next one by a factor of 1 +
    /// this.
    pub epsilon: f32,
    /// The factor on the first number of a pass, for the player who passes.
    pub pass: f32,
    /// By how much a thread that works at a position raises the position's number for other
    /// threads, as a factor of 1 + this.
    pub apart: f32,
}

impl Default for Options {
    fn default() -> Self {
        Options { epsilon: 3.0, pass: 4.0, apart: 2.0 }
    }
}

/// The part of the search about one player as the prover.
struct Side<F> {
    foresight: F,
    /// May the prover pass?
    may_pass: bool,
    /// Nodes spent on the present claim.
    nodes: u64,
}

/// The search with its plugs: knowledge, foresight, a table of positions and a store of wins.
pub struct Learning<G: Game, K, F, T = Compact<Entry>> {
    knowledge: K,
    sides: [Side<F>; 2],
    table: T,
    wins: Arc<Wins>,
    /// The positions at which threads that share the table work.
    busy: Option<Arc<Busy>>,
    /// The search for claims that depend on the worth of long cycles.
    rest: Box<dyn Search<G>>,
    /// Nodes that it spent on the present claim.
    rest_nodes: u64,
    options: Options,
    progress: Progress,
    /// The ground of the last search's facts.
    ground: Option<Ground>,
    /// The claim about which the sides know their nodes.
    claim: Option<Claim>,
}

impl<G: Game, K, F> Learning<G, K, F> {
    /// A search with these plugs; a foresight for each player as the prover.
    pub fn new(
        knowledge: K,
        foresight: impl FnMut(Player) -> F,
        rest: impl Search<G> + 'static,
    ) -> Self {
        Learning::with_table(knowledge, foresight, rest, Compact::default(), Arc::default())
    }
}

impl<G: Game, K, F, T> Learning<G, K, F, T> {
    /// A search with a table and a store of wins, which several searches may share.
    pub fn with_table(
        knowledge: K,
        mut foresight: impl FnMut(Player) -> F,
        rest: impl Search<G> + 'static,
        table: T,
        wins: Arc<Wins>,
    ) -> Self {
        let sides = Player::both(|player| {
            let foresight = foresight(player);
            Side { foresight, may_pass: false, nodes: 0 }
        });
        Learning {
            knowledge,
            sides,
            table,
            wins,
            busy: None,
            rest: Box::new(rest),
            rest_nodes: 0,
            options: Options::default(),
            progress: Progress::default(),
            ground: None,
            claim: None,
        }
    }

    /// The same search as one of several threads that share its table and mark the positions at
    /// which they work.
    pub fn beside(self, busy: Arc<Busy>) -> Self {
        Learning { busy: Some(busy), ..self }
    }

    /// The same search with other options.
    pub fn with_options(self, options: Options) -> Self {
        Learning { options, ..self }
    }

    /// A key that keeps the positions of a claim, a prover and a rule about the prover's passes
    /// apart from others.
    fn apart(&self, claim: Claim, prover: Player, may_pass: bool) -> Key {
        let number = u64::from(claim.at_least.0 as u16) << 3
            | (claim.attacker.index() as u64) << 2
            | (prover.index() as u64) << 1
            | u64::from(may_pass);
        KeySource::new(number << 16 | 0x1D).next_key()
    }

    /// A key that keeps the wins of a claim and a prover apart from others.
    fn wins_apart(&self, claim: Claim, prover: Player) -> Key {
        self.apart(claim, prover, false)
    }
}

/// The first turn of a prover has so many nodes.
const FIRST_TURN: u64 = 1000;

/// A turn has one in so many of the nodes spent so far.
const TURN_SHARE: u64 = 4;

/// The player who seems farther from a win gets one in so many nodes at least.
const LEAST_SHARE: u64 = 16;

/// The other search gets one in so many of the nodes of both provers.
const REST_SHARE: u64 = 4;

/// The other search gets one in so many bytes.
const REST_MEMORY: usize = 8;

/// How a turn ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TurnEnd {
    Won,
    Refuted,
    Open,
}

/// A turn of a prover.
struct Turn<M> {
    end: TurnEnd,
    /// The numbers of the root.
    numbers: [f32; 2],
    /// The prover's move that looks best.
    best: Option<M>,
}

impl<G, K, F, T> Learning<G, K, F, T>
where
    G: WonByStones<Move: Numbered>,
    K: Oracle<G>,
    F: Foresight<G>,
    T: Table<Entry> + Send,
{
    /// Does no long cycle make the prover win?
    fn cycles_are_lost(game: &G, claim: Claim, prover: Player) -> bool {
        let repetition = game.repetition();
        let ends = [-1, 0, 1].map(|sum| repetition.ends(sum));
        let is_lost = |outcome| claim.judge(outcome).winner(claim) != prover;
        repetition == Repetition::Impossible || ends.into_iter().flatten().all(is_lost)
    }

    fn measure(&mut self) {
        let foresights = self.sides.iter().map(|side| side.foresight.bytes()).sum::<usize>();
        self.progress.memory =
            self.table.bytes() + self.wins.bytes() + foresights + self.knowledge.bytes();
    }

    /// The turn of a prover: so many nodes.
    fn turn(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        prover: Player,
        (budget, nodes): (&mut Budget, u64),
        observer: &mut dyn Observer<G>,
    ) -> Result<Turn<G::Move>, Stop> {
        let mut part = budget.part(nodes);
        let mut run = Run::new(self, line, claim, prover, &mut part, observer);
        let found = run.search();
        let (numbers, best) = (run.at_root(), run.best());
        let (end, numbers) = match found {
            Ok(true) => (TurnEnd::Won, numbers),
            Ok(false) if !self.sides[prover.index()].may_pass => {
                self.sides[prover.index()].may_pass = true;
                (TurnEnd::Open, [1.0; 2])
            }
            Ok(false) => (TurnEnd::Refuted, numbers),
            Err(Stop::Nodes) if budget.nodes_left() > 0 => (TurnEnd::Open, numbers),
            Err(stop) => return Err(stop),
        };
        Ok(Turn { end, numbers, best })
    }

    /// Settles the claim by runs of both provers in turns.
    fn search(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut dyn Observer<G>,
    ) -> Answer<G::Move> {
        let game = line.game();
        if let Some(verdict) = line.verdict(claim) {
            return Answer::Solved { verdict, best: None };
        }
        let settled = self.knowledge.settle(game, line.position(), claim, Details::MOVE);
        if let Some(settled) = settled {
            return Answer::Solved { verdict: settled.verdict, best: settled.best };
        }
        let mut is_refuted = [false; 2];
        let mut numbers = [[1.0_f32; 2]; 2];
        loop {
            let spent = self.sides.each_ref().map(|side| side.nodes);
            let all = spent[0] + spent[1];
            let nodes = (all / TURN_SHARE).max(FIRST_TURN);
            if is_refuted == [true; 2] || self.rest_nodes < all / REST_SHARE {
                let share = if is_refuted == [true; 2] { u64::MAX } else { nodes };
                let mut part = budget.part(share).memory(budget.most_bytes() / REST_MEMORY);
                let before = self.rest.progress().nodes;
                let answer = self.rest.solve(line, claim, &mut part, observer);
                self.rest_nodes += self.rest.progress().nodes - before;
                match answer {
                    Answer::Stopped(Stop::Nodes) if budget.nodes_left() > 0 => {}
                    answer => return answer,
                }
            }
            let odds = |[proof, disproof]: [f32; 2]| proof.ln() - disproof.ln();
            let closer = match odds(numbers[0]) <= odds(numbers[1]) {
                true => Player::Black,
                false => Player::White,
            };
            let farther = closer.other();
            let is_behind = spent[farther.index()] < all / LEAST_SHARE;
            let prover = match is_refuted[closer.index()] {
                true => farther,
                false if is_behind && !is_refuted[farther.index()] => farther,
                false => closer,
            };
            let turn = self.turn(line, claim, prover, (&mut *budget, nodes), observer);
            let Turn { end, numbers: at_root, best } = match turn {
                Ok(turn) => turn,
                Err(stop) => return Answer::Stopped(stop),
            };
            numbers[prover.index()] = at_root;
            if let Some(mv) = best.filter(|_| end == TurnEnd::Open && prover == line.to_move()) {
                observer.guess(mv);
            }
            match end {
                TurnEnd::Won => {
                    let verdict = Verdict::for_winner(claim, prover);
                    return Answer::Solved { verdict, best: self.move_of(line, claim, prover) };
                }
                TurnEnd::Refuted if Self::cycles_are_lost(game, claim, prover) => {
                    let verdict = Verdict::for_winner(claim, prover.other());
                    return Answer::Solved { verdict, best: None };
                }
                TurnEnd::Refuted => is_refuted[prover.index()] = true,
                TurnEnd::Open => {}
            }
        }
    }

    /// The move by which a prover who has won the line's position wins it.
    fn move_of(&mut self, line: &mut Line<'_, G>, claim: Claim, prover: Player) -> Option<G::Move> {
        let (_, best) = self.proven(line, claim, prover)?;
        best.filter(|&mv| line.allows(mv))
    }

    /// Is the position known to be won by a prover? With the move, if it is known.
    fn proven(
        &self,
        line: &Line<'_, G>,
        claim: Claim,
        prover: Player,
    ) -> Option<(bool, Option<G::Move>)> {
        let (game, pos) = (line.game(), line.position());
        let ground = self.ground?;
        let back = |symmetry, number: Option<u8>| {
            let mv = G::Move::with_number(number?.into());
            let mv = game.map_move(game.inverse(symmetry), mv);
            let mut moves = Vec::new();
            game.moves(pos, &mut moves);
            moves.contains(&mv).then_some(mv)
        };
        // What was proven without passes is proven with passes; what was refuted is not.
        let now = self.sides[prover.index()].may_pass;
        for may_pass in [false, true] {
            let class = ground.apart(self.apart(claim, prover, may_pass)).class(game, pos);
            match self.table.get(class.key) {
                Some(Entry::Proven { mv, .. }) => return Some((true, back(class.symmetry, mv))),
                Some(Entry::Refuted) if may_pass && now => return Some((false, None)),
                _ => {}
            }
        }
        if ground.is_bare && game.can_rest_on_stones() && game.is_alike(pos, prover) {
            let stones = game.class_of_stones(pos, prover);
            let others = game.map_points(stones.symmetry, game.stones_of(pos, prover.other()));
            let (_, mv) = self.wins.find(stones.key ^ self.wins_apart(claim, prover), others)?;
            return Some((true, back(stones.symmetry, mv)));
        }
        None
    }
}

impl<G, K, F, T> Search<G> for Learning<G, K, F, T>
where
    G: WonByStones<Move: Numbered>,
    K: Oracle<G>,
    F: Foresight<G>,
    T: Table<Entry> + Send,
{
    fn solve(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut dyn Observer<G>,
    ) -> Answer<G::Move> {
        let game = line.game();
        if game.repetition() == Repetition::Forbidden {
            return self.rest.solve(line, claim, budget, observer);
        }
        self.knowledge.heed(&budget.halt());
        let bytes = budget.most_bytes();
        self.wins.limit(bytes / 3);
        self.table.limit(bytes - bytes / 3 - bytes / REST_MEMORY);
        let ground = Ground::new(line);
        self.ground = Some(ground);
        if self.claim != Some(claim) {
            self.claim = Some(claim);
            self.rest_nodes = 0;
            self.sides.iter_mut().for_each(|side| (side.nodes, side.may_pass) = (0, false));
        }
        let answer = self.search(line, claim, budget, observer);
        self.measure();
        if let Answer::Stopped(_) = answer {
            observer.progress(&self.progress);
        }
        answer
    }

    fn known(&mut self, line: &mut Line<'_, G>, claim: Claim) -> Option<KnownVerdict<G::Move>> {
        let settled = self.knowledge.settle(line.game(), line.position(), claim, Details::MOVE);
        if let Some(settled) = settled {
            return Some(KnownVerdict { verdict: settled.verdict, best: settled.best, work: 0 });
        }
        self.remembered(line, claim)
    }

    fn remembered(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
    ) -> Option<KnownVerdict<G::Move>> {
        for prover in Player::BOTH {
            let verdict = Verdict::for_winner(claim, prover);
            match self.proven(line, claim, prover) {
                Some((true, mv)) => {
                    let best = mv.filter(|&mv| line.to_move() == prover && line.allows(mv));
                    return Some(KnownVerdict { verdict, best, work: 1 });
                }
                Some((false, _)) if Self::cycles_are_lost(line.game(), claim, prover) => {
                    let verdict = Verdict::for_winner(claim, prover.other());
                    return Some(KnownVerdict { verdict, best: None, work: 1 });
                }
                _ => {}
            }
        }
        self.rest.known(line, claim)
    }

    fn progress(&self) -> Progress {
        let rest = self.rest.progress();
        Progress {
            nodes: self.progress.nodes + rest.nodes,
            expansions: self.progress.expansions + rest.expansions,
            solved: self.progress.solved + rest.solved,
            memory: self.progress.memory + rest.memory,
            ..self.progress
        }
    }
}
