//! Inferior cells of Hex against brute force: every step of a fill-in keeps the winner, and of the
//! winning moves one is always kept.

use crate::support::hex_values::{Searcher, Stones, Values, Winner};
use andor_core::{Game, Player};
use andor_games::hex::Hex;
use andor_games::points::{Point, Points};
use andor_games::size::Size;
use andor_knowledge::hex::inferior::consider::DropRule;
use andor_knowledge::hex::inferior::fill::FillRule;
use andor_knowledge::hex::inferior::lemma::{Fact, Lemma, TABLE};
use andor_knowledge::hex::inferior::local::{self, Judge, Known, Order};
use andor_knowledge::hex::inferior::shape::Shape;
use andor_knowledge::hex::inferior::{Fills, Inferior, Spot, generate};

fn size(columns: u8, rows: u8) -> Size {
    Size::new(columns, rows).expect("possible size")
}

fn is_slow() -> bool {
    std::env::var_os("ANDOR_SLOW").is_some()
}

/// What is inferior, put to the test on one position after another.
struct Trial {
    hex: Hex<1>,
    inferior: Inferior<1>,
    positions: u32,
    filled: u32,
    dropped: u32,
}

impl Trial {
    fn new(hex: &Hex<1>) -> Trial {
        let inferior = Inferior::new(hex);
        Trial { hex: hex.clone(), inferior, positions: 0, filled: 0, dropped: 0 }
    }

    fn check(&mut self, stones: Stones, truth: &mut impl Winner) {
        self.positions += 1;
        let filled = self.check_fill(stones, truth);
        for player in Player::BOTH {
            self.check_moves(stones, player, truth);
            if filled != stones {
                self.check_moves(filled, player, truth);
            }
        }
    }

    fn check_fill(&mut self, stones: Stones, truth: &mut impl Winner) -> Stones {
        let winners = Player::both(|player| truth.winner(stones, player));
        let mut now = stones;
        let board = self.hex.board();
        let filled = self.inferior.fill_and_tell(stones, board, |step| {
            let fill = step.stones[0] | step.stones[1];
            assert!(!step.stones[0].meets(&step.stones[1]) && fill.is_subset(&step.carrier));
            assert!(!step.carrier.meets(&(now[0] | now[1])), "{stones:?}: {step:?}");
            now = [now[0] | step.stones[0], now[1] | step.stones[1]];
            self.filled += fill.len();
            let winners_now = Player::both(|player| truth.winner(now, player));
            assert_eq!(winners_now, winners, "{stones:?}: {step:?}");
        });
        assert_eq!(now, filled);
        filled
    }

    fn check_moves(&mut self, stones: Stones, player: Player, truth: &mut impl Winner) {
        let pos = self.hex.set_up(stones, player);
        if self.hex.outcome(&pos).is_some() {
            return;
        }
        let kept = self.inferior.consider(stones, player);
        let empty = self.hex.empty(&pos);
        assert!(kept.is_subset(&empty));
        self.dropped += (empty - kept).len();
        let wins = |point: Point, truth: &mut dyn FnMut(Stones) -> Player| {
            let mut next = stones;
            next[player.index()].insert(point);
            truth(next) == player
        };
        if truth.winner(stones, player) == player {
            let mut truth = |next| truth.winner(next, player.other());
            let is_kept = kept.iter().any(|point| wins(point, &mut truth));
            assert!(is_kept, "{stones:?}, {player} to move, kept {kept:?}");
        }
    }

    /// Was there anything to test?
    fn finish(self) {
        let Trial { positions, filled, dropped, .. } = self;
        eprintln!("{}: {positions} positions, {filled} filled, {dropped} dropped", self.hex.size());
        assert!(positions > 0 && filled > positions && dropped > positions / 4);
    }
}

fn sweep(size: Size, wanted: impl Fn(&Values, usize) -> bool) {
    let mut values = Values::new(size);
    let mut trial = Trial::new(&values.hex);
    for index in 0..values.len() {
        if wanted(&values, index) {
            trial.check(values.stones(index), &mut values);
        }
    }
    trial.finish();
}

/// A position that has the smallest number among its images: the half turn, and the reflection that
/// exchanges rows with columns and so the players.
fn is_first_image(values: &Values, index: usize) -> bool {
    let side = values.hex.size();
    let stones = values.stones(index);
    let map = |set: Points<1>, to: &dyn Fn(u8, u8) -> Point| -> Points<1> {
        set.iter().map(|p| to(side.column(p), side.row(p))).collect()
    };
    let last = side.columns() - 1;
    let turn = |c, r| side.point(last - c, last - r);
    let reflect = |c, r| side.point(r, c);
    let both = |c, r| side.point(last - r, last - c);
    let [black, white] = stones;
    let images = [
        [map(black, &turn), map(white, &turn)],
        [map(white, &reflect), map(black, &reflect)],
        [map(white, &both), map(black, &both)],
    ];
    images.iter().all(|&image| index <= values.index(image))
}

#[test]
fn all_positions_of_tiny_boards() {
    for (columns, rows) in [(1, 5), (5, 1), (2, 4), (3, 3), (4, 2)] {
        sweep(size(columns, rows), |_, _| true);
    }
}

#[test]
fn positions_of_3x4_and_4x3() {
    let slow = is_slow();
    sweep(size(3, 4), |_, index| slow || index % 53 == 0);
    sweep(size(4, 3), |_, index| slow || index % 53 == 1);
}

/// Positions with random stones: any number of them from `fewest` to `most`.
fn sample(size: Size, count: usize, fewest: usize, most: usize) {
    let mut rng = fastrand::Rng::with_seed(11);
    let mut searcher = Searcher::new(size);
    let mut trial = Trial::new(&searcher.hex);
    for _ in 0..count {
        let mut points: Vec<Point> = size.points().collect();
        rng.shuffle(&mut points);
        let stones = rng.usize(fewest..=most);
        let black = stones / 2 + rng.usize(0..2);
        let set = |points: &[Point]| points.iter().copied().collect::<Points<1>>();
        trial.check([set(&points[..black]), set(&points[black..stones])], &mut searcher);
    }
    trial.finish();
}

/// All positions of 4x4 up to symmetry take five minutes.
#[test]
fn positions_of_4x4() {
    if is_slow() {
        sweep(size(4, 4), is_first_image);
    } else {
        sample(size(4, 4), 2500, 5, 14);
    }
}

#[test]
fn positions_of_5x5() {
    if is_slow() {
        sample(size(5, 5), 10_000, 9, 20);
    } else {
        sample(size(5, 5), 150, 11, 20);
    }
}

/// Filling after each stone gives nothing that could be filled still.
#[test]
fn filling_step_by_step_leaves_nothing() {
    let hex = Hex::<2>::new(size(11, 11));
    let inferior = Inferior::new(&hex);
    let mut rng = fastrand::Rng::with_seed(5);
    for _ in 0..20 {
        let mut stones = inferior.fill([Points::EMPTY; 2]);
        let mut player = Player::Black;
        loop {
            let empty: Vec<Point> = (hex.board() - (stones[0] | stones[1])).iter().collect();
            let Some(&point) = rng.choice(&empty) else { break };
            stones[player.index()].insert(point);
            stones = inferior.fill_after(stones, Points::one(point));
            assert_eq!(inferior.fill(stones), stones, "after {point:?}");
            player = player.other();
        }
    }
}

/// Proves facts about some empty points of a position by the definition, from the stones around
/// them and nothing else.
struct Locally<'a, const W: usize> {
    hex: &'a Hex<W>,
    stones: [Points<W>; 2],
    shape: Shape,
}

impl<'a, const W: usize> Locally<'a, W> {
    fn new(hex: &'a Hex<W>, stones: [Points<W>; 2], carrier: Points<W>) -> Self {
        let size = hex.size();
        let cell = |p: Point| (size.column(p) as i8, size.row(p) as i8);
        Locally { hex, stones, shape: Shape::new(carrier.iter().map(cell)) }
    }

    fn known(&self, &(column, row): &(i8, i8)) -> Known {
        let size = self.hex.size();
        if !(0..size.rows() as i8).contains(&row) {
            return Known::Black;
        }
        if !(0..size.columns() as i8).contains(&column) {
            return Known::White;
        }
        let point = size.point(column as u8, row as u8);
        match self.stones.map(|set| set.contains(point)) {
            [true, _] => Known::Black,
            [_, true] => Known::White,
            _ => Known::Nothing,
        }
    }

    fn number(&self, point: Point) -> usize {
        let size = self.hex.size();
        let cell = (size.column(point) as i8, size.row(point) as i8);
        self.shape.cells.iter().position(|&other| other == cell).expect("a point of the shape")
    }

    /// Is the fact true, with Black in it for `player`?
    fn proves(&self, player: Player, fact: Fact) -> bool {
        let ring = self.shape.ring.iter().map(|cell| match player {
            Player::Black => self.known(cell),
            Player::White => self.known(cell).swapped(),
        });
        let order = Order::of_ring(&self.shape, &ring.collect::<Vec<_>>());
        fact.holds(&mut Judge::new(order), self.shape.cells.len())
    }
}

/// Where a lemma lies there are the stones on which it rests.
fn check_spot<const W: usize>(
    inferior: &Inferior<W>,
    spot: Spot,
    stones: [Points<W>; 2],
    carrier: Points<W>,
) {
    assert!(carrier.contains(spot.at));
    let grounds = inferior.grounds(&spot);
    assert!(grounds[0].is_subset(&stones[0]) && grounds[1].is_subset(&stones[1]), "{spot:?}");
}

/// On larger boards, of every width, each step and each drop is proven again on the spot.
fn check_locally<const W: usize>(side_length: u8, stones: usize, seed: u64) {
    let hex = Hex::<W>::new(size(side_length, side_length));
    let inferior = Inferior::new(&hex);
    let mut points: Vec<Point> = hex.board().iter().collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut points);
    let mut now = [Points::EMPTY; 2];
    points[..stones].iter().enumerate().for_each(|(i, &point)| now[i % 2].insert(point));
    let shapes = Shape::all();
    let lemmas = Lemma::parse_table(TABLE, &shapes).expect("a table");
    let filled = inferior.fill_and_tell(now, hex.board(), |step| {
        if let FillRule::Lemma(spot) = step.rule {
            let lemma = &lemmas[spot.lemma];
            check_spot(&inferior, spot, now, step.carrier);
            assert_eq!(shapes[lemma.shape].cells.len() as u32, step.carrier.len());
            assert!(matches!(lemma.fact, Fact::Fill(_)));
            let here = Locally::new(&hex, now, step.carrier);
            let set = |set: Points<W>| set.iter().fold(0, |bits, p| bits | 1 << here.number(p));
            let fill = local::Stones { black: set(step.stones[0]), white: set(step.stones[1]) };
            assert!(here.proves(Player::Black, Fact::Fill(fill)), "{step:?}");
        }
        now = [now[0] | step.stones[0], now[1] | step.stones[1]];
    });
    for player in Player::BOTH {
        let mut count = 0;
        let kept = inferior.consider_and_tell(filled, player, |drop| {
            count += 1;
            assert_eq!(drop.spot.player, player);
            check_spot(&inferior, drop.spot, filled, drop.carrier);
            let here = Locally::new(&hex, filled, drop.carrier);
            let cell = here.number(drop.point);
            let fact = match drop.rule {
                DropRule::Answered { reply } => Fact::Answered { cell, reply: here.number(reply) },
                DropRule::Dominated { by } => Fact::Dominated { cell, by: here.number(by) },
            };
            assert!(here.proves(player, fact), "{drop:?}");
        });
        assert!(count > 0 && kept.is_subset(&(hex.board() - (filled[0] | filled[1]))));
    }
}

#[test]
fn every_step_can_be_proven_on_the_spot() {
    for seed in 0..4 {
        check_locally::<1>(8, 16, seed);
        check_locally::<2>(11, 30, seed);
        check_locally::<6>(14, 40, seed);
        check_locally::<6>(19, 60, seed);
    }
}

/// Can every two of the points of the player's or open beside `x`, and the player's edges there, be
/// joined through `own` without `x`?
fn can_go_round(hex: &Hex<1>, player: Player, own: Points<1>, other: Points<1>, x: Point) -> bool {
    let at_edges = |set: Points<1>| hex.edges(player).map(|edge| set.meets(&edge));
    let near = hex.neighbours(x) - other;
    let near_edges = at_edges(Points::one(x));
    let all_reached = |mut reached: Points<1>, mut edges: [bool; 2]| loop {
        let touched = at_edges(reached);
        let next_edges = [edges[0] || touched[0], edges[1] || touched[1]];
        let mut grown = hex.grown(reached);
        for (edge, _) in hex.edges(player).into_iter().zip(next_edges).filter(|(_, is)| *is) {
            grown |= edge;
        }
        let next = reached | (grown & own);
        if (next, next_edges) == (reached, edges) {
            let edges_too = (0..2).all(|i| edges[i] || !near_edges[i]);
            return near.is_subset(&(grown | reached)) && edges_too;
        }
        (reached, edges) = (next, next_edges);
    };
    let from_edges = (0..2).filter(|&i| near_edges[i]).all(|i| {
        let edges = [i == 0, i == 1];
        all_reached(Points::EMPTY, edges)
    });
    from_edges && near.iter().all(|point| all_reached(Points::one(point), [false; 2]))
}

/// Captured pairs and dead points keep all winning moves, and are what certificates call captured.
#[test]
fn captures_keep_winning_moves() {
    for (columns, rows) in [(3, 3), (2, 4), (3, 4)] {
        let mut values = Values::new(size(columns, rows));
        let hex = values.hex.clone();
        let inferior = Inferior::with_fills(&hex, Fills::Captured);
        let shapes = Shape::all();
        let lemmas = Lemma::parse_table(TABLE, &shapes).expect("a table");
        let mut count = 0;
        for index in (0..values.len()).step_by(if is_slow() { 1 } else { 11 }) {
            let stones = values.stones(index);
            let mut now = stones;
            let filled = inferior.fill_and_tell(stones, hex.board(), |step| {
                let FillRule::Lemma(spot) = step.rule else { panic!("not by a lemma: {step:?}") };
                assert!(lemmas[spot.lemma].is_capture(&shapes));
                let player = Player::BOTH[usize::from(step.stones[0].is_empty())];
                let [own, other] = [player, player.other()].map(|p| now[p.index()]);
                assert!(step.stones[player.index()] == step.carrier && step.carrier.len() <= 2);
                for x in step.carrier {
                    let own = own | (step.carrier - Points::one(x));
                    assert!(can_go_round(&hex, player, own, other, x), "{now:?}: {step:?}");
                }
                now[player.index()] |= step.carrier;
                count += 1;
            });
            for player in Player::BOTH {
                for point in hex.board() - (filled[0] | filled[1]) {
                    let winner = [stones, filled].map(|mut next| {
                        next[player.index()].insert(point);
                        values.winner(next, player.other())
                    });
                    assert_eq!(winner[0], winner[1], "{stones:?}: {player} at {point:?}");
                }
            }
        }
        assert!(count > values.len() / 30, "{count} captures on {columns}x{rows}");
    }
}

/// The table is what the program finds, and every line of it is proven by the definition alone.
#[test]
fn the_table_is_complete_and_true() {
    let shapes = Shape::all();
    assert_eq!(Lemma::table(&generate::lemmas(&shapes), &shapes), TABLE);
    let lemmas = Lemma::parse_table(TABLE, &shapes).expect("a table");
    for lemma in &lemmas {
        assert!(lemma.is_true(&shapes), "{}", lemma.line(&shapes));
    }
}

/// A lemma with less known of its ring, or with the wrong colour, is refused.
#[test]
fn lemmas_that_say_too_much_are_refused() {
    let shapes = Shape::all();
    let check = |line: &str, expected: bool| {
        let lemmas = Lemma::parse_table(line, &shapes).expect("a lemma");
        assert_eq!(lemmas[0].is_true(&shapes), expected, "{line}");
    };
    check("1 ..XXXX fill O", true);
    check("1 ...XXX fill O", false);
    check("2 ..XXX.X. fill XX", true);
    check("2 ..XXX.X. fill OO", false);
    check("2 ..XXX... fill XX", false);
    check("2 .....XXX drop 2 by 1", true);
    check("2 .....XXX drop 1 by 2", false);
    check("2 .....OOO drop 2 for 1", true);
    check("2 .....OOO drop 1 for 2", false);
}
