//! Laws: properties of every game, as functions that its tests call.
//!
//! Each law plays random games from a seed and panics at the first breach; the message names the
//! law and draws the position where it can. [`all`] checks every law that the game's capabilities
//! allow; a new game should pass [`all`] before any search uses it.
//!
//! The laws ignore the past: moves that only superko forbids are played like any other move.

use crate::{
    Claim, Game, Graded, Notation, Outcome, Paced, Planes, Player, PointSet, Symmetric, Symmetry,
    Trace, Verdict, Zoned,
};
use std::collections::HashMap;

/// The longest random game that a law plays.
const LONGEST: usize = 400;

/// All laws for a game with notation and symmetries.
pub fn all<G: Notation + Symmetric>(game: &G, games: usize, seed: u64) {
    rules(game, games, seed);
    text(game, games, seed);
    symmetry(game, games, seed);
    tallies(game, games, seed);
}

/// Calls `visit` on every position of `games` random games, the last ones included.
pub fn walk<G: Game>(game: &G, games: usize, seed: u64, mut visit: impl FnMut(&G::Position)) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut moves = Vec::new();
    for _ in 0..games {
        let mut pos = game.start();
        for _ in 0..LONGEST {
            visit(&pos);
            moves.clear();
            game.moves(&pos, &mut moves);
            let Some(&mv) = rng.choice(&moves) else { break };
            game.play(&mut pos, mv);
        }
    }
}

/// Undo restores; equal keys mean equal positions, equal traces one census; outcome and moves
/// agree; moves are distinct; a class that is told before a move is that of the position after it.
pub fn rules<G: Game>(game: &G, games: usize, seed: u64) {
    let mut seen: HashMap<u128, G::Position> = HashMap::new();
    let mut counted: HashMap<u128, Option<u32>> = HashMap::new();
    let mut moves = Vec::new();
    walk(game, games, seed, |pos| {
        if let Trace::Free(key) | Trace::Unique(key) = game.trace(pos) {
            let census = *counted.entry(key.0).or_insert_with(|| game.census(pos));
            assert_eq!(census, game.census(pos), "one trace with two censuses: {pos:?}");
        }
        moves.clear();
        game.moves(pos, &mut moves);
        let over = game.outcome(pos).is_some();
        assert_eq!(over, moves.is_empty(), "outcome and moves disagree in {pos:?}");
        let mut sorted = moves.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), moves.len(), "a move is listed twice in {pos:?}");

        let mut board = pos.clone();
        for &mv in &moves {
            let told = game.class_after(pos, mv);
            let undo = game.play(&mut board, mv);
            if let Some(class) = told {
                assert_eq!(class, game.class(&board), "the class after {mv:?} in {pos:?}");
                assert_eq!(game.outcome(&board), None, "{mv:?} ends the game in {pos:?}");
            }
            let key = game.key(&board);
            let known = seen.entry(key.0).or_insert_with(|| board.clone());
            assert!(*known == board, "one key for two positions: {known:?} and {board:?}");
            game.undo(&mut board, undo);
            assert!(board == *pos, "undo of {mv:?} does not restore {pos:?} but gives {board:?}");
            assert_eq!(game.key(&board), game.key(pos), "undo of {mv:?} does not restore the key");
        }
    });
}

/// Moves and positions can be written and read back; a position built afresh from its text has the
/// key that the position reached by moves has.
pub fn text<G: Notation>(game: &G, games: usize, seed: u64) {
    let mut moves = Vec::new();
    walk(game, games, seed, |pos| {
        let picture = game.draw(pos);
        match game.parse_position(&picture) {
            Ok(read) => {
                assert!(
                    read == *pos,
                    "text does not round-trip: {pos:?} gives {read:?}\n{picture}"
                );
                assert_eq!(game.key(&read), game.key(pos), "fresh key differs for\n{picture}");
            }
            Err(error) => panic!("own picture is not read back: {error}\n{picture}"),
        }
        moves.clear();
        game.moves(pos, &mut moves);
        for &mv in &moves {
            let text = game.move_text(mv);
            match game.parse_move(pos, &text) {
                Ok(read) => assert!(read == mv, "move {text} is read back as {read:?}"),
                Err(error) => panic!("own move {text} is not read back: {error}\n{picture}"),
            }
        }
    });
}

/// Symmetries form a group, commute with play, keep outcomes, and classes are exactly theirs.
pub fn symmetry<G: Symmetric>(game: &G, games: usize, seed: u64) {
    let count = game.symmetries();
    let every = || (0..count).map(Symmetry);
    for a in every() {
        assert_eq!(game.compose(a, Symmetry::IDENTITY), a, "the identity changes {a:?}");
        assert_eq!(
            game.compose(a, game.inverse(a)),
            Symmetry::IDENTITY,
            "{a:?} is not taken back by its inverse"
        );
        for b in every() {
            assert!(game.compose(a, b).0 < count, "{a:?} then {b:?} is not a symmetry");
        }
    }
    let mut moves = Vec::new();
    walk(game, games, seed, |pos| {
        let class = game.class(pos);
        let standard = game.map_position(class.symmetry, pos);
        for a in every() {
            let image = game.map_position(a, pos);
            assert_eq!(game.to_move(&image), game.to_move(pos), "{a:?} changes who moves");
            assert_eq!(game.outcome(&image), game.outcome(pos), "{a:?} changes the outcome");
            assert_eq!(game.census(&image), game.census(pos), "{a:?} changes the census");
            assert_eq!(
                game.stabilizer(pos) >> a.0 & 1 == 1,
                image == *pos,
                "the stabilizer of {pos:?} is wrong about {a:?}"
            );
            let other = game.class(&image);
            assert_eq!(other.key, class.key, "{a:?} leaves the class of {pos:?}");
            assert!(
                game.map_position(other.symmetry, &image) == standard,
                "the standard form is not one: {pos:?}"
            );
            for b in every() {
                assert!(
                    game.map_position(b, &image) == game.map_position(game.compose(a, b), pos),
                    "{a:?} then {b:?} is not their composition"
                );
            }
            moves.clear();
            game.moves(pos, &mut moves);
            for &mv in &moves {
                let mut first = pos.clone();
                game.play(&mut first, mv);
                let mut second = image.clone();
                game.play(&mut second, game.map_move(a, mv));
                assert!(
                    game.map_position(a, &first) == second,
                    "{a:?} does not commute with {mv:?} in {pos:?}"
                );
                assert_eq!(
                    game.key(&game.map_position(a, &first)),
                    game.key(&second),
                    "{a:?} and {mv:?} in either order give two keys"
                );
                assert_eq!(game.map_move(game.inverse(a), game.map_move(a, mv)), mv);
            }
        }
    });
}

/// A symmetry changes nothing of what moves add to the tally by which cycles are judged.
pub fn tallies<G: Symmetric>(game: &G, games: usize, seed: u64) {
    let mut moves = Vec::new();
    walk(game, games, seed, |pos| {
        moves.clear();
        game.moves(pos, &mut moves);
        for &mv in &moves {
            let tally = game.tally(pos, mv);
            for symmetry in (0..game.symmetries()).map(Symmetry) {
                let image = game.map_position(symmetry, pos);
                let turned = game.tally(&image, game.map_move(symmetry, mv));
                assert_eq!(turned, tally, "{symmetry:?} changes what {mv:?} adds in {pos:?}");
            }
        }
    });
}

/// Moves and their numbers go both ways, symmetries turn planes and numbers as they turn positions,
/// equal positions have equal planes, and positions that differ for the rules differ in their
/// planes. So do the claims of the two players, in every position or, where it does not matter
/// whose win is claimed, in none.
pub fn planes<G: Planes>(game: &G, games: usize, seed: u64) {
    let shape = game.plane_shape();
    let every = || (0..game.symmetries()).map(Symmetry);
    let claims = Player::both(Claim::win);
    let mut seen: HashMap<(u128, usize), Vec<u32>> = HashMap::new();
    let mut moves = Vec::new();
    let mut tells_claims = None;
    walk(game, games, seed, |pos| {
        moves.clear();
        game.moves(pos, &mut moves);
        let told = claims.map(|claim| game.planes(pos, claim));
        let differ = told[0] != told[1];
        let always = *tells_claims.get_or_insert(differ);
        assert_eq!(differ, always, "claims differ in their planes here or elsewhere: {pos:?}");
        for (i, (&claim, planes)) in claims.iter().zip(&told).enumerate() {
            assert_eq!(planes.len(), shape.words(), "so many words have the planes of {pos:?}");
            let known = seen.entry((game.key(pos).0, i)).or_insert_with(|| planes.clone());
            assert_eq!(known, planes, "equal positions have other planes: {pos:?}");
            for a in every() {
                let turned = game.planes(&game.map_position(a, pos), claim);
                for plane in 0..shape.planes {
                    let bit = |words: &[u32], point: usize| {
                        words[plane * shape.words_of_plane() + point / 32] >> (point % 32) & 1
                    };
                    for point in 0..shape.area() {
                        let image = game.map_index(a, point);
                        let bits = (bit(planes, point), bit(&turned, image));
                        assert_eq!(bits.0, bits.1, "{a:?} changes plane {plane} of {pos:?}");
                    }
                }
            }
        }
        for &mv in &moves {
            let index = game.move_index(mv);
            assert!(index < shape.moves(), "the number {index} of {mv:?} is too large");
            assert!(game.indexed_move(index) == mv, "{mv:?} is not the move with its number");
            for a in every() {
                let image = game.indexed_move(game.map_index(a, index));
                let turned = game.after(&game.map_position(a, pos), image);
                let expected = game.map_position(a, &game.after(pos, mv));
                assert!(turned == expected, "{a:?} turns {mv:?} into {image:?} in {pos:?}");
            }
        }
    });
    let mut back: HashMap<&[u32], u128> = HashMap::new();
    for ((key, _), planes) in &seen {
        let known = *back.entry(planes).or_insert(*key);
        assert_eq!(known, *key, "two positions have the same planes");
    }
}

/// Zones are sets of points of the board: a union has all points of both, symmetries turn zones as
/// they turn moves and positions and keep their sizes, and a move that meets a zone meets the whole
/// zone.
pub fn zones<G: Zoned + Symmetric>(game: &G, games: usize, seed: u64) {
    let every = || (0..game.symmetries()).map(Symmetry);
    let whole = game.whole_zone();
    let mut last = whole;
    let mut moves = Vec::new();
    walk(game, games, seed, |pos| {
        moves.clear();
        game.moves(pos, &mut moves);
        for &mv in &moves {
            let meets = |zone| game.meets(pos, mv, zone);
            assert!(!meets(last) || meets(whole), "{mv:?} meets a part and not the whole: {pos:?}");
        }
        let zone = match game.outcome(pos) {
            Some(_) => game.end_zone(pos),
            None => return,
        };
        assert_eq!(zone - whole, G::Zone::NOTHING, "a zone has points beside the board: {pos:?}");
        assert_eq!(game.zone_size(zone), zone.count(), "a zone is counted wrongly: {pos:?}");
        let union = game.join(zone, last);
        assert_eq!(union, zone | last, "a union is not one: {zone:?} and {last:?}");
        for a in every() {
            let image = game.map_zone(a, zone);
            assert_eq!(game.zone_size(image), game.zone_size(zone), "{a:?} changes a size");
            assert_eq!(game.map_zone(game.inverse(a), image), zone, "{a:?} is not taken back");
            assert_eq!(game.map_zone(a, whole), whole, "{a:?} changes the whole zone");
            let turned = game.end_zone(&game.map_position(a, pos));
            let sizes = (game.zone_size(turned), game.zone_size(zone));
            assert_eq!(sizes.0, sizes.1, "{a:?} changes the zone of an end: {pos:?}");
            for b in every() {
                let both = game.map_zone(b, image);
                assert_eq!(both, game.map_zone(game.compose(a, b), zone), "{a:?} then {b:?}");
            }
        }
        last = zone;
    });
}

/// The laws of graded moves on one position that is not over, with the attacker to move: each width
/// begins with the width before, no move is listed twice, every move is legal, a strike wins, and
/// the replies to a zone are those that meet the zone and do not lose at once.
pub fn widths<G: Graded>(game: &G, pos: &G::Position) {
    let (mut legal, mut before) = (Vec::new(), Vec::new());
    game.moves(pos, &mut legal);
    let mut chases = Vec::new();
    game.chases(pos, &mut chases);
    assert!(chases.iter().all(|mv| legal.contains(mv)), "an illegal move of a chase in {pos:?}");
    let mover = game.to_move(pos);
    if let Some((mv, zone)) = game.strike(pos, Claim::win(mover)) {
        let outcome = game.outcome(&game.after(pos, mv));
        assert_eq!(outcome, Some(Outcome::win(mover)), "the strike {mv:?} does not win: {pos:?}");
        let loses =
            |mv: G::Move| game.outcome(&game.after(pos, mv)) == Some(Outcome::win(mover.other()));
        let mut replies = Vec::new();
        game.replies(pos, zone, &mut replies);
        replies.retain(|&mv| !loses(mv));
        replies.sort();
        let mut expected = legal.clone();
        expected.retain(|&mv| game.meets(pos, mv, zone) && !loses(mv));
        expected.sort();
        assert_eq!(replies, expected, "the replies to {zone:?} in {pos:?}");
    }
    for width in 0..game.widths() {
        let mut moves = Vec::new();
        game.attacks(pos, width, &mut moves);
        assert!(moves.starts_with(&before), "width {width} does not begin with the last: {pos:?}");
        assert!(moves.iter().all(|mv| legal.contains(mv)), "an illegal attack in {pos:?}");
        let mut sorted = moves.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), moves.len(), "a move is listed twice in {pos:?}");
        before = moves;
    }
}

/// Lengths of wins by their definition, for all positions that were asked about; for small games
/// that never repeat.
#[derive(Clone, Debug, Default)]
pub struct Lengths(HashMap<(u128, Player), u32>);

impl Lengths {
    /// The plies after which `attacker` has won `pos`, if the attacker wins as quickly as possible
    /// and the defender resists as long as possible; [`u32::MAX`] if the attacker does not win.
    pub fn of<G: Game>(&mut self, game: &G, pos: &G::Position, attacker: Player) -> u32 {
        let key = (game.key(pos).0, attacker);
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let judge = |outcome| match Claim::win(attacker).judge(outcome) {
            Verdict::Proven => 0,
            Verdict::Disproven => u32::MAX,
        };
        let length = match game.outcome(pos) {
            Some(outcome) => judge(outcome),
            None => {
                let mut moves = Vec::new();
                game.moves(pos, &mut moves);
                let lengths = moves.iter().map(|&mv| self.of(game, &game.after(pos, mv), attacker));
                let best = match game.to_move(pos) == attacker {
                    true => lengths.min(),
                    false => lengths.max(),
                };
                best.map_or_else(|| judge(game.stuck(pos)), |length| length.saturating_add(1))
            }
        };
        self.0.insert(key, length);
        length
    }
}

/// The laws of a game whose rules bound the length of a win, on one position and for both players,
/// against the lengths by their definition: the bounds hold, a win at once is seen, and the moves
/// and replies that are left out do not matter.
pub fn pace<G: Paced>(game: &G, pos: &G::Position, lengths: &mut Lengths) {
    if game.outcome(pos).is_some() {
        return;
    }
    let most = game.most_plies(pos);
    let mut passed = pos.clone();
    let waits = game.wait(&mut passed);
    for attacker in Player::BOTH {
        let length = lengths.of(game, pos, attacker);
        let least = game.least_plies(pos, attacker);
        assert!(least <= length, "{attacker} wins in {length}, not {least} plies: {pos:?}");
        assert_eq!(least == 1, length == 1, "a win at once of {attacker}: {pos:?}");
        assert!(length == u32::MAX || length <= most, "{length} plies are too many: {pos:?}");
        let attacks = game.to_move(pos) == attacker;
        for plies in 1..=most {
            let mut moves = Vec::new();
            match attacks {
                true => game.attacks_within(pos, plies, &mut moves),
                false => game.replies_within(pos, plies, &mut moves),
            }
            let mut wins = |after: &G::Position| lengths.of(game, after, attacker) < plies;
            let mut after = moves.iter().map(|&mv| wins(&game.after(pos, mv)));
            let told = match attacks {
                true => after.any(|wins| wins),
                false => after.all(|wins| wins) && (!waits || wins(&passed)),
            };
            assert_eq!(told, length <= plies, "{attacker} within {plies} plies: {pos:?}");
            let won = |mv: &G::Move| game.outcome(&game.after(pos, *mv)).is_some();
            assert!(plies > 1 || !attacks || moves.iter().all(won), "no win at once: {pos:?}");
        }
    }
}
