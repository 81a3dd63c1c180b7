{% for line in self::class_doc(self.page()) %}/// {{ line }}
{% endfor %}{{ visible }} static class {{ self.name() }}
{
{%- for rank in self.page().ranks %}{% for (name, bit) in rank.squares %}
    /// <summary>The square {{ name }}.</summary>
    {{ visible }} const int {{ name }} = {{ bit }};
{%- endfor %}
{% endfor %}{% for array in self.arrays() %}
{% for line in array.doc %}    /// {{ line }}
{% endfor %}    {{ array.head }} =
    {
{{ array.rows }}
    };
{% endfor %}{% if let Some(records) = self.records() %}
{% include "csharp/records.cs" %}
{% endif %}{% for table in self.page().filled %}{% if table.is_public %}
    /// <summary>{{ table.doc }}</summary>
    {{ visible }} static System.ReadOnlySpan<ulong> {{ table.name }} => {{ holder }}.{{ table.name }};
{% endif %}{% endfor %}{% for of in self.page().enumerations %}
{% include "csharp/enumeration.cs" %}
{% endfor %}{% for method in self.routines(Group::DOWNWARDS) %}
{% for line in method.doc %}    /// {{ line }}
{% endfor %}{% if self::is_inlined(*method.item) %}    [MethodImpl(MethodImplOptions.AggressiveInlining)]
{% endif %}    {{ method.head }}
    {
{% if self::is_unchecked(*method.item) %}        unchecked
        {
{% for line in method.body %}            {{ line }}
{% endfor %}        }
{% else %}{% for line in method.body %}        {{ line }}
{% endfor %}{% endif %}    }
{% endfor %}{% include "csharp/choice.cs" %}{% for lines in self.own_types() %}
    /// <summary>The same for your types.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
{% for line in lines %}    {{ line }}
{% endfor %}{% endfor %}{% if let (Some(choice), Some(own)) = (self.page().choice.as_ref(), types.piece()) %}
    /// <summary>The piece of this class that is one of yours.</summary>
    private static {{ choice.kind }} {{ piece_of }}({{ own }} piece)
    {
        switch (piece)
        {
{% for one in choice.pieces %}            case {{ own }}.{{ one.member.own_named(Case::Pascal) }}:
                return {{ choice.kind }}.{{ one.member.named(Case::Pascal) }};
{% endfor %}            default:
                throw new System.ArgumentOutOfRangeException(nameof(piece));
        }
    }
{% endif %}{% for mover in self.page().movers.own() %}
{% for line in self.comment("", mover.doc) %}    /// {{ line }}
{% endfor %}    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong {{ mover.name }}(ulong word, ulong mask)
    {
#if NETCOREAPP3_0_OR_GREATER
        if (System.Runtime.Intrinsics.X86.Bmi2.X64.IsSupported)
        {
            return System.Runtime.Intrinsics.X86.Bmi2.X64.ParallelBit{% if mover.spreads %}Deposit{% else %}Extract{% endif %}(word, mask);
        }
#endif
        return {{ mover.portable }}(word, mask);
    }

    /// <summary>The same without an instruction: one bit of the mask after another, the lowest first.</summary>
    private static ulong {{ mover.portable }}(ulong word, ulong mask)
    {
        ulong moved = 0;
        for (ulong bit = 1; mask != 0; bit <<= 1)
        {
            ulong others = mask & (mask - 1);
            if ((word & {% if mover.spreads %}bit{% else %}(mask ^ others){% endif %}) != 0)
            {
                moved |= {% if mover.spreads %}mask ^ others{% else %}bit{% endif %};
            }

            mask = others;
        }

        return moved;
    }
{% endfor %}{% if let Some(dispatch) = self.page().dispatch %}
{% include "csharp/dispatch.cs" %}
{% endif %}{% if let Some(walked) = self.filling() %}{% for one in self.page().fills %}
    /// <summary>Stores the attack sets of the {{ one.owner }}.</summary>
    private static void {{ one.name(Case::Pascal) }}(ulong[] table)
    {
        for (int square = 0; square < {{ walked.walk.indices }}; square++)
        {
{% if let Some(squares) = walked.squares %}            if ((({{ squares }} >> square) & 1) == 0)
            {
                continue;
            }

{% endif %}            ulong mask = {{ self.mask_of_square(one) }};
            ulong subset = 0;
            do
            {
                ulong attacks = {{ self.text(&self.walked(walked.walk, one.rays, "subset")) }};
                table[{{ one.index }}(square, subset)] {% if one.is_or %}|= {% else %}= {% endif %}attacks;
                subset = unchecked(subset - mask) & mask;
            }
            while (subset != 0);
        }
    }
{% endfor %}
{% include "csharp/walk.cs" %}

    /// <summary>What the first lookup fills: only that initialises the class.</summary>
    private static class {{ holder }}
    {
{% for table in self.page().filled %}        internal static readonly ulong[] {{ table.name }} = new ulong[{{ table.length }}];
{% endfor %}
        static {{ holder }}()
        {
{% for one in self.page().fills %}            {{ one.name(Case::Pascal) }}({{ one.table_name }});
{% endfor %}        }
    }
{% endif %}{% if let Some(blob) = self.page().module.blob %}{% include "csharp/load.cs" %}{% endif %}}
