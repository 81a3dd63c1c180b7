{% for line in self.header() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !self.licence().is_empty() %}
{% for line in self.licence() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}
{% for line in self.about() %}{{ line }}
{% endfor %}module {{ module }};
{% if self.page().reversals.bytes.is_some() || self.page().reversals.bits.is_some() %}
import core.bitop : bswap;
{% endif %}{% for module in self.imports() %}
static import {{ module }};
{% endfor %}{% for rank in self.page().ranks %}
/// {{ rank.doc }}
{% for line in self::constants(rank) %}{% if !loop.first %}    {% endif %}{{ line }}
{% endfor %}{% endfor %}{% for array in self.data(false) %}
{% include "d/array.d" %}
{% endfor %}{% if let Some(records) = self.records() %}
{% include "d/records.d" %}
{% endif %}{% for table in self.page().filled %}{% let table = self.filled(table) %}
{% for line in table.doc %}{{ line }}
{% endfor %}{{ table.head }};
{% endfor %}{% for of in self.page().enumerations %}
{% include "d/enumeration.d" %}
{% endfor %}{% for routine in self.routines(Group::PUBLIC_FIRST) %}
{% for line in routine.doc %}{{ line }}
{% endfor %}{{ routine.head }}
{
{%- for line in routine.body %}
    {{ line }}
{%- endfor %}
}
{% endfor %}{% let attributes = "@safe pure nothrow @nogc" %}{% for mover in self.page().movers.own() %}
{% include "d/mover.d" %}
{% endfor %}{% include "d/choice.d" %}{% for lines in self.own() %}
/// The same for your types.
{% for line in lines %}{{ line }}
{% endfor %}{% endfor %}{% if let Some(blob) = self.page().module.blob %}{% include "d/load.d" %}{% endif %}{% if let Some(walk) = self.page().walk %}{% let walked = self.walk(walk) %}{% let walks_in_test = !self.page().module.fills() %}{% if !walks_in_test %}
{% include "d/walk.d" %}

shared static this() @safe nothrow @nogc
{
{%- for one in self.page().fills %}
    foreach (square; 0 .. {{ walked.walk.indices }})
    {
{%- if let Some(squares) = walked.squares %}
        if ((({{ squares }} >> square) & 1) == 0)
            continue;
{%- endif %}
        const mask = {{ self.mask_of_square(one) }};
        ulong subset = 0;
        do
        {
            {{ one.table_name }}[{{ one.index }}(square, subset)] {% if one.is_or %}|={% else %}={% endif %}
                {{ self.text(&self.walked(walk, one.rays, "subset")) }};
            subset = (subset - mask) & mask;
        }
        while (subset != 0);
    }
{%- if !loop.last %}
{% endif %}
{%- endfor %}
}
{% endif %}{% endif %}{% if self.page().self_test.is_some() %}{% let tested = self.data(true) %}
{%- if let Some(walk) = self.page().walk %}{% let walked = self.walk(walk) %}{% let walks_in_test = !self.page().module.fills() %}{% if !tested.is_empty() || walks_in_test %}
version (unittest):

{% for array in tested %}
{%- include "d/array.d" %}

{% endfor %}{% if walks_in_test %}
{%- include "d/walk.d" %}

{% endif %}{% else %}
{% endif %}/// Compares every lookup with rays walked, under every subset of relevant squares, with all other
/// squares empty and with all of them occupied.
@safe unittest
{
    import std.format : format;

    static ulong {{ self.relevant() }}(
        const byte[] steps, const ulong[] from, {% if walk.has_range %}int range, {% endif %}int square)
    {
        ulong relevant = 0;
        foreach (ray, step; steps)
        {
            int at = {% if let Some(grid) = walk.grid %}{{ grid.of_bit }}[square]{% else %}square{% endif %};
{%- if walk.has_range %}
            int left = range;
{%- endif %}
            ulong reached = 0;
            while ({% if walk.has_range %}left-- > 0 && {% endif %}((from[ray] >> at) & 1) != 0)
            {
                relevant |= reached;
                at += step;
                reached = 1UL << {% if let Some(grid) = walk.grid %}{{ grid.bit_of }}[at]{% else %}at{% endif %};
            }
        }
        return relevant;
    }

    static void compare(alias lookup, alias walked, alias relevant)(string piece)
    {
        foreach (square; 0 .. {{ walk.indices }})
        {
{%- if let Some(squares) = walked.squares %}
            if ((({{ squares }} >> square) & 1) == 0)
                continue;
{%- endif %}
            const mask = relevant(square);
            ulong subset = 0;
            do
            {
                const ulong[2] both = [subset, subset | ~mask];
                foreach (occupied; both)
                {
                    const found = lookup(square, occupied);
                    const right = walked(square, occupied);
                    assert(found == right, format!(
                        "the %s on square %d, occupied 0x%016x: found 0x%016x, walked 0x%016x")(
                        piece, square, occupied, found, right));
                }
                subset = (subset - mask) & mask;
            }
            while (subset != 0);
        }
    }
{% for one in compared %}{% if let Some(squares) = one.squares %}
    static ulong {{ one.relevant[0] }}(int square)
    {
        return {{ self.text(squares) }};
    }
{% endif %}{% if one.is_public %}
    static ulong {{ one.walker }}(int square, ulong occupied)
    {
        return {% for piece in one.pieces %}{% if !loop.first %}
            | {% endif %}{{ self.text(&self.walked(walk, piece.rays, "occupied")) }}{% endfor %};
    }
{% endif %}{% endfor %}
{%- for [spoken, lookup, walker, relevant] in self::comparisons(compared) %}
    compare!({{ lookup }}, {{ walker }}, {{ relevant }})("{{ spoken }}");
{%- endfor %}
}
{% endif %}{% endif %}