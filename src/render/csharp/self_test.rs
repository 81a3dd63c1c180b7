//! A test that stands apart in; its class out.

use askama::Template;

use super::view::{ArrayView, WalkView, array, summary};
use crate::model::{Case, Module};
use crate::render::code::print::Style;
use crate::render::page::{SelfTest, TestedPiece, Walk};

/// The class of tests.
#[derive(Template)]
#[template(path = "csharp/test.cs", escape = "none")]
pub(super) struct Test<'a> {
    doc: Vec<String>,
    main_doc: Vec<String>,
    visible: &'static str,
    name: String,
    /// A method that walks each piece's rays, with what it returns.
    walked: Vec<(String, String)>,
    /// Lookups: name in prose, lookup, what is walked instead, masks.
    compared: Vec<[String; 4]>,
    arrays: Vec<ArrayView>,
    walk: WalkView<'a>,
}

impl<'a> Test<'a> {
    pub(super) fn new(
        module: &'a Module,
        walk: &'a Walk,
        test: &'a SelfTest<'a>,
        visible: &'static str,
    ) -> Self {
        let of = &module.names.type_name;
        let name = |spoken: &str| Case::Pascal.join(&["walk", spoken]);
        let mut walked = Vec::new();
        let mut compared = Vec::new();
        for piece in &test.pieces {
            let rays = &piece.rays;
            let range = if walk.has_range { format!("{}, ", rays.range) } else { String::new() };
            let (call, steps, from) = (&walk.name, &rays.steps, &rays.from);
            let value = format!("{call}({steps}, {from}, {range}square, occupied)");
            walked.push((name(&piece.spoken), value));
            if piece.is_public {
                let lookup = format!("{of}.{}", piece.lookup);
                compared.push([
                    piece.spoken.clone(),
                    lookup,
                    name(&piece.spoken),
                    piece.masks.clone(),
                ]);
            }
        }
        for union in &test.unions {
            let of_pieces: Vec<&TestedPiece> =
                union.of.iter().map(|at| &test.pieces[*at]).collect();
            let calls: Vec<String> = of_pieces
                .iter()
                .map(|piece| format!("{}(square, occupied)", name(&piece.spoken)))
                .collect();
            walked.push((name(&union.spoken), calls.join(" | ")));
            for piece in of_pieces {
                let lookup = format!("{of}.{}", union.lookup);
                compared.push([
                    union.spoken.clone(),
                    lookup,
                    name(&union.spoken),
                    piece.masks.clone(),
                ]);
            }
        }
        let what = format!(
            "Compares every lookup of {of} with rays walked, under every subset of every mask."
        );
        let main =
            "Says which lookup is the first to differ, on which square and under which occupancy.";
        let style = Style { has_upper_hex: module.style.has_upper_hex, ..Style::PLAIN };
        Self {
            doc: summary(&what),
            main_doc: summary(main),
            visible,
            name: format!("{of}Test"),
            walked,
            compared,
            arrays: test.arrays.iter().map(|one| array(one, module, "")).collect(),
            walk: WalkView::new(walk, &style),
        }
    }
}
