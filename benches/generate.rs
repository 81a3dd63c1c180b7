//! Measures whole runs in memory, from flags to 2.6 MB of C, and the formatting of a table in comparison with
//! `format!`.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use magicgen::config::{Request, Setting, SettingValue, Source, resolve};
use magicgen::generate::{Solver, generate};
use magicgen_literal::{Hex, Lines, rows};
use magicgen_lookup::variant;

fn run(lang: &str, tables: &str) -> usize {
    run_variant(lang, tables, "fancy").unwrap_or_default()
}

/// Generates a variant, and returns the number of bytes; `None` if the variant can't serve rook and bishop.
fn run_variant(lang: &str, tables: &str, variant: &str) -> Option<usize> {
    let setting =
        |key, flag, value: &str| Setting::flag(key, flag, SettingValue::Text(value.to_owned()));
    let settings = vec![
        setting("output.lang", "--lang", lang),
        setting("output.tables", "--tables", tables),
        setting("output.variant", "--variant", variant),
    ];
    let source = Source::new("", "version = 1\n\n[[output]]\n", settings);
    let request = Request::default();
    let plan = resolve(&source, &request).expect("a good config");
    let mut solver = Solver::new(plan.effort);
    let generated = generate(&plan.jobs[0], &mut solver).ok()?;
    Some(generated.artifacts[0].text.len())
}

fn whole_runs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("whole run");
    for (lang, tables) in
        [("c", "full"), ("c", "init"), ("rust", "full"), ("java", "full"), ("java", "init")]
    {
        group.bench_function(format!("{lang} {tables}"), |bencher| {
            bencher.iter(|| run(lang, tables));
        });
    }
    group.finish();
}

fn formatting(criterion: &mut Criterion) {
    let words: Vec<u64> =
        (0..107_648).map(|word: u64| word.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let mut group = criterion.benchmark_group("107,648 words as text");
    group.bench_function("rows", |bencher| {
        let hex = Hex::new(16, "ULL");
        let lines = Lines { indent: "    ", columns: 4, trailing_comma: true };
        bencher.iter(|| rows(black_box(&words), &hex, lines).len());
    });
    group.bench_function("write!", |bencher| {
        bencher.iter(|| {
            let mut text = String::new();
            for line in black_box(&words).chunks(4) {
                text.push_str("    ");
                for word in line {
                    let _ = write!(text, "{word:#018x}ULL, ");
                }
                text.push('\n');
            }
            text.len()
        });
    });
    group.finish();
}

/// Measures every variant's run in C and its ratio to `fancy`, by medians of rounds in which all take turns.
#[expect(clippy::print_stdout, reason = "a bench says what it has measured")]
fn presets(_: &mut Criterion) {
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); variant::ALL.len()];
    for _ in 0..15 {
        for (variant, times) in variant::ALL.iter().zip(&mut times) {
            let start = Instant::now();
            if black_box(run_variant("c", "full", variant.id)).is_some() {
                times.push(start.elapsed());
            }
        }
    }
    let median = |times: &mut Vec<Duration>| {
        times.sort_unstable();
        times.get(times.len() / 2).map(Duration::as_secs_f64)
    };
    let medians: Vec<Option<f64>> = times.iter_mut().map(median).collect();
    let fancy = medians[0].unwrap_or(f64::NAN);
    for (variant, median) in variant::ALL.iter().zip(medians) {
        match median {
            Some(time) => {
                println!("{:18} {:7.2} ms {:5.2}", variant.id, time * 1e3, time / fancy);
            }
            None => println!("{:18} has no room for rook and bishop", variant.id),
        }
    }
}

criterion_group!(benches, whole_runs, presets, formatting);
criterion_main!(benches);
