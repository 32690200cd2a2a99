//! The content of a certificate, as plain data.
//!
//! These types mirror `docs/certificate.md` one to one and do not check anything: a [`Certificate`] can
//! hold nonsense, and [`crate::check`] finds it. A solver fills in these types and [`Certificate::encode`]
//! writes them; [`Certificate::decode`] reads them.
//!
//! Points are numbers, row by row from the top left; the number of points stands for a pass.

use crate::ball::Shape;
use crate::block::{Block, Local};
use crate::five::{Five, Threat};
use crate::leaf::{Leaf, Theorem};
pub use crate::points::PointSet;

/// The largest number of columns or rows; in Gomoku it is one more.
pub const MAX_SIDE: usize = 19;

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Black, `X` in boards.
    Black,
    /// White, `O` in boards.
    White,
}

impl Player {
    /// Both players, Black first.
    pub const BOTH: [Player; 2] = [Player::Black, Player::White];

    /// The other player.
    #[must_use]
    pub fn other(self) -> Player {
        match self {
            Player::Black => Player::White,
            Player::White => Player::Black,
        }
    }

    /// `black` or `white`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Player::Black => "black",
            Player::White => "white",
        }
    }
}

/// The ko rule of Go, which makes games end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ko {
    /// Positional superko: no earlier board again.
    Positional,
    /// Situational superko: no earlier board again with the same player to move.
    Situational,
    /// Natural situational superko: no board again that the same player has created before.
    Natural,
    /// Basic ko: no retaking of a single stone at once; longer cycles end the game.
    Basic,
}

/// The result of a long cycle under basic ko, unless the player who captured more in it has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cycle {
    /// The game has no result.
    NoResult,
    /// The margin is 0.
    Tie,
    /// This player has won the whole board.
    Won(Player),
}

/// The state of blocks with a single liberty at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Atari {
    /// The blocks count like all others.
    Alive,
    /// The blocks are taken off.
    Dead,
    /// The blocks are taken off if only one player has such blocks.
    DeadUnlessBoth,
}

/// A rule set of Go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GoRules {
    /// The ko rule.
    pub ko: Ko,
    /// Whether a player may take off stones of their own.
    pub suicide: bool,
    /// The result of a long cycle.
    pub cycle: Cycle,
    /// Has the player who captured more in a long cycle won the whole board?
    pub captures: bool,
    /// Whether it takes more passes to end the game after a ko stone was taken.
    pub waits: bool,
    /// The state of blocks with a single liberty at the end.
    pub atari: Atari,
}

impl GoRules {
    const PSK: GoRules = GoRules {
        ko: Ko::Positional,
        suicide: false,
        cycle: Cycle::NoResult,
        captures: false,
        waits: false,
        atari: Atari::Alive,
    };
    const SSK: GoRules = GoRules { ko: Ko::Situational, ..GoRules::PSK };
    const NSSK: GoRules = GoRules { ko: Ko::Natural, ..GoRules::PSK };
    pub(crate) const BASIC_KO: GoRules = GoRules { ko: Ko::Basic, ..GoRules::PSK };
    const CHINESE: GoRules = GoRules { captures: true, ..GoRules::BASIC_KO };
    const MIGOS: GoRules = GoRules {
        cycle: Cycle::Tie,
        waits: true,
        atari: Atari::DeadUnlessBoth,
        ..GoRules::CHINESE
    };

    /// Every rule set with its name in the header.
    pub const ALL: [(&'static str, GoRules); 10] = [
        ("psk", GoRules::PSK),
        ("ssk", GoRules::SSK),
        ("nssk", GoRules::NSSK),
        ("basic-ko", GoRules::BASIC_KO),
        ("chinese", GoRules::CHINESE),
        ("migos", GoRules::MIGOS),
        ("tromp-taylor", GoRules { suicide: true, ..GoRules::PSK }),
        ("ssk-suicide", GoRules { suicide: true, ..GoRules::SSK }),
        ("nssk-suicide", GoRules { suicide: true, ..GoRules::NSSK }),
        ("basic-ko-suicide", GoRules { suicide: true, ..GoRules::BASIC_KO }),
    ];

    const CYCLES: [(&'static str, Cycle); 4] = [
        ("tie", Cycle::Tie),
        ("black", Cycle::Won(Player::Black)),
        ("white", Cycle::Won(Player::White)),
        ("none", Cycle::NoResult),
    ];

    const ATARIS: [(&'static str, Atari); 3] = [
        ("alive", Atari::Alive),
        ("dead", Atari::Dead),
        ("dead-unless-both", Atari::DeadUnlessBoth),
    ];

    /// The rules that the header calls so.
    #[must_use]
    pub fn named(text: &str) -> Option<GoRules> {
        let mut words = text.split(',').peekable();
        let name = words.next()?;
        let mut rules = Self::ALL.iter().find(|(known, _)| *known == name)?.1;
        let mut option = |key: &str| words.next_if(|w| w.starts_with(key))?.strip_prefix(key);
        if rules.ko == Ko::Basic {
            if let Some(word) = option("cycle=") {
                rules.cycle = Self::CYCLES.iter().find(|(known, _)| *known == word)?.1;
            }
            if let Some(word) = option("atari=") {
                rules.atari = Self::ATARIS.iter().find(|(known, _)| *known == word)?.1;
            }
        }
        words.next().is_none().then_some(rules)
    }

    /// The name in the header: that of a set, and what differs from it.
    #[must_use]
    pub fn name(self) -> String {
        let alike = |(_, set): &&(&str, GoRules)| {
            GoRules { cycle: set.cycle, atari: set.atari, ..self } == *set
        };
        let Some((name, set)) = Self::ALL.iter().find(alike) else { return "?".to_string() };
        let mut text = (*name).to_string();
        if self.cycle != set.cycle {
            let word = Self::CYCLES.iter().find(|(_, cycle)| *cycle == self.cycle);
            text.extend(word.map(|(word, _)| format!(",cycle={word}")));
        }
        if self.atari != set.atari {
            let word = Self::ATARIS.iter().find(|(_, atari)| *atari == self.atari);
            text.extend(word.map(|(word, _)| format!(",atari={word}")));
        }
        text
    }

    /// Whether the entries have credits instead of ranks and marks: under basic ko, unless it is
    /// the plain one, in which no cycle has a result.
    #[must_use]
    pub fn has_credits(self) -> bool {
        self.ko == Ko::Basic && GoRules { suicide: false, ..self } != GoRules::BASIC_KO
    }
}

/// Which game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Game {
    /// Hex.
    Hex,
    /// Go under some rules.
    Go(GoRules),
    /// m,n,k with `row` in a row to win.
    Mnk {
        /// How many in a row win.
        row: usize,
    },
    /// Gomoku.
    Gomoku(Five),
    /// Phutball: Black's stones are men, White's stone is the ball.
    Phutball,
    /// The capture of a block of Go.
    Capture(Block),
    /// Killall-Go under basic ko.
    Killall,
}

impl Game {
    /// The version of the format since which there are such games.
    #[must_use]
    pub fn version(self) -> u16 {
        match self {
            Game::Capture(_) | Game::Phutball | Game::Killall => 6,
            Game::Gomoku(_) => 5,
            Game::Go(rules) if rules.has_credits() => 3,
            Game::Hex | Game::Go(_) | Game::Mnk { .. } => 1,
        }
    }

    /// The name in the header.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Game::Hex => "hex",
            Game::Go(_) => "go",
            Game::Mnk { .. } => "mnk",
            Game::Gomoku(_) => "gomoku",
            Game::Phutball => "phutball",
            Game::Capture(_) => "capture",
            Game::Killall => "killall",
        }
    }
}

/// Whether a claim is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The attacker can force it.
    Proven,
    /// The other player can prevent it.
    Disproven,
}

/// A claim about a position and its verdict, and where its proof begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// The player whom the claim is about.
    pub attacker: Player,
    /// The margin, from the attacker's side, that fulfils the claim.
    pub at_least: i64,
    /// Whether the claim is right.
    pub verdict: Verdict,
    /// Moves from the base position to the root position.
    pub moves: Vec<u16>,
    /// The winner's move in the root position, if the winner is to move there.
    pub first: Option<u16>,
    /// The entry for the position after that, if the game is not over there.
    pub entry: Option<u64>,
    /// Go: the theorem whose word stands in the place of the entry.
    pub theorem: Option<Theorem>,
}

impl Root {
    /// The player for whom the verdict is good.
    #[must_use]
    pub fn winner(&self) -> Player {
        match self.verdict {
            Verdict::Proven => self.attacker,
            Verdict::Disproven => self.attacker.other(),
        }
    }

    /// Has another root the same claim and verdict?
    #[must_use]
    pub fn says_as(&self, other: &Root) -> bool {
        (self.attacker, self.at_least, self.verdict)
            == (other.attacker, other.at_least, other.verdict)
    }
}

/// The number of an entry, and the symmetry that turns the present position into the entry's position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reference {
    /// The number of the entry.
    pub entry: u64,
    /// The symmetry, as a byte of the format.
    pub symmetry: u8,
}

/// An answer of a pattern: a move of the winner's and the entry that holds after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PatternAnswer {
    /// The winner's move.
    pub point: u16,
    /// The entry that holds after the move.
    pub reference: Reference,
}

/// How an entry of Hex is proven.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Proof {
    /// Sort 0: the winner's threats; none if the need joins the ends.
    Answers(Vec<PatternAnswer>),
    /// Sort 2: parts from one end to the other.
    Chain(Vec<Reference>),
    /// Sort 3: points that may be taken for the winner's.
    Capture(Vec<u16>, Reference),
    /// Sort 5: cells that lemmas, one after the other, fill in.
    Fill(Vec<Placed>, Reference),
    /// Sort 6: the winner's threats, and lemmas about other moves of the loser's.
    Drops(Vec<PatternAnswer>, Vec<Placed>),
}

/// The owner of the stone on a cell of a lemma.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// No owner; beside the cells: nothing is known.
    Nobody,
    /// The winner's.
    Winner,
    /// The loser's.
    Loser,
}

/// Sort 4: a fact about a few cells of Hex that holds wherever they lie.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lemma {
    /// The cells: columns to the right, rows down.
    pub cells: Vec<[u8; 2]>,
    /// The known content of their neighbours, row by row from the top left.
    pub ring: Vec<Side>,
    /// The first position on the cells: if the winner wins with this position ...
    pub less: Vec<Side>,
    /// ... then also with this one.
    pub more: Vec<Side>,
}

/// A lemma at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed {
    /// The lemma, and a symmetry of the lattice.
    pub lemma: Reference,
    /// The place of its first cell.
    pub at: u16,
}

/// The statement of an entry of Hex: the winner, moving second, joins two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// The player who joins the ends.
    pub winner: Player,
    /// Points of the need, or edges: the number of points for the first, one more for the second.
    pub ends: [u16; 2],
    /// Points without a stone of the loser's.
    pub zone: PointSet,
    /// Points with a stone of the winner's.
    pub need: PointSet,
}

/// An entry of Hex.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// The statement.
    pub link: Link,
    /// Its proof.
    pub proof: Proof,
}

/// The winner's answer to a reply, and the situation after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Then {
    /// Kind 0: nothing; the game is over.
    Over,
    /// Kind 1: nothing; a leaf settles the position.
    Leaf(Leaf),
    /// Kind 2: a move that ends the game.
    MoveOver(u16),
    /// Kind 3: a move after which a leaf settles the position.
    MoveLeaf(u16, Leaf),
    /// Kind 4: a move after which an entry holds.
    MoveEntry(u16, Reference),
}

impl Then {
    /// The winner's move, if there is one.
    #[must_use]
    pub fn point(self) -> Option<u16> {
        match self {
            Then::Over | Then::Leaf(_) => None,
            Then::MoveOver(point) | Then::MoveLeaf(point, _) | Then::MoveEntry(point, _) => {
                Some(point)
            }
        }
    }

    /// The leaf, if there is one.
    #[must_use]
    pub fn leaf(self) -> Option<Leaf> {
        match self {
            Then::Leaf(leaf) | Then::MoveLeaf(_, leaf) => Some(leaf),
            Then::Over | Then::MoveOver(_) | Then::MoveEntry(..) => None,
        }
    }

    /// Is the rank of the reply's mark written? Only in Go with ranks.
    #[must_use]
    pub fn has_fall(self) -> bool {
        matches!(self, Then::MoveLeaf(..) | Then::MoveEntry(..))
    }
}

/// An answer of a position: the winner's answer to a reply of the loser's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionAnswer {
    /// The loser's reply.
    pub reply: u16,
    /// The winner's answer.
    pub then: Then,
    /// Go with ranks, where it is written: how much smaller the rank of the reply's mark is than the entry's.
    pub fall: u64,
}

/// The part of a position that a rule about repetition compares. Fields that the rule does not use have
/// their first value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    /// Black's stones.
    pub black: PointSet,
    /// White's stones.
    pub white: PointSet,
    /// The player to move; Black if only the board counts.
    pub to_move: Player,
    /// The ko point, under basic ko.
    pub ko: Option<u16>,
    /// The number of additional passes that end the game.
    pub waits: u8,
}

/// The lines of Go on which an entry holds; in Killall-Go the passes and the ko.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The number of passes just before.
    pub passes: u8,
    /// The point that basic ko forbids.
    pub ko: Option<u16>,
    /// The number of additional passes that end the game.
    pub waits: u8,
    /// Whether no earlier position was ripe by a theorem.
    pub quiet: Option<Theorem>,
    /// Where cycles are judged: whether the entry holds on lines that begin with the line of its root only.
    pub bound: bool,
    /// Where cycles are judged: how much worse than even a way from here to an earlier place of the way
    /// may be, at most. There are no rank and no marks then.
    pub credit: u64,
    /// No mark on the line has a smaller rank.
    pub rank: u64,
    /// Marks that are not on the line.
    pub fresh: Vec<Mark>,
    /// Marks that are on the line.
    pub assumed: Vec<Mark>,
}

/// A position of Go, mnk, Gomoku or Killall-Go, the loser to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// A root with the claim and verdict of the entry.
    pub root: u64,
    /// Black's stones.
    pub black: PointSet,
    /// White's stones.
    pub white: PointSet,
    /// Go and Killall-Go: the lines on which it holds; not written for other games.
    pub frame: Frame,
    /// The answers, ascending by reply.
    pub answers: Vec<PositionAnswer>,
}

impl Position {
    /// How many marks other than its own it gives a rank or a credit to, at most.
    pub(crate) fn marks(&self) -> u64 {
        let falls = self.answers.iter().filter(|answer| answer.then.has_fall()).count();
        (falls + self.frame.fresh.len()) as u64
    }
}

/// An entry of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// For Hex.
    Pattern(Pattern),
    /// For Go, mnk, Gomoku and Killall-Go.
    Position(Position),
    /// For Hex.
    Lemma(Lemma),
    /// For freestyle Gomoku.
    Threat(Threat),
    /// For Phutball.
    Shape(Shape),
    /// For capture and Killall-Go.
    Local(Local),
}

impl Entry {
    /// The version of the format since which there are such entries.
    #[must_use]
    pub fn version(&self) -> u16 {
        match self {
            Entry::Local(_) | Entry::Shape(_) => 6,
            Entry::Threat(_) => 5,
            Entry::Lemma(_) => 2,
            Entry::Pattern(Pattern { proof: Proof::Fill(..) | Proof::Drops(..), .. }) => 2,
            Entry::Position(Position { frame: Frame { bound: true, .. }, .. }) => 4,
            Entry::Position(position) => {
                let leaves = position.answers.iter().filter_map(|answer| answer.then.leaf());
                let theorems = leaves.map(|leaf| leaf.theorem).chain(position.frame.quiet);
                theorems.map(Theorem::version).max().unwrap_or(1)
            }
            Entry::Pattern(_) => 1,
        }
    }

    /// How many edges and how many leaves it has.
    #[must_use]
    pub fn counts(&self) -> (u64, u64) {
        match self {
            Entry::Pattern(pattern) => match &pattern.proof {
                Proof::Answers(answers) => (answers.len() as u64, 0),
                Proof::Chain(parts) => (parts.len() as u64, 0),
                Proof::Capture(..) => (1, 0),
                Proof::Fill(placed, _) => (1 + placed.len() as u64, 0),
                Proof::Drops(answers, placed) => ((answers.len() + placed.len()) as u64, 0),
            },
            Entry::Lemma(_) => (0, 0),
            Entry::Threat(threat) => (threat.answers.len() as u64, 0),
            Entry::Shape(shape) => (shape.answers.len() as u64, 0),
            Entry::Local(local) => (local.answers.len() as u64, 0),
            Entry::Position(position) => {
                let leaves = position.answers.iter().filter_map(|answer| answer.then.leaf());
                (position.answers.len() as u64, leaves.count() as u64)
            }
        }
    }

    /// Shows every reference of the entry, to be changed.
    pub fn each_reference(&mut self, mut change: impl FnMut(&mut Reference)) {
        match self {
            Entry::Pattern(pattern) => match &mut pattern.proof {
                Proof::Answers(answers) => {
                    answers.iter_mut().for_each(|answer| change(&mut answer.reference));
                }
                Proof::Chain(parts) => parts.iter_mut().for_each(change),
                Proof::Capture(_, reference) => change(reference),
                Proof::Fill(placed, reference) => {
                    placed.iter_mut().for_each(|placed| change(&mut placed.lemma));
                    change(reference);
                }
                Proof::Drops(answers, placed) => {
                    answers.iter_mut().for_each(|answer| change(&mut answer.reference));
                    placed.iter_mut().for_each(|placed| change(&mut placed.lemma));
                }
            },
            Entry::Lemma(_) => {}
            Entry::Threat(threat) => threat.each_reference(change),
            Entry::Local(local) => local.each_reference(change),
            Entry::Shape(shape) => shape.each_reference(change),
            Entry::Position(position) => {
                for answer in &mut position.answers {
                    if let Then::MoveEntry(_, reference) = &mut answer.then {
                        change(reference);
                    }
                }
            }
        }
    }
}

/// Everything in the header but the counts: the game, the position, the claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The game.
    pub game: Game,
    /// Columns of the board, 1 to 19, in Gomoku to 20.
    pub columns: usize,
    /// Rows of the board, 1 to 19, in Gomoku to 20.
    pub rows: usize,
    /// The board before the first move, point by point.
    pub board: Vec<Option<Player>>,
    /// The player to move there.
    pub to_move: Player,
    /// The moves from there to the base position.
    pub moves: Vec<u16>,
    /// The claims about the base position and positions after it.
    pub roots: Vec<Root>,
}

impl Problem {
    /// The number of points, which also stands for a pass.
    #[must_use]
    pub fn area(&self) -> usize {
        self.columns * self.rows
    }
}

/// A whole certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The problem and the claims.
    pub problem: Problem,
    /// The entries; each refers to earlier entries only, except where the text says so.
    pub entries: Vec<Entry>,
}
