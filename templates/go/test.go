{% for line in file.header() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !file.licence().is_empty() %}
{% for line in file.licence() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}
package {{ file.package }}

import "testing"
{% for array in arrays %}
{% for line in array.doc %}// {{ line }}
{% endfor %}var {{ array.head }}{
{{ array.rows }}
}
{% endfor %}{% for (name, one) in tests %}
func {{ name }}(t *testing.T) {
{% for masks in one.masks %}	{{ compare }}(t, "{{ one.lookup }}", {{ one.lookup }}, {{ one.walker }}, {{ masks }}[:])
{% endfor %}}
{% endfor %}
// {{ compare }} compares a lookup with rays walked, under every subset of every mask.
func {{ compare }}(t *testing.T, name string, lookup, walked func(int, uint64) uint64, masks []uint64) {
	t.Helper()
	for square, mask := range masks {
{% if let Some(squares) = walk.squares %}		if {{ squares }}>>square&1 == 0 {
			continue
		}
{% endif %}		subset := uint64(0)
		for {
			if got, want := lookup(square, subset), walked(square, subset); got != want {
				t.Fatalf("%s(%d, %#016x) = %#016x, want %#016x", name, square, subset, got, want)
			}
			subset = (subset - mask) & mask
			if subset == 0 {
				break
			}
		}
	}
}
{% for (_, one) in tests %}
func {{ one.walker }}(square int, occupied uint64) uint64 {
	return {{ file.text(one.walked) }}
}
{% endfor %}{% if has_walk %}{% let walked = walk %}
{% include "go/walk.go" %}
{% endif %}
