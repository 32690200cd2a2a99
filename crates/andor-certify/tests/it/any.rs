//! A problem of [`AnyGame`] has the certificate that the problem of the real game has, byte by
//! byte.

use crate::support::expected_work;
use andor_certify::{
    Certificates, Certified, Certifier, NoCertificate, Recorder, Searcher, Solution, Widened, hex,
};
use andor_core::{Claim, Game, Numbered, Player, Shaped};
use andor_games::any::{AnyGame, Variant};
use andor_games::go::capture::{Capture, Goal, Retake};
use andor_games::go::{Go, Rules};
use andor_games::gomoku::{self, Gomoku, LargeGomoku, SmallGomoku};
use andor_games::hex::Hex;
use andor_games::killall::{Killall, KoRule};
use andor_games::points::Point;
use andor_games::size::Size;
use andor_games::toy::mnk::Mnk;
use andor_games::toy::nim::Nim;
use andor_guess::Playout;
use andor_guess::gomoku::Shapes;
use andor_knowledge::gomoku::GomokuOracle;
use andor_search::depth_first::DepthFirst;
use andor_search::dfpn::{self, Common, Dfpn};
use andor_search::memory::{LocalTranspositions, Patterns, Transpositions};
use andor_search::threats::{self, Threats};
use andor_search::{Answer, Budget, Line, Search};

/// The problem: stones, unless the game begins at its start; moves; the claim; the names of the
/// knowledge that may be quoted.
struct Asked<'a> {
    stones: &'a [(Player, Point)],
    to_move: Player,
    moves: &'a str,
    winner: Player,
    names: &'a [&'static str],
}

const START: Asked<'_> =
    Asked { stones: &[], to_move: Player::Black, moves: "", winner: Player::Black, names: &[] };

fn size(text: &str) -> Size {
    text.parse().expect("a size")
}

/// The certificate of a problem.
fn certificate<G: Certified>(game: &G, asked: &Asked<'_>, search: &mut dyn Search<G>) -> Vec<u8> {
    let start = match asked.stones {
        [] => game.start(),
        stones => game.set_up(stones, asked.to_move).expect("a position"),
    };
    let (mut line, mut played) = (Line::new(game, start.clone()), Vec::new());
    for text in asked.moves.split_terminator(',') {
        let mv = game.parse_move(line.position(), text).expect("a move");
        line.play(mv);
        played.push(mv);
    }
    let claim = Claim::win(asked.winner);
    let mut budget = Budget::unlimited().nodes(1_000_000);
    let answer = search.solve(&mut line, claim, &mut budget, &mut ());
    let Answer::Solved { verdict, best } = answer else { panic!("{answer:?}") };
    let problem = Certificates.problem(game, &start, &played).expect("a problem");
    let mut recorder = Recorder::new(problem, asked.names);
    let mut hear = |_: &_| {};
    let mut searcher = Searcher::new(search, &mut budget, &mut hear);
    let solution = Solution { claim, verdict, best };
    let written = Certificates.write(&mut recorder, &mut searcher, &mut line, &solution, &[]);
    written.expect("a proof");
    let (mut bytes, mut budget) = (Vec::new(), Budget::unlimited());
    let finished = recorder.finish(&mut budget).expect("a certificate");
    finished.write(&mut bytes, None, &mut budget).expect("memory");
    bytes
}

/// Compares the certificates by a search of the real game, by a search of any game, and by the
/// first search as one of any game.
fn check<V: Certified + Variant, S: Search<V>>(
    game: &V,
    asked: &Asked<'_>,
    own: impl Fn() -> S,
    mut any: impl Search<AnyGame>,
) {
    let wrapped = game.clone().wrap();
    let expected = certificate(game, asked, &mut own());
    let checked = andor_checker::check(&expected, &andor_checker::Options::default());
    checked.unwrap_or_else(|refusal| panic!("{refusal}"));
    assert!(certificate(&wrapped, asked, &mut any) == expected, "a search of any game");
    let mut widened = Widened::<_, V>::new(own());
    assert!(certificate(&wrapped, asked, &mut widened) == expected, "a widened search");
}

fn by_lines<G: Certified<Move: Numbered> + Playout + 'static>() -> impl Search<G> {
    expected_work(Transpositions::<G>::default())
}

fn by_zones<G: Certified<Move: Numbered> + Shaped + 'static>() -> impl Search<G> {
    let memory = LocalTranspositions::<G>::default();
    Dfpn::new((), (), memory, Common::new(1, 1 << 22), dfpn::Options::default())
}

#[test]
fn patterns_of_hex() {
    let own = || expected_work(Patterns::<Hex<1>>::default());
    let any = expected_work(Patterns::<AnyGame>::default());
    check(&Hex::<1>::new(size("4x4")), &START, own, any);
}

/// Strategies of knowledge ask the search for moves in positions that are filled in.
#[test]
fn strategies_of_hex() {
    let names: &[&'static str] = &["connections", hex::INFERIOR];
    for moves in ["", "a1", "b2,c1"] {
        let asked = Asked { moves, names, ..START };
        check(&Hex::<1>::new(size("4x4")), &asked, by_lines, by_lines::<AnyGame>());
    }
}

#[test]
fn lines_and_graphs_of_go() {
    for rules in ["psk", "ssk", "chinese"] {
        let rules: Rules = rules.parse().expect("rules");
        let game = Go::<1>::new(size("2x3"), rules);
        for moves in ["", "A1,B1"] {
            let asked = Asked { moves, ..START };
            check(&game, &asked, by_lines, by_lines::<AnyGame>());
        }
    }
}

#[test]
fn lines_of_mnk() {
    let game = Mnk::new(size("3x3"), 3);
    check(&game, &START, by_lines, by_lines());
}

/// A search by threats of the real game.
fn by_threats<const W: usize, const V: usize>() -> impl Search<Gomoku<W, V>> {
    let options = threats::Options { quiet: true, cap: u64::MAX, ..threats::Options::default() };
    let rest = Box::new(DepthFirst::default());
    Threats::<Gomoku<W, V>>::new(GomokuOracle::of_fours(), Shapes::default(), rest, options)
}

#[test]
fn threats_of_gomoku() {
    let rules = gomoku::Rules::Freestyle;
    let asked = Asked { moves: "H8,H7,H10,K8,F8,L10", ..START };
    let any = Widened::<_, SmallGomoku>::new(by_threats());
    check(&SmallGomoku::new(size("15x15"), rules), &asked, by_threats, any);
    let asked = Asked { moves: "K10,K9,K12,M10,H10,N12", ..START };
    let any = Widened::<_, LargeGomoku>::new(by_threats());
    check(&LargeGomoku::new(size("19x19"), rules), &asked, by_threats, any);
}

/// White wins on 3x3 by local entries, Black on 2x3 by a graph of positions.
#[test]
fn entries_of_killall() {
    for text in ["3x3", "2x3"] {
        let asked = Asked { names: &["room", "zones"], ..START };
        let game = Killall::new(size(text), KoRule::Basic);
        check(&game, &asked, by_zones, by_zones::<AnyGame>());
    }
}

/// White captures the stone in the corner.
///
/// ```text
///    A B C D
///  4 . . . .
///  3 . . . .
///  2 . O . .
///  1 X . . .
/// ```
#[test]
fn entries_of_capture() {
    let goal = Goal { target: Point(12), owner: Player::Black, escape: 4 };
    let stones = &[(Player::Black, Point(12)), (Player::White, Point(9))];
    let white = Player::White;
    let asked = Asked { stones, to_move: white, winner: white, ..START };
    let game = Capture::<6>::new(size("4x4"), goal, Retake::Nobody);
    check(&game, &asked, by_zones, by_zones::<AnyGame>());
}

#[test]
fn nim_has_no_certificates() {
    let nim: AnyGame = Nim::new(&[1, 2]).wrap();
    let refused = Certificates.problem(&nim, &nim.start(), &[]).err();
    assert_eq!(refused, Some(NoCertificate::Game("this game")));
}
