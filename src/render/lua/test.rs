//! A self-test in; what the template of its file prints out.

use askama::Template;

use super::Dialect;
use super::arrays::{ArrayView, view};
use super::view::{Walker, libraries};
use crate::render::expr::Expr;
use crate::render::outline::{Outline, SelfTest, Walk};

/// A test beside its module.
#[derive(Template)]
#[template(path = "lua/test.lua", escape = "none")]
pub(super) struct File<'a> {
    header: &'a [String],
    licence: &'a [String],
    libraries: Vec<String>,
    module: String,
    arrays: Vec<ArrayView>,
    walker: Walker<'a>,
    /// Functions that walk: name, and what each returns.
    walked: Vec<(String, String)>,
    /// Lookups: name in prose, name, function that walks, masks.
    compared: Vec<[String; 4]>,
}

impl<'a> File<'a> {
    pub(super) fn new(
        outline: &'a Outline<'a>,
        (test, walk): (&'a SelfTest<'a>, &'a Walk),
        module: String,
        dialect: Dialect,
    ) -> Self {
        let walker = Walker::new(walk, dialect);
        let name = |spoken: &str| format!("walk_{}", spoken.replace([' ', '-'], "_"));
        let mut walked = Vec::new();
        let mut compared = Vec::new();
        for piece in &test.pieces {
            let value =
                format!("{}({}, square, occupied)", walk.name, walker.arguments(&piece.rays));
            walked.push((name(&piece.spoken), value));
            if piece.is_public {
                let (spoken, lookup) = (piece.spoken.clone(), piece.lookup.clone());
                compared.push([spoken, lookup, name(&piece.spoken), piece.masks.clone()]);
            }
        }
        for union in &test.unions {
            let of = || union.of.iter().map(|at| &test.pieces[*at]);
            let call = |spoken: &str| Expr::atom(format!("{}(square, occupied)", name(spoken)));
            let both = of().map(|piece| call(&piece.spoken)).reduce(|a, b| dialect.or(&a, &b));
            walked.push((name(&union.spoken), both.map(|both| both.text).unwrap_or_default()));
            for piece in of() {
                let (spoken, lookup) = (union.spoken.clone(), union.lookup.clone());
                compared.push([spoken, lookup, name(&union.spoken), piece.masks.clone()]);
            }
        }
        let place = |name: &str| format!("local {name}");
        let arrays = test.arrays.iter();
        let arrays = arrays.map(|array| view(array, &place(&array.name), outline.module, dialect));
        let mut file = Self {
            header: &outline.header,
            licence: &outline.module.licence,
            libraries: Vec::new(),
            module,
            arrays: arrays.collect(),
            walker,
            walked,
            compared,
        };
        file.libraries = libraries(&file.render().unwrap_or_default(), dialect);
        file
    }
}
