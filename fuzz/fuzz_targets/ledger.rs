//! Any bytes in; a panic, if the program has one, out.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| magicgen_fuzz::harness::ledger::run(bytes));
