{% import "rust/items.rs" as items %}{% for line in self.header() %}{% call items::comment("//", line) %}{% endcall %}{% endfor %}{% if !self.licence().is_empty() %}
{% for line in self.licence() %}{% call items::comment("//", line) %}{% endcall %}{% endfor %}{% endif %}
{% let mark = self.inner_mark() %}{{ mark }} Magic bitboards: {{ self.pieces() }}.
{{ mark }}
{{ mark }} A bitboard is {{ self.bitboard() }} with a bit for each square. A square is the index of its bit:
{{ mark }}
{% if !options.is_included() %}{{ mark }} ```text
{% endif %}{% for line in self.page().diagram %}{% call items::comment(mark, line) %}{% endcall %}{% endfor %}{% if !options.is_included() %}{{ mark }} ```
{% endif %}{{ mark }}
{% let version = self.version() %}{% if !module.fills() && options.dispatch_batches.is_asked_for() %}{{ mark }} Needs Rust {{ version }} or later.
{% else if !module.fills() %}{{ mark }} Needs Rust {{ version }} or later, but no standard library.
{% else if options.no_std %}{{ mark }} Needs Rust {{ version }} or later, but no standard library.
{{ mark }} Tables are filled at the first lookup, without a lock: threads that come at once fill them with
{{ mark }} the same values. The target needs atomic words of 64 bits.
{% else %}{{ mark }} Needs Rust {{ version }} or later. Tables are filled at the first lookup.
{% endif %}{% for of in self.page().enumerations %}
{% include "rust/enumeration.rs" %}
{% endfor %}{% for lookup in self.functions([Group::Lookups, Group::Unions, Group::Companions]) %}{% call items::function(lookup) %}{% endcall %}{% endfor %}{% include "rust/choice.rs" %}{% for line in self.vectors() %}{{ line }}
{% endfor %}{% if !options.types().is_empty() %}
/// The functions above on types of one's own.
{% for line in options.unused("not every program needs every lookup") %}{{ line }}
{% endfor %}{{ self.visibility(true) }}mod typed {
{% include "rust/typed.rs" %}}
{% endif %}{% let probes = self.probes() %}{% if !probes.is_empty() %}
// Checked by the compiler: a board that is empty otherwise.
{% for probe in probes %}const _: () = assert!({{ probe }});
{% endfor %}{% endif %}{% for one in self.functions([Group::Scans]) %}{% call items::function(one) %}{% endcall %}{% endfor %}{% if self.page().movers.extract.is_some() %}
/// The bits of `word` at the places of `mask`, packed into the low bits.
{% if !self.needs_bmi2() %}#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
{% endif %}#[inline]
fn extract(word: u64, mask: u64) -> u64 {
    // SAFETY: without BMI2 this {% if self.needs_bmi2() %}file{% else %}function{% endif %} doesn't compile.
    unsafe { core::arch::x86_64::_pext_u64(word, mask) }
}
{% if self.has_const() %}{% if !self.needs_bmi2() %}
/// The bits of `word` at the places of `mask`, packed into the low bits, without BMI2.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
#[inline]
fn extract(word: u64, mask: u64) -> u64 {
    extract_by_loop(word, mask)
}
{% endif %}
/// The bits of `word` at the places of `mask`, packed into the low bits, by a loop.
#[inline]
const fn extract_by_loop(word: u64, mask: u64) -> u64 {
    let mut packed = 0;
    let mut left = mask;
    let mut bit = 1;
    while left != 0 {
        let others = left & (left - 1);
        if word & (left ^ others) != 0 {
            packed |= bit;
        }
        bit <<= 1;
        left = others;
    }
    packed
}
{% else if !self.needs_bmi2() %}
/// The bits of `word` at the places of `mask`, packed into the low bits, without BMI2.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
#[inline]
fn extract(word: u64, mask: u64) -> u64 {
    let mut packed = 0;
    let mut left = mask;
    let mut bit = 1;
    while left != 0 {
        let others = left & (left - 1);
        if word & (left ^ others) != 0 {
            packed |= bit;
        }
        bit <<= 1;
        left = others;
    }
    packed
}
{% endif %}{% endif %}{% if self.page().movers.deposit.is_some() %}
/// The low bits of `word`, spread to the places of `mask`.
{% if !self.needs_bmi2() %}#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
{% endif %}#[inline]
fn deposit(word: u64, mask: u64) -> u64 {
    // SAFETY: without BMI2 this {% if self.needs_bmi2() %}file{% else %}function{% endif %} doesn't compile.
    unsafe { core::arch::x86_64::_pdep_u64(word, mask) }
}
{% if self.has_const() %}{% if !self.needs_bmi2() %}
/// The low bits of `word`, spread to the places of `mask`, without BMI2.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
#[inline]
fn deposit(word: u64, mask: u64) -> u64 {
    deposit_by_loop(word, mask)
}
{% endif %}
/// The low bits of `word`, spread to the places of `mask`, by a loop.
#[inline]
const fn deposit_by_loop(word: u64, mask: u64) -> u64 {
    let mut spread = 0;
    let mut left = mask;
    let mut bit = 1;
    while left != 0 {
        let others = left & (left - 1);
        if word & bit != 0 {
            spread |= left ^ others;
        }
        bit <<= 1;
        left = others;
    }
    spread
}
{% else if !self.needs_bmi2() %}
/// The low bits of `word`, spread to the places of `mask`, without BMI2.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
#[inline]
fn deposit(word: u64, mask: u64) -> u64 {
    let mut spread = 0;
    let mut left = mask;
    let mut bit = 1;
    while left != 0 {
        let others = left & (left - 1);
        if word & bit != 0 {
            spread |= left ^ others;
        }
        bit <<= 1;
        left = others;
    }
    spread
}
{% endif %}{% endif %}{% if self.needs_bmi2() %}
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
compile_error!("this file needs x86-64 with BMI2: compile it with `-C target-feature=+bmi2`");
{% endif %}{% if self.page().dispatch.is_some() %}{% include "rust/dispatch.rs" %}{% endif %}{% if let Some(square) = self.page().square %}{% let board = module.board %}{% for one in self.functions([Group::Square]) %}{% call items::function(one) %}{% endcall %}{% endfor %}
{% for (square, bit) in board.squares %}/// The square {{ square }}.
{{ options.visibility() }} const {{ self.name(square) }}: usize = {{ bit }};
{% endfor %}
// The names agree with files and ranks.
{% for line in options.unused("this names every square, a program names some") %}{{ line }}
{% endfor %}#[rustfmt::skip]
const _: () = {
    let ranks = [
{% for rank in self.ranks(square) %}        [{{ rank }}],
{% endfor %}    ];
    let mut rank = 0;
    while rank < {{ board.height }} {
        let mut file = 0;
        while file < {{ board.width }} {
            assert!(ranks[rank][file] == {{ square.name }}(file, rank));
            file += 1;
        }
        rank += 1;
    }
};
{% endif %}{% if let Some(filling) = self.filling() %}{% include "rust/fill.rs" %}{% endif %}{% if self.has_rows() %}{% if module.fields.is_by_square() %}
/// The row of `table` that begins at `offset`.
const fn row<T, const LENGTH: usize>(table: &'static [T], offset: u32) -> &'static [T; LENGTH] {
    match table.split_at(offset as usize).1.first_chunk() {
        Some(row) => row,
        None => panic!("the table ends within a row"),
    }
}
{% else %}
/// A row for each square: the window of `table` that begins where `offsets` says.
const fn rows<T, const LENGTH: usize>(
    table: &'static [T],
    offsets: [u32; {{ module.board.indices }}],
) -> [&'static [T; LENGTH]; {{ module.board.indices }}] {
    let mut rows = [first_row(table); {{ module.board.indices }}];
    let mut square = 0;
    while square < {{ module.board.indices }} {
        rows[square] = first_row(table.split_at(offsets[square] as usize).1);
        square += 1;
    }
    rows
}

/// The row at the beginning of `table`.
const fn first_row<T, const LENGTH: usize>(table: &'static [T]) -> &'static [T; LENGTH] {
    match table.first_chunk() {
        Some(row) => row,
        None => panic!("the table ends within a row"),
    }
}
{% endif %}{% endif %}{% if let Some(table) = self.bits_of_places() %}{% call items::table(table, "") %}{% endcall %}{% endif %}{% for group in self.groups() %}
/// What a lookup reads of a square.
{% for line in self.group_attributes(group) %}{{ line }}
{% endfor %}{{ self.visibility(group.is_public()) }}struct {{ group.type_name }} {
{% for [doc, member] in self.record_members(group) %}    /// {{ doc }}
    {{ member }},
{% endfor %}}
{% call items::function(self.record_constructor(group)) %}{% endcall %}{% endfor %}{% if let Some(blob) = module.blob %}{% let name = self.name("blob") %}{% let file = module.blob_file.name %}{% include "rust/blob.rs" %}{% endif %}{% for table in self.statics() %}{% call items::table(table, "") %}{% endcall %}{% endfor %}{% if let Some(test) = self.page().self_test %}{% if let Some(walk) = self.page().walk %}{% include "rust/test.rs" %}
{% endif %}{% endif %}
