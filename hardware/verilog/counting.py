"""Verilog functions on the bits of a word: counts of ones and zeros, and permutations."""

from __future__ import annotations

_EACH = {
    "ctpop": "{f} = {f} + x[n]",
    "ctlz": "if (x[n]) {f} = {w} - 1 - n",
    "cttz": "if (x[{w}-1-n]) {f} = {w} - 1 - n",
    "bitreverse": "{f}[n] = x[{w}-1-n]",
    "bswap": "{f}[n*8 +: 8] = x[{w}-8-n*8 +: 8]",
}
"""The statement for each bit or byte, from the lowest on."""


def counting(name: str, function: str, width: str) -> str:
    """Return a function on words of a width; unknown bits stay unknown."""
    first = {"ctlz": width, "cttz": width}.get(name, "0")
    count = f"{width}/8" if name == "bswap" else width
    return f"""\
  function [{width}-1:0] {function}(input [{width}-1:0] x);
    integer n;
    begin
      {function} = {first};
      for (n = 0; n < {count}; n = n + 1) {_EACH[name].format(f=function, w=width)};
      {function} = {function} ^ {{({width}){{^x ^ ^x}}}};
    end
  endfunction"""
