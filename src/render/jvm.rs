//! What Java and Kotlin have in common: comments of summaries and tags, and expressions in which all numbers have a sign.

use std::path::PathBuf;

use toml::Spanned;

use super::code::expr::{CastForm, Expr, Number};
use super::code::node::{Node, Operators, camel};
use super::code::scope::Scope;
use super::page::{FunctionDoc, block, block_or_line};
use super::text::provenance::{hanging, wrap};
use crate::model::{Op, Storage};

/// Columns of a line.
pub(super) const WIDTH: usize = 100;

/// The most entries of a table that stands as numbers: a class file has no room for many.
pub(super) const MOST_LITERALS: usize = 512;

/// A comment behind so many blanks: on one line where it fits.
pub(super) fn comment(indent: usize, text: &str) -> Vec<String> {
    block_or_line(&wrap(text, room(indent)), WIDTH - indent)
}

/// A comment of a summary and tags, whose first lines have so many columns.
pub(super) fn tagged(
    indent: usize,
    first: usize,
    summary: &str,
    tags: &[(&str, &str)],
) -> Vec<String> {
    let mut lines = wrap(summary, room(indent));
    lines.push(String::new());
    for (tag, text) in tags {
        lines.extend(hanging(&format!("@{tag} {text}"), [first, room(indent) - 4], "    "));
    }
    block(&lines)
}

/// The tags of a lookup's comment.
pub(super) fn lookup_tags(doc: &FunctionDoc) -> [(&str, &str); 3] {
    [("param square", &doc.square), ("param occupied", &doc.occupied), ("return", doc.returns)]
}

/// The file of a class, in the folders of its package.
pub(super) fn file_of(package: Option<&Spanned<String>>, file: &str) -> PathBuf {
    let folders = package.into_iter().flat_map(|package| package.get_ref().split('.'));
    folders.chain([file]).collect()
}

/// Columns of a comment's text behind so many blanks.
pub(super) const fn room(indent: usize) -> usize {
    WIDTH - indent - " * ".len()
}

/// An operation, where it is written otherwise than in most languages because all numbers have a sign.
pub(super) fn special(operators: &Operators, scope: &Scope<'_>, node: &Node) -> Option<Expr> {
    Some(match node.op {
        // Only a comment has no arrays: it names fields in plain words.
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

/// True in Kotlin, where a number is converted to a longer type by name, and entries of 16 bits have a sign.
fn converts(operators: &Operators) -> bool {
    operators.word.form == CastForm::Method
}

/// An array's entry without its sign, where the greatest entry is stored with one.
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

/// A half without a sign as a word.
fn widened(operators: &Operators, half: &Expr) -> Expr {
    let (half, mask) = match cut_to_byte(operators, half) {
        Some(entry) => (entry.clone(), highest(Storage::Byte)),
        None => (half.clone(), u64::from(u32::MAX)),
    };
    let word = if converts(operators) { half.cast(operators.word) } else { half };
    Expr::binary(operators.and, word, Number::hex(mask, 1).suffixed("L").into())
}

/// The entry, where a half is one that has been cut to a byte already: it is cut as a word instead.
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

/// The highest number of 8 or 16 bits without a sign.
const fn highest(storage: Storage) -> u64 {
    (1 << (8 * storage.bytes())) - 1
}

/// True where the greatest of an array's entries becomes negative when it is stored, and is read as a half.
pub(super) const fn is_signed(storage: Storage, most: u64, has_short_sign: bool) -> bool {
    let may_be =
        matches!(storage, Storage::Byte) || matches!(storage, Storage::Short) && has_short_sign;
    may_be && most > highest(storage) >> 1
}
