//! Questions about blocks for data sets, from games of two guided players.
//!
//! A position of the game is drawn, and in that position a block with few liberties. The player to
//! move begins: the question is whether the block can be captured, or whether the block can be
//! saved. The set keeps questions whose code the search finds within the limit of nodes, and not at
//! a glance.

use super::question;
use crate::dataset::{Sample, seed_of};
use crate::error::BadInput;
use crate::interfaces::{Guided, Problem};
use crate::settings::Settings;
use andor_core::Player;
use andor_games::go::{Board, Position};
use andor_games::notation::coordinates::{Style, point_text};
use andor_games::points::Point;
use andor_games::size::Size;

/// The most liberties of a block.
const MOST_LIBERTIES: u32 = 4;

/// A code that is found with fewer nodes is found at a glance.
const FEWEST_NODES: u64 = 300;

/// So many positions of a game are drawn until one gives a question.
const DRAWS: usize = 20;

/// The first positions of a game, as a part of the points of the board, are not drawn.
const OPENING: usize = 6;

/// A point of each block that may be asked about.
fn targets(board: &Board<6>, pos: &Position<6>) -> Vec<Point> {
    let empty = board.empty(pos.both());
    let mut targets = Vec::new();
    for owner in Player::BOTH {
        for block in board.parts(pos.stones(owner)) {
            let liberties = (board.around(block) & empty).len();
            if liberties <= MOST_LIBERTIES {
                targets.extend(block.first());
            }
        }
    }
    targets
}

/// A question from the game of this number.
pub(super) fn sample(
    start: &Problem,
    settings: &Settings,
    number: usize,
) -> Result<Option<Sample>, BadInput> {
    let seed = seed_of(settings, number);
    let mut rng = fastrand::Rng::with_seed(seed);
    let size: Size = start.size_text().parse()?;
    let board = Board::<6>::new(size);
    let go = Problem::named("go", start.size_text())?.with_option("rules", "basic-ko")?;
    let played = go.open()?.guided_game(&Settings::default(), Guided::Both, seed)?;
    let texts: Vec<String> = played.into_iter().map(|(text, _)| text).collect();
    let settings = Settings { threads: 1, ..settings.clone() };
    let opening = size.area() / OPENING;
    for _ in 0..DRAWS {
        if texts.len() <= opening {
            break;
        }
        let moves = &texts[..rng.usize(opening..texts.len())];
        let problem = start.clone().with_moves(&moves.join(" "));
        let pos = question::start(size, &problem, None)?;
        let targets = targets(&board, &pos);
        let Some(&target) = rng.choice(&targets) else { continue };
        let target = point_text(size, Style::Go, target);
        let report = problem.with_option("target", &target)?.open()?.solve(&settings, None)?;
        let code =
            report.capture.as_ref().filter(|found| !found.at_least).and_then(|found| found.code);
        if let (Some(code), FEWEST_NODES..) = (code, report.nodes) {
            return Ok(Some(Sample {
                moves: moves.to_vec(),
                options: vec![("target".to_string(), target)],
                answer: code.to_string(),
                nodes: report.nodes,
            }));
        }
    }
    Ok(None)
}
