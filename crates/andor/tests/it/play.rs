//! `andor play`: conversations as clients hold them.

use crate::support::{Engine, answers, command, converse, file};
use std::time::{Duration, Instant};

/// A conversation: commands after `> `, each followed by its answer without the blank line.
fn check(arguments: &str, conversation: &str) {
    let lines = || conversation.lines().map(str::trim_end).filter(|line| !line.is_empty());
    let input: String = lines()
        .filter_map(|line| line.strip_prefix("> "))
        .map(|line| format!("{line}\n"))
        .collect();
    let mut expected = String::new();
    for line in lines() {
        match line.strip_prefix("> ") {
            Some(_) if expected.is_empty() => {}
            Some(_) => expected += "\n",
            None => expected += &format!("{line}\n"),
        }
    }
    assert_eq!(converse(arguments, &input), expected + "\n", "{arguments}");
}

#[test]
fn what_the_specification_demands() {
    check(
        "go 3x3",
        "
> protocol_version
= 2
> 17 name
=17 Andor
> known_command genmove
= true
> known_command fly
= false
> known_command
? syntax error
> 3 fly
?3 unknown command
> boardsize 26
? unacceptable size
> boardsize 0
? unacceptable size
> boardsize big
? syntax error
> boardsize 4
=
> komi 6.5
=
> komi much
? syntax error
> play black a1
=
> play black A1
? illegal move
> play b b1 # the same colour again
=
> play white t19
? illegal move
> play white i1
? syntax error
> play white d
? syntax error
> play purple c1
? syntax error
> play white
? syntax error
> play w PASS
=
> showboard
=
   A B C D
 4 . . . .
 3 . . . .
 2 . . . .
 1 X X . .
black to move
1 pass
> undo
=
> undo
=
> undo
=
> undo
? cannot undo
> final_score
= W+6.5
> clear_board
=
> quit
=
",
    );
}

#[test]
fn commands_are_listed_one_per_line_and_all_known() {
    for game in ["go", "hex"] {
        let answer = converse(game, "list_commands\n");
        let names: Vec<&str> = answer[2..].lines().filter(|line| !line.is_empty()).collect();
        assert!(names.len() > 30, "{answer}");
        let input: String = names.iter().map(|name| format!("known_command {name}\n")).collect();
        assert_eq!(converse(game, &input), "= true\n\n".repeat(names.len()));
        let mut sorted = names.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), names.len(), "a name twice in {names:?}");
    }
}

#[test]
fn rectangles_komi_and_scores() {
    check(
        "go",
        "
> rectangular_boardsize 4 2
=
> rectangular_boardsize 4
? syntax error
> komi -1
=
> get_komi
= -1
> play b b1
=
> play b b2
=
> final_score
= B+9
> komi 8
=
> final_score
= 0
> komi 8.5
=
> final_score
= W+0.5
> komi 8.3
? komi \"8.3\": not a multiple of half a point; expected a whole or half number of points from -1000 to 1000, such as 6.5
> final_status_list alive
= B2
B1
> final_status_list dead
=
",
    );
}

#[test]
fn a_set_up_has_no_past() {
    check(
        "go 4x3",
        "
> gogui-setup b b3 w c3 b a2 w b2 w d2 b b1 w c1
=
> gogui-setup b d1
? the board is not empty
> gogui-setup_player b
=
> play b c2
=
> play w b2
? illegal move
> clear_board
=
> gogui-setup b a1 b a2 b a3 w b1 w b2 w b3 w c1 w c2 w c3 w d1 w d2 w d3
? board: the black block at A3 has no liberty; expected every block to be beside an empty point
> gogui-setup b a1 w
? syntax error
> gogui-play_sequence b a1 w a1
? illegal move
> all_legal_moves
= A3 B3 C3 D3 A2 B2 C2 D2 A1 B1 C1 D1 pass
> gogui-play_sequence b a1 w b1
=
> gg-undo 3
? cannot undo
> gg-undo 2
=
> set_free_handicap a1 d3
=
> gogui-rules_side_to_move
= white
> set_free_handicap a1 d3
? board not empty
",
    );
}

#[test]
fn rules_are_set_and_shown() {
    check(
        "go 5x5",
        "
> kata-set-rules tromp-taylor
=
> kata-get-rules
= {\"friendlyPassOk\":false,\"hasButton\":false,\"ko\":\"POSITIONAL\",\"scoring\":\"AREA\",\"suicide\":true,\"tax\":\"NONE\",\"whiteHandicapBonus\":\"0\"}
> kata-set-rules {\"ko\": \"SIMPLE\", \"scoring\": \"AREA\", \"suicide\": false}
=
> kata-get-rules
= {\"friendlyPassOk\":false,\"hasButton\":false,\"ko\":\"SIMPLE\",\"scoring\":\"AREA\",\"suicide\":false,\"tax\":\"NONE\",\"whiteHandicapBonus\":\"0\"}
> kata-set-rules {\"scoring\":\"TERRITORY\"}
? rules scoring \"TERRITORY\": not supported
> kgs-rules new_zealand
=
> kgs-time_settings byoyomi 60 30 5
=
> kgs-time_settings none
=
> kgs-time_settings often
? syntax error
> time_settings 300 0 0
=
> time_left b 100 0
=
> time_left b soon 0
? syntax error
",
    );
}

#[test]
fn solved_positions_are_played_and_shown() {
    check("go 3x3 --komi 8.5", "> reg_genmove b\n= B2\n> genmove b\n= B2\n> andor-value\n= black");
}

#[test]
fn values_and_lines_are_told() {
    let said = answers(
        "go 3x3 --komi 8.5 --time 5s",
        "andor-solve\nandor-values\nandor-gfx-values\nandor-pv w\nandor-value\nplay b b2\nundo\n",
    );
    assert!(said[0].starts_with("= winner black\nbest_move B2\npv B2 "), "{}", said[0]);
    assert_eq!(said[1].lines().count(), 10, "nine points and a pass: {}", said[1]);
    assert!(said[1].starts_with("= B2 W\n"), "{}", said[1]);
    assert!(said[1].contains("\npass L"), "{}", said[1]);
    assert!(said[2].contains("COLOR green B2"), "{}", said[2]);
    assert!(said[2].contains("TEXT black wins; 10/10 moves solved"), "{}", said[2]);
    assert!(said[3].starts_with("= B2"), "White to move takes the middle: {}", said[3]);
}

#[test]
fn safe_points_are_drawn() {
    let walls = "gogui-setup b b1 b b2 b b3 b b4 b b5 b a2 b a4\n";
    let said = answers("go 5x5", &format!("{walls}andor-safe b\nandor-gfx-safe\n"));
    assert_eq!(said[1], "= A5 B5 A4 B4 A3 B3 A2 B2 A1 B1");
    assert!(said[2].starts_with("= BLACK A5 B5 A4"), "{}", said[2]);
}

#[test]
fn records_are_loaded() {
    let go = file("play.sgf", "(;GM[1]SZ[3]KM[5.5];B[bb];W[aa];B[])");
    let path = go.display();
    check(
        "go",
        &format!(
            "
> loadsgf {path}
= white
> get_komi
= 5.5
> gogui-rules_board
= O . .
. X .
. . .
> loadsgf {path} 2
= white
> gogui-rules_board
= . . .
. X .
. . .
> loadsgf {path} 1
= black
> loadsgf nothing.sgf
? cannot load file
> loadsgf
? syntax error
"
        ),
    );
    let hex = file("play-hex.sgf", "(;GM[11]SZ[3];B[c1];W[swap-pieces];B[b2])");
    let path = hex.display();
    check("hex", &format!("> loadsgf {path}\n= white\n> gogui-rules_board\n= . . .\n. X .\nO . ."));
    check("go", &format!("> loadsgf {path}\n? cannot load file"));
}

#[test]
fn hex_as_hexgui_begins_it() {
    check(
        "hex",
        "
> name
= Andor
> boardsize 3 3
=
> clear_board
=
> clear_board
=
> showboard
=
   a b c
 1 . . .
  2 . . .
   3 . . .
black to move
> boardsize 3 30
? unacceptable size
> param_game
= [bool] allow_swap 0
> param_dfpn use_guifx 0
=
> dfpn-solve-state black
= black
> play black c1
=
> play white swap-pieces
=
> gogui-rules_board
= . . .
. . .
O . .
> undo
=
> gogui-rules_board
= . . X
. . .
. . .
> play white swap-sides
=
> gogui-rules_side_to_move
= white
> undo
=
> undo
=
> undo
? cannot undo
> play-game a1 b2 black c3
=
> play-game a2 a2
? illegal move
> all_legal_moves
= b1 c1 a2 c2 a3 b3
> final_score
? cannot score
> play white resign
=
> final_score
= B+
> undo
=
> play-game a3 b3 c1
=
> final_score
= W+
> play black a2
? illegal move
> genmove black
? the game is over
",
    );
}

#[test]
fn hex_winning_moves_are_listed_and_played() {
    let input = "boardsize 4 4\ndfpn-solver-find-winning black\ndfpn-get-pv\ndfpn-get-bounds\n\
                 dfpn-get-work\ndfpn-get-state\ngenmove black\nandor-value\n";
    let said = answers("hex --time 3s", input);
    let mut winning: Vec<&str> = said[1][2..].split(' ').collect();
    winning.sort_unstable();
    // The short diagonal and its neighbours win on 4x4.
    assert_eq!(winning, ["a4", "b3", "c2", "d1"], "{}", said[1]);
    assert!(winning.contains(&said[6].trim_start_matches("= ")), "{}", said[6]);
    assert_eq!(said[7], "= black");
}

#[test]
fn hex_is_solved_by_proof_numbers_unless_told_otherwise() {
    let work = |options: &str| -> u64 {
        let input = "dfpn-solve-state black\ndfpn-get-work\n";
        let said = answers(&format!("hex 6x6 {options}"), input);
        assert_eq!(said[0], "= black");
        said[1][2..].parse().expect("a number of nodes")
    };
    assert_eq!(work(""), work("--search dfpn"));
    assert!(work("") < work("--search ews"));
}

#[test]
fn the_first_move_is_taken_over_if_it_is_good() {
    let swap = |opening: &str| {
        let input = format!("param_game allow_swap 1\nplay b {opening}\ngenmove w\n");
        answers("hex 4x4 --time 3s", &input)[2].clone()
    };
    assert_eq!(swap("b3"), "= swap-pieces");
    assert_ne!(swap("a1"), "= swap-pieces");
}

#[test]
fn gogui_names_points_of_hex_in_its_own_way() {
    check(
        "hex 3x3 --coordinates gogui",
        "
> gogui-rules_game_id
= Hex
> gogui-rules_board_size
= 3 hex
> play b A1
=
> gogui-rules_board
= . . .
. . .
X . .
> gogui-rules_legal_moves
= A3 B3 C3 A2 B2 C2 B1 C1
> gogui-rules_final_result
=
",
    );
}

/// A bridge is a full connection, and half of it a semi connection; the must-play meets a threat.
#[test]
fn knowledge_of_hex_is_told() {
    let said = answers(
        "hex 5x5",
        "play b b2\nplay b c3\nvc-between-cells-full b2 c3 black\n\
         vc-between-cells-full b2 north black\nvc-between-cells-semi b2 c3 white\n\
         vc-between-cells-full b2 west black\nvc-between-cells-full c2 z9 black\n\
         vc-between-cells-full c2\nvc-get-mustplay\n",
    );
    assert!(said[2].starts_with("= b2 c3 black full [ c2 b3 ]"), "{}", said[2]);
    assert!(said[3].starts_with("= b2 north black full [ b1 c1 ]"), "{}", said[3]);
    assert_eq!(said[4], "=");
    assert_eq!(said[5], "? black does not join west");
    assert_eq!(said[6], "? illegal move");
    assert_eq!(said[7], "? syntax error");
    assert_eq!(said[8], "? syntax error");
    let said = answers(
        "hex 5x5",
        "vc-build black\nvc-get-mustplay black\nplay b c3\nvc-get-mustplay w\ncompute-fillin\n\
         play w a1\ncompute-inferior b\neval-resist b\n",
    );
    assert!(said[0].starts_with("= black ") && said[0].ends_with("\nblack wins"), "{}", said[0]);
    assert_eq!(said[1], "? black wins by a connection");
    assert_eq!(said[3], "? black wins by a connection");
    assert_eq!(said[7], "? black wins by a connection");
    let said =
        answers("hex 11x11", "eval-resist b\nplay b f6\neval-resist b\neval-resist-cells b\n");
    let balance = |text: &str| text[2..].parse::<f64>().expect("a number");
    assert!(balance(&said[0]).abs() < 0.01, "the sides of an empty board are equal: {}", said[0]);
    assert!(balance(&said[2]) > 0.01, "Black is ahead: {}", said[2]);
    assert_eq!(said[3][2..].split(' ').count(), 2 * 120, "every empty point: {}", said[3]);
}

#[test]
fn live_graphics_go_where_they_are_wanted() {
    let input = "param_dfpn use_guifx 1\ndfpn-solve-state black\n";
    let text = converse("hex 4x4", input);
    assert!(text.contains("gogui-gfx:\ndfpn\nVAR "), "{text}");
    assert!(text.ends_with("\n\n= black\n\n"), "{text}");
    let text = converse("hex 4x4 --graphics none", input);
    assert_eq!(text, "=\n\n= black\n\n");
}

#[test]
fn an_interrupt_ends_thinking_and_the_engine_lives_on() {
    for (arguments, order) in
        [("go 7x7 --time 10m", "genmove b"), ("hex 11x11 --time 10m", "dfpn-solve-state b")]
    {
        let mut engine = Engine::start(arguments);
        let started = Instant::now();
        engine.send(order);
        // Commands that come meanwhile wait for their turn.
        engine.send("name");
        std::thread::sleep(Duration::from_millis(300));
        engine.send("# interrupt");
        let answer = engine.line();
        assert!(answer.starts_with(['=', '?']), "{arguments}: {answer}");
        assert_eq!(engine.line(), "");
        assert!(started.elapsed() > Duration::from_millis(250), "{arguments}");
        assert!(started.elapsed() < Duration::from_secs(30), "{arguments}");
        assert_eq!(engine.line(), "= Andor");
        assert_eq!(engine.line(), "");
        engine.quit();
    }
}

/// The engine and a command that it does not solve within minutes, with the answer when it is
/// stopped.
const LONG: [(&str, &str, &str); 5] = [
    ("go 6x6", "andor-solve", "? not solved, stopped ("),
    ("go 6x6", "andor-value", "= unknown"),
    ("hex 11x11", "andor-solve", "? not solved, stopped ("),
    ("hex 11x11", "dfpn-solve-state b", "? not solved"),
    ("hex 11x11", "andor-values", "= "),
];

/// Longer than lines that come together are apart.
const A_WHILE: Duration = Duration::from_millis(1500);

/// A client that leaves while the engine solves gets the answer at once.
#[test]
fn a_client_that_leaves_ends_solving() {
    for (arguments, order, expected) in LONG {
        for quits in [true, false] {
            let mut engine = Engine::start(&format!("{arguments} --graphics none --time 10m"));
            engine.send(order);
            std::thread::sleep(A_WHILE);
            let left = Instant::now();
            if quits {
                engine.send("quit");
            }
            let text = engine.leave();
            assert!(text.starts_with(expected), "{arguments} {order}: {text}");
            assert_eq!(text.ends_with("\n\n=\n\n"), quits, "{arguments} {order}: {text}");
            assert!(left.elapsed() < Duration::from_secs(20), "{arguments} {order}");
        }
    }
}

/// A file of commands gets the answers of as much time as a move has.
#[test]
fn a_file_of_commands_is_answered_within_the_time_of_a_move() {
    for (arguments, order, expected) in LONG {
        let started = Instant::now();
        let all = format!("{arguments} --graphics none --time 500ms");
        let text = converse(&all, &format!("{order}\nname\nquit\n"));
        assert!(text.starts_with(expected), "{arguments} {order}: {text}");
        assert!(text.ends_with("\n\n= Andor\n\n=\n\n"), "{arguments} {order}: {text}");
        let time = started.elapsed();
        assert!(time > Duration::from_millis(400), "{arguments} {order}: {time:?}");
        assert!(time < Duration::from_secs(20), "{arguments} {order}: {time:?}");
    }
}

/// The clock of the client counts for a command that solves, and so does the option.
#[test]
fn solving_heeds_the_clock() {
    for (options, clock) in [("", "time_settings 0 1 1"), (" --solve-time 1s", "name")] {
        for (arguments, order, expected) in LONG {
            let mut engine = Engine::start(&format!("{arguments} --graphics none{options}"));
            engine.send(clock);
            assert!(engine.line().starts_with('='));
            assert_eq!(engine.line(), "");
            let started = Instant::now();
            engine.send(order);
            let answer = engine.line();
            assert!(answer.starts_with(expected), "{arguments} {order}: {answer}");
            let time = started.elapsed();
            assert!(time > Duration::from_millis(500), "{arguments} {order}: {time:?}");
            assert!(time < Duration::from_secs(20), "{arguments} {order}: {time:?}");
            engine.quit();
        }
    }
}

/// Thoughts are drawn while a move of Hex is chosen.
#[test]
fn moves_of_hex_are_drawn_while_the_engine_thinks() {
    let input = "param_dfpn use_guifx 1\ngenmove b\n";
    let text = converse("hex 11x11 --time 1500ms", input);
    assert!(text.matches("gogui-gfx:\ngenmove\nVAR B ").count() >= 2, "{text}");
}

#[test]
fn analysis_streams_until_there_is_input() {
    for order in ["4 kata-analyze b 5", "4 kata-analyze 5", "4 lz-analyze interval 5 b"] {
        let mut engine = Engine::start("go 3x3 --komi 8.5");
        engine.send(order);
        assert_eq!(engine.line(), "=4");
        let mut line = engine.line();
        assert!(line.starts_with("info move "), "{line}");
        // In the end every move is solved, and the line says so.
        while line.matches("solved").count() < 10 {
            line = engine.line();
            assert!(line.starts_with("info move "), "{line}");
        }
        let first = line.split(" info ").next().expect("a move");
        let winrate = if order.contains("lz") { "10000" } else { "1.000000" };
        let wanted = format!("winrate {winrate} solved win order 0 pv B2");
        assert!(first.starts_with("info move B2 visits ") && first.contains(&wanted), "{first}");
        engine.send("name");
        let mut next = engine.line();
        while next.starts_with("info") {
            next = engine.line();
        }
        assert_eq!(next, "");
        assert_eq!(engine.line(), "= Andor");
        engine.quit();
    }
    let text = converse("go 3x3 --komi 8.5 --time 2s", "kata-genmove_analyze b 5\n");
    assert!(text.starts_with("=\ninfo move "), "{text}");
    assert!(text.ends_with("\nplay B2\n\n"), "{text}");
    let text = converse("go 3x3", "lz-analyze b 5 avoid w a1 1 minmoves 3 sideways\n");
    assert_eq!(text, "? syntax error\n\n");
}

#[test]
fn names_are_what_clients_expect() {
    let said = answers("go --name KataGo --engine-version 1.15.3", "name\nversion\n");
    assert_eq!(said, ["= KataGo", "= 1.15.3"]);
}

#[test]
fn bad_options_are_refused_in_a_sentence() {
    for (arguments, sentence) in [
        ("chess", "game \"chess\": not a game Andor knows; expected hex or go"),
        ("nim", "game \"nim\": there is no protocol for it; expected hex or go"),
        (
            "go 30x30",
            "[SIZE]: size \"30x30\": not a possible size of a board; expected \
                      COLUMNSxROWS, each from 1 to 19, such as 5x5",
        ),
        ("go --rules odd", "rules \"odd\": no rule set of Go; expected one of psk"),
        ("go --komi lots", "komi \"lots\": not a number; expected"),
        ("hex --knowledge all", "knowledge \"all\": hex has none of that name; expected none"),
        ("hex --time soon", "--time: \"soon\" is no time; expected"),
        (
            "gomoku --ponder",
            "--ponder: not in the protocol of gomoku; expected hex, go or phutball",
        ),
        ("gomoku --clock cpu", "--clock cpu: not for gomoku"),
        ("go --book none", "--book: there are books of openings for hex only"),
        ("hex --book no-such-file", "file \"no-such-file\": expected a book of openings"),
        ("go --resign often", "--resign: \"often\" is no chance; expected a number from 0 to 1"),
        ("go --loud", "argument \"--loud\": not understood; expected what andor play --help lists"),
        ("", "no game; expected for example: andor play go"),
    ] {
        let output =
            command().arg("play").args(arguments.split_whitespace()).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{arguments}: {said}");
        assert!(said.starts_with(&format!("andor: {sentence}")), "{arguments}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

/// Whatever is sent, the engine answers every command and ends by itself.
#[test]
fn random_commands_never_stop_the_engine() {
    let mut rng = fastrand::Rng::with_seed(3);
    for game in ["go", "hex"] {
        let listed = converse(game, "list_commands\n");
        let mut names: Vec<&str> = listed[2..].lines().filter(|line| !line.is_empty()).collect();
        names.retain(|name| *name != "quit");
        let words = [
            "b",
            "w",
            "black",
            "a1",
            "b2",
            "c3",
            "pass",
            "resign",
            "swap-pieces",
            "3",
            "4",
            "2",
            "0",
            "-1",
            "99999999999999999999",
            "1e9",
            "nan",
            "{\"ko\":1}",
            "interval",
            "#",
            "é",
            "\u{0}",
            "d4",
            "allow_swap",
            "1",
            "use_guifx",
            "swap",
            "i9",
            "chinese",
            "avoid",
        ];
        for _ in 0..6 {
            let mut input = format!("boardsize {}\n", rng.usize(1..5));
            let mut count = 1;
            for id in 0..120 {
                let name = names[rng.usize(..names.len())];
                let some: Vec<&str> =
                    (0..rng.usize(..4)).map(|_| words[rng.usize(..words.len())]).collect();
                input += &format!("{id} {name} {}\n", some.join(" "));
                count += 1;
            }
            input += "name\n";
            let text = converse(&format!("{game} --time 5ms --solve-time 20ms"), &input);
            let heads = text.split("\n\n").filter(|part| part.starts_with(['=', '?'])).count();
            assert_eq!(heads, count + 1, "{input}\n{text}");
            assert!(text.ends_with("= Andor\n\n"));
        }
    }
}
