//! Killall-Go: the truth about small boards, and mutants of its local entries.

use super::mutate::Dice;
use andor_checker::rules::{self, Line, Outcome, State};
use andor_checker::{Game, Local, LocalAnswer, Reference, Right, Root};
use std::cell::RefCell;
use std::collections::HashMap;

/// The most positions that are looked at.
const MOST_POSITIONS: usize = 30_000;

thread_local! {
    /// Whether White wins, for all positions that were looked at so far.
    static KNOWN: RefCell<HashMap<(usize, State), bool>> = RefCell::new(HashMap::new());
}

/// Whether the verdict of a root is right: all positions that can be reached, and those from which
/// White can force a win, from the ends backwards. Nothing if there are too many positions.
pub fn truth(line: &Line, root: &Root) -> Option<bool> {
    let columns = line.size().0;
    KNOWN.with_borrow_mut(|known| {
        let key = (columns, line.now().clone());
        if !known.contains_key(&key) {
            let (states, won) = solved(line)?;
            known.extend(states.into_iter().map(|state| (columns, state)).zip(won));
        }
        let margin = if known[&key] { -1 } else { 1 };
        Some(Outcome::Margin(margin).confirms(root))
    })
}

/// All positions that can be reached, and whether White wins them.
fn solved(line: &Line) -> Option<(Vec<State>, Vec<bool>)> {
    let mut numbers: HashMap<State, usize> = HashMap::from([(line.now().clone(), 0)]);
    let mut states = vec![line.now().clone()];
    let mut after: Vec<Vec<usize>> = Vec::new();
    while let Some(state) = states.get(after.len()).cloned() {
        let next = (0..=line.area())
            .filter_map(|point| rules::after(Game::Killall, line.size(), &state, point).ok());
        let next = next.map(|next| {
            let new = states.len();
            *numbers.entry(next.clone()).or_insert_with(|| {
                states.push(next);
                new
            })
        });
        after.push(next.collect());
        if states.len() > MOST_POSITIONS {
            return None;
        }
    }
    let mut won: Vec<bool> =
        states.iter().map(|state| state.outcome == Some(Outcome::Margin(-1))).collect();
    loop {
        let mut changed = false;
        for number in (0..states.len()).filter(|&number| states[number].outcome.is_none()) {
            let mut next = after[number].iter().map(|&next| won[next]);
            let wins = match states[number].to_move {
                andor_checker::Player::White => next.any(|won| won),
                andor_checker::Player::Black => next.all(|won| won),
            };
            changed |= wins && !won[number];
            won[number] |= wins;
        }
        if !changed {
            return Some((states, won));
        }
    }
}

/// Changes a local entry in a way that has a name.
pub fn change_local(
    local: &mut Local,
    name: &str,
    (point, place): (u16, usize),
    (reference, area): (Reference, usize),
    dice: &mut Dice,
) {
    let at = dice.below(local.answers.len());
    let on_board = |point: u16| Some(point).filter(|&point| usize::from(point) < area);
    let sort = |local: &mut Local| {
        local.answers.sort_by_key(|answer| answer.reply.unwrap_or(u16::MAX));
    };
    match name {
        "widen a zone" => local.zone.insert(place),
        "shrink a zone" => {
            local.zone.remove(place);
            local.black.remove(place);
            local.white.remove(place);
        }
        "wrong winner of an entry" => local.winner = local.winner.other(),
        "change stones of an entry" => {
            local.black.remove(place);
            local.white.remove(place);
            match dice.below(3) {
                0 => local.black.insert(place),
                1 => local.white.insert(place),
                _ => {}
            }
            if dice.below(2) == 0 {
                local.zone.insert(place);
            }
        }
        "change passes or ko" => match dice.below(4) {
            0 => local.ko = None,
            1 => local.right = Right::ALL[dice.below(3)],
            2 => local.back ^= true,
            _ => local.ko = Some(place as u16),
        },
        "add an answer" => {
            let entry = Some(reference).filter(|_| dice.below(2) == 0);
            let reply = Some(place as u16);
            local.answers.push(LocalAnswer { reply, point: on_board(point), entry });
            sort(local);
        }
        _ if local.answers.is_empty() => {}
        "drop an answer" => drop(local.answers.remove(at)),
        "copy an answer" => local.answers.push(local.answers[at]),
        "change a reply" => {
            local.answers[at].reply = on_board(point);
            sort(local);
        }
        "flip a move" => local.answers[at].point = on_board(point),
        "change an answer's kind" => {
            local.answers[at].entry = match local.answers[at].entry {
                Some(_) => None,
                None => Some(reference),
            };
        }
        _ => {}
    }
}
