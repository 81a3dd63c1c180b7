//! The line of progress on a terminal, and the cases without it.

use std::process::Command;

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![a_wait_says_what_it_is_at_on_a_terminal_alone: slow, squares_with_more_index_bits_are_named,]
}

/// A config with a packed table for a board without published factors, which takes seconds.
const LONG: &str = "version = 1\n[board]\nwidth = 7\nheight = 8\n\
                    [[output]]\nlang = \"c\"\npath = \"m.h\"\nvariant = \"packed\"\n";

/// Runs the program in a pseudo-terminal with additional environment variables; `None` if there is no pseudo-terminal.
pub(crate) fn on_a_terminal(
    folder: &Folder,
    environment: &[(&str, &str)],
    flags: &str,
) -> Option<String> {
    let command = format!("'{}' {flags}", crate::program());
    let output = Command::new("script")
        .args(["-q", "-e", "-c", &command, "/dev/null"])
        .current_dir(folder.path())
        .env_remove("CI")
        .env("TERM", "xterm")
        .env("NO_COLOR", "1")
        .envs(environment.iter().copied())
        .stdin(std::process::Stdio::null())
        .output()
        .ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[expect(clippy::print_stdout, reason = "a skip is visible")]
fn a_wait_says_what_it_is_at_on_a_terminal_alone() {
    let folder = Folder::with_config(LONG);
    let Some(text) = on_a_terminal(&folder, &[], "-j 1") else {
        println!("skipped: script (util-linux) is not installed");
        return;
    };
    assert!(text.contains("packing the table: rook and bishop"), "{text}");
    assert!(text.contains(" of at most ") && text.contains(" steps"), "{text}");
    assert!(text.contains("wrote m.h"), "{text}");
    let lock = folder.path().join("magicgen.lock");
    std::fs::remove_file(&lock).unwrap();
    let quiet: [(&[(&str, &str)], &str); 4] = [
        (&[("CI", "1")], "-j 1"),
        (&[("TERM", "dumb")], "-j 1"),
        (&[], "-j 1 -q"),
        (&[], "-j 1 --format json"),
    ];
    for (environment, flags) in quiet {
        let text = on_a_terminal(&folder, environment, &format!("{flags} --effort 1"));
        assert!(!text.unwrap_or_default().contains("packing"), "{environment:?} {flags}");
        let _ = std::fs::remove_file(&lock);
    }
    let run = folder.run(&["-j", "1", "--effort", "1"]);
    assert!(!run.stderr.contains("packing"), "{}", run.stderr);
}

fn squares_with_more_index_bits_are_named() {
    let folder = Folder::new();
    let flags = ["--lang", "c", "-D", "board.width=5", "-D", "board.height=12", "-o", "m.h"];
    let run = folder.run(&flags);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let note = "More index bits than relevant squares for the rook on a1 (1)";
    assert!(run.stderr.contains(note), "{}", run.stderr);
    assert!(folder.read("m.h").contains(note));
}
