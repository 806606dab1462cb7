"""Functions of floats, for the modules that compute on them: they can be simulated only.

`float_real` widens binary32 to binary64, `real_float` rounds back, to the nearest and the even one
of two, with subnormal numbers. What was never written stays X. Verilog-2005 has no functions
outside of modules. A synthesiser finds a macro without a meaning, whose name says what is wrong.
"""

from __future__ import annotations

from models.hardware.floats import NAN

FUNCTIONS = f"""\
`ifdef SYNTHESIS
`units_of_floats_are_behavioural_and_do_not_synthesise
`endif
  function real float_real(input [31:0] x);
    reg [63:0] wide;
    begin
      // A subnormal number is so many times 2^-149, which is not subnormal in binary64.
      wide = $realtobits($itor({{9'd0, x[22:0]}}) * $bitstoreal(64'h36a0000000000000));
      if (&x[30:23]) wide = {{12'h7ff, x[22:0], 29'd0}};
      else if (|x[30:23]) wide = {{1'b0, {{3'd0, x[30:23]}} + 11'd896, x[22:0], 29'd0}};
      float_real = $bitstoreal({{x[31], wide[62:0]}});
    end
  endfunction
  function [31:0] real_float(input real wide);
    reg [63:0] x;
    reg [10:0] base, cut;
    reg [107:0] whole; // the 53 bits of the number, and 55 bits for what is cut off
    begin
      x = $realtobits(wide);
      base = (x[62:52] > 11'd896) ? x[62:52] - 11'd897 : 11'd0;
      cut = (x[62:52] > 11'd896) ? 11'd29 : (x[62:52] > 11'd871) ? 11'd926 - x[62:52] : 11'd55;
      whole = {{1'b1, x[51:0], 55'd0}} >> cut;
      real_float = {{1'b0, base[7:0], 23'd0}} + {{8'd0, whole[78:55]}};
      if (whole[54] && (whole[55] || |whole[53:0])) real_float = real_float + 32'd1;
      if (x[62:52] > 11'd1150) real_float = 32'h7f800000;
      real_float[31] = x[63];
      if (&x[62:52] && |x[51:0]) real_float = 32'h{NAN:08x};
    end
  endfunction
  function [31:0] float_integer(input signed [32:0] x);
    float_integer = (^x === 1'bx) ? {{32{{1'bx}}}} : real_float(x);
  endfunction
  function [63:0] integer_float(input [31:0] x);
    reg [63:0] size; // without what is after the point
    begin
      size = {{40'd0, |x[30:23], x[22:0]}};
      size = (x[30:23] < 8'd150) ? size >> (8'd150 - x[30:23]) : size << (x[30:23] - 8'd150);
      integer_float = (&x[30:23]) ? 64'd0 : x[31] ? -size : size;
    end
  endfunction
  function [31:0] float_fneg(input [31:0] x);
    float_fneg = float_none(x) ? 32'h{NAN:08x} : {{~x[31], x[30:0]}};
  endfunction
  function float_none(input [31:0] x);
    float_none = x[30:0] > 31'h7f800000;
  endfunction
  function signed [31:0] float_rank(input [31:0] x);
    float_rank = x[31] ? -{{1'b0, x[30:0]}} : x;
  endfunction
""" + "".join(
    f"""\
  function [31:0] float_{name}(input [31:0] x, input [31:0] y);
    float_{name} = (^{{x, y}} === 1'bx)
      ? {{32{{1'bx}}}} : real_float(float_real(x) {sign} float_real(y));
  endfunction
"""
    for name, sign in {"fadd": "+", "fsub": "-", "fmul": "*", "fdiv": "/"}.items()
)
"""To be in a module that uses them."""

SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


def compared(how: str, a: str, b: str) -> str:
    """Return the expression of a comparison, a bit; `how` is as in LLVM: olt, une, ord, ..."""
    unordered = f"(float_none({a}) || float_none({b}))"
    if how in ("ord", "uno"):
        return f"{unordered} == 1'b{int(how == 'uno')}"
    found = f"float_rank({a}) {SIGNS[how[1:]]} float_rank({b})"
    return f"{unordered} ? 1'b{int(how[0] == 'u')} : {found}"
