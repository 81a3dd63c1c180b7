// {{ records.type_name }} is what is known of all pieces on one square.
type {{ records.type_name }} struct {
{% for line in self::members(records) %}	{{ line }}
{% endfor %}}

// {{ records.name }} holds what is known of all pieces, by square.
var {{ records.name }} = [{{ records.length }}]{{ records.type_name }}{
{% for line in records.lines("	", ["{", "},"], "") %}{{ line }}
{% endfor %}}