//! Research on magic factors: [`prove`] decides by a complete search whether a factor exists, and [`shrink`] shortens a
//! packed table for as long as one likes.

pub mod prove;
pub mod shrink;
