//! The walk through a strategy: all positions that the loser can reach, with one move of the
//! winner's in each.
//!
//! The walk is depth-first, so that only the positions themselves must be kept, with 16 bytes each
//! ([`Strategy`]). The successors of a position are computed again when they are needed.

use super::boards::{Boards, Name, OnBoards, name};
use super::strategy::Strategy;
use andor_certify::Searcher;
use andor_certify::Solution;
use andor_certify::{Goal, NoCertificate};
use andor_core::{Outcome, Symmetry};
use andor_search::forecast::{self, Kind, Share};
use andor_search::{KnownVerdict, Line, Progress, Stop};
use rustc_hash::{FxHashMap, FxHashSet};

const LOST: NoCertificate = NoCertificate::Lost;

/// The largest number of rounds in which moves that lead back are replaced.
const MOST_ROUNDS: usize = 64;

/// The node budgets of the question whether another move wins: the first one, and the second one if
/// the first leaves all moves open. To be sure that no other move wins may take as long as the
/// whole search, and there are other ways to repair the strategy.
const NODES_FOR_ANOTHER: [u64; 2] = [10_000, 80_000];

/// The second budget has one node for so many positions of the strategy, shared out, if that is
/// more.
const POSITIONS_PER_NODE: u64 = 8;

/// If the whole strategy fails although some of these questions stayed open, and the questions took
/// fewer nodes than the search before, they are asked again with so many times as many nodes.
const MORE_PATIENCE: u64 = 8;

/// To put the positions of a strategy in order takes this part of the time to enter them.
const ORDERING: f32 = 0.6;

/// A walk through the strategy of a winner.
pub struct Walk<'a, G: OnBoards> {
    pub(super) game: &'a G,
    pub(super) goal: Goal,
    pub(super) boards: Boards,
    /// The knowledge that ends a line where it settles the claim.
    names: &'a [&'static str],
    pub(super) strategy: Strategy,
    /// By position, the winner's moves that lead back to an earlier board.
    refused: FxHashMap<Name, Vec<u16>>,
    /// Positions that the strategy must avoid, because all winning moves there lead back.
    pub(super) given_up: FxHashSet<Name>,
    /// The factor on the node budgets for other moves.
    patience: u64,
    /// The nodes spent on other moves.
    spent: u64,
    /// The share of the strategy's tree that the first round entered.
    pub entered: f64,
    /// The positions whose boards the search for an order has met.
    pub(super) met: usize,
    /// Is this a round after the first?
    pub is_repeated: bool,
    /// Were positions given up although the search did not show that there is no other move?
    leaves_open: bool,
}

/// Shares out a part of the tree evenly among positions; gives the part if there are none.
pub fn share_out<P>(open: &mut [(P, f64)], share: f64) -> f64 {
    let own = share / open.len().max(1) as f64;
    open.iter_mut().for_each(|(_, part)| *part = own);
    if open.is_empty() { share } else { 0.0 }
}

impl<'a, G: OnBoards> Walk<'a, G> {
    /// A walk through a strategy for the goal, which takes no more than so many bytes.
    pub fn new(
        game: &'a G,
        goal: Goal,
        boards: Boards,
        names: &'a [&'static str],
        most_bytes: usize,
    ) -> Walk<'a, G> {
        Walk {
            game,
            goal,
            boards,
            names,
            strategy: Strategy::new(most_bytes),
            refused: FxHashMap::default(),
            given_up: FxHashSet::default(),
            patience: 1,
            spent: 0,
            entered: 0.0,
            met: 0,
            is_repeated: false,
            leaves_open: false,
        }
    }

    /// Finds a strategy in which the winner creates no board again, and no board of the line. The
    /// strategy begins with the winner's best move, if one is given and the walk keeps it.
    pub(super) fn go(
        mut self,
        searcher: &mut Searcher<'_, G>,
        line: &mut Line<'_, G>,
        best: Option<G::Move>,
    ) -> Result<Strategy, NoCertificate> {
        let root = line.position().clone();
        let (root_name, symmetry) = self.name(&root);
        if let Some(best) = best.filter(|_| self.is_winners(&root)) {
            self.strategy.enter(root_name).ok_or(LOST)?;
            let best = self.game.number(self.game.map_move(symmetry, best));
            self.strategy.set_move(root_name, Some(best));
        }
        let searched = searcher.search.progress().nodes;
        for _ in 0..MOST_ROUNDS {
            if self.given_up.contains(&root_name) {
                if !self.leaves_open || self.spent >= searched {
                    break;
                }
                self.patience *= MORE_PATIENCE;
                self.leaves_open = false;
                self.given_up.clear();
            }
            self.strategy.start_again();
            self.complete(vec![root.clone()], searcher)?;
            if self.put_in_order(&root, searcher)? && !self.given_up.contains(&root_name) {
                let new = self.is_new_to(line);
                return if new { Ok(self.strategy) } else { Err(LOST) };
            }
            self.is_repeated = true;
        }
        Err(LOST)
    }

    pub(super) fn name(&self, pos: &G::Position) -> (Name, Symmetry) {
        name(self.game, self.boards, pos)
    }

    /// Is the winner to move?
    pub(super) fn is_winners(&self, pos: &G::Position) -> bool {
        self.game.to_move(pos) == self.goal.winner()
    }

    /// The position after a move, if the game goes on and the knowledge does not settle it.
    pub(super) fn after(
        &self,
        pos: &G::Position,
        mv: G::Move,
    ) -> Result<Option<G::Position>, NoCertificate> {
        let after = self.game.after(pos, mv);
        let judge = |outcome: Outcome| self.goal.claim.judge(outcome);
        let over = self.game.outcome(&after).map(judge);
        let settles = |&name: &&str| self.game.settles_after(name, pos, &after, self.goal.claim);
        match over.or_else(|| self.names.iter().find_map(settles)) {
            Some(verdict) if verdict == self.goal.verdict => Ok(None),
            Some(_) => Err(LOST),
            None => Ok(Some(after)),
        }
    }

    /// Enters these positions and all positions that follow. If the winner can only move to a
    /// given-up position, or the loser can reach one, the position is given up as well. The
    /// positions that lead there are corrected when they get their place in the order.
    pub fn complete(
        &mut self,
        from: Vec<G::Position>,
        searcher: &mut Searcher<'_, G>,
    ) -> Result<(), NoCertificate> {
        let mut open = Vec::new();
        for pos in from {
            self.enter(pos, &mut open)?;
        }
        share_out(&mut open, 1.0);
        while let Some((pos, share)) = open.pop() {
            searcher.step(|progress| self.so_far(progress))?;
            let first = open.len();
            self.follow(&pos, &mut open, searcher)?;
            self.entered += share_out(&mut open[first..], share);
        }
        Ok(())
    }

    /// Enters the positions that follow a position.
    fn follow(
        &mut self,
        pos: &G::Position,
        open: &mut Vec<(G::Position, f64)>,
        searcher: &mut Searcher<'_, G>,
    ) -> Result<(), NoCertificate> {
        let (name, symmetry) = self.name(pos);
        if self.is_winners(pos) {
            let known = self.strategy.find(name).and_then(|entry| entry.mv);
            let mut next = match known {
                Some(number) => self.after(pos, self.lying(number, symmetry))?,
                None => {
                    let (mv, after) = self.sound_move(pos, searcher)?;
                    let number = self.game.number(self.game.map_move(symmetry, mv));
                    self.strategy.set_move(name, Some(number));
                    after
                }
            };
            if next.as_ref().is_some_and(|next| self.is_given_up(next)) {
                let choices = std::slice::from_ref(pos);
                if self.choose_another(choices, searcher)?.is_none() {
                    self.give_up(name);
                    return Ok(());
                }
                let number = self.strategy.find(name).and_then(|entry| entry.mv);
                next = self.after(pos, self.lying(number.ok_or(LOST)?, symmetry))?;
            }
            if let Some(next) = next {
                self.enter(next, open)?;
            }
        } else {
            let mut moves = Vec::new();
            self.game.moves(pos, &mut moves);
            for mv in moves {
                let Some(next) = self.after(pos, mv)? else { continue };
                if self.is_given_up(&next) {
                    self.give_up(name);
                    break;
                }
                self.enter(next, open)?;
            }
        }
        Ok(())
    }

    /// Gives up a position: the strategy must avoid it.
    pub(super) fn give_up(&mut self, name: Name) {
        self.given_up.insert(name);
        self.strategy.leave_out(name);
    }

    /// The progress of a search and of the walk.
    pub(super) fn so_far(&self, searched: Progress) -> Progress {
        let memory = searched.memory + self.strategy.bytes();
        let strategy = Some(self.strategy.positions() as u64);
        Progress { memory, strategy, done: self.done(), ..searched.totals() }
    }

    /// The share of the walk that is done, as a forecast: a round may be the last, or one more may
    /// follow. Nothing is said about later rounds. The positions are entered depth first.
    pub fn done(&self) -> Option<Share> {
        if self.is_repeated {
            return None;
        }
        let round = 1.0 + ORDERING;
        let entered = match self.met {
            0 => forecast::share(Kind::DepthFirst, self.entered as f32)?,
            met => {
                let met = (met as f32 / self.strategy.positions() as f32).min(1.0);
                let both = 1.0 + ORDERING * met;
                Share { least: both, likely: both, most: both }
            }
        };
        let Share { least, likely, most } = entered;
        Some(Share { least: least / (2.0 * round), likely: likely / round, most: most / round })
    }

    /// The move with a number in the standard picture, as a move of the position that the symmetry
    /// turns into that picture.
    pub(super) fn lying(&self, number: u16, symmetry: Symmetry) -> G::Move {
        self.game.map_move(self.game.inverse(symmetry), self.game.numbered(number))
    }

    pub(super) fn is_given_up(&self, pos: &G::Position) -> bool {
        !self.given_up.is_empty() && self.given_up.contains(&self.name(pos).0)
    }

    /// Enters a position; a new position is open.
    fn enter(
        &mut self,
        pos: G::Position,
        open: &mut Vec<(G::Position, f64)>,
    ) -> Result<(), NoCertificate> {
        let (name, _) = self.name(&pos);
        match self.strategy.enter(name) {
            Some(true) => open.push((pos, 0.0)),
            Some(false) => {}
            None => {
                return Err(NoCertificate::TooLong(self.strategy.positions() as u64, "positions"));
            }
        }
        Ok(())
    }

    /// A winning move of the winner's, and the position after it if the game goes on there. The
    /// search is also asked about that position, because one move that does not win spoils the
    /// whole strategy.
    fn sound_move(
        &self,
        pos: &G::Position,
        searcher: &mut Searcher<'_, G>,
    ) -> Result<(G::Move, Option<G::Position>), NoCertificate> {
        let Goal { claim, verdict } = self.goal;
        let mut line = Line::new(self.game, pos.clone());
        let wins = |known: &KnownVerdict<G::Move>| known.verdict == verdict;
        // Mostly the table says all that is needed, and the knowledge need not be asked again.
        let remembered =
            searcher.search.remembered(&mut line, claim).filter(wins).and_then(|known| known.best);
        let solution = Solution { claim, verdict, best: None };
        let mv = match remembered {
            Some(mv) => mv,
            None => searcher.winning_move(&mut line, &solution)?,
        };
        let after = self.after(pos, mv);
        let holds = match &after {
            Ok(None) => true,
            Ok(Some(next)) if self.strategy.has(self.name(next).0) => true,
            Ok(Some(next)) => {
                let mut next = Line::new(self.game, next.clone());
                searcher.search.remembered(&mut next, claim).is_some_and(|known| wins(&known))
                    || searcher
                        .verdict_after(&mut line, mv, claim)
                        .map_err(NoCertificate::Stopped)?
                        == verdict
            }
            Err(_) => false,
        };
        if holds {
            return Ok((mv, after?));
        }
        let mv = searcher.move_found_by_trying(&mut line, claim, verdict)?;
        Ok((mv, self.after(pos, mv)?))
    }

    /// Replaces the winner's move in one of these positions by another winning move; gives that
    /// position.
    pub(super) fn choose_another(
        &mut self,
        choices: &[G::Position],
        searcher: &mut Searcher<'_, G>,
    ) -> Result<Option<G::Position>, NoCertificate> {
        let [few, more] = NODES_FOR_ANOTHER;
        let all = self.strategy.positions() as u64 / POSITIONS_PER_NODE;
        let mut is_open = false;
        for most in [few, more.max(all / choices.len().max(1) as u64)] {
            is_open = false;
            for pos in choices {
                let before = searcher.search.progress().nodes;
                let mut part = searcher.budget.part(most * self.patience);
                let found = self.other_move(pos, &mut searcher.with_budget(&mut part));
                self.spent += searcher.search.progress().nodes - before;
                match found {
                    Err(NoCertificate::Stopped(Stop::Nodes)) => is_open = true,
                    Ok(false) => {}
                    found => return found.map(|_| Some(pos.clone())),
                }
            }
            if let Some(stop) = searcher.budget.spend(0) {
                return Err(NoCertificate::Stopped(stop));
            }
            if !is_open {
                break;
            }
        }
        self.leaves_open |= is_open;
        Ok(None)
    }

    /// Replaces the winner's move in a position by another winning move; says whether there is one.
    fn other_move(
        &mut self,
        pos: &G::Position,
        searcher: &mut Searcher<'_, G>,
    ) -> Result<bool, NoCertificate> {
        let Goal { claim, verdict } = self.goal;
        let (name, symmetry) = self.name(pos);
        let mut refused = self.refused.get(&name).cloned().unwrap_or_default();
        refused.extend(self.strategy.find(name).and_then(|entry| entry.mv));
        let mut line = Line::new(self.game, pos.clone());
        let mut moves = Vec::new();
        line.moves(&mut moves);
        for mv in moves {
            let number = self.game.number(self.game.map_move(symmetry, mv));
            if refused.contains(&number) || self.is_given_up(&self.game.after(pos, mv)) {
                continue;
            }
            let found = searcher.verdict_after(&mut line, mv, claim);
            if found.map_err(NoCertificate::Stopped)? == verdict {
                self.refused.insert(name, refused);
                self.strategy.set_move(name, Some(number));
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Is no board of the strategy on the line before the line's last position?
    fn is_new_to(&self, line: &mut Line<'_, G>) -> bool {
        let boards = boards(self.game, self.boards, line);
        let Some((last, before)) = boards.split_last() else { return true };
        let comes = |board: &G::Position| {
            let class = self.game.class(board).key;
            board != last && self.strategy.with_board(class).next().is_some()
        };
        !before.iter().any(comes)
    }
}

/// The boards of a line, from its start to the position reached.
pub(super) fn boards<G: OnBoards>(
    game: &G,
    boards: Boards,
    line: &mut Line<'_, G>,
) -> Vec<G::Position> {
    let played: Vec<G::Move> = line.played().collect();
    let mut all = vec![game.board(boards, line.position())];
    for _ in &played {
        line.undo();
        all.push(game.board(boards, line.position()));
    }
    played.into_iter().for_each(|mv| line.play(mv));
    all.reverse();
    all
}
