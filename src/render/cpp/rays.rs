//! The functions that walk rays: start-up code and the test.

use super::item::{Item, Part, command, comment, opening};
use super::view::{Header, Section};
use crate::render::prelude::*;

impl Header<'_> {
    /// The function that walks, with its head.
    pub(super) fn walker(&self) -> Option<Item> {
        let walk = self.page().walk.as_ref()?;
        Some(self.along_rays(Part::Walk, &walk.name, walk, &self.place()))
    }

    /// The parameters of a lookup.
    fn place(&self) -> [String; 2] {
        ["unsigned square".to_owned(), format!("{} occupied", self.bitboard())]
    }

    /// A function on rays and further parameters, with its head.
    fn along_rays(&self, part: Part, name: &str, walk: &RayFunction, place: &[String]) -> Item {
        let range = walk.has_range.then_some("int range");
        let rays = ["const Steps &steps", "const From &from"].into_iter().chain(range);
        let parameters: Vec<String> =
            rays.map(str::to_owned).chain(place.iter().cloned()).collect();
        let head = format!("{} {} {name}", self.inner_kind(), self.bitboard());
        Item::part(part, opening(&head, &parameters))
    }

    pub(super) fn fill_name(&self, fill: &FillLoop) -> String {
        let words: Vec<&str> = fill.words.iter().map(String::as_str).collect();
        self.page().module.names.function(&words)
    }

    pub(super) fn fill_functions(&self) -> Vec<Item> {
        let page = self.page();
        let Some(walk) = &page.walk else { return Vec::new() };
        let item = |fill: &FillLoop| {
            let walked = self.text(&self.walked(walk, &fill.rays, "subset"));
            let operator = if fill.is_or { "|=" } else { "=" };
            let [mask, array] = self.filled_from(fill);
            let lines = [
                format!("/// Stores the attack sets of the {}.", fill.owner),
                format!("{} void {}() noexcept {{", self.inline(), self.fill_name(fill)),
                format!("    const auto mask = {mask};"),
                format!("      const auto attacks = {walked};"),
                format!("      {array}[{}(square, subset)] {operator} attacks;", fill.index),
            ];
            Item::part(Part::Fill, lines.into())
        };
        page.fills.iter().map(item).collect()
    }

    /// The type of a test's result.
    pub(super) fn found(&self) -> String {
        let difference = self.difference();
        if self.keys.is_old() {
            difference.to_owned()
        } else {
            format!("std::optional<{difference}>")
        }
    }

    /// The test's doc comment.
    pub(super) fn test_doc() -> Vec<String> {
        let mut doc = comment(
            "Compares every lookup with rays walked, under every subset of relevant squares, with all other squares \
             empty and with all of them occupied.",
        );
        doc.push(String::new());
        doc.extend(command(
            "return",
            "the first difference, or nothing where all lookups are right",
        ));
        doc
    }

    /// The declarations of the test and of its result type.
    pub(super) fn test_declaration(&self) -> Vec<Item> {
        let declared = |test: &SelfTest<'_>| {
            let nodiscard = if self.keys.is_old() { "" } else { "[[nodiscard]] " };
            let line = format!("{nodiscard}{} {}();", self.found(), test.name);
            [Item::part(Part::Difference, Vec::new()), Item::new(Self::test_doc(), vec![line])]
        };
        self.page().self_test.iter().flat_map(declared).collect()
    }

    /// The items of the test in `detail`, then the test function.
    pub(super) fn test(&self) -> Vec<Section> {
        let page = self.page();
        let Some((walk, test)) = page.test() else { return Vec::new() };
        let mut name = |what: &str, spoken: &str| page.module.names.function(&[what, spoken]);
        let compared = self.compared((walk, test), &mut name);
        let (kind, set, place) = (self.inner_kind(), self.bitboard(), self.place());
        let function = |name: &str, parameters: &[String], value: &Expr| {
            let head = opening(&format!("{kind} {set} {name}"), parameters);
            Item::function(Vec::new(), head, &self.finished(value))
        };
        let mut walks = vec![self.along_rays(Part::Relevant, &test.relevant, walk, &place[..1])];
        for one in &compared {
            walks.push(function(&one.walker, &place, &one.walked));
            let squares = one.squares.iter();
            walks.extend(squares.map(|call| function(&one.relevant[0], &place[..1], call)));
        }
        let entries =
            compared.iter().flat_map(|Compared { spoken, lookup, walker, relevant, .. }| {
                let entry = |name| format!("    {{\"{spoken}\", {lookup}, {walker}, {name}}},");
                relevant.iter().map(entry).collect::<Vec<_>>()
            });
        walks.push(Item::part(Part::Comparisons, entries.collect()));
        let mut own = Vec::new();
        if !self.is_apart {
            own.push(Item::part(Part::Difference, Vec::new()));
        }
        let doc = if self.is_apart { Vec::new() } else { Self::test_doc() };
        own.push(Item::part(Part::SelfTest, Vec::new()).with(doc));
        vec![(true, walks), (false, own)]
    }
}
