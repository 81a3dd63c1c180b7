{{ pad }}         Mask := {{ fill.masks }} (Square);
{{ pad }}         Subset := 0;
{{ pad }}         loop
{{ pad }}            Index := {{ fill.index }} (Square, Subset);
{{ pad }}            {{ fill.table_name }} (Index) :={% if fill.is_or %} {{ fill.table_name }} (Index) or{% endif %}
{{ pad }}              {{ walked.walk.name }}
{{ pad }}                ({{ fill.rays.steps }},
{{ pad }}                 {{ fill.rays.from }},
{{ pad }}                 {% if walked.walk.has_range %}{{ fill.rays.range }}, {% endif %}Square, Subset);
{{ pad }}            Subset := (Subset - Mask) and Mask;
{{ pad }}            exit when Subset = 0;
{{ pad }}         end loop;
