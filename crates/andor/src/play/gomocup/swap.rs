//! The opening with swap: one player places three stones, the other chooses a colour.
//!
//! `SWAP2BOARD` with no stones asks for three stones: the engine draws some places and takes those
//! after which both colours look equally good. With three or five stones White is to move: the
//! engine says `SWAP` to take Black, or plays on as White with one stone. (A player may also add
//! two stones and leave the choice to the opponent; the engine never does.)

use super::{Done, Gomocup, tell};
use andor_core::Player;
use andor_games::points::Point;

/// How many places for the first three stones are looked at.
const TRIALS: u32 = 8;

/// The first stones lie within so many columns and rows of the centre.
const NEAR: u8 = 4;

impl Gomocup {
    /// Answers the stones of an opening.
    pub(super) fn swap(&mut self, points: &[Point]) -> Done {
        match points.len() {
            0 => self.open(),
            3 | 5 => self.choose_colour(points),
            count => Err(format!("an opening of {count} stones; expected 0, 3 or 5")),
        }
    }

    /// The stones in turn, Black first, as the position.
    fn place(&mut self, points: &[Point]) -> Done {
        let turns = [Player::Black, Player::White].into_iter().cycle();
        let stones: Vec<_> = turns.zip(points.iter().copied()).collect();
        let to_move = if points.len() % 2 == 1 { Player::White } else { Player::Black };
        self.game.set_up(&stones, to_move).map_err(|error| error.to_string())?;
        self.stones = stones;
        Ok(())
    }

    fn open(&mut self) -> Done {
        let size = self.size();
        let mut rng = fastrand::Rng::with_seed(self.settings.seed);
        let mut best: Option<(f32, Vec<Point>)> = None;
        for _ in 0..TRIALS {
            let mut points: Vec<Point> = Vec::new();
            while points.len() < 3 {
                let mut near = |side: u8| {
                    let (centre, most) = (side / 2, side - 1);
                    rng.u8(centre.saturating_sub(NEAR)..=(centre + NEAR).min(most))
                };
                let point = size.point(near(size.columns()), near(size.rows()));
                if !points.contains(&point) {
                    points.push(point);
                }
            }
            self.place(&points)?;
            let thought = self.think(self.settings.horizon, 1.0 / f64::from(TRIALS))?;
            let off = (thought.chance - 0.5).abs();
            if best.as_ref().is_none_or(|(least, _)| off < *least) {
                best = Some((off, points));
            }
        }
        let (_, points) = best.unwrap_or_default();
        self.place(&points)?;
        let places: Vec<String> =
            points.iter().map(|&point| self.place_of(&self.name_of(point))).collect();
        tell(&places.join(" "));
        Ok(())
    }

    fn choose_colour(&mut self, points: &[Point]) -> Done {
        self.place(points)?;
        if self.game.scene().outcome.is_some() {
            return Err("the game is over".to_string());
        }
        let thought = self.think(self.settings.horizon, 0.5)?;
        if thought.chance < 0.5 {
            tell("SWAP");
            return Ok(());
        }
        self.reply_for(0.5)
    }
}
