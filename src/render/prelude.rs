//! What the back ends of all languages use: the page of a file, expressions, and texts.

pub(in crate::render) use crate::render::code::bounds::Bounds;
pub(in crate::render) use crate::render::code::calls::{Calls, IndentStyle};
pub(in crate::render) use crate::render::code::cuts::cuts;
pub(in crate::render) use crate::render::code::expr::{
    Cast, CastForm, CastOperand, Expr, Hold, Number, Operator,
};
pub(in crate::render) use crate::render::code::node::{
    Body, Dialect, Let, Node, Not, Operators, Wanted, Writer, camel,
};
pub(in crate::render) use crate::render::code::print::{ExprStyle, LineBreaks, Lists};
pub(in crate::render) use crate::render::code::rolled::{COUNTER, Loop, Pass};
pub(in crate::render) use crate::render::code::scope::Scope;
pub(in crate::render) use crate::render::code::statements::{
    Print, Statements, VARIABLES, WORD_VARIABLES, name_of,
};
pub(in crate::render) use crate::render::page::{
    Array, ArrayDocs, ArrayKind, ArrayText, Batch, Blocks, Choice, ChosenPiece, CompanionFunction,
    Compared, Computation, Computed, Content, Conversions, Custom, Dispatch, Documented,
    Enumerated, Enumeration, Enumerator, FIELDS, Facts, FillLoop, FilledTable, Function,
    FunctionDoc, Group, Head, HeadParameter, Item, Label, LaneBatch, Lang, Linear, Look,
    LookupText, Looping, Loops, Manner, Member, Mover, NO_CASE, Nested, OwnFunction,
    PRINTED_FIELDS, Page, PairLookup, ParameterDoc, Patterns, Pointed, Pointer, PrivateDocs,
    RankOfSquares, RayFunction, Rays, RecordMember, RecordTexts, RecordType, Records, Routine,
    SWAPS, Scan, SelfTest, Sentences, SetLook, Sheet, SquareFunction, Switch, TableName, Tested,
    TypedFunction, TypedKind, TypedParameter, TypedResult, Union, WalkText, WholeSet, Words,
    alignment, block, block_or_line, by_clang, comparisons, constants, halved, has_gaps, has_holes,
    introduction, introduction_to_words, joined, list, name_of_set, page, page_of, pointed,
    reversal_of, shared_by, subsets, swapped, test_apart,
};
pub(in crate::render) use crate::render::text::document::{Breaks, Document, DocumentMark};
pub(in crate::render) use crate::render::text::indented::{Indented, behind_margin};
pub(in crate::render) use crate::render::text::pattern::filled_in;
pub(in crate::render) use crate::render::text::provenance::{
    facts_within, hanging, lines_of, lines_within, size, wrap,
};
pub(in crate::render) use crate::render::text::taken::Taken;
pub(in crate::render) use crate::render::text::{lowered, provenance, sentence};
pub(in crate::render) use crate::render::{
    Artifact, Backend, Bmi2, CallSyntax, Capabilities, Conversion, Declared, Imported, Language,
    OptionError, Options, OwnTypes, TestPlace, TomlKey, TypePlace, Visibility, check_called,
    check_ending, check_has_type, check_name, check_parts, check_path, given, is_identifier,
    is_path, name_behind, read_options, refuse, stem, within,
};
pub(in crate::render) use crate::shape::shape_of;
pub(in crate::render) use askama::Template;
pub(in crate::render) use magicgen_board::{Bitboard, GridRay, Line, Purpose};
pub(in crate::render) use magicgen_ir::{
    Binary, Column, Count, Field, Fields, Lanes, LookupRef, Op, Places, Program, Role, Rows,
    Storage, Table, TableRef, TableRole, Type, Value,
};
pub(in crate::render) use magicgen_literal::{
    Decimal, Form, Halves, Hex, Lines, Literal, little_endian, rows, rows_between, rows_with,
};
pub(in crate::render) use magicgen_lookup::model::companion::{
    Argument, Chosen, Companion, DIRECTIONS, Outcome, Sort,
};
pub(in crate::render) use magicgen_lookup::model::{
    BoardDoc, Case, Checks, Comments, FieldStyle, Fill, FillMode, Machine, Module, NameRole, Names,
    Naming, Part, PieceModule, Presence, ScanModule, SquareFormula, Tables, Underscores,
    UnionModule, owner, spoken, words,
};
pub(in crate::render) use magicgen_search::MOST_BITS;
pub(in crate::render) use magicgen_search::source::{SingleQuotes, SourceSyntax};
pub(in crate::render) use serde::Deserialize;
pub(in crate::render) use std::fmt::Write as _;
pub(in crate::render) use toml::Spanned;
