//! `magicgen gather`: a factor that brings the bits of a mask together.

use std::fmt::Write as _;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use super::envelope::{Payload, enveloped, failed};
use super::reporting::{CommonFlags, Format, Reporting, formats};
use super::{args, diagnostic, print};
use crate::error::Error;
use crate::generate::statements;
use crate::render;
use magicgen_board::{Bitboard, Mapping, Standard};
use magicgen_ir::{Binary, Op, Program, Type, Value};
use magicgen_search::gather::{
    BitOrder, GATHER_STEPS, Gathered, MOST_GATHERED, NotGathered, gather, gather_in_two,
};

/// The mask, and what the result may be.
#[derive(Args, Clone, Debug)]
#[command(
    after_long_help = "The mask is a number, hexadecimal with 0x or binary with 0b, or squares of the chess board. The result of a \
    word x is ((x & mask) * factor) >> shift. Without --in-order the bits keep their order if a factor keeps it.\n\n\
    Exit status:\n\
    \x20 0  done\n\
    \x20 2  the usage is wrong\n\
    \x20 3  there is no factor, or none was found\n\n\
    Examples:\n\
    \x20 magicgen gather 0x0001010101010100\n\
    \x20 magicgen gather a2 a3 a4 a5 a6 a7 --in-order\n\
    \x20 magicgen gather 0b1000100010001 --products 1 --lang rust"
)]
pub(super) struct GatherArgs {
    /// The mask: 0x7e00, 0b1010 or squares
    #[arg(required = true, value_name = "MASK")]
    mask: Vec<String>,
    /// Keep the order of the bits
    #[arg(long)]
    in_order: bool,
    /// Most multiplications
    #[arg(long, value_name = "1|2", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=2))]
    products: u8,
    /// Language in which to print the result, too
    #[arg(short, long, visible_alias = "language", value_name = "LANG", value_parser = args::languages())]
    lang: Option<String>,
    /// Order of squares
    #[arg(short = 'O', long, value_name = "NAME", value_parser = args::orientations(), default_value = "a1lsb")]
    orientation: String,
    /// Most steps of a search
    #[arg(long, value_name = "STEPS", default_value_t = GATHER_STEPS)]
    steps: u64,
    /// Format of the report
    #[arg(long, value_name = "FORMAT", value_parser = formats(&Format::OF_ANSWERS), default_value = "human")]
    format: Format,
    #[command(flatten)]
    manner: CommonFlags,
}

/// Prints the factor, and returns the exit status.
pub(super) fn run(asked: &GatherArgs) -> ExitCode {
    let report = Reporting::new(asked.format, &asked.manner);
    match asked.found() {
        Ok(found) if asked.format == Format::Json => print(&enveloped(&found, &[])),
        Ok(found) => print(&found.text()),
        Err(error) => {
            diagnostic::say(&error, &report);
            if asked.format == Format::Json {
                print(&failed(GatherResult::KIND, &error));
            }
            ExitCode::from(error.status())
        }
    }
}

impl GatherArgs {
    fn found(&self) -> Result<GatherResult, Error> {
        let mask = self.mask()?;
        let order: &[BitOrder] =
            if self.in_order { &[BitOrder::Kept] } else { &[BitOrder::Kept, BitOrder::Any] };
        let mut reason = NotGathered::Impossible;
        for order in order {
            match gather(mask, *order, self.steps) {
                Ok(one) => return self.result(mask, &[one]),
                Err(failed) => reason = failed,
            }
        }
        for order in order.iter().filter(|_| self.products > 1) {
            match gather_in_two(mask, *order, self.steps) {
                Ok(two) => return self.result(mask, &two),
                Err(NotGathered::Limit) => reason = NotGathered::Limit,
                Err(NotGathered::Impossible) => {}
            }
        }
        Err(Error::NotGathered {
            mask,
            in_order: self.in_order,
            products: self.products,
            is_proved: reason == NotGathered::Impossible && self.products == 1,
            steps: self.steps,
        })
    }

    fn result(&self, mask: Bitboard, found: &[Gathered]) -> Result<GatherResult, Error> {
        let language = self.lang.as_ref().and_then(|lang| render::find(lang));
        let statements = match language {
            Some(language) => statements(language, &program(found), mask)?,
            None => Vec::new(),
        };
        let lang = language.map(|language| language.id);
        Ok(GatherResult::new(mask, found, lang, statements))
    }

    /// The mask that was asked for.
    fn mask(&self) -> Result<Bitboard, Error> {
        let usage =
            |message: String, help: &str| Error::Usage { message, help: Some(help.to_owned()) };
        let order = Standard::find(&self.orientation).expect("the parser takes known orders only");
        let mapping = Mapping::chess(order);
        let mut mask = 0;
        for text in
            self.mask.iter().flat_map(|text| text.split(',')).filter(|text| !text.is_empty())
        {
            let digits = text.replace('_', "");
            let lower = digits.to_ascii_lowercase();
            let number = match (lower.strip_prefix("0x"), lower.strip_prefix("0b")) {
                (Some(hex), _) => u64::from_str_radix(hex, 16).ok(),
                (_, Some(binary)) => u64::from_str_radix(binary, 2).ok(),
                _ => lower.parse().ok().and_then(|at| mapping.bit(at)).map(|bit| 1 << bit),
            };
            mask |= number.ok_or_else(|| {
                usage(
                    format!(
                        "`{text}` is neither a number of 64 bits nor a square of the chess board"
                    ),
                    "write 0x7e00, 0b1010 or squares such as a2 a3",
                )
            })?;
        }
        match mask.count_ones() {
            0 => Err(usage(
                "the mask has no bits".to_owned(),
                "give a mask with a bit, such as 0x7e00",
            )),
            count if count > MOST_GATHERED => Err(usage(
                format!("the mask has {count} bits, more than {MOST_GATHERED}"),
                "gather a part of the mask at a time",
            )),
            _ => Ok(mask),
        }
    }
}

/// The JSON object that a run prints.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "kebab-case")]
pub(super) enum GatherResult {
    /// There is a factor, or there are two.
    #[serde(rename_all = "kebab-case")]
    Gathered {
        /// The mask, in hexadecimal.
        mask: String,
        /// The number of its bits.
        bits: u32,
        /// One product, or two whose results are joined.
        products: Vec<GatherProduct>,
        /// The result as a formula of the word x.
        formula: String,
        /// The language of the statements.
        lang: Option<&'static str>,
        /// The statements that return the result for the word `occupied`.
        statements: Vec<String>,
        /// The place in the result of each bit of the mask, from the lowest bit of the mask to the highest.
        places: Vec<u8>,
        /// Whether the bits keep their order.
        in_order: bool,
        /// The number of subsets of the mask for which the result was computed and compared.
        proved: u64,
    },
}

/// One multiplication.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(super) struct GatherProduct {
    /// The bits that it gathers, in hexadecimal.
    mask: String,
    /// The number of places by which the masked word is shifted right first.
    before: u8,
    /// The factor, in hexadecimal.
    factor: String,
    /// The number of places by which the product is shifted right.
    shift: u8,
    /// The number of places by which the result is shifted left at last.
    left: u32,
}

impl Payload for GatherResult {
    const KIND: &'static str = "gathering";
}

impl GatherResult {
    /// The result, once it is proved for each subset of the mask.
    fn new(
        mask: Bitboard,
        found: &[Gathered],
        lang: Option<&'static str>,
        statements: Vec<String>,
    ) -> Self {
        let (mut products, mut formulas) = (Vec::new(), Vec::new());
        let (mut places, mut left) = (Vec::new(), 0);
        let mut proved = 1;
        for one in found {
            assert!(one.is_proved(), "a factor by construction: {one:x?}");
            proved *= 1_u64 << one.mask.count_ones();
            places.extend(one.places().map(|place| place + left as u8));
            products.push(GatherProduct {
                mask: hex(one.mask),
                before: one.before,
                factor: hex(one.factor),
                shift: one.shift,
                left,
            });
            formulas.push(formula(one, left));
            left += one.mask.count_ones();
        }
        Self::Gathered {
            mask: hex(mask),
            bits: mask.count_ones(),
            formula: formulas.join(" | "),
            lang,
            statements,
            in_order: places.is_sorted(),
            products,
            places,
            proved,
        }
    }

    fn text(&self) -> String {
        let Self::Gathered {
            mask,
            bits,
            products,
            formula,
            lang,
            statements,
            places,
            in_order,
            proved,
        } = self;
        let mut text = format!("mask     {mask}: {bits} bits\n");
        for product in products {
            let _ = writeln!(text, "factor   {}, shift {}", product.factor, product.shift);
        }
        let order = if *in_order { "kept" } else { "changed" };
        let places: Vec<String> = places.iter().map(u8::to_string).collect();
        let _ = writeln!(
            text,
            "order    {order}: the bits, from the lowest, go to {}",
            places.join(" ")
        );
        let _ = writeln!(text, "formula  {formula}");
        for (line, statement) in statements.iter().enumerate() {
            let lang = lang.filter(|_| line == 0).unwrap_or_default();
            let _ = writeln!(text, "{lang:8} {statement}");
        }
        let _ = writeln!(text, "proved   for each of {proved} subsets of the mask");
        text
    }
}

/// The results of all products, joined, as a program.
fn program(found: &[Gathered]) -> Program {
    let mut program = Program::new();
    let occupied = program.push(Op::Occupied);
    let mut left = 0;
    for one in found {
        let binary = |program: &mut Program, op, value, word| {
            let word = program.push(Op::Const(word, Type::Word));
            program.push(Op::Binary(op, value, word))
        };
        let shifted = |program: &mut Program, op: fn(Value, Value) -> Op, value, by: u32| {
            if by == 0 {
                return value;
            }
            let by = program.push(Op::Const(by.into(), Type::Half));
            program.push(op(value, by))
        };
        let mut value = binary(&mut program, Binary::And, occupied, one.mask);
        if one.factor.is_power_of_two() {
            let right = one.net_shift();
            value = shifted(&mut program, Op::Shr, value, right.saturating_sub(left));
            value = shifted(&mut program, Op::Shl, value, left.saturating_sub(right));
        } else {
            value = shifted(&mut program, Op::Shr, value, one.before.into());
            value = binary(&mut program, Binary::Mul, value, one.factor);
            value = shifted(&mut program, Op::Shr, value, one.shift.into());
            value = shifted(&mut program, Op::Shl, value, left);
        }
        program.result = match left {
            0 => value,
            _ => program.push(Op::Binary(Binary::Or, program.result, value)),
        };
        left += one.mask.count_ones();
    }
    program
}

/// The result of one product as a formula. A factor that is a power of two is a shift.
fn formula(one: &Gathered, left: u32) -> String {
    let mut text = format!("(x & {})", hex(one.mask));
    if one.factor.is_power_of_two() {
        let right = one.net_shift();
        return match (right, left) {
            (right, left) if right == left => text,
            (right, left) if right > left => format!("{text} >> {}", right - left),
            _ => format!("{text} << {}", left - right),
        };
    }
    if one.before > 0 {
        text = format!("({text} >> {})", one.before);
    }
    text = format!("{text} * {} >> {}", hex(one.factor), one.shift);
    if left > 0 { format!("({text}) << {left}") } else { text }
}

fn hex(word: u64) -> String {
    format!("{word:#018x}")
}
