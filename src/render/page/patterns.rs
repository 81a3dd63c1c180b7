//! The lines that differ between languages only in their words, as patterns
//! ([`filled_in`](crate::render::text::pattern::filled_in)).

use crate::render::prelude::*;

/// A language's patterns of lines. `$visible` is a text of [`visible`](Self::visible).
#[derive(Clone, Copy, Debug)]
pub struct Patterns {
    /// The visibility modifiers of a private item, and of a public one.
    pub visible: [&'static str; 2],
    /// The first line of a function before the parentheses around its parameters, and after them: `$visible`, `$name`
    /// and `$result`, the type.
    pub head: [&'static str; 2],
    /// A parameter: `$name` and `$kind`, its type.
    pub parameter: &'static str,
    /// True if file and rank share one type: `file, rank int`.
    pub joins_places: bool,
    /// The statement that gives a variable its value: `$kind`, `$name` and `$value`.
    pub variable: &'static str,
    /// The same for a value that is a conversion to the variable's type, without the conversion, if it differs.
    pub typed: Option<&'static str>,
    /// The text before and after a returned value.
    pub result: [&'static str; 2],
    /// The keyword of a mutable variable; empty in languages that assign to parameters.
    pub mutable: &'static str,
    /// The statements that refuse a parameter, `$name`, above `$last` or below 0; empty if the language's types do.
    pub refusal: &'static str,
    /// The declaration of an array up to its numbers: `$visible`, `$name`, `$element`, `$length`, and `$last`, the highest
    /// index.
    pub array: &'static str,
}

/// The look of an array of two dimensions. `$element` is the type of an entry.
#[derive(Clone, Copy, Debug)]
pub struct Nested {
    /// The type of a row: `$element` and `$length`.
    pub row: &'static str,
    /// The lines before and after the entries of a row.
    pub around: [&'static str; 2],
    /// The indentation of these lines, and the further one of the entries.
    pub margins: [&'static str; 2],
}

/// A language's loop that ors sets. `$counter` is the variable that counts, `$kind` its type, `$count` the number of
/// passes and `$last` the last pass's number.
#[derive(Clone, Copy, Debug)]
pub struct Loops {
    /// The statement that declares a union: `$kind`, `$name`, and `$before`, a variable of the same type.
    pub union: &'static str,
    /// The conversion of the number that differs from pass to pass.
    pub number: Option<Cast>,
    /// The statement that declares the counter, in languages whose loops don't.
    pub counter: &'static str,
    /// The lines before and after the statements of a pass.
    pub around: [&'static str; 2],
    /// The lines around the variables of a pass and after its statements, in languages that separate statements.
    pub block: [&'static str; 3],
    /// The lines before and after the statements of passes with `$condition`; or the statement that adds `$value` to
    /// `$name` on `$condition`, and no text.
    pub only_if: [&'static str; 2],
    /// The statement that adds `$value` to `$name`; `$both` is the union of the two.
    pub add: &'static str,
    /// The indentation of a statement.
    pub indent: &'static str,
    /// True if blank lines surround the loop.
    pub is_apart: bool,
}

impl Loops {
    /// The loop of C and its like, with each brace on a separate line.
    pub const ALLMAN: Self = Self {
        around: ["for ($kind $counter = 0; $counter < $count; $counter++)\n{", "}"],
        only_if: ["if ($condition)\n{", "}"],
        ..Self::C
    };

    /// The loop of C and its like.
    pub const C: Self = Self {
        union: "$kind $name = 0;",
        number: None,
        counter: "",
        around: ["for ($kind $counter = 0; $counter < $count; $counter++) {", "}"],
        block: [""; 3],
        only_if: ["if ($condition) {", "}"],
        add: "$name |= $value;",
        indent: "    ",
        is_apart: false,
    };
}

impl Patterns {
    /// The lines of C and its like.
    pub const C: Self = Self {
        visible: [""; 2],
        head: ["$result $name", ""],
        parameter: "$kind $name",
        joins_places: false,
        variable: "$kind $name = $value;",
        typed: None,
        result: ["return ", ";"],
        mutable: "",
        refusal: "assert($name <= $last);",
        array: "const $element $name",
    };

    /// The visibility modifier, for example `private `.
    pub const fn visibility(&self, is_public: bool) -> &'static str {
        self.visible[is_public as usize]
    }

    /// The first line of a function, broken up if it is too long.
    pub fn head(&self, calls: &Calls, head: &Head<'_>) -> Vec<String> {
        let visible = self.visibility(head.item.is_public());
        let texts = [("visible", visible), ("name", head.item.name()), ("result", &head.result)];
        let [start, end] = self.head.map(|part| filled_in(part, &texts));
        let parameter =
            |name: &str, kind: &str| filled_in(self.parameter, &[("name", name), ("kind", kind)]);
        let parameters = match (head.item, &head.parameters[..]) {
            (Item::Square(_), [file, rank]) if self.joins_places => {
                vec![parameter(&format!("{}, {}", file.name, rank.name), rank.kind)]
            }
            _ => head.each(parameter),
        };
        calls.lines("", &start, &parameters, &end)
    }

    /// The statements that refuse a parameter that is out of range.
    pub fn refusal(&self, name: &str, last: u8) -> Vec<String> {
        let text = filled_in(self.refusal, &[("name", name), ("last", &last.to_string())]);
        text.lines().map(str::to_owned).collect()
    }

    /// The declaration of an array with entries of this type, up to its numbers.
    pub fn array(&self, array: &Array<'_>, element: &str) -> String {
        let length = array.rows();
        let texts = [
            ("visible", self.visibility(array.is_public)),
            ("name", &array.name),
            ("element", element),
            ("length", &length.to_string()),
            ("last", &length.saturating_sub(1).to_string()),
        ];
        filled_in(self.array, &texts)
    }
}
