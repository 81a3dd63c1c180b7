{% for line in file.header() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !file.licence().is_empty() %}
{% for line in file.licence() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}
package {{ file.package }}

{% let walked = tested.walked %}import "testing"
{% for array in tested.arrays %}
{% for line in array.doc %}// {{ line }}
{% endfor %}var {{ array.head }}{
{{ array.rows }}
}
{% endfor %}{% for (name, one) in names.iter().zip(tested.compared.iter()) %}
func {{ name }}(t *testing.T) {
{% for relevant in one.relevant %}	{{ compare }}(t, "{{ one.lookup }}", {{ one.lookup }}, {{ one.walker }}, {{ relevant }})
{% endfor %}}
{% endfor %}
// {{ compare }} compares a lookup with rays walked, under every subset of relevant squares, with
// all other squares empty and with all of them occupied.
func {{ compare }}(
	t *testing.T,
	name string,
	lookup, walked func(int, uint64) uint64,
	relevant func(int) uint64,
) {
	t.Helper()
	for square := 0; square < {{ walked.walk.indices }}; square++ {
{% if let Some(squares) = walked.squares %}		if {{ squares }}>>square&1 == 0 {
			continue
		}
{% endif %}		mask := relevant(square)
		subset := uint64(0)
		for {
			for _, occupied := range [2]uint64{subset, subset | ^mask} {
				if got, want := lookup(square, occupied), walked(square, occupied); got != want {
					t.Fatalf(
						"%s(%d, %#016x) = %#016x, want %#016x",
						name, square, occupied, got, want)
				}
			}
			subset = (subset - mask) & mask
			if subset == 0 {
				break
			}
		}
	}
}
{% for one in tested.compared %}
func {{ one.walker }}(square int, occupied uint64) uint64 {
	return {{ file.text(one.walked) }}
}
{% if let Some(squares) = one.squares %}
func {{ one.relevant[0] }}(square int) uint64 {
	return {{ file.text(squares) }}
}
{% endif %}{% endfor %}
// {{ tested.test.relevant }} returns the squares where a blocker shortens a ray: all that each reaches but
// its last.
func {{ tested.test.relevant }}(steps []int8, from []uint64, {% if walked.walk.has_range %}limit, {% endif %}square int) uint64 {
	relevant := uint64(0)
	for ray, step := range steps {
		at := {% if let Some(grid) = walked.walk.grid %}int({{ grid.of_bit }}[square]){% else %}square{% endif %}
		reached := uint64(0)
		for {% if walked.walk.has_range %}left := limit; left > 0 && from[ray]>>at&1 != 0; left--{% else %}from[ray]>>at&1 != 0{% endif %} {
			relevant |= reached
			at += int(step)
			reached = 1 << {% if let Some(grid) = walked.walk.grid %}{{ grid.bit_of }}[at]{% else %}at{% endif %}
		}
	}
	return relevant
}
{% if !file.page().module.fills() %}
{% include "go/walk.go" %}
{% endif %}
