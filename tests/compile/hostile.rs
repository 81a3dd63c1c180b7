//! Texts that would end a comment, each followed by code. Files with those texts that a language accepts must compile
//! and pass their test, and the compiler's output must not contain the code.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use magicgen::render;
use magicgen_lookup::model::{Comments, Part};
use magicgen_search::text::check_lines;

use crate::compile::support::{self, Cell};
use crate::compile::{go, javascript, kotlin, zig};

/// The word that no compiler may see as code.
const MARKER: &str = "pwned";

/// Texts with the marker as code of some language, after a mark that ends or begins a comment or a string there.
const TEXTS: &[&str] = &[
    "*/ int pwned(void) { return 1; } /*",
    "*/ public static int pwned() { return 1; } /*",
    "*/ static int pwned = 1; //",
    "\\u002a/ static int pwned = 1; /\\u002a",
    "\\u000a static int pwned = 1;",
    "*) procedure pwned; begin end; (*",
    "} procedure pwned; begin end; {",
    "{$error pwned}",
    "]] pwned = 1 --[[",
    "[[ pwned",
    "]=] pwned = 1 --[=[",
    ";) (func (export \"pwned\")) (;",
    "+/ int pwned; /+",
    "\"\"\" ; pwned = 1 ; \"\"\"",
    "\"\"\"\" + pwned + \"\"\"\"",
    "''' ; pwned = 1 ; '''",
    "\" pwned \"",
    "' pwned '",
    "` pwned `",
    "`error pwned",
    "${pwned}",
    "pwned ??/",
    "pwned \\",
    "a \\ pwned",
    "\\N{pwned}",
    "\\pwned",
    "#error pwned",
    "#!/pwned",
    "!pwned",
    "/ pwned",
    "-- pwned",
    "]# pwned() #[",
    "*) let pwned = 1 (*",
    "{|",
    "{q| *) let pwned = 1 (* |q}",
    "'\"' pwned",
    "-[[ pwned",
    "@pwned",
    "<pwned> & </pwned>",
    "+build pwned",
    "go:build pwned",
    "@ts-nocheck pwned",
    "synthesis translate_off pwned",
    "pwned: all",
    "pwned\u{202e}",
    "pwned\u{2028}int pwned;",
    "pwned\rint pwned;",
    "Ünïcode pwned, ©, 王",
    "0xabcdef $abcdef 64'habcdef 16#abcdef#",
];

/// A cell for each language.
pub(crate) fn cells() -> Vec<Cell> {
    RECIPES
        .iter()
        .map(|recipe| {
            let name = format!("{}::hostile", recipe.lang);
            support::cell(&name, recipe.needs, move |folder| cell(folder, recipe))
        })
        .collect()
}

/// How a language's file is compiled and tested.
struct Recipe {
    lang: &'static str,
    needs: &'static [&'static str],
    file: &'static str,
    /// Further files, as name and text.
    beside: &'static [(&'static str, &'static str)],
    /// The commands, as on a command line; `DRIVERS` is the folder of the drivers.
    commands: &'static [&'static str],
    /// Further checks after the commands.
    run: fn(&Path) -> Result<(), String>,
}

const PLAIN: Recipe =
    Recipe { lang: "", needs: &[], file: "", beside: &[], commands: &[], run: |_| Ok(()) };

const RECIPES: &[Recipe] = &[
    Recipe {
        lang: "ada",
        needs: &["gnatmake"],
        file: "magics.ads",
        commands: &["gnatmake -q -f magics_test.adb", "./magics_test"],
        ..PLAIN
    },
    Recipe {
        lang: "c",
        needs: &["gcc"],
        file: "magics.h",
        beside: &[(
            "user.c",
            "#define MAGICS_IMPLEMENTATION\n#include \"magics.h\"\nint main(void) {\n  unsigned square;\n  uint64_t occupied;\n  return magics_self_test(&square, &occupied);\n}\n",
        )],
        // This flag makes gcc read trigraphs.
        commands: &["gcc -std=c99 -trigraphs -Wall -Werror user.c -o user", "./user"],
        ..PLAIN
    },
    Recipe {
        lang: "cpp",
        needs: &["g++"],
        file: "magics.hpp",
        commands: &[
            "g++ -std=c++17 -trigraphs -Wall -Werror -I. DRIVERS/cpp/self_test.cpp -o user",
            "./user",
        ],
        ..PLAIN
    },
    Recipe {
        lang: "csharp",
        needs: &["mcs", "mono"],
        file: "Magics.cs",
        commands: &["mcs -warnaserror -out:test.exe Magics.cs MagicsTest.cs", "mono test.exe"],
        ..PLAIN
    },
    Recipe {
        lang: "cuda",
        needs: &["g++"],
        file: "magics.cuh",
        beside: &[(
            "user.cpp",
            "#include \"cuda/host.h\"\n#include \"magics.cuh\"\nint main() { return magics_short_rook_attacks(0, ~0ULL) != 0x12; }\n",
        )],
        commands: &["g++ -std=c++11 -trigraphs -Wall -Werror -IDRIVERS user.cpp -o user", "./user"],
        ..PLAIN
    },
    Recipe {
        lang: "d",
        needs: &["ldc2"],
        file: "magics.d",
        commands: &["ldc2 -w -unittest -main magics.d -of=user", "./user"],
        ..PLAIN
    },
    Recipe {
        lang: "go",
        needs: &["go"],
        file: "magics.go",
        beside: &[("go.mod", "module magicgentest\n\ngo 1.13\n")],
        run: |folder| {
            let said = go::go(folder, &["test", "-c", "-o", "user", "."])?;
            // If a build constraint excluded the file, there would be no test.
            if !said.is_empty() || !folder.join("user").is_file() {
                return Err(said);
            }
            let said = support::run(folder, folder.join("user"), &["-test.v"])?;
            support::has_all(&said, &["TestShortRookAttacks"])
        },
        ..PLAIN
    },
    Recipe {
        lang: "java",
        needs: &["javac", "java"],
        file: "Magics.java",
        commands: &[
            "javac -Xlint:all -Werror -proc:none -encoding UTF-8 -d . Magics.java MagicsTest.java",
            "java -XX:TieredStopAtLevel=1 MagicsTest",
        ],
        ..PLAIN
    },
    Recipe {
        lang: "javascript",
        needs: &["node"],
        file: "magics.mjs",
        beside: &[("names.mjs", NAMES)],
        commands: &["node --test magics.test.mjs", "node names.mjs ./magics.mjs"],
        ..PLAIN
    },
    Recipe {
        lang: "typescript",
        needs: &["tsc", "node"],
        file: "magics.ts",
        beside: &[("names.mjs", NAMES), ("package.json", "{ \"type\": \"module\" }")],
        run: |folder| {
            let node = support::drivers().join("javascript/node.d.ts");
            let node = node.to_string_lossy().into_owned();
            let files = ["--outDir", "out", &node, "magics.test.ts"];
            support::run(folder, "tsc", &[&javascript::STRICT[..], &files].concat())?;
            support::run(folder, "node", &["--test", "out/magics.test.js"])?;
            support::run(folder, "node", &["names.mjs", "./out/magics.js"]).map(|_| ())
        },
        ..PLAIN
    },
    Recipe {
        lang: "kotlin",
        needs: kotlin::NEEDS,
        file: "Magics.kt",
        run: |folder| {
            let compiler = support::npm("kotlin-compiler").join("bin/kotlinc");
            let files = ["-d", "classes", "-Werror", "Magics.kt"];
            support::run(folder, compiler, &[&kotlin::VIRTUAL_MACHINE[..], &files].concat())
                .map(|_| ())
        },
        ..PLAIN
    },
    Recipe {
        lang: "lua",
        needs: &["lua5.4"],
        file: "magics.lua",
        beside: &[("names.lua", "require(\"magics\")\nassert(pwned == nil)\n")],
        commands: &["lua5.4 magics_test.lua", "lua5.4 names.lua"],
        ..PLAIN
    },
    Recipe {
        lang: "opencl",
        needs: &["clang"],
        file: "magics.cl",
        commands: &[
            "clang -x cl -cl-std=CL1.2 -trigraphs -Xclang -finclude-default-header -Wall -Werror -Wno-unused-function -c \
             magics.cl -o user",
        ],
        ..PLAIN
    },
    Recipe {
        lang: "nim",
        needs: &["nim"],
        file: "magics.nim",
        commands: &["nim c --hints:off --mm:arc --nimcache:nimcache -o:user magics.nim", "./user"],
        ..PLAIN
    },
    Recipe {
        lang: "ocaml",
        needs: &["ocamlopt"],
        file: "magics.ml",
        commands: &["ocamlopt magics.mli magics.ml magics_test.ml -o user", "./user"],
        ..PLAIN
    },
    Recipe {
        lang: "pascal",
        needs: &["fpc"],
        file: "magics.pas",
        commands: &["fpc -v0ew -l- magics_test.pas", "./magics_test"],
        ..PLAIN
    },
    Recipe {
        lang: "python",
        needs: &["python3"],
        file: "magics.py",
        beside: &[("names.py", "import magics\nassert not hasattr(magics, \"pwned\")\n")],
        commands: &["python3 -B -W error -m unittest test_magics", "python3 -B -W error names.py"],
        ..PLAIN
    },
    Recipe {
        lang: "rust",
        needs: &["rustc"],
        file: "magics.rs",
        commands: &["rustc --edition 2024 --test -D warnings magics.rs -o user", "./user"],
        ..PLAIN
    },
    Recipe {
        lang: "verilog",
        needs: &["iverilog", "vvp"],
        file: "magics.v",
        commands: &["iverilog -g2005 -o user magics.v magics_tb.v", "vvp -n user"],
        ..PLAIN
    },
    Recipe {
        lang: "wat",
        needs: &["wat2wasm", "wasm-validate", "node"],
        file: "magics.wat",
        commands: &[
            "wat2wasm magics.wat -o magics.wasm",
            "wasm-validate magics.wasm",
            "node DRIVERS/wat/self_test.mjs magics.wasm",
        ],
        ..PLAIN
    },
    Recipe {
        lang: "zig",
        needs: &["python3 ziglang"],
        file: "magics.zig",
        run: |folder| zig::zig(folder, &["test", "magics.zig", "-femit-bin=user"]).map(|_| ()),
        ..PLAIN
    },
];

/// A script that fails if a module or the global object has the marker.
const NAMES: &str = "const names = await import(process.argv[2]);\n\
                     if ('pwned' in names || 'pwned' in globalThis) process.exit(1);\n";

/// The name of the config, which headers repeat. It can't contain a slash.
const CONFIG: &str = "pwned \\u000a } *) ]] ;) +) \"\"\" ' ` $(pwned) ??\\.toml";

fn cell(folder: &Path, recipe: &Recipe) -> Result<(), String> {
    let language = render::find(recipe.lang).expect("a language");
    let comments = language.configure(None).expect("its defaults").capabilities().comments;
    let mut refused = 0;
    for text in TEXTS {
        let is_fine = check_lines(text).is_ok() && comments.breaker(text).is_none();
        if is_fine {
            continue;
        }
        refused += 1;
        let config = config(recipe, text, "");
        match generate(folder, &config) {
            Err(message) if message.contains("U+") || message.contains("would end") => {}
            Err(message) => return Err(format!("{text:?} is refused by\n{message}")),
            Ok(()) => return Err(format!("{text:?} is not refused")),
        }
    }
    if refused < 3 || refused > TEXTS.len() / 2 {
        return Err(format!("{refused} of {} texts are refused", TEXTS.len()));
    }
    let (licence, doc) = accepted(comments);
    generate(folder, &config(recipe, &licence, &doc))?;
    let text = fs::read_to_string(folder.join(recipe.file)).map_err(|error| error.to_string())?;
    let lines: Vec<String> = licence.lines().map(|line| comments.quoted(line)).collect();
    support::has_all(&text, &lines.iter().map(String::as_str).collect::<Vec<_>>())?;
    for (name, text) in recipe.beside {
        fs::write(folder.join(name), text).map_err(|error| error.to_string())?;
    }
    for command in recipe.commands {
        let drivers = support::drivers().to_string_lossy().into_owned();
        let words: Vec<String> =
            command.split(' ').map(|word| word.replace("DRIVERS", &drivers)).collect();
        let program = match words[0].strip_prefix("./") {
            Some(own) => folder.join(own),
            None => words[0].clone().into(),
        };
        support::run(folder, program, &words[1..])?;
    }
    (recipe.run)(folder)?;
    unmarked(folder)
}

/// The texts that a language accepts, as a licence with a line for each and as one sentence.
fn accepted(comments: Comments) -> (String, String) {
    let fine = TEXTS.iter().filter(|text| check_lines(text).is_ok());
    let lines = fine.clone().filter(|text| comments.breaker(text).is_none());
    let words = fine.filter(|text| comments.breaker_of_words(text).is_none());
    let licence: Vec<&str> = lines.copied().collect();
    let doc: Vec<&str> = words.copied().collect();
    (licence.join("\n"), doc.join(" "))
}

fn config(recipe: &Recipe, licence: &str, doc: &str) -> String {
    let quoted = |text: &str| -> String {
        let escapes = text.chars().map(|c| format!("\\U{:08X}", u32::from(c)));
        escapes.collect::<Vec<String>>().concat()
    };
    let language = render::find(recipe.lang).expect("a language");
    let prints = language.configure(None).expect("its defaults").capabilities().prints;
    // Languages without a test have a lookup without masks by default.
    let tested = if prints(Part::SelfTest) { ", \"masks\", \"self-test\"" } else { "" };
    let mut config =
        "version = 1\n[board]\nwidth = 4\nheight = 3\n[[piece]]\nname = \"short rook\"\n\
                      from = \"rook\"\nrange = 2\n"
            .to_owned();
    let _ = write!(
        config,
        "[[output]]\nlang = \"{}\"\npath = \"{}\"\npieces = [\"short rook\"]\n\
         emit = [\"lookup\", \"squares\"{tested}]\ndoc = \"{}\"\n\
         [output.style]\nhex = \"upper\"\nheader = \"{}\"\n",
        recipe.lang,
        recipe.file,
        quoted(doc),
        quoted(licence)
    );
    config
}

fn generate(folder: &Path, config: &str) -> Result<(), String> {
    fs::write(folder.join(CONFIG), config).map_err(|error| error.to_string())?;
    support::magicgen(folder, &["--config", CONFIG])
}

/// The endings of files into which text is only copied: sources, and files that are compiled to sources.
const SOURCES: &[&str] = &[
    "ads", "adb", "c", "cl", "cuh", "h", "hpp", "cs", "d", "go", "java", "mjs", "js", "ts", "kt",
    "lua", "ml", "mli", "nim", "pas", "py", "rs", "v", "vh", "hex", "wat", "zig", "toml", "lock",
    "json",
];

/// Checks that no object file, class or program of the folder has the marker.
fn unmarked(folder: &Path) -> Result<(), String> {
    for entry in fs::read_dir(folder).map_err(|error| error.to_string())? {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.is_dir() {
            unmarked(&path)?;
            continue;
        }
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        if SOURCES.contains(&ending) {
            continue;
        }
        let bytes = fs::read(&path).map_err(|error| error.to_string())?;
        if bytes.windows(MARKER.len()).any(|window| window == MARKER.as_bytes()) {
            return Err(format!("{} has {MARKER:?}", path.display()));
        }
    }
    Ok(())
}
