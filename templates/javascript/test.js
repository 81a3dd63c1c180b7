{% include "javascript/header.js" %}
{% if dialect.is_commonjs() %}"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");

const magics = require("{{ module }}");
{% else %}import assert from "node:assert/strict";
import { test } from "node:test";

{% if dialect.is_typed() && !dialect.has_words %}import type { Bits } from "{{ module }}";
{% endif %}import * as magics from "{{ module }}";
{% endif %}{% if dialect.is_typed() %}
type Lookup = {% if dialect.has_words %}(square: number, occupied: bigint) => bigint{% else %}(square: number, lo: number, hi: number) => Bits{% endif %};
{% else if dialect.has_tags %}
{% if dialect.has_words %}/** @typedef {(square: number, occupied: bigint) => bigint} Lookup */
{% else %}/** @typedef {import("{{ module }}").Bits} Bits */

/** @typedef {(square: number, lo: number, hi: number) => Bits} Lookup */
{% endif %}{% endif %}{% include "javascript/arrays.js" %}{% for (piece, calls) in compared.tests %}
test("{{ piece }}", () => {
{% for call in calls %}  {{ call }}
{% endfor %}});
{% endfor %}
{{ compared.doc }}
{{ compared.head }}
  for (let square = 0; square < {{ compared.indices }}; square++) {
{% include "javascript/first.js" %}
    do {
{% if dialect.has_words %}      const found = lookup(square, subset);
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
{% include "javascript/functions.js" %}{% if let Some(walked) = walk %}
{% include "javascript/walk.js" %}
{% endif %}
