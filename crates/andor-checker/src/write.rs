//! Writing certificates: the only place of the project that lays out the bytes.
//!
//! The format belongs to the checker. A solver fills in a [`Certificate`] or, if its entries do not
//! fit in memory at once, gives them one by one to a [`Writer`], or writes the blocks itself:
//! [`entry_bytes`], [`block_bytes`], [`file_start`]. Nothing is checked but that an entry fits in a
//! block.
//!
//! A block is closed as soon as the next entry would make it longer than [`BLOCK`] bytes. The
//! caller provides the compressor, because the checker itself only has a decompressor.

use crate::model::{
    Attack, BallTurn, Certificate, Entry, Game, GoRules, Ko, Lemma, Local, Mark, Pattern,
    PatternAnswer, Placed, Player, PointSet, Position, Problem, Proof, Reference, Shape, ShapeThen,
    Side, Then, Theorem, Threat, Verdict,
};
use std::fmt::Write as _;

/// The letters at the start of a certificate.
pub const MAGIC: &[u8; 8] = b"ANDORCRT";
/// The version of the format.
pub const VERSION: u16 = 6;
/// The most raw bytes in a block, and the most bytes in the header.
pub const LIMIT: usize = 1 << 20;
/// The raw bytes that a written block aims at.
pub const BLOCK: usize = 1 << 16;

/// Makes a zstd frame of some bytes.
pub type Compress<'a> = &'a dyn Fn(&[u8]) -> Vec<u8>;

/// Writes entries one after the other.
pub struct Writer<'a> {
    compress: Option<Compress<'a>>,
    game: Game,
    area: usize,
    block: Vec<u8>,
    blocks: Vec<u8>,
    counts: [u64; 4],
}

impl<'a> Writer<'a> {
    /// A writer for a game on a board; blocks are stored where compressing them does not help.
    #[must_use]
    pub fn new(game: Game, area: usize, compress: Option<Compress<'a>>) -> Writer<'a> {
        Writer { compress, game, area, block: Vec::new(), blocks: Vec::new(), counts: [0; 4] }
    }

    /// Adds an entry and tells its number.
    pub fn push(&mut self, entry: &Entry) -> u64 {
        let bytes = entry_bytes(self.game, self.area, entry);
        if self.block.len() + bytes.len() > BLOCK {
            self.close_block();
        }
        self.block.extend_from_slice(&bytes);
        let (edges, leaves) = entry.counts();
        self.counts[0] += 1;
        self.counts[1] += edges;
        self.counts[2] += leaves;
        self.counts[0] - 1
    }

    /// Ends the present block, so that the next entry begins a new one.
    pub fn close_block(&mut self) {
        if self.block.is_empty() {
            return;
        }
        let raw = std::mem::take(&mut self.block);
        self.blocks.append(&mut block_bytes(&raw, self.compress));
        self.counts[3] += 1;
    }

    /// The whole file. The problem may be filled in after the entries, as roots name entries.
    #[must_use]
    pub fn finish(mut self, problem: &Problem) -> Vec<u8> {
        self.close_block();
        let header = header_text(problem, self.counts);
        let mut bytes = file_start(&header);
        bytes.append(&mut self.blocks);
        bytes
    }
}

impl Certificate {
    /// Takes out the entries that no root leads to.
    pub fn drop_unused(&mut self) {
        let mut used = vec![false; self.entries.len()];
        let roots = self.problem.roots.iter().filter_map(|root| root.entry);
        roots.for_each(|entry| used[entry as usize] = true);
        let mut open: Vec<usize> = (0..used.len()).filter(|&number| used[number]).collect();
        while let Some(number) = open.pop() {
            self.entries[number].each_reference(|r| {
                let next = r.entry as usize;
                if !std::mem::replace(&mut used[next], true) {
                    open.push(next);
                }
            });
        }
        let mut numbers = vec![0; used.len()];
        for (new, old) in (0..used.len()).filter(|&number| used[number]).enumerate() {
            numbers[old] = new as u64;
        }
        let mut used = used.into_iter();
        self.entries.retain(|_| used.next().unwrap_or(false));
        for entry in &mut self.entries {
            entry.each_reference(|r| r.entry = numbers[r.entry as usize]);
        }
        for root in &mut self.problem.roots {
            root.entry = root.entry.map(|entry| numbers[entry as usize]);
        }
    }

    /// The bytes of the certificate, its blocks stored, or zstd frames if there is a compressor.
    #[must_use]
    pub fn encode(&self, compress: Option<Compress<'_>>) -> Vec<u8> {
        let mut writer = Writer::new(self.problem.game, self.problem.area(), compress);
        for entry in &self.entries {
            writer.push(entry);
        }
        writer.finish(&self.problem)
    }
}

/// A block of the file, from its raw bytes: stored where compressing them does not help.
#[must_use]
pub fn block_bytes(raw: &[u8], compress: Option<Compress<'_>>) -> Vec<u8> {
    let packed = compress.map(|compress| compress(raw)).filter(|p| p.len() < raw.len());
    let data = packed.as_deref().unwrap_or(raw);
    let mut bytes = vec![u8::from(packed.is_some())];
    for number in [raw.len() as u32, data.len() as u32, crc32(raw)] {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    bytes.extend_from_slice(data);
    bytes
}

/// Everything before the first block, for a header of any text.
#[must_use]
pub fn file_start(header: &str) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(header.len() as u32).to_le_bytes());
    bytes.extend_from_slice(header.as_bytes());
    bytes.extend_from_slice(&crc32(header.as_bytes()).to_le_bytes());
    bytes
}

/// The header of a problem; the counts are those of entries, edges, leaves and blocks.
#[must_use]
pub fn header_text(problem: &Problem, counts: [u64; 4]) -> String {
    let mut text = format!("game {}\n", problem.game.name());
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(text, "{key} {value}");
    };
    line("columns", &problem.columns.to_string());
    line("rows", &problem.rows.to_string());
    match problem.game {
        Game::Mnk { row } => line("row", &row.to_string()),
        Game::Go(rules) => line("rules", &rules.name()),
        Game::Gomoku(five) => line("rules", five.name()),
        Game::Killall => line("rules", "basic-ko"),
        Game::Capture(block) => {
            line("target", &block.target.to_string());
            line("escape", &block.escape.to_string());
            line("forbidden", &block.forbidden.map_or("-".to_string(), |point| point.to_string()));
        }
        Game::Hex | Game::Phutball => {}
    }
    let letter = |stone: &Option<Player>| match stone {
        None => '.',
        Some(Player::Black) => 'X',
        Some(Player::White) => 'O',
    };
    line("board", &problem.board.iter().map(letter).collect::<String>());
    line("to-move", problem.to_move.name());
    line("moves", &moves_text(&problem.moves));
    for root in &problem.roots {
        let verdict = match root.verdict {
            Verdict::Proven => "proven",
            Verdict::Disproven => "disproven",
        };
        let or_dash = |number: Option<u64>| number.map_or("-".to_string(), |n| n.to_string());
        let first = or_dash(root.first.map(u64::from));
        let entry = match root.theorem {
            Some(theorem) => theorem.word().to_string(),
            None => or_dash(root.entry),
        };
        let (attacker, moves) = (root.attacker.name(), moves_text(&root.moves));
        line("root", &format!("{attacker} {} {verdict} {moves} {first} {entry}", root.at_least));
    }
    for (key, count) in ["entries", "edges", "leaves", "blocks"].iter().zip(counts) {
        line(key, &count.to_string());
    }
    text
}

fn moves_text(moves: &[u16]) -> String {
    if moves.is_empty() {
        return "-".to_string();
    }
    moves.iter().map(u16::to_string).collect::<Vec<_>>().join(",")
}

/// The bytes of an entry.
#[must_use]
pub fn entry_bytes(game: Game, area: usize, entry: &Entry) -> Vec<u8> {
    let mut bytes = Vec::new();
    match entry {
        Entry::Pattern(pattern) => pattern_bytes(&mut bytes, area, pattern),
        Entry::Position(position) => position_bytes(&mut bytes, game, area, position),
        Entry::Lemma(lemma) => lemma_bytes(&mut bytes, lemma),
        Entry::Threat(threat) => threat_bytes(&mut bytes, area, threat),
        Entry::Local(local) => local_bytes(&mut bytes, area, local),
        Entry::Shape(shape) => shape_bytes(&mut bytes, area, shape),
    }
    bytes
}

fn pattern_bytes(bytes: &mut Vec<u8>, area: usize, pattern: &Pattern) {
    let sort = match pattern.proof {
        Proof::Answers(_) => 0,
        Proof::Chain(_) => 2,
        Proof::Capture(..) => 3,
        Proof::Fill(..) => 5,
        Proof::Drops(..) => 6,
    };
    bytes.extend([sort, player_byte(pattern.link.winner)]);
    pattern.link.ends.iter().for_each(|&end| put_varint(bytes, end.into()));
    put_set(bytes, area, &pattern.link.zone);
    put_set(bytes, area, &pattern.link.need);
    match &pattern.proof {
        Proof::Answers(answers) => put_answers(bytes, answers),
        Proof::Chain(parts) => {
            put_varint(bytes, parts.len() as u64);
            parts.iter().for_each(|&part| put_reference(bytes, part));
        }
        Proof::Capture(points, reference) => {
            put_varint(bytes, points.len() as u64);
            points.iter().for_each(|&point| put_varint(bytes, point.into()));
            put_reference(bytes, *reference);
        }
        Proof::Fill(placed, reference) => {
            put_placed(bytes, placed);
            put_reference(bytes, *reference);
        }
        Proof::Drops(answers, placed) => {
            put_answers(bytes, answers);
            put_placed(bytes, placed);
        }
    }
}

fn put_answers(bytes: &mut Vec<u8>, answers: &[PatternAnswer]) {
    put_varint(bytes, answers.len() as u64);
    for answer in answers {
        put_varint(bytes, answer.point.into());
        put_reference(bytes, answer.reference);
    }
}

fn put_placed(bytes: &mut Vec<u8>, placed: &[Placed]) {
    put_varint(bytes, placed.len() as u64);
    for placed in placed {
        put_reference(bytes, placed.lemma);
        put_varint(bytes, placed.at.into());
    }
}

fn lemma_bytes(bytes: &mut Vec<u8>, lemma: &Lemma) {
    bytes.push(4);
    put_varint(bytes, lemma.cells.len() as u64);
    lemma.cells.iter().for_each(|cell| bytes.extend(cell));
    for word in [&lemma.ring, &lemma.less, &lemma.more] {
        bytes.extend(word.iter().map(|side| match side {
            Side::Nobody => 0,
            Side::Winner => 1,
            Side::Loser => 2,
        }));
    }
}

fn position_bytes(bytes: &mut Vec<u8>, game: Game, area: usize, position: &Position) {
    bytes.push(1);
    put_varint(bytes, position.root);
    put_set(bytes, area, &position.black);
    put_set(bytes, area, &position.white);
    let has_falls = matches!(game, Game::Go(rules) if !rules.has_credits());
    if let Game::Go(rules) = game {
        let frame = &position.frame;
        bytes.push(frame.passes);
        put_ko(bytes, area, frame.ko);
        if rules.has_credits() {
            bytes.extend([frame.waits, quiet_byte(frame.quiet) | u8::from(frame.bound) << 1]);
            put_varint(bytes, frame.credit);
        } else {
            bytes.push(quiet_byte(frame.quiet));
            put_varint(bytes, frame.rank);
            for marks in [&frame.fresh, &frame.assumed] {
                put_varint(bytes, marks.len() as u64);
                marks.iter().for_each(|mark| put_mark(bytes, rules, area, mark));
            }
        }
    }
    if game == Game::Killall {
        bytes.push(position.frame.passes);
        put_ko(bytes, area, position.frame.ko);
    }
    put_varint(bytes, position.answers.len() as u64);
    for answer in &position.answers {
        put_varint(bytes, answer.reply.into());
        bytes.push(match answer.then {
            Then::Over => 0,
            Then::Leaf(_) => 1,
            Then::MoveOver(_) => 2,
            Then::MoveLeaf(..) => 3,
            Then::MoveEntry(..) => 4,
        });
        answer.then.point().into_iter().for_each(|point| put_varint(bytes, point.into()));
        if has_falls && answer.then.has_fall() {
            put_varint(bytes, answer.fall);
        }
        match answer.then {
            Then::Leaf(leaf) | Then::MoveLeaf(_, leaf) => {
                bytes.push(match leaf.theorem {
                    Theorem::Life => 1,
                    Theorem::Territory => 2,
                    Theorem::Room => 3,
                });
                put_set(bytes, area, &leaf.stones);
            }
            Then::MoveEntry(_, reference) => put_reference(bytes, reference),
            Then::Over | Then::MoveOver(_) => {}
        }
    }
}

fn local_bytes(bytes: &mut Vec<u8>, area: usize, local: &Local) {
    let back = u8::from(local.back);
    bytes.extend([8, player_byte(local.winner), local.right.number(), back]);
    [local.zone, local.black, local.white].iter().for_each(|set| put_set(bytes, area, set));
    put_ko(bytes, area, local.ko);
    put_varint(bytes, local.answers.len() as u64);
    for answer in &local.answers {
        let number = |point: Option<u16>| point.map_or(area as u64, u64::from);
        put_varint(bytes, number(answer.reply));
        bytes.push(u8::from(answer.entry.is_some()));
        put_varint(bytes, number(answer.point));
        answer.entry.into_iter().for_each(|reference| put_reference(bytes, reference));
    }
}

fn threat_bytes(bytes: &mut Vec<u8>, area: usize, threat: &Threat) {
    bytes.extend([7, player_byte(threat.winner)]);
    put_set(bytes, area, &threat.black);
    put_set(bytes, area, &threat.white);
    threat.cover.iter().for_each(|set| put_set(bytes, area, set));
    put_varint(bytes, threat.answers.len() as u64);
    for answer in &threat.answers {
        put_varint(bytes, answer.reply.map_or(area as u64, u64::from));
        let kind = u8::from(matches!(answer.attack, Attack::Move(..)));
        bytes.push(u8::from(answer.open) | kind << 1);
        match &answer.attack {
            Attack::Fours(moves) => {
                put_varint(bytes, moves.len() as u64);
                moves.iter().for_each(|&point| put_varint(bytes, point.into()));
            }
            Attack::Move(point, reference) => {
                put_varint(bytes, (*point).into());
                put_reference(bytes, *reference);
            }
        }
    }
}

fn shape_bytes(bytes: &mut Vec<u8>, area: usize, shape: &Shape) {
    bytes.extend([9, player_byte(shape.winner)]);
    put_varint(bytes, shape.ball.into());
    put_set(bytes, area, &shape.zone);
    put_set(bytes, area, &shape.men);
    put_varint(bytes, shape.answers.len() as u64);
    for answer in &shape.answers {
        put_varint(bytes, answer.reply.into());
        let (kind, turn) = match &answer.then {
            ShapeThen::Over => (0, None),
            ShapeThen::TurnOver(turn) => (1, Some(turn)),
            ShapeThen::TurnEntry(turn, _) => (2, Some(turn)),
        };
        bytes.push(kind);
        match turn {
            None => {}
            Some(BallTurn::Man(point)) => {
                bytes.push(0);
                put_varint(bytes, (*point).into());
            }
            Some(BallTurn::Jumps(directions)) => {
                put_varint(bytes, directions.len() as u64);
                bytes.extend(directions);
            }
        }
        if let ShapeThen::TurnEntry(_, reference) = &answer.then {
            put_reference(bytes, *reference);
        }
    }
}

fn quiet_byte(quiet: Option<Theorem>) -> u8 {
    match quiet {
        // No room is no matter of the past.
        None | Some(Theorem::Room) => 0,
        Some(Theorem::Life) => 1,
        Some(Theorem::Territory) => 4,
    }
}

fn put_mark(bytes: &mut Vec<u8>, rules: GoRules, area: usize, mark: &Mark) {
    put_set(bytes, area, &mark.black);
    put_set(bytes, area, &mark.white);
    if rules.ko != Ko::Positional {
        bytes.push(player_byte(mark.to_move));
    }
    if rules.ko == Ko::Basic {
        put_ko(bytes, area, mark.ko);
    }
}

fn put_ko(bytes: &mut Vec<u8>, area: usize, ko: Option<u16>) {
    put_varint(bytes, ko.map_or(area as u64, u64::from));
}

fn player_byte(player: Player) -> u8 {
    u8::from(player == Player::White)
}

fn put_set(bytes: &mut Vec<u8>, area: usize, set: &PointSet) {
    for start in (0..area).step_by(8) {
        let bit = |i: usize| u8::from(start + i < area && set.contains(start + i)) << i;
        bytes.push((0..8).map(bit).sum());
    }
}

fn put_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn put_reference(bytes: &mut Vec<u8>, reference: Reference) {
    put_varint(bytes, reference.entry);
    bytes.push(reference.symmetry);
}

/// The CRC-32 of zip and PNG.
#[must_use]
pub fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut i = 0;
        while i < 256 {
            let mut value = i as u32;
            let mut bit = 0;
            while bit < 8 {
                value = if value & 1 == 1 { value >> 1 ^ 0xEDB8_8320 } else { value >> 1 };
                bit += 1;
            }
            table[i] = value;
            i += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |crc, byte| crc >> 8 ^ TABLE[((crc ^ u32::from(*byte)) & 255) as usize])
}
