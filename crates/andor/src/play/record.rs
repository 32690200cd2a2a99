//! From a game record to a session.

use andor_core::Player;
use andor_games::notation::coordinates::point_text;
use andor_games::notation::record::{RecordGame, RecordMove, Swap};
use andor_games::notation::sgf;
use andor_games::points::Point;
use andor_solver::{Kind, Session};

/// Plays the first moves of a record. Rules and komi that are written and understood are taken over;
/// whatever is wrong leaves the session as it was.
pub fn load(session: &mut Session, text: &str, moves: usize) -> Result<(), String> {
    let record = sgf::parse_record(text).map_err(|error| error.to_string())?.record;
    let is_same = matches!(
        (session.kind(), record.game),
        (Kind::Hex, RecordGame::Hex) | (Kind::Go { .. }, RecordGame::Go)
    );
    if !is_same {
        return Err("a record of another game".to_string());
    }
    let mut loaded = session.clone();
    loaded.resize(record.size);
    if let Some(komi) = record.komi.as_deref().and_then(|komi| komi.parse().ok()) {
        loaded.set_komi(komi);
    }
    if let Some(rules) = record.rules.as_deref().and_then(super::rules::named) {
        loaded.set_rules(rules);
    }
    loaded.set_up(record.stones.clone(), record.to_move).map_err(|error| error.to_string())?;
    for turn in record.moves.iter().take(moves) {
        let played = match turn.mv {
            RecordMove::Point(point) => {
                let text = point_text(record.size, record.game.style(), point);
                loaded.play(turn.player, &text).map_err(|refused| refused.to_string())
            }
            RecordMove::Pass if record.game == RecordGame::Hex => {
                loaded.start_part(turn.player.other());
                Ok(())
            }
            RecordMove::Pass => {
                loaded.play(turn.player, "pass").map_err(|refused| refused.to_string())
            }
            RecordMove::Swap(how) => swap(&mut loaded, how),
            RecordMove::Resign | RecordMove::Forfeit => break,
        };
        played?;
    }
    *session = loaded;
    Ok(())
}

/// The second player of Hex takes the first move over.
pub fn swap(session: &mut Session, how: Swap) -> Result<(), String> {
    let refused = || "illegal move".to_string();
    let size = session.size();
    let can_swap = session.is_from_start() && session.moves().len() == 1;
    let point = match session.stones()[..] {
        [(Player::Black, point)] if can_swap => point,
        _ => return Err(refused()),
    };
    let (stones, to_move) = match how {
        Swap::Sides => (vec![(Player::Black, point)], Player::White),
        Swap::Pieces if size.columns() != size.rows() => return Err(refused()),
        Swap::Pieces => {
            let mirrored: Point = size.point(size.row(point), size.column(point));
            (vec![(Player::White, mirrored)], Player::Black)
        }
    };
    session.replace(stones, to_move).map_err(|_| refused())
}
