//! WebAssembly text: one module whose memory holds masks, factors and attack sets, and functions that read it.
//!
//! Arrays have addresses instead of names. An exported global holds the address of a public array.

mod syntax;
mod view;

use crate::render::prelude::*;

pub(in crate::render) static WAT: Language = Language {
    id: "wat",
    aliases: &["wasm"],
    summary: "WebAssembly text: a module with its own memory or its host's",
    tools: &["wat2wasm", "wasm-validate", "node"],
    limits: &["a table and a column of fields are addresses in the module's memory"],
    source: SourceSyntax {
        endings: &["wat"],
        further_endings: &["wast"],
        words: &["(module", "(memory", "i64."],
        lines: &[";;"],
        blocks: &[("(;", ";)", true)],
        ..SourceSyntax::LISP
    },
    calls: CallSyntax::C,
    keys: shape_of::<Keys>,
    configure: |options| {
        let keys: Keys = read_options(options)?;
        let is_plain =
            |name: &str| name.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '"' | '\\'));
        for name in [keys.import_module.as_ref(), keys.import_name.as_ref()] {
            let message = "`import-module` and `import-name` need an imported memory";
            let help = "set `memory = \"import\"`, or leave it out";
            refuse(name, |_| keys.memory == Memory::Export, message, help)?;
            let help = "use ASCII characters without blanks, quotes and backslashes: `env`";
            check_name(name, is_plain, "a name for imports", help)?;
        }
        let message = "use a 32-bit address with room for the tables after it";
        let help = format!("use at most {MOST_BASE}");
        refuse(keys.base.as_ref(), |base| *base > MOST_BASE, message, help)?;
        Ok(Box::new(keys))
    },
};

/// The greatest address at which data may begin.
const MOST_BASE: u64 = 1 << 31;

/// `[output.wat]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    memory: Memory,
    /// The module name and the name of the imported memory; `env` and `memory` by default.
    import_module: Option<Spanned<String>>,
    import_name: Option<Spanned<String>>,
    /// The address at which the data begin.
    base: Option<Spanned<u64>>,
}

choice! {
    /// The owner of the memory.
    Memory {
        /// The module, which exports it.
        #[default]
        Export = "export",
        /// The host.
        Import = "import",
    }
}

impl Keys {
    /// The two names by which the memory is imported, if it is.
    fn import(&self) -> Option<[&str; 2]> {
        let names = [(&self.import_module, "env"), (&self.import_name, "memory")];
        let is_imported = self.memory == Memory::Import;
        is_imported.then(|| {
            names.map(|(given, default)| given.as_ref().map_or(default, |name| name.get_ref()))
        })
    }

    fn base(&self) -> u64 {
        self.base.as_ref().map_or(0, |base| *base.get_ref())
    }
}

const CUSTOM: Custom = Custom {
    others: &["memory", "fill_tables"],
    tests_apart: false,
    refused: "any other traps",
    ..Custom::new(
        "They are filled when the module is instantiated.",
        "any other reads other memory",
    )
};

impl Backend for Keys {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            machine: Machine { sets: Some(0), ..Capabilities::COUNTING.machine },
            test_place: TestPlace::Module,
            ..Capabilities::COUNTING
        }
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let imported = self.import().unwrap_or_default();
        vec![
            ("memory", self.memory.id().to_owned()),
            ("import-module", imported[0].to_owned()),
            ("import-name", imported[1].to_owned()),
            ("base", self.base().to_string()),
        ]
    }

    fn naming(&self) -> Naming {
        Naming {
            constants: Case::Shouty,
            // Names follow a dollar sign or are in quotes, so none can be a keyword.
            reserved: VARIABLES,
            ending: "wat",
            ..Naming::PLAIN
        }
    }

    fn lookup_text(&self, module: &Module, piece: &str, bit: u8) -> LookupText {
        view::View::new(&page(module, CUSTOM), self).text_of_lookup(piece, bit)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let page = page(module, CUSTOM);
        vec![Artifact::new(file_name, &view::View::new(&page, self))]
    }
}
