//! The self-test: a program of its own that exits with a status.

use askama::Template;

use super::view::{ArrayView, Frame, WalkView, array};
use crate::model::Case;
use crate::render::code::print::Style;
use crate::render::page::{Page, Rays, SelfTest, Walk};

/// The program that tests the unit.
#[derive(Template)]
#[template(path = "pascal/test.pas", escape = "none")]
pub(super) struct Test<'a> {
    frame: Frame<'a>,
    name: &'a str,
    arrays: Vec<ArrayView>,
    walk: Option<WalkView<'a>>,
    /// A function that walks each piece's rays, with what it or-s.
    walkers: Vec<(String, Vec<String>)>,
    /// Lookups: name in prose, lookup, what is walked instead, masks.
    compared: Vec<[String; 4]>,
}

impl<'a> Test<'a> {
    pub(super) fn new(page: &'a Page<'a>, test: &'a SelfTest<'a>, frame: Frame<'a>) -> Self {
        let names = test.walkers(&page.taken, Case::Pascal);
        let compared = test.compared(&names);
        let walk = page.walk.as_ref();
        let walked = names.into_iter().zip(test.walked()).map(|(name, (_, pieces))| {
            let call = |walk: &Walk, rays: &Rays| {
                Style::PLAIN.text(&walk.call(rays, ["Square", "Occupied"]))
            };
            let calls = pieces.iter().filter_map(|piece| Some(call(walk?, &piece.rays)));
            (name, calls.collect())
        });
        Self {
            frame,
            name: &page.module.names.type_name,
            arrays: test.arrays.iter().map(|one| array(one, page.module)).collect(),
            walk: walk.map(|walk| WalkView::new(walk, page)),
            walkers: walked.collect(),
            compared,
        }
    }
}
