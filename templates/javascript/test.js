{% let keys = js.keys %}{% let has_words = keys.has_words() %}{% let sure = keys.sure() %}{% include "javascript/header.js" %}
{% if keys.is_commonjs() %}"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");

const magics = require("{{ module }}");
{% else %}import assert from "node:assert/strict";
import { test } from "node:test";

{% if keys.is_typed() && !has_words && !has_out %}import type { Bits } from "{{ module }}";
{% endif %}import * as magics from "{{ module }}";
{% endif %}{% if keys.is_typed() %}
{% if has_out %}interface Bits {
  lo: number;
  hi: number;
}

{% endif %}type Lookup = {% if has_words %}(square: number, occupied: bigint) => bigint{% else %}(square: number, lo: number, hi: number) => Bits{% endif %};
{% else if keys.jsdoc %}
{% if has_words %}/** @typedef {(square: number, occupied: bigint) => bigint} Lookup */
{% else %}{% if has_out %}/** @typedef {{ "{{" }} lo: number, hi: number }} Bits */{% else %}/** @typedef {import("{{ module }}").Bits} Bits */{% endif %}

/** @typedef {(square: number, lo: number, hi: number) => Bits} Lookup */
{% endif %}{% endif %}{% include "javascript/arrays.js" %}{% for one in compared %}{% if one.is_public %}
test("{{ one.spoken }}", () => {
{% for call in self.calls(one) %}  {{ call }}
{% endfor %}});
{% endif %}{% endfor %}
{% let head = js.own("compare", "Compares a lookup with rays walked, under every subset of relevant squares, with all other squares empty and with all of them occupied.") %}{% let head = head.with("piece", "string", "its name").with("lookup", "Lookup", "what is compared").with("walked", "Lookup", "what it is compared with") %}{% for line in head.with("relevant", self::squares_of(keys), "the squares whose subsets are tried").lines() %}{{ line }}
{% endfor %}  for (let square = 0; square < {{ walk.indices }}; square++) {
{% include "javascript/gaps.js" %}{% if has_words %}    const mask = relevant(square);
    let subset = 0n;
    do {
      for (const occupied of [subset, subset | BigInt.asUintN(64, ~mask)]) {
        const found = lookup(square, occupied);
        const right = walked(square, occupied);
        if (found !== right) {
          assert.fail(
            `the ${piece} on square ${square}, occupied ${hex(occupied)}: ` +
              `found ${hex(found)}, walked ${hex(right)}`,
          );
        }
      }
{% else %}    const { lo: maskLo, hi: maskHi } = relevant(square);
    let lo = 0;
    let hi = 0;
    do {
      for (const others of [0, -1]) {
        const low = (lo | (~maskLo & others)) >>> 0;
        const high = (hi | (~maskHi & others)) >>> 0;
        const found = lookup(square, low, high);
        const right = walked(square, low, high);
        if (found.lo !== right.lo || found.hi !== right.hi) {
          assert.fail(
            `the ${piece} on square ${square}, occupied ${hex({ lo: low, hi: high })}: ` +
              `found ${hex(found)}, walked ${hex(right)}`,
          );
        }
      }
{% endif %}{% include "javascript/next.js" %}
  }
}
{% if has_out %}
{% let head = js.own("returning", "Makes a lookup that returns its set of one that writes it into an array.") %}{% for line in head.with("lookup", "(square: number, lo: number, hi: number, out: Uint32Array) => void", "what writes").returning("Lookup", "what returns").lines() %}{{ line }}
{% endfor %}  const out = new Uint32Array(2);
  return (square, lo, hi) => {
    lookup(square, lo, hi, out);
    return { lo: out[0]{{ sure }}, hi: out[1]{{ sure }} };
  };
}
{% endif %}{% for one in compared %}
{% let head = js.own(one.walker, &format!("Walks the rays of the {}.", one.spoken)).on("its square", "the occupied squares") %}{% for line in head.returning(keys.bitboard(), "the attacked squares").lines() %}{{ line }}
{% endfor %}{% for line in one.body %}  {{ line }}
{% endfor %}}
{% if let Some(squares) = one.squares %}
{% let head = js.own(one.relevant[0], &format!("Returns the squares where a blocker shortens a ray of the {}.", one.spoken)).with("square", "number", "its square") %}{% for line in head.returning(keys.bitboard(), "the squares").lines() %}{{ line }}
{% endfor %}{% for line in js.finished(squares) %}  {{ line }}
{% endfor %}}
{% endif %}{% endfor %}
{% let head = js.own(relevant, "Returns the squares where a blocker shortens a ray: all that each reaches but its last.") %}{% let head = head.along(walk).with("square", "number", "where they begin").returning(js.keys.bitboard(), "the squares") %}{% for line in head.lines() %}{{ line }}
{% endfor %}{% if has_words %}  let relevant = 0n;
{% else %}  let relevantLo = 0;
  let relevantHi = 0;
{% endif %}  for (let ray = 0; ray < steps.length; ray++) {
    let at = {% if let Some(grid) = walk.grid %}{{ grid.of_bit }}[square]{{ sure }}{% else %}square{% endif %};
{% if has_words %}    let reached = 0n;
{% else %}    let reachedLo = 0;
    let reachedHi = 0;
{% endif %}{% if walk.has_range %}    for (let left = range; left > 0; left--) {
      if ({% if has_words %}((from[ray]{{ sure }} >> BigInt(at)) & 1n) === 0n{% else %}((from[2 * ray + (at >> 5)]{{ sure }} >>> at) & 1) === 0{% endif %}) {
        break;
      }
{% else %}    while ({% if has_words %}((from[ray]{{ sure }} >> BigInt(at)) & 1n) !== 0n{% else %}((from[2 * ray + (at >> 5)]{{ sure }} >>> at) & 1) !== 0{% endif %}) {
{% endif %}{% if has_words %}      relevant |= reached;
      at += steps[ray]{{ sure }};
      reached = 1n << BigInt({% if let Some(grid) = walk.grid %}{{ grid.bit_of }}[at]{{ sure }}{% else %}at{% endif %});
{% else %}      relevantLo |= reachedLo;
      relevantHi |= reachedHi;
      at += steps[ray]{{ sure }};
{% let bit %}{% if walk.grid.is_some() %}bit{% else %}at{% endif %}{% endlet %}{% if let Some(grid) = walk.grid %}      const bit = {{ grid.bit_of }}[at]{{ sure }};
{% endif %}      // Shifts count modulo 32.
      reachedLo = {{ bit }} < 32 ? 1 << {{ bit }} : 0;
      reachedHi = {{ bit }} < 32 ? 0 : 1 << {{ bit }};
{% endif %}    }
  }
{% if has_words %}  return relevant;
{% else %}  return { lo: relevantLo >>> 0, hi: relevantHi >>> 0 };
{% endif %}}

{% for line in js.own("hex", "Writes a bitboard in 16 digits.").with("set", keys.bitboard(), "a bitboard").returning("string", "the digits").lines() %}{{ line }}
{% endfor %}{% if has_words %}  return `0x${set.toString(16).padStart(16, "0")}`;
{% else %}  const high = set.hi.toString(16).padStart(8, "0");
  return `0x${high}${set.lo.toString(16).padStart(8, "0")}`;
{% endif %}}

{% include "javascript/walk.js" %}
