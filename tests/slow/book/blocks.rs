//! The code blocks of a page.

/// A block between two fences.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// The number of its first line in the page, from 1.
    pub(crate) line: usize,
    /// The language: the first word behind the fence.
    pub(crate) language: String,
    /// The other words behind the fence.
    pub(crate) marks: Vec<String>,
    /// The text, whose lines end in LF.
    pub(crate) text: String,
}

impl Block {
    /// True where this word stands behind the fence.
    pub(crate) fn is(&self, mark: &str) -> bool {
        self.marks.iter().any(|other| other == mark)
    }

    /// The file that the block is the text of: `file=main.c`.
    pub(crate) fn file(&self) -> Option<&str> {
        self.marks.iter().find_map(|mark| mark.strip_prefix("file="))
    }
}

/// The blocks of a page.
pub(crate) fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (at, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(_), Some(block)) => blocks.push(block),
            (Some(info), None) => {
                let mut words = info.split_whitespace().map(str::to_owned);
                let language = words.next().unwrap_or_default();
                open = Some(Block {
                    line: at + 1,
                    language,
                    marks: words.collect(),
                    text: String::new(),
                });
            }
            (None, Some(mut block)) => {
                block.text.push_str(line);
                block.text.push('\n');
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a code block has no end: {open:?}");
    blocks
}

/// The lines of a page that stand in no code block, with their numbers from 1.
pub(crate) fn prose(page: &str) -> Vec<(usize, &str)> {
    let mut is_code = false;
    let mut lines = Vec::new();
    for (at, line) in page.lines().enumerate() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            lines.push((at + 1, line));
        }
    }
    lines
}
