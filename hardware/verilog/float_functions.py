"""Further floating-point functions in Verilog, for simulation only.

Integer rounding and square roots use binary64, whose results round correctly to binary32. A
remainder is exact. `fused` computes a product and a sum of any binary64 exactly, and rounds once:
to nearest, or, before a second rounding, to odd, so that the last bit marks a lost fraction.
"""

from __future__ import annotations

from hardware.model.floats import BITS, DOUBLE, FLOAT, NANS

_WIDE = 4224
"""Bits of an exact sum: products of binary64 are from 2^-2148 to 2^2048."""
_STEPS = "".join(
    f"      if (|(rest >> {n})) begin\n        rest = rest >> {n};\n        top = top + {n};\n"
    "      end\n"
    for n in (1 << power for power in range(12, -1, -1))
)
_REAL = f"""\
  function real real_ftrunc(input real wide);
    reg [63:0] x;
    begin
      x = $realtobits(wide);
      if (x[62:52] < 11'd1023) x[62:0] = 63'd0;
      else if (x[62:52] < 11'd1075) x = x & ({{64{{1'b1}}}} << (11'd1075 - x[62:52]));
      real_ftrunc = $bitstoreal(x);
    end
  endfunction
  function real real_floor(input real wide);
    real_floor = real_ftrunc(wide) - ((real_ftrunc(wide) > wide) ? 1.0 : 0.0);
  endfunction
  function real real_ceil(input real wide);
    begin
      real_ceil = real_ftrunc(wide);
      if (real_ceil < wide) real_ceil = real_ceil + 1.0;
    end
  endfunction
  function real real_near(input real wide, input even);
    reg [63:0] x;
    real whole, cut;
    begin
      x = $realtobits(wide);
      whole = real_ftrunc(wide);
      real_near = whole;
      if (x[62:52] < 11'd1075) begin
        cut = (wide < whole) ? whole - wide : wide - whole;
        if (cut > 0.5 || (cut == 0.5 && (!even || real_ftrunc(whole * 0.5) * 2.0 != whole)))
          real_near = x[63] ? whole - 1.0 : whole + 1.0;
      end
    end
  endfunction
  function real real_round(input real wide);
    real_round = real_near(wide, 1'b0);
  endfunction
  function real real_roundeven(input real wide);
    real_roundeven = real_near(wide, 1'b1);
  endfunction
  function real real_sqrt(input real wide);
    real_sqrt = $sqrt(wide);
  endfunction
  function [63:0] exact_rest(input [63:0] x, input [63:0] y);
    reg [106:0] rest, by;
    reg [10:0] power, more;
    begin
      by = {{54'd0, |y[62:52], y[51:0]}};
      power = (|y[62:52]) ? y[62:52] : 11'd1;
      rest = {{54'd0, |x[62:52], x[51:0]}};
      exact_rest = x;
      if (x[62:0] >= y[62:0]) begin
        more = ((|x[62:52]) ? x[62:52] : 11'd1) - power;
        rest = rest % by;
        while (more >= 11'd53 && |rest) begin
          rest = (rest << 53) % by;
          more = more - 11'd53;
        end
        rest = (rest << more) % by;
        while (|rest && !rest[52] && power > 11'd1) begin
          rest = rest << 1;
          power = power - 11'd1;
        end
        exact_rest = {{x[63], rest[52] ? power : 11'd0, rest[51:0]}};
      end
      if (&x[62:52] || ~|y[62:0] || double_none(y)) exact_rest = 64'h{NANS[DOUBLE]:016x};
      else if (&y[62:52]) exact_rest = x;
      if (^{{x, y}} === 1'bx) exact_rest = {{64{{1'bx}}}};
    end
  endfunction
  function [63:0] fused(input [63:0] x, input [63:0] y, input [63:0] z, input odd);
    reg [{_WIDE - 1}:0] product, sum, rest;
    reg [105:0] digits;
    reg [12:0] top, cut;
    reg [63:0] kept;
    reg sign, half, more;
    begin
      digits = {{|x[62:52], x[51:0]}} * {{53'd0, |y[62:52], y[51:0]}};
      product = digits;
      product = product << ({{2'd0, x[62:52]}} + ~|x[62:52] + y[62:52] + ~|y[62:52] - 13'd2);
      rest = {{|z[62:52], z[51:0]}};
      rest = rest << ({{2'd0, z[62:52]}} + ~|z[62:52] + 13'd1073);
      sign = x[63] ^ y[63];
      if (sign == z[63]) sum = product + rest;
      else if (product >= rest) sum = product - rest;
      else begin
        sum = rest - product;
        sign = z[63];
      end
      rest = sum;
      top = 13'd0;
{_STEPS}      cut = (top > 13'd1126) ? top - 13'd52 : 13'd1074;
      rest = sum >> cut;
      kept = rest[63:0];
      half = sum[cut - 13'd1];
      rest = sum << (13'd{_WIDE + 1} - cut);
      more = |rest;
      if (odd) kept[0] = kept[0] | half | more;
      else if (half && (kept[0] || more)) kept = kept + 64'd1;
      kept = kept + ({{51'd0, cut - 13'd1074}} << 52);
      if (kept[63:52] >= 12'd2047) kept = 64'h7ff0000000000000;
      kept[63] = sign;
      if (~|sum || &x[62:52] || &y[62:52] || &z[62:52])
        kept = real_double($bitstoreal(x) * $bitstoreal(y) + $bitstoreal(z));
      if (&z[62:52] && ~|z[51:0] && !(&x[62:52]) && !(&y[62:52])) kept = z;
      fused = (^{{x, y, z}} === 1'bx) ? {{64{{1'bx}}}} : kept;
    end
  endfunction
  function [63:0] double_frem(input [63:0] x, input [63:0] y);
    double_frem = exact_rest(x, y);
  endfunction
  function [31:0] float_frem(input [31:0] x, input [31:0] y);
    float_frem = float_double(exact_rest(double_float(x), double_float(y)));
  endfunction
  function [63:0] double_fma(input [63:0] x, input [63:0] y, input [63:0] z);
    double_fma = fused(x, y, z, 1'b0);
  endfunction
  function [31:0] float_fma(input [31:0] x, input [31:0] y, input [31:0] z);
    float_fma = float_double(fused(double_float(x), double_float(y), double_float(z), 1'b1));
  endfunction
"""


def _of(type_: str) -> str:
    """Return the functions of a float type."""
    size = BITS[type_]
    most, none = size - 2, f"{size}'h{NANS[type_]:0{size // 4}x}"
    unknown, x_bad, y_bad = f"{{{size}{{1'bx}}}}", f"{type_}_none(x)", f"{type_}_none(y)"
    one, two = f"input [{size - 1}:0] x", f"input [{size - 1}:0] x, input [{size - 1}:0] y"
    head = f"  function [{size - 1}:0] {type_}_"
    rounded = "".join(
        f"{head}{name}({one});\n"
        f"    {type_}_{name} = (^x === 1'bx) ? {unknown}"
        f" : real_{type_}(real_{name}({type_}_real(x)));\n"
        "  endfunction\n"
        for name in ("floor", "ceil", "ftrunc", "round", "roundeven", "sqrt")
    )
    chosen = "".join(
        f"{head}{name}({two});\n"
        f"    {type_}_{name} = ({bad}) ? {otherwise}\n"
        f"      : {type_}_less({order}) ? y : x;\n"
        "  endfunction\n"
        for name, order in (("fmin", "y, x"), ("fmax", "x, y"))
        for name, bad, otherwise in (
            (name, f"{x_bad} || {y_bad}", f"({x_bad} ? ({y_bad} ? {none} : y) : x)"),
            (f"{name}imum", f"{x_bad} || {y_bad}", none),
        )
    )
    return f"""\
  function {type_}_less({two});
    {type_}_less = {type_}_rank(x) < {type_}_rank(y)
      || ({type_}_rank(x) == {type_}_rank(y) && x[{size - 1}] && !y[{size - 1}]);
  endfunction
{head}fabs({one});
    {type_}_fabs = {x_bad} ? {none} : {{1'b0, x[{most}:0]}};
  endfunction
{head}abs({one});
    {type_}_abs = {type_}_fabs(x);
  endfunction
{head}copysign({two});
    {type_}_copysign = {x_bad} ? {none} : {{y[{size - 1}], x[{most}:0]}};
  endfunction
{rounded}{chosen}"""


MORE_FUNCTIONS = f"{_REAL}{_of(FLOAT)}{_of(DOUBLE)}"
"""For inclusion in a module that uses them, after `FUNCTIONS`."""
