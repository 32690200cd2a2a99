//! Loading a game record into a session.

use andor_core::Player;
use andor_games::notation::coordinates::point_text;
use andor_games::notation::record::{Record, RecordGame, RecordMove, Swap, Turn};
use andor_games::notation::sgf;
use andor_games::points::Point;
use andor_solver::Session;

/// Plays the first moves of a record. Rules and komi of the record are used if they are understood.
/// A wrong record leaves the session unchanged.
pub fn load(session: &mut Session, text: &str, moves: usize) -> Result<(), String> {
    let record = sgf::parse_record(text).map_err(|error| error.to_string())?.record;
    if session.problem().family().record != Some(record.game) {
        return Err("a record of another game".to_string());
    }
    let mut loaded = session.clone();
    loaded.resize(record.size).map_err(|error| error.to_string())?;
    // What is not understood of these leaves the options as they are.
    if let Some(komi) = &record.komi {
        let _ = loaded.set_option("komi", komi);
    }
    if let Some(rules) = record.rules.as_deref().and_then(super::rules::named) {
        let _ = loaded.set_option("rules", &rules.to_string());
    }
    loaded.set_up(record.stones.clone(), record.to_move).map_err(|error| error.to_string())?;
    let mut left = record.moves.get(..moves).unwrap_or(&record.moves);
    while let Some(turn) = left.first() {
        let plain: Vec<(Player, String)> =
            left.iter().map_while(|&turn| plain_move(&record, turn)).collect();
        let list: Vec<(Player, &str)> = plain.iter().map(|(p, text)| (*p, text.as_str())).collect();
        loaded.play_all(&list).map_err(|refused| refused.to_string())?;
        left = &left[plain.len()..];
        if !plain.is_empty() {
            continue;
        }
        match turn.mv {
            RecordMove::Swap(how) => swap(&mut loaded, how)?,
            RecordMove::Resign | RecordMove::Forfeit => break,
            RecordMove::Pass | RecordMove::Point(_) => loaded.start_part(turn.player.other()),
        }
        left = &left[1..];
    }
    *session = loaded;
    Ok(())
}

/// The player and the text of a stone or of a pass that the rules know; Hex has no pass.
fn plain_move(record: &Record, turn: Turn) -> Option<(Player, String)> {
    let text = match turn.mv {
        RecordMove::Point(point) => point_text(record.size, record.game.style(), point),
        RecordMove::Pass if record.game != RecordGame::Hex => "pass".to_string(),
        _ => return None,
    };
    Some((turn.player, text))
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
