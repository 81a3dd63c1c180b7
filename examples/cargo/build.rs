//! Makes `magics.rs` from `magicgen.toml` and its lock.

fn main() {
    magicgen::Builder::from_config("magicgen.toml")
        .locked(true) // never search in somebody's build
        .generate_to_out_dir()
        .unwrap();
}
