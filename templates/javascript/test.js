{% let keys = js.keys %}{% let has_words = keys.has_words() %}{% let sure = keys.sure() %}{% include "javascript/header.js" %}
{% if keys.is_commonjs() %}"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");

const magics = require("{{ module }}");
{% else %}import assert from "node:assert/strict";
import { test } from "node:test";

{% if keys.is_typed() && !has_words %}import type { Bits } from "{{ module }}";
{% endif %}import * as magics from "{{ module }}";
{% endif %}{% if keys.is_typed() %}
type Lookup = {% if has_words %}(square: number, occupied: bigint) => bigint{% else %}(square: number, lo: number, hi: number) => Bits{% endif %};
{% else if keys.jsdoc %}
{% if has_words %}/** @typedef {(square: number, occupied: bigint) => bigint} Lookup */
{% else %}/** @typedef {import("{{ module }}").Bits} Bits */

/** @typedef {(square: number, lo: number, hi: number) => Bits} Lookup */
{% endif %}{% endif %}{% include "javascript/arrays.js" %}{% for one in compared %}{% if one.is_public %}
test("{{ one.spoken }}", () => {
{% for call in self::calls(one) %}  {{ call }}
{% endfor %}});
{% endif %}{% endfor %}
{% let head = js.own("compare", "Compares a lookup with rays walked, under every subset of every mask.") %}{% let head = head.with("piece", "string", "its name").with("lookup", "Lookup", "what is compared").with("walked", "Lookup", "what it is compared with") %}{% for line in head.with("masks", keys.bitboards(), "relevant occupancy masks by square").lines() %}{{ line }}
{% endfor %}  for (let square = 0; square < {{ walk.indices }}; square++) {
{% include "javascript/first.js" %}
    do {
{% if has_words %}      const found = lookup(square, subset);
      const right = walked(square, subset);
      if (found !== right) {
        assert.fail(
          `the ${piece} on square ${square}, occupied ${hex(subset)}: ` +
            `found ${hex(found)}, walked ${hex(right)}`,
        );
      }
{% else %}      const found = lookup(square, lo, hi);
      const right = walked(square, lo, hi);
      if (found.lo !== right.lo || found.hi !== right.hi) {
        assert.fail(
          `the ${piece} on square ${square}, occupied ${hex({ lo, hi })}: ` +
            `found ${hex(found)}, walked ${hex(right)}`,
        );
      }
{% endif %}{% include "javascript/next.js" %}
  }
}
{% for one in compared %}
{% let head = js.own(one.walker, &format!("Walks the rays of the {}.", one.spoken)).on("its square", "the occupied squares") %}{% for line in head.returning(keys.bitboard(), "the attacked squares").lines() %}{{ line }}
{% endfor %}{% for line in one.body %}  {{ line }}
{% endfor %}}
{% endfor %}
{% for line in js.own("hex", "Writes a bitboard in 16 digits.").with("set", keys.bitboard(), "a bitboard").returning("string", "the digits").lines() %}{{ line }}
{% endfor %}{% if has_words %}  return `0x${set.toString(16).padStart(16, "0")}`;
{% else %}  const high = set.hi.toString(16).padStart(8, "0");
  return `0x${high}${set.lo.toString(16).padStart(8, "0")}`;
{% endif %}}

{% include "javascript/walk.js" %}
