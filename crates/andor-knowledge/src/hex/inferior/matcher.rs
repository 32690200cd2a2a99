//! The matcher: finds where lemmas apply, on all points of a board at once.
//!
//! A *plane* is the set of points from which a certain offset leads to a black cell (or a white or
//! an empty one); edges count as stones of their owner. The places where a lemma applies are the
//! intersection of one plane for each cell of its shape and each known cell of its ring. All lemmas
//! and all their images form a tree in which a common condition occurs once. The search goes down
//! the tree with the set of remaining places, and turns back where none is left.
//!
//! For speed, an empty cell of a shape must have at least as many stones around it as the lemma
//! knows: few points have, so that the search turns back early.

use super::lemma::{Fact, Lemma};
use super::local::Known;
use super::shape::{Cell, STEPS, Shape, Way};
use andor_core::Player;
use andor_games::points::{Point, Points};
use andor_games::size::Size;
use std::sync::Arc;

/// An image of a lemma, with the first cell of its shape at the origin.
#[derive(Clone, Debug)]
pub struct Image {
    /// The number of the lemma.
    pub lemma: usize,
    /// The symmetry of the lattice that turns the lemma into the image.
    pub turn: u8,
    /// The cell to which the first cell of the lemma's shape went.
    pub first: Cell,
    /// The cells of the shape.
    pub cells: Arc<[Cell]>,
    /// The fact about these cells, if the player in question is Black.
    pub fact: Fact,
}

/// A condition on an offset: the number of the offset times [`STATES`], plus a state.
type Condition = u16;

/// The states of a cell: empty with any number of stones around it, with at least two, three or
/// four; a stone of the player in question; a stone of the other player.
const STATES: u16 = 6;
const CROWDED: [u16; 7] = [0, 0, 1, 2, 3, 3, 3];
const OWN: u16 = 4;
const OTHER: u16 = 5;

/// The most conditions that a lemma has: four cells, and ten of a ring.
const MOST_CONDITIONS: usize = 14;

/// The conditions of an image in the order of the tree, each one higher; 0 where there are no more.
type Branch = [Condition; MOST_CONDITIONS];

/// An image on its way into the tree; the fields are in the order by which images are sorted.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    /// The number of cells of the shape.
    cells: usize,
    branch: Branch,
    fact: Fact,
    /// The number of the lemma, and that of the place among those of its shape.
    number: usize,
    at: usize,
}

struct Node {
    /// The planes to look at if the player in question is Black, and if it is White.
    planes: [Condition; 2],
    depth: u16,
    /// The next node if no place is left.
    skip: u32,
    /// The images that need no further condition: the index of the first image, and the index after
    /// the last.
    images: [u32; 2],
}

/// The tree of all images of some lemmas.
pub struct Matcher {
    offsets: Vec<Cell>,
    nodes: Vec<Node>,
    images: Vec<Image>,
}

impl Matcher {
    /// The tree of those lemmas that are wanted.
    pub fn new(lemmas: &[Lemma], places: &Places, wanted: impl Fn(&Lemma) -> bool) -> Matcher {
        let images = |lemma: &Lemma| places.of_shape[lemma.shape].len();
        let most = lemmas.iter().filter(|lemma| wanted(lemma)).map(images).sum();
        let mut found: Vec<Found> = Vec::with_capacity(most);
        for (number, lemma) in lemmas.iter().enumerate().filter(|(_, l)| wanted(l)) {
            for (place, at) in places.of_shape[lemma.shape].iter().zip(0..) {
                let fact = lemma.fact.mapped(&place.way.cells);
                let (cells, branch) = (place.cells.len(), place.branch(lemma));
                found.push(Found { cells, branch, fact, number, at });
            }
        }
        found.sort_unstable();
        found.dedup_by_key(|found| (found.branch, found.fact));
        let (images, offsets) = (Vec::with_capacity(found.len()), places.offsets.clone());
        let mut matcher = Matcher { offsets, nodes: Vec::new(), images };
        matcher.grow(&found, |found| &places.of_shape[lemmas[found.number].shape][found.at]);
        matcher
    }

    /// Adds the branches, which are in order.
    fn grow<'p>(&mut self, found: &[Found], place: impl Fn(&Found) -> &'p Place) {
        let mut nodes: Vec<usize> = Vec::new();
        let mut before: Branch = [0; MOST_CONDITIONS];
        for image in found {
            let &Found { branch, fact, number: lemma, .. } = image;
            let shared = branch.iter().zip(&before).take_while(|(a, b)| a == b && **a > 0).count();
            self.leave(&mut nodes, shared);
            let images = self.images.len() as u32;
            for condition in branch[shared..].iter().take_while(|asked| **asked > 0) {
                let planes = [condition - 1, for_white(condition - 1)];
                let depth = nodes.len() as u16;
                nodes.push(self.nodes.len());
                self.nodes.push(Node { planes, depth, skip: 0, images: [images; 2] });
            }
            let Place { way, lies, .. } = place(image);
            let (cells, first) = (lies.clone(), lies[way.cells[0]]);
            self.images.push(Image { lemma, turn: way.symmetry, first, cells, fact });
            self.nodes[nodes[nodes.len() - 1]].images[1] = images + 1;
            before = branch;
        }
        self.leave(&mut nodes, 0);
    }

    /// Goes back to a depth: a search that finds nothing on the branch goes on with the next node.
    fn leave(&mut self, nodes: &mut Vec<usize>, depth: usize) {
        let next = self.nodes.len() as u32;
        nodes.drain(depth..).for_each(|node| self.nodes[node].skip = next);
    }

    /// How many bytes the tree takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.nodes) + self.images.capacity() * size_of::<Image>()
    }

    /// The offsets that conditions ask about.
    pub fn offsets(&self) -> &[Cell] {
        &self.offsets
    }

    /// How many steps a known cell can be away from the first cell of its shape.
    pub fn reach(&self) -> usize {
        let steps =
            |&(c, r): &Cell| c.unsigned_abs().max(r.unsigned_abs()).max((c + r).unsigned_abs());
        self.offsets.iter().map(steps).max().unwrap_or(0).into()
    }

    /// Calls `found` with every image and the places among `among` where it applies for a player.
    #[inline]
    pub fn search<const W: usize>(
        &self,
        planes: &Planes<W>,
        player: Player,
        among: Points<W>,
        mut found: impl FnMut(&Image, Points<W>),
    ) {
        let mut left = [Points::EMPTY; MOST_CONDITIONS + 1];
        left[0] = among;
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            let depth = usize::from(node.depth);
            let places = left[depth] & planes.0[usize::from(node.planes[player.index()])];
            if places.is_empty() {
                at = node.skip as usize;
                continue;
            }
            left[depth + 1] = places;
            for image in &self.images[node.images[0] as usize..node.images[1] as usize] {
                found(image, places);
            }
            at += 1;
        }
    }
}

/// All ways in which shapes lie on the lattice.
pub struct Places {
    offsets: Vec<Cell>,
    of_shape: Vec<Vec<Place>>,
}

impl Places {
    /// Those of these shapes.
    pub fn new(shapes: &[Shape]) -> Places {
        let mut offsets = Vec::new();
        let places_of =
            |shape: &Shape| shape.images().map(|way| Place::new(way, &mut offsets)).collect();
        let of_shape = shapes.iter().map(places_of).collect();
        Places { offsets, of_shape }
    }
}

/// A shape as it lies on the lattice, with the numbers of the offsets to its cells and its ring.
struct Place {
    way: Way,
    /// The cells of the shape there.
    lies: Arc<[Cell]>,
    cells: Vec<u16>,
    ring: Vec<u16>,
    /// For each cell the cells of the ring beside it, as bits.
    beside: Vec<u16>,
}

impl Place {
    fn new(way: Way, offsets: &mut Vec<Cell>) -> Place {
        let mut number = |cell: &Cell| {
            let known = offsets.iter().position(|known| known == cell);
            known.unwrap_or_else(|| {
                offsets.push(*cell);
                offsets.len() - 1
            }) as u16
        };
        let beside = |&(c, r): &Cell| {
            let is_beside = |cell: &Cell| STEPS.contains(&(cell.0 - c, cell.1 - r));
            (way.shape.ring.iter().enumerate())
                .fold(0, |set, (i, cell)| set | u16::from(is_beside(cell)) << i)
        };
        Place {
            cells: way.shape.cells.iter().map(&mut number).collect(),
            ring: way.shape.ring.iter().map(&mut number).collect(),
            beside: way.shape.cells.iter().map(beside).collect(),
            lies: way.shape.cells.as_slice().into(),
            way,
        }
    }

    /// The conditions of a lemma here: the cells of the shape, the most crowded first, and then the
    /// known cells of the ring.
    fn branch(&self, lemma: &Lemma) -> Branch {
        let mut branch = [0; MOST_CONDITIONS];
        let (mut stones, mut count) = (0, self.cells.len());
        for (&known, &at) in lemma.ring.iter().zip(&self.way.ring) {
            let state = match known {
                Known::Nothing => continue,
                Known::Black => OWN,
                Known::White => OTHER,
            };
            stones |= 1 << at;
            branch[count] = STATES * self.ring[at] + state + 1;
            count += 1;
        }
        for (i, &offset) in self.cells.iter().enumerate() {
            let crowd = (stones & self.beside[i]).count_ones();
            branch[i] = STATES * offset + CROWDED[crowd as usize] + 1;
        }
        let (cells, ring) = branch[..count].split_at_mut(self.cells.len());
        cells.sort_unstable_by_key(|asked| (std::cmp::Reverse((asked - 1) % STATES), *asked));
        ring.sort_unstable();
        branch
    }
}

/// The condition with the colours exchanged.
fn for_white(condition: Condition) -> Condition {
    match condition % STATES {
        OWN => condition - OWN + OTHER,
        OTHER => condition - OTHER + OWN,
        _ => condition,
    }
}

/// For each offset and each state the set of points from which the offset leads to a cell in that
/// state.
pub struct Planes<const W: usize>(Vec<Points<W>>);

impl<const W: usize> Default for Planes<W> {
    fn default() -> Self {
        Planes(Vec::new())
    }
}

/// An offset on a board of a certain size.
#[derive(Clone, Debug)]
struct Offset<const W: usize> {
    /// How far the number of the point moves.
    by: i32,
    /// The points from which it stays on the board.
    inside: Points<W>,
    /// The points from which it leads beyond an edge of each player.
    beyond: [Points<W>; 2],
}

/// Some offsets on a board of a certain size.
#[derive(Clone, Debug)]
pub struct Offsets<const W: usize>(Vec<Offset<W>>);

impl<const W: usize> Offsets<W> {
    /// Some offsets on a board.
    pub fn new(cells: &[Cell], size: Size) -> Offsets<W> {
        let offset = |&(right, down): &Cell| {
            let inside = |p: &Point| size.step(*p, right, down).is_some();
            // Above and below are Black's edges, also beyond the corners: there the colour does not
            // matter, because the only neighbours are the corner and both edges.
            let black = |p: &Point| !(0..size.rows() as i8).contains(&(size.row(*p) as i8 + down));
            Offset {
                by: distance(size, (right, down)),
                inside: size.points().filter(inside).collect(),
                beyond: [
                    size.points().filter(black).collect(),
                    size.points().filter(|p| !inside(p) && !black(p)).collect(),
                ],
            }
        };
        Offsets(cells.iter().map(offset).collect())
    }

    /// The points from which an offset leads into the set.
    #[inline]
    fn leads_into(&self, offset: usize, set: Points<W>) -> Points<W> {
        let offset = &self.0[offset];
        shifted(set, offset.by) & offset.inside
    }

    /// The points from which an offset leads into the set or beyond an edge of the player's.
    #[inline]
    pub fn leads_to(&self, offset: usize, set: Points<W>, player: Player) -> Points<W> {
        self.leads_into(offset, set) | self.0[offset].beyond[player.index()]
    }

    /// The points of a set around which at least two, three and four offsets do not lead into it.
    fn crowded(&self, set: Points<W>) -> [Points<W>; 3] {
        let [mut one, mut two, mut three, mut four] = [Points::EMPTY; 4];
        for offset in 0..self.0.len() {
            let taken = set - self.leads_into(offset, set);
            four |= three & taken;
            three |= two & taken;
            two |= one & taken;
            one |= taken;
        }
        [two, three, four]
    }

    /// The planes of a position; `around` are the offsets to the neighbours.
    pub fn planes(
        &self,
        around: &Offsets<W>,
        empty: Points<W>,
        stones: [Points<W>; 2],
        planes: &mut Planes<W>,
    ) {
        let [two, three, four] = around.crowded(empty);
        planes.0.clear();
        for offset in 0..self.0.len() {
            planes.0.extend([
                self.leads_into(offset, empty),
                self.leads_into(offset, two),
                self.leads_into(offset, three),
                self.leads_into(offset, four),
                self.leads_to(offset, stones[0], Player::Black),
                self.leads_to(offset, stones[1], Player::White),
            ]);
        }
    }
}

/// How far the number of a point moves along an offset.
pub fn distance(size: Size, (right, down): Cell) -> i32 {
    i32::from(down) * i32::from(size.columns()) + i32::from(right)
}

/// The points whose number plus `by` is in the set.
#[inline]
fn shifted<const W: usize>(set: Points<W>, by: i32) -> Points<W> {
    let mut out = set;
    let mut left = by.unsigned_abs();
    while left > 0 {
        let step = left.min(63);
        out = if by > 0 { out >> step } else { out << step };
        left -= step;
    }
    out
}
