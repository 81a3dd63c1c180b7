//! The data of pages, and what a page must not have.

use serde_json::{Value, json};

use super::squares::{Measures, measured};
use super::{Part, page};
use crate::config::{Request, Setting, SettingValue, Source, resolve};
use crate::generate::{Solver, choose, inside};

fn part(config: &str, variant: &str) -> Part {
    let text = SettingValue::Text(variant.to_owned());
    let settings = vec![Setting::flag("output.variant", "--variant", text)];
    let source = Source::new("", config, settings);
    let plan = resolve(&source, &Request::default()).expect("a good config");
    let mut solver = Solver::new(plan.effort);
    let job = choose(&plan.jobs[0], &mut solver).unwrap();
    Part {
        title: "<title>".to_owned(),
        inside: inside(job, &mut solver).unwrap(),
        mapping: job.mapping.clone(),
        orientation: job.orientation(),
        unions: Vec::new(),
    }
}

const CHESS: &str = "version = 1\n\n[[output]]\nlang = \"rust\"\n";

#[test]
fn a_rook_on_a1_is_measured() {
    let part = part(CHESS, "fancy");
    let square = part.inside.pieces[0].problem.square(0).unwrap();
    let (measures, cells) = measured(&part.inside, 0, square).unwrap();
    let Measures { relevant, index_bits, range, used, sets, factor_bits } = measures;
    assert_eq!((relevant, index_bits, sets), (12, 12, 49));
    assert!(used as u64 <= range && range <= 4096 && used >= 49, "{used} of {range}");
    assert!(factor_bits.is_some_and(|bits| bits > 1));
    assert_eq!(cells.len(), 1);
    assert_eq!(cells[0].positions.len(), used);
}

#[test]
fn a_lookup_without_factors_has_none() {
    let part = part(CHESS, "pext");
    let square = part.inside.pieces[1].problem.square(27).unwrap();
    let (measures, _) = measured(&part.inside, 1, square).unwrap();
    assert_eq!((measures.used, measures.range, measures.factor_bits), (512, 512, None));
}

#[test]
fn owners_are_those_of_the_slots() {
    let part = part(CHESS, "shared-slots");
    let data = super::data::part(&part).unwrap();
    let owners = &data["tables"][0]["owners"];
    let several = json!(u32::MAX);
    assert!(owners["values"].as_array().unwrap().contains(&several));
    let places = owners["places"].as_str().unwrap();
    assert_eq!(places.chars().count(), part.inside.tables[0].entries.len());
}

#[test]
fn the_page_is_one_file_that_asks_nobody() {
    for variant in ["fancy", "bytes", "hyperbola", "obstruction-difference"] {
        let page = page(&[part(CHESS, variant)], &Value::Array(Vec::new())).unwrap();
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), "{variant}");
        for outside in ["http:", "https:", "src=", "<link", "@import", "fetch("] {
            assert!(!page.contains(outside), "{variant}: {outside}");
        }
        // A title from a config is text.
        assert!(!page.contains("<title>\""), "{variant}");
        assert_eq!(page.matches("</script>").count(), 8, "{variant}");
    }
}
