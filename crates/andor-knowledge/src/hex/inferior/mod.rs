//! Inferior cells: points that may be filled in, and moves that need not be tried.
//!
//! All lemmas rest on one relation between positions on a few cells, "no better for Black, whatever
//! stands elsewhere", which [`local`] defines and justifies. For a small shape of empty cells with
//! stones around it, the relation gives:
//!
//! * **fill**: the shape is worth as much as with some stones on it, so these stones may be added.
//!   A *dead* cell, which helps no player, is the case of one cell. A *captured* set is a whole
//!   shape filled for one player, who can answer there until all the opponent's stones in it are
//!   dead. A part of a shape filled for one player is *permanently inferior* for the opponent.
//!   Stones of both colours are a *mutual fill-in*;
//! * **drop**: a move is *dominated* by another move, or *answered* by a reply that gives the
//!   opponent the whole shape (*vulnerable*, *reversible*).
//!
//! A generator finds these facts for all shapes up to the rhombus and all rings ([`generate`]). The
//! facts are written as [`mod@lemma`]s, and can be proven again one by one, by
//! `cargo xtask hex-lemmas --check` and in the tests. On a board, [`matcher`] finds where lemmas
//! apply, on all points at once. Edges count as stones of their owner.
//!
//! Lemmas see only a few cells; [`cut`] adds points that are cut off. [`fill`] fills in until
//! nothing changes. [`consider`] leaves out moves and says why drops go together.
//!
//! ```
//! use andor_core::{Notation, Player};
//! use andor_games::hex::Hex;
//! use andor_knowledge::hex::inferior::Inferior;
//!
//! let hex = Hex::<1>::new("4x4".parse().unwrap());
//! let inferior = Inferior::new(&hex);
//! let pos = hex.parse_position(
//!     ". . . .
//!       . . . .
//!        . X . .
//!         . . . .",
//! ).unwrap();
//! // The two points below the stone are captured, the corner beside them is dead, and more.
//! let filled = inferior.fill(Player::both(|player| pos.stones(player)));
//! assert!(filled[0].contains(hex.parse_move(&pos, "b4").unwrap()));
//! // What is left and worth a try for White.
//! assert!(inferior.consider(filled, Player::White).len() < 10);
//! ```

pub mod consider;
pub mod cut;
pub mod fill;
pub mod generate;
pub mod grounds;
pub mod lemma;
pub mod local;
pub mod matcher;
pub mod shape;

use andor_core::Player;
use andor_games::hex::Hex;
use andor_games::points::Point;
use lemma::{Fact, Lemma, TABLE};
use matcher::{Matcher, Offsets, Places};
use shape::{STEPS, Shape};
use std::sync::LazyLock;

/// The kinds of fill-in to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Fills {
    /// All fill-in that is known.
    #[default]
    All,
    /// Dead points and captured pairs only. They keep not only the winner but every winning move.
    Captured,
    /// Lemmas that leave no cell of their shape open: certificates can express these.
    Whole,
}

/// A lemma of the table at a place of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Its number in the table.
    pub lemma: usize,
    /// The symmetry of the lattice that turns it ([`shape::map_cell`]).
    pub turn: u8,
    /// The place of the first cell of its shape.
    pub at: Point,
    /// The player who is Black in the lemma.
    pub player: Player,
}

/// The table of lemmas, read.
struct Lemmas {
    shapes: Vec<Shape>,
    places: Places,
    lemmas: Vec<Lemma>,
}

static LEMMAS: LazyLock<Lemmas> = LazyLock::new(|| {
    let shapes = Shape::all();
    let lemmas = Lemma::parse_table(TABLE, &shapes).expect("the table was written by the program");
    Lemmas { places: Places::new(&shapes), lemmas, shapes }
});

impl Lemmas {
    /// Those lemmas that are wanted, ready to be looked for.
    fn matcher(&self, wanted: impl Fn(&Lemma) -> bool) -> Matcher {
        Matcher::new(&self.lemmas, &self.places, wanted)
    }

    /// Of how many cells the shape of a lemma is.
    fn cells(&self, lemma: &Lemma) -> usize {
        self.shapes[lemma.shape].cells.len()
    }
}

static FILLS: LazyLock<Matcher> =
    LazyLock::new(|| LEMMAS.matcher(|lemma| matches!(lemma.fact, Fact::Fill(_))));

static CAPTURES: LazyLock<Matcher> = LazyLock::new(|| {
    LEMMAS.matcher(|lemma| LEMMAS.cells(lemma) <= 2 && lemma.is_capture(&LEMMAS.shapes))
});

static WHOLE: LazyLock<Matcher> = LazyLock::new(|| {
    LEMMAS.matcher(|lemma| match lemma.fact {
        Fact::Fill(fill) => fill.len() as usize == LEMMAS.cells(lemma),
        _ => false,
    })
});

static DROPS: LazyLock<Matcher> =
    LazyLock::new(|| LEMMAS.matcher(|lemma| !matches!(lemma.fact, Fact::Fill(_))));

/// The inferior cells on a board of a certain size.
#[derive(Clone, Debug)]
pub struct Inferior<const W: usize> {
    hex: Hex<W>,
    fills: Fills,
    /// The offsets to the six neighbours, in turn.
    around: Offsets<W>,
    fill_offsets: Offsets<W>,
    drop_offsets: Offsets<W>,
}

impl<const W: usize> Inferior<W> {
    /// Inferior cells on the board of a game.
    pub fn new(hex: &Hex<W>) -> Inferior<W> {
        Inferior::with_fills(hex, Fills::All)
    }

    /// Inferior cells with some fill-in only.
    pub fn with_fills(hex: &Hex<W>, fills: Fills) -> Inferior<W> {
        let size = hex.size();
        Inferior {
            hex: hex.clone(),
            fills,
            around: Offsets::new(&STEPS, size),
            fill_offsets: Offsets::new(fills.matcher().offsets(), size),
            drop_offsets: Offsets::new(DROPS.offsets(), size),
        }
    }
}

impl<const W: usize> Inferior<W> {
    /// How many bytes the lemmas take, which all searches share.
    pub fn bytes(&self) -> usize {
        self.fills.matcher().bytes() + DROPS.bytes() + size_of_val(&*LEMMAS.lemmas)
    }
}

/// A lemma of the table by its number.
pub fn lemma(number: usize) -> &'static Lemma {
    &LEMMAS.lemmas[number]
}

/// The shapes of the lemmas.
pub fn shapes() -> &'static [Shape] {
    &LEMMAS.shapes
}

impl Fills {
    fn matcher(self) -> &'static Matcher {
        match self {
            Fills::All => &FILLS,
            Fills::Captured => &CAPTURES,
            Fills::Whole => &WHOLE,
        }
    }
}
