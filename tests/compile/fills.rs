//! What all sliders of a set attack at once, on vectors of C and C++: compared with lookups, in each kind of registers.

use std::path::Path;

use crate::compile::support::{self, Cell, cell, magicgen, run};

/// A way of compiling fills.
#[derive(Clone, Copy)]
struct Fills {
    lang: &'static str,
    /// The standard, as the compiler's flag has it.
    std: &'static str,
    variant: &'static str,
    /// The compiler with flags.
    compiler: &'static [&'static str],
    /// What runs programs of another processor.
    emulator: Option<&'static str>,
    /// What the compiler needs, and what running needs beside it.
    needs: [&'static [&'static str]; 2],
    /// The piece whose fill is looked at.
    piece: &'static str,
    /// Instructions and registers that this fill has to have.
    instructions: &'static [&'static str],
}

const NEON: Fills = Fills {
    lang: "c",
    std: "c99",
    variant: "fancy",
    compiler: &["aarch64-linux-gnu-gcc", "-static"],
    emulator: Some("qemu-aarch64"),
    needs: [&["aarch64-linux-gnu-gcc"], &["aarch64-linux-gnu-gcc", "qemu-aarch64"]],
    piece: "queen",
    instructions: &["ushl\tv", "orr\tv"],
};

const AVX2: Fills = Fills {
    compiler: &["gcc", "-mavx2"],
    emulator: None,
    needs: [&["gcc"], &["gcc", "avx2"]],
    instructions: &["vpsllvq", "vpsrlvq", "%ymm"],
    ..NEON
};

/// Each kind of registers in each language. SSSE3 has no such shifts, so that fills are words beside lookups on vectors.
const FILLS: &[Fills] = &[
    NEON,
    AVX2,
    Fills {
        compiler: &["gcc", "-mavx512cd", "-mavx512vl"],
        needs: [&["gcc"], &["gcc", "avx512vl"]],
        instructions: &["vprolvq", "%zmm"],
        ..AVX2
    },
    Fills {
        compiler: &["clang", "-mavx512cd", "-mavx512vl"],
        needs: [&["clang"], &["clang", "avx512vl"]],
        piece: "rook",
        instructions: &["vprolvq", "%ymm"],
        ..AVX2
    },
    Fills {
        variant: "hyperbola-dual",
        compiler: &["clang", "-mssse3"],
        needs: [&["clang"], &["clang", "ssse3"]],
        instructions: &["shlq"],
        ..AVX2
    },
    Fills {
        lang: "cpp",
        std: "c++20",
        compiler: &["clang++", "-mavx2"],
        needs: [&["clang++"], &["clang++", "avx2"]],
        ..AVX2
    },
    Fills {
        lang: "cpp",
        std: "c++17",
        variant: "hyperbola-dual",
        compiler: &["g++", "-mavx512cd", "-mavx512vl"],
        needs: [&["g++"], &["g++", "avx512vl"]],
        instructions: &["vprolvq", "%zmm"],
        ..AVX2
    },
    Fills {
        lang: "cpp",
        std: "c++11",
        compiler: &["aarch64-linux-gnu-g++", "-static"],
        needs: [&["aarch64-linux-gnu-g++"], &["aarch64-linux-gnu-g++", "qemu-aarch64"]],
        ..NEON
    },
];

/// All cells: each is compiled, and run where the processor has such registers.
pub(crate) fn cells() -> Vec<Cell> {
    let both = |fills: &'static Fills| {
        let name = format!("{}::fills::{}", fills.lang, fills.compiler.concat());
        let [compiled, driven] = fills.needs;
        [
            cell(&format!("{name}::compiled"), compiled, |folder| fills.compile(folder)),
            cell(&format!("{name}::run"), driven, |folder| fills.drive(folder)),
        ]
    };
    FILLS.iter().flat_map(both).collect()
}

impl Fills {
    fn header(&self) -> &'static str {
        if self.lang == "c" { "magics.h" } else { "magics.hpp" }
    }

    fn generate(&self, folder: &Path) -> Result<(), String> {
        let std = format!("output.{}.std={}", self.lang, self.std);
        let flags = ["--lang", self.lang, "--variant", self.variant, "--orientation", "a8lsb"];
        let emit = ["--emit", "lookup,fills", "-D", &std, "-o", self.header()];
        magicgen(folder, &[&flags[..], &emit].concat())
    }

    /// The compiler with its flags, among them strict warnings.
    fn command(&self) -> Vec<String> {
        let kind = if self.lang == "c" { ["-x", "c"] } else { ["-x", "c++"] };
        let header = format!("-DHEADER=\"{}\"", self.header());
        let std = format!("-std={}", self.std);
        let strict =
            ["-Wall", "-Wextra", "-pedantic", "-Wconversion", "-Wshadow", "-Werror", "-I."];
        let flags = strict.into_iter().chain(kind).chain([&*header, &*std]);
        self.compiler.iter().copied().chain(flags).map(str::to_owned).collect()
    }

    fn compile(&self, folder: &Path) -> Result<(), String> {
        self.generate(folder)?;
        let (begin, scope) = match self.lang {
            "c" => ("", "magics_"),
            _ => ("extern ", "magics::"),
        };
        let piece = self.piece;
        let text = format!(
            "#include HEADER\n{begin}uint64_t (*const filled)(uint64_t, uint64_t) = {scope}{piece}_fill;\n"
        );
        let command = self.command();
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        support::has_instructions(folder, &command, &text, self.instructions)
    }

    fn drive(&self, folder: &Path) -> Result<(), String> {
        self.generate(folder)?;
        let driver = support::drivers().join("c/fill.c").display().to_string();
        let mut command = self.command();
        command.extend(["-O1", &driver, "-o", "driver"].map(str::to_owned));
        run(folder, &command[0], &command[1..])?;
        let driver = folder.join("driver").display().to_string();
        let printed = match self.emulator {
            None => run::<&str>(folder, driver, &[]),
            Some(emulator) => run(folder, emulator, &[driver]),
        };
        support::compare_with(&printed?, "magicgen-driver ok fills")
    }
}
