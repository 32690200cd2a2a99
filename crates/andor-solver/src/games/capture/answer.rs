//! The answer to a question about one block: a code, as Go programs give it, with a move.
//!
//! | code | the player who moves first |
//! |---|---|
//! | 1 | succeeds, even if the opponent may retake every ko at once |
//! | 2 | succeeds if nobody may retake a ko at once: by ko, and takes first |
//! | 3 | succeeds only with the right to retake every ko at once: by ko, and needs the first threat |
//! | 0 | fails even with this right |
//!
//! The three cases are claims of growing strength for the first player: what holds in one case
//! holds in the next. The cases are searched in turns, with budgets that double, until the code is
//! certain or the budget is spent.

use super::question::Question;
use crate::error::BadInput;
use crate::outlook::Outlook;
use crate::report::TreeReport;
use crate::settings::{Proof, Settings, Watch};
use crate::solve::explain;
use andor_certify::{NoCertificate, Solution, capture};
use andor_checker::Certificate;
use andor_core::{Claim, Game, Notation, Player, Verdict, lock};
use andor_games::go::Move;
use andor_games::go::capture::{Capture, Position, Retake};
use andor_games::notation::coordinates::{Style, point_text};
use andor_games::points::Point;
use andor_search::threads::{self, on_deep_stack};
use andor_search::widening::Widening;
use andor_search::{Answer as Found, Budget, Line, OnProgress, Progress, Search, Stop};
use std::sync::Mutex;
use std::time::Instant;

/// The nodes of each case in the first round.
const FIRST_ROUND: u64 = 400;

/// The answer to a question about one block.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// The code, if a case was shown in which the first player succeeds, or if all cases fail.
    pub code: Option<u8>,
    /// Is it open whether a stronger code holds?
    pub is_at_least: bool,
    /// The verdict on the capture in each case that was asked, if there is one.
    pub verdicts: Vec<(Retake, Option<Verdict>)>,
    /// The move of the first player that does what the code says.
    pub best: Option<String>,
    /// The move that looked best, if no move is known to succeed.
    pub guess: Option<String>,
    /// The code and the move as far as was seen, as programs that read tactics tell them: an attack
    /// that was not found fails, a defence that was not refuted succeeds.
    pub reading: (u8, Option<String>),
    /// A line of best play.
    pub pv: Vec<String>,
    /// The solution to the depth that was asked for.
    pub tree: Option<Vec<TreeReport>>,
    /// The points on which the answer depends, if it has a zone.
    pub zone: Vec<Point>,
    /// Every first move with its code, if they were asked for.
    pub moves: Option<Vec<(String, Option<u8>)>>,
    /// The step of the search that settled the answer, in words.
    pub step: Option<String>,
    /// The sums of all searches.
    pub progress: Progress,
    /// Why the search ended early, if the code is not certain.
    pub stop: Option<Stop>,
    /// The certificate, if it was asked for, or why there is none.
    pub certificate: Option<Result<Certificate, NoCertificate>>,
}

impl Answer {
    /// The attacker.
    pub fn attacker(&self) -> Player {
        self.question.goal.owner.other()
    }

    /// The verdict on the capture that the answer rests on.
    pub fn verdict(&self) -> Option<Verdict> {
        self.question.verdict(self.code)
    }

    /// The answer in the words of Go players.
    pub fn words(&self) -> String {
        self.question.words(self.code, self.is_at_least, self.best.as_deref())
    }
}

/// One case: the game with a right, and its search.
struct Case<const W: usize> {
    game: Capture<W>,
    root: Position<W>,
    search: Widening<Capture<W>>,
    verdict: Option<Verdict>,
    best: Option<Move>,
    stop: Option<Stop>,
}

impl<const W: usize> Case<W> {
    fn new(question: &Question, retake: Retake) -> Result<Case<W>, BadInput> {
        let (game, root) = question.game::<W>(retake)?;
        let search = Widening::new(question.strategy);
        Ok(Case { game, root, search, verdict: None, best: None, stop: None })
    }

    fn claim(&self) -> Claim {
        Claim::win(self.game.attacker())
    }

    fn solve(&mut self, budget: &mut Budget, hear: &mut dyn FnMut(&Progress)) {
        let claim = self.claim();
        let mut line = Line::new(&self.game, self.root.clone());
        let mut observer = OnProgress(hear);
        match self.search.solve(&mut line, claim, budget, &mut observer) {
            Found::Solved { verdict, best } => {
                (self.verdict, self.best, self.stop) = (Some(verdict), best, None);
            }
            Found::Stopped(stop) => self.stop = Some(stop),
        }
    }

    /// Does the player succeed? Not known without a verdict.
    fn succeeds(&self, player: Player) -> Option<bool> {
        Some(self.verdict?.winner(self.claim()) == player)
    }

    /// Can more search help?
    fn is_open(&self) -> bool {
        self.verdict.is_none() && self.stop != Some(Stop::Exhausted)
    }
}

/// The cases of a question, from the most difficult one for the first player.
struct Cases<const W: usize> {
    first: Player,
    cases: Vec<Case<W>>,
}

impl<const W: usize> Cases<W> {
    /// The cases between the last one that is known to fail and the first one that is known to
    /// succeed.
    fn between(&self) -> (usize, usize) {
        let known = |place: usize| self.cases[place].succeeds(self.first);
        let count = self.cases.len();
        let failed = (0..count).rev().find(|&place| known(place) == Some(false));
        let holds = (0..count).find(|&place| known(place) == Some(true));
        (failed.map_or(0, |place| place + 1), holds.unwrap_or(count))
    }

    /// Searches the open cases, in turns or each in a thread of its own, until the answer is
    /// certain or the budget is spent.
    fn settle(
        &mut self,
        budget: &Budget,
        threads: usize,
        hear: &mut (dyn FnMut(&Progress) + Send),
    ) -> Option<Stop> {
        let mut nodes = FIRST_ROUND;
        loop {
            let last = self.cases.len() - 1;
            // The first case settles code 1, the last case code 0.
            let mut order: Vec<usize> = [0, last].into_iter().chain(1..last).collect();
            order.dedup();
            let mut is_searched = false;
            for places in order.chunks(threads.max(1)) {
                let (from, to) = self.between();
                let open = |place: usize, case: &Case<W>| {
                    (from..to).contains(&place) && places.contains(&place) && case.is_open()
                };
                let cases = self.cases.iter_mut().enumerate();
                let cases: Vec<_> = cases.filter(|(place, case)| open(*place, case)).collect();
                is_searched |= !cases.is_empty();
                let part = match last {
                    0 => budget.clone(),
                    _ => budget.part(nodes.saturating_mul(cases.len() as u64)),
                };
                let heard = Mutex::new(&mut *hear);
                let search = |case: &mut Case<W>| {
                    case.solve(&mut part.clone(), &mut |progress| lock(&heard)(progress));
                };
                let started = std::thread::scope(|scope| {
                    cases.into_iter().all(|(_, case)| match threads {
                        ..=1 => {
                            search(case);
                            true
                        }
                        _ => threads::start(scope, Box::new(|| search(case))).is_ok(),
                    })
                });
                if !started {
                    return Some(Stop::Memory);
                }
                let spent = budget.clone().look();
                let is_whole = budget.clone().spend(0).is_some()
                    && self.cases.iter().any(|case| case.stop == Some(Stop::Nodes));
                if spent.is_some() || is_whole {
                    return spent.or(Some(Stop::Nodes));
                }
            }
            let (from, to) = self.between();
            if from >= to {
                return None;
            }
            if !is_searched {
                return Some(Stop::Exhausted);
            }
            nodes = nodes.saturating_mul(2);
        }
    }

    /// The certificate of a code: the claim that holds, and the stronger one that fails if that is
    /// known; or the weakest claim, which fails.
    fn certificate(
        &self,
        question: &Question,
        code: Option<u8>,
    ) -> Result<Certificate, NoCertificate> {
        let holds = match code {
            Some(0) | None => self.cases.len() - 1,
            Some(code) => usize::from(code) - 1,
        };
        let stronger = holds.checked_sub(1).filter(|_| code != Some(0));
        let stronger = stronger.filter(|&place| self.cases[place].verdict.is_some());
        let case = &self.cases[holds];
        let forbidden = question.forbidden.map(|point| point.0);
        let problem = capture::problem(&case.game, &case.root, forbidden);
        let mut certificate = Certificate { problem, entries: Vec::new() };
        for case in [Some(holds), stronger].into_iter().flatten().map(|place| &self.cases[place]) {
            let proof = case.search.proof(&case.game, &case.root).ok_or(NoCertificate::Lost)?;
            let root = capture::root(&case.game, &proof, &mut certificate.entries);
            certificate.problem.roots.push(root);
        }
        Ok(certificate)
    }

    /// The code and the move as far as was seen.
    fn reading(&self) -> (u8, Option<String>) {
        let attacks = self.cases.first().is_some_and(|case| case.game.attacker() == self.first);
        let holds = |case: &&Case<W>| match case.verdict {
            Some(Verdict::Proven) => attacks,
            Some(Verdict::Disproven) | None => !attacks,
        };
        let Some(place) = self.cases.iter().position(|case| holds(&case)) else { return (0, None) };
        let case = &self.cases[place];
        let guess = || case.search.guess(&case.game, &case.root);
        let mv = case.best.or_else(guess).unwrap_or(Move::Pass);
        (place as u8 + 1, Some(case.game.move_text(mv)))
    }

    /// The code, and whether a stronger code may hold.
    fn code(&self) -> (Option<u8>, bool) {
        let (from, to) = self.between();
        match to < self.cases.len() {
            true if self.cases.len() == 1 => (Some(1), false),
            true => (Some(to as u8 + 1), from < to),
            false => ((from == to).then_some(0), false),
        }
    }
}

/// Answers a question about one block.
pub fn answer(
    question: &Question,
    settings: &Settings,
    watch: Option<Watch<'_>>,
) -> Result<Answer, BadInput> {
    match question.size.area() {
        ..=128 => on_deep_stack(|| answer_in::<2>(question, settings, watch))?,
        _ => on_deep_stack(|| answer_in::<6>(question, settings, watch))?,
    }
}

/// The budget of the settings.
fn budget(settings: &Settings) -> Budget {
    let mut budget = Budget::unlimited().memory(settings.memory).switch(settings.stop.clone());
    if let Some(time) = settings.time {
        budget = budget.time(time);
    }
    match settings.nodes {
        Some(nodes) => budget.nodes(nodes),
        None => budget,
    }
}

fn answer_in<const W: usize>(
    question: &Question,
    settings: &Settings,
    watch: Option<Watch<'_>>,
) -> Result<Answer, BadInput> {
    let started = Instant::now();
    let mut watch = watch;
    let mut hear = |progress: &Progress| {
        if let Some(watch) = &mut watch {
            watch(&Outlook { progress: *progress, ..Outlook::default() });
        }
    };
    let cases = question.cases().into_iter().map(|retake| Case::<W>::new(question, retake));
    let mut cases = Cases { first: question.first, cases: cases.collect::<Result<_, _>>()? };
    let budget = budget(settings);
    let stop = cases.settle(&budget, settings.threads, &mut hear);
    let (code, is_at_least) = cases.code();
    let mut found = Answer {
        question: question.clone(),
        code,
        is_at_least,
        verdicts: cases.cases.iter().map(|case| (case.game.retake(), case.verdict)).collect(),
        best: None,
        guess: None,
        reading: (0, None),
        pv: Vec::new(),
        tree: None,
        zone: Vec::new(),
        moves: None,
        step: None,
        progress: Progress::default(),
        stop,
        certificate: None,
    };
    if settings.proof != Proof::None && code.is_some() {
        found.certificate = Some(cases.certificate(question, code));
    }
    explain(&mut cases, &mut found, settings, &mut budget.clone());
    found.reading = cases.reading();
    if settings.all_moves {
        found.moves = Some(all_moves::<W>(question, settings, started)?);
    }
    for case in &cases.cases {
        let progress = case.search.progress();
        found.progress.nodes += progress.nodes;
        found.progress.solved += progress.solved;
        found.progress.memory += progress.memory;
    }
    Ok(found)
}

/// Adds the best move, the line of play, the zone and the step to an answer.
fn explain<const W: usize>(
    cases: &mut Cases<W>,
    found: &mut Answer,
    settings: &Settings,
    budget: &mut Budget,
) {
    let place = match found.code {
        Some(0) => cases.cases.len() - 1,
        Some(code) => code as usize - 1,
        None => 0,
    };
    let first = cases.first;
    let last = cases.cases.len() - 1;
    let case = &mut cases.cases[place.min(last)];
    let Case { game, root, search, verdict, best, .. } = case;
    let Some(verdict) = *verdict else {
        found.guess = search.guess(game, root).map(|mv| game.move_text(mv));
        return;
    };
    let claim = Claim::win(game.attacker());
    let wins = verdict.winner(claim) == first;
    // The defender who is safe whatever happens next need not move.
    let best = best.or((wins && first == game.goal().owner).then_some(Move::Pass));
    let solution = Solution { claim, verdict, best: best.filter(|_| wins) };
    let mut line = Line::new(game, root.clone());
    let most = if settings.pv { usize::MAX } else { 1 };
    let moves = explain::best_line(search, &mut line, &solution, most, budget);
    let depth = settings.tree_depth;
    found.tree = depth.map(|depth| explain::tree(search, &mut line, &solution, depth, budget));
    found.pv = moves.into_iter().map(|mv| game.move_text(mv)).collect();
    found.best = best.filter(|_| wins).map(|mv| game.move_text(mv));
    found.zone = search.zone(game, root).map_or(Vec::new(), |zone| zone.iter().collect());
    found.step = search.settled_by().map(|(player, step, depth)| {
        let who = if player == game.attacker() { "attacker" } else { "defender" };
        format!("{who}, {step}, {depth} moves deep")
    });
}

/// The code of every first move: the code of the position after the move, for the player who moved.
fn all_moves<const W: usize>(
    question: &Question,
    settings: &Settings,
    started: Instant,
) -> Result<Vec<(String, Option<u8>)>, BadInput> {
    let (game, root) = question.game::<W>(Retake::Nobody)?;
    let mut moves = Vec::new();
    game.moves(&root, &mut moves);
    let mut out = Vec::with_capacity(moves.len());
    for &mv in &moves {
        let mut cases = Cases { first: question.first, cases: Vec::new() };
        for retake in question.cases() {
            let mut case = Case::<W>::new(question, retake)?;
            let mut legal = Vec::new();
            case.game.moves(&case.root, &mut legal);
            // A ko that only some may retake: the move fails where it is not allowed.
            case.verdict = match legal.contains(&mv) {
                true => {
                    case.root = case.game.after(&case.root, mv);
                    case.game.outcome(&case.root).map(|outcome| case.claim().judge(outcome))
                }
                false => Some(Verdict::for_winner(case.claim(), question.first.other())),
            };
            cases.cases.push(case);
        }
        let left = settings.time.map(|time| time.saturating_sub(started.elapsed()));
        let settings = Settings { time: left, ..settings.clone() };
        cases.settle(&budget(&settings), settings.threads, &mut |_| {});
        out.push((game.move_text(mv), cases.code().0));
    }
    Ok(out)
}

/// The names of points.
pub(super) fn names(question: &Question, points: &[Point]) -> Vec<String> {
    points.iter().map(|&point| point_text(question.size, Style::Go, point)).collect()
}
