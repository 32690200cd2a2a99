//! Nim in normal play: take any number from one heap; the player who cannot move has lost.
//!
//! Bouton's theorem gives the answer at once: the player to move loses exactly when the heap sizes
//! have the exclusive or 0. That makes nim a check of every search.

use andor_core::{
    Game, Key, KeySource, NoZone, Notation, NotationError, Numbered, Outcome, Player, Symmetric,
};

/// Nim from given heaps.
#[derive(Clone, Debug)]
pub struct Nim {
    heaps: Vec<u8>,
    keys: Vec<Vec<Key>>,
    white_to_move: Key,
}

/// The heaps and who moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NimPosition {
    heaps: Vec<u8>,
    to_move: Player,
}

/// Takes `taken` from the heap with this number, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NimMove {
    heap: u8,
    taken: u8,
}

impl Numbered for NimMove {
    fn number(self) -> u128 {
        u16::from_le_bytes([self.taken, self.heap]).into()
    }

    fn with_number(number: u128) -> NimMove {
        let [taken, heap] = (number as u16).to_le_bytes();
        NimMove { heap, taken }
    }
}

impl Nim {
    /// Nim that starts with these heaps.
    pub fn new(heaps: &[u8]) -> Nim {
        let mut source = KeySource::new(0x4E_49_4D);
        let keys = heaps.iter().map(|&n| (0..=n).map(|_| source.next_key()).collect()).collect();
        Nim { heaps: heaps.to_vec(), keys, white_to_move: source.next_key() }
    }

    /// The winner, by Bouton's theorem.
    pub fn winner(&self, pos: &NimPosition) -> Player {
        let sum = pos.heaps.iter().fold(0, |sum, heap| sum ^ heap);
        if sum == 0 { pos.to_move.other() } else { pos.to_move }
    }

    /// The legal moves.
    pub(crate) fn takes(pos: &NimPosition) -> impl Iterator<Item = NimMove> {
        let of_heap = |(heap, &n)| (1..=n).map(move |taken| NimMove { heap, taken });
        (0..).zip(&pos.heaps).flat_map(of_heap)
    }
}

impl Game for Nim {
    type Position = NimPosition;
    type Move = NimMove;
    type Undo = NimMove;
    type Zone = NoZone;

    fn start(&self) -> NimPosition {
        NimPosition { heaps: self.heaps.clone(), to_move: Player::Black }
    }

    fn to_move(&self, pos: &NimPosition) -> Player {
        pos.to_move
    }

    fn outcome(&self, pos: &NimPosition) -> Option<Outcome> {
        pos.heaps.iter().all(|&n| n == 0).then(|| Outcome::win(pos.to_move.other()))
    }

    fn moves(&self, pos: &NimPosition, out: &mut Vec<NimMove>) {
        out.extend(Nim::takes(pos));
    }

    fn play(&self, pos: &mut NimPosition, mv: NimMove) -> NimMove {
        pos.heaps[mv.heap as usize] -= mv.taken;
        pos.to_move = pos.to_move.other();
        mv
    }

    fn undo(&self, pos: &mut NimPosition, mv: NimMove) {
        pos.heaps[mv.heap as usize] += mv.taken;
        pos.to_move = pos.to_move.other();
    }

    fn key(&self, pos: &NimPosition) -> Key {
        let start = if pos.to_move == Player::White { self.white_to_move } else { Key::ZERO };
        pos.heaps.iter().zip(&self.keys).fold(start, |key, (&n, keys)| key ^ keys[n as usize])
    }
}

/// Heaps of one size could change places; no search needs that.
impl Symmetric for Nim {}

impl Notation for Nim {
    /// `2-3` takes three from the second heap.
    fn move_text(&self, mv: NimMove) -> String {
        format!("{}-{}", mv.heap + 1, mv.taken)
    }

    fn parse_move(&self, pos: &NimPosition, text: &str) -> Result<NimMove, NotationError> {
        let read = text.split_once('-').and_then(|(heap, taken)| {
            let heap = heap.parse::<u8>().ok()?.checked_sub(1)?;
            Some(NimMove { heap, taken: taken.parse().ok()? })
        });
        read.filter(|mv| {
            pos.heaps.get(mv.heap as usize).is_some_and(|&n| mv.taken >= 1 && mv.taken <= n)
        })
        .ok_or_else(|| {
            NotationError::new(
                format!("move \"{text}\""),
                "not a move in these heaps",
                "HEAP-NUMBER, such as 2-3 to take three from the second heap",
            )
        })
    }

    fn draw(&self, pos: &NimPosition) -> String {
        let heaps: Vec<_> = pos.heaps.iter().map(u8::to_string).collect();
        format!("{}\n{} to move\n", heaps.join(" "), pos.to_move)
    }

    fn parse_position(&self, text: &str) -> Result<NimPosition, NotationError> {
        let mut lines = text.lines();
        let line = lines.next().unwrap_or_default();
        let heaps: Option<Vec<u8>> = line.split_whitespace().map(|n| n.parse().ok()).collect();
        let fits = |heaps: &Vec<u8>| {
            heaps.len() == self.heaps.len()
                && heaps.iter().zip(&self.heaps).all(|(n, most)| n <= most)
        };
        let heaps = heaps.filter(fits).ok_or_else(|| {
            NotationError::new(
                "line 1",
                format!("\"{line}\" are not heaps of this game"),
                format!("{} numbers, none above those at the start", self.heaps.len()),
            )
        })?;
        let to_move = match lines.next().map(str::trim) {
            None | Some("black to move") => Player::Black,
            Some("white to move") => Player::White,
            Some(other) => {
                return Err(NotationError::new(
                    "line 2",
                    format!("\"{other}\""),
                    "\"black to move\" or \"white to move\"",
                ));
            }
        };
        Ok(NimPosition { heaps, to_move })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::laws;

    #[test]
    fn laws_hold() {
        let nim = Nim::new(&[3, 4, 5]);
        laws::rules(&nim, 50, 1);
        laws::text(&nim, 50, 1);
    }
}
