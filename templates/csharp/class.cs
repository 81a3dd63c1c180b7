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
{% endfor %}{% for table in self.page().filled %}{% if table.is_public %}
    /// <summary>{{ table.doc }}</summary>
    {{ visible }} static ulong[] {{ table.name }} => {{ holder }}.{{ table.name }};
{% endif %}{% endfor %}{% for method in self.routines(Group::DOWNWARDS) %}
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
{% endfor %}{% include "csharp/choice.cs" %}{% if let Some(walked) = self.filling() %}{% for one in self.page().fills %}
    /// <summary>Stores the attack sets of the {{ one.owner }}.</summary>
    private static void {{ one.name(Case::Pascal) }}(ulong[] table)
    {
        for (int square = 0; square < {{ walked.walk.indices }}; square++)
        {
{% if let Some(squares) = walked.squares %}            if ((({{ squares }} >> square) & 1) == 0)
            {
                continue;
            }

{% endif %}            ulong mask = {{ one.masks }}[square];
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
{% endif %}}
