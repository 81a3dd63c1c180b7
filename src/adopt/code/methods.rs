//! Tells which of several functions of a name a call means.

use super::value::BlankedSource;
use crate::adopt::functions::{SourceFunction, SourceParameter};
use crate::adopt::judge::enclosing;
use crate::adopt::types::{is_small, places};

/// The type whose `impl` block in Rust a method stands in.
pub(in crate::adopt) fn implemented<'s>(
    source: &'s BlankedSource,
    function: &SourceFunction,
) -> Option<&'s str> {
    let heads = enclosing(&source.text, function.body.start);
    let (head, _) = heads.into_iter().find(|(head, _)| head.starts_with("impl"))?;
    let kind = head.split_whitespace().last()?;
    Some(kind.split('<').next().unwrap_or(kind))
}

/// Whether a name is declared with a type, which may be a part of the whole: `const MAGICS: [Magic; 64]`.
pub(super) fn declares(sources: &[BlankedSource], name: &str, kind: &str) -> bool {
    sources.iter().any(|source| {
        places(&source.text, name).any(|at| {
            let behind = source.text[at + name.len()..].trim_start();
            let declared = behind.strip_prefix(':').filter(|rest| !rest.starts_with(':'));
            declared.is_some_and(|rest| {
                let end = rest.find(['=', '{', '\n']).unwrap_or(rest.len());
                places(&rest[..end], kind).next().is_some()
            })
        })
    })
}

/// Removes overloads that differ from another one only by parameters too small for a set of squares.
pub(super) fn without_narrow(functions: &mut Vec<(&BlankedSource, &SourceFunction)>) {
    let all = functions.clone();
    functions.retain(|(source, one)| {
        let has_overloads = matches!(source.lang, "cpp" | "csharp" | "d" | "java" | "kotlin");
        !has_overloads || !all.iter().any(|(_, other)| is_narrower(one, other))
    });
}

/// Whether the parameters of a function are those of another one, except for smaller types.
fn is_narrower(one: &SourceFunction, other: &SourceFunction) -> bool {
    let pairs = || one.parameters.iter().flatten().zip(other.parameters.iter().flatten());
    let is_so = |(one, other): (&SourceParameter, &SourceParameter)| {
        is_small(&one.kind) && !is_small(&other.kind)
    };
    pairs().any(is_so) && pairs().all(|pair| pair.0.kind == pair.1.kind || is_so(pair))
}
