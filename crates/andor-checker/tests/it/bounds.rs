//! The bound on the time of a check in `docs/certificate.md`: files made to be slow take no more
//! steps than the text says, and a step takes about the same time in all of them.

#![allow(clippy::print_stdout, reason = "the figures are what these tests are read for")]

use crate::support::mutate::Dice;
use crate::support::problems::{claim, go, problem};
use andor_checker::rules::Line;
use andor_checker::write::{crc32, entry_bytes, file_start, header_text};
use andor_checker::{
    Certificate, Entry, Frame, Game, Leaf, Lemma, Link, Mark, Options, Pattern, Placed, Player,
    PointSet, Position, PositionAnswer, Problem, Proof, Reference, Root, Side, Then, Theorem,
    Verdict, check,
};
use std::time::{Duration, Instant};

fn pack(raw: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(raw, ruzstd::encoding::CompressionLevel::Fastest)
}

/// The bytes of the marks of an entry.
fn frame_bytes(entry: &Entry, area: usize) -> u64 {
    match entry {
        Entry::Position(position) => {
            let marks = position.frame.fresh.len() + position.frame.assumed.len();
            (marks * (2 * area.div_ceil(8) + 4)) as u64
        }
        Entry::Pattern(_)
        | Entry::Lemma(_)
        | Entry::Threat(_)
        | Entry::Local(_)
        | Entry::Shape(_) => 0,
    }
}

/// The bound of section 6 of the text.
fn bound(certificate: &Certificate, bytes: u64, body: u64) -> u64 {
    let Certificate { problem, entries } = certificate;
    let area = problem.area() as u64;
    let answers: u64 = entries.iter().map(|entry| entry.counts().0).sum();
    let marks = entries.iter().map(|entry| frame_bytes(entry, problem.area())).max().unwrap_or(0);
    let line = |root: &Root| (problem.moves.len() + root.moves.len() + 3) as u64;
    let lines: u64 = problem.roots.iter().map(line).sum();
    (2 * area + 100) * (bytes + body) + 2 * answers * marks + lines * (8 + area) + (1 << 17)
}

/// Checks a file that is right and slow.
fn check_bound(name: &str, certificate: &Certificate) {
    let bytes = certificate.encode(Some(&pack));
    let options = Options { threads: 1, ..Options::default() };
    let mut best = Duration::MAX;
    let mut steps = 0;
    for _ in 0..2 {
        let begin = Instant::now();
        let summary = check(&bytes, &options).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        best = best.min(begin.elapsed());
        steps = summary.steps;
        let most = bound(certificate, summary.bytes, summary.body_bytes);
        assert!(steps <= most, "{name}: {steps} steps, at most {most}");
    }
    let each = best.as_nanos() as f64 / steps as f64;
    println!("{name}: {} bytes, {steps} steps, {best:?}, {each:.1} ns each", bytes.len());
    assert!(each < 3000.0, "{name}: a step takes {each} ns");
    assert!(best < Duration::from_millis(20) || each > 5.0, "{name}: a step takes {each} ns");
    // The limit ends the work: an eighth of the steps takes less than half of the time.
    let few = Options { steps: steps / 8, ..options };
    let mut least = Duration::MAX;
    for _ in 0..3 {
        let begin = Instant::now();
        let refusal = check(&bytes, &few).expect_err("too few steps");
        least = least.min(begin.elapsed());
        assert_eq!(refusal.exit_status(), 2, "{name}: {refusal}");
    }
    println!("{name}: an eighth of the steps: {least:?}");
    let most = best / 2 + Duration::from_millis(20);
    assert!(least < most, "{name}: {least:?} for an eighth of the steps, at most {most:?}");
}

fn hex_problem(columns: usize) -> Problem {
    let row = ".".repeat(columns);
    let mut problem = problem(Game::Hex, &vec![row; columns].join("/"), Player::Black, &[]);
    // A root of its own, which is true whatever the entries are: a finished game.
    problem.board =
        (0..problem.area()).map(|point| (point % columns == 0).then_some(Player::Black)).collect();
    problem.roots = vec![claim(Player::Black, 1, Verdict::Proven, &[])];
    problem
}

/// Lemmas with as many cells and unknown neighbours as there may be; all are true.
fn slow_lemmas(count: usize, seed: u64) -> Vec<Entry> {
    // Four cells with ten neighbours.
    let cells = [[1, 1], [2, 1], [1, 2], [2, 2]];
    let mut dice = Dice(seed);
    let mut lemma = || {
        let (right, down) = (dice.below(6) as u8, dice.below(6) as u8);
        let side = |number| [Side::Nobody, Side::Winner, Side::Loser][number];
        let word: Vec<Side> = (0..4).map(|_| side(dice.below(3))).collect();
        let mut ring = vec![Side::Nobody; 10];
        for _ in 0..dice.below(4) {
            ring[dice.below(10)] = side(dice.below(3));
        }
        let cells = cells.iter().map(|[c, r]| [c + right, r + down]).collect();
        Entry::Lemma(Lemma { cells, ring, less: word.clone(), more: word })
    };
    (0..count).map(|_| lemma()).collect()
}

#[test]
fn lemmas() {
    let distinct = Certificate { problem: hex_problem(3), entries: slow_lemmas(8_000, 1) };
    check_bound("distinct lemmas", &distinct);
    let entries = slow_lemmas(1, 2).into_iter().cycle().take(37_449).collect();
    check_bound("equal lemmas", &Certificate { problem: hex_problem(3), entries });
}

/// Equal lemmas are decided once: a thousand take hardly more steps than one.
#[test]
fn equal_lemmas_are_decided_once() {
    let steps = |count| {
        let entries = slow_lemmas(1, 2).into_iter().cycle().take(count).collect();
        let certificate = Certificate { problem: hex_problem(3), entries };
        check(&certificate.encode(None), &Options::default()).expect("right").steps
    };
    let (one, many) = (steps(1), steps(1000));
    assert!(many < one + 20_000, "{one} and {many} steps");
}

/// A check of many small blocks in little memory takes no longer than its steps.
#[test]
fn small_blocks() {
    let problem = hex_problem(3);
    let raw = entry_bytes(problem.game, problem.area(), &slow_lemmas(1, 2)[0]);
    let count = 150_000;
    let mut bytes = file_start(&header_text(&problem, [count, 0, 0, count]));
    for _ in 0..count {
        bytes.push(0);
        for number in [raw.len() as u32, raw.len() as u32, crc32(&raw)] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&raw);
    }
    let begin = Instant::now();
    let options = Options { memory: 4 << 20, threads: 1, ..Options::default() };
    let steps = check(&bytes, &options).expect("right").steps;
    let each = begin.elapsed().as_nanos() as f64 / steps as f64;
    println!("small blocks: {steps} steps, {:?}, {each:.1} ns each", begin.elapsed());
    assert!(each < 3000.0, "a step takes {each} ns");
}

#[test]
fn entries_of_hex() {
    let problem = hex_problem(19);
    let area = problem.area();
    let edges = [area as u16, area as u16 + 1];
    let zone: PointSet = (0..area).collect();
    let link = |need: PointSet| Link { winner: Player::Black, ends: edges, zone, need };
    let pattern = |need, proof| Entry::Pattern(Pattern { link: link(need), proof });
    // Everything but two points is the winner's, so that paths are long.
    let captured = [181, 182];
    let rest: PointSet = (0..area).filter(|point| !captured.contains(point)).collect();
    let to = |entry| Reference { entry, symmetry: 1 };
    let full = pattern(zone, Proof::Answers(vec![]));
    let mut entries = vec![full.clone(); 2000];
    let capture = pattern(rest, Proof::Capture(captured.map(|point| point as u16).to_vec(), to(0)));
    entries.extend(vec![capture; 1000]);
    let mut lemma = vec![Entry::Lemma(Lemma {
        cells: vec![[1, 1]],
        ring: vec![Side::Nobody; 6],
        less: vec![Side::Loser],
        more: vec![Side::Nobody],
    })];
    let placed =
        (0..area as u16).map(|at| Placed { lemma: Reference { entry: 0, symmetry: 7 }, at });
    let placed: Vec<Placed> = placed.filter(|placed| !placed.at.is_multiple_of(19)).collect();
    // The first column joins the edges, and all other points are given away.
    let column: PointSet = (0..area).step_by(19).collect();
    let narrow = Link { zone: column, ..link(column) };
    lemma.push(Entry::Pattern(Pattern { link: narrow, proof: Proof::Answers(vec![]) }));
    let reference = Reference { entry: 1, symmetry: 0 };
    lemma.extend(vec![pattern(column, Proof::Fill(placed, reference)); 200]);
    check_bound("captures", &Certificate { problem: problem.clone(), entries });
    check_bound("fills", &Certificate { problem, entries: lemma });
}

#[test]
fn positions_of_mnk() {
    // Black has two open rows of four, so that every reply is answered at once.
    let mut board = vec![None; 361];
    for point in [100, 101, 102, 103, 200, 201, 202, 203] {
        board[point] = Some(Player::Black);
    }
    for point in (0..361).filter(|point| (point % 19 + 2 * (point / 19)) % 3 == 0) {
        let player = if point / 38 % 2 == 0 { Player::Black } else { Player::White };
        if ![4, 5, 6, 9, 10, 11].contains(&(point / 19)) {
            board[point] = Some(player);
        }
    }
    let mut problem = problem(Game::Mnk { row: 5 }, ".", Player::White, &[]);
    (problem.columns, problem.rows, problem.board) = (19, 19, board.clone());
    let root = Root { entry: Some(0), ..claim(Player::Black, 1, Verdict::Proven, &[]) };
    problem.roots = vec![root];
    let stones = |player| -> PointSet { (0..361).filter(|&p| board[p] == Some(player)).collect() };
    let reply = |reply: u16| {
        let point = if [99, 104].contains(&reply) { 204 } else { 104 };
        PositionAnswer { reply, then: Then::MoveOver(point), fall: 0 }
    };
    let empty = (0..361).filter(|&point| board[usize::from(point)].is_none());
    let entry = Entry::Position(Position {
        root: 0,
        black: stones(Player::Black),
        white: stones(Player::White),
        frame: Frame::default(),
        answers: empty.map(reply).collect(),
    });
    check_bound("mnk", &Certificate { problem, entries: vec![entry; 40] });
}

/// Go with a claim that is always true, so that any position is settled by a leaf without stones.
fn go_entry(size: usize, board: &[Option<Player>]) -> Entry {
    let stones = |player| -> PointSet {
        (0..board.len()).filter(|&point| board[point] == Some(player)).collect()
    };
    let leaf = |reply| PositionAnswer {
        reply,
        then: Then::Leaf(Leaf { theorem: Theorem::Life, stones: PointSet::EMPTY }),
        fall: 0,
    };
    let empty = (0..board.len()).filter(|&point| board[point].is_none());
    let replies = empty.chain([size * size]).map(|point| leaf(point as u16));
    Entry::Position(Position {
        root: 0,
        black: stones(Player::Black),
        white: stones(Player::White),
        frame: Frame { quiet: Some(Theorem::Life), ..Frame::default() },
        answers: replies.collect(),
    })
}

fn go_problem(rules: &str, size: usize) -> Problem {
    let row = ".".repeat(size);
    let mut problem = problem(go(rules), &vec![row; size].join("/"), Player::White, &[]);
    let least = -(problem.area() as i64);
    problem.roots = vec![Root {
        theorem: Some(Theorem::Life),
        ..claim(Player::Black, least, Verdict::Proven, &[])
    }];
    problem
}

#[test]
fn positions_of_go() {
    let stone = |row: usize, column: usize| {
        let player = if row % 4 < 2 { Player::Black } else { Player::White };
        (row.is_multiple_of(2) || column.is_multiple_of(7)).then_some(player)
    };
    let rows: Vec<_> = (0..361).map(|point| stone(point / 19, point % 19)).collect();
    // No reply is legal, and none needs an answer.
    let eyes: Vec<_> =
        (0..361).map(|point| (point % 2 == 0 || point == 1).then_some(Player::Black)).collect();
    for rules in ["psk", "basic-ko", "chinese"] {
        let entries = vec![go_entry(19, &rows); 20];
        let name = format!("go 19x19 {rules}");
        check_bound(&name, &Certificate { problem: go_problem(rules, 19), entries });
        let mut quiet = go_entry(19, &eyes);
        if let Entry::Position(position) = &mut quiet {
            position.answers.drain(..position.answers.len() - 1);
        }
        let name = format!("go 19x19 {rules}, no legal replies");
        let entries = vec![quiet; 100];
        check_bound(&name, &Certificate { problem: go_problem(rules, 19), entries });
        let entries = vec![go_entry(2, &[None; 4]); 10_000];
        let name = format!("go 2x2 {rules}");
        check_bound(&name, &Certificate { problem: go_problem(rules, 2), entries });
    }
}

/// Many entries refer to one that has very many marks.
#[test]
fn marks() {
    let set = |points: &[usize]| points.iter().copied().collect::<PointSet>();
    let entry = |black: &[usize], white: &[usize], frame, answers: &[(u16, Then, u64)]| {
        let answer = |&(reply, then, fall): &(u16, Then, u64)| PositionAnswer { reply, then, fall };
        Entry::Position(Position {
            root: 0,
            black: set(black),
            white: set(white),
            frame,
            answers: answers.iter().map(answer).collect(),
        })
    };
    let to = |entry, symmetry| Reference { entry, symmetry };
    let (black, white) = (set(&[0, 1]), PointSet::EMPTY);
    let mark = Mark { black, white, to_move: Player::Black, ko: None, waits: 0 };
    let frame =
        |rank, passes, fresh| Frame { rank, passes, fresh: vec![mark; fresh], ..Frame::default() };
    let mut entries = vec![
        entry(&[], &[0], frame(0, 1, 0), &[(2, Then::Over, 0)]),
        entry(
            &[1],
            &[],
            frame(0, 0, 200_000),
            &[(0, Then::MoveEntry(2, to(0, 0)), 0), (2, Then::MoveOver(2), 0)],
        ),
    ];
    let many = entry(
        &[],
        &[],
        frame(1, 0, 0),
        &[
            (0, Then::MoveEntry(1, to(1, 0)), 1),
            (1, Then::MoveEntry(0, to(1, 1)), 1),
            (2, Then::MoveOver(2), 0),
        ],
    );
    entries.extend(vec![many; 5]);
    let mut problem = problem(go("nssk"), "..", Player::White, &[]);
    problem.roots = vec![Root { entry: Some(2), ..claim(Player::Black, -2, Verdict::Proven, &[]) }];
    check_bound("marks", &Certificate { problem, entries });
}

/// A long game, as the checker's own rules allow it, White to move in the end.
fn long_game(side: usize, moves: usize) -> Problem {
    let mut problem = go_problem("ssk-suicide", side);
    let mut line = Line::base(&problem).expect("an empty board");
    let (mut dice, area) = (Dice(5), side * side);
    while problem.moves.len() < moves
        || line.now().passes > 0
        || line.now().to_move == Player::Black
    {
        let start = dice.below(area);
        let mut points = (0..area).map(|i| (start + i) % area).chain([area]);
        let point = points.find(|&point| line.play(point).is_ok()).expect("a legal move");
        assert!(line.now().outcome.is_none(), "the game ends after {} moves", problem.moves.len());
        problem.moves.push(point as u16);
    }
    // Both pass, and the margin is large enough in any case.
    let pass = area as u16;
    let root = Root { theorem: None, first: Some(pass), ..problem.roots[0].clone() };
    problem.roots = vec![Root { moves: vec![pass], ..root }];
    problem
}

#[test]
fn long_headers() {
    let mut problem = long_game(13, 40_000);
    check_bound("header moves", &Certificate { problem: problem.clone(), entries: vec![] });
    problem.roots = vec![problem.roots[0].clone(); 5_000];
    check_bound("roots", &Certificate { problem: problem.clone(), entries: vec![] });
}
