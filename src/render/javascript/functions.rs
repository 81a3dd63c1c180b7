//! The comments and the first lines of a file's functions.

use super::heading::Heading;
use super::view::File;
use crate::render::prelude::*;

impl<'a> File<'a> {
    /// The heading of a private function.
    pub(super) fn own(&self, name: &str, summary: &str) -> Heading<'a> {
        Heading::new(self.keys, format!("function {name}"), summary)
    }

    /// The comment and the first line of a function that calls lookups; `piece` is the type of its piece parameter, if
    /// any.
    pub(super) fn beside(
        &self,
        name: &str,
        doc: &'a FunctionDoc,
        kind: &'a str,
        piece: &'a str,
    ) -> Vec<String> {
        let Some(heading) = self.heading_beside(name, doc, kind, piece) else { return Vec::new() };
        let end = if self.is_declared { ";" } else { " {" };
        [heading.doc(), self.overloads(&heading, name), heading.head(end)].concat()
    }

    /// The heading of a function that calls lookups.
    fn heading_beside(
        &self,
        name: &str,
        doc: &'a FunctionDoc,
        kind: &'a str,
        piece: &'a str,
    ) -> Option<Heading<'a>> {
        let [.., square, occupied] = &doc.parameters[..] else { return None };
        let start = format!("{}function {name}", self.export(true));
        let mut heading = Heading::new(self.keys, start, &doc.summary);
        if !piece.is_empty() {
            heading = heading.with("piece", piece, "the piece");
        }
        let heading = heading.on(&square.what, &occupied.what);
        Some(if piece.is_empty() && self.keys.has_out() {
            heading.into_array("rook", "those of the rook").into_array("bishop", "the bishop's")
        } else {
            heading.giving(kind, &*doc.returns)
        })
    }

    /// The first lines of a function's overloads: on the user's types, then on numbers.
    pub(super) fn overloads(&self, heading: &Heading<'_>, name: &str) -> Vec<String> {
        if self.keys.types.need_code() {
            return Vec::new();
        }
        let own = heading.overload(&self.page().typed(), name);
        let plain = if own.is_empty() { Vec::new() } else { heading.head(";") };
        [own, plain].concat()
    }

    /// The methods of the object of functions on the user's types. Types that are numbers need only overloads.
    pub(super) fn own_methods(&self) -> Vec<Vec<String>> {
        let page = self.page();
        if !self.keys.types.need_code() {
            return Vec::new();
        }
        let [_, piece_of] = &self.typed;
        let heading = |function: &TypedFunction<'a>| {
            if let Some(item) = function.item {
                return Some(self.heading(item));
            }
            let pair = page.pair.iter().map(|pair| (&pair.name, &pair.doc, &*pair.kind, ""));
            let choice = page.choice.iter();
            let set = self.keys.bitboard();
            let choice = choice.map(|choice| (&choice.name, &choice.doc, set, &*choice.kind));
            let mut both = pair.chain(choice);
            let (name, doc, kind, piece) = both.find(|(name, ..)| *name == function.name)?;
            self.heading_beside(name, doc, kind, piece)
        };
        let functions = page.typed().into_iter();
        functions
            .filter_map(|function| heading(&function)?.own_method(&function, piece_of))
            .collect()
    }

    /// The line that imports the user's types. Only a class that the file makes and an enumeration are values.
    pub(super) fn import(&self) -> Option<String> {
        let types = &self.keys.types;
        let OwnTypes { square, bitboard, include, bitboard_value, .. } = types;
        let made = bitboard.as_deref().filter(|_| bitboard_value.is_some());
        let values = [made, types.piece()];
        let names = [square.as_deref(), bitboard.as_deref(), types.piece()];
        let mut names: Vec<&str> = names.into_iter().flatten().collect();
        names.sort_unstable();
        names.dedup();
        let import = include.as_ref().filter(|_| !self.page().typed().is_empty())?;
        let has_value = values.iter().any(Option::is_some);
        let modifier = if has_value { "" } else { "type " };
        let inner = |name: &str| {
            let is_type = has_value && !values.contains(&Some(name));
            if is_type { format!("type {name}") } else { name.to_owned() }
        };
        let names: Vec<String> = names.into_iter().map(inner).collect();
        Some(format!("import {modifier}{{ {} }} from \"{import}\";", names.join(", ")))
    }

    /// The heading's lines of the function that walks rays.
    pub(super) fn walking(&self, walk: &RayFunction, has_words: bool) -> Vec<String> {
        let keys = if has_words { self.keys } else { &self.halved };
        let summary = "Follows each ray to its first blocker, that one included.";
        let heading = Heading::new(keys, format!("function {}", walk.name), summary);
        let heading = heading.along(walk).on("where they begin", "the occupied squares");
        heading.returning(keys.bitboard(), "what is reached").lines()
    }

    /// The heading's lines of the function that fills a table.
    pub(super) fn filling_head(&self, walk: &RayFunction) -> Vec<String> {
        let summary = "Stores what is walked under every subset of every mask.";
        let heading = Heading::new(&self.halved, format!("function {}", self.fill), summary);
        let heading = heading.with("table", self.keys.bitboards(), "what is filled");
        let heading = heading.with("masks", "Uint32Array", "relevant occupancy masks by square");
        heading.along(walk).with("index", self.keys.index(), "places").lines()
    }

    pub(super) fn heading(&self, item: Item<'_>) -> Heading<'a> {
        let has_words = self.keys.has_words();
        let start = format!("{}function {}", self.export(item.is_public()), item.name());
        let heading =
            |summary: &str| Heading::new(self.keys, start, summary).of_words(self.set_words());
        match item {
            Item::Square(square) => {
                // The sentence on the range of file and rank is in the parameters' tags instead.
                let is_said = |at: usize| at != 1 || !self.keys.jsdoc;
                let doc = square.doc.iter().enumerate().filter(|(at, _)| is_said(*at));
                let summary: Vec<&str> = doc.map(|(_, sentence)| sentence.as_str()).collect();
                let counted = |first: &str, count: u8| {
                    format!("counted from 0 for {first} to {}", count.saturating_sub(1))
                };
                heading(&summary.join(" "))
                    .with("file", "number", counted("a", square.width))
                    .with("rank", "number", counted("rank 1", square.height))
                    .returning("number", "the bit index")
            }
            Item::Lookup(Function { doc, .. })
            | Item::Index(Function { doc, .. })
            | Item::Union(Union { doc, .. }) => {
                let is_place = matches!(item, Item::Index(_));
                let kind = if is_place { "number" } else { self.keys.bitboard() };
                let [square, occupied] = [0, 1].map(|at| doc.parameters[at].what.as_str());
                heading(&doc.summary).on(square, occupied).giving(kind, doc.returns.clone())
            }
            Item::Companion(function) => {
                let doc = &function.doc;
                let kind = match function.companion.result {
                    Outcome::Set => self.keys.bitboard(),
                    Outcome::Number => "number",
                    Outcome::Direction => {
                        self.page().enumeration(function).map_or("number", |one| &one.kind)
                    }
                    Outcome::Truth => "boolean",
                };
                let given = doc.parameters.iter().fold(heading(&doc.summary), Heading::given);
                given.giving(kind, doc.returns.clone())
            }
            Item::Scan(scan) => {
                let (doc, bits) =
                    (heading(&scan.summary), "the bits; the result is undefined for 0");
                let low = "bits 0 to 31; the result is undefined where all are 0";
                let doc = match (scan.width, has_words) {
                    (64, true) => doc.with("word", "bigint", bits),
                    (64, false) => {
                        doc.with("lo", "number", low).with("hi", "number", "bits 32 to 63")
                    }
                    _ => doc.with("word", "number", bits),
                };
                doc.returning("number", "the index, from 0")
            }
            Item::Bytes(_) | Item::Bits(_) => {
                let what = if matches!(item, Item::Bits(_)) { "bits" } else { "bytes" };
                let kind = if has_words { "bigint" } else { "number" };
                let bits = format!("{} bits", self.facts().set_bits);
                heading(&format!("Returns {bits} with their {what} in the opposite order."))
                    .with(self.words().turned[0], kind, bits)
                    .returning(kind, "the bits turned round")
            }
        }
    }
}
