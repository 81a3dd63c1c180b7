//! Factors of engines taken over: `magicgen verify --adopt` and `magicgen adopt`.

mod engines;
mod files;
mod folder;
mod init;
mod sources;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    [engines::trials(), files::trials(), folder::trials(), init::trials()]
        .into_iter()
        .flatten()
        .collect()
}
