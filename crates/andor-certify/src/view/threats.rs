//! The winner's answer to a reply in an entry of Gomoku.

use andor_checker::rules::Board;
use andor_checker::{Attack, Certificate, Entry, Player, Threat, ThreatAnswer, fours, symmetry};

/// The answer to a reply, in the entry's own picture: its own answer, or an open one that the reply
/// does not disturb. A reply on a point that has a stone in the picture counts as a pass.
pub(super) fn attack<'c>(
    certificate: &'c Certificate,
    threat: &'c Threat,
    reply: u16,
) -> Option<&'c Attack> {
    let own = threat.answers.iter().find(|answer| answer.reply == Some(reply));
    let is_open = |answer: &&ThreatAnswer| {
        answer.open && !depends(certificate, threat, answer, usize::from(reply))
    };
    Some(&own.or_else(|| threat.answers.iter().find(is_open))?.attack)
}

/// Does the win of an answer depend on a point being without a stone of the loser's?
fn depends(
    certificate: &Certificate,
    threat: &Threat,
    answer: &ThreatAnswer,
    point: usize,
) -> bool {
    let problem = &certificate.problem;
    let size = (problem.columns, problem.rows);
    match &answer.attack {
        Attack::Move(mv, reference) => {
            let images = symmetry::images(problem.game, size.0, size.1, reference.symmetry);
            let next = certificate.entries.get(reference.entry as usize);
            let (Some(images), Some(Entry::Threat(next))) = (images, next) else { return true };
            usize::from(*mv) == point || next.cover[0].contains(images[point])
        }
        Attack::Fours(moves) => {
            let stone = |p: usize| {
                let reply = answer.reply == Some(p as u16);
                match (threat.black.contains(p), threat.white.contains(p)) {
                    (true, _) => Some(Player::Black),
                    (_, true) => Some(Player::White),
                    _ if reply => Some(threat.winner.other()),
                    _ => None,
                }
            };
            let board: Board = (0..problem.area()).map(stone).collect();
            let cover = fours::cover(size, board, threat.winner, moves);
            cover.is_none_or(|cover| cover[0].contains(point))
        }
    }
}
