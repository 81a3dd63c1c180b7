//! Batches on vectors, which need a JDK of release 19 or later.

use std::fs;
use std::path::Path;

use super::cell;
use crate::compile::support::{self, Cell};
use crate::installed::{NEWER_JDK, newer_jdk};

/// Parts of configs: the board, the pieces, and the output's other keys.
const BOARDS: [(&str, &str, &str, &str); 4] = [
    ("chess", "", "\"rook\", \"bishop\", \"queen\"", REVERSE),
    (
        "queen",
        "orientation = \"h8lsb-file\"",
        "\"queen\"",
        "variant = \"ray-reverse\"\nchecks = \"assert\"",
    ),
    (
        "holes",
        "orientation = \"h1lsb\"\n[board]\nwidth = 6\nheight = 6\nstride = 8\nholes = [\"a1\", \"f6\"]",
        "\"rook\", \"bishop\", \"queen\"",
        "variant = \"hyperbola-reverse\"\nchecks = \"assert\"",
    ),
    (
        "lance",
        "[board]\nwidth = 7\nheight = 8\n[[piece]]\nname = \"lance\"\nrays = [[0, 1], [0, -1]]",
        "\"lance\"",
        REVERSE,
    ),
];

const REVERSE: &str = "variant = \"hyperbola-reverse\"";

/// The cells of this file.
pub(super) fn cells() -> Vec<Cell> {
    let run = Cell { needs: &[NEWER_JDK], ..cell("vectors", run) };
    vec![run, Cell { needs: &["google-java-format"], ..cell("vectors::format", format) }]
}

/// Generates a class on vectors for each board, each in a folder of its own.
fn generate(folder: &Path) -> Result<(), String> {
    for (name, board, pieces, keys) in BOARDS {
        let folder = support::part_of(folder, name)?;
        let config = format!(
            "version = 1\n{board}\n[[output]]\nlang = \"java\"\npath = \"Magics.java\"\n\
             {keys}\npieces = [{pieces}]\nemit = [\"lookup\", \"batch\"]\n\
             [output.java]\nvectors = true\nrelease = 19\n"
        );
        fs::write(folder.join("magicgen.toml"), config).map_err(|error| error.to_string())?;
        support::magicgen(&folder, &["--config", "magicgen.toml"])?;
    }
    Ok(())
}

fn format(folder: &Path) -> Result<(), String> {
    generate(folder)?;
    let files = BOARDS.iter().map(|(name, ..)| format!("{name}/Magics.java"));
    let flags = ["--dry-run", "--set-exit-if-changed"].map(str::to_owned);
    let arguments: Vec<String> = flags.into_iter().chain(files).collect();
    support::run(folder, "google-java-format", &arguments).map(|_| ())
}

/// Compares batches with lookups: of no square, of fewer than a vector has lanes, of more than a batch reads fields of at once.
const MAIN: &str = "\
import java.util.SplittableRandom;

final class Main {
  interface Batch {
    void run(byte[] squares, long[] occupied, long[] attacks);
  }

  interface Lookup {
    long attacks(int square, long occupied);
  }

  static void compare(Batch batch, Lookup lookup) {
    SplittableRandom random = new SplittableRandom(1);
    for (int length : new int[] {0, 1, 63, 64, 65, 1000}) {
      byte[] squares = new byte[length];
      long[] occupied = new long[length];
      for (int i = 0; i < length; i++) {
        squares[i] = (byte) random.nextInt(INDICES);
        occupied[i] = random.nextLong() & random.nextLong();
      }
      long[] apart = new long[length];
      batch.run(squares, occupied, apart);
      long[] within = occupied.clone();
      batch.run(squares, within, within);
      for (int i = 0; i < length; i++) {
        long wanted = lookup.attacks(squares[i], occupied[i]);
        if (apart[i] != wanted || within[i] != wanted) {
          throw new AssertionError(length + \": \" + i);
        }
      }
    }
    refuse(batch, new byte[64], new long[65]);
    byte[] squares = new byte[64];
    squares[9] = INDICES;
    refuse(batch, squares, new long[64]);
  }

  static void refuse(Batch batch, byte[] squares, long[] occupied) {
    try {
      batch.run(squares, occupied, occupied);
    } catch (IllegalArgumentException | IndexOutOfBoundsException | AssertionError refused) {
      return;
    }
    throw new IllegalStateException(\"nothing is refused\");
  }

  public static void main(String[] arguments) {
CALLS    System.out.println(\"same\");
  }
}
";

fn run(folder: &Path) -> Result<(), String> {
    generate(folder)?;
    let jdk = newer_jdk().ok_or("no JDK")?;
    let module = "--add-modules=jdk.incubator.vector";
    for (name, _, pieces, _) in BOARDS {
        let folder = folder.join(name);
        let call = |piece: &str| {
            let piece = piece.trim_matches('"');
            format!("    compare(Magics::{piece}Batch, Magics::{piece}Attacks);\n")
        };
        let calls: String = pieces.split(", ").map(call).collect();
        let indices = if matches!(name, "chess" | "queen") { "64" } else { "46" };
        let indices = if name == "lance" { "56" } else { indices };
        let main = MAIN.replace("CALLS", &calls).replace("INDICES", indices);
        fs::write(folder.join("Main.java"), main).map_err(|error| error.to_string())?;
        // That the module is incubating is a warning that nothing turns off.
        let lints = ["-Xlint:all,-incubating", "-Xdoclint:all/protected", "-Werror"];
        let files = ["-d", ".", "Main.java", "Magics.java"];
        let arguments = [&[module][..], &lints, &files].concat();
        support::run(&folder, jdk.join("bin/javac"), &arguments)?;
        let arguments = [module, "-ea", "Main"];
        support::compare_with(&support::run(&folder, jdk.join("bin/java"), &arguments)?, "same")?;
    }
    Ok(())
}
