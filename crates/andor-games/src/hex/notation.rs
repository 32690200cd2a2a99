//! Text of Hex moves and positions.

use super::{Hex, HexMove, HexPosition};
use crate::notation::coordinates::{Style, parse_point, point_text};
use crate::notation::picture;
use crate::points::Points;
use andor_core::{Notation, NotationError, Player};

impl<const W: usize> Notation for Hex<W> {
    fn move_text(&self, mv: HexMove) -> String {
        point_text(self.size, Style::Hex, mv)
    }

    fn parse_move(&self, pos: &HexPosition<W>, text: &str) -> Result<HexMove, NotationError> {
        let point = parse_point(self.size, Style::Hex, text)?;
        let place = format!("move \"{text}\"");
        if let Some(winner) = pos.winner {
            return Err(NotationError::new(
                place,
                format!("the game is over, {winner} has won"),
                "no further move",
            ));
        }
        if !self.empty(pos).contains(point) {
            return Err(NotationError::new(place, "the point is occupied", "an empty point"));
        }
        Ok(point)
    }

    fn draw(&self, pos: &HexPosition<W>) -> String {
        let board = picture::draw(self.size, Style::Hex, |point| {
            Player::BOTH.into_iter().find(|&player| pos.stones(player).contains(point))
        });
        format!("{board}{} to move\n", pos.to_move)
    }

    /// Without a line that says who moves, Black moves unless Black has more stones.
    fn parse_position(&self, text: &str) -> Result<HexPosition<W>, NotationError> {
        let picture = picture::parse(self.size, text)?;
        let stones = Player::both(|player| {
            self.size
                .points()
                .filter(|point| picture.stones[point.index()] == Some(player))
                .collect::<Points<W>>()
        });
        let mut to_move =
            if stones[0].len() > stones[1].len() { Player::White } else { Player::Black };
        for note in picture.notes {
            to_move = picture::parse_turn(note)?;
        }
        Ok(self.set_up(stones, to_move))
    }
}
