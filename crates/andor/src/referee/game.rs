//! One game between two engines.

use super::side::{Fault, Side, Terms};
use andor_core::{Margin, Outcome, Player};
use andor_games::notation::coordinates::{Style, point_text};
use andor_games::notation::record::{Record, RecordGame, RecordMove, Turn};
use andor_games::notation::sgf::tree::{Property, Value};
use andor_games::notation::sgf::{parse_trees, write_record, write_trees};
use andor_games::points::Point;
use andor_solver::{Problem, Session};
use anyhow::Result;
use std::time::{Duration, Instant};

/// How a game ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// The winner's colour; none after a draw.
    pub winner: Option<Player>,
    /// Why, if not on the board.
    pub fault: Option<Fault>,
    /// All moves, those of the opening included.
    pub moves: Vec<Point>,
    /// The longest time that each colour took for a move.
    pub longest: [Duration; 2],
}

impl Ended {
    /// How the game ended, in words.
    pub fn reason(&self) -> String {
        match (&self.fault, self.winner) {
            (Some(fault), Some(winner)) => format!("{} {fault}", winner.other()),
            (Some(fault), None) => fault.to_string(),
            (None, Some(_)) => "five in a row".to_string(),
            (None, None) => "no move left".to_string(),
        }
    }
}

/// Plays a game from an opening; the engines are those of Black and of White.
pub fn play(
    sides: [&mut dyn Side; 2],
    terms: &Terms,
    problem: &Problem,
    opening: &[Point],
) -> Result<Ended> {
    let mut session = Session::new(problem)?;
    let name = |point: Point| point_text(terms.size, Style::Go, point);
    for &point in opening {
        session.play(session.to_move(), &name(point))?;
    }
    let mut ended =
        Ended { winner: None, fault: None, moves: opening.to_vec(), longest: [Duration::ZERO; 2] };
    let mut left = [terms.game; 2];
    let [black, white] = sides;
    for (player, side) in Player::BOTH.into_iter().zip([&mut *black, &mut *white]) {
        if let Err(fault) = side.begin(terms) {
            return Ok(forfeit(ended, side, player, fault));
        }
    }
    loop {
        let scene = session.scene();
        if let Some(outcome) = scene.outcome {
            ended.winner = winner(outcome);
            return Ok(ended);
        }
        let player = scene.to_move;
        let side = if player == Player::Black { &mut *black } else { &mut *white };
        let started = Instant::now();
        let chosen = side.choose(&ended.moves, left[player.index()]);
        let taken = started.elapsed();
        ended.longest[player.index()] = ended.longest[player.index()].max(taken);
        let left = &mut left[player.index()];
        *left = left.map(|left| left.saturating_sub(taken));
        let point = match chosen {
            Ok(point) => point,
            Err(fault) => return Ok(forfeit(ended, side, player, fault)),
        };
        if let Err(refused) = session.play(player, &name(point)) {
            let fault = Fault::Illegal(format!("{}: {refused}", name(point)));
            return Ok(forfeit(ended, side, player, fault));
        }
        ended.moves.push(point);
    }
}

/// The engine of this colour loses, and is started anew for its next game.
fn forfeit(ended: Ended, side: &mut dyn Side, player: Player, fault: Fault) -> Ended {
    side.end();
    let winner = (fault != Fault::Interrupted).then_some(player.other());
    Ended { winner, fault: Some(fault), ..ended }
}

fn winner(outcome: Outcome) -> Option<Player> {
    match outcome {
        Outcome::Margin(Margin(margin)) if margin > 0 => Some(Player::Black),
        Outcome::Margin(Margin(margin)) if margin < 0 => Some(Player::White),
        _ => None,
    }
}

/// The record of a game, with the names of Black and White.
pub fn record(ended: &Ended, terms: &Terms, names: [&str; 2]) -> Result<String> {
    let mut record = Record::new(RecordGame::Gomoku, terms.size);
    record.rules = Some(terms.rules.clone());
    let colours = [Player::Black, Player::White].into_iter().cycle();
    let turn = |(player, &point)| Turn::new(player, RecordMove::Point(point));
    record.moves = colours.zip(&ended.moves).map(turn).collect();
    let how = match &ended.fault {
        None => "",
        Some(Fault::Late) => "Time",
        Some(_) => "Forfeit",
    };
    let result = match (ended.winner, &ended.fault) {
        (Some(Player::Black), _) => format!("B+{how}"),
        (Some(Player::White), _) => format!("W+{how}"),
        (None, Some(_)) => "Void".to_string(),
        (None, None) => "Draw".to_string(),
    };
    let mut trees = parse_trees(&write_record(&record)?)?;
    for tree in &mut trees {
        let texts = [("PB", names[0]), ("PW", names[1]), ("RE", &result)];
        for (identifier, text) in texts {
            tree.push(0, Property::new(identifier, vec![Value::of_text(text)]));
        }
        let reason = vec![Value::of_text(&ended.reason())];
        let last = tree.nodes().len() - 1;
        tree.push(last, Property::new("C", reason));
    }
    Ok(write_trees(&trees))
}
