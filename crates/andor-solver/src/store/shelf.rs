//! The shelf of a search: the entries of its game in memory, and what is to be written to the file.

use crate::adapter::Adapter;
use crate::error::BadInput;
use andor_core::{Claim, Class, Numbered, Player, PointSet, Repetition, Symmetry, Verdict, lock};
use andor_search::Line;
use andor_search::memory::{Archive, Filed, FiledIn};
use andor_store::{AT_START, Contradiction, Entry, Fact, Found, Index, New, Place, Store};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Duration;

/// Positions inside a search are filed if they took so many nodes: each saves a search that many,
/// and costs some hundred bytes. Under superko the memory replays each of them first, and a node
/// costs less.
const LEAST_WORK: u32 = 100;
const LEAST_WORK_WITH_A_PAST: u32 = 1000;

/// So many facts wait at most; while the file cannot be written, further ones are lost.
const MOST_WAITING: usize = 100_000;

/// One part in so many of the memory is for the entries of the store.
const SHARE: usize = 16;

/// How a search uses a store.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// The game with its size and rules.
    pub(crate) game: String,
    /// The search, its knowledge and the version.
    pub(crate) source: String,
    /// May the search take answers?
    pub(crate) asks: bool,
    /// Does exactly one player win, so that a claim of White's is the opposite of Black's?
    pub(crate) is_mirrored: bool,
    /// Can positions repeat?
    pub(crate) has_past: bool,
    /// The memory of the whole search.
    pub(crate) memory: usize,
    /// The time between two writes.
    pub(crate) every: Duration,
}

/// The shelf of a search, for all its threads.
pub(crate) struct Shelf {
    store: Store,
    terms: Terms,
    index: RwLock<Index>,
    waiting: Mutex<Vec<New>>,
    contradictions: Mutex<Vec<Contradiction>>,
    failed: Mutex<Option<String>>,
    found: AtomicU64,
    filed: AtomicU64,
}

/// The picture of a position in the standard form of its class, if it can be read back.
fn picture<G: Adapter>(game: &G, pos: &G::Position, symmetry: Symmetry) -> Option<String> {
    let standard = game.in_standard_form(pos, symmetry)?;
    let picture = game.draw(&standard);
    (game.parse_position(&picture).ok()? == standard && !picture.contains('\0')).then_some(picture)
}

impl Shelf {
    /// Opens the store in a file, or makes it, and reads the entries of the game. A new store that
    /// finds no room is made by a write that finds room.
    pub(crate) fn open(file: &Path, terms: Terms) -> Result<Shelf, BadInput> {
        let (store, failed) = Store::open_or_create_later(file)?;
        let mut index = Index::within(terms.memory / SHARE);
        if terms.asks && failed.is_none() {
            store.each(Some(&terms.game), &mut |entry| {
                index.put(entry);
                ControlFlow::Continue(())
            })?;
        }
        Ok(Shelf {
            store,
            terms,
            index: RwLock::new(index),
            waiting: Mutex::default(),
            contradictions: Mutex::default(),
            failed: Mutex::new(failed.map(|error| error.to_string())),
            found: AtomicU64::new(0),
            filed: AtomicU64::new(0),
        })
    }

    /// The time between two writes.
    pub(crate) fn every(&self) -> Duration {
        self.terms.every
    }

    /// How many positions got their answer from the store.
    pub(crate) fn found(&self) -> u64 {
        self.found.load(Ordering::Relaxed)
    }

    /// How many facts the store got.
    pub(crate) fn filed(&self) -> u64 {
        self.filed.load(Ordering::Relaxed)
    }

    /// Why the last write failed, if it did.
    pub(crate) fn failed(&self) -> Option<String> {
        lock(&self.failed).clone()
    }

    /// The facts that turned out to contradict each other.
    pub(crate) fn contradictions(&self) -> Vec<Contradiction> {
        lock(&self.contradictions).clone()
    }

    /// The bytes that the entries take.
    pub(crate) fn bytes(&self) -> usize {
        self.index.read().unwrap_or_else(PoisonError::into_inner).bytes()
    }

    /// Writes what was solved since the last time. If that fails the search goes on, and the next
    /// time tries again.
    pub(crate) fn write(&self) {
        let news = std::mem::take(&mut *lock(&self.waiting));
        match self.store.add(&news) {
            Ok(added) => {
                self.filed.fetch_add(added.facts as u64, Ordering::Relaxed);
                lock(&self.contradictions).extend(added.contradictions);
                *lock(&self.failed) = None;
            }
            Err(error) => {
                *lock(&self.failed) = Some(error.to_string());
                let mut waiting = lock(&self.waiting);
                waiting.extend(news);
                waiting.truncate(MOST_WAITING);
            }
        }
    }

    /// The claim by which facts are kept, and whether its verdict is the opposite.
    fn normal(&self, claim: Claim) -> (Claim, bool) {
        match self.terms.is_mirrored && claim.attacker == Player::White {
            true => (Claim::win(Player::Black), true),
            false => (claim, false),
        }
    }

    /// A verdict on the claim by which facts are kept, as a verdict on the claim; and the other way
    /// round.
    fn turned(verdict: Verdict, is_opposite: bool) -> Verdict {
        match (verdict, is_opposite) {
            (verdict, false) => verdict,
            (Verdict::Proven, true) => Verdict::Disproven,
            (Verdict::Disproven, true) => Verdict::Proven,
        }
    }

    fn add(&self, place: Place, class: u128, claim: Claim, filed: Filed<u128, Vec<u16>>) {
        let (claim, is_opposite) = self.normal(claim);
        let verdict = Shelf::turned(filed.verdict, is_opposite);
        let source = &self.terms.source;
        let mut fact = Fact::new(claim, verdict, filed.work, filed.marks, source);
        (fact.best, fact.zone) = (filed.best, filed.zone);
        let entry = Entry { place: place.clone(), class, facts: vec![fact.clone()] };
        if self.terms.asks {
            let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
            if index.get(class).is_none() {
                index.put(entry);
            }
        }
        let mut waiting = lock(&self.waiting);
        if waiting.len() < MOST_WAITING {
            waiting.push(New { place, class, fact });
        }
    }

    fn place(&self, position: String, moves: String) -> Place {
        Place { game: self.terms.game.clone(), position, moves }
    }

    /// What a store has the position of a line under: the place, the class, and how the position
    /// comes to its standard form. Without a past, or where the past does not matter, the position
    /// is enough; elsewhere the moves belong to it.
    pub(crate) fn place_of<G: Adapter>(
        rules: &str,
        root: &G::Position,
        line: &Line<'_, G>,
    ) -> Option<(Place, Class)> {
        let game = line.game();
        if is_free(line) || line.ply() == 0 {
            let class = game.class(line.position());
            let position = picture(game, line.position(), class.symmetry)?;
            return Some((
                Place { game: rules.to_string(), position, moves: String::new() },
                class,
            ));
        }
        let moves: Vec<String> = line.played().map(|mv| game.move_text(mv)).collect();
        let class = Class { key: game.key(line.position()), symmetry: Symmetry::IDENTITY };
        let position = picture(game, root, Symmetry::IDENTITY)?;
        Some((Place { game: rules.to_string(), position, moves: moves.join(",") }, class))
    }

    /// The verdict on the position of a line that is about to be solved, with the winner's move.
    pub(super) fn answer<G: Adapter>(
        &self,
        root: &G::Position,
        line: &mut Line<'_, G>,
        claim: Claim,
    ) -> Option<(Verdict, Option<G::Move>)> {
        if !self.terms.asks || line.outcome().is_some() {
            return None;
        }
        let (place, class) = Shelf::place_of(&self.terms.game, root, line)?;
        // A file that cannot be read any more is told when it is written.
        let Found::Facts(facts) = self.store.get(&place).ok()? else { return None };
        let (normal, is_opposite) = self.normal(claim);
        let is_at_root = line.ply() == 0 || !place.moves.is_empty();
        let past = line.past_marks();
        let fits = |fact: &&Fact| match fact.marks {
            0 => true,
            AT_START => is_at_root,
            marks => marks & past == 0,
        };
        let known = facts.iter().filter(fits).find_map(|fact| Some((fact, fact.on(normal)?)));
        let (fact, verdict) = known?;
        let verdict = Shelf::turned(verdict, is_opposite);
        let back = line.game().inverse(class.symmetry);
        let best = fact.best.map(|number| line.game().map_move(back, G::Move::with_number(number)));
        let mut moves = Vec::new();
        line.moves(&mut moves);
        let best = best.filter(|mv| moves.contains(mv));
        // A winner to move without a move would leave the user without one.
        if best.is_none() && line.to_move() == verdict.winner(claim) {
            return None;
        }
        self.found.fetch_add(1, Ordering::Relaxed);
        Some((verdict, best))
    }

    /// Files the answer about the position of a line.
    pub(super) fn file_answer<G: Adapter>(
        &self,
        root: &G::Position,
        line: &Line<'_, G>,
        claim: Claim,
        (verdict, best, work): (Verdict, Option<G::Move>, u32),
    ) {
        if line.outcome().is_some() {
            return;
        }
        let Some((place, class)) = Shelf::place_of(&self.terms.game, root, line) else { return };
        let best = best.map(|mv| line.game().map_move(class.symmetry, mv).number());
        let marks = if is_free(line) { 0 } else { AT_START };
        let filed = Filed { verdict, best, zone: None, work, marks };
        self.add(place, class.key.0, claim, filed);
    }
}

/// Does the value of the line's position not depend on the moves before it?
fn is_free<G: Adapter>(line: &Line<'_, G>) -> bool {
    line.game().repetition() == Repetition::Impossible || line.game().forgets_past()
}

impl<G: Adapter> Archive<G> for Shelf {
    fn find(&self, game: &G, pos: &G::Position, class: Class, claim: Claim) -> Option<FiledIn<G>> {
        let index = self.index.read().unwrap_or_else(PoisonError::into_inner);
        let held = index.get(class.key.0)?;
        let (normal, is_opposite) = self.normal(claim);
        let known = held.facts.iter().filter_map(|fact| Some((fact, fact.on(normal)?)));
        let (fact, verdict) = known.min_by_key(|(fact, _)| fact.marks.count_ones())?;
        if *held.position != *picture(game, pos, class.symmetry)? {
            return None;
        }
        self.found.fetch_add(1, Ordering::Relaxed);
        let fits = |zone: &&Vec<u16>| zone.iter().all(|&p| usize::from(p) < G::Zone::END);
        let zone = fact.zone.as_ref().filter(|_| G::Zone::PARTS == 1).filter(fits);
        let join = |zone: G::Zone, &point: &u16| zone | G::Zone::of(point.into());
        Some(Filed {
            verdict: Shelf::turned(verdict, is_opposite),
            best: fact.best.map(G::Move::with_number),
            zone: zone.map(|zone| zone.iter().fold(G::Zone::NOTHING, join)),
            work: fact.work,
            marks: fact.marks,
        })
    }

    fn file(&self, game: &G, pos: &G::Position, class: Class, claim: Claim, filed: &FiledIn<G>) {
        let Some(position) = picture(game, pos, class.symmetry) else { return };
        let best = filed.best.map(Numbered::number);
        // A fact has room for one set of points.
        let zone = filed.zone.filter(|_| G::Zone::PARTS == 1);
        let zone = zone.map(|zone| zone.each().map(|point| point as u16).collect());
        let Filed { verdict, work, marks, .. } = *filed;
        let place = self.place(position, String::new());
        self.add(place, class.key.0, claim, Filed { verdict, best, zone, work, marks });
    }

    fn least_work(&self) -> u32 {
        if self.terms.has_past { LEAST_WORK_WITH_A_PAST } else { LEAST_WORK }
    }
}
