//! Tells lines of code from directives of a preprocessor and from lines that are never compiled.

use super::token::Branch;

/// The kinds of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// Code, with the number of bytes before it.
    Code(usize),
    /// A directive, which is treated as a comment.
    Comment,
    /// A line that is never compiled, such as one after `#if 0`.
    Dead,
}

/// An `#if` with its branches.
#[derive(Clone, Copy, Debug)]
struct Condition {
    /// True if the lines up to the next branch are never compiled.
    is_dead: bool,
    /// True if the lines of all later branches are never compiled.
    is_decided: bool,
    /// True behind the first branch.
    is_later: bool,
}

/// The conditions around a line.
#[derive(Clone, Debug, Default)]
pub(super) struct LineConditions {
    open: Vec<Condition>,
    /// The number of conditions whose present branch is never compiled.
    dead: usize,
}

impl LineConditions {
    /// True where lines are never compiled, such as after `#if 0`.
    pub(super) fn is_dead(&self) -> bool {
        self.dead > 0
    }

    /// The branch in which the present line stands.
    pub(super) fn branch(&self) -> Branch {
        let is_later = self.open.last().is_some_and(|last| last.is_later);
        Branch { depth: self.open.len(), is_later }
    }

    /// Takes the next line, from its first character that isn't blank.
    pub(super) fn line(&mut self, rest: &[u8]) -> LineKind {
        let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        let line = String::from_utf8_lossy(&rest[..end.min(4096)]);
        let Some(directive) = line.strip_prefix('#') else {
            return if self.is_dead() { LineKind::Dead } else { LineKind::Code(0) };
        };
        let directive = directive.trim_start();
        let length = directive.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(directive.len());
        let (word, condition) = directive.split_at(length);
        let condition = condition.split("//").next().unwrap_or("");
        let condition = condition.split("/*").next().unwrap_or("");
        let condition = condition.trim().trim_matches(['(', ')']).trim();
        let never = matches!(condition, "0" | "false" | "FALSE");
        let always = matches!(condition, "1" | "true" | "TRUE");
        match word {
            "if" | "ifdef" | "ifndef" => {
                let is_dead = word == "if" && never;
                self.dead += usize::from(is_dead);
                let is_decided = word == "if" && always;
                self.open.push(Condition { is_dead, is_decided, is_later: false });
            }
            "elif" | "elifdef" | "elifndef" | "else" => {
                if let Some(last) = self.open.last_mut() {
                    last.is_later = true;
                    self.dead -= usize::from(last.is_dead);
                    last.is_dead = last.is_decided || word == "elif" && never;
                    last.is_decided |= word == "elif" && always;
                    self.dead += usize::from(last.is_dead);
                }
            }
            "endif" => {
                let last = self.open.pop();
                self.dead -= usize::from(last.is_some_and(|last| last.is_dead));
            }
            // The numbers may be in a macro.
            "define"
                if !self.is_dead() && (line.contains('{') || line.trim_end().ends_with('\\')) =>
            {
                return LineKind::Code(line.find("define").unwrap_or(0) + "define".len());
            }
            _ => {}
        }
        if self.is_dead() { LineKind::Dead } else { LineKind::Comment }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_that_are_never_compiled_are_dead() {
        let mut conditions = LineConditions::default();
        let mut live = Vec::new();
        for line in [
            "a", "#if 0", "b", "#if X", "c", "#else", "d", "#endif", "#else", "e", "#endif",
            "# if (1) // so", "f", "#elif X", "g", "#else", "h", "#endif", "#ifdef X", "i",
            "#elif 0", "j", "#else", "k", "#endif", "l",
        ] {
            if conditions.line(line.as_bytes()) == LineKind::Code(0) {
                live.push(line);
            }
        }
        assert_eq!(live.concat(), "aefikl");
    }
}
