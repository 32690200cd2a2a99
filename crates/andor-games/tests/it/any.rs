//! Every game inside [`AnyGame`] is the game that it is outside: the laws hold, and random lines
//! agree.

use andor_core::{
    Claim, Game, Graded, Monotone, Notation, Numbered, Paced, Passing, Planes, Player, PointSet,
    Shaped, Symmetric, Symmetry, Zoned, laws,
};
use andor_games::any::{AnyGame, AnyMove, AnyPosition, AnyZone, Variant};
use andor_games::go::capture::{Capture, Goal, Retake};
use andor_games::go::{Go, Rules};
use andor_games::gomoku::{self, LargeGomoku, SmallGomoku};
use andor_games::hex::Hex;
use andor_games::killall::{Killall, KoRule};
use andor_games::points::{Point, Points};
use andor_games::size::Size;
use andor_games::toy::mnk::Mnk;
use andor_games::toy::nim::Nim;

fn size(text: &str) -> Size {
    text.parse().expect("a size")
}

fn capture() -> Capture<6> {
    let goal = Goal { target: Point(12), owner: Player::Black, escape: 4 };
    Capture::new(size("5x5"), goal, Retake::Nobody)
}

fn moves<G: Game>(game: &G, pos: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    moves
}

/// Calls `visit` on the positions of random lines, played inside [`AnyGame`] and outside at once.
fn together<V: Variant>(
    game: &V,
    games: usize,
    mut visit: impl FnMut(&AnyGame, &V::Position, &AnyPosition),
) {
    let any = game.clone().wrap();
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..games {
        let (mut pos, mut inside) = (game.start(), any.start());
        for _ in 0..60 {
            visit(&any, &pos, &inside);
            let Some(&mv) = rng.choice(&moves(game, &pos)) else { break };
            game.play(&mut pos, mv);
            any.play(&mut inside, V::wrap_move(mv));
        }
    }
}

/// Rules, numbers, keys, classes and text are those of the real game.
fn agrees<V: Variant + Notation>(game: &V, games: usize) {
    assert_eq!(game.clone().wrap().repetition(), game.repetition());
    together(game, games, |any, pos, inside| {
        assert_eq!(V::position(inside), pos);
        assert_eq!(V::wrap_position(pos.clone()), *inside);
        assert_eq!(any.to_move(inside), game.to_move(pos));
        assert_eq!(any.outcome(inside), game.outcome(pos));
        assert_eq!(any.key(inside), game.key(pos));
        assert_eq!(any.class(inside), game.class(pos));
        assert_eq!(any.stabilizer(inside), game.stabilizer(pos));
        assert_eq!(any.trace(inside), game.trace(pos));
        assert_eq!(any.census(inside), game.census(pos));
        let picture = any.draw(inside);
        assert_eq!(picture, game.draw(pos));
        assert_eq!(any.parse_position(&picture).as_ref(), Ok(inside));
        assert_eq!(any.parse_move(inside, "?").err(), game.parse_move(pos, "?").err());
        let (own, all) = (moves(game, pos), moves(any, inside));
        assert_eq!(own.len(), all.len());
        let symmetry = any.class(inside).symmetry;
        assert_eq!(any.inverse(symmetry), game.inverse(symmetry));
        let mut after = inside.clone();
        for (mv, inner) in own.into_iter().zip(all) {
            assert_eq!((V::wrap_move(mv), V::mv(inner)), (inner, mv));
            assert_eq!(inner.number(), mv.number());
            assert_eq!(AnyMove::with_number(inner.number()), inner);
            assert_eq!(any.tally(inside, inner), game.tally(pos, mv));
            assert_eq!(any.class_after(inside, inner), game.class_after(pos, mv));
            let image = game.map_move(symmetry, mv);
            assert_eq!(any.map_move(symmetry, inner), V::wrap_move(image));
            let text = any.move_text(inner);
            assert_eq!(text, game.move_text(mv));
            assert_eq!(any.parse_move(inside, &text), Ok(inner));
            any.after_into(inside, inner, &mut after);
            assert_eq!(*V::position(&after), game.after(pos, mv));
            assert_eq!(any.after(inside, inner), after);
            let mut copy = after.clone();
            copy.clone_from(inside);
            assert_eq!(copy, *inside);
        }
    });
}

#[test]
fn rules_are_those_of_the_real_game() {
    agrees(&Hex::<1>::new(size("4x5")), 10);
    agrees(&Hex::<2>::new(size("9x9")), 1);
    agrees(&Hex::<6>::new(size("13x13")), 1);
    for rules in [Rules::PSK, Rules::MIGOS, Rules::TROMP_TAYLOR] {
        agrees(&Go::<1>::new(size("4x4"), rules), 5);
        agrees(&Go::<2>::new(size("9x9"), rules), 1);
        agrees(&Go::<6>::new(size("13x13"), rules), 1);
    }
    agrees(&capture(), 10);
    agrees(&capture(), 3);
    for rule in [KoRule::Basic, KoRule::Superko] {
        agrees(&Killall::new(size("7x7"), rule), 3);
    }
    for (_, rules) in gomoku::Rules::ALL {
        agrees(&SmallGomoku::new(size("7x7"), rules), 3);
        agrees(&LargeGomoku::new(size("16x6"), rules), 1);
    }
    agrees(&Mnk::new(size("4x3"), 3), 10);
    agrees(&Nim::new(&[3, 200, 5]), 3);
}

#[test]
fn laws_hold() {
    laws::all(&Hex::<1>::new(size("4x3")).wrap(), 3, 1);
    laws::all(&Go::<1>::new(size("3x3"), Rules::MIGOS).wrap(), 3, 1);
    laws::all(&capture().wrap(), 1, 1);
    let killall: AnyGame = Killall::new(size("4x3"), KoRule::Basic).wrap();
    laws::all(&killall, 2, 1);
    let small: AnyGame = SmallGomoku::new(size("5x5"), gomoku::Rules::Freestyle).wrap();
    laws::all(&small, 1, 1);
    let large: AnyGame = LargeGomoku::new(size("16x1"), gomoku::Rules::Exact).wrap();
    laws::all(&large, 1, 1);
    let mnk: AnyGame = Mnk::new(size("3x3"), 3).wrap();
    laws::all(&mnk, 3, 1);
    let nim: AnyGame = Nim::new(&[3, 4, 5]).wrap();
    laws::all(&nim, 3, 1);
}

/// Symmetries turn positions as in the real game.
fn symmetries<V: Variant + Symmetric>(game: &V) {
    together(game, 3, |any, pos, inside| {
        assert_eq!(any.symmetries(), game.symmetries());
        for a in (0..game.symmetries()).map(Symmetry) {
            assert_eq!(*V::position(&any.map_position(a, inside)), game.map_position(a, pos));
            assert!((0..9).all(|point| any.map_point(a, point) == game.map_point(a, point)));
            for b in (0..game.symmetries()).map(Symmetry) {
                assert_eq!(any.compose(a, b), game.compose(a, b));
            }
        }
    });
}

#[test]
fn symmetries_are_those_of_the_real_game() {
    symmetries(&Hex::<1>::new(size("4x5")));
    symmetries(&Go::<1>::new(size("4x4"), Rules::PSK));
    symmetries(&capture());
    symmetries(&Killall::new(size("5x4"), KoRule::Basic));
    symmetries(&SmallGomoku::new(size("6x6"), gomoku::Rules::Freestyle));
    symmetries(&LargeGomoku::new(size("16x6"), gomoku::Rules::Freestyle));
    symmetries(&Mnk::new(size("3x3"), 3));
}

/// Zones are those of the real game, along random lines and for random zones.
fn zones<V: Variant + Zoned + Symmetric>(game: &V) {
    let mut rng = fastrand::Rng::with_seed(3);
    together(game, 5, |any, pos, inside| {
        let whole = V::wrap_zone(game.whole_zone());
        assert_eq!(any.whole_zone(), whole);
        assert_eq!(any.end_zone(inside), V::wrap_zone(game.end_zone(pos)));
        let some =
            |rng: &mut fastrand::Rng| -> AnyZone { whole.iter().filter(|_| rng.bool()).collect() };
        for player in Player::BOTH {
            assert_eq!(any.has_zones_of(player), game.has_zones_of(player));
        }
        let [first, second] = [some(&mut rng), some(&mut rng)];
        assert_eq!(V::wrap_zone(V::zone(first)), first);
        assert_eq!(any.zone_size(first), game.zone_size(V::zone(first)));
        let joined = game.join(V::zone(first), V::zone(second));
        assert_eq!(any.join(first, second), V::wrap_zone(joined));
        assert_eq!(any.opened(first), V::wrap_zone(game.opened(V::zone(first))));
        for symmetry in (0..game.symmetries()).map(Symmetry) {
            let image = game.map_zone(symmetry, V::zone(first));
            assert_eq!(any.map_zone(symmetry, first), V::wrap_zone(image));
        }
        if game.outcome(pos).is_some() {
            return;
        }
        let own: Vec<_> = moves(game, pos).into_iter().map(|mv| (mv, V::zone(second))).collect();
        let all: Vec<_> = own.iter().map(|&(mv, _)| (V::wrap_move(mv), second)).collect();
        let lost = game.lost_zone(pos, V::zone(first | second), V::zone(first), &own);
        assert_eq!(any.lost_zone(inside, first | second, first, &all), V::wrap_zone(lost));
        for (&(mv, _), &(inner, _)) in own.iter().zip(&all) {
            assert_eq!(any.meets(inside, inner, first), game.meets(pos, mv, V::zone(first)));
            let before = game.winner_zone(pos, mv, V::zone(first));
            assert_eq!(any.winner_zone(inside, inner, first), V::wrap_zone(before));
        }
    });
    laws::zones(&game.clone().wrap(), 2, 1);
}

/// Shapes are those of the real game.
fn shapes<V: Variant + Shaped>(game: &V) {
    together(game, 3, |any, pos, inside| {
        for point in any.whole_zone().each() {
            let zone = any.whole_zone() - Points::of(point);
            assert_eq!(any.shape(inside, zone), game.shape(pos, V::zone(zone)));
        }
        for player in Player::BOTH {
            assert_eq!(any.can_have_shape(inside, player), game.can_have_shape(pos, player));
        }
    });
}

#[test]
fn zones_are_those_of_the_real_game() {
    zones(&Hex::<1>::new(size("5x5")));
    zones(&Hex::<2>::new(size("9x8")));
    zones(&Hex::<6>::new(size("12x11")));
    zones(&Go::<1>::new(size("5x5"), Rules::PSK));
    zones(&capture());
    zones(&Killall::new(size("6x5"), KoRule::Basic));
    zones(&Killall::new(size("6x5"), KoRule::Basic));
    shapes(&Go::<1>::new(size("5x5"), Rules::PSK));
    shapes(&capture());
    shapes(&Killall::new(size("6x5"), KoRule::Basic));
}

/// A list of moves as moves of any game.
fn wrapped<V: Variant>(list: impl FnOnce(&mut Vec<V::Move>)) -> Vec<AnyMove> {
    let mut own = Vec::new();
    list(&mut own);
    own.into_iter().map(V::wrap_move).collect()
}

fn listed(list: impl FnOnce(&mut Vec<AnyMove>)) -> Vec<AnyMove> {
    let mut all = Vec::new();
    list(&mut all);
    all
}

/// The moves of attacks and of waiting are those of the real game.
fn graded<V: Variant + Graded>(game: &V) {
    together(game, 5, |any, pos, inside| {
        let (mut passed, mut passed_inside) = (pos.clone(), inside.clone());
        game.pass_in_thought(&mut passed);
        any.pass_in_thought(&mut passed_inside);
        assert_eq!(*V::position(&passed_inside), passed);
        assert_eq!(any.waiting_is_safe(), game.waiting_is_safe());
        if game.outcome(pos).is_some() {
            return;
        }
        for width in 0..game.widths() {
            let own = wrapped::<V>(|out| game.attacks(pos, width, out));
            assert_eq!(listed(|out| any.attacks(inside, width, out)), own);
        }
        let own = wrapped::<V>(|out| game.chases(pos, out));
        assert_eq!(listed(|out| any.chases(inside, out)), own);
        let zone = any.whole_zone();
        let own = wrapped::<V>(|out| game.replies(pos, V::zone(zone), out));
        assert_eq!(listed(|out| any.replies(inside, zone, out)), own);
        assert_eq!(any.waiting_move(inside), game.waiting_move(pos).map(V::wrap_move));
        for player in Player::BOTH {
            assert_eq!(any.least_moves(inside, player), game.least_moves(pos, player));
            assert_eq!(any.sees_strikes(player), game.sees_strikes(player));
            let strike = game.strike(pos, Claim::win(player));
            let strike = strike.map(|(mv, zone)| (V::wrap_move(mv), V::wrap_zone(zone)));
            assert_eq!(any.strike(inside, Claim::win(player)), strike);
        }
    });
}

/// The bounds on lengths are those of the real game.
fn paced<V: Variant + Paced>(game: &V) {
    together(game, 3, |any, pos, inside| {
        let (mut waited, mut waited_inside) = (pos.clone(), inside.clone());
        assert_eq!(any.wait(&mut waited_inside), game.wait(&mut waited));
        assert_eq!(*V::position(&waited_inside), waited);
        if game.outcome(pos).is_some() {
            return;
        }
        assert_eq!(any.most_plies(inside), game.most_plies(pos));
        for player in Player::BOTH {
            assert_eq!(any.least_plies(inside, player), game.least_plies(pos, player));
        }
        for plies in [1, 2, 5] {
            let own = wrapped::<V>(|out| game.attacks_within(pos, plies, out));
            assert_eq!(listed(|out| any.attacks_within(inside, plies, out)), own);
            let own = wrapped::<V>(|out| game.replies_within(pos, plies, out));
            assert_eq!(listed(|out| any.replies_within(inside, plies, out)), own);
        }
    });
}

#[test]
fn attacks_and_lengths_are_those_of_the_real_game() {
    graded(&Hex::<1>::new(size("5x5")));
    graded(&capture());
    paced(&Hex::<1>::new(size("4x4")));
    paced(&SmallGomoku::new(size("6x6"), gomoku::Rules::Freestyle));
    paced(&LargeGomoku::new(size("16x6"), gomoku::Rules::Exact));
    paced(&Mnk::new(size("3x3"), 3));
}

/// Networks see what they see of the real game.
fn planes<V: Variant + Planes>(game: &V) {
    let claim = Claim::win(Player::White);
    together(game, 3, |any, pos, inside| {
        assert_eq!(any.planes_version(), game.planes_version());
        assert_eq!(any.plane_shape(), game.plane_shape());
        assert_eq!(any.planes(inside, claim), game.planes(pos, claim));
        for index in 0..game.plane_shape().moves() {
            let mv = game.indexed_move(index);
            assert_eq!(any.indexed_move(index), V::wrap_move(mv));
            assert_eq!(any.move_index(V::wrap_move(mv)), index);
            let symmetry = any.class(inside).symmetry;
            assert_eq!(any.map_index(symmetry, index), game.map_index(symmetry, index));
        }
    });
    laws::planes(&game.clone().wrap(), 1, 1);
}

#[test]
fn networks_see_the_real_game() {
    planes(&Hex::<1>::new(size("5x4")));
    planes(&Go::<1>::new(size("4x4"), Rules::SSK));
    planes(&Killall::new(size("5x5"), KoRule::Basic));
    planes(&SmallGomoku::new(size("6x6"), gomoku::Rules::Freestyle));
    planes(&LargeGomoku::new(size("16x1"), gomoku::Rules::Freestyle));
    planes(&Mnk::new(size("3x3"), 3));
}

#[test]
fn stones_of_a_monotone_game_are_those_of_the_real_game() {
    let hex = Hex::<1>::new(size("4x4"));
    together(&hex, 5, |any, pos, inside| {
        assert_eq!(any.area(), hex.area());
        for player in Player::BOTH {
            let wide = Hex::<1>::wrap_zone;
            let (stones, empty) = (pos.stones(player), hex.empty(pos));
            assert_eq!(any.stones(inside, player), wide(stones));
            let winning = hex.winning_points(player, stones, empty);
            assert_eq!(any.winning_points(player, wide(stones), wide(empty)), wide(winning));
            assert_eq!(any.exchanged(wide(stones)), hex.exchanged(stones).map(wide));
            if hex.outcome(pos) == Some(andor_core::Outcome::win(player)) {
                let zone = hex.winning_zone(player, stones);
                assert_eq!(any.winning_zone(player, wide(stones)), wide(zone));
            }
        }
        for point in 0..hex.area() {
            assert_eq!(any.point_of(any.move_at(point)), point);
        }
    });
}

/// Positions are copied all the time.
#[test]
fn positions_are_small() {
    assert!(size_of::<AnyPosition>() <= 208, "{}", size_of::<AnyPosition>());
}

#[test]
#[should_panic(expected = "belong together")]
fn a_position_of_another_game_is_a_bug() {
    let any = Hex::<1>::new(size("3x3")).wrap();
    any.key(&<Nim as Variant>::wrap_position(Nim::new(&[3]).start()));
}
