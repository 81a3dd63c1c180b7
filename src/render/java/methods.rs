//! Functions of a page in; methods out.

use super::doc::{Block, WIDTH, javadoc};
use super::rows::int_rows;
use super::statements::{returned, statements};
use super::syntax::{Cells, Java, OPERATORS, reference};
use super::view::{Array, Builder, Member, Method};
use crate::model::{Field, Op, PieceModule, SquareFormula, Value};
use crate::render::code::expr::{Expr, Number};
use crate::render::code::node::{Wanted, Writer, camel};
use crate::render::code::print::Style;
use crate::render::page::{Function, FunctionDoc, Scan, SquareFunction, has_holes};

/// The parameters of a lookup.
const PARAMETERS: [&str; 2] = ["square", "occupied"];

/// The Javadoc of a lookup.
fn function_doc(doc: &FunctionDoc) -> String {
    javadoc(
        2,
        &[
            Block::text(&doc.summary),
            Block::Tag("@param square", doc.square.clone()),
            Block::Tag("@param occupied", doc.occupied.clone()),
            Block::Tag("@return", doc.returns.to_owned()),
        ],
    )
}

impl Builder<'_> {
    /// Lookups, the index methods that they share with the code that fills tables, and bit scans.
    pub(super) fn functions(&self, tables: &[Cells]) -> Vec<Method> {
        let page = self.page;
        let mut methods = Vec::new();
        for function in &page.lookups {
            let of_piece = |index: &&Function<'_>| std::ptr::eq(index.piece, function.piece);
            let own = page.indices.iter().zip(&self.indices);
            let own = own.filter(|(index, _)| of_piece(index));
            let call = |name: &String| Expr::call_with(name.as_str(), &PARAMETERS);
            let given: Vec<(Value, Expr)> =
                own.map(|(index, name)| (index.wanted, call(name))).collect();
            let visibility = self.visibility(function.is_public);
            methods.push(Method {
                doc: function_doc(&function.doc),
                head: format!(
                    "{visibility}static long {}(int square, long occupied)",
                    function.name
                ),
                body: self.body(function, &given, tables),
            });
        }
        methods.extend(page.unions.iter().map(|union| Method {
            doc: function_doc(&union.doc),
            head: format!("{}static long {}(int square, long occupied)", self.visible, union.name),
            body: returned(&self.style, &union.value(OPERATORS.or, &PARAMETERS)),
        }));
        methods.extend(page.indices.iter().zip(&self.indices).map(|(index, name)| Method {
            doc: javadoc(2, &[Block::text(&index.doc.summary)]),
            head: format!("private static int {name}(int square, long occupied)"),
            body: self.body(index, &[], tables),
        }));
        methods.extend(page.scans.iter().map(|scan| self.scan(scan, tables)));
        methods
    }

    fn body(
        &self,
        function: &Function<'_>,
        given: &[(Value, Expr)],
        tables: &[Cells],
    ) -> Vec<String> {
        let (names, piece) = (&self.module.names, function.piece);
        let name = |field| reference(&names.type_name, &names.field(&piece.name, field));
        let dialect = Java::new(&piece.fields, name, tables);
        let writer = Writer { dialect: &dialect, style: &self.style, case: camel };
        statements(function.wanted(given, writer), "return ", WIDTH - 4)
    }

    fn scan(&self, scan: &Scan<'_>, tables: &[Cells]) -> Method {
        let width = scan.width;
        let kind = if width == 64 { "long" } else { "int" };
        let word = if width < 32 {
            format!("the bits, in the lowest {width}; those above make no difference")
        } else {
            "the bits".to_owned()
        };
        let blocks = [
            Block::text(&scan.summary),
            Block::Tag("@param word", word),
            Block::Tag("@return", format!("from 0 to {}; undefined for 0", width - 1)),
        ];
        let mut body = Vec::new();
        let mut parameter = "word";
        if width < 32 {
            // A byte or a short that is passed has been extended by its sign.
            parameter = "bits";
            let mask = Number::hex((1 << width) - 1, 1).into();
            let bits = Expr::binary(OPERATORS.and, Expr::name("word"), mask);
            body.push(format!("int bits = {};", self.style.text(&bits)));
        }
        let dialect = Java::scan(parameter, tables);
        let writer = Writer { dialect: &dialect, style: &self.style, case: camel };
        body.extend(statements(scan.wanted(writer), "return ", WIDTH - 4));
        Method {
            doc: javadoc(2, &blocks),
            head: format!("{}static int {}({kind} word)", self.visible, scan.name),
            body,
        }
    }

    /// Squares by rank, as many in a declaration as fit a line.
    pub(super) fn squares(&self) -> Vec<Member> {
        let mut members = Vec::new();
        for rank in &self.page.ranks {
            let doc = javadoc(2, &[Block::text(&rank.doc)]);
            let head = format!("{}static final int", self.visible);
            let mut text = String::new();
            for (name, bit) in &rank.squares {
                let square = format!("{name} = {bit}");
                if text.is_empty() {
                    text = format!("{head} {square}");
                } else if 2 + text.len() + 2 + square.len() < WIDTH {
                    text = format!("{text}, {square}");
                } else {
                    members.push(Member { doc: doc.clone(), text: format!("{text};") });
                    text = format!("{head} {square}");
                }
            }
            members.push(Member { doc, text: format!("{text};") });
        }
        members
    }

    /// The method that counts squares in files and ranks, and the list that it reads, where it needs one.
    pub(super) fn square(&mut self, square: &SquareFunction) -> (Method, Option<Array>) {
        let mut list = None;
        if let SquareFormula::List(bits) = &self.module.board.formula {
            let name = self.taken.name("BIT_INDICES");
            let doc = "Bit indices in the order a1, b1, ..., rank by rank.";
            let array = Array {
                doc: javadoc(2, &[Block::text(doc)]),
                head: format!("private static final byte[] {name}"),
                rows: int_rows(bits, 4, &[]),
                value: None,
            };
            list = Some((name, array));
        }
        let entry = |_: &str, place| match &list {
            Some((name, _)) => Expr::index(name.as_str(), place),
            None => place,
        };
        let value = square.value(&OPERATORS, ["file", "rank"], entry);
        let nowhere =
            if has_holes(&self.module.board) { "; undefined where there is no square" } else { "" };
        let last = |length: u8| length.saturating_sub(1);
        let file = format!("the file, from 0 for a to {}", last(square.width));
        let rank = format!("the rank, from 0 for rank 1 to {}", last(square.height));
        let blocks = [
            Block::text("Returns the square on a file and a rank."),
            Block::Tag("@param file", file),
            Block::Tag("@param rank", rank),
            Block::Tag("@return", format!("its bit index{nowhere}")),
        ];
        let method = Method {
            doc: javadoc(2, &blocks),
            head: format!("{}static int {}(int file, int rank)", self.visible, square.name),
            body: vec![format!("return {};", self.style.text(&value))],
        };
        (method, list.map(|(_, array)| array))
    }
}

/// For a comment: how the index that a factor leads to is computed, without its offset.
pub(super) fn index_code(piece: &PieceModule, factor: Field, style: &Style) -> Vec<String> {
    let program = &piece.program;
    let reads = |value: &Value| {
        program.needed(*value).into_iter().any(|of| program.op(of) == Op::Field(factor))
    };
    let mut named = program.values().filter(|value| program.name_of(*value) == Some("index"));
    let Some(value) = named.find(reads) else { return Vec::new() };
    let writer = Writer { dialect: &Java::plain(), style, case: camel };
    let wanted = Wanted { program, value, given: &[], names_calls: false, bounds: None, writer };
    // It stands two columns and the comment's mark to the right.
    statements(wanted, "int index = ", WIDTH - 5)
}
