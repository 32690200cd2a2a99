//! Finds where lemmas apply, on all points of a board at once.
//!
//! A *plane* is the set of points from which a certain offset leads to a black cell (or a white or
//! an empty one); edges count as stones of their owner. The places where a lemma applies are the
//! intersection of one plane for each cell of its shape and each known cell of its ring. All lemmas
//! and all their images form a tree in which common conditions stand once: the search goes down it
//! with the set of places that are left, and turns back where none is.

use super::lemma::{Fact, Lemma};
use super::local::Known;
use super::shape::{Cell, Shape};
use andor_core::Player;
use andor_games::points::{Point, Points};
use andor_games::size::Size;

/// An image of a lemma, with the first cell of its shape at the origin.
#[derive(Clone, Debug)]
pub struct Image {
    /// The number of the lemma.
    pub lemma: usize,
    /// The cells of the shape.
    pub cells: Vec<Cell>,
    /// What follows for these cells, if the player in question is Black.
    pub fact: Fact,
}

/// What is asked of an offset: the number of the offset times three, plus 0 for an empty cell, 1 for
/// a stone of the player in question, 2 for one of the other player.
type Condition = usize;

struct Node {
    condition: Condition,
    depth: usize,
    /// Where to go on if no place is left.
    skip: usize,
    /// The images that need no more than this.
    images: std::ops::Range<usize>,
}

/// The tree of all images of some lemmas.
pub struct Matcher {
    offsets: Vec<Cell>,
    nodes: Vec<Node>,
    images: Vec<Image>,
    depth: usize,
}

impl Matcher {
    /// The tree of those lemmas that are wanted.
    pub fn new(lemmas: &[Lemma], shapes: &[Shape], wanted: impl Fn(&Fact) -> bool) -> Matcher {
        let mut offsets: Vec<Cell> = Vec::new();
        let mut found: Vec<(Vec<Condition>, Image)> = Vec::new();
        for (number, lemma) in lemmas.iter().enumerate().filter(|(_, l)| wanted(&l.fact)) {
            for way in shapes[lemma.shape].images() {
                let mut number_of = |cell: Cell| {
                    offsets.iter().position(|&known| known == cell).unwrap_or_else(|| {
                        offsets.push(cell);
                        offsets.len() - 1
                    })
                };
                let mut conditions: Vec<Condition> =
                    way.shape.cells.iter().map(|&cell| 3 * number_of(cell)).collect();
                let from = conditions.len();
                for (known, &at) in lemma.ring.iter().zip(&way.ring) {
                    match known {
                        Known::Nothing => {}
                        Known::Black => conditions.push(3 * number_of(way.shape.ring[at]) + 1),
                        Known::White => conditions.push(3 * number_of(way.shape.ring[at]) + 2),
                    }
                }
                conditions[from..].sort_unstable();
                let fact = lemma.fact.mapped(&way.cells);
                let image = Image { lemma: number, cells: way.shape.cells, fact };
                found.push((conditions, image));
            }
        }
        found.sort_by(|(a, x), (b, y)| (x.cells.len(), a, x.fact).cmp(&(y.cells.len(), b, y.fact)));
        found.dedup_by(|(a, x), (b, y)| a == b && x.fact == y.fact && x.cells == y.cells);
        Matcher::of_sorted(offsets, found)
    }

    fn of_sorted(offsets: Vec<Cell>, found: Vec<(Vec<Condition>, Image)>) -> Matcher {
        let mut matcher = Matcher { offsets, nodes: Vec::new(), images: Vec::new(), depth: 0 };
        let mut branch: Vec<usize> = Vec::new();
        let mut before: Vec<Condition> = Vec::new();
        for (conditions, image) in found {
            let shared = conditions.iter().zip(&before).take_while(|(a, b)| a == b).count();
            let here = matcher.nodes.len();
            for &left in &branch[shared..] {
                matcher.nodes[left].skip = here;
            }
            branch.truncate(shared);
            let images = matcher.images.len();
            for &condition in &conditions[shared..] {
                branch.push(matcher.nodes.len());
                let depth = branch.len() - 1;
                matcher.nodes.push(Node { condition, depth, skip: 0, images: images..images });
            }
            matcher.images.push(image);
            matcher.nodes[branch[branch.len() - 1]].images.end = images + 1;
            matcher.depth = matcher.depth.max(branch.len());
            before = conditions;
        }
        let end = matcher.nodes.len();
        for left in branch {
            matcher.nodes[left].skip = end;
        }
        matcher
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
        let states = [0, 1 + player.index(), 2 - player.index()];
        let mut left = [Points::EMPTY; MOST_CONDITIONS + 1];
        left[0] = among;
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            let plane = planes.0[node.condition - node.condition % 3 + states[node.condition % 3]];
            let places = left[node.depth] & plane;
            if places.is_empty() {
                at = node.skip;
                continue;
            }
            left[node.depth + 1] = places;
            for image in &self.images[node.images.clone()] {
                found(image, places);
            }
            at += 1;
        }
    }
}

/// The most conditions that a lemma has: four cells, and twelve of a ring.
const MOST_CONDITIONS: usize = 16;

/// For each offset the sets of points from which it leads to an empty cell, to a black one, and to a
/// white one.
pub struct Planes<const W: usize>(Vec<Points<W>>);

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

    /// The points from which an offset leads into the set or beyond an edge of the player's.
    #[inline]
    pub fn leads_to(&self, offset: usize, set: Points<W>, player: Player) -> Points<W> {
        let offset = &self.0[offset];
        shifted(set, offset.by) & offset.inside | offset.beyond[player.index()]
    }

    /// The planes of a position.
    pub fn planes(&self, empty: Points<W>, stones: [Points<W>; 2], planes: &mut Planes<W>) {
        planes.0.clear();
        for (i, offset) in self.0.iter().enumerate() {
            planes.0.extend([
                shifted(empty, offset.by) & offset.inside,
                self.leads_to(i, stones[0], Player::Black),
                self.leads_to(i, stones[1], Player::White),
            ]);
        }
    }
}

impl<const W: usize> Default for Planes<W> {
    fn default() -> Self {
        Planes(Vec::new())
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
