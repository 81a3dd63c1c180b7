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
    let (measures, cells) = measured(&part.inside, 0, 0).unwrap();
    let Measures { relevant, index_bits, range, used, sets, factor_bits } = measures;
    assert_eq!((relevant, index_bits, sets), (12, 12, Some(49)));
    assert!(used as u64 <= range && range <= 4096 && used >= 49, "{used} of {range}");
    assert!(factor_bits.is_some_and(|bits| bits > 1));
    assert_eq!(cells.len(), 1);
    assert_eq!(cells[0].positions.len(), used);
}

#[test]
fn a_lookup_without_factors_has_none() {
    let part = part(CHESS, "pext");
    let (measures, _) = measured(&part.inside, 1, 27).unwrap();
    assert_eq!((measures.used, measures.range, measures.factor_bits), (512, 512, None));
}

#[test]
fn sets_of_several_words_are_one_number() {
    let board = "version = 1\n[board]\nshape = \"hex\"\nradius = 6\n[[output]]\nlang = \"rust\"\n";
    let part = part(board, "direction");
    let data = super::data::part(&part).unwrap();
    assert_eq!(data["hexagons"], true);
    assert_eq!((&data["files"][9], &data["files"][10]), (&json!("k"), &json!("l")));
    assert_eq!(data["tables"][0]["bits"], 128);
    let (piece, bit) =
        (&data["pieces"][0], part.mapping.bit(part.mapping.board().square("f6").unwrap()));
    let square = &piece["squares"][usize::from(bit.unwrap())];
    assert_eq!((&square["relevant"], &square["sets"]), (&json!(24), &Value::Null));
    let mask = u128::from_str_radix(square["mask"].as_str().unwrap(), 16).unwrap();
    assert_eq!(mask.count_ones(), 24);
    let is_part = |op: &&Value| op[2][0] == "part";
    let ops = piece["ops"].as_array().unwrap();
    assert_eq!(
        ops.iter().filter(is_part).map(|op| &op[2][2]).max_by_key(|word| word.as_u64()),
        Some(&json!(1))
    );
    // A column by square has an entry for each, and so has the table for each slot.
    let masks = piece["columns"].as_array().unwrap();
    assert!(masks.iter().all(|column| column.as_array().unwrap().len() == 91));
    assert!(page(&[part], &Value::Array(Vec::new())).is_ok());
}

/// Its lookups go by line, since 2^20 subsets and more of all relevant squares are too many.
#[test]
fn a_piece_with_long_masks_has_a_page() {
    let piece = "version = 1\n[[piece]]\nname = \"hopper\"\nbetza = \"gQ\"\n[[output]]\nlang = \"rust\"\npieces = [\"hopper\"]\n";
    let part = part(piece, "direction");
    let (measures, cells) = measured(&part.inside, 0, 27).unwrap();
    assert_eq!((measures.relevant, measures.sets, cells.len()), (19, None, 4));
    crate::explain::prove_square(&part.inside, 0, 27).unwrap();
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
