//! Tables and lookups of an outline in; what the compiler checks of them out.

use super::item::{Item, WIDTH};
use super::view::Printer;
use crate::render::literal::Digits;
use crate::render::outline::ArrayKind;

impl Printer<'_> {
    /// Sizes of tables, and lookups that the compiler can compute.
    pub(super) fn assertions(&self) -> Vec<Item> {
        let outline = self.outline;
        let printed = outline.arrays.iter().filter(|array| array.kind == ArrayKind::Table);
        let printed =
            printed.map(|array| (&array.name, array.values.len() * array.storage.bytes()));
        let filled = outline.filled.iter().map(|table| &self.tables[table.index].0);
        let filled = filled.zip(&outline.filled).map(|(name, table)| (name, table.length * 8));
        let sizes = printed.chain(filled);
        let mut lines: Vec<String> = sizes
            .flat_map(|(name, bytes)| equal(&format!("sizeof({name})"), &bytes.to_string()))
            .collect();
        if self.lookup_kind() == "constexpr" {
            lines.extend(self.probes());
        }
        if lines.is_empty() { Vec::new() } else { vec![Item::new(Vec::new(), lines)] }
    }

    /// Lookups on the first square, alone, and on the middle one, hemmed in.
    fn probes(&self) -> Vec<String> {
        let outline = self.outline;
        let mut lines = Vec::new();
        let board = &outline.module.board;
        let all = board.squares.iter().fold(0_u64, |set, (_, bit)| set | 1 << bit);
        let name = |bit: u8| {
            let named = outline.ranks.iter().flat_map(|rank| &rank.squares);
            let named = named.clone().find(|(_, other)| *other == bit);
            named.map_or_else(|| bit.to_string(), |(name, _)| name.clone())
        };
        let probes = [
            (0, 0, "0".to_owned()),
            (board.squares.len() / 2, all, format!("0x{:016x}ULL", Digits(all))),
        ];
        for (at, occupied, written) in probes {
            let Some((_, bit)) = board.squares.get(at) else { continue };
            let mut probe = |lookup: &str, attacks: u64| {
                let call = format!("{lookup}({}, {written})", name(*bit));
                lines.extend(equal(&call, &format!("0x{:016x}ULL", Digits(attacks))));
            };
            for lookup in outline.lookups.iter().filter(|lookup| lookup.is_public) {
                probe(&lookup.name, lookup.piece.walk.attacks(*bit, occupied));
            }
            for (union, of) in outline.unions.iter().zip(&outline.module.unions) {
                let pieces = of.of.iter().map(|piece| &outline.module.pieces[*piece].walk);
                probe(&union.name, pieces.fold(0, |set, walk| set | walk.attacks(*bit, occupied)));
            }
        }
        lines
    }
}

/// An assertion, on two lines where it doesn't fit one.
fn equal(left: &str, right: &str) -> Vec<String> {
    let line = format!("static_assert({left} == {right});");
    if line.len() <= WIDTH {
        return vec![line];
    }
    vec![format!("static_assert({left} =="), format!("              {right});")]
}
