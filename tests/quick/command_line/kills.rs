//! Runs that are killed, that exceed a limit of the system, or that run at the same time leave every file complete.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        killed_at_any_moment_files_are_whole: slow,
        a_limit_on_files_length_leaves_all_as_it_was: slow,
        temporary_files_of_others_are_left_alone,
        two_runs_at_once_leave_a_whole_tree: slow,
        a_run_that_waits_says_for_what: slow,
        #[cfg(target_os = "linux")]
        a_run_holds_few_outputs_at_a_time: slow,
    ]
}

/// The number of kills. `KILLS=1000 cargo test --test quick -- --ignored kills` makes more.
const KILLS: u64 = 40;

fn config(name: &str) -> String {
    format!(
        "version = 1\n[[output]]\nid = \"c\"\nlang = \"c\"\npath = \"a/magics.h\"\ntables = \"full\"\nname = \"{name}\"\n\
         [output.c]\nlayout = \"pair\"\n\
         [[output]]\nid = \"rust\"\nlang = \"rust\"\npath = \"b/magics.rs\"\ntables = \"init\"\nname = \"{name}\"\n\
         [[output]]\nid = \"python\"\nlang = \"python\"\npath = \"b/magics.py\"\ntables = \"init\"\nname = \"{name}\"\n"
    )
}

type Files = BTreeMap<PathBuf, Vec<u8>>;

/// All files except the configs.
fn made(folder: &Folder) -> Files {
    let mut files = folder.files();
    files.retain(|path, _| path.extension().is_none_or(|extension| extension != "toml"));
    files
}

fn spawn(folder: &Folder, config: &str, more: &[&str]) -> Child {
    Command::new(crate::program())
        .args(["-c", config])
        .args(more)
        .current_dir(folder.path())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Two configs for the same files, and the files of each.
fn two() -> (Folder, [Files; 2]) {
    let folder = Folder::new();
    folder.write("one.toml", &config("one"));
    folder.write("two.toml", &config("two"));
    folder.succeed(&["-c", "one.toml"]);
    folder.succeed(&["-c", "two.toml"]);
    let files = ["one.toml", "two.toml"].map(|config| {
        folder.succeed(&["-c", config]);
        made(&folder)
    });
    assert!(files[0].len() == 5 && files[0].iter().all(|(path, bytes)| files[1][path] != *bytes));
    (folder, files)
}

fn is_temporary(path: &std::path::Path) -> bool {
    path.extension().is_some_and(|extension| extension == "tmp")
}

#[expect(clippy::print_stdout, reason = "figures are for docs/robustness.md")]
fn killed_at_any_moment_files_are_whole() {
    let (folder, whole) = two();
    let kills =
        std::env::var_os("KILLS").map_or(KILLS, |kills| kills.to_str().unwrap().parse().unwrap());
    let began = Instant::now();
    assert!(spawn(&folder, "one.toml", &[]).wait().unwrap().success());
    let whole_run = began.elapsed().as_micros() as u64;
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let (mut with_temporary, mut mixed, mut ended) = (0, 0, 0);
    for kill in 0..kills {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let config = ["two.toml", "one.toml"][(kill % 2) as usize];
        let mut child = spawn(&folder, config, &[]);
        std::thread::sleep(Duration::from_micros((random >> 20) % (whole_run * 5 / 4)));
        ended += u32::from(child.try_wait().unwrap().is_some());
        let _ = child.kill();
        child.wait().unwrap();
        let now = made(&folder);
        with_temporary += u32::from(now.keys().any(|path| is_temporary(path)));
        let mut of = [false; 2];
        for (path, bytes) in now.iter().filter(|(path, _)| !is_temporary(path)) {
            let one = (0..2).find(|one| whole[*one].get(path) == Some(bytes));
            of[one.unwrap_or_else(|| {
                panic!("{} is neither the old nor the new one", path.display())
            })] = true;
        }
        mixed += u32::from(of == [true; 2]);
        assert!(whole[0].keys().all(|path| now.contains_key(path)), "a file is gone");
        if kill % 16 == 0 {
            // If files of both configs are mixed, `--check` finds it, and the next run corrects it.
            let check = folder.run(&["-c", config, "--check"]);
            let is_right = now == whole[1 - (kill % 2) as usize];
            assert!(
                check.status == 1 || check.status == 0 && (is_right || with_temporary > 0),
                "{}",
                check.stderr
            );
            folder.succeed(&["-c", config]);
            assert!(made(&folder) == whole[1 - (kill % 2) as usize]);
            folder.succeed(&["-c", config, "--check"]);
        }
    }
    println!(
        "{kills} kills within {whole_run} µs: {ended} came after the end, {mixed} left files of both, {with_temporary} a temporary file"
    );
    folder.succeed(&["-c", "one.toml"]);
    assert!(made(&folder) == whole[0], "something is left over");
}

fn a_limit_on_files_length_leaves_all_as_it_was() {
    let (folder, whole) = two();
    for blocks in [0, 1, 8, 64, 512, 2000] {
        let script = format!("ulimit -f {blocks}; exec '{}' -c one.toml", crate::program());
        let run =
            Command::new("bash").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
        let stderr = String::from_utf8_lossy(&run.stderr);
        assert!(
            made(&folder)
                .iter()
                .all(|(path, bytes)| is_temporary(path) || whole[1][path] == *bytes)
        );
        if cfg!(target_os = "linux") {
            assert_eq!(run.status.code(), Some(4), "{stderr}");
            assert!(
                stderr.contains("ulimit -f unlimited") && stderr.contains("file-size limit"),
                "{stderr}"
            );
        }
    }
    folder.succeed(&["-c", "one.toml"]);
    assert!(made(&folder) == whole[0]);
}

fn temporary_files_of_others_are_left_alone() {
    let (folder, _) = two();
    let temporary = |inner: &str| {
        let sum = blake3::hash(format!("temporary file of magicgen {inner}").as_bytes()).to_hex();
        format!("a/.magicgen-{inner}-{}.tmp", &sum[..16])
    };
    let stale = folder.write(&temporary("1-0"), "half");
    let held = folder.write(&temporary("2-0"), "half");
    let mine = [".magicgen-notes.txt", ".magicgen-notes.tmp", ".magicgen-1-0.tmp"]
        .map(|name| folder.write(&format!("a/{name}"), "mine"));
    let is_mine_there = || mine.iter().all(|mine| mine.exists());
    let handle = std::fs::File::open(&held).unwrap();
    handle.lock().unwrap();
    folder.succeed(&["-c", "one.toml"]);
    assert!(!stale.exists() && held.exists() && is_mine_there());
    drop(handle);
    folder.succeed(&["-c", "one.toml"]);
    assert!(!held.exists() && is_mine_there());
}

fn two_runs_at_once_leave_a_whole_tree() {
    let (folder, whole) = two();
    for round in 0..6 {
        let configs =
            if round % 2 == 0 { ["one.toml", "two.toml"] } else { ["two.toml", "one.toml"] };
        let runs = configs.map(|config| spawn(&folder, config, &[]));
        for mut run in runs {
            assert!(run.wait().unwrap().success());
        }
        let now = made(&folder);
        assert!(whole.contains(&now), "round {round}");
    }
    // With a new lock no factors are lost: each run has added those that it found.
    std::fs::remove_file(folder.path().join("magicgen.lock")).unwrap();
    let runs = [["--only", "c"], ["--only", "rust"]].map(|only| spawn(&folder, "one.toml", &only));
    for mut run in runs {
        assert!(run.wait().unwrap().success());
    }
    let lock = folder.read("magicgen.lock");
    assert!(lock.contains("id = \"c\"") && lock.contains("id = \"rust\""), "{lock}");
}

fn a_run_that_waits_says_for_what() {
    let folder = Folder::with_config(&config("one"));
    let handle = std::fs::File::open(folder.path()).unwrap();
    handle.lock().unwrap();
    let child = Command::new(crate::program())
        .current_dir(folder.path())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    assert!(!folder.has("magicgen.lock"));
    drop(handle);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("waiting for another run of magicgen in "), "{stderr}");
}

/// The most memory that a run of so many outputs, each of about 2 MB, has had at once, in KiB.
#[cfg(target_os = "linux")]
fn peak(outputs: usize) -> u64 {
    let output = |n| {
        let keys = "tables = \"full\"\nemit = [\"lookup\", \"self-test\"]";
        format!("[[output]]\nid = \"o{n}\"\nlang = \"c\"\npath = \"o{n}.h\"\n{keys}\n")
    };
    let folder = Folder::with_config(&format!(
        "version = 1\n{}",
        (0..outputs).map(output).collect::<String>()
    ));
    let mut child = spawn(&folder, "magicgen.toml", &["--jobs", "1"]);
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    let ended = loop {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        peak = line.map_or(peak, |line| line.trim_end_matches("kB").trim().parse().unwrap());
        if let Some(ended) = child.try_wait().unwrap() {
            break ended;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    assert!(ended.success() && folder.has(&format!("o{}.h", outputs - 1)));
    peak
}

#[cfg(target_os = "linux")]
fn a_run_holds_few_outputs_at_a_time() {
    let [few, many] = [4, 40].map(peak);
    assert!(many < few + few / 2, "{many} KiB for 40 outputs, {few} KiB for 4");
}
