//! What the tests of all knowledge about Go share: every small board, random pasts, brute force.

#[path = "../../../../andor-games/tests/it/support/brute_force.rs"]
#[allow(dead_code, reason = "the tests of other crates use more of it")]
pub mod brute_force;

use andor_core::{Claim, Details, Game, Margin, Notation, Oracle, Player, Symmetry, Verdict};
use andor_games::go::{Go, Move, Position, Rules};
use andor_games::points::Points;
use andor_games::size::Size;
use brute_force::BruteForce;

const RULES: [Rules; 4] = [Rules::PSK, Rules::TROMP_TAYLOR, Rules::BASIC_KO, Rules::MIGOS];

/// Go on a small board.
pub fn go(size: &str, rules: Rules) -> Go<1> {
    Go::new(size.parse::<Size>().expect("a size"), rules)
}

/// What the oracle says about a claim.
pub fn settle(
    oracle: &impl Oracle<Go<1>>,
    game: &Go<1>,
    pos: &Position<1>,
    attacker: Player,
    at_least: i16,
) -> Option<Verdict> {
    let claim = Claim { attacker, at_least: Margin(at_least) };
    oracle.settle(game, pos, claim, Details::VERDICT).map(|settled| settled.verdict)
}

/// The tightest claims that the oracle settles in a position by something that lives there.
fn tightest(oracle: &impl Oracle<Go<1>>, game: &Go<1>, pos: &Position<1>) -> Vec<(Claim, Verdict)> {
    let area = game.size().area() as i16;
    let mut out = Vec::new();
    for attacker in Player::BOTH {
        let settled =
            |at_least| settle(oracle, game, pos, attacker, at_least).map(|v| (at_least, v));
        let all: Vec<_> = (1 - area..=area).filter_map(settled).collect();
        let proven = all.iter().rfind(|(_, verdict)| *verdict == Verdict::Proven);
        let disproven = all.iter().find(|(_, verdict)| *verdict == Verdict::Disproven);
        for &(at_least, verdict) in proven.into_iter().chain(disproven) {
            out.push((Claim { attacker, at_least: Margin(at_least) }, verdict));
        }
    }
    out
}

/// Every board, with Black to move and no pass before.
pub fn for_every_board(game: &Go<1>, mut visit: impl FnMut(&Position<1>)) {
    let area = game.size().area() as u32;
    for occupied in 0..1u64 << area {
        let mut black = occupied;
        loop {
            let white = Points([occupied & !black]);
            if let Ok(pos) = game.set_up(Points([black]), white, Player::Black) {
                visit(&pos);
            }
            if black == 0 {
                break;
            }
            black = (black - 1) & occupied;
        }
    }
}

/// Every position of the board, with either player to move, after no pass and after one.
fn for_every_position(game: &Go<1>, mut visit: impl FnMut(&Position<1>)) {
    for_every_board(game, |board| {
        for player in Player::BOTH {
            let stones = board.both();
            let mut pos = game.set_up(stones[0], stones[1], player).expect("the same board");
            visit(&pos);
            game.play(&mut pos, Move::Pass);
            visit(&pos);
        }
    });
}

/// What was compared with brute force.
#[derive(Debug, Default)]
struct Count {
    checked: u32,
    gave_up: u32,
}

impl Count {
    fn check(
        &mut self,
        search: &mut BruteForce<Go<1>>,
        game: &Go<1>,
        pos: &Position<1>,
        (claim, verdict): (Claim, Verdict),
    ) {
        match search.verdict_by_deepening(pos, claim) {
            Some(found) => {
                let told = || format!("{} {claim:?} in\n{}", game.rules(), game.draw(pos));
                assert_eq!(verdict, found, "{}", told());
                self.checked += 1;
            }
            None => self.gave_up += 1,
        }
    }
}

/// Brute force finds what the oracle says in every position of a board with no past before it; for
/// each rule set at least so many claims must have been compared.
pub fn agrees_from_every_position(
    oracle: &impl Oracle<Go<1>>,
    size: &str,
    most_nodes: u64,
    enough: u32,
) {
    for rules in RULES {
        let game = go(size, rules);
        let mut count = Count::default();
        for_every_position(&game, |pos| {
            // One position of each class will do.
            if game.class(pos).symmetry != Symmetry::IDENTITY {
                return;
            }
            for settled in tightest(oracle, &game, pos) {
                let mut search = BruteForce::new(&game, pos);
                search.most_nodes = most_nodes;
                count.check(&mut search, &game, pos, settled);
            }
        });
        eprintln!("{size} {rules}: {count:?}");
        assert!(count.checked >= enough, "{size} {rules}: {count:?}");
    }
}

/// Brute force finds what the oracle says after random games that stop where it settles a claim, as
/// a search would; for each rule set at least so many claims must have been compared.
pub fn agrees_with_a_past(oracle: &impl Oracle<Go<1>>, size: &str, games: u32, enough: u32) {
    let mut rng = fastrand::Rng::with_seed(5);
    for rules in [Rules::SSK, Rules::NSSK].into_iter().chain(RULES) {
        let game = go(size, rules);
        let area = game.size().area() as i16;
        let mut count = Count::default();
        for _ in 0..games {
            let attacker = Player::BOTH[rng.usize(0..2)];
            let claim = Claim { attacker, at_least: Margin(rng.i16(-area..=area)) };
            random_game(oracle, &game, claim, &mut rng, &mut count);
        }
        eprintln!("{size} {rules}: {count:?}");
        assert!(count.checked >= enough, "{size} {rules}: {count:?}");
    }
}

fn random_game(
    oracle: &impl Oracle<Go<1>>,
    game: &Go<1>,
    claim: Claim,
    rng: &mut fastrand::Rng,
    count: &mut Count,
) {
    let mut pos = game.start();
    let mut search = BruteForce::new(game, &pos);
    search.most_nodes = 2_000;
    while game.outcome(&pos).is_none() {
        if let Some(settled) = oracle.settle(game, &pos, claim, Details::VERDICT) {
            return count.check(&mut search, game, &pos, (claim, settled.verdict));
        }
        let moves = search.moves(&pos);
        // Passes end games early; most are left out.
        let plays = moves.iter().filter(|&&mv| mv != Move::Pass).copied().collect::<Vec<_>>();
        let mv = match rng.choice(&plays) {
            Some(&mv) if rng.u8(0..8) > 0 => mv,
            _ => Move::Pass,
        };
        search.count(&pos, mv);
        game.play(&mut pos, mv);
        if search.repeats(&pos) {
            return;
        }
        search.remember(&pos);
    }
}
