//! The names of companions.

use super::table_of;
use crate::model::name_role::NameRole;
use crate::model::names::Names;
use magicgen_ir::{Caption, Storage, Table, TableRole};

/// What the name of a companion is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Title {
    /// The role, which has the pattern and the words of the name.
    pub role: NameRole,
    /// The piece or the zone; empty for a companion that has none.
    pub piece: String,
}

impl Title {
    /// The title of a companion without a piece.
    pub(super) fn of(role: NameRole) -> Self {
        Self::of_piece(role, "")
    }

    /// The title of a piece's companion, or of a zone's.
    pub(super) fn of_piece(role: NameRole, piece: &str) -> Self {
        Self { role, piece: piece.to_owned() }
    }

    /// The identifier of a function of this title.
    #[must_use]
    pub fn function(&self, names: &Names) -> String {
        names.companion(self.role, &self.piece)
    }

    /// A description of the companion.
    pub(super) fn described(&self) -> String {
        match self.role {
            NameRole::Leapers | NameRole::PawnAttacks => format!("the {}'s lookup", self.piece),
            role => format!("the {} of {}", role.spoken(), role.words(&self.piece)),
        }
    }

    /// A public table of this title.
    pub(super) fn table(self, sentence: &str, storage: Storage, entries: Vec<u64>) -> Table {
        self.public(table_of("", sentence, storage, entries))
    }

    /// A table that becomes public under this title.
    pub(super) fn public(self, table: Table) -> Table {
        let sentence = table.title.map(|caption| caption.sentence).unwrap_or_default();
        let words = self.role.words(&self.piece);
        let named = Some((self.role.key(), self.piece));
        let role = TableRole::Companion { is_public: true };
        let title = Some(Caption { words, sentence, named });
        Table { role, title, ..table }
    }
}

/// The identifier of a companion's table.
pub(in crate::model) fn table_name(names: &Names, caption: &Caption) -> String {
    let role = |(key, piece): &(&'static str, String)| {
        Some(Title::of_piece(NameRole::of_key(key)?, piece))
    };
    let title = caption.named.as_ref().and_then(role);
    title.map_or_else(
        || names.constant(&[&caption.words]),
        |title| names.array(title.role, &title.piece),
    )
}
