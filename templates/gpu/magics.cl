{% for line in self::heading(self.header()) %}{{ line }}
{% endfor %}{% if !self.licence().is_empty() %}
{% for line in self::heading(self.licence()) %}{{ line }}
{% endfor %}{% endif %}
{% for line in self.about() %}{{ line }}
{% endfor %}
#ifndef {{ guard }}
#define {{ guard }}
{% if self.has_macro() %}
/* Where arrays are that constant memory has no room for. */
#if defined(__opencl_c_program_scope_global_variables) \
    || (__OPENCL_C_VERSION__ >= 200 && __OPENCL_C_VERSION__ < 300)
#define {{ global }} __global const
#else
#define {{ global }} __constant
#endif
{% endif %}{% for rank in self.page().ranks %}
/** {{ rank.doc }} */
{% for line in self::constants(rank) %}{% if !loop.first %}    {% endif %}{{ line }}
{% endfor %}{% endfor %}{% for array in self.arrays() %}
{% for line in array.doc %}{{ line }}
{% endfor %}{{ array.head }} = {
{{ array.rows }}
};
{% endfor %}{% for of in self.page().enumerations %}
{% include "c/enumeration.h" %}
{% endfor %}{% for routine in self.routines(Group::UPWARDS) %}
{% for line in routine.doc %}{{ line }}
{% endfor %}{{ routine.head }}
{
{%- for line in routine.body %}
    {{ line }}
{%- endfor %}
}
{% endfor %}{% let file = self %}{% include "c/choice.h" %}

#endif /* {{ guard }} */
