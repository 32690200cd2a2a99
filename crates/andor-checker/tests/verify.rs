//! Certificates of small problems are accepted, and what they say is true.

mod support;

use andor_checker::{Certificate, Knowledge, Options, check};
use std::time::Instant;

#[test]
fn certificates_of_small_problems_verify() {
    for (name, certificate) in support::problems::all() {
        let begin = Instant::now();
        let bytes = certificate.encode(None);
        let summary = check(&bytes, &Options::default())
            .unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        let seconds = begin.elapsed().as_secs_f64();
        println!("{name}: {summary}, {seconds:.4} s");
        assert_eq!(Certificate::decode(&bytes).as_ref(), Ok(&certificate), "{name}");
        for root in &certificate.problem.roots {
            assert_eq!(
                support::truth(&certificate.problem, root, 100_000_000),
                Some(true),
                "{name}"
            );
        }
        let rules_only = Options { knowledge: Knowledge::RulesOnly, ..Options::default() };
        assert_eq!(check(&bytes, &rules_only).is_ok(), summary.leaves.is_empty());
    }
}
