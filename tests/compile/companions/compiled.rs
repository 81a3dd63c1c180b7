//! Languages whose programs the machine runs itself.

use std::fs;
use std::path::Path;

use magicgen_lookup::model::companion::Outcome;

use super::tongue::{Tongue, hex, run};
use crate::compile::support;

/// Compiles a program under a standard, with warnings as errors, and runs it.
fn strict(folder: &Path, [compiler, standard, program]: [&str; 3]) -> Result<String, String> {
    let warnings = ["-Wall", "-Wextra", "-Wconversion", "-Werror", "-pedantic"];
    run(folder, compiler, &[&[standard][..], &warnings, &["-o", "main", program]].concat())?;
    run(folder, "./main", &[])
}

/// These languages in their forms.
pub(super) static TONGUES: &[Tongue] = &[
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
        run: |folder| strict(folder, ["gcc", "-std=c11", "main.c"]),
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
        run: |folder| strict(folder, ["gcc", "-std=c89", "main.c"]),
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
        run: |folder| strict(folder, ["g++", "-std=c++17", "main.cpp"]),
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
        run: |folder| strict(folder, ["clang++", "-std=c++11", "main.cpp"]),
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "cpp",
        form: "cpp20",
        needs: &["g++", "clang-format"],
        file: "magics.hpp",
        keys: "[output.cpp]\nstd = \"c++20\"",
        program: "main.cpp",
        begin: "#include <cstdio>\n#include \"magics.hpp\"\n#define P(x) std::printf(\"%llx\\n\", \
                static_cast<unsigned long long>(x))\n#ifdef __cpp_lib_span\nconstexpr std::uint64_t \
                batch(void (*of)(std::span<const std::uint8_t>, std::span<const std::uint64_t>, \
                std::span<std::uint64_t>), unsigned square, std::uint64_t occupied)\n{\n    \
                const auto byte = static_cast<std::uint8_t>(square);\n    const std::array<std::uint8_t, 2> squares \
                = {byte, byte};\n    std::array<std::uint64_t, 2> sets = {0, occupied};\n    of(squares, sets, \
                sets);\n    return sets[1];\n}\nstatic_assert(batch(magics::queen_batch, 3, 0) == \
                magics::queen_attacks(3, 0));\n#endif\nint main()\n{\n",
        end: "}\n",
        scope: "magics::",
        set: |set| hex("ULL")(set),
        print: |call, _| format!("    P({call});\n"),
        run: |folder| {
            run(folder, "clang-format", &["--dry-run", "-Werror", "magics.hpp"])?;
            strict(folder, ["g++", "-std=c++20", "main.cpp"])
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
            Outcome::Direction => format!("    println!(\"{{:x}}\", {call} as u8);\n"),
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
        lang: "d",
        form: "d",
        needs: &["ldc2"],
        file: "magics.d",
        keys: "",
        program: "main.d",
        begin: "import std.stdio : writefln;\nimport magics;\nulong batch(void function(const(ubyte)[], const(ulong)[], \
                ulong[]) @safe pure nothrow @nogc of, ubyte square, ulong occupied)\n{\n    ulong[2] sets = [0, \
                occupied];\n    of([square, square], sets, sets);\n    return sets[1];\n}\nvoid main()\n{\n",
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
        begin: "package main\n\nimport \"fmt\"\n\nfunc truth(is bool) int {\n\tif is {\n\t\treturn 1\n\t}\n\treturn 0\n}\n\nfunc rookOf(rook, _ uint64) uint64 { return rook }\n\nfunc bishopOf(_, bishop uint64) uint64 { return bishop }\n\nfunc batch(of func([]uint8, []uint64, []uint64), square uint8, occupied uint64) uint64 {\n\tsets := []uint64{0, occupied}\n\tof([]uint8{square, square}, sets, sets)\n\treturn sets[1]\n}\n\nfunc main() {\n",
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
            crate::compile::go::go(folder, &["vet", "."])?;
            crate::compile::go::go(folder, &["run", "."])
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
        begin: "const std = @import(\"std\");\nconst magics = @import(\"magics.zig\");\nfn batch(of: *const fn ([]const \
                u6, []const u64, []u64) void, square: u6, occupied: u64) u64 {\n    var sets = [_]u64{ 0, occupied \
                };\n    of(&.{ square, square }, &sets, &sets);\n    return sets[1];\n}\npub fn main() void {\n",
        end: "}\n",
        scope: "magics.",
        set: |set| hex("")(set),
        print: |call, result| match result {
            Outcome::Truth => {
                format!("    std.debug.print(\"{{x}}\\n\", .{{@intFromBool({call})}});\n")
            }
            Outcome::Direction => {
                format!("    std.debug.print(\"{{x}}\\n\", .{{@intFromEnum({call})}});\n")
            }
            _ => format!("    std.debug.print(\"{{x}}\\n\", .{{{call}}});\n"),
        },
        run: |folder| {
            crate::compile::zig::zig(folder, &["fmt", "--check", "magics.zig"])?;
            crate::compile::zig::zig(folder, &["run", "main.zig"])
        },
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "nim",
        form: "nim",
        needs: &["nim", "nimpretty"],
        file: "magics.nim",
        keys: "",
        program: "main.nim",
        begin: "import std/strutils\nimport magics\nproc p(number: uint64) = echo toHex(number)\n",
        end: "",
        scope: "magics.",
        set: |set| hex("'u64")(set),
        print: |call, result| match result {
            Outcome::Truth | Outcome::Direction => format!("p(uint64(ord({call})))\n"),
            _ => format!("p(uint64({call}))\n"),
        },
        run: |folder| {
            crate::compile::nim::compile(folder)?;
            crate::compile::nim::run(folder, &["main.nim"])
        },
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "ocaml",
        form: "ocaml",
        needs: &["ocamlopt"],
        file: "magics.ml",
        keys: "",
        program: "main.ml",
        begin: "let p = Printf.printf \"%Lx\\n\"\nlet q = Printf.printf \"%x\\n\"\n",
        end: "",
        scope: "Magics.",
        set: |set| hex("L")(set),
        print: |call, result| match result {
            Outcome::Set => format!("let () = p {call}\n"),
            Outcome::Number => format!("let () = q {call}\n"),
            Outcome::Truth => format!("let () = q (Bool.to_int {call})\n"),
            Outcome::Direction => format!("let () = q (Obj.magic {call})\n"),
        },
        run: |folder| {
            crate::compile::ocaml::compile(folder)?;
            // The stack of the native compiler doesn't suffice for so many calls, which the toplevel compiles one by one.
            run(folder, "ocamlc", &["-c", "magics.mli", "magics.ml"])?;
            run(folder, "ocaml", &["magics.cmo", "main.ml"])
        },
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
            Outcome::Direction => format!("   P (Magics.Direction_Type'Pos ({call}));\n"),
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
];
