//! Finds the lookups in a function, and the arguments of the calls that replace them.

use std::ops::Range;

use super::pext::own_condition;
use super::{Argument, Call, Change, Judge, Kept, PextCondition};
use crate::adopt::code::{
    BlankedSource, EngineIndex, EngineLookup, IndexWays, SourceExpr, SourceNode, expression,
    implemented,
};
use crate::adopt::functions::{SourceFunction, closing};
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

/// A function of lookups in several statements.
pub(super) struct WholeLookup {
    pub(super) change: Change,
    /// The table of each.
    pub(super) tables: Vec<(Slider, String)>,
}

/// The reason why a function that uses PEXT under a condition stays.
const LOST: &str = "a call would lose its lookup by PEXT";

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
        // Around a loop, each lookup in one expression is understood.
        let expressions = source.expressions(function);
        let is_scanned = expressions.is_err();
        let found: Vec<Vec<(SourceExpr, EngineLookup)>> = match expressions {
            Ok(all) => all.iter().map(|value| self.recognizer.lookups(value)).collect(),
            Err(_) if function.parameters.is_none() || !source.has_loop(function) => {
                return Err(None);
            }
            Err(_) => vec![source.scanned(function, &self.recognizer)],
        };
        for found in found {
            for (whole, lookup) in found {
                let line = source.line(whole.span.start);
                if let IndexWays::Pext = lookup.hash.ways {
                    parts.kept.push((line, "its lookup by PEXT stays".to_owned()));
                    continue;
                }
                if lookup.is_addressed {
                    return Err(Some(format!("line {line} uses the address of a table's entry")));
                }
                if let Some(why) = Self::own_data(source, function, (&whole, &lookup), is_scanned) {
                    parts.kept.push((line, why));
                    continue;
                }
                let call = self.call(source, function, (&whole, &lookup), is_set)?;
                parts.tables.push((call.piece, lookup.table));
                parts.calls.push((bare_place(source, whole.span), call));
            }
        }
        let (body, inner) = (function.body.clone(), source.inside(function));
        for array in self.arrays {
            let mut others =
                places(&source.text[body.clone()], &array.name).map(|at| at + body.start);
            let is_kept = |at: &usize| {
                !parts.calls.iter().any(|(place, _)| place.contains(at))
                    && !inner.iter().any(|body| body.contains(at))
            };
            if let Some(at) = others.find(is_kept).filter(|_| !parts.calls.is_empty()) {
                let why = format!("its other use of `{}` stays", array.name);
                parts.kept.push((source.line(at), why));
            }
        }
        Ok(parts)
    }

    /// The reason why a lookup in a function that isn't understood whole may read other data than the engine's: a
    /// variable, or an array that the function changes.
    fn own_data(
        source: &BlankedSource,
        function: &SourceFunction,
        (whole, lookup): (&SourceExpr, &EngineLookup),
        is_scanned: bool,
    ) -> Option<String> {
        let arguments = [lookup.hash.square.names(), lookup.hash.occupied.names()].concat();
        let names =
            whole.roots().into_iter().filter(|name| is_scanned && !arguments.contains(name));
        let values = whole.value_names();
        names.into_iter().find_map(|name| {
            if values.contains(&name) && source.declares(function, name) {
                return Some(format!("its lookup depends on `{name}`"));
            }
            source.changes(function, name).then(|| format!("it changes `{name}`"))
        })
    }

    /// A function of lookups in several statements, with the text around them in its result.
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
            let pext = match lookup.hash.ways {
                IndexWays::Factor => None,
                _ => Some(own_condition(source, function).ok_or_else(|| LOST.to_owned())?),
            };
            if !source.has_no_calls(function) {
                return Err("it computes more than its lookup".to_owned());
            }
            let lookup = EngineLookup {
                hash: EngineIndex { ways: IndexWays::Factor, ..lookup.hash },
                ..lookup
            };
            let call = self.call(source, function, (&value, &lookup), is_set)?;
            let call = Call { pext, ..call };
            let tables = vec![(call.piece, lookup.table)];
            let change = Change::Whole(String::new(), vec![(call, String::new())]);
            return Ok(Some(WholeLookup { change, tables }));
        };
        let result = &straight.written;
        let is_lookup = |part: &SourceExpr| self.recognizer.lookup(&straight.value(part)?);
        let found = result.outermost(&is_lookup);
        if found.is_empty() {
            return Ok(None);
        }
        let parts: Vec<&SourceExpr> = found.iter().map(|(part, _)| part).collect();
        if !straight.needs_all(&parts, &result.names_outside(&parts)) {
            return Err("it computes more than its lookup".to_owned());
        }
        if found.iter().any(|(_, one)| one.is_addressed || one.hash.ways == IndexWays::Pext) {
            return Ok(None);
        }
        let (mut calls, mut tables) = (Vec::new(), Vec::new());
        for (part, lookup) in &found {
            let Some(value) = straight.value(part) else { return Ok(None) };
            let call = match self.call(source, function, (&value, lookup), is_set) {
                Err(_) if found.len() > 1 => return Ok(None),
                call => call?,
            };
            // Its statements are no expression that the engine's constant could choose.
            let is_lost = match call.pext {
                Some(PextCondition::Constant(_)) => true,
                Some(PextCondition::Line { .. }) => found.len() > 1,
                None => false,
            };
            if is_lost {
                return Err(LOST.to_owned());
            }
            tables.push((call.piece, lookup.table.clone()));
            calls.push(call);
        }
        let text = &self.files[source.file].text;
        let ends = parts.iter().map(|part| part.span.end);
        let next = parts.iter().skip(1).map(|part| part.span.start);
        let behind =
            ends.zip(next.chain([result.span.end])).map(|(from, to)| text[from..to].to_owned());
        let mut first = text[result.span.start..parts[0].span.start].to_owned();
        if let Some(field) = result.shorthand(parts[0]) {
            first = format!("{first}{field}: ");
        }
        let change = Change::Whole(first, calls.into_iter().zip(behind).collect());
        Ok(Some(WholeLookup { change, tables }))
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
                let is_fit = |condition: &PextCondition| {
                    matches!(condition, PextCondition::Line { .. })
                        || !self.language.calls.either.is_empty()
                };
                let condition = self.pext_condition(function).filter(is_fit);
                Some(condition.ok_or_else(|| LOST.to_owned())?)
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
        let square = self.types.number(source, written(&hash.square)?).ok_or_else(unknown)?;
        let made = made.or_else(|| self.signed(source, table));
        // C# doesn't convert signed words by itself.
        if source.lang == "csharp" && occupied.kind.as_deref() == Some("long") {
            occupied = Argument { text: format!("(ulong){}", occupied.text), kind: None };
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
        let kinds = || self.types.of_array(table.rsplit('.').next().unwrap_or_default());
        let is_word = kinds().any(is_wide);
        // Without the declaration, the result of a function that is a lookup has the type of the entries.
        let is_whole = source.value(function, &function.variables(), None).is_ok_and(|value| {
            self.recognizer.lookup(&value).is_some_and(|lookup| lookup.hash.square == hash.square)
        });
        let result = Some(function.result.as_str()).filter(|kind| is_whole && !kind.is_empty());
        // The entries of a container of the engine: `Map<Vec<Bitboard>>`.
        let is_part = |kind: &&str| kinds().any(|all| places(all, kind).next().is_some());
        let kind = result.filter(is_part).or(entry).or(result);
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

    /// The text around a call in C# that makes an entry of a table of signed words.
    fn signed(&self, source: &BlankedSource, table: &str) -> Option<[String; 2]> {
        let is_signed = self.types.entry(source.lang, table) == Some("long");
        (is_signed && source.lang == "csharp").then(|| ["(long)".to_owned(), String::new()])
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
        let is_inside = |part: &SourceExpr| {
            function.body.start <= part.span.start && part.span.end <= function.body.end
        };
        // An arrow isn't a dot.
        let has_arrows = matches!(source.lang, "c" | "cpp");
        if has_arrows && !one.span.is_empty() && !is_inside(one) {
            return None;
        }
        let text = one.written(&|part| {
            if !is_inside(part) {
                return None;
            }
            let again = expression(source, function, part.span.clone());
            let is_same = again.is_ok_and(|again| again == *part);
            is_same.then(|| self.files[source.file].text[part.span.clone()].to_owned())
        })?;
        if let SourceNode::Cast(kind, _) = &one.node {
            return Some(Argument { text, kind: Some(kind.clone()) });
        }
        if text == "self"
            && let Some(kind) = implemented(source, function)
        {
            return Some(Argument { text, kind: Some(kind.to_owned()) });
        }
        let parameter = function.parameters.iter().flatten().find(|one| one.name == text);
        let kind =
            parameter.map(|parameter| parameter.kind.clone()).filter(|kind| !kind.is_empty());
        Some(Argument { text, kind })
    }
}

/// The place of an expression without brackets around it, or with the `unsafe` of a block that it is alone in.
fn bare_place(source: &BlankedSource, mut place: Range<usize>) -> Range<usize> {
    let text = source.text.as_str();
    for (open, close) in [('{', '}'), ('(', ')')] {
        while text[place.clone()].starts_with(open)
            && closing(&text[place.clone()], open, close) == Some(place.len() - 1)
        {
            let inside = &text[place.start + 1..place.end - 1];
            let start = place.end - 1 - inside.trim_start().len();
            place = start..start + inside.trim().len();
        }
    }
    let before = text[..place.start].trim_end();
    let block = before.strip_suffix('{').and_then(|rest| rest.trim_end().strip_suffix("unsafe"));
    let is_word = |rest: &str| !rest.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let behind = &text[place.end..];
    match block.filter(|rest| is_word(rest) && behind.trim_start().starts_with('}')) {
        Some(rest) => rest.len()..place.end + behind.find('}').map_or(0, |at| at + 1),
        None => place,
    }
}
