//! A tiny naive solver on the checker's own rules: the truth about small positions, and
//! certificates for it.

pub mod killall;
pub mod mutate;
pub mod problems;
pub mod shapes;

use andor_checker::rules::{self, Line, State, go, hex};
use andor_checker::symmetry::images;
use andor_checker::{
    Certificate, Entry, Frame, Game, Leaf, Link, Mark, Pattern, PatternAnswer, Player, PointSet,
    Position, PositionAnswer, Problem, Proof, Reference, Root, Then, Theorem, Verdict, frames,
    life,
};
use std::collections::HashMap;

/// The root without its proof, for asking what is true.
pub fn line_of(problem: &Problem, root: &Root) -> Option<Line> {
    let mut line = Line::base(problem).ok()?;
    for &point in &root.moves {
        line.play(usize::from(point)).ok()?;
    }
    Some(line)
}

/// Brute force gives up on longer lines: the stack has its limits.
const LONGEST_LINE: usize = 1_000;

/// Truth by brute force, with a budget, and a memory of positions with all that the rules ask of
/// their past.
pub struct Brute {
    memory: HashMap<(State, Vec<(u32, i64)>), bool>,
    marks: HashMap<Mark, u32>,
    pub nodes: u64,
    pub budget: u64,
}

impl Brute {
    pub fn new(budget: u64) -> Brute {
        Brute { memory: HashMap::new(), marks: HashMap::new(), nodes: 0, budget }
    }

    /// Whether the winner of the root can make its verdict come true; nothing if it takes too long.
    pub fn holds(&mut self, line: &mut Line, root: &Root) -> Option<bool> {
        if let Some(outcome) = line.now().outcome {
            return Some(outcome.confirms(root));
        }
        // Where cycles are judged, what a return to a mark is worth depends on the passes since.
        let judged = matches!(line.game(), Game::Go(rules) if rules.has_credits());
        let mut past: Vec<(u32, i64)> = Vec::new();
        let mut tally = 0;
        for number in (0..line.states().len()).rev() {
            if let Some(mark) = line.mark(number) {
                let next = self.marks.len() as u32;
                past.push((*self.marks.entry(*mark).or_insert(next), tally));
            }
            if let Some(pair) = line.states()[..=number].last_chunk::<2>().filter(|_| judged) {
                tally += go::tally(&pair[0], &pair[1]);
            }
        }
        past.sort_unstable();
        past.dedup();
        let key = (line.now().clone(), past);
        if let Some(&known) = self.memory.get(&key) {
            return Some(known);
        }
        self.nodes += 1;
        if self.nodes > self.budget || line.states().len() > LONGEST_LINE {
            return None;
        }
        let winners = line.now().to_move == root.winner();
        let mut result = !winners;
        // The pass first: it ends games.
        for point in (0..line.moves()).rev() {
            if line.play(point).is_ok() {
                let after = self.holds(line, root);
                line.undo();
                if after? == winners {
                    result = winners;
                    break;
                }
            }
        }
        self.memory.insert(key, result);
        Some(result)
    }
}

/// Whether the verdict of a root is right.
pub fn truth(problem: &Problem, root: &Root, budget: u64) -> Option<bool> {
    match line_of(problem, root) {
        None => Some(false),
        Some(line) if line.game() == Game::Phutball => ball_truth(&line, root),
        Some(line) if line.game() == Game::Killall => killall::truth(&line, root),
        Some(mut line) => Brute::new(budget).holds(&mut line, root),
    }
}

/// The most positions of Phutball that are looked at.
const MOST_POSITIONS: usize = 5_000;

/// Whether the verdict of a root of Phutball is right: all positions that can be reached, and those
/// from which the attacker can force the claim, from the ends backwards. Nothing if there are too
/// many positions.
fn ball_truth(line: &Line, root: &Root) -> Option<bool> {
    let (game, size) = (line.game(), line.size());
    let mut numbers: HashMap<State, usize> = HashMap::from([(line.now().clone(), 0)]);
    let mut states = vec![line.now().clone()];
    let mut after: Vec<Vec<usize>> = Vec::new();
    while let Some(state) = states.get(after.len()).cloned() {
        let men = (0..line.area()).filter_map(|point| rules::after(game, size, &state, point).ok());
        let jumps =
            (line.area() + 1..).map_while(|number| rules::after(game, size, &state, number).ok());
        let next = men.chain(jumps).map(|next| {
            let new = states.len();
            *numbers.entry(next.clone()).or_insert_with(|| {
                states.push(next);
                new
            })
        });
        after.push(next.collect());
        if states.len() > MOST_POSITIONS {
            return None;
        }
    }
    let fulfils = |state: &State| {
        state.outcome.is_some_and(|outcome| outcome.fulfils(root.attacker, root.at_least))
    };
    let mut won: Vec<bool> = states.iter().map(fulfils).collect();
    loop {
        let mut changed = false;
        for number in (0..states.len()).filter(|&number| states[number].outcome.is_none()) {
            let mut next = after[number].iter().map(|&next| won[next]);
            let wins = match states[number].to_move == root.attacker {
                true => next.any(|won| won),
                false => next.all(|won| won),
            };
            changed |= wins && !won[number];
            won[number] |= wins;
        }
        if !changed {
            return Some(won[0] == (root.verdict == Verdict::Proven));
        }
    }
}

/// How many entries the solver may try for a certificate of Go, where the past matters.
pub const NODES: u64 = 4_000;

/// How to make certificates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Hex: zones of what is needed only.
    pub tight: bool,
    /// References with symmetries.
    pub symmetries: bool,
    /// Leaves of life.
    pub life: bool,
}

pub const PLAIN: Style = Style { tight: false, symmetries: false, life: false };
pub const RICH: Style = Style { tight: true, symmetries: true, life: true };

/// Makes entries.
pub struct Maker {
    pub problem: Problem,
    pub entries: Vec<Entry>,
    style: Style,
    known: HashMap<Vec<u8>, u64>,
    proofs: HashMap<(Vec<Option<Player>>, Player), Option<Reference>>,
    maps: Vec<Vec<usize>>,
    pub nodes: u64,
}

impl Maker {
    pub fn new(problem: Problem, style: Style) -> Maker {
        let all = |s| images(problem.game, problem.columns, problem.rows, s);
        let maps =
            if style.symmetries { (0..8).map_while(all).collect() } else { vec![all(0).unwrap()] };
        Maker {
            problem,
            entries: Vec::new(),
            style,
            known: HashMap::new(),
            proofs: HashMap::new(),
            maps,
            nodes: 0,
        }
    }

    /// Fills in first move and entry of the root; false, and nothing kept, if its verdict is wrong.
    pub fn root(&mut self, root: &Root) -> bool {
        let count = self.entries.len();
        let made = self.make(root);
        if !made {
            self.entries.truncate(count);
            self.known.retain(|_, number| *number < count as u64);
        }
        made
    }

    fn make(&mut self, root: &Root) -> bool {
        let mut root = root.clone();
        let mut line = line_of(&self.problem, &root).expect("a legal root");
        self.proofs.clear();
        if let Some(outcome) = line.now().outcome {
            self.problem.roots.push(root.clone());
            return outcome.confirms(&root);
        }
        if line.now().to_move != root.winner() {
            let Some(reference) = self.entry(&mut line, &root) else { return false };
            root.entry = Some(self.upright(reference));
            self.problem.roots.push(root);
            return true;
        }
        for point in 0..line.moves() {
            if line.play(point).is_err() {
                continue;
            }
            root.first = Some(point as u16);
            if let Some(outcome) = line.now().outcome {
                if outcome.confirms(&root) {
                    self.problem.roots.push(root);
                    return true;
                }
            } else if let Some(reference) = self.entry(&mut line, &root) {
                root.entry = Some(self.upright(reference));
                self.problem.roots.push(root);
                return true;
            }
            line.undo();
        }
        false
    }

    /// The certificate; a plain one keeps what was made on the way and is of no use.
    pub fn finish(self) -> Certificate {
        let mut certificate = Certificate { problem: self.problem, entries: self.entries };
        if self.style.tight {
            certificate.drop_unused();
        }
        frames::fill(&mut certificate);
        certificate
    }

    /// Roots have no symmetry: an entry turned so that none is needed.
    fn upright(&mut self, reference: Reference) -> u64 {
        if reference.symmetry == 0 {
            return reference.entry;
        }
        let map = self.map(reference.symmetry);
        let mut back = vec![0; map.len()];
        map.iter().enumerate().for_each(|(point, &image)| back[image] = point);
        let turned = self.turned(&self.entries[reference.entry as usize], &back);
        self.entries.push(turned);
        self.entries.len() as u64 - 1
    }

    fn map(&self, symmetry: u8) -> Vec<usize> {
        let p = &self.problem;
        images(p.game, p.columns, p.rows, symmetry).expect("a symmetry")
    }

    /// The entry about the picture after the map.
    fn turned(&self, entry: &Entry, map: &[usize]) -> Entry {
        let set = |set: &PointSet| set.iter().map(|point| map[point]).collect::<PointSet>();
        let point = |point: u16| map[usize::from(point)] as u16;
        let reference = |reference: Reference| {
            let old = self.map(reference.symmetry);
            let same = |u: &u8| {
                let new = self.map(*u);
                (0..map.len()).all(|p| new[map[p]] == old[p])
            };
            let symmetry = (0..8).find(same).expect("symmetries are a group");
            Reference { entry: reference.entry, symmetry }
        };
        match entry {
            Entry::Pattern(Pattern { link, proof }) => {
                let answer = |a: &PatternAnswer| PatternAnswer {
                    point: point(a.point),
                    reference: reference(a.reference),
                };
                let Proof::Answers(answers) = proof else { unreachable!("not made here") };
                let (zone, need) = (set(&link.zone), set(&link.need));
                Entry::Pattern(Pattern {
                    link: Link { zone, need, ..*link },
                    proof: Proof::Answers(answers.iter().map(answer).collect()),
                })
            }
            Entry::Lemma(_) | Entry::Threat(_) | Entry::Local(_) | Entry::Shape(_) => {
                unreachable!("not made here")
            }
            Entry::Position(p) => {
                let then = |then| match then {
                    Then::Over => Then::Over,
                    Then::Leaf(leaf) => Then::Leaf(Leaf { stones: set(&leaf.stones), ..leaf }),
                    Then::MoveOver(m) => Then::MoveOver(point(m)),
                    Then::MoveLeaf(m, leaf) => {
                        Then::MoveLeaf(point(m), Leaf { stones: set(&leaf.stones), ..leaf })
                    }
                    Then::MoveEntry(m, r) => Then::MoveEntry(point(m), reference(r)),
                };
                let mut answers: Vec<PositionAnswer> = p
                    .answers
                    .iter()
                    .map(|a| PositionAnswer {
                        reply: point(a.reply),
                        then: then(a.then),
                        fall: a.fall,
                    })
                    .collect();
                answers.sort_by_key(|a| a.reply);
                let (black, white) = (set(&p.black), set(&p.white));
                let frame = Frame { ko: p.frame.ko.map(point), ..p.frame.clone() };
                Entry::Position(Position { root: p.root, black, white, frame, answers })
            }
        }
    }

    /// Adds an entry, or finds it or an image of it.
    fn add(&mut self, entry: Entry) -> Reference {
        let mut best: Option<(Vec<u8>, u8, Entry)> = None;
        for symmetry in 0..self.maps.len() {
            let turned = self.turned(&entry, &self.maps[symmetry]);
            let key = format!("{turned:?}").into_bytes();
            if best.as_ref().is_none_or(|(old, ..)| key < *old) {
                best = Some((key, symmetry as u8, turned));
            }
        }
        let (key, symmetry, turned) = best.expect("there is a symmetry");
        let next = self.entries.len() as u64;
        let number = *self.known.entry(key).or_insert(next);
        if number == next {
            self.entries.push(turned);
        }
        Reference { entry: number, symmetry }
    }

    /// The entry for the position at hand, the loser to move, if the winner succeeds in it.
    fn entry(&mut self, line: &mut Line, root: &Root) -> Option<Reference> {
        self.nodes += 1;
        if self.nodes > NODES && matches!(self.problem.game, Game::Go(_)) {
            return None;
        }
        match self.problem.game {
            Game::Hex => self.pattern(line, root),
            Game::Mnk { .. } | Game::Gomoku(_) => {
                let key = (line.now().board.clone(), root.winner());
                if let Some(&known) = self.proofs.get(&key) {
                    return known;
                }
                let made = self.position(line, root);
                self.proofs.insert(key, made);
                made
            }
            Game::Go(_) => self.position(line, root),
            Game::Capture(_) | Game::Phutball | Game::Killall => unreachable!("not made here"),
        }
    }

    fn pattern(&mut self, line: &mut Line, root: &Root) -> Option<Reference> {
        let winner = root.winner();
        let area = line.area() as u16;
        let ends = [area, area + 1];
        let joins = |need: &PointSet| {
            let own = |node| node >= line.area() || need.contains(node);
            hex::connected(line.size(), winner, line.area(), own).contains(&(line.area() + 1))
        };
        let board = line.now().board.clone();
        let with =
            |content| (0..board.len()).filter(|&p| board[p] == content).collect::<PointSet>();
        let (own, empty) = (with(Some(winner)), with(None));
        if line.now().outcome.is_some() {
            if !joins(&own) {
                return None;
            }
            let mut need = own;
            if self.style.tight {
                for point in own.iter() {
                    need.remove(point);
                    if !joins(&need) {
                        need.insert(point);
                    }
                }
            }
            let link = Link { winner, ends, zone: need, need };
            let proof = Proof::Answers(vec![]);
            return Some(self.add(Entry::Pattern(Pattern { link, proof })));
        }
        let mut open = empty;
        let mut answers: Vec<PatternAnswer> = Vec::new();
        let (mut zone, mut need) = (PointSet::EMPTY, PointSet::EMPTY);
        for reply in empty.iter() {
            if self.style.tight && !open.contains(reply) {
                continue;
            }
            line.play(reply).expect("an empty point");
            let mut found = None;
            if line.now().outcome.is_none() {
                for point in empty.iter().filter(|&point| point != reply) {
                    line.play(point).expect("an empty point");
                    let after = self.entry(line, root);
                    line.undo();
                    if let Some(reference) = after {
                        found = Some((point, reference));
                        break;
                    }
                }
            }
            line.undo();
            let (point, reference) = found?;
            let Entry::Pattern(after) = &self.entries[reference.entry as usize] else {
                return None;
            };
            let map = self.map(reference.symmetry);
            let back = |set: &PointSet| {
                (0..board.len()).filter(|&p| set.contains(map[p])).collect::<PointSet>()
            };
            let (after_zone, after_need) = (back(&after.link.zone), back(&after.link.need));
            let mut covered = after_zone;
            covered.insert(point);
            open = open.and(&covered);
            zone = zone.iter().chain(covered.iter()).collect();
            need = need.iter().chain(after_need.iter().filter(|&p| p != point)).collect();
            answers.push(PatternAnswer { point: point as u16, reference });
        }
        if self.style.tight {
            // A move may be a stone that another answer needs; then it is empty here, so no need.
            need = need.and(&own);
        } else {
            (zone, need) = (own.iter().chain(empty.iter()).collect(), own);
        }
        let link = Link { winner, ends, zone, need };
        Some(self.add(Entry::Pattern(Pattern { link, proof: Proof::Answers(answers) })))
    }

    fn position(&mut self, line: &mut Line, root: &Root) -> Option<Reference> {
        let mut answers = Vec::new();
        for reply in 0..line.moves() {
            if line.play(reply).is_err() {
                continue;
            }
            let then = self.then(line, root);
            line.undo();
            answers.push(PositionAnswer { reply: reply as u16, then: then?, fall: 0 });
        }
        let now = line.now();
        let with = |player| {
            (0..now.board.len()).filter(|&p| now.board[p] == Some(player)).collect::<PointSet>()
        };
        let ko = now.ko.map(|ko| ko as u16);
        let roots = &self.problem.roots;
        let number = roots.iter().position(|other| other.says_as(root)).unwrap_or(roots.len());
        let position = Position {
            root: number as u64,
            black: with(Player::Black),
            white: with(Player::White),
            frame: Frame { passes: now.passes, ko, ..Frame::default() },
            answers,
        };
        Some(self.add(Entry::Position(position)))
    }

    /// The leaf that settles the end of a line, if none of its positions was ripe before a number.
    fn leaf(&self, line: &Line, root: &Root, before: usize) -> Option<Leaf> {
        let Game::Go(rules) = self.problem.game else { return None };
        let (size, states) = (line.size(), line.states());
        let stones = life::living(size, line.now(), root.winner());
        let quiet = |theorem| states[..before].iter().all(|s| !life::ripe(theorem, size, s, root));
        let settles = |leaf: &Leaf| {
            life::settles(rules, size, line.now(), root, leaf).is_ok() && quiet(leaf.theorem)
        };
        let leaves = Theorem::ALL.map(|theorem| Leaf { theorem, stones });
        leaves.into_iter().filter(|_| self.style.life && !stones.is_empty()).find(settles)
    }

    /// The winner's way after a reply.
    fn then(&mut self, line: &mut Line, root: &Root) -> Option<Then> {
        if let Some(outcome) = line.now().outcome {
            return outcome.confirms(root).then_some(Then::Over);
        }
        let length = line.states().len();
        if let Some(leaf) = self.leaf(line, root, length - 2) {
            return Some(Then::Leaf(leaf));
        }
        // A pass that ends the game first, any other pass last.
        let mut order: Vec<usize> = (0..line.moves()).collect();
        order.rotate_right(usize::from(line.now().passes == 1));
        for point in order {
            if line.play(point).is_err() {
                continue;
            }
            let move_ = point as u16;
            let then = if let Some(outcome) = line.now().outcome {
                outcome.confirms(root).then_some(Then::MoveOver(move_))
            } else if let Some(leaf) = self.leaf(line, root, length).filter(|_| point < line.area())
            {
                Some(Then::MoveLeaf(move_, leaf))
            } else {
                self.entry(line, root).map(|reference| Then::MoveEntry(move_, reference))
            };
            line.undo();
            if then.is_some() {
                return then;
            }
        }
        None
    }
}
