//! The steps of the relevancy zones of Phutball on random positions: positions that agree on a zone
//! go on agreeing.

use andor_core::{Claim, Game, Graded, Notation, Outcome, Passing, Player, Shaped, Zoned, laws};
use andor_games::phutball::{Ball, Phutball, Position, Turn};
use andor_games::points::{Point, Points};

type Set = Points<1>;

const SIZES: [&str; 5] = ["3x3", "4x5", "5x5", "5x7", "8x8"];

fn game(size: &str) -> Phutball<1> {
    Phutball::new(size.parse().expect("a size"))
}

fn points(game: &Phutball<1>, share: f32, rng: &mut fastrand::Rng) -> Set {
    game.size().points().filter(|_| rng.f32() < share).collect()
}

fn random(game: &Phutball<1>, rng: &mut fastrand::Rng) -> Position<1> {
    loop {
        let ball = Point(rng.u16(..game.size().area() as u16));
        let share = rng.f32() * 0.6;
        let men = points(game, share, rng) - Points::one(ball);
        let player = if rng.bool() { Player::Black } else { Player::White };
        let pos = game.set_up(men, Ball::At(ball), player).expect("a position");
        if game.outcome(&pos).is_none() {
            return pos;
        }
    }
}

/// The position with other men outside the zone.
fn alike(game: &Phutball<1>, pos: &Position<1>, zone: Set, rng: &mut fastrand::Rng) -> Position<1> {
    let Ball::At(ball) = pos.ball() else { panic!("the game is over") };
    let share = rng.f32();
    let changed = points(game, share, rng) - zone - Points::one(ball);
    let men = (pos.men() - changed) | points(game, 0.5, rng) & changed;
    game.set_up(men, pos.ball(), game.to_move(pos)).expect("a position")
}

fn agree(game: &Phutball<1>, one: &Position<1>, other: &Position<1>, zone: Set) -> bool {
    let of = |pos: &Position<1>| (pos.ball(), pos.men() & zone, game.to_move(pos));
    of(one) == of(other)
}

fn moves(game: &Phutball<1>, pos: &Position<1>) -> Vec<Turn> {
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    moves
}

#[test]
fn a_turn_of_the_winner_keeps_positions_alike() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut jumps = 0;
    for game in SIZES.map(game) {
        for _ in 0..4000 {
            let pos = random(&game, &mut rng);
            let all = moves(&game, &pos);
            let first_man = all.iter().position(|mv| mv.is_man()).unwrap_or(all.len());
            let some = if first_man > 0 && rng.bool() { &all[..first_man] } else { &all[..] };
            let turn = some[rng.usize(..some.len())];
            let share = rng.f32();
            let after = points(&game, share, &mut rng);
            let zone = game.winner_zone(&pos, turn, after);
            let other = alike(&game, &pos, zone, &mut rng);
            assert_eq!(game.shape(&pos, zone), game.shape(&other, zone));
            let next = game.after(&other, turn);
            let told = || format!("{turn:?}\n{}{}{zone:?}", game.draw(&pos), game.draw(&other));
            let is_legal = moves(&game, &other).iter().any(|&mv| game.after(&other, mv) == next);
            assert!(is_legal, "{}", told());
            assert!(agree(&game, &game.after(&pos, turn), &next, after), "{}", told());
            jumps += usize::from(!turn.is_man());
        }
    }
    assert!(jumps > 2000, "{jumps}");
}

#[test]
fn every_turn_of_the_loser_meets_a_refutation() {
    let mut rng = fastrand::Rng::with_seed(2);
    let mut seen = 0;
    for game in SIZES.map(game) {
        for _ in 0..2000 {
            let pos = random(&game, &mut rng);
            let (share, small) = (rng.f32() * 0.5, rng.f32() * 0.2);
            let open = points(&game, share, &mut rng);
            let all = moves(&game, &pos);
            let Some(&outside) = all.iter().find(|&&mv| !game.meets(&pos, mv, open)) else {
                continue;
            };
            let mut refuted = vec![(game.after(&pos, outside), open)];
            let (mut union, mut alone) = (open, Vec::new());
            for mv in all.into_iter().filter(|&mv| game.meets(&pos, mv, open)) {
                let own = points(&game, small, &mut rng);
                refuted.push((game.after(&pos, mv), own));
                alone.push((mv, own));
                union |= own;
            }
            let zone = game.lost_zone(&pos, union, open, &alone);
            let other = alike(&game, &pos, zone, &mut rng);
            seen += usize::from(other != pos);
            for mv in moves(&game, &other) {
                let next = game.after(&other, mv);
                let known = refuted.iter().any(|(after, zone)| agree(&game, after, &next, *zone));
                assert!(known, "{mv:?}\n{}{}{zone:?}", game.draw(&pos), game.draw(&other));
            }
        }
    }
    assert!(seen > 2000, "{seen}");
}

/// The widths are lists of legal moves, the last one of all; a strike is found exactly where a move
/// wins at once.
#[test]
fn widths_and_strikes_are_complete() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut strikes = 0;
    for game in SIZES.map(game) {
        for _ in 0..300 {
            let pos = random(&game, &mut rng);
            laws::widths(&game, &pos);
            let mut all = Vec::new();
            game.attacks(&pos, game.widths() - 1, &mut all);
            assert_eq!(all.len(), moves(&game, &pos).len(), "{}", game.draw(&pos));
            let mover = game.to_move(&pos);
            let wins = |mv: Turn| game.outcome(&game.after(&pos, mv)) == Some(Outcome::win(mover));
            match game.strike(&pos, Claim::win(mover)) {
                Some((turn, _)) => assert!(wins(turn), "{turn:?}\n{}", game.draw(&pos)),
                None => assert!(!all.iter().any(|&mv| wins(mv)), "{}", game.draw(&pos)),
            }
            strikes += usize::from(all.into_iter().any(wins));
        }
    }
    assert!(strikes > 100, "{strikes}");
}

/// A reply that does not meet the zone of a strike after "elsewhere" leaves the strike as it was.
#[test]
fn replies_outside_the_zone_do_not_stop_a_strike() {
    let mut rng = fastrand::Rng::with_seed(4);
    let mut replies = 0;
    for game in SIZES.map(game) {
        for _ in 0..1000 {
            let pos = random(&game, &mut rng);
            let claim = Claim::win(game.to_move(&pos).other());
            let mut elsewhere = pos.clone();
            game.pass_in_thought(&mut elsewhere);
            let Some((turn, zone)) = game.strike(&elsewhere, claim) else { continue };
            for reply in moves(&game, &pos) {
                if !game.meets(&pos, reply, zone) {
                    replies += 1;
                    let after = game.after(&game.after(&pos, reply), turn);
                    assert_eq!(game.outcome(&after), Some(Outcome::win(claim.attacker)));
                }
            }
        }
    }
    assert!(replies > 2000, "{replies}");
}
