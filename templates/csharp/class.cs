{% for line in doc %}/// {{ line }}
{% endfor %}{{ visible }}static class {{ name }}
{
{%- for rank in squares %}
    /// <summary>{{ rank.doc }}</summary>
    {{ rank.text }}
{% endfor %}{% for array in arrays %}
{% for line in array.doc %}    /// {{ line }}
{% endfor %}    {{ array.head }} =
    {
{{ array.rows }}
    };
{% endfor %}{% for table in filled %}{% if let Some(public) = table.public %}
    /// <summary>{{ table.doc }}</summary>
    {{ public }} => Tables.{{ table.name }};
{% endif %}{% endfor %}{% for method in methods %}
{% for line in method.doc %}    /// {{ line }}
{% endfor %}    {{ method.head }}
    {
{% if method.is_unchecked %}        unchecked
        {
{% for line in method.body %}            {{ line }}
{% endfor %}        }
{% else %}{% for line in method.body %}        {{ line }}
{% endfor %}{% endif %}    }
{% endfor %}{% if let Some(walked) = walk %}{% for table in filled %}{% for one in table.loops %}
    private static void {{ one.name }}(ulong[] table)
    {
        for (int square = 0; square < {{ walked.walk.indices }}; square++)
        {
{% if let Some(squares) = walked.squares %}            if (({{ squares }} >> square & 1) == 0)
            {
                continue;
            }

{% endif %}            ulong mask = {{ one.fill.masks }}[square];
            ulong subset = 0;
            do
            {
                {{ one.store(walked.walk) }}
                subset = unchecked(subset - mask) & mask;
            }
            while (subset != 0);
        }
    }
{% endfor %}{% endfor %}
{% include "csharp/walk.cs" %}

    /// <summary>What the first lookup fills: only that initialises the class.</summary>
    private static class Tables
    {
{% for table in filled %}        internal static readonly ulong[] {{ table.name }} = new ulong[{{ table.length }}];
{% endfor %}
        static Tables()
        {
{% for table in filled %}{% for one in table.loops %}            {{ one.name }}({{ table.name }});
{% endfor %}{% endfor %}        }
    }
{% endif %}}
