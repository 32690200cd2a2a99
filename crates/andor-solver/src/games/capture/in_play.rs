//! A question about one block as a game in play: played under one right to retake, answered by the
//! chain of claims.

use super::answer::{self, Answer};
use super::question::{Question, Rights};
use crate::error::BadInput;
use crate::in_play::Playing;
use crate::in_play::own::{ByClaims, OwnAnswers};
use crate::interfaces::{InPlay, Problem};
use crate::report::{CaptureReport, MoveReport, Report, ReportAnswer};
use crate::search_name::SearchName;
use crate::settings::{Proof, Settings, Watch};
use crate::solve::report::encoded;
use andor_certify::NoCertificate;
use andor_checker::Certificate;
use andor_core::{Claim, Player, Verdict};
use andor_games::any::{AnyGame, Variant};
use andor_games::go::capture::{Capture, Retake};
use andor_games::notation::coordinates::{Style, point_text};
use std::sync::Arc;
use std::time::Instant;

/// The answers to the question of a problem.
struct CaptureAnswers {
    problem: Problem,
    question: Question,
}

/// Opens a problem: the game under one right to retake.
pub(super) fn open(problem: &Problem) -> Result<Box<dyn InPlay>, BadInput> {
    let question = Question::of(problem)?;
    let retake = match question.rights {
        Rights::All => Retake::Nobody,
        Rights::Only(retake) => retake,
    };
    let (game, root) = question.game::<6>(retake).map_err(|error| problem.sourced(error))?;
    let root = <Capture<6> as Variant>::wrap_position(root);
    let played = question.problem(problem)?;
    let own = Arc::new(CaptureAnswers { problem: problem.clone(), question });
    Playing::answered_by(AnyGame::Capture(game), &played, root, own)
}

/// The right of a root of a certificate; nobody's if there is no such root.
fn retake(certificate: &Certificate, root: usize) -> Retake {
    match certificate.problem.roots.get(root).map(|root| root.at_least) {
        Some(1) => Retake::Attacker,
        Some(2) => Retake::Defender,
        _ => Retake::Nobody,
    }
}

impl CaptureAnswers {
    /// The answer and the winner of a verdict on the capture.
    fn judged(&self, verdict: Option<Verdict>) -> (ReportAnswer, Option<Player>) {
        let owner = self.question.goal.owner;
        match verdict {
            None => (ReportAnswer::Stopped, None),
            Some(verdict) if self.question.may_escape(verdict) => (ReportAnswer::Escapes, None),
            Some(Verdict::Proven) => (ReportAnswer::Proven, Some(owner.other())),
            Some(Verdict::Disproven) => (ReportAnswer::Disproven, Some(owner)),
        }
    }

    /// The report of a search for one claim, with the words and codes of capture.
    fn retold(&self, report: Report) -> Report {
        let owner = self.question.goal.owner;
        let of = |winner: Option<Player>| {
            let verdict =
                winner.map(|winner| Verdict::for_winner(Claim::win(owner.other()), winner));
            let code = winner.map(|winner| u8::from(winner == self.question.first));
            (self.judged(verdict), code)
        };
        let of_move = |value: MoveReport| {
            let ((answer, winner), code) = of(value.winner);
            MoveReport { answer, winner, code, ..value }
        };
        let ((answer, winner), code) = of(report.winner);
        let best = report.best_move.as_deref().filter(|_| !report.best_move_is_guess);
        let capture = CaptureReport {
            target: point_text(self.question.size, Style::Go, self.question.goal.target),
            escape: self.question.goal.escape,
            code,
            words: self.question.words(code, false, best),
            ..CaptureReport::default()
        };
        Report {
            claim: owner.other(),
            answer,
            winner,
            moves: report.moves.map(|moves| moves.into_iter().map(of_move).collect()),
            capture: Some(capture),
            ..report
        }
    }

    /// The report of an answer.
    fn report(&self, found: Answer, settings: &Settings, started: Instant) -> Report {
        let (answer, winner) = self.judged(found.verdict());
        let of_move = |(mv, code): &(String, Option<u8>)| {
            let (answer, winner) = self.judged(self.question.verdict(*code));
            MoveReport {
                mv: mv.clone(),
                answer,
                winner,
                solved: code.is_some(),
                code: *code,
                ..MoveReport::default()
            }
        };
        let written =
            found.certificate.as_ref().map(|made| {
                let certificate = made.as_ref().map_err(Clone::clone)?;
                let encoded = encoded(settings, |out, compress| {
                    Ok(out.write_all(&certificate.encode(compress))?)
                });
                Ok::<_, NoCertificate>((certificate.entries.len(), encoded?))
            });
        let (written, no_proof) = match written {
            Some(Ok(written)) => (Some(written), None),
            Some(Err(reason)) => (None, Some(reason.to_string())),
            None => (None, None),
        };
        let capture = CaptureReport {
            target: point_text(self.question.size, Style::Go, self.question.goal.target),
            escape: self.question.goal.escape,
            code: found.code,
            at_least: found.is_at_least,
            words: found.words(),
            zone: answer::names(&self.question, &found.zone),
            step: found.step.clone(),
        };
        Report {
            version: env!("CARGO_PKG_VERSION"),
            position: self.problem.to_string(),
            game: self.problem.game(),
            size: self.problem.size_text().to_string(),
            to_move: self.question.first,
            claim: found.attacker(),
            answer,
            winner,
            best_move_is_guess: found.best.is_none() && found.guess.is_some(),
            best_move: found.best.clone().or(found.guess.clone()),
            pv: settings.pv.then_some(found.pv.clone()),
            moves: found.moves.as_ref().map(|moves| moves.iter().map(of_move).collect()),
            tree: found.tree.clone(),
            nodes: found.progress.nodes,
            solved: found.progress.solved,
            seconds: started.elapsed().as_secs_f64(),
            memory_bytes: found.progress.memory,
            seed: settings.seed,
            search: SearchName::Widening,
            threads: settings.threads,
            stop_reason: found.stop,
            proof_entries: written.as_ref().map(|(entries, _)| *entries),
            proof_bytes: written.as_ref().map(|(_, bytes)| bytes.length() as usize),
            no_proof,
            certificate: written.map(|(_, bytes)| Arc::new(bytes)),
            capture: Some(capture),
            ..Report::default()
        }
    }
}

impl OwnAnswers<AnyGame> for CaptureAnswers {
    fn problem(&self) -> Problem {
        self.problem.clone()
    }

    fn solve(
        &self,
        settings: &Settings,
        watch: Option<Watch<'_>>,
        by_claims: ByClaims<'_>,
    ) -> Result<Report, BadInput> {
        if settings.shortest {
            let words =
                "--shortest: problems of capture have no shortest win; expected another game";
            return Err(BadInput::Request(words.to_string()));
        }
        if settings.store.is_some() {
            let words = "--store: problems of capture are not stored; expected another game";
            return Err(BadInput::Request(words.to_string()));
        }
        if settings.checkpoint.is_some() {
            let words = "--checkpoint: problems of capture are not saved; expected another game";
            return Err(BadInput::Request(words.to_string()));
        }
        match settings.search {
            None | Some(SearchName::Widening) => {
                let started = Instant::now();
                let found = answer::answer(&self.question, settings, watch)?;
                Ok(self.report(found, settings, started))
            }
            Some(search) if self.question.rights == Rights::All => {
                let expected = "expected --ko none, attacker or defender with it";
                let words = format!("search \"{search}\": it answers one claim alone; {expected}");
                Err(BadInput::Request(words))
            }
            Some(_) if settings.all_moves && settings.proof != Proof::None => {
                let words = "--proof with --all-moves: a certificate of capture is about one \
                             position; expected one of the two, or the search widening";
                Err(BadInput::Request(words.to_string()))
            }
            Some(_) => Ok(self.retold(by_claims(watch)?)),
        }
    }

    fn certified(&self, certificate: &Certificate, root: usize) -> Result<AnyGame, BadInput> {
        let (game, _) = self.question.game::<6>(retake(certificate, root))?;
        Ok(AnyGame::Capture(game))
    }
}
