//! White's wins: an entry for each shape with Black to move, from the moves that the search knows.
//!
//! For each position with Black to move the replies are answered one after another, first those whose refutation
//! the search has in its table. A reply that does not meet the zone of an answer to another reply has the same
//! answer. The zone of the entry is the zone that the search would give to the position ([`andor_search::zones`]).
//! An entry serves every position with the same stones in its zone, so that most positions need no entry of their
//! own.
//!
//! An entry refers to entries that are complete. The search may have proved two positions by each other, each at
//! another time; then the proof goes round in a circle, and another move is tried.

use crate::bytes::map_bytes;
use crate::certified::{Certified, points};
use crate::draft::Draft;
use crate::goal::{Goal, NoCertificate, Solution, Stuck, checked};
use crate::lines::Turn;
use crate::searcher::Searcher;
use andor_checker::{Entry, Local, LocalAnswer, Reference, Right};
use andor_core::{Game, Key, Outcome, Player, Symmetric, Symmetry, Zoned};
use andor_games::go::Move;
use andor_games::killall::{Killall, Position, Set};
use andor_games::points::Point;
use andor_search::Line;
use andor_search::zones::{LocalRelevancy, RefutedIn, Zones};
use rustc_hash::{FxHashMap, FxHashSet};

/// A proof with more entries than this is not written.
const MOST_ENTRIES: u64 = 2_000_000;

/// Writes the entries of a win of White's. The result is White's first move, if White moves, and the entry that
/// holds after it, if the game is not over then.
pub(super) fn proof(
    game: &Killall,
    draft: &mut Draft,
    searcher: &mut Searcher<'_, Killall>,
    pos: &Position,
    goal: Goal,
) -> Result<(Option<u16>, Option<u64>), NoCertificate> {
    let (shapes, open) = (Shapes::default(), FxHashSet::default());
    let mut writer = Writer { game, draft, searcher, goal, shapes, open };
    if game.to_move(pos) == Player::Black {
        let known = writer.defence(pos, Turn::Upright)?;
        return Ok((None, Some(known.reference.entry)));
    }
    let attack = writer.attack(pos, Turn::Upright)?;
    Ok((Some(game.number(attack.mv)), attack.next.map(|reference| reference.entry)))
}

/// White's move with the entry that holds after it, if the game is not over, and the zone before the move.
#[derive(Clone, Copy)]
struct Attack {
    mv: Move,
    next: Option<Reference>,
    zone: Set,
}

/// An entry that holds for a position, and its zone there.
#[derive(Clone, Copy)]
struct Known {
    reference: Reference,
    zone: Set,
}

/// A zone and the stones there.
type Shape = (Set, [Set; 2]);

/// The entries that were written, by their shapes, each with its ko.
#[derive(Default)]
struct Shapes {
    /// Those that were useful last come first.
    zones: Vec<Set>,
    entries: FxHashMap<Shape, Vec<(u64, Option<Point>)>>,
}

impl Shapes {
    /// An entry for a position as it is, and its zone.
    fn find(&mut self, pos: &Position) -> Option<(u64, Set)> {
        let board = pos.board();
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
        map_bytes(&self.entries) + lists + self.zones.capacity() * size_of::<Set>()
    }

    fn add(&mut self, pos: &Position, zone: Set, entry: u64, ko: Option<Point>) {
        if !self.zones.contains(&zone) {
            self.zones.push(zone);
        }
        let stones = pos.board().both().map(|set| set & zone);
        self.entries.entry((zone, stones)).or_default().push((entry, ko));
    }
}

struct Writer<'a, 's> {
    game: &'a Killall,
    draft: &'a mut Draft,
    searcher: &'a mut Searcher<'s, Killall>,
    goal: Goal,
    shapes: Shapes,
    /// The positions whose entries are being written.
    open: FxHashSet<Key>,
}

impl Writer<'_, '_> {
    /// An entry that was written and holds for a position.
    fn known(&mut self, pos: &Position, turn: Turn) -> Option<Known> {
        let game = self.game;
        let count = if turn == Turn::Upright { 1 } else { game.symmetries() };
        (0..count).map(Symmetry).find_map(|symmetry| {
            let (entry, zone) = self.shapes.find(&game.map_position(symmetry, pos))?;
            let zone = game.map_zone(game.inverse(symmetry), zone);
            Some(Known { reference: Reference { entry, symmetry: symmetry.0 }, zone })
        })
    }

    /// The entry of a position with Black to move, which is not over.
    fn defence(&mut self, pos: &Position, turn: Turn) -> Result<Known, Stuck> {
        if let Some(known) = self.known(pos, turn) {
            return Ok(known);
        }
        let class = self.game.class(pos).key;
        if !self.open.insert(class) {
            return Err(Stuck::Circle);
        }
        let written = self.entry(pos);
        self.open.remove(&class);
        written
    }

    /// Writes the entry of a position.
    fn entry(&mut self, pos: &Position) -> Result<Known, Stuck> {
        self.draft.step(self.searcher, self.shapes.bytes())?;
        if self.draft.next() >= MOST_ENTRIES {
            return Err(NoCertificate::TooLong(MOST_ENTRIES, "entries").into());
        }
        let (game, all) = (self.game, self.game.board().all());
        let (moves, answers) = self.answers(pos)?;
        let white = pos.board().stones(Player::White);
        let zone = match white.is_empty() {
            true => all,
            false => LocalRelevancy.lost(game, pos, &moves, &answers.refuted) & all,
        };
        let ko = pos.board().ko().filter(|&ko| zone.contains(ko));
        let entry = self.draft.write(Entry::Local(Local {
            winner: checked(Player::White),
            right: Right::Nobody,
            back: false,
            zone: points(zone),
            black: points(pos.board().stones(Player::Black) & zone),
            white: points(white & zone),
            ko: ko.map(|ko| ko.0),
            answers: answers.listed(game, pos, &moves, zone).ok_or(NoCertificate::Lost)?,
        }));
        self.shapes.add(pos, zone, entry, ko);
        Ok(Known { reference: Reference { entry, symmetry: 0 }, zone })
    }

    /// The legal moves of Black's, and answers that refute them all.
    fn answers(&mut self, pos: &Position) -> Result<(Vec<Move>, Answers), Stuck> {
        let game = self.game;
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        let mut answers = Answers::default();
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
                match self.by_entry(&game.after(pos, reply), Turn::Standard) {
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
            let after = game.after(pos, Move::Pass);
            match game.outcome(&after) {
                // The pass loses at once and needs no answer.
                Some(_) => {
                    let zone = game.end_zone(&after);
                    answers.refuted.push(LocalRelevancy.refutation(game, pos, Move::Pass, zone));
                }
                None => {
                    let attack = self.attack(&after, Turn::Standard)?;
                    answers.add(game, pos, Move::Pass, attack);
                }
            }
        }
        Ok((moves, answers))
    }

    /// Adds White's answer to a reply.
    fn add_answer(&mut self, pos: &Position, reply: Move, to: &mut Answers) -> Result<(), Stuck> {
        let attack = self.attack(&self.game.after(pos, reply), Turn::Standard)?;
        to.add(self.game, pos, reply, attack);
        Ok(())
    }

    /// Does the search know that White wins a position?
    fn is_known(&mut self, pos: &Position) -> bool {
        let mut line = Line::new(self.game, pos.clone());
        let known = self.searcher.search.known(&mut line, self.goal.claim);
        known.is_some_and(|known| known.verdict == self.goal.verdict)
    }

    /// How White, to move, wins a position.
    fn attack(&mut self, pos: &Position, turn: Turn) -> Result<Attack, Stuck> {
        let (game, all) = (self.game, self.game.board().all());
        if game.outcome(pos).is_some() {
            return Ok(Attack { mv: Move::Pass, next: None, zone: game.end_zone(pos) & all });
        }
        let mut line = Line::new(game, pos.clone());
        let mut moves = Vec::new();
        line.moves(&mut moves);
        let ends = moves.iter().filter_map(|&mv| {
            let after = game.after(pos, mv);
            let is_won = game.outcome(&after) == Some(Outcome::win(Player::White));
            let zone = is_won.then(|| game.winner_zone(pos, mv, game.end_zone(&after) & all))?;
            Some(Attack { mv, next: None, zone })
        });
        if let Some(end) = ends.min_by_key(|end| end.zone.len()) {
            return Ok(end);
        }
        let Goal { claim, verdict } = self.goal;
        let known = self.searcher.search.known(&mut line, claim).and_then(|known| known.best);
        if known.is_none()
            && let Some(attack) = self.by_entry(pos, turn)
        {
            return Ok(attack);
        }
        let best =
            self.searcher.winning_move(&mut line, &Solution { claim, verdict, best: None })?;
        match self.by_move(pos, best, turn) {
            Err(Stuck::Circle) => {}
            found => return found,
        }
        // The move leads back to a position whose entry needs this answer: another move that is known to win.
        for mv in moves.into_iter().filter(|&mv| mv != best) {
            if self.is_known(&game.after(pos, mv)) {
                match self.by_move(pos, mv, turn) {
                    Err(Stuck::Circle) => {}
                    found => return found,
                }
            }
        }
        Err(Stuck::Circle)
    }

    /// An attack that begins with a move to a position that has an entry.
    fn by_entry(&mut self, pos: &Position, turn: Turn) -> Option<Attack> {
        let game = self.game;
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        moves.into_iter().find_map(|mv| {
            let known = self.known(&game.after(pos, mv), turn)?;
            let zone = game.winner_zone(pos, mv, known.zone);
            Some(Attack { mv, next: Some(known.reference), zone })
        })
    }

    /// The attack that begins with a move that wins.
    fn by_move(&mut self, pos: &Position, mv: Move, turn: Turn) -> Result<Attack, Stuck> {
        let known = self.defence(&self.game.after(pos, mv), turn)?;
        let zone = self.game.winner_zone(pos, mv, known.zone);
        Ok(Attack { mv, next: Some(known.reference), zone })
    }
}

/// Answers to replies of Black's in a position.
#[derive(Default)]
struct Answers {
    attacks: Vec<(Move, Attack)>,
    refuted: Vec<RefutedIn<Killall>>,
}

impl Answers {
    fn add(&mut self, game: &Killall, pos: &Position, reply: Move, attack: Attack) {
        self.refuted.push(LocalRelevancy.refutation(game, pos, reply, attack.zone));
        self.attacks.push((reply, attack));
    }

    /// Is a reply refuted?
    fn refute(&self, game: &Killall, pos: &Position, reply: Move) -> bool {
        self.refuted.iter().any(|refuted| LocalRelevancy.refutes(game, pos, refuted, reply))
    }

    /// The answers of an entry with this zone. `None` if a reply has no answer.
    fn listed(
        &self,
        game: &Killall,
        pos: &Position,
        moves: &[Move],
        zone: Set,
    ) -> Option<Vec<LocalAnswer>> {
        let usable = || self.attacks.iter().filter(|(_, attack)| attack.zone.is_subset(&zone));
        let is_open = |reply: Move, attack: &Attack| !game.meets(pos, reply, attack.zone);
        let serves = |&(own, attack): &(Move, Attack), point: Point| {
            let reply = Move::At(point);
            own == reply
                || is_open(own, &attack)
                    && match moves.contains(&reply) {
                        true => !game.meets(pos, reply, attack.zone),
                        // The play is illegal here, and may be legal with other stones outside the zone.
                        false => !attack.zone.contains(point),
                    }
        };
        let ko = pos.board().ko();
        let empty = game.board().empty(pos.board().both()) & zone;
        let replies: Vec<Point> = empty.iter().filter(|&point| Some(point) != ko).collect();
        let count = |attack: &(Move, Attack)| {
            replies.iter().filter(|&&point| serves(attack, point)).count()
        };
        let passes = usable().find(|(own, _)| *own == Move::Pass);
        let open = usable().filter(|(own, attack)| is_open(*own, attack));
        let elsewhere = passes.or_else(|| open.max_by_key(|attack| count(attack)));
        if elsewhere.is_none() && zone != game.board().all() {
            return None;
        }
        let listed = |reply: Option<u16>, attack: &Attack| LocalAnswer {
            reply,
            point: match attack.mv {
                Move::At(point) => Some(point.0),
                Move::Pass => None,
            },
            entry: attack.next,
        };
        let mut answers = Vec::new();
        for point in replies {
            if elsewhere.is_some_and(|attack| serves(attack, point)) {
                continue;
            }
            match usable().find(|attack| serves(attack, point)) {
                Some((_, attack)) => answers.push(listed(Some(point.0), attack)),
                None if moves.contains(&Move::At(point)) => return None,
                None => {}
            }
        }
        answers.extend(elsewhere.map(|(_, attack)| listed(None, attack)));
        Some(answers)
    }
}
