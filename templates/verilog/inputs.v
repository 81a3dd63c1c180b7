{% if self.is_clocked() %}    input  wire        clock,
{% endif %}    input  wire [{{ self.square_bits() - 1 }}:0]  square,
    input  wire [{{ self.set_bits() - 1 }}:0] occupied,
