//! A game of one's own: three in a row on 3x3, with the best move, the values of all moves, draws,
//! threads, JSON and a certificate. Without the part about certificates, `impl Adapter` is empty
//! but for the draws.
//!
//! `cargo run --release --example own_game`

use andor::certify::{Certificates, Certified, Certifier, Picture};
use andor::core::Symmetric;
use andor::games::{points::Point, size::Size};
use andor::{
    Adapter, Family, Game, Key, NoZone, Notation, NotationError, Outcome, Player, Playout, Problem,
    Proof, Question, Settings, checker, solve,
};
use std::str::FromStr;

#[derive(Clone)]
struct Three;

/// The stones of both players, as bits.
type Stones = [u16; 2];

const ROWS: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421];

impl Game for Three {
    type Position = Stones;
    type Move = Point;
    type Undo = Stones;
    type Zone = NoZone;

    fn start(&self) -> Stones {
        [0, 0]
    }
    fn to_move(&self, pos: &Stones) -> Player {
        Player::BOTH[(pos[0] | pos[1]).count_ones() as usize % 2]
    }
    fn outcome(&self, pos: &Stones) -> Option<Outcome> {
        let has = |player: &Player| ROWS.iter().any(|row| pos[player.index()] & row == *row);
        let full = (pos[0] | pos[1] == 0o777).then_some(Outcome::DRAW);
        Player::BOTH.into_iter().find(has).map(Outcome::win).or(full)
    }
    fn moves(&self, pos: &Stones, out: &mut Vec<Point>) {
        let free = |point: &u16| self.outcome(pos).is_none() && (pos[0] | pos[1]) >> point & 1 == 0;
        out.extend((0..9).filter(free).map(Point));
    }
    fn play(&self, pos: &mut Stones, mv: Point) -> Stones {
        let (old, player) = (*pos, self.to_move(pos));
        pos[player.index()] |= 1 << mv.0;
        old
    }
    fn undo(&self, pos: &mut Stones, old: Stones) {
        *pos = old;
    }
    fn key(&self, pos: &Stones) -> Key {
        Key(u128::from(pos[0]) << 16 | u128::from(pos[1]))
    }
}

impl Notation for Three {
    fn move_text(&self, mv: Point) -> String {
        format!("{}{}", (b'a' + (mv.0 % 3) as u8) as char, mv.0 / 3 + 1)
    }
    fn parse_move(&self, _: &Stones, text: &str) -> Result<Point, NotationError> {
        let wrong = || NotationError::new(format!("move \"{text}\""), "no point", "a1 to c3");
        (0..9).map(Point).find(|&mv| self.move_text(mv) == text).ok_or_else(wrong)
    }
    fn draw(&self, pos: &Stones) -> String {
        let letter = |i: usize| match (pos[0] >> i & 1, pos[1] >> i & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        };
        (0..9).flat_map(|i| [letter(i), if i % 3 == 2 { '\n' } else { ' ' }]).collect()
    }
    fn parse_position(&self, _: &str) -> Result<Stones, NotationError> {
        Err(NotationError::new("board", "pictures are not read", "moves"))
    }
}

impl Playout for Three {}

impl Adapter for Three {
    fn question(&self) -> Question {
        Question::with_draws()
    }
    fn certificate(&self) -> Option<&'static dyn Certifier<Three>> {
        Some(&Certificates)
    }
}

/// The game has symmetries, but needs none of them.
impl Symmetric for Three {}

/// Certificates need the game as the format knows it, the size, the stones, and moves as numbers of
/// points.
impl Certified for Three {
    fn checked_game(&self) -> Option<checker::Game> {
        Some(checker::Game::Mnk { row: 3 })
    }
    fn size(&self) -> Size {
        Size::new(3, 3).unwrap_or(Size::SMALLEST)
    }
    fn set_up(&self, stones: &[(Player, Point)], _: Player) -> Result<Stones, NotationError> {
        let mut pos = [0, 0];
        stones.iter().for_each(|(player, point)| pos[player.index()] |= 1 << point.0);
        Ok(pos)
    }
    fn picture(&self, pos: &Stones) -> Picture {
        Picture::of_stones(pos.map(|set| (0..9).filter(|i| set >> i & 1 == 1).collect()))
    }
    fn number(&self, mv: Point) -> u16 {
        mv.0
    }
}

impl FromStr for Three {
    type Err = NotationError;

    fn from_str(_: &str) -> Result<Three, NotationError> {
        Ok(Three)
    }
}

static THREE: Family = Family::of::<Three>("three", "3x3");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problem = Problem::of(&THREE, "3x3")?.with_moves("a1 b1");
    let settings =
        Settings { all_moves: true, threads: 2, proof: Proof::Stored, ..Settings::default() };
    let report = solve(&problem, &settings, None)?;
    eprint!("{}", report.picture);
    eprintln!("best move {:?}, draw: {}", report.best_move, report.draw);
    eprintln!("{}", serde_json::to_string(&report)?);
    let bytes = report.certificate.ok_or("no certificate")?.to_vec()?;
    let checked = checker::check(&bytes, &checker::Options::default());
    eprintln!("{}", checked.map_err(|refusal| refusal.to_string())?);
    Ok(())
}
