//! Numbered tasks on several threads.

use andor_solver::BadInput;
use andor_teach::tested::in_order;

#[test]
fn results_have_the_order_of_their_numbers() {
    for threads in [0, 1, 4, 20] {
        let squares = in_order(threads, |number| {
            // The first tasks take longest.
            std::thread::sleep(std::time::Duration::from_millis(
                10u64.saturating_sub(number as u64),
            ));
            Ok((number < 12).then_some(number * number))
        });
        let expected: Vec<usize> = (0..12).map(|number| number * number).collect();
        assert_eq!(squares.expect("squares"), expected, "{threads} threads");
    }
    let failed = in_order(3, |number| match number {
        7 => Err(BadInput::Request("seven".to_string())),
        number => Ok((number < 12).then_some(())),
    });
    assert_eq!(failed.expect_err("an error").to_string(), "seven");
}
