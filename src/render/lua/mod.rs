//! Lua 5.4, whose integers have 64 bits, and `LuaJIT`, whose FFI has 64-bit integers: a module that returns a table,
//! and its test.

mod syntax;
mod view;

use std::path::Path;

use crate::render::prelude::*;

pub(in crate::render) static LUA: Language = Language {
    id: "lua",
    aliases: &[],
    summary: "a module for Lua 5.4, or for LuaJIT",
    tools: &["lua5.4", "luac5.4", "luacheck", "luajit"],
    limits: &["a chunk holds 65,536 constants and a function 200 locals; no formatter is run"],
    source: SourceSyntax {
        endings: &["lua"],
        words: &["local ", "function ", "require", "end\n", "= {"],
        lines: &["--"],
        blocks: &[("--[[", "]]", false), ("--[=[", "]=]", false), ("--[==[", "]==]", false)],
        backticks: false,
        ..SourceSyntax::SCRIPT
    },
    calls: CallSyntax::C,
    keys: shape_of::<Keys>,
    configure: |options| {
        let keys: Keys = read_options(options)?;
        let is_part = |part: &str| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c))
        };
        let help = "use names of folders, joined by dots: `chess.bitboards`";
        check_parts(keys.package.as_ref(), is_part, "a name for `require`", help)?;
        Ok(Box::new(keys))
    },
};

/// `[output.lua]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    dialect: Runtime,
    /// The folders before the module's name, as its test requires it: `chess` for `chess.magics`.
    package: Option<Spanned<String>>,
}

choice! {
    /// The runtime of the file.
    Runtime {
        /// Lua 5.3 and later.
        #[default]
        Lua54 = "5.4",
        /// `LuaJIT` 2.1, tables in FFI arrays.
        LuaJit = "luajit",
    }
}

const CUSTOM: Custom = Custom::new("Requiring the module fills them.", "any other raises an error");

impl Backend for Keys {
    fn capabilities(&self) -> Capabilities {
        let sets = if self.dialect == Runtime::LuaJit { None } else { Some(1) };
        Capabilities {
            machine: Machine { sets, ..Capabilities::ARRAYS.machine },
            tables: &[Tables::Init, Tables::Full],
            ..Capabilities::ARRAYS
        }
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let dialect = self.dialect.id();
        vec![("dialect", dialect.to_owned()), ("package", given(self.package.as_ref()))]
    }

    fn naming(&self) -> Naming {
        Naming {
            constants: Case::Shouty,
            keywords: RESERVED,
            reserved: VARIABLES,
            ending: "lua",
            ..Naming::PLAIN
        }
    }

    fn check_file_name(&self, _names: &Names, file_name: &str) -> Result<(), String> {
        let stem = stem(file_name);
        let is_lua = Path::new(file_name).extension().is_some_and(|end| end == "lua");
        if !is_lua || stem.contains(['.', '"', '\\']) {
            return Err(format!("`{file_name}` can't be required as a module"));
        }
        if LIBRARIES.contains(&stem.as_str()) {
            return Err(format!("`{stem}` is a library of Lua's own, which is required instead"));
        }
        Ok(())
    }

    fn lookup_text(&self, module: &Module, piece: &str, bit: u8) -> LookupText {
        let mut page = page(module, CUSTOM);
        let holder = view::holder(&mut page);
        view::File::new(&page, self.dialect, holder).lookup_text(piece, bit)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        // LuaJIT's arrays have no bounds.
        let beyond =
            if self.dialect == Runtime::LuaJit { Custom::UNDEFINED } else { CUSTOM.beyond };
        let mut page = page(module, Custom { beyond, ..CUSTOM });
        page.header = lines_within(module, view::WIDTH - "-- ".len());
        let (runtime, holder) = (self.dialect, view::holder(&mut page));
        let file = view::File::new(&page, runtime, holder);
        let mut artifacts = vec![Artifact::new(file_name, &file)];
        let stem = stem(file_name);
        if let Some(test) = view::Test::new(&page, within(self.package.as_ref(), &stem), runtime) {
            artifacts.push(Artifact::new(format!("{stem}_test.lua"), &test));
        }
        artifacts
    }
}

/// Libraries that need no file.
const LIBRARIES: &[&str] = words_of!("lua/libraries.txt");

/// Keywords of all versions of the language, then functions and libraries that the files call by name.
const RESERVED: &[&str] = words_of!("lua/keywords.txt");

#[cfg(test)]
mod tests;
