//! Local entries of capture: section 4.5 of `docs/certificate.md`.
//!
//! Every entry is checked by itself on its own picture: what is known in the zone, and nothing outside. A block
//! that may or may not be captured becomes unknown.

use crate::block::{Block, Local, LocalAnswer, Right};
use crate::check::Checker;
use crate::model::{Game, Player, PointSet, Root, Verdict};
use crate::report::{Place, Refusal};
use crate::rules::{flood, go};

const SECTION: &str = "4.5";

/// How often the check of a reply looks at the whole board, about.
const REPLY: u64 = 6;

/// What is known about a point: nothing, or its content.
type Cell = Option<Option<Player>>;

/// A picture of a part of the board.
#[derive(Clone)]
struct Picture {
    size: (usize, usize),
    cells: Vec<Cell>,
}

/// A maximal connected set of known stones of one player.
struct Part {
    stones: Vec<usize>,
    liberties: Vec<usize>,
    open: bool,
}

/// What a play captured.
#[derive(Default)]
struct Taken {
    points: Vec<usize>,
    /// Did points become unknown?
    unsure: bool,
}

impl Picture {
    fn near(&self, point: usize) -> impl Iterator<Item = usize> + Clone + use<> {
        go::neighbours(self.size.0, self.size.1, point)
    }

    fn is(&self, point: usize, content: Option<Player>) -> bool {
        self.cells[point] == Some(content)
    }

    fn part(&self, point: usize) -> Part {
        let inside = |other: usize| self.cells[other] == self.cells[point];
        let area = self.cells.len();
        let stones = flood(area, [point].into_iter(), |p| self.near(p), inside);
        let beside = || stones.iter().flat_map(|&stone| self.near(stone));
        let mut liberties: Vec<usize> = beside().filter(|&p| self.is(p, None)).collect();
        liberties.sort_unstable();
        liberties.dedup();
        let open = beside().any(|p| self.cells[p].is_none());
        Part { stones, liberties, open }
    }

    /// The parts of a player.
    fn parts(&self, player: Player) -> Vec<Part> {
        let mut seen = PointSet::EMPTY;
        let mut parts = Vec::new();
        for point in (0..self.cells.len()).filter(|&point| self.is(point, Some(player))) {
            if !seen.contains(point) {
                let part = self.part(point);
                part.stones.iter().for_each(|&stone| seen.insert(stone));
                parts.push(part);
            }
        }
        parts
    }

    /// The parts of a player beside a point.
    fn beside(&self, player: Player, point: usize) -> Vec<Part> {
        let stones = self.near(point).filter(|&p| self.is(p, Some(player)));
        stones.map(|stone| self.part(stone)).collect()
    }

    /// A play on a known empty point.
    fn play(&mut self, player: Player, point: usize) -> Taken {
        let mut taken = Taken::default();
        let mut short = self.parts(player.other());
        short.retain(|part| part.liberties.iter().all(|&liberty| liberty == point));
        let is_beside = |part: &Part| self.near(point).any(|p| part.stones.contains(&p));
        let exposed = self.near(point).any(|p| self.cells[p].is_none())
            || short.iter().any(|part| part.open && is_beside(part));
        short.retain(|part| if part.open { exposed } else { is_beside(part) });
        for part in short {
            let content = if part.open { None } else { Some(None) };
            part.stones.iter().for_each(|&stone| self.cells[stone] = content);
            match part.open {
                true => taken.unsure = true,
                false => taken.points.extend(part.stones),
            }
        }
        self.cells[point] = Some(Some(player));
        taken
    }

    /// The loser passes or plays on an unknown point.
    fn elsewhere(&mut self, winner: Player) {
        for part in self.parts(winner) {
            if part.open && part.liberties.is_empty() {
                part.stones.iter().for_each(|&stone| self.cells[stone] = None);
            }
        }
    }

    /// Is a play of this player on a known empty point suicide, whatever stands elsewhere?
    fn is_suicide(&self, player: Player, point: usize) -> bool {
        let other = |part: &Part| part.liberties.iter().any(|&liberty| liberty != point);
        let closed = self.near(point).all(|p| self.cells[p].is_some_and(|stone| stone.is_some()));
        closed
            && self.beside(player, point).iter().all(|part| !part.open && !other(part))
            && self.beside(player.other(), point).iter().all(other)
    }

    /// Is a play of this player on a known empty point legal because of a liberty, whatever stands elsewhere?
    fn has_liberty(&self, player: Player, point: usize) -> bool {
        let other = |part: &Part| part.liberties.iter().any(|&liberty| liberty != point);
        self.near(point).any(|p| self.is(p, None)) || self.beside(player, point).iter().any(other)
    }
}

/// The question, the winner and the right of an entry or a root.
#[derive(Clone, Copy)]
struct Case {
    target: usize,
    escape: usize,
    owner: Player,
    winner: Player,
    right: Right,
}

impl Case {
    fn new(checker: &Checker<'_, '_>, winner: Player, right: Right) -> Result<Case, String> {
        let Game::Capture(block) = checker.game() else {
            return Err("there are local entries in capture only".to_string());
        };
        let (target, escape) = (usize::from(block.target), usize::from(block.escape));
        let owner = checker.problem().board[target].ok_or("the target's point has no stone")?;
        Ok(Case { target, escape, owner, winner, right })
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
        let mut others = picture.near(point).filter(|&p| p != ko);
        !self.may_retake(loser)
            && taken.points == [ko]
            && !taken.unsure
            && others.all(|p| picture.is(p, Some(loser)))
    }

    /// What is wrong with a position after the loser's reply; with it whether the target must be put back.
    fn after_reply(&self, picture: &Picture, single: bool) -> Result<bool, String> {
        let stands = picture.is(self.target, Some(self.owner));
        if self.attacks() {
            let part = stands.then(|| picture.part(self.target));
            let held = part.is_some_and(|part| !part.open && part.liberties.len() < self.escape);
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

    /// Checks the winner's move after a reply that captured these points.
    fn answer(
        &self,
        checker: &Checker<'_, '_>,
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
                let shows =
                    |&p: &usize| p != point && (picture.is(p, None) || picture.is(p, Some(loser)));
                let shown = reply.is_some_and(|reply| picture.near(reply).any(|p| shows(&p)));
                if captured == [point] && !self.may_retake(self.winner) && !shown {
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
        let next = checker.local(from, reference.entry)?;
        let named = format!("entry {}", reference.entry);
        let Some(next) = next.filter(|_| reference.symmetry == 0) else {
            return Ok(Err(format!("{named} is no local entry to which it may refer")));
        };
        if (next.winner, next.right) != (self.winner, self.right) {
            return Ok(Err(format!("{named} has another winner or right")));
        }
        let mut zone = next.zone.iter();
        if let Some(point) = zone.find(|&p| picture.cells[p] != Some(stone(&next, p))) {
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

    /// Has the winner won after a move? `size` is the size of the target's part, if the move captured it.
    fn end(
        &self,
        picture: &Picture,
        (at, taken): (Option<usize>, &Taken),
        size: Option<usize>,
    ) -> Result<(), String> {
        if !self.attacks() {
            let enough = picture.is(self.target, Some(self.owner))
                && picture.part(self.target).liberties.len() >= self.escape;
            return enough.then_some(()).ok_or("the target has not escaped".to_string());
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

/// The stone of an entry on a point of its zone.
fn stone(local: &Local, point: usize) -> Option<Player> {
    let sets = [(Player::Black, &local.black), (Player::White, &local.white)];
    sets.into_iter().find(|(_, set)| set.contains(point)).map(|(player, _)| player)
}

/// What is wrong with the statement of an entry.
fn form(case: &Case, local: &Local) -> Option<&'static str> {
    let stones = local.black.or(&local.white);
    let ko = local.ko.map(usize::from);
    let here = stone(local, case.target);
    if !local.black.and(&local.white).is_empty() {
        return Some("a point has a black and a white stone");
    }
    if !stones.is_part_of(&local.zone) {
        return Some("a stone is outside the zone");
    }
    if !local.zone.contains(case.target) {
        return Some("the target's point is not in the zone");
    }
    if local.back && (!case.attacks() || here.is_some()) {
        return Some("the target cannot be one that may be put back");
    }
    if !local.back && here != Some(case.owner) {
        return Some("the target is not on the board");
    }
    if ko.is_some_and(|ko| !local.zone.contains(ko) || stones.contains(ko)) {
        return Some("the ko is no empty point of the zone");
    }
    if ko.is_some() && case.may_retake(case.winner.other()) {
        return Some("the loser may retake every ko");
    }
    let order = |answer: &LocalAnswer| answer.reply.map_or(u16::MAX, |reply| reply);
    if !local.answers.is_sorted_by(|one, next| order(one) < order(next)) {
        return Some("the replies are not in strictly ascending order");
    }
    None
}

/// Checks the entry of this number.
pub(crate) fn check(checker: &Checker<'_, '_>, number: u64, local: &Local) -> Result<(), Refusal> {
    let wrong = |problem: String| {
        let letter = |point| match local.zone.contains(point) {
            true => crate::check::letter(stone(local, point)),
            false => '?',
        };
        Refusal::wrong(Place::Entry(number), SECTION, problem)
            .with_picture(|| checker.draw(checker.game(), letter))
    };
    checker.look(2)?;
    let case = Case::new(checker, local.winner, local.right).map_err(wrong)?;
    if let Some(problem) = form(&case, local) {
        return Err(wrong(problem.to_string()));
    }
    let known = |point| local.zone.contains(point).then(|| stone(local, point));
    let cells = (0..checker.area()).map(known).collect();
    let picture = Picture { size: checker.size(), cells };
    let loser = local.winner.other();
    let ko = local.ko.map(usize::from);
    let replies = local.zone.iter().filter(|&point| match local.back {
        true => point == case.target,
        false => picture.is(point, None) && Some(point) != ko,
    });
    for reply in replies.map(Some).chain((!local.back).then_some(None)) {
        checker.look(REPLY)?;
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
        let single = !local.back && picture.part(case.target).stones.len() == 1;
        let taken = match reply {
            Some(point) => next.play(loser, point),
            None => {
                next.elsewhere(local.winner);
                Taken::default()
            }
        };
        let single = single && taken.points.contains(&case.target);
        let put_back = case.after_reply(&next, single).map_err(after)?;
        let place = (reply, taken.points.as_slice(), put_back);
        case.answer(checker, (Some(number), next), place, answer)?.map_err(after)?;
    }
    Ok(())
}

/// What is wrong with a root, if anything is.
pub(crate) fn root_problem(
    checker: &Checker<'_, '_>,
    block: Block,
    root: &Root,
) -> Result<Option<String>, Refusal> {
    let problem = checker.problem();
    let wrong = |text: &str| Ok(Some(text.to_string()));
    let right = usize::try_from(root.at_least).ok().and_then(|number| Right::ALL.get(number));
    let Some(&right) = right else { return wrong("there is no such right") };
    let case = match Case::new(checker, root.winner(), right) {
        Ok(case) => case,
        Err(text) => return Ok(Some(text)),
    };
    if root.attacker != case.owner.other() {
        return wrong("the attacker owns the target");
    }
    if !root.moves.is_empty() || root.theorem.is_some() {
        return wrong("there are no moves to a root and no leaves in capture");
    }
    let cells = problem.board.iter().map(|&stone| Some(stone)).collect();
    let picture = Picture { size: checker.size(), cells };
    let attacked = problem.to_move != case.owner;
    if attacked && picture.part(case.target).liberties.len() >= case.escape {
        let told = root.verdict == Verdict::Disproven;
        return match told && root.first.is_none() && root.entry.is_none() {
            true => Ok(None),
            false => wrong("the target has escaped before the first move"),
        };
    }
    let forbidden = block.forbidden.filter(|_| !case.may_retake(problem.to_move));
    if problem.to_move == case.winner {
        if root.first.is_some() && root.first == forbidden {
            return wrong("the first move is forbidden");
        }
        let Some(first) = root.first else {
            return wrong("the winner is to move, and there is no first move");
        };
        let point = Some(first).filter(|&first| usize::from(first) < checker.area());
        let entry = root.entry.map(|entry| crate::model::Reference { entry, symmetry: 0 });
        let answer = LocalAnswer { reply: None, point, entry };
        let result = case.answer(checker, (None, picture), (None, &[], false), &answer)?;
        return Ok(result.err());
    }
    if root.first.is_some() {
        return wrong("there is a first move, and the loser is to move");
    }
    let entry = root.entry.map(|entry| checker.local(None, entry)).transpose()?.flatten();
    let Some(entry) = entry else { return wrong("there is no such local entry") };
    if (entry.winner, entry.right, entry.back) != (case.winner, right, false) {
        return wrong("its entry has another winner, right or target");
    }
    let differs = |&point: &usize| problem.board[point] != stone(&entry, point);
    if entry.zone.iter().any(|point| differs(&point)) {
        return wrong("its entry has other stones");
    }
    if entry.ko.is_some() && entry.ko != forbidden {
        return wrong("the ko of its entry is not forbidden");
    }
    Ok(None)
}
