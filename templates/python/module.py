{% let file = self %}{% include "python/header.py" %}
"""{% for line in self.about() %}{{ line }}
{% endfor %}"""
{% include "python/imports.py" %}{% let has_arrays = self.any(PythonOptions::is_native) %}{% let has_bytes = self.any(PythonOptions::is_packed) %}{% let has_final = options.typed && !(self.page().arrays.is_empty() && self.page().ranks.is_empty() && self.page().filled.is_empty()) %}{% let has_enum = !self.page().enumerations.is_empty() %}{% let has_blob = self.page().module.blob.is_some() %}{% if has_arrays || has_bytes || has_final || has_enum || has_blob %}
{% if has_blob && !self.is_numpy() %}import struct
{% endif %}{% if has_arrays %}import sys
{% endif %}{% if has_blob %}import zlib
{% endif %}{% if has_arrays %}from array import array
{% endif %}{% if has_bytes %}from base64 import b85decode
{% endif %}{% if options.typed && self.page().choice.is_some() %}from collections.abc import Callable
{% endif %}{% if has_enum %}from enum import IntEnum
{% endif %}{% if has_blob %}from importlib import resources
from pathlib import Path
{% endif %}{% if has_final %}from typing import Final
{% endif %}{% endif %}{% if self.is_numpy() && (self.any(PythonOptions::has_numpy) || !self.page().lookups.is_empty() || !self.page().filled.is_empty()) %}
import numpy as np
{% if options.typed %}from numpy.typing import NDArray
{% endif %}{% endif %}
{% for line in self.exports() %}{{ line }}
{% endfor %}{% for rank in self.page().ranks %}
# {{ rank.doc }}
{% for (name, bit) in rank.squares %}{{ self.constant(name, "", &bit.to_string()) }}
{% endfor %}{% endfor %}{% for one in self.page().arrays %}{% let array = self.array(one) %}
{% include "python/constant.py" %}
{% if one.is_public && options.has_numpy(one) %}{{ one.name }}.setflags(write=False)
{% endif %}{% if options.is_native(one) %}if sys.byteorder == "big":
    {{ one.name }}.byteswap()
{% endif %}{% endfor %}{% if self.page().reversals.bits.is_some() && !self.is_numpy() %}
# Every byte with its bits in the opposite order.
{{ self.constant(reversed, "bytes", "bytes(int(f\"{byte:08b}\"[::-1], 2) for byte in range(256))") }}
{% endif %}{% if let Some(walked) = self.filling() %}

{% include "python/walk.py" %}
{% endif %}{% for function in self.routines([Group::Reversals, Group::Indices]) %}{% include "python/function.py" %}{% endfor %}{% if let Some(walked) = self.filling() %}{% for (function, table) in filled %}

{% include "python/fill.py" %}


{% let array = table.array() %}{% for line in self.array_doc(array) %}{{ line }}
{% endfor %}{{ self.constant(table.name, self.list("tuple[int, ...]"), &format!("{function}()")) }}
{% if table.is_public && self.is_numpy() %}{{ table.name }}.setflags(write=False)
{% endif %}{% endfor %}{% endif %}{% if let Some(blob) = self.page().module.blob %}

{% include "python/load.py" %}


{% for table in self.page().filled %}{% let array = table.array() %}{% for line in self.array_doc(array) %}{{ line }}
{% endfor %}{{ self.constant(table.name, self.list("tuple[int, ...]"), &self.load_call(blob, table)) }}
{% if table.is_public && self.is_numpy() %}{{ table.name }}.setflags(write=False)
{% endif %}{% endfor %}{% endif %}{% for of in self.page().enumerations %}

{% include "python/enumeration.py" %}{% endfor %}{% for function in self.routines([Group::Square, Group::Lookups, Group::Unions, Group::Companions]) %}{% include "python/function.py" %}{% endfor %}{% include "python/choice.py" %}{% for function in self.routines([Group::Scans]) %}{% include "python/function.py" %}{% endfor %}
