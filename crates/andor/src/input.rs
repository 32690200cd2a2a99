//! The position that the arguments of a command name, and files of positions.

use crate::game_options::GameOptions;
use andor_solver::{Problem, amounts, family};
use anyhow::{Result, anyhow, bail};
use clap::Args;
use std::io::{self, Read};

/// The largest file that is read.
const LARGEST_FILE: u64 = 4 << 20;

/// Which position.
#[derive(Args)]
pub struct PositionArguments {
    /// A game (listed by andor options), an SGF file, a HexWorld link, or a position as JSON has it
    pub what: String,
    /// The size of the board: COLUMNSxROWS (mnk: COLUMNSxROWSxK, nim: heaps such as 3-4-5), or an
    /// SGF file to read as that game
    pub size: Option<String>,
    /// Which game of an SGF file, counted from 1
    #[arg(long, value_name = "N", value_parser = amounts::number, allow_negative_numbers = true)]
    pub game: Option<usize>,
    /// Moves to play first, such as "d5 e4"
    #[arg(long)]
    pub moves: Option<String>,
}

/// The problem of the arguments.
pub fn problem(arguments: &PositionArguments, options: &GameOptions) -> Result<Problem> {
    let what = arguments.what.as_str();
    let is_link = what.contains("hexworld.org");
    let file = file(arguments);
    if arguments.game.is_some() && file.is_none() {
        bail!("--game: \"{what}\" is no SGF file; expected --game with an SGF file only");
    }
    let problem = match &arguments.size {
        Some(size) if is_link || is_file(what) => {
            bail!("size \"{size}\": a file or a link has its own size; expected none")
        }
        Some(size) if file.is_some() => from_file(size, Some(what), arguments.game)?,
        Some(size) => Problem::named(what, size)?,
        None if is_link => Problem::from_hexworld(what)?,
        None if is_file(what) => from_file(what, None, arguments.game)?,
        // The text of a problem, as JSON has it.
        None if what.contains(' ') => what.parse()?,
        None => match family(what) {
            Ok(family) => bail!(
                "no size of the board; expected for example: andor solve {what} {}",
                family.example
            ),
            Err(error) => bail!("{error}, or an SGF file that exists, or a HexWorld link"),
        },
    };
    with_options(problem, options, arguments.moves.as_deref())
}

/// The problem with the options and the moves of the command line.
pub fn with_options(
    problem: Problem,
    options: &GameOptions,
    moves: Option<&str>,
) -> Result<Problem> {
    let problem = options.of_problem(problem)?;
    Ok(match moves {
        Some(moves) => problem.with_moves(moves),
        None => problem,
    })
}

/// The problem of an SGF file: of a game of this name, or of the game that the file names.
pub fn from_file(path: &str, family_name: Option<&str>, game: Option<usize>) -> Result<Problem> {
    let (place, text) = (place(path), read(path)?);
    Ok(match family_name {
        Some(name) if is_drawn(name) && !text.trim_start().starts_with('(') => {
            Problem::from_picture(family(name)?, &place, &text)?
        }
        Some(name) => Problem::from_sgf_of(family(name)?, &place, &text, game)?,
        None => Problem::from_sgf(&place, &text, game)?,
    })
}

/// The SGF file of the arguments.
pub fn file(arguments: &PositionArguments) -> Option<&String> {
    let is_drawing = |size: &str| is_drawn(&arguments.what) && std::path::Path::new(size).is_file();
    let size = arguments.size.as_ref().filter(|size| size.ends_with(".sgf") || is_drawing(size));
    size.or_else(|| Some(&arguments.what).filter(|what| is_file(what)))
}

/// Are drawn boards read as problems of this family?
pub fn is_drawn(name: &str) -> bool {
    ["capture", "phutball"].iter().any(|known| name.eq_ignore_ascii_case(known))
}

fn is_file(what: &str) -> bool {
    family(what).is_err() && (what.ends_with(".sgf") || std::path::Path::new(what).is_file())
}

/// The name of a file in messages.
fn place(path: &str) -> String {
    format!("file \"{path}\"")
}

/// Reads a file of moderate size.
pub fn read(path: &str) -> Result<String> {
    let place = place(path);
    let refused = |error: io::Error| {
        let problem = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_string(),
            _ => format!("it cannot be read ({error})"),
        };
        anyhow!("{place}: {problem}; expected an SGF file")
    };
    // A pipe has no size, and a file may grow while it is read.
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(refused)?;
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(refused)?;
    if bytes.len() as u64 > LARGEST_FILE {
        bail!("{place}: too long; expected an SGF file of at most {LARGEST_FILE} bytes");
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
