//! Finds out which programs tests can run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex};

/// Whether what is missing makes tests fail, which are skipped otherwise.
pub(crate) fn requires_all() -> bool {
    std::env::var_os("MAGICGEN_REQUIRE").is_some_and(|value| value == "all")
}

/// Instruction sets of the machine that runs the tests, which aren't tools.
pub(crate) const INSTRUCTION_SETS: [&str; 5] = ["avx2", "avx512vl", "bmi2", "gfni", "ssse3"];

/// A JDK that has what Debian's is too old for.
pub(crate) const NEWER_JDK: &str = "jdk19";

/// The folder of a JDK of release 19 or later, if the machine has one.
pub(crate) fn newer_jdk() -> Option<PathBuf> {
    let is_newer = |folder: &PathBuf| {
        let about = std::fs::read_to_string(folder.join("release")).unwrap_or_default();
        let version = about.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\""));
        let release = version.and_then(|version| version.split(['.', '"']).next());
        let release = release.and_then(|release| release.parse::<u32>().ok());
        release.is_some_and(|release| release >= 19) && folder.join("bin/javac").is_file()
    };
    let folders = std::fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten();
    folders.map(|entry| entry.path()).filter(is_newer).max()
}

/// True if a program is on the path. For `gcc -m32` and the like it must also link a program with this flag, and for
/// `python3 ziglang` and the like it must also find the module.
///
/// [`INSTRUCTION_SETS`] are the machine's, `opencl` is a driver with a device for OpenCL, and `rust-aarch64`, as in
/// `scripts/install-toolchains`, Rust's library for another processor.
pub(crate) fn has_tool(tool: &str) -> bool {
    if INSTRUCTION_SETS.contains(&tool) {
        #[cfg(target_arch = "x86_64")]
        return match tool {
            "bmi2" => std::arch::is_x86_feature_detected!("bmi2"),
            "avx512vl" => std::arch::is_x86_feature_detected!("avx512vl"),
            "gfni" => std::arch::is_x86_feature_detected!("gfni"),
            "avx2" => std::arch::is_x86_feature_detected!("avx2"),
            _ => std::arch::is_x86_feature_detected!("ssse3"),
        };
        #[cfg(not(target_arch = "x86_64"))]
        return false;
    }
    if tool == NEWER_JDK {
        return newer_jdk().is_some();
    }
    if tool == "opencl" {
        let drivers = std::fs::read_dir("/etc/OpenCL/vendors");
        return drivers.is_ok_and(|mut all| all.next().is_some()) && links("gcc", "-lOpenCL");
    }
    if let Some(processor) = tool.strip_prefix("rust-") {
        let target = format!("{processor}-unknown-linux-gnu");
        let library = ["--print", "target-libdir", "--target", &target];
        return Command::new("rustc").args(library).output().is_ok_and(|output| {
            Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir()
        });
    }
    if let Some(module) = tool.strip_prefix("python3 ") {
        return has_tool("python3") && finds(module);
    }
    if let Some((compiler, flag)) = tool.split_once(' ') {
        return has_tool(compiler) && links(compiler, flag);
    }
    if let Some(package) = tool.strip_prefix("npm:") {
        return npm(package).is_dir();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(tool).is_file())
}

/// The folder of a package that npm has installed for all users.
pub(crate) fn npm(package: &str) -> PathBuf {
    static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
        let root = Command::new("npm").args(["root", "--global"]).output();
        let root = root.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
        PathBuf::from(root.unwrap_or_default())
    });
    ROOT.join(package)
}

/// Whether Python finds a module.
fn finds(module: &str) -> bool {
    static KNOWN: Mutex<BTreeMap<String, bool>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().expect("no probe panics");
    *known.entry(module.to_owned()).or_insert_with(|| {
        let program =
            "import importlib.util, sys; sys.exit(not importlib.util.find_spec(sys.argv[1]))";
        let probe = Command::new("python3").args(["-c", program, module]).output();
        probe.is_ok_and(|output| output.status.success())
    })
}

/// Whether a compiler of C links a program with a flag, as headers and libraries for it may be missing.
fn links(compiler: &str, flag: &str) -> bool {
    static KNOWN: Mutex<BTreeMap<String, bool>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().expect("no probe panics");
    *known.entry(format!("{compiler} {flag}")).or_insert_with(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let source = folder.join(format!("probe{flag}.c"));
        let program = folder.join(format!("probe{flag}"));
        let text = "#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n";
        std::fs::write(&source, text).is_ok()
            && Command::new(compiler)
                .arg(flag)
                .arg(&source)
                .arg("-o")
                .arg(&program)
                .output()
                .is_ok_and(|output| output.status.success())
    })
}
