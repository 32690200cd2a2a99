//! scratch
use andor_core::*;
use andor_games::{hex::Hex, size::Size};
use andor_search::*;
use andor_search::{expected_work::*, memory::*, playout::*};
fn main() {
    let a: Vec<f32> = std::env::args().skip(1).map(|s| s.parse().unwrap()).collect();
    let n = a[0] as u8;
    let g = Hex::<1>::new(Size::new(n, n).unwrap());
    for seed in 1..=a[1] as u64 {
        let t = std::time::Instant::now();
        let h = Playouts::new(
            a[2] as u32,
            a[3],
            FirstWork::Exponential { rate: a[4], bend: a[5] },
            seed,
        );
        let mut s = ExpectedWork::new(
            (),
            h,
            Patterns::<Hex<1>>::default(),
            Options { epsilon: a[6], ..Options::default() },
        );
        let mut l = Line::new(&g, g.start());
        let r = s.solve(&mut l, Claim::win(Player::Black), &mut Budget::unlimited(), &mut ());
        let p = Search::<Hex<1>>::progress(&s);
        println!(
            "{n} seed {seed} {r:?} nodes {} exps {} solved {} mem {} t {:.4}",
            p.nodes,
            p.expansions,
            p.solved,
            p.memory,
            t.elapsed().as_secs_f64()
        );
    }
}
