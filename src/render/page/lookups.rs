//! Lookups, and their companions: functions that come with them.

use std::borrow::Cow;

use super::{Maker, UnitedLookups, prose};
use crate::render::prelude::*;

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
        let (tables, indices) = (&self.module.tables, self.module.board.indices);
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
            bounds: Bounds::new(program, &piece.fields, tables, indices),
            lanes: None,
            cases: Vec::new(),
            case: None,
        }
    }

    /// A piece's lookup for each single square, if there is one.
    fn cases(&self, piece: &'a PieceModule) -> Vec<Function<'a>> {
        let case = |(bit, program): &'a (Option<u8>, Program)| Function {
            case: Some(bit.map_or(Label::Other, Label::Square)),
            ..self.printed(piece, program)
        };
        piece.cases.iter().map(case).collect()
    }

    /// A piece's lookup by another program: on vectors, or for one square. It reads no table through a pointer.
    fn printed(&self, piece: &'a PieceModule, program: &'a Program) -> Function<'a> {
        let doc = prose::lookup(self.module, self.beyond(), &piece.name);
        let (tables, indices) = (&self.module.tables, self.module.board.indices);
        let bounds = Bounds::new(program, &piece.fields, tables, indices);
        let lookup = self.function(piece, self.lookup_name(piece), doc, piece.program.result);
        let (wanted, is_public) = (program.result, piece.is_public);
        Function { program, wanted, loads: &[], bounds, is_public, ..lookup }
    }

    pub(super) fn lookups(&self, indices: &[Function<'a>]) -> Vec<Function<'a>> {
        let lookup = |piece: &'a PieceModule| {
            let own = indices.iter().filter(|index| std::ptr::eq(index.piece, piece));
            let result = piece.program.result;
            let pointed = self.pointed.get(self.number(piece));
            let result = pointed.map_or(result, |pointed| pointed.program.result);
            let doc = prose::lookup(self.module, self.beyond(), &piece.name);
            Function {
                is_public: piece.is_public,
                calls: own.map(|index| (index.wanted, index.name.clone())).collect(),
                lanes: piece.lanes.as_ref().map(|lanes| Box::new(self.printed(piece, lanes))),
                cases: self.cases(piece),
                ..self.function(piece, self.lookup_name(piece), doc, result)
            }
        };
        let pieces = self.module.pieces.iter().filter(|_| self.module.emits(Part::Lookup));
        pieces.map(lookup).collect()
    }

    pub(super) fn lookup_name(&self, piece: &PieceModule) -> String {
        let name = self.module.names.lookup(&piece.name);
        if piece.is_public { name } else { (self.custom.private)(name) }
    }

    pub(super) fn unions(&self) -> Vec<Union> {
        let unions = self.module.unions.iter().filter(|_| self.module.emits(Part::Lookup));
        let lookup_names = |pieces: &[usize]| {
            pieces.iter().map(|piece| self.lookup_name(&self.module.pieces[*piece])).collect()
        };
        let item = |union: &magicgen_lookup::model::UnionModule| Union {
            name: self.module.names.lookup(&union.name),
            doc: prose::lookup(self.module, self.beyond(), &union.name),
            of: lookup_names(&union.of),
        };
        unions.map(item).collect()
    }

    pub(super) fn united(&self) -> Vec<UnitedLookups<'a>> {
        let item = |united: &'a magicgen_lookup::model::United| {
            let pieces: Vec<_> = united.of.iter().map(|at| &self.module.pieces[*at]).collect();
            UnitedLookups {
                of: pieces.iter().map(|piece| self.lookup_name(piece)).collect(),
                function: Function { is_public: true, ..self.printed(pieces[0], &united.program) },
            }
        };
        self.module.united.iter().map(item).collect()
    }

    /// The clause on squares out of range.
    pub(super) fn beyond(&self) -> &'static str {
        match self.module.checks {
            Checks::None if self.module.fields == FieldStyle::Switch => NO_CASE,
            Checks::None => self.custom.beyond,
            Checks::Assert => self.custom.refused,
        }
    }

    pub(super) fn companions(&self) -> Vec<CompanionFunction<'a>> {
        let none = magicgen_ir::Fields::default();
        let made = |companion: &'a Companion| {
            let Companion { name, parameters, program, lanes, returns, .. } = companion;
            let bounds = |program: &Program| Bounds::new(program, &none, &self.module.tables, 0);
            let parameter = |argument: &Argument| ParameterDoc {
                name: argument.name,
                what: argument.what.clone(),
                is_set: argument.parameter.kind == Type::Word,
            };
            let program = match (self.custom.returns_pairs, companion.result) {
                (true, Outcome::Set) => Cow::Owned(Pointed::halved(program).program),
                _ => Cow::Borrowed(program),
            };
            CompanionFunction {
                name: name.function(&self.module.names),
                doc: FunctionDoc {
                    result: companion.result,
                    parameters: parameters.iter().map(parameter).collect(),
                    ..FunctionDoc::new(&returns.short, returns.more, returns.result)
                },
                companion,
                bounds: bounds(&program),
                program,
                lanes: lanes.as_ref().map(|lanes| (lanes, bounds(lanes))),
            }
        };
        self.module.companions.iter().map(made).collect()
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
