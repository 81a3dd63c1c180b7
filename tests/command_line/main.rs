//! The program as its users see it: files, streams, exit status and messages.

mod all_errors;
mod bad_input;
#[cfg(feature = "bench")]
mod bench;
mod check;
mod codes;
mod examples;
mod explain;
#[cfg(unix)]
mod faults;
mod given;
#[cfg(unix)]
mod interrupted;
#[cfg(unix)]
mod kills;
mod languages;
mod lock;
mod manners;
mod max_bytes;
mod page;
#[cfg(unix)]
mod paths;
mod prove;
mod prove_ledger;
mod recommend;
mod runs;
mod shrink;
mod support;
mod terminal;
mod variants;
mod verify;
mod waiting;
