//! Lookups, and their companions: functions that come with them.

use std::borrow::Cow;

use super::{Maker, UnitedLookups, WholeSet, prose};
use crate::render::prelude::*;
use magicgen_ir::WordCount;
use magicgen_lookup::model::UnionModule;

/// The value of a program that a function returns: its result, or this word of it.
fn returned(program: &Program, word: Option<u8>) -> Value {
    match (program.op(program.result), word) {
        (Op::Pack(pack), Some(word)) => pack.words()[usize::from(word)],
        _ => program.result,
    }
}

impl<'a> Maker<'a> {
    /// The functions that compute indices into filled tables, one per fill of each piece, in the order of fills.
    pub(super) fn indices(&mut self) -> Vec<Function<'a>> {
        let mut functions = Vec::new();
        for piece in self.module.pieces.iter().filter(|_| self.module.fills()) {
            for fill in &piece.fills {
                let line = fill.line.map(magicgen_board::Line::word);
                let words: Vec<&str> = [Some(piece.name.as_str()), line.as_deref(), Some("index")]
                    .into_iter()
                    .flatten()
                    .collect();
                let name = self.private(self.own_functions.function(&words));
                let doc = prose::index(self.module, self.beyond(), piece, fill);
                let wanted = self.place(piece, fill).map_or(fill.index, |(_, index)| index);
                functions.push(self.function(piece, name, doc, wanted));
            }
        }
        functions
    }

    /// The load that reads the entries of a fill, and the load's index, as values of the program that is printed;
    /// `None` if the module's own program is printed.
    pub(super) fn place(&self, piece: &PieceModule, fill: &Fill) -> Option<(Value, Value)> {
        self.pointed.get(self.number(piece))?.load(&piece.program, fill)
    }

    /// A private function that computes a value of a piece's lookup.
    fn function(
        &self,
        piece: &'a PieceModule,
        name: String,
        doc: FunctionDoc,
        wanted: Value,
    ) -> Function<'a> {
        let pointed = self.pointed.get(self.number(piece));
        let program = pointed.map_or(&piece.program, |pointed| &pointed.program);
        Function {
            name,
            doc,
            is_public: false,
            piece,
            program,
            wanted,
            fields: self.field_names(piece),
            loads: pointed.map_or(&[], |pointed| &pointed.loads),
            calls: Vec::new(),
            bounds: self.bounds(piece, program),
            lanes: None,
            cases: Vec::new(),
            case: None,
        }
    }

    /// The upper bounds of a program's values.
    fn bounds(&self, piece: &PieceModule, program: &Program) -> Bounds {
        Bounds::new(program, &piece.fields, &self.module.tables, self.module.board.indices)
    }

    /// A piece's lookup for each single square, if there is one.
    fn cases(&self, piece: &'a PieceModule, word: Option<u8>) -> Vec<Function<'a>> {
        // The cases differ in their programs alone.
        let Some((_, first)) = piece.cases.first() else { return Vec::new() };
        let lookup = self.printed(piece, first);
        let case = |(bit, program): &'a (Option<u8>, Program)| Function {
            case: Some(bit.map_or(Label::Other, Label::Square)),
            wanted: returned(program, word),
            program,
            bounds: self.bounds(piece, program),
            ..lookup.clone()
        };
        piece.cases.iter().map(case).collect()
    }

    /// A piece's lookup by another program: on vectors, or for one square. It reads no table through a pointer.
    fn printed(&self, piece: &'a PieceModule, program: &'a Program) -> Function<'a> {
        let doc = prose::lookup(self.module, self.beyond(), &piece.name);
        let bounds = self.bounds(piece, program);
        let name = self.lookup_name(piece, None);
        let lookup = self.function(piece, name, doc, piece.program.result);
        let (wanted, is_public) = (program.result, piece.is_public);
        Function { program, wanted, loads: &[], bounds, is_public, ..lookup }
    }

    pub(super) fn lookups(&self, indices: &[Function<'a>]) -> Vec<Function<'a>> {
        let lookup = |piece: &'a PieceModule, word: Option<u8>| {
            let own = indices.iter().filter(|index| std::ptr::eq(index.piece, piece));
            let pointed = self.pointed.get(self.number(piece));
            let program = pointed.map_or(&piece.program, |pointed| &pointed.program);
            let (name, result) = (self.lookup_name(piece, word), returned(program, word));
            let doc = self.lookup_doc(&piece.name, word);
            Function {
                is_public: piece.is_public,
                calls: own.map(|index| (index.wanted, index.name.clone())).collect(),
                lanes: piece.lanes.as_ref().map(|lanes| Box::new(self.printed(piece, lanes))),
                cases: self.cases(piece, word),
                ..self.function(piece, name, doc, result)
            }
        };
        let pieces = self.module.pieces.iter().filter(|_| self.module.emits(Part::Lookup));
        let each = pieces.flat_map(|piece| self.words().map(move |word| (piece, word)));
        each.map(|(piece, word)| lookup(piece, word)).collect()
    }

    /// The words of a set that have functions; `None` stands for the whole set.
    fn words(&self) -> impl Iterator<Item = Option<u8>> + use<> {
        let count = self.module.words_apart().map_or(1, WordCount::count);
        let is_apart = count > 1;
        (0..count).map(move |word| is_apart.then_some(word))
    }

    fn lookup_doc(&self, piece: &str, word: Option<u8>) -> FunctionDoc {
        let doc = prose::lookup(self.module, self.beyond(), piece);
        match word {
            None => doc,
            Some(word) => prose::of_word(&self.module.board, doc, word),
        }
    }

    pub(super) fn lookup_name(&self, piece: &PieceModule, word: Option<u8>) -> String {
        let name = self.name_of(&piece.name, word);
        if piece.is_public { name } else { (self.custom.private)(name) }
    }

    fn name_of(&self, lookup: &str, word: Option<u8>) -> String {
        self.of_word(&self.module.names.lookup(lookup), word)
    }

    /// The name of the function that returns a set, or this word of it.
    fn of_word(&self, whole: &str, word: Option<u8>) -> String {
        word.map_or_else(|| whole.to_owned(), |word| self.module.names.of_word(whole, word))
    }

    pub(super) fn unions(&self) -> Vec<Union> {
        let unions = self.module.unions.iter().filter(|_| self.module.emits(Part::Lookup));
        let item = |union: &UnionModule, word: Option<u8>| {
            let pieces = union.of.iter().map(|piece| &self.module.pieces[*piece]);
            Union {
                name: self.name_of(&union.name, word),
                doc: self.lookup_doc(&union.name, word),
                of: pieces.map(|piece| self.lookup_name(piece, word)).collect(),
            }
        };
        let each = unions.flat_map(|union| self.words().map(move |word| (union, word)));
        each.map(|(union, word)| item(union, word)).collect()
    }

    /// The functions of whole sets, if the others return words.
    pub(super) fn whole(&self) -> Vec<WholeSet> {
        let pieces = self.module.pieces.iter().filter(|piece| piece.is_public);
        let unions = self.module.unions.iter().map(|union| &union.name);
        let all = pieces.map(|piece| &piece.name).chain(unions);
        let all = all.filter(|_| self.module.emits(Part::Lookup));
        let lookups = all
            .map(|lookup| (self.name_of(lookup, None), self.lookup_doc(lookup, None), "attacks"));
        let sets = self.module.companions.iter().filter(|one| one.result == Outcome::Set);
        let companions = sets.map(|companion| {
            let name = companion.name.function(&self.module.names);
            (name, self.companion_doc(companion, None), "result")
        });
        let item = |(name, doc, array): (String, FunctionDoc, &'static str)| WholeSet {
            doc: prose::of_whole(self.module, doc, array),
            of: self.words().map(|word| self.of_word(&name, word)).collect(),
            name,
        };
        let is_apart = self.module.words_apart().is_some();
        lookups.chain(companions).filter(|_| is_apart).map(item).collect()
    }

    pub(super) fn united(&self) -> Vec<UnitedLookups<'a>> {
        let item = |united: &'a magicgen_lookup::model::United| {
            let pieces: Vec<_> = united.of.iter().map(|at| &self.module.pieces[*at]).collect();
            UnitedLookups {
                of: pieces.iter().map(|piece| self.lookup_name(piece, None)).collect(),
                function: Function { is_public: true, ..self.printed(pieces[0], &united.program) },
            }
        };
        let united = self.module.united.iter().filter(|_| self.module.emits(Part::Lookup));
        united.map(item).collect()
    }

    /// The clause on squares out of range.
    pub(super) fn beyond(&self) -> &'static str {
        match self.module.checks {
            Checks::None if self.module.fields == FieldStyle::Switch => NO_CASE,
            Checks::None => self.custom.beyond,
            Checks::Assert => self.custom.refused,
        }
    }

    /// The sentences about a companion, or about the function of this word.
    fn companion_doc(&self, companion: &Companion, word: Option<u8>) -> FunctionDoc {
        let Companion { parameters, returns, .. } = companion;
        let parameter = |argument: &Argument| ParameterDoc {
            name: argument.name.into(),
            what: argument.what.clone(),
            is_set: argument.parameter.kind != Type::Half,
        };
        let doc = FunctionDoc {
            result: companion.result,
            parameters: parameters.iter().map(parameter).collect(),
            ..FunctionDoc::new(&returns.short, returns.more, returns.result)
        };
        match word {
            None => doc,
            Some(word) => prose::of_word(&self.module.board, doc, word),
        }
    }

    pub(super) fn companions(&self) -> Vec<CompanionFunction<'a>> {
        let none = magicgen_ir::Fields::default();
        let made = |(companion, word): (&'a Companion, Option<u8>)| {
            let Companion { name, program, lanes, .. } = companion;
            let bounds = |program: &Program| Bounds::new(program, &none, &self.module.tables, 0);
            let program = match (self.custom.returns_pairs, companion.result) {
                (true, Outcome::Set) => Cow::Owned(Pointed::halved(program).program),
                _ => Cow::Borrowed(program),
            };
            CompanionFunction {
                name: self.of_word(&name.function(&self.module.names), word),
                doc: self.companion_doc(companion, word),
                companion,
                bounds: bounds(&program),
                wanted: returned(&program, word),
                program,
                lanes: lanes.as_ref().map(|lanes| (lanes, bounds(lanes))),
            }
        };
        let each = self.module.companions.iter().flat_map(|companion| {
            let is_set = companion.result == Outcome::Set;
            let words = if is_set { self.words().collect() } else { vec![None] };
            words.into_iter().map(move |word| (companion, word))
        });
        each.map(made).collect()
    }

    pub(super) fn scans(&self) -> Vec<Scan<'a>> {
        let none = magicgen_ir::Fields::default();
        let mut scans = Vec::new();
        for scan in &self.module.scans {
            let ScanModule { width, forward, reverse } = scan;
            for (program, direction, end) in
                [(forward, "forward", "least"), (reverse, "reverse", "most")]
            {
                let what = format!(
                    "the index of the {end} significant one bit of {width}, by a de Bruijn factor"
                );
                scans.push(Scan {
                    name: self.module.names.bit_scan(direction, *width),
                    end,
                    summary: format!("Returns {what}."),
                    what,
                    width: *width,
                    program,
                    bounds: Bounds::new(program, &none, &self.module.tables, 0),
                });
            }
        }
        scans
    }
}
