//! The data of the templates: a module, and its test.

use super::RESERVED;
use super::lines::{
    BODY, CALLS, WIDTH, assignment, broken, comment, compact, docstring, exports, sentence,
};
use super::syntax::{NUMPY, OPERATORS, STYLE, number, numpy, special};
use super::{PythonOptions, Word};
use crate::render::blob::header_text;
use crate::render::prelude::*;
use magicgen_lookup::model::{Blob, ByteOrder};

const NUMBERS: Words =
    Words { widths: ["int"; 4], sets: ["int"; 3], places: Some(["int"; 4]), ..Words::PLAIN };

const ARRAYS: Words = Words {
    square: "squares",
    word: "words",
    turned: ["word"; 2],
    index: "NDArray[np.integer]",
    truth: "NDArray[np.bool_]",
    widths: ["NDArray[np.uint8]", "NDArray[np.uint16]", "NDArray[np.uint32]", "NDArray[np.uint64]"],
    places: Some(["NDArray[np.uint32]"; 4]),
    ..Words::PLAIN
};

/// The language on an `int`.
const LANG: Lang = Lang {
    style: STYLE,
    patterns: Patterns {
        variable: "$name = $value",
        result: ["return ", ""],
        refusal: "assert 0 <= $name <= $last",
        ..Patterns::C
    },
    loops: Loops {
        union: "$name = 0",
        around: ["for $counter in range($count):", ""],
        only_if: ["if $condition:\n    $name |= $value", ""],
        add: "$name |= $value",
        ..Loops::C
    },
    word: Some(number),
    // A variable with a built-in function's name would hide it, which linters report.
    case: |name| if RESERVED.contains(&name) { format!("{name}_") } else { name.to_owned() },
    // A call costs as much as a lookup, so only start-up code calls index functions.
    calls_places: false,
    enumerated: Some(Enumerated { before: "", member: None, is_index: false }),
    ..Lang::new(&OPERATORS, &NUMBERS)
};

/// The language on arrays of `NumPy`.
const ARRAY_LANG: Lang = Lang {
    operators: &NUMPY,
    words: &ARRAYS,
    patterns: Patterns {
        refusal: "assert np.all(($name >= 0) & ($name <= $last))",
        ..LANG.patterns
    },
    loops: Loops {
        // Squares may have fewer bits than the number.
        number: Some(Cast { to: "np.uint32", form: CastForm::CALL }),
        union: "$name: $kind = np.zeros_like($before)",
        only_if: ["$name |= np.where($condition, $value, np.uint64(0))", ""],
        ..LANG.loops
    },
    enumerated: None,
    ..LANG
};

/// The same without types.
const UNTYPED_LANG: Lang = Lang {
    loops: Loops { union: "$name = np.zeros_like($before)", ..ARRAY_LANG.loops },
    ..ARRAY_LANG
};

/// A module, with Python's way of writing items.
#[derive(Template)]
#[template(path = "python/module.py", escape = "none")]
pub(super) struct File<'a> {
    facts: Facts<'a>,
    options: PythonOptions,
    /// The name of the function that lists subsets.
    subsets: String,
    /// The name of the table of all bytes with reversed bits, for lookups on an `int`.
    reversed: String,
    /// The name of the tuple of functions by piece.
    chosen: String,
    /// The name of the tuple of directions by number.
    members: String,
    /// The tables filled at import, each with the name of the function that returns it.
    filled: Vec<(String, &'a FilledTable)>,
    /// The loops that store attack sets, each with its function's name.
    fills: Vec<(String, &'a FillLoop)>,
    /// The name of the function that reads the file of attack sets.
    load: String,
}

/// A test of a module.
#[derive(Template)]
#[template(path = "python/test.py", escape = "none")]
pub(super) struct Test<'a> {
    /// The module under test, whose options the test shares.
    file: File<'a>,
    /// The module on an `int`: the test passes squares and masks one by one, even if the module takes arrays.
    numbers: File<'a>,
    arrays: &'a [Array<'a>],
    walked: WalkText<'a>,
    compared: Vec<Compared<'a>>,
    /// The name of the function that returns relevant squares.
    relevant: &'a str,
    /// The name of the function that returns a difference.
    difference: String,
    /// The module's name in `import`.
    stem: &'a str,
}

impl<'a> File<'a> {
    pub(super) fn new(page: &'a Page<'a>, options: &PythonOptions) -> Self {
        let lang = match (options.word, options.typed) {
            (Word::Int, _) => LANG,
            (Word::Numpy, false) => UNTYPED_LANG,
            (Word::Numpy, true) => ARRAY_LANG,
        };
        let facts = Facts::new(page, lang);
        let mut taken = page.taken.clone();
        let (subsets, reversed) = (taken.name("_subsets"), taken.name("_REVERSED"));
        let mut own = |words: &[&str]| taken.name(format!("_{}", Case::Snake.join(words)));
        let chosen = own(&["attacks of"]).to_uppercase();
        let members = own(&["directions"]).to_uppercase();
        let filled = page.filled.iter().map(|table| (own(&["fill", &table.name]), table)).collect();
        let function = |fill: &'a FillLoop| {
            (own(&fill.words.iter().map(String::as_str).collect::<Vec<_>>()), fill)
        };
        let fills = page.fills.iter().map(function).collect();
        let load = own(&["loaded"]);
        let options = options.clone();
        Self { facts, options, subsets, reversed, chosen, members, filled, fills, load }
    }

    /// The call that loads a table from the file of attack sets.
    fn load_call(&self, blob: &Blob, table: &FilledTable) -> String {
        let before = blob.table(table.index).map_or(0, |loaded| loaded.start);
        format!("{}({before}, {})", self.load, table.length)
    }

    /// The byte order of the file of attack sets, as `struct` and `NumPy` write it.
    fn order(&self) -> &'static str {
        if self.page().module.blob_file.order == ByteOrder::Big { ">" } else { "<" }
    }

    fn is_numpy(&self) -> bool {
        self.options.word == Word::Numpy
    }

    /// The module's docstring.
    fn about(&self) -> Vec<String> {
        self.page().about(WIDTH, "    ").iter().map(|line| in_docstring(line)).collect()
    }

    /// True if a condition holds for some array of the module.
    fn any(&self, is_it: impl Fn(&PythonOptions, &Array<'_>) -> bool) -> bool {
        self.page().arrays.iter().any(|array| is_it(&self.options, array))
    }

    /// The list of the module's exports.
    fn exports(&self) -> Vec<String> {
        let page = self.page();
        let squares = page.ranks.iter().flat_map(|rank| &rank.squares);
        let names = page.public_arrays().chain(page.public_functions());
        let names = names.chain(page.enumerations.iter().map(|one| one.kind.as_str()));
        exports(names.chain(squares.map(|(name, _)| name.as_str())).collect())
    }

    /// The type of a bitboard, or of an array of bitboards.
    fn set_type(&self) -> &'static str {
        self.words().of(Type::Word)
    }

    /// The type of two sets.
    fn pair_type(&self) -> String {
        format!("tuple[{0}, {0}]", self.set_type())
    }

    /// The type of several bitboards: an array of `NumPy`, or the given type of lists.
    fn list<'t>(&self, list: &'t str) -> &'t str {
        if self.is_numpy() { ARRAYS.of(Type::Word) } else { list }
    }

    /// The head of the tuple of functions by piece.
    fn chosen_head(&self) -> String {
        let (chosen, index, set) = (&self.chosen, self.words().index, self.set_type());
        if !self.options.typed {
            return format!("{chosen} = (");
        }
        let function = format!("Callable[[{index}, {set}], {set}]");
        let mut line = Document::all(4);
        line.text(&format!("{chosen}: tuple[")).soft().list([&*function, "..."], ",").broken(",");
        line.last("").text("] = (").lines(WIDTH).join("\n")
    }

    /// The definition of a constant. Without `kind`, type checkers infer the type.
    fn constant(&self, name: &str, kind: &str, value: &str) -> String {
        match kind {
            _ if !self.options.typed => format!("{name} = {value}"),
            "" => format!("{name}: Final = {value}"),
            _ => format!("{name}: Final[{kind}] = {value}"),
        }
    }

    /// The steps of rays on one line, if they fit.
    fn on_a_line(&self, array: &Array<'_>) -> Option<String> {
        if array.kind != ArrayKind::Rays || array.storage != Storage::Byte {
            return None;
        }
        let values: Vec<String> = array.decimals();
        let comma = if values.len() == 1 { "," } else { "" };
        let [kind, ..] = self.options.brackets(array);
        let line = self.constant(&array.name, &kind, &format!("({}{comma})", values.join(", ")));
        Some(line).filter(|line| line.len() <= WIDTH)
    }

    /// The head of a function; a parameter with an empty type gets no annotation.
    fn signature(
        &self,
        margin: &str,
        name: &str,
        parameters: &[[&str; 2]],
        returns: &str,
    ) -> String {
        let is_typed = self.options.typed;
        let parameter = |[name, kind]: &[&str; 2]| {
            if is_typed && !kind.is_empty() {
                format!("{name}: {kind}")
            } else {
                (*name).to_owned()
            }
        };
        let parameters: Vec<String> = parameters.iter().map(parameter).collect();
        let tail = if is_typed { format!(" -> {returns}:") } else { ":".to_owned() };
        call(margin, &format!("def {name}"), &parameters, &tail)
    }

    /// The types of variables that need annotations, because type checkers don't infer them.
    fn annotated(&self, item: Item<'_>) -> &'static [Type] {
        match item {
            _ if !self.is_numpy() || !self.options.typed => &[],
            Item::Scan(_) => &[Type::Word, Type::Half],
            Item::Lookup(_) => &[Type::Word],
            _ => &[],
        }
    }

    /// The annotated variable for a result whose type type checkers don't infer.
    fn result_variable(&self, item: Item<'_>) -> Option<String> {
        let (name, kind) = match item {
            _ if !self.is_numpy() || !self.options.typed => return None,
            Item::Lookup(_) | Item::Scan(_) => ("attacks", ARRAYS.of(Type::Word)),
            Item::Companion(function) => match function.companion.result {
                Outcome::Set => ("result", ARRAYS.of(Type::Word)),
                Outcome::Truth => ("result", ARRAYS.truth),
                Outcome::Number | Outcome::Direction => return None,
            },
            _ => return None,
        };
        Some(format!("{name}: {kind}"))
    }
}

/// A call or a head, with a line for each argument if it doesn't fit on one.
fn call<S: AsRef<str>>(margin: &str, head: &str, arguments: &[S], tail: &str) -> String {
    CALLS.lines(margin, head, arguments, tail).join("\n")
}

/// A statement with a call that walks rays, broken up like [`call`].
fn walking(margin: &str, head: &str, call: &Expr) -> String {
    CALLS.of(&STYLE, margin, head, call, "").join("\n")
}

/// The call that walks a square's rays.
fn walk_from(walk: &RayFunction, rays: &Rays, subset: &str) -> Expr {
    let arguments = walk.arguments(rays, |array| array.into(), ["square", subset]);
    Expr::call(walk.name.as_str(), arguments)
}

/// A line of text, with escapes for characters that end a docstring or begin an escape.
fn in_docstring(line: &str) -> String {
    if line.contains('\\') || line.contains("\"\"\"") || line.ends_with('"') {
        return line.replace('\\', "\\\\").replace('"', "\\\"");
    }
    line.to_owned()
}

/// The program with names for shifted words in other values: the variables' annotations give the types.
fn with_shifts(program: &Program, wanted: Value) -> Program {
    let mut named = program.clone();
    for value in program.needed(wanted) {
        if !matches!(program.op(value), Op::Binary(..)) || program.type_of(value) != Type::Word {
            continue;
        }
        for operand in program.op(value).operands() {
            let is_shift = matches!(program.op(operand), Op::Shl(..) | Op::Shr(..));
            if is_shift && program.name_of(operand).is_none() {
                named.name(operand, "shifted");
            }
        }
    }
    named
}

/// A variable with its annotation, if it needs one.
fn target(one: &Let, annotated: &[Type]) -> String {
    // A word shifted by a half has no certain type. Room is measured without a value.
    let is_shift = |expr: &Expr| matches!(expr, Expr::Binary(by, _) if [OPERATORS.shl, OPERATORS.shr].contains(by));
    let is_uncertain = one.value == Expr::name("") || one.value.any(&is_shift);
    if is_uncertain && annotated.contains(&one.kind) {
        format!("{}: {}", one.name, ARRAYS.of(one.kind))
    } else {
        one.name.clone()
    }
}

shared_by!(File);

impl<'a> Manner<'a> for File<'a> {
    fn comment(&self, _name: &str, text: &str) -> Vec<String> {
        comment("#", text)
    }

    fn own_function_doc(&self, _name: &str, doc: &FunctionDoc) -> Option<Vec<String>> {
        let arrays =
            "One for each entry of the arrays, which have one shape or are broadcast to one.";
        let whole = if self.is_numpy() && doc.is_of_lookup() { arrays } else { "" };
        let returns = format!("{}{}", doc.returns, doc.more);
        let parameters = doc.parameters.iter();
        let arguments: Vec<_> =
            parameters.map(|one| (self.parameter(&one.name), &*one.what)).collect();
        Some(docstring(&format!("Return {}.", doc.short), whole, &arguments, &returns))
    }

    fn own_doc(&self, of: Documented<'_>) -> Option<Vec<String>> {
        let reversed = |what| {
            let doc = format!("Return a word with its {what} in the opposite order.");
            sentence(&doc, &doc)
        };
        Some(match of {
            Documented::Item(Item::Square(square)) => {
                let summary = "Return the square on a file and a rank.";
                docstring(summary, &square.doc[1..].join(" "), &[], "")
            }
            Documented::Item(Item::Scan(scan)) => {
                let width = scan.width;
                let bits = format!("the bits, {width} of them; the result is undefined for 0");
                let arguments = [(self.words().word.into(), &*bits)];
                docstring(&format!("Return {}.", scan.what), "", &arguments, "the index")
            }
            Documented::Item(Item::Bytes(_)) => reversed("bytes"),
            Documented::Item(Item::Bits(_)) => reversed("bits"),
            Documented::Item(Item::Index(Function { doc, is_public: false, .. })) => {
                sentence(&format!("Return {}.", doc.what), &doc.summary)
            }
            Documented::Item(_) => return None,
            Documented::Array(array) => {
                comment(if array.is_public { "#:" } else { "#" }, &array.doc)
            }
        })
    }

    /// A direction is an entry of a tuple: a call of the class is ten times slower.
    fn returned(&self, item: Item<'_>, result: &Node) -> Expr {
        let value = result.written.clone();
        let Item::Companion(function) = item else { return value };
        let is_member = function.companion.result == Outcome::Direction && !self.is_numpy();
        let is_member = is_member && self.page().enumeration(function).is_some();
        if is_member { Expr::index(self.members.as_str(), value) } else { value }
    }

    fn head(&self, head: &Head<'_>) -> String {
        // Files and ranks are numbers. A reversal has one variable throughout.
        let (parameters, result): (Vec<[&str; 2]>, _) = match head.item {
            Item::Square(_) => (vec![["file", "int"], ["rank", "int"]], "int"),
            Item::Bytes(_) | Item::Bits(_) => (vec![["word", self.set_type()]], &*head.result),
            _ => {
                (head.parameters.iter().map(|one| [&*one.name, one.kind]).collect(), &*head.result)
            }
        };
        self.signature("", head.item.name(), &parameters, result)
    }

    fn assign(&self, one: &Let) -> Vec<String> {
        assignment(&one.name, &one.value)
    }

    /// The union of sets has a line for each set if it is too long for one.
    fn finished(&self, value: &Expr) -> Vec<String> {
        let line = self.finish(value);
        if line.len() <= BODY { vec![line] } else { united(value) }
    }

    fn special(&self, item: Item<'_>, scope: &Scope<'_>, node: &Node) -> Option<Expr> {
        special(self.is_numpy(), item, scope, node)
    }

    /// Squares, and words of at most 32 bits, are converted to 32 bits first.
    fn before(&self, _item: Item<'_>, body: &Body) -> Vec<String> {
        let is_read = |name: &&str| self.is_numpy() && body.any(&|one| *one == Expr::name(*name));
        let halves = ["square", "word"].into_iter().filter(is_read);
        halves.map(|name| format!("{name} = {name}s.astype(np.uint32)")).collect()
    }

    fn computed(&self, item: Item<'_>, wanted: Wanted<'_>) -> Option<Computation> {
        let program = match item {
            Item::Scan(_) => wanted.program.clone(),
            _ if self.is_numpy() => with_shifts(wanted.program, wanted.value),
            // Each variable costs time.
            _ => wanted.program.without_name("index"),
        };
        let wanted = Wanted { program: &program, ..wanted };
        if let Some(looped) = self.looped(item, wanted) {
            return Some(looped.whole());
        }
        let annotated = self.annotated(item);
        // A value whose type type checkers don't know is returned by a variable.
        let result = self.result_variable(item);
        // A companion's longer values have the types of its calls, except unions of rays with constant steps.
        let is_union = |value: &Expr| matches!(value, Expr::Binary(by, _) if *by == OPERATORS.or);
        let is_certain = |value: &Expr, variable: &str| {
            let is_long = || format!("{variable} = {}", self.text(value)).len() > BODY;
            let is_companion = matches!(item, Item::Companion(_));
            value.hold() == Hold::Atom || is_companion && !is_union(value) && is_long()
        };
        let uncertain =
            |value: &Expr| result.as_deref().filter(|variable| !is_certain(value, variable));
        let finish = |result: &Node| match &self.result(item, result) {
            // Room is measured without a value, for a variable with a long name and its type.
            value if !annotated.is_empty() && *value == Expr::name("") => {
                vec!["reversed2: NDArray[np.uint64] = ".to_owned()]
            }
            value => match uncertain(value) {
                Some(variable) => vec![format!("{variable} = {}", self.text(value))],
                None => vec![self.finish(value)],
            },
        };
        let declare = |one: &Let| compact(&target(one, annotated), &one.value);
        let (declare, finish) = (&declare, &finish);
        let written = Statements { wanted, declare, finish, break_up: None, width: BODY }.written();
        let Body { lets, result } = &written.body;
        let value = self.result(item, result);
        let mut lines = self.before(item, &written.body);
        lines.extend(lets.iter().flat_map(|one| assignment(&target(one, annotated), &one.value)));
        if let Some(variable) = uncertain(&value) {
            let line = format!("{variable} = {}", self.text(&value));
            let is_long = line.len() > BODY;
            lines.extend(if is_long { broken(variable, &value) } else { vec![line] });
            let name = variable.split(':').next().unwrap_or_default();
            lines.push(format!("return {name}"));
        } else {
            lines.push(self.finish(&value));
        }
        Some((written.body.lets.clone(), value, lines))
    }

    fn stated(&self, item: Option<Item<'_>>, parts: &[Expr]) -> Option<Vec<String>> {
        let (_, steps) = reversal_of(item, parts)?;
        if self.is_numpy() {
            // With the mask in a variable, each step fits on a line.
            let constant = |value| Expr::call(numpy(Type::Word), vec![number(value)]);
            let step = |(lower, places): &(u64, u8)| {
                let by = ["mask".into(), constant(u64::from(*places))];
                let word = swapped(&NUMPY, Expr::binary, "word".into(), by);
                [assignment("mask", &constant(*lower)), assignment("word", &word)].concat()
            };
            let lines = SWAPS[..steps.len()].iter().flat_map(step);
            return Some(lines.chain(["return word.byteswap()".to_owned()]).collect());
        }
        let bytes = "word.to_bytes(8, \"little\")";
        Some(match item {
            Some(Item::Bits(_)) => vec![
                format!("flipped = {bytes}.translate({})", self.reversed),
                "return int.from_bytes(flipped, \"big\")".to_owned(),
            ],
            _ => vec![format!("return int.from_bytes({bytes}, \"big\")")],
        })
    }

    fn array_head(&self, array: &Array<'_>) -> String {
        let [kind, open, _] = self.options.brackets(array);
        let line = self.on_a_line(array);
        line.unwrap_or_else(|| self.constant(&array.name, &kind, &open))
    }

    fn rows(&self, array: &Array<'_>) -> String {
        if self.on_a_line(array).is_some() {
            return String::new();
        }
        let [.., close] = self.options.brackets(array);
        format!("{}\n{close}", self.options.numbers(array, self.page().module))
    }
}

/// Statements that return the union of sets, one line for each set.
fn united(value: &Expr) -> Vec<String> {
    let sets = STYLE.operands(value).into_iter().enumerate();
    let lines =
        sets.map(|(at, set)| format!("attacks {} {set}", ["|=", "="][usize::from(at == 0)]));
    lines.chain(["return attacks".to_owned()]).collect()
}

impl<'a> Test<'a> {
    /// The test, if the config asks for one, of a module imported under this name.
    pub(super) fn new(page: &'a Page<'a>, stem: &'a str, options: &PythonOptions) -> Option<Self> {
        let (test, walk) = (page.self_test.as_ref()?, page.walk.as_ref()?);
        let file = File::new(page, options);
        let numbers = File::new(page, &PythonOptions { word: Word::Int, ..options.clone() });
        let mut name = |what: &str, spoken: &str| format!("_{}", Case::Snake.join(&[what, spoken]));
        Some(Self {
            arrays: &test.arrays,
            walked: file.walk(walk),
            compared: numbers.compared((walk, test), &mut name),
            relevant: &test.relevant,
            difference: page.taken.clone().name("_difference"),
            stem,
            file,
            numbers,
        })
    }
}

/// The checksum of the file of attack sets, in upper case as formatters write it.
fn digest(blob: &Blob) -> String {
    format!("0x{:08X}", blob.crc)
}
