//! One run for one prover: visits with thresholds, expansion, back-up.

use super::entry::Entry;
use super::{Learning, Side};
use crate::budget::{Budget, Stop};
use crate::ground::Ground;
use crate::line::Line;
use crate::observe::{Observer, Rhythm};
use crate::table::Table;
use andor_core::{
    Claim, Class, Details, Foresight, Game, Key, Numbered, Oracle, Outcome, Player, Verdict,
    WonByStones,
};

/// The number of what cannot be; thresholds of the root.
const NEVER: f32 = 1e30;

/// No number of an open position is larger.
const MOST: f32 = 1e25;

/// A foreseen logarithm beyond this counts as this.
const MOST_FORESEEN: f32 = 30.0;

/// A refutation that owes nothing to the line.
const NOTHING: usize = usize::MAX;

/// The observer gets a report at most once in so many nodes.
const NODES_PER_REPORT: u64 = 1 << 10;

/// The proof number and the disproof number.
type Numbers = [f32; 2];

const PROVEN: Numbers = [0.0, NEVER];
const REFUTED: Numbers = [NEVER, 0.0];

/// What is known of a position.
#[derive(Clone, Copy)]
struct Known {
    numbers: Numbers,
    /// Of a win: its reach.
    reach: Option<u64>,
    /// Of a refutation: the ply of the earliest position of the line to which the prover would come
    /// back.
    owes: usize,
}

impl Known {
    const REFUTED: Known = Known { numbers: REFUTED, reach: None, owes: NOTHING };

    fn open(numbers: Numbers) -> Known {
        Known { numbers, reach: None, owes: NOTHING }
    }

    fn proven(reach: Option<u64>) -> Known {
        Known { numbers: PROVEN, reach, owes: NOTHING }
    }

    fn is_proven(&self) -> bool {
        self.numbers[0] == 0.0
    }

    fn is_refuted(&self) -> bool {
        self.numbers[1] == 0.0
    }
}

/// A move with the position after it.
struct Child<G: Game> {
    mv: G::Move,
    pos: G::Position,
    outcome: Option<Outcome>,
    /// Does the move come back to a position before the root?
    came_back: bool,
    class: Class,
    known: Known,
}

/// The positions from the root to the present one, by class, with a filter.
struct Way {
    keys: Vec<Key>,
    filter: Box<[u16; Way::SLOTS]>,
}

impl Way {
    const SLOTS: usize = 1 << 12;

    fn slot(key: Key) -> usize {
        key.low() as usize & (Way::SLOTS - 1)
    }

    fn push(&mut self, key: Key) {
        self.filter[Way::slot(key)] += 1;
        self.keys.push(key);
    }

    fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.filter[Way::slot(key)] -= 1;
        }
    }

    #[inline]
    fn find(&self, key: Key) -> Option<usize> {
        if self.filter[Way::slot(key)] == 0 {
            return None;
        }
        self.keys.iter().position(|&known| known == key)
    }
}

pub(super) struct Run<'r, 'g, G: Game, K, F, T> {
    search: &'r mut Learning<G, K, F, T>,
    line: &'r mut Line<'g, G>,
    claim: Claim,
    prover: Player,
    budget: &'r mut Budget,
    observer: &'r mut dyn Observer<G>,
    rhythm: Rhythm,
    ground: Ground,
    /// Keeps the wins apart from those of other claims.
    wins_apart: Key,
    /// How many moves led to the root.
    root: usize,
    /// May wins that rest on stones be used and kept?
    by_stones: bool,
    way: Way,
    children: Vec<Child<G>>,
    moves: Vec<G::Move>,
    /// The numbers of the position at which the search stopped; in the end those of the root.
    left_at: Numbers,
    best: Option<G::Move>,
}

impl<'r, 'g, G, K, F, T> Run<'r, 'g, G, K, F, T>
where
    G: WonByStones<Move: Numbered>,
    K: Oracle<G>,
    F: Foresight<G>,
    T: Table<Entry> + Send,
{
    pub(super) fn new(
        search: &'r mut Learning<G, K, F, T>,
        line: &'r mut Line<'g, G>,
        claim: Claim,
        prover: Player,
        budget: &'r mut Budget,
        observer: &'r mut dyn Observer<G>,
    ) -> Self {
        let bare = Ground::new(line);
        let by_stones = bare.is_bare && line.game().can_rest_on_stones();
        let may_pass = search.sides[prover.index()].may_pass;
        let ground = bare.apart(search.apart(claim, prover, may_pass));
        let wins_apart = search.wins_apart(claim, prover);
        let root = line.ply();
        let way = Way { keys: Vec::new(), filter: Box::new([0; Way::SLOTS]) };
        Run {
            search,
            line,
            claim,
            prover,
            budget,
            observer,
            rhythm: Rhythm::new(),
            ground,
            wins_apart,
            root,
            by_stones,
            way,
            children: Vec::new(),
            moves: Vec::new(),
            left_at: [1.0; 2],
            best: None,
        }
    }

    /// Searches until the prover wins or is refuted, and says which.
    pub(super) fn search(&mut self) -> Result<bool, Stop> {
        let class = self.ground.class(self.line.game(), self.line.position());
        if let Some(Entry::Proven { .. }) = self.search.table.get(class.key) {
            return Ok(true);
        }
        let found = self.visit(class, [NEVER; 2]);
        self.children.clear();
        Ok(found?.is_proven())
    }

    /// The numbers of the root, if the search was stopped.
    pub(super) fn at_root(&self) -> Numbers {
        self.left_at
    }

    /// The prover's move at the root that looks best, or that wins.
    pub(super) fn best(&self) -> Option<G::Move> {
        self.best
    }

    fn side(&mut self) -> &mut Side<F> {
        &mut self.search.sides[self.prover.index()]
    }

    /// Works below the line's position until it is settled or a number reaches its threshold.
    fn visit(&mut self, class: Class, thresholds: Numbers) -> Result<Known, Stop> {
        if let Some(stop) = self.spend() {
            self.left_at = match self.search.table.get(class.key) {
                Some(Entry::Open(numbers)) => numbers,
                _ => [1.0; 2],
            };
            return Err(stop);
        }
        if let Some(known) = self.settled_beside(class) {
            return Ok(known);
        }
        let before = self.search.progress.nodes;
        let start = self.children.len();
        let is_provers = self.line.to_move() == self.prover;
        let ply = self.way.keys.len();

        // 1. The children, and what is known about them.
        self.expand(start, is_provers);
        let is_decided = self.look_at(start, is_provers);
        // 2. At the opponent's turn: what refutes moves, and the moves that need no look.
        let (mut union, mut elsewhere) = (Some(0u64), None);
        if !is_provers && !is_decided {
            let mut i = start;
            while i < self.children.len() {
                if self.children[i].known.is_proven() {
                    self.join(i, &mut union, &mut elsewhere);
                }
                i += 1;
            }
            self.leave_out(start, elsewhere);
        }
        self.way.push(class.key);
        let found = loop {
            // 3. Back-up and choice.
            let choice = self.choose(start, is_provers);
            if ply == 0 && is_provers {
                self.best = Some(self.children[choice.best].mv);
            }
            let [proof, disproof] = choice.numbers;
            let is_settled = proof == 0.0 || disproof == 0.0;
            if is_settled || proof >= thresholds[0] || disproof >= thresholds[1] {
                break self.summary(start, is_provers, choice, union, ply);
            }
            // 4. Below the chosen child.
            let (best, below) = self.descend(start, is_provers, &choice, thresholds);
            let child = &self.children[best];
            let (mv, child_class) = (child.mv, child.class);
            let busy = self.search.busy.clone();
            busy.iter().for_each(|busy| busy.enter(child_class.key));
            self.line.play(mv);
            let known = self.visit(child_class, below);
            self.line.undo();
            busy.iter().for_each(|busy| busy.leave(child_class.key));
            let known = match known {
                Ok(known) => known,
                Err(stop) => {
                    // What was learnt on the way is kept for the next turn.
                    self.children[best].known = Known::open(self.left_at);
                    self.left_at = self.choose(start, is_provers).numbers;
                    self.way.pop();
                    self.children.truncate(start);
                    let work = self.search.progress.nodes - before + 1;
                    let worth = u32::try_from(work).unwrap_or(u32::MAX);
                    self.search.table.put(class.key, Entry::Open(self.left_at), worth);
                    return Err(stop);
                }
            };
            self.children[best].known = known;
            if !is_provers && known.is_proven() {
                self.join(best, &mut union, &mut elsewhere);
                self.leave_out(start, elsewhere);
            }
        };
        self.way.pop();
        let winning = match is_provers && found.is_proven() {
            true => self.winning_child(start).map(|i| self.children[i].mv),
            false => None,
        };
        self.children.truncate(start);
        self.keep(class, &found, winning, before);
        Ok(found)
    }

    /// What another thread has found out about the position meanwhile.
    fn settled_beside(&self, class: Class) -> Option<Known> {
        self.search.busy.as_ref()?;
        let game = self.line.game();
        match self.search.table.get(class.key)? {
            Entry::Proven { reach, .. } => {
                let back = game.inverse(class.symmetry);
                Some(Known::proven(reach.map(|reach| game.map_points(back, reach))))
            }
            Entry::Refuted => Some(Known::REFUTED),
            Entry::Open(_) => None,
        }
    }

    /// Appends the children. Of the prover's moves to positions of one class the first is enough.
    fn expand(&mut self, start: usize, is_provers: bool) {
        let game = self.line.game();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        game.moves(self.line.position(), &mut moves);
        let may_pass = self.search.sides[self.prover.index()].may_pass;
        if is_provers && !may_pass && moves.iter().any(|&mv| game.taken_point(mv) != 0) {
            moves.retain(|&mv| game.taken_point(mv) != 0);
        }
        for &mv in &moves {
            let mut peek = self.line.room();
            self.line.peek(mv, &mut peek);
            let class = self.ground.class(game, &peek.position);
            self.search.table.expect(class.key);
            if is_provers && self.children[start..].iter().any(|c| c.class.key == class.key) {
                continue;
            }
            let outcome = game.outcome(&peek.position);
            let came_back = peek.came_back_to.is_some_and(|ply| ply < self.root);
            let (pos, known) = (peek.position, Known::open([1.0; 2]));
            self.children.push(Child { mv, pos, outcome, came_back, class, known });
        }
        self.moves = moves;
    }

    /// Finds out what is known about the children. Says whether one of them decides the position.
    fn look_at(&mut self, start: usize, is_provers: bool) -> bool {
        for i in start..self.children.len() {
            let known = self.known(i);
            self.children[i].known = known;
            let decides = match is_provers {
                true => known.is_proven(),
                false => known.is_refuted() && known.owes == NOTHING,
            };
            if decides {
                return true;
            }
        }
        false
    }

    /// What is known about a child.
    fn known(&mut self, i: usize) -> Known {
        let game = self.line.game();
        let child = &self.children[i];
        let Child { mv, pos, class, .. } = child;
        if child.came_back {
            return Known::REFUTED;
        }
        if let Some(outcome) = child.outcome {
            let wins = self.claim.judge(outcome).winner(self.claim) == self.prover;
            return if wins { Known::proven(None) } else { Known::REFUTED };
        }
        let entry = self.search.table.get(class.key);
        match entry {
            Some(Entry::Proven { reach, .. }) => {
                let back = game.inverse(class.symmetry);
                return Known::proven(reach.map(|reach| game.map_points(back, reach)));
            }
            Some(Entry::Refuted) => return Known::REFUTED,
            _ => {}
        }
        if self.by_stones && game.is_alike(pos, self.prover) {
            let stones = game.class_of_stones(pos, self.prover);
            let others = game.stones_of(pos, self.prover.other());
            let others = game.map_points(stones.symmetry, others);
            let key = stones.key ^ self.wins_apart;
            if let Some((reach, _)) = self.search.wins.find(key, others) {
                let back = game.inverse(stones.symmetry);
                return Known::proven(Some(game.map_points(back, reach)));
            }
        }
        if let Some(owes) = self.way.find(class.key) {
            return Known { owes, ..Known::REFUTED };
        }
        if let Some(Entry::Open(numbers)) = entry {
            return Known::open(numbers);
        }
        let settled = self.search.knowledge.settle_after(
            game,
            self.line.position(),
            pos,
            self.claim,
            Details::VERDICT,
        );
        if let Some(settled) = settled {
            let wins = settled.verdict.winner(self.claim) == self.prover;
            let reach = game.reach_of_knowledge(pos, self.prover).filter(|_| self.by_stones);
            let (known, entry) = match wins {
                true => (Known::proven(reach), Entry::Proven { reach, mv: None }),
                false => (Known::REFUTED, Entry::Refuted),
            };
            self.search.table.put(class.key, entry, 1);
            return known;
        }
        let foreseen =
            self.search.sides[self.prover.index()].foresight.foresee(game, pos, self.prover);
        let mut numbers = foreseen.map(|x| x.clamp(-MOST_FORESEEN, MOST_FORESEEN).exp());
        if game.taken_point(*mv) == 0 {
            let side = usize::from(self.line.to_move() != self.prover);
            numbers[side] *= self.search.options.pass;
        }
        Known::open(numbers)
    }

    /// Adds the reach after a move of the opponent's that loses, and notes whether it refutes moves
    /// elsewhere.
    fn join(&self, i: usize, union: &mut Option<u64>, elsewhere: &mut Option<u64>) {
        let child = &self.children[i];
        let Some(reach) = child.known.reach else {
            *union = None;
            return;
        };
        *union = union.map(|union| union | reach);
        if self.is_outside(child, reach) {
            let all = elsewhere.unwrap_or(u64::MAX);
            *elsewhere = Some(all & reach);
        }
    }

    /// Does a move of the opponent's take a point outside the reach, and no stone?
    fn is_outside(&self, child: &Child<G>, reach: u64) -> bool {
        let game = self.line.game();
        let stones = |pos| game.stones_of(pos, self.prover);
        game.taken_point(child.mv) & reach == 0
            && stones(&child.pos) == stones(self.line.position())
    }

    /// Leaves out the open moves that are refuted elsewhere.
    fn leave_out(&mut self, start: usize, elsewhere: Option<u64>) {
        let Some(reach) = elsewhere else { return };
        let mut i = start;
        while i < self.children.len() {
            let child = &self.children[i];
            if !child.known.is_proven() && self.is_outside(child, reach) {
                self.children.remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// The numbers of the position, and the child to work on.
    fn choose(&self, start: usize, is_provers: bool) -> Choice {
        let (own, other) = if is_provers { (0, 1) } else { (1, 0) };
        let (mut least, mut second, mut best) = (f32::MAX, f32::MAX, start);
        let (mut sum, mut most, mut is_open) = (0.0, 0.0_f32, false);
        for (i, child) in self.children.iter().enumerate().skip(start) {
            let numbers = child.known.numbers;
            let (mut a, b) = (numbers[own], numbers[other]);
            if let Some(busy) = &self.search.busy
                && (a > 0.0 && a < NEVER)
            {
                let threads = f32::from(busy.count(child.class.key));
                a *= 1.0 + self.search.options.apart * threads;
            }
            if a < least {
                (second, least, best) = (least, a, i);
            } else if a < second {
                second = a;
            }
            if a < NEVER {
                is_open = true;
                sum += b;
                most = most.max(b);
            }
        }
        // Open numbers stay below those that mean "never".
        let mut numbers = [0.0; 2];
        numbers[own] = if is_open { least.min(MOST) } else { NEVER };
        numbers[other] = match is_open {
            _ if numbers[own] == 0.0 => NEVER,
            true => sum.min(MOST),
            false => 0.0,
        };
        Choice { best, numbers, second, sum, most }
    }

    /// The child to work on, and its thresholds. The opponent's pass is refuted first: it must be
    /// refuted anyway, and its reach refutes other moves.
    fn descend(
        &self,
        start: usize,
        is_provers: bool,
        choice: &Choice,
        thresholds: Numbers,
    ) -> (usize, Numbers) {
        let (own, other) = if is_provers { (0, 1) } else { (1, 0) };
        let game = self.line.game();
        let mut best = choice.best;
        let mut is_pass = false;
        if !is_provers {
            let found = self.children[start..].iter().rposition(|child| {
                let [proof, disproof] = child.known.numbers;
                game.taken_point(child.mv) == 0
                    && proof > 0.0
                    && disproof > 0.0
                    && proof <= choice.most
            });
            if let Some(found) = found {
                (best, is_pass) = (start + found, true);
            }
        }
        let mut below = [NEVER; 2];
        if !is_pass {
            let slack = match choice.second < f32::MAX {
                true => choice.second * (1.0 + self.search.options.epsilon) + 0.5,
                false => NEVER,
            };
            below[own] = thresholds[own].min(slack);
        }
        if thresholds[other] < NEVER {
            let part = self.children[best].known.numbers[other];
            let others = choice.sum - part;
            below[other] = (thresholds[other] - others).max(part * 1.01 + 0.01);
        }
        (best, below)
    }

    /// The child by which the prover wins: the one with the smallest reach.
    fn winning_child(&self, start: usize) -> Option<usize> {
        let points =
            |i: &usize| self.children[*i].known.reach.map_or(u32::MAX, |reach| reach.count_ones());
        let won = (start..self.children.len()).filter(|&i| self.children[i].known.is_proven());
        won.min_by_key(points)
    }

    /// What is known of the position now.
    fn summary(
        &self,
        start: usize,
        is_provers: bool,
        choice: Choice,
        union: Option<u64>,
        ply: usize,
    ) -> Known {
        let (game, pos) = (self.line.game(), self.line.position());
        let children = &self.children[start..];
        let numbers = choice.numbers;
        if numbers[0] == 0.0 {
            let reach = match is_provers {
                true => self.winning_child(start).and_then(|i| {
                    let child = &self.children[i];
                    game.reach_before(pos, child.mv, &child.pos, child.known.reach?)
                }),
                false => union.map(|union| game.reach_of_lost(pos, union)),
            };
            return Known::proven(reach.filter(|_| self.by_stones));
        }
        if numbers[1] == 0.0 {
            let refuted = children.iter().filter(|child| child.known.is_refuted());
            let owes = refuted.map(|child| child.known.owes);
            let owes = match is_provers {
                true => owes.min(),
                false => owes.max(),
            };
            let owes = owes.filter(|&owes| owes < ply);
            return Known { owes: owes.unwrap_or(NOTHING), ..Known::REFUTED };
        }
        Known::open(numbers)
    }

    /// Keeps the result of a visit of the line's position, and learns from it.
    fn keep(&mut self, class: Class, found: &Known, mv: Option<G::Move>, before: u64) {
        let (game, pos) = (self.line.game(), self.line.position());
        let prover = self.prover;
        let work = self.search.progress.nodes - before + 1;
        let worth = u32::try_from(work).unwrap_or(u32::MAX);
        if found.is_refuted() && found.owes != NOTHING {
            self.search.table.put(class.key, Entry::Open([MOST, 1.0]), worth);
            return;
        }
        let log = (work as f32).ln();
        let (entry, lesson) = if found.is_proven() {
            self.search.progress.solved += 1;
            let number = |symmetry, mv: Option<G::Move>| {
                mv.and_then(|mv| u8::try_from(game.map_move(symmetry, mv).number()).ok())
            };
            if self.by_stones
                && let Some(reach) = found.reach
                && game.is_typical(pos, prover)
            {
                let stones = game.class_of_stones(pos, prover);
                let map = |points| game.map_points(stones.symmetry, points);
                let others = map(game.stones_of(pos, prover.other()));
                let key = stones.key ^ self.wins_apart;
                self.search.wins.add(key, map(reach), others, number(stones.symmetry, mv));
            }
            let reach = found.reach.map(|reach| game.map_points(class.symmetry, reach));
            let verdict = Verdict::for_winner(self.claim, prover);
            self.observer.solved(pos, verdict, mv);
            let mv = number(class.symmetry, mv);
            (Entry::Proven { reach, mv }, [log, f32::INFINITY])
        } else if found.is_refuted() {
            self.search.progress.solved += 1;
            (Entry::Refuted, [f32::INFINITY, log])
        } else {
            let numbers = found.numbers.map(|number| number.min(MOST));
            (Entry::Open(numbers), numbers.map(f32::ln))
        };
        self.search.table.put(class.key, entry, worth);
        self.search.sides[prover.index()].foresight.learn(game, pos, prover, lesson);
    }

    /// Spends the budget and reports now and then.
    fn spend(&mut self) -> Option<Stop> {
        self.search.progress.nodes += 1;
        self.search.progress.expansions += 1;
        self.side().nodes += 1;
        if let Some(stop) = self.budget.spend(1) {
            return Some(stop);
        }
        if self.search.progress.nodes.is_multiple_of(NODES_PER_REPORT) && self.rhythm.is_due() {
            self.search.measure();
            self.observer.progress(&self.search.progress);
        }
        None
    }
}

/// The numbers of a position, and what the thresholds of its children follow from.
struct Choice {
    best: usize,
    numbers: Numbers,
    /// The second smallest of the numbers of which the least counts.
    second: f32,
    /// The sum and the largest of the other numbers.
    sum: f32,
    most: f32,
}
