//! The check of a whole certificate: its entries, then its roots.
//!
//! Entries are independent of each other, because an entry uses only the statements of other
//! entries. So threads divide the blocks among them. The reported refusal is the refusal with the
//! smallest number.

mod credit;
mod go;
mod lemma;
mod living;
mod local;
mod pattern;
mod plain;
mod position;
mod ranked;
mod ranks;
mod root;
mod shape;
mod statements;
mod threat;

use crate::lock::{lock, unlocked};
use crate::model::{Entry, Game, Mark, Player, Position, Root, Verdict};
use crate::read::{Body, Source};
use crate::report::{Place, Refusal, Summary};
use crate::rules::Line;
use crate::steps::{CLASS, PLAY, StepCounter};
use crate::words;
use credit::Pasts;
use lemma::LemmaProver;
use ranks::{Key, Ranks};
use statements::Statements;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Are leaves that rest on theorems accepted?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Knowledge {
    /// Every kind of leaf of section 4.3.
    #[default]
    Accepted,
    /// No leaf: the rules of the game alone.
    RulesOnly,
}

/// How to check.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether knowledge leaves are accepted.
    pub knowledge: Knowledge,
    /// How many steps the check may take; a step is about 0.1 µs of work.
    pub steps: u64,
    /// How many bytes of the certificate may be in memory at once, about.
    pub memory: usize,
    /// How many threads work.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Options {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Options { knowledge: Knowledge::Accepted, steps: 1 << 50, memory: 1 << 29, threads }
    }
}

/// Checks a certificate in memory: what it proves, or why it is refused.
pub fn check(bytes: &[u8], options: &Options) -> Result<Summary, Refusal> {
    check_source(std::io::Cursor::new(bytes), options)
}

/// Checks a certificate, for example a file, of which only a part is in memory at any time.
pub fn check_source(source: impl Source, options: &Options) -> Result<Summary, Refusal> {
    let counter = StepCounter::new(options.steps);
    let body = Body::open(source, options.memory / 2, &counter)?;
    let problem = &body.problem;
    let rests = problem.roots.iter().any(|root| root.theorem.is_some());
    if options.knowledge == Knowledge::RulesOnly && rests {
        let found = "a root rests on unconditional life, and no knowledge is accepted";
        return Err(Refusal::wrong(Place::Header, "4.3", found));
    }
    if options.knowledge == Knowledge::RulesOnly && body.leaves > 0 {
        let found = format!("it has {} knowledge leaves, and none are accepted", body.leaves);
        return Err(Refusal::wrong(Place::Header, "4.3", found));
    }
    let checker = Checker::new(&body, &counter);
    checker.statements.look(PLAY * (1 + problem.moves.len() as u64))?;
    let mut line = Line::base(problem).map_err(|why| Refusal::wrong(Place::Header, "5", why))?;
    let is_go = matches!(problem.game, Game::Go(_));
    let rounds = if is_go { ranks::rounds(body.marks, options.memory / 2) } else { 1 };
    for round in 0..rounds {
        let ranks = Ranks::new(round, rounds);
        in_parallel(options.threads, body.blocks(), |block| {
            body.numbers(block).try_for_each(|number| checker.entry(number, &ranks))
        })?;
        for number in 0..problem.roots.len() {
            let known = |root: &Root, mark: &Mark| ranks.get(&checker.key(&ranks, root, mark)?);
            root::check(&checker.statements, number, &mut line, known)?;
        }
    }
    let [life, room] = match problem.game {
        Game::Killall => [0, body.leaves],
        _ => [body.leaves - body.territories, 0],
    };
    let kinds = [
        ("unconditional life", life),
        ("unconditional territory", body.territories),
        ("no room", room),
    ];
    let leaves = kinds.into_iter().filter(|(_, count)| *count > 0).collect();
    Ok(Summary {
        claims: problem.roots.iter().map(|root| words::claim(problem, root)).collect(),
        entries: body.entries,
        edges: body.edges,
        leaves,
        bytes: body.bytes[0],
        body_bytes: body.bytes[1],
        steps: counter.steps(),
    })
}

/// A check: what its entries and roots share.
struct Checker<'b, 's> {
    body: &'b Body<'s>,
    counter: &'b StepCounter,
    statements: Statements<'b, 's>,
    /// For each claim and verdict the number of the first root that has it.
    claims: HashMap<(Player, i64, Verdict), usize>,
    pasts: Pasts,
    lemmas: LemmaProver,
}

impl<'b, 's> Checker<'b, 's> {
    fn new(body: &'b Body<'s>, counter: &'b StepCounter) -> Checker<'b, 's> {
        let mut claims = HashMap::new();
        for (number, root) in body.problem.roots.iter().enumerate() {
            claims.entry((root.attacker, root.at_least, root.verdict)).or_insert(number);
        }
        let (statements, pasts) = (Statements::new(body, counter), Pasts::new(&body.problem));
        Checker { body, counter, statements, claims, pasts, lemmas: LemmaProver::default() }
    }

    fn key(&self, ranks: &Ranks, root: &Root, mark: &Mark) -> Option<Key> {
        let claim = *self.claims.get(&(root.attacker, root.at_least, root.verdict))?;
        ranks.key(self.statements.maps(), claim, mark)
    }

    /// Checks an entry, and keeps the ranks that it gives.
    fn entry(&self, number: u64, ranks: &Ranks) -> Result<(), Refusal> {
        let wrong = |section, problem: &str| Refusal::wrong(Place::Entry(number), section, problem);
        let statements = &self.statements;
        match self.body.entry(number)? {
            Some(Entry::Pattern(pattern)) => pattern::check(statements, number, &pattern),
            Some(Entry::Position(position)) => self.position(number, &position, ranks),
            Some(Entry::Threat(threat)) => threat::check(statements, number, &threat),
            Some(Entry::Local(entry)) if statements.game() == Game::Killall => {
                living::check(statements, number, &entry)
            }
            Some(Entry::Local(entry)) => local::check(statements, number, &entry),
            Some(Entry::Shape(shape)) => shape::check(statements, number, &shape),
            Some(Entry::Lemma(lemma)) => {
                let problem = self.lemmas.problem(&lemma, self.counter)?;
                problem.map_or(Ok(()), |problem| Err(wrong("4.1", problem)))
            }
            None => Err(wrong("4", "there is no such entry")),
        }
    }

    /// Checks an entry that is a position, and keeps the ranks that it gives.
    fn position(&self, number: u64, position: &Position, ranks: &Ranks) -> Result<(), Refusal> {
        let statements = &self.statements;
        statements.look(1 + CLASS * (1 + position.marks()))?;
        statements.step(position.frame.assumed.len() as u64)?;
        let mut given = Vec::new();
        let mut give = |root: &Root, mark: &Mark, rank| {
            let key = match position.frame.bound {
                true => ranks.bound_key(&self.body.problem, position.root, mark),
                false => self.key(ranks, root, mark),
            };
            given.extend(key.map(|key| (key, rank)));
        };
        let checked = match statements.game() {
            Game::Go(rules) if rules.has_credits() => {
                credit::check(statements, number, rules, position, &self.pasts, &mut give)
            }
            Game::Go(rules) => ranked::check(statements, number, rules, position, &mut give),
            Game::Mnk { .. }
            | Game::Gomoku(_)
            | Game::Hex
            | Game::Capture(_)
            | Game::Phutball
            | Game::Killall => plain::check(statements, number, position),
        };
        checked.map_err(|fault| fault.of_entry(statements, number, position))?;
        if ranks.give(given.into_iter()) {
            return Ok(());
        }
        let problem = "it gives a mark another rank than an earlier entry or answer does";
        Err(Refusal::wrong(Place::Entry(number), "4.2", problem))
    }
}

/// Does some work for each number below a count; the refusal is that of the smallest number.
fn in_parallel(
    threads: usize,
    count: usize,
    work: impl Fn(usize) -> Result<(), Refusal> + Sync,
) -> Result<(), Refusal> {
    let threads = threads.min(count);
    if threads <= 1 {
        return (0..count).try_for_each(work);
    }
    let (next, first) = (AtomicUsize::new(0), Mutex::new(None::<(usize, Refusal)>));
    let run = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            let Err(refusal) = work(number) else { continue };
            next.store(count, Ordering::Relaxed);
            let mut first = lock(&first);
            if first.as_ref().is_none_or(|(old, _)| number < *old) {
                *first = Some((number, refusal));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(run);
        }
    });
    unlocked(first).map_or(Ok(()), |(_, refusal)| Err(refusal))
}
