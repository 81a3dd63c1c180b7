//! What a build for a web page leaves out, so that the page is there sooner. Every other build is whole.
//!
//! `scripts/build-wasm` sets `MAGICGEN_FIRST` to a language's id when it compiles the module that the playground loads first. That
//! module prints this language alone, makes no complete search, and neither packs tables nor searches for seconds. Asked for more, it
//! answers [`LACKING`], and the page loads the whole module and asks that instead.

/// The one language of this build; `None` where it has all of them, as it has on every target but that of web pages.
pub const LANGUAGE: Option<&str> =
    if cfg!(target_family = "wasm") { option_env!("MAGICGEN_FIRST") } else { None };

/// Whether this build leaves nothing out. What is behind it is compiled away where it is false.
pub const IS_WHOLE: bool = LANGUAGE.is_none();

/// The message of every error about something that this build leaves out.
pub const LACKING: &str = "this is left out of the module that a page loads first";
