//! Wins by local entries, in Killall-Go and in capture: an entry for each shape with the loser to
//! move, from the moves that the search knows.
//!
//! For each position with the loser to move the replies are answered one after another, first those
//! whose refutation the search has in its table. A reply that does not meet the zone of an answer
//! to another reply has the same answer. The zone of the entry is the zone that the search would
//! give to the position ([`andor_search::zones`]). An entry serves every position with the same
//! stones in its zone, so that most positions need no entry of their own.
//!
//! An entry refers to entries that are complete. The search may have proved two positions by each
//! other, each at another time; then the proof goes round in a circle, and another move is tried.

use crate::bytes::map_bytes;
use crate::certified::{Certified, Start, points};
use crate::draft::Draft;
use crate::goal::{Goal, NoCertificate, Solution, Stuck, checked};
use crate::lines::Orientation;
use crate::searcher::Searcher;
use andor_checker::{Entry, Local, LocalAnswer, Reference, Right};
use andor_core::{Game, Key, Outcome, Player, Symmetry, Zoned};
use andor_games::go::{self, Board, Move};
use andor_games::points::{Point, Points};
use andor_search::Line;
use andor_search::zones::{LocalRelevancy, Refuted, RefutedIn, Zones};
use rustc_hash::{FxHashMap, FxHashSet};

/// A proof with more entries than this is not written.
const MOST_ENTRIES: u64 = 2_000_000;

/// A game on a board of Go in which wins may be local entries.
pub(crate) trait OnBoard<const W: usize>:
    Certified + Zoned + Game<Move = Move, Zone = Points<W>>
{
    /// The board.
    fn board(&self) -> &Board<W>;

    /// What stands on the board.
    fn of_go<'p>(&self, pos: &'p Self::Position) -> &'p go::Position<W>;

    /// The position after a reply of the loser's that changes nothing in any zone.
    fn after_elsewhere(&self, pos: &Self::Position) -> Self::Position;

    /// Does a win with this zone after [`OnBoard::after_elsewhere`] refute all plays that do not
    /// meet the zone?
    fn serves_elsewhere(&self, pos: &Self::Position, zone: Points<W>) -> bool {
        !self.meets(pos, Move::Pass, zone)
    }

    /// Who may retake every ko.
    fn right(&self) -> Right {
        Right::Nobody
    }

    /// The symmetries after which an entry may be used.
    fn turns(&self) -> u8 {
        1
    }

    /// The zone of an entry about a position, from the zone of the search.
    fn entry_zone(&self, _pos: &Self::Position, zone: Points<W>) -> Points<W> {
        zone & self.board().all()
    }

    /// The point of the target that was captured and may be put back, if this is such a position.
    fn to_put_back(&self, _pos: &Self::Position) -> Option<Point> {
        None
    }
}

/// Writes the entries of a win.
pub(crate) fn proof<G: OnBoard<W>, const W: usize>(
    game: &G,
    draft: &mut Draft,
    searcher: &mut Searcher<'_, G>,
    pos: &G::Position,
    goal: Goal,
) -> Result<Start, NoCertificate> {
    let (shapes, open) = (Shapes::default(), FxHashSet::default());
    let mut writer = Writer { game, draft, searcher, goal, shapes, open };
    if game.to_move(pos) != goal.winner() {
        let known = writer.defence(pos, Orientation::Upright)?;
        return Ok(Start::new(None, Some(known.reference.entry)));
    }
    let attack = writer.attack(pos, Orientation::Upright)?;
    let entry = attack.next.map(|reference| reference.entry);
    Ok(Start::new(Some(game.number(attack.mv)), entry))
}

/// The winner's move with the entry that holds after it, if the game is not over, and the zone
/// before the move.
#[derive(Clone, Copy)]
struct WinningMove<const W: usize> {
    mv: Move,
    next: Option<Reference>,
    zone: Points<W>,
}

/// An entry that holds for a position, and its zone there.
#[derive(Clone, Copy)]
pub(crate) struct KnownEntry<const W: usize> {
    pub(crate) reference: Reference,
    pub(crate) zone: Points<W>,
}

/// A zone and the stones there.
type Shape<const W: usize> = (Points<W>, [Points<W>; 2]);

/// The entries that were written, by their shapes, each with its ko.
#[derive(Default)]
struct Shapes<const W: usize> {
    /// Those that were useful last come first.
    zones: Vec<Points<W>>,
    entries: FxHashMap<Shape<W>, Vec<(u64, Option<Point>)>>,
}

impl<const W: usize> Shapes<W> {
    /// An entry for a position as it is, and its zone.
    fn find(&mut self, board: &go::Position<W>) -> Option<(u64, Points<W>)> {
        let holds = |(entry, ko): &(u64, Option<Point>)| {
            (ko.is_none() || board.ko() == *ko).then_some(*entry)
        };
        let found = self.zones.iter().enumerate().find_map(|(place, &zone)| {
            let stones = board.both().map(|set| set & zone);
            // Where there is no White stone the passes matter.
            let entries = self.entries.get(&(zone, stones))?;
            let is_fit = !stones[1].is_empty() || board.passes() == 0;
            Some((place, entries.iter().filter(|_| is_fit).find_map(holds)?, zone))
        });
        let (place, entry, zone) = found?;
        self.zones.swap(place, place / 2);
        Some((entry, zone))
    }

    /// Bytes that are taken; a list of entries has room for four.
    fn bytes(&self) -> usize {
        let lists = self.entries.len() * 4 * size_of::<(u64, Option<Point>)>();
        map_bytes(&self.entries) + lists + self.zones.capacity() * size_of::<Points<W>>()
    }

    fn add(&mut self, board: &go::Position<W>, zone: Points<W>, entry: u64, ko: Option<Point>) {
        if !self.zones.contains(&zone) {
            self.zones.push(zone);
        }
        let stones = board.both().map(|set| set & zone);
        self.entries.entry((zone, stones)).or_default().push((entry, ko));
    }
}

struct Writer<'a, 's, G: OnBoard<W>, const W: usize> {
    game: &'a G,
    draft: &'a mut Draft,
    searcher: &'a mut Searcher<'s, G>,
    goal: Goal,
    shapes: Shapes<W>,
    /// The positions whose entries are being written.
    open: FxHashSet<Key>,
}

impl<G: OnBoard<W>, const W: usize> Writer<'_, '_, G, W> {
    /// An entry that was written and holds for a position.
    fn known(&mut self, pos: &G::Position, orientation: Orientation) -> Option<KnownEntry<W>> {
        let game = self.game;
        let count = if orientation == Orientation::Upright { 1 } else { game.turns() };
        (0..count).map(Symmetry).find_map(|symmetry| {
            let (entry, zone) = match symmetry {
                Symmetry::IDENTITY => self.shapes.find(game.of_go(pos))?,
                _ => self.shapes.find(game.of_go(&game.map_position(symmetry, pos)))?,
            };
            let zone = game.map_zone(game.inverse(symmetry), zone);
            Some(KnownEntry { reference: Reference { entry, symmetry: symmetry.0 }, zone })
        })
    }

    /// The entry of a position with the loser to move, which is not over.
    fn defence(
        &mut self,
        pos: &G::Position,
        orientation: Orientation,
    ) -> Result<KnownEntry<W>, Stuck> {
        if let Some(known) = self.known(pos, orientation) {
            return Ok(known);
        }
        let key = match self.game.turns() {
            1 => self.game.key(pos),
            _ => self.game.class(pos).key,
        };
        if !self.open.insert(key) {
            return Err(Stuck::Circle);
        }
        let written = self.entry(pos);
        self.open.remove(&key);
        written
    }

    /// Writes the entry of a position.
    fn entry(&mut self, pos: &G::Position) -> Result<KnownEntry<W>, Stuck> {
        self.draft.step(self.searcher, self.shapes.bytes())?;
        if self.draft.next() >= MOST_ENTRIES {
            return Err(NoCertificate::TooLong(MOST_ENTRIES, "entries").into());
        }
        let (game, board) = (self.game, self.game.of_go(pos));
        let (moves, answers) = self.answers(pos)?;
        let zone = game.entry_zone(pos, LocalRelevancy.lost(game, pos, &moves, &answers.refuted));
        let ko = board.ko().filter(|&ko| zone.contains(ko));
        let entry = self.draft.write(Entry::Local(Local {
            winner: checked(self.goal.winner()),
            right: game.right(),
            back: game.to_put_back(pos).is_some(),
            zone: points(zone),
            black: points(board.stones(Player::Black) & zone),
            white: points(board.stones(Player::White) & zone),
            ko: ko.map(|ko| ko.0),
            answers: answers.listed(game, pos, &moves, zone).ok_or(NoCertificate::Lost)?,
        }));
        self.shapes.add(board, zone, entry, ko);
        Ok(KnownEntry { reference: Reference { entry, symmetry: 0 }, zone })
    }

    /// The legal moves of the loser's, and answers that refute them all.
    fn answers(&mut self, pos: &G::Position) -> Result<(Vec<Move>, Answers<G, W>), Stuck> {
        let game = self.game;
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        let mut answers = Answers { attacks: Vec::new(), refuted: Vec::new() };
        let plays = moves.iter().copied().filter(|&mv| mv != Move::Pass);
        let (mut known, mut unknown) = (Vec::new(), Vec::new());
        for reply in plays {
            let after = game.after(pos, reply);
            let is_known = game.outcome(&after).is_some() || self.is_known(&after);
            if is_known { known.push(reply) } else { unknown.push(reply) }
        }
        let mut left = Vec::new();
        for reply in known {
            match answers.refute(game, pos, reply) {
                true => left.push(reply),
                false => self.add_answer(pos, reply, &mut answers)?,
            }
        }
        let mut hard = Vec::new();
        for reply in unknown {
            if !answers.refute(game, pos, reply) {
                match self.by_entry(&game.after(pos, reply), Orientation::Standard) {
                    Some(attack) => answers.add(game, pos, reply, attack),
                    None => hard.push(reply),
                }
            }
        }
        for reply in hard {
            // A search costs more than answers that are known.
            while !answers.refute(game, pos, reply) {
                let next = left.pop().unwrap_or(reply);
                self.add_answer(pos, next, &mut answers)?;
            }
        }
        if !answers.refute(game, pos, Move::Pass) {
            let after = game.after_elsewhere(pos);
            match game.outcome(&after) {
                // The pass loses at once and needs no answer.
                Some(_) => {
                    let zone = game.end_zone(&after);
                    answers.refuted.push(LocalRelevancy.refutation(game, pos, Move::Pass, zone));
                }
                None => {
                    let attack = self.attack(&after, Orientation::Standard)?;
                    answers.add_elsewhere(game, pos, attack);
                }
            }
        }
        Ok((moves, answers))
    }

    /// Adds the winner's answer to a reply.
    fn add_answer(
        &mut self,
        pos: &G::Position,
        reply: Move,
        to: &mut Answers<G, W>,
    ) -> Result<(), Stuck> {
        let attack = self.attack(&self.game.after(pos, reply), Orientation::Standard)?;
        to.add(self.game, pos, reply, attack);
        Ok(())
    }

    /// Does the search know that the winner wins a position?
    fn is_known(&mut self, pos: &G::Position) -> bool {
        let mut line = Line::new(self.game, pos.clone());
        let known = self.searcher.search.known(&mut line, self.goal.claim);
        known.is_some_and(|known| known.verdict == self.goal.verdict)
    }

    /// How the winner, to move, wins a position.
    fn attack(
        &mut self,
        pos: &G::Position,
        orientation: Orientation,
    ) -> Result<WinningMove<W>, Stuck> {
        let (game, all) = (self.game, self.game.board().all());
        if game.outcome(pos).is_some() {
            return Ok(WinningMove { mv: Move::Pass, next: None, zone: game.end_zone(pos) & all });
        }
        let winner = self.goal.winner();
        let mut line = Line::new(game, pos.clone());
        let mut moves = Vec::new();
        line.moves(&mut moves);
        let ends = moves.iter().filter_map(|&mv| {
            let after = game.after(pos, mv);
            let is_won = game.outcome(&after) == Some(Outcome::win(winner));
            let zone = is_won.then(|| game.winner_zone(pos, mv, game.end_zone(&after) & all))?;
            Some(WinningMove { mv, next: None, zone })
        });
        if let Some(end) = ends.min_by_key(|end| end.zone.len()) {
            return Ok(end);
        }
        let Goal { claim, verdict } = self.goal;
        let known = self.searcher.search.known(&mut line, claim).and_then(|known| known.best);
        if known.is_none()
            && let Some(attack) = self.by_entry(pos, orientation)
        {
            return Ok(attack);
        }
        let best =
            self.searcher.winning_move(&mut line, &Solution { claim, verdict, best: None })?;
        match self.by_move(pos, best, orientation) {
            Err(Stuck::Circle) => {}
            found => return found,
        }
        // The move leads back to a position whose entry needs this answer: another move that is
        // known to win.
        for mv in moves.into_iter().filter(|&mv| mv != best) {
            if self.is_known(&game.after(pos, mv)) {
                match self.by_move(pos, mv, orientation) {
                    Err(Stuck::Circle) => {}
                    found => return found,
                }
            }
        }
        Err(Stuck::Circle)
    }

    /// An attack that begins with a move to a position that has an entry.
    fn by_entry(&mut self, pos: &G::Position, orientation: Orientation) -> Option<WinningMove<W>> {
        let game = self.game;
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        moves.into_iter().find_map(|mv| {
            // A move that ends the game has no entry, whatever stands on the board.
            let after = Some(game.after(pos, mv)).filter(|after| game.outcome(after).is_none())?;
            let known = self.known(&after, orientation)?;
            let zone = game.winner_zone(pos, mv, known.zone);
            Some(WinningMove { mv, next: Some(known.reference), zone })
        })
    }

    /// The attack that begins with a move that wins.
    fn by_move(
        &mut self,
        pos: &G::Position,
        mv: Move,
        orientation: Orientation,
    ) -> Result<WinningMove<W>, Stuck> {
        let known = self.defence(&self.game.after(pos, mv), orientation)?;
        let zone = self.game.winner_zone(pos, mv, known.zone);
        Ok(WinningMove { mv, next: Some(known.reference), zone })
    }
}

/// Answers to replies of the loser's in a position.
struct Answers<G: OnBoard<W>, const W: usize> {
    /// Each with its reply; none for "elsewhere".
    attacks: Vec<(Option<Move>, WinningMove<W>)>,
    refuted: Vec<RefutedIn<G>>,
}

impl<G: OnBoard<W>, const W: usize> Answers<G, W> {
    fn add(&mut self, game: &G, pos: &G::Position, reply: Move, attack: WinningMove<W>) {
        self.refuted.push(LocalRelevancy.refutation(game, pos, reply, attack.zone));
        self.attacks.push((Some(reply), attack));
    }

    /// Adds the answer to a pass and to all plays that do not meet its zone.
    fn add_elsewhere(&mut self, game: &G, pos: &G::Position, attack: WinningMove<W>) {
        self.refuted.push(LocalRelevancy.refutation(game, pos, Move::Pass, attack.zone));
        // A pass that ends the game says nothing about plays; the answer does.
        if game.meets(pos, Move::Pass, attack.zone) && game.serves_elsewhere(pos, attack.zone) {
            self.refuted.push(Refuted::by_threat(attack.zone));
        }
        self.attacks.push((None, attack));
    }

    /// Is a reply refuted?
    fn refute(&self, game: &G, pos: &G::Position, reply: Move) -> bool {
        self.refuted.iter().any(|refuted| LocalRelevancy.refutes(game, pos, refuted, reply))
    }

    /// The answers of an entry with this zone. `None` if a reply has no answer.
    fn listed(
        &self,
        game: &G,
        pos: &G::Position,
        moves: &[Move],
        zone: Points<W>,
    ) -> Option<Vec<LocalAnswer>> {
        let usable = || self.attacks.iter().filter(|(_, attack)| attack.zone.is_subset(&zone));
        let is_open = |(reply, attack): &(Option<Move>, WinningMove<W>)| match *reply {
            Some(reply) => !game.meets(pos, reply, attack.zone),
            None => game.serves_elsewhere(pos, attack.zone),
        };
        let serves = |answer: &(Option<Move>, WinningMove<W>), point: Point| {
            let (own, attack) = answer;
            let reply = Move::At(point);
            *own == Some(reply)
                || is_open(answer)
                    && match moves.contains(&reply) {
                        true => !game.meets(pos, reply, attack.zone),
                        // The play is illegal here, and may be legal with other stones outside the
                        // zone.
                        false => !attack.zone.contains(point),
                    }
        };
        let board = game.of_go(pos);
        let put_back = game.to_put_back(pos);
        let replies: Vec<Point> = match put_back {
            Some(target) => vec![target],
            None => {
                let empty = game.board().empty(board.both()) & zone;
                empty.iter().filter(|&point| Some(point) != board.ko()).collect()
            }
        };
        let count = |answer: &(Option<Move>, WinningMove<W>)| {
            replies.iter().filter(|&&point| serves(answer, point)).count()
        };
        let passes = usable().find(|(own, _)| own.is_none());
        let open = usable().filter(|&answer| is_open(answer));
        let elsewhere = passes.or_else(|| open.max_by_key(|&answer| count(answer)));
        let elsewhere = elsewhere.filter(|_| put_back.is_none());
        if elsewhere.is_none() && put_back.is_none() && zone != game.board().all() {
            return None;
        }
        let listed = |reply: Option<u16>, attack: &WinningMove<W>| LocalAnswer {
            reply,
            point: match attack.mv {
                Move::At(point) => Some(point.0),
                Move::Pass => None,
            },
            entry: attack.next,
        };
        let mut answers = Vec::new();
        for point in replies {
            if elsewhere.is_some_and(|answer| serves(answer, point)) {
                continue;
            }
            match usable().find(|&answer| serves(answer, point)) {
                Some((_, attack)) => answers.push(listed(Some(point.0), attack)),
                None if moves.contains(&Move::At(point)) => return None,
                None => {}
            }
        }
        answers.extend(elsewhere.map(|(_, attack)| listed(None, attack)));
        Some(answers)
    }
}
