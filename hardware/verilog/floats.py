"""Floating-point functions in Verilog, for simulation only.

`float_real` widens binary32 to binary64; `real_float` rounds to nearest, ties to even, with
subnormal numbers; a `real` and a `double` are binary64. Unwritten values stay X. Verilog-2005 has
no functions outside modules. A synthesis tool fails on an undefined macro whose name states the
fault.
"""

from __future__ import annotations

from hardware.model.floats import BITS, DOUBLE, FLOAT, NANS

_FLOAT = f"""\
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
      if (&x[62:52] && |x[51:0]) real_float = 32'h{NANS[FLOAT]:08x};
    end
  endfunction
  function [63:0] real_double(input real wide);
    begin
      real_double = $realtobits(wide);
      if (double_none(real_double)) real_double = 64'h{NANS[DOUBLE]:016x};
    end
  endfunction
  function real double_real(input [63:0] x);
    double_real = $bitstoreal(x);
  endfunction
  function [31:0] float_double(input [63:0] x);
    float_double = (^x === 1'bx) ? {{32{{1'bx}}}} : real_float($bitstoreal(x));
  endfunction
  function [63:0] double_float(input [31:0] x);
    double_float = (^x === 1'bx) ? {{64{{1'bx}}}} : real_double(float_real(x));
  endfunction
"""


def _of(type_: str) -> str:
    """Return the functions of a float type."""
    size = BITS[type_]
    part = {FLOAT: 23, DOUBLE: 52}[type_]  # fraction bits
    most, bias = size - 2, {FLOAT: 127, DOUBLE: 1023}[type_]
    power, whole = f"x[{most}:{part}]", bias + part
    digits = most - part + 1  # of the exponent
    infinite = ((1 << digits) - 1) << part
    above, unknown = 62 - part, f"{{{size}{{1'bx}}}}"  # the last bit that is kept of an integer
    none = f"{size}'h{NANS[type_]:0{size // 4}x}"
    shifts = "".join(
        f"      if (~|rest[63:{64 - n}]) begin\n"
        f"        rest = rest << {n};\n        power = power - {digits}'d{n};\n      end\n"
        for n in (32, 16, 8, 4, 2, 1)
    )
    return f"""\
  function [{size - 1}:0] {type_}_integer(input signed [64:0] x);
    reg [63:0] rest;
    reg [{digits - 1}:0] power;
    begin
      rest = x[64] ? -x[63:0] : x[63:0];
      power = {digits}'d{bias + 63};
{shifts}      {type_}_integer = {{1'b0, power, rest[62:{above + 1}]}};
      if (rest[{above}] && (rest[{above + 1}] || |rest[{above - 1}:0]))
        {type_}_integer = {type_}_integer + {size}'d1;
      if (!rest[63]) {type_}_integer = {size}'d0;
      {type_}_integer[{size - 1}] = x[64];
      if (^x === 1'bx) {type_}_integer = {unknown};
    end
  endfunction
  function [63:0] integer_{type_}(input [{size - 1}:0] x);
    reg [63:0] rest; // without what is after the point
    begin
      rest = {{{63 - part}'d0, |{power}, x[{part - 1}:0]}};
      rest = ({power} < {digits}'d{whole}) ? rest >> ({digits}'d{whole} - {power})
        : rest << ({power} - {digits}'d{whole});
      integer_{type_} = (&{power}) ? 64'd0 : x[{size - 1}] ? -rest : rest;
    end
  endfunction
  function [{size - 1}:0] {type_}_fneg(input [{size - 1}:0] x);
    {type_}_fneg = {type_}_none(x) ? {none} : {{~x[{size - 1}], x[{most}:0]}};
  endfunction
  function {type_}_none(input [{size - 1}:0] x);
    {type_}_none = x[{most}:0] > {size - 1}'h{infinite:x};
  endfunction
  function signed [{size - 1}:0] {type_}_rank(input [{size - 1}:0] x);
    {type_}_rank = x[{size - 1}] ? -{{1'b0, x[{most}:0]}} : x;
  endfunction
""" + "".join(
        f"""\
  function [{size - 1}:0] {type_}_{name}(input [{size - 1}:0] x, input [{size - 1}:0] y);
    {type_}_{name} = (^{{x, y}} === 1'bx)
      ? {unknown} : real_{type_}({type_}_real(x) {sign} {type_}_real(y));
  endfunction
"""
        for name, sign in {"fadd": "+", "fsub": "-", "fmul": "*", "fdiv": "/"}.items()
    )


FUNCTIONS = f"""\
`ifdef SYNTHESIS
`units_of_floats_are_behavioural_and_do_not_synthesise
`endif
{_FLOAT}{_of(FLOAT)}{_of(DOUBLE)}"""
"""For inclusion in a module that uses them."""

SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


def compared(how: str, type_: str, a: str, b: str) -> str:
    """Return the expression of a comparison, a bit; `how` is as in LLVM: olt, une, ord, ..."""
    unordered = f"({type_}_none({a}) || {type_}_none({b}))"
    if how in ("ord", "uno"):
        return f"{unordered} == 1'b{int(how == 'uno')}"
    found = f"{type_}_rank({a}) {SIGNS[how[1:]]} {type_}_rank({b})"
    return f"{unordered} ? 1'b{int(how[0] == 'u')} : {found}"
