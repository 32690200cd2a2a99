//! Walking a certificate: what the winner does after which replies.
//!
//! A certificate is read here as it stands, without checking it; `andor check` does that. Where it
//! is wrong the walk says so and stops.

use crate::certified::Certified;
use crate::problem::BadInput;
use andor_checker::{
    Certificate, Entry, Game as CheckedGame, Pattern, PointSet, Position, Proof, Reference, Then,
    Verdict,
};
use andor_core::{NotationError, Player, Symmetry};
use andor_games::go::{Go, Rules};
use andor_games::hex::Hex;
use andor_games::notation::sgf::tree::{Property, Tree, Value};
use andor_games::notation::sgf::write_trees;
use andor_games::points::Point;
use andor_games::size::Size;
use andor_games::toy::mnk::Mnk;
use andor_search::Line;
use std::fmt::Write;

/// Reads a certificate.
pub fn read(bytes: &[u8]) -> Result<Certificate, BadInput> {
    Certificate::decode(bytes).map_err(|refusal| BadInput::Request(refusal.to_string()))
}

/// How much of a tree is exported.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Plies.
    pub depth: usize,
    /// Nodes.
    pub nodes: usize,
}

/// Numbers about a certificate.
pub fn stats(certificate: &Certificate, bytes: usize) -> String {
    let counts = certificate.entries.iter().map(Entry::counts);
    let (edges, leaves) = counts.fold((0, 0), |(e, l), (edges, leaves)| (e + edges, l + leaves));
    let widest = certificate.entries.iter().map(|entry| entry.counts().0).max().unwrap_or(0);
    let ends = certificate.entries.iter().filter(|entry| entry.counts().0 == 0).count();
    let problem = &certificate.problem;
    format!(
        "{} {}x{}, {} roots\n{} entries, of them {ends} without answers\n{edges} answers, at most \
         {widest} in an entry\n{leaves} leaves\n{bytes} bytes\n",
        problem.game.name(),
        problem.columns,
        problem.rows,
        problem.roots.len(),
        certificate.entries.len(),
    )
}

/// The position after some moves from a root, the winner's move or the loser's replies there.
pub fn show(certificate: &Certificate, root: usize, moves: &str) -> Result<String, BadInput> {
    with_game(certificate, Show { root, moves })
}

/// The tree of replies as an SGF file: winning moves are marked `TE`, losing replies `BM`, and a
/// comment `RIGHT` stands where the matter is settled.
pub fn sgf(certificate: &Certificate, root: usize, limits: Limits) -> Result<String, BadInput> {
    with_game(certificate, Export { root, limits })
}

/// Something to do with a certificate once its game is known.
trait Task {
    fn run<G: Certified>(self, game: &G, certificate: &Certificate) -> Result<String, BadInput>;
}

fn with_game(certificate: &Certificate, task: impl Task) -> Result<String, BadInput> {
    let problem = &certificate.problem;
    let side = |n: usize| u8::try_from(n).unwrap_or(0);
    let size = Size::new(side(problem.columns), side(problem.rows))
        .ok_or_else(|| BadInput::Request("an impossible size of the board".to_string()))?;
    match (problem.game, size.area()) {
        (CheckedGame::Hex, ..=64) => task.run(&Hex::<1>::new(size), certificate),
        (CheckedGame::Hex, _) => task.run(&Hex::<6>::new(size), certificate),
        (CheckedGame::Go(rules), area) => {
            let rules: Rules = rules.name().parse()?;
            match area {
                ..=64 => task.run(&Go::<1>::new(size, rules), certificate),
                _ => task.run(&Go::<6>::new(size, rules), certificate),
            }
        }
        (CheckedGame::Mnk { row }, ..=64) => {
            task.run(&Mnk::new(size, u8::try_from(row).unwrap_or(u8::MAX)), certificate)
        }
        (CheckedGame::Mnk { .. }, _) => {
            Err(BadInput::Request("m,n,k is shown on boards of up to 64 points only".to_string()))
        }
    }
}

/// A place in the strategy: the line, and what the certificate says about it.
struct Walk<'a, G: Certified> {
    game: &'a G,
    certificate: &'a Certificate,
    line: Line<'a, G>,
    winner: Player,
    /// What is to be kept up; none where the matter is settled.
    plan: Option<Plan>,
    /// The winner's move, if it is theirs, and the plan after it.
    next: Option<(u16, Option<Plan>)>,
}

/// What the winner has to keep up, the loser to move: in Hex perhaps several things at once.
type Plan = Vec<Duty>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Duty {
    /// An entry, with the symmetry that turns the position into its picture.
    Entry(Reference),
    /// Two captured points: one answers the other.
    Pair([u16; 2]),
}

/// What the winner does after a reply: a move, if there is one to make, and the plan then.
struct Answer {
    mv: Option<u16>,
    then: Option<Plan>,
}

impl<'a, G: Certified> Walk<'a, G> {
    fn new(game: &'a G, certificate: &'a Certificate, root: usize) -> Result<Self, BadInput> {
        let problem = &certificate.problem;
        let root = problem.roots.get(root).ok_or_else(|| {
            BadInput::Request(format!(
                "root {}: no such root; expected 1 to {}",
                root + 1,
                problem.roots.len()
            ))
        })?;
        let stones: Vec<(Player, Point)> = (0..problem.area() as u16)
            .filter_map(|p| Some((ours(problem.board[p as usize]?), Point(p))))
            .collect();
        let start = game.set_up(&stones, ours(problem.to_move))?;
        let mut line = Line::new(game, start);
        for &mv in problem.moves.iter().chain(&root.moves) {
            play(&mut line, mv)?;
        }
        let attacker = ours(root.attacker);
        let winner = match root.verdict {
            Verdict::Proven => attacker,
            Verdict::Disproven => attacker.other(),
        };
        let mut walk = Walk { game, certificate, line, winner, plan: None, next: None };
        let plan = root.entry.map(|entry| walk.plan_of(Reference { entry, symmetry: 0 }));
        match root.first {
            Some(first) => walk.next = Some((first, plan)),
            None => walk.plan = plan,
        }
        Ok(walk)
    }

    /// What an entry means to keep up: the parts of a chain, captured points and what they are for.
    fn plan_of(&self, at: Reference) -> Plan {
        let mut plan = Vec::new();
        let mut open = vec![at];
        while let Some(at) = open.pop() {
            let on = |next: Reference| Reference {
                entry: next.entry,
                symmetry: at.symmetry ^ next.symmetry,
            };
            match self.certificate.entries.get(at.entry as usize) {
                Some(Entry::Pattern(Pattern { proof: Proof::Chain(parts), .. })) => {
                    open.extend(parts.iter().rev().map(|&part| on(part)));
                }
                Some(Entry::Pattern(Pattern { proof: Proof::Capture(points, next), .. })) => {
                    let turn =
                        |point: u16| self.game.turned(Symmetry(at.symmetry), point.into()) as u16;
                    if let &[one, two] = points.as_slice() {
                        plan.push(Duty::Pair([turn(one), turn(two)]));
                    }
                    open.push(on(*next));
                }
                _ => plan.push(Duty::Entry(at)),
            }
        }
        plan
    }

    /// Plays a move: the winner's must be the certificate's.
    fn step(&mut self, text: &str) -> Result<(), BadInput> {
        let mv = self.game.parse_move(self.line.position(), text)?;
        let number = self.game.number(mv);
        if self.line.to_move() == self.winner {
            let Some((first, then)) = self.next.take() else {
                return Err(self.off(text, "the matter is settled", "no further move"));
            };
            if first != number && first != u16::MAX {
                let expected = format!("the winner's move {}", self.name(first));
                return Err(self.off(text, "not what the certificate plays", &expected));
            }
            self.plan = then;
        } else {
            let Some(plan) = self.plan.take() else {
                return Err(self.off(text, "the matter is settled", "no further move"));
            };
            let answer = self.answer(&plan, number).ok_or_else(|| {
                self.off(text, "the certificate has no answer to it", "a legal reply")
            })?;
            self.next = answer.mv.map(|mv| (mv, answer.then));
        }
        play(&mut self.line, number)
    }

    fn off(&self, text: &str, problem: &str, expected: &str) -> BadInput {
        NotationError::new(format!("move \"{text}\""), problem, expected).into()
    }

    fn name(&self, number: u16) -> String {
        self.find(number).map_or_else(|| "any move".to_string(), |mv| self.game.move_text(mv))
    }

    /// The move with this number, if the position has it.
    fn find(&self, number: u16) -> Option<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(self.line.position(), &mut moves);
        moves.into_iter().find(|&mv| self.game.number(mv) == number)
    }

    /// What the plan says about a reply.
    fn answer(&self, plan: &Plan, reply: u16) -> Option<Answer> {
        for (i, &duty) in plan.iter().enumerate() {
            let rest = || plan.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, duty)| *duty);
            let kept = |more: Plan| Some(rest().chain(more).collect());
            match duty {
                Duty::Pair(points) if points.contains(&reply) => {
                    let other = points.into_iter().find(|&point| point != reply);
                    return Some(Answer { mv: other, then: kept(Vec::new()) });
                }
                Duty::Pair(_) => {}
                Duty::Entry(at) => match self.certificate.entries.get(at.entry as usize)? {
                    Entry::Position(position) => return self.position_answer(position, at, reply),
                    Entry::Lemma(_) => return None,
                    Entry::Pattern(pattern) => {
                        if let Some((mv, next)) = self.pattern_answer(pattern, at, reply) {
                            let then = kept(self.plan_of(next));
                            return Some(Answer { mv: Some(mv), then });
                        }
                    }
                },
            }
        }
        // What the reply does not disturb needs no answer; any move will do.
        Some(Answer { mv: Some(u16::MAX), then: Some(plan.clone()) })
    }

    fn position_answer(&self, position: &Position, at: Reference, reply: u16) -> Option<Answer> {
        let symmetry = Symmetry(at.symmetry);
        let pass = self.certificate.problem.area() as u16;
        let turned = |point: u16, symmetry| match point {
            point if point == pass => pass,
            point => self.game.turned(symmetry, point as usize) as u16,
        };
        let inner = turned(reply, symmetry);
        let found = position.answers.iter().find(|answer| answer.reply == inner)?;
        let mv = found.then.point().map(|mv| turned(mv, self.game.inverse(symmetry)));
        let then = match found.then {
            Then::MoveEntry(_, next) => {
                let onward = self.game.then(symmetry, Symmetry(next.symmetry));
                Some(self.plan_of(Reference { entry: next.entry, symmetry: onward.0 }))
            }
            _ => None,
        };
        Some(Answer { mv, then })
    }

    /// The winner's move after a reply in the zone of a pattern, and what holds then.
    fn pattern_answer(
        &self,
        pattern: &Pattern,
        at: Reference,
        reply: u16,
    ) -> Option<(u16, Reference)> {
        let turn = |point: usize, by: u8| self.game.turned(Symmetry(by), point);
        let inner = turn(reply as usize, at.symmetry);
        let Proof::Answers(answers) = &pattern.proof else { return None };
        let chosen = answers.iter().find(|answer| {
            let next = answer.reference;
            let zone = match self.certificate.entries.get(next.entry as usize) {
                Some(Entry::Pattern(next)) => next.link.zone,
                _ => PointSet::EMPTY,
            };
            usize::from(answer.point) != inner && !zone.contains(turn(inner, next.symmetry))
        });
        let answer = chosen.filter(|_| pattern.link.zone.contains(inner))?;
        let Reference { entry, symmetry } = answer.reference;
        let next = Reference { entry, symmetry: at.symmetry ^ symmetry };
        Some((turn(answer.point.into(), at.symmetry) as u16, next))
    }

    /// The winner's move in the position, as a move that is legal there.
    fn winning_move(&self) -> Option<G::Move> {
        let &(number, _) = self.next.as_ref()?;
        self.find(number).or_else(|| {
            // A point that is the winner's already, or none at all: any move will do.
            let mut moves = Vec::new();
            self.game.moves(self.line.position(), &mut moves);
            moves.into_iter().next()
        })
    }
}

fn ours(player: andor_checker::Player) -> Player {
    match player {
        andor_checker::Player::Black => Player::Black,
        andor_checker::Player::White => Player::White,
    }
}

/// Plays the move with this number.
fn play<G: Certified>(line: &mut Line<'_, G>, number: u16) -> Result<(), BadInput> {
    let mut moves = Vec::new();
    if line.outcome().is_none() {
        line.moves(&mut moves);
    }
    let game = line.game();
    let mv = moves.into_iter().find(|&mv| game.number(mv) == number).ok_or_else(|| {
        BadInput::Request(format!("move number {number} of the certificate is not legal"))
    })?;
    line.play(mv);
    Ok(())
}

struct Show<'a> {
    root: usize,
    moves: &'a str,
}

impl Task for Show<'_> {
    fn run<G: Certified>(self, game: &G, certificate: &Certificate) -> Result<String, BadInput> {
        let mut walk = Walk::new(game, certificate, self.root)?;
        for text in self.moves.split([' ', ',']).filter(|text| !text.is_empty()) {
            walk.step(text)?;
        }
        let mut out = game.draw(walk.line.position());
        let winner = walk.winner;
        if walk.line.outcome().is_some() {
            let _ = writeln!(out, "the game is over, as {winner} wants it");
        } else if walk.line.to_move() == winner {
            match &walk.next {
                Some((u16::MAX, _)) => {
                    let _ = writeln!(out, "{winner} may play anywhere");
                }
                Some((number, _)) => {
                    let _ = writeln!(out, "{winner} plays {}", walk.name(*number));
                }
                None => {
                    let _ = writeln!(out, "settled for {winner} by knowledge");
                }
            }
        } else if let Some(plan) = walk.plan.clone() {
            let _ = writeln!(out, "after each reply {winner} plays:");
            let mut replies = Vec::new();
            walk.line.moves(&mut replies);
            for reply in replies {
                let text = match walk.answer(&plan, game.number(reply)) {
                    None => "no answer".to_string(),
                    Some(Answer { mv: None, .. }) => "nothing: it is settled".to_string(),
                    Some(Answer { mv: Some(u16::MAX), .. }) => "anything".to_string(),
                    Some(Answer { mv: Some(number), .. }) => walk.name(number),
                };
                let _ = writeln!(out, "  {:5} {text}", game.move_text(reply));
            }
        } else {
            let _ = writeln!(out, "settled for {winner} by knowledge");
        }
        Ok(out)
    }
}

struct Export {
    root: usize,
    limits: Limits,
}

impl Task for Export {
    fn run<G: Certified>(self, game: &G, certificate: &Certificate) -> Result<String, BadInput> {
        let problem = &certificate.problem;
        let number = match problem.game {
            CheckedGame::Go(_) => "1",
            CheckedGame::Hex => "11",
            CheckedGame::Mnk { .. } => {
                let problem = "SGF has no number for m,n,k; expected a certificate of Go or Hex";
                return Err(BadInput::Request(problem.to_string()));
            }
        };
        let mut walk = Walk::new(game, certificate, self.root)?;
        let (columns, rows) = (problem.columns.to_string(), problem.rows.to_string());
        let size = match columns == rows {
            true => Value::of_text(&columns),
            false => Value::of_pair(&columns, &rows),
        };
        let text = |name: &str, value: &str| Property::new(name, vec![Value::of_text(value)]);
        let mut root = vec![
            text("FF", "4"),
            text("CA", "UTF-8"),
            text("AP", "andor"),
            text("GM", number),
            Property::new("SZ", vec![size]),
        ];
        let picture = game.picture(walk.line.position());
        for (name, stones) in ["AB", "AW"].into_iter().zip(picture.stones) {
            let points: Vec<Value> = stones
                .iter()
                .map(|point| Value::of_text(&sgf_point(problem, point as u16)))
                .collect();
            if !points.is_empty() {
                root.push(Property::new(name, points));
            }
        }
        root.push(text("PL", if walk.line.to_move() == Player::Black { "B" } else { "W" }));
        let mut tree = Tree::new(root);
        let mut nodes = self.limits.nodes.saturating_sub(1);
        branch(&mut walk, &mut tree, 0, self.limits.depth, &mut nodes);
        Ok(write_trees(&[tree]))
    }
}

/// A point as SGF writes it in the game.
fn sgf_point(problem: &andor_checker::Problem, point: u16) -> String {
    let (column, row) = (point as usize % problem.columns, point as usize / problem.columns);
    let letter = |n: usize| (b'a' + n as u8) as char;
    match problem.game {
        CheckedGame::Hex => format!("{}{}", letter(column), row + 1),
        _ if point as usize == problem.area() => String::new(),
        _ => format!("{}{}", letter(column), letter(row)),
    }
}

/// Writes what follows a place of the strategy behind a node.
fn branch<G: Certified>(
    walk: &mut Walk<'_, G>,
    tree: &mut Tree,
    parent: usize,
    depth: usize,
    nodes: &mut usize,
) {
    let game = walk.game;
    let winner_moves = walk.line.to_move() == walk.winner;
    let moves: Vec<G::Move> = if depth == 0 || walk.line.outcome().is_some() {
        Vec::new()
    } else if winner_moves {
        walk.winning_move().into_iter().collect()
    } else if walk.plan.is_some() {
        let mut replies = Vec::new();
        walk.line.moves(&mut replies);
        replies
    } else {
        Vec::new()
    };
    for mv in moves {
        if *nodes == 0 {
            return;
        }
        *nodes -= 1;
        let number = game.number(mv);
        let point = Value::of_text(&sgf_point(&walk.certificate.problem, number));
        let player = if walk.line.to_move() == Player::Black { "B" } else { "W" };
        let mark = if winner_moves { "TE" } else { "BM" };
        let mut properties = vec![
            Property::new(player, vec![point]),
            Property::new(mark, vec![Value::of_text("1")]),
        ];
        let (plan, next) = (walk.plan.take(), walk.next.take());
        if winner_moves {
            walk.plan = next.clone().and_then(|(_, then)| then);
        } else {
            let answer = plan.as_ref().and_then(|plan| walk.answer(plan, number));
            walk.next = answer.and_then(|answer| answer.mv.map(|mv| (mv, answer.then)));
        }
        walk.line.play(mv);
        let settled = walk.plan.is_none() && walk.next.is_none();
        if settled || walk.line.outcome().is_some() {
            properties.push(Property::new("C", vec![Value::of_text("RIGHT")]));
        }
        let node = tree.add(parent, properties);
        branch(walk, tree, node, depth - 1, nodes);
        walk.line.undo();
        (walk.plan, walk.next) = (plan, next);
    }
}
