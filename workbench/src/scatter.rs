//! Scatter plots on logarithmic scales, as plain SVG.

use std::fmt::Write;

/// The plot's side and the room for its labels, in pixels.
const SIDE: f64 = 400.0;
const MARGIN: f64 = 50.0;

/// Points of two positive quantities, on equal logarithmic scales, with the diagonal.
pub struct Scatter {
    /// Above the plot.
    pub title: String,
    /// The name of the first quantity.
    pub across: String,
    /// The name of the second.
    pub up: String,
    /// The points.
    pub points: Vec<(f64, f64)>,
}

impl Scatter {
    /// The powers of ten between which all points lie.
    fn decades(&self) -> (i32, i32) {
        let all = || self.points.iter().flat_map(|&(x, y)| [x, y]).filter(|v| *v > 0.0);
        let least = all().fold(f64::INFINITY, f64::min);
        let most = all().fold(f64::NEG_INFINITY, f64::max);
        if least > most {
            return (0, 1);
        }
        let from = least.log10().floor() as i32;
        (from, (most.log10().ceil() as i32).max(from + 1))
    }

    /// The plot as a file.
    pub fn svg(&self) -> String {
        let (from, to) = self.decades();
        let scale = SIDE / f64::from(to - from);
        let place = |value: f64| (value.log10().max(f64::from(from)) - f64::from(from)) * scale;
        let (x, y) = (|v| MARGIN + place(v), |v| MARGIN + SIDE - place(v));
        let whole = SIDE + 2.0 * MARGIN;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{whole}\" height=\"{whole}\" \
             font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"{whole}\" height=\"{whole}\" fill=\"white\"/>\n"
        );
        let (left, right, top, low) = (MARGIN, MARGIN + SIDE, MARGIN, MARGIN + SIDE);
        for power in from..=to {
            let value = 10f64.powi(power);
            let (x, y) = (x(value), y(value));
            let _ = writeln!(
                out,
                "<path d=\"M{x:.1} {top}V{low}M{left} {y:.1}H{right}\" stroke=\"#ddd\"/>\n\
                 <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                low + 16.0,
                label(power),
                left - 6.0,
                y + 4.0,
                label(power),
            );
        }
        let _ = writeln!(
            out,
            "<path d=\"M{left} {low}L{right} {top}\" stroke=\"#888\" stroke-dasharray=\"6 4\"/>"
        );
        for &(across, up) in &self.points {
            let _ = writeln!(
                out,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.5\" fill=\"#1f5fa8\" \
                 fill-opacity=\"0.5\"/>",
                x(across),
                y(up)
            );
        }
        let middle = MARGIN + SIDE / 2.0;
        let _ = writeln!(
            out,
            "<text x=\"{middle}\" y=\"30\" text-anchor=\"middle\" font-size=\"14\">{}</text>\n\
             <text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n\
             <text x=\"14\" y=\"{middle}\" text-anchor=\"middle\" \
             transform=\"rotate(-90 14 {middle})\">{}</text>\n</svg>",
            escaped(&self.title),
            whole - 12.0,
            escaped(&self.across),
            escaped(&self.up),
        );
        out
    }
}

/// A power of ten as people write it.
fn label(power: i32) -> String {
    if (-3..=3).contains(&power) { format!("{}", 10f64.powi(power)) } else { format!("1e{power}") }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(points: Vec<(f64, f64)>) -> Scatter {
        let name = |text: &str| text.to_string();
        Scatter { title: name("a < b"), across: name("x"), up: name("y"), points }
    }

    #[test]
    fn every_point_lies_on_the_plot() {
        let plot = plot(vec![(0.002, 0.5), (30.0, 0.002), (1.0, 0.0)]);
        assert_eq!(plot.decades(), (-3, 2));
        let svg = plot.svg();
        assert_eq!(svg.matches("<circle").count(), 3);
        for part in svg.split("cx=\"").skip(1) {
            let value: f64 = part.split('"').next().and_then(|v| v.parse().ok()).unwrap_or(-1.0);
            assert!((MARGIN..=MARGIN + SIDE).contains(&value), "{value}");
        }
        assert!(svg.contains("a &lt; b") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn a_plot_without_points_is_a_plot() {
        assert!(plot(Vec::new()).svg().contains("</svg>"));
    }
}
