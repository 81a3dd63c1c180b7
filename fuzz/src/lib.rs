//! What every target shares: the harnesses of the package's own tests, and a heap that ends at 256 MiB.

#[path = "../../tests/slow/fuzz/harness/mod.rs"]
pub mod harness;

#[global_allocator]
static HEAP: cap::Cap<std::alloc::System> = cap::Cap::new(std::alloc::System, harness::HEAP);
