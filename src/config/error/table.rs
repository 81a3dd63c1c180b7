//! The form of tables of errors.

/// Makes an enum of errors, with its methods, of one row an error:
///
/// ```text
/// /// About it.
/// Kind { fields }
///     code "the code", word value;
///     text "the message", arguments;
///     help "what to do", arguments;
/// ```
///
/// Message and advice are formats, which may name the fields. Message is a clause that begins with a small letter. The
/// head declares the method `word` with its default.
macro_rules! errors {
    (
        $(#[$outer:meta])* pub enum $name:ident;
        $(#[$aim:meta])* $word:ident: $of_word:ty = $default:expr;
        $(
            $(#[$doc:meta])*
            $kind:ident $({ $($(#[$about:meta])* $field:ident: $type:ty,)* })? $(($held:ident: $of:ty))?
                code $code:expr $(, $row_word:ident $value:expr)?;
                text $text:literal $(, $argument:expr)*;
                help $help:literal $(, $advice:expr)*;
        )*
    ) => {
        $(#[$outer])*
        pub enum $name {
            $($(#[$doc])* $kind $({ $($(#[$about])* $field: $type,)* })? $(($of))?,)*
        }

        #[expect(unused_variables, reason = "no row names all of its fields each time")]
        impl $name {
            /// The names of all kinds.
            #[cfg(test)]
            pub(crate) const NAMES: &[&str] = &[$(stringify!($kind)),*];

            /// The kind's name.
            #[cfg(test)]
            pub(crate) const fn name(&self) -> &'static str {
                match self {
                    $(Self::$kind { .. } => stringify!($kind),)*
                }
            }

            /// The code of the error, for machines. Several errors may have the same.
            #[must_use]
            pub fn code(&self) -> &'static str {
                match self {
                    $(Self::$kind $({ $($field,)* })? $(($held))? => $code,)*
                }
            }

            /// The message.
            pub(crate) fn text(&self) -> String {
                match self {
                    $(Self::$kind $({ $($field,)* })? $(($held))? => format!($text $(, $argument)*),)*
                }
            }

            /// Advice on what to do.
            pub(crate) fn advice(&self) -> String {
                match self {
                    $(Self::$kind $({ $($field,)* })? $(($held))? => format!($help $(, $advice)*),)*
                }
            }

            $(#[$aim])*
            #[must_use]
            pub fn $word(&self) -> $of_word {
                match self {
                    $(Self::$kind $({ $($field,)* })? $(($held))? => {
                        let $word: $of_word = $default;
                        $(let $row_word: $of_word = $value;)?
                        $word
                    })*
                }
            }
        }
    };
}

pub(crate) use errors;
