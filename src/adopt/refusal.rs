//! Reasons why factors can't be adopted.

use std::fmt;

/// The reason why the factors in some files can't be adopted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdoptRefusal {
    /// The files have no factors.
    Nothing {
        /// The place of code that searches factors at start-up, if there is any.
        searched: Option<String>,
    },
    /// Squares aren't the numbers of their bits, by this place; without a place, nothing shows that they are.
    Numbering(Option<String>),
    /// An array that a lookup reads doesn't have 64 squares. Holds its place and name.
    Squares(String),
    /// Factors, shifts or offsets in a file don't work. Holds the file's path.
    Wrong(String),
    /// Several arrays hold different factors of a piece.
    Ambiguous {
        /// The piece.
        piece: &'static str,
        /// The places of the arrays.
        places: Vec<String>,
        /// Names by which the arrays can be chosen.
        names: Vec<String>,
    },
    /// No array of factors has this name.
    NoArray {
        /// The name.
        name: String,
        /// The names that exist.
        names: Vec<String>,
    },
    /// The index has a form that files of factors don't support. Holds the reason.
    Form(String),
    /// The factors hold, but are those of a board with more than 64 squares.
    LargeBoard {
        /// The file's path.
        file: String,
        /// The pieces with the places of their factors.
        arrays: String,
        /// A config that generates lookups of these pieces.
        config: String,
    },
    /// A file's name has no extension of a supported language. Holds the file's path.
    Language(String),
}

impl AdoptRefusal {
    /// The exit status: 1 for wrong arrays, 3 if nothing is found, 2 if the user has to choose.
    #[must_use]
    pub const fn status(&self) -> u8 {
        match self {
            Self::Wrong(_) => 1,
            Self::Nothing { .. } => 3,
            _ => 2,
        }
    }

    /// The advice for the user.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            Self::Nothing { searched: Some(_) } => {
                "`magicgen adopt --new-factors FOLDER` uses magicgen's own factors, without a search; to keep \
                 yours, print them, and adopt the list"
                    .to_owned()
            }
            Self::Nothing { searched: None } => {
                "name the file with 64 or 128 factors, or use magicgen's own by `magicgen adopt --new-factors \
                 FOLDER`"
                    .to_owned()
            }
            Self::Numbering(Some(_)) => {
                "`magicgen init` writes a config; call its lookups with the numbers of bits".to_owned()
            }
            Self::Numbering(None) => {
                "if it is so, name the order of squares with `--orientation`".to_owned()
            }
            Self::Squares(_) => {
                "`magicgen init` writes a config; describe the board in it as docs/boards.md says"
                    .to_owned()
            }
            Self::Wrong(file) => {
                format!("see `magicgen verify {}`", magicgen_search::text::shell_word(file))
            }
            Self::Ambiguous { names, .. } => {
                let flag = |name: &String| {
                    format!("`--array {}`", magicgen_search::text::shell_word(name))
                };
                let flags: Vec<String> = names.iter().map(flag).collect();
                format!("choose with {}", flags.join(" or "))
            }
            Self::NoArray { names, .. } => format!("use one of {}", names.join(", ")),
            Self::LargeBoard { .. } => {
                "use the config on standard output, whose lookups have factors of their own"
                    .to_owned()
            }
            Self::Form(_) => "run `magicgen init` to search new factors".to_owned(),
            Self::Language(_) => "name the language with `--lang`".to_owned(),
        }
    }
}

impl fmt::Display for AdoptRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing { searched: Some(place) } => {
                write!(f, "no factors found: they are searched at start-up ({place})")
            }
            Self::Nothing { searched: None } => f.write_str("no factors of rook or bishop found"),
            Self::Numbering(Some(place)) => write!(
                f,
                "the engine's squares aren't the numbers of their bits ({place}), and generated lookups count both alike"
            ),
            Self::Numbering(None) => f.write_str(
                "the sources don't show that squares are the numbers of their bits, as in `1 << square`",
            ),
            Self::Squares(array) => {
                write!(
                    f,
                    "the engine's lookups are for another board: {array} doesn't have 64 squares"
                )
            }
            Self::Wrong(file) => write!(f, "an array of {file} is wrong"),
            Self::Ambiguous { piece, places, .. } => {
                write!(
                    f,
                    "the {piece}'s factors hold in {} ways: {}",
                    places.len(),
                    places.join("; ")
                )
            }
            Self::NoArray { name, .. } => write!(f, "there is no array of factors `{name}`"),
            Self::LargeBoard { file, arrays, .. } => write!(
                f,
                "the factors of {file} hold ({arrays}), but no variant has such products: they belong to a board with more than 64 squares"
            ),
            Self::Form(why) => write!(f, "these factors can't be adopted: {why}"),
            Self::Language(file) => write!(f, "the name of {file} doesn't show its language"),
        }
    }
}
