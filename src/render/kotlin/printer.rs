//! Items of an page in; declarations and functions as lines out.

use super::syntax::{Cells, Kotlin, OPERATORS, array_type, word};
use super::view::{
    ArrayView, FunctionView, Held, Holder, LOOKUP, LoopView, WIDTH, block, call, doc, expression,
    function_doc, head, holder, is_packed, numbers, unpacked,
};
use crate::model::{Case, Field, Storage, Type};
use crate::render::code::expr::{Expr, Number};
use crate::render::code::node::{Let, Node, Wanted, Writer, camel};
use crate::render::code::print::Style;
use crate::render::code::statements::Statements;
use crate::render::page::{FillLoop, Function, Page, Scan};

pub(super) struct Printer<'a> {
    pub(super) page: &'a Page<'a>,
    pub(super) tables: &'a [Cells],
    pub(super) public: &'static str,
    /// How expressions look.
    pub(super) style: Style,
}

impl Printer<'_> {
    fn writer<'w>(&'w self, dialect: &'w Kotlin<'_>) -> Writer<'w> {
        Writer { dialect, style: &self.style, case: camel }
    }

    pub(super) fn visible(&self, is_public: bool) -> &'static str {
        if is_public { self.public } else { "private " }
    }

    pub(super) fn arrays(&self) -> Vec<ArrayView> {
        let shown = |doc: &str, name: &str, storage: Storage, holder: &str| ArrayView {
            doc: self::doc(doc),
            head: format!("{}val {name}: {}", self.public, array_type(storage)),
            function: "",
            rows: String::new(),
            held: Some(format!("{holder}.{name}")),
        };
        let mut arrays = Vec::new();
        for array in &self.page.arrays {
            if !is_packed(array) {
                arrays.push(numbers(array, self.page, self.visible(array.is_public)));
            } else if array.is_public {
                arrays.push(shown(&array.doc, &array.name, array.storage, holder(array.kind)));
            }
        }
        let filled = self.page.filled.iter().filter(|table| table.is_public);
        arrays.extend(filled.map(|table| shown(&table.doc, &table.name, Storage::Word, "Tables")));
        arrays
    }

    pub(super) fn holders(&self) -> Vec<Holder> {
        let page = self.page;
        let of = |name: &str| {
            let packed = page.arrays.iter().filter(|array| is_packed(array));
            packed.filter(|array| holder(array.kind) == name).map(unpacked).collect::<Vec<Held>>()
        };
        let filled = page.filled.iter().map(|table| Held {
            declaration: format!("{0}: LongArray = LongArray({1})", table.name, table.length),
            packed: None,
        });
        let calls = page.fills.iter().map(|fill| {
            let words: Vec<&str> = fill.words.iter().map(String::as_str).collect();
            format!("{}({})", Case::Camel.join(&words), fill.table_name)
        });
        let holders = [
            Holder {
                doc: "What lookups read: only the first of them initialises it.",
                name: "Tables",
                tables: filled.chain(of("Tables")).collect(),
                calls: calls.collect(),
            },
            Holder {
                doc: "Subsets of masks and their attack sets: only the first use initialises it.",
                name: "Subsets",
                tables: of("Subsets"),
                calls: Vec::new(),
            },
        ];
        holders.into_iter().filter(|holder| !holder.tables.is_empty()).collect()
    }

    pub(super) fn functions(&self) -> Vec<FunctionView> {
        let page = self.page;
        let mut functions: Vec<FunctionView> = self.square().into_iter().collect();
        functions.extend(page.lookups.iter().map(|function| self.function(function)));
        functions.extend(page.unions.iter().map(|union| {
            let calls = union.of.iter().map(|lookup| format!("{lookup}(square, occupied)"));
            let calls: Vec<String> = calls.collect();
            let before = format!("{}fun {}", self.public, union.name);
            FunctionView {
                doc: function_doc(&union.doc),
                lines: expression(&before, &LOOKUP, "Long", &calls.join(" or ")),
            }
        }));
        functions.extend(page.indices.iter().map(|function| self.function(function)));
        functions.extend(page.scans.iter().map(|scan| self.scan(scan)));
        functions
    }

    pub(super) fn square(&self) -> Option<FunctionView> {
        let square = self.page.square.as_ref()?;
        let entry = |list: &str, place| Expr::index(list, place).method("toInt", Vec::new());
        let value = self.style.text(&square.value(&OPERATORS, ["file", "rank"], entry));
        let before = format!("{}fun {}", self.public, square.name);
        Some(FunctionView {
            doc: doc(&square.doc.join(" ")),
            lines: expression(&before, &["file: Int", "rank: Int"], "Int", &value),
        })
    }

    pub(super) fn function(&self, function: &Function<'_>) -> FunctionView {
        let fields: Vec<(Field, Cells)> = function
            .fields
            .iter()
            .filter_map(|(field, name)| {
                let column = function.piece.fields.column(*field)?;
                Some((*field, Cells::new(name.clone(), field.storage(), &column.values)))
            })
            .collect();
        let dialect =
            Kotlin { square: "square", occupied: "occupied", fields: &fields, tables: self.tables };
        let given = function.called(&["square", "occupied"]);
        let body = statements(function.wanted(&given, self.writer(&dialect)));
        let before = format!("{}fun {}", self.visible(function.is_public), function.name);
        let kind = if function.kind() == Type::Word { "Long" } else { "Int" };
        FunctionView {
            doc: function_doc(&function.doc),
            lines: with_body(&before, &LOOKUP, kind, body),
        }
    }

    pub(super) fn scan(&self, scan: &Scan<'_>) -> FunctionView {
        let kind = if scan.width == 64 { "Long" } else { "Int" };
        // A byte or a short that became an Int has been extended by its sign.
        let is_short = scan.width < 32;
        let parameter = if is_short { "part" } else { "word" };
        let dialect =
            Kotlin { square: parameter, occupied: "word", fields: &[], tables: self.tables };
        let mut body = statements(scan.wanted(self.writer(&dialect)));
        if is_short {
            let mask = Number::hex((1 << scan.width) - 1, 1).into();
            let part = Expr::binary(OPERATORS.and, "word".into(), mask);
            body.variables.insert(0, format!("val part = {}", self.style.text(&part)));
        }
        let above =
            if is_short { format!(", in the lowest {}", scan.width) } else { String::new() };
        let before = format!("{}fun {}", self.public, scan.name);
        FunctionView {
            doc: block(&[
                scan.summary.clone(),
                String::new(),
                format!("@param word the bits{above}; the result is undefined for 0"),
                format!("@return from 0 to {}", scan.width - 1),
            ]),
            lines: with_body(&before, &[&format!("word: {kind}")], "Int", body),
        }
    }

    pub(super) fn fill(&self, fill: &FillLoop) -> LoopView {
        let walk = self.page.walk.as_ref();
        let mut arguments = vec![fill.rays.steps.clone(), fill.rays.from.clone()];
        if walk.is_some_and(|walk| walk.has_range) {
            arguments.push(fill.rays.range.to_string());
        }
        arguments.extend(["square".to_owned(), "subset".to_owned()]);
        let name = walk.map_or("", |walk| &walk.name);
        let mut store = vec![format!("val index = {}(square, subset)", fill.index)];
        let before = if fill.is_or {
            format!("table[index] = table[index] or {name}")
        } else {
            format!("table[index] = {name}")
        };
        store.extend(call(&before, &arguments, 16));
        let words: Vec<&str> = fill.words.iter().map(String::as_str).collect();
        LoopView {
            name: Case::Camel.join(&words),
            masks: fill.masks.clone(),
            store,
            indices: self.page.module.board.indices,
            squares: walk.and_then(|walk| walk.squares).map(|set| self.style.text(&word(set))),
        }
    }
}

/// A function: of one expression where there is no variable, else of statements.
fn with_body(before: &str, parameters: &[&str], kind: &str, body: Lines) -> Vec<String> {
    if body.variables.is_empty() {
        return expression(before, parameters, kind, &body.result);
    }
    let mut lines = head(before, parameters, kind, " {");
    lines.extend(body.variables.into_iter().map(|line| format!("    {line}")));
    lines.push(format!("    return {}", body.result));
    lines.push("}".to_owned());
    lines
}

/// A function's body as lines.
struct Lines {
    /// Of its variables.
    variables: Vec<String>,
    /// What it returns.
    result: String,
}

fn statements(wanted: Wanted<'_>) -> Lines {
    let style = wanted.writer.style;
    let declare = |one: &Let| vec![format!("val {} = {}", one.name, style.text(&one.value))];
    let finish = |result: &Node| vec![format!("return {}", style.text(&result.written))];
    let statements =
        Statements { wanted, declare: &declare, finish: &finish, break_up: None, width: WIDTH - 8 };
    let body = statements.written().body;
    Lines {
        variables: body.lets.iter().flat_map(declare).collect(),
        result: style.text(&body.result.written),
    }
}
