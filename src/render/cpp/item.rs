//! Items of a header in lines, as clang-format's usual styles lay them out.
//!
//! LLVM's and Google's styles agree on these layouts if no line has more than 80 characters. Items with longer lines,
//! tables above all, are fenced by comments that turn clang-format off.

use crate::render::prelude::*;

/// The most characters of a line.
pub(super) const WIDTH: usize = 80;

/// The layout of calls and heads of functions.
pub(super) const CALLS: Calls = Calls { width: WIDTH, style: IndentStyle::Visual, ..Calls::WHOLE };

/// An item of the header with its comment.
#[derive(Debug, Default)]
pub(super) struct Item {
    pub(super) doc: Vec<String>,
    /// The lines of the item. If a template prints it: only the lines whose length depends on names.
    pub(super) lines: Vec<String>,
    pub(super) part: Part,
    pub(super) is_fenced: bool,
    /// True if `clang-format off` comes before it.
    pub(super) opens: bool,
    /// True if `clang-format on` comes after it.
    pub(super) closes: bool,
}

/// The template that prints an item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Part {
    /// No template: the item consists of its lines.
    #[default]
    Lines,
    /// The function that walks; `lines` is its head.
    Walk,
    /// The function that returns a square's mask; `lines` is its head.
    Relevant,
    /// The function that packs bits or, if true, spreads them; with doc comment and head.
    Mover(bool),
    /// The function that asks the processor for BMI2.
    Detect,
    /// The function that picks PEXT or a product; `lines` is its head.
    Pick,
    /// A function that fills: comment, head, source of masks, rays and stored table.
    Fill,
    /// The function that fills all tables, by calls of the functions above.
    Init,
    /// The declaration of the file of attack sets.
    BlobDeclared,
    /// The content of the file of attack sets.
    BlobContent,
    /// The functions that check the file of attack sets.
    BlobChecks,
    /// The list of comparisons of a test; `lines` are its entries.
    Comparisons,
    /// The functions that combine lookups.
    Together,
    /// The type of a difference that a test finds.
    Difference,
    /// The test.
    SelfTest,
}

impl Item {
    /// An item that consists of lines. It is fenced if a line is too long.
    pub(super) fn new(doc: Vec<String>, lines: Vec<String>) -> Self {
        let is_long = |line: &String| line.len() > WIDTH;
        let is_fenced = lines.iter().any(is_long) || doc.iter().any(|line| line.len() + 4 > WIDTH);
        Self { doc, lines, is_fenced, ..Self::default() }
    }

    /// An item in columns, always fenced.
    pub(super) fn fenced(doc: Vec<String>, lines: Vec<String>) -> Self {
        Self { is_fenced: true, ..Self::new(doc, lines) }
    }

    /// An item that a template prints.
    pub(super) fn part(part: Part, lines: Vec<String>) -> Self {
        Self { part, ..Self::new(Vec::new(), lines) }
    }

    /// A fenced item that a template prints.
    pub(super) fn fenced_part(part: Part, lines: Vec<String>) -> Self {
        Self { part, ..Self::fenced(Vec::new(), lines) }
    }

    /// The item with a doc comment.
    pub(super) fn with(self, doc: Vec<String>) -> Self {
        Self { doc, ..self }
    }

    /// A function. A single short statement stays on the line of the head.
    pub(super) fn function(doc: Vec<String>, head: Vec<String>, body: &[String]) -> Self {
        if let ([head], [only]) = (&head[..], body) {
            let line = format!("{head} {only} }}");
            if line.len() <= WIDTH {
                return Self::new(doc, vec![line]);
            }
        }
        // With more lines, or after long specifiers, clang-format would put the result type on a line by itself.
        let most = if head.iter().any(|line| line.contains(" static ")) { 1 } else { 3 };
        let has_many = head.len() > most;
        let set_in = |line: &String| {
            if line.starts_with('#') { line.clone() } else { format!("  {line}") }
        };
        let body = body.iter().map(set_in);
        let item = Self::new(doc, head.into_iter().chain(body).chain(["}".to_owned()]).collect());
        Self { is_fenced: item.is_fenced || has_many, ..item }
    }
}

/// The head of a function, with as many parameters on a line as fit.
pub(super) fn opening(head: &str, parameters: &[impl AsRef<str>]) -> Vec<String> {
    CALLS.lines("", head, parameters, " noexcept {")
}

/// Marks the first and the last item of each fence.
pub(super) fn fence(mut items: Vec<Item>) -> Vec<Item> {
    for at in 0..items.len() {
        let is_fenced =
            |at: Option<usize>| at.and_then(|at| items.get(at)).is_some_and(|item| item.is_fenced);
        let (before, here, after) =
            (is_fenced(at.checked_sub(1)), items[at].is_fenced, is_fenced(at.checked_add(1)));
        items[at].opens = here && !before;
        items[at].closes = here && !after;
    }
    items
}

/// A sentence as lines of a doc comment.
pub(super) fn comment(text: &str) -> Vec<String> {
    wrap(text, WIDTH - "/// ".len())
}

/// A Doxygen command with indented continuation lines.
pub(super) fn command(name: &str, text: &str) -> Vec<String> {
    hanging(&format!("\\{name} {text}"), [4, 4], WIDTH - "/// ".len())
}
