//! Lookup programs in; methods out.

use super::doc::{Block, WIDTH, javadoc, with_article};
use super::private::reference;
use super::statements::statements;
use super::syntax::{Cells, JavaSyntax};
use super::view::{Builder, Method};
use crate::model::{Field, Op, Part, PieceModule, Value, words};
use crate::render::expr::Expr;

impl Builder<'_> {
    /// Lookups, and the index methods that they share with the code that fills tables: a piece's, one a fill.
    pub(super) fn lookups(&self, indices: &[Vec<String>], tables: &[Cells]) -> Vec<Method> {
        let module = self.module;
        let mut methods = Vec::new();
        if module.emits(Part::Lookup) {
            for (piece, indices) in module.pieces.iter().zip(indices) {
                let body = self.lookup(piece, indices, tables);
                methods.push(self.lookup_method(&piece.name, piece.is_public, body));
            }
            for union in &module.unions {
                let calls = union.of.iter().map(|piece| {
                    format!(
                        "{}(square, occupied)",
                        module.names.lookup(&module.pieces[*piece].name)
                    )
                });
                let calls: Vec<String> = calls.collect();
                let mut text = vec![format!("return {};", calls.join(" | "))];
                if text[0].len() + 4 > WIDTH {
                    text = vec![format!("return {};", calls.join("\n        | "))];
                }
                methods.push(self.lookup_method(&union.name, true, text));
            }
        }
        for (piece, names) in module.pieces.iter().zip(indices) {
            for (fill, name) in piece.fills.iter().zip(names) {
                let place = if fill.is_row { "its row" } else { "the table" };
                let along =
                    fill.line.map(|line| format!(" along the {}", line.word())).unwrap_or_default();
                let text = format!(
                    "Returns the place of the {}'s attack set{along} in {place}.",
                    words(&piece.name)
                );
                let syntax = self.syntax(piece, tables);
                methods.push(Method {
                    doc: javadoc(2, &[Block::Text(text)]),
                    head: format!("private static int {name}(int square, long occupied)"),
                    body: statements(
                        &piece.program,
                        fill.index,
                        &[],
                        &syntax,
                        "return ",
                        WIDTH - 4,
                    ),
                });
            }
        }
        methods
    }

    fn lookup(&self, piece: &PieceModule, indices: &[String], tables: &[Cells]) -> Vec<String> {
        let call = |name: &String| Expr::atom(format!("{name}(square, occupied)"));
        let calls = piece.fills.iter().zip(indices).map(|(fill, name)| (fill.index, call(name)));
        let given: Vec<(Value, Expr)> = calls.collect();
        let (program, syntax) = (&piece.program, self.syntax(piece, tables));
        statements(program, program.result, &given, &syntax, "return ", WIDTH - 4)
    }

    fn lookup_method(&self, piece: &str, is_public: bool, body: Vec<String>) -> Method {
        let spoken = words(piece);
        let first = format!(
            "Returns the squares that {} attacks, the first blocker of each ray included.",
            with_article(&spoken)
        );
        let range = if self.has_gaps() {
            "one of the bit indices above; undefined for any other".to_owned()
        } else {
            format!("from 0 to {}; undefined for any other index", self.module.board.indices - 1)
        };
        let blocks = [
            Block::Text(first),
            Block::Tag("@param square", format!("the {spoken}'s square, {range}")),
            Block::Tag(
                "@param occupied",
                format!("the occupied squares; the {spoken}'s own makes no difference"),
            ),
            Block::Tag("@return", "the attacked squares".to_owned()),
        ];
        let name = self.module.names.lookup(piece);
        Method {
            doc: javadoc(2, &blocks),
            head: format!(
                "{}static long {name}(int square, long occupied)",
                self.visibility(is_public)
            ),
            body,
        }
    }

    fn syntax(&self, piece: &PieceModule, tables: &[Cells]) -> JavaSyntax {
        let names = &self.module.names;
        let name = |field| reference(&names.type_name, &names.field(&piece.name, field));
        JavaSyntax::new(&piece.fields, name, tables.to_vec())
    }
}

/// For a comment: how the index that a factor leads to is computed, without its offset.
pub(super) fn index_code(piece: &PieceModule, factor: Field) -> Vec<String> {
    let program = &piece.program;
    let reads = |value: &Value| {
        program.needed(*value).into_iter().any(|of| program.op(of) == Op::Field(factor))
    };
    let mut named = program.values().filter(|value| program.name_of(*value) == Some("index"));
    let Some(index) = named.find(reads) else { return Vec::new() };
    // It stands two columns and the comment's mark to the right.
    statements(program, index, &[], &JavaSyntax::plain(), "int index = ", WIDTH - 5)
}
