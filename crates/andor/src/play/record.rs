//! Loading a game record into a game.

use andor_core::Player;
use andor_games::notation::coordinates::point_text;
use andor_games::notation::record::{Record, RecordGame, RecordMove, Swap, Turn};
use andor_games::notation::sgf;
use andor_games::points::Point;
use andor_solver::InPlay;

/// Plays the first moves of a record. Rules and komi of the record are used if they are understood.
/// A wrong record leaves the game unchanged.
pub fn load(game: &mut Box<dyn InPlay>, text: &str, moves: usize) -> Result<(), String> {
    let record = sgf::parse_record(text).map_err(|error| error.to_string())?.record;
    if game.problem().family().record != Some(record.game) {
        return Err("a record of another game".to_string());
    }
    let mut loaded = game.clone();
    loaded = loaded.resized(record.size).map_err(|error| error.to_string())?;
    // What is not understood of these leaves the options as they are.
    let rules =
        record.rules.as_deref().and_then(super::rules::named).map(|rules| rules.to_string());
    for (name, value) in [("komi", record.komi.clone()), ("rules", rules)] {
        if let Some(Ok(changed)) = value.map(|value| loaded.with_option(name, &value)) {
            loaded = changed;
        }
    }
    loaded.set_up(&record.stones, record.to_move).map_err(|error| error.to_string())?;
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
    *game = loaded;
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
pub fn swap(game: &mut Box<dyn InPlay>, how: Swap) -> Result<(), String> {
    let refused = || "illegal move".to_string();
    let size = game.size();
    let can_swap = game.is_from_start() && game.moves().len() == 1;
    let point = match game.scene().stones[..] {
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
    game.replace(&stones, to_move).map_err(|_| refused())
}
