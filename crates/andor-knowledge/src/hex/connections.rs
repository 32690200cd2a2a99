//! Virtual connections, and the verdicts and must-plays that follow from them.
//!
//! Two ends (edges, blocks, empty points that count as stones) are *connected* for a side within a
//! set of empty points, the carrier, if the side can join the ends there. The connection is *full*
//! if the side can do so whoever moves first, and *semi* if the side must move first. Anshelevich's
//! H-search finds many connections from two rules, starting from ends that touch:
//!
//! ```text
//!   a X . b      AND: X touches a, and a bridge joins X to b. The carriers have no point in
//!      . .       common, so that an intrusion into one does not hurt the other: both can be kept,
//!                and a is joined to b. Where X is empty, the side must first play there, and
//!                has a semi connection.
//!   X m          OR: by way of m, X and Y have a semi connection, and by way of n another. No point
//!    n Y         belongs to both: wherever the opponent plays, one is left, so that X and Y have
//!                a full connection, here a bridge.
//! ```
//!
//! "Stronger Virtual Connections in Hex" (Pawlewicz, Hayward, Henderson, Arneson 2015) lets
//! carriers overlap in points that the opponent cannot use because a stone on one of the ends
//! captures them; see [`Captured`](super::derivation::Captured). [`Options::plain`] leaves captured
//! pairs out.
//!
//! # What a position gains
//!
//! * The player to move wins with a semi connection of the two edges.
//! * The opponent wins with a full connection of the edges.
//! * Otherwise every semi connection of the opponent's edges is a threat, which a move outside its
//!   carrier does not meet. So only the points that all of these carriers share, the *must-play*,
//!   can win.
//!
//! Every verdict has a [`Derivation`], which says why it holds and can be checked by itself.
//!
//! # From nothing, and from one position to the next
//!
//! [`Connections::build`] starts from nothing. The stones are two sets, so that points filled in by
//! other knowledge may be among them. [`Connections::update`] starts from the nearest of some
//! recent positions: a stone changes the connections that it touches, the other connections stay.
//! After a move is taken back, the update finds the position before the move among the recent ones.
//! The connections that an update finds hold too. They are hardly ever fewer than those of a build
//! and often a few more, since connections found first are kept. Connections from an update have no
//! derivation.
//!
//! Times for both sides (medians of 200 positions, each the best of three), on the empty board and
//! with as many random stones as the board has rows:
//!
//! | board | captured pairs: empty | with stones | plain: empty | with stones |
//! |---|---|---|---|---|
//! | 7x7 | 0.33 ms | 0.33 ms | 0.09 ms | 0.17 ms |
//! | 8x8 | 0.40 ms | 0.46 ms | 0.12 ms | 0.27 ms |
//! | 11x11 | 1.3 to 1.7 ms | 2.6 ms | 0.34 ms | 0.76 ms |
//!
//! A plain proof-number search with fill-in, ordered by resistance, opened 31,415 positions to
//! solve 8x8 after d5 with captured pairs and 52,907 without, both in 19 s. On 7x7 captured pairs
//! save nothing. These counts allowed up to sixteen semi connections of a pair; the present limit
//! of eight changed counts on 7x7 by less than a hundredth.
//!
//! There is no table of edge templates. The search finds those of single stones up to the fourth
//! row, with carriers of 2, 8 and 19 points, and the template of the fifth row is wider than the
//! boards that can be solved.
//!
//! Tried and dropped: a limit on the size of carriers. Below 30 points on 7x7 the search opened
//! more positions than it saved time. Also tried and dropped: keeping more full connections of an
//! edge and a point than those that lack a point which the others have in common. That gave 5 to 7
//! % fewer positions, and no less time.
//!
//! ```
//! use andor_core::{Game, Player};
//! use andor_games::hex::Hex;
//! use andor_knowledge::hex::Options;
//! use andor_knowledge::hex::connections::{Connections, Finding};
//!
//! let hex = Hex::<1>::new("5x5".parse()?);
//! let mut connections = Connections::new(&hex, Options::default());
//! let start = hex.start();
//! let stones = Player::both(|player| start.stones(player));
//! assert_eq!(connections.build(&hex, &stones, Player::Black), Finding::Won(Player::Black));
//! # Ok::<(), andor_core::NotationError>(())
//! ```

use super::captured::Circles;
use super::closure::{Closure, Until, place};
use super::derivation::{Derivation, Extractor, Strength};
use super::ends::{EDGES, End};
use super::graph::Graph;
use super::options::Options;
use super::recent::Recent;
use super::split::flood;
use andor_core::{Halt, Player};
use andor_games::hex::Hex;
use andor_games::points::Points;

/// The result of connections for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding<const W: usize> {
    /// This player wins.
    Won(Player),
    /// No winner is known, but some moves lose.
    Open {
        /// The empty points outside which every move loses.
        must_play: Points<W>,
    },
}

/// One connection that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connection<const W: usize> {
    /// The two ends. A block is named by one of its stones.
    pub ends: [End; 2],
    /// Full or semi.
    pub strength: Strength,
    /// The points it uses, all empty.
    pub carrier: Points<W>,
    number: u32,
}

/// The connections of both sides in a position, and of some positions before it.
#[derive(Clone, Debug)]
pub struct Connections<const W: usize> {
    circles: Circles,
    sides: [Recent<W>; 2],
    halt: Halt,
}

impl<const W: usize> Connections<W> {
    /// For positions of this game.
    pub fn new(hex: &Hex<W>, options: Options) -> Connections<W> {
        Connections {
            circles: Circles::new(hex),
            sides: [(); 2].map(|_| Recent::new(hex, options)),
            halt: Halt::default(),
        }
    }

    /// From now on every search for connections ends early when the handle is due. The connections
    /// found until then hold, so that a verdict or a must-play from them is right, but others may
    /// be missing.
    pub fn heed(&mut self, halt: &Halt) {
        self.halt = halt.clone();
        self.sides.iter_mut().for_each(|side| side.heed(halt));
    }

    /// Keeps fewer recent positions if all of them would take more than this many bytes. Two
    /// positions of each side are kept in any case.
    pub fn limit(&mut self, bytes: usize) {
        self.sides.iter_mut().for_each(|side| side.limit(bytes / 2));
    }

    /// How many bytes the connections take.
    pub fn bytes(&self) -> usize {
        self.sides.iter().map(Recent::bytes).sum()
    }

    /// Finds the connections among these stones, no point of which may be in both sets, until the
    /// winner is known. If there is a winner, the connections found are not all there are.
    pub fn build(&mut self, hex: &Hex<W>, stones: &[Points<W>; 2], to_move: Player) -> Finding<W> {
        let other = to_move.other();
        self.sides[other.index()].leave();
        self.build_side(hex, stones, to_move, Until::Semi);
        if self.side(to_move).has_edge_semi() {
            return Finding::Won(to_move);
        }
        self.build_side(hex, stones, other, Until::Full);
        self.finding(hex, stones, to_move)
    }

    /// Finds all connections of both sides that the options allow.
    pub fn build_all(
        &mut self,
        hex: &Hex<W>,
        stones: &[Points<W>; 2],
        to_move: Player,
    ) -> Finding<W> {
        for side in Player::BOTH {
            self.build_side(hex, stones, side, Until::Done);
        }
        self.finding(hex, stones, to_move)
    }

    /// Finds the connections of one side only, until it is known whether it wins by them.
    pub fn build_one(
        &mut self,
        hex: &Hex<W>,
        stones: &[Points<W>; 2],
        side: Player,
        to_move: Player,
    ) {
        self.sides[side.other().index()].leave();
        let until = if side == to_move { Until::Semi } else { Until::Full };
        self.build_side(hex, stones, side, until);
    }

    /// Finds the connections as [`Connections::build`] does, from those of recent positions. The
    /// connections hold as well, and are nearly the same, but have no derivation.
    pub fn update(&mut self, hex: &Hex<W>, stones: &[Points<W>; 2], to_move: Player) -> Finding<W> {
        self.sides[to_move.index()].leave();
        self.update_side(hex, stones, to_move.other(), Until::Full);
        if !self.side(to_move.other()).has_edge_full() {
            self.update_side(hex, stones, to_move, Until::Semi);
        }
        self.finding(hex, stones, to_move)
    }

    /// Finds the opponent's connections only, in the same way, and their result: a win of the
    /// opponent, or the must-play.
    pub fn threats(
        &mut self,
        hex: &Hex<W>,
        stones: &[Points<W>; 2],
        to_move: Player,
    ) -> Finding<W> {
        self.sides[to_move.index()].leave();
        self.update_side(hex, stones, to_move.other(), Until::Full);
        self.finding(hex, stones, to_move)
    }

    fn build_side(&mut self, hex: &Hex<W>, stones: &[Points<W>; 2], side: Player, until: Until) {
        let recent = &mut self.sides[side.index()];
        match self.halt.is_due() {
            true => recent.leave(),
            false => recent.build(hex, &self.circles, stones, side, until),
        }
    }

    fn update_side(&mut self, hex: &Hex<W>, stones: &[Points<W>; 2], side: Player, until: Until) {
        let recent = &mut self.sides[side.index()];
        match self.halt.is_due() {
            true => recent.leave(),
            false => recent.update(hex, &self.circles, stones, side, until),
        }
    }

    fn finding(&self, hex: &Hex<W>, stones: &[Points<W>; 2], to_move: Player) -> Finding<W> {
        let [own, other] = [to_move, to_move.other()].map(|side| self.side(side));
        // A side whose edges stones have joined has won, whoever is to move.
        if other.has_edge_full() {
            return Finding::Won(to_move.other());
        }
        if own.has_edge_semi() {
            return Finding::Won(to_move);
        }
        let empty = hex.board() - (stones[0] | stones[1]);
        Finding::Open { must_play: other.common_edge_semi() & empty }
    }

    /// All that was found for one side.
    pub(super) fn side(&self, side: Player) -> &Closure<W> {
        self.sides[side.index()].present()
    }

    /// The graph of the full connections of one side that were found.
    pub fn graph(&self, side: Player) -> Graph<'_, W> {
        Graph(self.side(side))
    }

    /// The connections of one side that were found, the smaller carriers first.
    pub fn found(&self, side: Player, strength: Strength) -> impl Iterator<Item = Connection<W>> {
        let closure = self.side(side);
        let mut found: Vec<Connection<W>> = match strength {
            Strength::Full => closure.all_fulls().collect(),
            Strength::Semi => closure.all_semis().collect(),
        };
        found.sort_by_key(|connection| (connection.carrier.len(), connection.number));
        found.into_iter()
    }

    /// The connections of the two edges of one side that were found.
    pub fn of_edges(
        &self,
        side: Player,
        strength: Strength,
    ) -> impl Iterator<Item = Connection<W>> {
        let closure = self.side(side);
        let mut found: Vec<Connection<W>> = match strength {
            Strength::Full => {
                let edges = [End::Edge(0), End::Edge(1)];
                closure.fulls_of(EDGES.0).filter(|full| full.ends == edges).collect()
            }
            Strength::Semi => closure.semis_of(EDGES).collect(),
        };
        found.sort_by_key(|connection| (connection.carrier.len(), connection.number));
        found.into_iter()
    }

    /// The carriers of the full connections that were found between a block of a side and one of
    /// its edges.
    pub fn to_edge(
        &self,
        side: Player,
        block: Points<W>,
        edge: usize,
    ) -> impl Iterator<Item = Points<W>> {
        let closure = self.side(side);
        let spokes = closure.spokes[edge].iter();
        let is_of_block = move |end: u16| match closure.ends.name(end) {
            End::Point(point) => block.contains(point),
            End::Edge(_) => false,
        };
        spokes.filter(move |spoke| is_of_block(spoke.other)).map(|spoke| spoke.reach)
    }

    /// The zone of a win by a connection of the side's edges: its carrier, and enough stones for
    /// the connection to hold although every other point is the opponent's.
    ///
    /// The stones and points that join the ends of a connection are connected, so that all blocks
    /// that take part are among those that touch the carrier. Of a block the stones beside the
    /// carrier are needed (some of them may be what makes points captured), and as many others as
    /// join them to each other and to the edge. So a stone away from the carrier may be left out if
    /// all that is left round the stone is connected beside it.
    pub fn zone(
        &self,
        hex: &Hex<W>,
        side: Player,
        carrier: Points<W>,
        own: Points<W>,
    ) -> Points<W> {
        let mut stones = flood(hex, carrier, carrier | own) - carrier;
        let away = stones - hex.grown(carrier);
        loop {
            let before = stones;
            for stone in away & stones {
                if self.circles.is_end(stone, side, stones) {
                    stones.remove(stone);
                }
            }
            if stones == before {
                return carrier | stones;
            }
        }
    }

    /// The derivation of a connection that was found for this side in the last build from nothing.
    pub fn derivation(&self, side: Player, connection: &Connection<W>) -> Derivation<W> {
        let closure = self.side(side);
        Extractor::derive(closure, side, connection.strength, connection.number)
    }

    /// The derivation of a player's win: a connection of the player's edges, full unless only a
    /// semi connection was found. With a semi connection the player must be to move.
    pub fn why_won(&self, winner: Player) -> Option<Derivation<W>> {
        let full = self.of_edges(winner, Strength::Full).next();
        let connection = full.or_else(|| self.of_edges(winner, Strength::Semi).next())?;
        Some(self.derivation(winner, &connection))
    }

    /// Why every move outside the must-play loses: semi connections of the opponent's edges, whose
    /// carriers have nothing but the must-play in common.
    pub fn why_must_play(&self, opponent: Player) -> Vec<Connection<W>> {
        let mut common = Points([!0; W]);
        let mut out = Vec::new();
        for connection in self.of_edges(opponent, Strength::Semi) {
            if !common.is_subset(&connection.carrier) {
                common &= connection.carrier;
                out.push(connection);
            }
        }
        out
    }
}

impl<const W: usize> Closure<W> {
    fn all_fulls(&self) -> impl Iterator<Item = Connection<W>> {
        (0..self.spokes.len() as u16).flat_map(|end| self.fulls_of(end))
    }

    /// The full connections of an end with those after it.
    fn fulls_of(&self, end: u16) -> impl Iterator<Item = Connection<W>> {
        let spokes = self.spokes.get(usize::from(end)).into_iter().flatten();
        spokes.filter(move |spoke| end < spoke.other).map(move |spoke| {
            let carrier = spoke.reach - self.ends.bit(spoke.other);
            self.connection((end, spoke.other), Strength::Full, carrier, spoke.number)
        })
    }

    fn all_semis(&self) -> impl Iterator<Item = Connection<W>> {
        let count = self.ends.count() as u16;
        let pairs = (1..count).flat_map(|high| (0..high).map(move |low| (low, high)));
        pairs.flat_map(|ends| self.semis_of(ends))
    }

    /// The semi connections of two ends.
    fn semis_of(&self, ends: (u16, u16)) -> impl Iterator<Item = Connection<W>> {
        let listed =
            self.pairs.get(place(ends.0, ends.1)).into_iter().flat_map(|pair| self.list(pair));
        listed
            .map(move |listed| self.connection(ends, Strength::Semi, listed.carrier, listed.number))
    }

    fn connection(
        &self,
        (a, b): (u16, u16),
        strength: Strength,
        carrier: Points<W>,
        number: u32,
    ) -> Connection<W> {
        Connection { ends: [a, b].map(|end| self.ends.name(end)), strength, carrier, number }
    }
}
