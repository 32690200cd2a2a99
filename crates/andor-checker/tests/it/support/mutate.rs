//! Mutants: a certificate changed in one way that has a name.

use super::killall::change_local;
use super::shapes::change_shape;
use andor_checker::write::{crc32, file_start, header_text};
use andor_checker::{
    Attack, Certificate, Entry, Five, Frame, Game, GoRules, Leaf, Lemma, Pattern, PatternAnswer,
    Placed, Player, PointSet, PositionAnswer, Proof, Reference, Root, Side, Then, Theorem, Threat,
    ThreatAnswer, Verdict,
};

/// A generator of numbers (splitmix64).
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % count.max(1) as u64) as usize
    }
}

/// Changes of what a certificate says.
pub const KINDS: [&str; 48] = [
    "flip a move",
    "change a reply",
    "drop an entry",
    "drop an entry, renumber",
    "drop an answer",
    "add an answer",
    "copy an answer",
    "widen a zone",
    "shrink a zone",
    "add a need point",
    "remove a need point",
    "shrink zones everywhere",
    "change a reference",
    "swap references",
    "swap entries",
    "wrong symmetry",
    "wrong winner of an entry",
    "change stones of an entry",
    "change passes or ko",
    "change an answer's kind",
    "forge a leaf",
    "change a rank",
    "swap ranks or credits",
    "change a credit",
    "lower all credits",
    "change the further passes",
    "change a fall",
    "drop a fresh or assumed mark",
    "quiet or not",
    "bound or not",
    "bind all entries",
    "shorten or lengthen the history",
    "other claim of an entry",
    "change an end",
    "other sort of proof",
    "change a lemma",
    "move a lemma",
    "wrong at-least",
    "wrong attacker",
    "wrong verdict",
    "wrong attacker and verdict",
    "wrong board",
    "wrong to-move",
    "wrong history",
    "wrong root moves",
    "wrong first or entry of a root",
    "other rules",
    "other size",
];

/// Changes of the bytes.
pub const BYTE_KINDS: [&str; 6] = [
    "flip bytes, checksum fixed",
    "flip bytes of the header, fixed",
    "flip bytes of the file",
    "forged counts",
    "cut or drop a block",
    "two changes",
];

/// Makes one change of a kind; the change may have no effect where it does not apply.
pub fn mutate(c: &mut Certificate, kind: usize, dice: &mut Dice) {
    let area = c.problem.area();
    let point = dice.below(area + 1) as u16;
    let place = dice.below(area);
    let count = c.entries.len();
    let which = dice.below(count);
    let other = dice.below(count);
    let root = dice.below(c.problem.roots.len());
    let root = &mut c.problem.roots[root];
    match KINDS[kind] {
        "drop an entry" if count > 0 => drop(c.entries.remove(which)),
        "drop an entry, renumber" if count > 0 => drop_renumbered(c, which as u64),
        "swap entries" if count > 0 => c.entries.swap(which, other),
        "swap references" if count > 0 => swap_references(c, which, other, dice),
        "shrink zones everywhere" => {
            for entry in &mut c.entries {
                if let Entry::Pattern(Pattern { link, proof }) = entry {
                    link.zone.remove(place);
                    link.need.remove(place);
                    if let Proof::Answers(answers) = proof {
                        answers.retain(|answer| usize::from(answer.point) != place);
                    }
                }
            }
        }
        "bind all entries" => {
            let bound = dice.below(2) == 1;
            for entry in &mut c.entries {
                if let Entry::Position(position) = entry {
                    position.frame.bound = bound;
                }
            }
        }
        "shorten or lengthen the history" => {
            let moves = &mut c.problem.moves;
            match dice.below(3) {
                0 => drop(moves.pop()),
                1 => moves.push(point),
                _ if !moves.is_empty() => drop(moves.remove(0)),
                _ => {}
            }
        }
        "swap ranks or credits" if count > 0 => {
            let ranks = |entry: &Entry| match entry {
                Entry::Position(p) => (p.frame.rank, p.frame.credit),
                Entry::Pattern(_)
                | Entry::Lemma(_)
                | Entry::Threat(_)
                | Entry::Local(_)
                | Entry::Shape(_) => (0, 0),
            };
            let of_both = [ranks(&c.entries[which]), ranks(&c.entries[other])];
            for (number, ranks) in [(other, of_both[0]), (which, of_both[1])] {
                if let Entry::Position(p) = &mut c.entries[number] {
                    (p.frame.rank, p.frame.credit) = ranks;
                }
            }
        }
        "lower all credits" => {
            let by = 1 + dice.below(2) as u64;
            for entry in &mut c.entries {
                if let Entry::Position(p) = entry {
                    p.frame.credit = p.frame.credit.saturating_sub(by);
                }
            }
        }
        "wrong at-least" => root.at_least += [-3, -2, -1, 1, 2, 3][dice.below(6)],
        "wrong attacker" => root.attacker = root.attacker.other(),
        "wrong verdict" => root.verdict = opposite(root.verdict),
        "wrong attacker and verdict" => {
            root.attacker = root.attacker.other();
            root.verdict = opposite(root.verdict);
            root.at_least = [1 - root.at_least, root.at_least, -root.at_least][dice.below(3)];
        }
        "wrong board" => {
            let stones = [None, Some(Player::Black), Some(Player::White)];
            c.problem.board[place] = stones[dice.below(3)];
        }
        "wrong to-move" => c.problem.to_move = c.problem.to_move.other(),
        "wrong history" => change_moves(&mut c.problem.moves, point, dice),
        "wrong root moves" => change_moves(&mut root.moves, point, dice),
        "wrong first or entry of a root" => change_root(root, point, other as u64, dice),
        "other rules" => match &mut c.problem.game {
            Game::Go(rules) => *rules = GoRules::ALL[dice.below(GoRules::ALL.len())].1,
            Game::Mnk { row } => *row = 1 + dice.below(4),
            Game::Gomoku(five) => *five = Five::ALL[dice.below(2)].1,
            Game::Hex | Game::Capture(_) | Game::Phutball | Game::Killall => {}
        },
        "other size" => {
            let problem = &mut c.problem;
            match dice.below(3) {
                0 => std::mem::swap(&mut problem.columns, &mut problem.rows),
                1 => problem.columns += 1,
                _ => problem.rows = (problem.rows - 1).max(1),
            }
            problem.board.resize(problem.area(), None);
        }
        name if count > 0 => {
            let entry = &mut c.entries[which];
            change_entry(entry, name, (point, place), (other, area), dice);
        }
        _ => {}
    }
}

fn opposite(verdict: Verdict) -> Verdict {
    if verdict == Verdict::Proven { Verdict::Disproven } else { Verdict::Proven }
}

fn change_moves(moves: &mut Vec<u16>, point: u16, dice: &mut Dice) {
    let at = dice.below(moves.len());
    match dice.below(4) {
        0 => moves.push(point),
        1 if !moves.is_empty() => drop(moves.remove(at)),
        2 if !moves.is_empty() => moves[at] = point,
        _ => moves.insert(at, point),
    }
}

fn change_root(root: &mut Root, point: u16, entry: u64, dice: &mut Dice) {
    match dice.below(4) {
        0 => root.first = root.first.xor(Some(point)),
        1 => root.first = Some(point),
        2 => root.entry = Some(entry),
        _ => root.entry = None,
    }
}

fn drop_renumbered(c: &mut Certificate, which: u64) {
    c.entries.remove(which as usize);
    let renumber = |entry: &mut u64| *entry -= u64::from(*entry >= which && *entry > 0);
    for entry in &mut c.entries {
        entry.each_reference(|reference| renumber(&mut reference.entry));
    }
    c.problem.roots.iter_mut().filter_map(|root| root.entry.as_mut()).for_each(renumber);
}

fn swap_references(c: &mut Certificate, one: usize, two: usize, dice: &mut Dice) {
    let pick = |entry: &mut Entry, skip: usize, new: Option<Reference>| {
        let mut number = 0;
        let mut found = None;
        entry.each_reference(|reference| {
            if number == skip {
                found = Some(*reference);
                *reference = new.unwrap_or(*reference);
            }
            number += 1;
        });
        found
    };
    let (first, second) = (dice.below(3), dice.below(3));
    let a = pick(&mut c.entries[one], first, None);
    let b = pick(&mut c.entries[two], second, a);
    pick(&mut c.entries[one], first, b);
}

fn change_entry(
    entry: &mut Entry,
    name: &str,
    (point, place): (u16, usize),
    (other, area): (usize, usize),
    dice: &mut Dice,
) {
    let mut chosen = dice.below(4);
    let symmetry = dice.below(12) as u8;
    match name {
        "change a reference" | "wrong symmetry" => entry.each_reference(|reference| {
            if chosen == 0 {
                match name {
                    "wrong symmetry" => reference.symmetry = symmetry,
                    _ => reference.entry = other as u64,
                }
            }
            chosen = chosen.wrapping_sub(1);
        }),
        _ => match entry {
            Entry::Pattern(p) => change_pattern(p, name, place, (other, symmetry), dice),
            Entry::Lemma(lemma) => change_lemma(lemma, name, dice),
            // The tests of the solver change these.
            Entry::Threat(threat) => {
                let reference = Reference { entry: other as u64, symmetry };
                change_threat(threat, name, (point, place), reference, dice);
            }
            Entry::Local(local) => {
                let reference = Reference { entry: other as u64, symmetry };
                change_local(local, name, (point, place), (reference, area), dice);
            }
            Entry::Shape(shape) => {
                let reference = Reference { entry: other as u64, symmetry: symmetry % 2 };
                change_shape(shape, name, (point, place), reference, dice);
            }
            Entry::Position(p) => {
                let at = dice.below(p.answers.len());
                let reference = Reference { entry: other as u64, symmetry };
                match name {
                    "drop an answer" if !p.answers.is_empty() => drop(p.answers.remove(at)),
                    "add an answer" => {
                        let then = [Then::Over, Then::MoveEntry(place as u16, reference)];
                        let then = then[dice.below(2)];
                        let answer = PositionAnswer { reply: point, then, fall: 0 };
                        p.answers.push(answer);
                        p.answers.sort_by_key(|answer| answer.reply);
                    }
                    "copy an answer" if !p.answers.is_empty() => p.answers.push(p.answers[at]),
                    "wrong winner of an entry" | "other claim of an entry" => p.root ^= 1,
                    "change a rank"
                    | "change a credit"
                    | "change the further passes"
                    | "drop a fresh or assumed mark"
                    | "bound or not"
                    | "quiet or not" => {
                        change_frame(&mut p.frame, name, dice);
                    }
                    "change stones of an entry" => {
                        p.black.remove(place);
                        p.white.remove(place);
                        match dice.below(3) {
                            0 => p.black.insert(place),
                            1 => p.white.insert(place),
                            _ => {}
                        }
                    }
                    "change passes or ko" => match dice.below(3) {
                        0 if p.frame.passes == 0 => p.frame.passes = 1,
                        0 => p.frame.passes -= 1,
                        1 => p.frame.ko = Some(place as u16),
                        _ => p.frame.ko = None,
                    },
                    _ if !p.answers.is_empty() => {
                        let stones = if dice.below(2) == 0 { p.black } else { p.white };
                        change_answer(
                            &mut p.answers[at],
                            name,
                            (point, place),
                            reference,
                            stones,
                            dice,
                        );
                    }
                    _ => {}
                }
            }
        },
    }
}

fn change_threat(
    threat: &mut Threat,
    name: &str,
    (point, place): (u16, usize),
    reference: Reference,
    dice: &mut Dice,
) {
    let (at, set) = (dice.below(threat.answers.len()), dice.below(3));
    match name {
        "widen a zone" => threat.cover[set].insert(place),
        "shrink a zone" => threat.cover[set].remove(place),
        "wrong winner of an entry" => threat.winner = threat.winner.other(),
        "change stones of an entry" => {
            threat.black.remove(place);
            threat.white.remove(place);
            match dice.below(3) {
                0 => threat.black.insert(place),
                1 => threat.white.insert(place),
                _ => {}
            }
        }
        "add an answer" => {
            let attack =
                [Attack::Fours(vec![point]), Attack::Move(point, reference)][dice.below(2)].clone();
            let reply = Some(place as u16);
            threat.answers.push(ThreatAnswer { reply, open: dice.below(2) == 0, attack });
            threat.answers.sort_by_key(|answer| answer.reply.unwrap_or(u16::MAX));
        }
        _ if threat.answers.is_empty() => {}
        "drop an answer" => drop(threat.answers.remove(at)),
        "copy an answer" => threat.answers.push(threat.answers[at].clone()),
        "change a reply" => {
            let reply = Some(place as u16);
            threat.answers[at].reply = if dice.below(4) == 0 { None } else { reply };
            threat.answers.sort_by_key(|answer| answer.reply.unwrap_or(u16::MAX));
        }
        "quiet or not" => threat.answers[at].open ^= true,
        "flip a move" => match &mut threat.answers[at].attack {
            Attack::Move(mv, _) => *mv = point,
            Attack::Fours(moves) => match dice.below(3) {
                0 => moves.push(point),
                1 => drop(moves.pop()),
                _ => {
                    let which = dice.below(moves.len());
                    moves.iter_mut().skip(which).take(1).for_each(|mv| *mv = point);
                }
            },
        },
        "change an answer's kind" => {
            threat.answers[at].attack = match &threat.answers[at].attack {
                Attack::Move(mv, _) => Attack::Fours(vec![*mv]),
                Attack::Fours(moves) => {
                    Attack::Move(moves.first().copied().unwrap_or(point), reference)
                }
            };
        }
        _ => {}
    }
}

fn change_answer(
    answer: &mut PositionAnswer,
    name: &str,
    (point, place): (u16, usize),
    reference: Reference,
    stones: PointSet,
    dice: &mut Dice,
) {
    let moved = match answer.then {
        Then::MoveOver(m) | Then::MoveLeaf(m, _) | Then::MoveEntry(m, _) => m,
        Then::Over | Then::Leaf(_) => point,
    };
    let mut life = stones;
    match dice.below(3) {
        0 => life.insert(usize::from(moved)),
        1 => life.insert(place),
        _ => {}
    }
    let theorems = [Theorem::Life, Theorem::Territory, Theorem::Room];
    let life = Leaf { theorem: theorems[dice.below(3)], stones: life };
    match name {
        "flip a move" => match &mut answer.then {
            Then::MoveOver(m) | Then::MoveLeaf(m, _) | Then::MoveEntry(m, _) => *m = point,
            Then::Over | Then::Leaf(_) => {}
        },
        "change a reply" => answer.reply = point,
        "change a fall" => answer.fall = [0, 1, answer.fall + 1, 1 << 40][dice.below(4)],
        "change an answer's kind" => {
            answer.then = match dice.below(3) {
                0 => Then::Over,
                1 => Then::MoveOver(moved),
                _ => Then::MoveEntry(moved, reference),
            }
        }
        "forge a leaf" => {
            answer.then =
                if dice.below(2) == 0 { Then::Leaf(life) } else { Then::MoveLeaf(moved, life) };
        }
        _ => {}
    }
}

/// The bytes of a certificate in one stored block.
pub fn one_block(header: &str, body: &[u8]) -> Vec<u8> {
    let mut bytes = file_start(header);
    bytes.push(0);
    bytes.extend_from_slice(&(body.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&(body.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&crc32(body).to_le_bytes());
    bytes.extend_from_slice(body);
    bytes
}

/// The body, raw, of a small certificate that has one stored block.
fn body_of(c: &Certificate) -> (Vec<u8>, [u64; 4]) {
    let bytes = c.encode(None);
    let counts = c.entries.iter().map(Entry::counts);
    let (edges, leaves) = counts.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let blocks = u64::from(!c.entries.is_empty());
    let counts = [c.entries.len() as u64, edges, leaves, blocks];
    let start = file_start(&header_text(&c.problem, counts)).len();
    (bytes.get(start + 13..).unwrap_or_default().to_vec(), counts)
}

/// Makes one change of the bytes.
pub fn mutate_bytes(c: &Certificate, kind: usize, dice: &mut Dice) -> Vec<u8> {
    let (mut body, mut counts) = body_of(c);
    let flip = |bytes: &mut [u8], dice: &mut Dice| {
        for _ in 0..=dice.below(2) {
            let at = dice.below(bytes.len());
            if let Some(byte) = bytes.get_mut(at) {
                *byte = if dice.below(2) == 0 {
                    *byte ^ 1 << dice.below(8)
                } else {
                    dice.below(256) as u8
                };
            }
        }
    };
    match BYTE_KINDS[kind] {
        "flip bytes, checksum fixed" => {
            flip(&mut body, dice);
            one_block(&header_text(&c.problem, counts), &body)
        }
        "flip bytes of the header, fixed" => {
            let mut header = header_text(&c.problem, counts).into_bytes();
            flip(&mut header, dice);
            one_block(&String::from_utf8_lossy(&header), &body)
        }
        "flip bytes of the file" => {
            let mut bytes = c.encode(None);
            flip(&mut bytes, dice);
            bytes
        }
        "forged counts" => {
            let count = &mut counts[dice.below(4)];
            *count = [*count + 1, count.saturating_sub(1), 0, i64::MAX as u64][dice.below(4)];
            one_block(&header_text(&c.problem, counts), &body)
        }
        "cut or drop a block" => {
            let cut = dice.below(body.len());
            match dice.below(3) {
                0 => {
                    body.truncate(cut);
                    one_block(&header_text(&c.problem, counts), &body)
                }
                1 => {
                    counts[3] = 0;
                    file_start(&header_text(&c.problem, counts))
                }
                _ => {
                    let mut bytes = c.encode(None);
                    bytes.truncate(bytes.len().saturating_sub(1 + cut));
                    bytes
                }
            }
        }
        _ => {
            let mut c = c.clone();
            for _ in 0..2 {
                let kind = dice.below(KINDS.len());
                mutate(&mut c, kind, dice);
            }
            c.encode(None)
        }
    }
}

fn change_frame(frame: &mut Frame, name: &str, dice: &mut Dice) {
    match name {
        "change a rank" => {
            frame.rank = match dice.below(4) {
                0 => frame.rank + 1,
                1 => frame.rank.saturating_sub(1),
                2 => 0,
                _ => frame.rank + 100,
            }
        }
        "change a credit" => {
            frame.credit = match dice.below(6) {
                0 => frame.credit + 1,
                1 => frame.credit.saturating_sub(1),
                2 => frame.credit + (1 << 32),
                3 => frame.credit.saturating_sub(1 << 32),
                4 => 0,
                _ => frame.credit ^ 3,
            }
        }
        "change the further passes" => frame.waits = (frame.waits + 1 + dice.below(2) as u8) % 3,
        "bound or not" => frame.bound = !frame.bound,
        "quiet or not" => {
            let others = [None, Some(Theorem::Life), Some(Theorem::Territory)];
            let others = others.into_iter().filter(|quiet| *quiet != frame.quiet);
            frame.quiet = others.collect::<Vec<_>>()[dice.below(2)];
        }
        _ => {
            let list = [&mut frame.fresh, &mut frame.assumed];
            let [fresh, assumed] = list;
            match dice.below(3) {
                0 if !fresh.is_empty() => drop(fresh.pop()),
                1 => std::mem::swap(fresh, assumed),
                _ => drop(assumed.pop()),
            }
        }
    }
}

fn change_pattern(
    p: &mut Pattern,
    name: &str,
    place: usize,
    (other, symmetry): (usize, u8),
    dice: &mut Dice,
) {
    let reference = Reference { entry: other as u64, symmetry: symmetry % 2 };
    let answer = PatternAnswer { point: place as u16, reference };
    match name {
        "widen a zone" => p.link.zone.insert(place),
        "shrink a zone" => p.link.zone.remove(place),
        "add a need point" => {
            p.link.need.insert(place);
            p.link.zone.insert(place);
        }
        "remove a need point" => p.link.need.remove(place),
        "wrong winner of an entry" => p.link.winner = p.link.winner.other(),
        "change an end" => {
            p.link.ends[dice.below(2)] = match dice.below(3) {
                0 => place as u16,
                _ => p.link.ends[0] ^ 1,
            }
        }
        "other sort of proof" => {
            p.proof = match (dice.below(6), p.proof.clone()) {
                (0, _) => Proof::Answers(vec![answer]),
                (1, _) => Proof::Answers(vec![]),
                (2, _) => Proof::Chain(vec![reference; 2]),
                (3, _) => Proof::Capture(vec![place as u16], reference),
                (4, Proof::Drops(_, placed)) => Proof::Fill(placed, reference),
                (5, Proof::Fill(placed, _)) => Proof::Drops(vec![], placed),
                (_, Proof::Drops(answers, _)) => Proof::Answers(answers),
                (_, _) => Proof::Drops(vec![answer], vec![]),
            }
        }
        _ => match &mut p.proof {
            Proof::Answers(answers) => {
                let at = dice.below(answers.len());
                match name {
                    "flip a move" if !answers.is_empty() => answers[at].point = place as u16,
                    "drop an answer" if !answers.is_empty() => drop(answers.remove(at)),
                    "add an answer" => answers.push(answer),
                    "copy an answer" if !answers.is_empty() => answers.push(answers[at]),
                    _ => {}
                }
            }
            Proof::Chain(parts) => match name {
                "drop an answer" => drop(parts.pop()),
                "add an answer" => parts.push(reference),
                "copy an answer" => parts.extend_from_within(..1),
                _ => {}
            },
            Proof::Capture(points, _) => match name {
                "flip a move" => points[0] = place as u16,
                "drop an answer" => drop(points.pop()),
                "add an answer" => points.push(place as u16),
                _ => {}
            },
            Proof::Fill(placed, _) => change_placed(placed, name, place, dice),
            Proof::Drops(answers, placed) => {
                if name == "drop an answer" && dice.below(2) == 0 {
                    answers.pop();
                } else {
                    change_placed(placed, name, place, dice);
                }
            }
        },
    }
}

fn change_placed(placed: &mut Vec<Placed>, name: &str, place: usize, dice: &mut Dice) {
    if placed.is_empty() {
        return;
    }
    let at = dice.below(placed.len());
    match name {
        "move a lemma" | "flip a move" => placed[at].at = place as u16,
        "drop an answer" => drop(placed.remove(at)),
        "copy an answer" => placed.push(placed[at]),
        "add an answer" => placed.push(Placed { at: place as u16, ..placed[at] }),
        "swap references" => placed.reverse(),
        _ => {}
    }
}

fn change_lemma(lemma: &mut Lemma, name: &str, dice: &mut Dice) {
    if name != "change a lemma" {
        return;
    }
    let side = [Side::Nobody, Side::Winner, Side::Loser][dice.below(3)];
    let word = match dice.below(4) {
        0 => &mut lemma.ring,
        1 => &mut lemma.less,
        2 => &mut lemma.more,
        _ => return std::mem::swap(&mut lemma.less, &mut lemma.more),
    };
    let at = dice.below(word.len());
    word[at] = side;
}
