//! Lookup programs in; methods out.

use super::doc::{Block, WIDTH, javadoc, with_article};
use super::private::reference;
use super::syntax::{JavaSyntax, statements};
use super::view::{Builder, Method, ROLES};
use crate::model::{Case, Part, PieceModule, Value, words};
use crate::render::expr::body;

impl Builder<'_> {
    /// Lookups, and the index methods that they share with the code that fills tables.
    pub(super) fn lookups(&self, indices: &[String], tables: &[String]) -> Vec<Method> {
        let module = self.module;
        let mut methods = Vec::new();
        if module.emits(Part::Lookup) {
            for (at, piece) in module.pieces.iter().enumerate() {
                let body = self.lookup(piece, &tables[piece.table], indices.get(at));
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
        for (piece, name) in module.pieces.iter().zip(indices) {
            let Some((_, index)) = piece.program.load() else { continue };
            let spoken = words(&piece.name);
            let text = match module.table(piece).piece {
                None => format!("Returns the place of the {spoken}'s attack set in the table."),
                Some(_) => format!("Returns the place of the {spoken}'s attack set in its row."),
            };
            methods.push(Method {
                doc: javadoc(2, &[Block::Text(text)]),
                head: format!("private static int {name}(int square, long occupied)"),
                body: self.program(piece, index, ""),
            });
        }
        methods
    }

    fn lookup(&self, piece: &PieceModule, table: &str, index: Option<&String>) -> Vec<String> {
        let Some(name) = index
            .filter(|_| piece.program.load().is_some_and(|(load, _)| load == piece.program.result))
        else {
            return self.program(piece, piece.program.result, table);
        };
        let row = if self.module.table(piece).piece.is_some() { "[square]" } else { "" };
        vec![format!("return {table}{row}[{name}(square, occupied)];")]
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

    /// The statements that return `wanted`.
    fn program(&self, piece: &PieceModule, wanted: Value, table: &str) -> Vec<String> {
        let class = &self.module.names.type_name;
        let fields = ROLES.map(|(_, role)| {
            format!("{}[square]", reference(class, &self.module.names.table(&piece.name, role)))
        });
        let syntax = JavaSyntax { fields, table: table.to_owned() };
        fitting(WIDTH - 4, |long| {
            let body = body(&piece.program, wanted, &syntax, &camel, long);
            statements(body, |result| format!("return {result};"))
        })
    }
}

/// A variable's name.
fn camel(name: &str) -> String {
    Case::Camel.join(&[name])
}

/// Statements, with variables more where lines would be too long.
fn fitting(width: usize, write: impl Fn(bool) -> Vec<String>) -> Vec<String> {
    let short = write(false);
    if short.iter().any(|line| line.len() > width) { write(true) } else { short }
}

/// For a comment: how a piece's index is computed, without its offset.
pub(super) fn index_code(piece: &PieceModule) -> Vec<String> {
    let program = &piece.program;
    let Some(index) = program.values().find(|value| program.name_of(*value) == Some("index"))
    else {
        return Vec::new();
    };
    // It stands two columns and the comment's mark to the right.
    fitting(WIDTH - 5, |long| {
        let body = body(program, index, &JavaSyntax::plain(), &camel, long);
        statements(body, |result| format!("int index = {result};"))
    })
}
