//! Removes comments and the contents of strings from source files of all languages.
//!
//! Files are read as compilers read them: C joins lines at backslashes and has trigraphs, and Java reads `\u002a` as a
//! star.

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![code_is_told_from_comments_and_strings,]
}

/// How a language's comments and strings begin and end.
struct Syntax {
    lines: &'static [&'static str],
    /// The marks that open and close comments, and whether such comments nest.
    blocks: &'static [(&'static str, &'static str, bool)],
    /// The quotes of strings, the longest first.
    quotes: &'static [&'static str],
    /// True if a single quote encloses one character, or stands alone.
    has_characters: bool,
    /// True if a backslash escapes the next character.
    has_escapes: bool,
}

const SLASHES: (&str, &str, bool) = ("/*", "*/", false);
const C: Syntax = Syntax {
    lines: &["//"],
    blocks: &[SLASHES],
    quotes: &["\""],
    has_characters: true,
    has_escapes: true,
};

fn syntax(lang: &str) -> Syntax {
    match lang {
        // In the standard of 1989, two slashes don't begin a comment.
        "c" => Syntax { lines: &[], ..C },
        "cpp" | "csharp" | "cuda" | "java" | "opencl" => C,
        "d" => Syntax { blocks: &[SLASHES, ("/+", "+/", true)], quotes: &["\"", "`"], ..C },
        "go" => Syntax { quotes: &["\"", "`"], ..C },
        "javascript" | "typescript" => {
            Syntax { quotes: &["\"", "'", "`"], has_characters: false, ..C }
        }
        "kotlin" => Syntax { blocks: &[("/*", "*/", true)], quotes: &["\"\"\"", "\""], ..C },
        "rust" => Syntax { blocks: &[("/*", "*/", true)], ..C },
        "zig" => Syntax { blocks: &[], ..C },
        "wgsl" => Syntax { blocks: &[("/*", "*/", true)], has_characters: false, ..C },
        "verilog" => Syntax { has_characters: false, ..C },
        "ada" => Syntax { lines: &["--"], blocks: &[], has_escapes: false, ..C },
        "lua" => Syntax {
            lines: &["--"],
            blocks: &[("--[[", "]]", false), ("--[=[", "]=]", false), ("[[", "]]", false)],
            quotes: &["\"", "'"],
            has_characters: false,
            has_escapes: true,
        },
        "pascal" => Syntax {
            lines: &["//"],
            blocks: &[("{", "}", false), ("(*", "*)", false)],
            quotes: &["'"],
            has_characters: false,
            has_escapes: false,
        },
        "python" => Syntax {
            lines: &["#"],
            blocks: &[],
            quotes: &["\"\"\"", "'''", "\"", "'"],
            has_characters: false,
            has_escapes: true,
        },
        // A single quote also stands before a number's suffix.
        "nim" => Syntax {
            lines: &["#"],
            blocks: &[("#[", "]#", true), ("##[", "]##", true)],
            quotes: &["\"\"\"", "\""],
            has_characters: true,
            has_escapes: true,
        },
        "ocaml" => Syntax { lines: &[], blocks: &[("(*", "*)", true)], ..C },
        "wat" => Syntax {
            lines: &[";;"],
            blocks: &[("(;", ";)", true)],
            quotes: &["\""],
            has_characters: false,
            has_escapes: true,
        },
        other => panic!("how are comments of {other} written?"),
    }
}

/// The file's code, without comments and the contents of strings.
pub(crate) fn code(lang: &str, text: &str) -> String {
    let Syntax { lines, blocks, quotes, has_characters, has_escapes } = syntax(lang);
    let text = match lang {
        "c" | "cpp" | "cuda" | "opencl" => joined(&text.replace("??/", "\\")),
        "java" => unescaped(text),
        _ => text.to_owned(),
    };
    let mut code = String::new();
    let mut rest = text.as_str();
    while let Some(first) = rest.chars().next() {
        if let Some((open, close, nests)) = blocks.iter().find(|block| rest.starts_with(block.0)) {
            rest = past_block(&rest[open.len()..], open, close, *nests);
        } else if lines.iter().any(|line| rest.starts_with(line)) {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if let Some(quote) = quotes.iter().find(|quote| rest.starts_with(**quote)) {
            let is_raw = *quote == "`" && ["d", "go"].contains(&lang);
            rest = past_string(&rest[quote.len()..], quote, has_escapes && !is_raw);
        } else if first == '\'' && has_characters {
            rest = past_character(&rest[1..], has_escapes);
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    code
}

fn past_block<'t>(mut rest: &'t str, open: &str, close: &str, nests: bool) -> &'t str {
    let mut depth = 1;
    while depth > 0 && !rest.is_empty() {
        let length = if rest.starts_with(close) {
            depth -= 1;
            close.len()
        } else if nests && rest.starts_with(open) {
            depth += 1;
            open.len()
        } else {
            rest.chars().next().map_or(0, char::len_utf8)
        };
        rest = &rest[length..];
    }
    rest
}

fn past_string<'t>(mut rest: &'t str, quote: &str, has_escapes: bool) -> &'t str {
    while !rest.is_empty() && !rest.starts_with(quote) {
        let mut letters = rest.chars();
        if letters.next() == Some('\\') && has_escapes {
            letters.next();
        }
        rest = letters.as_str();
    }
    rest.get(quote.len()..).unwrap_or("")
}

/// The rest of the text after a character in quotes; after a quote that stands alone, as in the name of a lifetime, the
/// rest directly after it.
fn past_character(rest: &str, has_escapes: bool) -> &str {
    if has_escapes && rest.starts_with('\\') {
        return past_string(rest, "'", true);
    }
    let mut letters = rest.chars();
    letters.next();
    letters.as_str().strip_prefix('\'').unwrap_or(rest)
}

/// The text with lines that end in a backslash, perhaps followed by blanks, joined with the next line.
fn joined(text: &str) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        match line.trim_end().strip_suffix('\\') {
            Some(before) => out.push_str(before),
            None => out.push_str(line),
        }
    }
    out
}

/// The text with Java's Unicode escapes replaced by their characters.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if rest.starts_with("\\\\") {
            out.push_str("\\\\");
            rest = &rest[2..];
            continue;
        }
        let digits = rest[1..].trim_start_matches('u');
        let value = digits.get(..4).filter(|_| digits.len() + 1 < rest.len());
        let value = value.and_then(|value| u32::from_str_radix(value, 16).ok());
        if let Some(c) = value.and_then(char::from_u32) {
            out.push(c);
            rest = &digits[4..];
        } else {
            out.push('\\');
            rest = &rest[1..];
        }
    }
    out + rest
}

fn code_is_told_from_comments_and_strings() {
    for (lang, text, left) in [
        ("c", "a /* b */ c \"d\\\" */\" // e\nf", "a  c  // e\nf"),
        ("c", "a /* b *\\\n/ c", "a  c"),
        ("cpp", "a // b \\ \nc\nd", "a \nd"),
        ("opencl", "a // b \\\nc\nd /* e */ f", "a \nd  f"),
        ("cpp", "a // b ??/\nc\nd", "a \nd"),
        ("java", "a /* b \\u002a/ c // d \\u000a e \\\\u002a", "a  c \n e \\\\u002a"),
        ("kotlin", "a /* /* */ b */ c", "a  c"),
        ("java", "a /* /* */ b", "a  b"),
        ("rust", "fn a<'b>(c: char) { c == '\"' } // d", "fn a<b>(c: char) { c ==  } "),
        ("lua", "a --[[ b\n]] c -- d\ne [[ f ]] g", "a  c \ne  g"),
        ("pascal", "a { b } c (* d *) e 'f' // g", "a  c  e  "),
        ("python", "a \"\"\"b \\\"\"\" c\"\"\" d # e", "a  d "),
        ("wat", "a (; (; b ;) c ;) d ;; e\nf", "a  d \nf"),
        ("ada", "a -- b\nc '\"' \"d\"\"e\"", "a \nc  "),
        ("d", "a /+ /+ b +/ c +/ d `e\\` f", "a  d  f"),
        ("nim", "a #[ #[ b ]# c ]# d 0x1'u64, '\"' \"e\" # f", "a  d 0x1u64,   "),
        ("ocaml", "a (* (* b *) c *) d '\"' \"e\"", "a  d  "),
        ("verilog", "64'hab // c", "64'hab "),
    ] {
        assert_eq!(code(lang, text), left, "{lang}: {text}");
    }
}
