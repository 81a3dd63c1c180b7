//! Reads short arrays of words, which may be factors that squares share.

use super::token::SourceToken;

/// An array of fewer than 64 words.
#[derive(Clone, Debug)]
pub(super) struct ShortArray {
    pub(super) words: Vec<u64>,
    /// The array's name.
    pub(super) name: Option<String>,
    /// The first and the last line.
    pub(super) lines: (usize, usize),
    /// The line of each word, or of its first half.
    pub(super) at: Vec<u32>,
}

/// The lists that the numbers of an array may be: one list of 64-bit words, or two lists of joined halves, with the low
/// half first and last.
pub(super) fn lists<'t>(
    tokens: &[SourceToken],
    numbers: &[usize],
    name: impl Fn() -> Option<&'t str>,
) -> Vec<ShortArray> {
    let numbers = match numbers {
        // Lua's `[0] = 0x12, 0x34`: the first entry alone has its index.
        [first, rest @ ..]
            if tokens[*first].value() == Some(0)
                && tokens.get(first + 1).is_some_and(|next| next.text == "]") =>
        {
            rest
        }
        all => all,
    };
    let ([first, .., last], 2..=126) = (numbers, numbers.len()) else { return Vec::new() };
    let value = |number: &usize| tokens[*number].value().unwrap_or(0);
    let most_are = |least: i128| {
        numbers.iter().filter(|number| value(number).abs() >= least).count() * 2 > numbers.len()
    };
    let list = |words: Vec<u64>| ShortArray {
        at: numbers
            .iter()
            .step_by(numbers.len() / words.len())
            .map(|at| tokens[*at].line)
            .collect(),
        words,
        name: name().map(str::to_owned),
        lines: (tokens[*first].line as usize, tokens[*last].line as usize),
    };
    if numbers.len() < 64 && most_are(1 << 32) {
        return vec![list(numbers.iter().map(|number| value(number) as u64).collect())];
    }
    let are_halves = numbers.iter().all(|number| (0..1 << 32).contains(&value(number)));
    // A list has at least two words, of which squares choose one.
    let are_pairs = numbers.len() >= 4 && numbers.len().is_multiple_of(2);
    if !are_pairs || !are_halves || !most_are(1 << 20) {
        return Vec::new();
    }
    let joined = |low: usize| {
        let word = |pair: &[usize]| (value(&pair[1 - low]) << 32 | value(&pair[low])) as u64;
        numbers.chunks(2).map(word).collect()
    };
    vec![list(joined(0)), list(joined(1))]
}
