{% if is_clocked %}    input  wire        clock,
{% endif %}    input  wire [5:0]  square,
    input  wire [63:0] occupied,
