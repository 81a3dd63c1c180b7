//! Sentences in; Javadoc and comments out, broken into lines as google-java-format breaks them.

use crate::render::text::provenance::wrap;

/// The most columns of a line.
pub(super) const WIDTH: usize = 100;

/// A part of a Javadoc comment.
#[derive(Clone, Debug)]
pub(super) enum Block {
    /// A paragraph.
    Text(String),
    /// Lines that stay as they are.
    Pre(Vec<String>),
    /// Lines of code, which may hold what HTML would take for markup.
    Code(Vec<String>),
    /// A block tag, `@param square`, and what it says.
    Tag(&'static str, String),
}

impl Block {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }
}

/// A Javadoc comment, each line indented, without an end of line after the last.
pub(super) fn javadoc(indent: usize, blocks: &[Block]) -> String {
    let margin = " ".repeat(indent);
    if let [Block::Text(text)] = blocks
        && indent + text.chars().count() + "/**  */".len() <= WIDTH
    {
        return format!("{margin}/** {text} */");
    }
    let mut lines = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let follows_tag = index > 0 && matches!(blocks[index - 1], Block::Tag(..));
        if index > 0 && !(follows_tag && matches!(block, Block::Tag(..))) {
            lines.push(String::new());
        }
        let room = WIDTH - indent - " * ".len();
        match block {
            Block::Text(text) if index == 0 => lines.extend(wrap(text, room)),
            Block::Text(text) => lines.extend(wrap(&format!("<p>{text}"), room)),
            Block::Pre(pre) => fence(&mut lines, "<pre>", pre, "</pre>"),
            Block::Code(code) => fence(&mut lines, "<pre>{@code", code, "}</pre>"),
            Block::Tag(tag, text) => {
                // Lines after the first are indented: what is cut off is a margin of the first's own.
                let mut rest = wrap(&format!("{tag} {text}"), room).into_iter();
                lines.extend(rest.next());
                let rest: Vec<String> = rest.collect();
                if !rest.is_empty() {
                    let broken = wrap(&rest.join(" "), room - 4);
                    lines.extend(broken.into_iter().map(|line| format!("    {line}")));
                }
            }
        }
    }
    let lines = lines.into_iter().map(|line| format!("{margin} *{}\n", spaced(&line)));
    format!("{margin}/**\n{}{margin} */", lines.collect::<String>())
}

fn fence(lines: &mut Vec<String>, open: &str, inner: &[String], close: &str) {
    lines.push(open.to_owned());
    lines.extend(inner.iter().cloned());
    lines.push(close.to_owned());
}

/// A line after the mark of a comment: a space before it, where it is not empty.
pub(super) fn spaced(line: &str) -> String {
    if line.is_empty() { String::new() } else { format!(" {}", line.trim_end()) }
}

/// A line of the header, broken where it is too long, each with a space before it.
pub(super) fn header(line: &str) -> Vec<String> {
    let room = WIDTH - "// ".len();
    if line.chars().count() <= room {
        return vec![spaced(line)];
    }
    let margin = line.len() - line.trim_start().len();
    let broken = wrap(line, room - margin - 4).into_iter().enumerate();
    let indent = |index| " ".repeat(if index == 0 { margin } else { margin + 4 });
    broken.map(|(index, line)| format!(" {}{line}", indent(index))).collect()
}
