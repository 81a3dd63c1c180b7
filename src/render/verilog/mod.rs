//! Verilog 2005: a module for each lookup, combinational or with a clock, its memories read from files of hexadecimal
//! numbers.
//!
//! What software fills at start-up, hardware has in a memory: tables are always full.

mod syntax;
mod view;

use serde::Deserialize;
use toml::Spanned;

use super::page::{Custom, page};
use super::{
    Artifact, Backend, Capabilities, Language, OptionError, check_ending, read_options, refuse,
};
use crate::model::{
    Comments, Machine, Module, Names, Naming, Op, Part, PieceModule, Tables, words,
};
use crate::shape::shape_of;

/// The language.
pub(super) static VERILOG: Language = Language {
    id: "verilog",
    aliases: &["v"],
    summary: "Verilog 2005: combinational or clocked modules, memories by $readmemh",
    tools: &["iverilog", "vvp", "verilator", "g++", "make"],
    limits: &[
        "each lookup has memories of its own; simulators look for their files in the current folder",
    ],
    keys: shape_of::<Keys>,
    configure: |options| Ok(Box::new(read_options::<Keys>(options)?)),
};

/// `[output.verilog]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Keys {
    memory: Option<Spanned<Timing>>,
}

choice! {
    /// When a lookup's table is read.
    Timing {
        /// At any time: the table becomes logic.
        #[default]
        Combinational = "combinational",
        /// When a clock rises: the table becomes block RAM, one for each piece.
        Clocked = "clocked",
    }
}

impl Keys {
    fn timing(&self) -> Timing {
        self.memory.as_ref().map(|memory| *memory.get_ref()).unwrap_or_default()
    }
}

/// Words that begin comments which simulators and synthesis read.
const ORDERS: &[&str] = &[
    "verilator", "synopsys", "synthesis", "pragma", "cadence", "ambit", "exemplar", "altera",
    "xilinx", "translate_",
];

const CUSTOM: Custom = Custom::new("", Custom::UNDEFINED);

impl Backend for Keys {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            tables: &[Tables::Full],
            // A module is an instance of another one, not a call.
            prints: |part| !part.calls_lookups() || part == Part::SelfTest,
            has_checks: false,
            // A reversal is nothing but wires.
            machine: Machine { reverses_bits: true, ..Capabilities::ARRAYS.machine },
            comments: Comments { orders: ORDERS, ..Comments::default() },
            ..Capabilities::ARRAYS
        }
    }

    /// A register stands right behind the table that a clocked lookup reads.
    fn check(&self, module: &Module) -> Result<(), OptionError> {
        let is_plain = |piece: &&PieceModule| {
            let program = &piece.program;
            program.loads().count() == 1 && matches!(program.op(program.result), Op::Load(..))
        };
        let Some(other) = module.pieces.iter().find(|piece| !is_plain(piece)) else {
            return Ok(());
        };
        let name = words(&other.name);
        let message = format!("the lookup of the {name} does more than read one table at its end");
        let help = "a variant whose lookup ends with its table, such as `fancy`, or `memory = \"combinational\"`";
        refuse(self.memory.as_ref(), |memory| *memory == Timing::Clocked, message, help)
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        vec![("memory", self.timing().id().to_owned())]
    }

    fn naming(&self) -> Naming {
        Naming { is_prefixed: true, keywords: KEYWORDS, ending: "v", ..Naming::PLAIN }
    }

    fn check_file_name(&self, _: &Names, file_name: &str) -> Result<(), String> {
        check_ending(file_name, "v", "a Verilog file's name ends in `.v`")
    }

    fn artifacts(&self, _: &[Part]) -> usize {
        // The modules, and a file for each memory.
        2
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        view::artifacts(&page(module, CUSTOM), file_name, self.timing() == Timing::Clocked)
    }
}

/// Words of IEEE 1364-2005 and of `SystemVerilog` that can't be identifiers.
const KEYWORDS: &[&str] = words_of!("verilog/keywords.txt");
