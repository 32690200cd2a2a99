//! Certificates of Killall-Go against brute force: every position of tiny boards, random positions
//! of larger boards, and what changed entries say.

use crate::support::cases;
use crate::support::killall::World;
use andor_certify::{Certificates, Certifier, Recorder, Searcher, Solution};
use andor_checker::{
    Certificate, Entry, Local, LocalAnswer, Options, Player as Checked, PointSet, Reference, Right,
    Root, Then, check,
};
use andor_core::{Claim, Game, Notation, Player, Verdict};
use andor_games::go::Move;
use andor_games::killall::{Killall, KoRule, Position, Set};
use andor_games::points::Point;
use andor_guess::KillallOrder;
use andor_knowledge::killall::NoRoom;
use andor_search::dfpn::{self, Dfpn};
use andor_search::memory::LocalTranspositions;
use andor_search::{Answer, Budget, KnownVerdict, Line, Observer, Progress, Search};
use rustc_hash::FxHashMap;
use std::process::Command;

fn search() -> Dfpn<Killall> {
    let memory = LocalTranspositions::<Killall>::default();
    let common = dfpn::Common::new(1, 1 << 26);
    Dfpn::new(NoRoom, KillallOrder, memory, common, dfpn::Options::default())
}

/// A search that knows all positions of a board. White's moves come nearer to the end; Black's are
/// any that White cannot win after.
struct Omniscient<'w> {
    world: &'w World,
    numbers: FxHashMap<u128, usize>,
    /// How many positions are won in fewer or as many moves, about.
    ranks: Vec<usize>,
}

impl Omniscient<'_> {
    fn new(world: &World) -> Omniscient<'_> {
        let keys = world.positions.iter().map(|pos| world.game.key(pos).0);
        let numbers = keys.enumerate().map(|(id, key)| (key, id)).collect();
        let mut ranks = vec![usize::MAX; world.positions.len()];
        world.won.iter().enumerate().for_each(|(rank, &id)| ranks[id as usize] = rank);
        Omniscient { world, numbers, ranks }
    }
}

impl Search<Killall> for Omniscient<'_> {
    fn solve(
        &mut self,
        line: &mut Line<'_, Killall>,
        claim: Claim,
        _: &mut Budget,
        _: &mut dyn Observer<Killall>,
    ) -> Answer<Move> {
        let KnownVerdict { verdict, best, .. } = self.known(line, claim).expect("all are known");
        Answer::Solved { verdict, best }
    }

    fn known(&mut self, line: &mut Line<'_, Killall>, claim: Claim) -> Option<KnownVerdict<Move>> {
        let id = self.numbers[&self.world.game.key(line.position()).0];
        let winner = if self.world.wins[id] { Player::White } else { Player::Black };
        let rank = |(_, child): &&(Move, u32)| self.ranks[*child as usize];
        let children = self.world.children[id].iter();
        let best = match (winner == line.to_move(), winner) {
            (false, _) => None,
            (true, Player::White) => children.min_by_key(rank),
            (true, Player::Black) => children.max_by_key(rank),
        };
        let verdict = Verdict::for_winner(claim, winner);
        Some(KnownVerdict { verdict, best: best.map(|(mv, _)| *mv), work: 1 })
    }

    fn progress(&self) -> Progress {
        Progress::default()
    }
}

/// The winner, and the certificate of this; nothing if the budget does not do.
fn certified(
    search: &mut dyn Search<Killall>,
    game: &Killall,
    (start, played): (&Position, &[Move]),
    claim: Claim,
    mut budget: Budget,
) -> Option<(Player, Certificate)> {
    let pos = played.iter().fold(start.clone(), |pos, &mv| game.after(&pos, mv));
    let mut line = Line::new(game, pos.clone());
    let Answer::Solved { verdict, best } = search.solve(&mut line, claim, &mut budget, &mut ())
    else {
        return None;
    };
    let problem = Certificates.problem(game, start, played).expect("a problem");
    let mut recorder = Recorder::new(problem, &["room", "zones"]);
    let mut hear = |_: &_| {};
    let mut budget = Budget::unlimited();
    let mut searcher = Searcher::new(search, &mut budget, &mut hear);
    let solution = Solution { claim, verdict, best };
    let written = Certificates.write(&mut recorder, &mut searcher, &mut line, &solution, &[]);
    written.unwrap_or_else(|reason| panic!("{reason}\n{}", game.draw(&pos)));
    Some((
        verdict.winner(claim),
        recorder.finish(&mut Budget::unlimited()).expect("memory").certificate().expect("memory"),
    ))
}

fn claim(rng: &mut fastrand::Rng) -> Claim {
    Claim::win(if rng.bool() { Player::Black } else { Player::White })
}

fn accept(game: &Killall, pos: &Position, certificate: &Certificate) {
    let bytes = certificate.encode(None);
    if let Err(refusal) = check(&bytes, &Options { threads: 1, ..Options::default() }) {
        panic!("{refusal}\n{}{certificate:?}", game.draw(pos));
    }
}

/// The second checker accepts these, too.
fn accept_by_python(name: &str, certificates: &[Certificate]) {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    let paths = certificates.iter().enumerate().map(|(number, certificate)| {
        let path = folder.join(format!("{number}.cert"));
        std::fs::write(&path, certificate.encode(None)).expect("a file");
        path
    });
    let paths: Vec<_> = paths.collect();
    let tool = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/check_certificate.py");
    let output = Command::new("python3").arg(tool).args(&paths).output();
    let output = output.unwrap_or_else(|error| {
        panic!("this test runs tools/check_certificate.py and needs `python3` in the path: {error}")
    });
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Certifies every so many-th position of a board, with a search that knows all and, rarely, with a
/// real one. Positions after a pass or a ko stone come with the move before.
fn check_board(size: &str, every: usize) -> [usize; 2] {
    let world = World::of(size);
    let game = &world.game;
    let mut rng = fastrand::Rng::with_seed(11);
    let (mut kept, mut omniscient) = (search(), Omniscient::new(world));
    let (mut winners, mut some) = ([0; 2], Vec::new());
    for (id, pos) in world.positions.iter().enumerate() {
        if game.outcome(pos).is_some() || rng.usize(..every) > 0 {
            continue;
        }
        let is_plain = |pos: &Position| pos.board().passes() == 0 && pos.board().ko().is_none();
        let start = match is_plain(pos) {
            true => Some((pos, Vec::new())),
            false => {
                let parents = world.parents[id].iter().map(|&parent| parent as usize);
                let found = parents.into_iter().find(|&p| is_plain(&world.positions[p]));
                let mv = |parent: usize| {
                    let leads = |(_, child): &&(Move, u32)| *child as usize == id;
                    world.children[parent].iter().find(leads).expect("a move").0
                };
                found.map(|parent| (&world.positions[parent], vec![mv(parent)]))
            }
        };
        let Some((start, played)) = start else { continue };
        let search: &mut dyn Search<Killall> =
            if rng.u8(..100) == 0 { &mut kept } else { &mut omniscient };
        let (claim, budget) = (claim(&mut rng), Budget::unlimited());
        let (winner, certificate) =
            certified(search, game, (start, &played), claim, budget).expect("no limit");
        assert_eq!(winner == Player::White, world.wins[id], "{}", game.draw(pos));
        accept(game, pos, &certificate);
        winners[winner.index()] += 1;
        if rng.usize(..20) == 0 && some.len() < 40 && certificate.entries.len() < 50 {
            some.push(certificate);
        }
    }
    accept_by_python(&format!("killall-{size}"), &some);
    winners
}

#[test]
fn every_position_of_tiny_boards_is_certified() {
    let (some, few) = (cases(16, 8), cases(100, 50));
    for (size, every) in [("1x5", 1), ("2x2", 1), ("2x3", 1), ("2x4", some), ("3x3", few)] {
        let winners = check_board(size, every);
        assert!(winners.iter().all(|&count| count > 10) || size == "2x2", "{size}: {winners:?}");
    }
}

/// Positions with many stones, as a search within a limit solves them.
#[test]
fn random_positions_of_larger_boards_are_certified() {
    let mut rng = fastrand::Rng::with_seed(12);
    let (mut winners, mut some) = ([0; 2], Vec::new());
    for size in ["3x4", "4x4", "5x4", "5x5"] {
        let game = Killall::new(size.parse().expect("a size"), KoRule::Basic);
        for _ in 0..25 {
            let stones: Set = game.board().all().iter().filter(|_| rng.u8(..5) > 1).collect();
            let white: Set = stones.iter().filter(|_| rng.u8(..5) > 2).collect();
            let to_move = if rng.bool() { Player::Black } else { Player::White };
            let Ok(pos) = game.set_up(stones - white, white, to_move) else { continue };
            if game.outcome(&pos).is_some() {
                continue;
            }
            let (claim, budget) = (claim(&mut rng), Budget::unlimited().nodes(3_000));
            let Some((winner, certificate)) =
                certified(&mut search(), &game, (&pos, &[]), claim, budget)
            else {
                continue;
            };
            accept(&game, &pos, &certificate);
            winners[winner.index()] += 1;
            if certificate.entries.len() < 100 {
                some.push(certificate);
            }
        }
    }
    accept_by_python("killall-random", &some);
    assert!(winners.iter().all(|&count| count > 10), "{winners:?}");
}

/// Changes one thing in an entry.
fn mutate(entry: &mut Entry, area: usize, many: u64, rng: &mut fastrand::Rng) {
    let point = rng.usize(..area);
    let toggle = |set: &mut PointSet| match set.contains(point) {
        true => set.remove(point),
        false => set.insert(point),
    };
    let on_board =
        |rng: &mut fastrand::Rng| Some(rng.u16(..area as u16)).filter(|_| rng.u8(..8) > 0);
    let reference = Reference { entry: rng.u64(..many), symmetry: rng.u8(..4) };
    match entry {
        Entry::Local(local) => {
            let at = rng.usize(..local.answers.len().max(1));
            match rng.u8(..10) {
                0..=2 => {
                    toggle(&mut local.zone);
                    local.black.remove(point);
                    local.white.remove(point);
                    if local.zone.contains(point) && rng.bool() {
                        let set = if rng.bool() { &mut local.black } else { &mut local.white };
                        set.insert(point);
                    }
                }
                3 => {
                    local.black.remove(point);
                    local.white.remove(point);
                }
                4 => local.ko = on_board(rng),
                _ if local.answers.is_empty() => {}
                5 => drop(local.answers.remove(at)),
                6 => local.answers[at].point = on_board(rng),
                7 => local.answers[at].entry = None,
                8 => local.answers[at].entry = Some(reference),
                _ => {
                    local.answers[at].reply = on_board(rng);
                    local.answers.sort_by_key(|answer| answer.reply.unwrap_or(u16::MAX));
                }
            }
        }
        Entry::Position(position) => {
            let at = rng.usize(..position.answers.len().max(1));
            match rng.u8(..6) {
                0 => toggle(&mut position.black),
                1 => toggle(&mut position.white),
                2 => position.frame.ko = on_board(rng),
                3 => position.frame.passes ^= 1,
                _ if position.answers.is_empty() => {}
                4 => drop(position.answers.remove(at)),
                _ => {
                    let moves = [
                        Then::Over,
                        Then::MoveOver(area as u16),
                        Then::MoveEntry(rng.u16(..=area as u16), reference),
                    ];
                    position.answers[at].then = moves[rng.usize(..3)];
                }
            }
        }
        _ => unreachable!("no entry of Killall-Go"),
    }
}

/// A position for which a local entry holds and which White does not win, if there is one; and how
/// many positions it holds for.
fn lie(world: &World, local: &Local) -> (Option<usize>, usize) {
    let set = |set: &PointSet| -> Set { set.iter().map(|point| Point(point as u16)).collect() };
    let (zone, stones) = (set(&local.zone), [set(&local.black), set(&local.white)]);
    let (mut lie, mut count) = (None, 0);
    for (id, pos) in world.positions.iter().enumerate() {
        let board = pos.board();
        let holds = board.to_move() == Player::Black
            && board.both().map(|set| set & zone) == stones
            && local.ko.is_none_or(|ko| board.ko() == Some(Point(ko)))
            && (!stones[1].is_empty() || board.passes() == 0);
        if holds && world.game.outcome(pos).is_none() {
            count += 1;
            if !world.wins[id] {
                lie = Some(id);
            }
        }
    }
    (lie, count)
}

/// Changed entries that the checker accepts are true: local entries for all positions for which
/// they hold.
#[test]
fn accepted_entries_say_the_truth() {
    let mut rng = fastrand::Rng::with_seed(13);
    for (size, least) in [("2x4", 25), ("3x3", 25)] {
        let world = World::of(size);
        let (game, area) = (&world.game, world.game.size().area());
        let mut kept = search();
        let (mut accepted, mut used) = (0, 0);
        for _ in 0..60 {
            let pos = &world.positions[rng.usize(..world.positions.len())];
            if pos.board().ko().is_some() || pos.board().passes() > 0 || game.outcome(pos).is_some()
            {
                continue;
            }
            let (claim, budget) = (claim(&mut rng), Budget::unlimited());
            let solved = certified(&mut kept, game, (pos, &[]), claim, budget);
            let (_, certificate) = solved.expect("no limit");
            let many = certificate.entries.len();
            for entry in &certificate.entries {
                if let Entry::Local(local) = entry {
                    let (lie, count) = lie(world, local);
                    assert!(lie.is_none() && count > 0, "{local:?} {lie:?}");
                }
            }
            for _ in 0..(if many == 0 { 0 } else { cases(200, 400) }) {
                let mut changed = certificate.clone();
                let mut entry = changed.entries[rng.usize(..many)].clone();
                (0..rng.u8(1..3)).for_each(|_| mutate(&mut entry, area, many as u64, &mut rng));
                changed.entries.push(entry.clone());
                let bytes = changed.encode(None);
                if check(&bytes, &Options { threads: 1, ..Options::default() }).is_err() {
                    continue;
                }
                match &entry {
                    Entry::Local(local) => {
                        let (lie, count) = lie(world, local);
                        accepted += 1;
                        used += count;
                        let drawn = lie.map(|id| game.draw(&world.positions[id]));
                        assert_eq!(drawn, None, "{local:?}");
                    }
                    Entry::Position(position) => {
                        let is_same = |pos: &&Position| {
                            let picture = andor_certify::Certified::picture(game, pos);
                            game.to_move(pos) == Player::White
                                && picture.stones == [position.black, position.white]
                                && picture.ko == position.frame.ko
                                && picture.passes == position.frame.passes
                        };
                        let found = world.positions.iter().position(|pos| is_same(&pos));
                        assert!(found.is_none_or(|id| !world.wins[id]), "{position:?}");
                    }
                    _ => unreachable!("no entry of Killall-Go"),
                }
            }
        }
        assert!(
            accepted > least && used > accepted,
            "{size}: {accepted} local entries, {used} uses"
        );
    }
}

/// The entry that docs/killall.md draws is right.
#[test]
fn the_drawn_entry_is_right() {
    let document = include_str!("../../../../docs/killall.md");
    let rows = document.lines().skip_while(|line| !line.starts_with(" 9 ? ")).take(4);
    let row = |line: &str| line.split_whitespace().skip(1).take(9).collect::<String>();
    let drawn = rows.map(row).collect::<String>() + &"?".repeat(45);
    let points = |letters: &str| -> PointSet {
        let letters = |(_, letter): &(usize, char)| letters.contains(*letter);
        drawn.chars().enumerate().filter(letters).map(|(point, _)| point).collect()
    };
    let point = |name: &str| {
        let column = "ABCDEFGHJ".find(&name[..1]).expect("a column") as u16;
        column + 9 * (9 - name[1..].parse::<u16>().expect("a row"))
    };
    let answer = |reply: &str, mv: &str| LocalAnswer {
        reply: (reply != "elsewhere").then(|| point(reply)),
        point: Some(point(mv)),
        entry: None,
    };
    let mut answers = Vec::new();
    for (reply, mv) in [("J9", "H8"), ("H8", "J8"), ("J8", "H8"), ("elsewhere", "H8")] {
        answers.push(answer(reply, mv));
    }
    let (zone, black, white) = (points(".XO"), points("X"), points("O"));
    let entry = |answers| {
        let (winner, right) = (Checked::White, Right::Nobody);
        Entry::Local(Local { winner, right, back: false, zone, black, white, ko: None, answers })
    };
    let game = Killall::new("9x9".parse().expect("a size"), KoRule::Basic);
    let stones = white.iter().map(|point| Point(point as u16)).collect();
    let pos = game.set_up(Set::EMPTY, stones, Player::Black).expect("a position");
    let mut problem = Certificates.problem(&game, &pos, &[]).expect("a problem");
    problem.roots.push(Root {
        attacker: Checked::White,
        at_least: 1,
        verdict: andor_checker::Verdict::Proven,
        moves: Vec::new(),
        first: None,
        entry: Some(0),
        theorem: None,
    });
    let certificate =
        Certificate { problem: problem.clone(), entries: vec![entry(answers.clone())] };
    accept(&game, &pos, &certificate);
    for missing in 0..answers.len() {
        let mut left = answers.clone();
        left.remove(missing);
        let entries = vec![entry(left)];
        let certificate = Certificate { problem: problem.clone(), entries };
        // What has the answer of elsewhere need not be listed.
        let is_refused = check(&certificate.encode(None), &Options::default()).is_err();
        assert_eq!(is_refused, answers[missing].reply.is_none_or(|reply| reply == point("H8")));
    }
}

/// A root that says the opposite is refused.
#[test]
fn false_roots_are_refused() {
    let game = Killall::new("3x3".parse().expect("a size"), KoRule::Basic);
    let start = game.start();
    let claim = Claim::win(Player::White);
    let solved = certified(&mut search(), &game, (&start, &[]), claim, Budget::unlimited());
    let (winner, certificate) = solved.expect("no limit");
    assert_eq!(winner, Player::White);
    accept(&game, &start, &certificate);
    let refused = |change: &dyn Fn(&mut Certificate)| {
        let mut changed = certificate.clone();
        change(&mut changed);
        check(&changed.encode(None), &Options::default()).is_err()
    };
    assert!(refused(&|c| c.problem.roots[0].attacker = Checked::Black));
    assert!(refused(&|c| c.problem.roots[0].at_least = 2));
    assert!(refused(&|c| c.problem.roots[0].first = Some(0)));
    assert!(refused(&|c| c.problem.to_move = Checked::Black));
    assert!(refused(&|c| c.problem.board[4] = Some(Checked::Black)));
}
