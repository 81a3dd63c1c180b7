//! The variants that aren't in the matrix of forms: each once with printed tables and, if possible, once with filled
//! ones, and on a small board with all field styles. Bit scans have a driver of their own.

use std::path::Path;

use magicgen_board::{Board, Mapping, Order, Piece, Standard};
use magicgen_lookup::axes::KeyForm;
use magicgen_lookup::variant;
use magicgen_lookup::variant::Variant;

use super::{
    CLANG, EMIT, GCC, GCC_32, Program, TCC, WARNINGS, cell, compile, program_cell, tools, write,
};
use crate::compile::choices;
use crate::compile::support::{self, Cell, magicgen, run};

const IN_MATRIX: [&str; 3] = ["fancy", "plain", "split32"];
const STYLES: [&str; 4] = ["arrays", "records", "pointers", "switch"];
const ORIENTATIONS: [&str; 3] = ["a1lsb", "h1lsb", "a8lsb-file"];

fn is_pext(variant: &Variant) -> bool {
    variant.form.axes().is_some_and(|axes| axes.key == KeyForm::Pext)
}

pub(super) fn cells() -> Vec<Cell> {
    let is_other = |variant: &&Variant| !IN_MATRIX.contains(&variant.id);
    let others: Vec<&'static Variant> = variant::ALL.iter().filter(is_other).collect();
    let mut cells = Vec::new();
    for (at, variant) in others.into_iter().enumerate() {
        for std in ["c11", "c89"] {
            if std == "c89" && is_pext(variant) {
                continue;
            }
            let forms = if variant.form.can_be_filled() { &[false, true][..] } else { &[false] };
            let driven = forms.iter().map(|is_init| variant_cell(variant, std, at, *is_init));
            cells.extend(driven.chain([small_cell(variant, std, at, SMALL)]).map(Cell::in_product));
        }
    }
    // Combinations of axes have printed and filled tables in turn.
    for (at, (variant, keys)) in support::COMBINED.iter().enumerate() {
        let is_word = !keys.contains(&"output.lookup.cell=byte");
        for (turn, std) in ["c11", "c89"].into_iter().enumerate() {
            let orientation = ORIENTATIONS[(at + turn) % 3];
            let is_init = is_word && (at + turn) % 2 == 0;
            let program = Program::chess(GCC, std, orientation).init(is_init);
            cells.push(program_cell(program, variant, orientation, keys));
        }
    }
    cells.extend(["c11", "c89"].map(combined_small_cell));
    let fancy = variant::find("fancy").expect("a variant");
    cells.extend(["c11", "c89"].map(|std| small_cell(fancy, std, 0, FLAT)));
    cells.push(no_pext_cell());
    let without = [("pext", GCC), ("pext16", CLANG), ("pext", TCC), ("pext16", GCC_32)];
    cells.extend(without.map(fallback_cell).map(Cell::in_product));
    cells.extend(BITS.map(shared_bits_cell));
    let picking = [("single", GCC), ("pair", CLANG), ("single", TCC), ("pair", GCC_32)];
    cells.extend(picking.map(dispatch_cell).map(Cell::in_product));
    cells.extend(VECTORS.map(vector_cell));
    cells.push(gfni_cell());
    cells.extend([("c11", GCC), ("c89", GCC), ("c89", CLANG)].map(scan_cell));
    cells
}

/// Compilers, orientations and field styles take turns.
fn variant_cell(variant: &'static Variant, std: &'static str, at: usize, is_init: bool) -> Cell {
    let turn = at + usize::from(is_init) + usize::from(std == "c89");
    let compilers = match std {
        _ if is_pext(variant) => [GCC, CLANG, GCC, CLANG],
        "c89" => [CLANG, GCC_32, TCC, GCC],
        _ => [GCC, CLANG, TCC, GCC_32],
    };
    let compiler = compilers[turn % compilers.len()];
    let style = if variant.form.is_switch() { "switch" } else { STYLES[(at + turn) % 3] };
    let orientation = ORIENTATIONS[at % 3];
    let form = if is_init { "init" } else { "full" };
    // Files of tcc are written as C99.
    let std = if compiler == TCC && std == "c11" { "c99" } else { std };
    let mut program = Program::chess(compiler, std, orientation).init(is_init);
    program.pieces = support::pieces_of(variant.id);
    let id = variant.id;
    let compiled_by = compiler.concat();
    let name = format!("c::{std}::{compiled_by}::{id}::{orientation}::{form}::{style}");
    let needs = if is_pext(variant) { &["gcc", "clang", "bmi2"] } else { tools(compiler) };
    cell(name, needs, move |folder| {
        let (std, style) = (format!("output.c.std={std}"), format!("output.style.fields={style}"));
        let mut arguments = vec!["--lang", "c", "--variant", id, "--tables", form];
        arguments.extend(["--orientation", orientation, "-o", "magics.h", "--emit", EMIT]);
        arguments.extend(["-D", &std, "-D", &style]);
        arguments.extend(support::flags_of(id));
        magicgen(folder, &arguments)?;
        program.check(folder)
    })
}

/// A cell with variants whose factors take long to find on the chess board, on a small board.
fn combined_small_cell(std: &'static str) -> Cell {
    cell(format!("c::{std}::small::combined"), &["gcc"], move |folder| {
        let option = format!("output.c.std={std}");
        for (variant, keys) in support::COMBINED_SMALL {
            for form in ["full", "init"] {
                if form == "init" && variant.starts_with("bytes") {
                    continue;
                }
                let mut arguments = vec!["--lang", "c", "--variant", variant, "--tables", form];
                arguments.extend(["-o", "magics.h", "--emit", EMIT, "-D", &option]);
                arguments.extend(keys.iter().flat_map(|key| ["-D", key]));
                arguments.extend(support::SMALL);
                magicgen(folder, &arguments)?;
                let mut program = Program::chess(GCC, std, "a1lsb").init(form == "init");
                program.mapping = support::small();
                program.is_chess = false;
                program.check(folder).map_err(|error| format!("{variant} {form}: {error}"))?;
            }
        }
        Ok(())
    })
}

/// A program on vectors: its variant, its compiler with flags, what it needs, its pieces, and instructions that it has to have.
#[derive(Clone, Copy)]
struct Vectors {
    variant: &'static str,
    compiler: &'static [&'static str],
    needs: &'static [&'static str],
    pieces: &'static str,
    instructions: &'static [&'static str],
}

const AVX2: Vectors = Vectors {
    variant: "hyperbola-dual",
    compiler: &["gcc", "-mavx2"],
    needs: &["gcc", "avx2"],
    pieces: "rook,bishop",
    instructions: &["vpshufb", "%ymm", "vpsubq"],
};

/// Zeros are counted in lanes.
const OBSTRUCTION: Vectors = Vectors {
    variant: "obstruction-vector",
    compiler: &["gcc", "-mavx512cd", "-mavx512vl"],
    needs: &["gcc", "avx512vl"],
    instructions: &["vplzcntq", "vpsrlvq", "%ymm"],
    ..AVX2
};

/// Blockers are shifted down the lines, where no zeros are counted in lanes.
const STEPS: &[&str] = &["vpsrlvq", "%ymm"];

const SSSE3: Vectors = Vectors {
    compiler: &["clang", "-mssse3"],
    needs: &["clang", "ssse3"],
    instructions: &["pshufb", "psubq"],
    ..AVX2
};

const OF_NEON: Vectors = Vectors {
    compiler: NEON,
    needs: &["aarch64-linux-gnu-gcc", "qemu-aarch64"],
    instructions: &["rev64", "sub\tv"],
    ..AVX2
};

/// Each kind of registers, for vectors of four lanes and of two; and the reversal of bits by GFNI.
const VECTORS: [Vectors; 12] = [
    AVX2,
    OBSTRUCTION,
    Vectors {
        compiler: &["clang", "-mavx512cd", "-mavx512vl"],
        needs: &["clang", "avx512vl"],
        ..OBSTRUCTION
    },
    Vectors { pieces: "bishop", instructions: &["vplzcntq", "vpsrlvq", "%xmm"], ..OBSTRUCTION },
    Vectors {
        compiler: &["gcc", "-mavx2"],
        needs: &["gcc", "avx2"],
        instructions: STEPS,
        ..OBSTRUCTION
    },
    Vectors { variant: "obstruction-vector", instructions: &["ushl\tv"], ..OF_NEON },
    Vectors {
        compiler: &["clang", "-mavx2"],
        needs: &["clang", "avx2"],
        pieces: "bishop",
        instructions: &["vpshufb", "%xmm", "vpsubq"],
        ..AVX2
    },
    SSSE3,
    Vectors { compiler: &["gcc", "-mssse3"], needs: &["gcc", "ssse3"], pieces: "bishop", ..SSSE3 },
    OF_NEON,
    Vectors { pieces: "bishop", ..OF_NEON },
    GFNI,
];

const GFNI: Vectors = Vectors {
    variant: "hyperbola-reverse",
    compiler: &["gcc", "-mgfni", "-mssse3"],
    needs: &["gcc", "gfni", "ssse3"],
    instructions: &["gf2p8affineqb", "pshufb"],
    ..AVX2
};

const NEON: &[&str] = &["aarch64-linux-gnu-gcc", "-static"];

impl Vectors {
    fn name(self) -> String {
        let Self { compiler, variant, pieces, .. } = self;
        format!("c::c11::{}::{variant}::{pieces}", compiler.concat())
    }

    fn generate(self, folder: &Path) -> Result<(), String> {
        let mut arguments = vec!["--lang", "c", "--variant", self.variant, "--piece", self.pieces];
        let emit = if self.pieces.contains(',') { "squares,self-test,pair" } else { EMIT };
        arguments.extend(["--orientation", "h1lsb", "-o", "magics.h", "--emit", emit]);
        magicgen(folder, &arguments)
    }

    fn has_instructions(self, folder: &Path) -> Result<(), String> {
        let text = "#include \"magics.h\"\n\
                    uint64_t (*looked_up)(unsigned, uint64_t) = magics_bishop_attacks;\n";
        support::has_instructions(folder, self.compiler, text, self.instructions)
    }
}

/// Lookups on vectors, where compiler and processor have them. Other cells compile the same files without.
fn vector_cell(vectors: Vectors) -> Cell {
    cell(vectors.name(), vectors.needs, move |folder| {
        vectors.generate(folder)?;
        let host = (vectors.compiler == NEON).then_some(("aarch64", "qemu-aarch64"));
        let chess = Program::chess(vectors.compiler, "c11", "h1lsb");
        let mut program = Program { host, bmi2: None, ..chess };
        program.pieces.retain(|piece| vectors.pieces.split(',').any(|name| name == piece.name));
        program.check(folder)?;
        vectors.has_instructions(folder)
    })
}

/// Lookups by GFNI, compiled on any machine.
fn gfni_cell() -> Cell {
    cell(format!("{}::compiled", GFNI.name()), &["gcc"], move |folder| {
        GFNI.generate(folder)?;
        GFNI.has_instructions(folder)
    })
}

/// The name, the width and the height of a board that is small.
type Small = (&'static str, u8, u8);

const SMALL: Small = ("small", 5, 4);

/// A board on which no square is relevant for a bishop.
const FLAT: Small = ("flat", 7, 2);

/// A cell with a small board, in every field style and form.
fn small_cell(
    variant: &'static Variant,
    std: &'static str,
    turn: usize,
    (name, width, height): Small,
) -> Cell {
    let needs: &[&str] = if is_pext(variant) { &["gcc", "bmi2"] } else { &["gcc"] };
    cell(format!("c::{std}::{name}::{}", variant.id), needs, move |folder| {
        let board = Board::new(width, height).map_err(|error| error.to_string())?;
        let standard = Standard::find("a1lsb").ok_or("a1lsb")?;
        let mapping = Mapping::new(board, Order::Standard { standard, stride: 8 });
        let mapping = mapping.map_err(|error| error.to_string())?;
        for (at, fields) in STYLES.into_iter().enumerate() {
            for (form, tables) in ["full", "init"].into_iter().enumerate() {
                let is_init = tables == "init";
                let is_switch = fields == "switch";
                let can_be_filled = variant.form.can_be_filled() && !is_switch;
                // Where tables are printed and filled, a usual run has each style with one of both, in turn.
                let is_chosen = (turn + at + form).is_multiple_of(2) || choices::are_all_run();
                if can_be_filled && !is_chosen
                    || is_init && !can_be_filled
                    || variant.form.is_switch() && !is_switch
                {
                    continue;
                }
                let config = format!(
                    "version = 1\n\n[board]\nwidth = {width}\nheight = {height}\nstride = 8\n\n[search]\neffort = 1\n\n\
                     [[output]]\nid = \"c\"\nlang = \"c\"\npath = \"magics.h\"\nvariant = \"{}\"\n\
                     tables = \"{tables}\"\nemit = [\"squares\", \"self-test\"]\n\n\
                     [output.style]\nfields = \"{fields}\"\n\n\
                     [output.c]\nstd = \"{std}\"\n",
                    variant.id
                );
                write(folder, "magicgen.toml", &config)?;
                magicgen(folder, &["--config", "magicgen.toml"])?;
                let program = Program {
                    compiler: GCC,
                    std,
                    is_init,
                    is_pair: false,
                    mapping: mapping.clone(),
                    is_chess: false,
                    host: None,
                    pieces: vec![Piece::rook(), Piece::bishop()],
                    bmi2: Some("-mbmi2"),
                };
                program.check(folder).map_err(|error| format!("{tables} {fields}: {error}"))?;
            }
        }
        Ok(())
    })
}

/// A cell that drives lookups of a variant with PEXT that are compiled without BMI2.
fn fallback_cell((variant, compiler): (&'static str, &'static [&'static str])) -> Cell {
    cell(format!("c::fallback::{}::{variant}", compiler.concat()), tools(compiler), move |folder| {
        let flags = ["--lang", "c", "--variant", variant, "-o", "magics.h", "--emit", EMIT];
        magicgen(folder, &[&flags[..], &["-D", "output.c.std=c99"]].concat())?;
        let mut program = Program::chess(compiler, "c99", "a1lsb");
        program.bmi2 = None;
        program.check(folder)
    })
}

/// Slots of 16 bits that squares share where PDEP reads the same bits, for the whole board and for parts of it.
const BITS: [&[&str]; 3] = [
    &["output.lookup.key=constant", "output.lookup.cell=pdep"],
    &["output.lookup.key=constant", "output.lookup.cell=pdep", "output.lookup.fold=true"],
    &["output.lookup.key=constant", "output.lookup.cell=pdep", "output.lookup.fold=both"],
];

/// A cell that drives such lookups, compiled without BMI2.
fn shared_bits_cell(keys: &'static [&'static str]) -> Cell {
    let mut program = Program::chess(GCC, "c11", "h1lsb");
    program.bmi2 = None;
    program_cell(program, "shared-slots", "h1lsb", keys)
}

/// A cell that drives lookups that pick between PEXT and a product, on this processor and on one that is made to have
/// no PEXT.
fn dispatch_cell((layout, compiler): (&'static str, &'static [&'static str])) -> Cell {
    let name = format!("c::dispatch::{}::{layout}", compiler.concat());
    cell(name, tools(compiler), move |folder| {
        let flags = ["--lang", "c", "--variant", "pext", "-o", "magics.h", "--emit", EMIT];
        let keys = ["output.lookup.dispatch=true", "output.c.std=c99"];
        let layout_key = format!("output.c.layout={layout}");
        let keys = keys.into_iter().chain([layout_key.as_str()]).flat_map(|key| ["-D", key]);
        magicgen(folder, &flags.into_iter().chain(keys).collect::<Vec<_>>())?;
        let mut program = Program::chess(compiler, "c99", "a1lsb").init(true);
        if layout == "pair" {
            program = program.pair();
        }
        program.check(folder)?;
        let file = folder.join(if layout == "pair" { "magics.c" } else { "magics.h" });
        support::replace(&file, "features[1] & 0x100U", "features[1] & 0U")?;
        program.check(folder)
    })
}

/// A cell that checks that C89 refuses variants with PEXT, and that files of other standards have a message when they
/// are compiled without it, if a config requires it.
fn no_pext_cell() -> Cell {
    cell("c::no-pext".to_owned(), &["gcc"], |folder| {
        let flags = ["--lang", "c", "--variant", "pext", "-o", "magics.h"];
        let c89 = ["-D", "output.c.std=c89"];
        let refused = magicgen(folder, &[&flags[..], &c89[..]].concat());
        if !refused.as_ref().is_err_and(|error| error.contains("PEXT")) {
            return Err(format!("c89 takes pext: {refused:?}"));
        }
        magicgen(folder, &[&flags[..], &["-D", "output.c.bmi2=require"]].concat())?;
        write(folder, "user.c", "#include \"magics.h\"\n")?;
        let compiled = run(folder, "gcc", &["-mno-bmi2", "-fsyntax-only", "user.c"]);
        match compiled {
            Err(error) if error.contains("-mbmi2") => Ok(()),
            other => Err(format!("nothing is said of BMI2: {other:?}")),
        }
    })
}

/// A cell that drives bit scans with every word of 8 and 16 bits, and random longer ones.
fn scan_cell((std, compiler): (&'static str, &'static [&'static str])) -> Cell {
    let name = format!("c::{std}::{}::bitscan", compiler.concat());
    // `compile` takes both compilers.
    cell(name, &["gcc", "clang"], move |folder| {
        let option = format!("output.c.std={std}");
        for emit in ["bitscan", "bitscan,lookup"] {
            for tables in ["full", "init"] {
                compile(folder, std, &["--emit", emit, "--tables", tables, "-D", &option])?;
            }
            let driver = support::drivers().join("c/bitscan.c").display().to_string();
            let (std, include) = (format!("-std={std}"), format!("-I{}", folder.display()));
            let mut flags = vec![std.as_str(), "-O1", &include, &driver, "-o", "driver"];
            flags.extend(WARNINGS);
            if std == "-std=c89" {
                flags.push("-DPAIRS");
            }
            run(folder, compiler[0], &flags)?;
            support::compare_with(
                &run::<&str>(folder, folder.join("driver"), &[])?,
                "magicgen-driver ok bitscan",
            )?;
        }
        Ok(())
    })
}
