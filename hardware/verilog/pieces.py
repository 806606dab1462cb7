"""Each piece of a datapath as a separate module, for its price; `pruning.gates` adds them up.

The modules match the code that `datapath` writes for the same piece.
"""

from __future__ import annotations

from hardware.model.layout import Sizes, bits
from hardware.verilog.ports import COUNTER

PIECE = "piece"
"""The name of the module."""

SIZES = Sizes()
STAGE = bits(SIZES.stages)

ITERATION = f"""\
  input  wire run,
  input  wire signed [{COUNTER - 1}:0] round_number,
  input  wire signed [{COUNTER - 1}:0] iterations,
  input  wire [{STAGE - 1}:0] stage,
  output wire signed [{COUNTER - 1}:0] iteration,
  output wire effect
);
  assign iteration = round_number - {{{COUNTER - STAGE}'d0, stage}};
"""


def select_piece(sources: int, width: int) -> str:
    """Return a combinational multiplexer of words."""
    cases = "\n".join(f"    {n}: y = x[{n * width} +: {width}];" for n in range(sources))
    return _chosen(sources, width, "always @*", f"{cases}\n    default: y = {{{width}{{1'bx}}}};")


def register_piece(sources: int, width: int) -> str:
    """Return a register that holds, or takes one of the other sources."""
    cases = "\n".join(f"    {n}: y <= x[{n * width} +: {width}];" for n in range(1, sources))
    return _chosen(sources, width, "always @(posedge clk)", f"{cases}\n    default: ;")


def _chosen(sources: int, width: int, when: str, cases: str) -> str:
    return f"""\
module {PIECE} (
  input  wire clk,
  input  wire [{max(bits(sources), 1) - 1}:0] select,
  input  wire [{sources * width - 1}:0] x,
  output reg  [{width - 1}:0] y
);
  {when} case (select)
{cases}
  endcase
endmodule
"""


def delay_piece(width: int) -> str:
    """Return the flip-flops of a word."""
    return f"""\
module {PIECE} (input wire clk, input wire [{width - 1}:0] x, output reg [{width - 1}:0] y);
  always @(posedge clk) y <= x;
endmodule
"""


def slot_piece(width: int) -> str:
    """Return an issue slot without units and operands: its iteration, and initial numbers."""
    count = SIZES.distance
    cases = "\n".join(
        f"    -{COUNTER}'sd{n}: first = initials[{(n - 1) * width} +: {width}];"
        for n in range(1, count + 1)
    )
    return f"""\
module {PIECE} (
  input  wire [{count * width - 1}:0] initials,
  input  wire [{width - 1}:0] computed,
  output wire [{width - 1}:0] result,
{ITERATION}\
  assign effect = run && iteration >= 0 && iteration < iterations;
  reg [{width - 1}:0] first;
  always @* case (iteration)
{cases}
    default: first = {{{width}{{1'bx}}}};
  endcase
  assign result = iteration < 0 ? first : computed;
endmodule
"""


def delivery_piece() -> str:
    """Return the end of a lane in a memory."""
    return f"""\
module {PIECE} (
  input  wire enable,
{ITERATION}\
  assign effect = enable && run && iteration < iterations;
endmodule
"""


def stream_piece() -> str:
    """Return a stream reader: the iteration that it requests."""
    return f"module {PIECE} (\n{ITERATION}  assign effect = 1'b0;\nendmodule\n"
