//! Solving a problem: the claims that have to be settled, one after the other or on several threads.
//!
//! With several threads the value of one position is raced for: every thread searches with a seed
//! of its own, sharing with the others what its search can share, and the first answer stops the
//! others. The values of all moves are shared out, each thread taking the next move that nobody has
//! taken.

mod case;
mod question;
mod report;
mod threads;

pub(crate) use question::{Question, Settled, Value, settle};

use crate::certificate::{NoCertificate, Recorder};
use crate::certified::Certified;
use crate::games::{Task, with_game};
use crate::playable::Playable;
use crate::plugs::{self, Common};
use crate::problem::{BadInput, Kind, Problem};
use crate::report::{Report, TreeReport};
use crate::score::Bounds;
use crate::settings::{Proof, Settings};
use andor_core::NotationError;
use andor_search::{Budget, Line, Progress, Stop};
use report::report;
use std::time::Instant;

/// Hears how far the search is.
pub type Watch<'a> = &'a mut (dyn FnMut(&Progress) + Send);

/// Searches run on a stack of this size: their depth is that of the game.
pub(crate) const STACK: usize = 1 << 30;

/// Solves a problem.
pub fn solve(
    problem: &Problem,
    settings: &Settings,
    watch: Option<Watch<'_>>,
) -> Result<Report, BadInput> {
    if let Some(error) = problem.wrong_rules.as_ref().or(problem.wrong_komi.as_ref()) {
        return Err(error.clone().into());
    }
    with_game(problem, Solve { problem, settings, watch })
}

/// Solving, whatever the game.
struct Solve<'a, 'w> {
    problem: &'a Problem,
    settings: &'a Settings,
    watch: Option<Watch<'w>>,
}

impl Task for Solve<'_, '_> {
    type Done = Result<Report, BadInput>;

    fn run<G: Playable>(self, game: &G) -> Self::Done {
        run(game, self.problem, self.settings, self.watch)
    }
}

/// What a thread brings back.
struct Found {
    value: Result<Value, Stop>,
    /// What is known about the margin, if it was asked for.
    bounds: Option<Bounds>,
    /// Why the value of some move is not known, if all were asked for.
    unfinished: Option<Stop>,
    pv: Vec<String>,
    tree: Option<Vec<TreeReport>>,
    progress: Progress,
    /// The proofs of the roots, if a certificate is wanted and the claims are settled.
    proofs: Option<Result<Recorder, NoCertificate>>,
}

fn run<G: Certified>(
    game: &G,
    problem: &Problem,
    settings: &Settings,
    watch: Option<Watch<'_>>,
) -> Result<Report, BadInput> {
    let started = Instant::now();
    let settings = &searching(settings);
    let mut names = plugs::knowledge::<G>(settings, problem.game())?;
    names.retain(|name| game.applies(name));
    if settings.proof != Proof::None {
        // A certificate quotes what the search relied on.
        names.retain(|name| G::QUOTABLE.contains(name));
    }
    let root =
        game.set_up(&problem.stones, problem.to_move).map_err(|error| problem.sourced(error))?;
    let mut line = Line::new(game, root.clone());
    if settings.score.is_some() && !matches!(problem.kind, Kind::Go { .. }) {
        let problem = format!("--score: {} has no score", problem.game());
        return Err(BadInput::Request(format!("{problem}; expected --score with go only")));
    }
    let question = Question::new(problem, settings);
    // Knowledge is sound on lines that stop where it speaks: see `Oracle`. If the game went on
    // beyond such a position, or is to go on to each of its moves, it is left out.
    let claims = question.all_claims();
    let mut leave = |pos: &G::Position| {
        names.retain(|name| claims.iter().all(|&claim| game.settles(name, pos, claim).is_none()));
    };
    let played = play(&mut line, problem, &mut leave)?;
    if settings.all_moves {
        leave(line.position());
    }
    names.retain(|name| G::serves(name, settings.search, played.len()));
    let budget = budget(settings);
    let names = &names;
    let common = Common::racing(settings);
    let case =
        Case { problem, game, root, played, settings, names, question, started, budget, common };

    let (found, moves) = std::thread::scope(|scope| {
        let work = || {
            let mut quiet = |_: &Progress| {};
            let watch: Watch<'_> = watch.unwrap_or(&mut quiet);
            let found = case.race(&mut *watch);
            match settings.all_moves {
                true => case.all_moves(found, watch),
                false => (found, None),
            }
        };
        let thread = std::thread::Builder::new().stack_size(STACK);
        match thread.spawn_scoped(scope, work).map(|handle| handle.join()) {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(BadInput::Request(format!("no thread could be started: {error}"))),
        }
    })?;
    Ok(report(problem, &case, &line, found, moves))
}

/// Plays the problem's moves and shows every position that is left behind.
pub(crate) fn play<G: Certified>(
    line: &mut Line<'_, G>,
    problem: &Problem,
    mut leave: impl FnMut(&G::Position),
) -> Result<Vec<G::Move>, BadInput> {
    for written in &problem.moves {
        let wrong = |problem: &str, expected: &str| {
            let place = format!("{}, \"{}\"", written.place, written.text);
            Err(NotationError::new(place, problem, expected).into())
        };
        if let Some(player) = written.player
            && player != line.to_move()
        {
            let problem = format!("{player} moves out of turn");
            return wrong(&problem, &format!("a move of {}", line.to_move()));
        }
        if line.outcome().is_some() {
            return wrong("the game is over", "no further move");
        }
        let mv = match line.game().parse_move(line.position(), &written.text) {
            Ok(mv) => mv,
            Err(error) => return wrong(&error.problem, &error.expected),
        };
        if !line.allows(mv) {
            return wrong("it repeats an earlier position", "a move that the ko rule allows");
        }
        leave(line.position());
        line.play(mv);
    }
    Ok(line.played().collect())
}

/// Of the memory a certificate gets the fourth part.
const PROOF_SHARE: usize = 4;

/// The settings of a search: what it may take besides the certificate that comes of it.
fn searching(settings: &Settings) -> Settings {
    let kept = match settings.proof {
        Proof::None => 0,
        Proof::Stored | Proof::Compressed => settings.memory / PROOF_SHARE,
    };
    Settings { memory: settings.memory - kept, ..settings.clone() }
}

/// What the settings allow all threads together to spend.
fn budget(settings: &Settings) -> Budget {
    let threads = settings.threads.max(1);
    let mut budget = Budget::unlimited().memory(settings.memory / threads);
    if let Some(time) = settings.time {
        budget = budget.time(time);
    }
    if let Some(nodes) = settings.nodes {
        budget = budget.nodes(nodes);
    }
    budget.switch(settings.stop.clone())
}

/// All that a thread needs to know.
struct Case<'a, G: Certified> {
    problem: &'a Problem,
    game: &'a G,
    root: G::Position,
    played: Vec<G::Move>,
    settings: &'a Settings,
    names: &'a [&'static str],
    question: Question,
    started: Instant,
    budget: Budget,
    common: Common<G>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_of_the_memory_is_for_the_certificate() {
        let memory = 1 << 30;
        let of = |proof| searching(&Settings { memory, proof, ..Settings::default() }).memory;
        assert_eq!(of(Proof::None), memory);
        assert_eq!([Proof::Stored, Proof::Compressed].map(of), [memory / 4 * 3; 2]);
    }
}
