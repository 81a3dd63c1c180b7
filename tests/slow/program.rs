//! The program that is tested, under its own name.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The path of `magicgen`: a link to the program that Cargo has built for this package under another name, since two
/// packages can't build programs of one name.
pub(crate) fn program() -> &'static str {
    static LINK: LazyLock<PathBuf> = LazyLock::new(|| {
        let built = Path::new(env!("CARGO_BIN_EXE_magicgen-tested"));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("program");
        std::fs::create_dir_all(&folder).expect("a folder for the link");
        let link = folder.join(format!("magicgen{}", std::env::consts::EXE_SUFFIX));
        link_to(built, &link);
        link
    });
    LINK.to_str().expect("a path of UTF-8")
}

/// Makes a link, unless another run has made it already.
fn link_to(built: &Path, link: &Path) {
    if std::fs::canonicalize(link).ok() == std::fs::canonicalize(built).ok() {
        return;
    }
    let _ = std::fs::remove_file(link);
    #[cfg(unix)]
    let made = std::os::unix::fs::symlink(built, link);
    #[cfg(not(unix))]
    let made = std::fs::copy(built, link).map(|_| ());
    made.expect("a link to the program");
}
