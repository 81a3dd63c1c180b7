//! Programs in; functions of a module out.

use super::Dialect;
use super::syntax::{LuaSyntax, Reads};
use super::view::{Function, WIDTH, comment};
use crate::model::{Field, Program, Role, Value};
use crate::render::expr::{Expr, Let, Syntax};
use crate::render::outline::{Function as Lookup, FunctionDoc, Outline, Reversals, Scan};
use crate::render::provenance::wrap;
use crate::render::statements::Statements;

/// What writes functions of programs.
pub(super) struct Writer<'a> {
    pub(super) outline: &'a Outline<'a>,
    pub(super) dialect: Dialect,
    /// What tables are called.
    pub(super) tables: Vec<String>,
    /// What an array is called.
    pub(super) held: &'a dyn Fn(&str) -> String,
}

impl Writer<'_> {
    fn reads<'b>(&'b self, fields: &'b [(Field, String)]) -> Reads<'b> {
        Reads {
            occupied: "occupied",
            square: "square",
            fields,
            tables: &self.tables,
            reversals: &self.outline.reversals,
        }
    }

    /// The function of file and rank.
    pub(super) fn square(&self) -> Option<Function> {
        let square = self.outline.square.as_ref()?;
        let value = match (&square.linear, &square.list) {
            (Some(linear), _) => linear.clone(),
            (_, list) => {
                let list = list.as_deref().unwrap_or("");
                format!("{}[{} * rank + file]", (self.held)(list), square.width)
            }
        };
        let mut doc = comment(&square.doc.join(" "));
        doc.extend(["file", "rank"].map(|name| format!("---@param {name} integer")));
        doc.push("---@return integer square".to_owned());
        Some(Function {
            doc,
            name: square.name.clone(),
            parameters: "file, rank",
            body: vec![format!("return {value}")],
        })
    }

    fn doc(&self, doc: &FunctionDoc) -> Vec<String> {
        let set = self.dialect.set();
        let mut lines = comment(&doc.summary);
        lines.extend(tag(&format!("@param square integer {}", doc.square)));
        lines.extend(tag(&format!("@param occupied {set} {}", doc.occupied)));
        lines.extend(tag(&format!("@return {set} attacks {}", doc.returns)));
        lines
    }

    /// A lookup, or the place where it looks.
    pub(super) fn lookup(&self, function: &Lookup<'_>) -> Function {
        let Lookup { program, wanted, bounds, .. } = function;
        let mut loaded = Vec::new();
        let mut fields: Vec<(Field, String)> = Vec::new();
        for (field, name) in &function.fields {
            let entry = format!("{}[square]", (self.held)(name));
            let is_offset = field.role == Role::Offset && program.reads(*wanted, *field);
            if is_offset && self.dialect == Dialect::LuaJit {
                // LuaJIT takes longer where the load comes after all that the index is made of.
                let variable = field.singular().replace(' ', "_");
                loaded.push(format!("local {variable} = {entry}"));
                fields.push((*field, variable));
            } else {
                fields.push((*field, entry));
            }
        }
        let syntax = LuaSyntax::new(self.dialect, self.reads(&fields), program, *wanted, bounds);
        loaded.extend(statements(&syntax, program, *wanted));
        Function {
            doc: if *wanted == program.result {
                self.doc(&function.doc)
            } else {
                comment(&function.doc.summary)
            },
            name: function.name.clone(),
            parameters: "square, occupied",
            body: loaded,
        }
    }

    /// The lookup of a union.
    pub(super) fn union(&self, name: &str, doc: &FunctionDoc, of: &[String]) -> Function {
        let call = |name: &String| Expr::atom(format!("{name}(square, occupied)"));
        let calls: Vec<Expr> = of.iter().map(call).collect();
        let both = calls.into_iter().reduce(|a, b| self.dialect.or(&a, &b));
        Function {
            doc: self.doc(doc),
            name: name.to_owned(),
            parameters: "square, occupied",
            body: vec![format!("return {}", both.map(|both| both.text).unwrap_or_default())],
        }
    }

    /// A bit scan.
    pub(super) fn scan(&self, scan: &Scan<'_>) -> Function {
        let (program, wanted) = (scan.program, scan.program.result);
        let reads = Reads { occupied: "word", square: "word", ..self.reads(&[]) };
        let syntax = LuaSyntax::new(self.dialect, reads, program, wanted, &scan.bounds);
        let mut body = statements(&syntax, program, wanted);
        let is_short = self.dialect == Dialect::LuaJit && scan.width < 64;
        if is_short {
            body.insert(0, "word = 0ULL + word".to_owned());
        }
        let kind = if is_short { "integer" } else { self.dialect.set() };
        let mut doc = comment(&scan.summary);
        doc.push(format!("---@param word {kind} the bits; the result is undefined for 0"));
        doc.push("---@return integer index".to_owned());
        Function { doc, name: scan.name.clone(), parameters: "word", body }
    }
}

/// A tag of a comment that editors show.
fn tag(text: &str) -> Vec<String> {
    let lines = wrap(text, WIDTH - 4);
    let line =
        |(at, line): (usize, &String)| format!("{}{line}", if at == 0 { "---" } else { "--- " });
    lines.iter().enumerate().map(line).collect()
}

fn statements(syntax: &dyn Syntax, program: &Program, wanted: Value) -> Vec<String> {
    let case = |name: &str| name.to_owned();
    let declare = |variable: &Let| format!("local {} = {}", variable.name, variable.value.text);
    let finish = |result: &Expr| format!("return {}", result.text);
    let statements = Statements {
        syntax,
        case: &case,
        declare: &declare,
        finish: &finish,
        break_up: None,
        width: WIDTH - 2,
    };
    // A call takes as long as a lookup: index functions serve start-up code alone.
    statements.write(program, wanted, &[])
}

/// The functions that turn words round, neighbours of ever fewer bits changing places.
pub(super) fn reversals(names: &Reversals, dialect: Dialect) -> Vec<Function> {
    let function = |name: &str, what: &str, swaps: &[(u64, u8)], last: String| {
        let swap = |(lower, places): &(u64, u8)| {
            let (word, lower) = (Expr::atom("word"), Expr::atom(dialect.word(*lower)));
            let places = Expr::atom(places.to_string());
            let up = dialect.shl(&dialect.and(&word, &lower), &places);
            let down = dialect.and(&dialect.shr(&word, &places), &lower);
            format!("word = {}", dialect.or(&up, &down).text)
        };
        Function {
            doc: comment(&format!("Returns a word with its {what} in the opposite order.")),
            name: name.to_owned(),
            parameters: "word",
            body: swaps.iter().map(swap).chain([last]).collect(),
        }
    };
    let swaps = [
        (0x5555_5555_5555_5555, 1),
        (0x3333_3333_3333_3333, 2),
        (0x0f0f_0f0f_0f0f_0f0f, 4),
        (0x00ff_00ff_00ff_00ff, 8),
        (0x0000_ffff_0000_ffff, 16),
    ];
    if dialect == Dialect::LuaJit {
        let last = "return bswap(word)".to_owned();
        return names
            .bits
            .iter()
            .map(|name| function(name, "bits", &swaps[..3], last.clone()))
            .collect();
    }
    let last = "return (word << 32) | (word >> 32)".to_owned();
    let bytes = names.bytes.iter().map(|name| function(name, "bytes", &swaps[3..], last.clone()));
    bytes
        .chain(names.bits.iter().map(|name| function(name, "bits", &swaps, last.clone())))
        .collect()
}
