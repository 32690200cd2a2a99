//! One game between two engines, and its record.

use super::engine::{Choice, Fault, GameTerms, MatchEngine, SWAP, Turn};
use crate::play::record;
use crate::processor::ClockKind;
use andor_core::{Margin, Outcome, Player};
use andor_games::notation::coordinates::parse_point;
use andor_games::notation::record::{Record, RecordGame, RecordMove, Swap, Turn as RecordTurn};
use andor_games::notation::sgf::tree::{Property, Value};
use andor_games::notation::sgf::{parse_trees, write_record, write_trees};
use andor_solver::games::go::rules_and_komi;
use andor_solver::{InPlay, Problem, Settings, amounts};
use anyhow::Result;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// With a clock of processor time an engine may take so many times its limit, and the time to start
/// besides, before it counts as hanging.
const SLOWEST: u32 = 10;

/// What becomes of a game in which an engine is at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultRule {
    /// The last position is solved; if that takes longer the game does not count.
    Solve(Duration),
    /// The engine has lost.
    Lose,
}

impl FromStr for FaultRule {
    type Err = String;

    fn from_str(text: &str) -> Result<FaultRule, String> {
        match text {
            "lose" => Ok(FaultRule::Lose),
            _ => amounts::time(text).map(FaultRule::Solve),
        }
    }
}

/// The rules of a match, for both engines.
#[derive(Clone, Debug)]
pub struct MatchRules {
    /// The start of the game.
    pub problem: Problem,
    /// Its kind of record.
    pub record: RecordGame,
    /// Which time counts.
    pub clock: ClockKind,
    /// How much later than its limit an engine may answer.
    pub grace: Duration,
    /// What becomes of faults.
    pub faults: FaultRule,
}

/// The time that an engine took in a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimeSpent {
    /// How many moves it made.
    pub turns: u32,
    /// On the wall.
    pub wall: Duration,
    /// The longest turn, by the clock that counts.
    pub longest: Duration,
    /// On the processors, where it is known.
    pub processor: Option<Duration>,
}

/// How a game ended, if not on the board.
#[derive(Clone, Debug)]
pub enum EndReason {
    /// By the rules of the game.
    Board,
    /// This player gave up.
    Resigned(Player),
    /// This player was at fault.
    Fault(Player, Fault),
    /// Both played too long.
    TooLong,
}

/// A game that has ended.
#[derive(Clone, Debug)]
pub struct EndedGame {
    /// The winner; none after a draw.
    pub winner: Option<Player>,
    /// Does the game not count?
    pub is_void: bool,
    /// How.
    pub how: EndReason,
    /// All moves, those of the opening included.
    pub moves: Vec<(Player, String)>,
    /// The time of Black and of White.
    pub spent: [TimeSpent; 2],
    /// The last words of an engine that was at fault before its first move in the match.
    pub last_words: Option<Vec<String>>,
}

impl EndedGame {
    /// Was the referee stopped?
    pub fn is_interrupted(&self) -> bool {
        matches!(self.how, EndReason::Fault(_, Fault::Interrupted))
    }

    /// The player who was at fault.
    pub fn guilty(&self) -> Option<Player> {
        match self.how {
            EndReason::Fault(player, _) => Some(player),
            _ => None,
        }
    }
}

impl fmt::Display for EndedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.how, self.winner) {
            (EndReason::Board, Some(_)) => f.write_str("on the board"),
            (EndReason::Board, None) => f.write_str("no move left"),
            (EndReason::Resigned(player), _) => write!(f, "{player} resigned"),
            (EndReason::Fault(player, fault), _) => write!(f, "{player} {fault}"),
            (EndReason::TooLong, _) => f.write_str("too many moves"),
        }
    }
}

/// Plays a game from an opening; engines and terms are those of Black and of White, and so is
/// whether an engine has made a move in the match.
pub fn play(
    mut engines: [&mut dyn MatchEngine; 2],
    terms: [&GameTerms; 2],
    moved: [&AtomicBool; 2],
    regulations: &MatchRules,
    opening: &[String],
) -> Result<EndedGame> {
    let mut game = regulations.problem.open()?;
    for mv in opening {
        game.play(game.to_move(), mv)?;
    }
    let moves = game.moves();
    let mut ended = EndedGame {
        winner: None,
        is_void: false,
        how: EndReason::Board,
        moves,
        spent: Default::default(),
        last_words: None,
    };
    // An engine that was at fault is started again for its next game.
    let dismissed = |engine: &mut dyn MatchEngine, has_moved: &AtomicBool| {
        let words = (!has_moved.load(Ordering::Relaxed)).then(|| engine.last_words());
        engine.end();
        words
    };
    for player in Player::BOTH {
        let engine = &mut engines[player.index()];
        if let Err(fault) = engine.begin(terms[player.index()]) {
            ended.last_words = dismissed(&mut **engine, moved[player.index()]);
            return forfeit(ended, player, fault, regulations, &*game);
        }
    }
    let most = opening.len() + 4 * terms[0].size.area() + 100;
    let mut left = terms.map(|terms| terms.game);
    loop {
        // 1. Is the game over?
        let scene = game.scene();
        if let Some(outcome) = scene.outcome {
            ended.winner = winner(&regulations.problem, outcome);
            return Ok(ended);
        }
        if ended.moves.len() >= most {
            return Ok(EndedGame { is_void: true, how: EndReason::TooLong, ..ended });
        }

        // 2. The next move, and its time.
        let player = scene.to_move;
        let (engine, terms) = (&mut engines[player.index()], terms[player.index()]);
        let (left, has_moved) = (&mut left[player.index()], moved[player.index()]);
        let limit = terms.turn.into_iter().chain(*left).min();
        let (before, started) = (engine.processor_time(), Instant::now());
        let wait = limit.map_or(Duration::MAX / 2, |limit| match regulations.clock {
            ClockKind::Wall => limit + regulations.grace,
            ClockKind::Cpu => (limit + regulations.grace) * SLOWEST + super::engine::START,
        });
        let turn = Turn { player, left: *left, deadline: later(started, wait) };
        let chosen = engine.choose(&ended.moves, turn);
        let wall = started.elapsed();
        let processor = engine.processor_time().zip(before).map(|(after, before)| after - before);
        let taken = match regulations.clock {
            ClockKind::Wall => wall,
            ClockKind::Cpu => processor.unwrap_or(wall),
        };
        let spent = &mut ended.spent[player.index()];
        spent.turns += 1;
        spent.wall += wall;
        spent.longest = spent.longest.max(taken);
        if let Some(processor) = processor {
            *spent.processor.get_or_insert_default() += processor;
        }
        *left = left.map(|left| left.saturating_sub(taken) + terms.increment);
        let is_late = limit.is_some_and(|limit| taken > limit + regulations.grace);

        // 3. The move is made.
        let fault = match chosen {
            Err(fault) => Some(fault),
            Ok(_) if is_late => {
                has_moved.store(true, Ordering::Relaxed);
                Some(Fault::Late)
            }
            Ok(Choice::Resign) => {
                has_moved.store(true, Ordering::Relaxed);
                let (winner, how) = (Some(player.other()), EndReason::Resigned(player));
                return Ok(EndedGame { winner, how, ..ended });
            }
            Ok(Choice::Move(mv)) => {
                let made = make(&mut game, &mut ended.moves, player, &mv, terms);
                has_moved.fetch_or(made.is_ok(), Ordering::Relaxed);
                made.err().map(|refused| Fault::Illegal(format!("{mv}: {refused}")))
            }
        };
        if let Some(fault) = fault {
            ended.last_words = dismissed(&mut **engine, has_moved);
            return forfeit(ended, player, fault, regulations, &*game);
        }
    }
}

/// A time on the clock, or the last one that can be told.
fn later(from: Instant, by: Duration) -> Instant {
    from.checked_add(by).unwrap_or_else(|| from + Duration::from_secs(1 << 30))
}

/// Makes a move, or says why it is not allowed.
fn make(
    game: &mut Box<dyn InPlay>,
    moves: &mut Vec<(Player, String)>,
    player: Player,
    mv: &str,
    terms: &GameTerms,
) -> Result<(), String> {
    if mv == SWAP && terms.swap {
        record::swap(game, Swap::Pieces)?;
        moves.push((player, SWAP.to_string()));
        return Ok(());
    }
    game.play(player, mv).map_err(|refused| refused.to_string())?;
    moves.extend(game.moves().pop());
    Ok(())
}

/// A game that an engine did not finish.
fn forfeit(
    ended: EndedGame,
    player: Player,
    fault: Fault,
    regulations: &MatchRules,
    game: &dyn InPlay,
) -> Result<EndedGame> {
    let is_interrupted = fault == Fault::Interrupted;
    let ended = EndedGame { how: EndReason::Fault(player, fault), ..ended };
    if is_interrupted || ended.last_words.is_some() {
        return Ok(EndedGame { is_void: true, ..ended });
    }
    match regulations.faults {
        FaultRule::Lose => Ok(EndedGame { winner: Some(player.other()), ..ended }),
        FaultRule::Solve(time) => {
            let settings = Settings { time: Some(time), ..Settings::default() };
            let report = game.solve(&settings, None)?;
            let is_void = report.winner.is_none() && !report.draw;
            Ok(EndedGame { winner: report.winner, is_void, ..ended })
        }
    }
}

/// The winner of a game that is over.
fn winner(problem: &Problem, outcome: Outcome) -> Option<Player> {
    let Outcome::Margin(Margin(margin)) = outcome else { return None };
    let halves = rules_and_komi(problem).map_or(2 * margin, |(_, komi)| 2 * margin - komi.0);
    match halves {
        1.. => Some(Player::Black),
        0 => None,
        _ => Some(Player::White),
    }
}

/// The record of a game, with the names of Black and White.
pub fn written(
    ended: &EndedGame,
    terms: &GameTerms,
    regulations: &MatchRules,
    names: [&str; 2],
) -> Result<String> {
    let mut record = Record::new(regulations.record, terms.size);
    record.rules = terms.rules.clone();
    record.komi = terms.komi.clone();
    let style = regulations.record.style();
    let point = |mv: &str| parse_point(terms.size, style, mv).map(RecordMove::Point);
    for (player, mv) in &ended.moves {
        let mv = match mv.as_str() {
            "pass" => RecordMove::Pass,
            SWAP => RecordMove::Swap(Swap::Pieces),
            mv => point(mv)?,
        };
        record.moves.push(RecordTurn::new(*player, mv));
    }
    let how = match &ended.how {
        EndReason::Board | EndReason::TooLong => "",
        EndReason::Resigned(_) => "Resign",
        EndReason::Fault(_, Fault::Late) => "Time",
        EndReason::Fault(..) => "Forfeit",
    };
    let result = match ended.winner {
        _ if ended.is_void => "Void".to_string(),
        Some(Player::Black) => format!("B+{how}"),
        Some(Player::White) => format!("W+{how}"),
        None => "Draw".to_string(),
    };
    let mut trees = parse_trees(&write_record(&record)?)?;
    for tree in &mut trees {
        let texts = [("PB", names[0]), ("PW", names[1]), ("RE", &result)];
        for (identifier, text) in texts {
            tree.push(0, Property::new(identifier, vec![Value::of_text(text)]));
        }
        let reason = vec![Value::of_text(&ended.to_string())];
        let last = tree.nodes().len() - 1;
        tree.push(last, Property::new("C", reason));
    }
    Ok(write_trees(&trees))
}
