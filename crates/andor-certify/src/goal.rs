//! The goal of a certificate: a claim with its verdict; and the reasons why there may be no
//! certificate.

use andor_checker::Root;
use andor_core::{Claim, Player, Verdict};
use andor_search::Stop;
use std::io;

/// Why there is no certificate although there is an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCertificate {
    /// The format does not know the game.
    #[error("certificates of {0} are not defined")]
    Game(&'static str),
    /// The search or the writing had to stop.
    #[error("the proof could not be completed before the search had to stop ({0})")]
    Stopped(Stop),
    /// The proof is written, but the last steps of the certificate had to stop.
    #[error("the proof is complete, but the last steps of the certificate had to stop ({0})")]
    Unfinished(Stop),
    /// The proof would be too long.
    #[error("the proof has more than {0} {1}")]
    TooLong(u64, &'static str),
    /// The search knows no proof that can be written down.
    #[error("the search found no proof that can be written down")]
    Lost,
    /// What does not fit in memory could not be kept in a file.
    #[error("the temporary file for what does not fit in the memory failed ({0})")]
    File(String),
    /// Neither player wins, and the format has only wins of the game.
    #[error("neither player can force a win, and only wins of {0} have certificates")]
    NoWin(&'static str),
    /// The reason, after a move.
    #[error("after {0}: {1}")]
    After(String, Box<NoCertificate>),
}

impl From<io::Error> for NoCertificate {
    fn from(error: io::Error) -> NoCertificate {
        NoCertificate::File(error.to_string())
    }
}

/// Why an entry was not written.
pub(crate) enum Stuck {
    /// The proof of the position comes back to a position whose entry is being written.
    Circle,
    /// There is no certificate.
    No(NoCertificate),
}

impl From<NoCertificate> for Stuck {
    fn from(reason: NoCertificate) -> Stuck {
        Stuck::No(reason)
    }
}

impl From<Stuck> for NoCertificate {
    fn from(stuck: Stuck) -> NoCertificate {
        match stuck {
            Stuck::Circle => NoCertificate::Lost,
            Stuck::No(reason) => reason,
        }
    }
}

/// The player as the checker calls them.
pub(crate) fn checked(player: Player) -> andor_checker::Player {
    match player {
        Player::Black => andor_checker::Player::Black,
        Player::White => andor_checker::Player::White,
    }
}

/// A claim and its verdict, and the winning move that came with it.
#[derive(Clone, Copy, Debug)]
pub struct Solution<M> {
    /// The claim.
    pub claim: Claim,
    /// The verdict.
    pub verdict: Verdict,
    /// A move that wins, if the winner is to move and the search named one.
    pub best: Option<M>,
}

impl<M> Solution<M> {
    /// The claim and the verdict.
    pub fn goal(&self) -> Goal {
        Goal { claim: self.claim, verdict: self.verdict }
    }
}

/// A claim with its verdict, to be proved by a certificate.
#[derive(Clone, Copy)]
pub struct Goal {
    /// The claim.
    pub claim: Claim,
    /// Its verdict.
    pub verdict: Verdict,
}

impl Goal {
    /// The player for whom the verdict is good.
    pub fn winner(self) -> Player {
        self.verdict.winner(self.claim)
    }

    /// A root with this claim and verdict, without a proof.
    pub(crate) fn root(self) -> Root {
        Root {
            attacker: checked(self.claim.attacker),
            at_least: self.claim.at_least.0.into(),
            verdict: match self.verdict {
                Verdict::Proven => andor_checker::Verdict::Proven,
                Verdict::Disproven => andor_checker::Verdict::Disproven,
            },
            moves: Vec::new(),
            first: None,
            entry: None,
            theorem: None,
        }
    }
}
