//! One run of alpha-beta: iterative deepening at the root and the recursive search of a node.

use super::facts::{Bound, Entry, Place, StoredGuess};
use super::lists::{Lists, take_first, take_out};
use super::{AlphaBeta, Busy, options};
use crate::budget::{Budget, Stop};
use crate::ground::Ground;
use crate::line::{Line, Peek};
use crate::memory::{Recalled, Solved, SolvedIn};
use crate::observe::Observer;
use crate::symmetry::{images, with_images};
use crate::table::Table;
use crate::zones::{Refuted, RefutedIn};
use andor_core::{
    Claim, Details, Evaluate, Game, Key, Numbered, Oracle, Player, PointSet, Verdict,
};
use std::sync::Arc;

/// The value of a proven win, for the player to move; evaluations lie far below.
const WIN: i32 = 1_000_000;

/// From this depth on all children are looked up in the table before a child is searched (enhanced
/// transposition cut-offs).
const LOOK_AHEAD_DEPTH: u16 = 2;

/// Sibling promotion is used from this depth on.
const PROMOTION_DEPTH: u16 = 3;

/// Threads mark the positions that they search from this depth on.
const BUSY_DEPTH: u16 = 3;

/// The observer gets a report every so many nodes.
const NODES_PER_REPORT: u64 = 1 << 14;

/// The debt of a verdict that owes nothing to the line.
const NOTHING: usize = usize::MAX;

/// A value for the player to move.
#[derive(Clone, Copy)]
struct Valued<Z> {
    value: i32,
    /// For a win or a loss: the zone, and the ply of the earliest position of the line to which the
    /// winner's strategy comes back ([`NOTHING`] if to none).
    sure: Option<(Z, usize)>,
}

/// Were the end of the game and the knowledge already tried for this position?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Checks {
    Due,
    Done,
}

/// A node: the depth to search, the window of values, the ply, and the place of its entry.
#[derive(Clone, Copy)]
struct Node {
    depth: u16,
    alpha: i32,
    beta: i32,
    ply: usize,
    place: Place,
}

pub(super) struct Run<'r, 'g, G: Game, K, H, T> {
    search: &'r mut AlphaBeta<G, K, H, T>,
    line: &'r mut Line<'g, G>,
    claim: Claim,
    budget: &'r mut Budget,
    observer: &'r mut dyn Observer<G>,
    ground: Ground,
    lists: Vec<Lists<G::Move, RefutedIn<G>>>,
    /// The kind of verdict that the knowledge is asked for.
    wanted: Details,
    /// Does the memory use zones?
    zoned: bool,
    /// The winning move of the position that was solved last; at the end of the search this is the
    /// root.
    last_best: Option<G::Move>,
}

impl<'r, 'g, G, K, H, T> Run<'r, 'g, G, K, H, T>
where
    G: Game<Move: Numbered>,
    K: Oracle<G>,
    H: Evaluate<G>,
    T: Table<Entry<G::Move>>,
{
    pub(super) fn new(
        search: &'r mut AlphaBeta<G, K, H, T>,
        line: &'r mut Line<'g, G>,
        claim: Claim,
        budget: &'r mut Budget,
        observer: &'r mut dyn Observer<G>,
    ) -> Self {
        let ground = Ground::new(line).apart(search.apart);
        let wants_zones = search.memory.as_ref().is_some_and(|memory| memory.wants_zones());
        let wanted = Details { zone: wants_zones, ..Details::VERDICT };
        let (zoned, lists) = (search.zones.is_used(), Vec::new());
        let last_best = None;
        Run { search, line, claim, budget, observer, ground, lists, wanted, zoned, last_best }
    }

    /// The winning move of the position that was solved last.
    pub(super) fn last_best(&self) -> Option<G::Move> {
        self.last_best
    }

    /// The zone that is always right: the whole board.
    #[inline]
    fn whole(&self) -> G::Zone {
        match self.zoned {
            true => self.search.zones.whole(self.line.game()),
            false => G::Zone::NOTHING,
        }
    }

    /// The zone of a finished position.
    #[inline]
    fn end(&self, pos: &G::Position) -> G::Zone {
        match self.zoned {
            true => self.search.zones.end(self.line.game(), pos),
            false => G::Zone::NOTHING,
        }
    }

    /// Does one of the refutations refute a move of the line's position?
    #[inline]
    fn refuted(&self, refutations: &[RefutedIn<G>], mv: G::Move) -> bool {
        let (game, pos) = (self.line.game(), self.line.position());
        self.zoned
            && refutations.iter().any(|known| self.search.zones.refutes(game, pos, known, mv))
    }

    /// Searches deeper and deeper until the root is settled: does the player to move win?
    pub(super) fn deepen(&mut self) -> Result<bool, Stop> {
        let mut moves = Vec::new();
        self.line.moves(&mut moves);
        let options = self.search.options;
        let longest = options.longest_step(moves.len());
        let (mut depth, mut last) = (1, 0);
        loop {
            self.search.progress.depth = Some(depth);
            let (alpha, beta) = match last {
                _ if depth < options.bounded_from => (-WIN, WIN),
                1.. => (-WIN, last + options.gain),
                _ => (last - options.gain, WIN),
            };
            let found = self.value(depth, alpha, beta, 0, Checks::Due)?;
            if found.sure.is_some() {
                return Ok(found.value > 0);
            }
            last = found.value;
            depth += options::step(depth).min(longest);
        }
    }

    fn value(
        &mut self,
        depth: u16,
        alpha: i32,
        beta: i32,
        ply: usize,
        look: Checks,
    ) -> Result<Valued<G::Zone>, Stop> {
        // 1. The budget.
        self.count()?;

        // 2. Ends, knowledge, facts, remembered solutions.
        let game = self.line.game();
        if look == Checks::Due
            && let Some(valued) = self.at_a_look()
        {
            return Ok(valued);
        }
        let place = Place::new(game, self.line.position(), self.ground, self.claim);
        let entry = place.entry(&self.search.table);
        if let Some(verdict) = entry.as_ref().and_then(|entry| place.verdict(entry)) {
            // Another thread may have solved the root meanwhile.
            if ply == 0 {
                self.last_best = place.fact(game, &self.search.table).and_then(|(_, mv)| mv);
            }
            let zone = self.fact_zone(self.line.position(), verdict);
            return Ok(self.valued(verdict, zone, NOTHING));
        }
        if depth == 0 {
            let value = self.search.evaluation.evaluate(game, self.line.position(), self.claim);
            return Ok(Valued { value: value.into(), sure: None });
        }
        let mut recalled = Recalled::default();
        let search = &mut *self.search;
        if let Some(memory) = &mut search.memory
            && let Some(solved) =
                memory.recall(self.line, self.claim, &search.knowledge, &mut recalled)
        {
            return Ok(self.settle(place, &solved, NOTHING));
        }

        // 3. What an earlier visit guessed.
        let guess = entry.map(|entry| place.guess(game, &entry));
        if let Some(guess) = guess
            && u16::from(guess.depth) >= depth
        {
            let value = guess.value.into();
            let cuts = match guess.bound {
                Bound::Nothing | Bound::Wins => false,
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if cuts {
                return Ok(Valued { value, sure: None });
            }
        }

        // 4. The moves.
        self.search.progress.expansions += 1;
        let mut lists = self.lists.pop().unwrap_or_else(Lists::new);
        lists.clear();
        lists.refutations.extend(recalled.threats.drain(..).map(Refuted::by_threat));
        let node = Node { depth, alpha, beta, ply, place };
        let found = self.expand(node, guess.and_then(|guess| guess.mv), &mut lists);
        self.lists.push(lists);
        found
    }

    /// The value of a position that must be searched; `first` is the move that looked best before.
    fn expand(
        &mut self,
        node: Node,
        first: Option<G::Move>,
        lists: &mut Lists<G::Move, RefutedIn<G>>,
    ) -> Result<Valued<G::Zone>, Stop> {
        let Node { depth, mut alpha, beta, ply, place } = node;
        let (game, mover) = (self.line.game(), self.line.to_move());
        let Lists { legal, children, ranked, refutations } = lists;
        self.line.moves(legal);
        if legal.is_empty() {
            let verdict = self.claim.judge(game.stuck(self.line.position()));
            // Only the past leaves no move: that is owed to all of it.
            return Ok(self.valued(verdict, self.whole(), 0));
        }
        // Symmetric twins are left out; children known to be lost decide, those known to be won cut
        // with their zones.
        let stabilizer = self.line.stabilizer();
        let twin = |mv| images(stabilizer).any(|symmetry| game.map_move(symmetry, mv) < mv);
        self.search.order.reach(ply);
        self.search.order.rank(legal, first, ply, ranked);
        ranked.retain(|&(_, mv)| !self.refuted(refutations, mv) && !twin(mv));
        let mut owes = NOTHING;
        let mut peek = self.line.room();
        let looks = depth >= LOOK_AHEAD_DEPTH && !self.covers_children();
        let look = if looks { Checks::Done } else { Checks::Due };
        if looks {
            let mut i = 0;
            while i < ranked.len() {
                let mv = ranked[i].1;
                self.line.peek(mv, &mut peek);
                let known = self.known_child(mv, &peek);
                if known.is_none() && self.ground.keeps_facts {
                    let place = Place::new(game, &peek.position, self.ground, self.claim);
                    self.search.table.expect(place.key());
                    children.push((mv, place));
                }
                let same = game.to_move(&peek.position) == mover;
                i += 1;
                let Some(Valued { value, sure: Some((zone, owed)) }) = known else { continue };
                if (value > 0) == same {
                    return Ok(self.won(place, mv, zone, owed, ply));
                }
                owes = owes.min(owed);
                i -= self.refute(ranked, refutations, mv, zone, i);
            }
            let table = &self.search.table;
            let mut won: Option<(G::Move, G::Zone)> = None;
            let mut cut: Option<(i32, G::Move)> = None;
            for &(mv, place) in children.iter() {
                let Some(entry) = place.entry(table) else { continue };
                match place.verdict(&entry) {
                    Some(verdict) => {
                        let zone = match self.search.keeps_zones {
                            true => self.fact_zone(&game.after(self.line.position(), mv), verdict),
                            false => self.whole(),
                        };
                        if verdict.winner(self.claim) != mover {
                            self.refute(ranked, refutations, mv, zone, 0);
                        } else if won.is_none() {
                            won = Some((mv, zone));
                        }
                    }
                    None => {
                        let value = -entry.at_most(depth - 1);
                        if value >= beta && cut.is_none_or(|(known, _)| value > known) {
                            cut = Some((value, mv));
                        }
                    }
                }
            }
            if let Some((mv, zone)) = won {
                return Ok(self.won(place, mv, zone, NOTHING, ply));
            }
            if let Some((value, mv)) = cut {
                self.search.order.note(Some(mv), ply);
                self.guess(ply, mv);
                return Ok(self.suppose(place, depth, value, mv, Bound::AtLeast));
            }
        }

        // 5. The moves one by one.
        let from = alpha;
        let mut best: Option<(i32, G::Move)> = None;
        let mut waiting = 0;
        while let Some(mv) = take_first(ranked) {
            let shared = self.shared_child(children, mv, depth);
            if let Some((busy, key)) = &shared
                && best.is_some()
                && waiting < ranked.len()
                && busy.has(*key, depth)
            {
                ranked.push((0, mv));
                waiting += 1;
                continue;
            }
            if let Some((busy, key)) = &shared {
                busy.enter(*key, depth);
            }
            let child = match depth {
                1 => self.leaf(mv, mover, &mut peek),
                _ => {
                    self.line.play(mv);
                    let child =
                        self.search_child(Node { alpha, ..node }, mover, best.is_none(), look);
                    self.line.undo();
                    child
                }
            };
            if let Some((busy, key)) = &shared {
                busy.leave(*key, depth);
            }
            let Valued { value, sure } = child?;
            match sure {
                Some((zone, owed)) if value > 0 => {
                    self.search.order.reward(mv, depth, ply);
                    return Ok(self.won(place, mv, zone, owed, ply));
                }
                Some((zone, owed)) => {
                    owes = owes.min(owed);
                    self.refute(ranked, refutations, mv, zone, 0);
                }
                None => {
                    if best.is_none_or(|(known, _)| value > known) {
                        best = Some((value, mv));
                        self.guess(ply, mv);
                    }
                    alpha = alpha.max(value);
                    if alpha >= beta {
                        self.search.order.reward(mv, depth, ply);
                        break;
                    }
                }
            }
            if depth >= PROMOTION_DEPTH
                && let Some(answer) = self.search.order.answer(ply)
                && let Some(promoted) = ranked.iter_mut().find(|(_, mv)| *mv == answer)
            {
                promoted.0 = u32::MAX;
            }
        }

        // 6. All refuted: a loss. Otherwise a guess to keep.
        let Some((value, mv)) = best else {
            self.search.order.note(None, ply);
            let zone = match self.zoned {
                true => self.search.zones.lost(game, self.line.position(), legal, refutations),
                false => G::Zone::NOTHING,
            };
            let verdict = Verdict::for_winner(self.claim, mover.other());
            let solved = Solved { verdict, best: None, zone, work: depth.into() };
            return Ok(self.settle(place, &solved, owes));
        };
        self.search.order.note(Some(mv), ply);
        let bound = if value >= beta {
            Bound::AtLeast
        } else if value <= from {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        Ok(self.suppose(place, depth, value, mv, bound))
    }

    /// Tells the observer of the best move so far, at the root.
    fn guess(&mut self, ply: usize, mv: G::Move) {
        if ply == 0 {
            self.observer.guess(mv);
        }
    }

    /// Keeps a guess.
    fn suppose(
        &mut self,
        place: Place,
        depth: u16,
        value: i32,
        mv: G::Move,
        bound: Bound,
    ) -> Valued<G::Zone> {
        let depth = depth.min(u8::MAX.into()) as u8;
        let guess = StoredGuess { mv: Some(mv), depth, value: value as i16, bound };
        place.suppose(self.line.game(), &self.search.table, guess);
        Valued { value, sure: None }
    }

    /// The value of a child at the horizon, for `mover`.
    #[inline]
    fn leaf(
        &mut self,
        mv: G::Move,
        mover: Player,
        peek: &mut Peek<G::Position>,
    ) -> Result<Valued<G::Zone>, Stop> {
        self.count()?;
        let game = self.line.game();
        self.line.peek(mv, peek);
        let pos = &peek.position;
        let place = Place::new(game, pos, self.ground, self.claim);
        self.search.table.expect(place.key());
        let found = match self.peeked(peek) {
            Some(known) => known,
            None => {
                // The table comes last, to be near when it is asked.
                let guess = self.search.evaluation.evaluate(game, pos, self.claim);
                let entry = place.entry(&self.search.table);
                match entry.and_then(|entry| place.verdict(&entry)) {
                    Some(verdict) => {
                        let zone = self.fact_zone(pos, verdict);
                        self.valued_for(game.to_move(pos), verdict, zone, NOTHING)
                    }
                    None => Valued { value: guess.into(), sure: None },
                }
            }
        };
        let same = game.to_move(pos) == mover;
        Ok(Valued { value: if same { found.value } else { -found.value }, ..found })
    }

    /// Counts a node.
    #[inline]
    fn count(&mut self) -> Result<(), Stop> {
        self.search.progress.nodes += 1;
        if let Some(stop) = self.budget.spend(1) {
            return Err(stop);
        }
        if self.search.progress.nodes.is_multiple_of(NODES_PER_REPORT) {
            self.report();
        }
        Ok(())
    }

    /// The place where threads mark the child, if threads share the search.
    #[inline]
    fn shared_child(
        &self,
        children: &[(G::Move, Place)],
        mv: G::Move,
        depth: u16,
    ) -> Option<(Arc<Busy>, Key)> {
        let busy = self.search.busy.as_ref().filter(|_| depth >= BUSY_DEPTH)?;
        let (_, place) = children.iter().find(|(child, _)| *child == mv)?;
        Some((busy.clone(), place.key()))
    }

    /// The value of a child for `mover`, the player of the last move at `node`; the line stands at
    /// the child. The first child is searched with the whole window. The other children are
    /// searched with an empty window, which is opened if the value surprises (principal variation
    /// search).
    fn search_child(
        &mut self,
        node: Node,
        mover: Player,
        whole: bool,
        look: Checks,
    ) -> Result<Valued<G::Zone>, Stop> {
        let Node { depth, alpha, beta, ply, .. } = node;
        // Values are the mover's; a player who moves twice in a row sees no change of sides.
        let same = self.line.to_move() == mover;
        let mut child = |low: i32, high: i32| {
            let (low, high) = if same { (low, high) } else { (-high, -low) };
            let found = self.value(depth - 1, low, high, ply + 1, look)?;
            Ok(Valued { value: if same { found.value } else { -found.value }, ..found })
        };
        if whole || beta - alpha <= 1 {
            return child(alpha, beta);
        }
        let tried = child(alpha, alpha + 1)?;
        if tried.sure.is_some() || tried.value <= alpha || tried.value >= beta {
            return Ok(tried);
        }
        child(alpha, beta)
    }

    /// The value of the line's position, if the game is over or the knowledge settles it.
    #[inline]
    fn at_a_look(&mut self) -> Option<Valued<G::Zone>> {
        let (game, pos) = (self.line.game(), self.line.position());
        if let Some(verdict) = self.line.verdict(self.claim) {
            let owes = self.line.came_back_to().unwrap_or(NOTHING);
            return Some(self.valued(verdict, self.end(pos), owes));
        }
        let settled = self.search.knowledge.settle(game, pos, self.claim, self.wanted)?;
        let zone = settled.zone.unwrap_or_else(|| self.whole());
        Some(self.valued(settled.verdict, zone, NOTHING))
    }

    /// Does the memory know everything that is known about the children of a position?
    #[inline]
    fn covers_children(&self) -> bool {
        self.search.memory.as_ref().is_some_and(|memory| memory.covers_children())
    }

    /// The zone of a position whose verdict is a fact in the table.
    #[inline]
    fn fact_zone(&self, pos: &G::Position, verdict: Verdict) -> G::Zone {
        let memory = self.search.memory.as_ref().filter(|_| self.search.keeps_zones);
        let zone =
            memory.and_then(|memory| memory.zone(self.line.game(), pos, self.claim, verdict));
        zone.unwrap_or_else(|| self.whole())
    }

    /// The value after a move, if the game is over there or the knowledge settles it. The knowledge
    /// must have been asked about the line's position before.
    #[inline]
    fn peeked(&self, peek: &Peek<G::Position>) -> Option<Valued<G::Zone>> {
        let (game, pos) = (self.line.game(), &peek.position);
        let to_move = game.to_move(pos);
        if let Some(outcome) = peek.outcome {
            let owes = peek.came_back_to.unwrap_or(NOTHING);
            let zone = self.end(pos);
            return Some(self.valued_for(to_move, self.claim.judge(outcome), zone, owes));
        }
        let (before, knowledge) = (self.line.position(), &self.search.knowledge);
        let settled = knowledge.settle_after(game, before, pos, self.claim, self.wanted)?;
        let zone = settled.zone.unwrap_or_else(|| self.whole());
        Some(self.valued_for(to_move, settled.verdict, zone, NOTHING))
    }

    /// The value of a child without a search and without a look into the table.
    #[inline]
    fn known_child(&mut self, mv: G::Move, peek: &Peek<G::Position>) -> Option<Valued<G::Zone>> {
        let known = self.peeked(peek);
        let search = &*self.search;
        let Some(memory) = search.memory.as_ref().filter(|_| known.is_none() && search.keeps)
        else {
            return known;
        };
        self.line.play(mv);
        let solved = memory.look(self.line, self.claim, &search.knowledge);
        let known = solved.map(|solved| self.valued(solved.verdict, solved.zone, NOTHING));
        self.line.undo();
        known
    }

    #[inline]
    fn valued(&self, verdict: Verdict, zone: G::Zone, owes: usize) -> Valued<G::Zone> {
        self.valued_for(self.line.to_move(), verdict, zone, owes)
    }

    #[inline]
    fn valued_for(
        &self,
        to_move: Player,
        verdict: Verdict,
        zone: G::Zone,
        owes: usize,
    ) -> Valued<G::Zone> {
        let wins = verdict.winner(self.claim) == to_move;
        Valued { value: if wins { WIN } else { -WIN }, sure: Some((zone, owes)) }
    }

    /// Remembers a solution of the line's position; `owes` is its debt to the line.
    fn settle(&mut self, place: Place, solved: &SolvedIn<G>, owes: usize) -> Valued<G::Zone> {
        let game = self.line.game();
        let search = &mut *self.search;
        let has_zone = self.zoned && search.zones.is_fact(game, solved.zone);
        let is_fact = owes >= self.line.ply() || has_zone;
        if let Some(memory) = &mut search.memory
            && (search.keeps || search.keeps_zones && has_zone)
        {
            memory.remember(self.line, self.claim, &search.knowledge, solved);
        }
        if !self.search.keeps {
            let table = &self.search.table;
            if self.ground.keeps_facts && is_fact {
                place.settle(game, table, solved.verdict, solved.best, solved.work);
            } else if let Some(mv) = solved.best {
                place.suppose(game, table, StoredGuess::new(Some(mv)));
            }
        }
        let owes = if is_fact { NOTHING } else { owes };
        self.search.progress.solved += 1;
        self.last_best = solved.best;
        self.observer.solved(self.line.position(), solved.verdict, solved.best);
        self.valued(solved.verdict, solved.zone, owes)
    }

    fn won(
        &mut self,
        place: Place,
        mv: G::Move,
        zone: G::Zone,
        owes: usize,
        ply: usize,
    ) -> Valued<G::Zone> {
        self.search.order.note(Some(mv), ply);
        let zone = match self.zoned {
            true => self.search.zones.winner(self.line.game(), self.line.position(), mv, zone),
            false => zone,
        };
        let verdict = Verdict::for_winner(self.claim, self.line.to_move());
        self.settle(place, &Solved { verdict, best: Some(mv), zone, work: 1 }, owes)
    }

    /// Removes a refuted move and all moves that cannot meet the refutation. Gives how many of the
    /// first `seen` moves were removed.
    fn refute(
        &self,
        ranked: &mut Vec<(u32, G::Move)>,
        refutations: &mut Vec<RefutedIn<G>>,
        mv: G::Move,
        zone: G::Zone,
        mut seen: usize,
    ) -> usize {
        if !self.zoned {
            return take_out(ranked, seen, |other| other == mv).0;
        }
        let mut gone = 0;
        let (game, pos) = (self.line.game(), self.line.position());
        let zones = &*self.search.zones;
        let refutation = zones.refutation(game, pos, mv, zone);
        for refutation in with_images(zones, game, self.line.stabilizer(), refutation) {
            refutations.push(refutation);
            let refuted = |other| other == mv || zones.refutes(game, pos, &refutation, other);
            let (more, left) = take_out(ranked, seen, refuted);
            (gone, seen) = (gone + more, left);
        }
        gone
    }

    /// Tells the observer the progress.
    pub(super) fn report(&mut self) {
        self.measure();
        self.observer.progress(&self.search.progress);
    }

    pub(super) fn measure(&mut self) {
        let search = &mut *self.search;
        let remembered = search.memory.as_ref().map_or(0, |memory| memory.bytes());
        search.progress.memory = remembered + search.table.bytes() + search.knowledge.bytes();
        search.progress.playouts = search.evaluation.playouts();
    }
}
