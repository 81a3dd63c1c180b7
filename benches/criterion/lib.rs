//! A package has to have a library or a program; this one has benches.
