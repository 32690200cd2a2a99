//! Pages of HTML with curves in SVG, without anything from elsewhere.

use std::fmt::Write;

/// The measures of a picture.
const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 62.0;
const BOTTOM: f64 = 26.0;
const TOP: f64 = 10.0;
/// The colours of the curves.
const COLOURS: usize = 6;

/// A curve: its name, and its places with their values.
pub type Curve = (String, Vec<(f64, f64)>);

/// A band between two values over the places: the place, the lower value, the upper value.
pub type Band = Vec<(f64, f64, f64)>;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1d2329;--soft:#68727d;--line:#d5dae0;--paper:#fff;\
--c0:#0b6bcb;--c1:#c4460a;--c2:#2e8540;--c3:#8a3ffc;--c4:#00797a;--c5:#9f1853}\
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ec;--soft:#9aa4ae;--line:#39414a;--paper:#15191d;\
--c0:#6cb6ff;--c1:#ff9b57;--c2:#7fd493;--c3:#be95ff;--c4:#3ddbd9;--c5:#ff7eb6}}\
body{margin:2rem auto;max-width:76rem;padding:0 1rem;font:15px/1.5 system-ui,sans-serif;\
color:var(--ink);background:var(--paper)}\
main{display:flex;flex-wrap:wrap;gap:1.5rem}figure{margin:0}svg{max-width:100%}\
text{font-size:11px;fill:var(--soft)}.grid{stroke:var(--line)}\
path{fill:none;stroke-width:1.6;stroke-linecap:round}polygon{fill:var(--c1);opacity:.18}\
.k0{stroke:var(--c0)}.k1{stroke:var(--c1)}.k2{stroke:var(--c2)}.k3{stroke:var(--c3)}.k4{stroke:var(--c4)}\
.k5{stroke:var(--c5)}.t0{color:var(--c0)}.t1{color:var(--c1)}\
.t2{color:var(--c2)}.t3{color:var(--c3)}.t4{color:var(--c4)}.t5{color:var(--c5)}\
td{padding-right:1.5rem}";

/// A page with this content. The title may be any text.
#[must_use]
pub fn page(title: &str, content: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style><h1>{title}</h1>\
         {content}</html>\n"
    )
}

/// Draws a picture from 0 to an end in some unit. The band may be empty.
pub fn draw(
    page: &mut String,
    title: &str,
    (end, unit): (f64, &str),
    curves: &[Curve],
    band: &Band,
) {
    let title = escape(title);
    let end = if end > 0.0 { end } else { 1.0 };
    let values = curves.iter().flat_map(|(_, curve)| curve.iter().map(|(_, value)| *value));
    let values = values.chain(band.iter().map(|(.., upper)| *upper));
    let top = round_up(values.fold(0.0, f64::max));
    let x = |place: f64| LEFT + place / end * (WIDTH - LEFT - 10.0);
    let y = |value: f64| HEIGHT - BOTTOM - value / top * (HEIGHT - BOTTOM - TOP);
    let _ = write!(
        page,
        "<figure><h2>{title}</h2><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" role=\"img\" \
         aria-label=\"{title}\">"
    );
    for quarter in 0..=4 {
        let value = top * f64::from(quarter) / 4.0;
        let (level, right) = (y(value), WIDTH - 10.0);
        let _ = write!(
            page,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{level:.1}\" y2=\"{level:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            level + 4.0,
            short(value)
        );
    }
    for (place, anchor) in [(0.0, "start"), (end, "end")] {
        let _ = write!(
            page,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{} {unit}</text>",
            x(place),
            HEIGHT - 8.0,
            short(place)
        );
    }
    if !band.is_empty() {
        let lower = band.iter().map(|&(place, lower, _)| (place, lower));
        let upper = band.iter().rev().map(|&(place, _, upper)| (place, upper));
        let corner = |(place, value)| format!("{:.1},{:.1}", x(place), y(value));
        let corners: Vec<String> = lower.chain(upper).map(corner).collect();
        let _ = write!(page, "<polygon points=\"{}\"/>", corners.join(" "));
    }
    for (number, (_, curve)) in curves.iter().enumerate() {
        let mut path = String::new();
        for (number, &(place, value)) in curve.iter().enumerate() {
            let start = if number == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{start}{:.1} {:.1}", x(place), y(value));
        }
        if curve.len() == 1 {
            // A line of no length is a dot.
            path.push_str("h0");
        }
        let _ = write!(page, "<path class=\"k{}\" d=\"{path}\"/>", number % COLOURS);
    }
    page.push_str("</svg>");
    if curves.len() > 1 {
        let name = |(number, (name, _)): (usize, &Curve)| {
            format!("<span class=\"t{}\">&#9644; {}</span> ", number % COLOURS, escape(name))
        };
        let names: String = curves.iter().enumerate().map(name).collect();
        let _ = write!(page, "<figcaption>{names}</figcaption>");
    }
    page.push_str("</figure>");
}

/// The next of 1, 2, 4, 5 or 8 times a power of ten.
fn round_up(value: f64) -> f64 {
    if !(value > 0.0 && value.is_finite()) {
        return 1.0;
    }
    let power = 10f64.powf(value.log10().floor());
    let steps = [1.0, 2.0, 4.0, 5.0, 8.0, 10.0];
    power * steps.into_iter().find(|step| step * power >= value * 0.999_999).unwrap_or(10.0)
}

/// A number in a few letters.
fn short(value: f64) -> String {
    match value {
        1e6.. => format!("{:.3}M", value / 1e6),
        1e4.. => format!("{:.0}k", value / 1e3),
        100.0.. => format!("{value:.0}"),
        _ => format!("{}", (value * 1000.0).round() / 1000.0),
    }
}

/// A text as HTML.
#[must_use]
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_end_above_the_largest_value() {
        for (value, expected) in
            [(0.0, 1.0), (0.3, 0.4), (1.0, 1.0), (7.5, 8.0), (9.9, 10.0), (4.5e5, 5e5)]
        {
            assert!(
                (round_up(value) / expected - 1.0).abs() < 1e-9,
                "{value}: {}",
                round_up(value)
            );
        }
        let shown = [0.25, 12.5, 1234.0, 56_789.0, 2.5e6].map(short);
        assert_eq!(shown, ["0.25", "12.5", "1234", "57k", "2.500M"]);
    }
}
