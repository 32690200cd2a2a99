//! `andor play`: when the engine resigns.

use crate::support::answers;

/// Black's stones are alive: White gives up at the third move, unless the engine never resigns.
#[test]
fn the_engine_of_go_resigns() {
    let wall = "gogui-play_sequence b b5 w pass b b4 w pass b b3 w pass b b2 w pass b b1 w pass b d5 w pass b d4 w \
                pass b d3 w pass b d2 w pass b d1";
    let text =
        format!("komi 0.5\n{wall}\ngenmove w\nplay b pass\ngenmove w\nplay b pass\ngenmove w\n");
    let text =
        format!("{text}final_score\nundo\nfinal_score\ngenmove w\nclear_board\nfinal_score\n");
    let said = answers("go 5x5 --time 100ms", &text);
    assert_eq!(said[6..9], ["= resign", "= B+R", "="], "{said:?}");
    assert!(said[9].starts_with("= B+") && said[9] != "= B+R", "{said:?}");
    assert_eq!(said[10..], ["= resign", "=", "= W+0.5"], "{said:?}");
    let said = answers("go 5x5 --time 100ms --resign 0", &text);
    assert!(!said.contains(&"= resign".to_string()), "{said:?}");
    let said = answers("go 5x5", "play b resign\nfinal_score\nplay b c3\nfinal_score\n");
    assert_eq!(said, ["=", "= W+R", "=", "= B+25"]);
}

/// Black's chain needs one of two points at the edge, and White is asked for moves again and again.
#[test]
fn the_engine_of_hex_resigns_if_it_is_told_to() {
    let wall = "boardsize 5 5\nplay b c1\nplay b c2\nplay b c3\nplay b c4\nplay w c5\nplay b b5\n";
    // Black has won: the engine says that the game is over. Before the last stone it is lost, but
    // not over.
    let lost = "boardsize 5 5\nplay b c1\nplay b c2\nplay b c3\nplay b c4\n";
    let asked = "reg_genmove w\nreg_genmove w\nreg_genmove w\n";
    let said = answers("hex --time 100ms --resign 0.05", &format!("{lost}{asked}"));
    assert_eq!(said[7], "= resign", "{said:?}");
    assert!(!said[..7].contains(&"= resign".to_string()), "{said:?}");
    let said = answers("hex --time 100ms", &format!("{lost}{asked}"));
    assert!(!said.contains(&"= resign".to_string()), "{said:?}");
    let said = answers("hex --time 100ms", &format!("{wall}genmove w\nfinal_score\n"));
    assert_eq!(said[7..], ["? the game is over", "= B+"], "{said:?}");
}
