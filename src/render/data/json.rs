//! Prints data as JSON that people can read: lists in lines, short objects on one line.

use std::fmt::Write as _;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::model::Data;

/// The most characters of a line of entries.
const WIDTH: usize = 100;

/// The most characters of an object on one line.
const OBJECT: usize = 200;

/// The data as JSON.
pub(super) fn text(data: &Data) -> String {
    // A structure without maps of other keys than strings can always be written and read.
    let compact = serde_json::to_string(data).unwrap_or_default();
    let tree: Tree = serde_json::from_str(&compact).unwrap_or(Tree::Leaf(String::new()));
    let mut text = String::with_capacity(compact.len() * 5 / 4);
    tree.print(&mut text, 0, 0);
    text.push('\n');
    text
}

/// JSON whose keys keep their order.
enum Tree {
    /// A string, a number, `true`, `false` or `null`, as it is written.
    Leaf(String),
    List(Vec<Self>),
    Object(Vec<(String, Self)>),
}

impl Tree {
    /// The length on one line.
    fn length(&self) -> usize {
        match self {
            Self::Leaf(text) => text.len(),
            Self::List(items) => items.iter().map(|item| item.length() + 2).sum::<usize>().max(2),
            Self::Object(items) => {
                let item = |(key, value): &(String, Self)| key.len() + 2 + value.length() + 2;
                2 + items.iter().map(item).sum::<usize>()
            }
        }
    }

    const fn is_leaf(&self) -> bool {
        matches!(self, Self::Leaf(_))
    }

    /// Prints the tree behind `margin` blanks, in a line that already has `column` characters.
    fn print(&self, out: &mut String, margin: usize, column: usize) {
        let most = if matches!(self, Self::Object(_)) { OBJECT } else { WIDTH };
        let is_short = column + self.length() <= most;
        let inner = margin + 2;
        match self {
            Self::Leaf(text) => out.push_str(text),
            Self::List(items) if items.is_empty() => out.push_str("[]"),
            Self::Object(items) if items.is_empty() => out.push_str("{}"),
            Self::List(items) if is_short && items.iter().all(Self::is_leaf) => {
                out.push('[');
                self.print_in_line(out);
                out.push(']');
            }
            Self::Object(_) if is_short && margin > 0 => {
                out.push_str("{ ");
                self.print_in_line(out);
                out.push_str(" }");
            }
            Self::List(items) => {
                out.push('[');
                let mut at = WIDTH;
                for (index, item) in items.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    let length = item.length();
                    if item.is_leaf() && at + 3 + length <= WIDTH {
                        out.push(' ');
                        at += 2 + length;
                    } else {
                        line(out, inner);
                        at = inner + length;
                    }
                    item.print(out, inner, inner);
                }
                line(out, margin);
                out.push(']');
            }
            Self::Object(items) => {
                out.push('{');
                for (index, (key, value)) in items.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    line(out, inner);
                    let _ = write!(out, "{key}: ");
                    value.print(out, inner, inner + key.len() + 2);
                }
                line(out, margin);
                out.push('}');
            }
        }
    }

    /// Prints the tree on one line, without its outer brackets.
    fn print_in_line(&self, out: &mut String) {
        match self {
            Self::Leaf(text) => out.push_str(text),
            Self::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    item.print(out, 1, 0);
                }
            }
            Self::Object(items) => {
                for (index, (key, value)) in items.iter().enumerate() {
                    let _ = write!(out, "{}{key}: ", if index > 0 { ", " } else { "" });
                    value.print(out, 1, 0);
                }
            }
        }
    }
}

fn line(out: &mut String, margin: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', margin));
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

/// Reads a [`Tree`].
struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Tree;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Tree, E> {
        Ok(Tree::Leaf(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Tree, E> {
        Ok(Tree::Leaf(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Tree, E> {
        Ok(Tree::Leaf(value.to_string()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Tree, E> {
        Ok(Tree::Leaf(quoted(value)))
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Leaf("null".to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Tree, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Tree::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut items: A) -> Result<Tree, A::Error> {
        let mut object = Vec::new();
        while let Some((key, value)) = items.next_entry::<String, Tree>()? {
            object.push((quoted(&key), value));
        }
        Ok(Tree::Object(object))
    }
}

/// A string of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
