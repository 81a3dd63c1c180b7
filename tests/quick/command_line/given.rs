//! `[search] given`: factors, shifts and offsets from a file of the user's.

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        exactly_the_given_numbers_are_generated,
        other_variants_work_or_say_to_remove_the_given_factors,
        a_file_that_cannot_be_used_is_one_error,
        a_config_opens_no_file_outside_its_folder,
    ]
}

const PRADU: &str = include_str!("../../../config/known/pradu.toml");
const BLACK: &str = include_str!("../../../config/known/annuss-black.toml");

fn config(output: &str) -> String {
    format!(
        "version = 1\n[search]\ngiven = \"sets/mine.toml\"\n\
         [[output]]\nlang = \"c\"\npath = \"m.h\"\ntables = \"init\"\n{output}\n"
    )
}

/// The text without zeros at the beginning of numbers.
fn plain(text: &str) -> String {
    let mut text = text.to_owned();
    while text.contains("0x0") {
        text = text.replace("0x0", "0x");
    }
    text
}

/// What stands between quotes behind `0x`, in the order of the file.
fn factors(known: &str) -> Vec<String> {
    let digits = known.split("\"0x").skip(1).filter_map(|rest| rest.split('"').next());
    digits.map(|digits| format!("0x{}", digits.trim_start_matches('0'))).collect()
}

fn exactly_the_given_numbers_are_generated() {
    // The same table with the constants that black keys add, given one by one.
    let mut constant = magicgen::known::find("annuss-black").unwrap().clone();
    constant.key = magicgen_search::Key::Constant;
    let constant = constant.to_string();
    for (known, output) in [
        (
            constant.as_str(),
            "variant = \"constant\"\nemit = [\"lookup\", \"factors\", \"offsets\"]",
        ),
        (PRADU, "emit = [\"lookup\", \"factors\"]"),
        (BLACK, "variant = \"black\"\nemit = [\"lookup\", \"factors\", \"offsets\"]"),
    ] {
        let folder = Folder::with_config(&config(output));
        folder.write("sets/mine.toml", known);
        folder.succeed(&["--depfile", "m.d"]);
        let header = plain(&folder.read("m.h"));
        for factor in factors(known) {
            assert!(header.contains(&factor), "{factor}");
        }
        let known: toml::Table = known.parse().unwrap();
        for piece in known["piece"].as_array().unwrap() {
            for offset in piece.get("offset").into_iter().flat_map(|list| list.as_array().unwrap())
            {
                let offset = offset.as_integer().unwrap() as u32;
                assert!(header.contains(&offset.to_string()), "{offset}");
            }
        }
        let source = known["source"].as_str().unwrap();
        let prose = header.replace("\n * ", " ");
        assert!(prose.contains(&format!("Factors of rook and bishop from {source}")), "{prose}");
        assert!(!header.contains("found by magicgen"), "{header}");
        assert!(folder.read("m.d").contains("sets/mine.toml"), "{}", folder.read("m.d"));
        assert!(!folder.read("magicgen.lock").contains("[[problem]]"));
        folder.succeed(&["--check"]);
        folder.succeed(&["--check", "--locked"]);
    }
}

/// A user who changes the variant learns that the given factors have to go.
fn other_variants_work_or_say_to_remove_the_given_factors() {
    let variants = [
        "fancy", "plain", "fixed", "black", "packed", "constant", "bytes", "postmask",
        "shared-slots", "shift-in-factor", "offset-in-factor", "split32", "direction",
        "kindergarten", "line", "group", "shared-factor", "shift-add", "pext", "hyperbola",
        "classical", "switch", "qbb",
    ];
    for (known, fitting) in [(PRADU, ["fancy", "pext"]), (BLACK, ["black", "pext"])] {
        let mut refused = Vec::new();
        for variant in variants {
            let text = config(&format!("variant = \"{variant}\""));
            // Start-up code can't fill the tables of each.
            let folder = Folder::with_config(&text.replace("tables = \"init\"\n", ""));
            folder.write("sets/mine.toml", known);
            let run = folder.run(&[]);
            if run.status != 0 {
                let advice = "remove `given = ...` in line 3 of the config";
                assert!(
                    run.status == 2 && run.stderr.contains(advice),
                    "{variant}: {}",
                    run.stderr
                );
                refused.push(variant);
                let without = folder.read("magicgen.toml").replace("given", "# given");
                folder.write("magicgen.toml", &without);
                // Searches of these take seconds.
                if !["shared-slots", "shared-factor", "group"].contains(&variant) {
                    folder.succeed(&["--dry-run"]);
                }
            }
        }
        assert!(fitting.iter().all(|variant| !refused.contains(variant)), "{refused:?}");
        assert!(refused.contains(&"shift-add") && refused.contains(&"split32"), "{refused:?}");
    }
    let folder = Folder::with_config(&config("variant = \"black\"").replace("sets/mine", "none"));
    folder.write("sets/mine.toml", PRADU);
    let run = folder.run(&["-D", "search.given=sets/mine.toml"]);
    let advice = "remove `search.given` from the command line";
    assert!(run.status == 2 && run.stderr.contains(advice), "{}", run.stderr);
}

fn a_file_that_cannot_be_used_is_one_error() {
    let wrong = PRADU.replacen("0x0080001020400080", "0x0000000000000003", 1);
    assert_ne!(wrong, PRADU);
    for (known, output, says) in [
        (None, "", "doesn't exist"),
        (Some("id = 5\n".to_owned()), "", "isn't a file of known factors"),
        (Some(wrong), "", "gives nothing that works for the rook"),
        (Some(PRADU.to_owned()), "variant = \"black\"", "don't fit this lookup"),
        (Some(PRADU.to_owned()), "variant = \"packed\"", "it has no offsets"),
        (Some(PRADU.to_owned()), "variant = \"split32\"", "don't fit this lookup"),
        (Some(PRADU.to_owned()), "variant = \"shift-in-factor\"", "aren't its shift"),
    ] {
        let folder = Folder::with_config(&config(output));
        if let Some(known) = known {
            folder.write("sets/mine.toml", &known);
        }
        let before = folder.files();
        let run = folder.run(&[]);
        assert_eq!(run.status, 2, "{}", run.stderr);
        assert!(
            run.stderr.contains(says) && run.stderr.contains("sets/mine.toml"),
            "{}",
            run.stderr
        );
        assert_eq!(run.stderr.matches("error").count(), 1, "{}", run.stderr);
        assert_eq!(folder.files(), before, "{says}");
    }
    let folder = Folder::with_config(&config("").replace("given", "known = [\"pradu\"]\ngiven"));
    folder.write("sets/mine.toml", PRADU);
    let run = folder.run(&[]);
    assert!(
        run.status == 2 && run.stderr.contains("and `search.known` exclude each other"),
        "{}",
        run.stderr
    );
}

fn a_config_opens_no_file_outside_its_folder() {
    let folder = Folder::new();
    folder.write("elsewhere/mine.toml", PRADU);
    let given = |path: &str| config("").replace("sets/mine.toml", path);
    let outside = folder.path().join("elsewhere/mine.toml").to_string_lossy().into_owned();
    std::os::unix::fs::symlink("../elsewhere", folder.path().join("link")).unwrap();
    folder.write("in/magicgen.toml", "");
    std::os::unix::fs::symlink("../elsewhere/mine.toml", folder.path().join("in/link.toml"))
        .unwrap();
    for path in ["../elsewhere/mine.toml", &outside, "link.toml", "/etc/passwd"] {
        folder.write("in/magicgen.toml", &given(path));
        let run = folder.run(&["--config", "in/magicgen.toml"]);
        assert_eq!(run.status, 2, "{path}: {}", run.stderr);
        let says = format!("`{path}` leads out of the config's folder");
        assert!(run.stderr.contains(&says), "{path}: {}", run.stderr);
        assert!(run.stderr.contains("--allow-outside"), "{path}: {}", run.stderr);
        assert!(!folder.has("in/m.h") && !folder.has("in/magicgen.lock"), "{path}");
    }
    folder.write("in/magicgen.toml", &given("../elsewhere/mine.toml"));
    let run = folder.run(&["--config", "in/magicgen.toml", "--allow-outside"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    // The user has named the file.
    folder.write("in/magicgen.toml", &given("mine.toml"));
    let set = "search.given=../elsewhere/mine.toml";
    let run = folder.run(&["--config", "in/magicgen.toml", "-D", set]);
    assert_eq!(run.status, 0, "{}", run.stderr);
}
