//! The words of a text in; what they say about the bits of squares out: `a1 = 0`, `A1=bit0`, or all 64 names in
//! a row as in an enumeration.

use crate::geometry::{Coordinate, Mapping, Standard};

use super::marks::square;
use super::report::Orientation;
use super::scan::{Kind, Token};

/// Squares (rank x 8 + file) and the bits that they are said to have.
pub(super) type Evidence = Vec<(u8, u8)>;

/// Reads what the text says, comments included.
pub(super) fn read(tokens: &[Token]) -> Evidence {
    let mut evidence = Evidence::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.kind != Kind::Word {
            continue;
        }
        let Some(named) = square(token.text) else { continue };
        let rest = &tokens[at + 1..];
        if let Some(bit) = said(rest) {
            evidence.push((named, bit));
        }
        evidence.extend(enumerated(&tokens[at..]).unwrap_or_default());
    }
    evidence
}

/// The bit in `= 0`, `: 0`, `= bit 0` and `=bit0`.
fn said(rest: &[Token]) -> Option<u8> {
    let [sign, next, ..] = rest else { return None };
    if !matches!(sign.kind, Kind::Sign(b'=' | b':')) {
        return None;
    }
    let small = |value: i128| u8::try_from(value).ok().filter(|bit| *bit < 64);
    match next.kind {
        Kind::Number(value) => small(value),
        Kind::Word => {
            let digits = next.text.to_ascii_lowercase().strip_prefix("bit")?.to_owned();
            if !digits.is_empty() {
                return small(digits.parse().ok()?);
            }
            match rest.get(2)?.kind {
                Kind::Number(value) => small(value),
                _ => None,
            }
        }
        _ => None,
    }
}

/// 64 names of squares with nothing between them but commas.
fn enumerated(tokens: &[Token]) -> Option<Evidence> {
    let mut evidence = Evidence::new();
    let mut rest = tokens.iter();
    for bit in 0..64 {
        let mut next = rest.next()?;
        while bit > 0 && matches!(next.kind, Kind::Sign(b',')) {
            next = rest.next()?;
        }
        // `A1 = 0, B1, C1`: the first may have its number.
        if bit == 1 && next.kind == Kind::Sign(b'=') {
            if rest.next()?.kind != Kind::Number(0) || rest.next()?.kind != Kind::Sign(b',') {
                return None;
            }
            next = rest.next()?;
        }
        evidence.push((square(next.text).filter(|_| next.kind == Kind::Word)?, bit));
    }
    Some(evidence)
}

/// The standard orders that agree with all of the evidence.
pub(super) fn agree(evidence: &[(u8, u8)]) -> Orientation {
    if evidence.is_empty() {
        return Orientation::NotShown;
    }
    let standards: Vec<Standard> = Standard::ALL
        .into_iter()
        .filter(|standard| {
            let mapping = Mapping::chess(*standard);
            evidence.iter().all(|(square, bit)| {
                let at = Coordinate { file: square % 8, rank: square / 8 };
                mapping.bit(at) == Some(*bit)
            })
        })
        .collect();
    if standards.is_empty() { Orientation::Unknown } else { Orientation::Shown { standards } }
}

#[cfg(test)]
mod tests {
    use super::super::scan::scan;
    use super::*;

    fn shown(text: &str) -> Vec<&'static str> {
        match agree(&read(&scan(text))) {
            Orientation::Shown { standards } => standards.iter().map(|one| one.id).collect(),
            Orientation::NotShown => vec![],
            Orientation::Unknown => vec!["unknown"],
        }
    }

    #[test]
    fn words_about_squares_show_an_orientation() {
        assert_eq!(shown("// a1 = 0, h8 = 63"), ["a1lsb", "a1lsb-file"]);
        assert_eq!(shown("# A1=bit0 (H1=7)"), ["a1lsb"]);
        assert_eq!(shown("static const int SQ_H1 = 0, SQ_G1 = 1;"), ["h1lsb"]);
        assert_eq!(shown("a1 = 5; b1 = 3"), ["unknown"]);
        assert_eq!(shown("a1 b1 c1"), [""; 0]);
        let mapping = Mapping::chess(Standard::ALL[6]);
        let names: Vec<String> =
            (0..64).filter_map(|bit| mapping.square(bit)).map(|at| at.to_string()).collect();
        assert_eq!(shown(&names.join(", ").to_uppercase()), ["a8lsb-file"]);
        assert_eq!(shown(&format!("{{\"{}\"}}", names.join("\", \""))), ["a8lsb-file"]);
        let counted = names.join(", ").replacen(',', " = 0,", 1);
        assert_eq!(shown(&counted), ["a8lsb-file"]);
    }
}
