{% import "rust/items.rs" as items %}{% let walk = filling.walk %}{% for index in self.functions([Group::Indices]) %}{% call items::function(index) %}{% endcall %}{% endfor %}{% for table in self.page().filled %}{% if options.no_std %}
/// The table below, filled.
{% for line in self.accessor(table) %}{{ line }}
{% endfor %}    if !{{ self.flag(table) }}.load(core::sync::atomic::Ordering::Acquire) {
        {{ self.filler_name(table) }}();
    }
    &{{ table.name }}
}
{% endif %}
{% for line in self.filled_docs(table) %}///{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% for line in self.static_attributes(table.is_public && !options.no_std, table.name) %}{{ line }}
{% endfor %}{{ self.declaration(table) }}
{% if options.no_std %}
{{ self.flag_declaration(table) }}

/// Fills the table. A thread that comes while another is at it stores the same values once more.
#[cold]
fn {{ self.filler_name(table) }}() {
{% else %}
/// The table with every attack set in its place.
{{ lines::signature("", format!("fn {}", self.filler_name(table)).as_str(), [""; 0], " -> Box<[u64]>") }}
    let mut attacks = vec![0; {{ Self::length(table) }}].into_boxed_slice();
{% endif %}{% for fill in self.page().fills %}{% if fill.table == table.index %}{{ self.fill_call(fill) }}
{% endif %}{% endfor %}{% if options.no_std %}    {{ self.flag(table) }}.store(true, core::sync::atomic::Ordering::Release);
{% else %}    attacks
{% endif %}}
{% endfor %}
/// Stores what is attacked along `rays` from every square under every subset of its mask.
{% let is_or = self.has_shared_slots() %}{{ self.fill_head(walk) }}
{% if !module.fields.is_records() %}    for (square, &mask) in masks.iter().enumerate() {
{% else if self.is_iterated() %}    for (square, mask) in masks.enumerate() {
{% else %}    for (square, magic) in magics.iter().enumerate() {
        let mask = magic.mask;
{% endif %}{% if filling.squares.is_some() %}        if ({{ self.name("squares") }} >> square) & 1 == 0 {
            continue;
        }
{% endif %}        let mut occupied = 0;
        loop {
{% if options.no_std %}            let reached = walk(rays, {% if walk.has_range %}range, {% endif %}square, occupied);
            let slot = &attacks[index(square, occupied)];
{% if is_or %}            // Squares share slots; each lookup cuts off what isn't its own.
            slot.fetch_or(reached, core::sync::atomic::Ordering::Relaxed);
{% else %}            slot.store(reached, core::sync::atomic::Ordering::Relaxed);
{% endif %}{% else if is_or %}            // Squares share slots; each lookup cuts off what isn't its own.
            attacks[index(square, occupied)] |= walk(rays, {% if walk.has_range %}range, {% endif %}square, occupied);
{% else %}            attacks[index(square, occupied)] = walk(rays, {% if walk.has_range %}range, {% endif %}square, occupied);
{% endif %}            // The next subset: a carry ripples through the bits of the mask.
            occupied = occupied.wrapping_sub(mask) & mask;
            if occupied == 0 {
                break;
            }
        }
    }
}

/// Squares attacked along `rays` from `square`, one step after another.
{% let places = self.places_of_bits() %}fn walk(rays: &[Ray], {% if walk.has_range %}range: usize, {% endif %}square: usize, occupied: u64) -> u64 {
    let mut attacks = 0;
    for ray in rays {
        let mut place = {% if places.is_some() %}usize::from({{ self.name("PLACE_OF_BIT") }}[square]){% else %}square{% endif %};
{% if walk.has_range %}        for _ in 0..range {
            if (ray.from >> place) & 1 == 0 {
                break;
            }
{% else %}        while (ray.from >> place) & 1 != 0 {
{% endif %}            place = place.wrapping_add_signed(ray.step);
{% if places.is_some() %}            let reached = {{ self.name("BIT_OF_PLACE") }}[place];
            attacks |= 1 << reached;
            if (occupied >> reached) & 1 != 0 {
{% else %}            attacks |= 1 << place;
            if (occupied >> place) & 1 != 0 {
{% endif %}                break;
            }
        }
    }
    attacks
}

/// A ray of the board.
struct Ray {
    /// What a step adds to the {% if places.is_some() %}place, counted rank after rank{% else %}square{% endif %}.
    step: isize,
    /// Where a step leads to another square.
    from: u64,
}
{% for fill in self.page().fills %}{% call items::table(self.rays_of(fill), "") %}{% endcall %}{% endfor %}{% if let Some(set) = filling.squares %}
/// The indices that are squares.
const {{ self.name("squares") }}: u64 = {{ set }};
{% endif %}{% if let Some(table) = places %}{% call items::table(table, "") %}{% endcall %}{% endif %}
