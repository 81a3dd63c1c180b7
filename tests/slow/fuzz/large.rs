//! Inputs with too much of something, which mutations of small inputs don't reach. Each must be refused or processed at
//! once.

use std::fmt::Write as _;

use crate::harness;

fn repeated(text: &str, times: usize) -> String {
    text.repeat(times)
}

/// Inputs that once took too long, and inputs like them.
#[test]
fn a_config_may_be_too_much_of_anything() {
    let head = "version = 1\n[[output]]\nlang = \"c\"\npath = \"a.h\"\n";
    let list = |item: &str, times: usize| repeated(&format!("{item},"), times);
    let mut keys = String::new();
    for number in 0..8000 {
        let _ = writeln!(keys, "k{number} = 1");
    }
    let mut pieces = String::new();
    for number in 0..8000 {
        let _ = write!(pieces, "[[piece]]\nname=\"p{number}\"\nfrom=\"rook\"\nrange=1\n");
    }
    let steps = (-63..64).flat_map(|file| (-63..64).map(move |rank| format!("[{file},{rank}],")));
    let steps: String = steps.filter(|step| step != "[0,0],").take(15_000).collect();
    let configs = [
        ("lists in lists", format!("a = {}{}", repeated("[", 60_000), repeated("]", 60_000))),
        ("tables in tables", format!("a = {}", repeated("{a=", 60_000))),
        ("a header of many names", format!("[{}a]", repeated("a.", 60_000))),
        ("a key of many names", format!("{}a = 1", repeated("a.", 60_000))),
        ("a long key", format!("{} = 1", repeated("k", 250_000))),
        ("many keys", keys),
        ("pieces that are none", format!("version = 1\npiece = [{}]", list("1", 100_000))),
        ("many pieces", pieces),
        ("many names of pieces", format!("{head}pieces = [{}]", list("\"x\"", 50_000))),
        ("many parts", format!("{head}emit = [{}]", list("\"lookup\"", 20_000))),
        ("many rays", format!("{head}[[piece]]\nname = \"p\"\nrays = [{steps}]")),
        ("many holes", format!("board = {{ holes = [{}] }}\n{head}", list("\"a1\"", 40_000))),
        (
            "a piece of many pieces",
            format!("{head}[[piece]]\nname = \"p\"\nfrom = \"{}rook\"", repeated("queen+", 40_000)),
        ),
        ("many outputs", repeated("[[output]]\n", 20_000)),
        ("many outputs of a language", repeated("[[output]]\nlang=\"c\"\n", 12_000)),
        (
            "much for each output to inherit",
            format!(
                "[defaults.style]\nheader = \"{}\"\n{}",
                repeated("\\u0041", 30_000),
                repeated("[[output]]\nlang=\"c\"\n", 500)
            ),
        ),
        ("more than a config is", repeated("# nothing\n", 1 << 20)),
        ("a long number", format!("{head}max-bytes = {}", repeated("9", 200_000))),
        ("a long text", format!("{head}doc = \"{}\"", repeated("\\n", 120_000))),
    ];
    for (name, config) in configs {
        harness::alone(harness::config::run, config.as_bytes(), name);
    }
    let file = head.to_owned() + &repeated("# nothing\n", 25_000);
    let settings = [
        ("a setting of many names", format!("\0{}a=1", repeated("a.", 60_000))),
        ("a setting of lists in lists", format!("\0a={}", repeated("[", 60_000))),
        ("many settings", repeated("\0a=1", 5000)),
        ("many settings of outputs", repeated("\0output.names.prefix=x", 2000)),
    ];
    for (name, setting) in settings {
        harness::alone(harness::config::run, (file.clone() + &setting).as_bytes(), name);
    }
}

#[test]
fn a_lock_may_state_any_number() {
    let lock = harness::lock::small();
    let with = |key: &str, value: &str| {
        let lines = lock.lines().map(|line| match line.split_once(" = ") {
            Some((name, _)) if name == key => format!("{key} = {value}\n"),
            _ => format!("{line}\n"),
        });
        lines.collect::<String>()
    };
    for entries in ["0", "99999999999", "9223372036854775807", "\"0xffffffffffffffff\""] {
        harness::alone(harness::lock::run, with("entries", entries).as_bytes(), entries);
    }
    // Each number of a list that isn't 0 is replaced by the smallest and the largest numbers.
    for (list, numbers) in [
        ("offset", ["1", "65535", "2147483648", "4294967295"]),
        ("shift", ["1", "40", "46", "255"]),
    ] {
        for number in numbers {
            let mut inside = false;
            let mut text = String::new();
            for line in lock.lines() {
                let words = line.trim_end_matches(',').split(", ").map(|word| match word.trim() {
                    "0" => "0".to_owned(),
                    _ => number.to_owned(),
                });
                if inside && line != "]" {
                    let _ = writeln!(text, "{},", words.collect::<Vec<_>>().join(", "));
                } else {
                    inside = line == format!("{list} = [");
                    let _ = writeln!(text, "{line}");
                }
            }
            assert_ne!(text, lock, "no list of {list} was found");
            harness::alone(harness::lock::run, text.as_bytes(), &format!("{list} {number}"));
        }
    }
    let many =
        "lock-version = 1\n".to_owned() + &repeated("[[output]]\nid=\"\"\npath=\"\"\n", 20_000);
    harness::alone(harness::lock::run, many.as_bytes(), "many outputs");
}

/// Counts and times that no search gives, with correct digests, since anyone who alters a line can compute its digest.
#[test]
fn a_ledger_may_state_any_number() {
    let ledger = include_str!("corpus/ledger/seed-bishop-a5-4-none");
    assert!(ledger.lines().count() > 1, "it has no slices");
    for (key, numbers) in [
        ("\"seconds\":", ["1e308", "-1.0", "1e12", "0"]),
        ("\"factors\":", ["340282366920938463463374607431768211455", "-1", "0", "1"]),
        ("\"nodes\":[", ["18446744073709551615", "0", "-1", "1e3"]),
        ("\"clash\":", ["18446744073709551615", "0", "-1", "1e3"]),
        ("\"roots\":[", ["18446744073709551615", "0", "-1", "1e3"]),
    ] {
        assert!(ledger.contains(key), "{key}");
        for number in numbers {
            let (first, rest) = ledger.split_once('\n').unwrap();
            let parts = rest.split(key).enumerate().map(|(at, part)| {
                if at == 0 {
                    return part.to_owned();
                }
                let end = part.find([',', '}', ']']).unwrap();
                format!("{key}{number}{}", &part[end..])
            });
            let text = format!("{first}\n{}", parts.collect::<String>());
            harness::alone(harness::ledger::run, text.as_bytes(), &format!("{key}{number}"));
        }
    }
    let (first, rest) = ledger.split_once('\n').unwrap();
    let long = format!("{first}\n{{\"roots\":[0,1],\"nodes\":[{}0]}}\n", repeated("0,", 4 << 20));
    harness::alone(harness::ledger::run, long.as_bytes(), "a long line");
    harness::alone(
        harness::ledger::run,
        repeated(rest, 1000).as_bytes(),
        "many lines and no first",
    );
    let many = format!("{first}\n{}", repeated(rest, 1000));
    harness::alone(harness::ledger::run, many.as_bytes(), "many lines of the same roots");
}
