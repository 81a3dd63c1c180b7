{% for line in self.header() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !self.licence().is_empty() %}
{% for line in self.licence() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}
{% for line in self.about() %}//{% if line.starts_with('\t') %}{{ line }}{% else if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !is_package_comment %}
{% endif %}package {{ package }}
{% let page = self.page() %}{% let imports = self.imports() %}{% if imports.len() == 1 %}
import {{ imports[0] }}
{% else if !imports.is_empty() %}
import (
{% for import in imports %}{% if !import.is_empty() %}	{{ import }}{% endif %}
{% endfor %})
{% endif %}{% if !self.page().ranks.is_empty() %}
// Squares as bit indices.
const (
{% for rank in self.page().ranks %}{% if !loop.first %}
{% endif %}	// {{ rank.doc }}
{% for line in self::constants(rank) %}{% if !loop.first %}
{% endif %}	{{ line }}
{% endfor %}{% endfor %})
{% endif %}{% for array in self.arrays() %}
{% for line in array.doc %}// {{ line }}
{% endfor %}var {{ array.head }}{
{{ array.rows }}
}
{% endfor %}{% if let Some(records) = self.records() %}
{% include "go/records.go" %}
{% endif %}{% for table in page.filled %}
{% let array = table.array() %}{% for line in self.array_doc(array) %}// {{ line }}
{% endfor %}var {{ table.name }} [{{ table.length }}]uint64
{% endfor %}{% for of in page.enumerations %}
{% include "go/enumeration.go" %}
{% endfor %}{% for function in self.routines(Group::DOWNWARDS) %}
{% for line in function.doc %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}func {{ function.head }} {
{% for line in function.body %}	{{ line }}
{% endfor %}}
{% endfor %}{% include "go/choice.go" %}{% let own = self.own() %}{% if !own.is_empty() %}
{% let [variable, kind] = typed %}// {{ variable }} has the functions of this file for your types.
var {{ variable }} {{ kind }}

type {{ kind }} struct{}
{% for function in own %}
// {{ function.name }} is the same for your types.
{% for line in self.method(function) %}{{ line }}
{% endfor %}{% endfor %}{% if let (Some(choice), Some(own)) = (page.choice.as_ref(), types.piece()) %}
// {{ piece_of }} returns the piece of this file that is one of yours. Any other attacks nothing.
func {{ piece_of }}(piece {{ own }}) {{ choice.kind }} {
	switch piece {
{% for (yours, ours) in self.own_pieces() %}	case {{ yours }}:
		return {{ ours }}
{% endfor %}	}
	return 255
}
{% endif %}{% endif %}{% let [filled, fill_tables] = fill %}{% if page.module.fills() || page.module.blob.is_some() %}
{% if page.lookups.is_empty() %}var _ = {{ fill_tables }}()
{% else %}// {{ filled }} is true. Lookups name it, so that variables of the package that call them are
// initialised after it.
var {{ filled }} = {{ fill_tables }}()
{% endif %}{% endif %}{% if let Some(blob) = page.module.blob %}{% let file = page.module.blob_file.name %}
// {{ data }} is the content of {{ file }}, which lies in the folder of this file.
//
//go:embed {{ file }}
var {{ data }} []byte

// {{ fill_tables }} copies attack sets from {{ file }}. It panics if the file is damaged or foreign.
func {{ fill_tables }}() bool {
	const header = "{{ self::header_text(blob) }}"
	if len({{ data }}) != {{ blob.length() }} || string({{ data }}[:len(header)]) != header {
		panic("{{ file }} isn't the file that was generated with its source")
	}
	words := {{ data }}[len(header):]
	if crc32.ChecksumIEEE(words) != {{ self::checksum(blob) }} {
		panic("{{ file }} is damaged")
	}
{% for table in page.filled %}	for at := range {{ table.name }} {
		{{ table.name }}[at] = binary.{{ self.order() }}Endian.Uint64(words)
		words = words[8:]
	}
{% endfor %}	return true
}
{% endif %}{% if let Some(walked) = self.filling() %}
// {{ fill_tables }} walks the rays of every square under every subset of its masks.
func {{ fill_tables }}() bool {
{% for fill in page.fills %}{% if let Some(all) = page.record_array.as_ref() %}	for square := range {{ all.name }} {
		mask := {{ self.mask_of_square(fill) }}
{% else %}	for square, mask := range {{ fill.masks }} {
{% endif %}{% if let Some(squares) = walked.squares %}		if {{ squares }}>>square&1 == 0 {
			continue
		}
{% endif %}		subset := uint64(0)
		for {
			attacks := {{ self.text(&self.walked(walked.walk, fill.rays, "subset")) }}
			{{ fill.table_name }}[{{ fill.index }}(square, subset)] {% if fill.is_or %}|= {% else %}= {% endif %}attacks
			subset = (subset - mask) & mask
			if subset == 0 {
				break
			}
		}
	}
{% endfor %}	return true
}

{% include "go/walk.go" %}
{% endif %}
