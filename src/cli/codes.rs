//! The codes of errors: what each means, how it comes about, and what to do.

use serde::Serialize;

use super::envelope::{Content, enveloped};

/// The JSON object that says what a code means.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "kebab-case")]
pub(super) enum Meaning {
    /// There is such a code.
    Explained(Code),
}

impl Content for Meaning {
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

    /// The line with the code as data.
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

/// All codes, by the alphabet.
pub const ALL: &[Code] = codes! {
    "bug::disproof": "a table failed its proof",
        "Every lookup is run over every occupancy before a file is written. One of them gave a wrong attack set, so that nothing was written.",
        "",
        "This is a bug of magicgen: report the command and the config.";
    "check::line-ends": "a generated file differs only in line ends",
        "The lines of the file end in CRLF where LF is wanted, or the other way. Usually git has changed them in a clone.",
        "$ magicgen init --lang c && magicgen\n$ sed -i 's/$/\\r/' magics.h\n$ magicgen --check",
        "Run `magicgen init --gitattributes`, which has git keep the line ends, then `magicgen`.";
    "check::missing": "a generated file is missing",
        "`--check` found no file where the config says that there is one.",
        "$ magicgen init --lang c && magicgen\n$ rm magics.h\n$ magicgen --check",
        "Run `magicgen` and commit the file.";
    "check::orphan": "a generated file belongs to no output",
        "The lock knows a file that is still there, but no output of the config makes it any more.",
        "$ printf 'version = 1\\n[[output]]\\nlang = \"c\"\\npath = \"a.h\"\\n' >magicgen.toml && magicgen\n$ sed -i 's/a[.]h/b.h/' magicgen.toml\n$ magicgen --check",
        "Delete the file and run `magicgen`, which then forgets it.";
    "check::out-of-date": "a generated file is out of date",
        "The file isn't what config and lock say: somebody has edited it, or has changed the config without a run, or another version of magicgen made it.",
        "$ magicgen init --lang c && magicgen\n$ echo '/* mine */' >>magics.h\n$ magicgen --check",
        "Run `magicgen` and commit the result. `--diff unified` shows what differs.";
    "config::board": "there is no such board",
        "A board has at most 64 squares, since a bitboard has 64 bits, and its holes are squares of its own.",
        "version = 1\n[board]\nwidth = 9\nheight = 9\n[[output]]\nlang = \"c\"\n",
        "Give `width` and `height` a product of at most 64.";
    "config::clash": "two choices exclude each other",
        "Two keys ask for what can't be together, such as a variant and a part of another one.",
        "version = 1\n[[output]]\nlang = \"c\"\n[output.lookup]\nkey = \"pext\"\nplacement = \"overlapped\"\n",
        "Leave out one of the two keys that are marked.";
    "config::given": "the file of factors doesn't serve",
        "`given` names a file that can't be read, or whose factors aren't those of the output's pieces and board.",
        "version = 1\n[search]\ngiven = \"nowhere.toml\"\n[[output]]\nlang = \"c\"\n",
        "Make the file by `magicgen verify --adopt SOURCE`, and name it.";
    "config::id": "an output's id is wrong",
        "Two outputs have one id, `--only` names none of them, or a flag such as `-o` would change several outputs.",
        "version = 1\n[[output]]\nid = \"x\"\nlang = \"c\"\npath = \"a.h\"\n[[output]]\nid = \"x\"\nlang = \"c\"\npath = \"b.h\"\n",
        "Give each output an id of its own, or choose one with `--only`.";
    "config::licence": "a text would end its comment",
        "A licence or header has the characters that end a comment in the output's language.",
        "version = 1\n[[output]]\nlang = \"c\"\n[output.style]\nheader = \"free */ code\"\n",
        "Write the text without these characters.";
    "config::mask-too-large": "a piece has too many relevant squares",
        "A table for a square has a slot for each set of blockers, so that squares with many relevant squares would need tables beyond any memory.",
        "version = 1\n[[piece]]\nname = \"amazon\"\nrays = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [1, -1], [-1, 1], [-1, -1]]\n[[output]]\nlang = \"c\"\npieces = [\"amazon\"]\n",
        "Give the piece a shorter `range` or fewer rays, or make it of two pieces.";
    "config::max-bytes": "no variant is that small",
        "`max-bytes` allows fewer bytes than the smallest variant takes for these pieces on this board.",
        "version = 1\n[[piece]]\nname = \"wazir\"\nrays = [[1, 0], [0, 1]]\nrange = 2\n[[output]]\nlang = \"c\"\npath = \"m.h\"\npieces = [\"wazir\"]\nmax-bytes = 100\n",
        "Allow as many bytes as the message says, or ask for fewer pieces.";
    "config::missing-key": "a key is missing",
        "A table of the config lacks a key that it can't do without.",
        "version = 1\n[[output]]\npath = \"magics.h\"\n",
        "Add the key; docs/config.md has all of them.";
    "config::more": "there are more errors",
        "A config has so many errors that only the first of them are shown.",
        "$ (echo 'version = 1'; seq 200 | sed 's/.*/key& = 1/') >magicgen.toml\n$ magicgen",
        "Correct these and run again.";
    "config::name": "an identifier is wrong",
        "A name that would stand in the source is no identifier of its language, is one of its words, or stands there twice.",
        "version = 1\n[[output]]\nlang = \"c\"\n[output.names]\nlookup = \"while\"\n",
        "Choose another pattern in `[output.names]`.";
    "config::option": "an option of the language is wrong",
        "A key below `[output.LANG]` has a value that doesn't go with the language or with other options.",
        "version = 1\n[[output]]\nlang = \"c\"\n[output.c]\nguard = \"1-2\"\n",
        "Give it one of the values that docs/languages has for it.";
    "config::orientation": "there is no such order of squares",
        "An order gives each square of the board a bit of its own.",
        "version = 1\n[orientation]\npermutation = [0]\n[[output]]\nlang = \"c\"\n",
        "Name one that `magicgen list orientations` has, or give each square a bit.";
    "config::out-of-range": "a number is out of range",
        "A number is greater or less than what its key takes.",
        "version = 1\n[board]\nwidth = 0\n[[output]]\nlang = \"c\"\n",
        "Give the key a number of the range that the message says.";
    "config::path": "a path can't be written",
        "Two outputs have one file, or an output would replace the config or the lock, needs a folder in the place of a file, leads to a folder, stands outside of the config's folder, or has a name that its language or a system doesn't take.",
        "version = 1\n[[output]]\nid = \"a\"\nlang = \"c\"\npath = \"m.h\"\n[[output]]\nid = \"b\"\nlang = \"c\"\npath = \"m.h\"\n",
        "Give each output a file of its own in the folder of the config.";
    "config::piece": "a piece can't be made",
        "A piece is declared twice, is called as a piece that there is, has rays that lead nowhere, or is made of pieces that there aren't.",
        "version = 1\n[[piece]]\nname = \"rook\"\nrays = [[1, 0]]\n[[output]]\nlang = \"c\"\n",
        "Give the piece another name, or the rays that it has.";
    "config::shift": "the index bits are too few or too many",
        "A `shift` of one's own leaves a square fewer index bits than it needs, or more than there are.",
        "version = 1\n[[output]]\nlang = \"c\"\n[output.lookup.shift]\nrook = 10\n",
        "Give the piece a number of index bits of the range that the message says.";
    "config::text": "a text isn't of the form that is wanted",
        "A name isn't made of words, or a text has line ends, control characters or invisible characters where it must not.",
        "version = 1\n[[piece]]\nname = \"2nd\"\nrays = [[1, 0]]\n[[output]]\nlang = \"c\"\n",
        "Write it in the form that the message says.";
    "config::toml": "the config is no TOML",
        "The text can't be read: a bracket or a quote is missing, or a key stands there twice.",
        "version = 1\n[[output]\nlang = \"c\"\n",
        "Correct the line that is marked; https://toml.io has the format.";
    "config::too-large": "the config is too large",
        "A config has more outputs, pieces or bytes than anybody writes by hand.",
        "$ (echo 'version = 1'; yes '[[output]]' | head -600) >magicgen.toml\n$ magicgen",
        "Make several configs of it.";
    "config::unfit": "a variant doesn't work for a piece",
        "A variant has no room for the tables or the index bits of a piece on this board, or can't do without what the piece lacks.",
        "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\nvariant = \"group\"\npieces = [\"rook\"]\n",
        "Take `variant = \"fancy\"`, which every piece and board has.";
    "config::unknown-key": "there is no such key",
        "A key of the config is misspelt, stands in the wrong table, or belongs to another language.",
        "version = 1\n[[output]]\nlang = \"c\"\nvarient = \"plain\"\n",
        "Take the key that the message proposes; docs/config.md has all of them.";
    "config::unknown-value": "there is no such value",
        "A key takes one of some words, and this isn't one of them.",
        "version = 1\n[[output]]\nlang = \"cobol\"\n",
        "Take one of the words that the message lists.";
    "config::unsupported": "the language can't express it",
        "A variant, a form of tables or a part needs what the output's language doesn't have.",
        "version = 1\n[[output]]\nlang = \"lua\"\nvariant = \"pext\"\n",
        "Take what the message proposes; `magicgen list languages` says what each can do.";
    "config::wrong-type": "a value is of the wrong kind",
        "A key that takes a number has a text, or the like.",
        "version = 1\n[board]\nwidth = \"8\"\n[[output]]\nlang = \"c\"\n",
        "Write a value of the kind that the message says.";
    "interrupted": "the run was interrupted",
        "Ctrl-C or a signal ended the run. The lock keeps what was found of whole pieces and tables, a ledger every root that is done.",
        "",
        "Run the same again to go on.";
    "io": "a file can't be read or written",
        "The system refused it: there is no such file, the rights are missing, or the disk is full.",
        "$ magicgen --config nowhere.toml",
        "Check the path and the rights; the message has the system's reason.";
    "io::refused": "a place is no file that can serve",
        "A path leads to a folder, a device or a file that isn't text where a file is wanted.",
        "$ mkdir folder\n$ magicgen --config folder",
        "Name a file.";
    "ledger": "a ledger can't be used",
        "A line of a ledger isn't as `magicgen prove` writes it, or the ledger is about another question.",
        "$ echo '{' >a1.jsonl\n$ magicgen prove rook a1 --bits 11 -o a1.jsonl",
        "Restore the ledger, or name another file.";
    "lock::format": "the lock can't be read",
        "A line of the lock isn't as magicgen writes it, or one of its numbers contradicts the others. Usually a merge left its marks.",
        "$ magicgen init --lang c\n$ echo '<<<<<<< ours' >magicgen.lock\n$ magicgen",
        "Restore the lock from version control, or delete it and run `magicgen`.";
    "lock::missing": "the lock lacks what is needed",
        "`--check` and `--locked` search nothing. The lock isn't there or is empty, or `--locked` finds no factors for a piece in it.",
        "$ magicgen init --lang c\n$ magicgen --check",
        "Run `magicgen` and commit the lock.";
    "lock::wrong-factor": "a factor of the lock is wrong",
        "Every factor is proved when it is read. One of the lock's gives two occupancies with different attack sets one index.",
        "$ magicgen init --lang c && magicgen\n$ sed -i 's/0x[0-9a-f]*/0x0000000000000001/' magicgen.lock\n$ magicgen",
        "Restore the lock from version control, or delete it and run `magicgen`.";
    "lock::wrong-table": "a table of the lock is wrong",
        "The offsets of a packed table have squares share a slot that their attack sets don't agree on.",
        "$ printf 'version = 1\\n[[output]]\\nlang = \"c\"\\npath = \"a.h\"\\nvariant = \"packed\"\\n' >magicgen.toml && magicgen\n$ sed -i '/^offset/{n;s/[0-9]*,/1,/}' magicgen.lock\n$ magicgen",
        "Restore the lock from version control, or delete it and run `magicgen`.";
    "pool": "a pool can't be used",
        "A line of a pool isn't as `magicgen search` writes it, or the pool is about other pieces.",
        "$ echo x >x.pool\n$ magicgen search --goal packed --effort 1 -o x.pool --lock x.lock",
        "Restore the pool, or name another file.";
    "program::failed": "another program isn't there or fails",
        "`magicgen bench` needs a compiler, runs what it compiles, and expects the same answers of all of these programs.",
        "$ magicgen bench --compiler no-such-compiler",
        "Install a compiler, or name it with `--compiler`; what it wrote to standard error says what it lacks.";
    "search::not-found": "no factor was found",
        "A search ended without a factor for some square: the variant asks for more than there is, or for a longer search.",
        "version = 1\n[board]\nwidth = 16\nheight = 4\n[search]\neffort = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\nvariant = \"fixed\"\n",
        "Take `variant = \"fancy\"`, or search longer with `--effort 100`.";
    "usage": "the command line is wrong",
        "A flag or an argument is missing, or has no meaning there.",
        "$ magicgen --no-config",
        "Do what the help of the message says, or see `magicgen --help`.";
    "verify::not-found": "no factors of a piece were found",
        "`magicgen verify` found no run of 64 or 128 numbers that are factors, or none of the piece that `--expect` names.",
        "$ echo 'int x;' >x.c\n$ magicgen verify --expect rook x.c",
        "Name the file that has them. Where they are searched at start-up, print them and verify that.";
    "verify::wrong": "factors don't hold",
        "The numbers are factors of rook or bishop but for some squares, where two occupancies with different attack sets get one index.",
        "$ magicgen --lang c --emit factors,shifts >m.h\n$ sed -i '0,/0x[0-9A-Fa-f]*/s//0x0000000000000001/' m.h\n$ magicgen verify m.h",
        "Compare the squares that the report names with the source that they came from.";
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
