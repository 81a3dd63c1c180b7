//! Languages of graphics processors: every lookup is compiled as its language's compilers do, and run where this machine
//! can run it. A run answers queries, each a piece, a square and an occupancy, whose answers are the attack sets by bit.

use std::fs;
use std::path::Path;

use magicgen_board::{Mapping, Piece, Problem, Standard, Walk, subsets};

use crate::compile::support::{self, Cell, Plan, part_of};

/// What kernels are compiled by, for any device.
const CLANG: &[&str] = &[
    "-x",
    "cl",
    "-Xclang",
    "-finclude-default-header",
    "-Wall",
    "-Wextra",
    "-Wconversion",
    "-Werror",
];

/// What device functions are compiled by, without NVIDIA's headers and libraries.
const CLANG_CUDA: &[&str] = &[
    "-x",
    "cuda",
    "--cuda-device-only",
    "-nocudainc",
    "-nocudalib",
    "--cuda-gpu-arch=sm_60",
    "-O1",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wno-unknown-cuda-version",
];

/// A language, and how its files are compiled alone and run.
struct Gpu {
    lang: &'static str,
    file: &'static str,
    needs: &'static [&'static str],
    /// Pieces on small boards that no language refuses for the size of their tables.
    odd_pieces: &'static str,
    compile: fn(&Path) -> Result<(), String>,
    run: fn(&Path) -> Result<(), String>,
}

const OPENCL: Gpu = Gpu {
    lang: "opencl",
    file: "magics.cl",
    needs: &["clang", "gcc", "opencl"],
    odd_pieces: "\"short-rook\", \"lance\", \"queen\"",
    compile: |folder| {
        for std in ["-cl-std=CL1.2", "-cl-std=CL2.0"] {
            clang("clang", folder, &[CLANG, &[std, "-fsyntax-only", "magics.cl"]].concat())?;
        }
        Ok(())
    },
    run: opencl,
};

const CUDA: Gpu = Gpu {
    lang: "cuda",
    file: "magics.cuh",
    needs: &["clang++", "g++"],
    odd_pieces: OPENCL.odd_pieces,
    compile: |folder| {
        let shim = format!("{}/cuda/device.h", support::drivers().display());
        let rest = ["-include", &shim, "-fsyntax-only", "magics.cuh"];
        clang("clang++", folder, &[CLANG_CUDA, &rest].concat())
    },
    run: cuda,
};

const WGSL: Gpu = Gpu {
    lang: "wgsl",
    file: "magics.wgsl",
    needs: &["naga", "g++"],
    odd_pieces: "\"lance\"",
    compile: |folder| support::run(folder, "naga", &["magics.wgsl"]).map(|_| ()),
    run: wgsl,
};

/// These languages.
pub(crate) const LANGUAGES: [&str; 3] = [OPENCL.lang, CUDA.lang, WGSL.lang];

/// The most entries of an array of WGSL.
const MOST: usize = 2047;

/// Functions of a file that is compiled alone are used by nobody.
fn clang(program: &str, folder: &Path, arguments: &[&str]) -> Result<(), String> {
    let unused = ["-Wno-unused-function", "-Wno-unused-const-variable"];
    support::run(folder, program, &[arguments, &unused].concat()).map(|_| ())
}

/// Compiles the kernel by clang for any device, and runs it.
fn opencl(folder: &Path) -> Result<(), String> {
    let drivers = support::drivers().join("opencl");
    let [kernel, driver] =
        ["kernel.cl", "driver.c"].map(|name| drivers.join(name).display().to_string());
    let rest = ["-cl-std=CL1.2", "-fsyntax-only", "-I.", &kernel];
    support::run(folder, "clang", &[CLANG, &rest].concat())?;
    let strict = ["-std=c99", "-Wall", "-Wextra", "-Werror"];
    support::run(folder, "gcc", &[&strict[..], &[&driver, "-o", "driver", "-lOpenCL"]].concat())?;
    // Options are split at blanks, so a path that may have some can't be one.
    fs::copy(&kernel, folder.join("kernel.cl")).map_err(|error| error.to_string())?;
    let options = "-cl-std=CL1.2 -I.";
    // Programs are cached by their text without what it includes.
    let cache = format!("POCL_CACHE_DIR={}", folder.join("cache").display());
    support::run(folder, "env", &[&cache, "./driver", options]).map(|_| ())
}

/// Compiles a kernel by clang for a device.
fn ptx(folder: &Path) -> Result<(), String> {
    let kernel = support::drivers().join("cuda/kernel.cu").display().to_string();
    let rest = ["-I.", "-S", "-o", "kernel.ptx", &kernel];
    support::run(folder, "clang++", &[CLANG_CUDA, &rest].concat()).map(|_| ())
}

/// Compiles a kernel for a device, and device functions for this machine, which run.
fn cuda(folder: &Path) -> Result<(), String> {
    ptx(folder)?;
    let driver = support::drivers().join("cuda/driver.cpp").display().to_string();
    let strict = [
        "-std=c++11", "-O1", "-Wall", "-Wextra", "-Wconversion", "-Wsign-conversion", "-Werror",
        "-I.",
    ];
    support::run(folder, "g++", &[&strict[..], &[&driver, "-o", "driver"]].concat())?;
    support::run(folder, folder.join("driver"), &[""; 0]).map(|_| ())
}

/// Compiles the program of the language's page for the device and for the host, without NVIDIA's headers.
fn page(folder: &Path) -> Result<(), String> {
    let page = support::drivers().join("../../docs/languages/cuda.md");
    let page = fs::read_to_string(page).map_err(|error| error.to_string())?;
    let program = page.split_once("file=program.cu\n").and_then(|(_, rest)| rest.split_once("```"));
    let (program, _) = program.ok_or("the page has no program")?;
    fs::write(folder.join("program.cu"), program).map_err(|error| error.to_string())?;
    support::magicgen(folder, &["--lang", "cuda", "--emit", "squares,lookup", "-o", CUDA.file])?;
    let runtime = support::drivers().join("cuda/runtime.h").display().to_string();
    for side in ["--cuda-device-only", "--cuda-host-only"] {
        let rest = [side, "-include", &runtime, "-fsyntax-only", "program.cu"];
        support::run(folder, "clang++", &[CLANG_CUDA, &rest].concat())?;
    }
    Ok(())
}

/// Checks that lookups without tables become instructions of the device, and read constant memory.
fn native(folder: &Path) -> Result<(), String> {
    for (variant, instruction) in
        [("slide-arithmetic", "clz.b64"), ("hyperbola-reverse", "brev.b64")]
    {
        let folder = part_of(folder, variant)?;
        support::magicgen(&folder, &["--lang", "cuda", "--variant", variant, "-o", CUDA.file])?;
        ptx(&folder)?;
        let text = std::fs::read_to_string(folder.join("kernel.ptx"));
        let text = text.map_err(|error| error.to_string())?;
        support::has_all(&text, &[instruction, "ld.const.u64"])?;
    }
    Ok(())
}

/// Has naga translate shader functions to Metal's language, and compiles these for this machine, where they run.
fn wgsl(folder: &Path) -> Result<(), String> {
    (WGSL.compile)(folder)?;
    // Metal reverses bits from version 2.1 on.
    let metal = ["--metal-version", "2.1", "magics.wgsl", "magics.metal"];
    support::run(folder, "naga", &metal)?;
    let drivers = support::drivers().join("wgsl");
    let driver = drivers.join("driver.cpp").display().to_string();
    let library = format!("-I{}", drivers.display());
    let arguments = ["-std=c++11", "-O1", "-I.", &library, &driver, "-o", "driver"];
    support::run(folder, "g++", &arguments)?;
    support::run(folder, folder.join("driver"), &[""; 0]).map(|_| ())
}

/// All cells of these languages.
pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = vec![
        support::cell("cuda::native", CUDA.needs, native),
        support::cell("cuda::page", CUDA.needs, page),
    ];
    for gpu in [&OPENCL, &CUDA, &WGSL] {
        let cell = |name: &str, run: fn(&Gpu, &Path) -> Result<(), String>| {
            let name = format!("{}::{name}", gpu.lang);
            support::cell(&name, gpu.needs, move |folder| run(gpu, folder))
        };
        for plan in support::plans(gpu.lang) {
            let name = format!("{}::{}", gpu.lang, plan.name());
            cells.push(support::cell(&name, gpu.needs, move |folder| chess(gpu, folder, plan)));
        }
        cells.extend([
            cell("emit", emit),
            cell("odd", odd),
            cell("folded", folded),
            cell("fault", fault),
            cell("refused", refused),
        ]);
    }
    cells
}

/// Every lookup on the chess board.
fn chess(gpu: &Gpu, folder: &Path, plan: Plan) -> Result<(), String> {
    let mut flags = plan.flags(gpu.lang);
    flags.extend(["--emit", "squares,lookup", "-o", gpu.file]);
    let made = support::magicgen(folder, &flags);
    // The program knows which tables are too large; what it lets pass, the compiler checks.
    if gpu.lang == WGSL.lang && entries_refused(&made).is_some_and(|entries| entries > MOST) {
        return support::refused(made, &["a variant with small tables"]);
    }
    made?;
    let text = std::fs::read_to_string(folder.join(gpu.file)).map_err(|error| error.to_string())?;
    support::too_long(&text)?;
    if plan.variant == "group" {
        return (gpu.compile)(folder);
    }
    let standard = Standard::find(plan.orientation).expect("a standard order");
    let queries = Queries::new(&Mapping::chess(standard));
    queries.write(folder)?;
    (gpu.run)(folder)?;
    queries.compare(folder)
}

/// The number of entries for which the program refuses an array of WGSL, if that is what it says.
fn entries_refused(made: &Result<(), String>) -> Option<usize> {
    let message = made.as_ref().err()?;
    let (before, _) = message.split_once(" entries, but WGSL allows")?;
    before.rsplit(' ').next()?.parse().ok()
}

/// What else than lookups files have.
const EMITS: &[&[&str]] = &[
    &["factors", "--variant", "fancy"],
    &["masks,shifts", "--variant", "fancy"],
    &["squares"],
    &["attacks", "--variant", "fancy"],
    &["offsets", "--variant", "packed"],
    &["bitscan"],
    &["occupancies,attack-sets"],
    &["lookup", "--piece", "queen"],
    &[
        "lookup,squares,bitscan,factors,masks,attacks",
        "--variant",
        "fancy",
        "-D",
        "output.style.hex=upper",
    ],
    &["lookup,squares", "--variant", "hyperbola", "-D", "board.stride=8"],
    &["lookup,leapers,rays,fills,xray,pins,pair,attacks-of,files,ranks,zobrist"],
    &["between,line,ray-pass,aligned,distance,diagonals,colours,directions"],
];

fn emit(gpu: &Gpu, folder: &Path) -> Result<(), String> {
    for (at, flags) in EMITS.iter().enumerate() {
        let folder = part_of(folder, &format!("emit{at}"))?;
        let fixed = ["--lang", gpu.lang, "-o", gpu.file, "--emit"];
        let made = support::magicgen(&folder, &[&fixed, *flags, support::SMALL].concat());
        made.and_then(|()| (gpu.compile)(&folder))
            .map_err(|error| format!("{}:\n{error}", flags.join(" ")))?;
    }
    Ok(())
}

/// Boards with holes and gaps, in orders of their own, with pieces of short range.
fn odd(gpu: &Gpu, folder: &Path) -> Result<(), String> {
    for (board, head) in support::ODD {
        for variant in ["fancy", "bytes", "postmask", "direction"] {
            let folder = part_of(folder, &format!("{board}{variant}"))?;
            let config = format!(
                "version = 1\n{head}{}[[output]]\nlang = \"{}\"\npath = \"{}\"\nvariant = \"{variant}\"\n\
                 pieces = [{}]\nemit = [\"lookup\", \"squares\"]\n",
                support::ODD_PIECES,
                gpu.lang,
                gpu.file,
                gpu.odd_pieces
            );
            support::generate(&folder, &config)
                .and_then(|()| (gpu.compile)(&folder))
                .map_err(|error| format!("{config}{error}"))?;
        }
    }
    Ok(())
}

/// Lookups in tables of a part of the chess board are run; WGSL's arrays have room for parts of smaller boards.
fn folded(gpu: &Gpu, folder: &Path) -> Result<(), String> {
    for fold in ["ranks", "files", "both"] {
        let folder = part_of(folder, fold)?;
        let key = format!("output.lookup.fold={fold}");
        let flags = ["--lang", gpu.lang, "-o", gpu.file, "--emit", "squares,lookup"];
        let flags = [&flags[..], &["--variant", "fancy", "-D", &key]].concat();
        if gpu.lang == WGSL.lang {
            let board = ["-D", "board.width=8", "-D", "board.height=2"];
            support::magicgen(&folder, &[&flags[..], &board].concat())?;
            (gpu.compile)(&folder)?;
            continue;
        }
        support::magicgen(&folder, &flags)?;
        let queries = Queries::new(&Mapping::chess(Standard::ALL[0]));
        queries.write(&folder)?;
        (gpu.run)(&folder)?;
        queries.compare(&folder).map_err(|error| format!("{fold}: {error}"))?;
    }
    Ok(())
}

/// Checks that a changed entry gives other answers, so that a run is known to run.
fn fault(gpu: &Gpu, folder: &Path) -> Result<(), String> {
    let flags = ["--lang", gpu.lang, "-o", gpu.file, "--variant", "slide-arithmetic"];
    support::magicgen(folder, &flags)?;
    support::alter(&folder.join(gpu.file), "MAGICS_ROOK_RANK_REACHES", 0)?;
    let queries = Queries::new(&Mapping::chess(Standard::ALL[0]));
    queries.write(folder)?;
    (gpu.run)(folder)?;
    support::refused(queries.compare(folder), &["the rook on "])
}

/// What these languages don't have is refused with the reason.
fn refused(gpu: &Gpu, folder: &Path) -> Result<(), String> {
    for (flags, says) in [
        (&["--emit", "lookup,self-test"][..], "has no `self-test`"),
        (&["--tables", "init", "--variant", "fancy"], "init"),
        (&["--variant", "pext"], "PEXT"),
        (&["-D", "output.checks=assert"], "checks"),
    ] {
        let fixed = ["--lang", gpu.lang, "-o", gpu.file];
        support::refused(support::magicgen(folder, &[&fixed, flags].concat()), &[says])?;
    }
    Ok(())
}

/// A piece by its number, a square, an occupancy, and what is attacked.
struct Query {
    piece: usize,
    square: u8,
    occupied: u64,
    attacks: u64,
}

/// The queries of a run.
struct Queries(Vec<Query>);

impl Queries {
    /// Every subset of every mask of rook and bishop, once with bits outside of the mask, and a queen under as many
    /// occupancies as a rook.
    fn new(mapping: &Mapping) -> Self {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let problems = [Piece::rook(), Piece::bishop()].map(|piece| {
            Problem::new(&Walk::new(&piece, mapping), mapping.squares()).expect("masks fit")
        });
        let mut queries = Vec::new();
        for (piece, problem) in problems.iter().enumerate() {
            for square in problem.squares() {
                let (mask, bit) = (square.mask, square.bit);
                for (subset, attacks) in subsets(mask).zip(problem.attacks(*square)) {
                    let junk = subset | next() & !mask | 1 << bit;
                    for occupied in [subset, junk] {
                        queries.push(Query { piece, square: bit, occupied, attacks: *attacks });
                    }
                }
            }
        }
        let [rooks, bishops] = &problems;
        for (rook, bishop) in rooks.squares().iter().zip(bishops.squares()) {
            let both: Vec<(u64, &u64)> =
                subsets(bishop.mask).zip(bishops.attacks(*bishop)).collect();
            for (subset, attacks) in subsets(rook.mask).zip(rooks.attacks(*rook)) {
                let (other, others) = both[next() as usize % both.len()];
                let junk = next() & !(rook.mask | bishop.mask);
                let occupied = subset | other | junk;
                queries.push(Query {
                    piece: 2,
                    square: rook.bit,
                    occupied,
                    attacks: attacks | others,
                });
            }
        }
        Self(queries)
    }

    fn write(&self, folder: &Path) -> Result<(), String> {
        let words = self.0.iter().flat_map(|query| {
            [(query.piece << 6) as u64 | u64::from(query.square), query.occupied]
        });
        let bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
        std::fs::write(folder.join("queries.bin"), bytes).map_err(|error| error.to_string())
    }

    fn compare(&self, folder: &Path) -> Result<(), String> {
        let bytes = std::fs::read(folder.join("answers.bin")).map_err(|error| error.to_string())?;
        let (answers, rest) = bytes.as_chunks::<8>();
        if answers.len() != self.0.len() || !rest.is_empty() {
            return Err(format!("{} answers to {} queries", answers.len(), self.0.len()));
        }
        for (query, answer) in self.0.iter().zip(answers) {
            let found = u64::from_le_bytes(*answer);
            if found != query.attacks {
                let name = ["rook", "bishop", "queen"][query.piece];
                return Err(format!(
                    "the {name} on {}, occupied {:#x}: found {found:#x}, right {:#x}",
                    query.square, query.occupied, query.attacks
                ));
            }
        }
        Ok(())
    }
}
