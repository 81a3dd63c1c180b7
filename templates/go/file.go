{% for line in header %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !licence.is_empty() %}
{% for line in licence %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}
{% for line in comment %}//{% if line.starts_with('\t') %}{{ line }}{% else if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !is_package_comment %}
{% endif %}package {{ package }}
{% if has_bits %}
import "math/bits"
{% endif %}{% if !ranks.is_empty() %}
// Squares as bit indices.
const (
{% for (doc, lines) in ranks %}{% if !loop.first %}
{% endif %}	// {{ doc }}
{% for line in lines %}{% if !loop.first %}
{% endif %}	{{ line }}
{% endfor %}{% endfor %})
{% endif %}{% for array in arrays %}
{% for line in array.doc %}// {{ line }}
{% endfor %}var {{ array.head }}{
{{ array.rows }}
}
{% endfor %}{% for table in filled %}
{% for line in table.doc %}// {{ line }}
{% endfor %}var {{ table.table.name }} = {{ table.function }}()
{% endfor %}{% for function in functions %}
{% for line in function.doc %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}func {{ function.head }} {
{% for line in function.body %}	{{ line }}
{% endfor %}}
{% endfor %}{% if let Some(walked) = walk %}{% for table in filled %}
// {{ table.function }} walks the rays of every square under every subset of its masks.
func {{ table.function }}() (table [{{ table.table.length }}]uint64) {
{% for one in fills %}{% if one.fill.table == table.table.index %}	for square, mask := range {{ one.fill.masks }} {
{% if let Some(squares) = walked.squares %}		if {{ squares }}>>square&1 == 0 {
			continue
		}
{% endif %}		subset := uint64(0)
		for {
			attacks := {{ one.walked }}
			table[{{ one.fill.index }}(square, subset)] {% if one.fill.is_or %}|= {% else %}= {% endif %}attacks
			subset = (subset - mask) & mask
			if subset == 0 {
				break
			}
		}
	}
{% endif %}{% endfor %}	return table
}
{% endfor %}
{% include "go/walk.go" %}
{% endif %}
