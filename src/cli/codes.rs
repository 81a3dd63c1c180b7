//! The codes of errors: what each means, how it comes about, and what to do.

use serde::Serialize;

use super::envelope::{Payload, enveloped};

/// The JSON object that says what a code means.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "kebab-case")]
pub(super) enum Meaning {
    /// There is such a code.
    Explained(Code),
}

impl Payload for Meaning {
    const KIND: &'static str = "code";
}

/// A code.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Code {
    /// The code, as in `error[config::board]`.
    #[serde(rename = "code")]
    pub id: &'static str,
    /// What is wrong, in a clause.
    pub title: &'static str,
    /// How it comes about.
    pub cause: &'static str,
    /// A `magicgen.toml`, or lines for a shell after `$`, that bring it about; empty where nobody can.
    pub example: &'static str,
    /// What to do.
    pub remedy: &'static str,
}

impl Code {
    /// The code of this id.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static Self> {
        ALL.iter().find(|code| code.id == id)
    }

    /// The code as a line of JSON.
    pub(super) fn json(&self) -> String {
        enveloped(&Meaning::Explained(*self), &[])
    }

    /// The code in words.
    pub(super) fn text(&self) -> String {
        let Self { id, title, cause, remedy, .. } = self;
        let example = if self.example.is_empty() {
            String::new()
        } else {
            let lines =
                self.example.lines().map(|line| format!("    {line}").trim_end().to_owned());
            format!("\nFor example:\n\n{}\n", lines.collect::<Vec<_>>().join("\n"))
        };
        format!("{id}: {title}\n\n{cause}\n{example}\n{remedy}\n")
    }
}

macro_rules! codes {
    ($($id:literal: $title:literal, $cause:literal, $example:literal, $remedy:literal;)*) => {
        &[$(Code { id: $id, title: $title, cause: $cause, example: $example, remedy: $remedy }),*]
    };
}

/// All codes in alphabetical order.
pub const ALL: &[Code] = codes! {
    "bug::disproof": "a table failed its proof",
        "Before it writes a file, magicgen runs each lookup on all occupancies. One lookup returned a wrong attack set, so no file was written.",
        "",
        "This is a bug of magicgen: report the command and the config.";
    "check::line-ends": "a generated file differs only in line ends",
        "The lines of the file end in CRLF instead of LF, or in LF instead of CRLF. Usually git changed them in a clone.",
        "$ magicgen init --lang c && magicgen\n$ sed -i 's/$/\\r/' magics.h\n$ magicgen --check",
        "Run `magicgen init --gitattributes`, so that git keeps the line ends. Then run `magicgen`.";
    "check::missing": "a generated file is missing",
        "`--check` didn't find a file that the config names.",
        "$ magicgen init --lang c && magicgen\n$ rm magics.h\n$ magicgen --check",
        "Run `magicgen` and commit the file.";
    "check::orphan": "a generated file belongs to no output",
        "The lock lists a file that still exists, but no output of the config generates it.",
        "$ printf 'version = 1\\n[[output]]\\nlang = \"c\"\\npath = \"a.h\"\\n' >magicgen.toml && magicgen\n$ sed -i 's/a[.]h/b.h/' magicgen.toml\n$ magicgen --check",
        "Delete the file and run `magicgen`, which drops it from the lock.";
    "check::other-version": "another version of magicgen generated the file",
        "The header of the file names another version. `--check` compares every byte, so this line alone is a difference. The message says whether other lines differ, too.",
        "$ magicgen init --lang c && magicgen
$ sed -i 's/magicgen [0-9.]*;/magicgen 0.0.9;/' magics.h
$ magicgen --check",
        "Run `magicgen` and commit the result, or check with the version that the header names. `--diff unified` shows what differs.";
    "check::out-of-date": "a generated file is out of date",
        "The file differs from the output of this config and lock. It was edited by hand, or the config changed without a run.",
        "$ magicgen init --lang c && magicgen\n$ echo '/* mine */' >>magics.h\n$ magicgen --check",
        "Run `magicgen` and commit the result. `--diff unified` shows what differs.";
    "config::board": "there is no such board",
        "A board has at most 256 squares, and no more bits than `word` allows. Its holes must be squares of the board.",
        "version = 1\n[board]\nwidth = 20\nheight = 20\n[[output]]\nlang = \"c\"\n",
        "Choose `width` and `height` with a product of at most 256.";
    "config::clash": "two choices exclude each other",
        "Two keys choose options that don't work together, for example `key = \"pext\"` and a packed placement.",
        "version = 1\n[[output]]\nlang = \"c\"\n[output.lookup]\nkey = \"pext\"\nplacement = \"overlapped\"\n",
        "Remove one of the two marked keys.";
    "config::given": "the file of factors can't be used",
        "`given` names a file that can't be read, or that has factors for other pieces or another board.",
        "version = 1\n[search]\ngiven = \"nowhere.toml\"\n[[output]]\nlang = \"c\"\n",
        "Make the file with `magicgen verify --adopt SOURCE`.";
    "config::id": "an output's id is wrong",
        "Two outputs have the same id, `--only` names no output, or a flag such as `-o` would change several outputs.",
        "version = 1\n[[output]]\nid = \"x\"\nlang = \"c\"\npath = \"a.h\"\n[[output]]\nid = \"x\"\nlang = \"c\"\npath = \"b.h\"\n",
        "Give each output its own id, or choose one with `--only`.";
    "config::licence": "a text would end its comment",
        "A licence or header contains characters that end a comment in the output's language.",
        "version = 1\n[[output]]\nlang = \"c\"\n[output.style]\nheader = \"free */ code\"\n",
        "Remove these characters from the text.";
    "config::mask-too-large": "a piece has too many relevant squares",
        "A table has a slot for each set of blockers. Squares with more than 16 relevant squares would need tables that fit into no memory.",
        "version = 1\n[[piece]]\nname = \"amazon\"\nrays = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [1, -1], [-1, 1], [-1, -1]]\n[[output]]\nlang = \"c\"\npieces = [\"amazon\"]\n",
        "Give the piece a shorter `range` or fewer rays, or split it into two pieces.";
    "config::max-bytes": "no variant is that small",
        "`max-bytes` allows fewer bytes than the smallest variant needs for these pieces on this board.",
        "version = 1\n[[piece]]\nname = \"wazir\"\nrays = [[1, 0], [0, 1]]\nrange = 2\n[[output]]\nlang = \"c\"\npath = \"m.h\"\npieces = [\"wazir\"]\nmax-bytes = 100\n",
        "Raise `max-bytes` to the number in the message, or list fewer pieces.";
    "config::missing-key": "a key is missing",
        "A table of the config lacks a required key.",
        "version = 1\n[[output]]\npath = \"magics.h\"\n",
        "Add the key; docs/config.md lists all keys.";
    "config::more": "there are more errors",
        "A config has more errors than are shown.",
        "$ (echo 'version = 1'; seq 200 | sed 's/.*/key& = 1/') >magicgen.toml\n$ magicgen",
        "Correct the errors that are shown, and run `magicgen` again.";
    "config::name": "an identifier is wrong",
        "A name in the generated file isn't an identifier of its language, is a keyword, or is used twice.",
        "version = 1\n[[output]]\nlang = \"c\"\n[output.names]\nlookup = \"while\"\n",
        "Choose another pattern in `[output.names]`.";
    "config::option": "an option of the language is wrong",
        "A key of `[output.LANG]` has a value that the language or another option excludes.",
        "version = 1\n[[output]]\nlang = \"c\"\n[output.c]\nguard = \"1-2\"\n",
        "Use a value that the language's page in docs/languages lists.";
    "config::orientation": "there is no such order of squares",
        "An order must map each square of the board to its own bit.",
        "version = 1\n[orientation]\npermutation = [0]\n[[output]]\nlang = \"c\"\n",
        "Use one of `magicgen list orientations`, or give each square its own bit.";
    "config::out-of-range": "a number is out of range",
        "A number is outside of the range of its key.",
        "version = 1\n[board]\nwidth = 0\n[[output]]\nlang = \"c\"\n",
        "Use a number from the range in the message.";
    "config::path": "a path can't be written",
        "Two outputs write the same file, or a path can't be a generated file. It is the config, the lock or a folder, lies outside of the config's folder, or has a name that the language or a system doesn't allow.",
        "version = 1\n[[output]]\nid = \"a\"\nlang = \"c\"\npath = \"m.h\"\n[[output]]\nid = \"b\"\nlang = \"c\"\npath = \"m.h\"\n",
        "Give each output its own file in the config's folder.";
    "config::piece": "a piece can't be made",
        "A piece is declared twice, has the name of a built-in piece, has a ray without a step, or is made of unknown pieces.",
        "version = 1\n[[piece]]\nname = \"rook\"\nrays = [[1, 0]]\n[[output]]\nlang = \"c\"\n",
        "Choose another name for the piece, or correct its `rays`.";
    "config::shift": "the index bits are too few or too many",
        "`shift` leaves a square too few or too many index bits.",
        "version = 1\n[[output]]\nlang = \"c\"\n[output.lookup.shift]\nrook = 10\n",
        "Use the shift in the message, or `shift = \"constant\"`.";
    "config::text": "a text has the wrong form",
        "A name isn't made of words, or a text contains line ends, control characters or invisible characters.",
        "version = 1\n[[piece]]\nname = \"2nd\"\nrays = [[1, 0]]\n[[output]]\nlang = \"c\"\n",
        "Write the text as the message says.";
    "config::toml": "the config isn't TOML",
        "The text can't be parsed: a bracket or a quote is missing, or a key is there twice.",
        "version = 1\n[[output]\nlang = \"c\"\n",
        "Correct the marked line; https://toml.io describes the format.";
    "config::too-large": "the config is too large",
        "A config has more than 500 outputs, 64 pieces or 256 KiB.",
        "$ (echo 'version = 1'; yes '[[output]]' | head -600) >magicgen.toml\n$ magicgen",
        "Split the config into several.";
    "config::unfit": "a variant doesn't work for a piece",
        "The tables or the index bits of a piece on this board don't fit the variant, or the variant doesn't support the piece.",
        "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\nvariant = \"group\"\npieces = [\"rook\"]\n",
        "Use `variant = \"fancy\"`, which supports all pieces and boards.";
    "config::unknown-key": "there is no such key",
        "A key of the config is misspelt, is in the wrong table, or belongs to another language.",
        "version = 1\n[[output]]\nlang = \"c\"\nvarient = \"plain\"\n",
        "Use the key that the message proposes; docs/config.md lists all keys.";
    "config::unknown-value": "there is no such value",
        "A key has a word that isn't one of its values.",
        "version = 1\n[[output]]\nlang = \"cobol\"\n",
        "Use one of the words in the message.";
    "config::unsupported": "the language can't express it",
        "The output's language lacks something that a variant, `tables` or a part needs.",
        "version = 1\n[[output]]\nlang = \"lua\"\nvariant = \"pext\"\n",
        "Use a value that the message proposes; `magicgen list languages` shows the limits of each language.";
    "config::wrong-type": "a value has the wrong type",
        "A key has a value of another type, for example a text instead of a number.",
        "version = 1\n[board]\nwidth = \"8\"\n[[output]]\nlang = \"c\"\n",
        "Write a value of the type in the message.";
    "gather::not-found": "no factor gathers the bits of a mask",
        "`magicgen gather` found no factor that brings the bits of the mask together. Either all factors were ruled out, or the search ended at its limit.",
        "$ magicgen gather 0xe0a0e0 --products 1",
        "Allow two multiplications or another order of the bits, or gather a part of the mask at a time.";
    "interrupted": "the run was interrupted",
        "Ctrl-C or a signal ended the run. The lock keeps finished pieces and tables, the ledger finished roots.",
        "",
        "Run the same command again to go on.";
    "io": "a file can't be read or written",
        "The system refused it: the file doesn't exist, permissions are missing, or the disk is full.",
        "$ magicgen --config nowhere.toml",
        "Check the path and its permissions; the message has the system's reason.";
    "io::refused": "a path isn't a usable file",
        "A path leads to a folder, a device, or a file that isn't text.",
        "$ mkdir folder\n$ magicgen --config folder",
        "Name a regular file.";
    "ledger": "a ledger can't be used",
        "A line of a ledger wasn't written by `magicgen prove`, or the ledger belongs to another question.",
        "$ echo '{' >a1.jsonl\n$ magicgen prove rook a1 --bits 11 -o a1.jsonl",
        "Restore the ledger, or name another file.";
    "lock::format": "the lock can't be read",
        "A line of the lock wasn't written by magicgen, or its numbers contradict each other. Usually a merge left conflict markers.",
        "$ magicgen init --lang c\n$ echo '<<<<<<< ours' >magicgen.lock\n$ magicgen",
        "Restore the lock from version control, or delete it and run `magicgen`.";
    "lock::missing": "the lock lacks factors",
        "`--check` and `--locked` use only factors of the lock. The lock is missing, or has no factors for a piece.",
        "$ magicgen init --lang c\n$ magicgen --check",
        "Run `magicgen` and commit the lock.";
    "lock::wrong-factor": "a factor of the lock is wrong",
        "magicgen proves each factor that it reads. With this one, two occupancies with different attack sets get the same index.",
        "$ magicgen init --lang c && magicgen\n$ sed -i 's/0x[0-9a-f]*/0x0000000000000001/' magicgen.lock\n$ magicgen",
        "Restore the lock from version control, or delete it and run `magicgen`.";
    "lock::wrong-table": "a table of the lock is wrong",
        "The offsets of a packed table make two squares share a slot for different attack sets.",
        "$ printf 'version = 1\\n[[output]]\\nlang = \"c\"\\npath = \"a.h\"\\nvariant = \"packed\"\\n' >magicgen.toml && magicgen\n$ sed -i '/^offset/{n;s/[0-9]*,/1,/}' magicgen.lock\n$ magicgen",
        "Restore the lock from version control, or delete it and run `magicgen`.";
    "pool": "a pool can't be used",
        "A line of a pool wasn't written by `magicgen search`, or the pool belongs to other pieces.",
        "$ echo x >x.pool\n$ magicgen search --goal packed --effort 1 -o x.pool --lock x.lock",
        "Restore the pool, or name another file.";
    "program::failed": "another program is missing or fails",
        "`magicgen bench` needs a compiler, runs the compiled programs, and compares their answers. One of these steps failed.",
        "$ magicgen bench --compiler no-such-compiler",
        "Install a compiler, or name it with `--compiler`. The program's own message on standard error has the reason.";
    "prove::split-key": "a square's key has several words",
        "On a board of more than 64 squares, the words of the relevant occupancy are mostly folded into one, and `prove` asks about the factor of that word. Where no fold serves all squares of the piece, each word has its own factor, and nobody has made a complete search for several.",
        "$ magicgen prove rook e4 --bits 12 --no-config -D board.width=9 -D board.height=10",
        "Ask about a piece with fewer relevant squares, such as one line of this piece.";
    "search::not-found": "no factor was found",
        "A search ended without a factor for a square: the variant needs more effort, or no such factor exists.",
        "version = 1\n[board]\nwidth = 16\nheight = 4\n[search]\neffort = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\nvariant = \"fixed\"\n",
        "Use `variant = \"fancy\"`, or search longer with `--effort 100`.";
    "usage": "the command line is wrong",
        "A flag or an argument is missing, unknown, or excluded by another one.",
        "$ magicgen --no-config",
        "Follow the help below the message, or see `magicgen --help`.";
    "verify::not-found": "no factors of a piece were found",
        "`magicgen verify` found no run of 64 or 128 factors, or none for a piece of `--expect`.",
        "$ echo 'int x;' >x.c\n$ magicgen verify --expect rook x.c",
        "Name the file with the factors. If a program searches them at start-up, print them and verify the printed list.";
    "verify::wrong": "factors don't hold",
        "The numbers are factors of rook or bishop, but on some squares two occupancies with different attack sets get the same index.",
        "$ magicgen --lang c --emit factors,shifts >m.h\n$ sed -i '0,/0x[0-9A-Fa-f]*/s//0x0000000000000001/' m.h\n$ magicgen verify m.h",
        "Compare the squares in the report with the original source.";
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_in_order_and_complete() {
        assert!(ALL.is_sorted_by(|one, next| one.id < next.id));
        for code in ALL {
            assert!(!code.title.ends_with('.') && code.cause.ends_with('.'), "{}", code.id);
            assert!(code.remedy.ends_with('.'), "{}", code.id);
        }
    }
}
