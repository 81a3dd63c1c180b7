//! The public functions again, on the user's types.

use super::file::File;
use super::functions::keyword;
use super::lines::{WIDTH, signature};
use crate::render::prelude::*;

/// The indentation in a function of the module.
const INNER: &str = "        ";

impl File<'_> {
    /// The lines of the module of these functions; none if the user names no types.
    pub(super) fn typed(&self) -> Vec<String> {
        let paths = self.options.types();
        if paths.is_empty() {
            return Vec::new();
        }
        let mut lines: Vec<String> = paths.iter().map(|path| format!("    use {path};")).collect();
        for function in self.page().typed() {
            lines.push(String::new());
            lines.extend(self.typed_function(&function));
        }
        lines
    }

    fn typed_function(&self, function: &TypedFunction<'_>) -> Vec<String> {
        let options = self.options;
        let name = function.name;
        let mut lines = vec![
            format!("/// [`{name}`](super::{name}) on types of one's own."),
            "#[inline]".to_owned(),
            "#[must_use]".to_owned(),
        ];
        lines.extend(options.unused("not every program needs every lookup"));
        lines.extend(options.unusual_function(name));
        let is_const = function.item.map_or(self.is_const(), |item| self.is_const_function(item));
        let keyword = keyword(is_const && options.reads_fields());
        let parameter =
            |one: &TypedParameter<'_>| format!("{}: {}", one.name, options.typed(one.kind));
        let parameters: Vec<String> = function.parameters.iter().map(parameter).collect();
        let result = match function.result {
            TypedResult::One(kind) => options.typed(kind),
            TypedResult::Pair => {
                let set = options.typed(TypedKind::Plain(Sort::Set));
                format!("({set}, {set})")
            }
        };
        let mut lines: Vec<String> = lines.iter().map(|line| format!("    {line}")).collect();
        let head = format!("pub {keyword} {name}");
        lines.extend(
            signature("    ", &head, &parameters, &format!(" -> {result}"))
                .lines()
                .map(str::to_owned),
        );
        let names: Vec<&str> = function.parameters.iter().map(|one| &*one.name).collect();
        for one in &function.parameters {
            let number = options.number(one.kind, &one.name);
            lines.extend(number.map(|number| format!("{INNER}let {} = {number};", one.name)));
        }
        let call = format!("super::{name}({})", names.join(", "));
        match function.result {
            TypedResult::One(TypedKind::Plain(Sort::Set)) => {
                lines.extend(wrapped(&options.of_set(&call), &call, options));
            }
            TypedResult::One(_) => lines.push(format!("{INNER}{call}")),
            TypedResult::Pair => {
                lines.push(format!("{INNER}let (rook, bishop) = {call};"));
                lines.push(format!(
                    "{INNER}({}, {})",
                    options.of_set("rook"),
                    options.of_set("bishop")
                ));
            }
        }
        lines.push("    }".to_owned());
        lines
    }
}

/// The line that returns a set, or two lines if one is too long.
fn wrapped(whole: &str, call: &str, options: &super::options::Options) -> Vec<String> {
    if INNER.len() + whole.len() <= WIDTH {
        return vec![format!("{INNER}{whole}")];
    }
    vec![format!("{INNER}let attacks = {call};"), format!("{INNER}{}", options.of_set("attacks"))]
}
