"""Operations that an array lacks, computed from others: minimum, absolute value, reversal."""

from __future__ import annotations

from collections.abc import Collection

from models.data.dfg import Operand
from programs.llvm.builder import Builder

COMPARED = {"smin": "slt", "smax": "sgt", "umin": "ult", "umax": "ugt"}


def expand(made: Builder, words: Collection[str]) -> None:
    """Replace the operations of a graph that have these words by several, of the same value."""
    for name in list(made.operations):
        word, operands = made.operations[name]
        if word in words:
            made.line = made.lines.get(name, "")
            made.promised.pop(name, None)
            _expanded(made, name, word, operands)
            made.line = ""


def _expanded(made: Builder, name: str, word: str, operands: tuple[Operand, ...]) -> None:
    type_ = made.types[name]
    one = operands[0]

    def add(part: str, opcode: str, kind: str, *read: Operand) -> Operand:
        return made.add(made.name(f"{name}.{part}"), opcode, kind, *read)

    if word in COMPARED:
        less = add("less", f"icmp.{COMPARED[word]}", "i1", *operands)
        made.operations[name] = ("select", (less, *operands))
        return
    if word == "abs":
        negated = add("negated", "sub", type_, made.number(0), one)
        below = add("below", "icmp.slt", "i1", one, made.number(0))
        made.operations[name] = ("select", (below, negated, one))
        return
    bits = int(type_[1:])
    step = bits // 2
    least = 1 if word == "bitreverse" else 8
    while True:
        # Neighbouring groups of bits change places.
        mask = sum(((1 << step) - 1) << at for at in range(0, bits, 2 * step))
        mask -= (mask >> (bits - 1)) << bits
        high = add("high", "lshr", type_, one, made.number(step))
        low = add("low", "and", type_, one, made.number(mask))
        high = add("down", "and", type_, high, made.number(mask))
        low = add("up", "shl", type_, low, made.number(step))
        if step == least:
            made.operations[name] = ("or", (high, low))
            return
        one = add("swapped", "or", type_, high, low)
        step //= 2
