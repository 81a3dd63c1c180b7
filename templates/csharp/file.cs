{% for line in frame.page.header %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !frame.page.module.licence.is_empty() %}
{% for line in frame.page.module.licence %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}{% if frame.keys.nullable %}
#nullable enable
{% endif %}{% if !frame.uses.is_empty() %}
{% for name in frame.uses %}using {{ name }};
{% endfor %}{% endif %}{% match frame.keys.namespace %}{% when Some with (name) %}{% if frame.keys.is_file_scoped() %}
namespace {{ name.get_ref() }};

{{ class }}
{%- else %}
namespace {{ name.get_ref() }}
{
{{ class }}
}
{%- endif %}{% when None %}
{{ class }}
{%- endmatch %}
