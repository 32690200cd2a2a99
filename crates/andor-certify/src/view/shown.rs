//! What a certificate says about a place of the winner's strategy: the winner's move or the loser's
//! replies, the zone, and the statements on which they rest.

use super::CannotShow;
use super::walk::{Answer, Duty, Plan, Walk, ours, set_up, why_anywhere};
use crate::certified::Certified;
use andor_checker::{Certificate, Entry, Leaf, Link, Pattern, PointSet, Theorem};
use andor_core::{Player, Symmetry};
use andor_games::notation::coordinates::{Style, point_text};
use andor_games::points::Point;
use std::fmt;

/// A place of the winner's strategy. Points are numbers, row by row from the top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyPlace {
    /// The board, drawn.
    pub picture: String,
    /// The stones on the board of the certificate's header.
    pub stones: Vec<(Player, Point)>,
    /// The player to move there.
    pub first: Player,
    /// The moves from there to the place.
    pub moves: Vec<(Player, String)>,
    /// The player who wins.
    pub winner: Player,
    /// Who moves, and what the certificate says about the moves.
    pub turn: Turn,
    /// The points on which the win depends, where the certificate has them.
    pub zone: Option<Vec<u16>>,
    /// The empty points that are as good as filled in, for Black and for White.
    pub filled: [Vec<String>; 2],
    /// The statements that hold here.
    pub statements: Vec<Statement>,
}

/// Who moves at a place, and what the certificate says about the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Nobody: the game is over.
    Over,
    /// Nobody needs to: knowledge settles the position.
    Settled(Reason),
    /// The winner has this move.
    Move(String),
    /// The winner may play anywhere, for this reason.
    Anywhere(&'static str),
    /// The loser has these replies.
    Replies(Vec<Reply>),
}

/// Why a position is settled, and the points that the reason is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The reason in words.
    pub words: String,
    /// The points.
    pub points: Vec<u16>,
}

/// A reply of the loser's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The reply.
    pub mv: String,
    /// What the certificate says about the reply.
    pub then: ReplyStatus,
}

/// What a certificate says about a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplyStatus {
    /// Nothing.
    Open,
    /// The winner answers with this move.
    By(String),
    /// The winner may play anywhere, for this reason.
    Anywhere(&'static str),
    /// The reply is no better than this one.
    NoBetter(String),
    /// The position is settled then.
    Settled,
}

/// A statement of the certificate that holds at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The number of the entry, if the statement is an entry.
    pub entry: Option<u64>,
    /// The kind of the statement, in a word.
    pub kind: &'static str,
    /// The statement in words.
    pub words: String,
    /// The points that the statement is about.
    pub points: Vec<u16>,
}

/// The place after some moves from a root.
pub fn show<G: Certified>(
    game: &G,
    certificate: &Certificate,
    root: usize,
    moves: &str,
) -> Result<StrategyPlace, CannotShow> {
    let mut walk = Walk::new(game, certificate, root)?;
    for text in moves.split([' ', ',']).filter(|text| !text.is_empty()) {
        walk.step(text)?;
    }
    Ok(walk.shown())
}

impl<G: Certified> Walk<'_, G> {
    fn shown(&mut self) -> StrategyPlace {
        let plan = self.plan.clone().or_else(|| self.next.as_ref()?.1.clone());
        let plan = plan.unwrap_or_default();
        let is_over = self.line.outcome().is_some();
        let turn = if is_over {
            Turn::Over
        } else if self.line.to_move() == self.winner {
            match &self.next {
                &Some((number, _)) => match self.needed(number) {
                    Ok(mv) => Turn::Move(self.game.move_text(mv)),
                    Err(why) => Turn::Anywhere(why),
                },
                None => Turn::Settled(self.reason()),
            }
        } else {
            match self.plan.clone() {
                Some(plan) => Turn::Replies(self.replies(&plan)),
                None => Turn::Settled(self.reason()),
            }
        };
        let statements: Vec<Statement> =
            plan.iter().filter_map(|duty| self.statement(duty)).collect();
        let filled = Player::both(|player| {
            let points = if self.plan.is_some() { self.filled(&plan, player) } else { Vec::new() };
            points.into_iter().map(|point| self.name(point)).collect()
        });
        let zone = if is_over { None } else { self.zone(&plan) };
        let problem = &self.certificate.problem;
        let moves = self.way();
        StrategyPlace {
            picture: self.game.draw(self.line.position()),
            stones: set_up(problem),
            first: ours(problem.to_move),
            moves,
            winner: self.winner,
            turn,
            zone,
            filled,
            statements,
        }
    }

    /// The moves from the board of the header on.
    fn way(&mut self) -> Vec<(Player, String)> {
        let played: Vec<G::Move> = self.line.played().collect();
        played.iter().for_each(|_| self.line.undo());
        let named = |mv: G::Move| {
            let named = (self.line.to_move(), self.game.move_text(mv));
            self.line.play(mv);
            named
        };
        played.into_iter().map(named).collect()
    }

    fn replies(&mut self, plan: &Plan) -> Vec<Reply> {
        let mut replies = Vec::new();
        self.line.moves(&mut replies);
        let answered = |mv: G::Move| {
            let number = self.game.number_in(self.line.position(), mv);
            let then = match self.answer(plan, number) {
                None => ReplyStatus::Open,
                Some(Answer { no_better_than: Some(better), .. }) => {
                    ReplyStatus::NoBetter(self.name(better))
                }
                Some(Answer { mv: None, .. }) => ReplyStatus::Settled,
                Some(Answer { mv: Some(number), .. }) => {
                    // The reply may have made the move possible.
                    self.line.play(mv);
                    let answer = self.needed(number);
                    self.line.undo();
                    match answer {
                        Ok(answer) => ReplyStatus::By(self.game.move_text(answer)),
                        Err(why) => ReplyStatus::Anywhere(why),
                    }
                }
            };
            Reply { mv: self.game.move_text(mv), then }
        };
        replies.into_iter().map(answered).collect()
    }

    /// The winner's move with this number, or why any other does as well.
    fn needed(&self, number: u16) -> Result<G::Move, &'static str> {
        match why_anywhere(number) {
            Some(why) => Err(why),
            None => self.find(number).ok_or("the winner has the point already"),
        }
    }

    /// Why the position is settled.
    fn reason(&self) -> Reason {
        let winner = named(self.winner);
        let Some(Leaf { theorem, stones }) = self.leaf else {
            return Reason {
                words: format!("settled for {} by knowledge", self.winner),
                points: Vec::new(),
            };
        };
        let words = match theorem {
            Theorem::Life => format!("the marked stones of {winner} are unconditionally alive"),
            Theorem::Territory => format!(
                "the marked stones of {winner} are unconditionally alive, and the opponent has no room for two \
                 eyes elsewhere"
            ),
            Theorem::Room => "White has no room to live".to_string(),
        };
        Reason { words, points: numbers(&stones) }
    }

    /// The points on which the win depends; none if a statement is about the whole board.
    fn zone(&self, plan: &Plan) -> Option<Vec<u16>> {
        let mut zone = PointSet::EMPTY;
        for duty in plan {
            match duty {
                Duty::Pair(points) => zone = zone.or(&set(points)),
                Duty::Cells(points, _) => zone = zone.or(&set(points)),
                Duty::Fours(_) => return None,
                &Duty::Entry(at) => {
                    let inner = match self.certificate.entries.get(at.entry as usize)? {
                        Entry::Pattern(pattern) => pattern.link.zone.or(&pattern.link.need),
                        Entry::Local(local) => local.zone,
                        Entry::Shape(shape) => shape.zone,
                        Entry::Threat(threat) => threat.cover[0],
                        Entry::Position(_) | Entry::Lemma(_) => return None,
                    };
                    zone = zone.or(&self.upright(&inner, at.symmetry));
                }
            }
        }
        (!plan.is_empty()).then(|| numbers(&zone))
    }

    /// The points of an entry's picture, as they lie in the position.
    fn upright(&self, inner: &PointSet, symmetry: u8) -> PointSet {
        let back = self.game.inverse(Symmetry(symmetry));
        inner.iter().map(|point| self.game.map_point(back, point)).collect()
    }

    /// What a duty of the winner's says.
    fn statement(&self, duty: &Duty) -> Option<Statement> {
        let winner = named(self.winner);
        let (entry, kind, words, points) = match duty {
            Duty::Pair(points) => {
                let words =
                    format!("{winner} answers a reply on one of the two points on the other");
                (None, "captured", words, points.to_vec())
            }
            Duty::Cells(points, _) => {
                let words = "by a lemma the cells are as good as filled in".to_string();
                (None, "lemma", words, points.clone())
            }
            Duty::Fours(rest) => {
                let words =
                    format!("{winner} makes fours that must be answered, up to five in a row");
                (None, "fours", words, rest.clone())
            }
            &Duty::Entry(at) => {
                let upright = |inner: &PointSet| numbers(&self.upright(inner, at.symmetry));
                let (kind, words, points) = match self.certificate.entries.get(at.entry as usize)? {
                    Entry::Pattern(Pattern { link, .. }) => {
                        ("connection", self.connection(link, at.symmetry), upright(&link.zone))
                    }
                    Entry::Local(local) => (
                        "local",
                        format!("{winner} wins, whatever stands outside the zone"),
                        upright(&local.zone),
                    ),
                    Entry::Shape(shape) => (
                        "shape",
                        format!(
                            "{winner} wins with these men in the zone, whatever stands outside"
                        ),
                        upright(&shape.zone),
                    ),
                    Entry::Threat(threat) => (
                        "threats",
                        format!(
                            "{winner} wins by threats; replies outside the zone change nothing"
                        ),
                        upright(&threat.cover[0]),
                    ),
                    Entry::Position(position) => (
                        "position",
                        format!(
                            "{winner} has an answer to each of {} replies",
                            position.answers.len()
                        ),
                        Vec::new(),
                    ),
                    Entry::Lemma(_) => return None,
                };
                (Some(at.entry), kind, words, points)
            }
        };
        Some(Statement { entry, kind, words, points })
    }

    /// The statement of an entry of Hex.
    fn connection(&self, link: &Link, symmetry: u8) -> String {
        let (winner, area) = (named(self.winner), self.certificate.problem.area());
        let back = self.game.inverse(Symmetry(symmetry));
        let end = |end: u16| match usize::from(end) {
            point if point < area => {
                let point = Point(self.game.map_point(back, point) as u16);
                point_text(self.game.size(), Style::Hex, point)
            }
            _ => "an edge".to_string(),
        };
        match link.ends.map(end) {
            [one, other] if one == "an edge" && other == one => {
                format!("{winner}, moving second, joins both edges inside the marked points")
            }
            [one, other] => {
                format!("{winner}, moving second, joins {one} and {other} inside the marked points")
            }
        }
    }
}

/// The name of a player at the beginning of a sentence.
fn named(player: Player) -> &'static str {
    match player {
        Player::Black => "Black",
        Player::White => "White",
    }
}

fn numbers(set: &PointSet) -> Vec<u16> {
    set.iter().map(|point| point as u16).collect()
}

fn set(points: &[u16]) -> PointSet {
    points.iter().map(|&point| usize::from(point)).collect()
}

impl fmt::Display for ReplyStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplyStatus::Open => f.write_str("no answer"),
            ReplyStatus::By(mv) => f.write_str(mv),
            ReplyStatus::Anywhere(why) => write!(f, "anything: {why}"),
            ReplyStatus::NoBetter(better) => write!(f, "no better than {better}"),
            ReplyStatus::Settled => f.write_str("nothing: it is settled"),
        }
    }
}

impl StrategyPlace {
    /// The turn in words, without the replies.
    pub fn words(&self) -> String {
        let winner = self.winner;
        match &self.turn {
            Turn::Over => format!("the game is over, as {winner} wants it"),
            Turn::Settled(reason) => reason.words.clone(),
            Turn::Move(mv) => format!("{winner} plays {mv}"),
            Turn::Anywhere(why) => format!("{winner} may play anywhere: {why}"),
            Turn::Replies(_) => format!("after each reply {winner} plays:"),
        }
    }
}

/// The board and what the certificate says, as lines of text.
impl fmt::Display for StrategyPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.picture)?;
        let Turn::Replies(replies) = &self.turn else { return writeln!(f, "{}", self.words()) };
        for (player, names) in Player::BOTH.into_iter().zip(&self.filled) {
            if !names.is_empty() {
                writeln!(f, "as good as {player}'s: {}", names.join(" "))?;
            }
        }
        writeln!(f, "{}", self.words())?;
        replies.iter().try_for_each(|Reply { mv, then }| writeln!(f, "  {mv:5} {then}"))
    }
}
