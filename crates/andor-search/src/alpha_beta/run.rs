//! The search itself.

use super::facts::{Bound, Entry, Ground, Guessed, Place};
use super::forecast::Forecast;
use super::{AlphaBeta, Busy};
use crate::budget::{Budget, Stop};
use crate::line::{Line, Peek};
use crate::memory::{Memory, Recalled, RefutationOf, Solved, ZoneOf};
use crate::observe::Observer;
use crate::symmetry::{images, with_images};
use crate::table::Table;
use crate::zones::Zones;
use andor_core::{Claim, Evaluate, Game, Key, Numbered, Oracle, Player, Verdict};
use std::sync::Arc;

/// The value of a proven win, for the player to move; evaluations lie far below.
const WIN: i32 = 1_000_000;

/// Children are looked up before any is searched from this depth on.
const LOOK_AHEAD_DEPTH: u16 = 2;

/// Siblings are promoted from this depth on.
const PROMOTION_DEPTH: u16 = 3;

/// How much deeper each iteration looks, by the depth of the last one. Steps of one ply would see each
/// side get the last word in turn, and late iterations cost hardly more than those before them.
const STEPS: [(u16, u16); 3] = [(9, 2), (13, 4), (u16::MAX, 6)];

/// With more moves than this at the root a step is no longer than that: two threads solve 5x5 Go with 927
/// to 1,199 million nodes so, and had not solved it after 947 million with steps of six.
const MANY_MOVES: usize = 21;
const LONGEST_OF_MANY: u16 = 4;

/// By how much an iteration may find the player who seems ahead further ahead than the one before; more
/// is not measured. From this depth on, before it everything is.
const MOST_GAIN: i32 = 20;
const BOUNDED_FROM: u16 = 9;

/// Threads tell each other what they search from this depth on.
const BUSY_DEPTH: u16 = 3;

/// Progress is told every so many nodes.
const NODES_PER_REPORT: u64 = 1 << 14;

/// Nothing is owed to the line.
const NOTHING: usize = usize::MAX;

/// A value for the player to move.
#[derive(Clone, Copy)]
struct Valued<Z> {
    value: i32,
    /// For a win or a loss: what it depends on, and the ply of the earliest position to which the
    /// winner comes back.
    sure: Option<(Z, usize)>,
}

/// Has a position been looked at: is the game over there, does the knowledge settle it?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Due,
    Done,
}

/// A position in the search: how deep to look, for values between which bounds, at which ply.
#[derive(Clone, Copy)]
struct Node {
    depth: u16,
    alpha: i32,
    beta: i32,
    ply: usize,
    place: Place,
}

/// Lists that a ply of the search fills again and again.
struct Lists<M, R> {
    legal: Vec<M>,
    /// Children that have to be looked up, and where.
    children: Vec<(M, Place)>,
    ranked: Vec<(u32, M)>,
    refutations: Vec<R>,
}

pub(super) struct Run<'r, 'g, G: Game, K, H, M: Memory<G>, T, O> {
    search: &'r mut AlphaBeta<G, K, H, M, T>,
    line: &'r mut Line<'g, G>,
    claim: Claim,
    budget: &'r mut Budget,
    observer: &'r mut O,
    ground: Ground,
    forecast: Forecast,
    lists: Vec<Lists<G::Move, RefutationOf<G, M>>>,
}

impl<'r, 'g, G, K, H, M, T, O> Run<'r, 'g, G, K, H, M, T, O>
where
    G: Game<Move: Numbered>,
    K: Oracle<G>,
    H: Evaluate<G>,
    M: Memory<G>,
    T: Table<Entry<G::Move>>,
    O: Observer<G>,
{
    pub(super) fn new(
        search: &'r mut AlphaBeta<G, K, H, M, T>,
        line: &'r mut Line<'g, G>,
        claim: Claim,
        budget: &'r mut Budget,
        observer: &'r mut O,
    ) -> Self {
        let ground = Ground::new(line).apart(search.apart);
        let forecast = Forecast::new(budget.spent());
        Run { search, line, claim, budget, observer, ground, forecast, lists: Vec::new() }
    }

    /// Searches deeper and deeper until the root is settled: does the player to move win?
    pub(super) fn deepen(&mut self) -> Result<bool, Stop> {
        let mut moves = Vec::new();
        self.line.moves(&mut moves);
        let longest = if moves.len() > MANY_MOVES { LONGEST_OF_MANY } else { u16::MAX };
        let (mut depth, mut last) = (1, 0);
        loop {
            self.search.progress.depth = Some(depth);
            let (alpha, beta) = match last {
                _ if depth < BOUNDED_FROM => (-WIN, WIN),
                1.. => (-WIN, last + MOST_GAIN),
                _ => (last - MOST_GAIN, WIN),
            };
            let found = self.value(depth, alpha, beta, 0, Look::Due)?;
            if found.sure.is_some() {
                return Ok(found.value > 0);
            }
            last = found.value;
            self.forecast.learn(depth, self.budget.spent());
            let step = STEPS.iter().find(|(until, _)| depth < *until).map_or(1, |(_, step)| *step);
            depth += step.min(longest);
        }
    }

    fn value(
        &mut self,
        depth: u16,
        alpha: i32,
        beta: i32,
        ply: usize,
        look: Look,
    ) -> Result<Valued<ZoneOf<G, M>>, Stop> {
        // 1. The budget.
        self.count()?;

        // 2. Ends, knowledge, facts, remembered solutions.
        let game = self.line.game();
        if look == Look::Due
            && let Some(valued) = self.at_a_look()
        {
            return Ok(valued);
        }
        let place = Place::new(game, self.line.position(), self.ground, self.claim);
        let entry = place.entry(&self.search.table);
        if let Some(verdict) = entry.as_ref().and_then(|entry| place.verdict(entry)) {
            let zone = self.fact_zone(self.line.position(), verdict);
            return Ok(self.valued(verdict, zone, NOTHING));
        }
        if depth == 0 {
            let value = self.search.evaluation.evaluate(game, self.line.position(), self.claim);
            return Ok(Valued { value: value.into(), sure: None });
        }
        let mut recalled = Recalled::default();
        let search = &mut *self.search;
        let found = search.memory.recall(self.line, self.claim, &search.knowledge, &mut recalled);
        if let Some(solved) = found {
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
        lists.refutations.extend(recalled.threats.drain(..).map(M::Zones::threat));
        let node = Node { depth, alpha, beta, ply, place };
        let found = self.expand(node, guess.and_then(|guess| guess.mv), &mut lists);
        self.lists.push(lists);
        found
    }

    /// The value of a position that has to be looked into; `first` looked best before.
    fn expand(
        &mut self,
        node: Node,
        first: Option<G::Move>,
        lists: &mut Lists<G::Move, RefutationOf<G, M>>,
    ) -> Result<Valued<ZoneOf<G, M>>, Stop> {
        let Node { depth, mut alpha, beta, ply, place } = node;
        let (game, mover) = (self.line.game(), self.line.to_move());
        let Lists { legal, children, ranked, refutations } = lists;
        self.line.moves(legal);
        if legal.is_empty() {
            let verdict = self.claim.judge(game.stuck(self.line.position()));
            // Only the past leaves no move: that is owed to all of it.
            return Ok(self.valued(verdict, M::Zones::whole(game), 0));
        }
        // Symmetric twins are left out; children known to be lost decide, those known to be won cut
        // with their zones.
        let stabilizer = self.line.stabilizer();
        let twin = |mv| images(stabilizer).any(|symmetry| game.map_move(symmetry, mv) < mv);
        let pos = self.line.position();
        let refuted = |mv| refutations.iter().any(|&known| M::Zones::refutes(game, pos, known, mv));
        self.search.order.reach(ply);
        self.search.order.rank(legal, first, ply, ranked);
        ranked.retain(|&(_, mv)| !refuted(mv) && !twin(mv));
        let mut owes = NOTHING;
        let mut peek = self.line.room();
        let looks = depth >= LOOK_AHEAD_DEPTH && !M::COVERS_CHILDREN;
        let look = if looks { Look::Done } else { Look::Due };
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
            let mut won: Option<(G::Move, ZoneOf<G, M>)> = None;
            let mut cut: Option<(i32, G::Move)> = None;
            for &(mv, place) in children.iter() {
                let Some(entry) = place.entry(table) else { continue };
                match place.verdict(&entry) {
                    Some(verdict) => {
                        let zone = match M::KEEPS_ZONES {
                            true => self.fact_zone(&game.after(self.line.position(), mv), verdict),
                            false => M::Zones::whole(game),
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
            let zone = M::Zones::lost(game, self.line.position(), legal, refutations);
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

    /// Keeps a guess.
    fn suppose(
        &mut self,
        place: Place,
        depth: u16,
        value: i32,
        mv: G::Move,
        bound: Bound,
    ) -> Valued<ZoneOf<G, M>> {
        let depth = depth.min(u8::MAX.into()) as u8;
        let guess = Guessed { mv: Some(mv), depth, value: value as i16, bound };
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
    ) -> Result<Valued<ZoneOf<G, M>>, Stop> {
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
            self.measure();
            self.observer.progress(&self.search.progress);
        }
        Ok(())
    }

    /// Where threads tell each other that they search a child, if they do.
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

    /// The value of a child, the line's position, for `mover`, who made the last move at `node`: the
    /// first child with the whole window, the others with an empty one that is opened if they
    /// surprise.
    fn search_child(
        &mut self,
        node: Node,
        mover: Player,
        whole: bool,
        look: Look,
    ) -> Result<Valued<ZoneOf<G, M>>, Stop> {
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

    /// The line's position if it is over or the knowledge settles it.
    #[inline]
    fn at_a_look(&mut self) -> Option<Valued<ZoneOf<G, M>>> {
        let (game, pos) = (self.line.game(), self.line.position());
        if let Some(verdict) = self.line.verdict(self.claim) {
            let owes = self.line.came_back_to().unwrap_or(NOTHING);
            return Some(self.valued(verdict, M::Zones::end(game, pos), owes));
        }
        let (verdict, reason) = self.search.knowledge.settle(game, pos, self.claim)?;
        Some(self.valued(verdict, self.settled_zone(pos, &reason), NOTHING))
    }

    /// The zone of a position that the knowledge settles.
    #[inline]
    fn settled_zone(&self, pos: &G::Position, reason: &K::Reason) -> ZoneOf<G, M> {
        let search = &*self.search;
        search.memory.settled(self.line.game(), pos, &search.knowledge, reason)
    }

    /// The zone of a position with this fact in the table.
    #[inline]
    fn fact_zone(&self, pos: &G::Position, verdict: Verdict) -> ZoneOf<G, M> {
        let game = self.line.game();
        let zone = self.search.memory.zone(game, pos, self.claim, verdict);
        zone.unwrap_or_else(|| M::Zones::whole(game))
    }

    /// What a move leads to, if the game is over there or the knowledge settles it; the knowledge has
    /// been asked about the line's position.
    #[inline]
    fn peeked(&self, peek: &Peek<G::Position>) -> Option<Valued<ZoneOf<G, M>>> {
        let (game, pos) = (self.line.game(), &peek.position);
        let to_move = game.to_move(pos);
        if let Some(outcome) = peek.outcome {
            let owes = peek.came_back_to.unwrap_or(NOTHING);
            let zone = M::Zones::end(game, pos);
            return Some(self.valued_for(to_move, self.claim.judge(outcome), zone, owes));
        }
        let (before, knowledge) = (self.line.position(), &self.search.knowledge);
        let (verdict, reason) = knowledge.settle_after(game, before, pos, self.claim)?;
        Some(self.valued_for(to_move, verdict, self.settled_zone(pos, &reason), NOTHING))
    }

    /// What is known about a child without searching it or looking into the table.
    #[inline]
    fn known_child(
        &mut self,
        mv: G::Move,
        peek: &Peek<G::Position>,
    ) -> Option<Valued<ZoneOf<G, M>>> {
        let known = self.peeked(peek);
        if known.is_some() || !M::KEEPS {
            return known;
        }
        self.line.play(mv);
        let search = &*self.search;
        let solved = search.memory.look(self.line, self.claim, &search.knowledge);
        let known = solved.map(|solved| self.valued(solved.verdict, solved.zone, NOTHING));
        self.line.undo();
        known
    }

    #[inline]
    fn valued(&self, verdict: Verdict, zone: ZoneOf<G, M>, owes: usize) -> Valued<ZoneOf<G, M>> {
        self.valued_for(self.line.to_move(), verdict, zone, owes)
    }

    #[inline]
    fn valued_for(
        &self,
        to_move: Player,
        verdict: Verdict,
        zone: ZoneOf<G, M>,
        owes: usize,
    ) -> Valued<ZoneOf<G, M>> {
        let wins = verdict.winner(self.claim) == to_move;
        Valued { value: if wins { WIN } else { -WIN }, sure: Some((zone, owes)) }
    }

    /// Remembers a solution of the line's position that owes so much to the line.
    fn settle(
        &mut self,
        place: Place,
        solved: &Solved<G::Move, ZoneOf<G, M>>,
        owes: usize,
    ) -> Valued<ZoneOf<G, M>> {
        let game = self.line.game();
        let has_zone = M::Zones::is_fact(game, solved.zone);
        let is_fact = owes >= self.line.ply() || has_zone;
        if M::KEEPS || M::KEEPS_ZONES && has_zone {
            self.search.memory.remember(self.line, self.claim, solved);
        }
        if !M::KEEPS {
            let table = &self.search.table;
            if self.ground.keeps_facts && is_fact {
                place.settle(game, table, solved.verdict, solved.best, solved.work);
            } else if let Some(mv) = solved.best {
                place.suppose(game, table, Guessed::new(Some(mv)));
            }
        }
        let owes = if is_fact { NOTHING } else { owes };
        self.search.progress.solved += 1;
        self.observer.solved(self.line.position(), solved.verdict, solved.best);
        self.valued(solved.verdict, solved.zone, owes)
    }

    fn won(
        &mut self,
        place: Place,
        mv: G::Move,
        zone: ZoneOf<G, M>,
        owes: usize,
        ply: usize,
    ) -> Valued<ZoneOf<G, M>> {
        self.search.order.note(Some(mv), ply);
        let (game, pos) = (self.line.game(), self.line.position());
        let zone = M::Zones::winner(game, pos, mv, zone);
        let verdict = Verdict::for_winner(self.claim, self.line.to_move());
        self.settle(place, &Solved { verdict, best: Some(mv), zone, work: 1 }, owes)
    }

    /// Takes out a refuted move and all that cannot meet the refutation. Gives how many of the first
    /// `seen` moves went.
    fn refute(
        &self,
        ranked: &mut Vec<(u32, G::Move)>,
        refutations: &mut Vec<RefutationOf<G, M>>,
        mv: G::Move,
        zone: ZoneOf<G, M>,
        mut seen: usize,
    ) -> usize {
        let mut gone = 0;
        let (game, pos) = (self.line.game(), self.line.position());
        let refutation = M::Zones::refutation(game, pos, mv, zone);
        for refutation in with_images::<G, M::Zones>(game, self.line.stabilizer(), refutation) {
            refutations.push(refutation);
            let refuted = |other| other == mv || M::Zones::refutes(game, pos, refutation, other);
            let mut place = 0;
            let mut left = seen;
            ranked.retain(|&(_, other)| {
                let stays = !refuted(other);
                if !stays && place < seen {
                    gone += 1;
                    left -= 1;
                }
                place += 1;
                stays
            });
            seen = left;
        }
        gone
    }

    pub(super) fn measure(&mut self) {
        let search = &mut *self.search;
        search.progress.memory = search.memory.bytes() + search.table.bytes();
        search.progress.playouts = search.evaluation.playouts();
        search.progress.work_left = self.forecast.left(self.budget.spent());
    }
}

impl<M, R> Lists<M, R> {
    fn new() -> Lists<M, R> {
        let (legal, children, ranked) = (Vec::new(), Vec::new(), Vec::new());
        Lists { legal, children, ranked, refutations: Vec::new() }
    }

    fn clear(&mut self) {
        self.legal.clear();
        self.children.clear();
        self.ranked.clear();
        self.refutations.clear();
    }
}

/// Takes out the move with the highest rank, the first of its like.
fn take_first<M: Copy>(ranked: &mut Vec<(u32, M)>) -> Option<M> {
    let mut first = 0;
    for i in 1..ranked.len() {
        if ranked[i].0 > ranked[first].0 {
            first = i;
        }
    }
    (!ranked.is_empty()).then(|| ranked.remove(first).1)
}
