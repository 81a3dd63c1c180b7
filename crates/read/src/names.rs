//! Reads the words in names of arrays, for example the names of pieces.

use super::slider::Slider;

/// Words that name a piece; `None` stands for a piece that is neither rook nor bishop.
const PIECES: [(&[&str], Option<Slider>); 3] = [
    (&["rook", "rooks", "r", "ortho", "orthogonal", "straight"], Some(Slider::Rook)),
    (&["bishop", "bishops", "b", "diag", "diagonal"], Some(Slider::Bishop)),
    (&["knight", "knights", "king", "kings", "pawn", "pawns", "zobrist"], None),
];

/// The words of a name in lower case: `RookShifts` and `ROOK_SHIFTS` have `rook` and `shifts`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let chars: Vec<char> = name.chars().collect();
    for (at, c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| chars[before]);
        let next = chars.get(at + 1);
        let begins = before.is_none_or(|before| {
            !before.is_ascii_alphabetic()
                || c.is_ascii_uppercase()
                    && (before.is_ascii_lowercase() || next.is_some_and(char::is_ascii_lowercase))
        });
        if !c.is_ascii_alphabetic() {
            continue;
        }
        if begins {
            words.push(String::new());
        }
        if let Some(last) = words.last_mut() {
            last.push(c.to_ascii_lowercase());
        }
    }
    words
}

/// True if a name contains other pieces only: `bishopShifts` isn't the rook's.
pub(super) fn is_of_other(name: &str, piece: Slider) -> bool {
    let words = words(name);
    let named: Vec<Option<Slider>> = PIECES
        .iter()
        .filter(|(names, _)| words.iter().any(|word| names.contains(&word.as_str())))
        .map(|(_, piece)| *piece)
        .collect();
    let whole = Slider::PIECES.into_iter().find(|whole| whole.lines().contains(&piece));
    !named.is_empty() && !named.contains(&Some(whole.unwrap_or(piece)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_piece() {
        for (name, is_other) in [
            ("bishopShifts", true),
            ("BISHOP_OFFSETS", true),
            ("BBits", true),
            ("knight_masks", true),
            ("RookShifts", false),
            ("shifts", false),
            ("rook_and_bishop_offsets", false),
            ("orthogonalBits", false),
        ] {
            assert_eq!(is_of_other(name, Slider::Rook), is_other, "{name}");
        }
        assert_eq!(words("ROOKMagics_64"), ["rook", "magics"]);
    }
}
