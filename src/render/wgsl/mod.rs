//! WGSL, the language of WebGPU's shaders: functions on squares and on pairs of 32-bit halves, since it has no 64-bit
//! integers. Tables are constants.

mod view;
mod words;

use self::words::KEYWORDS;
use crate::render::prelude::*;

pub(in crate::render) static WGSL: Language = Language {
    id: "wgsl",
    aliases: &["webgpu"],
    summary: "WGSL: functions for shaders of WebGPU, bitboards as `vec2<u32>`",
    tools: &["naga", "g++"],
    limits: &[
        "an array has at most 2,047 entries: variants with larger tables, such as `fancy`, are refused when a file is made",
    ],
    source: SourceSyntax::C,
    calls: CallSyntax::C,
    keys: shape_of::<Keys>,
    configure: |options| Ok(Box::new(read_options::<Keys>(options)?)),
};

/// `[output.wgsl]`, which has no keys.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Keys {}

/// The most values in one expression that every implementation accepts (WebGPU Shading Language, W3C, "Limits").
const MOST: usize = 2047;

impl Backend for Keys {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            machine: Machine {
                has_words: false,
                sets: Some(1),
                reverses_bits: true,
                counts: &Count::ALL,
                ..Capabilities::ARRAYS.machine
            },
            tables: &[Tables::Full],
            // A shader can't report an error. It is a batch itself.
            prints: |part| !matches!(part, Part::SelfTest | Part::Batch | Part::PseudoAttacks),
            has_checks: false,
            default_variant: "hyperbola-reverse",
            wide_variant: "slide-arithmetic",
            ..Capabilities::ARRAYS
        }
    }

    fn check(&self, module: &Module) -> Result<(), OptionError> {
        let page = page(module, CUSTOM);
        match page.arrays.iter().find(|array| array.length() > MOST) {
            None => Ok(()),
            Some(array) => Err(OptionError {
                message: format!(
                    "the array `{}` needs {} entries, but WGSL allows {MOST}",
                    array.name,
                    array.length()
                ),
                help: Some(
                    "use a variant with small tables or none, e.g. `hyperbola-reverse` or `line`"
                        .to_owned(),
                ),
                span: None,
            }),
        }
    }

    fn naming(&self) -> Naming {
        Naming {
            constants: Case::Shouty,
            is_prefixed: true,
            keywords: KEYWORDS,
            ending: "wgsl",
            ..Naming::PLAIN
        }
    }

    fn lookup_text(&self, module: &Module, piece: &str, bit: u8) -> LookupText {
        view::File::new(&page(module, CUSTOM)).lookup_text(piece, bit)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        vec![Artifact::new(file_name, &view::File::new(&page(module, CUSTOM)))]
    }
}

const CUSTOM: Custom = Custom::new("", Custom::UNDEFINED);
