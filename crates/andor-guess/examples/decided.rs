//! How early is a game of Go recognised as decided? The mean ply for each piece of knowledge, over
//! random games and over games of a player guided by playouts against a random one.
//!
//! ```text
//! cargo run --release -p andor-guess --example decided -- [SIZE] [KOMI] [GAMES]
//! ```

#![allow(clippy::print_stdout)]

use andor_core::{Claim, Game, Oracle, Player, Wanted};
use andor_games::go::{Go, Komi, Move, Position, Rules};
use andor_games::size::Size;
use andor_guess::{Playout, Tally};
use andor_knowledge::go::GoKnowledge;
use andor_knowledge::go::life::UnconditionalLife;
use andor_knowledge::go::safety::{AlternatingSafety, Promise};
use std::collections::HashSet;

/// Random games that the guided player plays before each move.
const PLAYOUTS: u32 = 256;

const PIECES: [(&str, GoKnowledge); 3] = [
    ("life", GoKnowledge { life: Some(UnconditionalLife), ..NOTHING }),
    (
        "safety",
        GoKnowledge { safety: Some(AlternatingSafety { promise: Promise::Safe }), ..NOTHING },
    ),
    (
        "growth",
        GoKnowledge { safety: Some(AlternatingSafety { promise: Promise::Growing }), ..NOTHING },
    ),
];

const NOTHING: GoKnowledge = GoKnowledge { territory: None, safety: None, life: None };

/// Plies until each piece spoke, added up over the games, and until the game was over.
#[derive(Default)]
struct Count {
    games: u32,
    plies: [u32; PIECES.len()],
    length: u32,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut next = |usual: &str| arguments.next().unwrap_or_else(|| usual.to_string());
    let size: Size = next("6x6").parse().expect("a size such as 6x6");
    let komi: Komi = next("3.5").parse().expect("a komi such as 3.5");
    let games: u32 = next("400").parse().expect("a number of games");
    let game = Go::<1>::new(size, Rules::PSK);
    let claim = komi.claim(Player::Black);
    println!("{size}, komi {komi}, {games} games of each kind: mean ply");
    println!("{:12}{:>8}{:>8}{:>8}{:>8}", "", "life", "safety", "growth", "end");
    for (name, guided) in [("random", None), ("guided", Some(()))] {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut count = Count::default();
        for number in 0..games {
            let strong = guided.map(|()| Player::BOTH[number as usize % 2]);
            play(&game, claim, strong, &mut rng, &mut count);
        }
        let mean = |plies: u32| f64::from(plies) / f64::from(count.games);
        let columns: String = count.plies.iter().map(|&n| format!("{:8.2}", mean(n))).collect();
        println!("{name:12}{columns}{:8.2}", mean(count.length));
    }
}

/// Plays a game to its end and notes when it was recognised as decided.
fn play(
    game: &Go<1>,
    claim: Claim,
    strong: Option<Player>,
    rng: &mut fastrand::Rng,
    count: &mut Count,
) {
    let mut pos = game.start();
    let mut past = HashSet::from([*pos.both()]);
    let mut spoke = [None; PIECES.len()];
    let mut ply = 0;
    while game.outcome(&pos).is_none() {
        for (spoke, (_, piece)) in spoke.iter_mut().zip(PIECES) {
            if spoke.is_none() && piece.settle(game, &pos, claim, Wanted::VERDICT).is_some() {
                *spoke = Some(ply);
            }
        }
        let mv = match strong == Some(pos.to_move()) {
            true => guided_move(game, &pos, claim, &past, rng),
            false => random_move(game, &pos, &past, rng),
        };
        game.play(&mut pos, mv);
        past.insert(*pos.both());
        ply += 1;
    }
    count.games += 1;
    count.length += ply;
    for (total, spoke) in count.plies.iter_mut().zip(spoke) {
        *total += spoke.unwrap_or(ply);
    }
}

type Past = HashSet<[andor_games::points::Points<1>; 2]>;

/// The plays that superko allows and that fill no eye of one's own.
fn plays(game: &Go<1>, pos: &Position<1>, past: &Past) -> Vec<Move> {
    let own = pos.stones(pos.to_move());
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    moves.retain(|&mv| match mv {
        Move::Pass => false,
        Move::At(point) => {
            let mut next = pos.clone();
            game.play(&mut next, mv);
            !game.board().adjacent(point).is_subset(&own) && !past.contains(next.both())
        }
    });
    moves
}

fn random_move(game: &Go<1>, pos: &Position<1>, past: &Past, rng: &mut fastrand::Rng) -> Move {
    rng.choice(plays(game, pos, past)).unwrap_or(Move::Pass)
}

/// The play after which playouts are won most often.
fn guided_move(
    game: &Go<1>,
    pos: &Position<1>,
    claim: Claim,
    past: &Past,
    rng: &mut fastrand::Rng,
) -> Move {
    let moves = plays(game, pos, past);
    let mut tally = Tally::default();
    tally.reset(moves.len());
    game.playouts(pos, claim, &moves, PLAYOUTS, rng, &mut tally);
    let chance = |i: &usize| (tally.moves[*i].wins + 0.5) / (tally.moves[*i].games + 1.0);
    let best = (0..moves.len()).max_by(|a, b| chance(a).total_cmp(&chance(b)));
    best.map_or(Move::Pass, |best| moves[best])
}
