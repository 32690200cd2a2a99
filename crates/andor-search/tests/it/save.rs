//! A search whose tables are saved and loaded goes on where it was.

use andor_core::{Claim, Game, Numbered, Player};
use andor_games::any::{AnyGame, Variant};
use andor_games::hex::Hex;
use andor_games::toy::mnk::Mnk;
use andor_guess::{FirstWork, Playout, Playouts};
use andor_search::dfpn::{self, Dfpn};
use andor_search::expected_work::{ExpectedWork, Options, TeamOf};
use andor_search::memory::{Memory, SharedPatterns, Transpositions};
use andor_search::save::Lasting;
use andor_search::table::Shared;
use andor_search::zones::NoZones;
use andor_search::{Answer, Budget, Line, Search, Stop};
use std::io::{self, Write};
use std::sync::Arc;

/// A search and the tables that it uses.
struct Saved<G: Game, L> {
    search: Dfpn<G>,
    numbers: Arc<dfpn::Common<G::Move, G::Zone>>,
    memory: L,
}

impl<G, L> Saved<G, L>
where
    G: Game<Move: Numbered> + Playout + 'static,
    L: Lasting,
{
    /// A fresh search with a memory, and the table behind the memory.
    fn new((memory, table): (impl Memory<G> + 'static, L)) -> Saved<G, L> {
        let playouts = Playouts::new(8, 0.5, FirstWork::One, 1);
        let numbers = dfpn::Common::new(1, 1 << 24);
        let search = Dfpn::new((), playouts, memory, numbers.clone(), dfpn::Options::default());
        Saved { search, numbers, memory: table }
    }

    fn save(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.numbers.save(&mut bytes).expect("a vector takes all");
        self.memory.save(&mut bytes).expect("a vector takes all");
        bytes
    }

    fn load(&self, mut bytes: &[u8]) -> io::Result<()> {
        self.numbers.load(&mut bytes)?;
        self.memory.load(&mut bytes)
    }
}

/// Stops a search halfway, saves it, and lets a fresh search go on from there.
fn check<G, M, L>(game: &G, memory: impl Fn() -> (M, L))
where
    G: Game<Move: Numbered> + Playout + 'static,
    M: Memory<G> + 'static,
    L: Lasting,
{
    let claim = Claim::win(Player::Black);
    let mut line = Line::new(game, game.start());
    let mut whole = Saved::new(memory()).search;
    let answer = whole.solve(&mut line, claim, &mut Budget::unlimited(), &mut ());
    let nodes = whole.progress().nodes;
    let mut first = Saved::new(memory());
    let mut budget = Budget::unlimited().nodes(nodes * 3 / 4);
    let stopped = first.search.solve(&mut line, claim, &mut budget, &mut ());
    assert_eq!(stopped, Answer::Stopped(Stop::Nodes));
    let saved = first.save();
    let mut second = Saved::new(memory());
    second.load(&saved).expect("loaded");
    let again = second.search.solve(&mut line, claim, &mut Budget::unlimited(), &mut ());
    assert_eq!(again.verdict(), answer.verdict());
    let more = second.search.progress().nodes;
    assert!(more * 2 < nodes, "{more} nodes after loading, {nodes} without");
    // What is saved again is as long, or longer by what was learnt.
    assert!(second.save().len() >= saved.len());
    // Cut or changed texts are refused.
    for cut in [0, 3, 8, saved.len() / 2, saved.len() - 1] {
        assert!(Saved::new(memory()).load(&saved[..cut]).is_err(), "cut at {cut}");
    }
    for place in [0, 4] {
        let mut changed = saved.clone();
        changed[place] ^= 1;
        let error = Saved::new(memory()).load(&changed).expect_err("changed");
        assert!(error.to_string().contains("expected"), "{error}");
    }
}

#[test]
fn patterns_and_numbers_are_saved() {
    let hex = Hex::<1>::new("4x4".parse().expect("a size"));
    check(&hex, || {
        let patterns = SharedPatterns::new(&hex, 1 << 24);
        (patterns.clone(), patterns)
    });
}

#[test]
fn transpositions_and_numbers_are_saved() {
    let game = Mnk::new("4x3".parse().expect("a size"), 3).wrap();
    check(&game, || {
        let table = Arc::new(Shared::new(1 << 24));
        (Transpositions::<AnyGame, NoZones, _>::new(table.clone()), table)
    });
}

/// A disk that counts its bytes and notes the longest piece.
#[derive(Default)]
struct Disk {
    bytes: usize,
    longest: usize,
}

impl Write for Disk {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.bytes += piece.len();
        self.longest = self.longest.max(piece.len());
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A copy of a tree would take memory beside the search's own.
#[test]
fn a_tree_is_saved_without_a_copy() {
    let game = Mnk::new("5x5".parse().expect("a size"), 5).wrap();
    let team: Arc<TeamOf<AnyGame>> = Arc::default();
    let playouts = Playouts::new(1, 0.5, FirstWork::One, 1);
    let memory = Transpositions::<AnyGame>::default();
    let mut search =
        ExpectedWork::new((), playouts, memory, Options::default()).beside(team.clone());
    let (mut line, claim) = (Line::new(&game, game.start()), Claim::win(Player::Black));
    let stopped = search.solve(&mut line, claim, &mut Budget::unlimited().nodes(2000), &mut ());
    assert_eq!(stopped, Answer::Stopped(Stop::Nodes));
    let mut disk = Disk::default();
    team.save(&mut disk).expect("a disk takes all");
    assert!(disk.bytes > 10_000, "only {} bytes were saved", disk.bytes);
    assert!(disk.longest < 100, "{} of {} bytes at once", disk.longest, disk.bytes);
}
