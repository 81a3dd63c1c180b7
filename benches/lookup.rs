//! Measures a rook's lookup in the Rust of each variant, as a ratio to `fancy`. It prints a line `id ratio` for each
//! variant; less is faster. `cargo bench --bench lookup -- ID...` measures only the named variants and `fancy`.
//!
//! A bench can't compile generated code into itself. So this bench writes all variants as modules of one program
//! (`lookup/harness.rs`), builds it with rustc and a user's options for speed, and runs it. All variants are measured
//! in one process, in shuffled rounds. `benches/peers` compares them with other crates.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use magicgen::Builder;
use magicgen_lookup::variant;

/// The reason for a run without a result.
type Failure = Box<dyn std::error::Error>;

#[expect(clippy::print_stderr, reason = "a bench has no other place for what went wrong")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test --benches` only checks that the bench builds.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    let wanted: Vec<&str> = arguments
        .iter()
        .map(String::as_str)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    match run(&wanted) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stderr, reason = "what is left out isn't part of the figures")]
fn run(wanted: &[&str]) -> Result<(), Failure> {
    if let Some(unknown) = wanted.iter().find(|id| variant::find(id).is_none()) {
        return Err(format!("`{unknown}` is no variant").into());
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lookup");
    std::fs::create_dir_all(&folder)?;
    let has_pext = has_pext()?;
    let (mut modules, mut peers) = (String::new(), String::new());
    for id in variant::ALL.iter().map(|variant| variant.id) {
        if !wanted.is_empty() && id != "fancy" && !wanted.contains(&id) {
            continue;
        }
        let module = format!("v_{}", id.replace('-', "_"));
        let text = match generate(&folder, id, &module) {
            Ok(path) => std::fs::read_to_string(path)?,
            Err(failure) => {
                eprintln!("{id} is left out: {failure}");
                continue;
            }
        };
        if !has_pext && (text.contains("_pext_") || text.contains("_pdep_")) {
            eprintln!("{id} is left out: this processor lacks BMI2");
            continue;
        }
        writeln!(modules, "#[allow(unused)]\nmod {module} {{ include!(\"{module}.rs\"); }}")?;
        writeln!(peers, "    peer!({id:?}, {module}),")?;
    }
    // The same code is measured twice in one program; the difference is noise.
    writeln!(modules, "#[allow(unused)]\nmod v_again {{ include!(\"v_fancy.rs\"); }}")?;
    writeln!(peers, "    peer!(\"(fancy again)\", v_again),")?;
    std::fs::write(
        folder.join("modules.rs"),
        format!("{modules}\nconst PEERS: &[Peer] = &[\n{peers}];\n"),
    )?;
    let source = folder.join("main.rs");
    std::fs::write(&source, include_str!("lookup/harness.rs"))?;
    let program = folder.join(format!("lookup{}", std::env::consts::EXE_SUFFIX));
    let mut compiler = rustc();
    compiler.args([
        "--edition=2024", "-Copt-level=3", "-Ccodegen-units=1", "-Ctarget-cpu=native", "-o",
    ]);
    if !compiler.arg(&program).arg(&source).status()?.success() {
        return Err("rustc refused the program".into());
    }
    if Command::new(&program).status()?.success() {
        Ok(())
    } else {
        Err("the program failed".into())
    }
}

/// The compiler that cargo uses, or else the one on the path.
fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

fn has_pext() -> Result<bool, Failure> {
    let output = rustc().args(["--print=cfg", "-Ctarget-cpu=native"]).output()?;
    Ok(String::from_utf8_lossy(&output.stdout).contains("target_feature=\"bmi2\""))
}

/// Writes the module of a variant, with printed tables.
fn generate(folder: &Path, id: &str, module: &str) -> Result<PathBuf, Failure> {
    let config = folder.join(format!("{module}.toml"));
    let text = format!(
        "version = 1\n\n[[output]]\nlang = \"rust\"\nvariant = \"{id}\"\npath = \"{module}.rs\"\n\
         tables = \"full\"\npieces = [\"rook\", \"bishop\"]\n[output.rust]\nstorage = \"include\"\n"
    );
    std::fs::write(&config, text)?;
    let files = Builder::from_config(&config).generate_to(folder)?;
    Ok(files.into_iter().next().ok_or("no file was generated")?)
}
