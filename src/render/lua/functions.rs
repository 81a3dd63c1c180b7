//! The functions of a module.

use super::Runtime;
use super::syntax::{Lua, OPERATORS};
use super::view::{WIDTH, comment};
use crate::model::{Field, Role};
use crate::render::code::cuts::cuts;
use crate::render::code::expr::Expr;
use crate::render::code::node::{Let, Node, Wanted, Writer};
use crate::render::code::print::Style;
use crate::render::code::statements::Statements;
use crate::render::page::{Function as Lookup, FunctionDoc, Page, SWAPS, Scan, Union};
use crate::render::text::provenance::wrap;

/// A function.
pub(super) struct Function {
    pub(super) doc: Vec<String>,
    pub(super) name: String,
    pub(super) parameters: &'static str,
    pub(super) body: Vec<Line>,
}

/// A statement of one line: what stands before its expression, and the expression.
pub(super) struct Line(pub(super) String, pub(super) Expr);

impl Line {
    fn returned(value: Expr) -> Self {
        Self("return ".to_owned(), value)
    }

    fn local(name: &str, value: Expr) -> Self {
        Self(format!("local {name} = "), value)
    }

    /// A new value of the parameter `word`.
    fn word(value: Expr) -> Self {
        Self("word = ".to_owned(), value)
    }

    pub(super) fn text(&self, style: &Style) -> String {
        format!("{}{}", self.0, style.text(&self.1))
    }
}

/// What writes functions of programs.
pub(super) struct Functions<'a> {
    pub(super) page: &'a Page<'a>,
    pub(super) runtime: Runtime,
    pub(super) style: Style,
    /// What tables are called.
    pub(super) tables: Vec<String>,
    /// What an array is called.
    pub(super) held: &'a dyn Fn(&str) -> String,
}

impl Functions<'_> {
    /// All functions but that of file and rank.
    pub(super) fn all(&self) -> Vec<Function> {
        let page = self.page;
        let mut functions = self.reversals();
        functions.extend(page.indices.iter().map(|index| self.lookup(index)));
        functions.extend(page.lookups.iter().map(|lookup| self.lookup(lookup)));
        functions.extend(page.unions.iter().map(|union| self.union(union)));
        functions.extend(page.scans.iter().map(|scan| self.scan(scan)));
        functions
    }

    /// The function of file and rank.
    pub(super) fn square(&self) -> Option<Function> {
        let square = self.page.square.as_ref()?;
        let entry = |list: &str, place| Expr::index((self.held)(list), place);
        let mut doc = comment(&square.doc.join(" "));
        doc.extend(["file", "rank"].map(|name| format!("---@param {name} integer")));
        doc.push("---@return integer square".to_owned());
        Some(Function {
            doc,
            name: square.name.clone(),
            parameters: "file, rank",
            body: vec![Line::returned(square.value(&OPERATORS, ["file", "rank"], entry))],
        })
    }

    fn doc(&self, doc: &FunctionDoc) -> Vec<String> {
        let set = self.runtime.set();
        let mut lines = comment(&doc.summary);
        lines.extend(tag(&format!("@param square integer {}", doc.square)));
        lines.extend(tag(&format!("@param occupied {set} {}", doc.occupied)));
        lines.extend(tag(&format!("@return {set} attacks {}", doc.returns)));
        lines
    }

    fn dialect<'b>(&'b self, fields: &'b [(Field, Expr)]) -> Lua<'b> {
        Lua {
            runtime: self.runtime,
            square: "square",
            occupied: "occupied",
            fields,
            tables: &self.tables,
            reversals: &self.page.reversals,
            cuts: &[],
        }
    }

    fn writer<'b>(&'b self, dialect: &'b Lua<'_>) -> Writer<'b> {
        Writer { dialect, style: &self.style, case: str::to_owned }
    }

    /// A lookup, or the place where it looks.
    fn lookup(&self, function: &Lookup<'_>) -> Function {
        let Lookup { program, wanted, bounds, .. } = function;
        let mut body = Vec::new();
        let mut fields: Vec<(Field, Expr)> = Vec::new();
        for (field, name) in &function.fields {
            let entry = Expr::index((self.held)(name), Expr::name("square"));
            let is_offset = field.role == Role::Offset && program.reads(*wanted, *field);
            if is_offset && self.runtime == Runtime::LuaJit {
                // LuaJIT takes longer where the load comes after all that the index is made of.
                let variable = field.singular().replace(' ', "_");
                body.push(Line::local(&variable, entry));
                fields.push((*field, variable.into()));
            } else {
                fields.push((*field, entry));
            }
        }
        let cuts = cuts(program, *wanted, bounds);
        let dialect = Lua { cuts: &cuts, ..self.dialect(&fields) };
        // A call takes as long as a lookup: index functions serve start-up code alone.
        body.extend(statements(function.wanted(&[], self.writer(&dialect))));
        Function {
            doc: if *wanted == program.result {
                self.doc(&function.doc)
            } else {
                comment(&function.doc.summary)
            },
            name: function.name.clone(),
            parameters: "square, occupied",
            body,
        }
    }

    /// The lookup of a union.
    fn union(&self, union: &Union) -> Function {
        Function {
            doc: self.doc(&union.doc),
            name: union.name.clone(),
            parameters: "square, occupied",
            body: vec![Line::returned(self.runtime.united(union.calls(&["square", "occupied"])))],
        }
    }

    /// A bit scan.
    fn scan(&self, scan: &Scan<'_>) -> Function {
        let cuts = cuts(scan.program, scan.program.result, &scan.bounds);
        let dialect = Lua { square: "word", occupied: "word", cuts: &cuts, ..self.dialect(&[]) };
        let mut body = statements(scan.wanted(self.writer(&dialect)));
        let is_short = self.runtime == Runtime::LuaJit && scan.width < 64;
        if is_short {
            body.insert(0, Line::word(dialect.widened(Expr::name("word"))));
        }
        let kind = if is_short { "integer" } else { self.runtime.set() };
        let mut doc = comment(&scan.summary);
        doc.push(format!("---@param word {kind} the bits; the result is undefined for 0"));
        doc.push("---@return integer index".to_owned());
        Function { doc, name: scan.name.clone(), parameters: "word", body }
    }

    /// The functions that turn words round, neighbours of ever more bits changing places.
    fn reversals(&self) -> Vec<Function> {
        let (runtime, names) = (self.runtime, &self.page.reversals);
        let word = || Expr::name("word");
        let swap = |(lower, places): &(u64, u8)| {
            let places = Expr::decimal(u64::from(*places));
            let up = runtime.shl(runtime.and(word(), runtime.word(*lower)), places.clone());
            let down = runtime.and(runtime.shr(word(), places), runtime.word(*lower));
            Line::word(runtime.or(up, down))
        };
        let function = |name: &String, what: &str, swaps: &[(u64, u8)]| {
            let last = match runtime {
                Runtime::LuaJit => Expr::call("bswap", vec![word()]),
                Runtime::Lua54 => {
                    let half = Expr::decimal(32);
                    runtime.or(runtime.shl(word(), half.clone()), runtime.shr(word(), half))
                }
            };
            Function {
                doc: comment(&format!("Returns a word with its {what} in the opposite order.")),
                name: name.clone(),
                parameters: "word",
                body: swaps.iter().map(swap).chain([Line::returned(last)]).collect(),
            }
        };
        // LuaJIT turns bytes round itself.
        let has_bytes = runtime == Runtime::LuaJit;
        let bytes = names.bytes.iter().filter(|_| !has_bytes);
        let bytes = bytes.map(|name| function(name, "bytes", &SWAPS[3..]));
        let swaps = if has_bytes { &SWAPS[..3] } else { &SWAPS[..] };
        bytes.chain(names.bits.iter().map(|name| function(name, "bits", swaps))).collect()
    }
}

/// A tag of a comment that editors show.
fn tag(text: &str) -> Vec<String> {
    let lines = wrap(text, WIDTH - 4);
    let line =
        |(at, line): (usize, &String)| format!("{}{line}", if at == 0 { "---" } else { "--- " });
    lines.iter().enumerate().map(line).collect()
}

/// A program's statements.
fn statements(wanted: Wanted<'_>) -> Vec<Line> {
    let style = wanted.writer.style;
    let local = |one: &Let| Line::local(&one.name, one.value.clone());
    let returned = |result: &Node| Line::returned(result.written.clone());
    let declare = |one: &Let| vec![local(one).text(style)];
    let finish = |result: &Node| vec![returned(result).text(style)];
    let width = WIDTH - "  ".len();
    let statements =
        Statements { wanted, declare: &declare, finish: &finish, break_up: None, width };
    let body = statements.written().body;
    body.lets.iter().map(local).chain([returned(&body.result)]).collect()
}
