//! What is written is read back the same, and no text whatever makes a reader panic.

use andor_core::Player;
use andor_games::notation::board::Board;
use andor_games::notation::hexworld::Link;
use andor_games::notation::record::{Record, RecordGame, RecordMove, Swap, Turn};
use andor_games::notation::sgf;
use andor_games::notation::sgf::tree::{Property, Tree, Value};
use andor_games::points::Point;
use andor_games::size::Size;
use proptest::collection::vec;
use proptest::prelude::*;

/// Nodes in the order of a file: each says how many levels to go up before it is added.
fn trees() -> impl Strategy<Value = Tree> {
    let value = prop_oneof![any::<String>(), Just("\\]:[(;)\n\r".to_owned())];
    let property = ("[A-Z][A-Z0-9]{0,2}", vec(value, 1..4)).prop_map(|(identifier, texts)| {
        Property::new(&identifier, texts.iter().map(|text| Value::of_text(text)).collect())
    });
    vec((0_usize..4, vec(property, 0..3)), 1..20).prop_map(|nodes| {
        let mut nodes = nodes.into_iter();
        let mut tree = Tree::new(nodes.next().map_or(Vec::new(), |(_, properties)| properties));
        let mut line = vec![0];
        for (up, properties) in nodes {
            line.truncate(line.len().saturating_sub(up).max(1));
            line.push(tree.add(line[line.len() - 1], properties));
        }
        tree
    })
}

/// Small boards, so that points come up more than once.
fn sizes() -> impl Strategy<Value = Size> {
    (1_u8..=7, 1_u8..=7, any::<bool>())
        .prop_filter_map("possible sizes", |(columns, rows, square)| {
            Size::new(columns, if square { columns } else { rows })
        })
}

fn moves() -> impl Strategy<Value = RecordMove> {
    prop_oneof![
        20 => (0_u16..49).prop_map(|point| RecordMove::Point(Point(point))),
        2 => Just(RecordMove::Pass),
        2 => Just(RecordMove::Swap(Swap::Pieces)),
        1 => Just(RecordMove::Swap(Swap::Sides)),
        1 => Just(RecordMove::Resign),
        1 => Just(RecordMove::Forfeit),
    ]
}

fn players() -> impl Strategy<Value = Player> {
    prop_oneof![Just(Player::Black), Just(Player::White)]
}

/// Of the moves drawn, a record keeps those that can be played.
fn records() -> impl Strategy<Value = Record> {
    let game = prop_oneof![Just(RecordGame::Go), Just(RecordGame::Hex), Just(RecordGame::Gomoku)];
    let text = proptest::option::of("[a-z0-9.:\\]\\[\\\\]{1,8}");
    let stones = vec((players(), 0_u16..49), 0..6);
    let turns = vec((players(), moves()), 0..30);
    let start = (any::<bool>(), players());
    (game, sizes(), text.clone(), text, stones, start, turns).prop_map(
        |(game, size, rules, komi, stones, (is_set_up, to_move), turns)| {
            let mut record = Record { rules, komi, ..Record::new(game, size) };
            if is_set_up {
                let mut board = Board::new(game, size);
                for (player, point) in stones {
                    let _ = board.set_up(Some(player), Point(point));
                }
                record.stones = board.stones().to_vec();
                record.stones.sort_by_key(|&(_, point)| point);
                record.to_move = to_move;
            }
            let mut board = record.board(0).expect("a set-up");
            for (player, mv) in turns {
                let gives_up = matches!(mv, RecordMove::Resign | RecordMove::Forfeit);
                let turn = Turn::new(player, mv);
                if (game == RecordGame::Hex || !gives_up) && board.play(turn).is_ok() {
                    record.moves.push(turn);
                }
            }
            record
        },
    )
}

fn links() -> impl Strategy<Value = Link> {
    (sizes(), vec(moves(), 0..30), 0_usize..20).prop_map(|(size, moves, cut)| {
        let mut board = Board::new(RecordGame::Hex, size);
        let mut turns = Vec::new();
        for mv in moves {
            let turn = Turn::new(board.to_move(), mv);
            if mv != RecordMove::Swap(Swap::Sides) && board.play(turn).is_ok() {
                turns.push(turn);
            }
        }
        let future = turns.split_off(cut.min(turns.len()));
        Link::new(size, turns, future).expect("moves in turn")
    })
}

/// Text that comes near to what the readers want.
fn near_misses() -> impl Strategy<Value = String> {
    let pieces = [
        "(;",
        "(",
        ")",
        ";",
        "B[",
        "W[",
        "AB[",
        "AE[",
        "PL[",
        "SZ[",
        "GM[11]",
        "GM[",
        "]",
        "\\",
        ":",
        "aa",
        "a1",
        "tt",
        "swap-pieces",
        "3",
        "19",
        "#5c1,",
        ",",
        ":s",
        ":p",
        ":rb",
        "\r\n",
        "é",
        " ",
        "b2",
        "c3",
        "https://hexworld.org/board/#",
        "x",
    ];
    vec(proptest::sample::select(pieces.to_vec()), 0..40).prop_map(|pieces| pieces.concat())
}

fn read_everything(text: &str) {
    if let Ok(trees) = sgf::parse_trees(text) {
        let again = sgf::parse_trees(&sgf::write_trees(&trees)).expect("own text");
        assert_eq!(again.len(), trees.len());
    }
    if let Ok(reading) = sgf::parse_record(text) {
        let written = sgf::write_record(&reading.record).expect("a record that was read");
        assert_eq!(sgf::parse_record(&written).expect("own text").record, reading.record);
    }
    if let Ok(link) = text.parse::<Link>() {
        assert_eq!(link.to_string().parse(), Ok(link));
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(100)
    })]

    #[test]
    fn trees_are_read_back(trees in vec(trees(), 1..3)) {
        let read = sgf::parse_trees(&sgf::write_trees(&trees)).expect("own text");
        let read: Vec<Tree> = read.into_iter().map(Tree::without_places).collect();
        prop_assert_eq!(read, trees);
    }

    #[test]
    fn records_are_read_back(record in records()) {
        let text = sgf::write_record(&record).expect("a record");
        let reading = sgf::parse_record(&text).expect("own text");
        prop_assert_eq!(&reading.record, &record, "{}", text);
        prop_assert_eq!(reading.record.board(usize::MAX), record.board(usize::MAX));
    }

    #[test]
    fn links_are_read_back(link in links()) {
        prop_assert_eq!(link.to_string().parse::<Link>(), Ok(link));
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in vec(any::<u8>(), 0..200)) {
        read_everything(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn no_near_miss_makes_a_reader_panic(text in near_misses()) {
        read_everything(&text);
    }
}

/// Variations, comments and labels come back as they were written, and the main line is the
/// record's.
#[test]
fn variations_are_read_as_they_are_written() {
    let text =
        "(;GM[1]SZ[5]C[start](;B[cc]C[a];W[bb]LB[cc:x](;B[dd])(;B[ee];W[aa]))(;B[aa]AB[bb];W[cc]))";
    let (reading, note, moves) = sgf::parse_variations(text, None).expect("a game");
    assert_eq!(note.comment, "start");
    let parents: Vec<Option<usize>> = moves.iter().map(|mv| mv.parent).collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(1), Some(3)]);
    assert_eq!((moves[0].note.comment.as_str(), moves[1].note.labels.len()), ("a", 1));
    let line: Vec<usize> = moves[..3].iter().map(|mv| mv.offset).collect();
    assert_eq!(line, reading.offsets);
    let start = Record { moves: Vec::new(), ..reading.record };
    let written = sgf::write_variations(&start, &note, &moves).expect("a text");
    let (again, kept, read) = sgf::parse_variations(&written, None).expect("the same");
    let without_places = |moves: &[sgf::Variation]| -> Vec<sgf::Variation> {
        moves.iter().map(|mv| sgf::Variation { offset: 0, ..mv.clone() }).collect()
    };
    assert_eq!(without_places(&read), without_places(&moves), "{written}");
    assert_eq!((kept, again.record.moves.len()), (note, 3));
    let late = [sgf::Variation { parent: Some(1), ..moves[0].clone() }];
    let error = sgf::write_variations(&start, &sgf::Note::default(), &late)
        .expect_err("a parent that comes later");
    assert!(error.to_string().contains("move 1: its parent comes later"), "{error}");
}

/// A set-up on the main line starts the game anew, and what lay before it is left out.
#[test]
fn variations_begin_after_the_last_set_up() {
    let text = "(;GM[1]SZ[5];B[cc](;AW[dd]PL[W];W[ee](;B[aa])(;B[bb]))(;W[bb]))";
    let (reading, _, moves) = sgf::parse_variations(text, None).expect("a game");
    assert_eq!(reading.record.stones.len(), 2);
    assert_eq!(moves.iter().map(|mv| mv.parent).collect::<Vec<_>>(), [None, Some(0), Some(0)]);
    let (_, _, moves) = sgf::parse_variations("(;GM[1]SZ[5]B[cc];W[dd])", None).expect("a game");
    assert_eq!(moves.len(), 2);
}
