//! Finds start-up code that fills arrays which only replaced lookups read.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::code::BlankedSource;
use super::functions::closing;
use super::types::{array_type, places};

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileLine {
    /// The file's index in the input.
    pub file: usize,
    /// The line, counted from 1.
    pub line: usize,
}

/// A function that fills arrays which nothing else uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filler {
    /// The place of the function.
    pub place: FileLine,
    /// Its name.
    pub name: String,
    /// The arrays that it fills, with the place of each definition.
    pub fills: Vec<(String, FileLine)>,
    /// The other arrays that only such functions use.
    pub reads: Vec<(String, FileLine)>,
    /// The places where it is called.
    pub calls: Vec<FileLine>,
    /// The functions that only such functions call, as a search of factors.
    pub callees: Vec<(String, FileLine)>,
}

/// A function's name and body in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FunctionSpan {
    source: usize,
    name: Range<usize>,
    body: Range<usize>,
}

/// A use of an array in a function, by the numbers of source and function.
struct ArrayUse {
    function: (usize, usize),
    is_written: bool,
}

/// An array's definition and uses.
type UsedArray = (FileLine, Vec<ArrayUse>);

/// The functions that fill arrays of these names and are all that uses them. `is_gone` tells the places of replaced
/// code.
pub(super) fn fillers(
    sources: &[BlankedSource],
    names: &BTreeSet<&str>,
    is_gone: &dyn Fn(&BlankedSource, usize) -> bool,
) -> Vec<Filler> {
    let functions: Vec<Vec<FunctionSpan>> =
        sources.iter().enumerate().map(|(number, source)| outermost(source, number)).collect();
    let mut arrays: BTreeMap<&str, UsedArray> = BTreeMap::new();
    for name in names {
        arrays.extend(uses(sources, &functions, name, is_gone).map(|found| (*name, found)));
    }
    // An array with a use elsewhere is needed, and so are those that its functions read.
    loop {
        let filling: BTreeSet<(usize, usize)> = arrays
            .values()
            .flat_map(|(_, uses)| uses.iter().filter(|one| one.is_written))
            .map(|one| one.function)
            .collect();
        let before = arrays.len();
        arrays.retain(|_, (_, uses)| uses.iter().all(|one| filling.contains(&one.function)));
        if arrays.len() == before {
            let filler =
                |function: &(usize, usize)| filler(sources, &functions, *function, &arrays);
            let mut fillers: Vec<Filler> = filling.iter().map(filler).collect();
            if let Some(last) = fillers.last_mut() {
                last.callees = callees(sources, &functions, &filling);
            }
            return fillers;
        }
    }
}

/// The definition of an array and its uses in functions; `None` if it isn't an array of the sources, or is used outside of
/// functions.
fn uses(
    sources: &[BlankedSource],
    functions: &[Vec<FunctionSpan>],
    name: &str,
    is_gone: &dyn Fn(&BlankedSource, usize) -> bool,
) -> Option<UsedArray> {
    let all = sources.iter().zip(functions).enumerate();
    let declared = all.clone().flat_map(|(_, (source, functions))| {
        let is_declared = |at: &usize| {
            around(functions, *at).is_none() && array_type(&source.text, *at, name).is_some()
        };
        places(&source.text, name).filter(is_declared).map(move |at| (source, at))
    });
    let is_extern = |(source, at): &(&BlankedSource, usize)| {
        let line = source.text[..*at].rfind(['\n', ';']).map_or(0, |at| at + 1);
        places(&source.text[line..*at], "extern").next().is_some()
    };
    let declared: Vec<(&BlankedSource, usize)> = declared.collect();
    let (source, at) = declared.iter().find(|place| !is_extern(place)).or(declared.first())?;
    let defined = FileLine { file: source.file, line: source.line(*at) };
    let mut uses = Vec::new();
    for (number, (source, functions)) in all {
        for at in places(&source.text, name).filter(|at| !is_gone(source, *at)) {
            if declared.iter().any(|(other, place)| other.file == source.file && *place == at) {
                continue;
            }
            let function = around(functions, at)?;
            if is_local(&source.text, at) {
                return None;
            }
            let within = functions.iter().position(|other| other.body == function.body)?;
            let is_written =
                is_written(&source.text, at, name) && !is_shared(source.lang, &source.text[..at]);
            uses.push(ArrayUse { function: (number, within), is_written });
        }
    }
    (!uses.is_empty()).then_some((defined, uses))
}

/// Words before a value, which declare nothing.
const VALUES: [&str; 21] = [
    "return", "in", "of", "case", "else", "and", "or", "not", "range", "sizeof", "typeof", "new",
    "throw", "yield", "await", "delete", "mut", "ref", "if", "while", "then",
];

/// Whether a name at a place in a function is declared there: another variable of the same name.
fn is_local(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end_matches([' ', '\t', '*', '&']);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let word = &before[before.trim_end_matches(is_word).len()..];
    let is_type = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    // Behind `a * name` and `a & name` an operator stands, with a space on both of its sides.
    let is_operator = text[..at].ends_with(' ') && text[..at].trim_end().ends_with(['*', '&']);
    is_type && !is_operator && !VALUES.contains(&word)
}

/// Whether a name's entry or field at a place is assigned, or its address is passed.
pub(super) fn is_written(text: &str, at: usize, name: &str) -> bool {
    let before = text[..at].trim_end();
    // Behind a value, `&` is a bitwise and.
    let is_address = before
        .strip_suffix('&')
        .is_some_and(|value| value.trim_end().ends_with(['(', ',', '=', '{', ':']));
    if is_address
        || before.ends_with("&mut")
        || ["memset(", "memcpy("].iter().any(|call| before.ends_with(call))
    {
        return true;
    }
    let mut rest = text[at + name.len()..].trim_start();
    loop {
        if rest.starts_with('[') {
            let Some(close) = closing(rest, '[', ']') else { return false };
            rest = rest[close + 1..].trim_start();
        } else if let Some(path) = rest.strip_prefix('.').or_else(|| rest.strip_prefix("->")) {
            rest = path.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start();
        } else {
            break;
        }
    }
    let compound = ["|=", "&=", "^=", "+="].iter().any(|operator| rest.starts_with(operator));
    compound || rest.starts_with('=') && !rest.starts_with("==")
}

/// Whether the reference that ends at the end of a text changes nothing: Rust's `&`, or one of a `const` variable.
fn is_shared(lang: &str, text: &str) -> bool {
    let Some(before) = text.trim_end().strip_suffix('&') else { return false };
    let statement = &before[before.rfind([';', '{', '}']).map_or(0, |at| at + 1)..];
    let is_constant =
        statement.trim_end().ends_with('=') && places(statement, "const").next().is_some();
    lang == "rust" || is_constant
}

/// The functions of a source that are in no other function.
fn outermost(source: &BlankedSource, number: usize) -> Vec<FunctionSpan> {
    let mut found: Vec<FunctionSpan> = Vec::new();
    // The number of open braces, and that outside of the function.
    let (mut depth, mut outside) = (0_usize, None);
    for (at, c) in source.text.char_indices() {
        match c {
            '{' => {
                if outside.is_none()
                    && let Some(name) = name_of(&source.text[..at])
                {
                    found.push(FunctionSpan { source: number, name, body: at..source.text.len() });
                    outside = Some(depth);
                }
                depth += 1;
            }
            '}' => {
                depth = depth.saturating_sub(1);
                if outside == Some(depth)
                    && let Some(last) = found.last_mut()
                {
                    last.body.end = at;
                    outside = None;
                }
            }
            _ => {}
        }
    }
    found
}

/// The functions that only some functions call, and each other.
fn callees(
    sources: &[BlankedSource],
    functions: &[Vec<FunctionSpan>],
    callers: &BTreeSet<(usize, usize)>,
) -> Vec<(String, FileLine)> {
    let mut dead = callers.clone();
    loop {
        let before = dead.len();
        for (number, of_source) in functions.iter().enumerate() {
            for (within, function) in of_source.iter().enumerate() {
                if !dead.contains(&(number, within))
                    && is_called_by(sources, functions, function, &dead)
                {
                    dead.insert((number, within));
                }
            }
        }
        if dead.len() == before {
            break;
        }
    }
    let place = |(number, within): &(usize, usize)| {
        let (source, function) = (&sources[*number], &functions[*number][*within]);
        let line = source.line(function.name.start);
        let name = source.text[function.name.clone()].to_owned();
        (name, FileLine { file: source.file, line })
    };
    dead.difference(callers).map(place).collect()
}

/// Whether all uses of a function's name are in its own body, in declarations, and in at least one of some functions.
fn is_called_by(
    sources: &[BlankedSource],
    functions: &[Vec<FunctionSpan>],
    called: &FunctionSpan,
    callers: &BTreeSet<(usize, usize)>,
) -> bool {
    let own = &sources[called.source];
    let name = &own.text[called.name.clone()];
    let mut is_called = false;
    for (number, (source, functions)) in sources.iter().zip(functions).enumerate() {
        for at in places(&source.text, name) {
            let Some(inside) = around(functions, at) else {
                // Another function of the name, a declaration or an import; anything else may be a use.
                let line = source.text[..at].rfind('\n').map_or(0, |at| at + 1);
                let before = source.text[line..at].trim_start();
                let is_import = before.starts_with("use ") || before.starts_with("import ");
                let is_declared = source.text[at + name.len()..].trim_start().starts_with('(');
                if is_import || is_declared && !before.contains(['=', '(']) {
                    continue;
                }
                return false;
            };
            if inside == called {
                continue;
            }
            let within = functions.iter().position(|other| other == inside);
            if !within.is_some_and(|within| callers.contains(&(number, within))) {
                return false;
            }
            is_called = true;
        }
    }
    is_called
}

/// The function around a place.
fn around(functions: &[FunctionSpan], at: usize) -> Option<&FunctionSpan> {
    let next = functions.partition_point(|function| function.body.start <= at);
    functions[..next].last().filter(|function| function.body.contains(&at))
}

/// Words that begin other blocks than functions.
const OTHER_BLOCKS: [&str; 11] =
    ["if", "for", "while", "switch", "match", "catch", "else", "do", "return", "loop", "unsafe"];

/// The name of a function whose body begins at the end of a text.
fn name_of(text: &str) -> Option<Range<usize>> {
    let cut = text.rfind([';', '{', '}']).map_or(0, |at| at + 1);
    // Statements before it may have no sign at their end.
    let is_head = |at: &usize| {
        let line = &text[*at..];
        line.starts_with(|c: char| c.is_alphabetic() || c == '_') && line.contains('(')
    };
    let lines = text[cut..].rmatch_indices('\n').map(|(at, _)| cut + at + 1);
    let from = lines.into_iter().find(is_head).unwrap_or(cut);
    let from = from + (text[from..].len() - text[from..].trim_start().len());
    let head = &text[from..];
    // The receiver of a method in Go.
    let receiver = head
        .strip_prefix("func")
        .map(str::trim_start)
        .filter(|rest| rest.starts_with('('))
        .and_then(|rest| Some(head.len() - rest.len() + closing(rest, '(', ')')? + 1))
        .unwrap_or(0);
    let open = receiver + head[receiver..].find('(')?;
    let before = head[..open].trim_end();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let name = before.rfind(|c: char| !is_part(c)).map_or(0, |at| at + 1);
    let first = head.split(|c: char| !is_part(c)).next().unwrap_or_default();
    let is_function = name < before.len()
        && ![first, &before[name..]].iter().any(|word| OTHER_BLOCKS.contains(word))
        && !head[..open].contains('=');
    is_function.then(|| from + name..from + before.len())
}

fn filler(
    sources: &[BlankedSource],
    functions: &[Vec<FunctionSpan>],
    own: (usize, usize),
    arrays: &BTreeMap<&str, UsedArray>,
) -> Filler {
    let function = &functions[own.0][own.1];
    let source = &sources[function.source];
    let name = &source.text[function.name.clone()];
    let of = |is_filled: bool| {
        let mut found = Vec::new();
        for (name, (place, uses)) in arrays {
            let mut uses = uses.iter().filter(|one| one.function == own).peekable();
            if uses.peek().is_some() && uses.any(|one| one.is_written) == is_filled {
                found.push(((*name).to_owned(), *place));
            }
        }
        found
    };
    let mut calls = Vec::new();
    for (other, functions) in sources.iter().zip(functions) {
        for at in places(&other.text, name) {
            // Go calls functions named `init` by itself; a call is one of a method.
            let is_own = source.lang == "go" && name == "init";
            let is_call = other.text[at + name.len()..].trim_start().starts_with('(') && !is_own;
            if is_call && around(functions, at).is_some_and(|inside| inside != function) {
                calls.push(FileLine { file: other.file, line: other.line(at) });
            }
        }
    }
    calls.sort();
    Filler {
        place: FileLine { file: source.file, line: source.line(function.name.start) },
        name: name.to_owned(),
        fills: of(true),
        reads: of(false),
        calls,
        callees: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::find;

    /// What fills the arrays `table`, `mask` and `magic`, as text.
    fn said(lang: &str, texts: &[&str]) -> Vec<String> {
        let language = find(lang).unwrap();
        let source = |(at, text): (usize, &&str)| BlankedSource::new(at, language, text);
        let sources: Vec<_> = texts.iter().enumerate().map(source).collect();
        let names = BTreeSet::from(["table", "mask", "magic"]);
        let found = fillers(&sources, &names, &|_, _| false);
        let names = |of: &[(String, FileLine)]| {
            let names: Vec<&str> = of.iter().map(|(name, _)| name.as_str()).collect();
            names.join(" ")
        };
        let say = |one: &Filler| {
            let calls: Vec<String> =
                one.calls.iter().map(|at| format!("{}:{}", at.file, at.line)).collect();
            let (fills, reads) = (names(&one.fills), names(&one.reads));
            format!(
                "{}:{} {}: {fills}; {reads}; {}",
                one.place.file,
                one.place.line,
                one.name,
                calls.join(" ")
            )
        };
        found.iter().map(say).collect()
    }

    #[test]
    fn functions_that_only_start_up_code_calls_are_told() {
        let c = "U64 table[64][4096];\nU64 search(int s);\nU64 walk(int s);\n\
            void init(void)\n{\n    for (int s = 0; s < 64; ++s) { table[s][search(s)] = walk(s); }\n}\n";
        let search = "static U64 random(void) {\n    return seed++;\n}\n\
            U64 search(int s) {\n    return random() & random() ? search(s) : 1;\n}\n\
            U64 walk(int s) {\n    return s;\n}\nU64 see(int s) {\n    return walk(s);\n}\n";
        let language = find("c").unwrap();
        let source = |(at, text): (usize, &&str)| BlankedSource::new(at, language, text);
        let sources: Vec<_> = [c, search].iter().enumerate().map(source).collect();
        let found = fillers(&sources, &BTreeSet::from(["table"]), &|_, _| false);
        let [filler] = found.as_slice() else { panic!("{found:?}") };
        let place = |line| FileLine { file: 1, line };
        let wanted = [("random".to_owned(), place(1)), ("search".to_owned(), place(4))];
        assert_eq!(filler.callees, wanted);
    }

    #[test]
    fn references_that_only_read_fill_nothing() {
        let fill = "fn fill() {\n    mask[0] = 1;\n}\n";
        let read = "static mask: [u64; 64] = x;\nfn moves(s: usize) -> u64 {\n    let one = &mask[s];\n    *one\n}\n";
        assert_eq!(said("rust", &[&format!("{read}{fill}")]), [""; 0]);
        let change = read.replace("&mask", "&mut mask");
        assert_eq!(said("rust", &[&format!("{change}{fill}")]).len(), 2);
        let fill = "void fill(void) {\n    mask[0] = 1;\n}\n";
        let read = "U64 mask[64];\nU64 moves(int s) {\n    const U64 *one = &mask[s];\n    return *one;\n}\n";
        assert_eq!(said("c", &[&format!("{read}{fill}")]), [""; 0]);
    }

    #[test]
    fn arrays_that_only_their_fillers_use_are_told() {
        let c = "U64 table[64][4096];\nU64 mask[64];\nconst U64 magic[64] = { 1, 2 };\n\
            static void masks(void) {\n    for (int s = 0; s < 64; ++s) { mask[s] = edges(s); }\n}\n\
            void init(int n)\n{\n    masks();\n    if (n) { table[s][(o & mask[s]) * magic[s] >> 52] = walk(s, o); }\n}\n";
        let calls = "extern U64 table[64][4096];\nvoid init(int n);\nint main() { init(3); }\n";
        let all = ["0:4 masks: mask; ; 0:9", "0:7 init: table; magic mask; 1:3"];
        assert_eq!(said("c", &[c, calls]), all);
        let local = "typedef struct { U64 *table; } Magic;\nU64 all(U64 b) {\n    U64 table = 0;\n    table |= b;\n    return table;\n}\n";
        assert_eq!(said("c", &[local]), [""; 0]);
        let read = "extern U64 table[64][4096];\nU64 f(int s) { return table[s][0]; }\n";
        assert_eq!(said("c", &[c, read]), [""; 0]);
        let go = "var table [64]uint64\n\nfunc (b *Board) fill(n int) {\n\tfor s := range table {\n\t\ttable[s] = 1\n\t}\n}\n\
            func init() {\n\tb.fill(1)\n}\n";
        assert_eq!(said("go", &[go]), ["0:3 fill: table; ; 0:9"]);
        let python = "table = [0] * 64\n\ndef fill():\n    for s in range(64):\n        table[s] = 1\n\nfill()\n";
        assert_eq!(said("python", &[python]), [""; 0]);
    }
}
