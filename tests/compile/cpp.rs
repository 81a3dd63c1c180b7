//! C++: g++ and clang++ under every standard with strict warnings as errors, clang-format in two styles.

mod flags;
mod forgotten;
mod forms;
mod modules;
mod parts;

use std::fs;
use std::path::Path;

use crate::compile::support::{self, Cell, Plan, magicgen, run};

const NEEDS: &[&str] = &["g++", "clang++", "clang-format"];

const WARNINGS: [&str; 9] = [
    "-Wall", "-Wextra", "-pedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow",
    "-Wold-style-cast", "-Wmissing-braces", "-Werror",
];

/// Compilers with the standard, and a style of clang-format that is tested with each.
const COMPILERS: [(&str, &str, &str); 6] = [
    ("g++", "17", "LLVM"),
    ("clang++", "20", "Google"),
    ("g++", "20", "Google"),
    ("clang++", "17", "LLVM"),
    ("g++", "11", "LLVM"),
    ("clang++", "14", "Google"),
];

/// All cells of this language.
pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for (at, plan) in support::plans("cpp").into_iter().enumerate() {
        let compiler = COMPILERS[at % COMPILERS.len()];
        let needs: &[&str] = if plan.variant.starts_with("pext") {
            &["g++", "clang++", "clang-format", "bmi2"]
        } else {
            NEEDS
        };
        cells.push(
            support::cell(&format!("cpp::{}", plan.name()), needs, move |folder| {
                chess(folder, plan, compiler)
            })
            .in_product(),
        );
        // C++20 counts bits by functions of its library.
        if plan.variant == "obstruction-difference" {
            for compiler in COMPILERS.into_iter().filter(|(_, std, _)| *std == "20") {
                let name = format!("cpp::counts::{}::{}", compiler.0, plan.name());
                cells
                    .push(support::cell(&name, NEEDS, move |folder| chess(folder, plan, compiler)));
            }
        }
    }
    for (variant, compiler) in
        [("pext", ("g++", "17")), ("pext16", ("clang++", "17")), ("pext16", ("g++", "11"))]
    {
        let name = format!("cpp::fallback::{variant}::{}", compiler.1);
        let run = move |folder: &Path| fallback(folder, variant, compiler);
        cells.push(support::cell(&name, NEEDS, run).in_product());
    }
    cells.push(support::cell("cpp::bmi2", &["g++"], refused_without_bmi2));
    for (compiler, std, style) in COMPILERS {
        let name = format!("cpp::dispatch::{compiler}::{std}");
        let run = move |folder: &Path| dispatched(folder, (compiler, std), style);
        cells.push(support::cell(&name, NEEDS, run).in_product());
    }
    cells.extend(VECTORS.map(vector_cell));
    cells.extend(modules::cells());
    cells.extend(parts::cells());
    cells.extend(flags::cells());
    cells.extend(forgotten::cells());
    cells.extend(forms::cells());
    cells
}

/// A program on vectors: its variant, its standard, its compiler with flags, what it needs, and instructions that it has to
/// have.
#[derive(Clone, Copy)]
struct Vectors {
    variant: &'static str,
    std: &'static str,
    compiler: &'static [&'static str],
    needs: &'static [&'static str],
    instructions: &'static [&'static str],
}

const AVX2: Vectors = Vectors {
    variant: "hyperbola-dual",
    std: "17",
    compiler: &["g++", "-mavx2"],
    needs: &["g++", "avx2"],
    instructions: &["vpshufb", "%ymm", "vpsubq"],
};

/// Each kind of registers, and each standard's way of telling what the compiler computes itself.
const VECTORS: [Vectors; 6] = [
    AVX2,
    Vectors {
        variant: "obstruction-vector",
        compiler: &["g++", "-mavx512cd", "-mavx512vl"],
        needs: &["g++", "avx512vl"],
        instructions: &["vplzcntq", "vpsrlvq", "%ymm"],
        ..AVX2
    },
    Vectors {
        std: "20",
        compiler: &["clang++", "-mavx2"],
        needs: &["clang++", "avx2"],
        instructions: &["vpshufb", "vpsubq"],
        ..AVX2
    },
    Vectors {
        std: "14",
        compiler: &["clang++", "-mssse3"],
        needs: &["clang++", "ssse3"],
        instructions: &["pshufb", "psubq"],
        ..AVX2
    },
    Vectors {
        std: "20",
        compiler: NEON,
        needs: &["aarch64-linux-gnu-g++", "qemu-aarch64"],
        instructions: &["rev64", "sub\tv"],
        ..AVX2
    },
    Vectors {
        variant: "hyperbola-reverse",
        compiler: &["clang++", "-mgfni", "-mssse3"],
        needs: &["clang++", "gfni", "ssse3"],
        instructions: &["gf2p8affineqb", "pshufb"],
        ..AVX2
    },
];

const NEON: &[&str] = &["aarch64-linux-gnu-g++", "-static"];

/// Lookups on vectors, in the program and, by assertions of the header, in the compiler.
fn vector_cell(vectors: Vectors) -> Cell {
    let Vectors { variant, std, compiler, needs, instructions } = vectors;
    let name = format!("cpp::vectors::{}::{std}", compiler.concat());
    support::cell(&name, needs, move |folder| {
        let standard = format!("output.cpp.std=c++{std}");
        let arguments = ["--lang", "cpp", "--variant", variant, "-D", &standard];
        let emit = ["--emit", "squares,lookup,self-test,pair", "-o", "magics.hpp"];
        magicgen(folder, &[&arguments[..], &emit].concat())?;
        let files = ["driver.cpp", "other.cpp"];
        let files =
            files.map(|file| support::drivers().join("cpp").join(file).display().to_string());
        let flags = [&compiler[1..], &[&files[0], &files[1]]].concat();
        compile_with(folder, (compiler[0], std), &flags, Some("driver"))?;
        let board = support::board_arguments("a1lsb");
        let driver = folder.join("driver").display().to_string();
        let command = if compiler == NEON { vec!["qemu-aarch64", &driver] } else { vec![&*driver] };
        let board = command[1..].iter().copied().chain(board.iter().map(String::as_str));
        support::compare(&run(folder, command[0], &board.collect::<Vec<_>>())?)?;
        let std = format!("-std=c++{std}");
        let compiler = [compiler, &[&std, "-I."]].concat();
        let text =
            "#include \"magics.hpp\"\nextern const auto looked_up = &magics::bishop_attacks;\n";
        support::has_instructions(folder, &compiler, text, instructions)
    })
}

/// Drives lookups of a variant with PEXT that are compiled without BMI2.
fn fallback(folder: &Path, variant: &str, compiler: (&str, &str)) -> Result<(), String> {
    let std = format!("output.cpp.std=c++{}", compiler.1);
    let flags = ["--lang", "cpp", "--variant", variant, "-D", &std, "-o", "magics.hpp"];
    magicgen(folder, &[&flags[..], &["--emit", "squares,lookup,self-test"]].concat())?;
    let files = ["driver.cpp", "other.cpp"];
    let files = files.map(|file| support::drivers().join("cpp").join(file).display().to_string());
    compile_with(folder, compiler, &["-mno-bmi2", &files[0], &files[1]], Some("driver"))?;
    let board = support::board_arguments("a1lsb");
    support::compare(&run(folder, folder.join("driver"), &board)?)
}

/// Drives lookups that pick between PEXT and a product, on this processor and on one that is made to have no PEXT.
fn dispatched(folder: &Path, compiler: (&str, &str), style: &str) -> Result<(), String> {
    let flags = ["--lang", "cpp", "--variant", "pext", "-D", "output.lookup.dispatch=true"];
    let std = format!("output.cpp.std=c++{}", compiler.1);
    let emit = ["--emit", "squares,lookup,self-test", "-o", "magics.hpp", "-D", &std];
    magicgen(folder, &[&flags[..], &emit].concat())?;
    format(folder, style, &["magics.hpp"])?;
    let files = ["driver.cpp", "other.cpp"];
    let files = files.map(|file| support::drivers().join("cpp").join(file).display().to_string());
    for bit in ["0x100U", "0U"] {
        let wanted = format!("features[1] & {bit}");
        support::replace(&folder.join("magics.hpp"), "features[1] & 0x100U", &wanted)?;
        compile_with(folder, compiler, &["-mno-bmi2", &files[0], &files[1]], Some("driver"))?;
        let board = support::board_arguments("a1lsb");
        support::compare(&run(folder, folder.join("driver"), &board)?)?;
    }
    Ok(())
}

/// Checks the compiler's message for a target without BMI2, where a config requires it.
fn refused_without_bmi2(folder: &Path) -> Result<(), String> {
    magicgen(
        folder,
        &[
            "--lang",
            "cpp",
            "--variant",
            "pext",
            "-D",
            "output.cpp.bmi2=require",
            "-o",
            "magics.hpp",
        ],
    )?;
    fs::write(folder.join("user.cpp"), "#include \"magics.hpp\"\n")
        .map_err(|error| error.to_string())?;
    compile_with(folder, ("g++", "17"), &["-mbmi2", "user.cpp"], None)?;
    match compile_with(folder, ("g++", "17"), &["-mno-bmi2", "user.cpp"], None) {
        Err(error) if error.contains("-mbmi2") => Ok(()),
        other => Err(format!("nothing is said of BMI2: {other:?}")),
    }
}

/// Compiles files with all warnings, lookups by PEXT with its instruction. Without a name for the program, only the syntax is checked.
fn compile(
    folder: &Path,
    (compiler, std): (&str, &str),
    files: &[&str],
    program: Option<&str>,
) -> Result<(), String> {
    let header = fs::read_to_string(folder.join("magics.hpp")).unwrap_or_default();
    let flags = header.contains("immintrin.h").then_some("-mbmi2");
    let files: Vec<&str> = flags.into_iter().chain(files.iter().copied()).collect();
    compile_with(folder, (compiler, std), &files, program)
}

/// As [`compile`], with only such instructions as the flags among the files ask for.
fn compile_with(
    folder: &Path,
    (compiler, std): (&str, &str),
    files: &[&str],
    program: Option<&str>,
) -> Result<(), String> {
    let std = format!("-std=c++{std}");
    let drivers = format!("-I{}", support::drivers().join("cpp").display());
    let mut flags = vec![std.as_str(), "-O1", "-I.", &drivers];
    flags.extend(WARNINGS);
    flags.extend((compiler == "g++").then_some("-Wuseless-cast"));
    match program {
        Some(program) => flags.extend(["-o", program]),
        None => flags.push("-fsyntax-only"),
    }
    run(folder, compiler, &[&flags, files].concat()).map(|_| ())
}

/// Checks that clang-format doesn't change files.
fn format(folder: &Path, style: &str, files: &[&str]) -> Result<(), String> {
    let style = format!("--style={style}");
    run(folder, "clang-format", &[&["--dry-run", "-Werror", &style], files].concat()).map(|_| ())
}

/// Checks a program of two files, by the self-test and by a driver with a ray walk of its own.
fn chess(
    folder: &Path,
    plan: Plan,
    (compiler, std, style): (&str, &str, &str),
) -> Result<(), String> {
    let standard = format!("output.cpp.std=c++{std}");
    let mut flags = plan.flags("cpp");
    flags.extend(["--emit", "squares,lookup,self-test", "-o", "magics.hpp", "-D", &standard]);
    magicgen(folder, &flags)?;
    format(folder, style, &["magics.hpp"])?;
    if plan.variant == "group" {
        return self_test(folder, (compiler, std));
    }
    let drivers = support::drivers().join("cpp");
    let files = ["driver.cpp", "other.cpp"].map(|file| drivers.join(file).display().to_string());
    compile(folder, (compiler, std), &[&files[0], &files[1]], Some("driver"))?;
    let board = support::board_arguments(plan.orientation);
    support::compare(&run(folder, folder.join("driver"), &board)?)
}

/// Compiles and runs a program that only runs the generated test.
fn self_test(folder: &Path, compiler: (&str, &str)) -> Result<(), String> {
    let file = support::drivers().join("cpp/self_test.cpp").display().to_string();
    compile(folder, compiler, &[&file], Some("self_test"))?;
    run::<&str>(folder, folder.join("self_test"), &[]).map(|_| ())
}
