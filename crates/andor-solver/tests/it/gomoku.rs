//! Gomoku: every search with every knowledge agrees with brute force; proofs by threats hold for
//! every reply.

use crate::support::cases;
use andor_checker::{Attack, Certificate, Entry, Options, Player as Stone, check};
use andor_core::Player;
use andor_solver::{Problem, Proof, Report, SearchName, Settings, solve};

/// A dense random position, with rows in it, that is not over.
fn dense(dice: &mut fastrand::Rng) -> Problem {
    loop {
        let (columns, rows) = (dice.usize(5..8), dice.usize(5..7));
        let empty = dice.usize(2..10);
        let mut points: Vec<usize> = (0..columns * rows).collect();
        dice.shuffle(&mut points);
        let mut stones = vec![None; columns * rows];
        for &point in &points[empty..] {
            let any = Player::BOTH[dice.usize(..2)];
            let near = if point > columns { stones[point - columns] } else { None };
            stones[point] = Some(if dice.bool() { near.unwrap_or(any) } else { any });
        }
        let letter = |n: usize| char::from(b'a' + n as u8);
        let mut sgf = format!("(;GM[4]SZ[{columns}:{rows}]");
        for (key, player) in [("AB", Player::Black), ("AW", Player::White)] {
            let own: Vec<usize> =
                (0..stones.len()).filter(|&p| stones[p] == Some(player)).collect();
            sgf += if own.is_empty() { "" } else { key };
            own.iter().for_each(|p| {
                sgf += &format!("[{}{}]", letter(p % columns), letter(p / columns));
            });
        }
        sgf += ["PL[B])", "PL[W])"][dice.usize(..2)];
        let sgf = sgf.replace(&format!("[{columns}:{columns}]"), &format!("[{columns}]"));
        if let Ok(problem) = Problem::from_sgf("random", &sgf, None)
            && solve(&problem, &Settings { nodes: Some(1), ..Settings::default() }, None).is_ok()
        {
            return problem;
        }
    }
}

fn answer(problem: &Problem, settings: &Settings) -> (Option<Player>, bool) {
    let report = solve(problem, settings, None).expect("a report");
    assert_eq!(report.stop_reason, None, "{problem}");
    (report.winner, report.draw)
}

/// The usual run takes 75 positions, `ANDOR_SLOW=1` takes 1500.
#[test]
fn every_search_agrees_with_brute_force() {
    let mut dice = fastrand::Rng::with_seed(1);
    let mut winners = [0; 3];
    for _ in 0..cases(75, 1500) {
        let problem = dense(&mut dice);
        let plain = Settings { search: Some(SearchName::DepthFirst), ..Settings::default() };
        let truth = answer(&problem, &plain);
        winners[truth.0.map_or(2, Player::index)] += 1;
        let serves = |search: SearchName| match search {
            SearchName::Threats | SearchName::Widening => true,
            search => search.is_general(),
        };
        for (name, search) in SearchName::ALL.into_iter().filter(|(_, search)| serves(*search)) {
            for knowledge in ["none", "4t", "vcf", "threat", "pairs", "full"] {
                let settings = Settings {
                    search: Some(search),
                    knowledge: knowledge.into(),
                    memory: 64 << 20,
                    ..Settings::default()
                };
                assert_eq!(answer(&problem, &settings), truth, "{problem} {name} {knowledge}");
            }
        }
    }
    assert!(winners.iter().all(|&count| count > 5), "{winners:?}");
}

/// The report and the certificate of a problem, which both the search and the checker call a win.
fn proof(problem: &Problem) -> (Report, Certificate) {
    let settings = Settings { proof: Proof::Stored, ..Settings::default() };
    let report = solve(problem, &settings, None).expect("a report");
    assert_eq!(report.no_proof, None, "{problem}");
    let bytes = report.certificate.as_ref().expect("a certificate").to_vec().expect("its bytes");
    if let Err(refusal) = check(&bytes, &Options::default()) {
        panic!("{problem}\n{refusal}");
    }
    let certificate = Certificate::decode(&bytes).expect("a certificate");
    (report, certificate)
}

/// Positions of our own in which Black, to move, wins by threats: fours, threes, and quiet moves.
const WINS: [&str; 10] = [
    "H8 G9 J9 G7 K8 J10 J7 L6 H9 H10 J8 G8",
    "H8 J9 K8 G8 J7 J8",
    "H8 G7 F7 G6 F6 F4 G5 J6 H5 H6",
    "H8 F8 H9 K9 J11 G6 M8 J10 O8 K8",
    "H8 K7 G10 J10 H11 K10",
    "H8 K9 J11 G11 F7 K13 L11 D8",
    "H8 F9 D7 F8 E6 G6 D8 E8",
    "H8 G9 H6 J7 J10 F7 G6 G7",
    "H8 H7 H10 K8 F8 L10",
    "H8 G9 K10 E11 K8 L6 D9 C13",
];

/// Every seventh reply in every position of a proof (with `ANDOR_SLOW=1` every third), also those
/// that the proof does not name, is refuted by a search of its own.
#[test]
fn proofs_by_threats_hold_for_every_reply() {
    let mut replies = 0;
    let mut by_move = 0;
    for moves in WINS {
        let problem = Problem::named("gomoku", "15x15").expect("a problem").with_moves(moves);
        let (report, certificate) = proof(&problem);
        assert_eq!(report.winner, Some(Player::Black), "{moves}");
        for entry in &certificate.entries {
            let Entry::Threat(threat) = entry else { panic!("{entry:?}") };
            by_move +=
                threat.answers.iter().filter(|a| matches!(a.attack, Attack::Move(..))).count();
            let stone = |p: usize| match (threat.black.contains(p), threat.white.contains(p)) {
                (true, _) => Some(Stone::Black),
                (_, true) => Some(Stone::White),
                _ => None,
            };
            let set = |wanted: Stone, key: &str| {
                let own = (0..225).filter(|&p| stone(p) == Some(wanted));
                let letter = |n: usize| char::from(b'a' + n as u8);
                let names = own.map(|p| format!("[{}{}]", letter(p % 15), letter(p / 15)));
                format!("{key}{}", names.collect::<String>())
            };
            let sgf = format!(
                "(;GM[4]SZ[15]{}{}PL[W])",
                set(Stone::Black, "AB"),
                set(Stone::White, "AW")
            );
            for reply in (0..225).filter(|&p| stone(p).is_none()).step_by(cases(7, 3)) {
                let name = |p: usize| {
                    let column = b'A' + (p % 15) as u8 + u8::from(p % 15 >= 8);
                    format!("{}{}", char::from(column), 15 - p / 15)
                };
                let after = Problem::from_sgf("entry", &sgf, None).expect("a position");
                let after = after.with_moves(&name(reply));
                let settings = Settings {
                    claimed: Some(Player::Black),
                    nodes: Some(300_000),
                    ..Settings::default()
                };
                let report = solve(&after, &settings, None).expect("a report");
                assert_eq!(report.winner, Some(Player::Black), "{after}");
                replies += 1;
            }
        }
    }
    assert!(replies > 400 && by_move > 20, "{replies} {by_move}");
}
