//! Killall-Go in the simplest form, for comparison: lists of cells, no bit sets, no keys.

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    Empty,
    Black,
    White,
}

use Cell::{Black, Empty, White};

/// A board with the player to move, the passes that came last and the forbidden ko point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naive {
    pub columns: i32,
    pub rows: i32,
    pub cells: Vec<Cell>,
    pub to_move: Cell,
    pub passes: u8,
    pub ko: Option<usize>,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    BlackWins,
    WhiteWins,
}

fn other(player: Cell) -> Cell {
    if player == Black { White } else { Black }
}

impl Naive {
    fn step(&self, cell: usize, steps: &[(i32, i32)]) -> Vec<usize> {
        let (x, y) = (cell as i32 % self.columns, cell as i32 / self.columns);
        let on_board =
            |&(x, y): &(i32, i32)| (0..self.columns).contains(&x) && (0..self.rows).contains(&y);
        let moved = steps.iter().map(|(right, down)| (x + right, y + down));
        moved.filter(on_board).map(|(x, y)| (y * self.columns + x) as usize).collect()
    }

    fn neighbours(&self, cell: usize) -> Vec<usize> {
        self.step(cell, &[(1, 0), (-1, 0), (0, 1), (0, -1)])
    }

    fn diagonals(&self, cell: usize) -> Vec<usize> {
        self.step(cell, &[(1, 1), (1, -1), (-1, 1), (-1, -1)])
    }

    /// The connected cells round a cell that pass a test.
    fn connected(&self, from: usize, belongs: impl Fn(Cell) -> bool) -> Vec<usize> {
        let mut found = vec![from];
        let mut next = 0;
        while next < found.len() {
            for cell in self.neighbours(found[next]) {
                if belongs(self.cells[cell]) && !found.contains(&cell) {
                    found.push(cell);
                }
            }
            next += 1;
        }
        found
    }

    fn block(&self, stone: usize) -> Vec<usize> {
        self.connected(stone, |cell| cell == self.cells[stone])
    }

    fn liberties(&self, block: &[usize]) -> Vec<usize> {
        let mut all: Vec<usize> = block.iter().flat_map(|&cell| self.neighbours(cell)).collect();
        all.retain(|&cell| self.cells[cell] == Empty);
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Is the empty cell a true eye of the player's?
    fn is_true_eye(&self, cell: usize, player: Cell) -> bool {
        let (sides, corners) = (self.neighbours(cell), self.diagonals(cell));
        let own = |cells: &[usize]| cells.iter().filter(|&&c| self.cells[c] == player).count();
        let missing = corners.len() - own(&corners);
        own(&sides) == sides.len() && (missing == 0 || sides.len() == 4 && missing == 1)
    }

    /// The board after a play, if the play is legal.
    pub fn play(&self, cell: usize) -> Option<Naive> {
        let player = self.to_move;
        if self.cells[cell] != Empty || self.ko == Some(cell) || self.is_true_eye(cell, player) {
            return None;
        }
        let mut after = Naive { passes: 0, ko: None, to_move: other(player), ..self.clone() };
        after.cells[cell] = player;
        let mut captured = Vec::new();
        for side in self.neighbours(cell) {
            if after.cells[side] == other(player) {
                let block = after.block(side);
                if after.liberties(&block).is_empty() {
                    block.iter().for_each(|&stone| after.cells[stone] = Empty);
                    captured.extend(block);
                }
            }
        }
        let own = after.block(cell);
        let liberties = after.liberties(&own);
        if liberties.is_empty() {
            return None;
        }
        if captured.len() == 1 && own.len() == 1 && liberties == captured {
            after.ko = Some(captured[0]);
        }
        Some(after)
    }

    /// The legal plays.
    pub fn plays(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&cell| self.play(cell).is_some()).collect()
    }

    /// The board after a pass.
    pub fn pass(&self) -> Naive {
        let to_move = other(self.to_move);
        Naive { passes: self.passes + 1, ko: None, to_move, ..self.clone() }
    }

    /// Is a White stone unconditionally alive, as Benson defines it?
    pub fn has_life(&self) -> bool {
        let mut blocks: Vec<Vec<usize>> = Vec::new();
        let mut regions: Vec<Vec<usize>> = Vec::new();
        for cell in 0..self.cells.len() {
            let is_white = self.cells[cell] == White;
            let all = if is_white { &mut blocks } else { &mut regions };
            if !all.iter().any(|set| set.contains(&cell)) {
                all.push(self.connected(cell, |other| (other == White) == is_white));
            }
        }
        let touches = |region: &[usize], block: &[usize]| {
            region.iter().any(|&cell| self.neighbours(cell).iter().any(|side| block.contains(side)))
        };
        let is_vital = |region: &[usize], block: &[usize]| {
            let empty = region.iter().filter(|&&cell| self.cells[cell] == Empty);
            let mut beside =
                empty.map(|&cell| self.neighbours(cell).iter().any(|side| block.contains(side)));
            beside.all(|beside| beside)
        };
        loop {
            let healthy = |block: &Vec<usize>| {
                regions.iter().filter(|region| is_vital(region, block)).count() >= 2
            };
            let (kept, dropped): (Vec<_>, Vec<_>) = blocks.iter().cloned().partition(healthy);
            if dropped.is_empty() {
                return !kept.is_empty();
            }
            regions.retain(|region| !dropped.iter().any(|block| touches(region, block)));
            blocks = kept;
        }
    }

    /// How the game ended after the last move, by the letter of the rules: life, or two passes.
    pub fn end(&self) -> Option<End> {
        if self.has_life() {
            return Some(End::WhiteWins);
        }
        let can_play =
            || !Naive { to_move: Black, passes: 0, ko: None, ..self.clone() }.plays().is_empty();
        (self.passes >= 2).then(|| match self.cells.contains(&White) || can_play() {
            true => End::WhiteWins,
            false => End::BlackWins,
        })
    }
}
