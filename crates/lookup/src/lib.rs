//! Lookups as programs: how a piece's factors and attack sets become fields, tables and a proved
//! [`Module`](model::Module), which a language prints.
//!
//! In the order of the data: [`axes`] names a lookup's choices, [`layout`] arranges the tables, [`variant`] writes the
//! program, and [`model`] adds companions, lowers words where a language lacks them, and proves all of it.

pub mod axes;
pub mod layout;
pub mod model;
pub mod variant;
pub mod wide;
