//! A self-test in; a procedure of its own that sets the exit status out.

use askama::Template;

use super::arrays::{Declaration, array, comment};
use super::view::{Frame, PARAMETERS, WalkView};
use crate::model::Case;
use crate::render::page::{Page, Rays, SelfTest};

/// The procedure.
#[derive(Template)]
#[template(path = "ada/test.adb", escape = "none")]
pub(super) struct Test<'a> {
    frame: Frame<'a>,
    name: String,
    doc: Vec<String>,
    parameters: &'static str,
    arrays: Vec<Declaration>,
    walk: Option<WalkView<'a>>,
    walkers: Vec<Walker>,
    /// Lookups: name in prose, lookup, what is walked instead, masks.
    compared: Vec<[String; 4]>,
}

/// A function that walks a piece's rays.
struct Walker {
    name: String,
    /// Steps, where from, and the range, one or-ed after another.
    calls: Vec<[String; 3]>,
}

impl<'a> Test<'a> {
    pub(super) fn new(page: &'a Page<'a>, test: &'a SelfTest<'a>, frame: Frame<'a>) -> Self {
        let walk = page.walk.as_ref();
        let names = test.walkers(&page.taken, Case::Mixed);
        let compared = test.compared(&names);
        let call = |rays: &Rays| {
            let range = if walk.is_some_and(|walk| walk.has_range) {
                format!("{}, ", rays.range)
            } else {
                String::new()
            };
            [rays.steps.clone(), rays.from.clone(), range]
        };
        let walkers = names.into_iter().zip(test.walked()).map(|(name, (_, pieces))| Walker {
            name,
            calls: pieces.iter().map(|piece| call(&piece.rays)).collect(),
        });
        Self {
            frame,
            name: format!("{}_Test", page.module.names.type_name),
            doc: comment(&format!(
                "Compares every lookup of {} with rays walked, under every subset of every mask.",
                frame.package
            )),
            parameters: PARAMETERS,
            arrays: test.arrays.iter().map(|one| array(one, page.module, true)).collect(),
            walk: walk.map(WalkView::new),
            walkers: walkers.collect(),
            compared,
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }
}
