//! A search that is saved and loaded goes on where it was.

use andor_core::{Claim, Game, Numbered, Player};
use andor_games::hex::Hex;
use andor_games::toy::mnk::Mnk;
use andor_guess::{FirstWork, Playout, Playouts};
use andor_search::dfpn::{self, Dfpn};
use andor_search::expected_work::{ExpectedWork, Options, TeamOf};
use andor_search::memory::{Memory, SharedPatterns, Transpositions};
use andor_search::save::Lasting;
use andor_search::{Answer, Budget, Line, Search, Stop};
use std::io::{self, Write};
use std::sync::Arc;

/// A fresh search.
fn search<G>(memory: impl Memory<G> + 'static) -> Dfpn<G>
where
    G: Game<Move: Numbered> + Playout + 'static,
{
    let playouts = Playouts::new(8, 0.5, FirstWork::One, 1);
    Dfpn::new((), playouts, memory, dfpn::Common::new(1, 1 << 24), dfpn::Options::default())
}

/// Stops a search halfway, saves it, and lets a fresh search go on from there.
fn check<G, M>(game: &G, memory: impl Fn() -> M)
where
    G: Game<Move: Numbered> + Playout + 'static,
    M: Memory<G> + 'static,
{
    let claim = Claim::win(Player::Black);
    let mut line = Line::new(game, game.start());
    let mut whole = search(memory());
    let answer = whole.solve(&mut line, claim, &mut Budget::unlimited(), &mut ());
    let nodes = whole.progress().nodes;
    let mut first = search(memory());
    let stopped =
        first.solve(&mut line, claim, &mut Budget::unlimited().nodes(nodes * 3 / 4), &mut ());
    assert_eq!(stopped, Answer::Stopped(Stop::Nodes));
    let mut saved = Vec::new();
    first.save(&mut saved).expect("saved");
    let mut second = search(memory());
    second.load(game, &mut saved.as_slice()).expect("loaded");
    let again = second.solve(&mut line, claim, &mut Budget::unlimited(), &mut ());
    assert_eq!(again.verdict(), answer.verdict());
    let more = second.progress().nodes;
    assert!(more * 2 < nodes, "{more} nodes after loading, {nodes} without");
    // What is saved again is as long, or longer by what was learnt.
    let mut later = Vec::new();
    second.save(&mut later).expect("saved");
    assert!(later.len() >= saved.len());
    refuses(game, &saved, memory);
}

/// Cut or changed texts are refused, and change no answer.
fn refuses<G, M>(game: &G, saved: &[u8], memory: impl Fn() -> M)
where
    G: Game<Move: Numbered> + Playout + 'static,
    M: Memory<G> + 'static,
{
    for cut in [0, 3, 8, saved.len() / 2, saved.len() - 1] {
        assert!(search(memory()).load(game, &mut &saved[..cut]).is_err(), "cut at {cut}");
    }
    for place in [0, 4] {
        let mut changed = saved.to_vec();
        changed[place] ^= 1;
        let error = search(memory()).load(game, &mut changed.as_slice()).expect_err("changed");
        assert!(error.to_string().contains("expected"), "{error}");
    }
}

#[test]
fn patterns_and_numbers_are_saved() {
    let hex = Hex::<1>::new("4x4".parse().expect("a size"));
    check(&hex, || SharedPatterns::new(&hex, 1 << 24));
}

#[test]
fn transpositions_and_numbers_are_saved() {
    let game = Mnk::new("4x3".parse().expect("a size"), 3);
    check(&game, Transpositions::<Mnk>::default);
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
    let game = Mnk::new("5x5".parse().expect("a size"), 5);
    let team: Arc<TeamOf<Mnk>> = Arc::default();
    let playouts = Playouts::new(1, 0.5, FirstWork::One, 1);
    let memory = Transpositions::<Mnk>::default();
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

/// A search that cannot be saved says so.
#[test]
fn what_cannot_be_saved_says_so() {
    let search = andor_search::depth_first::DepthFirst::<Mnk>::default();
    let error = search.save(&mut Vec::new()).expect_err("unsupported");
    assert_eq!(error.kind(), io::ErrorKind::Unsupported);
}
