{% for line in doc %}/// {{ line }}
{% endfor %}{% let walked = tested.walked %}{{ of.visible }} static class {{ of.name() }}Test
{
{%- for array in tested.arrays %}
{% for line in array.doc %}    /// {{ line }}
{% endfor %}    {{ array.head }} =
    {
{{ array.rows }}
    };
{% endfor %}
{% for line in main_doc %}    /// {{ line }}
{% endfor %}    /// <returns>0 where none differs, else 1.</returns>
    public static int Main()
    {
        bool isSame =
            {% for [spoken, lookup, walker, relevant] in tested.comparisons() %}{% if !loop.first %}
            && {% endif %}Compare("{{ spoken }}", {{ of.name() }}.{{ lookup }}, {{ walker }}, {{ relevant }}){% endfor %};
        return isSame ? 0 : 1;
    }

    private static bool Compare(
        string piece,
        Func<int, ulong, ulong> lookup,
        Func<int, ulong, ulong> walked,
        Func<int, ulong> relevant)
    {
        for (int square = 0; square < {{ walked.walk.indices }}; square++)
        {
{% if let Some(squares) = walked.squares %}            if ((({{ squares }} >> square) & 1) == 0)
            {
                continue;
            }

{% endif %}            ulong mask = relevant(square);
            ulong subset = 0;
            do
            {
                foreach (ulong occupied in new[] { subset, subset | ~mask })
                {
                    ulong found = lookup(square, occupied);
                    ulong right = walked(square, occupied);
                    if (found != right)
                    {
                        Console.Error.WriteLine(
                            "the {0} on square {1}, occupied {2:x16}: " +
                            "found {3:x16}, walked {4:x16}",
                            piece, square, occupied, found, right);
                        return false;
                    }
                }

                subset = unchecked(subset - mask) & mask;
            }
            while (subset != 0);
        }

        return true;
    }
{% for one in tested.compared %}
    private static ulong {{ one.walker }}(int square, ulong occupied)
    {
        return {{ of.text(one.walked) }};
    }
{% if let Some(squares) = one.squares %}
    private static ulong {{ one.relevant[0] }}(int square)
    {
        return {{ of.text(squares) }};
    }
{% endif %}{% endfor %}
    /// <summary>Returns the squares where a blocker shortens a ray: all that each reaches but its last.</summary>
    {{ self::relevant_head(tested.test.relevant, walked.walk) }}
    {
        ulong relevant = 0;
        for (int ray = 0; ray < steps.Length; ray++)
        {
            int at = {% if let Some(grid) = walked.walk.grid %}{{ grid.of_bit }}[square]{% else %}square{% endif %};
            ulong reached = 0;
{% if walked.walk.has_range %}            for (int left = range; left > 0; left--)
            {
                if (((from[ray] >> at) & 1) == 0)
                {
                    break;
                }

{% else %}            while (((from[ray] >> at) & 1) != 0)
            {
{% endif %}                relevant |= reached;
                at += steps[ray];
                reached = 1UL << {% if let Some(grid) = walked.walk.grid %}{{ grid.bit_of }}[at]{% else %}at{% endif %};
            }
        }

        return relevant;
    }

{% include "csharp/walk.cs" %}
}
