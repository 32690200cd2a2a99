//! Entries of a store as positions: for people, and to be solved again.

use crate::adapter::{Adapter, Question};
use crate::error::BadInput;
use crate::interfaces::Problem;
use crate::report::{Report, ReportAnswer};
use crate::settings::Settings;
use crate::solve::job::At;
use crate::solve::run::run;
use crate::store::reading::Reading;
use andor_core::{NotationError, Numbered, Player, Verdict};
use andor_games::notation::coordinates::point_text;
use andor_games::points::Point;
use andor_store::{Entry, Fact};

/// The position of an entry, and the moves after it.
type Setting<G> = (<G as andor_core::Game>::Position, Vec<<G as andor_core::Game>::Move>);

/// Reads the position and the moves of an entry.
fn setting<G: Adapter>(game: &G, entry: &Entry) -> Result<Setting<G>, NotationError> {
    let root = game.parse_position(&entry.place.position)?;
    let (mut pos, mut moves) = (root.clone(), Vec::new());
    for text in entry.place.moves.split(',').filter(|text| !text.is_empty()) {
        let mv = game.parse_move(&pos, text)?;
        game.play(&mut pos, mv);
        moves.push(mv);
    }
    Ok((root, moves))
}

fn place(entry: &Entry, error: NotationError) -> BadInput {
    let place = format!("entry \"{}\": {}", entry.place.line(), error.place);
    NotationError { place, ..error }.into()
}

/// Who wins by the facts of an entry.
fn winner(question: Question, facts: &[Fact]) -> Option<&'static str> {
    let on = |player: Player| {
        let claim = question.claims[player.index()];
        facts.iter().find_map(|fact| fact.on(claim))
    };
    let name = |player: Player| if player == Player::Black { "black" } else { "white" };
    let verdicts = Player::both(on);
    let wins = |player: &Player| verdicts[player.index()] == Some(Verdict::Proven);
    let loses = |player: &Player| {
        !question.can_draw && verdicts[player.other().index()] == Some(Verdict::Disproven)
    };
    match question.most_margin {
        Some(_) => None,
        None if verdicts == [Some(Verdict::Disproven); 2] && question.can_draw => Some("draw"),
        None => Player::BOTH.into_iter().find(|player| wins(player) || loses(player)).map(name),
    }
}

/// An entry in words.
pub(crate) fn read<G: Adapter>(
    game: &G,
    question: Question,
    start: &Problem,
    entry: &Entry,
) -> Result<Reading, BadInput> {
    let (root, moves) = setting(game, entry).map_err(|error| place(entry, error))?;
    let mut pos = root.clone();
    moves.iter().for_each(|&mv| {
        game.play(&mut pos, mv);
    });
    let mut legal = Vec::new();
    game.moves(&pos, &mut legal);
    let move_text = |fact: &Fact| {
        let mv = G::Move::with_number(fact.best?);
        legal.contains(&mv).then(|| game.move_text(mv))
    };
    let family = start.family();
    let board = family.style.zip(start.board());
    let zone_text = |fact: &Fact| {
        let (style, size) = board?;
        let points = fact.zone.as_ref()?.iter().filter(|&&point| usize::from(point) < size.area());
        Some(points.map(|&point| point_text(size, style, Point(point))).collect())
    };
    let stones = game.stones(&root);
    let of = |player: Player| stones[player.index()].iter().map(move |&point| (player, point));
    let mut stones: Vec<(Player, Point)> = Player::BOTH.into_iter().flat_map(of).collect();
    stones.sort_unstable_by_key(|&(_, point)| point);
    let to_move = game.to_move(&root);
    let is_whole = game.set_up(&stones, to_move).is_ok_and(|set_up| set_up == root);
    let problem = is_whole.then(|| start.clone().with_stones(stones, to_move));
    Ok(Reading {
        to_move: game.to_move(&pos),
        problem: problem.map(|problem| problem.with_moves(&entry.place.moves).to_string()),
        winner: winner(question, &entry.facts),
        best: entry.facts.iter().map(move_text).collect(),
        zones: entry.facts.iter().map(zone_text).collect(),
    })
}

/// Solves the claim of a fact about an entry; the verdict, if the search does not stop before.
pub(crate) fn settle<G: Adapter>(
    game: &G,
    question: Question,
    start: &Problem,
    (entry, fact): (&Entry, &Fact),
    settings: &Settings,
) -> Result<(Option<Verdict>, Report), BadInput> {
    let (root, played) = setting(game, entry).map_err(|error| place(entry, error))?;
    let claim = fact.claim();
    let mut claims = question.claims;
    claims[claim.attacker.index()] = claim;
    let question = Question { claims, ..question };
    let settings = Settings { claimed: Some(claim.attacker), ..settings.clone() };
    let at = At { problem: start, game, question, root: &root, played: &played };
    let report = run(at, &settings, None)?;
    let verdict = match report.answer {
        ReportAnswer::Proven => Some(Verdict::Proven),
        ReportAnswer::Disproven => Some(Verdict::Disproven),
        ReportAnswer::Escapes | ReportAnswer::Stopped => None,
    };
    Ok((verdict, report))
}
