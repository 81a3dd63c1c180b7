//! A language's syntax of functions on vectors. The defaults are C's.

use super::{Register, folded};
use crate::render::prelude::*;

/// A language's syntax and names of functions on vectors.
pub(in crate::render) trait Tongue {
    /// The name of a function with the file's prefix.
    fn own_name(&self, words: &str) -> String;

    /// The name of a type with the file's prefix.
    fn own_type(&self, words: &str) -> String {
        self.own_name(words)
    }

    /// The name of a macro with the file's prefix, in languages with macros.
    fn own_macro(&self, words: &str) -> String {
        self.own_name(words)
    }

    /// The type of a word.
    fn word(&self) -> &str;

    /// A value in another type.
    fn converted(&self, value: &str, to: &str) -> String;

    /// The lines of a private function, up to the brace before its statements.
    fn opening(&self, name: &str, parameters: &[String], result: &str) -> Vec<String>;

    /// The indentation of a statement in a function.
    fn margin(&self) -> &'static str {
        "    "
    }

    /// The lines of a private function.
    fn inner(
        &self,
        name: &str,
        parameters: &[String],
        result: &str,
        body: Vec<String>,
    ) -> Vec<String> {
        let mut lines = self.opening(name, parameters, result);
        lines.extend(body.iter().map(|line| behind_margin(self.margin(), line)));
        lines.push("}".to_owned());
        lines
    }

    /// A comment before a type.
    fn comment(&self, text: &str) -> String {
        format!("/* {text} */")
    }

    /// The definition of a vector: registers of one kind with these names, or one without a name.
    fn definition(&self, name: &str, kind: &str, members: &[&str]) -> Vec<String> {
        vec![match members {
            [] => format!("typedef {kind} {name};"),
            _ => format!("typedef struct {{ {kind} {}; }} {name};", members.join(", ")),
        }]
    }

    fn parameter(&self, kind: &str, name: &str) -> String {
        format!("{kind} {name}")
    }

    /// The declaration of a constant.
    fn constant(&self, kind: &str, name: &str, value: &str) -> String {
        format!("const {kind} {name} = {value};")
    }

    /// The statement that returns a value.
    fn returned(&self, value: &str) -> String {
        format!("return {value};")
    }

    /// The statements that return a vector of these registers, each with its name. With `is_new` there is no parameter
    /// `x` to return.
    fn composed(&self, kind: &str, registers: &[(&str, String)], is_new: bool) -> Vec<String> {
        let declared = is_new.then(|| vec![format!("{kind} x;"), String::new()]);
        let set = |(name, value): &(&str, String)| format!("x.{name} = {value};");
        let last = ["return x;".to_owned()];
        let declared = declared.into_iter().flatten();
        declared.chain(registers.iter().map(set)).chain(last).collect()
    }

    fn literal(&self, word: u64) -> String {
        format!("0x{word:016x}")
    }

    /// The arguments that give the address of a vector.
    fn place(&self, table: Expr, index: Expr) -> Vec<Expr> {
        vec![Expr::unary("&", Expr::index(table, index))]
    }

    /// How to load a vector without a pointer: parameters, a statement that makes them an array of words, and the
    /// array's elements.
    fn loaded(&self, _lanes: Lanes) -> Option<([String; 2], String, Vec<String>)> {
        None
    }

    /// A word as a signed number of 64 bits.
    fn signed(&self, word: u64) -> String {
        self.converted(&self.literal(word), "long long")
    }

    /// The parameters of the function that loads eight squares, and the value of a register whose lower half they are.
    fn bytes(&self) -> (Vec<String>, String) {
        let from = self.converted("at", "const void *");
        let from = self.converted(&from, "const __m128i *");
        (vec![format!("const {} *at", self.byte())], format!("_mm_loadl_epi64({from})"))
    }

    /// The type of a byte.
    fn byte(&self) -> &'static str {
        "uint8_t"
    }

    /// The parameter that is a table.
    fn table(&self) -> String {
        format!("const {} *table", self.word())
    }

    /// The register of a table's entries at the numbers in the lanes of `at`.
    fn gathered(&self, register: Register, at: &str) -> String {
        let from = self.converted("table", "const void *");
        if register == Register::Zmm {
            let none = "_mm512_setzero_si512()";
            return format!("_mm512_mask_i64gather_epi64({none}, 0xFF, {at}, {from}, 8)");
        }
        format!("_mm256_i64gather_epi64({}, {at}, 8)", self.converted(&from, "const long long *"))
    }

    /// The parameters before the vector of the function that stores it, and the statements.
    fn stored(&self, register: Register, members: &[String]) -> (Vec<String>, Vec<String>) {
        let [begin, end] = register.affixes();
        let stored = |(at, member): (usize, &String)| {
            let place = match at {
                0 => "at".to_owned(),
                _ => format!("&at[{}]", at * usize::from(register.words())),
            };
            let place = self.converted(&place, "void *");
            let place = self.converted(&place, &format!("{} *", register.kind()));
            format!("{begin}storeu_{end}({place}, {member});")
        };
        let parameters = vec![format!("{} *at", self.word())];
        (parameters, members.iter().enumerate().map(stored).collect())
    }

    /// Statements that are unsafe, for this reason with no harm.
    fn guarded(&self, _why: &str, lines: Vec<String>) -> Vec<String> {
        lines
    }

    /// The type of the result of a function that returns nothing.
    fn nothing(&self) -> &'static str {
        "void"
    }

    /// A call as a value, on several lines if it is too long.
    fn call(&self, function: &str, arguments: &[String]) -> String {
        format!("{function}({})", arguments.join(", "))
    }

    /// Statements on vectors if the macro `flag` is defined, else statements on words.
    fn chosen(&self, flag: &str, vectors: Vec<String>, words: Vec<String>) -> Vec<String> {
        let line = |text: &str| vec![text.to_owned()];
        let first = line(&format!("#if defined({flag})"));
        [first, vectors, line("#else"), words, line("#endif")].concat()
    }

    /// A statement, on several lines if it is too long.
    fn broken(&self, statement: &str) -> Vec<String> {
        folded(statement)
    }
}
