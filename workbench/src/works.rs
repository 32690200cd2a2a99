//! The works of docs/benchmarks.md, with the figures that papers give for the same works.

/// A work as the words after `andor solve`, and the figures of a paper for the same work.
pub struct Work {
    pub command: &'static str,
    pub published: Option<Published>,
}

/// The figures of a paper for a work.
#[derive(Clone, Copy)]
pub struct Published {
    pub by: &'static str,
    pub figures: &'static str,
}

/// A work that no paper gives figures for.
pub const fn work(command: &'static str) -> Work {
    Work { command, published: None }
}

/// A work with the figures of the paper on expected work search.
pub const fn ews(command: &'static str, figures: &'static str) -> Work {
    Work { command, published: Some(Published { by: "EWS", figures }) }
}

/// A work with the figures of MIGOS II.
const fn migos(command: &'static str, figures: &'static str) -> Work {
    Work { command, published: Some(Published { by: "MIGOS II", figures }) }
}

/// The works of a game, or of one kind.
pub struct Game {
    pub name: &'static str,
    pub works: &'static [Work],
}

/// All works, by game.
pub static GAMES: [Game; 7] = [
    Game {
        name: "Hex",
        works: &[
            ews("hex 4x4 --knowledge none", "283 nodes, 0.002 s"),
            ews("hex 5x5 --knowledge none", "37,034 nodes, 0.253 s"),
            ews("hex 6x6 --knowledge none", "94.0 M nodes, 1,519 s"),
            work("hex 6x6"),
            work("hex 7x7"),
            ews("hex 7x7 --search ews", "0.588 s"),
            work("hex 8x8"),
            ews("hex 8x8 --search ews", "555,158 nodes, 234 s"),
            work("hex 6x6 --all-moves"),
            work("hex 7x7 --all-moves"),
            work("hex 8x8 --moves d5"),
            work("hex 8x8 --moves g2"),
        ],
    },
    Game {
        name: "Go",
        works: &[
            ews("go 3x3 --rules psk --komi 8.5", "161 nodes, 0.053 s"),
            ews("go 4x4 --rules psk --komi 1.5", "495,494 nodes, 13.626 s"),
            ews("go 4x4 --rules psk --komi 1.5 --search ews", "495,494 nodes, 13.626 s"),
            work("go 2x6 --rules psk --komi 11.5"),
            work("go 3x5 --rules psk --komi 14.5"),
            work("go 3x6 --rules psk --komi 17.5"),
            work("go 4x4 --rules ssk --komi 1.5"),
            work("go 3x5 --rules tromp-taylor --komi 14.5"),
            work("go 3x3 --rules nssk --komi 5.5"),
            work("go 3x3 --rules chinese --score"),
            migos("go 3x3 --rules migos --score", "2,610 nodes, 0.002 s"),
            migos("go 2x7 --rules migos --score", "705,000 nodes, 0.58 s"),
            migos("go 3x4 --rules migos --score", "126,200 nodes, 0.13 s"),
            migos("go 3x5 --rules migos --score", "274,000 nodes, 0.28 s"),
            migos("go 3x6 --rules migos --score", "2,740,000 nodes, 3.22 s"),
            migos("go 4x4 --rules migos --score", "1,521,000 nodes, 2.82 s"),
            migos("go 4x5 --rules migos --score", "20,300,000 nodes, 29.6 s"),
        ],
    },
    Game { name: "m,n,k", works: &[work("mnk 4x4x3"), work("mnk 4x4x4")] },
    Game {
        name: "Gomoku",
        works: &[work("gomoku 15x15 --moves H8,H7,H10,K8,F8,L10"), work("gomoku 5x5")],
    },
    Game {
        name: "Killall-Go",
        works: &[work("killall 3x3"), work("killall 3x4"), work("killall 4x4")],
    },
    Game {
        name: "Phutball",
        works: &[work("phutball 7x7"), work("phutball 9x9"), work("phutball 11x9")],
    },
    Game {
        name: "Networks",
        works: &[
            work(
                "gomoku 15x15 --moves H8,G8,H9,O1,J8,P15,G7,J6 --knowledge 4t --for black --search mcts --guess net",
            ),
            work(
                "gomoku 15x15 --moves H8,G8,H9,O1,J8,P15,G7,J6 --knowledge 4t --for black --search fdfpn --guess net",
            ),
            work(
                "gomoku 15x15 --moves H8,G8,H9,O1,J8,P15,G7,J6 --knowledge 4t --for black --search fdfpn",
            ),
            work(
                "killall 9x9 --moves H5,G2,D3,G8,C5,H2,C2,B3,B2,C4,D4,B5,E2,A2,F3,F4,F2,E4,G4,H4,G5,F5,J4,H3,F6,E5,D5,E6,B6,C6,A5,B4,A3,A4 --search fdfpn --guess net",
            ),
            work(
                "killall 9x9 --moves H5,G2,D3,G8,C5,H2,C2,B3,B2,C4,D4,B5,E2,A2,F3,F4,F2,E4,G4,H4,G5,F5,J4,H3,F6,E5,D5,E6,B6,C6,A5,B4,A3,A4 --search fdfpn",
            ),
        ],
    },
];
