//! Certificates changed in every way that has a name: each is refused, or what it says is true.
//!
//! "True" is decided by brute force, which knows the rules and nothing of certificates.

#![allow(clippy::print_stdout, reason = "counts are what these tests are read for")]

use crate::support;
use crate::support::mutate::{BYTE_KINDS, Dice, KINDS, mutate, mutate_bytes};
use andor_checker::{Certificate, Options, check};
use std::collections::HashMap;

/// The usual run makes about ninety mutants of each kind; `ANDOR_SLOW=1` makes three thousand.
#[test]
fn accepted_mutants_are_proofs() {
    let slow = std::env::var_os("ANDOR_SLOW").is_some();
    let wanted = if slow { 160_000 } else { 5_000 };
    let problems: Vec<_> = support::problems::all()
        .iter()
        .filter(|(_, certificate)| certificate.entries.len() <= 300)
        .map(|(name, certificate)| (name, certificate, certificate.encode(None)))
        .collect();
    let options = Options { threads: 1, steps: 2_000_000, ..Options::default() };
    let mut truths: HashMap<String, Option<bool>> = HashMap::new();
    let mut table: Vec<[u64; 5]> = vec![[0; 5]; KINDS.len() + BYTE_KINDS.len()];
    let mut dice = Dice(20_261_115);
    for number in 0..wanted {
        let kind = number % table.len();
        let (mut name, mut original, mut bytes) = (problems[0].0, problems[0].1, Vec::new());
        // Not every change applies to every certificate: try some until one is changed.
        for _ in 0..40 {
            let drawn = &problems[dice.below(problems.len())];
            (name, original) = (drawn.0, drawn.1);
            bytes = if kind < KINDS.len() {
                let mut mutant = original.clone();
                mutate(&mut mutant, kind, &mut dice);
                mutant.encode(None)
            } else {
                mutate_bytes(original, kind - KINDS.len(), &mut dice)
            };
            if bytes != drawn.2 {
                break;
            }
        }
        let checked = check(&bytes, &options);
        let row = &mut table[kind];
        if let Err(refusal) = checked {
            row[usize::from(refusal.exit_status() == 2)] += 1;
            continue;
        }
        let mutant = Certificate::decode(&bytes).expect("what is checked can be read");
        row[if mutant == *original { 2 } else { 3 }] += 1;
        for root in &mutant.problem.roots {
            let mut bare = mutant.problem.clone();
            bare.roots = vec![root.clone()];
            (bare.roots[0].first, bare.roots[0].entry, bare.roots[0].theorem) = (None, None, None);
            let key = format!("{bare:?}");
            let truth = truths.entry(key).or_insert_with(|| support::truth(&bare, root, 400_000));
            row[4] += u64::from(truth.is_none());
            let kind = KINDS.iter().chain(&BYTE_KINDS).nth(kind);
            assert_ne!(*truth, Some(false), "{name}: {kind:?} makes a lie pass: {bare:?}");
        }
    }
    println!("{:34} refused  limit  unchanged  accepted  undecided", "kind");
    let mut sum = [0; 5];
    for (kind, row) in KINDS.iter().chain(&BYTE_KINDS).zip(&table) {
        let [refused, limit, same, accepted, undecided] = row;
        println!("{kind:34} {refused:7} {limit:6} {same:10} {accepted:9} {undecided:10}");
        sum.iter_mut().zip(row).for_each(|(sum, count)| *sum += count);
    }
    println!("{:34} {:7} {:6} {:10} {:9} {:10}", "all", sum[0], sum[1], sum[2], sum[3], sum[4]);
    assert_eq!(sum[1], 0, "no check ran out of steps");
    let trials: u64 = sum[..4].iter().sum();
    assert!(sum[4] * 500 <= trials, "brute force decides all but a few of what is accepted");
}
