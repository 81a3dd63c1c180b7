//! Picks the arrays for constant memory: as many as fit into 64 KiB, the smallest first.

use super::dialect::Dialect;
use crate::render::prelude::*;

/// Bytes of constant memory on every device: NVIDIA's size, and OpenCL's minimum outside the embedded profile.
const LEAST: usize = 64 * 1024;

/// The bytes in each memory, and the arrays that don't fit into constant memory.
#[derive(Debug)]
pub(super) struct Memory {
    constant: usize,
    global: usize,
    beyond: Vec<String>,
}

fn bytes(array: &Array<'_>) -> usize {
    array.length() * array.storage.bytes()
}

impl Memory {
    pub(super) fn new(arrays: &[Array<'_>]) -> Self {
        let mut sorted: Vec<&Array<'_>> = arrays.iter().collect();
        sorted.sort_by_key(|array| bytes(array));
        let mut memory = Self { constant: 0, global: 0, beyond: Vec::new() };
        for array in sorted {
            if memory.constant + bytes(array) <= LEAST {
                memory.constant += bytes(array);
            } else {
                memory.global += bytes(array);
                memory.beyond.push(array.name.clone());
            }
        }
        memory
    }

    /// True for an array that is in constant memory.
    pub(super) fn is_constant(&self, array: &str) -> bool {
        self.beyond.iter().all(|name| name != array)
    }

    /// True if some array is in global memory.
    pub(super) fn has_global(&self) -> bool {
        self.global > 0
    }

    /// The note on sizes in the file's head comment.
    pub(super) fn note(&self, dialect: &Dialect) -> Option<String> {
        let constant = size(self.constant);
        match (self.constant, self.global) {
            (0, 0) => None,
            (_, 0) => Some(format!("All arrays are in constant memory: {constant}.")),
            (_, global) => {
                let (global, beyond) = (size(global), dialect.about_global);
                Some(format!(
                    "{constant} are in constant memory and {global} in global memory{beyond}."
                ))
            }
        }
    }
}
