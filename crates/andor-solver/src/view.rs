//! Certificates for display: opens the game of a certificate and walks the certificate.

use crate::error::BadInput;
use crate::games::families;
use crate::interfaces::{InPlay, Problem};
pub use andor_certify::view::{
    CannotShow, Exported, LeftOut, Limits, Reason, Reply, ReplyStatus, Statement, StrategyPlace,
    Turn, komi, read, statement, stats,
};
use andor_checker::Certificate;

/// The place of a certificate after some moves from a root, and its position.
pub fn show(
    certificate: &Certificate,
    root: usize,
    moves: &str,
) -> Result<(Problem, StrategyPlace), BadInput> {
    let game = game(certificate)?;
    let shown = game.show_certificate(certificate, root, moves)?;
    let start = game.problem().with_stones(shown.stones.clone(), shown.first);
    Ok((start.with_played(shown.moves.iter().cloned()), shown))
}

/// The tree of replies as an SGF file: winning moves are marked `TE`, losing replies `BM`, and a
/// comment `RIGHT` stands where the position is settled.
pub fn sgf(certificate: &Certificate, root: usize, limits: Limits) -> Result<Exported, BadInput> {
    game(certificate)?.certificate_sgf(certificate, root, limits)
}

/// The game that a certificate is about.
fn game(certificate: &Certificate) -> Result<Box<dyn InPlay>, BadInput> {
    let problem = &certificate.problem;
    let mut games = families().iter().filter_map(|family| (family.of_certificate)(problem));
    let unknown = || {
        let (game, columns, rows) = (problem.game.name(), problem.columns, problem.rows);
        BadInput::Request(format!(
            "{game} {columns}x{rows}: certificates of this size are not shown; expected a smaller board"
        ))
    };
    games.next().ok_or_else(unknown)?.open()
}
