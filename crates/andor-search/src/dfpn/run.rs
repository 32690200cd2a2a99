//! One run of depth-first proof-number search: visits with thresholds, expansion, back-up.

use super::Dfpn;
use super::common::Tried;
use super::numbers::{Choice, Numbers, Together};
use crate::Answer;
use crate::budget::{Budget, Stop};
use crate::forecast::Kind;
use crate::line::Line;
use crate::memory::{Recalled, Solved, SolvedIn, key_for};
use crate::observe::{Observer, Rhythm, RootMove};
use crate::plugs::Considered;
use crate::ranking::sort_by_rank;
use crate::symmetry::{images, with_images};
use crate::zones::{Refuted, RefutedIn};
use andor_core::{Claim, Class, Game, Key, Player, Repetition, Thoroughness};
use std::sync::Arc;

/// The state of one run.
struct Run<'r, 'g, G: Game> {
    search: &'r mut Dfpn<G>,
    line: &'r mut Line<'g, G>,
    claim: Claim,
    budget: &'r mut Budget,
    observer: &'r mut dyn Observer<G>,
    rhythm: Rhythm,
    /// The open moves of the root with their numbers, when the search was there last.
    at_root: Vec<RootMove<G::Move>>,
    /// The number of expansions when the clock was read last.
    expansions: u64,
    /// How many moves led to the root.
    root: usize,
    /// The way from the root to the visited position.
    way: Vec<Step>,
}

/// A step of the way: the choice of the player to move, and the numbers of the child before the
/// visit.
struct Step {
    choice: Choice,
    mover: Player,
    child: Numbers,
}

/// The result of a visit.
enum Visit<M, Z> {
    /// A solution that was just found.
    Solved(Solved<M, Z>),
    /// A solution that was known before the visit.
    Known(Solved<M, Z>),
    Open(Numbers),
}

type Found<G> = Visit<<G as Game>::Move, <G as Game>::Zone>;

/// A move that is open.
struct Child<M> {
    mv: M,
    key: Key,
    numbers: Numbers,
}

/// A move that was not looked at yet, and its first numbers, if they were guessed.
type Later<M> = (M, Option<[u32; 2]>);

/// An expanded position during a visit.
struct Node<M, R> {
    children: Vec<Child<M>>,
    /// The moves that were not looked at yet, the next one last, with their first numbers.
    rest: Vec<Later<M>>,
    /// The refutations so far.
    refutations: Vec<R>,
    pruned: bool,
    studied: bool,
    /// The share of the open moves that count.
    share: f32,
    /// How many moves there were to try.
    moves: usize,
}

/// The moves to be tried in a position.
type TriedIn<G> = Tried<<G as Game>::Move, <G as Game>::Zone>;
type Frame<G> = Node<<G as Game>::Move, RefutedIn<G>>;

/// Searches until there is an answer.
pub(super) fn answer<G: Game>(
    search: &mut Dfpn<G>,
    line: &mut Line<'_, G>,
    claim: Claim,
    budget: &mut Budget,
    observer: &mut dyn Observer<G>,
) -> Answer<G::Move> {
    Run::new(search, line, claim, budget, observer).answer()
}

impl<'r, 'g, G: Game> Run<'r, 'g, G> {
    fn new(
        search: &'r mut Dfpn<G>,
        line: &'r mut Line<'g, G>,
        claim: Claim,
        budget: &'r mut Budget,
        observer: &'r mut dyn Observer<G>,
    ) -> Self {
        search.plugs.begin(line, budget);
        let (root, way, at_root) = (line.ply(), Vec::new(), Vec::new());
        let rhythm = Rhythm::new();
        let expansions = search.progress.expansions;
        Run { search, line, claim, budget, observer, rhythm, at_root, expansions, root, way }
    }

    /// Searches until there is an answer.
    fn answer(&mut self) -> Answer<G::Move> {
        let mut first = self.search.plugs.look_before_fill(self.line, self.claim);
        loop {
            let key = self.key();
            let visit = match first.take() {
                Some(solved) => {
                    self.search.progress.nodes += 1;
                    self.search.progress.expansions += 1;
                    Ok(self.settled(key, key, solved))
                }
                None => self.visit_filled(key, Numbers::UNREACHABLE),
            };
            match visit {
                Ok(Visit::Solved(solved) | Visit::Known(solved)) => {
                    self.observer.solved(self.line.position(), solved.verdict, solved.best);
                    self.measure();
                    return Answer::Solved { verdict: solved.verdict, best: solved.best };
                }
                // The thresholds of the root are out of reach.
                Ok(Visit::Open(_)) => {}
                Err(stop) => {
                    self.report_now();
                    return Answer::Stopped(stop);
                }
            }
        }
    }

    /// Visits the line's position after the knowledge has filled it in; `outer` is the key before
    /// fill-in.
    fn visit_filled(&mut self, outer: Key, thresholds: Numbers) -> Result<Found<G>, Stop> {
        self.search.plugs.fill_in(self.line, self.claim);
        let visit = self.visit(outer, thresholds);
        let is_filled = self.line.take_back();
        Ok(match visit? {
            Visit::Solved(solved) if is_filled => {
                let solved = self.before_fill(solved);
                // Where one solution answers for many positions, that without the fill-in answers
                // for others.
                if self.search.plugs.memory.covers_children() {
                    self.search.plugs.remember_as_is(self.line, self.claim, &solved);
                }
                Visit::Solved(solved)
            }
            Visit::Known(solved) if is_filled => Visit::Known(self.before_fill(solved)),
            visit => visit,
        })
    }

    /// A solution of the filled position, turned into a solution of the line's position before
    /// fill-in.
    fn before_fill(&self, solved: SolvedIn<G>) -> SolvedIn<G> {
        self.search.plugs.before_fill(self.line, self.claim, solved)
    }

    fn is_root(&self) -> bool {
        self.line.ply() == self.root
    }

    fn class(&self) -> Class {
        self.line.game().class(self.line.position())
    }

    /// The key of the line's position in the tables.
    fn key(&self) -> Key {
        key_for(self.claim, self.class().key)
    }

    /// Works below the line's position until it is solved or its numbers reach the thresholds.
    /// `outer` is the key that the position had before it was filled in.
    fn visit(&mut self, outer: Key, thresholds: Numbers) -> Result<Found<G>, Stop> {
        // 1. The budget, ends, and what is remembered.
        let before = self.search.progress.nodes;
        self.spend()?;
        let mut recalled = Recalled::default();
        if let Some(solved) = self.search.plugs.known(self.line, self.claim, &mut recalled) {
            self.note_solved(outer, &solved);
            return Ok(Visit::Known(solved));
        }
        let class = self.class();
        let key = key_for(self.claim, class.key);
        let numbers = self.search.common.numbers(key);
        if let Some(solved) = self.by_numbers(numbers).filter(|_| !self.is_root()) {
            self.note_solved(outer, &solved);
            return Ok(Visit::Known(solved));
        }
        if key != outer
            && let Some(numbers) = numbers
            && numbers.verdict().is_none()
            && numbers.reach(thresholds)
        {
            return Ok(self.open(outer, numbers, before));
        }

        // 2. The moves, and what is known about where they lead.
        let tried = match self.tried(class) {
            Ok(tried) => tried,
            Err(solved) => return Ok(self.settled(key, outer, solved)),
        };
        let threats = recalled.threats.into_iter().map(Refuted::by_threat).collect();
        let mut node = match self.expand(class, &tried, threats) {
            Ok(node) => node,
            Err(solved) => return Ok(self.settled(key, outer, solved)),
        };
        let mover = self.line.to_move();
        loop {
            // 3. Back-up, and the choice among the moves that count.
            if let Some(solved) = self.look_at(&mut node) {
                return Ok(self.settled(key, outer, solved));
            }
            if node.children.is_empty() {
                let solved = self.lost(&node, before);
                return Ok(self.settled(key, outer, solved));
            }
            let choice = self.choose(&node);
            if choice.numbers.reach(thresholds) {
                let visit = self.open(key, choice.numbers, before);
                if key != outer {
                    self.open(outer, choice.numbers, before);
                }
                return Ok(visit);
            }

            // 4. Before the search goes on below the position it is studied.
            if !node.studied {
                let refutations = std::mem::take(&mut node.refutations);
                let studied =
                    self.study(class).and_then(|tried| self.expand(class, &tried, refutations));
                match studied {
                    Ok(studied) => node = studied,
                    Err(solved) => return Ok(self.settled(key, outer, solved)),
                }
                continue;
            }

            // 5. The chosen child.
            let Child { mv, key: child, numbers } = node.children[choice.best];
            if self.is_root() {
                self.observer.guess(mv);
                self.look_from_root(&node.children);
            }
            let epsilon = self.search.options.epsilon;
            let limits = choice.thresholds(self.claim, mover, numbers, thresholds, epsilon);
            self.search.common.enter(child);
            self.way.push(Step { choice, mover, child: numbers });
            self.line.play(mv);
            let visit = self.visit_filled(child, limits);
            self.line.undo();
            self.search.common.leave(child);
            let visit = visit?;
            self.way.pop();
            match visit {
                Visit::Open(numbers) => node.children[choice.best].numbers = numbers,
                Visit::Solved(solved) | Visit::Known(solved) => {
                    if solved.verdict.winner(self.claim) == mover {
                        let solved = self.won(mv, &solved, before);
                        return Ok(self.settled(key, outer, solved));
                    }
                    self.refute(&mut node, mv, solved.zone);
                }
            }
            if self.search.common.is_shared()
                && let Some(solved) = self.refresh(&mut node, before)
            {
                return Ok(self.settled(key, outer, solved));
            }
        }
    }

    /// Notes the open moves of the root. The work for a move is the smaller of its numbers.
    fn look_from_root(&mut self, children: &[Child<G::Move>]) {
        let seen = children.iter().map(|child| {
            let (proof, disproof) = child.numbers.pair();
            RootMove { mv: child.mv, chance: None, work: Some(proof.min(disproof) as f32) }
        });
        self.at_root.clear();
        self.at_root.extend(seen);
    }

    /// The solution from the table of numbers, for a position that the memory has forgotten.
    fn by_numbers(&self, numbers: Option<Numbers>) -> Option<SolvedIn<G>> {
        let game = self.line.game();
        let verdict = numbers?.verdict()?;
        let timeless = game.repetition() == Repetition::Impossible;
        let zone = self.search.plugs.zones.whole(game);
        timeless.then_some(Solved { verdict, best: None, zone, work: 1 })
    }

    /// The moves of the position that are open, or its solution.
    fn expand(
        &mut self,
        class: Class,
        tried: &TriedIn<G>,
        refutations: Vec<RefutedIn<G>>,
    ) -> Result<Frame<G>, SolvedIn<G>> {
        let game = self.line.game();
        let back = game.inverse(class.symmetry);
        let Tried { pruned, studied, share, .. } = *tried;
        let (children, rest) = (Vec::new(), Vec::new());
        let mut node = Node { children, rest, refutations, pruned, studied, share, moves: 0 };
        let threat = |&zone| Refuted::by_threat(self.search.plugs.zones.map(game, back, zone));
        node.refutations.extend(tried.threats.iter().map(threat));
        let first = |i: usize| tried.first.get(i).copied();
        let mut moves: Vec<Later<G::Move>> = (tried.moves.iter().enumerate())
            .map(|(i, &mv)| (game.map_move(back, mv), first(i)))
            .collect();
        moves.retain(|&(mv, _)| self.line.allows(mv));
        if moves.is_empty() && !tried.pruned {
            let verdict = self.claim.judge(game.stuck(self.line.position()));
            let zone = self.search.plugs.zones.whole(game);
            return Err(Solved { verdict, best: None, zone, work: 1 });
        }
        let stabilizer = self.line.stabilizer();
        if stabilizer != 1 {
            let all: Vec<G::Move> = moves.iter().map(|(mv, _)| *mv).collect();
            moves.retain(|&(mv, _)| {
                !images(stabilizer)
                    .map(|symmetry| game.map_move(symmetry, mv))
                    .any(|image| image < mv && all.contains(&image))
            });
        }
        node.moves = moves.len();
        moves.reverse();
        node.rest = moves;
        self.look_at(&mut node).map_or(Ok(node), Err)
    }

    /// Looks at moves: at all of them, or at as many as count. Gives the solution if one of them
    /// wins.
    fn look_at(&mut self, node: &mut Frame<G>) -> Option<SolvedIn<G>> {
        let (game, mover) = (self.line.game(), self.line.to_move());
        let is_lazy = self.search.options.lazy;
        while !is_lazy || node.children.len() < self.width(node) {
            let Some((mv, first)) = node.rest.pop() else { break };
            let pos = self.line.position();
            let zones = &self.search.plugs.zones;
            if node.refutations.iter().any(|known| zones.refutes(game, pos, known, mv)) {
                continue;
            }
            let (key, numbers, known) = match self.open_child(mv) {
                Some((key, numbers)) => (key, numbers, None),
                None => {
                    self.line.play(mv);
                    let key = self.key();
                    let numbers = self.search.common.numbers(key);
                    let known = self.known_child(numbers);
                    self.line.undo();
                    (key, numbers, known)
                }
            };
            match known {
                None => {
                    let numbers = numbers.filter(|numbers| numbers.verdict().is_none());
                    let new = || match first {
                        Some(first) => Numbers::guessed(self.claim, mover, first),
                        None => Numbers::NEW,
                    };
                    let numbers = numbers.unwrap_or_else(new);
                    node.children.push(Child { mv, key, numbers });
                }
                Some(solved) if solved.verdict.winner(self.claim) == mover => {
                    return Some(self.won(mv, &solved, self.search.progress.nodes));
                }
                Some(solved) => self.refute(node, mv, solved.zone),
            }
        }
        None
    }

    /// The key of a child and its numbers in the table, if it is seen without playing the move that
    /// the child is open.
    fn open_child(&self, mv: G::Move) -> Option<(Key, Option<Numbers>)> {
        let class = self.line.game().class_after(self.line.position(), mv)?;
        let key = key_for(self.claim, class.key);
        let numbers = self.search.common.numbers(key);
        numbers.is_none_or(|numbers| numbers.verdict().is_none()).then_some((key, numbers))
    }

    /// How many moves count.
    fn width(&self, node: &Frame<G>) -> usize {
        let open = node.children.len() + node.rest.len();
        self.search.options.base as usize + (node.share * open as f32).ceil() as usize
    }

    /// The known solution of a child, without a visit; `numbers` are the child's numbers in the
    /// table.
    fn known_child(&mut self, numbers: Option<Numbers>) -> Option<SolvedIn<G>> {
        let game = self.line.game();
        if let Some(verdict) = self.line.verdict(self.claim) {
            let zone = self.search.plugs.zones.end(game, self.line.position());
            return Some(Solved { verdict, best: None, zone, work: 1 });
        }
        // A position that was solved has numbers, unless the table has forgotten them.
        if numbers.is_some() && !self.search.plugs.memory.covers_children() {
            let search = &mut *self.search;
            let known = search.plugs.memory.look(self.line, self.claim, &*search.plugs.knowledge);
            if known.is_some() {
                return known;
            }
        }
        // What was solved as another position that the knowledge made of it is in the table alone.
        // A memory that covers that one, or the knowledge, may tell what it depends on.
        let solved = self.by_numbers(numbers)?;
        if !self.search.plugs.memory.covers_children() {
            return Some(solved);
        }
        self.search.plugs.fill_in(self.line, self.claim);
        let known = self.search.plugs.known(self.line, self.claim, &mut Recalled::default());
        let known = known.or_else(|| self.consider(Thoroughness::Full).err());
        let is_filled = self.line.take_back();
        match known {
            Some(known) if is_filled => Some(self.before_fill(known)),
            known => known.or(Some(solved)),
        }
    }

    /// The moves to be tried: as they were found before, or by asking the knowledge.
    fn tried(&mut self, class: Class) -> Result<Arc<TriedIn<G>>, SolvedIn<G>> {
        if let Some(tried) = self.search.common.tried(key_for(self.claim, class.key)) {
            return Ok(tried);
        }
        self.search.progress.expansions += 1;
        if !self.search.plugs.knowledge.has_quick_look() || self.is_root() {
            return self.study(class);
        }
        let tried = self.consider(Thoroughness::Quick)?;
        Ok(self.keep_tried(class, tried))
    }

    /// The moves to be tried below the position, in order.
    fn study(&mut self, class: Class) -> Result<Arc<TriedIn<G>>, SolvedIn<G>> {
        let mut tried = Tried { studied: true, ..self.consider(Thoroughness::Full)? };
        if tried.moves.len() > 1 || self.is_root() {
            let (game, pos) = (self.line.game(), self.line.position());
            let mut guesses = Vec::new();
            let heuristic = &mut self.search.plugs.heuristic;
            let chance = heuristic.guess(game, pos, self.claim, &tried.moves, &mut guesses);
            if self.search.options.narrow {
                tried.share = tried.share.min(2.0 * chance);
            }
            let mut order: Vec<usize> = (0..tried.moves.len()).collect();
            sort_by_rank(&mut order, |&i| -guesses[i].chance);
            if self.search.options.guessed {
                let works =
                    order.iter().map(|&i| [guesses[i].work_if_won, guesses[i].work_if_lost]);
                tried.first = works.map(|works| works.map(first_number)).collect();
            }
            tried.moves = order.into_iter().map(|i| tried.moves[i]).collect();
        }
        Ok(self.keep_tried(class, tried))
    }

    /// The moves that the knowledge leaves.
    fn consider(&self, look: Thoroughness) -> Result<TriedIn<G>, SolvedIn<G>> {
        let mut moves = Vec::new();
        self.line.game().moves(self.line.position(), &mut moves);
        let search = &*self.search;
        let considered = search.plugs.consider(self.line, self.claim, look, &mut moves)?;
        let Considered { threats, pruned } = considered;
        let (first, share) = (Vec::new(), search.options.share);
        Ok(Tried { moves, first, share, threats, studied: false, pruned })
    }

    /// Remembers the moves to be tried in the standard form of their class, unless the knowledge
    /// may have ended early.
    fn keep_tried(&self, class: Class, mut tried: TriedIn<G>) -> Arc<TriedIn<G>> {
        let game = self.line.game();
        tried.moves.iter_mut().for_each(|mv| *mv = game.map_move(class.symmetry, *mv));
        let map = |zone| self.search.plugs.zones.map(game, class.symmetry, zone);
        tried.threats.iter_mut().for_each(|zone| *zone = map(*zone));
        let tried = Arc::new(tried);
        if !self.budget.has_ended() {
            self.search.common.keep_tried(key_for(self.claim, class.key), tried.clone());
        }
        tried
    }

    /// Chooses among the children that count.
    fn choose(&self, node: &Frame<G>) -> Choice {
        let options = &self.search.options;
        let open = node.children.len() + node.rest.len();
        let counted = &node.children[..self.width(node).min(node.children.len())];
        let busy = match self.search.common.is_shared() {
            true => self.search.common.busy(counted.iter().map(|child| child.key)),
            false => Vec::new(),
        };
        let numbers = counted.iter().map(|child| child.numbers).enumerate();
        let (claim, mover) = (self.claim, self.line.to_move());
        let busy = |i| busy.get(i).copied().unwrap_or(0);
        let together = if options.sum { Together::Sum } else { Together::Largest };
        let mut choice = Choice::new(claim, mover, numbers, open - counted.len(), together, busy);
        let best = choice.best;
        let others = node.children.iter().enumerate().filter(|(i, _)| *i != best);
        let later = std::iter::repeat_n(Numbers::NEW, node.rest.len());
        let others = others.map(|(_, child)| child.numbers).chain(later);
        choice.add_done(claim, mover, others, node.moves - open);
        choice.numbers = choice.with(claim, mover, node.children[best].numbers);
        choice
    }

    /// Removes a refuted move and all moves that cannot meet the refutation.
    fn refute(&self, node: &mut Frame<G>, mv: G::Move, zone: G::Zone) {
        let (game, pos) = (self.line.game(), self.line.position());
        let zones = &*self.search.plugs.zones;
        let refutation = zones.refutation(game, pos, mv, zone);
        for refutation in with_images(zones, game, self.line.stabilizer(), refutation) {
            node.refutations.push(refutation);
            let refuted = |other| other == mv || zones.refutes(game, pos, &refutation, other);
            node.children.retain(|child| !refuted(child.mv));
        }
    }

    /// Reads again the results of other threads about the position and its children; gives the
    /// solution if there is one.
    fn refresh(&mut self, node: &mut Frame<G>, before: u64) -> Option<SolvedIn<G>> {
        let search = &*self.search;
        let own = search.plugs.memory.look(self.line, self.claim, &*search.plugs.knowledge);
        if own.is_some() {
            return own;
        }
        let mover = self.line.to_move();
        let mut i = 0;
        while i < node.children.len() {
            let Child { mv, key, .. } = node.children[i];
            match self.search.common.numbers(key) {
                Some(numbers) if numbers.verdict().is_some() => {
                    self.line.play(mv);
                    let known = self.known_child(Some(numbers));
                    self.line.undo();
                    match known {
                        Some(solved) if solved.verdict.winner(self.claim) == mover => {
                            return Some(self.won(mv, &solved, before));
                        }
                        Some(solved) => {
                            self.refute(node, mv, solved.zone);
                            continue;
                        }
                        None => {}
                    }
                }
                Some(numbers) => node.children[i].numbers = numbers,
                None => {}
            }
            i += 1;
        }
        None
    }

    fn work_since(&self, before: u64) -> u32 {
        (self.search.progress.nodes - before).clamp(1, u64::from(u32::MAX)) as u32
    }

    /// The solution of a position won by a move.
    fn won(&self, mv: G::Move, solved: &SolvedIn<G>, before: u64) -> SolvedIn<G> {
        self.search.plugs.won(self.line, mv, solved, self.work_since(before))
    }

    /// The solution of a position without open moves.
    fn lost(&mut self, node: &Frame<G>, before: u64) -> SolvedIn<G> {
        let (refutations, work) = (node.refutations.clone(), self.work_since(before));
        self.search.plugs.lost(self.line, self.claim, refutations, node.pruned, work)
    }

    /// Remembers a solution that was just found.
    fn settled(&mut self, key: Key, outer: Key, solved: SolvedIn<G>) -> Found<G> {
        self.search.plugs.remember_as_is(self.line, self.claim, &solved);
        self.search.progress.solved += 1;
        self.observer.solved(self.line.position(), solved.verdict, solved.best);
        if key != outer {
            let numbers = Numbers::solved(solved.verdict);
            self.search.common.keep_numbers(key, numbers, solved.work);
        }
        self.note_solved(outer, &solved);
        Visit::Solved(solved)
    }

    /// Notes in the table that a position is solved.
    fn note_solved(&self, outer: Key, solved: &SolvedIn<G>) {
        self.search.common.keep_numbers(outer, Numbers::solved(solved.verdict), solved.work);
    }

    /// Notes in the table what the numbers of a position are.
    fn open(&self, key: Key, numbers: Numbers, before: u64) -> Found<G> {
        self.search.common.keep_numbers(key, numbers, self.work_since(before));
        Visit::Open(numbers)
    }

    /// Spends the budget and reports now and then.
    fn spend(&mut self) -> Result<(), Stop> {
        self.search.progress.nodes += 1;
        if let Some(stop) = self.budget.spend(1) {
            return Err(stop);
        }
        // Knowledge may take long, so that the clock is asked after every expansion.
        if self.search.progress.expansions > self.expansions {
            self.expansions = self.search.progress.expansions;
            if let Some(stop) = self.budget.look() {
                return Err(stop);
            }
            if self.rhythm.is_due() {
                self.report_now();
            }
        }
        Ok(())
    }

    /// Measures the progress and tells the observer.
    fn report_now(&mut self) {
        self.measure();
        let line: Vec<G::Move> = self.line.played().skip(self.root).collect();
        self.observer.outlook(&line, &self.at_root);
        self.observer.progress(&self.search.progress);
    }

    fn measure(&mut self) {
        let search = &mut *self.search;
        search.progress.memory = search.plugs.bytes() + search.common.bytes();
        search.progress.playouts = search.plugs.heuristic.playouts();
        let root = self.root_now();
        let progress = &mut self.search.progress;
        progress.proof_numbers = root.map(Numbers::pair);
        progress.foresee(Kind::Dfpn, root.map(Numbers::share_done));
    }

    /// The numbers of the root, if the search went back to the root now.
    fn root_now(&self) -> Option<Numbers> {
        let back = |child, step: &Step| step.choice.with(self.claim, step.mover, child);
        Some(self.way.iter().rev().fold(self.way.last()?.child, back))
    }
}

/// The first number for an expected work.
fn first_number(work: f32) -> u32 {
    work.round().clamp(1.0, 1e6) as u32
}
