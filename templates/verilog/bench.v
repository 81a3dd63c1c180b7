{% let all = self.all() %}{% let memories = self.memories() %}{% for line in of.header() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}
// Compares every lookup of {{ of.stem }}.v with rays walked, under every subset of relevant squares,
// with all other squares empty and with all of them occupied, and says which square and occupancy
// is the first to differ.

module {{ of.page().module.names.prefix }}_tb;
{% for memory in memories.iter() %}    {{ memory.declaration() }}
{% endfor %}{% if of.is_clocked() %}    reg clock = 1'b0;
{% endif %}    reg [{{ of.square_bits() - 1 }}:0] slider;
    reg [63:0] subset;
    reg [63:0] blockers;
    reg [63:0] mask;
    reg [63:0] walked;
    integer index;
    integer others;
{% if of.stages > 1 %}    // Inverts the inputs behind the first rise of the clock: no later stage may read them.
    reg is_past = 1'b0;
    wire [{{ of.square_bits() - 1 }}:0] square_input = slider ^ { {{- of.square_bits() -}} {is_past}};
    wire [63:0] occupied_input = blockers ^ {64{is_past}};
{% endif %}    wire [63:0] is_square = {{ of.text(&self::word(tested.walked.walk.all_squares())) }};
{% for _ in all.iter() %}    wire [63:0] attacks{{ loop.index0 }};
{% endfor %}
{% for [_, lookup, _, _] in all.iter() %}    {{ lookup }} lookup{{ loop.index0 }} (
        {% if of.is_clocked() %}.clock(clock), {% endif %}.square({% if of.stages > 1 %}square_input{% else %}slider{% endif %}), .occupied({% if of.stages > 1 %}occupied_input{% else %}blockers{% endif %}), .attacks(attacks{{ loop.index0 }})
    );
{% endfor %}
    // Returns the squares where a blocker shortens a ray: all that it reaches but the last.
    function [63:0] {{ tested.test.relevant }}(
        input integer step,
        input [63:0] from,
        input integer range,
        input [{{ of.square_bits() - 1 }}:0] square
    );
        integer at;
        integer left;
        reg [63:0] reached;
        begin
            {{ tested.test.relevant }} = 64'd0;
            at = {{ self.place() }};
            reached = 64'd0;
            left = range;
            while (left > 0 && from[at]) begin
                {{ tested.test.relevant }} = {{ tested.test.relevant }} | reached;
                left = left - 1;
                at = at + step;
                reached = 64'd1 << {{ self.bit() }};
            end
        end
    endfunction

    // Follows a ray to its first blocker, that one included.
    function [63:0] {{ tested.walked.walk.name }}(
        input integer step,
        input [63:0] from,
        input integer range,
        input [{{ of.square_bits() - 1 }}:0] square,
        input [63:0] occupied
    );
        integer at;
        integer left;
        reg [63:0] reached;
        begin
            {{ tested.walked.walk.name }} = 64'd0;
            at = {{ self.place() }};
            reached = 64'd0;
            left = range;
            while (left > 0 && from[at] && (reached & occupied) == 64'd0) begin
                left = left - 1;
                at = at + step;
                reached = 64'd1 << {{ self.bit() }};
                {{ tested.walked.walk.name }} = {{ tested.walked.walk.name }} | reached;
            end
        end
    endfunction
{% for one in tested.compared %}{% if let Some(squares) = one.squares %}
    function [63:0] {{ one.walker }}(input [{{ of.square_bits() - 1 }}:0] square, input [63:0] occupied);
        {{ one.walker }} =
{% for call in of.facts.style.operands(one.walked) %}            {{ call }}{% if loop.last %};{% else %} |{% endif %}
{% endfor %}    endfunction

    function [63:0] {{ one.relevant[0] }}(input [{{ of.square_bits() - 1 }}:0] square);
        {{ one.relevant[0] }} =
{% for call in of.facts.style.operands(squares) %}            {{ call }}{% if loop.last %};{% else %} |{% endif %}
{% endfor %}    endfunction
{% endif %}{% endfor %}
    initial begin : compare
{% for memory in memories.iter() %}        {{ memory.reading() }}
{% endfor %}        for (index = 0; index < {{ tested.walked.walk.indices }}; index = index + 1) begin
            slider = index[{{ of.square_bits() - 1 }}:0];
{% for [spoken, _, walked, relevant] in all.iter() %}            mask = {{ relevant }}(slider);
            subset = 64'd0;
            begin : subsets{{ loop.index0 }}
                forever begin
                    for (others = 0; others < 2; others = others + 1) begin
                        blockers = others == 0 ? subset : subset | ~mask;
                        #1;
{% if of.is_clocked() %}                        clock = 1'b1;
                        #1;
                        clock = 1'b0;
{% endif %}{% if of.stages > 1 %}                        is_past = 1'b1;
                        repeat ({{ of.stages - 1 }}) begin
                            #1;
                            clock = 1'b1;
                            #1;
                            clock = 1'b0;
                        end
                        is_past = 1'b0;
{% endif %}                        walked = {{ walked }};
                        if (is_square[index] && attacks{{ loop.index0 }} !== walked) begin
                            $display(
                                "the {{ spoken }} on square %0d, occupied %h: found %h, walked %h",
                                slider, blockers, attacks{{ loop.index0 }}, walked
                            );
                            $finish;
                            disable compare;
                        end
                    end
                    subset = (subset - mask) & mask;
                    if (subset == 64'd0)
                        disable subsets{{ loop.index0 }};
                end
            end
{% endfor %}        end
        $display("every lookup is right");
        $finish;
    end
endmodule
