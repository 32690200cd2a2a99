//! The check of a whole certificate: its entries, then its roots.
//!
//! Entries are independent of each other, because an entry uses only the statements of other entries. So
//! threads divide the blocks among them. The reported refusal is the refusal with the smallest number.

use crate::body::{Body, Source};
use crate::credit;
use crate::lemma::{self, Judge, Laid};
use crate::life::{self, succeeds};
use crate::meter::Meter;
use crate::model::{
    Entry, Game, Leaf, Link, Local, Mark, Placed, Player, Position, Problem, Reference, Root,
    Shape, Threat, Verdict,
};
use crate::position::Fault;
use crate::ranks::{self, Key, Ranks};
use crate::reader::Said;
use crate::report::{Place, Refusal, Summary};
use crate::rules::Line;
use crate::{living, local, pattern, position, shape, symmetry, threat, words};
use std::collections::HashMap;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

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
    let meter = Meter::new(options.steps);
    let body = Body::open(source, options.memory / 2, &meter)?;
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
    let maps = symmetry::all(problem.game, problem.columns, problem.rows);
    let checker = Checker::new(&body, &meter, maps);
    checker.look(PLAY * (1 + problem.moves.len() as u64))?;
    let mut line = Line::base(problem).map_err(|why| Refusal::wrong(Place::Header, "5", why))?;
    let is_go = matches!(problem.game, Game::Go(_));
    let rounds = if is_go { ranks::rounds(body.marks, options.memory / 2) } else { 1 };
    for round in 0..rounds {
        let ranks = Ranks::new(round, rounds);
        in_parallel(options.threads, body.blocks(), |block| {
            body.numbers(block).try_for_each(|number| checker.entry(number, &ranks))
        })?;
        for number in 0..problem.roots.len() {
            checker.root(number, &mut line, &ranks)?;
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
        steps: meter.steps(),
    })
}

/// How often a move, the class of a mark and the living set of a position look at the whole board, about.
pub(crate) const PLAY: u64 = 2;
const CLASS: u64 = 2;
pub(crate) const LIFE: u64 = 4;

/// The data that all parts of a check share.
pub(crate) struct Checker<'b, 's> {
    body: &'b Body<'s>,
    meter: &'b Meter,
    maps: Vec<Vec<usize>>,
    /// For each claim and verdict the number of the first root that has it.
    claims: HashMap<(Player, i64, Verdict), usize>,
    /// For each root the marks before its proof, where bound entries ask for them.
    pasts: Vec<OnceLock<Past>>,
    lemmas: Judge,
}

/// The marks of a root's line before its last position, with their credits; or why there are none.
type Past = Result<HashMap<Mark, i64>, String>;

impl<'b, 's> Checker<'b, 's> {
    fn new(body: &'b Body<'s>, meter: &'b Meter, maps: Vec<Vec<usize>>) -> Checker<'b, 's> {
        let mut claims = HashMap::new();
        for (number, root) in body.problem.roots.iter().enumerate() {
            claims.entry((root.attacker, root.at_least, root.verdict)).or_insert(number);
        }
        let pasts = body.problem.roots.iter().map(|_| OnceLock::new()).collect();
        Checker { body, meter, maps, claims, pasts, lemmas: Judge::default() }
    }

    pub fn game(&self) -> Game {
        self.body.problem.game
    }

    pub fn size(&self) -> (usize, usize) {
        (self.body.problem.columns, self.body.problem.rows)
    }

    pub fn area(&self) -> usize {
        self.body.problem.area()
    }

    /// Counts steps, and refuses when they are spent.
    pub fn step(&self, steps: u64) -> Result<(), Refusal> {
        self.meter.step(steps)
    }

    /// Counts the work of looking at so many whole boards.
    pub fn look(&self, boards: u64) -> Result<(), Refusal> {
        self.step(boards * (1 + self.area() as u64 / 8))
    }

    /// A root by its number.
    pub fn root_named(&self, number: u64) -> Option<&Root> {
        self.body.problem.roots.get(usize::try_from(number).ok()?)
    }

    /// The statement of an entry, which must have a smaller number, unless there are credits or it is a position
    /// of Killall-Go.
    fn earlier(&self, from: u64, entry: u64) -> Result<Said, Refusal> {
        let wrong = |problem| Refusal::wrong(Place::Entry(from), "4", problem);
        let said = self.body.said(entry)?;
        let is_free = match self.game() {
            Game::Go(rules) => rules.has_credits(),
            Game::Killall => matches!(said, Some(Said::Position(_))),
            _ => false,
        };
        if entry >= from && !is_free {
            let problem = format!("it refers to entry {entry}, which has no smaller number");
            return Err(wrong(problem));
        }
        said.ok_or_else(|| wrong(format!("there is no entry {entry}")))
    }

    /// The statement of the entry of a reference, and the symmetry.
    fn target(&self, from: u64, reference: Reference) -> Result<(Said, &[usize]), Refusal> {
        let symmetry = reference.symmetry;
        let said = self.earlier(from, reference.entry)?;
        let wrong = |problem| Refusal::wrong(Place::Entry(from), "4", problem);
        let no_symmetry = || wrong(format!("{symmetry} is no symmetry of the board"));
        Ok((said, self.maps.get(usize::from(symmetry)).ok_or_else(no_symmetry)?))
    }

    /// A lemma of Hex at its place on the board.
    pub fn laid(&self, from: u64, placed: Placed) -> Result<Laid, Refusal> {
        let Reference { entry, symmetry } = placed.lemma;
        let wrong = |problem| Refusal::wrong(Place::Entry(from), "4.1", problem);
        let Said::Lemma(lemma) = self.earlier(from, entry)? else {
            return Err(wrong(format!("it refers to entry {entry}, which is no lemma")));
        };
        if symmetry >= lemma::TURNS {
            return Err(wrong(format!("{symmetry} is no symmetry of a lemma")));
        }
        Laid::new(lemma, symmetry, placed.at.into(), self.size()).map_err(wrong)
    }

    /// The statement of an entry of Hex with this winner, mapped back by the symmetry.
    pub fn link(&self, from: u64, winner: Player, reference: Reference) -> Result<Link, Refusal> {
        self.step(1 + self.area() as u64 / 32)?;
        match self.target(from, reference)? {
            (Said::Link(link), map) if link.winner == winner => {
                Ok(symmetry::link_taken_back(map, reference.symmetry != 0, &link))
            }
            _ => Err(other_winner(from, reference)),
        }
    }

    /// The statement of an entry of Gomoku with this winner, and the symmetry.
    pub fn threat(
        &self,
        from: u64,
        winner: Player,
        reference: Reference,
    ) -> Result<(Threat, &[usize]), Refusal> {
        match self.target(from, reference)? {
            (Said::Threat(threat), map) if threat.winner == winner => Ok((threat, map)),
            _ => Err(other_winner(from, reference)),
        }
    }

    /// The statement of an entry of Phutball with this winner, and the symmetry.
    pub fn shape(
        &self,
        from: u64,
        winner: Player,
        reference: Reference,
    ) -> Result<(Shape, &[usize]), Refusal> {
        match self.target(from, reference)? {
            (Said::Shape(shape), map) if shape.winner == winner => Ok((shape, map)),
            _ => Err(other_winner(from, reference)),
        }
    }

    /// The statement of a local entry of Killall-Go, and the symmetry.
    pub fn living(&self, from: u64, reference: Reference) -> Result<(Local, &[usize]), Refusal> {
        match self.target(from, reference)? {
            (Said::Local(local), map) => Ok((local, map)),
            _ => Err(other_winner(from, reference)),
        }
    }

    /// The statement of a local entry of capture, which has a smaller number unless it may have any.
    pub fn local(&self, from: Option<u64>, entry: u64) -> Result<Option<Local>, Refusal> {
        if from.is_some_and(|from| entry >= from) {
            return Ok(None);
        }
        Ok(match self.body.said(entry)? {
            Some(Said::Local(local)) => Some(local),
            _ => None,
        })
    }

    /// The header without its counts.
    pub fn problem(&self) -> &Problem {
        &self.body.problem
    }

    /// The position of an entry with the claim and verdict of this root, and the symmetry.
    pub fn position(
        &self,
        from: u64,
        root: &Root,
        reference: Reference,
    ) -> Result<(Position, &[usize]), Refusal> {
        match self.target(from, reference)? {
            (Said::Position(position), map)
                if self.root_named(position.root).is_some_and(|other| other.says_as(root)) =>
            {
                Ok((position, map))
            }
            _ => Err(other_winner(from, reference)),
        }
    }

    /// The marks of a root's line before its last position, with the credits that they have for the bound
    /// entries of the root; or why the root has no such entries.
    pub fn past(&self, number: u64) -> Result<&HashMap<Mark, i64>, Fault> {
        let place = usize::try_from(number).ok().and_then(|number| self.pasts.get(number));
        let (Some(root), Some(place)) = (self.root_named(number), place) else {
            return Err(format!("there is no root {number}").into());
        };
        if place.get().is_none() {
            let past = self.find_past(number, root)?;
            let _ = place.set(past);
        }
        match place.get() {
            Some(Ok(past)) => Ok(past),
            Some(Err(problem)) => Err(problem.clone().into()),
            None => Err("its root has no line".into()),
        }
    }

    fn find_past(&self, number: u64, root: &Root) -> Result<Past, Refusal> {
        let problem = &self.body.problem;
        self.look(PLAY * (2 + problem.moves.len() + root.moves.len()) as u64)?;
        let start = root.entry.map(|entry| self.body.said(entry)).transpose()?.flatten();
        let Some(Said::Position(Position { frame, root: named, .. })) = start else {
            return Ok(Err(format!("root {number} begins with no entry")));
        };
        if !frame.bound || named != number {
            return Ok(Err(format!("root {number} does not begin with an entry bound to it")));
        }
        let played = Line::base(problem).and_then(|mut line| {
            let mut moves = root.moves.iter().chain(&root.first);
            moves.try_for_each(|&point| line.play(usize::from(point)))?;
            Ok(line)
        });
        Ok(match (played, self.game()) {
            (Ok(line), Game::Go(rules)) => Ok(credit::past(rules, &line, root, &frame)),
            _ => Err(format!("the moves of root {number} are not legal")),
        })
    }

    /// A drawing of the board.
    pub fn draw(&self, game: Game, letter: impl Fn(usize) -> char) -> String {
        words::picture(game, self.size(), letter)
    }

    fn key(&self, ranks: &Ranks, root: &Root, mark: &Mark) -> Option<Key> {
        let claim = *self.claims.get(&(root.attacker, root.at_least, root.verdict))?;
        ranks.key(&self.maps, claim, mark)
    }

    /// Checks an entry, and keeps the ranks that it gives.
    fn entry(&self, number: u64, ranks: &Ranks) -> Result<(), Refusal> {
        let wrong = |section, problem: &str| Refusal::wrong(Place::Entry(number), section, problem);
        let position = match self.body.entry(number)? {
            Some(Entry::Pattern(pattern)) => return pattern::check(self, number, &pattern),
            Some(Entry::Position(position)) => position,
            Some(Entry::Threat(threat)) => return threat::check(self, number, &threat),
            Some(Entry::Local(entry)) if self.game() == Game::Killall => {
                return living::check(self, number, &entry);
            }
            Some(Entry::Local(entry)) => return local::check(self, number, &entry),
            Some(Entry::Shape(shape)) => return shape::check(self, number, &shape),
            Some(Entry::Lemma(lemma)) => {
                let problem = self.lemmas.problem(&lemma, self.meter)?;
                return problem.map_or(Ok(()), |problem| Err(wrong("4.1", problem)));
            }
            None => return Err(wrong("4", "there is no such entry")),
        };
        self.look(1 + CLASS * (1 + position.marks()))?;
        self.step(position.frame.assumed.len() as u64)?;
        let mut given = Vec::new();
        position::check(self, number, &position, &mut |root, mark, rank| {
            let key = match position.frame.bound {
                true => ranks.bound_key(&self.body.problem, position.root, mark),
                false => self.key(ranks, root, mark),
            };
            given.extend(key.map(|key| (key, rank)));
        })?;
        if ranks.give(given.into_iter()) {
            return Ok(());
        }
        Err(wrong("4.2", "it gives a mark another rank than an earlier entry or answer does"))
    }

    /// Checks a root. The line ends in the base position, before and after.
    fn root(&self, number: usize, line: &mut Line, ranks: &Ranks) -> Result<(), Refusal> {
        let Some(root) = self.body.problem.roots.get(number) else { return Ok(()) };
        if let Game::Capture(block) = self.game() {
            self.look(PLAY)?;
            let problem = local::root_problem(self, block, root)?;
            let wrong = |problem| Refusal::wrong(Place::Root(number), "4.5", problem);
            return problem.map_or(Ok(()), |problem| Err(wrong(problem)));
        }
        let base = line.states().len();
        self.look(PLAY * (2 + root.moves.len() as u64))?;
        if let Some(problem) = self.root_start(number, root, line, ranks)? {
            return Err(Refusal::wrong(Place::Root(number), "3", problem)
                .with_picture(|| self.draw(self.game(), |point| letter(line.now().board[point]))));
        }
        (base..line.states().len()).for_each(|_| line.undo());
        Ok(())
    }

    /// Plays to the start of the root's proof; gives the problem, if there is one.
    fn root_start(
        &self,
        number: usize,
        root: &Root,
        line: &mut Line,
        ranks: &Ranks,
    ) -> Result<Option<String>, Refusal> {
        for &point in &root.moves {
            if let Err(why) = line.play(usize::from(point)) {
                return Ok(Some(format!("the move {point} to the root is not legal: {why}")));
            }
        }
        let winner = root.winner();
        match (root.first, line.now().to_move == winner) {
            (None, true)
                if root.theorem.is_none()
                    && (root.entry.is_some() || line.now().outcome.is_none()) =>
            {
                return Ok(Some("the winner is to move, and there is no first move".to_string()));
            }
            (Some(_), false) => {
                return Ok(Some("there is a first move, and the loser is to move".to_string()));
            }
            (Some(point), true) => {
                if let Err(why) = line.play(usize::from(point)) {
                    return Ok(Some(format!("the first move {point} is not legal: {why}")));
                }
            }
            (None, _) => {}
        }
        let past = line.states().len() as u64;
        if let Some(theorem) = root.theorem {
            let Game::Go(rules) = self.game() else {
                return Ok(Some("there is no life outside Go".to_string()));
            };
            self.look(LIFE * (2 + past))?;
            let stones = life::living(line.size(), line.now(), winner);
            let settles = life::settles_on(rules, line, root, &Leaf { theorem, stones });
            return Ok(settles.err().map(str::to_string));
        }
        let outcome = line.now().outcome;
        let Some(entry) = root.entry else {
            return Ok(match outcome {
                None => Some("there is no entry, and the game is not over".to_string()),
                Some(outcome) if succeeds(root, outcome) => None,
                Some(_) => Some("the game is over, and the winner has failed".to_string()),
            });
        };
        if outcome.is_some() && self.game() != Game::Hex {
            return Ok(Some("the game is over, and an entry follows".to_string()));
        }
        Ok(match self.body.said(entry)? {
            None => Some(format!("there is no entry {entry}")),
            Some(Said::Local(_)) if margin_for_winner(root) > 1 => {
                Some("no game of Killall-Go ends with such a margin".to_string())
            }
            Some(Said::Local(local)) if local.winner == winner => {
                living::misfit(line.size(), &local, line.now())
                    .map(|problem| format!("entry {entry} does not hold: {problem}"))
            }
            Some(Said::Link(_)) if margin_for_winner(root) > 1 => {
                Some("no game of Hex ends with such a margin".to_string())
            }
            Some(Said::Link(link)) if link.winner == winner => pattern::misfit(&link, line.now())
                .map(|problem| format!("entry {entry} does not hold: {problem}")),
            Some(Said::Threat(_)) if margin_for_winner(root) > 1 => {
                Some("no game of Gomoku ends with such a margin".to_string())
            }
            Some(Said::Shape(_)) if margin_for_winner(root) > 1 => {
                Some("no game of Phutball ends with such a margin".to_string())
            }
            Some(Said::Shape(shape)) if shape.winner == winner => shape::misfit(&shape, line.now())
                .map(|problem| format!("entry {entry} does not hold: {problem}")),
            Some(Said::Threat(threat)) if threat.winner == winner => {
                threat::misfit(&threat, line.now())
                    .map(|problem| format!("entry {entry} does not hold: {problem}"))
            }
            Some(Said::Position(position))
                if self.root_named(position.root).is_some_and(|other| other.says_as(root)) =>
            {
                let quiet = if position.frame.quiet.is_some() { LIFE } else { 0 };
                self.look(1 + past * (CLASS + quiet))?;
                let found = position::check_root(self.game(), line, root, &position);
                let known = |mark: &Mark| ranks.get(&self.key(ranks, root, mark)?);
                let behind = || match self.game() {
                    Game::Go(_) if position.frame.bound => (position.root != number as u64)
                        .then(|| format!("entry {entry} is bound to another root")),
                    Game::Go(rules) if rules.has_credits() => {
                        credit::behind(rules, line, root, &position.frame, known)
                    }
                    _ => position::behind(line, &position.frame, known),
                };
                found.err().or_else(behind)
            }
            Some(_) => Some(format!("entry {entry} has another winner or claim")),
        })
    }
}

fn other_winner(from: u64, reference: Reference) -> Refusal {
    let problem =
        format!("it refers to entry {}, which has another winner or claim", reference.entry);
    Refusal::wrong(Place::Entry(from), "4", problem)
}

/// The margin, from the winner's side, with which the root's verdict comes true.
fn margin_for_winner(root: &Root) -> i64 {
    match root.verdict {
        Verdict::Proven => root.at_least,
        Verdict::Disproven => 1 - root.at_least,
    }
}

/// The letter of a point's content.
pub(crate) fn letter(stone: Option<Player>) -> char {
    match stone {
        None => '.',
        Some(Player::Black) => 'X',
        Some(Player::White) => 'O',
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
            let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
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
    let first = first.into_inner().unwrap_or_else(PoisonError::into_inner);
    first.map_or(Ok(()), |(_, refusal)| Err(refusal))
}
