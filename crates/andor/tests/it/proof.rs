//! `andor proof`: the tree of replies as an SGF file, and the words about a place in a certificate.

use crate::support;
use crate::support::{Run, command, file, finished, solve};
use andor_games::notation::sgf::parse_trees;
use andor_games::notation::sgf::tree::{Node, Tree};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn path(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("proof");
    std::fs::create_dir_all(&folder).expect("a folder for files");
    folder.join(name)
}

/// A certificate of a problem, by the words of the command line; with the JSON object of the
/// answer.
fn certificate(name: &str, words: &[&str]) -> (String, Value) {
    let path = path(name).display().to_string();
    let more = ["--quiet", "--json", "--proof", &path];
    let run = solve(&words.iter().copied().chain(more).collect::<Vec<_>>());
    assert_eq!(run.code, 0, "{words:?}: {run:?}");
    (path, serde_json::from_str(&run.out).expect("JSON"))
}

fn proof(certificate: &str, more: &[&str]) -> Run {
    let words = ["proof", certificate].into_iter().chain(more.iter().copied());
    finished(command().args(words).output().expect("a start"))
}

/// The SGF file of a certificate, with what was said.
fn tree(certificate: &str, more: &[&str]) -> (Tree, Run) {
    let words: Vec<&str> = ["--sgf", "-"].into_iter().chain(more.iter().copied()).collect();
    let run = proof(certificate, &words);
    assert_eq!(run.code, 0, "{run:?}");
    (parse_trees(&run.out).expect("an SGF file").remove(0), run)
}

fn text(node: &Node, name: &str) -> String {
    node.values(name).map(|value| value.text()).collect()
}

/// The file at depth 0 is the problem of the certificate: rules, komi, set-up and past.
#[test]
fn the_file_is_the_same_problem() {
    let set_up = "(;GM[1]SZ[3:2]KM[1.5]RU[nssk]AB[aa]AW[cb]PL[W])";
    let set_up = file("proof-set-up.sgf", set_up).display().to_string();
    let cases: [&[&str]; 8] = [
        &["go", "3x3", "--rules", "ssk", "--komi", "8.5"],
        &["go", "3x3", "--rules", "psk", "--komi", "9"],
        &["go", "3x3", "--rules", "psk", "--komi", "9.5"],
        &["go", "2x2", "--rules", "basic-ko", "--komi", "-0.5"],
        &["go", "2x2", "--rules", "migos,cycle=black", "--komi", "0.5", "--for", "white"],
        &["go", "2x3", "--rules", "psk", "--komi", "0.5", "--moves", "A1 pass B2"],
        &[&set_up, "--moves", "A1"],
        &["hex", "4x3", "--moves", "a1 b2"],
    ];
    for (number, words) in cases.into_iter().enumerate() {
        let (certificate, report) = certificate(&format!("same-{number}.cert"), words);
        let sgf = path(&format!("same-{number}.sgf")).display().to_string();
        assert_eq!(proof(&certificate, &["--sgf", &sgf, "--depth", "0"]).code, 0);
        let run = solve(&[&sgf, "--quiet", "--json"]);
        assert_eq!(run.code, 0, "{words:?}: {run:?}");
        let again: Value = serde_json::from_str(&run.out).expect("JSON");
        for field in ["game", "size", "rules", "komi", "to_move", "winner", "draw"] {
            assert_eq!(again[field], report[field], "{field} of {words:?}");
        }
        // In Hex a file gives stones instead of moves.
        if report["game"] == "go" {
            assert_eq!(again["position"], report["position"], "{words:?}");
        }
    }
}

/// Every line ends with a move of the winner or where the matter is settled.
#[test]
fn lines_end_with_the_winner() {
    for words in
        [&["hex", "4x4"][..], &["go", "3x3", "--komi", "8.5"], &["hex", "4x4", "--moves", "a1"]]
    {
        let (certificate, _) = certificate(&format!("{}.cert", words.join("-")), words);
        for depth in ["1", "2", "3", "4", "5"] {
            for size in ["2", "3", "30", "10000"] {
                let (tree, run) = tree(&certificate, &["--depth", depth, "--size", size]);
                let before = usize::from(words.contains(&"a1"));
                let most = size.parse::<usize>().expect("a number") + before;
                assert!(tree.nodes().len() <= most, "{words:?}: {} nodes", tree.nodes().len());
                let ends = tree.nodes().iter().skip(1 + before).filter(|n| n.children().is_empty());
                for end in ends {
                    let comment = text(end, "C");
                    let is_settled = comment == "RIGHT" || comment.starts_with("no better than ");
                    assert!(!text(end, "TE").is_empty() || is_settled, "{words:?}: {}", run.out);
                }
                // What is said in the file is said on standard error.
                let comment = text(tree.root(), "C");
                let said = comment.split_once('\n').map(|(_, said)| said.to_string());
                assert_eq!(
                    said.is_some(),
                    !run.err.is_empty(),
                    "{words:?}: {comment}, {}",
                    run.err
                );
                if let Some(said) = said {
                    let said =
                        format!("andor: note: {said}; --depth and --size raise the limits\n");
                    assert_eq!(run.err, said);
                }
            }
        }
    }
}

/// What the limits cut off is counted, and nothing is said of a whole tree.
#[test]
fn what_is_left_out_is_said() {
    let (certificate, _) = certificate("left-out.cert", &["hex", "3x3"]);
    let comment = |more: &[&str]| text(tree(&certificate, more).0.root(), "C");
    assert_eq!(comment(&["--depth", "100", "--size", "1000000"]), "black wins");
    let start = "black wins\nleft out, with all that follows: ";
    assert_eq!(comment(&["--depth", "0"]), format!("{start}1 move by the limit of 0 plies"));
    assert_eq!(comment(&["--depth", "1"]), format!("{start}8 moves by the limit of 1 plies"));
    assert_eq!(comment(&["--size", "2"]), format!("{start}8 moves by the limit of 2 nodes"));
    let both = comment(&["--depth", "3", "--size", "12"]);
    assert!(both.contains(" by the limit of 3 plies, ") && both.contains(" of 12 nodes"), "{both}");
}

#[test]
fn a_win_of_white_is_called_so() {
    let (certificate, _) = certificate("white.cert", &["hex", "4x4", "--moves", "a1"]);
    let check = finished(command().args(["check", &certificate]).output().expect("a start"));
    assert!(check.out.contains("white to move: white wins\n"), "{}", check.out);
    assert!(!check.out.contains("proven"), "{}", check.out);
    assert_eq!(
        text(tree(&certificate, &["--depth", "2"]).0.root(), "C").lines().next(),
        Some("white wins")
    );
}

/// Where the winner may play anywhere, the reason is said.
#[test]
fn any_move_has_a_reason() {
    let (certificate, _) = certificate("anywhere.cert", &["hex", "6x6"]);
    let first = proof(&certificate, &[]).out;
    let first = first.trim_end().rsplit(' ').next().expect("a move").to_string();
    let replies = proof(&certificate, &["--line", &first]).out;
    let why = "the reply is outside the zone";
    let free =
        replies.lines().find_map(|line| line.trim().strip_suffix(&format!("anything: {why}")));
    let reply = free.unwrap_or_else(|| panic!("no free move in\n{replies}")).trim();
    let after = proof(&certificate, &["--line", &format!("{first} {reply}")]).out;
    assert!(after.ends_with(&format!("black may play anywhere: {why}\n")), "{after}");
    let (tree, _) = tree(&certificate, &["--depth", "3"]);
    assert!(tree.nodes().iter().any(|node| text(node, "C") == format!("any move: {why}")));
}

/// The winner's move is named also if it is possible only after the reply, here on the ko point;
/// and where a move closes a cycle with the past the game is over.
#[test]
fn moves_that_the_reply_makes_possible_are_named() {
    let words = "go 1x2 --rules basic-ko-suicide,atari=dead --moves A2,A1 --score --knowledge none";
    let (certificate, _) = certificate("ko.cert", &words.split(' ').collect::<Vec<_>>());
    let shown = proof(&certificate, &["--root", "2"]);
    assert!(shown.out.ends_with("after each reply white plays:\n  pass  A2\n"), "{shown:?}");
    let shown = proof(&certificate, &["--root", "2", "--line", "pass A2"]);
    assert!(shown.out.ends_with("the game is over, as white wants it\n"), "{shown:?}");
}

/// A file that is small and would be large in memory is refused at once, by the limit that is asked
/// for and by the default.
#[test]
fn a_bomb_is_refused() {
    for (name, blocks, more, limit) in [
        ("bomb.cert", 220, &["--memory", "64M"][..], "67108864 bytes of memory"),
        ("large-bomb.cert", 10_000, &[], "bytes of memory"),
    ] {
        let path = path(name).display().to_string();
        let bytes = support::bomb(blocks, blocks * support::BOMB_ENTRIES);
        assert!(bytes.len() < 60 * blocks as usize, "{} bytes", bytes.len());
        std::fs::write(&path, bytes).expect("a file");
        let begun = Instant::now();
        let run = proof(&path, more);
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
        assert_eq!(run.code, 2, "{run:?}");
        for part in [limit, name, "--memory raises the limit"] {
            assert!(run.err.contains(part), "{run:?}");
        }
    }
    // A certificate that fits is shown.
    let (small, _) = certificate("small-memory.cert", &["hex", "3x3"]);
    assert_eq!(proof(&small, &["--memory", "4M"]).code, 0);
}

/// In a wrong certificate an entry may be a part of itself. The walk has no answers there, and
/// ends.
#[test]
fn an_entry_that_is_a_part_of_itself_has_no_answers() {
    let path = path("circle.cert").display().to_string();
    std::fs::write(&path, support::circle()).expect("a file");
    let run = proof(&path, &["--memory", "64M"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("a1    no answer"), "{run:?}");
}
