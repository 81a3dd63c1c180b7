//! Prints the difference of two texts as a patch for `git apply` and `patch`.

use std::fmt::Write as _;
use std::ops::Range;

use imara_diff::{Hunk, InternedInput, Token};

use crate::cli::compare::differing_lines;

/// The number of equal lines before and after a change.
const CONTEXT: u32 = 3;

/// A patch of the file at `path`. Without an old text the patch makes the file.
pub(super) fn unified(path: &str, old: Option<&[u8]>, new: &[u8]) -> String {
    let old_text = String::from_utf8_lossy(old.unwrap_or_default());
    let new_text = String::from_utf8_lossy(new);
    let lines = InternedInput::new(old_text.as_ref(), new_text.as_ref());
    let mut text = String::new();
    let [before, after] = ["a", "b"].map(|side| quoted(&format!("{side}/{path}")));
    let from = if old.is_some() {
        ended(&before)
    } else {
        let _ = write!(text, "diff --git {before} {after}\nnew file mode 100644\n");
        "/dev/null".to_owned()
    };
    let _ = write!(text, "--- {from}\n+++ {}\n", ended(&after));
    let hunks: Vec<Hunk> = differing_lines(&lines).hunks().collect();
    for near in hunks.chunk_by(|one, next| next.before.start - one.before.end <= 2 * CONTEXT) {
        write_near(&mut text, near, &lines);
    }
    text
}

/// A path as Git writes it: quoted if a character would end the path or the line.
fn quoted(path: &str) -> String {
    let is_special = |c: char| c.is_control() || matches!(c, '"' | '\\');
    if !path.contains(is_special) {
        return path.to_owned();
    }
    let mut text = String::from('"');
    for c in path.chars() {
        match c {
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            '\r' => text.push_str("\\r"),
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => {
                for byte in c.to_string().bytes() {
                    let _ = write!(text, "\\{byte:03o}");
                }
            }
            c => text.push(c),
        }
    }
    text.push('"');
    text
}

/// A path at the end of a line. `patch` expects a date after a tab, so a tab ends a path with blanks.
fn ended(path: &str) -> String {
    if path.contains(' ') && !path.starts_with('"') {
        return format!("{path}\t");
    }
    path.to_owned()
}

/// Writes hunks whose contexts touch, under one head.
fn write_near(text: &mut String, hunks: &[Hunk], lines: &InternedInput<&str>) {
    let [Some(first), Some(last)] = [hunks.first(), hunks.last()] else { return };
    let before = first.before.start.min(CONTEXT);
    let behind = (lines.before.len() as u32 - last.before.end).min(CONTEXT);
    let old = first.before.start - before..last.before.end + behind;
    let new = first.after.start - before..last.after.end + behind;
    let _ = writeln!(text, "@@ -{} +{} @@", place(&old), place(&new));
    let mut write = |sign: char, tokens: &[Token]| {
        for token in tokens {
            let line = lines.interner[*token];
            // Only a file's last line may lack its line end.
            let end = if line.ends_with('\n') { "" } else { "\n\\ No newline at end of file\n" };
            let _ = write!(text, "{sign}{line}{end}");
        }
    };
    let mut at = old.start;
    for hunk in hunks {
        write(' ', &lines.before[at as usize..hunk.before.start as usize]);
        write('-', &lines.before[hunk.before.start as usize..hunk.before.end as usize]);
        write('+', &lines.after[hunk.after.start as usize..hunk.after.end as usize]);
        at = hunk.before.end;
    }
    write(' ', &lines.before[at as usize..old.end as usize]);
}

/// The first line, counted from 1, and the number of lines. An empty range has the number of the line before it.
fn place(lines: &Range<u32>) -> String {
    format!("{},{}", lines.start + u32::from(!lines.is_empty()), lines.len())
}

#[cfg(test)]
mod tests {
    use super::unified;

    #[test]
    fn patches_look_as_gits_do() {
        let said =
            |old: Option<&str>, new: &str| unified("t.h", old.map(str::as_bytes), new.as_bytes());
        assert_eq!(
            said(Some("a\nb\nc\nd\ne\n"), "a\nb\nc\nd\nf"),
            "--- a/t.h\n+++ b/t.h\n@@ -2,4 +2,4 @@\n b\n c\n d\n-e\n+f\n\\ No newline at end of file\n"
        );
        let lines = |changed: &[usize]| -> String {
            (1..=20)
                .map(|n| if changed.contains(&n) { "new\n".into() } else { format!("{n}\n") })
                .collect()
        };
        assert_eq!(
            said(Some(&lines(&[])), &lines(&[1, 8, 16])),
            "--- a/t.h\n+++ b/t.h\n@@ -1,11 +1,11 @@\n-1\n+new\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+new\n 9\n 10\n 11\n\
            @@ -13,7 +13,7 @@\n 13\n 14\n 15\n-16\n+new\n 17\n 18\n 19\n"
        );
        assert_eq!(
            said(None, "a\n"),
            "diff --git a/t.h b/t.h\nnew file mode 100644\n--- /dev/null\n+++ b/t.h\n@@ -0,0 +1,1 @@\n+a\n"
        );
    }

    #[test]
    fn names_with_blanks_and_line_breaks_are_told_from_what_follows() {
        let head = |path: &str, old| -> Vec<String> {
            unified(path, old, b"b\n").lines().take(2).map(str::to_owned).collect()
        };
        assert_eq!(head("my t.h", Some(b"a\n")), ["--- a/my t.h\t", "+++ b/my t.h\t"]);
        assert_eq!(head("t.h", Some(b"a\n")), ["--- a/t.h", "+++ b/t.h"]);
        let broken = "x\n::error::y.h";
        assert_eq!(
            head(broken, Some(b"a\n")),
            ["--- \"a/x\\n::error::y.h\"", "+++ \"b/x\\n::error::y.h\""]
        );
        assert_eq!(
            head(broken, None)[0],
            "diff --git \"a/x\\n::error::y.h\" \"b/x\\n::error::y.h\""
        );
    }
}
