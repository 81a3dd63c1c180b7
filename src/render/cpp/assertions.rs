//! The header's static assertions about tables and lookups.

use super::item::{Item, WIDTH};
use super::view::Header;
use crate::render::prelude::*;

impl Header<'_> {
    /// Asserts the sizes of tables, and lookups if the compiler can compute them.
    pub(super) fn assertions(&self) -> Vec<Item> {
        let page = self.page();
        if !self.keys.asserts() {
            return Vec::new();
        }
        let printed = page.arrays.iter().filter(|array| array.kind == ArrayKind::Table);
        let printed = printed.map(|array| (&array.name, array.length() * array.storage.bytes()));
        let filled = page.filled.iter().map(|table| (&table.name, table.length * 8));
        let mut lines = Vec::new();
        for (name, bytes) in printed.chain(filled) {
            let size = Expr::call("sizeof", vec![self.outside(name).into()]);
            lines.extend(self.equal(size, Expr::decimal(bytes as u64)));
        }
        if self.has_computed_lookups() && self.set_words() == 1 {
            lines.extend(self.probes());
        }
        if lines.is_empty() { Vec::new() } else { vec![Item::new(Vec::new(), lines)] }
    }

    /// Lookups on the first square with no occupied square, and on the middle one with all squares occupied.
    fn probes(&self) -> Vec<String> {
        let page = self.page();
        let mut lines = Vec::new();
        let board = &page.module.board;
        let all = board.squares.iter().fold(0_u64, |set, (_, bit)| set | 1 << bit);
        let name = |bit: u8| {
            let mut named = page.ranks.iter().flat_map(|rank| &rank.squares);
            let named = named.find(|(_, other)| *other == bit);
            named.map_or_else(|| Expr::decimal(bit.into()), |(name, _)| name.as_str().into())
        };
        let probes = [(0, 0, Expr::decimal(0)), (board.squares.len() / 2, all, self.set(all))];
        for (at, occupied, written) in probes {
            let Some((_, bit)) = board.squares.get(at) else { continue };
            let mut probe = |lookup: &str, attacks: u64| {
                let call = Expr::call(lookup, vec![name(*bit), written.clone()]);
                lines.extend(self.equal(call, self.set(attacks)));
            };
            for lookup in page.lookups.iter().filter(|lookup| lookup.is_public) {
                probe(&lookup.name, lookup.piece.found(*bit, occupied));
            }
            for (union, of) in page.unions.iter().zip(&page.module.unions) {
                let pieces = of.of.iter().map(|piece| &page.module.pieces[*piece].walk);
                probe(&union.name, pieces.fold(0, |set, walk| set | walk.attacks(*bit, occupied)));
            }
        }
        lines
    }

    /// An assertion, on two lines if one is too long.
    fn equal(&self, left: Expr, right: Expr) -> Vec<String> {
        let equation = Expr::binary(Operator::left("=="), left, right);
        // Before C++17 `static_assert` needs a message.
        let end = if self.keys.is_old() { ", \"\");" } else { ");" };
        let mut line = Document::of("static_assert(");
        line.open(Breaks::All, None).append(&self.facts().style.chain(&equation)).text(end);
        line.lines(WIDTH)
    }
}
