//! Proved modules for tests of languages, whose code knows neither geometry nor search. They are the program's own,
//! made without a config.

pub(crate) mod wide;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

// Tests import these types from here, since languages don't know the stages that define them.
use crate::config::JobPiece;
use crate::generate::{Made, Site, Solver, assemble, make};
use crate::render::{Artifact, Backend, Language, OptionError, Options};
pub(crate) use magicgen_board::{Board, Mapping, Order, Piece, ROOK, Standard};
pub(crate) use magicgen_lookup::axes::{
    Axes, Cell, FactorFrom, KeyForm, Multiply, OffsetFrom, Placement, ShiftFrom,
};
pub(crate) use magicgen_lookup::layout::Unfit;
use magicgen_lookup::model::companion::Wish;
use magicgen_lookup::model::{
    BlobFile, Checks, Comments, FieldStyle, Machine, Module, NameRules, Names, Naming, Part,
    Printed, Provenance, Style, Tables, UnionModule,
};
pub(crate) use magicgen_lookup::variant;
pub(crate) use magicgen_lookup::variant::Form;
use magicgen_search::Effort;

/// A language with options, given as the text of a config's table.
pub(crate) fn configured(
    language: &Language,
    options: &str,
) -> Result<Box<dyn Backend>, OptionError> {
    let table = DeTable::parse(options).unwrap();
    let span = table.span();
    let options: Options<'_> = Some(Spanned::new(span, DeValue::Table(table.into_inner())));
    language.configure(options)
}

/// Rook, bishop and their union on a board of twelve squares, with gaps between the bit indices.
pub(crate) fn small(backend: &dyn Backend, variant: &str, when: Tables, emit: &[Part]) -> Module {
    small_of(backend, variant::find(variant).unwrap().form, when, emit)
}

/// Like [`small`], for any form of lookup.
pub(crate) fn small_of(backend: &dyn Backend, form: Form, when: Tables, emit: &[Part]) -> Module {
    let order = Order::Standard { standard: Standard::ALL[0], stride: 8 };
    let mapping = Mapping::new(Board::new(4, 3).unwrap(), order).unwrap();
    let (naming, machine) = (backend.naming(), backend.capabilities().machine);
    of_form(naming, machine, form, &mapping, &[Piece::rook(), Piece::bishop()], when, emit)
}

/// A proved module of `pieces`. If there are two, their union is added as the queen.
pub(crate) fn module(
    backend: &dyn Backend,
    variant: &str,
    mapping: &Mapping,
    pieces: &[Piece],
    when: Tables,
    emit: &[Part],
) -> Module {
    let form = variant::find(variant).unwrap().form;
    let (naming, machine) = (backend.naming(), backend.capabilities().machine);
    of_form(naming, machine, form, mapping, pieces, when, emit)
}

/// Like [`module`], for any form of lookup and any machine.
pub(crate) fn of_form(
    naming: Naming,
    machine: Machine,
    form: Form,
    mapping: &Mapping,
    pieces: &[Piece],
    when: Tables,
    emit: &[Part],
) -> Module {
    let mut solver = Solver::new(Effort::default());
    let sample = Sample::new(form, mapping, pieces, &mut solver);
    sample.unwrap().module(naming, machine, when, emit)
}

/// Lookups of a form for pieces on a board, for making modules for several machines.
pub(crate) struct Sample<'m> {
    mapping: &'m Mapping,
    pieces: Vec<JobPiece>,
    made: Made,
}

impl<'m> Sample<'m> {
    /// The lookups, or the reason why the form has none on this board. A reused solver may already have some factors.
    pub(crate) fn new(
        form: Form,
        mapping: &'m Mapping,
        pieces: &[Piece],
        solver: &mut Solver,
    ) -> Result<Self, Unfit> {
        let pieces: Vec<JobPiece> = pieces.iter().cloned().map(JobPiece::new).collect();
        let made = make(form, Site { mapping, pieces: &pieces }, solver).unwrap()?;
        Ok(Self { mapping, pieces, made })
    }

    /// The proved module of one machine.
    pub(crate) fn module(
        &self,
        naming: Naming,
        machine: Machine,
        when: Tables,
        emit: &[Part],
    ) -> Module {
        let Self { mapping, pieces, made } = self;
        let unions = if pieces.len() == 2 {
            vec![UnionModule { name: "queen".to_owned(), of: vec![0, 1] }]
        } else {
            Vec::new()
        };
        let rules = NameRules { name: "magics".to_owned(), ..NameRules::default() };
        let provenance = Provenance {
            version: Some("0.1.0".to_owned()),
            variant: "sample".to_owned(),
            magics_digest: "5a3b1e00".to_owned(),
            orientation: mapping.order().name().to_owned(),
            pieces: pieces.iter().map(|piece| piece.piece.name.clone()).collect(),
            command: vec!["magicgen".to_owned()],
            credits: vec!["Factors found by magicgen (seed 0).".to_owned()],
            ..Provenance::default()
        };
        let printed = Printed {
            unions,
            when,
            blob_file: BlobFile { name: "magics.bin".to_owned(), ..BlobFile::default() },
            emit: emit.to_vec(),
            fields: FieldStyle::Arrays,
            checks: Checks::None,
            style: Style::default(),
            names: Names::new(naming, rules),
            licence: Vec::new(),
            provenance,
            machine,
            comments: Comments::default(),
            wish: Wish::default(),
        };
        assemble(made.clone(), Site { mapping, pieces }, printed).proved(mapping).unwrap()
    }
}

/// The files that a language with options prints for [`small`].
pub(crate) fn printed(
    language: &Language,
    options: &str,
    variant: &str,
    when: Tables,
    emit: &[Part],
) -> Vec<Artifact> {
    let backend = configured(language, options).unwrap();
    let module = small(&*backend, variant, when, emit);
    let file = backend.default_file(&module.names);
    backend.render(&module, &file.file_name().unwrap_or_default().to_string_lossy())
}

/// A proved module of rook and bishop on the chess board.
pub(crate) fn chess(backend: &dyn Backend, variant: &str, when: Tables, emit: &[Part]) -> Module {
    let mapping = Mapping::chess(Standard::ALL[0]);
    module(backend, variant, &mapping, &[Piece::rook(), Piece::bishop()], when, emit)
}
