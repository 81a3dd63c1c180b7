//! `verify` on texts of many kinds: published lists, the notations of languages, and texts with faults.

#![allow(missing_docs, reason = "tests")]

mod common;
mod faults;
mod formats;
mod hostile;
mod published;
mod rules;
