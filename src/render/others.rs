//! The languages that the feature `languages` adds. A build script for C or Rust compiles in three quarters of the time without
//! them.

#[path = "ada/mod.rs"]
pub(super) mod ada;
#[path = "cpp/mod.rs"]
pub(super) mod cpp;
#[path = "csharp/mod.rs"]
pub(super) mod csharp;
#[path = "d/mod.rs"]
pub(super) mod d;
#[path = "go/mod.rs"]
pub(super) mod go;
#[path = "gpu/mod.rs"]
pub(super) mod gpu;
#[path = "java/mod.rs"]
pub(super) mod java;
#[path = "javascript/mod.rs"]
pub(super) mod javascript;
#[path = "jvm.rs"]
pub(super) mod jvm;
#[path = "kotlin/mod.rs"]
pub(super) mod kotlin;
#[path = "lua/mod.rs"]
pub(super) mod lua;
#[path = "pascal/mod.rs"]
pub(super) mod pascal;
#[path = "python/mod.rs"]
pub(super) mod python;
#[path = "verilog/mod.rs"]
pub(super) mod verilog;
#[path = "wat/mod.rs"]
pub(super) mod wat;
#[path = "wgsl/mod.rs"]
pub(super) mod wgsl;
#[path = "zig/mod.rs"]
pub(super) mod zig;
