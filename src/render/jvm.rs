//! Comments of Java and Kotlin, which have summaries and tags, and expressions in languages whose integers all have a
//! sign.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use crate::render::prelude::*;

/// The most columns of a line.
pub(in crate::render) const WIDTH: usize = 100;

/// The most entries of a table that is printed as numbers. Code that fills an array is limited to 64 KiB per method.
pub(in crate::render) const MOST_LITERALS: usize = 512;

/// The most bytes of code that fill the arrays of a class: of 65,535 in a method, some are left for other statements.
const MOST_CODE: usize = 65_000;

/// The releases that `release` may name: javac 17, the oldest that tests run, compiles for 8 and later.
const RELEASES: RangeInclusive<i64> = 8..=25;

/// The release that brought `Long.compress` and `Long.expand`.
pub(in crate::render) const MOVERS_SINCE: i64 = 19;

/// Functions in other people's sources.
pub(in crate::render) const CALLS: CallSyntax = CallSyntax {
    qualified: "$type.$name",
    has_package_folders: true,
    keys_for: |text| {
        let name = name_behind(text, "package ");
        let key = |name: String| TomlKey::text("package", &name, "the package of the sources");
        name.map(key).into_iter().collect()
    },
    ..CallSyntax::C
};

/// The customs of naming that Java and Kotlin have in common.
pub(in crate::render) const fn naming(keywords: &'static [&'static str]) -> Naming {
    Naming {
        functions: Case::Camel,
        constants: Case::Shouty,
        types: Case::Pascal,
        keywords,
        ..Naming::PLAIN
    }
}

/// The oldest Java that the file supports: the given release, or the oldest known.
pub(in crate::render) fn release(given: Option<&Spanned<i64>>) -> i64 {
    given.map_or(*RELEASES.start(), |release| *release.get_ref())
}

/// Checks a release, if the user gave one.
pub(in crate::render) fn check_release(given: Option<&Spanned<i64>>) -> Result<(), OptionError> {
    let message = format!("release {} is unknown", release(given));
    let help = format!("use a release from {} to {}", RELEASES.start(), RELEASES.end());
    refuse(given, |release| !RELEASES.contains(release), message, help)
}

/// The most entries of an array that a class fills by a statement for each: at most `most`, and so few that the code of
/// all these arrays is short enough for one method.
pub(in crate::render) fn most_literals(arrays: &[&Array<'_>], most: usize) -> usize {
    let mut lengths = [most, 512, 256, 128, 64].into_iter().filter(|length| *length <= most);
    let code = |length: &usize| {
        let printed = arrays.iter().filter(|array| array.values.len() <= *length);
        printed.map(|array| code_of(array)).sum::<usize>()
    };
    lengths.find(|length| code(length) <= MOST_CODE).unwrap_or(0)
}

/// The bytes of code that fill an array: for each entry, those that push the array, an index and a number, and the store.
fn code_of(array: &Array<'_>) -> usize {
    let index = |at: usize| [6, 128].into_iter().filter(|limit| at >= *limit).count() + 1;
    let number = |value: u64| match array.storage {
        Storage::Word if value < 2 => 1,
        Storage::Word => 3,
        _ => index(usize::try_from(value).unwrap_or(usize::MAX)),
    };
    let numbers = array.values.iter().enumerate();
    8 + numbers.map(|(at, value)| 2 + index(at) + number(*value)).sum::<usize>()
}

/// A comment on one line if it fits behind this many blanks, and on several lines otherwise.
pub(in crate::render) fn comment(indent: usize, text: &str) -> Vec<String> {
    block_or_line(&wrap(text, room(indent)), WIDTH - indent)
}

/// A comment of a summary and tags. `first` is the column in which the first line of a tag begins.
pub(in crate::render) fn tagged(
    indent: usize,
    first: usize,
    summary: &str,
    tags: &[(&str, &str)],
) -> Vec<String> {
    let mut lines = wrap(summary, room(indent));
    lines.push(String::new());
    for (tag, text) in tags {
        lines.extend(hanging(&format!("@{tag} {text}"), [first, 4], room(indent)));
    }
    block(&lines)
}

/// The comment of a function: a summary, and a tag for each parameter and for the result.
pub(in crate::render) fn function_doc(
    indent: usize,
    first: usize,
    doc: &FunctionDoc,
) -> Vec<String> {
    let parameters: Vec<String> =
        doc.parameters.iter().map(|one| format!("param {}", one.name)).collect();
    let texts = doc.parameters.iter().map(|one| one.what.as_str());
    let tags = parameters.iter().map(String::as_str).zip(texts);
    let result = Some(("return", doc.returns.as_str())).filter(|(_, what)| !what.is_empty());
    let tags: Vec<(&str, &str)> = tags.chain(result).collect();
    tagged(indent, first, &doc.summary, &tags)
}

/// The comment of a bit scan. The texts follow the width of a short word, the clause on the word and the clause on the
/// result.
pub(in crate::render) fn scan_doc(
    indent: usize,
    first: usize,
    scan: &Scan<'_>,
    [above, of_word, of_result]: [&str; 3],
) -> Vec<String> {
    let width = scan.width;
    let above = format!(", in the lowest {width}{above}");
    let word = format!("the bits{}{of_word}", if width < 32 { &above } else { "" });
    let result = format!("from 0 to {}{of_result}", width - 1);
    tagged(indent, first, &scan.summary, &[("param word", &word), ("return", &result)])
}

/// The path of a class's file: a folder for each part of its package, and the file's name.
pub(in crate::render) fn file_of(package: Option<&Spanned<String>>, file: &str) -> PathBuf {
    let folders = package.into_iter().flat_map(|package| package.get_ref().split('.'));
    folders.chain([file]).collect()
}

/// The most columns of a comment's text behind this many blanks.
pub(in crate::render) const fn room(indent: usize) -> usize {
    WIDTH - indent - " * ".len()
}

/// The expression of an operation that Java and Kotlin write differently because all their integers are signed; `None`
/// for other operations.
pub(in crate::render) fn special(
    operators: &Operators,
    scope: &Scope<'_>,
    node: &Node,
) -> Option<Expr> {
    Some(match node.op {
        // A formula in a comment reads no arrays, and names fields in plain words.
        Op::Field(field) if scope.fields.is_empty() => Expr::name(camel(&field.singular())),
        Op::Field(field) => {
            let entry = Expr::index(scope.field(field), scope.place.clone());
            unsigned(operators, entry, field.storage(), node.most)
        }
        Op::Join(..) => {
            let low = widened(operators, &node.first().written);
            operators.joined(low, node.b().cast(operators.word))
        }
        Op::Widen(_) => widened(operators, &node.first().written),
        Op::Load(table, _) | Op::LoadRow(table, _) => {
            let (name, storage) = scope.table(table);
            let is_row = matches!(node.op, Op::LoadRow(..));
            let row = if is_row { Expr::index(name, scope.place.clone()) } else { name.into() };
            unsigned(operators, Expr::index(row, node.a()), storage, node.most)
        }
        _ => return None,
    })
}

/// True for Kotlin: it widens numbers by a method, and its 16-bit entries are signed.
fn converts(operators: &Operators) -> bool {
    operators.word.form.operand == CastOperand::Receiver
}

/// An array's entry; if the greatest entry (`most`) is stored as a negative number, with a mask that removes the sign.
fn unsigned(operators: &Operators, entry: Expr, storage: Storage, most: u64) -> Expr {
    if storage >= Storage::Half {
        return entry;
    }
    let converts = converts(operators);
    let entry = if converts { entry.cast(operators.half) } else { entry };
    if !is_signed(storage, most, converts) {
        return entry;
    }
    Expr::binary(operators.and, entry, Number::hex(highest(storage), 1).into())
}

/// A half as a word, with zeros in the word's high half.
fn widened(operators: &Operators, half: &Expr) -> Expr {
    let (half, mask) = match cut_to_byte(operators, half) {
        Some(entry) => (entry.clone(), highest(Storage::Byte)),
        None => (half.clone(), u64::from(u32::MAX)),
    };
    let word = if converts(operators) { half.cast(operators.word) } else { half };
    Expr::binary(operators.and, word, Number::hex(mask, 1).suffixed("L").into())
}

/// The array's entry in a half that is an entry masked to a byte; `None` for other halves. The word is masked instead,
/// so there is only one mask.
fn cut_to_byte<'e>(operators: &Operators, half: &'e Expr) -> Option<&'e Expr> {
    let Expr::Binary(operator, both) = half else { return None };
    let [entry, Expr::Number(mask)] = &**both else { return None };
    let is_cut = (*operator, mask.value) == (operators.and, 0xff);
    match entry {
        Expr::Cast(_, entry) if is_cut && converts(operators) => Some(entry),
        Expr::Index(_) if is_cut && !converts(operators) => Some(entry),
        _ => None,
    }
}

/// The highest unsigned number of 8 or 16 bits.
const fn highest(storage: Storage) -> u64 {
    (1 << (8 * storage.bytes())) - 1
}

/// True if the greatest of an array's entries is stored as a negative number, so that reading it needs a mask.
pub(in crate::render) const fn is_signed(
    storage: Storage,
    most: u64,
    has_short_sign: bool,
) -> bool {
    let may_be =
        matches!(storage, Storage::Byte) || matches!(storage, Storage::Short) && has_short_sign;
    may_be && most > highest(storage) >> 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// javac 17 makes 2,114 bytes of `static final long[] X = {0x100L, 0x101L, ...}` with 280 words, as javap shows.
    #[test]
    fn arrays_are_printed_as_numbers_up_to_the_code_of_a_method() {
        let words = |count: u64| {
            let values: Vec<u64> = (0..count).map(|at| 0x100 + at).collect();
            Array::new("", "", ArrayKind::BySquare, Storage::Word, values)
        };
        assert_eq!(code_of(&words(280)), 2114);
        let all = vec![words(400); 22];
        let arrays = |count: usize| all.iter().take(count).collect::<Vec<_>>();
        assert_eq!(most_literals(&arrays(21), usize::MAX), usize::MAX);
        assert_eq!(most_literals(&arrays(22), usize::MAX), 256);
        assert_eq!(most_literals(&arrays(20), MOST_LITERALS), MOST_LITERALS);
    }
}
