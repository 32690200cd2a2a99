//! What listeners hear of the moves of a position.

use andor_core::Player;
use andor_search::RootMove;
use andor_solver::Outlook;

/// Moves that are no longer open are out, and values stay.
#[test]
fn values_stay_and_other_moves_go() {
    let mut outlook = Outlook::default();
    let open = |mv: u32| RootMove { mv, chance: Some(0.5), work: None };
    outlook.look(&[open(1), open(2), open(3)], |mv| mv.to_string());
    outlook.finish("3".to_string(), Player::White, Some(Player::Black));
    outlook.look(&[open(2), open(3)], |mv| mv.to_string());
    outlook.look::<u32>(&[], |mv| mv.to_string());
    let states: Vec<String> =
        outlook.moves.iter().map(|known| format!("{} {}", known.mv, known.state)).collect();
    assert_eq!(states, ["1 out", "2 open", "3 lost"]);
    assert_eq!((outlook.moves[0].chance, outlook.moves[1].chance), (None, Some(0.5)));
}
