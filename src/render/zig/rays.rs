//! Fills and tests of an outline in; what the template prints of them out.

use std::fmt::Write as _;

use crate::render::outline::{FillLoop, FilledTable, Outline, Rays, SelfTest};
use crate::render::taken::Taken;

/// A table that is filled.
pub(super) struct Filled<'a> {
    pub(super) doc: &'a str,
    /// The variable.
    pub(super) name: String,
    pub(super) length: usize,
    /// The function that shows it outside.
    pub(super) public: Option<&'a str>,
}

/// What is done once.
pub(super) struct Guard {
    /// The variable that says how far the tables are filled.
    pub(super) state: String,
    /// The function that fills them.
    pub(super) fill: String,
    /// Whether lookups call it; else whoever calls them has.
    pub(super) is_lazy: bool,
}

impl<'a> Filled<'a> {
    pub(super) fn new(table: &'a FilledTable, taken: &mut Taken) -> Self {
        let name = &table.name;
        Self {
            doc: &table.doc,
            name: if table.is_public {
                taken.name(format!("{name}_entries"))
            } else {
                name.clone()
            },
            length: table.length,
            public: table.is_public.then_some(name),
        }
    }
}

impl Guard {
    pub(super) fn new(outline: &Outline<'_>, is_lazy: bool, taken: &mut Taken) -> Self {
        let names = &outline.module.names;
        Self {
            state: taken.name(names.constant(&["filling"])),
            fill: taken.name(names.function(&["fill", "tables"])),
            is_lazy,
        }
    }

    /// What stands before a filled table is read.
    pub(super) fn check(&self) -> String {
        let Self { state, fill, is_lazy } = self;
        if *is_lazy {
            format!("if ({state}.load(.acquire) != .done) {fill}();")
        } else {
            // An assertion alone would load in a build without safety too.
            let is_filled = format!("{state}.load(.acquire) == .done");
            format!("if (std.debug.runtime_safety) std.debug.assert({is_filled});")
        }
    }
}

pub(super) struct Loop<'a> {
    pub(super) name: String,
    /// The variable that is filled.
    pub(super) table: String,
    pub(super) fill: &'a FillLoop,
    /// The call that walks the rays.
    pub(super) walked: String,
}

impl<'a> Loop<'a> {
    pub(super) fn new(
        outline: &Outline<'_>,
        fill: &'a FillLoop,
        table: &str,
        name: &mut impl FnMut(&str) -> String,
    ) -> Self {
        Self {
            name: name(&fill.words.join(" ")),
            table: table.to_owned(),
            fill,
            walked: walked(outline, &fill.rays, "subset", (12, "const attacks = ")),
        }
    }
}

/// The test of a lookup.
pub(super) struct Test<'a> {
    pub(super) spoken: &'a str,
    pub(super) lookup: &'a str,
    pub(super) walked: String,
    /// The masks whose subsets are compared.
    pub(super) masks: Vec<&'a str>,
}

/// The call that walks rays, on a line that begins with so many blanks and `before`, or on several.
fn walked(
    outline: &Outline<'_>,
    rays: &Rays,
    occupied: &str,
    (margin, before): (usize, &str),
) -> String {
    let Some(walk) = &outline.walk else { return String::new() };
    let limit = walk.has_range.then(|| rays.range.to_string());
    let places = [format!("&{}", rays.steps), format!("&{}", rays.from)];
    let arguments: Vec<String> =
        places.into_iter().chain(limit).chain(["sq", occupied].map(str::to_owned)).collect();
    let call = format!("{}({})", walk.name, arguments.join(", "));
    if margin + before.len() + call.len() < 100 {
        return call;
    }
    let mut lines = format!("{}(", walk.name);
    for argument in &arguments {
        let _ = write!(lines, "\n{:margin$}    {argument},", "");
    }
    let _ = write!(lines, "\n{:margin$})", "");
    lines
}

/// Functions that walk what lookups are compared with: their names and what they return.
pub(super) fn walks_of(
    outline: &Outline<'_>,
    test: &SelfTest<'_>,
    name: &mut impl FnMut(&str) -> String,
) -> Vec<(String, String)> {
    let mut walks: Vec<(String, String)> = Vec::new();
    for piece in &test.pieces {
        walks.push((
            name(&format!("walk {}", piece.spoken)),
            walked(outline, &piece.rays, "occupied", (4, "return ")),
        ));
    }
    for union in &test.unions {
        let calls: Vec<String> =
            union.of.iter().map(|at| format!("{}(sq, occupied)", walks[*at].0)).collect();
        walks.push((name(&format!("walk {}", union.spoken)), calls.join(" | ")));
    }
    walks
}

pub(super) fn tests_of<'a>(test: &'a SelfTest<'_>, walks: &[(String, String)]) -> Vec<Test<'a>> {
    let pieces = test.pieces.iter().map(|piece| {
        let masks = vec![piece.masks.as_str()];
        (piece.spoken.as_str(), piece.lookup.as_str(), masks)
    });
    let unions = test.unions.iter().map(|union| {
        let masks = union.of.iter().map(|at| test.pieces[*at].masks.as_str()).collect();
        (union.spoken.as_str(), union.lookup.as_str(), masks)
    });
    let view = |((spoken, lookup, masks), (walked, _)): ((_, _, _), &(String, String))| Test {
        spoken,
        lookup,
        walked: walked.clone(),
        masks,
    };
    pieces.chain(unions).zip(walks).map(view).collect()
}
