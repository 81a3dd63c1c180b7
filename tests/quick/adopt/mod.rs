//! Factors of engines taken over: `magicgen verify --adopt` and `magicgen adopt`.

mod arrays;
#[cfg(unix)]
mod build;
mod engines;
mod files;
mod folder;
mod init;
mod places;
mod sources;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let all = [
        arrays::trials(),
        #[cfg(unix)]
        build::trials(),
        engines::trials(),
        files::trials(),
        folder::trials(),
        init::trials(),
        places::trials(),
    ];
    all.into_iter().flatten().collect()
}
