//! Finds the lookups in a function, and the arguments of the calls that replace them.

use std::ops::Range;

use super::{Argument, Call, Change, Judge, Kept};
use crate::adopt::code::{
    BlankedSource, EngineIndex, EngineLookup, IndexWays, SourceExpr, SourceNode, expression,
};
use crate::adopt::functions::SourceFunction;
use crate::adopt::types::{TypeForm, is_wide, places};
use magicgen_read::Slider;

/// The lookups in a function that calls replace.
#[derive(Default)]
pub(super) struct FoundLookups {
    pub(super) calls: Vec<(Range<usize>, Call)>,
    /// The table of each.
    pub(super) tables: Vec<(Slider, String)>,
    pub(super) kept: Vec<Kept>,
}

/// A function that is one lookup.
pub(super) struct WholeLookup {
    pub(super) change: Change,
    pub(super) table: (Slider, String),
}

/// Whether a table has attack sets, or else a reason.
type IsSet<'s> = &'s dyn Fn(&str) -> Result<(), String>;

impl Judge<'_> {
    /// The lookups in a function that can be replaced in place, or a reason why one of them can't.
    pub(super) fn parts(
        &self,
        source: &BlankedSource,
        function: &SourceFunction,
        is_set: IsSet<'_>,
    ) -> Result<FoundLookups, Option<String>> {
        let mut parts = FoundLookups::default();
        for value in source.expressions(function).map_err(|_| None)? {
            for (whole, lookup) in self.recognizer.lookups(&value) {
                let line = source.line(whole.span.start);
                if let IndexWays::Pext = lookup.hash.ways {
                    parts.kept.push((line, "its lookup by PEXT stays".to_owned()));
                    continue;
                }
                if lookup.is_addressed {
                    return Err(Some(format!("line {line} uses the address of a table's entry")));
                }
                let call = self.call(source, function, (&whole, &lookup), is_set)?;
                parts.tables.push((call.piece, lookup.table));
                parts.calls.push((whole.span, call));
            }
        }
        let body = function.body.clone();
        for array in self.arrays {
            let mut others =
                places(&source.text[body.clone()], &array.name).map(|at| at + body.start);
            let is_kept = |at: &usize| !parts.calls.iter().any(|(place, _)| place.contains(at));
            if let Some(at) = others.find(is_kept).filter(|_| !parts.calls.is_empty()) {
                let why = format!("its other use of `{}` stays", array.name);
                parts.kept.push((source.line(at), why));
            }
        }
        Ok(parts)
    }

    /// A function that is one lookup in several statements, with the text around the lookup in its result.
    pub(super) fn whole(
        &self,
        source: &BlankedSource,
        function: &SourceFunction,
        is_set: IsSet<'_>,
    ) -> Result<Option<WholeLookup>, String> {
        let Some(straight) = source.straight(function) else {
            // Each of its results is the same lookup.
            let value = source.value(function, &function.variables(), None);
            let found = value.ok().and_then(|value| Some((self.recognizer.lookup(&value)?, value)));
            let Some((lookup, value)) = found else { return Ok(None) };
            is_set(&lookup.table)?;
            if lookup.hash.ways != IndexWays::Factor {
                return Err("a call would lose its lookup by PEXT".to_owned());
            }
            if !source.has_no_calls(function) {
                return Err("it computes more than its lookup".to_owned());
            }
            let call = self.call(source, function, (&value, &lookup), is_set)?;
            let table = (call.piece, lookup.table);
            let change = Change::Whole(Box::new(call), Default::default());
            return Ok(Some(WholeLookup { change, table }));
        };
        let result = &straight.written;
        let is_lookup = |part: &SourceExpr| self.recognizer.lookup(&straight.value(part)?);
        let found = result.outermost(&is_lookup);
        let [(part, lookup)] = found.as_slice() else { return Ok(None) };
        if !straight.needs_all(part, &result.names_outside(part)) {
            return Err("it computes more than its lookup".to_owned());
        }
        match lookup.hash.ways {
            IndexWays::Pext => return Ok(None),
            _ if lookup.is_addressed => return Ok(None),
            _ => {}
        }
        let Some(value) = straight.value(part) else { return Ok(None) };
        let call = self.call(source, function, (&value, lookup), is_set)?;
        let table = (call.piece, lookup.table.clone());
        let text = &self.files[source.file].text;
        let mut around = [
            text[result.span.start..part.span.start].to_owned(),
            text[part.span.end..result.span.end].to_owned(),
        ];
        if let Some(field) = result.shorthand(part) {
            around[0] = format!("{}{field}: ", around[0]);
        }
        Ok(Some(WholeLookup { change: Change::Whole(Box::new(call), around), table }))
    }

    /// The call that replaces a lookup.
    fn call(
        &self,
        source: &BlankedSource,
        function: &SourceFunction,
        (value, lookup): (&SourceExpr, &EngineLookup),
        is_set: IsSet<'_>,
    ) -> Result<Call, String> {
        let EngineLookup { hash, table, .. } = lookup;
        // Table, mask, factor and shift are those of the engine, and no variables.
        let arguments = [hash.square.names(), hash.occupied.names()].concat();
        let variables = source.variables(function);
        let is_variable =
            |name: &&str| !arguments.contains(name) && variables.iter().any(|other| other == name);
        if let Some(name) = value.value_names().into_iter().find(is_variable) {
            return Err(format!("its lookup depends on `{}`", name.trim_start_matches('%')));
        }
        let piece = self.piece(source, function, hash)?;
        is_set(table)?;
        let pext = match hash.ways {
            IndexWays::Both => {
                let lost = || "a call would lose its lookup by PEXT".to_owned();
                Some(self.pext_condition(function).ok_or_else(lost)?)
            }
            _ => None,
        };
        let unknown = || "the types around its lookup aren't known".to_owned();
        let made = self.made(source, function, hash, table).ok_or_else(unknown)?;
        let written = |one: &SourceExpr| self.written(source, function, one).ok_or_else(unknown);
        let mut occupied = written(&hash.occupied)?;
        if let Some(kind) = &occupied.kind
            && let TypeForm::Own { number: Some(number), .. } = self.form(source, kind)
            && !number.is_empty()
        {
            occupied = Argument { text: occupied.text + &number, kind: None };
        }
        let mut square = written(&hash.square)?;
        if let Some(kind) = &square.kind
            && let TypeForm::Own { number: Some(number), .. } = self.form(source, kind)
        {
            // The number may have any type.
            square = Argument { text: square.text + &number, kind: Some(String::new()) };
        }
        Ok(Call { piece, square, occupied, made, pext })
    }

    /// The text around a call that makes a value of the type of a table's entries: `Some(None)` for none, `None` if it isn't
    /// known and the language has no conversions.
    #[expect(clippy::option_option, reason = "no text, and an unknown one")]
    fn made(
        &self,
        source: &BlankedSource,
        function: &SourceFunction,
        hash: &EngineIndex,
        table: &str,
    ) -> Option<Option<[String; 2]>> {
        let is_strict = self.language.calls.occupied.is_some();
        let entry = self.types.entry(source.lang, table);
        let is_word = self.types.of_array(table.rsplit('.').next()?).any(is_wide);
        // Without the declaration, the result of a function that is a lookup has the type of the entries.
        let is_whole = source.value(function, &function.variables(), None).is_ok_and(|value| {
            self.recognizer.lookup(&value).is_some_and(|lookup| lookup.hash.square == hash.square)
        });
        let kind =
            entry.or(Some(function.result.as_str()).filter(|kind| is_whole && !kind.is_empty()));
        match kind.map(|kind| self.form(source, kind)) {
            Some(TypeForm::Own { makes, .. }) => makes.map(Some),
            Some(TypeForm::Word) => Some(None),
            _ if is_word || !is_strict => Some(None),
            Some(TypeForm::Unknown) if is_whole => {
                let kind = kind.unwrap_or_default();
                Some(Some([format!("{kind}("), ")".to_owned()]))
            }
            _ => None,
        }
    }

    fn form(&self, source: &BlankedSource, kind: &str) -> TypeForm {
        self.types.form(source.lang, kind, source.file)
    }

    /// An expression as it is written in a function, with its type where it is a parameter; `None` if it stands elsewhere.
    fn written(
        &self,
        source: &BlankedSource,
        function: &SourceFunction,
        one: &SourceExpr,
    ) -> Option<Argument> {
        let text = one.written(&|part| {
            let is_inside =
                function.body.start <= part.span.start && part.span.end <= function.body.end;
            let again = expression(source, function, part.span.clone());
            let is_same = is_inside && again.is_ok_and(|again| again == *part);
            is_same.then(|| self.files[source.file].text[part.span.clone()].to_owned())
        })?;
        if let SourceNode::Cast(kind, _) = &one.node {
            return Some(Argument { text, kind: Some(kind.clone()) });
        }
        let parameter = function.parameters.iter().flatten().find(|one| one.name == text);
        let kind =
            parameter.map(|parameter| parameter.kind.clone()).filter(|kind| !kind.is_empty());
        Some(Argument { text, kind })
    }
}
