//! Problems of capture on the command line and over GTP.

use crate::support::{command, file, finished, json, solve};
use std::io::Write;
use std::process::Stdio;

const NET: &str = "(;SZ[9]AW[df][cd][ce][eg]AB[dd]MA[dd])";

#[test]
fn a_marked_block_is_the_target() {
    let path = file("capture-net.sgf", &NET.replace("[df]", "[dc]"));
    let report = json(&format!("capture {} --nodes 1e6 --pv", path.display()), 0);
    let capture = &report["capture"];
    assert_eq!((capture["target"].as_str(), capture["code"].as_u64()), (Some("D6"), Some(1)));
    assert_eq!(report["claim"], "white");
    assert!(capture["words"].as_str().is_some_and(|words| words.ends_with("whatever Black does")));
    let run = solve(&["capture", path.to_str().expect("a path"), "--nodes", "1e6", "--quiet"]);
    assert!(run.out.contains("D6: captured by ") && run.out.contains("\ncode 1 ("), "{}", run.out);
    assert!(run.out.contains("zone (+ is"), "{}", run.out);
}

/// Certificates of codes 0, 1 and 2 are written, checked by both checkers, and walked.
#[test]
fn answers_are_certified() {
    let net = file(
        "capture-proof.txt",
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . O . . . . .
        . . O X . . . . .
        . . O . . . . . .
        . . . . O . . . .
        . . . . . . . . .
        . . . . . . . . .
        white to move",
    );
    let ko = file(
        "capture-ko.txt",
        "
        . . . . . . .
        . . X O . . .
        . X . X O . .
        . . X O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        white to move",
    );
    for (path, first, code, exit) in
        [(&net, "attacker", 1, 0), (&net, "defender", 1, 6), (&ko, "attacker", 2, 0)]
    {
        let proof = file(&format!("capture-{first}-{code}.cert"), "");
        let (path, proof) = (path.to_str().expect("a path"), proof.to_str().expect("a path"));
        let run = solve(&[
            "capture", path, "--target", "d5", "--escape", "4", "--first", first, "--nodes", "5e6",
            "--proof", proof, "--json", "--quiet",
        ]);
        assert_eq!(run.code, exit, "{run:?}");
        assert!(run.out.contains(&format!("\"code\":{code}")), "{}", run.out);
        let check = finished(command().args(["check", proof]).output().expect("the command"));
        assert_eq!(check.code, 0, "{check:?}");
        let tool = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/check_certificate.py");
        let output = std::process::Command::new("python3").args([tool, proof]).output();
        let told = finished(output.unwrap_or_else(|error| {
            panic!(
                "this test runs tools/check_certificate.py and needs `python3` in the path: {error}"
            )
        }));
        assert_eq!(told.code, 0, "{told:?}");
        assert!(told.out.contains("verified"), "{told:?}");
        let shown = finished(command().args(["proof", proof]).output().expect("the command"));
        assert_eq!(shown.code, 0, "{shown:?}");
    }
}

fn refused(arguments: &[&str], sentence: &str) {
    let run = solve(arguments);
    assert_eq!(run.err, format!("andor: {sentence}\n"), "{arguments:?}");
    assert_eq!((run.code, run.out.as_str()), (1, ""), "{arguments:?}");
}

#[test]
fn bad_questions_are_refused() {
    let path = |name: &str, text: &str| file(name, text).to_str().expect("a path").to_string();
    let plain = path("capture-plain.sgf", "(;SZ[5]AB[aa][cc]AW[ab])");
    let place = |path: &str| format!("file \"{path}\"");
    let from = place(&plain);
    refused(
        &["capture", &plain],
        &format!(
            "{from}: target: no block is named; expected --target POINT, or a mark (MA, TR, CR or SQ) at the root \
             of the file"
        ),
    );
    refused(
        &["capture", &plain, "--target", "e1"],
        &format!("{from}: target \"E1\": an empty point; expected a point with a stone"),
    );
    let off = "no such point on the 5x5 board; expected a point of the 5x5 board, such as C3";
    let run = solve(&["capture", &plain, "--target", "k9"]);
    assert!(run.err.contains("target \"K9\": "), "{}", run.err);
    assert!(
        run.err.ends_with("expected a point of the 5x5 board, such as C3\n"),
        "{off} {}",
        run.err
    );
    refused(
        &["capture", &plain, "--target", "c3", "--escape", "21"],
        "escape \"21\": no number of liberties; expected a number from 2 to 20",
    );
    refused(
        &["capture", &plain, "--target", "c3", "--strategy", "10"],
        "strategy \"10\": no choice; expected auto or a number from 1 to 9",
    );
    refused(
        &["capture", &plain, "--target", "c3", "--ko", "both"],
        "ko \"both\": no choice; expected all or none or attacker or defender",
    );
    let several = path("capture-several.sgf", "(;SZ[5]AB[aa][cc]AW[ab]MA[aa]TR[cc])");
    refused(
        &["capture", &several],
        &format!(
            "{}: marks: on several blocks: A5, C3; expected marks on one block, or --target POINT",
            place(&several)
        ),
    );
    assert_eq!(solve(&["capture", &several, "--target", "a5", "--nodes", "1e6"]).code, 0);
    let bare = path("capture-bare.sgf", "(;SZ[5]AB[aa]MA[cc])");
    refused(
        &["capture", &bare],
        &format!(
            "{}: mark on C3: no stone; expected a mark on a stone of the target",
            place(&bare)
        ),
    );
    let dead = path("capture-dead.sgf", "(;SZ[5]AB[aa]AW[ab][ba]MA[aa])");
    let run = solve(&["capture", &dead]);
    assert!(run.err.contains("has no liberty; expected every block to be beside"), "{}", run.err);
    let words = path("capture-words.txt", "no board at all\n");
    refused(
        &["capture", &words, "--target", "a1"],
        &format!(
            "{}: no record and no drawn board; expected an SGF file, or rows of points, each . or X or O",
            place(&words)
        ),
    );
}

/// The answers of the engine to these lines.
fn answers(input: &str) -> Vec<String> {
    let mut engine = command();
    engine.args(["play", "go", "9x9"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    engine.stderr(Stdio::piped());
    let mut engine = engine.spawn().expect("the engine");
    let mut to = engine.stdin.take().expect("a pipe");
    to.write_all(input.as_bytes()).expect("the engine listens");
    drop(to);
    let run = finished(engine.wait_with_output().expect("the engine ends"));
    run.out.split("\n\n").map(str::trim).filter(|text| !text.is_empty()).map(String::from).collect()
}

#[test]
fn blocks_are_read_over_gtp() {
    let said = answers(
        "gogui-setup w D6 w C5 b D5 w C4 w E3\nattack D5\ndefend D5\nladder_attack D5\nandor-capture D5\n\
         andor-gfx-capture D5\nattack A1\nattack\ndefend C5\n",
    );
    assert_eq!(&said[1..4], ["= 1 E5", "= 1 E5", "= 1 E5"], "{said:?}");
    assert!(
        said[4].starts_with("= attacker first: 1 captured by E5, whatever Black does"),
        "{said:?}"
    );
    let escape = "\ndefender first: 1 not captured before it reaches 5 liberties by E5";
    assert!(said[4].contains(escape), "{said:?}");
    assert!(said[5].contains("COLOR yellow") && said[5].contains("LABEL E5 1"), "{said:?}");
    assert_eq!(&said[6..8], ["? vertex must not be empty", "? syntax error"], "{said:?}");
    assert_eq!(said[8], "= 1 PASS", "{said:?}");
}
