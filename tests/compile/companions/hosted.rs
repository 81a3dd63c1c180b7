//! Languages whose programs run in a virtual machine or by an interpreter.

use std::path::Path;

use magicgen_lookup::model::companion::Outcome;

use super::tongue::{Tongue, hex, run};
use crate::compile::kotlin;

fn node(folder: &Path) -> Result<String, String> {
    run(folder, "node", &["main.mjs"])
}

/// Lints a module of Lua, in luacheck's name of its dialect, and runs the program beside it.
fn lua(folder: &Path, interpreter: &str, dialect: &str) -> Result<String, String> {
    let fixed = ["--quiet", "--no-config", "--no-cache", "--max-line-length", "100", "--std"];
    run(folder, "luacheck", &[&fixed[..], &[dialect, "magics.lua"]].concat())?;
    run(folder, interpreter, &["main.lua"])
}

/// These languages in their forms.
pub(super) static TONGUES: &[Tongue] = &[
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
            Outcome::Direction => format!("    System.out.println({call}.ordinal());\n"),
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
        begin: "fun batch(of: (ByteArray, LongArray, LongArray) -> Unit, square: Int, occupied: Long): Long \
                {\n    val sets = longArrayOf(0L, occupied)\n    of(byteArrayOf(square.toByte(), square.toByte()), sets, \
                sets)\n    return sets[1]\n}\n\nfun main() {\n",
        end: "}\n",
        scope: "Magics.",
        set: |set| {
            format!("{}L", set.cast_signed()).replace("-9223372036854775808L", "Long.MIN_VALUE")
        },
        print: |call, result| match result {
            Outcome::Truth => format!("    println(if ({call}) 1 else 0)\n"),
            Outcome::Direction => format!("    println({call}.ordinal)\n"),
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
            Outcome::Direction => format!("        System.Console.WriteLine((int){call});\n"),
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
        lang: "lua",
        form: "lua",
        needs: &["lua5.4", "luacheck"],
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
        run: |folder| lua(folder, "lua5.4", "lua54"),
        radix: 16,
        calls: true,
    },
    Tongue {
        lang: "lua",
        form: "luajit",
        needs: &["luajit", "luacheck"],
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
            Outcome::Number | Outcome::Direction => {
                format!("print(string.format(\"%x\", {call}))\n")
            }
        },
        run: |folder| lua(folder, "luajit", "luajit"),
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
