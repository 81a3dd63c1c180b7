{% for line in self.header() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !self.licence().is_empty() %}
/*
{% for line in self.licence() %} *{% if !line.is_empty() %} {{ line.trim_end() }}{% endif %}
{% endfor %} */
{% endif %}{% if let Some(package) = keys.package %}
package {{ package.get_ref() }};
{% endif %}{% if self.vectors.is_some() %}
{% for class in vectors::CLASSES %}import jdk.incubator.vector.{{ class }};
{% endfor %}{% endif %}
{% for line in self.about() %}{{ line }}
{% endfor %}{% if keys.has_annotation() %}@javax.annotation.{% if keys.release() > 8 %}processing.{% endif %}Generated("magicgen")
{% endif %}{% if keys.is_public() %}public {% endif %}{% if keys.is_final() %}final {% endif %}class {{ self.name() }} {
  private {{ self.name() }}() {}
{% for rank in self.page().ranks %}{% for line in self.squares(rank) %}
  /** {{ rank.doc }} */
  {{ line }};
{% endfor %}{% endfor %}{% if let Some(constants) = self.vectors %}
  /** The vectors that batches compute on: the longest of this processor. */
  private static final VectorSpecies<Long> {{ constants.lanes }} = LongVector.SPECIES_PREFERRED;

  /** For how many squares a batch reads fields at once. */
  private static final int {{ constants.block }} = 64;
{% endif %}{% for member in self.arrays() %}
{% for line in member.doc %}  {{ line }}
{% endfor %}  {{ member.head }} = {{ member.rows }};
{% endfor %}{% for of in self.page().enumerations %}
{% include "java/enumeration.java" %}
{% endfor %}{% for method in self.routines(Group::DOWNWARDS) %}
{% for line in method.doc %}  {{ line }}
{% endfor %}  {{ method.head }} {
{% for line in method.body %}    {{ line }}
{% endfor %}  }
{% endfor %}{% include "java/choice.java" %}{% for function in self.own() %}
{% for line in self.doc_of_own(function) %}  {{ line }}
{% endfor %}{% for line in self.own_lines(function) %}  {{ line }}
{% endfor %}{% endfor %}{% if let (Some(choice), Some(own)) = (self.page().choice.as_ref(), keys.types.piece()) %}
  /** Returns the piece of this class that is one of yours. */
  private static {{ choice.kind }} {{ self.name_of_piece() }}({{ own }} piece) {
    switch (piece) {
{% for one in choice.pieces %}      case {{ one.member.own_named(Case::Shouty) }}:
        return {{ choice.kind }}.{{ one.member.named(Case::Shouty) }};
{% endfor %}      default:
        throw new IllegalArgumentException("no lookup of " + piece);
    }
  }
{% endif %}{% for mover in self.page().movers.own() %}
{% for line in self.comment("", mover.doc) %}  {{ line }}
{% endfor %}  private static long {{ mover.name }}(long word, long mask) {
    long moved = 0;
    for (long left = mask, bit = 1; left != 0; left &= left - 1, bit <<= 1) {
      if ((word & {% if mover.spreads %}bit{% else %}Long.lowestOneBit(left){% endif %}) != 0) {
        moved |= {% if mover.spreads %}Long.lowestOneBit(left){% else %}bit{% endif %};
      }
    }
    return moved;
  }
{% endfor %}{% for storage in holders.unpacked() %}{% let characters = storage.bytes() / 2 %}{% let element = self::element(*storage) %}
  /** {% if characters == 4 %}Unpacks words of four characters each, the highest bits first, into rows.
  {%- else if characters == 2 %}Unpacks numbers of two characters each, the highest bits first, into rows.
  {%- else if characters == 1 %}Unpacks numbers of one character each into rows.
  {%- else %}Unpacks bytes, two of them a character, the first in its upper half, into rows.
  {%- endif %} */
  private static void {{ holders.unpack }}(String[] constants, {{ element }}[]... rows) {
    int constant = 0;
    int at = 0;
    for ({{ element }}[] row : rows) {
      for (int index = 0; index < row.length; index++) {
        if (at == {% if characters == 0 %}2 * {% endif %}constants[constant].length()) {
          constant++;
          at = 0;
        }
{% if characters > 1 %}        for (int end = at + {{ characters }}; at < end; at++) {
          row[index] = (row[index] << 16) | constants[constant].charAt(at);
        }
{% else if characters == 1 %}        row[index] = constants[constant].charAt(at);
        at++;
{% else %}        char pair = constants[constant].charAt(at / 2);
        row[index] = (byte) (at % 2 == 0 ? pair >>> 8 : pair);
        at++;
{% endif %}      }
    }
  }
{% endfor %}{% if let Some(blob) = self.module().blob %}{% include "java/load.java" %}
{% endif %}{% if let Some(walked) = self.filling() %}{% include "java/fill.java" %}
{% endif %}{% for holder in holders.classes %}
{% include "java/holder.java" %}
{% endfor %}}
