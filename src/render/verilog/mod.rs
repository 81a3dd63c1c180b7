//! Verilog 2005: a module for each lookup, combinational or clocked with up to three stages. Its memories are read from
//! files of hexadecimal numbers.
//!
//! Software may fill tables at start-up; hardware has them in memories, so tables are always full.

mod cuts;
mod memory;
mod syntax;
mod view;
mod wires;

use self::cuts::Cuts;
use crate::render::prelude::*;

pub(in crate::render) static VERILOG: Language = Language {
    id: "verilog",
    aliases: &["v"],
    summary: "Verilog 2005: combinational, clocked or pipelined modules, memories by $readmemh",
    tools: &["iverilog", "vvp", "verilator", "g++", "make", "yosys"],
    limits: &[
        "each lookup has memories of its own; simulators look for their files in the current folder",
        "without a clock, attack sets are computed; tables need `memory = \"clocked\"`",
    ],
    source: SourceSyntax {
        endings: &["v", "sv"],
        further_endings: &["vh", "svh"],
        words: &["$readmemh", "endmodule", "input wire", "localparam"],
        preprocessor: false,
        octal: false,
        ..SourceSyntax::C
    },
    calls: CallSyntax::C,
    keys: shape_of::<Keys>,
    configure: |options| {
        let keys = read_options::<Keys>(options)?;
        keys.check_stages()?;
        Ok(Box::new(keys))
    },
};

/// `[output.verilog]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Keys {
    memory: Option<Spanned<Timing>>,
    stages: Option<Spanned<u64>>,
}

choice! {
    /// The timing of a lookup's read of its table.
    Timing {
        /// At any time: the table becomes logic.
        #[default]
        Combinational = "combinational",
        /// When a clock rises: the table becomes block RAM, one for each piece.
        Clocked = "clocked",
    }
}

/// The first piece whose lookup lacks a property, in prose.
fn other_than(module: &Module, has_property: impl Fn(&Program) -> bool) -> Option<String> {
    let other = module.pieces.iter().find(|piece| !has_property(&piece.program))?;
    Some(words(&other.name))
}

impl Keys {
    fn timing(&self) -> Timing {
        self.memory.as_ref().map(|memory| *memory.get_ref()).unwrap_or_default()
    }

    /// The clock cycles from inputs to the result; 0 without a clock.
    fn stages(&self) -> usize {
        match self.timing() {
            Timing::Combinational => 0,
            Timing::Clocked => self.stages.as_ref().map_or(1, |stages| *stages.get_ref() as usize),
        }
    }

    fn check_stages(&self) -> Result<(), OptionError> {
        let stages = self.stages.as_ref();
        let message = "`stages` needs a clock";
        refuse(
            stages,
            |_| self.timing() != Timing::Clocked,
            message,
            "set `memory = \"clocked\"`",
        )?;
        let message = "a lookup has 1 to 3 stages";
        let help = "use 1, 2 or 3";
        refuse(stages, |stages| !(1..=3).contains(stages), message, help)
    }
}

/// The first words of comments that simulators and synthesis interpret.
const ORDERS: &[&str] = &[
    "verilator", "synopsys", "synthesis", "pragma", "cadence", "ambit", "exemplar", "altera",
    "xilinx", "translate_",
];

const CUSTOM: Custom = Custom::new("", Custom::UNDEFINED);

impl Backend for Keys {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            tables: &[Tables::Full],
            // A module can't be called, only instantiated in another one.
            prints: |part| !part.calls_lookups() || part == Part::SelfTest,
            has_checks: false,
            // A reversal is only wires. As logic, fancy's table of 7 million bits takes synthesis too long.
            machine: Machine {
                reverses_bits: true,
                // A set is a vector of any width.
                sets: Some(4),
                ..Capabilities::ARRAYS.machine
            },
            default_variant: match self.timing() {
                Timing::Combinational => "hyperbola-reverse",
                Timing::Clocked => "fancy",
            },
            wide_variant: match self.timing() {
                Timing::Combinational => "slide-arithmetic",
                Timing::Clocked => "fancy",
            },
            comments: Comments { orders: ORDERS, ..Comments::default() },
            ..Capabilities::ARRAYS
        }
    }

    /// A register directly follows the table of a clocked lookup; registers of earlier stages come before it.
    fn check(&self, module: &Module) -> Result<(), OptionError> {
        let is_plain = |program: &Program| {
            program.loads().count() == 1 && matches!(program.op(program.result), Op::Load(..))
        };
        if let Some(name) = other_than(module, is_plain) {
            let message = format!("the lookup of the {name} doesn't end with one read of a table");
            let help = "use a variant whose lookup ends with its table, e.g. `fancy`, or `memory = \"combinational\"`";
            let memory = self.memory.as_ref();
            refuse(memory, |memory| *memory == Timing::Clocked, message, help)?;
        }
        let stages = self.stages();
        let has_all =
            |program: &Program| !is_plain(program) || Cuts::of(program, stages).stages() == stages;
        let Some(name) = other_than(module, has_all) else { return Ok(()) };
        let message = format!("the lookup of the {name} has no product or no sum to store");
        let help = "use fewer stages, or a variant that multiplies, e.g. `fancy`";
        refuse(self.stages.as_ref(), |_| true, message, help)
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let mut settings = vec![("memory", self.timing().id().to_owned())];
        let stages = Some(self.stages()).filter(|stages| *stages > 1);
        settings.extend(stages.map(|stages| ("stages", stages.to_string())));
        settings
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

    fn lookup_text(&self, module: &Module, piece: &str, bit: u8) -> LookupText {
        view::lookup_text(&page(module, CUSTOM), self.stages(), piece, bit)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let mut page = page(module, CUSTOM);
        if let (Type::Set(_), Some(note)) = (module.board.set, page.notes.first_mut()) {
            let vector = format!("vector of {} bits", module.board.indices);
            *note = introduction(&module.board, &vector, "i");
        }
        view::artifacts(&page, file_name, self.stages())
    }
}

/// Words of IEEE 1364-2005 and of `SystemVerilog` that can't be identifiers.
const KEYWORDS: &[&str] = words_of!("verilog/keywords.txt");
