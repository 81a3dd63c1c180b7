//! Decides which functions of an engine's source are lookups, and which code of them a call replaces.
//!
//! A function's body is replaced only if its value is fully understood and is a set of squares. In other functions only
//! the lookups are replaced. Everything else stays, with a reason.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Examined;
use super::code::{
    BlankedSource, EngineLookup, Recognizer, SourceExpr, SourceNode, Why, expression,
};
use super::functions::{SourceBody, SourceFunction, SourceParameter};
use crate::render::Language;
use magicgen_read::Slider;

/// A call of a generated lookup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) piece: Slider,
    /// The square with its type, as written in the source.
    pub(super) square: SourceParameter,
    /// The occupancy with its type, as written in the source.
    pub(super) occupied: SourceParameter,
}

/// The replaced code of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// The whole body.
    Whole(Call),
    /// The lookups at these places in the text.
    Parts(Vec<(Range<usize>, Call)>),
}

/// The decision on a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It has nothing to do with lookups.
    Other,
    /// It is changed.
    Changed(Change),
    /// It stays unchanged, for this reason.
    Left(String),
}

/// The decision on a function before all functions are known.
enum FirstDecision {
    Changed { change: Change, tables: Vec<(Slider, String)>, is_lookup: bool },
    Left(String),
    Other,
}

/// Parts of names that show that a value isn't an attack set.
const OTHERS: [&str; 13] = [
    "xray", "x_ray", "mobil", "count", "popc", "index", "hash", "key", "list", "score", "eval",
    "weight", "pinn",
];

/// Parts of the names of attack tables.
const ATTACKS: [&str; 4] = ["att", "atk", "move", "target"];

/// Types that are too small for a set of 64 squares.
const SMALL: [&str; 24] = [
    "int", "unsigned", "uint", "short", "ushort", "char", "byte", "sbyte", "bool", "boolean",
    "void", "u8", "u16", "u32", "i8", "i16", "i32", "usize", "isize", "size_t", "number", "float",
    "double", "Int",
];

/// An engine's files with their functions.
pub(super) struct Judge<'a> {
    files: &'a [Examined],
    sources: &'a [BlankedSource],
    arrays: &'a [(String, Slider)],
    language: &'a Language,
    recognizer: Recognizer<'a>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        files: &'a [Examined],
        sources: &'a [BlankedSource],
        arrays: &'a [(String, Slider)],
        language: &'a Language,
    ) -> Self {
        Self { files, sources, arrays, language, recognizer: Recognizer { sources } }
    }

    /// The verdict on each function of each file, given the generated pieces.
    pub(super) fn verdicts(&self, is_asked: impl Fn(Slider) -> bool) -> Vec<Vec<Verdict>> {
        let found: Vec<Vec<FirstDecision>> = self
            .sources
            .iter()
            .map(|source| {
                let of = |function| self.found(source, function);
                source.functions.iter().map(of).collect()
            })
            .collect();
        let unclear = self.unclear(&found);
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut verdict =
            |source: &'a BlankedSource, function: &'a SourceFunction, found| match found {
                FirstDecision::Other => Verdict::Other,
                FirstDecision::Left(why) => Verdict::Left(why),
                FirstDecision::Changed { change, tables, is_lookup } => {
                    let unclear = tables.iter().find_map(|table| unclear.get(table));
                    let first = *places.entry(&function.name).or_insert(source.file);
                    if let Some(why) = unclear {
                        Verdict::Left(why.clone())
                    } else if is_lookup && first != source.file {
                        // The files belong to two programs, or to two versions of one.
                        let other = self.files[first].name();
                        Verdict::Left(format!("{other} has a lookup of this name, too"))
                    } else if tables.iter().all(|(piece, _)| is_asked(*piece)) {
                        Verdict::Changed(change)
                    } else {
                        Verdict::Other
                    }
                }
            };
        let of_source = |(source, found): (&'a BlankedSource, Vec<FirstDecision>)| {
            let each = source.functions.iter().zip(found);
            each.map(|(function, found)| verdict(source, function, found)).collect()
        };
        self.sources.iter().zip(found).map(of_source).collect()
    }

    /// The tables that may not hold attack sets, since there are several for a piece, with the reason.
    fn unclear(&self, found: &[Vec<FirstDecision>]) -> BTreeMap<(Slider, String), String> {
        let mut unclear = BTreeMap::new();
        for piece in Slider::PIECES {
            // Tables in functions of the same name under different conditions are equivalent to callers.
            let mut groups: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
            for (source, found) in self.sources.iter().zip(found) {
                for (function, found) in source.functions.iter().zip(found) {
                    let FirstDecision::Changed { tables, is_lookup, .. } = found else { continue };
                    for (_, table) in tables.iter().filter(|(of, _)| *of == piece) {
                        let name = function.name.as_str();
                        let group = groups.iter_mut().find(|(names, tables)| {
                            tables.contains(&table.as_str()) || *is_lookup && names.contains(&name)
                        });
                        if let Some((names, tables)) = group {
                            tables.push(table);
                            names.extend(is_lookup.then_some(name));
                        } else {
                            groups.push((
                                is_lookup.then_some(name).into_iter().collect(),
                                vec![table],
                            ));
                        }
                    }
                }
            }
            let is_named = |(_, tables): &&(Vec<&str>, Vec<&str>)| {
                tables.iter().any(|table| has(table, &ATTACKS))
            };
            let named = groups.iter().filter(is_named).count();
            if groups.len() < 2 {
                continue;
            }
            let all: Vec<String> =
                groups.iter().map(|(_, tables)| format!("`{}`", tables[0])).collect();
            for group in &groups {
                if named == 1 && is_named(&group) {
                    continue;
                }
                for table in &group.1 {
                    let why = format!(
                        "{} are read by the {}'s index, and which of them holds attack sets isn't known",
                        all.join(" and "),
                        piece.name()
                    );
                    unclear.insert((piece, (*table).to_owned()), why);
                }
            }
        }
        unclear
    }

    /// The finding on a function, without knowledge of other functions.
    fn found(&self, source: &BlankedSource, function: &SourceFunction) -> FirstDecision {
        let body = &source.text[function.body.clone()];
        let is_named = has(&function.name, &["rook", "bishop"])
            && has(&function.name, &[&ATTACKS[..], &["magic"]].concat());
        let is_about = self.arrays.iter().any(|(name, _)| has_word(body, name))
            || is_named && body.contains('[');
        let may_be = body.contains(['[', '*']) || body.contains("get") || body.contains(".at(");
        if !is_about && !may_be {
            return FirstDecision::Other;
        }
        let left =
            |why: String| if is_about { FirstDecision::Left(why) } else { FirstDecision::Other };
        let parameters = function.parameters.as_deref().unwrap_or_default();
        let arguments: Vec<SourceExpr> = parameters.iter().map(|one| variable(&one.name)).collect();
        let value = match function.parameters {
            Some(_) => source.value(function, &arguments, None),
            None => Err(Why::Other),
        };
        let whole = value.as_ref().ok().and_then(|value| {
            let lookup = self.recognizer.lookup(value)?;
            Some((roles(&lookup, parameters)?, lookup))
        });
        let is_set = |table: &str| self.is_set(table, whole.is_some().then_some(function));
        // If only the lookup is replaced, square and occupancy already have types that a lookup accepts.
        let parts = self.parts(source, function, &is_set);
        match (parts, &whole) {
            (Ok((parts, tables)), whole)
                if !parts.is_empty() && (whole.is_none() || function.form != SourceBody::Macro) =>
            {
                let is_lookup = whole.is_some();
                return FirstDecision::Changed { change: Change::Parts(parts), tables, is_lookup };
            }
            (_, Some(((square, occupied), lookup))) => {
                let piece = is_set(&lookup.table).and_then(|()| self.piece(lookup, function));
                return match piece {
                    Ok(piece) => FirstDecision::Changed {
                        change: Change::Whole(Call {
                            piece,
                            square: square.clone(),
                            occupied: occupied.clone(),
                        }),
                        tables: vec![(piece, lookup.table.clone())],
                        is_lookup: true,
                    },
                    Err(why) => FirstDecision::Left(why),
                };
            }
            (Err(Some(why)), None) => return FirstDecision::Left(why),
            _ => {}
        }
        match value {
            Ok(value) if self.recognizer.is_index(&value) => {
                left("its result is an index".to_owned())
            }
            Ok(_) => left("it computes something else".to_owned()),
            Err(_)
                if ["for ", "for(", "while ", "while("].iter().any(|word| body.contains(word)) =>
            {
                left("it has a loop".to_owned())
            }
            Err(Why::Place(place)) => {
                let line = source.text[..place].matches('\n').count() + 1;
                left(format!("line {line} isn't understood"))
            }
            Err(Why::Other) => left("its result isn't understood".to_owned()),
        }
    }

    /// The lookups in a function that can be replaced in place, or a reason why one of them can't.
    #[expect(clippy::type_complexity, reason = "the parts with their tables")]
    fn parts(
        &self,
        source: &BlankedSource,
        function: &SourceFunction,
        is_set: &dyn Fn(&str) -> Result<(), String>,
    ) -> Result<(Vec<(Range<usize>, Call)>, Vec<(Slider, String)>), Option<String>> {
        let (mut parts, mut tables) = (Vec::new(), Vec::new());
        for value in source.expressions(function).map_err(|_| None)? {
            for (whole, lookup) in self.recognizer.lookups(&value) {
                let piece = self.piece(&lookup, function)?;
                is_set(&lookup.table)?;
                let is_wide = lookup.table.split('.').any(|name| self.is_declared(name, is_wide));
                let written = |one: &SourceExpr| self.written(source, function, one, is_wide);
                let (Some(square), Some(occupied)) =
                    (written(&lookup.hash.square), written(&lookup.hash.occupied))
                else {
                    return Err(Some("the types around its lookup aren't known".to_owned()));
                };
                parts.push((whole.span.clone(), Call { piece, square, occupied }));
                tables.push((piece, lookup.table));
            }
        }
        Ok((parts, tables))
    }

    /// An expression as it is written in a function, with its type where it is a parameter; `None` if it stands elsewhere.
    /// Languages without conversions have to know its type: `is_wide` tells that the table has words of 64 bits.
    fn written(
        &self,
        source: &BlankedSource,
        function: &SourceFunction,
        one: &SourceExpr,
        is_wide: bool,
    ) -> Option<SourceParameter> {
        let inside = function.body.start <= one.span.start && one.span.end <= function.body.end;
        let text = inside.then(|| &self.files[source.file].text[one.span.clone()])?;
        let again = expression(source.lang, &source.text, one.span.clone()).ok()?;
        let parameters = function.parameters.iter().flatten();
        let kind: String =
            parameters.filter(|one| one.name == text).map(|one| one.kind.clone()).collect();
        let square = self.language.calls.square;
        let is_known = is_wide || square.is_none_or(|square| square.own.is_none());
        (again == *one && is_known).then(|| SourceParameter { name: text.to_owned(), kind })
    }

    /// The piece of a lookup, from the names in it or from the function's name.
    fn piece(&self, lookup: &EngineLookup, function: &SourceFunction) -> Result<Slider, String> {
        let is_shared =
            |name: &str| self.arrays.iter().filter(|(other, _)| other == name).count() > 1;
        let names = |piece: Slider| {
            lookup.hash.names.iter().any(|name| {
                let is_array = |(array, of): &(String, Slider)| {
                    array == name && *of == piece && !is_shared(array)
                };
                has(name, &[piece.name()]) || self.arrays.iter().any(is_array)
            })
        };
        let lower = function.name.to_ascii_lowercase();
        let is_called = |piece: Slider| {
            let initial = &piece.name()[..1];
            lower.contains(piece.name())
                || lower == format!("{initial}magic")
                || lower == format!("{initial}_magic")
        };
        let one = |is: &dyn Fn(Slider) -> bool| match Slider::PIECES.map(is) {
            [true, false] => Some(Slider::PIECES[0]),
            [false, true] => Some(Slider::PIECES[1]),
            _ => None,
        };
        let (by_names, by_function) = (one(&names), one(&is_called));
        let are_both = Slider::PIECES.into_iter().all(&names);
        match (by_names, by_function) {
            (Some(piece), Some(other)) if piece == other => Ok(piece),
            (Some(piece), None) => Ok(piece),
            (None, Some(piece)) if !are_both => Ok(piece),
            _ => Err("its names don't tell rook from bishop".to_owned()),
        }
    }

    /// Refuses a table whose entries aren't sets of squares, and a function whose result isn't one.
    fn is_set(&self, table: &str, function: Option<&SourceFunction>) -> Result<(), String> {
        let is_other = has(table, &OTHERS)
            || function.is_some_and(|one| has(&one.name, &OTHERS) || is_small(&one.result))
            || table.split('.').any(|name| self.is_declared(name, is_small));
        if is_other {
            return Err("its result isn't a set of attacked squares".to_owned());
        }
        Ok(())
    }

    /// Whether an array of this name is declared with entries whose type satisfies `is`.
    fn is_declared(&self, name: &str, is: fn(&str) -> bool) -> bool {
        self.sources.iter().any(|source| {
            let places = source.text.match_indices(name);
            places.into_iter().any(|(at, _)| array_type(&source.text, at, name).is_some_and(is))
        })
    }
}

/// A variable.
fn variable(name: &str) -> SourceExpr {
    SourceExpr { span: 0..0, node: SourceNode::Name(name.to_owned()) }
}

/// The parameters for square and occupancy of a lookup, if the function has no others.
fn roles(
    lookup: &EngineLookup,
    parameters: &[SourceParameter],
) -> Option<(SourceParameter, SourceParameter)> {
    let [one, two] = parameters else { return None };
    let is = |part: &SourceExpr, parameter: &SourceParameter| is_itself(part, &parameter.name);
    [(one, two), (two, one)]
        .into_iter()
        .find(|(square, occupied)| {
            is(&lookup.hash.square, square) && is(&lookup.hash.occupied, occupied)
        })
        .map(|(square, occupied)| (square.clone(), occupied.clone()))
}

/// Whether an expression is a variable, or a field or method of it that returns its number.
fn is_itself(one: &SourceExpr, name: &str) -> bool {
    const NUMBERS: [&str; 14] = [
        "0", "value", "bits", "raw", "inner", "index", "idx", "to_index", "to_usize", "as_usize",
        "ordinal", "to_int", "as_u64", "to_u64",
    ];
    match &one.node {
        SourceNode::Name(other) => other == name,
        SourceNode::Cast(_, inner) => is_itself(inner, name),
        SourceNode::Field(inner, field) => {
            NUMBERS.contains(&field.as_str()) && is_itself(inner, name)
        }
        SourceNode::Call(callee, arguments) if arguments.is_empty() => {
            matches!(callee.node, SourceNode::Field(..)) && is_itself(callee, name)
        }
        _ => false,
    }
}

fn has(name: &str, words: &[&str]) -> bool {
    let name = name.to_ascii_lowercase();
    words.iter().any(|word| name.contains(word))
}

/// Whether a text contains a name as a whole word.
fn has_word(text: &str, name: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(name).any(|(at, _)| {
        !is_part(text[..at].chars().next_back()) && !is_part(text[at + name.len()..].chars().next())
    })
}

/// Whether a type has 64 bits.
fn is_wide(kind: &str) -> bool {
    words_of(kind).any(|word| word.contains("64") || matches!(word, "long" | "ulong" | "ULong"))
}

/// Whether a type has fewer than 64 bits.
fn is_small(kind: &str) -> bool {
    let is = |word: &str| {
        let lower = word.to_ascii_lowercase();
        let bits = ["uint", "int"].iter().find_map(|head| lower.strip_prefix(head));
        SMALL.contains(&word) || matches!(bits, Some("8" | "16" | "32" | "8_t" | "16_t" | "32_t"))
    };
    words_of(kind).any(is) && !is_wide(kind)
}

fn words_of(kind: &str) -> impl Iterator<Item = &str> {
    // `[64]` is a length.
    let is_word = |word: &&str| !word.is_empty() && !word.starts_with(|c: char| c.is_ascii_digit());
    kind.split(|c: char| !c.is_alphanumeric() && c != '_').filter(is_word)
}

/// The type in an array's declaration at a place in a text; `None` if there is none.
fn array_type<'t>(text: &'t str, at: usize, name: &str) -> Option<&'t str> {
    let behind = text[at + name.len()..].trim_start();
    let line = text[..at].rfind(['\n', ';', '{', '(']).map_or(0, |at| at + 1);
    let before = text[line..at].trim();
    let is_word_end = |c: char| c.is_alphanumeric() || matches!(c, '*' | ']' | '>' | '&');
    let is_own = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let is_end = |rest: &str| rest.find(['=', '\n', ')', '{']).unwrap_or(rest.len());
    if !is_own || before.contains('=') {
        return None;
    }
    // `var name [64][4096]uint16`, `name: [[u16; 4096]; 64]` and `U64 name[64][4096]`.
    if before == "var" && behind.starts_with('[') {
        return Some(&behind[..is_end(behind)]);
    }
    if let Some(kind) = behind.strip_prefix(':').filter(|rest| !rest.starts_with([':', '='])) {
        return Some(&kind[..is_end(kind)]);
    }
    let is_declared = before.ends_with(is_word_end)
        && (behind.starts_with(['[', ';', ',']) || before.ends_with([']', '>']));
    is_declared.then_some(before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::find;

    /// The functions that are changed or left: their names, with the replaced code.
    fn said(lang: &str, text: &str) -> Vec<String> {
        let language = find(lang).unwrap();
        let sources = [BlankedSource::new(0, language, text)];
        let files = [Examined {
            path: "a".into(),
            text: text.to_owned(),
            report: magicgen_read::Report::default(),
        }];
        let arrays = [("rookF".to_owned(), Slider::Rook), ("bishF".to_owned(), Slider::Bishop)];
        let verdicts = Judge::new(&files, &sources, &arrays, language).verdicts(|_| true);
        let mut said = Vec::new();
        for (function, verdict) in sources[0].functions.iter().zip(&verdicts[0]) {
            let name = &function.name;
            said.push(match verdict {
                Verdict::Other => continue,
                Verdict::Left(why) => format!("{name}: {why}"),
                Verdict::Changed(Change::Whole(Call { piece, square, occupied })) => {
                    format!("{name} = {}({}, {})", piece.name(), square.name, occupied.name)
                }
                Verdict::Changed(Change::Parts(parts)) => {
                    let part = |(place, call): &(Range<usize>, Call)| {
                        let Call { piece, square, occupied } = call;
                        let text = &text[place.clone()];
                        format!("{text} = {}({}, {})", piece.name(), square.name, occupied.name)
                    };
                    let parts: Vec<String> = parts.iter().map(part).collect();
                    format!("{name}: {}", parts.join("; "))
                }
            });
        }
        said
    }

    #[test]
    fn lookups_are_understood_in_every_language() {
        for (lang, text) in [
            ("c", "U64 f(int sq, U64 occ) { return t[sq][((occ & m[sq]) * rookF[sq]) >> 52]; }"),
            (
                "c",
                "U64 f(int sq, U64 occ)\n{\n\tocc &= m[sq];\n\tocc *= rookF[sq];\n\tocc >>= 64 - b[sq];\n\treturn t[sq][occ];\n}",
            ),
            (
                "c",
                "U64 f(int sq, U64 occ) { return *(t[sq] + (((occ | ~m[sq]) * rookF[sq]) >> s[sq])); }",
            ),
            ("c", "#define f(sq, occ) t[sq][((occ) & m[sq]) * rookF[sq] >> 52]\n"),
            (
                "c",
                "U64 f(int sq, U64 occ) { return t[o[sq] + (int)(((occ & m[sq]) * rookF[sq]) >> 52)]; }",
            ),
            (
                "cpp",
                "inline U64 f(Square sq, U64 occ) { const Magic& m = rookF[sq]; return m.attacks[((occ & m.mask) * m.magic) >> m.shift]; }",
            ),
            (
                "cpp",
                "struct Magic { unsigned index(U64 o) const { if (HasPext) return unsigned(pext(o, mask)); return unsigned(((o & mask) * magic) >> shift); } };\n\
                 inline U64 f(Square sq, U64 occ) { return rookF[sq].attacks[rookF[sq].index(occ)]; }",
            ),
            (
                "rust",
                "fn f(&self, sq: Square, occ: Bitboard) -> Bitboard {\n    let m = &rookF[sq as usize];\n    let i = ((occ.0 & m.mask).wrapping_mul(m.factor)) >> m.shift;\n    unsafe { *T.get_unchecked(i as usize) }\n}",
            ),
            (
                "c",
                "static int index(U64 occ, Magic *m) {\n#ifdef USE_PEXT\n\treturn _pext_u64(occ, m->mask);\n#else\n\treturn ((occ & m->mask) * m->magic) >> m->shift;\n#endif\n}\n\
                 U64 f(int sq, U64 occ) { return rookF[sq].offset[index(occ, &rookF[sq])]; }",
            ),
            (
                "java",
                "static long f(int sq, long occ) { return t[sq][(int) (((occ & m[sq]) * rookF[sq]) >>> 52)]; }",
            ),
            (
                "go",
                "func f(sq uint8, occ uint64) uint64 {\n\tindex := ((occ & m[sq]) * rookF[sq]) >> 52\n\treturn t[sq][index]\n}",
            ),
            (
                "typescript",
                "function f(sq: number, occ: bigint): bigint { return t[sq][Number(BigInt.asUintN(64, (occ & m[sq]) * rookF[sq]) >> 52n)]; }",
            ),
            (
                "python",
                "def f(sq, occ):\n    occ = occ & m[sq]\n    return t[sq][((occ * rookF[sq]) & 0xFFFFFFFFFFFFFFFF) >> 52]\n",
            ),
            (
                "zig",
                "pub fn f(sq: u6, occ: u64) u64 { return t[sq][((occ & m[sq]) *% rookF[sq]) >> 52]; }",
            ),
            (
                "csharp",
                "static ulong f(int sq, ulong occ) { return t[sq][((occ & m[sq]) * rookF[sq]) >> 52]; }",
            ),
            (
                "kotlin",
                "fun f(sq: Int, occ: ULong): ULong { return t[sq][(((occ and m[sq]) * rookF[sq]) shr 52).toInt()] }",
            ),
        ] {
            let found = said(lang, text);
            let is_it = |one: &String| one.starts_with('f') && one.ends_with(" = rook(sq, occ)");
            assert!(found.iter().any(is_it), "{text}: {found:?}");
        }
    }

    #[test]
    fn what_is_around_a_lookup_stays() {
        let lookup = "t[sq][((occ & m[sq]) * rookF[sq]) >> 52]";
        let part = format!("f: {lookup} = rook(sq, occ)");
        for (text, wanted) in [
            (format!("U64 f(int sq, U64 occ) {{ return {lookup} & ~own; }}"), part.clone()),
            (format!("int f(int sq, U64 occ) {{ return popcount({lookup}); }}"), part.clone()),
            (
                "B f(S sq, B occ) { return t[sq.i()][((occ.b & m[sq.i()]) * rookF[sq.i()]) >> 52]; }".to_owned(),
                "f: t[sq.i()][((occ.b & m[sq.i()]) * rookF[sq.i()]) >> 52] = rook(sq.i(), occ.b)".to_owned(),
            ),
            (format!("U64 f(int sq, U64 occ, U64 own) {{ return {lookup}; }}"), part.clone()),
            (
                "U64 f(int c, U64 occ) { return t[c ^ 56][((occ & m[c ^ 56]) * rookF[c ^ 56]) >> 52]; }"
                    .to_owned(),
                "f: t[c ^ 56][((occ & m[c ^ 56]) * rookF[c ^ 56]) >> 52] = rook(c ^ 56, occ)".to_owned(),
            ),
            (
                format!("U64 f(int sq, U64 occ) {{ U64 a = {lookup}; occ ^= a & own; return a ^ {lookup}; }}"),
                format!("{part}; {lookup} = rook(sq, occ)"),
            ),
        ] {
            assert_eq!(said("c", &text), [wanted], "{text}");
        }
    }

    #[test]
    fn what_is_no_set_or_not_understood_is_left() {
        for (lang, text, wanted) in [
            (
                "c",
                "unsigned rook_attacks_index(int sq, U64 occ) { return ((occ & m[sq]) * rookF[sq]) >> 52; }",
                "its result is an index",
            ),
            (
                "c",
                "int rook_moves(int sq, U64 occ) { return t[sq][((occ & m[sq]) * rookF[sq]) >> 52]; }",
                "its result isn't a set of attacked squares",
            ),
            (
                "c",
                "uint8_t t[64][4096];\nint f(int sq, U64 occ) { return 2 * t[sq][((occ & m[sq]) * rookF[sq]) >> 52]; }",
                "its result isn't a set of attacked squares",
            ),
            (
                "c",
                "U64 f(int sq, U64 occ) { return rookXray[sq][((occ & m[sq]) * rookF[sq]) >> 52]; }",
                "its result isn't a set of attacked squares",
            ),
            (
                "c",
                "U64 f(int sq, U64 occ) { return t[sq][(occ * rookF[sq]) >> 52]; }",
                "it computes something else",
            ),
            (
                "c",
                "U64 f(int sq, U64 occ) { return t[sq][((occ & m[sq ^ 7]) * rookF[sq]) >> 52]; }",
                "it computes something else",
            ),
            (
                "c",
                "U64 f(int sq, U64 occ) { return t[sq ^ 7][((occ & m[sq]) * rookF[sq]) >> 52]; }",
                "it computes something else",
            ),
            (
                "c",
                "U64 f(int sq, U64 occ) { return t[sq][(((unsigned)occ & m[sq]) * rookF[sq]) >> 52]; }",
                "it computes something else",
            ),
            (
                "c",
                "U64 f(int sq, U64 occ) { n++; return t[sq][((occ & m[sq]) * rookF[sq]) >> 52]; }",
                "line 1 isn't understood",
            ),
            (
                "c",
                "void f(int sq, U64 occ) { for (;;) t[sq][((occ & m[sq]) * rookF[sq]) >> 52] = 1; }",
                "it has a loop",
            ),
            (
                "c",
                "U64 bishop(int sq, U64 occ) { return t[sq][((occ & m[sq]) * rookF[sq]) >> 52]; }",
                "its names don't tell rook from bishop",
            ),
            (
                "c",
                "U64 f(int sq, U64 occ) { int i = ((occ & m[sq]) * rookF[sq]) >> 52; if (fast) return t[sq][i]; return rookXray[sq][i]; }",
                "its result isn't a set of attacked squares",
            ),
            (
                "rust",
                "fn f(sq: Square, occ: Bitboard) -> Bitboard { T[((occ & m[sq]) * rookF[sq]) >> 52] & !self.own }",
                "the types around its lookup aren't known",
            ),
        ] {
            let found = said(lang, text);
            let [one] = found.as_slice() else { panic!("{text}: {found:?}") };
            assert!(one.ends_with(&format!(": {wanted}")), "{text}: {one}");
        }
    }

    #[test]
    fn of_several_tables_the_one_of_attacks_is_taken() {
        let function = |name: &str, table: &str| {
            format!(
                "U64 {name}(int sq, U64 occ) {{ return {table}[sq][((occ & m[sq]) * rookF[sq]) >> 52]; }}\n"
            )
        };
        let kept = |one, two| -> Vec<bool> {
            let why =
                "are read by the rook's index, and which of them holds attack sets isn't known";
            let found = said("c", &format!("{}{}", function("f", one), function("g", two)));
            found.iter().map(|one| one.ends_with(why)).collect()
        };
        assert_eq!(kept("t", "t"), [false, false]);
        assert_eq!(kept("t", "u"), [true, true]);
        assert_eq!(kept("rookAttacks", "u"), [false, true]);
        // Two definitions of one function under conditions.
        let same = said("c", &format!("{}{}", function("f", "t"), function("f", "u")));
        assert!(same.iter().all(|one| one.ends_with(" = rook(sq, occ)")), "{same:?}");
    }
}
