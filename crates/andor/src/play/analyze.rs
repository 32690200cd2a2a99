//! Analysis in the stream format of Leela Zero and KataGo, which Sabaki and Lizzie read.
//!
//! One line of `info move … visits … winrate … order … pv …` for all moves is sent again and again.
//! Chances are those of the player to move. A solved move has the chance 0 or 1 and the extra pair
//! `solved win`, `solved loss` or `solved draw`, which clients ignore.

use andor_core::Player;
use andor_solver::{MoveThought, Thought, Worth};
use std::time::{Duration, Instant};

/// How chances are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChanceForm {
    /// As a whole number of ten thousandths.
    Leela,
    /// As a number from 0 to 1.
    Kata,
}

/// The request of a client.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    /// The player who shall be to move.
    pub player: Option<Player>,
    /// The time between two lines.
    interval: Duration,
    most_moves: usize,
    /// Moves that are not shown.
    avoided: Vec<String>,
    /// If there are any, only these moves are shown.
    allowed: Vec<String>,
}

/// Reads the arguments: a colour, an interval in hundredths of a second, and pairs, in any order.
pub fn request(arguments: &[String]) -> Option<AnalysisRequest> {
    let mut request = AnalysisRequest {
        player: None,
        interval: Duration::from_millis(500),
        most_moves: usize::MAX,
        avoided: Vec::new(),
        allowed: Vec::new(),
    };
    let interval = |text: &str| {
        let hundredths: f64 =
            text.parse().ok().filter(|number: &f64| (0.0..1e6).contains(number))?;
        Some(Duration::from_secs_f64(hundredths.max(1.0) / 100.0))
    };
    let mut words = arguments.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word.to_ascii_lowercase().as_str() {
            "interval" => request.interval = interval(words.next()?)?,
            "maxmoves" => request.most_moves = words.next()?.parse().ok()?,
            kind @ ("avoid" | "allow") => {
                let (_, moves, _) = (words.next()?, words.next()?, words.next()?);
                let moves = moves.split(',').map(str::to_ascii_lowercase);
                match kind {
                    "avoid" => request.avoided.extend(moves),
                    _ => request.allowed.extend(moves),
                }
            }
            "minmoves" | "ownership" | "ownershipstdev" | "movesownership" | "pvvisits"
            | "pvedgevisits" | "rootinfo" | "noresultvalue" => {
                words.next()?;
            }
            text => match (super::engine::player(text), interval(text)) {
                (Some(player), _) => request.player = Some(player),
                (None, Some(interval)) => request.interval = interval,
                (None, None) => return None,
            },
        }
    }
    Some(request)
}

/// Writes lines when they are due.
pub struct AnalysisLines {
    request: AnalysisRequest,
    form: ChanceForm,
    last: Option<Instant>,
}

impl AnalysisLines {
    /// Lines for a request.
    pub fn new(request: AnalysisRequest, form: ChanceForm) -> AnalysisLines {
        AnalysisLines { request, form, last: None }
    }

    /// The line for a thought, if one is due.
    pub fn due(&mut self, thought: &Thought) -> Option<String> {
        if self.last.is_some_and(|last| last.elapsed() < self.request.interval) {
            return None;
        }
        self.last = Some(Instant::now());
        Some(self.line(thought))
    }

    /// The line for a thought.
    pub fn line(&self, thought: &Thought) -> String {
        let is_shown = |told: &&MoveThought| {
            let mv = told.mv.to_ascii_lowercase();
            let AnalysisRequest { avoided, allowed, .. } = &self.request;
            !avoided.contains(&mv) && (allowed.is_empty() || allowed.contains(&mv))
        };
        let shown = thought.moves.iter().filter(is_shown).take(self.request.most_moves);
        let infos = shown.enumerate().map(|(order, told)| self.info(thought.to_move, order, told));
        infos.collect::<Vec<_>>().join(" ")
    }

    fn info(&self, player: Player, order: usize, told: &MoveThought) -> String {
        let winrate = match self.form {
            ChanceForm::Leela => format!("{:.0}", told.chance * 10_000.0),
            ChanceForm::Kata => format!("{:.6}", told.chance),
        };
        let solved = match told.worth {
            None => "",
            Some(Worth::Draw) => " solved draw",
            Some(Worth::Won(winner)) if winner == player => " solved win",
            Some(Worth::Won(_)) => " solved loss",
        };
        format!(
            "info move {} visits {} winrate {winrate}{solved} order {order} pv {}",
            told.mv,
            told.visits.max(1),
            told.pv.join(" ")
        )
    }
}
