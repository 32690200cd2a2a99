//! Killall-Go: uniformly random games, and an order of moves that costs little.
//!
//! [`KillallOrder`] looks at the points round a move: captures, blocks with one liberty, White
//! stones nearby. Both players want the same points, because the point that makes an eye is the
//! point that destroys the eye. The order plays no games and costs about as much as the moves
//! themselves.

use crate::Playout;
use andor_core::{Claim, Guess, Heuristic, LEAST_CHANCE};
use andor_games::go::Move;
use andor_games::killall::{Killall, Position, Set};
use andor_games::points::{Point, Points};

impl Playout for Killall {}

/// What a point beside the move, diagonal to it, or two steps away adds, by its content.
struct Near {
    white: f32,
    black: f32,
    empty: f32,
}

const BESIDE: Near = Near { white: 1.0, black: 0.4, empty: 0.4 };
const DIAGONAL: Near = Near { white: 0.3, black: 0.3, empty: 0.2 };
const TWO_STEPS_AWAY: Near = Near { white: 0.25, black: 0.0, empty: 0.0 };

/// What a change of blocks adds: once, and for each stone of the block.
struct Change {
    once: f32,
    each_stone: f32,
}

const CAPTURE: Change = Change { once: 4.0, each_stone: 1.0 };
const RESCUE: Change = Change { once: 3.0, each_stone: 1.0 };
const THREAT: Change = Change { once: 1.5, each_stone: 0.5 };

/// What a play of Black's and of White's adds that leaves the own block with one liberty and
/// captures nothing. White throws stones in to live.
const SELF_ATARI: [f32; 2] = [-4.0, -1.0];

impl Near {
    fn worth(&self, [black, white]: &[Set; 2], empty: Set, points: Set) -> f32 {
        let count = |set: Set| (set & points).len() as f32;
        self.white * count(*white) + self.black * count(*black) + self.empty * count(empty)
    }
}

impl Change {
    fn worth(&self, stones: u32) -> f32 {
        if stones == 0 { 0.0 } else { self.once + self.each_stone * stones as f32 }
    }
}

/// Orders the moves of Killall-Go by what stands round their points.
#[derive(Clone, Copy, Debug, Default)]
pub struct KillallOrder;

impl KillallOrder {
    /// How good a play looks; larger is better.
    fn worth(game: &Killall, pos: &Position, point: Point) -> f32 {
        let (board, mover) = (game.board(), pos.board().to_move());
        let before = *pos.board().both();
        let free = board.empty(&before);
        let (own, other) = (before[mover.index()], before[mover.other().index()]);
        let (adjacent, diagonals) = (board.adjacent(point), game.diagonals(point));
        let mut after = before;
        let captured = board.place(&mut after, mover, point).captured;
        let empty = board.empty(&after);
        let block = board.fill(Points::one(point), after[mover.index()]);
        let has_one = |part: &Set, empty: Set| (board.around(*part) & empty).len() == 1;
        let is_short = has_one(&block, empty);

        let mut worth = CAPTURE.worth(captured.len());
        if !is_short {
            let rescued = board.parts(own & block).filter(|part| has_one(part, free));
            worth += RESCUE.worth(rescued.map(|part| part.len()).sum());
        } else if captured.is_empty() {
            worth += SELF_ATARI[mover.index()];
        }
        let attacked = board.parts(board.fill(adjacent & other, other) - captured);
        let threatened = attacked.filter(|part| has_one(part, empty));
        worth += threatened.map(|part| THREAT.worth(part.len())).sum::<f32>();
        let far = board.around(board.around(Points::one(point))) - adjacent - diagonals;
        worth
            + BESIDE.worth(&before, free, adjacent)
            + DIAGONAL.worth(&before, free, diagonals)
            + TWO_STEPS_AWAY.worth(&before, free, far)
    }
}

impl Heuristic<Killall> for KillallOrder {
    fn guess(
        &mut self,
        game: &Killall,
        pos: &Position,
        _: Claim,
        moves: &[Move],
        out: &mut Vec<Guess>,
    ) -> f32 {
        out.extend(moves.iter().map(|&mv| {
            let chance = match mv {
                Move::At(point) => 1.0 / (1.0 + (-0.3 * Self::worth(game, pos, point)).exp()),
                Move::Pass => LEAST_CHANCE,
            };
            let chance = chance.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
            Guess { chance, work_if_won: 1.0, work_if_lost: 1.0 }
        }));
        0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;
    use andor_core::{Game, Notation, Player};
    use andor_games::killall::KoRule;

    fn game(size: &str) -> Killall {
        Killall::new(size.parse().expect("a size"), KoRule::Basic)
    }

    #[test]
    fn laws_hold() {
        let claim = Claim::win(Player::White);
        for size in ["2x2", "3x3", "5x4"] {
            laws::playout(&game(size), claim, 5, 1);
        }
    }

    /// The move that looks best on a drawn board.
    fn best(picture: &str) -> String {
        let game = game("5x5");
        let pos = game.parse_position(picture).expect("a position");
        let (mut moves, mut guesses) = (Vec::new(), Vec::new());
        game.moves(&pos, &mut moves);
        KillallOrder.guess(&game, &pos, Claim::win(Player::White), &moves, &mut guesses);
        let best =
            (0..moves.len()).max_by(|&a, &b| guesses[a].chance.total_cmp(&guesses[b].chance));
        game.move_text(moves[best.expect("a move")])
    }

    #[test]
    fn captures_and_rescues_come_first() {
        let stones = "
            . . . . .
            . X X . .
            X O O . .
            . X X . .
            . . . . .";
        for player in Player::BOTH {
            assert_eq!(best(&format!("{stones}\n{player} to move")), "D3");
        }
    }
}
