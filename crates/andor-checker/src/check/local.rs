//! Local entries of capture: section 4.5 of `docs/certificate.md`.
//!
//! Every entry is checked by itself on its own [`Picture`].

use super::statements::Statements;
use crate::model::{Block, Game, Local, LocalAnswer, Player, Right, Root, Verdict};
use crate::report::{Place, Refusal};
use crate::rules::flood;
use crate::rules::picture::{Cell, Part, Picture, Taken};
use crate::words::letter;

const SECTION: &str = "4.5";

/// How often the check of a reply looks at the whole board, about.
const REPLY: u64 = 6;

/// A liberty counts for an escape if its region has so many points more than the escape says.
const EYE_SPACE: usize = 3;

/// The question, the winner and the right of an entry or a root.
#[derive(Clone, Copy)]
struct Question {
    target: usize,
    escape: usize,
    owner: Player,
    winner: Player,
    right: Right,
}

impl Question {
    fn new(
        statements: &Statements<'_, '_>,
        winner: Player,
        right: Right,
    ) -> Result<Question, String> {
        let Game::Capture(block) = statements.game() else {
            return Err("there are local entries in capture only".to_string());
        };
        let (target, escape) = (usize::from(block.target), usize::from(block.escape));
        let owner = statements.problem().board[target].ok_or("the target's point has no stone")?;
        Ok(Question { target, escape, owner, winner, right })
    }

    fn attacks(&self) -> bool {
        self.winner != self.owner
    }

    fn may_retake(&self, player: Player) -> bool {
        match self.right {
            Right::Nobody => false,
            Right::Attacker => player != self.owner,
            Right::Defender => player == self.owner,
        }
    }

    /// Does this move forbid the loser to retake on a point?
    fn forbids(&self, picture: &Picture, point: usize, taken: &Taken, ko: usize) -> bool {
        let loser = self.winner.other();
        !self.may_retake(loser) && picture.forbids(loser, point, taken, ko)
    }

    /// What is wrong with a position after the loser's reply; with it whether the target must be
    /// put back.
    fn after_reply(&self, picture: &Picture, single: bool) -> Result<bool, String> {
        let stands = picture.is(self.target, Some(self.owner));
        if self.attacks() {
            // An unknown point may be free of the defender's stones.
            let free = |cell| cell != Some(Some(self.owner));
            let part = stands.then(|| picture.part(self.target));
            let held = part.is_some_and(|part| !part.open && !self.escapes(picture, &part, free));
            return match held {
                true => Ok(false),
                false => Err("the target may have escaped".to_string()),
            };
        }
        match stands {
            true => Ok(false),
            false if single => Ok(true),
            false => Err("the target may be captured".to_string()),
        }
    }

    /// Do as many liberties of the target's part count as the escape says? The region of a liberty
    /// grows over cells that are `free`.
    fn escapes(&self, picture: &Picture, part: &Part, free: impl Fn(Cell) -> bool) -> bool {
        let counts = |&&liberty: &&usize| {
            let inside = |point: usize| free(picture.cells[point]);
            let area = picture.cells.len();
            let region = flood(area, [liberty].into_iter(), |point| picture.near(point), inside);
            region.len() >= self.escape + EYE_SPACE
        };
        part.liberties.len() >= self.escape
            && part.liberties.iter().filter(counts).count() >= self.escape
    }

    /// Has the target escaped for certain?
    fn has_escaped(&self, picture: &Picture) -> bool {
        let free = |cell: Cell| cell.is_some_and(|stone| stone != Some(self.owner));
        picture.is(self.target, Some(self.owner))
            && self.escapes(picture, &picture.part(self.target), free)
    }

    /// Checks the winner's move after a reply that captured these points.
    fn answer(
        &self,
        statements: &Statements<'_, '_>,
        (from, mut picture): (Option<u64>, Picture),
        (reply, captured, put_back): (Option<usize>, &[usize], bool),
        answer: &LocalAnswer,
    ) -> Result<Result<(), String>, Refusal> {
        let (mut taken, mut size, mut at) = (Taken::default(), 0, None);
        match answer.point.map(usize::from) {
            None if self.attacks() || put_back => {
                return Ok(Err("a pass does not win".to_string()));
            }
            None => {}
            Some(point) => {
                if !picture.is(point, None) {
                    return Ok(Err(format!("the point {point} is not known to be empty")));
                }
                if put_back && point != self.target {
                    return Ok(Err("the target is not put back".to_string()));
                }
                let loser = self.winner.other();
                let may_be_ko = picture.may_be_ko(loser, (reply, captured), point);
                if may_be_ko && !self.may_retake(self.winner) {
                    return Ok(Err(format!("the ko rule may forbid the move {point}")));
                }
                let legal = picture.has_liberty(self.winner, point);
                if picture.is(self.target, Some(self.owner)) {
                    size = picture.part(self.target).stones.len();
                }
                taken = picture.play(self.winner, point);
                if (!legal || put_back) && taken.points.is_empty() {
                    return Ok(Err(format!("the move {point} may be illegal")));
                }
                at = Some(point);
            }
        }
        let gone = taken.points.contains(&self.target);
        let Some(reference) = answer.entry else {
            return Ok(self.end(&picture, (at, &taken), gone.then_some(size)));
        };
        let from = from.filter(|_| self.attacks());
        let next = statements.local(from, reference.entry)?;
        let named = format!("entry {}", reference.entry);
        let Some(next) = next.filter(|_| reference.symmetry == 0) else {
            return Ok(Err(format!("{named} is no local entry to which it may refer")));
        };
        if (next.winner, next.right) != (self.winner, self.right) {
            return Ok(Err(format!("{named} has another winner or right")));
        }
        let mut zone = next.zone.iter();
        if let Some(point) = zone.find(|&p| picture.cells[p] != Some(next.stone(p))) {
            return Ok(Err(format!("{named} has other stones, or the point {point} is unknown")));
        }
        let forbidden = next.ko.is_none_or(|ko| {
            at.is_some_and(|at| self.forbids(&picture, at, &taken, usize::from(ko)))
        });
        if !forbidden {
            return Ok(Err(format!("the ko of {named} is not forbidden for certain")));
        }
        let fits = match next.back {
            true => gone && size == 1,
            false => picture.is(self.target, Some(self.owner)),
        };
        Ok(fits.then_some(()).ok_or_else(|| format!("{named} does not fit the target")))
    }

    /// Has the winner won after a move? `size` is the size of the target's part, if the move
    /// captured it.
    fn end(
        &self,
        picture: &Picture,
        (at, taken): (Option<usize>, &Taken),
        size: Option<usize>,
    ) -> Result<(), String> {
        if !self.attacks() {
            let escaped = self.has_escaped(picture);
            return escaped.then_some(()).ok_or("the target has not escaped".to_string());
        }
        let alive = |part: &Part| part.liberties.iter().any(|&liberty| liberty != self.target);
        match size {
            None => Err("the target is not captured".to_string()),
            Some(1)
                if !at.is_some_and(|at| self.forbids(picture, at, taken, self.target))
                    && !picture.beside(self.winner, self.target).iter().all(alive) =>
            {
                Err("the target may be put back".to_string())
            }
            Some(_) => Ok(()),
        }
    }
}

/// What is wrong with the statement of an entry.
fn form(question: &Question, local: &Local) -> Option<&'static str> {
    let here = local.stone(question.target);
    if !local.zone.contains(question.target) {
        return Some("the target's point is not in the zone");
    }
    if local.back && (!question.attacks() || here.is_some()) {
        return Some("the target cannot be one that may be put back");
    }
    if !local.back && here != Some(question.owner) {
        return Some("the target is not on the board");
    }
    if local.ko.is_some() && question.may_retake(question.winner.other()) {
        return Some("the loser may retake every ko");
    }
    local.form()
}

/// The refusal of an entry, with its picture.
pub(crate) fn refusal(
    statements: &Statements<'_, '_>,
    (number, local): (u64, &Local),
    section: &'static str,
    problem: String,
) -> Refusal {
    let letter = |point| match local.zone.contains(point) {
        true => letter(local.stone(point)),
        false => '?',
    };
    Refusal::wrong(Place::Entry(number), section, problem)
        .with_picture(|| statements.draw(statements.game(), letter))
}

/// Checks the entry of this number.
pub(crate) fn check(
    statements: &Statements<'_, '_>,
    number: u64,
    local: &Local,
) -> Result<(), Refusal> {
    let wrong = |problem: String| refusal(statements, (number, local), SECTION, problem);
    statements.look(2)?;
    let question = Question::new(statements, local.winner, local.right).map_err(wrong)?;
    if let Some(problem) = form(&question, local) {
        return Err(wrong(problem.to_string()));
    }
    let picture = Picture::of_zone(statements.size(), local);
    let loser = local.winner.other();
    let ko = local.ko.map(usize::from);
    let replies = local.zone.iter().filter(|&point| match local.back {
        true => point == question.target,
        false => picture.is(point, None) && Some(point) != ko,
    });
    for reply in replies.map(Some).chain((!local.back).then_some(None)) {
        statements.look(REPLY)?;
        if reply.is_some_and(|point| picture.is_suicide(loser, point)) {
            continue;
        }
        let named = |place: Option<usize>| {
            local.answers.iter().find(|answer| answer.reply.map(usize::from) == place)
        };
        let listed = named(reply).or_else(|| named(None).filter(|_| !local.back));
        let text = reply.map_or("elsewhere".to_string(), |point| point.to_string());
        let after = |problem: String| wrong(format!("the reply {text}: {problem}"));
        let Some(answer) = listed else {
            return Err(after("it has no answer".to_string()));
        };
        let mut next = picture.clone();
        let single = !local.back && picture.part(question.target).stones.len() == 1;
        let taken = match reply {
            Some(point) => next.play(loser, point),
            None => {
                next.elsewhere(local.winner);
                Taken::default()
            }
        };
        let single = single && taken.points.contains(&question.target);
        let put_back = question.after_reply(&next, single).map_err(after)?;
        let place = (reply, taken.points.as_slice(), put_back);
        question.answer(statements, (Some(number), next), place, answer)?.map_err(after)?;
    }
    Ok(())
}

/// What is wrong with a root, if anything is.
pub(crate) fn root_problem(
    statements: &Statements<'_, '_>,
    block: Block,
    root: &Root,
) -> Result<Option<String>, Refusal> {
    let problem = statements.problem();
    let wrong = |text: &str| Ok(Some(text.to_string()));
    let right = usize::try_from(root.at_least).ok().and_then(|number| Right::ALL.get(number));
    let Some(&right) = right else { return wrong("there is no such right") };
    let question = match Question::new(statements, root.winner(), right) {
        Ok(question) => question,
        Err(text) => return Ok(Some(text)),
    };
    if root.attacker != question.owner.other() {
        return wrong("the attacker owns the target");
    }
    if !root.moves.is_empty() || root.theorem.is_some() {
        return wrong("there are no moves to a root and no leaves in capture");
    }
    let picture = Picture::of_board(statements.size(), &problem.board);
    let attacked = problem.to_move != question.owner;
    if attacked && question.has_escaped(&picture) {
        let told = root.verdict == Verdict::Disproven;
        return match told && root.first.is_none() && root.entry.is_none() {
            true => Ok(None),
            false => wrong("the target has escaped before the first move"),
        };
    }
    let forbidden = block.forbidden.filter(|_| !question.may_retake(problem.to_move));
    if problem.to_move == question.winner {
        if root.first.is_some() && root.first == forbidden {
            return wrong("the first move is forbidden");
        }
        let Some(first) = root.first else {
            return wrong("the winner is to move, and there is no first move");
        };
        let point = Some(first).filter(|&first| usize::from(first) < statements.area());
        let entry = root.entry.map(|entry| crate::model::Reference { entry, symmetry: 0 });
        let answer = LocalAnswer { reply: None, point, entry };
        let result = question.answer(statements, (None, picture), (None, &[], false), &answer)?;
        return Ok(result.err());
    }
    if root.first.is_some() {
        return wrong("there is a first move, and the loser is to move");
    }
    let entry = root.entry.map(|entry| statements.local(None, entry)).transpose()?.flatten();
    let Some(entry) = entry else { return wrong("there is no such local entry") };
    if (entry.winner, entry.right, entry.back) != (question.winner, right, false) {
        return wrong("its entry has another winner, right or target");
    }
    let differs = |&point: &usize| problem.board[point] != entry.stone(point);
    if entry.zone.iter().any(|point| differs(&point)) {
        return wrong("its entry has other stones");
    }
    if entry.ko.is_some() && entry.ko != forbidden {
        return wrong("the ko of its entry is not forbidden");
    }
    Ok(None)
}
