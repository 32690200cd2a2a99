//! The check of a whole certificate: its entries, then its roots.
//!
//! Entries are independent of each other, as each quotes others only by what they say, so threads
//! share them out; the refusal that is reported is that of the smallest number. Roots of Go are
//! shared out in the same way, each with a line of its own.

use crate::life;
use crate::life::succeeds;
use crate::model::{Entry, Game, Ko, Player, PointSet, Reference, Root, Then, Verdict};
use crate::reader::Body;
use crate::report::{Place, Refusal, Summary};
use crate::rules::Line;
use crate::{pattern, position, symmetry, words};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Whether leaves that rest on theorems are accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Knowledge {
    /// Every kind of leaf of section 4.3.
    #[default]
    Accepted,
    /// None: the rules of the game alone.
    RulesOnly,
}

/// How to check.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether knowledge leaves are accepted.
    pub knowledge: Knowledge,
    /// How many steps the check may take: entries, answers, moves on lines.
    pub steps: u64,
    /// How many bytes the unpacked body may have.
    pub body_limit: u64,
    /// How many threads work.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Options {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Options { knowledge: Knowledge::Accepted, steps: 1 << 50, body_limit: 1 << 33, threads }
    }
}

/// Checks a certificate: what it proves, or why it is refused.
pub fn check(bytes: &[u8], options: &Options) -> Result<Summary, Refusal> {
    let body = Body::read(bytes, options.body_limit)?;
    let problem = &body.problem;
    if options.knowledge == Knowledge::RulesOnly && problem.roots.iter().any(|root| root.life) {
        let found = "a root rests on unconditional life, and no knowledge is accepted";
        return Err(Refusal::wrong(Place::Header, "4.3", found));
    }
    if options.knowledge == Knowledge::RulesOnly && body.leaves > 0 {
        let found = format!("it has {} knowledge leaves, and none are accepted", body.leaves);
        return Err(Refusal::wrong(Place::Header, "4.3", found));
    }
    let images = |symmetry| symmetry::images(problem.game, problem.columns, problem.rows, symmetry);
    let maps = (0..8).map_while(images).collect();
    let checker = Checker { body: &body, limit: options.steps, steps: AtomicU64::new(0), maps };
    checker.moves(0, problem.moves.len())?;
    let base = Line::base(problem).map_err(|why| Refusal::wrong(Place::Header, "5", why))?;

    in_parallel(options.threads, body.entries(), 256, |number| checker.form(number))?;
    in_parallel(options.threads, problem.roots.len() as u64, 1, |number| {
        checker.root(number as usize, base.clone())
    })?;
    if matches!(problem.game, Game::Mnk { .. }) {
        let margins = checker.margins();
        in_parallel(options.threads, body.entries(), 256, |number| {
            match (checker.entry(number), margins.get(number as usize)) {
                (Some(Entry::Position(position)), Some(&margin)) => {
                    position::check_mnk(&checker, number, &position, i64::from(margin))
                }
                _ => Err(Refusal::wrong(Place::Entry(number), "4", "it is no position")),
            }
        })?;
    }
    let leaves = if body.leaves > 0 { vec![("unconditional life", body.leaves)] } else { vec![] };
    Ok(Summary {
        claims: problem.roots.iter().map(|root| words::claim(problem, root)).collect(),
        entries: body.entries(),
        edges: body.edges,
        leaves,
        bytes: bytes.len() as u64,
        body_bytes: body.bytes(),
        steps: checker.steps.load(Ordering::Relaxed),
    })
}

/// What all parts of a check share.
pub(crate) struct Checker<'a> {
    body: &'a Body,
    limit: u64,
    steps: AtomicU64,
    maps: Vec<Vec<usize>>,
}

impl Checker<'_> {
    pub fn game(&self) -> Game {
        self.body.problem.game
    }

    pub fn size(&self) -> (usize, usize) {
        (self.body.problem.columns, self.body.problem.rows)
    }

    pub fn area(&self) -> usize {
        self.body.problem.area()
    }

    pub fn has_ko_points(&self) -> bool {
        matches!(self.game(), Game::Go(rules) if rules.ko == Ko::Basic)
    }

    pub fn entry(&self, number: u64) -> Option<Entry> {
        self.body.entry(number)
    }

    /// Counts steps, and refuses to go on when they are spent.
    pub fn step(&self, steps: u64) -> Result<(), Refusal> {
        let before = self.steps.fetch_add(steps, Ordering::Relaxed);
        if before.saturating_add(steps) > self.limit {
            let what = format!("the limit of {} steps is reached", self.limit);
            return Err(Refusal::Limit { what });
        }
        Ok(())
    }

    /// Counts the steps of so many moves after so many others, each of which is looked at again.
    fn moves(&self, before: usize, moves: usize) -> Result<(), Refusal> {
        let (before, moves) = (before as u64, moves as u64);
        self.step(1 + (before + moves) / 64 * (1 + moves))
    }

    /// The symmetry of a reference from an entry, and the sets of the entry it refers to.
    pub fn target(
        &self,
        from: u64,
        winner: Player,
        reference: Reference,
    ) -> Result<(&[usize], PointSet, PointSet), String> {
        let Reference { entry, symmetry } = reference;
        let smaller = || format!("it refers to entry {entry}, which has no smaller number");
        let (other, one, two) =
            self.body.sets(entry).filter(|_| entry < from).ok_or_else(smaller)?;
        if other != winner {
            return Err(format!("it refers to entry {entry}, which has the other winner"));
        }
        let map = self.maps.get(usize::from(symmetry));
        let map = map.ok_or_else(|| format!("{symmetry} is no symmetry of the board"))?;
        Ok((map, one, two))
    }

    /// A drawing of the board.
    pub fn draw(&self, game: Game, letter: impl Fn(usize) -> char) -> String {
        words::picture(game, self.size(), letter)
    }

    /// A drawing of the position at hand.
    pub fn draw_board(&self, line: &Line) -> String {
        self.draw(self.game(), |point| letter(line.now().board[point]))
    }

    /// What can be said of an entry without a position.
    fn form(&self, number: u64) -> Result<(), Refusal> {
        match self.entry(number) {
            Some(Entry::Pattern(pattern)) => {
                self.step(1 + pattern.answers.len() as u64)?;
                pattern::check(self, number, &pattern)
            }
            Some(Entry::Position(position)) => {
                self.step(1)?;
                position::check_form(self, number, &position)
            }
            None => Err(Refusal::wrong(Place::Entry(number), "4", "there is no such entry")),
        }
    }

    /// Checks a root, in Go with every line from it.
    fn root(&self, number: usize, mut line: Line) -> Result<(), Refusal> {
        let Some(root) = self.body.problem.roots.get(number) else { return Ok(()) };
        self.moves(line.states().len(), root.moves.len())?;
        let checked = self.root_start(root, &mut line).map_err(|problem| {
            Refusal::wrong(Place::Root(number), "3", problem)
                .with_picture(|| self.draw_board(&line))
        })?;
        match (checked, self.game()) {
            (Some(entry), Game::Go(_)) => position::walk(self, &mut line, root, entry),
            _ => Ok(()),
        }
    }

    /// Plays to the position where the root's entry must hold; the entry, if there is one.
    fn root_start(&self, root: &Root, line: &mut Line) -> Result<Option<u64>, String> {
        for &point in &root.moves {
            let moved = line.play(usize::from(point));
            moved.map_err(|why| format!("the move {point} to the root is not legal: {why}"))?;
        }
        let winner = root.winner();
        match (root.first, line.now().to_move == winner) {
            (None, true) if line.now().outcome.is_none() && !root.life => {
                return Err("the winner is to move, and there is no first move".to_string());
            }
            (Some(_), false) => {
                return Err("there is a first move, and the loser is to move".to_string());
            }
            (Some(point), true) => {
                let moved = line.play(usize::from(point));
                moved.map_err(|why| format!("the first move {point} is not legal: {why}"))?;
            }
            (None, _) => {}
        }
        if root.life {
            let Game::Go(rules) = self.game() else {
                return Err("there is no life outside Go".to_string());
            };
            return life::largest_settles(rules, line, root).map(|()| None).map_err(str::to_string);
        }
        let Some(entry) = root.entry else {
            return match line.now().outcome {
                None => Err("there is no entry, and the game is not over".to_string()),
                Some(outcome) if succeeds(root, outcome) => Ok(None),
                Some(_) => Err("the game is over, and the winner has failed".to_string()),
            };
        };
        let (holder, one, two) =
            self.body.sets(entry).ok_or_else(|| format!("there is no entry {entry}"))?;
        if holder != winner {
            return Err(format!("entry {entry} has the other winner"));
        }
        if line.now().to_move == winner {
            return Err(format!("entry {entry} is used where the winner is to move"));
        }
        match self.game() {
            Game::Hex if margin_for_winner(root) > 1 => {
                Err("no game of Hex ends with such a margin".to_string())
            }
            Game::Hex => match pattern::misfit(winner, &one, &two, line.now()) {
                Some(problem) => Err(format!("entry {entry} does not hold: {problem}")),
                None => Ok(Some(entry)),
            },
            Game::Mnk { .. } if line.now().outcome.is_some() => {
                Err("the game is over, and an entry follows".to_string())
            }
            Game::Mnk { .. } => {
                let has = |player: Player, set: &PointSet| {
                    let board = &line.now().board;
                    (0..board.len()).all(|p| set.contains(p) == (board[p] == Some(player)))
                };
                if has(Player::Black, &one) && has(Player::White, &two) {
                    Ok(Some(entry))
                } else {
                    Err(format!("entry {entry} is about another position"))
                }
            }
            Game::Go(_) => Ok(Some(entry)),
        }
    }

    /// For each entry of mnk the margin that its winner needs, so that all roots that lead to it
    /// hold; where no root leads, any margin will do.
    fn margins(&self) -> Vec<i8> {
        let mut margins = vec![-1; self.body.entries() as usize];
        let raise = |margins: &mut Vec<i8>, entry: u64, margin: i8| {
            if let Some(old) = margins.get_mut(entry as usize) {
                *old = margin.max(*old);
            }
        };
        for root in &self.body.problem.roots {
            if let Some(entry) = root.entry {
                raise(&mut margins, entry, margin_for_winner(root).clamp(-1, 2) as i8);
            }
        }
        for number in (0..self.body.entries()).rev() {
            let Some(Entry::Position(position)) = self.entry(number) else { continue };
            let margin = margins[number as usize];
            for answer in &position.answers {
                if let Then::MoveEntry(_, reference) = answer.then {
                    raise(&mut margins, reference.entry, margin);
                }
            }
        }
        margins
    }
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
    count: u64,
    chunk: u64,
    work: impl Fn(u64) -> Result<(), Refusal> + Sync,
) -> Result<(), Refusal> {
    let threads = (threads as u64).min(count.div_ceil(chunk));
    if threads <= 1 {
        return (0..count).try_for_each(work);
    }
    let (next, first) = (AtomicU64::new(0), Mutex::new(None::<(u64, Refusal)>));
    let run = || {
        loop {
            let start = next.fetch_add(chunk, Ordering::Relaxed);
            for number in start..count.min(start.saturating_add(chunk)) {
                let Err(refusal) = work(number) else { continue };
                next.store(count, Ordering::Relaxed);
                let mut first = first.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                if first.as_ref().is_none_or(|(old, _)| number < *old) {
                    *first = Some((number, refusal));
                }
                break;
            }
            if start >= count {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(run);
        }
    });
    let first = first.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    first.map_or(Ok(()), |(_, refusal)| Err(refusal))
}
