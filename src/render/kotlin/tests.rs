use super::*;
use crate::model::Part;
use crate::sample::{self, Board, Mapping, Order, Piece, Standard, configured};

fn text(backend: &dyn Backend, when: Tables, emit: &[Part]) -> String {
    let order = Order::Standard { standard: Standard::ALL[0], stride: 4 };
    let mapping = Mapping::new(Board::new(4, 3).unwrap(), order).unwrap();
    let module = sample::module(backend, "fancy", &mapping, &[Piece::rook()], when, emit);
    backend.render(&module, "Magics.kt").remove(0).text
}

#[test]
fn options_shape_the_object() {
    let backend =
        configured(&KOTLIN, "package = \"org.example.value\"\nvisibility = \"internal\"").unwrap();
    let text = text(backend.as_ref(), Tables::Init, &Part::DEFAULT);
    assert!(text.contains("\npackage org.example.value\n\n/**\n"), "{text}");
    assert!(text.contains("\ninternal object Magics {\n"), "{text}");
    assert!(!text.contains("public "), "{text}");
    let names = Names::new(backend.naming(), crate::model::NameRules::default());
    let file = backend.default_file(&names);
    assert!(file.starts_with("org/example/value"), "{}", file.display());
}
