//! The two kinds of floating-point numbers that a network is computed with: `f32` in use, `f64` in
//! tests of the gradients.

use std::ops::{Add, AddAssign, Div, Mul, Sub};

/// A floating-point number.
pub trait Real:
    Copy
    + Default
    + PartialOrd
    + From<f32>
    + Into<f64>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + AddAssign
{
    /// The nearest number of this kind.
    fn from_f64(value: f64) -> Self;
    /// e to the power of the number.
    fn exp(self) -> Self;
    /// The natural logarithm.
    fn ln(self) -> Self;
}

macro_rules! real {
    ($kind:ident) => {
        impl Real for $kind {
            #[allow(trivial_numeric_casts, clippy::unnecessary_cast, reason = "one of two kinds")]
            fn from_f64(value: f64) -> $kind {
                value as $kind
            }
            fn exp(self) -> $kind {
                $kind::exp(self)
            }
            fn ln(self) -> $kind {
                $kind::ln(self)
            }
        }
    };
}

real!(f32);
real!(f64);

/// The number, or zero if it is negative.
pub(crate) fn relu<R: Real>(value: R) -> R {
    if value > R::default() { value } else { R::default() }
}

/// Writes the chances of the logits, and tells the logarithm of the sum of their exponentials.
pub(crate) fn softmax<R: Real>(logits: &[R], chances: &mut [R]) -> R {
    let most = logits.iter().copied().fold(logits[0], |a, b| if b > a { b } else { a });
    let mut total = R::default();
    for (chance, &logit) in chances.iter_mut().zip(logits) {
        *chance = (logit - most).exp();
        total += *chance;
    }
    for chance in chances {
        *chance = *chance / total;
    }
    most + total.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_to_one() {
        let mut chances = [0.0; 3];
        let log_total = softmax(&[800.0f64, 800.0 + 2f64.ln(), 700.0], &mut chances);
        assert!((log_total - (800.0 + 3f64.ln())).abs() < 1e-9);
        assert!((chances[0] - 1.0 / 3.0).abs() < 1e-12 && (chances[1] - 2.0 / 3.0).abs() < 1e-12);
    }
}
