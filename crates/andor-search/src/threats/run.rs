//! One run of a threat search: depth-first proof-number search over attacks.

use super::Threats;
use super::draw::Draw;
use super::nodes::{Child, Defence, Id, MOST, NodeAnswer, State, UNMET, Win};
use crate::budget::{Budget, Stop};
use crate::line::Line;
use crate::observe::{Observer, Rhythm};
use andor_core::{AttackKind, Claim, Details, Key, Passing, Player, Verdict};

/// What the attacker may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// Moves that threaten a win that knowledge sees.
    Threats,
    /// Also quiet moves, which threaten a win by threats.
    Quiet,
}

/// The state of one run.
pub(super) struct Run<'r, 'g, G: Passing> {
    search: &'r mut Threats<G>,
    line: &'r mut Line<'g, G>,
    claim: Claim,
    attacker: Player,
    budget: &'r mut Budget,
    observer: &'r mut dyn Observer<G>,
    draw: Draw,
    /// The run ends after so many expansions of the search.
    limit: u64,
    root: usize,
    rhythm: Rhythm,
    stopped: Option<Stop>,
    /// Is the memory full?
    is_full: bool,
}

/// The distance between the keys of positions with different attackers and levels.
const MIX: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;

/// The key of a position in the list.
pub(super) fn key(position: Key, attacker: Player, level: Level) -> Key {
    let number = 1 + 2 * attacker.index() as u128 + level as u128;
    Key(position.0.wrapping_add(MIX.wrapping_mul(number)))
}

/// What the children of a position say together.
struct Choice {
    /// The place of the child to work on.
    best: usize,
    /// The least number of the player to move, and the least of the other children.
    least: u32,
    second: u32,
    /// The number of the other player.
    other: u32,
}

impl<'r, 'g, G: Passing> Run<'r, 'g, G> {
    pub(super) fn new(
        search: &'r mut Threats<G>,
        line: &'r mut Line<'g, G>,
        claim: Claim,
        attacker: Player,
        budget: &'r mut Budget,
        observer: &'r mut dyn Observer<G>,
        (draw, expansions): (Draw, u64),
    ) -> Self {
        let halt = budget.halt();
        search.knowledge.heed(&halt);
        let limit = search.progress.expansions + expansions;
        let root = line.ply();
        Run {
            search,
            line,
            claim,
            attacker,
            budget,
            observer,
            draw,
            limit,
            root,
            rhythm: Rhythm::new(),
            stopped: None,
            is_full: false,
        }
    }

    /// Searches for a win of the attacker from the line's position; says if there is one, or that
    /// there is none at this level. `None` if the run ended before.
    pub(super) fn run(&mut self, level: Level) -> Result<Option<bool>, Stop> {
        let id = self.here(level, 1);
        self.visit(id, level, [MOST - 1; 2]);
        let node = self.search.nodes.get(id);
        let result = match (node.proof, node.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        };
        match (result, self.stopped) {
            (Some(true), _) | (_, None) => Ok(result),
            (_, Some(stop)) => Err(stop),
        }
    }

    /// The line's position in the list.
    fn here(&mut self, level: Level, first: u32) -> Id {
        let position = self.line.game().key(self.line.position());
        self.search.nodes.meet(key(position, self.attacker, level), first)
    }

    /// Must the run end?
    fn is_due(&self) -> bool {
        self.stopped.is_some() || self.is_full || self.search.progress.expansions >= self.limit
    }

    /// Works below the line's position until it is solved or its numbers reach the thresholds.
    fn visit(&mut self, id: Id, level: Level, thresholds: [u32; 2]) {
        self.search.progress.nodes += 1;
        self.stopped = self.stopped.or_else(|| self.budget.spend(1));
        let node = self.search.nodes.get(id);
        if node.proof == 0 || node.disproof == 0 {
            return;
        }
        if matches!(node.state, State::Bare) {
            self.search.progress.expansions += 1;
            self.report();
            if self.is_due() {
                return;
            }
        }
        match self.line.to_move() == self.attacker {
            true => self.attack(id, level, thresholds),
            false => self.defend(id, level, thresholds),
        }
    }

    /// The zone with which `player`, to move, wins by knowledge.
    fn strike(&self, player: Player) -> Option<G::Zone> {
        let (game, pos) = (self.line.game(), self.line.position());
        let settled = self.search.knowledge.settle(game, pos, self.claim, Details::ZONE)?;
        let won = settled.verdict == self.search.won_by(self.claim, player);
        if won { settled.zone } else { None }
    }

    /// Does the player to move win by knowledge?
    fn mover_wins(&self) -> bool {
        let (game, pos) = (self.line.game(), self.line.position());
        let settled = self.search.knowledge.settle(game, pos, self.claim, Details::VERDICT);
        let won: Verdict = self.search.won_by(self.claim, self.line.to_move());
        settled.is_some_and(|settled| settled.verdict == won)
    }

    // ---------------------------------------------------------------- the attacker is to move

    fn attack(&mut self, id: Id, level: Level, thresholds: [u32; 2]) {
        let mut children = match self.search.nodes.take(id) {
            State::Attack(children) => children,
            _ => match self.expand_attack(id, level) {
                Some(children) => children,
                None => return,
            },
        };
        loop {
            children.retain(|child| self.numbers(child).1 > 0);
            let Some(choice) = self.choose(&children, |(proof, disproof)| (proof, disproof)) else {
                return self.fail(id, level);
            };
            let Child { mv, id: child, .. } = children[choice.best];
            if choice.least == 0 {
                return self.win_by(id, mv, child);
            }
            let numbers = (choice.least, choice.other);
            if numbers.0 >= thresholds[0] || numbers.1 >= thresholds[1] || self.is_due() {
                return self.leave(id, numbers, State::Attack(children));
            }
            if self.line.ply() == self.root {
                self.observer.guess(mv);
            }
            let own = self.numbers(&children[choice.best]).1;
            let limits = [
                thresholds[0].min(self.slack(choice.second)),
                (thresholds[1] - numbers.1).saturating_add(own).min(MOST - 1),
            ];
            children[choice.best].id = self.go(&children[choice.best], level, limits);
        }
    }

    /// The attacker's moves; nothing if the position is solved, or if the run ended meanwhile.
    fn expand_attack(&mut self, id: Id, level: Level) -> Option<Vec<Child<G::Move>>> {
        if self.line.outcome().is_some() {
            self.fail(id, level);
            return None;
        }
        if let Some(zone) = self.strike(self.attacker) {
            self.prove(id, State::Won(Win::Strike, Box::new(zone)));
            return None;
        }
        if level == Level::Quiet {
            if let Some((inner, zone)) = self.inner() {
                self.prove(id, State::Won(Win::As(inner), Box::new(zone)));
                return None;
            }
            if self.is_due() {
                return None;
            }
        }
        let (game, pos) = (self.line.game(), self.line.position());
        let quiet = if level == Level::Quiet { self.draw.quiet } else { 0 };
        let mut attempts = Vec::new();
        self.search.attack.attempts(game, pos, quiet, &mut attempts);
        let mut places = [0; AttackKind::COUNT];
        let children = attempts.into_iter().map(|attempt| {
            let place = &mut places[attempt.kind as usize];
            *place += 1;
            let first = self.draw.first(attempt.kind, *place - 1);
            Child { mv: attempt.mv, id: UNMET, first }
        });
        Some(children.collect())
    }

    /// A win by threats alone from the line's position, with the attacker to move: its number and
    /// its zone.
    fn inner(&mut self) -> Option<(Id, G::Zone)> {
        let id = self.here(Level::Threats, 1);
        let limit = self.limit;
        self.limit = limit.min(self.search.progress.expansions + self.draw.inner);
        self.visit(id, Level::Threats, [MOST - 1; 2]);
        self.limit = limit;
        let zone = self.search.nodes.get(id).zone()?;
        Some((id, *zone))
    }

    // ---------------------------------------------------------------- the defender is to move

    fn defend(&mut self, id: Id, level: Level, thresholds: [u32; 2]) {
        let mut defence = match self.search.nodes.take(id) {
            State::Defence(defence) => defence,
            _ => match self.expand_defence(id, level) {
                Some(defence) => defence,
                None => return,
            },
        };
        loop {
            self.refute(&mut defence);
            if defence.children.is_empty() {
                let Defence { answers, zone, .. } = *defence;
                return self.prove(id, State::Lost(answers, Box::new(zone)));
            }
            let Some(choice) =
                self.choose(&defence.children, |(proof, disproof)| (disproof, proof))
            else {
                return self.fail(id, level);
            };
            if choice.least == 0 {
                return self.fail(id, level);
            }
            let numbers = (choice.other, choice.least);
            if numbers.0 >= thresholds[0] || numbers.1 >= thresholds[1] || self.is_due() {
                return self.leave(id, numbers, State::Defence(defence));
            }
            let own = self.numbers(&defence.children[choice.best]).0;
            let limits = [
                (thresholds[0] - numbers.0).saturating_add(own).min(MOST - 1),
                thresholds[1].min(self.slack(choice.second)),
            ];
            let child = defence.children[choice.best];
            defence.children[choice.best].id = self.go(&child, level, limits);
        }
    }

    /// The replies that may refute the attacker's threat; nothing if the position is solved, or if
    /// the run ended meanwhile.
    fn expand_defence(&mut self, id: Id, level: Level) -> Option<Box<Defence<G::Move, G::Zone>>> {
        if self.line.outcome().is_some() || self.mover_wins() {
            self.fail(id, level);
            return None;
        }
        let Some((win, threat)) = self.threat(level) else {
            if !self.is_due() {
                self.fail(id, level);
            }
            return None;
        };
        let game = self.line.game();
        let mut replies = Vec::new();
        self.line.moves(&mut replies);
        replies.retain(|&mv| game.meets(self.line.position(), mv, threat));
        self.search.attack.sort_replies(game, self.line.position(), &mut replies);
        let mut defence = Box::new(Defence {
            children: Vec::new(),
            answers: vec![NodeAnswer { reply: None, open: true, win }],
            zone: game.opened(threat),
        });
        while !replies.is_empty() {
            let mv = replies.remove(0);
            self.line.play(mv);
            let strike = match self.line.outcome() {
                Some(_) => None,
                None => self.strike(self.attacker),
            };
            self.line.undo();
            let Some(zone) = strike else {
                defence.children.push(Child { mv, id: UNMET, first: 1 });
                continue;
            };
            let pos = self.line.position();
            let before = replies.len() + defence.children.len();
            replies.retain(|&other| game.meets(pos, other, zone));
            defence.children.retain(|child| game.meets(pos, child.mv, zone));
            let open = replies.len() + defence.children.len() < before;
            self.answer(&mut defence, NodeAnswer { reply: Some(mv), open, win: Win::Strike }, zone);
        }
        Some(defence)
    }

    /// How the attacker wins if the defender passes, and the zone of the win.
    fn threat(&mut self, level: Level) -> Option<(Win<G::Move>, G::Zone)> {
        let mut passed = self.line.position().clone();
        self.line.game().pass_in_thought(&mut passed);
        let old = self.line.replace(passed);
        let threat = match self.strike(self.attacker) {
            Some(zone) => Some((Win::Strike, zone)),
            None if level == Level::Quiet => self.inner().map(|(id, zone)| (Win::As(id), zone)),
            None => None,
        };
        self.line.replace(old);
        threat
    }

    /// Adds an answer with its zone.
    fn answer(
        &self,
        defence: &mut Defence<G::Move, G::Zone>,
        answer: NodeAnswer<G::Move>,
        zone: G::Zone,
    ) {
        let game = self.line.game();
        let zone = if answer.open { game.opened(zone) } else { zone };
        defence.zone = game.join(defence.zone, zone);
        defence.answers.push(answer);
    }

    /// Takes out the replies that are answered, and those outside the zones of the answers.
    fn refute(&self, defence: &mut Defence<G::Move, G::Zone>) {
        let (game, pos) = (self.line.game(), self.line.position());
        while let Some(place) = defence.children.iter().position(|child| self.numbers(child).0 == 0)
        {
            let Child { mv, id, .. } = defence.children.remove(place);
            let zone = self.search.nodes.get(id).zone().copied().unwrap_or(game.whole_zone());
            let before = defence.children.len();
            defence.children.retain(|child| game.meets(pos, child.mv, zone));
            let open = defence.children.len() < before;
            self.answer(defence, NodeAnswer { reply: Some(mv), open, win: Win::As(id) }, zone);
        }
    }

    // ---------------------------------------------------------------- numbers

    /// The proof number and the disproof number of a child.
    fn numbers(&self, child: &Child<G::Move>) -> (u32, u32) {
        if child.id == UNMET {
            return (child.first, 1);
        }
        let node = self.search.nodes.get(child.id);
        (node.proof, node.disproof)
    }

    /// The best child for the player to move; `order` gives the player's number and the other one.
    /// `None` without children.
    fn choose(
        &self,
        children: &[Child<G::Move>],
        order: impl Fn((u32, u32)) -> (u32, u32),
    ) -> Option<Choice> {
        let mut choice = Choice { best: 0, least: u32::MAX, second: MOST, other: 0 };
        let (mut largest, mut sum) = (0, 0u32);
        for (place, child) in children.iter().enumerate() {
            let (own, other) = order(self.numbers(child));
            if own < choice.least {
                choice.second = choice.least.min(MOST);
                (choice.least, choice.best) = (own, place);
            } else {
                choice.second = choice.second.min(own);
            }
            largest = largest.max(other);
            sum = sum.saturating_add(other);
        }
        let other =
            if self.draw.sum { sum } else { largest + (children.len() as u32).saturating_sub(1) };
        choice.other = other.min(MOST - 1);
        (!children.is_empty()).then_some(choice)
    }

    fn slack(&self, second: u32) -> u32 {
        ((second as f32 * (1.0 + self.draw.epsilon)) as u32 + 1).min(MOST - 1)
    }

    /// Plays a child's move and visits the position; gives its number in the list.
    fn go(&mut self, child: &Child<G::Move>, level: Level, thresholds: [u32; 2]) -> Id {
        self.line.play(child.mv);
        let id = if child.id == UNMET { self.here(level, child.first) } else { child.id };
        self.visit(id, level, thresholds);
        self.line.undo();
        id
    }

    // ---------------------------------------------------------------- results

    fn win_by(&mut self, id: Id, mv: G::Move, child: Id) {
        let game = self.line.game();
        let zone = self.search.nodes.get(child).zone().copied().unwrap_or(game.whole_zone());
        let zone = game.winner_zone(self.line.position(), mv, zone);
        self.prove(id, State::Won(Win::Move(mv, child), Box::new(zone)));
    }

    fn prove(&mut self, id: Id, state: State<G::Move, G::Zone>) {
        let node = self.search.nodes.get_mut(id);
        (node.proof, node.disproof) = (0, MOST);
        if let State::Won(Win::Move(mv, _), _) = &state {
            let verdict = self.search.won_by(self.claim, self.attacker);
            self.observer.solved(self.line.position(), verdict, Some(*mv));
        }
        self.search.nodes.keep(id, state);
        self.search.progress.solved += 1;
    }

    /// The attacker does not win at this level.
    fn fail(&mut self, id: Id, level: Level) {
        let node = self.search.nodes.get_mut(id);
        (node.proof, node.disproof) = (MOST, 0);
        node.for_good = level == Level::Threats;
    }

    fn leave(&mut self, id: Id, (proof, disproof): (u32, u32), state: State<G::Move, G::Zone>) {
        let node = self.search.nodes.get_mut(id);
        (node.proof, node.disproof) = (proof.clamp(1, MOST - 1), disproof.clamp(1, MOST - 1));
        self.search.nodes.keep(id, state);
    }

    /// Reads the clock, looks at the memory and reports now and then.
    fn report(&mut self) {
        self.stopped = self.stopped.or_else(|| self.budget.look());
        if self.search.progress.expansions.is_multiple_of(256)
            && self.search.nodes.bytes() > self.search.most_bytes(self.budget)
        {
            self.is_full = true;
        }
        if self.rhythm.is_due() {
            self.search.progress.memory = self.search.nodes.bytes();
            self.observer.progress(&self.search.progress);
        }
    }
}
