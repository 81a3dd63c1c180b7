//! `verify` on texts of many kinds: what people publish, what languages make of it, and what went wrong in it.

#![allow(missing_docs, reason = "tests")]

mod common;
mod faults;
mod formats;
mod hostile;
mod published;
mod rules;
