//! Small processors, each in its simulator: AVR, 6502, Z80, Cortex-M0.
//!
//! The driver in `tests/drivers/c_small` compares as many subsets as the simulator's speed allows: all subsets on the
//! Cortex-M0, every seventh on the AVR, every 31st on the 6502, and one or two of each mask on the Z80, whose simulator
//! is the slowest. Moves are counted in 10 positions, and in 10,000 on the Cortex-M0.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use magicgen_board::{Mapping, Piece, Problem, Standard, Walk};

use super::{WARNINGS, cell, write};
use crate::compile::support::{self, Cell, compare_with, magicgen, run};

/// A driver for a processor.
#[derive(Clone, Copy)]
struct Small {
    processor: Processor,
    variant: &'static str,
    std: &'static str,
    /// The memory in which an AVR has its tables.
    memory: &'static str,
    orientation: &'static str,
    /// True if there is room for bit scans too.
    scans: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Processor {
    Avr,
    Mos6502,
    Z80,
    CortexM0,
}

impl Processor {
    fn id(self) -> &'static str {
        match self {
            Self::Avr => "avr",
            Self::Mos6502 => "6502",
            Self::Z80 => "z80",
            Self::CortexM0 => "cortex-m0",
        }
    }

    fn needs(self) -> &'static [&'static str] {
        match self {
            Self::Avr => &["avr-gcc", "simavr"],
            Self::Mos6502 => &["cl65", "sim65"],
            Self::Z80 => &["sdcc", "sz80"],
            Self::CortexM0 => &["arm-none-eabi-gcc", "qemu-system-arm"],
        }
    }

    /// The step between the subsets of each mask that are compared.
    fn step(self) -> usize {
        match self {
            Self::Avr => 7,
            Self::Mos6502 => 31,
            Self::Z80 => 4096,
            Self::CortexM0 => 1,
        }
    }

    fn positions(self) -> usize {
        if self == Self::CortexM0 { 10_000 } else { 10 }
    }

    /// The options that the processor's compiler needs.
    fn options(self) -> &'static [&'static str] {
        match self {
            Self::Avr | Self::CortexM0 => &[],
            // cc65 2.19 doesn't accept a comparison as a constant expression.
            Self::Mos6502 => &["output.c.pass=pointer", "output.c.static-assert=false"],
            Self::Z80 => &["output.c.pass=pointer"],
        }
    }
}

/// The address at which variables begin on the Z80. The byte before is the simulator's interface. The linker doesn't
/// complain if code reaches this address.
const Z80_DATA: usize = 0xf800;

impl Small {
    fn new(processor: Processor, variant: &'static str) -> Self {
        let std = "c89";
        Self { processor, variant, std, memory: "", orientation: "a1lsb", scans: true }
    }

    fn cell(self) -> Cell {
        let mut name = format!("c::{}::{}", self.processor.id(), self.variant);
        if self.std != "c89" {
            name = format!("{name}::{}", self.std);
        }
        if self.memory == "progmem-far" {
            name.push_str("::far");
        }
        cell(name, self.processor.needs(), move |folder| {
            self.generate(folder)?;
            compare_with(&self.run(folder)?, &self.expected())
        })
    }

    fn mapping(self) -> Mapping {
        Mapping::chess(Standard::find(self.orientation).expect("a standard order"))
    }

    fn generate(self, folder: &Path) -> Result<(), String> {
        let std = format!("output.c.std={}", self.std);
        let memory = format!("output.c.memory={}", self.memory);
        let mut arguments = vec!["--lang", "c", "--variant", self.variant, "-D", &std];
        arguments.extend(["--orientation", self.orientation, "-o", "magics.h", "--emit"]);
        arguments.push(if self.scans { "squares,lookup,bitscan" } else { "squares,lookup" });
        if !self.memory.is_empty() {
            arguments.extend(["-D", &memory]);
        }
        arguments.extend(self.processor.options().iter().flat_map(|option| ["-D", option]));
        magicgen(folder, &arguments)?;
        let bits = support::arguments_of(&self.mapping()).split_off(2).join(", ");
        let mut text = String::from("#define MAGICS_IMPLEMENTATION\n#include \"magics.h\"\n");
        let (step, positions) = (self.processor.step(), self.processor.positions());
        let _ = writeln!(text, "#define STEP {step}\n#define POSITIONS {positions}");
        for (is_set, name) in [
            (self.scans, "SCANS"),
            (self.std != "c89", "WORDS"),
            (self.processor.options().contains(&"output.c.pass=pointer"), "POINTERS"),
        ] {
            let _ = if is_set { writeln!(text, "#define {name}") } else { Ok(()) };
        }
        let _ = writeln!(text, "static const unsigned char bit_of[64] = {{{bits}}};");
        write(folder, "cell.h", &text)
    }

    /// The driver's line: the count and digest of the subsets that it compares.
    fn expected(self) -> String {
        let mapping = self.mapping();
        let step = self.processor.step();
        let mut digest = support::Digest::new();
        let mut counts = Vec::new();
        for piece in [Piece::rook(), Piece::bishop()] {
            let problem =
                Problem::new(&Walk::new(&piece, &mapping), mapping.squares()).expect("masks fit");
            let mut count = 0;
            for (square, at) in problem.squares().iter().zip(0..) {
                for attacks in problem.attacks(*square).iter().skip(at % step.min(32)).step_by(step)
                {
                    count += 1;
                    digest.eat(*attacks);
                }
            }
            counts.push(format!("{}={count}", piece.name));
        }
        let moves = support::moves(self.processor.positions());
        format!("magicgen-driver ok {} digest={digest} moves={moves}", counts.join(" "))
    }

    /// Compiles and runs the driver, and returns its output.
    fn run(self, folder: &Path) -> Result<String, String> {
        match self.processor {
            Processor::Avr => self.run_avr(folder),
            Processor::Mos6502 => self.run_6502(folder),
            Processor::Z80 => self.run_z80(folder),
            Processor::CortexM0 => self.run_cortex_m0(folder),
        }
    }

    /// Copies the driver and its console into the folder, since some compilers write their output beside a source.
    fn sources(self, folder: &Path) -> Result<[String; 2], String> {
        let console = format!("{}.c", self.processor.id());
        for name in ["driver.c", "console.h", &console] {
            let from = support::drivers().join("c_small").join(name);
            std::fs::copy(from, folder.join(name)).map_err(|error| format!("{name}: {error}"))?;
        }
        Ok(["driver.c".to_owned(), console])
    }

    fn run_avr(self, folder: &Path) -> Result<String, String> {
        let std = format!("-std={}", self.std);
        let [driver, console] = &self.sources(folder)?;
        let mut arguments = vec!["-mmcu=atmega2560", &std, "-Os", "-o", "driver", driver, console];
        arguments.extend(WARNINGS);
        run(folder, "avr-gcc", &arguments)?;
        // The program's output is among the simulator's messages.
        let printed = run(folder, "sh", &["-c", "simavr -m atmega2560 driver 2>&1"])?;
        // The line ends with a dot for the end of the line and escape sequences for colours.
        let line = printed.split_once("magicgen-driver").map_or("", |(_, rest)| rest);
        let line = line.split(['.', '\u{1b}']).next().unwrap_or(line);
        Ok(format!("magicgen-driver{line}"))
    }

    fn run_6502(self, folder: &Path) -> Result<String, String> {
        let [driver, console] = &self.sources(folder)?;
        let strict = ["-t", "sim6502", "--standard", "c89", "-W", "error", "-O", "-o", "driver"];
        run(folder, "cl65", &[&strict[..], &[driver, console]].concat())?;
        run(folder, "sim65", &["driver"])
    }

    fn run_z80(self, folder: &Path) -> Result<String, String> {
        let strict = ["-mz80", "--std-c89", "--Werror", "-c"];
        for source in &self.sources(folder)? {
            run(folder, "sdcc", &[&strict[..], &[source]].concat())?;
        }
        let data = format!("{Z80_DATA:#x}");
        let place = ["-mz80", "--data-loc", &data, "-o", "driver.ihx"];
        run(folder, "sdcc", &[&place[..], &["driver.rel", "z80.rel"]].concat())?;
        let map = std::fs::read_to_string(folder.join("driver.map")).map_err(|e| e.to_string())?;
        let end = end_of_code(&map).ok_or("the map says nothing of code")?;
        if end >= Z80_DATA {
            return Err(format!("code and tables end at {end:#x}, inside of the variables"));
        }
        simulate_z80(folder)
    }

    fn run_cortex_m0(self, folder: &Path) -> Result<String, String> {
        let script = support::drivers().join("c_small/cortex-m0.ld").display().to_string();
        let std = format!("-std={}", self.std);
        let [driver, console] = &self.sources(folder)?;
        let target = ["-mcpu=cortex-m0", "-mthumb", "-ffreestanding", "-nostdlib", "-O2", &std];
        let linking = [driver, console, "-lgcc", "-T", &script, "-o", "driver"];
        run(folder, "arm-none-eabi-gcc", &[&target, WARNINGS, &linking].concat())?;
        let nothing = ["-display", "none", "-monitor", "none", "-serial", "none"];
        let console = ["-chardev", "stdio,id=out", "-semihosting-config", "enable=on,chardev=out"];
        let machine = ["-M", "microbit", "-kernel", "driver"];
        run(folder, "qemu-system-arm", &[&nothing[..], &console, &machine].concat())
    }
}

/// The end of the last area of code, from the linker's map. Areas follow one another.
fn end_of_code(map: &str) -> Option<usize> {
    let value = |symbol: &str| {
        let line = map.lines().find(|line| line.split_whitespace().nth(1) == Some(symbol))?;
        usize::from_str_radix(line.split_whitespace().next()?, 16).ok()
    };
    Some(value("s__GSFINAL")? + value("l__GSFINAL")?)
}

/// Runs a program until it signals its end, and returns its output.
fn simulate_z80(folder: &Path) -> Result<String, String> {
    let interface = format!("if=rom[{:#x}]", Z80_DATA - 1);
    let error = |error: std::io::Error| format!("sz80: {error}");
    let mut child = Command::new("sz80")
        .args(["-I", &interface, "-G", "driver.ihx"])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(error)?;
    // The simulator ends at the end of its commands, so its input stays open until the program is done.
    let commands = child.stdin.take();
    let output = child.wait_with_output().map_err(error)?;
    drop(commands);
    let text = String::from_utf8_lossy(&output.stdout);
    // The simulator's own messages come first.
    let at =
        text.find("magicgen-driver").ok_or_else(|| format!("the simulator says only\n{text}"))?;
    Ok(text[at..].to_owned())
}

/// All cells of small processors.
pub(super) fn cells() -> Vec<Cell> {
    let mut all = Vec::new();
    for (variant, orientation) in
        [("line", "a1lsb"), ("hyperbola", "h1lsb"), ("direction", "a8lsb")]
    {
        for processor in [Processor::Avr, Processor::Mos6502, Processor::Z80, Processor::CortexM0] {
            let memory = if processor == Processor::Avr { "progmem" } else { "" };
            // These processors have no room for bit scans beside the largest table.
            let is_full = matches!(processor, Processor::Mos6502 | Processor::Z80);
            let scans = !is_full || variant != "direction";
            all.push(Small { memory, orientation, scans, ..Small::new(processor, variant) });
        }
    }
    let far = Small { memory: "progmem-far", ..Small::new(Processor::Avr, "bytes") };
    all.push(far);
    all.push(Small { variant: "direction", std: "c11", ..far });
    all.push(Small { std: "c11", ..Small::new(Processor::CortexM0, "bytes") });
    let mut cells: Vec<Cell> = all.into_iter().map(Small::cell).collect();
    cells.extend([fault_cell(), parts_cell(), refused_cell()]);
    cells
}

/// A cell that checks that a wrong digit of a table is found.
fn fault_cell() -> Cell {
    let small = Small::new(Processor::CortexM0, "line");
    cell("c::cortex-m0::fault".to_owned(), small.processor.needs(), move |folder| {
        small.generate(folder)?;
        let path = folder.join("magics.h");
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        // The changed entry is for a1, with b1 free and c1 occupied.
        let (head, table) = text.split_once("0xfe, 0x02, 0x06,").ok_or("no table")?;
        write(folder, "magics.h", &format!("{head}0xfe, 0x02, 0x04,{table}"))?;
        let wrong =
            "magicgen-driver ok rook=magicgen-driver failed: rook on 0 under 0000000000000004";
        match small.run(folder) {
            Ok(printed) => Err(format!("the driver printed\n  {printed}")),
            Err(error) if error.contains(wrong) => Ok(()),
            Err(error) => Err(error),
        }
    })
}

/// A cell that compiles every choice of parts without a warning, also with a permutation of squares.
fn parts_cell() -> Cell {
    cell("c::avr::parts".to_owned(), &["avr-gcc"], |folder| {
        let bits: Vec<u8> = (0..25).map(|at| at * 7 % 25 + 3).collect();
        let board =
            format!("[board]\nwidth = 5\nheight = 5\n\n[orientation]\npermutation = {bits:?}\n");
        for std in ["c89", "c11"] {
            for memory in ["progmem", "progmem-far"] {
                let parts = ["squares", "factors", "masks,shifts", "bitscan", "attacks"];
                for emit in parts.into_iter().chain(["masks,attacks", "squares,lookup"]) {
                    let emit = emit.replace(',', "\", \"");
                    let config = format!(
                        "version = 1\n\n{board}\n[[output]]\nlang = \"c\"\npath = \"magics.h\"\n\
                         variant = \"fancy\"\nemit = [\"{emit}\"]\n\n[output.c]\n\
                         std = \"{std}\"\nmemory = \"{memory}\"\n"
                    );
                    write(folder, "magicgen.toml", &config)?;
                    magicgen(folder, &["--config", "magicgen.toml"])?;
                    let user = "#include \"magics.h\"\nint main(void) { return 0; }\n";
                    write(folder, "user.c", user)?;
                    let std = format!("-std={std}");
                    let mut flags = vec!["-mmcu=atmega2560", &std, "-Os", "-o", "user", "user.c"];
                    flags.extend(WARNINGS);
                    run(folder, "avr-gcc", &flags)?;
                }
            }
        }
        Ok(())
    })
}

/// A cell that checks that outputs that can't be in program memory are refused with a reason.
fn refused_cell() -> Cell {
    cell("c::avr::refused".to_owned(), &[], |folder| {
        for (options, message) in [
            (
                &["output.c.memory=progmem", "output.tables=init"],
                "c has no `tables = \"init\"` under `memory = \"progmem\"`",
            ),
            (
                &["output.c.memory=progmem-far", "output.style.fields=records"],
                "c has no `fields = \"records\"` under `memory = \"progmem-far\"`",
            ),
            (
                &["output.c.memory=progmem", "output.variant=bytes"],
                "tables and fields of 161216 bytes exceed the 65280",
            ),
            (&["output.c.memory=progmem", "output.c.section=.rom"], "exclude each other"),
            (
                &["output.c.pass=pointer", "output.c.std=c11"],
                "`pass = \"pointer\"` is only for c89; c11 has `uint64_t`",
            ),
        ] {
            let mut arguments = vec!["--lang", "c", "-o", "magics.h"];
            arguments.extend(options.iter().flat_map(|option| ["-D", option]));
            let refusal = magicgen(folder, &arguments).err();
            let refusal = refusal.ok_or_else(|| format!("{options:?} are taken"))?;
            if !refusal.contains(message) {
                return Err(format!("not {message}, but {refusal}"));
            }
        }
        Ok(())
    })
}
