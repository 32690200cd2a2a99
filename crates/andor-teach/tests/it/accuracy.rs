//! What a comparison of a network with solved positions adds up.

use andor_teach::tested::correlation;

#[test]
fn correlations_are_between_minus_one_and_one() {
    let line = |slope: f64| (0..9).map(|x| (f64::from(x), slope * f64::from(x))).collect();
    let check = |pairs: Vec<(f64, f64)>, expected: Option<f64>| match expected {
        Some(value) => assert!((correlation(&pairs).expect("a value") - value).abs() < 1e-9),
        None => assert_eq!(correlation(&pairs), None),
    };
    check(line(2.0), Some(1.0));
    check(line(-0.5), Some(-1.0));
    check(line(0.0), None);
    check(Vec::new(), None);
    check(vec![(0.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, 0.0)], Some(0.0));
}
