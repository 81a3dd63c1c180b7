//! A whole run in memory: flags in, 2.6 MB of C out; and the formatting of its table beside `format!`.

use std::fmt::Write as _;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use magicgen::config::{Leads, Request, Setting, SettingValue, Source, resolve};
use magicgen::generate::{Solver, generate};
use magicgen::render::literal::{Hex, Lines, rows};

fn run(lang: &str, tables: &str) -> usize {
    let setting =
        |key, flag, value: &str| Setting::flag(key, flag, SettingValue::Text(value.to_owned()));
    let settings =
        vec![setting("output.lang", "--lang", lang), setting("output.tables", "--tables", tables)];
    let source = Source::new("", "version = 1\n\n[[output]]\n", settings);
    let request = Request {
        config: None,
        lock: None,
        only: &[],
        single: &[],
        output: None,
        leads: &|_| Leads::ToFile,
        is_outside: &|_| false,
    };
    let plan = resolve(&source, &request).expect("a good config");
    let mut solver = Solver::new(plan.effort);
    let generated = generate(&plan.jobs[0], &mut solver).expect("factors");
    generated.artifacts[0].text.len()
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
        let hex = Hex { prefix: "0x", suffix: "ULL", digits: 16, grouped: false };
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

criterion_group!(benches, whole_runs, formatting);
criterion_main!(benches);
