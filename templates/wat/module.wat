{% for line in self.header() %};;{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !self.licence().is_empty() %}
{% for line in self.licence() %};;{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}
{% for line in self.page().about(WIDTH - 3, "") %};;{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}
(module
{%- if !addresses.is_empty() %}{% if let Some([module, name]) = import %}
  ;; Bytes {{ base }} to {{ end - 1 }} are the module's.
  (memory (import "{{ module }}" "{{ name }}") {{ end.div_ceil(PAGE) }})
{% else %}
  (memory (export "memory") {{ end.div_ceil(PAGE) }})
{% endif %}{% endif %}{% for rank in self.page().ranks %}
  ;; {{ rank.doc }}
{% for (name, bit) in rank.squares %}  (global (export "{{ name }}") i32 (i32.const {{ bit }}))
{% endfor %}{% endfor %}{% for array in self.page().arrays %}
{% for line in self.array_doc(array) %}  ;; {{ line }}
{% endfor %}{% if array.is_public %}  (global (export "{{ array.name }}") i32 (i32.const {{ self.address(array.name) }}))
{% endif %}{{ self.array_head(array) }}
{{ self.rows(array) }})
{% endfor %}{% for table in self.page().filled %}
{% let empty = table.array() %}{% for line in self.array_doc(empty) %}  ;; {{ line }}
{% endfor %}{% if table.is_public %}  (global (export "{{ table.name }}") i32 (i32.const {{ self.address(table.name) }}))
{% endif %}  ;; Address {{ self.address(table.name) }}.
{% endfor %}{% for of in self.page().enumerations %}
{% include "wat/enumeration.wat" %}{% endfor %}{% for routine in self.routines(Group::DOWNWARDS) %}
{% for line in routine.doc %}  ;; {{ line }}
{% endfor %}{% for line in self.function(routine) %}{{ line }}
{% endfor %}{% endfor %}{% include "wat/choice.wat" %}{% if let Some(walk) = self.page().walk %}{% let is_square = self.is_square(walk) %}{% for (name, fill) in fills %}
  ;; Fills in the attack sets of the {{ fill.owner }}.
  (func ${{ name }}
    (local $square i32)
    (local $mask i64)
    (local $subset i64)
    (local $place i32)
    (loop $squares
{% if let Some(is_square) = is_square %}      (if {{ is_square }} (then
{% endif %}      (local.set $mask {{ self.text(&self.entry(fill.masks, self::get("square"), Storage::Word)) }})
      (local.set $subset (i64.const 0))
      (loop $subsets
        (local.set $place
          (i32.shl (call ${{ fill.index }} (local.get $square) (local.get $subset)) (i32.const 3)))
        (local.get $place)
{% for line in self.lines(&self.walked(walk, fill.rays, "subset"), 8) %}{{ line }}
{% endfor %}{% if fill.is_or %}        (i64.or (i64.load offset={{ self.address(fill.table_name) }} (local.get $place)))
{% endif %}        (i64.store offset={{ self.address(fill.table_name) }})
        (local.set $subset
          (i64.and (i64.sub (local.get $subset) (local.get $mask)) (local.get $mask)))
        (br_if $subsets (i64.ne (local.get $subset) (i64.const 0))))
{% if is_square.is_some() %}      ))
{% endif %}      (local.set $square (i32.add (local.get $square) (i32.const 1)))
      (br_if $squares (i32.lt_u (local.get $square) (i32.const {{ walk.indices }})))))
{% endfor %}{% if !fills.is_empty() %}
  (func $fill_tables
{% for (name, _) in fills %}    (call ${{ name }}){% if loop.last %}){% endif %}
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
{% if let Some(grid) = walk.grid %}      (local.set $at (i32.load8_u offset={{ self.address(grid.of_bit) }} (local.get $square)))
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
            (i64.shl (i64.const 1) (i64.extend_i32_u {% if let Some(grid) = walk.grid %}(i32.load8_u offset={{ self.address(grid.bit_of) }} (local.get $at)){% else %}(local.get $at){% endif %})))
          (local.set $attacks (i64.or (local.get $attacks) (local.get $reached)))
          (br $step)))
      (local.set $steps (i32.add (local.get $steps) (i32.const 1)))
      (local.set $from (i32.add (local.get $from) (i32.const 8)))
      (local.set $rays (i32.sub (local.get $rays) (i32.const 1)))
      (br_if $ray (local.get $rays)))
    (local.get $attacks))
{% if let Some(test) = self.page().self_test %}
  ;; Returns the squares where a blocker shortens a ray: all that each reaches but its last.
  (func ${{ test.relevant }}
    (param $steps i32) (param $from i32) (param $rays i32){% if walk.has_range %} (param $range i32){% endif %}
    (param $square i32) (result i64)
    (local $relevant i64)
    (local $reached i64)
    (local $at i32)
{% if walk.has_range %}    (local $left i32)
{% endif %}    (loop $ray
{% if let Some(grid) = walk.grid %}      (local.set $at (i32.load8_u offset={{ self.address(grid.of_bit) }} (local.get $square)))
{% else %}      (local.set $at (local.get $square))
{% endif %}      (local.set $reached (i64.const 0))
{% if walk.has_range %}      (local.set $left (local.get $range))
{% endif %}      (block $end
        (loop $step
{% if walk.has_range %}          (br_if $end (i32.eqz (local.get $left)))
          (local.set $left (i32.sub (local.get $left) (i32.const 1)))
{% endif %}          (br_if $end
            (i64.eqz (i64.and
              (i64.shr_u (i64.load (local.get $from)) (i64.extend_i32_u (local.get $at)))
              (i64.const 1))))
          (local.set $relevant (i64.or (local.get $relevant) (local.get $reached)))
          (local.set $at (i32.add (local.get $at) (i32.load8_s (local.get $steps))))
          (local.set $reached
            (i64.shl (i64.const 1) (i64.extend_i32_u {% if let Some(grid) = walk.grid %}(i32.load8_u offset={{ self.address(grid.bit_of) }} (local.get $at)){% else %}(local.get $at){% endif %})))
          (br $step)))
      (local.set $steps (i32.add (local.get $steps) (i32.const 1)))
      (local.set $from (i32.add (local.get $from) (i32.const 8)))
      (local.set $rays (i32.sub (local.get $rays) (i32.const 1)))
      (br_if $ray (local.get $rays)))
    (local.get $relevant))
{% let compared = self.tests(walk, test) %}{% for one in compared.iter() %}
  ;; Compares the lookup of the {{ one.spoken }}; see ${{ test.name }}.
  (func ${{ one.name }} (result i32 i64)
    (local $square i32)
    (local $mask i64)
    (local $subset i64)
    (local $occupied i64)
    (loop $squares
{% if let Some(is_square) = is_square %}      (if {{ is_square }} (then
{% endif %}{% for line in one.mask %}{{ line }}
{% endfor %}      (local.set $subset (i64.const 0))
      (loop $subsets
        (local.set $occupied (local.get $subset))
        (loop $both
          (if
            (i64.ne
              (call ${{ one.lookup }} (local.get $square) (local.get $occupied))
{% for line in one.walked %}{{ line }}{% if loop.last %}){% endif %}
{% endfor %}            (then (return (local.get $square) (local.get $occupied))))
          (if (i64.eq (local.get $occupied) (local.get $subset))
            (then
              (local.set $occupied
                (i64.or (local.get $subset) (i64.xor (local.get $mask) (i64.const -1))))
              (br $both))))
        (local.set $subset
          (i64.and (i64.sub (local.get $subset) (local.get $mask)) (local.get $mask)))
        (br_if $subsets (i64.ne (local.get $subset) (i64.const 0))))
{% if is_square.is_some() %}      ))
{% endif %}      (local.set $square (i32.add (local.get $square) (i32.const 1)))
      (br_if $squares (i32.lt_u (local.get $square) (i32.const {{ walk.indices }}))))
    (i32.const -1)
    (i64.const 0))
{% endfor %}
  ;; Compares every lookup with rays walked, under every subset of relevant squares, with all other
  ;; squares empty and with all of them occupied.
  ;; Returns the first square and occupancy that differ, or -1 and 0.
  (func ${{ test.name }} (export "{{ test.name }}") (result i32 i64)
    (local $square i32)
    (local $occupied i64)
{% for one in compared.iter() %}    (call ${{ one.name }})
    (local.set $occupied)
    (local.set $square)
    (if (i32.ge_s (local.get $square) (i32.const 0))
      (then (return (local.get $square) (local.get $occupied))))
{% endfor %}    (i32.const -1)
    (i64.const 0)){% endif %}{% endif %})
