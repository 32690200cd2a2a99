//! Small problems, each with claims that are right, as certificates.

use super::{Maker, NODES, PLAIN, RICH, Style};
use andor_checker::{
    Certificate, Entry, Game, GoRules, Lemma, Link, Pattern, PatternAnswer, Placed, Player,
    PointSet, Problem, Proof, Reference, Root, Side, Verdict,
};
use std::sync::OnceLock;

pub fn problem(game: Game, board: &str, to_move: Player, moves: &[u16]) -> Problem {
    let rows: Vec<&str> = board.split('/').collect();
    let letters = rows.concat();
    let stones = letters.chars().map(|letter| match letter {
        'X' => Some(Player::Black),
        'O' => Some(Player::White),
        _ => None,
    });
    let (columns, rows, moves) = (rows[0].len(), rows.len(), moves.to_vec());
    Problem { game, columns, rows, board: stones.collect(), to_move, moves, roots: vec![] }
}

pub fn go(rules: &str) -> Game {
    Game::Go(GoRules::named(rules).expect("known rules"))
}

pub fn claim(attacker: Player, at_least: i64, verdict: Verdict, moves: &[u16]) -> Root {
    Root {
        attacker,
        at_least,
        verdict,
        moves: moves.to_vec(),
        first: None,
        entry: None,
        theorem: None,
    }
}

/// A certificate for the roots, with the verdicts that are right, unless that is too hard.
pub fn solved(
    problem: Problem,
    style: Style,
    claims: &[(Player, i64, &[u16])],
) -> Option<Certificate> {
    let mut maker = Maker::new(problem, style);
    for &(attacker, at_least, moves) in claims {
        let proven = maker.root(&claim(attacker, at_least, Verdict::Proven, moves));
        if !proven && !maker.root(&claim(attacker, at_least, Verdict::Disproven, moves)) {
            assert!(maker.nodes > NODES, "one of the verdicts is right");
            return None;
        }
    }
    let hard = maker.nodes > NODES && matches!(maker.problem.game, Game::Go(_));
    (!hard).then(|| maker.finish())
}

/// Proofs of the 3x3 board by hand: two bridges as a chain, and as captured points.
pub fn links(chain: bool) -> Certificate {
    let mut problem = problem(Game::Hex, ".../.../...", B, &[]);
    let set = |points: &[usize]| points.iter().copied().collect::<PointSet>();
    let link = |ends, zone: &[usize], need: &[usize]| Link {
        winner: B,
        ends,
        zone: set(zone),
        need: set(need),
    };
    let to = |entry, symmetry| Reference { entry, symmetry };
    let answer = |point, entry| PatternAnswer { point, reference: to(entry, 0) };
    let entries = if chain {
        vec![
            (link([9, 4], &[1, 4], &[1, 4]), Proof::Answers(vec![])),
            (link([4, 9], &[2, 4], &[2, 4]), Proof::Answers(vec![])),
            (link([9, 4], &[1, 2, 4], &[4]), Proof::Answers(vec![answer(1, 0), answer(2, 1)])),
            (link([9, 10], &[1, 2, 4, 6, 7], &[4]), Proof::Chain(vec![to(2, 0), to(2, 1)])),
        ]
    } else {
        let all = [1, 2, 4, 6, 7];
        vec![
            (link([9, 10], &all, &all), Proof::Answers(vec![])),
            (link([10, 9], &all, &[4, 6, 7]), Proof::Capture(vec![1, 2], to(0, 0))),
            (link([9, 10], &all, &[4]), Proof::Capture(vec![7, 6], to(1, 0))),
        ]
    };
    let mut root = claim(B, 1, Verdict::Proven, &[]);
    (root.first, root.entry) = (Some(4), Some(entries.len() as u64 - 1));
    problem.roots = vec![root];
    let entries = entries.into_iter();
    let entry = |(link, proof)| Entry::Pattern(Pattern { link, proof });
    Certificate { problem, entries: entries.map(entry).collect() }
}

/// A lemma about two cells side by side below an edge of the winner's, with a stone of the winner's
/// below them both: the words have a letter for each cell, `+` the winner's and `-` the loser's.
fn under_an_edge(less: &str, more: &str) -> Entry {
    let word = |text: &str| {
        let side = |letter| match letter {
            '+' => Side::Winner,
            '-' => Side::Loser,
            _ => Side::Nobody,
        };
        text.chars().map(side).collect::<Vec<_>>()
    };
    let (less, more) = (word(less), word(more));
    Entry::Lemma(Lemma { cells: vec![[1, 0], [2, 0]], ring: word("+++...+."), less, more })
}

/// Proofs of the 3x3 board by hand, by lemmas about the two bridges: they are filled in, or each
/// reply there has a reply, or one move there is dominated by the other.
pub fn lemmas(name: &str) -> Certificate {
    let mut problem = problem(Game::Hex, ".../.../...", B, &[]);
    let set = |points: &[usize]| points.iter().copied().collect::<PointSet>();
    let link = |ends, zone: &[usize], need: &[usize], proof| {
        let link = Link { winner: B, ends, zone: set(zone), need: set(need) };
        Entry::Pattern(Pattern { link, proof })
    };
    let to = |entry, symmetry| Reference { entry, symmetry };
    let placed = |entry, turn, at| Placed { lemma: to(entry, turn), at };
    let all = [1, 2, 4, 6, 7];
    let entries = match name {
        "fill" => vec![
            under_an_edge("++", ".."),
            link([9, 10], &all, &all, Proof::Answers(vec![])),
            link(
                [9, 10],
                &all,
                &[4],
                Proof::Fill(vec![placed(0, 0, 1), placed(0, 3, 7)], to(1, 0)),
            ),
        ],
        "replies" => {
            let top = [placed(0, 0, 1), placed(1, 0, 1)];
            let bottom = [placed(0, 3, 7), placed(1, 3, 7)];
            vec![
                under_an_edge("++", "-+"),
                under_an_edge("++", "+-"),
                link([9, 10], &all, &[4], Proof::Drops(vec![], [top, bottom].concat())),
            ]
        }
        _ => {
            let answer = PatternAnswer { point: 1, reference: to(1, 0) };
            vec![
                under_an_edge(".-", "-."),
                link([9, 4], &[1, 4], &[1, 4], Proof::Answers(vec![])),
                link([9, 4], &[1, 2, 4], &[4], Proof::Drops(vec![answer], vec![placed(0, 0, 1)])),
                link([9, 10], &all, &[4], Proof::Chain(vec![to(2, 0), to(2, 1)])),
            ]
        }
    };
    let mut root = claim(B, 1, Verdict::Proven, &[]);
    (root.first, root.entry) = (Some(4), Some(entries.len() as u64 - 1));
    problem.roots = vec![root];
    Certificate { problem, entries }
}

/// Proofs of Hex by connections and fill-in, of Gomoku by fours, of Phutball by shapes, of
/// Killall-Go, and of Go with credits, as `andor solve --proof` wrote them.
const WRITTEN: [(&str, &[u8]); 27] = [
    ("hex 4x4 a3", include_bytes!("../data/hex-4x4-a3.cert")),
    ("hex 4x4 b4 c2", include_bytes!("../data/hex-4x4-b4-c2.cert")),
    ("hex 4x4 a2 d3 b3", include_bytes!("../data/hex-4x4-a2-d3-b3.cert")),
    ("hex 4x4 c3 b2 a4", include_bytes!("../data/hex-4x4-c3-b2-a4.cert")),
    ("gomoku 6x6, one", include_bytes!("../data/gomoku-6x6-a.cert")),
    ("gomoku 6x6, another", include_bytes!("../data/gomoku-6x6-b.cert")),
    ("gomoku 7x6", include_bytes!("../data/gomoku-7x6.cert")),
    ("gomoku 7x7", include_bytes!("../data/gomoku-7x7.cert")),
    ("phutball 3x3, all moves", include_bytes!("../data/phutball-3x3-all.cert")),
    ("phutball 3x3, two men", include_bytes!("../data/phutball-3x3-a.cert")),
    ("phutball 3x3, two men, all moves", include_bytes!("../data/phutball-3x3-b.cert")),
    ("killall 2x3, all moves", include_bytes!("../data/killall-2x3-all.cert")),
    ("killall 2x4, all moves", include_bytes!("../data/killall-2x4-all.cert")),
    ("killall 1x6, all moves", include_bytes!("../data/killall-1x6-all.cert")),
    ("go 2x2 migos", include_bytes!("../data/go-2x2-migos.cert")),
    ("go 2x2 migos with a past", include_bytes!("../data/go-2x2-past.cert")),
    ("go 1x4 migos, all moves", include_bytes!("../data/go-1x4-all.cert")),
    ("go 1x4 migos,cycle=white", include_bytes!("../data/go-1x4-white.cert")),
    ("go 1x4 chinese,cycle=tie", include_bytes!("../data/go-1x4-dead.cert")),
    ("go 2x2 chinese", include_bytes!("../data/go-2x2-chinese.cert")),
    ("go 2x2 basic-ko,cycle=tie", include_bytes!("../data/go-2x2-tie.cert")),
    ("go 2x2 basic-ko-suicide,cycle=white", include_bytes!("../data/go-2x2-suicide-white.cert")),
    ("go 2x2 chinese, bound", include_bytes!("../data/go-2x2-bound.cert")),
    ("go 2x2 migos, bound, all moves", include_bytes!("../data/go-2x2-bound-all.cert")),
    ("go 1x2 basic-ko-suicide,atari=dead, bound", include_bytes!("../data/go-1x2-bound.cert")),
    ("go 1x5 chinese,cycle=black, bound", include_bytes!("../data/go-1x5-bound.cert")),
    ("go 6x2 psk with territory", include_bytes!("../data/go-6x2-territory.cert")),
];

const B: Player = Player::Black;
const W: Player = Player::White;

/// All of them, with names. The naive solver takes seconds for them, so the tests share them.
pub fn all() -> &'static [(String, Certificate)] {
    static ALL: OnceLock<Vec<(String, Certificate)>> = OnceLock::new();
    ALL.get_or_init(make_all)
}

fn make_all() -> Vec<(String, Certificate)> {
    let mut all = Vec::new();
    let mut add = |name: &str, made: Option<Certificate>| match made {
        Some(made) => all.push((name.to_string(), made)),
        None => eprintln!("{name}: too hard for the naive solver"),
    };
    add("hex 3x3 chain", Some(links(true)));
    add("hex 3x3 capture", Some(links(false)));
    for name in ["fill", "replies", "domination"] {
        add(&format!("hex 3x3 {name}"), Some(lemmas(name)));
    }
    for (name, bytes) in WRITTEN {
        add(name, Some(Certificate::decode(bytes).expect("a certificate")));
    }
    for (style, word) in [(PLAIN, "plain"), (RICH, "rich")] {
        let hex = |board| problem(Game::Hex, board, B, &[]);
        add(&format!("hex 2x2 {word}"), solved(hex("../.."), style, &[(B, 1, &[]), (B, 1, &[0])]));
        add(&format!("hex 3x3 {word}"), solved(hex(".../.../..."), style, &[(B, 1, &[])]));
        let openings: [(Player, i64, &[u16]); 4] =
            [(B, 1, &[]), (W, 1, &[]), (W, 1, &[0]), (W, 0, &[4])];
        add(&format!("hex 3x2 {word}"), solved(hex(".../..."), style, &openings));
        let moves = problem(Game::Hex, "..../..../....", W, &[5, 6, 1]);
        add(&format!("hex 4x3 moves {word}"), solved(moves, style, &[(B, 1, &[]), (B, 1, &[9])]));
        let mnk = |board, row| problem(Game::Mnk { row }, board, B, &[]);
        let draw: [(Player, i64, &[u16]); 2] = [(B, 1, &[]), (W, 1, &[])];
        add(&format!("mnk 3x3x3 {word}"), solved(mnk(".../.../...", 3), style, &draw));
        let three: [(Player, i64, &[u16]); 3] = [(B, 0, &[]), (B, 1, &[]), (B, 1, &[4, 0])];
        add(&format!("mnk 3x3x3 pair {word}"), solved(mnk(".../.../...", 3), style, &three));
        add(&format!("mnk 3x2x2 {word}"), solved(mnk(".../...", 2), style, &[(B, 1, &[])]));
        add(&format!("mnk 4x3x3 {word}"), solved(mnk("..../..../....", 3), style, &[(B, 1, &[])]));
        let stones = mnk("X..O/..../....", 3);
        add(
            &format!("mnk 4x3x3 stones {word}"),
            solved(stones, style, &[(B, 1, &[]), (W, 0, &[])]),
        );
        // The naive solver's strategies look back, which credits do not allow.
        for rules in GoRules::ALL.iter().filter(|(_, rules)| !rules.has_credits()) {
            let rules = rules.0;
            let game = go(rules);
            let mut add = |name: &str, problem: Problem, claims: &[(Player, i64, &[u16])]| {
                add(&format!("go {name} {rules} {word}"), solved(problem, style, claims));
            };
            add("1x2", problem(game, "..", B, &[]), &[(B, 0, &[]), (B, 1, &[])]);
            add("1x3", problem(game, "...", B, &[]), &[(B, 3, &[]), (W, -2, &[1]), (B, 3, &[0])]);
            add("1x3 moves", problem(game, "...", B, &[0, 1]), &[(B, 0, &[]), (W, 3, &[])]);
            add("1x4", problem(game, ".XO.", B, &[]), &[(B, 1, &[]), (B, 4, &[])]);
            add("2x2", problem(game, "X./.O", B, &[]), &[(B, 1, &[]), (W, 1, &[])]);
            add("2x2 moves", problem(game, "../..", B, &[0, 3, 1]), &[(B, 1, &[])]);
            add("1x4 black", problem(game, ".X..", W, &[]), &[(B, 4, &[]), (B, 1, &[])]);
            add("1x4 empty", problem(game, "....", B, &[]), &[(B, 4, &[])]);
            add("2x2 empty", problem(game, "../..", B, &[]), &[(B, 1, &[])]);
            add("2x2 three", problem(game, "X./XO", W, &[]), &[(B, 4, &[]), (B, 1, &[])]);
            add("1x5 left", problem(game, ".X...", W, &[]), &[(B, 5, &[]), (B, 1, &[])]);
            add("1x5 middle", problem(game, "..X..", W, &[]), &[(B, 5, &[])]);
            add("2x3 near", problem(game, ".X./X..", W, &[]), &[(B, 6, &[])]);
            add("2x3 edge", problem(game, ".X./.X.", W, &[]), &[(B, 1, &[])]);
            add("3x3 near", problem(game, ".X./XX./...", W, &[]), &[(B, 9, &[])]);
            add("1x7", problem(game, ".XX....", W, &[]), &[(B, 7, &[])]);
            add("2x3 both", problem(game, ".X./.XO", W, &[]), &[(B, 1, &[])]);
        }
    }
    all
}
