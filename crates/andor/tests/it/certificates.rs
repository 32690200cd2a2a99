//! Certificates from the command line: written, checked by two independent programs, walked.

use andor_checker::{Certificate, Entry, Pattern, Proof};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("certificates").join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder for files");
    path
}

fn andor(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_andor")).args(arguments).output().expect("andor runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Solves and writes a certificate with compressed blocks.
fn certificate(folder: &Path, problem: &str) -> PathBuf {
    let path = folder.join(format!("{}.cert", problem.replace([' ', '"'], "_")));
    let name = path.display().to_string();
    let mut arguments: Vec<&str> = vec!["solve"];
    arguments.extend(problem.split(' '));
    arguments.extend(["--quiet", "--proof", &name]);
    let output = andor(&arguments);
    assert!(output.status.success(), "{problem}: {}", text(&output.stderr));
    path
}

/// The output of a command; a test does not pass without the command.
fn output_of(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|error| panic!("this test needs {command:?}: {error}"))
}

/// The second checker.
fn second_checker() -> Command {
    let mut command = Command::new("python3");
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/check_certificate.py"));
    command
}

/// The exit code and the output of the second checker.
fn python(path: &Path) -> (Option<i32>, String) {
    let output = output_of(second_checker().arg(path));
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

const PROBLEMS: [&str; 29] = [
    "hex 3x3",
    "hex 4x4 --all-moves",
    "hex 5x5",
    "hex 5x5 --moves a1 --for white",
    "hex 5x5 --all-moves",
    "hex 5x5 --all-moves --threads 2",
    "hex 4x4 --all-moves --threads 2 --knowledge none",
    "hex 6x6 --moves a4",
    "hex 4x4 --search alpha-beta",
    "mnk 3x3x3",
    "mnk 4x3x3 --all-moves",
    "go 2x2 --komi 0.5",
    "go 2x2 --score --all-moves --threads 2",
    "go 2x2 --komi 0.5 --rules basic-ko",
    "go 3x3 --komi 8.5",
    "go 3x3 --komi 8.5 --rules ssk",
    "go 3x3 --komi 2 --rules nssk",
    "go 3x3 --komi 9",
    "go 1x3 --komi 2.5 --rules tromp-taylor",
    "go 2x2 --komi 0.5 --rules chinese",
    "go 2x2 --score --all-moves --threads 2 --rules migos",
    "go 2x3 --score --rules basic-ko-suicide,cycle=black",
    "go 2x4 --komi 0.5 --rules migos,cycle=white,atari=alive --moves a1",
    "go 3x4 --score --rules migos",
    "gomoku 15x15 --moves H8,H7,H10,K8,F8,L10",
    "gomoku 20x19 --moves K10,K9,K12,M10,H10,N12",
    "gomoku 5x2 --all-moves",
    "killall 3x3 --all-moves",
    "killall 2x4 --all-moves --threads 2",
];

/// Of several certificates each line names its file; of one the lines are as they are.
#[test]
fn lines_of_several_files_name_the_file() {
    let folder = folder("several");
    let names = ["hex 3x3", "mnk 3x3x3"].map(|problem| certificate(&folder, problem));
    let [a, b] = names.each_ref().map(|path| path.display().to_string());
    let alone = |name: &str| text(&andor(&["check", name]).stdout);
    // The time of a check is the end of a line.
    let told = |text: &str| -> Vec<String> {
        let cut = |line: &str| line.rsplit_once(", ").map_or(line, |(words, _)| words).to_string();
        text.lines().map(cut).collect()
    };
    let both = andor(&["check", &a, &b]);
    assert_eq!(both.status.code(), Some(0));
    let expected = [&a, &b].map(|name| {
        told(&alone(name)).into_iter().map(|line| format!("{name}: {line}")).collect::<Vec<_>>()
    });
    assert_eq!(told(&text(&both.stdout)), expected.concat());
    assert!(!alone(&a).contains(&a), "{}", alone(&a));
    let missing = folder.join("missing").display().to_string();
    let output = andor(&["check", &a, &missing]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).ends_with(&format!("{a}: verified\n")));
    assert!(text(&output.stderr).contains(&missing));
}

#[test]
fn two_independent_checkers_agree() {
    let folder = folder("agree");
    // Each checker is started once for all files; its messages name the file.
    let names = PROBLEMS.map(|problem| certificate(&folder, problem).display().to_string());
    let mut first = Command::new(env!("CARGO_BIN_EXE_andor"));
    first.arg("check");
    for command in [&mut first, &mut second_checker()] {
        let output = output_of(command.args(&names));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let said = text(&output.stdout);
        let verified = said.lines().filter(|line| line.ends_with("verified")).count();
        assert_eq!(verified, PROBLEMS.len(), "{said}");
    }
}

/// Compressed and stored certificates say the same, and the second checker reads both.
#[test]
fn compressed_certificates_say_the_same() {
    let folder = folder("compressed");
    for problem in ["hex 5x5", "go 3x3 --komi 8.5"] {
        let packed = certificate(&folder, problem);
        let stored = certificate(&folder, &format!("{problem} --proof-stored"));
        let bytes = [&packed, &stored].map(|path| std::fs::read(path).expect("a file"));
        let [one, two] = [0, 1].map(|i| Certificate::decode(&bytes[i]).expect("a certificate"));
        assert_eq!(one, two, "{problem}");
        assert!(bytes[0].len() < bytes[1].len(), "{problem}");
        for path in [&packed, &stored] {
            assert_eq!(andor(&["check", &path.display().to_string()]).status.code(), Some(0));
            let (code, said) = python(path);
            assert_eq!(code, Some(0), "{problem}: {said}");
        }
    }
}

/// The place of the first block behind the header.
fn first_block(certificate: &[u8]) -> usize {
    let length = [10, 11, 12, 13].map(|place| certificate[place]);
    14 + u32::from_le_bytes(length) as usize + 4
}

/// Writes certificates, and gives for each whether `andor check` refuses it. The second checker
/// must say the same, or may be stricter about frames.
fn judged(
    folder: &Path,
    may_be_stricter: bool,
    certificates: impl Iterator<Item = Vec<u8>>,
) -> Vec<bool> {
    let mut names = Vec::new();
    for (number, bytes) in certificates.enumerate() {
        let path = folder.join(format!("{number}.cert"));
        std::fs::write(&path, bytes).expect("a file");
        names.push(path.display().to_string());
    }
    let judge = |command: &mut Command| {
        let said = text(&output_of(command.args(&names)).stderr);
        names.iter().map(|name| said.contains(name.as_str())).collect::<Vec<bool>>()
    };
    let ours = judge(Command::new(env!("CARGO_BIN_EXE_andor")).arg("check"));
    let theirs = judge(&mut second_checker());
    let differ = names
        .iter()
        .zip(ours.iter().zip(&theirs))
        .find(|(_, (ours, theirs))| ours != theirs && (**ours || !may_be_stricter));
    assert_eq!(differ, None, "a file and who refuses it: andor, the second checker");
    ours
}

/// How many are true.
fn count(refused: &[bool]) -> usize {
    refused.iter().filter(|refused| **refused).count()
}

/// A compressed block with any bit of its frame changed: what the second checker accepts,
/// `andor check` accepts. A file that it accepts has the same content, by the checksum of the
/// block.
#[test]
fn changed_frames_are_judged_alike() {
    let folder = folder("frames");
    let good = std::fs::read(certificate(&folder, "hex 3x3")).expect("a certificate");
    let frame = first_block(&good) + 13;
    assert_eq!(good[frame..frame + 4], [0x28, 0xB5, 0x2F, 0xFD], "a compressed block");
    let changes = (frame..good.len().min(frame + 150))
        .flat_map(|place| [(place, place % 8), (place, (place + 3) % 8)]);
    let refused = judged(
        &folder,
        true,
        changes.map(|(place, bit)| {
            let mut changed = good.clone();
            changed[place] ^= 1 << bit;
            changed
        }),
    );
    assert!(count(&refused) > refused.len() * 9 / 10);
}

/// A proof with any byte of its entries changed: both checkers accept the file, or both refuse it.
fn check_changes(name: &str, problem: &str, area: u8, least: usize) {
    let folder = folder(name);
    let good = std::fs::read(certificate(&folder, problem)).expect("a certificate");
    let block = first_block(&good);
    let entries = block + 13;
    let mut rng = fastrand::Rng::with_seed(23);
    let refused = judged(
        &folder,
        false,
        (0..150).map(|_| {
            let mut changed = good.clone();
            let place = rng.usize(entries..good.len());
            changed[place] = match rng.u8(..3) {
                0 => changed[place] ^ 1 << rng.u8(..8),
                1 => changed[place].wrapping_add(1),
                _ => rng.u8(..area),
            };
            let sum = andor_checker::write::crc32(&changed[entries..]);
            changed[block + 9..block + 13].copy_from_slice(&sum.to_le_bytes());
            changed
        }),
    );
    assert!(count(&refused) > least, "{name}: {} of {}", count(&refused), refused.len());
}

#[test]
fn changed_threats_are_judged_alike() {
    let problem = "gomoku 15x15 --moves H8,H7,H10,K8,F8,L10 --proof-stored";
    check_changes("threats", problem, 225, 75);
}

#[test]
fn changed_entries_of_killall_are_judged_alike() {
    check_changes("killall-white", "killall 3x3 --proof-stored", 10, 75);
    check_changes("killall-black", "killall 2x3 --proof-stored", 7, 75);
}

/// A record of Killall-Go is solved, certified and walked: every reply has an answer, also one far
/// away.
#[test]
fn proofs_of_killall_are_walked() {
    let folder = folder("killall");
    let record = folder.join("life.sgf");
    let stones = "AB[da][db][ec][fc][gc][hc][ic]AW[ea][eb][fb][gb][hb][ib]PL[B]";
    std::fs::write(&record, format!("(;GM[1]SZ[9]{stones})")).expect("a file");
    let (record, path) = (record.display().to_string(), folder.join("life.cert"));
    let path = path.display().to_string();
    let solved = andor(&["solve", "killall", &record, "--quiet", "--proof", &path]);
    assert!(text(&solved.stdout).contains("basic-ko: white wins"), "{solved:?}");
    assert!(text(&andor(&["check", &path]).stdout).ends_with("verified\n"));
    let replies = text(&andor(&["proof", &path]).stdout);
    assert!(!replies.contains("no answer"), "{replies}");
    assert!(replies.contains("  pass  nothing: it is settled"), "{replies}");
    let after = text(&andor(&["proof", &path, "--line", "A1"]).stdout);
    assert!(after.contains("white plays "), "{after}");
    let refused =
        andor(&["solve", "killall", "3x3", "--rules", "ssk", "--quiet", "--proof", &path]);
    let expected =
        "certificates of Killall-Go under ssk (expected --rules basic-ko) are not defined";
    assert!(text(&refused.stderr).contains(expected), "{refused:?}");
}

/// What is no certificate: exit 1 and a sentence.
#[test]
fn what_is_no_certificate_is_refused() {
    let folder = folder("refused");
    let good = std::fs::read(certificate(&folder, "hex 3x3")).expect("a certificate");
    let mut newer = good.clone();
    newer[8] += 1;
    let mut other_game = good.clone();
    let place = good.windows(8).position(|window| window == b"game hex").expect("the game");
    other_game[place + 5] = b'y';
    let cases: [(&str, &[u8]); 5] = [
        ("empty", b""),
        ("text", b"This is not a certificate."),
        ("cut", &good[..good.len() / 2]),
        ("newer", &newer),
        ("damaged", &other_game),
    ];
    for (name, bytes) in cases {
        let path = folder.join(name);
        std::fs::write(&path, bytes).expect("a file");
        let output = andor(&["check", &path.display().to_string()]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{name}: {said}");
        assert!(said.starts_with("andor: file \""), "{name}: {said}");
        let (code, said) = python(&path);
        assert_eq!(code, Some(1), "{name}: {said}");
    }
    let missing = folder.join("missing").display().to_string();
    assert_eq!(andor(&["check", &missing]).status.code(), Some(1));
    assert_eq!(andor(&["proof", &missing]).status.code(), Some(1));
}

/// A well-formed certificate that is wrong: exit 3, the broken entry named and drawn.
#[test]
fn a_wrong_certificate_is_refused() {
    let folder = folder("wrong");
    let bytes = std::fs::read(certificate(&folder, "hex 4x4")).expect("a certificate");
    let mut wrong = Certificate::decode(&bytes).expect("a certificate");
    let answered = |entry: &Entry| match entry {
        Entry::Pattern(Pattern { proof: Proof::Answers(answers), .. }) => !answers.is_empty(),
        _ => false,
    };
    let last = wrong.entries.iter().rposition(answered).expect("an entry with answers");
    if let Entry::Pattern(Pattern { proof: Proof::Answers(answers), .. }) = &mut wrong.entries[last]
    {
        answers.pop();
    }
    let path = folder.join("wrong.cert");
    std::fs::write(&path, wrong.encode(None)).expect("a file");
    let output = andor(&["check", &path.display().to_string()]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains(&format!("entry {last}")) && said.contains("section 4.1"), "{said}");
    let (code, said) = python(&path);
    assert_eq!(code, Some(3), "{said}");
}

#[test]
fn rules_only_refuses_knowledge() {
    let folder = folder("rules-only");
    let go = certificate(&folder, "go 3x3 --komi 8.5").display().to_string();
    let hex = certificate(&folder, "hex 4x4").display().to_string();
    assert_eq!(andor(&["check", "--rules-only", &go]).status.code(), Some(3));
    assert_eq!(andor(&["check", "--rules-only", &hex]).status.code(), Some(0));
    let none = certificate(&folder, "go 2x2 --komi 0.5 --knowledge none").display().to_string();
    assert_eq!(andor(&["check", "--rules-only", &none]).status.code(), Some(0));
}

#[test]
fn a_certificate_can_be_walked() {
    let folder = folder("walked");
    let go = certificate(&folder, "go 3x3 --komi 8.5").display().to_string();
    let output = andor(&["proof", &go]);
    assert!(text(&output.stdout).ends_with("black plays B2\n"), "{}", text(&output.stdout));
    let output = andor(&["proof", &go, "--line", "B2"]);
    let said = text(&output.stdout);
    assert!(said.contains("after each reply black plays:\n") && said.contains("  A3 "), "{said}");
    let output = andor(&["proof", &go, "--line", "A1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("expected the winner's move B2"), "{output:?}");

    let sgf = folder.join("tree.sgf");
    let name = sgf.display().to_string();
    let output = andor(&["proof", &go, "--sgf", &name, "--depth", "4", "--stats"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("1 roots"));
    let tree = std::fs::read_to_string(&sgf).expect("an SGF file");
    for part in ["GM[1]", "SZ[3]", ";B[bb]TE[1]", "BM[1]", "C[RIGHT]"] {
        assert!(tree.contains(part), "no {part} in\n{tree}");
    }
    // The file can be read back: the end of its main line is a position that can be solved.
    assert_eq!(andor(&["solve", &name, "--quiet", "--komi", "8.5"]).status.code(), Some(0));

    let hex = certificate(&folder, "hex 4x4").display().to_string();
    let first = text(&andor(&["proof", &hex]).stdout);
    let first = first.trim_end().rsplit(' ').next().expect("a move").to_string();
    let output = andor(&["proof", &hex, "--line", &format!("{first} a1")]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = andor(&["proof", &hex, "--root", "2"]);
    assert!(text(&output.stderr).contains("root 2: no such root; expected 1 to 1"), "{output:?}");
}
