//! Generates the engine's tables beside the lookups: attack sets of knights, kings and pawns, squares between and in
//! line.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let config = "version = 1\n[[output]]\nlang = \"rust\"\nname = \"board\"\npath = \"board.rs\"\n\
                  emit = [\"leapers\", \"pawns\", \"between\", \"line\"]\n[output.rust]\nstorage = \"include\"\n";
    let out = std::path::PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    magicgen::Builder::from_text(config).generate_to(&out).expect("the config is right");
}
