//! The program as its users meet it: files, streams, status, messages.

mod bad_input;
mod check;
mod examples;
mod languages;
mod lock;
mod max_bytes;
mod prove;
mod prove_ledger;
mod runs;
mod support;
mod variants;
mod verify;
