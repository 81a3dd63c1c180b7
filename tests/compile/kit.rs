//! Cells that languages have in common. The generated outputs are listed here once; each language only tells how its
//! compiler is called.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use magicgen_lookup::model::FieldStyle;

use crate::compile::support::{self, Cell, Plan, part_of};

type Run = Box<dyn Fn(&Path) -> Result<(), String> + Send>;

/// How a language's files are compiled and run. Each function works in the folder of the files.
#[derive(Clone, Copy)]
pub(crate) struct Kit {
    /// The language, as in `--lang`.
    pub(crate) lang: &'static str,
    /// The file that is generated.
    pub(crate) file: &'static str,
    /// Programs that must be on the path.
    pub(crate) needs: &'static [&'static str],
    /// Compiles the file alone, with every warning as an error.
    pub(crate) compile: fn(&Path) -> Result<(), String>,
    /// Compiles the self-test in the same way, and runs it.
    pub(crate) self_test: fn(&Path) -> Result<(), String>,
    /// Compiles a driver with the file, and runs it with arguments.
    pub(crate) drive: fn(&Path, &str, &[String]) -> Result<String, String>,
    /// Whether a driver runs the self-test too.
    pub(crate) is_tested_by_driver: bool,
    /// The text with which a literal of a factor or an entry begins.
    pub(crate) literal: &'static str,
    /// Sets of the language's own keys, each key as for `-D`, with the name of the file that they give.
    pub(crate) options: &'static [(&'static [&'static str], &'static str)],
}

/// Parts of `emit`, with further flags.
const EMITS: &[(&str, &[&str])] = &[
    ("factors", &[]),
    ("masks,shifts", &[]),
    ("squares", &[]),
    ("attacks", &["--tables", "full"]),
    ("attacks", &["--tables", "init"]),
    ("offsets", &["--variant", "packed"]),
    ("lookup", &[]),
    ("lookup", &["--tables", "init"]),
    ("bitscan", &[]),
    ("occupancies,attack-sets", &[]),
    ("self-test,lookup", &["--tables", "init"]),
    ("lookup,self-test", &["--piece", "queen"]),
    ("lookup", &["--piece", "queen", "--tables", "init"]),
    ("lookup,squares", &["--piece", "rook", "--tables", "full"]),
    ("lookup", &["--variant", "hyperbola", "-D", "board.stride=8"]),
    ("factors,lookup,self-test", &["-D", SWITCH, "--tables", "full"]),
    ("lookup,self-test", &["-D", BY_SQUARE, "--variant", "pext"]),
    ("lookup,self-test", &["-D", BY_SQUARE, "--variant", "pext16"]),
    ("lookup,self-test", &["-D", BY_SQUARE, "--variant", "fixed"]),
    ("lookup,self-test", &["-D", BY_SQUARE, "--variant", "direction", "--tables", "init"]),
    ("masks,factors,lookup,self-test", &["-D", BY_SQUARE, "--tables", "init"]),
    (EVERYTHING, &["--tables", "full"]),
    (EVERYTHING, &["--tables", "init"]),
];

/// A case for each square instead of fields.
const SWITCH: &str = "output.style.fields=switch";

/// One record for each square, with the fields of all pieces.
const BY_SQUARE: &str = "output.style.fields=square-records";

const EVERYTHING: &str = "factors,masks,shifts,offsets,attacks,occupancies,attack-sets,lookup,squares,bitscan,\
                          self-test";

const SMALL: &[&str] = &["-D", "board.width=4", "-D", "board.height=4", "--effort", "1"];

/// A board with holes and gaps, and one with a random order of squares.
const BOARDS: [&str; 2] = [
    "orientation = \"h1lsb\"\n[board]\nwidth = 6\nheight = 6\nstride = 8\nholes = [\"a1\", \"f6\"]\n",
    "[board]\nwidth = 5\nheight = 4\n[orientation]\npermutation = [0, 21, 42, 60, 24, 45, 6, 27, 48, 9, 30, 51, \
     12, 33, 54, 15, 36, 57, 18, 39]\n",
];

/// Lines of a config with names that a language accepts or refuses.
pub(crate) struct Named {
    /// The lines after `[[output]]` and its language.
    pub(crate) config: &'static str,
    /// The name of the file.
    pub(crate) file: &'static str,
    /// A part of the error message if the name is refused; `None` if the file must compile.
    pub(crate) refused: Option<&'static str>,
}

impl Kit {
    /// All cells; `names` are the language's own.
    pub(crate) fn cells(self, names: &'static [Named]) -> Vec<Cell> {
        let cell = |name: &str, run: Run| {
            support::cell(&format!("{}::{name}", self.lang), self.needs, run)
        };
        let mut cells = self.cells_but_chess_and_fault(names);
        for plan in support::plans(self.lang) {
            let cell = cell(&plan.name(), Box::new(move |folder| self.chess(folder, plan)));
            cells.push(cell.in_product());
        }
        cells.push(cell("fault", Box::new(move |folder| self.fault(folder))));
        cells
    }

    /// The cells for a language that has its own cells for the chess board and for faults.
    pub(crate) fn cells_but_chess_and_fault(self, names: &'static [Named]) -> Vec<Cell> {
        let cell = |name: &str, run: Run| {
            support::cell(&format!("{}::{name}", self.lang), self.needs, run)
        };
        vec![
            cell("emit", Box::new(move |folder| self.emit(folder))),
            cell("bitscan", Box::new(move |folder| self.bitscan(folder))),
            cell("odd", Box::new(move |folder| self.odd(folder))),
            cell("options", Box::new(move |folder| self.options(folder))),
            cell("names", Box::new(move |folder| self.names(folder, names))),
        ]
    }

    /// True if flags ask for a form of tables or fields that the language doesn't have.
    fn lacks(self, flags: &[&str]) -> bool {
        let language = magicgen::render::find(self.lang).expect("a language");
        let can = language.configure(None).expect("its defaults").capabilities();
        let asked = flags.iter().position(|flag| *flag == "--tables").map(|at| flags[at + 1]);
        let lacks_switch = !can.fields.contains(&FieldStyle::Switch);
        let lacks_records = !can.fields.contains(&FieldStyle::SquareRecords);
        asked.is_some_and(|asked| can.tables.iter().all(|tables| tables.id() != asked))
            || flags.iter().any(|flag| [SWITCH, "switch"].contains(flag)) && lacks_switch
            || flags.iter().any(|flag| flag.ends_with("square-records")) && lacks_records
    }

    fn generate(self, folder: &Path, arguments: &[&str]) -> Result<(), String> {
        let fixed = ["--lang", self.lang, "-o", self.file];
        support::magicgen(folder, &[&fixed, arguments].concat())
    }

    fn chess(self, folder: &Path, plan: Plan) -> Result<(), String> {
        let mut flags = plan.flags(self.lang);
        flags.extend(["--emit", "squares,lookup,self-test", "-o", self.file]);
        support::magicgen(folder, &flags)?;
        let is_driven = plan.variant != "group";
        if !(is_driven && self.is_tested_by_driver) {
            (self.self_test)(folder)?;
        }
        if !is_driven {
            return Ok(());
        }
        let board = support::board_arguments(plan.orientation);
        support::compare(&(self.drive)(folder, "driver", &board)?)
    }

    fn emit(self, folder: &Path) -> Result<(), String> {
        for (at, (parts, flags)) in EMITS.iter().enumerate() {
            if self.lacks(flags) {
                continue;
            }
            let folder = part_of(folder, &format!("emit{at}"))?;
            let stride = if flags.contains(&"board.stride=8") { &SMALL[..2] } else { &[] };
            // Verilog's default has no factors.
            let is_other = self.lang == "verilog" && !flags.contains(&"--variant");
            let variant: &[&str] = if is_other { &["--variant", "fancy"] } else { &[] };
            let flags = [&["--emit", parts][..], variant, flags, SMALL, stride].concat();
            let run = || {
                self.generate(&folder, &flags)?;
                (self.compile)(&folder)?;
                if parts.contains("self-test") { (self.self_test)(&folder) } else { Ok(()) }
            };
            run().map_err(|error| format!("{}:\n{error}", flags.join(" ")))?;
        }
        Ok(())
    }

    fn bitscan(self, folder: &Path) -> Result<(), String> {
        self.generate(folder, &["--emit", "bitscan"])?;
        support::compare_with(&(self.drive)(folder, "scan", &[])?, "magicgen-driver ok")
    }

    fn odd(self, folder: &Path) -> Result<(), String> {
        for (board, head) in BOARDS.iter().enumerate() {
            for (variant, tables, fields) in [
                ("fancy", "full", "arrays"),
                ("fancy", "init", "arrays"),
                ("direction", "init", "arrays"),
                ("postmask", "init", "arrays"),
                ("bytes", "full", "arrays"),
                ("fancy", "full", "switch"),
                ("fancy", "init", "square-records"),
            ] {
                if self.lacks(&[fields, "--tables", tables]) {
                    continue;
                }
                let folder = part_of(folder, &format!("odd{board}{variant}{tables}{fields}"))?;
                let config = format!(
                    "version = 1\n{head}[[piece]]\nname = \"short-rook\"\n\
                     rays = [[1, 0], [-1, 0], [0, 1], [0, -1]]\nrange = 3\n[[piece]]\nname = \"lance\"\n\
                     rays = [[0, 1]]\n[[output]]\nlang = \"{}\"\npath = \"{}\"\nvariant = \"{variant}\"\n\
                     tables = \"{tables}\"\npieces = [\"short-rook\", \"lance\", \"queen\"]\n\
                     emit = [\"lookup\", \"squares\", \"self-test\"]\n\
                     [output.style]\nfields = \"{fields}\"\n",
                    self.lang, self.file
                );
                configured(&folder, &config)
                    .and_then(|()| (self.compile)(&folder))
                    .and_then(|()| (self.self_test)(&folder))
                    .map_err(|error| format!("{config}{error}"))?;
            }
        }
        Ok(())
    }

    /// Checks that the self-test finds a changed digit of a factor and of an entry.
    fn fault(self, folder: &Path) -> Result<(), String> {
        for (at, flags) in [["--tables", "init"], ["--tables", "full"]].iter().enumerate() {
            let folder = part_of(folder, &format!("fault{at}"))?;
            let parts = [
                "--emit",
                if at == 0 { "factors,lookup,self-test" } else { "attacks,lookup,self-test" },
            ];
            self.generate(&folder, &[&flags[..], &parts, SMALL].concat())?;
            (self.self_test)(&folder)?;
            let path = folder.join(self.file);
            let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
            // The last entry is an attack set if tables are full. In other files it belongs to the steps of rays, so
            // that the first factor is changed instead.
            let lower = text.to_lowercase();
            let head =
                if at == 0 { "magic factors of the rook" } else { "attack sets of the rook" };
            let head = lower.find(head).ok_or("no such array")?;
            let literal = lower[head..].find(self.literal).ok_or("no literal")?;
            let first = head + literal + self.literal.len();
            let digits: Vec<usize> = (first..first + 24)
                .filter(|at| lower.as_bytes()[*at].is_ascii_hexdigit())
                .take(16)
                .collect();
            let mut bytes = text.into_bytes();
            let changed = if at == 0 { &digits[..] } else { &digits[15..] };
            for digit in changed {
                bytes[*digit] = if bytes[*digit] == b'0' { b'1' } else { b'0' };
            }
            fs::write(&path, bytes).map_err(|error| error.to_string())?;
            let Err(message) = (self.self_test)(&folder) else {
                return Err(format!("{}: no fault found", flags.join(" ")));
            };
            for said in ["on square ", "occupied "] {
                if !message.contains(said) {
                    return Err(format!("{}: no {said:?} in\n{message}", flags.join(" ")));
                }
            }
        }
        Ok(())
    }

    fn options(self, folder: &Path) -> Result<(), String> {
        for (at, (keys, file)) in self.options.iter().enumerate() {
            let folder = part_of(folder, &format!("options{at}"))?;
            let mut flags =
                vec!["--lang", self.lang, "-o", file, "--emit", "lookup,squares,self-test"];
            flags.extend(keys.iter().flat_map(|key| ["-D", key]));
            flags.extend(SMALL);
            support::magicgen(&folder, &flags)?;
            (self.self_test)(&folder).map_err(|error| format!("{}:\n{error}", keys.join(" ")))?;
        }
        let unknown = format!("output.{}.colour=\"red\"", self.lang);
        match self.generate(folder, &["-D", &unknown]) {
            Err(message) if message.contains("colour") => Ok(()),
            Err(message) => Err(format!("`colour` is refused without its name:\n{message}")),
            Ok(()) => Err("`colour` is no option".to_owned()),
        }
    }

    fn names(self, folder: &Path, names: &[Named]) -> Result<(), String> {
        for (at, named) in names.iter().enumerate() {
            let folder = part_of(folder, &format!("names{at}"))?;
            let mut config =
                "version = 1\n[search]\neffort = 1\n[board]\nwidth = 4\nheight = 4\n".to_owned();
            for piece in PIECES {
                if named.config.contains(&format!("\"{piece}\"")) {
                    let _ =
                        write!(config, "[[piece]]\nname = \"{piece}\"\nrays = [[1, 0], [0, 2]]\n");
                }
            }
            let _ = write!(
                config,
                "[[output]]\nlang = \"{}\"\npath = \"{}\"\nemit = [\"lookup\", \"masks\", \"self-test\"]\n{}",
                self.lang, named.file, named.config
            );
            let made = configured(&folder, &config);
            match (made, named.refused) {
                (Err(message), Some(said)) if message.contains(said) => {}
                (Err(message), _) => return Err(format!("{config}{message}")),
                (Ok(()), Some(said)) => return Err(format!("{config}isn't refused by {said:?}")),
                (Ok(()), None) => {
                    (self.self_test)(&folder).map_err(|error| format!("{config}{error}"))?;
                }
            }
        }
        Ok(())
    }
}

/// The pieces that a config of [`Named`] may use.
const PIECES: &[&str] =
    &["class", "begin", "body", "rook2", "piece-with-a-rather-long-name", "Tower", "TOWER"];

fn configured(folder: &Path, config: &str) -> Result<(), String> {
    fs::write(folder.join("magicgen.toml"), config).map_err(|error| error.to_string())?;
    support::magicgen(folder, &["--config", "magicgen.toml"])
}

/// The files of a folder whose names have this ending.
pub(crate) fn files(folder: &Path, ending: &str) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| error.to_string())? {
        let name = entry.map_err(|error| error.to_string())?.file_name();
        let name = name.to_string_lossy().into_owned();
        if name.ends_with(ending) {
            found.push(name);
        }
    }
    found.sort();
    Ok(found)
}
