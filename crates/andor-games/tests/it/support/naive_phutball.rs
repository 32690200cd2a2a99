//! The rules of Phutball in the most naive form: a grid of letters, jumps by trying every route.

use std::collections::BTreeSet;

/// A board: rows of letters from the top, `.`, `*` and at most one `o`.
pub type Grid = Vec<Vec<char>>;

/// The board after a turn, and the row of the ball; −1 is above the board, the number of rows is
/// below it.
pub type After = (Grid, i32);

/// The ball's column and row.
pub fn ball(grid: &Grid) -> Option<(i32, i32)> {
    grid.iter().enumerate().find_map(|(row, cells)| {
        let column = cells.iter().position(|&cell| cell == 'o')?;
        Some((column as i32, row as i32))
    })
}

fn at(grid: &Grid, column: i32, row: i32) -> Option<char> {
    let cells = grid.get(usize::try_from(row).ok()?)?;
    cells.get(usize::try_from(column).ok()?).copied()
}

/// All boards after a turn of the player who plays upwards or downwards.
pub fn turns(grid: &Grid, upwards: bool) -> BTreeSet<After> {
    let mut out = BTreeSet::new();
    let Some((column, row)) = ball(grid) else { return out };
    for y in 0..grid.len() {
        for x in 0..grid[y].len() {
            if grid[y][x] == '.' {
                let mut next = grid.clone();
                next[y][x] = '*';
                out.insert((next, row));
            }
        }
    }
    let mut lifted = grid.clone();
    lifted[row as usize][column as usize] = '.';
    // The results of each number of jumps: those of the last round, and all so far.
    let mut last: BTreeSet<(Grid, i32, i32)> = BTreeSet::from([(lifted, column, row)]);
    let mut results: BTreeSet<After> = BTreeSet::new();
    for jumps in 1..=14 {
        let (mut next, mut more) = (BTreeSet::new(), BTreeSet::new());
        for (grid, column, row) in &last {
            jump(grid, (*column, *row), upwards, |grid, x, y| {
                let mut landed = grid.clone();
                if let Some(cell) =
                    landed.get_mut(y as usize).and_then(|cells| cells.get_mut(x as usize))
                {
                    *cell = 'o';
                }
                if !results.contains(&(landed.clone(), y)) {
                    more.insert((landed, y));
                    next.insert((grid, x, y));
                }
            });
        }
        if jumps > 4 && results.len() + more.len() > 4000 {
            break;
        }
        results.extend(more);
        last = next;
    }
    out.extend(results);
    out
}

/// Shows every board after one jump, without the ball, and where the ball is.
fn jump(
    grid: &Grid,
    (column, row): (i32, i32),
    upwards: bool,
    mut see: impl FnMut(Grid, i32, i32),
) {
    for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let mut next = grid.clone();
        let (mut x, mut y) = (column + dx, row + dy);
        while at(&next, x, y) == Some('*') {
            next[y as usize][x as usize] = '.';
            (x, y) = (x + dx, y + dy);
        }
        let has_jumped = (x, y) != (column + dx, row + dy) && at(grid, column, row).is_some();
        let is_goal = y == -1 && upwards || y == grid.len() as i32 && !upwards;
        if has_jumped && (at(&next, x, y).is_some() || is_goal) {
            see(next, x, y);
        }
    }
}

/// Who has won with the ball in this row: the player who plays upwards, or the other.
pub fn upwards_won(grid: &Grid, row: i32) -> Option<bool> {
    match row {
        ..=0 => Some(true),
        row if row >= grid.len() as i32 - 1 => Some(false),
        _ => None,
    }
}
