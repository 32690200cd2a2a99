//! Solved positions as patterns, for monotone games.
//!
//! A position lost for the player to move, with the winner's zone, is the pattern "these points
//! hold the winner's stones, and the loser has none in the zone". The pattern answers for
//!
//! * every position that has the pattern, whoever moves;
//! * every position where one needed stone is missing and its point is empty. If the winner moves,
//!   placing the stone wins. If the loser moves, the pattern is a *threat*, and only moves inside
//!   the zone meet it (the must-play of the loser);
//! * positions where two needed stones are missing: placing one threatens to place the other. A
//!   move whose threats no single reply can meet wins, and so does a move that leaves two ways to
//!   win at once. A double threat of the opponent is a threat against the player to move.
//!
//! So one solution serves many positions, won positions need not be kept at all, and the must-play
//! of a position is known before the position is expanded. In a prototype the same search with a
//! plain transposition table instead of patterns did not solve 6×6 Hex in 1.2 million nodes.
//! Positions found lost by double threats are remembered like any other; otherwise the look-ahead
//! costs more than it saves.
//!
//! With strong knowledge a position takes a few times as long as a scan of a hundred thousand
//! patterns. There about so many patterns are kept ([`SharedPatterns::keep_most`]), those that took
//! most work.
//!
//! Where the game is the same for both players ([`Monotone::exchanged`]) a pattern of one player is
//! also a pattern of the opponent, with the players' sides of the board exchanged: the refutation
//! of one opening shows how another opening wins.
//!
//! A [`PatternTable`] for each winner holds the patterns.

use super::pattern_table::{Pattern, PatternTable};
use super::proof::{PatternProof, Prover};
use super::{Memory, RecalledIn, Solved, SolvedIn};
use crate::line::Line;
use crate::save::{self, Lasting};
use crate::zones::{PointRelevancy, Zones, cover};
use andor_core::{Claim, Monotone, Oracle, Player, PointSet, Symmetry, Verdict};
use std::io::{self, Read, Write};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Solved positions as patterns.
pub struct Patterns<G: Monotone> {
    /// The tables, by winner.
    tables: [PatternTable<G::Zone>; 2],
    solved: usize,
    limit: usize,
    /// How many patterns of each winner are kept.
    most: usize,
    /// How many saves go on. Meanwhile no pattern is forgotten, so that the first patterns stay in
    /// their places.
    saves: usize,
}

impl<G: Monotone> Default for Patterns<G> {
    fn default() -> Self {
        let tables = [PatternTable::default(), PatternTable::default()];
        Patterns { tables, solved: 0, limit: usize::MAX, most: usize::MAX, saves: 0 }
    }
}

/// One player's view of a position: the player's stones, the opponent's stones, the empty points.
struct Side<Z> {
    player: Player,
    own: Z,
    empty: Z,
}

/// A double threat: a point on which a stone wins against every reply, with the zone of that win.
struct Double<Z> {
    point: usize,
    zone: Z,
}

/// A double threat to remember: a position lost for the player to move.
struct LostByDouble<Z> {
    winner: Player,
    own: Z,
    zone: Z,
}

impl<Z: PointSet> Side<Z> {
    fn winning_points<G: Monotone<Zone = Z>>(&self, game: &G) -> Z {
        game.winning_points(self.player, self.own, self.empty)
    }

    /// The zones of the immediate wins, on each of `points`.
    fn winning_zones<'a, G: Monotone<Zone = Z>>(
        &'a self,
        game: &'a G,
        points: Z,
    ) -> impl Iterator<Item = (usize, Z)> + 'a {
        points
            .each()
            .map(move |point| (point, game.winning_zone(self.player, self.own | Z::of(point))))
    }

    /// The points among `tried` that make a double threat, from the patterns that miss two stones.
    /// A pattern is given as the pair of missing points and the zone.
    fn doubles<G: Monotone<Zone = Z>>(
        &self,
        game: &G,
        tried: Z,
        pairs: &[(Z, Z)],
    ) -> Vec<Double<Z>> {
        let mut must = vec![self.empty; game.area()];
        for &(missing, zone) in pairs {
            for point in missing.each() {
                must[point] = must[point] & zone;
            }
        }
        let mut found = Vec::new();
        for point in tried.each() {
            let stone = Z::of(point);
            let after =
                Side { player: self.player, own: self.own | stone, empty: self.empty - stone };
            let at_once = after.winning_points(game);
            let mut replies = must[point] - stone;
            if at_once != Z::NOTHING {
                // Only the winning point itself meets a win on it that is the only one, or a point
                // of every chain; the chains are looked at below.
                if at_once.count() > 1 || at_once & replies == Z::NOTHING {
                    replies = Z::NOTHING;
                } else {
                    replies = replies & at_once;
                }
            }
            if replies != Z::NOTHING {
                continue;
            }
            let mut zones: Vec<Z> =
                after.winning_zones(game, at_once).map(|(_, zone)| zone).collect();
            zones.extend(
                pairs.iter().filter(|(missing, _)| missing.holds(point)).map(|&(_, zone)| zone),
            );
            if let Some(zone) = cover(after.empty, &zones) {
                found.push(Double { point, zone });
            }
        }
        found.sort_by_key(|double| (double.zone | Z::of(double.point)).count());
        found
    }
}

impl<G: Monotone> Patterns<G> {
    /// Patterns that take no more than this.
    fn within(bytes: usize) -> Patterns<G> {
        Patterns { limit: bytes, ..Patterns::default() }
    }

    /// All patterns of a winner: the zone in which the loser has no stone, and the stones in it
    /// that the winner needs. The loser is to move.
    pub fn each(&self, winner: Player) -> impl Iterator<Item = (G::Zone, G::Zone)> {
        self.tables[winner.index()].each().map(|pattern| (pattern.zone, pattern.need))
    }

    /// Remembers that `winner`, with these stones, wins with the zone although the opponent moves.
    fn store(&mut self, game: &G, winner: Player, own: G::Zone, zone: G::Zone, work: u32) {
        // The next growth adds an eighth.
        if Memory::<G>::bytes(self) / 8 * 9 > self.limit {
            return;
        }
        let need = zone & own;
        let table = &self.tables[winner.index()];
        // What was found with stones filled in is often the same without them.
        let is_same = |pattern: &Pattern<G::Zone>| (pattern.zone, pattern.need) == (zone, need);
        if table.last(game.symmetries().into()).iter().any(is_same) {
            return;
        }
        self.solved += 1;
        self.add(game, winner, zone, need, work);
        if let (Some(zone), Some(need)) = (game.exchanged(zone), game.exchanged(need)) {
            self.add(game, winner.other(), zone, need, work);
        }
    }

    /// Adds a pattern and its images.
    fn add(&mut self, game: &G, winner: Player, zone: G::Zone, need: G::Zone, work: u32) {
        let table = &mut self.tables[winner.index()];
        if table.len() >= self.most && self.saves == 0 {
            table.thin_out(game.area(), self.most / 2);
        }
        table.push(game.area(), zone, need, work);
        for bits in 1..game.symmetries() {
            let image = |zone| game.map_zone(Symmetry(bits), zone);
            if image(zone) != zone || image(need) != need {
                table.push(game.area(), image(zone), image(need), work);
            }
        }
    }

    /// The knowledge about a position; double threats to remember are added to `seen`.
    fn see(
        &self,
        line: &Line<'_, G>,
        claim: Claim,
        recalled: &mut RecalledIn<G>,
        seen: &mut Vec<LostByDouble<G::Zone>>,
    ) -> Option<SolvedIn<G>> {
        let (game, pos) = (line.game(), line.position());
        let mover = game.to_move(pos);
        let stones = Player::both(|player| game.stones(pos, player));
        let empty = game.whole_zone() - (stones[0] | stones[1]);
        let side = |player: Player| Side { player, own: stones[player.index()], empty };
        let (mine, theirs) = (side(mover), side(mover.other()));
        let won = |point: usize, zone, work| {
            let best = Some(game.move_at(point));
            Some(Solved { verdict: Verdict::for_winner(claim, mover), best, zone, work })
        };
        let lost = |zone, work| {
            let verdict = Verdict::for_winner(claim, mover.other());
            Some(Solved { verdict, best: None, zone, work })
        };

        // 1. Wins at once, the smallest zone first.
        let at_once = mine.winning_zones(game, mine.winning_points(game));
        if let Some((point, zone)) = at_once.min_by_key(|(_, zone)| zone.count()) {
            return won(point, zone, 1);
        }

        // 2. The opponent's wins at once are threats; two that no point meets decide.
        let mut must = empty;
        for (_, zone) in theirs.winning_zones(game, theirs.winning_points(game)) {
            must = must & zone;
            recalled.threats.push(zone);
        }
        if must == G::Zone::NOTHING {
            return cover(empty, &recalled.threats).and_then(|zone| lost(zone, 1));
        }

        // 3. Patterns of the player to move.
        let mut best: Option<(usize, G::Zone, u32)> = None;
        let mut pairs = Vec::new();
        let table = &self.tables[mover.index()];
        table.fits(game.area(), theirs.own, empty, |missing, pattern| match missing.count() {
            2 => pairs.push((missing, pattern.zone)),
            _ => {
                let &Pattern { zone, work, .. } = pattern;
                // A pattern that is complete already wins with any move.
                let point = missing.each().next().or_else(|| empty.each().next());
                if best.is_none_or(|(_, known, _)| zone.count() < known.count())
                    && let Some(point) = point
                {
                    best = Some((point, zone, work));
                }
            }
        });
        if let Some((point, zone, work)) = best {
            return won(point, zone, work);
        }

        // 4. Patterns of the opponent.
        let mut their_pairs = Vec::new();
        let mut complete = None;
        let table = &self.tables[mover.other().index()];
        table.fits(game.area(), mine.own, empty, |missing, pattern| match missing.count() {
            0 => complete = Some((pattern.zone, pattern.work)),
            1 => {
                must = must & pattern.zone;
                recalled.threats.push(pattern.zone);
            }
            _ => their_pairs.push((missing, pattern.zone)),
        });
        if let Some((zone, work)) = complete {
            return lost(zone, work);
        }
        if must == G::Zone::NOTHING {
            return cover(empty, &recalled.threats).and_then(|zone| lost(zone, 1));
        }

        // 5. Double threats of the player to move win.
        if let Some(Double { point, zone }) = mine.doubles(game, must, &pairs).into_iter().next() {
            let stone = G::Zone::of(point);
            seen.push(LostByDouble { winner: mover, own: mine.own | stone, zone });
            return won(point, zone | stone, 1);
        }

        // 6. Double threats of the opponent bind.
        for Double { point, zone } in theirs.doubles(game, empty, &their_pairs) {
            let stone = G::Zone::of(point);
            let threat = zone | stone;
            if must - threat != G::Zone::NOTHING {
                must = must & threat;
                recalled.threats.push(threat);
                seen.push(LostByDouble { winner: theirs.player, own: theirs.own | stone, zone });
            }
        }
        if must == G::Zone::NOTHING {
            return cover(empty, &recalled.threats).and_then(|zone| lost(zone, 1));
        }

        // 7. What each move would threaten.
        for (missing, zone) in pairs {
            let points = missing.each().filter(|&point| must.holds(point));
            recalled.follow_ups.extend(points.map(|point| (game.move_at(point), zone)));
        }
        None
    }

    fn store_double(
        &mut self,
        game: &G,
        LostByDouble { winner, own, zone }: LostByDouble<G::Zone>,
    ) {
        self.store(game, winner, own, zone, 1);
    }
}

impl<G: Monotone> Memory<G> for Patterns<G> {
    fn zones(&self) -> Box<dyn Zones<G>> {
        Box::new(PointRelevancy)
    }

    fn covers_children(&self) -> bool {
        true
    }

    fn wants_zones(&self) -> bool {
        true
    }

    /// A child is not looked up by itself: a pattern that fits the child is a threat or a win for
    /// its parent, and [`Memory::recall`] finds it in one scan for all children.
    #[inline]
    fn look(&self, _: &mut Line<'_, G>, _: Claim, _: &dyn Oracle<G>) -> Option<SolvedIn<G>> {
        None
    }

    fn recall(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        _: &dyn Oracle<G>,
        recalled: &mut RecalledIn<G>,
    ) -> Option<SolvedIn<G>> {
        let mut seen = Vec::new();
        let solved = self.see(line, claim, recalled, &mut seen);
        seen.into_iter().for_each(|double| self.store_double(line.game(), double));
        solved
    }

    fn threats(&self, line: &Line<'_, G>, _: Claim, threats: &mut Vec<G::Zone>) {
        let (game, pos) = (line.game(), line.position());
        let mover = game.to_move(pos);
        let (mine, theirs) = (game.stones(pos, mover), game.stones(pos, mover.other()));
        let empty = game.whole_zone() - (mine | theirs);
        let table = &self.tables[mover.other().index()];
        table.fits(game.area(), mine, empty, |missing, pattern| {
            if missing.count() < 2 {
                threats.push(pattern.zone);
            }
        });
    }

    fn remember(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        _: &dyn Oracle<G>,
        solved: &SolvedIn<G>,
    ) {
        let (game, pos) = (line.game(), line.position());
        let winner = solved.verdict.winner(claim);
        let loser = winner.other();
        for player in Player::BOTH {
            self.tables[player.index()].meet(game.area(), game.stones(pos, player.other()));
        }
        // A zone with the loser's stones is that of everything, and no pattern.
        let is_pattern = solved.zone & game.stones(pos, loser) == G::Zone::NOTHING;
        if loser == game.to_move(pos) && is_pattern {
            self.store(game, winner, game.stones(pos, winner), solved.zone, solved.work);
        }
    }

    fn pattern_proof(
        &self,
        line: &Line<'_, G>,
        claim: Claim,
        verdict: Verdict,
    ) -> Option<PatternProof> {
        let winner = verdict.winner(claim);
        Prover::new(line.game(), winner, &self.tables[winner.index()]).prove(line.position())
    }

    fn len(&self) -> usize {
        self.solved
    }

    fn bytes(&self) -> usize {
        self.tables.iter().map(PatternTable::bytes).sum()
    }

    fn limit(&mut self, bytes: usize) {
        self.limit = bytes;
    }
}

fn save_patterns<'a, Z: PointSet>(
    mut patterns: impl Iterator<Item = &'a Pattern<Z>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    patterns.try_for_each(|&Pattern { zone, need, work }| {
        save::points(out, zone)?;
        save::points(out, need)?;
        save::number(out, work.into())
    })
}

/// Patterns that threads share. Threads read at the same time; a thread that writes waits for the
/// readers.
pub struct SharedPatterns<G: Monotone> {
    patterns: Arc<RwLock<Patterns<G>>>,
    /// How many points the board has.
    area: usize,
}

impl<G: Monotone> Clone for SharedPatterns<G> {
    fn clone(&self) -> Self {
        SharedPatterns { patterns: self.patterns.clone(), area: self.area }
    }
}

impl<G: Monotone> SharedPatterns<G> {
    /// Patterns of a game that take no more than this.
    pub fn new(game: &G, bytes: usize) -> SharedPatterns<G> {
        let patterns = Arc::new(RwLock::new(Patterns::within(bytes)));
        SharedPatterns { patterns, area: game.area() }
    }

    /// The same patterns with a limit on their number for each winner: above it the half that took
    /// less work is forgotten.
    pub fn keep_most(self, most: usize) -> SharedPatterns<G> {
        self.write().most = most;
        self
    }

    /// All patterns of a winner, as in [`Patterns::each`].
    pub fn each(&self, winner: Player) -> Vec<(G::Zone, G::Zone)> {
        self.read().each(winner).collect()
    }

    fn read(&self) -> RwLockReadGuard<'_, Patterns<G>> {
        self.patterns.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Patterns<G>> {
        self.patterns.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the first patterns of each winner, so many.
    fn save_first(&self, solved: usize, counts: [usize; 2], out: &mut dyn Write) -> io::Result<()> {
        save::begin(out, b"PATT")?;
        save::number(out, solved as u64)?;
        let mut piece = Vec::new();
        for (winner, count) in counts.into_iter().enumerate() {
            save::number(out, count as u64)?;
            for start in (0..count).step_by(PIECE) {
                piece.clear();
                let patterns = self.read();
                let next =
                    patterns.tables[winner].each().skip(start).take(PIECE.min(count - start));
                save_patterns(next, &mut piece)?;
                drop(patterns);
                out.write_all(&piece)?;
            }
        }
        Ok(())
    }
}

impl<G: Monotone> Memory<G> for SharedPatterns<G> {
    fn zones(&self) -> Box<dyn Zones<G>> {
        Box::new(PointRelevancy)
    }

    fn covers_children(&self) -> bool {
        true
    }

    fn wants_zones(&self) -> bool {
        true
    }

    #[inline]
    fn look(&self, _: &mut Line<'_, G>, _: Claim, _: &dyn Oracle<G>) -> Option<SolvedIn<G>> {
        None
    }

    fn recall(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        _: &dyn Oracle<G>,
        recalled: &mut RecalledIn<G>,
    ) -> Option<SolvedIn<G>> {
        let mut seen = Vec::new();
        let solved = self.read().see(line, claim, recalled, &mut seen);
        if !seen.is_empty() {
            let mut patterns = self.write();
            seen.into_iter().for_each(|double| patterns.store_double(line.game(), double));
        }
        solved
    }

    fn threats(&self, line: &Line<'_, G>, claim: Claim, threats: &mut Vec<G::Zone>) {
        self.read().threats(line, claim, threats);
    }

    fn remember(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
        solved: &SolvedIn<G>,
    ) {
        if solved.verdict.winner(claim) != line.to_move() {
            self.write().remember(line, claim, knowledge, solved);
        }
    }

    fn pattern_proof(
        &self,
        line: &Line<'_, G>,
        claim: Claim,
        verdict: Verdict,
    ) -> Option<PatternProof> {
        self.read().pattern_proof(line, claim, verdict)
    }

    fn len(&self) -> usize {
        self.read().len()
    }

    fn bytes(&self) -> usize {
        self.read().bytes()
    }

    /// A shared memory keeps the limit it was made with.
    fn limit(&mut self, _: usize) {}
}

/// So many patterns are copied at a time while they are saved.
const PIECE: usize = 1 << 10;

/// A small piece of the patterns is copied before the piece is written, so that no thread waits for
/// a disk. The patterns that come meanwhile are not saved.
impl<G: Monotone> Lasting for SharedPatterns<G> {
    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let (solved, counts) = {
            let mut patterns = self.write();
            patterns.saves += 1;
            (patterns.solved, patterns.tables.each_ref().map(PatternTable::len))
        };
        let saved = self.save_first(solved, counts, out);
        self.write().saves -= 1;
        saved
    }

    fn load(&self, input: &mut dyn Read) -> io::Result<()> {
        save::expect(input, b"PATT")?;
        let (area, mut patterns) = (self.area, self.write());
        patterns.solved += save::read_number(input)? as usize;
        for table in &mut patterns.tables {
            for _ in 0..save::read_number(input)? {
                let (zone, need) =
                    (save::read_points(input, area)?, save::read_points(input, area)?);
                table.push(area, zone, need, save::read_small(input)?);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_games::hex::Hex;
    use andor_games::points::{Point, Points};

    fn hex() -> Hex<1> {
        Hex::new("5x5".parse().expect("a size"))
    }

    /// A set of points of the board, another one for each number below the square of 25.
    fn set(number: usize) -> Points<1> {
        Points::one(Point((number % 25) as u16)) | Points::one(Point((number / 25 % 25) as u16))
    }

    /// A disk that takes in bytes while the search goes on.
    struct Disk<'a> {
        bytes: Vec<u8>,
        /// The longest piece.
        longest: usize,
        patterns: &'a SharedPatterns<Hex<1>>,
    }

    impl Write for Disk<'_> {
        fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
            self.longest = self.longest.max(piece.len());
            self.bytes.extend_from_slice(piece);
            let mut patterns =
                self.patterns.patterns.try_write().expect("no thread waits for a disk");
            (0..100).for_each(|i| patterns.add(&hex(), Player::White, set(i), set(i), 1_000_000));
            Ok(piece.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// All patterns are saved that were there at the beginning, piece by piece, although the search
    /// adds patterns and has more than it keeps.
    #[test]
    fn patterns_are_saved_while_the_search_goes_on() {
        const COUNT: usize = 20_000;
        let hex = hex();
        let patterns = SharedPatterns::new(&hex, usize::MAX).keep_most(COUNT + 1);
        for i in 0..COUNT as u32 {
            let (zone, need) = (set(i as usize) | set(i as usize / 600), set(i as usize));
            patterns.write().tables.iter_mut().for_each(|table| table.push(25, zone, need, i));
        }
        let before = Player::both(|winner| patterns.each(winner));
        let mut disk = Disk { bytes: Vec::new(), longest: 0, patterns: &patterns };
        Lasting::save(&patterns, &mut disk).expect("a vector takes all");
        let Disk { bytes, longest, .. } = disk;
        assert!(longest * 20 < bytes.len(), "{longest} of {} bytes at once", bytes.len());
        assert!(patterns.each(Player::White).len() > COUNT + 1000, "nothing came meanwhile");
        let again = SharedPatterns::new(&hex, usize::MAX);
        Lasting::load(&again, &mut &bytes[..]).expect("patterns");
        assert!(Player::both(|winner| again.each(winner)) == before);
        patterns.write().add(&hex, Player::White, set(1), set(1), 1);
        assert!(patterns.each(Player::White).len() < COUNT, "too many are kept after the save");
    }
}
