//! Networks guide searches, and no answer depends on them.

use andor_core::Player;
use andor_net::{Model, Parameters, Shape, Target};
use andor_solver::{
    Guide, Knowledge, Problem, Proof, SearchName, Settings, problem_of, shipped, solve,
};
use std::sync::Arc;

const SEARCHES: [SearchName; 7] = [
    SearchName::MonteCarlo,
    SearchName::Focused,
    SearchName::ProofNumber,
    SearchName::ProofNumberTree,
    SearchName::ExpectedWork,
    SearchName::WithoutProofSize,
    SearchName::AlphaBeta,
];

fn problem(text: &str) -> Problem {
    text.parse().expect("a problem")
}

/// A model for the game of a problem, whose parameters are what the function makes of those of a
/// new network.
fn model(problem: &Problem, target: Target, change: &dyn Fn(usize, f32) -> f32) -> Model {
    let game = problem.open().expect("a game");
    let subject = game.network_subject().expect("a game with planes");
    let shape = Shape {
        width: subject.board.0,
        height: subject.board.1,
        planes: subject.planes,
        extra_moves: subject.extra_moves,
        blocks: 1,
        filters: 8,
        bins: 16,
    };
    let mut parameters = Parameters::new(shape, 7);
    let values = parameters.values_mut().iter_mut().enumerate();
    values.for_each(|(place, value)| *value = change(place, *value));
    Model {
        game: subject.game,
        rules: subject.rules,
        planes_version: subject.planes_version,
        target,
        record: String::new(),
        parameters,
        scales: None,
    }
}

/// Random numbers, large ones, zeros.
fn guides(problem: &Problem) -> Vec<Arc<Guide>> {
    let noise = |place: usize| (place as f32 * 12.9898).sin() * 43_758.547 % 1.0;
    let costs = [
        model(problem, Target::Costs, &|_, value| value),
        model(problem, Target::Costs, &|place, _| noise(place)),
        model(problem, Target::Costs, &|place, _| 30.0 * noise(place)),
        model(problem, Target::Costs, &|_, _| 0.0),
        model(problem, Target::Outcome, &|place, _| -noise(place)),
    ];
    costs.iter().map(|model| Arc::new(Guide::new(model))).collect()
}

/// Whatever the network says, the answers are those of the plain search, and certificates are
/// right.
#[test]
fn no_answer_depends_on_a_network() {
    let problems = [
        "mnk 3x3x3 --moves b2,a1",
        "mnk 4x3x3 --moves a1,b2,d1,c3",
        "hex 3x3 --moves a1,b2",
        "gomoku 5x3 --moves A1,A2,B1,B2,C1,C3",
        "killall 2x2 --moves A1",
        "go 2x2 --moves A1",
    ];
    let mut certificates = 0;
    for text in problems {
        let problem = problem(text);
        let plain = Settings {
            search: Some(SearchName::DepthFirst),
            knowledge: Knowledge::None,
            ..Settings::default()
        };
        let expected = solve(&problem, &plain, None).expect("an answer");
        assert!(expected.stop_reason.is_none(), "{text}");
        for (number, guide) in guides(&problem).into_iter().enumerate() {
            for search in SEARCHES {
                let with_proof = text.starts_with("hex") || text.starts_with("mnk");
                let settings = Settings {
                    search: Some(search),
                    guide: Some(guide.clone()),
                    nodes: Some(200_000),
                    proof: if with_proof { Proof::Compressed } else { Proof::None },
                    ..Settings::default()
                };
                let report = solve(&problem, &settings, None).expect("an answer");
                let place = format!("{text}, {search}, network {number}");
                assert_eq!(report.stop_reason, None, "{place}");
                assert_eq!(report.winner, expected.winner, "{place}");
                if let Some(certificate) = &report.certificate {
                    let bytes = certificate.to_vec().expect("its bytes");
                    let options = andor_checker::Options::default();
                    let checked = andor_checker::check(&bytes, &options);
                    assert!(checked.is_ok(), "{place}: {checked:?}");
                    certificates += 1;
                }
            }
        }
    }
    assert!(certificates > 50, "{certificates} certificates");
}

#[test]
fn a_network_for_another_game_is_refused() {
    let guide = guides(&problem("hex 3x3")).remove(0);
    let settings = Settings { guide: Some(guide), ..Settings::default() };
    let refused = |text: &str| {
        let error = solve(&problem(text), &settings, None).expect_err("another game");
        error.to_string()
    };
    assert!(refused("hex 4x3").contains("the network is for hex 3x3"), "{}", refused("hex 4x3"));
    assert!(refused("mnk 3x3x3").contains("expected one for mnk 3x3 with the rules \"3x3x3\""));
    assert!(refused("nim 1-2").contains("networks do not see nim"));
}

/// Every game can be found again from what its networks are for.
#[test]
fn subjects_name_their_games() {
    for text in
        ["hex 5x4", "mnk 5x5x4", "gomoku 15x15 --rules renju", "killall 9x9", "go 4x4 --komi 2"]
    {
        let problem = problem(text);
        let game = problem.open().expect("a game");
        let subject = game.network_subject().expect("a game with planes");
        let found = problem_of(&subject).unwrap_or_else(|| panic!("{subject}"));
        let again = found.open().expect("a game");
        assert_eq!(again.network_subject().expect("planes"), subject, "{text}");
        assert_eq!(found.size_text(), problem.size_text());
    }
    assert!(problem("nim 3").open().expect("a game").network_subject().is_none());
}

/// Won positions of our own. With the network a search needs few nodes; without it, so many that
/// only a bound is measured.
#[test]
fn the_shipped_networks_save_nodes() {
    let black = Won { size: "gomoku 15x15", knowledge: "4t", by: Player::Black };
    black.check(SearchName::MonteCarlo, [20_000, 40_000], &WON_BY_BLACK);
    let white = Won { size: "killall 9x9", knowledge: "full", by: Player::White };
    white.check(SearchName::Focused, [4_000, 60_000], &WON_BY_WHITE);
}

/// Positions of a game that a player wins.
struct Won {
    size: &'static str,
    knowledge: &'static str,
    by: Player,
}

impl Won {
    /// With the network the search ends within the first limit of nodes; without it, it needs at
    /// least twenty times as many in the geometric mean, or more than the second limit.
    fn check(&self, search: SearchName, [few, most]: [u64; 2], positions: &[&str]) {
        let mut logarithms = 0.0;
        for moves in positions {
            let problem = problem(&format!("{} --moves {moves}", self.size));
            let game = problem.open().expect("a game");
            let subject = game.network_subject().expect("planes");
            let guide = shipped(&subject).map(|model| Arc::new(Guide::new(&model)));
            let nodes = |guide: Option<Arc<Guide>>, most: u64| {
                let settings = Settings {
                    search: Some(search),
                    knowledge: self.knowledge.into(),
                    claimed: Some(self.by),
                    guide,
                    nodes: Some(most),
                    ..Settings::default()
                };
                let report = solve(&problem, &settings, None).expect("a report");
                (report.nodes, report.stop_reason.is_none(), report.winner)
            };
            let (with, solved, winner) = nodes(guide, few);
            assert!(solved && winner == Some(self.by), "{moves}: {with} nodes");
            let (without, ..) = nodes(None, most);
            logarithms += (without as f64 / with as f64).ln();
        }
        let ratio = (logarithms / positions.len() as f64).exp();
        assert!(ratio >= 20.0, "{}: {ratio} times fewer nodes", self.size);
    }
}

const WON_BY_BLACK: [&str; 5] = [
    "H8,H9,J9,G7,J7,J8,K8,G8",
    "H8,J8,G7,A1,H6,P1,K9,B2",
    "H8,G8,H9,O1,J8,P15,G7,J6",
    "H8,H9,K8,A8,H6,A2,K6,G7",
    "F8,H9,J8,A8,H6,A2,K6,G7",
];

const WON_BY_WHITE: [&str; 5] = [
    "B7,C4,D5,F8,C8,B8,A8,B9,D7,C6,G6,D8,G4,H4,F3,G5,F4,H5,H3,H2,G2,J3,E2,D2,C5,B6,B5,D4,B2,C2,B4,B3,A3,E4,E5,F5,E3,A2,A1,A4,A5,\
     C1,D3,F1,E1,G3,G1,A6",
    "E8,H5,B3,F5,C2,B2,C4,D3,A2,B1,B5,D2,C6,B7,D7,C8,D5,B6,E6,F7,D8,A5,A4,A6,A8,B9,D9,C9,F8,D4,E5,E7,G8,H8,H7,H6,B8,F6,A7,A9,A8,F9",
    "F7,D4,B3,H8,C2,B4,D3,C4,B1,A2,G6,H6,D7,C8,E3,B2,G4,H4,H5,J5,G5,H3,F3,G2,G8,H7,C6,D6,E6,D5,E8,D8,E5,E4,F4,G9,F2,D2,F9,F8,D1,\
     C1,G8,H9",
    "G2,F2,F6,E7,C2,D6,B3,D3,A2,B1,B4,C1,D2,D1,E2,E1,F3,F1,E3,H2,G4,G1,H3,D4,G2,B2,G6,H5,H6,H7,G3,H1,J2,E4,F7,F8,E8,G8,D8,D7,A3,B5",
    "G4,B4,F7,H8,G6,H6,D7,G5,C8,B7,E8,B8,F6,G8,H5,H4,F5,J5,H3,G5,C6,F4,B6,C9,D8,A6,A5,D6",
];
