//! Factors of engines taken over: `magicgen verify --adopt` and `magicgen adopt`.

mod files;
mod folder;
mod init;
mod sources;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    [files::trials(), folder::trials(), init::trials()].into_iter().flatten().collect()
}
