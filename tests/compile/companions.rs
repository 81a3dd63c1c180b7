//! Companions of every language: all of them are generated, compiled with warnings as errors, called with the same
//! arguments, and compared with what the interpreter computes.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use magicgen::config::{Request, Source, resolve};
use magicgen::generate::{Solver, module};
use magicgen::geometry::Walk;
use magicgen::model::companion::Outcome;
use magicgen::model::interp::{Given, Memory, run_on};
use magicgen::model::{Companion, Fields, LookupRef, Module, Part, Type};

use self::together::Form;
use crate::kotlin;
use crate::support::{self, Cell};

mod together;

/// The boards and forms on which companions are called: the rest of a config before its output, and keys of this.
const FORMS: [(&str, &str, &str); 3] = [
    ("chess", "orientation = \"a1lsb\"", "variant = \"hyperbola\""),
    (
        "computed",
        "orientation = \"h8lsb-file\"",
        "[output.companions]\nbetween = \"computed\"\nline = \"computed\"\nray-pass = \"computed\"",
    ),
    (
        "odd",
        "[board]\nwidth = 6\nheight = 5\nholes = [\"b2\"]\n[orientation]\npermutation = [0, 31, 62, 3, 34, 5, 36, 7, \
         38, 9, 40, 11, 42, 13, 44, 15, 46, 17, 48, 19, 50, 21, 52, 23, 54, 25, 56, 27, 58, 29]",
        "checks = \"assert\"\n[output.companions]\ndouble-steps = [2, 4]",
    ),
];

/// A language's way of calling functions and printing numbers.
struct Tongue {
    lang: &'static str,
    /// The form's name where a language has several.
    form: &'static str,
    needs: &'static [&'static str],
    /// The generated file, and keys of the output for this language.
    file: &'static str,
    keys: &'static str,
    /// The file of the program that calls, the text before its statements and that behind them.
    program: &'static str,
    begin: &'static str,
    end: &'static str,
    /// What stands before a function's name.
    scope: &'static str,
    /// A set as an argument.
    set: fn(u64) -> String,
    /// A statement that prints the number of a call.
    print: fn(&str, Outcome) -> String,
    /// Compiles what [`compile_together`] hasn't compiled, and runs.
    run: fn(&Path) -> Result<String, String>,
    /// The radix of printed numbers.
    radix: u32,
    /// False for languages whose companions call no lookups.
    calls: bool,
}

/// One call and the number that it gives.
struct Call {
    form: Form,
    function: String,
    arguments: Vec<(u64, Type)>,
    result: Outcome,
    expected: u64,
}

fn hex(suffix: &str) -> impl Fn(u64) -> String {
    move |set| format!("0x{set:x}{suffix}")
}

fn run(folder: &Path, program: &str, arguments: &[&str]) -> Result<String, String> {
    support::run(folder, program, arguments)
}

/// Compiles the programs in these folders at once where a language's compiler takes long to start.
fn compile_together(tongue: &Tongue, folder: &Path, inner: &[String]) -> Result<(), String> {
    if tongue.lang == "kotlin" {
        return kotlin::compile_packages(folder, inner, &["-Werror"]);
    }
    Ok(())
}

fn node(folder: &Path) -> Result<String, String> {
    run(folder, "node", &["main.mjs"])
}

/// Every language in its forms.
static TONGUES: &[Tongue] = &[
    Tongue {
        lang: "c",
        form: "c",
        needs: &["gcc"],
        file: "magics.h",
        keys: "",
        program: "main.c",
        begin: "#include <stdio.h>\n#define MAGICS_IMPLEMENTATION\n#include \"magics.h\"\n#define P(x) \
                printf(\"%llx\\n\", (unsigned long long)(x))\nuint64_t \
                batch(void (*of)(size_t, const uint8_t *, const uint64_t *, uint64_t *), unsigned square, uint64_t \
                occupied)\n{\n    uint8_t squares[2];\n    uint64_t sets[2] = {0, occupied};\n    squares[0] = \
                squares[1] = (uint8_t)square;\n    of(2, squares, sets, sets);\n    return sets[1];\n}\nint main(void)\n{\n",
        end: "    return 0;\n}\n",
        scope: "",
        set: |set| hex("ULL")(set),
        print: |call, _| format!("    P({call});\n"),
        run: |folder| {
            let strict = ["-std=c11", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-pedantic"];
            run(folder, "gcc", &[&strict[..], &["-o", "main", "main.c"]].concat())?;
            run(folder, "./main", &[])
        },
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "c",
        form: "c89",
        needs: &["gcc"],
        file: "magics.h",
        keys: "[output.c]\nstd = \"c89\"",
        program: "main.c",
        begin: "#include <stdio.h>\n#define MAGICS_IMPLEMENTATION\n#include \"magics.h\"\nstatic magics_u64 \
                set(unsigned long hi, unsigned long lo)\n{\n    magics_u64 set;\n    set.lo = (magics_u32)lo;\n    \
                set.hi = (magics_u32)hi;\n    return set;\n}\nstatic void p(magics_u64 set)\n{\n    \
                printf(\"%lx%08lx\\n\", (unsigned long)set.hi, (unsigned long)set.lo);\n}\nmagics_u64 \
                batch(void (*of)(size_t, const unsigned char *, const magics_u64 *, magics_u64 *), unsigned square, \
                magics_u64 occupied)\n{\n    unsigned char squares[2];\n    magics_u64 sets[2];\n    squares[0] = \
                squares[1] = (unsigned char)square;\n    sets[0].lo = sets[0].hi = 0;\n    sets[1] = occupied;\n    \
                of(2, squares, sets, sets);\n    return sets[1];\n}\nint main(void)\n{\n    (void)set;\n",
        end: "    return 0;\n}\n",
        scope: "",
        set: |set| format!("set(0x{:x}UL, 0x{:x}UL)", set >> 32, set & 0xffff_ffff),
        print: |call, result| match result {
            Outcome::Set => format!("    p({call});\n"),
            _ => format!("    printf(\"%lx\\n\", (unsigned long){call});\n"),
        },
        run: |folder| {
            let strict = ["-std=c89", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-pedantic"];
            run(folder, "gcc", &[&strict[..], &["-o", "main", "main.c"]].concat())?;
            run(folder, "./main", &[])
        },
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "cpp",
        form: "cpp",
        needs: &["g++"],
        file: "magics.hpp",
        keys: "",
        program: "main.cpp",
        begin: "#include <cstdio>\n#include \"magics.hpp\"\n#define P(x) std::printf(\"%llx\\n\", \
                static_cast<unsigned long long>(x))\nstd::uint64_t \
                batch(void (*of)(std::size_t, const std::uint8_t *, const std::uint64_t *, std::uint64_t *), unsigned \
                square, std::uint64_t occupied)\n{\n    const auto byte = static_cast<std::uint8_t>(square);\n    \
                const std::uint8_t squares[] = {byte, byte};\n    std::uint64_t sets[] = {0, occupied};\n    of(2, \
                squares, sets, sets);\n    return sets[1];\n}\nint main()\n{\n",
        end: "}\n",
        scope: "magics::",
        set: |set| hex("ULL")(set),
        print: |call, _| format!("    P({call});\n"),
        run: |folder| {
            let strict = ["-std=c++17", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-pedantic"];
            run(folder, "g++", &[&strict[..], &["-o", "main", "main.cpp"]].concat())?;
            run(folder, "./main", &[])
        },
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "cpp",
        form: "cpp11",
        needs: &["clang++"],
        file: "magics.hpp",
        keys: "[output.cpp]\nstd = \"c++11\"\n[output.style]\nfields = \"pointers\"",
        program: "main.cpp",
        begin: "#include <cstdio>\n#define MAGICS_IMPLEMENTATION\n#include \"magics.hpp\"\n#define P(x) std::printf(\"%llx\\n\", \
                static_cast<unsigned long long>(x))\nstd::uint64_t \
                batch(void (*of)(std::size_t, const std::uint8_t *, const std::uint64_t *, std::uint64_t *), unsigned \
                square, std::uint64_t occupied)\n{\n    const auto byte = static_cast<std::uint8_t>(square);\n    \
                const std::uint8_t squares[] = {byte, byte};\n    std::uint64_t sets[] = {0, occupied};\n    of(2, \
                squares, sets, sets);\n    return sets[1];\n}\nint main()\n{\n",
        end: "}\n",
        scope: "magics::",
        set: |set| hex("ULL")(set),
        print: |call, _| format!("    P({call});\n"),
        run: |folder| {
            let strict = ["-std=c++11", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-pedantic"];
            run(folder, "clang++", &[&strict[..], &["-o", "main", "main.cpp"]].concat())?;
            run(folder, "./main", &[])
        },
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "rust",
        form: "rust",
        needs: &[],
        file: "magics.rs",
        keys: "",
        program: "main.rs",
        begin: "#[deny(warnings)]\nmod magics;\nfn batch(of: fn(&[u8], &[u64], &mut [u64]), square: u8, \
                occupied: u64) -> u64 {\n    let mut sets = [0; 2];\n    of(&[square; 2], &[0, occupied], &mut \
                sets);\n    sets[1]\n}\nfn main() {\n",
        end: "}\n",
        scope: "magics::",
        set: |set| hex("")(set),
        print: |call, result| match result {
            Outcome::Truth => format!("    println!(\"{{:x}}\", u8::from({call}));\n"),
            _ => format!("    println!(\"{{:x}}\", {call});\n"),
        },
        run: |folder| {
            run(folder, "rustc", &["--edition", "2021", "-A", "dead_code", "main.rs"])?;
            run(folder, "./main", &[])
        },
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "java",
        form: "java",
        needs: &["javac", "java"],
        file: "Magics.java",
        keys: "",
        program: "Main.java",
        begin: "class Main {\n  interface Batch {\n    void of(byte[] squares, long[] occupied, long[] \
                attacks);\n  }\n\n  static long batch(Batch batch, int square, long occupied) {\n    long[] sets = {0, \
                occupied};\n    batch.of(new byte[] {(byte) square, (byte) square}, sets, sets);\n    return \
                sets[1];\n  }\n\n  public static void main(String[] arguments) {\n",
        end: "  }\n}\n",
        scope: "Magics.",
        set: |set| hex("L")(set),
        print: |call, result| match result {
            Outcome::Truth => format!("    System.out.println({call} ? 1 : 0);\n"),
            _ => format!("    System.out.println(Long.toHexString({call}));\n"),
        },
        run: |folder| {
            run(
                folder,
                "javac",
                &["-Xlint:all", "-Xdoclint:all/protected", "-Werror", "Magics.java"],
            )?;
            run(folder, "javac", &["Main.java"])?;
            run(folder, "java", &["-ea", "Main"])
        },
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "kotlin",
        form: "kotlin",
        needs: kotlin::NEEDS,
        file: "Magics.kt",
        keys: "",
        program: "Main.kt",
        begin: "fun main() {\n",
        end: "}\n",
        scope: "Magics.",
        set: |set| {
            format!("{}L", set.cast_signed()).replace("-9223372036854775808L", "Long.MIN_VALUE")
        },
        print: |call, result| match result {
            Outcome::Truth => format!("    println(if ({call}) 1 else 0)\n"),
            Outcome::Number => format!("    println(Integer.toHexString({call}))\n"),
            Outcome::Set => format!("    println(java.lang.Long.toHexString({call}))\n"),
        },
        run: |folder| {
            let package = folder.file_name().unwrap_or_default().to_string_lossy();
            let outer = folder.parent().expect("a folder of a cell");
            kotlin::run_class(outer, &format!("{package}.MainKt"), &[])
        },
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "csharp",
        form: "csharp",
        needs: &["mcs", "mono"],
        file: "Magics.cs",
        keys: "",
        program: "Program.cs",
        begin: "public static class Program\n{\n    static ulong Batch(System.Action<byte[], ulong[], ulong[]> of, byte \
                square, ulong occupied)\n    {\n        ulong[] sets = {0, occupied};\n        of(new byte[] {square, \
                square}, sets, sets);\n        return sets[1];\n    }\n\n    public static void Main()\n    {\n",
        end: "    }\n}\n",
        scope: "Magics.",
        set: |set| hex("UL")(set),
        print: |call, result| match result {
            Outcome::Truth => format!("        System.Console.WriteLine({call} ? 1 : 0);\n"),
            _ => format!("        System.Console.WriteLine(({call}).ToString(\"x\"));\n"),
        },
        run: |folder| {
            let strict = ["-warn:4", "-warnaserror", "-checked", "-doc:doc.xml", "-nowarn:1591"];
            run(
                folder,
                "mcs",
                &[&strict[..], &["-out:main.exe", "Magics.cs", "Program.cs"]].concat(),
            )?;
            run(folder, "mono", &["main.exe"])
        },
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "d",
        form: "d",
        needs: &["ldc2"],
        file: "magics.d",
        keys: "",
        program: "main.d",
        begin: "import std.stdio : writefln;\nimport magics;\nvoid main()\n{\n",
        end: "}\n",
        scope: "magics.",
        set: |set| hex("UL")(set),
        print: |call, _| format!("    writefln(\"%x\", cast(ulong) {call});\n"),
        run: |folder| {
            run(folder, "ldc2", &["-w", "-de", "-of=main", "main.d", "magics.d"])?;
            run(folder, "./main", &[])
        },
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "go",
        form: "go",
        needs: &["go", "gofmt"],
        file: "magics.go",
        keys: "[output.go]\npackage = \"main\"",
        program: "main.go",
        begin: "package main\n\nimport \"fmt\"\n\nfunc truth(is bool) int {\n\tif is {\n\t\treturn 1\n\t}\n\treturn 0\n}\n\nfunc rookOf(rook, _ uint64) uint64 { return rook }\n\nfunc bishopOf(_, bishop uint64) uint64 { return bishop }\n\nfunc main() {\n",
        end: "}\n",
        scope: "",
        set: |set| hex("")(set),
        print: |call, result| match result {
            Outcome::Truth => format!("\tfmt.Printf(\"%x\\n\", truth({call}))\n"),
            _ => format!("\tfmt.Printf(\"%x\\n\", {call})\n"),
        },
        run: |folder| {
            fs::write(folder.join("go.mod"), "module main\n\ngo 1.13\n")
                .map_err(|error| error.to_string())?;
            let unformatted = run(folder, "gofmt", &["-s", "-d", "magics.go"])?;
            if !unformatted.is_empty() {
                return Err(unformatted);
            }
            crate::go::go(folder, &["vet", "."])?;
            crate::go::go(folder, &["run", "."])
        },
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "zig",
        form: "zig",
        needs: &["python3 ziglang"],
        file: "magics.zig",
        keys: "",
        program: "main.zig",
        begin: "const std = @import(\"std\");\nconst magics = @import(\"magics.zig\");\npub fn main() void {\n",
        end: "}\n",
        scope: "magics.",
        set: |set| hex("")(set),
        print: |call, result| match result {
            Outcome::Truth => {
                format!("    std.debug.print(\"{{x}}\\n\", .{{@intFromBool({call})}});\n")
            }
            _ => format!("    std.debug.print(\"{{x}}\\n\", .{{{call}}});\n"),
        },
        run: |folder| crate::zig::zig(folder, &["run", "main.zig"]),
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "ada",
        form: "ada",
        needs: &["gnatmake"],
        file: "magics.ads",
        keys: "",
        program: "main.adb",
        begin: "with Ada.Text_IO;\nwith Interfaces; use Interfaces;\nwith Magics; use Magics;\n\nprocedure Main is\n   \
                procedure P (Value : Unsigned_64) is\n   begin\n      Ada.Text_IO.Put_Line (Value'Image);\n   end P;\n   \
                procedure Q (Value : Boolean) is\n   begin\n      P (Boolean'Pos (Value));\n   end Q;\nbegin\n",
        end: "end Main;\n",
        scope: "Magics.",
        set: |set| format!("16#{set:x}#"),
        print: |call, result| match result {
            Outcome::Truth => format!("   Q ({call});\n"),
            _ => format!("   P (Unsigned_64 ({call}));\n"),
        },
        run: |folder| {
            let strict = ["-gnat2012", "-gnatwae", "-gnatyy", "-gnata", "-gnatVa"];
            run(folder, "gcc", &[&strict[..], &["-c", "magics.adb"]].concat())?;
            run(folder, "gnatmake", &["-q", "-gnat2012", "main.adb"])?;
            run(folder, "./main", &[])
        },
        radix: 10,
        calls: true,
    },
    Tongue {
        lang: "pascal",
        form: "pascal",
        needs: &["fpc"],
        file: "magics.pas",
        keys: "",
        program: "main.pas",
        begin: "program Main;\nuses Magics;\nbegin\n",
        end: "end.\n",
        scope: "Magics.",
        set: |set| format!("QWord(${set:x})"),
        print: |call, result| match result {
            Outcome::Truth => format!("  WriteLn(Ord({call}));\n"),
            _ => format!("  WriteLn(QWord({call}));\n"),
        },
        run: |folder| {
            run(folder, "fpc", &["-Sewnh", "-vewnh", "-Cr", "-Co", "-Sa", "magics.pas"])?;
            run(folder, "fpc", &["-Sa", "main.pas"])?;
            run(folder, "./main", &[])
        },
        radix: 10,
        calls: true,
    },
    Tongue {
        lang: "lua",
        form: "lua",
        needs: &["lua5.4"],
        file: "magics.lua",
        keys: "",
        program: "main.lua",
        begin: "local magics = require(\"magics\")\n",
        end: "",
        scope: "magics.",
        set: |set| hex("")(set),
        print: |call, result| match result {
            Outcome::Truth => format!("print({call} and 1 or 0)\n"),
            _ => format!("print(string.format(\"%x\", {call}))\n"),
        },
        run: |folder| run(folder, "lua5.4", &["main.lua"]),
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "lua",
        form: "luajit",
        needs: &["luajit"],
        file: "magics.lua",
        keys: "[output.lua]\ndialect = \"luajit\"",
        program: "main.lua",
        begin: "local magics = require(\"magics\")\nlocal bit = require(\"bit\")\n",
        end: "",
        scope: "magics.",
        set: |set| hex("ULL")(set),
        print: |call, result| match result {
            Outcome::Truth => format!("print({call} and 1 or 0)\n"),
            Outcome::Set => format!("print(bit.tohex({call}, 16))\n"),
            Outcome::Number => format!("print(string.format(\"%x\", {call}))\n"),
        },
        run: |folder| run(folder, "luajit", &["main.lua"]),
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "python",
        form: "python",
        needs: &["python3"],
        file: "magics.py",
        keys: "",
        program: "main.py",
        begin: "import magics\n",
        end: "",
        scope: "magics.",
        set: |set| hex("")(set),
        print: |call, _| format!("print(f\"{{int({call}):x}}\")\n"),
        run: |folder| run(folder, "python3", &["-W", "error", "main.py"]),
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "javascript",
        form: "pair",
        needs: &["node"],
        file: "magics.mjs",
        keys: "",
        program: "main.mjs",
        begin: "import * as magics from \"./magics.mjs\";\nconst print = (set) => console.log(((BigInt(set.hi) << 32n) | \
                BigInt(set.lo)).toString(16));\n",
        end: "",
        scope: "magics.",
        set: |set| format!("0x{:x}, 0x{:x}", set & 0xffff_ffff, set >> 32),
        print: |call, result| match result {
            Outcome::Set => format!("print({call});\n"),
            _ => format!("console.log(Number({call}).toString(16));\n"),
        },
        run: node,
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "javascript",
        form: "out",
        needs: &["node"],
        file: "magics.mjs",
        keys: "[output.javascript]\nresult = \"out\"",
        program: "main.mjs",
        begin: "import * as magics from \"./magics.mjs\";\nconst out = new Uint32Array(2);\nconst other = new \
                Uint32Array(2);\nconst swapped = (pair, ...given) => {\n  const last = given.pop();\n  pair(...given, \
                last, other);\n};\nconst print = () => \
                console.log(((BigInt(out[1]) << 32n) | BigInt(out[0])).toString(16));\n",
        end: "",
        scope: "magics.",
        set: |set| format!("0x{:x}, 0x{:x}", set & 0xffff_ffff, set >> 32),
        print: |call, result| match result {
            Outcome::Set => format!("{}, out);\nprint();\n", call.trim_end_matches(')')),
            _ => format!("console.log(Number({call}).toString(16));\n"),
        },
        run: node,
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "javascript",
        form: "bigint",
        needs: &["node"],
        file: "magics.mjs",
        keys: "[output.javascript]\nword = \"bigint\"",
        program: "main.mjs",
        begin: "import * as magics from \"./magics.mjs\";\n",
        end: "",
        scope: "magics.",
        set: |set| hex("n")(set),
        print: |call, _| {
            format!(
                "console.log(Number({call}) === 1 ? \"1\" : ({call}).toString(16).replace(\"false\", \"0\"));\n"
            )
        },
        run: node,
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "cuda",
        form: "cuda",
        needs: &["g++"],
        file: "magics.cuh",
        keys: "",
        program: "main.cpp",
        begin: "#include <cstdio>\n#include \"cuda/host.h\"\n#include \"magics.cuh\"\n#define P(x) \
                std::printf(\"%llx\\n\", static_cast<unsigned long long>(x))\nint main()\n{\n",
        end: "    return 0;\n}\n",
        scope: "",
        set: |set| hex("ULL")(set),
        print: |call, _| format!("    P({call});\n"),
        run: |folder| {
            let drivers = format!("-I{}", support::drivers().display());
            let strict = ["-std=c++11", "-Wall", "-Wextra", "-Wconversion", "-Werror", &drivers];
            run(folder, "g++", &[&strict[..], &["-o", "main", "main.cpp"]].concat())?;
            run(folder, "./main", &[])
        },
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "wat",
        form: "wat",
        needs: &["wat2wasm", "node"],
        file: "magics.wat",
        keys: "",
        program: "main.mjs",
        begin: "import { readFileSync } from \"node:fs\";\nconst { instance } = await \
                WebAssembly.instantiate(readFileSync(\"magics.wasm\"));\nconst magics = instance.exports;\n",
        end: "",
        scope: "magics.",
        set: |set| format!("BigInt.asIntN(64, 0x{set:x}n)"),
        print: |call, _| format!("console.log(BigInt.asUintN(64, BigInt({call})).toString(16));\n"),
        run: |folder| {
            run(folder, "wat2wasm", &["magics.wat", "-o", "magics.wasm"])?;
            node(folder)
        },
        radix: 16,
        calls: true,
    },
];

/// All cells: each language on each board.
pub(crate) fn cells() -> Vec<Cell> {
    let cell = |tongue: &'static Tongue| {
        let name = format!("{}::companions_{}", tongue.lang, tongue.form);
        support::cell(&name, tongue.needs, move |folder| check(tongue, folder))
    };
    let checked = |tongue: &'static Tongue| {
        let name = format!("{}::checks_{}", tongue.lang, tongue.form);
        support::cell(&name, tongue.needs, move |folder| refuse(tongue, folder))
    };
    // Mono's assertions only tell who listens.
    let stops = |tongue: &&Tongue| tongue.lang != "csharp" && has_checks(tongue);
    TONGUES.iter().map(cell).chain(TONGUES.iter().filter(stops).map(checked)).collect()
}

/// True for a language whose functions may refuse squares.
fn has_checks(tongue: &Tongue) -> bool {
    let language = magicgen::render::find(tongue.lang).expect("a language");
    language.configure(None).expect("its defaults").capabilities().has_checks
}

/// Calls a function with a square that is none, whose entry of the table is that of other squares. Without checks the
/// program ends well, and with them it doesn't.
fn refuse(tongue: &Tongue, folder: &Path) -> Result<(), String> {
    // Ada's type of squares refuses others in any case.
    let none = if tongue.lang == "ada" { &[][..] } else { &[("none", 35, true)] };
    let cases = [("assert", 34, true), ("assert", 35, false)].iter().chain(none);
    let named = cases.map(|case| (format!("{}_{}", case.0, case.1), *case));
    let cases: Vec<(String, (&str, u64, bool))> = named.collect();
    for (name, (checks, square, _)) in &cases {
        let inner = support::part_of(folder, name)?;
        let config = format!(
            "version = 1\n[board]\nwidth = 5\nheight = 7\n[[output]]\nlang = \"{}\"\npath = \"{}\"\n\
             emit = [\"between\"]\nchecks = \"{checks}\"\n{}\n",
            tongue.lang, tongue.file, tongue.keys
        );
        let module = module_of(&config);
        support::generate(&inner, &config)?;
        let call = Call {
            form: Form::Plain,
            function: module.names.function(&["between"]),
            arguments: vec![(0, Type::Half), (*square, Type::Half)],
            result: Outcome::Set,
            expected: 0,
        };
        fs::write(inner.join(tongue.program), program(tongue, &[call]))
            .map_err(|error| error.to_string())?;
    }
    let names: Vec<String> = cases.iter().map(|(name, _)| name.clone()).collect();
    compile_together(tongue, folder, &names)?;
    for (name, (checks, square, is_good)) in &cases {
        match ((tongue.run)(&folder.join(name)), is_good) {
            (Err(error), true) => return Err(format!("{checks}, square {square}: {error}")),
            (Ok(_), false) => return Err(format!("{checks}: square {square} isn't refused")),
            _ => {}
        }
    }
    Ok(())
}

fn check(tongue: &Tongue, folder: &Path) -> Result<(), String> {
    let mut called = Vec::new();
    for (form, board, keys) in FORMS {
        let inner = support::part_of(folder, form)?;
        // Languages of graphics processors have no checks, and another lookup by default that not every board has.
        let (checked, plain) = ("checks = \"assert\"\n", "variant = \"fancy\"\n");
        let without = keys.replace(checked, plain);
        let keys = if has_checks(tongue) { keys } else { without.as_str() };
        let config = config(tongue, board, keys);
        let module = module_of(&config);
        let calls = calls(&module);
        support::generate(&inner, &config)?;
        let text =
            fs::read_to_string(inner.join(tongue.file)).map_err(|error| error.to_string())?;
        // Comments behind rows are longer in these.
        if !["csharp", "cpp"].contains(&tongue.lang) {
            support::too_long(&text).map_err(|error| format!("{form}: {error}"))?;
        }
        fs::write(inner.join(tongue.program), program(tongue, &calls))
            .map_err(|error| error.to_string())?;
        called.push((form, calls));
    }
    compile_together(tongue, folder, &FORMS.map(|(form, ..)| form.to_owned()))?;
    for (form, calls) in called {
        let printed =
            (tongue.run)(&folder.join(form)).map_err(|error| format!("{form}: {error}"))?;
        let mut lines = printed.lines();
        for call in &calls {
            let line = lines.next().unwrap_or_default().trim();
            let found = u64::from_str_radix(line, tongue.radix).map_err(|_| line.to_owned());
            if found != Ok(call.expected) {
                let Call { function, arguments, expected, .. } = call;
                return Err(format!(
                    "{form}: {function}{arguments:x?} gives {found:x?}, not {expected:#x}"
                ));
            }
        }
    }
    Ok(())
}

fn config(tongue: &Tongue, board: &str, keys: &str) -> String {
    // On a board of its own, rook and bishop are private.
    let all = "\"rook\", \"bishop\", \"queen\"";
    let pieces = if board.starts_with("[board]") { "\"queen\"" } else { all };
    let without = [Part::SelfTest, Part::Lookup];
    let parts = Part::ALL.into_iter().filter(|part| !without.contains(part));
    let parts = parts.filter(|part| *part >= Part::Leapers);
    let parts = parts.filter(|part| tongue.calls || ![Part::Xray, Part::Pins].contains(part));
    let has_batches = ["c", "cpp", "csharp", "java", "rust"].contains(&tongue.lang);
    let parts = parts.filter(|part| *part != Part::Batch || has_batches);
    // Where the order of squares is a permutation, a step isn't one shift.
    let parts = parts.filter(|part| *part != Part::Fills || !board.contains("permutation"));
    let parts: Vec<String> = parts.map(|part| format!("\"{}\"", part.id())).collect();
    format!(
        "version = 1\n{board}\n\
         [[piece]]\nname = \"silver\"\nrays = [[-1, 1], [0, 1], [1, 1], [-1, -1], [1, -1]]\nrange = 1\nsides = true\n\
         [[output]]\nlang = \"{}\"\npath = \"{}\"\npieces = [{pieces}]\nemit = [\"lookup\", {}]\n\
         {keys}\n{}\n",
        tongue.lang,
        tongue.file,
        parts.join(", "),
        tongue.keys,
    )
}

/// The module that a config's only output prints.
fn module_of(config: &str) -> Module {
    let source = Source::new("companions.toml", config, Vec::new());
    let plan = resolve(&source, &Request::default())
        .unwrap_or_else(|errors| panic!("{config}\n{errors:?}"));
    module(&plan.jobs[0], &mut Solver::new(plan.effort)).expect("a proved module")
}

/// Calls of every companion, with arguments that follow a fixed stream of numbers.
fn calls(module: &Module) -> Vec<Call> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut word = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let squares: Vec<u64> = module.board.squares.iter().map(|(_, bit)| u64::from(*bit)).collect();
    let mut calls = Vec::new();
    for companion in &module.companions {
        for number in 0..24 {
            let mut arguments: Vec<(u64, Type)> = Vec::new();
            for argument in &companion.parameters {
                let parameter = argument.parameter;
                let is_square = parameter.most + 1 == module.board.indices;
                let value = match parameter.kind {
                    Type::Word if companion.part == Part::Cuckoo => cuckoo(module, number, word()),
                    Type::Word | Type::Lanes(_) => word() & word(),
                    Type::Half if is_square => squares[word() as usize % squares.len()],
                    Type::Half => word() % (u64::from(parameter.most) + 1),
                };
                arguments.push((value, parameter.kind));
            }
            let values: Vec<u64> = arguments.iter().map(|(value, _)| *value).collect();
            calls.push(Call {
                form: Form::Plain,
                function: companion.name.function(&module.names),
                expected: computed(module, companion, &values),
                result: companion.result,
                arguments,
            });
        }
    }
    calls.extend(together::calls(module, &squares, word));
    calls
}

/// A key of a move, or a key of none.
fn cuckoo(module: &Module, number: usize, random: u64) -> u64 {
    let is_keys = |table: &&magicgen::model::Table| {
        table.title.as_ref().is_some_and(|title| title.words == "cuckoo keys")
    };
    let keys = &module.tables.iter().find(is_keys).expect("keys").entries;
    let known: Vec<u64> = keys.iter().copied().filter(|key| *key != 0).collect();
    if number.is_multiple_of(4) { random } else { known[random as usize % known.len()] }
}

fn computed(module: &Module, companion: &Companion, arguments: &[u64]) -> u64 {
    let walks: Vec<&Walk> = module.pieces.iter().map(|piece| &piece.walk).collect();
    let lookup = |of: LookupRef, square: u64, occupied: u64| {
        let at = usize::from(of.0);
        let pieces =
            if at < walks.len() { vec![at] } else { module.unions[at - walks.len()].of.clone() };
        pieces.iter().fold(0, |set, at| set | walks[*at].attacks(square as u8, occupied))
    };
    let fields = Fields::default();
    let memory = Memory { fields: &fields, tables: &module.tables };
    let columns: Vec<Vec<u64>> = arguments.iter().map(|value| vec![*value]).collect();
    let given =
        Given { square: 0, occupied: &[0], parameters: &columns, lookup: &lookup, rotates: false };
    run_on(&companion.program, companion.program.result, memory, given).expect("a result")[0]
}

fn program(tongue: &Tongue, calls: &[Call]) -> String {
    let mut text = tongue.begin.to_owned();
    for call in calls {
        let argument = |(value, kind): &(u64, Type)| match kind {
            Type::Word | Type::Lanes(_) => (tongue.set)(*value),
            Type::Half => value.to_string(),
        };
        let arguments: Vec<String> = call.arguments.iter().map(argument).collect();
        let call_text = together::written(tongue, call, arguments);
        let _ = write!(text, "{}", (tongue.print)(&call_text, call.result));
    }
    text + tongue.end
}
