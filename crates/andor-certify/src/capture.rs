//! Local entries of the capture of a block: from the proof of `widening`, or from the moves that
//! another search knows (module `local`).

use crate::certified::{Certified, Picture, Start, points};
use crate::draft::Draft;
use crate::goal::{Goal, NoCertificate, Solution, checked};
use crate::local::{self, OnBoard};
use crate::searcher::Searcher;
use andor_checker::{
    Block, Entry, Game as CheckedGame, Local, LocalAnswer, Problem, Reference, Right, Root, Verdict,
};
use andor_core::{Game, NotationError, Passing, Player};
use andor_games::go::capture::{Capture, Position, Retake};
use andor_games::go::{self, Board, Move};
use andor_games::points::{Point, Points, sets};
use andor_games::size::Size;
use andor_search::Line;
use andor_search::widening::proof::LocalProof;

/// The right as certificates call it.
fn right(retake: Retake) -> Right {
    match retake {
        Retake::Nobody => Right::Nobody,
        Retake::Attacker => Right::Attacker,
        Retake::Defender => Right::Defender,
    }
}

/// The point of a move; none for a pass.
fn point(mv: Move) -> Option<u16> {
    match mv {
        Move::At(point) => Some(point.0),
        Move::Pass => None,
    }
}

/// The question of a certificate, without roots.
pub fn problem<const W: usize>(
    game: &Capture<W>,
    pos: &Position<W>,
    forbidden: Option<u16>,
) -> Problem {
    let size = game.size();
    let stone = |point| {
        let owner = Player::BOTH.into_iter().find(|&side| pos.board().stones(side).contains(point));
        owner.map(checked)
    };
    Problem {
        game: checked_game(game, forbidden),
        columns: size.columns().into(),
        rows: size.rows().into(),
        board: size.points().map(stone).collect(),
        to_move: checked(pos.board().to_move()),
        moves: Vec::new(),
        roots: Vec::new(),
    }
}

/// Adds the proof of a case to a list of entries, and gives its root.
pub fn root<const W: usize>(
    game: &Capture<W>,
    proof: &LocalProof<Capture<W>>,
    entries: &mut Vec<Entry>,
) -> Root {
    let from = entries.len();
    let area = game.size().area() as u16;
    let right = right(game.retake());
    let reference = |number: usize| Reference { entry: (from + number) as u64, symmetry: 0 };
    for node in &proof.defended {
        let board = node.position.board();
        let back = !board.stones(game.goal().owner).contains(game.goal().target);
        let answer = |answer: &andor_search::widening::proof::Answered<Move>| LocalAnswer {
            reply: answer.reply.and_then(point),
            point: point(answer.mv),
            entry: answer.next.map(reference),
        };
        let mut answers: Vec<LocalAnswer> = node.answers.iter().map(answer).collect();
        // Plays that are illegal here and may be legal with other stones outside the zone.
        let empty = node.zone - (board.stones(Player::Black) | board.stones(Player::White));
        for point in empty.iter().filter(|&point| board.ko() != Some(point)) {
            let is_listed = answers.iter().any(|answer| answer.reply == Some(point.0));
            let with = node.open.iter().find(|(zone, _)| !zone.contains(point));
            if let (false, Some((_, with))) = (is_listed, with)
                && with.reply.is_some()
            {
                answers.push(LocalAnswer { reply: Some(point.0), ..answer(with) });
            }
        }
        answers.sort_by_key(|answer| answer.reply.unwrap_or(u16::MAX));
        entries.push(Entry::Local(Local {
            winner: checked(proof.winner),
            right,
            back,
            zone: points(node.zone),
            black: points(board.stones(Player::Black) & node.zone),
            white: points(board.stones(Player::White) & node.zone),
            ko: board.ko().filter(|&ko| node.zone.contains(ko)).map(|ko| ko.0),
            answers,
        }));
    }
    Root {
        first: proof.first.map(|mv| point(mv).unwrap_or(area)),
        entry: proof.start.map(|start| (from + start) as u64),
        ..root_of(game, proof.winner)
    }
}

/// The root of a case that this player wins, without a proof. The attacker is always the one of the
/// question.
fn root_of<const W: usize>(game: &Capture<W>, winner: Player) -> Root {
    Root {
        attacker: checked(game.attacker()),
        at_least: right(game.retake()).number().into(),
        verdict: match winner == game.attacker() {
            true => Verdict::Proven,
            false => Verdict::Disproven,
        },
        moves: Vec::new(),
        first: None,
        entry: None,
        theorem: None,
    }
}

/// The game as certificates show it.
fn checked_game<const W: usize>(game: &Capture<W>, forbidden: Option<u16>) -> CheckedGame {
    let goal = game.goal();
    CheckedGame::Capture(Block { target: goal.target.0, escape: goal.escape, forbidden })
}

impl<const W: usize> Certified for Capture<W> {
    fn checked_game(&self) -> Option<CheckedGame> {
        Some(checked_game(self, None))
    }

    fn checked_game_from(&self, root: &Position<W>) -> Option<CheckedGame> {
        Some(checked_game(self, root.board().ko().map(|ko| ko.0)))
    }

    fn root(&self, goal: Goal) -> Root {
        root_of(self, goal.winner())
    }

    fn own_proof(
        &self,
        draft: &mut Draft,
        searcher: &mut Searcher<'_, Self>,
        line: &mut Line<'_, Self>,
        solution: &Solution<Move>,
    ) -> Result<Option<Start>, NoCertificate> {
        local::proof(self, draft, searcher, line.position(), solution.goal()).map(Some)
    }

    fn size(&self) -> Size {
        Capture::size(self)
    }

    fn set_up(
        &self,
        stones: &[(Player, Point)],
        to_move: Player,
    ) -> Result<Position<W>, NotationError> {
        let [black, white] = sets(stones);
        Capture::set_up(self, black, white, to_move)
    }

    fn picture(&self, pos: &Position<W>) -> Picture {
        Picture::of_stones(Player::both(|player| points(pos.board().stones(player))))
    }

    fn number(&self, mv: Move) -> u16 {
        point(mv).unwrap_or(self.size().area() as u16)
    }
}

impl<const W: usize> OnBoard<W> for Capture<W> {
    fn board(&self) -> &Board<W> {
        Capture::board(self)
    }

    fn of_go<'p>(&self, pos: &'p Position<W>) -> &'p go::Position<W> {
        pos.board()
    }

    fn after_elsewhere(&self, pos: &Position<W>) -> Position<W> {
        match self.to_put_back(pos) {
            Some(_) => self.after(pos, Move::Pass),
            None => {
                let mut after = pos.clone();
                self.pass_in_thought(&mut after);
                after
            }
        }
    }

    fn serves_elsewhere(&self, _: &Position<W>, _: Points<W>) -> bool {
        true
    }

    fn right(&self) -> Right {
        right(self.retake())
    }

    fn to_put_back(&self, pos: &Position<W>) -> Option<Point> {
        let target = self.goal().target;
        let is_gone = !pos.board().stones(self.goal().owner).contains(target);
        (is_gone && self.outcome(pos).is_none()).then_some(target)
    }
}
