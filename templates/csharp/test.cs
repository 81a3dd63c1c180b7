{% for line in doc %}/// {{ line }}
{% endfor %}{{ of.visible }} static class {{ of.name() }}Test
{
{%- for array in tested.arrays %}{% let array = of.array(array) %}
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
            {% for [spoken, lookup, walker, masks] in self::comparisons(compared) %}{% if !loop.first %}
            && {% endif %}Compare("{{ spoken }}", {{ of.name() }}.{{ lookup }}, {{ walker }}, {{ masks }}){% endfor %};
        return isSame ? 0 : 1;
    }

    private static bool Compare(
        string piece,
        Func<int, ulong, ulong> lookup,
        Func<int, ulong, ulong> walked,
        ulong[] masks)
    {
        for (int square = 0; square < masks.Length; square++)
        {
{% if let Some(squares) = walk.squares %}            if ((({{ squares }} >> square) & 1) == 0)
            {
                continue;
            }

{% endif %}            ulong subset = 0;
            do
            {
                ulong found = lookup(square, subset);
                ulong right = walked(square, subset);
                if (found != right)
                {
                    Console.Error.WriteLine(
                        "the {0} on square {1}, occupied {2:x16}: found {3:x16}, walked {4:x16}",
                        piece, square, subset, found, right);
                    return false;
                }

                subset = unchecked(subset - masks[square]) & masks[square];
            }
            while (subset != 0);
        }

        return true;
    }
{% for one in compared %}
    private static ulong {{ one.walker }}(int square, ulong occupied)
    {
        return {{ of.text(one.walked) }};
    }
{% endfor %}
{% let walked = walk %}{% include "csharp/walk.cs" %}
}
