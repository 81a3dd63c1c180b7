//! The texts of a lookup on its way from its variant to a file, for people who work on the generator.

use std::fmt::Write as _;

use super::{Made, Site, Solver, make, unfit, unproved};
use crate::config::Job;
use crate::error::Error;
use magicgen_ir::{Listing, Program, Table};

/// A form that a lookup has before it is text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The program of the variant.
    Ir,
    /// The program with only the operations of the language's machine.
    Lowered,
    /// The statements and expressions of the language.
    Nodes,
}

impl Phase {
    /// The text of some pieces' lookups, whose positions in the job are `of`. Nothing is proved, so that a wrong lookup can be
    /// looked at. A lookup by a switch is that of the square with the bit index `bit`.
    pub fn text(
        self,
        job: &Job,
        solver: &mut Solver,
        of: &[usize],
        bit: u8,
    ) -> Result<String, Error> {
        let mut text = String::new();
        if self == Self::Ir {
            let site = Site { mapping: &job.mapping, pieces: &job.pieces };
            let Made { lookups, .. } =
                make(job.form, site, solver)?.map_err(|error| unfit(job, error))?;
            for at in of {
                let (name, lookup) = (&job.pieces[*at].piece.name, &lookups.pieces[*at]);
                list(
                    name,
                    [Some(&lookup.program), lookup.lanes.as_ref()],
                    &lookups.tables,
                    &mut text,
                );
            }
            return Ok(text);
        }
        let module = unproved(job, solver)?.module;
        for at in of {
            let piece = &module.pieces[*at];
            if self == Self::Nodes {
                text.push_str(&job.backend.lookup_text(&module, &piece.name, bit).nodes);
                continue;
            }
            let case = piece.cases.iter().find(|(of, _)| *of == Some(bit));
            let program = case.map_or(&piece.program, |(_, program)| program);
            list(&piece.name, [Some(program), piece.lanes.as_ref()], &module.tables, &mut text);
        }
        Ok(text)
    }
}

/// Adds a lookup's programs, on words and on vectors, to a text.
fn list(piece: &str, programs: [Option<&Program>; 2], tables: &[Table], text: &mut String) {
    let titles = [format!("{piece}:"), format!("{piece} on vectors:")];
    for (title, program) in titles.iter().zip(programs) {
        let Some(program) = program else { continue };
        let _ = writeln!(text, "{title}");
        let listing = Listing { program, tables }.to_string();
        for line in listing.lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
}
