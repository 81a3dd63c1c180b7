//! Runs a build command.

use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use super::copied::failed;
use crate::error::Error;
use magicgen_search::Watch;

/// The time between two looks at a running command.
const LOOK: Duration = Duration::from_millis(20);

/// The time that an interrupted command has to end.
#[cfg(unix)]
const PATIENCE: Duration = Duration::from_secs(2);

/// A command that has ended.
pub(super) struct BuildRun {
    pub(super) status: ExitStatus,
    /// What it printed.
    pub(super) output: String,
}

/// Runs a command by `sh -c` in a folder. Its output goes to the file `log`. When `watch` stops, the command ends with
/// all programs that it started.
pub(super) fn run(
    command: &str,
    folder: &Path,
    log: &Path,
    watch: &Watch,
) -> Result<BuildRun, Error> {
    let shell = Path::new("sh");
    let out = File::create(log).map_err(failed("write", log))?;
    let both = out.try_clone().map_err(failed("write", log))?;
    let mut process = Command::new(shell);
    process.args(["-c", command]).current_dir(folder);
    process.stdin(Stdio::null()).stdout(out).stderr(both);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut process, 0);
    let mut child = process.spawn().map_err(failed("run", shell))?;
    loop {
        if watch.is_stopped() {
            end(&mut child);
            return Err(Error::Interrupted);
        }
        if let Some(status) = child.try_wait().map_err(failed("run", shell))? {
            let output = std::fs::read(log).map_err(failed("read", log))?;
            return Ok(BuildRun { status, output: String::from_utf8_lossy(&output).into_owned() });
        }
        std::thread::sleep(LOOK);
    }
}

/// Ends a command with all programs that it started.
fn end(child: &mut Child) {
    #[cfg(unix)]
    end_group(child);
    let _ = child.kill();
    let _ = child.wait();
}

/// Asks the programs of a process group to end, and kills them after a while.
#[cfg(unix)]
fn end_group(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let group = Pid::from_child(child);
    let begin = std::time::Instant::now();
    let _ = kill_process_group(group, Signal::TERM);
    while begin.elapsed() < PATIENCE && matches!(child.try_wait(), Ok(None)) {
        std::thread::sleep(LOOK);
    }
    let _ = kill_process_group(group, Signal::KILL);
}
