//! The program as its users see it: files, streams, exit status and messages.

mod all_errors;
mod bad_input;
mod bench;
mod blob;
mod boards;
mod check;
mod codes;
mod data;
mod examples;
mod explain;
#[cfg(unix)]
mod faults;
mod forgiving;
mod gather;
mod given;
#[cfg(unix)]
mod interrupted;
#[cfg(unix)]
mod kills;
mod languages;
mod lock;
mod manners;
mod max_bytes;
mod moves;
mod page;
#[cfg(unix)]
mod paths;
mod prove;
mod prove_ledger;
mod recommend;
mod runs;
mod shrink;
mod terminal;
mod variants;
mod verify;
mod waiting;
mod watching;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    [
        all_errors::trials(),
        bad_input::trials(),
        bench::trials(),
        blob::trials(),
        boards::trials(),
        check::trials(),
        codes::trials(),
        data::trials(),
        examples::trials(),
        explain::trials(),
        #[cfg(unix)]
        faults::trials(),
        forgiving::trials(),
        gather::trials(),
        given::trials(),
        #[cfg(unix)]
        interrupted::trials(),
        #[cfg(unix)]
        kills::trials(),
        languages::trials(),
        lock::trials(),
        manners::trials(),
        max_bytes::trials(),
        moves::trials(),
        page::trials(),
        #[cfg(unix)]
        paths::trials(),
        prove::trials(),
        prove_ledger::trials(),
        recommend::trials(),
        runs::trials(),
        shrink::trials(),
        terminal::trials(),
        variants::trials(),
        verify::trials(),
        waiting::trials(),
        watching::trials(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
