//! Computes casts, methods and operators on words of 64 bits as an engine's language does.

/// The integers of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Integers {
    /// Unsigned words that wrap.
    Words,
    /// Signed words that wrap.
    Signed,
    /// Integers of any length, or numbers of 53 bits.
    Exact,
}

impl Integers {
    pub(super) fn of(lang: &str) -> Self {
        match lang {
            "java" | "kotlin" => Self::Signed,
            "python" | "javascript" | "typescript" => Self::Exact,
            _ => Self::Words,
        }
    }
}

/// A value as another type; `None` if it doesn't fit.
pub(super) fn narrowed(value: u64, kind: &str) -> Option<u64> {
    let kind = kind.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| kind.contains(word));
    let bits = if has(&["u8", "i8", "int8", "byte", "char"]) {
        8
    } else if has(&["16", "short"]) {
        16
    } else if has(&["32"]) || kind == "int" || kind == "unsigned" || kind == "number" {
        31
    } else {
        return Some(value);
    };
    // A small negative number stays one.
    let is_negative = !kind.starts_with('u') && value.wrapping_neg() >> (bits - 1) == 0;
    (value >> bits == 0 || is_negative).then_some(value)
}

/// The result of a function that languages have in their libraries.
pub(super) fn built_in(name: &str, values: &[u64]) -> Option<u64> {
    let signed = |value: &u64| value.cast_signed();
    match (name.trim_start_matches('@').to_ascii_lowercase().as_str(), values) {
        ("abs", [one]) => Some(signed(one).unsigned_abs()),
        ("max", [one, other]) => Some(signed(one).max(signed(other)).cast_unsigned()),
        ("min", [one, other]) => Some(signed(one).min(signed(other)).cast_unsigned()),
        _ => None,
    }
}

/// The result of a method of Rust's integers.
pub(super) fn method_of(name: &str, value: u64, arguments: &[u64]) -> Option<u64> {
    match (name, arguments) {
        ("abs", []) => built_in(name, &[value]),
        ("max" | "min", [other]) => built_in(name, &[value, *other]),
        ("abs_diff", [other]) => Some(value.abs_diff(*other)),
        ("wrapping_neg", []) => Some(value.wrapping_neg()),
        ("wrapping_add", [other]) => Some(value.wrapping_add(*other)),
        ("wrapping_sub", [other]) => Some(value.wrapping_sub(*other)),
        ("wrapping_mul", [other]) => Some(value.wrapping_mul(*other)),
        ("wrapping_shl", [other]) => Some(value.wrapping_shl(u32::try_from(*other).ok()?)),
        ("swap_bytes", []) => Some(value.swap_bytes()),
        ("reverse_bits", []) => Some(value.reverse_bits()),
        _ => None,
    }
}

/// Whether a signed number has few digits.
fn is_short(value: u64) -> bool {
    value.cast_signed().unsigned_abs() < 1 << 50
}

/// The result of an operator; `None` where the language's integers aren't unsigned words and would give another one.
pub(super) fn computed(sign: &str, left: u64, right: u64, integers: Integers) -> Option<u64> {
    let is_exact = integers == Integers::Exact;
    let truth = |is: bool| Some(u64::from(is));
    let signed = |value: u64| value.cast_signed();
    let shift = || u32::try_from(right).ok().filter(|amount| *amount < 64);
    match sign {
        "+" | "-" if is_exact && is_short(left) && is_short(right) => {
            let right = if sign == "-" { right.wrapping_neg() } else { right };
            Some(left.wrapping_add(right))
        }
        "+" if is_exact => left.checked_add(right),
        "*" if is_exact => left.checked_mul(right),
        "-" if is_exact => left.checked_sub(right),
        "+" => Some(left.wrapping_add(right)),
        "-" => Some(left.wrapping_sub(right)),
        "*" => Some(left.wrapping_mul(right)),
        // A negative number, or a word whose type isn't known.
        "/" | "%" if left >> 63 == 1 => None,
        "/" => left.checked_div(right),
        "%" => left.checked_rem(right),
        "&" => Some(left & right),
        "|" => Some(left | right),
        "^" => Some(left ^ right),
        "&^" => Some(left & !right),
        "<<" => {
            let amount = shift()?;
            let value = left << amount;
            (!is_exact || value >> amount == left).then_some(value)
        }
        // `>>` and `>>>` are one operator here.
        ">>" if integers == Integers::Signed && left >> 63 == 1 => None,
        ">>" => shift().map(|amount| left >> amount),
        "==" => truth(left == right),
        "!=" => truth(left != right),
        "<" => truth(signed(left) < signed(right)),
        ">" => truth(signed(left) > signed(right)),
        "<=" => truth(signed(left) <= signed(right)),
        ">=" => truth(signed(left) >= signed(right)),
        "&&" => truth(left != 0 && right != 0),
        "||" => truth(left != 0 || right != 0),
        _ => None,
    }
}
