{% macro declaration(memory) %}reg {{ WORDS.entry(*memory.array.storage, false) }} {{ memory.name }} [{{ memory.start }}:{{ memory.last() }}];{% endmacro %}
{% macro reading(memory) %}$readmemh("{{ memory.array.name }}.hex", {{ memory.name }});{% endmacro %}
