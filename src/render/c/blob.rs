//! The file of attack sets: its declaration in the header, and the definition that embeds or reads it.

use super::file::File;
use crate::render::blob::header_rows;
use crate::render::prelude::*;
use magicgen_lookup::model::Blob;

/// The declaration.
#[derive(Template)]
#[template(path = "c/blob.h", escape = "none")]
struct Declaration<'a> {
    file: &'a File<'a>,
    blob: &'a Blob,
    name: String,
}

/// The definition, and the function that checks the file.
#[derive(Template)]
#[template(path = "c/blob.c", escape = "none")]
struct Definition<'a> {
    file: &'a File<'a>,
    blob: &'a Blob,
    name: String,
    /// The macro with the path of the file that the program reads.
    path: String,
}

impl File<'_> {
    /// True if `init` has to be called before the first lookup: it fills tables, or checks their file.
    pub(super) fn must_init(&self) -> bool {
        self.module.fills() || self.module.blob.is_some()
    }

    /// The declaration of the file's content, if there is a file.
    pub(super) fn blob_declaration(&self) -> Option<String> {
        let blob = self.module.blob.as_ref()?;
        let name = self.own_function("blob");
        Some(Declaration { file: self, blob, name }.render().unwrap_or_default())
    }

    /// The definition of the file's content, with `init`, if there is a file.
    pub(super) fn blob_definition(&self) -> Option<String> {
        let blob = self.module.blob.as_ref()?;
        let (name, path) = (self.own_function("blob"), self.own_constant("blob file"));
        Some(Definition { file: self, blob, name, path }.render().unwrap_or_default())
    }

    /// A table in the file as an expression: an array's first entry, or its first row.
    pub(super) fn loaded(&self, start: usize, further: &str) -> String {
        let first = format!("({}.words + {})", self.own_function("blob"), start + Blob::HEADER / 8);
        match further {
            "" => first,
            _ => format!("((const {} (*){further}){first})", self.word),
        }
    }
}
