"""The sequencer, the context memory, and the array module with both and the datapath."""

from __future__ import annotations

from hardware.model.layout import WordLayout
from hardware.verilog.ports import COUNTER, buses

SEQUENCER = f"""\
// Counts cycles of a round, rounds, and contexts of the kernel. A run begins DISTANCE rounds
// before round 0, in the context that makes round 0 begin in context 0.
module sequencer #(
  parameter INTERVAL = 1,
  parameter CONTEXTS = 1,
  parameter DISTANCE = 0,
  parameter FIRST_CONTEXT = 0,
  parameter ROUNDS = 1
) (
  input  wire clk,
  input  wire reset,
  output reg  [31:0] context_number,
  output reg  signed [{COUNTER - 1}:0] round_number,
  output reg  run,
  output reg  done
);
  reg [31:0] phase;
  wire last_phase = phase == INTERVAL - 1;
  always @(posedge clk)
    if (reset) begin
      phase <= 0;
      context_number <= FIRST_CONTEXT;
      round_number <= -DISTANCE;
      run <= 1'b1;
      done <= 1'b0;
    end else if (run) begin
      phase <= last_phase ? 0 : phase + 1;
      context_number <= context_number == CONTEXTS - 1 ? 0 : context_number + 1;
      if (last_phase) begin
        round_number <= round_number + 1;
        if (round_number == ROUNDS - DISTANCE - 1) begin
          run <= 1'b0;
          done <= 1'b1;
        end
      end
    end
endmodule
"""

CONTEXT_MEMORY = """\
// A word per context, from a file of hexadecimal numbers. Few contexts need few bits of a number.
/* verilator lint_off UNUSEDSIGNAL */
module context_memory #(
  parameter BITS = 1,
  parameter CONTEXTS = 1,
  parameter FILE = "contexts.hex"
) (
  input  wire [31:0] context_number,
  output wire [BITS-1:0] word
);
  reg [BITS-1:0] words [0:CONTEXTS-1];
  initial $readmemh(FILE, words);
  assign word = words[context_number];
endmodule
"""


def array_module(layout: WordLayout) -> str:
    """Return the module of datapath, sequencer and context memory."""
    numbers = sum(field.offset >= layout.numbers for field in layout.fields)
    there = buses(layout)
    listed = "".join(f",\n  {bus.way} wire [{bus.size}-1:0] {bus.name}" for bus in there)
    links = "".join(f",\n    .{bus.name}({bus.name})" for bus in there)
    return f"""\
// The array, its words, and what counts through them.
module array #(
  parameter WIDTH = {layout.machine.width},
  parameter INTERVAL = 1,
  parameter CONTEXTS = 1,
  parameter DISTANCE = 0,
  parameter FIRST_CONTEXT = 0,
  parameter ROUNDS = 1,
  parameter ITERATIONS = 1,
  parameter FILE = "contexts.hex"
) (
  input  wire clk,
  input  wire reset,
  output wire done{listed}
);
  localparam BITS = {layout.numbers} + {numbers}*WIDTH;
  localparam signed [{COUNTER - 1}:0] COUNT = ITERATIONS;
  wire [31:0] context_number;
  wire signed [{COUNTER - 1}:0] round_number;
  wire running;
  wire [BITS-1:0] word;
  sequencer #(
    .INTERVAL(INTERVAL), .CONTEXTS(CONTEXTS), .DISTANCE(DISTANCE),
    .FIRST_CONTEXT(FIRST_CONTEXT), .ROUNDS(ROUNDS)
  ) sequencer_0 (
    .clk(clk), .reset(reset), .context_number(context_number),
    .round_number(round_number), .run(running), .done(done)
  );
  context_memory #(.BITS(BITS), .CONTEXTS(CONTEXTS), .FILE(FILE)) context_memory_0 (
    .context_number(context_number), .word(word)
  );
  datapath #(.WIDTH(WIDTH), .BITS(BITS)) datapath_0 (
    .clk(clk), .run(running && !reset), .word(word), .round_number(round_number),
    .iterations(COUNT){links}
  );
endmodule
"""
