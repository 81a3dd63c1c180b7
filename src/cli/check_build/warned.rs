//! Compares the warnings in the outputs of two builds.

use std::collections::BTreeMap;

/// The lines with `warning` that an output has more often than another one. Numbers don't count, since a patch moves lines.
pub(super) fn new_warnings<'a>(before: &str, after: &'a str) -> Vec<&'a str> {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for line in warnings(before) {
        *known.entry(without_numbers(line)).or_default() += 1;
    }
    let is_new = |line: &&str| match known.get_mut(&without_numbers(line)) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    warnings(after).filter(is_new).collect()
}

fn warnings(output: &str) -> impl Iterator<Item = &str> {
    output.lines().filter(|line| line.to_ascii_lowercase().contains("warning"))
}

/// A line with one sign for each number that stands alone, such as a line's.
fn without_numbers(line: &str) -> String {
    let mut text = String::new();
    let mut is_inside = false;
    for c in line.chars() {
        if c.is_ascii_digit() && !is_inside {
            if !text.ends_with('#') {
                text.push('#');
            }
        } else {
            is_inside = c.is_alphanumeric() || c == '_';
            text.push(c);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::new_warnings;

    #[test]
    fn warnings_on_other_lines_are_the_same() {
        let before = "cc -c a.c\na.c:12:5: warning: unused x1\nwarning: 2 warnings emitted\n";
        let same = "a.c:9:15: warning: unused x1\nwarning: 13 warnings emitted\n";
        assert!(new_warnings(before, same).is_empty());
        let more = "a.c:9:15: warning: unused x1\na.c:10:1: warning: unused x1\na.c:1:1: Warning: unused x2\n";
        assert_eq!(
            new_warnings(before, more),
            ["a.c:10:1: warning: unused x1", "a.c:1:1: Warning: unused x2"]
        );
    }
}
