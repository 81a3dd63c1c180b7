{{ pad }}         Mask := {{ one.fill.masks }} (Square);
{{ pad }}         Subset := 0;
{{ pad }}         loop
{{ pad }}            Index := {{ one.fill.index }} (Square, Subset);
{{ pad }}            {{ one.fill.table_name }} (Index) :={% if one.fill.is_or %} {{ one.fill.table_name }} (Index) or{% endif %}
{{ pad }}              {{ walked.walk.name }}
{{ pad }}                ({{ one.fill.rays.steps }},
{{ pad }}                 {{ one.fill.rays.from }},
{{ pad }}                 {% if walked.walk.has_range %}{{ one.fill.rays.range }}, {% endif %}Square, Subset);
{{ pad }}            Subset := (Subset - Mask) and Mask;
{{ pad }}            exit when Subset = 0;
{{ pad }}         end loop;
