//! Gomoku in certificates: positions, moves, and proofs by threats.

use crate::bytes::map_bytes;
use crate::certified::{Certified, Picture, Start, points};
use crate::draft::Draft;
use crate::goal::{NoCertificate, Solution, checked};
use crate::searcher::Searcher;
use andor_checker::{
    Attack, Entry, Five, Game as CheckedGame, PointSet, Reference, Threat, ThreatAnswer,
};
use andor_core::{Game, NotationError, Passing, Player, PointSet as _, Zoned};
use andor_games::gomoku::{Cover, Gomoku, GomokuPosition, Rules};
use andor_games::points::{Point, Points, sets};
use andor_games::size::Size;
use andor_knowledge::gomoku::fours::{Fours, replay};
use andor_search::threats::proof::{Attacked, Root, ThreatProof};
use andor_search::{Line, SearchProof};
use rustc_hash::FxHashMap;

/// A line of fours that a search found is found again within so many moves.
const CAP: u32 = 10_000_000;

impl<const W: usize, const V: usize> Certified for Gomoku<W, V> {
    fn checked_game(&self) -> Option<CheckedGame> {
        match self.rules() {
            Rules::Freestyle => Some(CheckedGame::Gomoku(Five::Freestyle)),
            Rules::Exact => Some(CheckedGame::Gomoku(Five::Exact)),
            Rules::Renju => None,
        }
    }

    fn size(&self) -> Size {
        Gomoku::size(self)
    }

    fn set_up(
        &self,
        stones: &[(Player, Point)],
        to_move: Player,
    ) -> Result<Self::Position, NotationError> {
        Gomoku::set_up(self, sets(stones), to_move)
    }

    fn picture(&self, pos: &Self::Position) -> Picture {
        Picture::of_stones(Player::both(|p| points(pos.stones().of(p))))
    }

    fn number(&self, mv: Point) -> u16 {
        mv.0
    }

    /// The proof by threats, if the search found one.
    fn own_proof(
        &self,
        draft: &mut Draft,
        searcher: &mut Searcher<'_, Self>,
        line: &mut Line<'_, Self>,
        solution: &Solution<Point>,
    ) -> Result<Option<Start>, NoCertificate> {
        let Some(SearchProof::Threats(proof)) =
            searcher.search.proof(line, solution.claim, solution.verdict)
        else {
            return Ok(None);
        };
        let attacker = proof.attacker;
        let (fours, written) = (Fours::new(CAP), FxHashMap::default());
        let mut writer = ByThreats { draft, searcher, proof: &proof, attacker, fours, written };
        let (first, entry) = match proof.root {
            Root::Attack(Attacked::Move(mv, number)) => {
                line.play(mv);
                let entry = writer.defence(line, number);
                line.undo();
                (Some(mv.0), Some(entry?.0))
            }
            Root::Attack(Attacked::Strike) => {
                let fours = writer.line_of_fours(self, line.position())?;
                (Some(fours[0].0), writer.after_first_four(line, &fours)?)
            }
            Root::Defence(number) => (None, Some(writer.defence(line, number)?.0)),
        };
        Ok(Some(Start::new(first, entry)))
    }
}

/// The writing of a proof by threats.
struct ByThreats<'a, 's, const W: usize, const V: usize> {
    draft: &'a mut Draft,
    searcher: &'a mut Searcher<'s, Gomoku<W, V>>,
    proof: &'a ThreatProof<Point>,
    attacker: Player,
    fours: Fours,
    /// The entries of positions of the proof, and their covers.
    written: FxHashMap<usize, (u64, Cover<W>)>,
}

/// A line of Gomoku.
type GomokuLine<'g, const W: usize, const V: usize> = Line<'g, Gomoku<W, V>>;

/// An answer, and the cover of the win.
type WrittenAnswer<const W: usize> = (Option<Point>, bool, Attack, Cover<W>);

impl<const W: usize, const V: usize> ByThreats<'_, '_, W, V> {
    /// The entry of a position of the proof, with the defender to move on the line, and its cover.
    fn defence(
        &mut self,
        line: &mut GomokuLine<'_, W, V>,
        number: usize,
    ) -> Result<(u64, Cover<W>), NoCertificate> {
        if let Some(written) = self.written.get(&number) {
            return Ok(*written);
        }
        self.draft.step(self.searcher, map_bytes(&self.written))?;
        let game = line.game();
        let mut answers: Vec<WrittenAnswer<W>> = Vec::new();
        let proof = self.proof;
        for answer in &proof.defences[number] {
            let won = match answer.reply {
                Some(reply) => {
                    line.play(reply);
                    let won = self.attack(line, answer.win);
                    line.undo();
                    won
                }
                None => {
                    let mut passed = line.position().clone();
                    game.pass_in_thought(&mut passed);
                    let old = line.replace(passed);
                    let won = self.attack(line, answer.win);
                    line.replace(old);
                    won
                }
            };
            let (attack, cover) = won?;
            answers.push((answer.reply, answer.open, attack, cover));
        }
        let written = self.write(game, line.position(), answers)?;
        self.written.insert(number, written);
        Ok(written)
    }

    /// Writes the entry of a position with these answers.
    fn write(
        &mut self,
        game: &Gomoku<W, V>,
        pos: &GomokuPosition<W, V>,
        mut answers: Vec<WrittenAnswer<W>>,
    ) -> Result<(u64, Cover<W>), NoCertificate> {
        let mut unanswered: Points<W> = game.empty(pos);
        let mut all = Cover::NOTHING;
        for (reply, open, _, cover) in &answers {
            reply.iter().for_each(|reply| unanswered.remove(*reply));
            if *open {
                unanswered &= cover.0[0];
            }
            all = all | if *open { game.opened(*cover) } else { *cover };
        }
        if !unanswered.is_empty() {
            return Err(NoCertificate::Lost);
        }
        answers.sort_by_key(|(reply, ..)| reply.map_or(u16::MAX, |reply| reply.0));
        let [black, white] = Player::both(|player| points(pos.stones().of(player)));
        let answers = answers.into_iter().map(|(reply, open, attack, _)| ThreatAnswer {
            reply: reply.map(|reply| reply.0),
            open,
            attack,
        });
        let entry = Entry::Threat(Threat {
            winner: checked(self.attacker),
            black,
            white,
            cover: all.0.map(|set| -> PointSet { points(set) }),
            answers: answers.collect(),
        });
        Ok((self.draft.write(entry), all))
    }

    /// How the attacker, to move on the line, wins, and the cover of the win.
    fn attack(
        &mut self,
        line: &mut GomokuLine<'_, W, V>,
        win: Attacked<Point>,
    ) -> Result<(Attack, Cover<W>), NoCertificate> {
        match win {
            Attacked::Strike => {
                let fours = self.line_of_fours(line.game(), line.position())?;
                self.by_fours(line.game(), line.position(), &fours)
            }
            Attacked::Move(mv, number) => {
                line.play(mv);
                let entry = self.defence(line, number);
                line.undo();
                let (entry, mut cover) = entry?;
                cover.insert(mv);
                Ok((Attack::Move(mv.0, Reference { entry, symmetry: 0 }), cover))
            }
        }
    }

    /// The attacker's line of fours in a position.
    fn line_of_fours(
        &mut self,
        game: &Gomoku<W, V>,
        pos: &GomokuPosition<W, V>,
    ) -> Result<Vec<Point>, NoCertificate> {
        let mut stones = pos.stones().clone();
        self.fours.find(game.layout(), &mut stones, self.attacker).ok_or(NoCertificate::Lost)
    }

    fn by_fours(
        &self,
        game: &Gomoku<W, V>,
        pos: &GomokuPosition<W, V>,
        fours: &[Point],
    ) -> Result<(Attack, Cover<W>), NoCertificate> {
        let (_, cover) =
            replay(game.layout(), pos.stones(), self.attacker, fours).ok_or(NoCertificate::Lost)?;
        Ok((Attack::Fours(fours.iter().map(|point| point.0).collect()), cover))
    }

    /// The entry after the first move of a line of fours; none if that move ends the game.
    fn after_first_four(
        &mut self,
        line: &mut GomokuLine<'_, W, V>,
        fours: &[Point],
    ) -> Result<Option<u64>, NoCertificate> {
        let game = line.game();
        line.play(fours[0]);
        let entry = match line.outcome() {
            Some(_) => Ok(None),
            None => self.after_four(game, line.position(), &fours[1..]).map(Some),
        };
        line.undo();
        entry
    }

    /// The entry of a position in which the attacker threatens five and goes on with `rest`.
    fn after_four(
        &mut self,
        game: &Gomoku<W, V>,
        pos: &GomokuPosition<W, V>,
        rest: &[Point],
    ) -> Result<u64, NoCertificate> {
        let fives = pos.stones().fives(game.layout(), self.attacker);
        let five = fives.first().ok_or(NoCertificate::Lost)?;
        let (attack, cover) = self.by_fours(game, pos, &[five])?;
        let mut answers = vec![(None, true, attack, cover)];
        let mut blocked = pos.clone();
        game.play(&mut blocked, five);
        let second = blocked.stones().fives(game.layout(), self.attacker).first();
        let rest = second.map_or(rest.to_vec(), |second| vec![second]);
        let (attack, cover) = self.by_fours(game, &blocked, &rest)?;
        answers.push((Some(five), false, attack, cover));
        Ok(self.write(game, pos, answers)?.0)
    }
}
