type {{ of.kind }}* {.pure.} = enum
  ## {{ of.what }} `{{ of.function }}` returns.
{%- for line in self::members(of) %}
  {{ line }}
{%- endfor %}
