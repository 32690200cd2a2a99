//! Trees of games as SGF and as JSON.

use andor_solver::{BadInput, GameTree};

#[test]
fn trees_are_written_and_read() -> Result<(), BadInput> {
    for text in [
        "(;GM[11]SZ[4];B[b2]C[good](;W[c3])(;W[a1];B[d4]LB[d4:x]))",
        "(;GM[1]SZ[5]KM[3.5]RU[psk]AB[aa]PL[W];W[cc](;B[dd];W[])(;B[ee]))",
        "(;GM[4]SZ[15];B[hh](;W[gg])(;W[ii]))",
    ] {
        let tree = GameTree::from_sgf("text", text, None, None)?;
        assert!(tree.nodes.iter().filter(|node| node.parent == Some(0)).count() == 2, "{text}");
        // The file names all options, so that the start may have more of them than before.
        let again = GameTree::from_sgf("text", &tree.to_sgf()?, None, None)?;
        assert_eq!((&again.nodes, &again.note, again.at), (&tree.nodes, &tree.note, tree.at));
        assert_eq!(again.to_sgf()?, tree.to_sgf()?);
        let json = serde_json::to_string(&tree).expect("JSON");
        assert_eq!(serde_json::from_str::<GameTree>(&json).expect("a tree"), tree);
    }
    Ok(())
}

#[test]
fn illegal_moves_of_variations_are_refused() {
    for (text, expected) in [
        ("(;GM[11]SZ[4];B[b2](;W[c3])(;W[b2]))", "\"b2\""),
        ("(;GM[11]SZ[4];B[b2](;W[c3])(;B[c1]))", "black moves out of turn"),
    ] {
        let error = GameTree::from_sgf("text", text, None, None).expect_err(text);
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[test]
fn the_moves_of_a_problem_are_a_line() -> Result<(), BadInput> {
    let tree = GameTree::of(&"mnk 3x3x3 --moves b2,a1".parse()?)?;
    assert_eq!((tree.at, tree.nodes[1].parent), (Some(1), Some(0)));
    assert_eq!(tree.start.to_string(), "mnk 3x3x3");
    let error = tree.to_sgf().expect_err("no game of SGF");
    assert!(error.to_string().contains("SGF has no number"), "{error}");
    Ok(())
}
