//! Recognises lookups in expressions: an entry of a table whose index is a hash of the occupancy.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::methods::{declares, implemented, without_narrow};
use super::operators::{Integers, computed};
use super::tree::{SourceExpr, SourceNode};
use super::value::BlankedSource;
use crate::adopt::functions::SourceFunction;
use magicgen_read::leading_number;

/// A lookup in an engine's own table.
#[derive(Clone, Debug)]
pub(in crate::adopt) struct EngineLookup {
    /// The index, with the table's names as well.
    pub(in crate::adopt) hash: EngineIndex,
    /// The table's names, or the names of several tables under conditions.
    pub(in crate::adopt) table: String,
    /// Whether the code uses the entry's address.
    pub(in crate::adopt) is_addressed: bool,
    /// Whether the table is a field of the record with mask and factor.
    pub(in crate::adopt) has_pointer: bool,
}

/// An index by a factor or by PEXT.
#[derive(Clone, Debug)]
pub(in crate::adopt) struct EngineIndex {
    /// The slider's square.
    pub(in crate::adopt) square: SourceExpr,
    /// The occupancy before masking.
    pub(in crate::adopt) occupied: SourceExpr,
    /// The names of mask, factor and shift.
    pub(in crate::adopt) names: Vec<String>,
    /// The way in which it is computed.
    pub(in crate::adopt) ways: IndexWays,
    /// What the product is shifted by.
    pub(in crate::adopt) shift: Option<SourceExpr>,
    /// The square's record with mask and factor, if they are fields of one.
    pub(in crate::adopt) record: Option<SourceExpr>,
}

/// The way in which an index is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::adopt) enum IndexWays {
    /// By a product with a factor.
    Factor,
    /// By PEXT.
    Pext,
    /// By either, under a condition.
    Both,
}

/// The depth to which calls of the engine's own functions are followed.
const DEEPEST: u8 = 3;

/// The most functions of one name that are followed.
const MOST_ALIKE: usize = 4;

/// Parts of the names of functions for PEXT, in lower case.
pub(in crate::adopt) const PEXT: [&str; 3] = ["pext", "parallelbitextract", "compress"];

/// Recognises lookups. It follows calls into the functions of all files.
pub(in crate::adopt) struct Recognizer<'a> {
    sources: &'a [BlankedSource],
    /// The functions of the language by their names.
    functions: BTreeMap<&'a str, Vec<(&'a BlankedSource, &'a SourceFunction)>>,
    /// Whether the function at a place in a file is a lookup by itself.
    known: RefCell<BTreeMap<(usize, usize), bool>>,
}

impl<'a> Recognizer<'a> {
    /// For the files of a language.
    pub(in crate::adopt) fn new(sources: &'a [BlankedSource]) -> Self {
        let mut functions: BTreeMap<&str, Vec<_>> = BTreeMap::new();
        for source in sources {
            for function in &source.functions {
                functions.entry(&function.name).or_default().push((source, function));
            }
        }
        Self { sources, functions, known: RefCell::default() }
    }

    /// The lookup, if the expression is one.
    pub(in crate::adopt) fn lookup(&self, one: &SourceExpr) -> Option<EngineLookup> {
        self.lookup_in(one, 0)
    }

    fn lookup_in(&self, one: &SourceExpr, depth: u8) -> Option<EngineLookup> {
        match &one.bare().node {
            SourceNode::Index(base, index) => self.read(base, index),
            SourceNode::Call(callee, arguments) if depth < DEEPEST => {
                // A call of a function that is a lookup by itself stays.
                let (functions, _) = self.functions_of(callee, arguments.len())?;
                if functions.into_iter().any(|one| self.is_lookup(one, depth + 1)) {
                    return None;
                }
                let values = self.called(callee, arguments)?;
                self.lookup_in(
                    &SourceExpr { node: SourceNode::Any(values), ..one.clone() },
                    depth + 1,
                )
            }
            SourceNode::Unary("*", inner) => match &inner.bare().node {
                SourceNode::Binary("+", base, index) => {
                    self.read(base, index).or_else(|| self.read(index, base))
                }
                SourceNode::Index(base, index) => self.read(base, index),
                _ => None,
            },
            SourceNode::Any(all) => {
                let lookups = all.iter().map(|one| self.lookup_in(one, depth));
                let lookups = lookups.collect::<Option<Vec<EngineLookup>>>()?;
                let has_pointer = lookups.iter().any(|one| one.has_pointer);
                let mut tables: Vec<String> = lookups.iter().map(|one| one.table.clone()).collect();
                tables.dedup();
                let hash = agreed(lookups.into_iter().map(|one| Some(one.hash)))?;
                let table = tables.join(".");
                Some(EngineLookup { hash, table, is_addressed: false, has_pointer })
            }
            _ => None,
        }
    }

    /// Whether a function is a lookup by itself.
    fn is_lookup(&self, one: (&BlankedSource, &SourceFunction), depth: u8) -> bool {
        let (source, function) = one;
        let place = (source.file, function.body.start);
        if let Some(known) = self.known.borrow().get(&place) {
            return *known;
        }
        let value = source.value(function, &function.variables(), None);
        let is = value.is_ok_and(|value| self.lookup_in(&value, depth).is_some());
        self.known.borrow_mut().insert(place, is);
        is
    }

    /// Whether an expression is an index by a factor or PEXT.
    pub(in crate::adopt) fn is_index(&self, one: &SourceExpr) -> bool {
        self.hash(one, 0).is_some()
    }

    /// All outermost lookups in an expression.
    pub(in crate::adopt) fn lookups(&self, one: &SourceExpr) -> Vec<(SourceExpr, EngineLookup)> {
        one.outermost(&|part| self.lookup(part))
    }

    fn read(&self, base: &SourceExpr, index: &SourceExpr) -> Option<EngineLookup> {
        let mut hash = self.hash(index, 0)?;
        let is_apart = !base.contains(&hash.occupied);
        let own = squares(base);
        let is_of_square = own.iter().all(|other| same(other, &hash.square));
        if !is_apart || !is_of_square {
            return None;
        }
        // The index may be computed elsewhere, and the table's square is written here.
        if let Some(square) = own.into_iter().next() {
            hash.square = square;
        }
        let own: Vec<String> = base.names().iter().map(ToString::to_string).collect();
        let is_variable = |name: &String| hash.square.names().contains(&name.as_str());
        let own: Vec<String> = own.into_iter().filter(|name| !is_variable(name)).collect();
        hash.names.extend(own.iter().cloned());
        let has_pointer = record_of(base).is_some_and(|of| hash.record.as_ref() == Some(of));
        Some(EngineLookup { hash, table: own.join("."), is_addressed: false, has_pointer })
    }

    /// The hash in an index, with or without an offset.
    fn hash(&self, one: &SourceExpr, depth: u8) -> Option<EngineIndex> {
        if let SourceNode::Cast(kind, _) = &one.node
            && ["u8", "byte", "char", "int8"].iter().any(|short| kind.contains(short))
        {
            return None;
        }
        match &one.node {
            SourceNode::Cast(_, inner) => self.hash(inner, depth),
            // The number of an index that has the engine's own type.
            SourceNode::Field(..) => self.hash(one.owner()?, depth),
            SourceNode::Any(all) => self.alike(all, depth),
            SourceNode::Binary("+" | "|", left, right) => {
                [(left, right), (right, left)].into_iter().find_map(|(offset, index)| {
                    let hash = self.hash(index, depth)?;
                    let is_its = squares(offset).iter().all(|other| same(other, &hash.square));
                    let is_apart = !offset.contains(&hash.occupied) && is_its;
                    is_apart.then(|| with_names(hash, offset))
                })
            }
            SourceNode::Binary(">>", product, shift) => {
                let mut hash = product_of(product)?;
                hash.shift = Some((**shift).clone());
                (!shift.contains(&hash.occupied)).then(|| with_names(hash, shift))
            }
            SourceNode::Binary("&", left, right) => {
                [(left, right), (right, left)].into_iter().find_map(|(index, mask)| {
                    let hash = self.hash(index, depth)?;
                    let is_whole = !is_sum(index) && keeps(mask, hash.shift.as_ref());
                    (is_whole && !mask.contains(&hash.occupied)).then(|| with_names(hash, mask))
                })
            }
            SourceNode::Call(callee, arguments) => {
                let name = callee.names().last().map(|name| name.to_ascii_lowercase());
                if let [one, two] = arguments.as_slice()
                    && name.is_some_and(|name| PEXT.iter().any(|word| name.contains(word)))
                {
                    return [(one, two), (two, one)].into_iter().find_map(|(occupied, mask)| {
                        let square = squares(mask).into_iter().next()?;
                        let occupied = wide(occupied)?.clone();
                        let is_apart = !mask.contains(&occupied) && squares(&occupied).is_empty();
                        let (names, ways, record) = (Vec::new(), IndexWays::Pext, None);
                        let hash =
                            EngineIndex { square, occupied, names, ways, shift: None, record };
                        is_apart.then(|| with_names(hash, mask))
                    });
                }
                (depth < DEEPEST)
                    .then(|| self.alike(&self.called(callee, arguments)?, depth + 1))?
            }
            _ => None,
        }
    }

    /// The hash that all of these expressions share.
    fn alike(&self, all: &[SourceExpr], depth: u8) -> Option<EngineIndex> {
        agreed(all.iter().map(|one| self.hash(one, depth)))
    }

    /// The engine's functions that a call may mean, unless they are many, and the object of a method.
    #[expect(clippy::type_complexity, reason = "functions with their sources, and an object")]
    fn functions_of<'c>(
        &self,
        callee: &'c SourceExpr,
        arguments: usize,
    ) -> Option<(Vec<(&'a BlankedSource, &'a SourceFunction)>, Option<&'c SourceExpr>)> {
        let (name, object) = match &callee.node {
            SourceNode::Name(path) => (path.rsplit("::").next()?, None),
            SourceNode::Field(object, name) => (name.as_str(), Some(&**object)),
            _ => return None,
        };
        let has_count = |(_, function): &&(&BlankedSource, &SourceFunction)| {
            function.parameters.as_ref().map(Vec::len) == Some(arguments)
        };
        let mut functions: Vec<_> =
            self.functions.get(name)?.iter().filter(has_count).copied().collect();
        // Of many methods of a name, Rust calls the one of the object's type.
        let root = object.and_then(|object| object.roots().first().copied());
        let is_of_type = |(source, function): &(&BlankedSource, &SourceFunction)| {
            let kind = implemented(source, function);
            root.zip(kind).is_some_and(|(root, kind)| declares(self.sources, root, kind))
        };
        if functions.iter().any(is_of_type) {
            functions.retain(is_of_type);
        }
        without_narrow(&mut functions);
        (1..=MOST_ALIKE).contains(&functions.len()).then_some((functions, object))
    }

    /// The results of the engine's functions of this name; `None` if one of them isn't understood.
    fn called(&self, callee: &SourceExpr, arguments: &[SourceExpr]) -> Option<Vec<SourceExpr>> {
        let (functions, object) = self.functions_of(callee, arguments.len())?;
        let value = |(source, function): (&BlankedSource, &SourceFunction)| {
            source.value(function, arguments, object).ok()
        };
        functions.into_iter().map(value).collect()
    }
}

/// Whether an expression is an index with an offset.
fn is_sum(one: &SourceExpr) -> bool {
    match &one.node {
        SourceNode::Cast(_, inner) => is_sum(inner),
        SourceNode::Binary(sign, ..) => matches!(*sign, "+" | "|"),
        _ => false,
    }
}

/// Whether a mask keeps all bits of an index, as far as its number and that of the shift are written.
fn keeps(mask: &SourceExpr, shift: Option<&SourceExpr>) -> bool {
    let Some(mask) = written_number(mask) else { return true };
    let bits = mask.trailing_ones();
    let is_low = mask.checked_shr(bits).unwrap_or_default() == 0;
    let shift = shift.and_then(written_number);
    is_low && shift.is_none_or(|shift| shift < 64 && u64::from(bits) + shift >= 64)
}

/// The value of an expression of written numbers.
fn written_number(one: &SourceExpr) -> Option<u64> {
    match &one.node {
        SourceNode::Number(text) => leading_number(text, false).map(|(value, _)| value),
        SourceNode::Cast(_, inner) => written_number(inner),
        SourceNode::Binary(sign, left, right) => {
            computed(sign, written_number(left)?, written_number(right)?, Integers::Words)
        }
        _ => None,
    }
}

/// The combined hash, with the names of all, if all have the same square and occupancy.
fn agreed(mut all: impl Iterator<Item = Option<EngineIndex>>) -> Option<EngineIndex> {
    let mut first = all.next()??;
    for other in all {
        let other = other?;
        if other.square != first.square || other.occupied != first.occupied {
            return None;
        }
        first.names.extend(other.names);
        first.record = first.record.or(other.record);
        if other.ways != first.ways {
            first.ways = IndexWays::Both;
        }
    }
    Some(first)
}

fn with_names(mut hash: EngineIndex, part: &SourceExpr) -> EngineIndex {
    let square = hash.square.names();
    let names = part.names().into_iter().filter(|name| !square.contains(name));
    let names: Vec<String> = names.map(str::to_owned).collect();
    hash.names.extend(names);
    hash
}

/// The hash in a product of key and factor. A mask that cuts it to 64 bits may surround it.
fn product_of(one: &SourceExpr) -> Option<EngineIndex> {
    let one = wide(one)?;
    match &one.node {
        SourceNode::Binary("*", left, right) => {
            [(left, right), (right, left)].into_iter().find_map(|(key, factor)| key_of(key, factor))
        }
        SourceNode::Binary("&", left, right) => [(left, right), (right, left)]
            .into_iter()
            .find_map(|(product, ones)| product_of(product).filter(|_| is_ones(ones))),
        _ => None,
    }
}

/// The hash of a masked occupancy times a factor.
fn key_of(key: &SourceExpr, factor: &SourceExpr) -> Option<EngineIndex> {
    let factor = wide(factor)?;
    let pair = match &wide(key)?.node {
        SourceNode::Binary("&", left, right) => [(left, &**right), (right, &**left)],
        SourceNode::Binary("|", left, right) => {
            // An array may have the inverse masks.
            let mask = |one: &'_ SourceExpr| match &one.bare().node {
                SourceNode::Unary("~" | "!" | "^", mask) => (**mask).clone(),
                _ => one.clone(),
            };
            return [(left, mask(right)), (right, mask(left))]
                .into_iter()
                .find_map(|(occupied, mask)| hash_of(occupied, &mask, factor));
        }
        _ => return key_in(wide(key)?, factor),
    };
    pair.into_iter().find_map(|(occupied, mask)| hash_of(occupied, mask, factor))
}

/// The hash of a key whose number is a field or method of it: `(occupied & mask).0`. So is the number of the occupancy.
fn key_in(key: &SourceExpr, factor: &SourceExpr) -> Option<EngineIndex> {
    let mut hash = key_of(key.owner()?, factor)?;
    hash.occupied = key.with_owner(hash.occupied)?;
    Some(hash)
}

fn hash_of(occupied: &SourceExpr, mask: &SourceExpr, factor: &SourceExpr) -> Option<EngineIndex> {
    let occupied = wide(occupied)?.clone();
    let of_mask = squares(mask);
    let both: Vec<SourceExpr> = squares(factor)
        .into_iter()
        .filter(|one| of_mask.iter().any(|other| same(one, other)))
        .collect();
    let [square] = both.as_slice() else { return None };
    let is_apart = !mask.contains(&occupied)
        && !factor.contains(&occupied)
        && !same(&occupied, square)
        && [mask, factor].into_iter().all(|part| depends_only_on(part, square))
        && mask.size() < 40;
    let (names, ways) = (Vec::new(), IndexWays::Factor);
    let record = record_of(factor).filter(|record| record_of(mask) == Some(record)).cloned();
    let square = square.clone();
    let hash = EngineIndex { square, occupied, names, ways, shift: None, record };
    is_apart.then(|| with_names(with_names(hash, mask), factor))
}

/// The square's record of which an expression is a field.
fn record_of(one: &SourceExpr) -> Option<&SourceExpr> {
    match &one.bare().node {
        SourceNode::Field(record, _) if !squares(record).is_empty() => Some(record),
        _ => None,
    }
}

/// Whether an expression has no variables but a square. Names of arrays and records of squares don't count.
fn depends_only_on(one: &SourceExpr, square: &SourceExpr) -> bool {
    let each = |all: &[SourceExpr]| all.iter().all(|part| depends_only_on(part, square));
    if same(one, square) || is_constant(one) {
        return true;
    }
    match &one.node {
        SourceNode::Name(_) | SourceNode::Number(_) => false,
        // Other parts of arrays and records may change: `position.occupied`, `pieces[WHITE]`.
        SourceNode::Index(base, index) => {
            is_array(base, square) && depends_only_on(index, square) && has(one, square)
        }
        SourceNode::Field(base, _) => is_array(base, square) && has(one, square),
        SourceNode::Call(callee, arguments) => {
            is_array(callee, square) && each(arguments) && has(one, square)
        }
        SourceNode::Unary(_, inner) | SourceNode::Cast(_, inner) => depends_only_on(inner, square),
        SourceNode::Binary(_, left, right) => {
            depends_only_on(left, square) && depends_only_on(right, square)
        }
        SourceNode::Any(all) => !all.is_empty() && each(all),
        SourceNode::Choice(all) => each(&**all),
    }
}

/// Whether an expression is an array, a record or a function: a name, or a part of one.
fn is_array(one: &SourceExpr, square: &SourceExpr) -> bool {
    match &one.node {
        SourceNode::Name(_) => true,
        SourceNode::Field(base, _) => is_array(base, square),
        SourceNode::Index(base, index) => is_array(base, square) && depends_only_on(index, square),
        SourceNode::Call(callee, arguments) => {
            is_array(callee, square) && arguments.iter().all(|one| depends_only_on(one, square))
        }
        _ => depends_only_on(one, square),
    }
}

/// Whether an expression has a part that is the square.
fn has(one: &SourceExpr, square: &SourceExpr) -> bool {
    same(one, square) || one.parts().into_iter().any(|part| has(part, square))
}

/// The possible squares in an expression: indices and arguments that aren't constants.
fn squares(one: &SourceExpr) -> Vec<SourceExpr> {
    let mut found = match &one.node {
        SourceNode::Index(base, index) => {
            let mut found = squares(base);
            found.push((**index).clone());
            found
        }
        SourceNode::Call(_, arguments) if arguments.len() == 1 => arguments.clone(),
        SourceNode::Field(inner, _) | SourceNode::Unary(_, inner) | SourceNode::Cast(_, inner) => {
            squares(inner)
        }
        SourceNode::Binary(_, left, right) => [squares(left), squares(right)].concat(),
        _ => Vec::new(),
    };
    found.retain(|one| !is_constant(one));
    let mut distinct: Vec<SourceExpr> = Vec::new();
    for one in found {
        if !distinct.iter().any(|other| same(other, &one)) {
            distinct.push(one);
        }
    }
    distinct
}

/// Whether two expressions are equal apart from casts around them.
fn same(one: &SourceExpr, other: &SourceExpr) -> bool {
    one.bare() == other.bare()
}

/// Whether an expression is a number or a name such as `ROOK` and `Piece::Rook`.
fn is_constant(one: &SourceExpr) -> bool {
    match &one.bare().node {
        SourceNode::Number(_) => true,
        SourceNode::Name(name) => {
            let last = name.rsplit("::").next().unwrap_or(name);
            last.len() > 1 && last.starts_with(char::is_uppercase)
        }
        SourceNode::Field(base, name) => is_constant(base) && name.starts_with(char::is_uppercase),
        _ => false,
    }
}

/// Types and casts of fewer than 64 bits.
const NARROW: [&str; 13] = [
    "int", "unsigned", "uint", "short", "char", "byte", "Number", "toInt", "usize", "size_t",
    "bool", "float", "double",
];

/// The expression without casts around it; `None` if one has fewer than 64 bits.
fn wide(one: &SourceExpr) -> Option<&SourceExpr> {
    let SourceNode::Cast(kind, inner) = &one.node else { return Some(one) };
    let is_narrow = kind.split_whitespace().all(|word| NARROW.contains(&word))
        || ["32", "16", "8"].iter().any(|bits| kind.contains(bits));
    if is_narrow { None } else { wide(inner) }
}

/// Whether a value is 64 ones, or a constant with a name that says so.
fn is_ones(one: &SourceExpr) -> bool {
    match &one.bare().node {
        SourceNode::Number(text) => {
            let digits = text.to_ascii_lowercase().replace('_', "");
            digits.trim_end_matches(['u', 'l', 'n']) == "0xffffffffffffffff"
        }
        SourceNode::Name(name) => name.contains("64") || name.to_ascii_lowercase().contains("mask"),
        _ => false,
    }
}
