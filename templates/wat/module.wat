{% for line in header %};;{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !licence.is_empty() %}
{% for line in licence %};;{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}
{% for line in doc %};;{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}
(module
{%- if pages > 0 %}
  (memory (export "memory") {{ pages }})
{% endif %}{% for rank in ranks %}
  ;; {{ rank.doc }}
{% for (name, bit) in rank.squares %}  (global (export "{{ name }}") i32 (i32.const {{ bit }}))
{% endfor %}{% endfor %}{% for array in arrays %}
{% for line in array.doc %}  ;; {{ line }}
{% endfor %}{% if let Some(global) = array.global %}  (global (export "{{ global }}") i32 (i32.const {{ array.address }}))
{% endif %}{% if array.data.is_empty() %}  ;; Address {{ array.address }}.
{% else %}  (data (i32.const {{ array.address }})
{% for line in array.data %}    {{ line }}{% if loop.last %}){% endif %}
{% endfor %}{% endif %}{% endfor %}{% for function in functions %}
{% for line in function.doc %}  ;; {{ line }}
{% endfor %}{% for line in function.lines %}{{ line }}
{% endfor %}{% endfor %}{% if let Some(walk) = walk %}{% for one in fills %}
  ;; Fills in the attack sets of the {{ one.fill.owner }}.
  (func ${{ one.name }}
    (local $square i32)
    (local $mask i64)
    (local $subset i64)
    (local $place i32)
    (loop $squares
{% if let Some(is_square) = is_square %}      (if {{ is_square }} (then
{% endif %}      (local.set $mask {{ one.mask }})
      (local.set $subset (i64.const 0))
      (loop $subsets
        (local.set $place
          (i32.shl (call ${{ one.fill.index }} (local.get $square) (local.get $subset)) (i32.const 3)))
        (local.get $place)
{% for line in one.walked %}{{ line }}
{% endfor %}{% if one.fill.is_or %}        (i64.or (i64.load offset={{ one.table }} (local.get $place)))
{% endif %}        (i64.store offset={{ one.table }})
        (local.set $subset
          (i64.and (i64.sub (local.get $subset) (local.get $mask)) (local.get $mask)))
        (br_if $subsets (i64.ne (local.get $subset) (i64.const 0))))
{% if is_square.is_some() %}      ))
{% endif %}      (local.set $square (i32.add (local.get $square) (i32.const 1)))
      (br_if $squares (i32.lt_u (local.get $square) (i32.const {{ walk.indices }})))))
{% endfor %}{% if !fills.is_empty() %}
  (func $fill_tables
{% for fill in fills %}    (call ${{ fill.name }}){% if loop.last %}){% endif %}
{% endfor %}
  (start $fill_tables)
{% endif %}
  ;; Follows each of $rays rays{% if walk.has_range %} for up to $range steps{% endif %} to its first blocker, that one included.
  (func ${{ walk.name }}
    (param $steps i32) (param $from i32) (param $rays i32){% if walk.has_range %} (param $range i32){% endif %}
    (param $square i32) (param $occupied i64) (result i64)
    (local $attacks i64)
    (local $reached i64)
    (local $at i32)
{% if walk.has_range %}    (local $left i32)
{% endif %}    (loop $ray
{% if let Some((of_bit, _)) = grid %}      (local.set $at (i32.load8_u offset={{ of_bit }} (local.get $square)))
{% else %}      (local.set $at (local.get $square))
{% endif %}      (local.set $reached (i64.const 0))
{% if walk.has_range %}      (local.set $left (local.get $range))
{% endif %}      (block $end
        (loop $step
{% if walk.has_range %}          (br_if $end (i32.eqz (local.get $left)))
          (local.set $left (i32.sub (local.get $left) (i32.const 1)))
{% endif %}          (br_if $end (i64.ne (i64.and (local.get $reached) (local.get $occupied)) (i64.const 0)))
          (br_if $end
            (i64.eqz (i64.and
              (i64.shr_u (i64.load (local.get $from)) (i64.extend_i32_u (local.get $at)))
              (i64.const 1))))
          (local.set $at (i32.add (local.get $at) (i32.load8_s (local.get $steps))))
          (local.set $reached
            (i64.shl (i64.const 1) (i64.extend_i32_u {% if let Some((_, bit_of)) = grid %}(i32.load8_u offset={{ bit_of }} (local.get $at)){% else %}(local.get $at){% endif %})))
          (local.set $attacks (i64.or (local.get $attacks) (local.get $reached)))
          (br $step)))
      (local.set $steps (i32.add (local.get $steps) (i32.const 1)))
      (local.set $from (i32.add (local.get $from) (i32.const 8)))
      (local.set $rays (i32.sub (local.get $rays) (i32.const 1)))
      (br_if $ray (local.get $rays)))
    (local.get $attacks))
{% if let Some(test) = test %}{% for one in compared %}
  ;; Compares the lookup of the {{ one.spoken }}; see ${{ test.name }}.
  (func ${{ one.name }} (result i32 i64)
    (local $square i32)
    (local $mask i64)
    (local $subset i64)
    (loop $squares
{% if let Some(is_square) = is_square %}      (if {{ is_square }} (then
{% endif %}      (local.set $mask {{ one.mask }})
      (local.set $subset (i64.const 0))
      (loop $subsets
        (if
          (i64.ne
            {{ one.lookup }}
{% for line in one.walked %}{{ line }}{% if loop.last %}){% endif %}
{% endfor %}          (then (return (local.get $square) (local.get $subset))))
        (local.set $subset
          (i64.and (i64.sub (local.get $subset) (local.get $mask)) (local.get $mask)))
        (br_if $subsets (i64.ne (local.get $subset) (i64.const 0))))
{% if is_square.is_some() %}      ))
{% endif %}      (local.set $square (i32.add (local.get $square) (i32.const 1)))
      (br_if $squares (i32.lt_u (local.get $square) (i32.const {{ walk.indices }}))))
    (i32.const -1)
    (i64.const 0))
{% endfor %}
  ;; Compares every lookup with rays walked, under every subset of every mask.
  ;; Returns the first square and occupancy that differ, or -1 and 0.
  (func ${{ test.name }} (export "{{ test.name }}") (result i32 i64)
    (local $square i32)
    (local $occupied i64)
{% for one in compared %}    (call ${{ one.name }})
    (local.set $occupied)
    (local.set $square)
    (if (i32.ge_s (local.get $square) (i32.const 0))
      (then (return (local.get $square) (local.get $occupied))))
{% endfor %}    (i32.const -1)
    (i64.const 0)){% endif %}{% endif %})
