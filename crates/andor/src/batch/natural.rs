//! The natural order of file names: numbers in names are compared as numbers, so 2 comes before 10.

/// A part of a name: a number, or letters between numbers.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum NamePart {
    /// Digits: their count without leading zeros, then the digits.
    Number(usize, String),
    Letters(String),
}

/// Sorts names in natural order.
pub fn sort(names: &mut [String]) {
    names.sort_by_cached_key(|name| (parts(name), name.clone()));
}

fn parts(name: &str) -> Vec<NamePart> {
    let mut parts = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let is_number = first.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != is_number).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        let digits = part.trim_start_matches('0');
        parts.push(match is_number {
            true => NamePart::Number(digits.len(), digits.to_string()),
            false => NamePart::Letters(part.to_string()),
        });
        rest = after;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_compared_as_numbers() {
        let mut names = ["b.sgf", "10.sgf", "a10", "2.sgf", "a9b", "a9", "007.sgf", "1.sgf"]
            .map(str::to_string)
            .to_vec();
        sort(&mut names);
        let expected = ["1.sgf", "2.sgf", "007.sgf", "10.sgf", "a9", "a9b", "a10", "b.sgf"];
        assert_eq!(names, expected);
    }
}
