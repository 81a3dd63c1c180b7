//! Sets of squares that a board has whatever stands on it: files, ranks, diagonals, colours and zones.

use super::{Maker, Title};
use crate::model::name_role::NameRole;
use crate::model::names::words;
use magicgen_board::{Coordinate, SquareSet};

impl Maker<'_> {
    pub(super) fn files(&mut self) {
        let files = self.ground.sorted(self.ground.mapping.board().width, |at| at.file);
        self.sets(Title::of(NameRole::Files), "Squares of each file, from the first on", &files);
    }

    pub(super) fn ranks(&mut self) {
        let ranks = self.ground.sorted(self.ground.mapping.board().height, |at| at.rank);
        self.sets(Title::of(NameRole::Ranks), "Squares of each rank, from the first on", &ranks);
    }

    pub(super) fn diagonals(&mut self) {
        let (width, height) =
            (self.ground.mapping.board().width, self.ground.mapping.board().height);
        let number = width + height - 1;
        let rising = self.ground.sorted(number, |at| at.rank + width - 1 - at.file);
        let falling = self.ground.sorted(number, |at| at.rank + at.file);
        let sentence =
            "Squares of each diagonal parallel to that of a1, by rank - file + width - 1";
        self.sets(Title::of(NameRole::Diagonals), sentence, &rising);
        let sentence = "Squares of each diagonal across these, by rank + file";
        self.sets(Title::of(NameRole::Antidiagonals), sentence, &falling);
    }

    pub(super) fn colours(&mut self) {
        let colours = self.ground.sorted(2, |at| (at.file + at.rank) % 2);
        self.sets(
            Title::of(NameRole::SquareColours),
            "Squares of the colour of a1, and those of the other",
            &colours,
        );
    }

    /// For each zone, its squares and those that they are for the other side.
    pub(super) fn zones(&mut self) {
        let mapping = self.ground.mapping;
        for (name, zone) in &self.wish.zones {
            let spoken = words(name);
            let own = zone.iter().filter_map(|at| mapping.bit(*at)).collect();
            let across = |at: &Coordinate| mapping.bit(mapping.board().mirrored(*at));
            let other = zone.iter().filter_map(across).collect();
            let sentence =
                format!("Squares of the zone {spoken}, and of its mirror image for the other side");
            self.sets(Title::of_piece(NameRole::Zones, name), &sentence, &[own, other]);
        }
    }

    /// Adds a public table of sets.
    fn sets(&mut self, title: Title, sentence: &str, sets: &[SquareSet]) {
        let table = title.public(self.ground.table("", sentence, sets));
        self.table(table);
    }
}
