"""Random loops of floats, and what numpy computes of them in binary32: bits in, bits out."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec.structs import replace

from hardware.model.floats import NANS
from models.data.dfg import Constant, Dfg, Initial, Operand, Operation, Operator, OrderEdge

EDGES = (
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x00000002, 0x00000003, 0x007FFFFF, 0x00800000,
    0x80800000, 0x00800001, 0x00FFFFFF, 0x01000000, 0x33800000, 0x33800001, 0x3F000000, 0x3F7FFFFF,
    0x3F800000, 0xBF800000, 0x3F800001, 0x3FC00000, 0x40000000, 0x40400000, 0x4B000001, 0x4B7FFFFF,
    0x4B800000, 0x4EFFFFFF, 0x4F000000, 0xCF000000, 0x5F000000, 0x7F000000, 0x7F7FFFFF, 0xFF7FFFFF,
    0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00001, 0x7F800001, 0x1FBFFFFF, 0x20000000, 0xA0000001,
)  # fmt: skip
"""Zeros, subnormal numbers, neighbours of powers of two, large ones, infinities, and no numbers."""

WIDE_EDGES = (
    *((word >> 31 << 63) | (word & 0x7FFFFFFF) << 29 for word in EDGES),  # other exponents
    0, 1 << 63, 1, 2, 3, (1 << 63) + 1, (1 << 52) - 1, 1 << 52, (1 << 52) + 1, 0x3FF << 52,
    (0x3FF << 52) + 1, (0x3FF << 52) - 1, 0x7FF << 52, 0xFFF << 52, (0x7FF << 52) + 1,
    (0x7FF << 52) - 1, 0x7FF8 << 48, 0xFFF8 << 48, 0x433 << 52, (0x433 << 52) + 1, 0x43E << 52,
    0x41E << 52, 0xC1E << 52, 0x1FF << 52, 0x36A << 52, 0x369 << 52, 0x47EFFFFFEFFFFFFF,
    0x47EFFFFFF0000000,
)  # fmt: skip
"""The same of binary64, and what binary32 rounds to its edges."""

COMPARED = tuple("oeq one olt ole ogt oge ueq une ult ule ugt uge ord uno".split())
ROWS = (
    *(Operator(name, 2) for name in ("fadd", "fsub", "fmul", "fdiv")),
    Operator("add", 2, type="i32"),
    Operator("fneg", 1),
    Operator("sitofp", 1, of="i32"),
    Operator("fptosi", 1, type="i32"),
    Operator("fadd/float", 2, type="float"),
    *(Operator(f"fcmp.{how}", 2) for how in COMPARED),
    Operator("select", 3, type="float"),
    Operator("load/float", 1, effect=True, type="float"),
    Operator("store/float", 2, effect=True, type="float"),
)
READS = {"sitofp": "i", "fptosi": "f", "add": "ii", "select": "iff", "fneg": "f"}
"""What is read: integers and floats; two floats by all others."""

DOUBLES = tuple(
    replace(row, type=row.type or "double")
    if row.name in ("fadd", "fsub", "fmul", "fdiv", "fneg")
    else replace(row, type="double", of="i64")
    if row.name == "sitofp"
    else replace(row, of="double")
    if row.name.startswith("fcmp") or row.name == "fptosi"
    else replace(row, name=row.name.replace("float", "double"), type="double")
    if row.type == "float"
    else row
    for row in ROWS
)
"""The same instructions of binary64."""


def reads(operator: str) -> str:
    """The kinds of operands, a letter each."""
    return READS.get(operator, "ff")


def float_loop(seed: int, most: int = 12, rows: tuple[Operator, ...] = ROWS) -> Dfg:
    """A loop on a float and an integer, with constants, initial numbers, and perhaps a memory.

    `rows` are those of floats or of doubles.
    """
    source = random.Random(f"floats {seed}")
    constants = [Constant("tenth", 0.1), Constant("two", 2), Constant("tiny", -1e-40)]
    known = {"f": ["x", *(c.name for c in constants)], "i": ["k", "two"]}
    plain = [row.name for row in rows if not row.effect]
    operations, used = list[Operation](), set[str]()
    for n in range(source.randint(3, most)):
        name, operator = f"v{n}", source.choice(plain[:9] if source.random() < 0.7 else plain)
        operands = []
        for place, kind in enumerate(reads(operator)):
            value = "x" if not n and kind == "f" else source.choice(known[kind])
            if value == "two" and kind == "f" and not place:
                value = "x"
            carried = value.startswith("v") and source.random() < 0.25
            operands.append(Operand(value, source.randint(1, 2) if carried else 0))
            used |= set() if carried else {value}
        operations.append(Operation(name, operator, tuple(operands)))
        known["i" if operator in ("fptosi", "add") or "." in operator else "f"].append(name)
    order: tuple[OrderEdge, ...] = ()
    if seed % 3 == 0:
        load, store = (row.name for row in rows[-2:])
        operations.append(Operation("loaded", load, (Operand("k"),)))
        summed = (Operand("loaded"), Operand("x"))
        operations.append(Operation("summed", "fadd", summed))
        operations.append(Operation("stored", store, (Operand("k"), Operand("summed"))))
        order = (OrderEdge("loaded", "stored"), OrderEdge("stored", "loaded", 1))
    results = [o.name for o in operations if o.name not in used and o.name.startswith("v")]
    first = source.choice([name for name in known["f"] if name.startswith("v")] or ["x"])
    read = {o.value for operation in operations for o in operation.operands}
    return Dfg(
        f"floats{seed}",
        tuple(row for row in rows if any(o.operator == row.name for o in operations)),
        tuple(name for name in "xk" if name in read),
        tuple(operations),
        tuple(results),
        tuple(c for c in constants if c.name in read),
        order,
        initial=(Initial(first, (1.7, "x")),) if "x" in read and first != "x" else (),
    )


def bits_of(number: np.floating[Any], *, double: bool = False) -> int:
    """The bits of a float; those of all that are no number are the same."""
    if np.isnan(number):
        return NANS["double" if double else "float"]
    if double:
        return int(np.float64(number).view(np.uint64))
    return int(np.float32(number).view(np.uint32))


def float_of(word: int, *, double: bool = False) -> np.floating[Any]:
    """The float of some bits."""
    if double:
        return np.uint64(word % (1 << 64)).view(np.float64)
    return np.uint32(word & 0xFFFFFFFF).view(np.float32)


def signed(word: int) -> int:
    """The last 32 bits as a signed integer."""
    return (word + (1 << 31)) % (1 << 32) - (1 << 31)


def applied(operator: str, words: Sequence[int], *, double: bool = False) -> int:
    """What an operator makes of words, by numpy; integers are of `i32`.

    Those that become doubles are of `i64` or `u64`.
    """
    opcode, _, how = operator.partition("/")[0].partition(".")
    with np.errstate(all="ignore"):
        if opcode == "select":
            return words[1] if signed(words[0]) else words[2]
        if opcode == "add":
            return signed(words[0] + words[1])
        if opcode in ("sitofp", "uitofp"):
            if double:
                whole = np.uint64(words[0] % (1 << 64))
                return bits_of(
                    np.float64(whole if opcode[0] == "u" else whole.view(np.int64)), double=True
                )
            whole = signed(words[0]) if opcode == "sitofp" else words[0] % (1 << 32)
            return bits_of(np.float32(whole))
        if opcode in ("fpext", "fptrunc"):
            found = float_of(words[0], double=opcode == "fptrunc")
            return bits_of(
                np.float64(found) if opcode == "fpext" else np.float32(found),
                double=opcode == "fpext",
            )
        numbers = [float_of(word, double=double) for word in words]
        if opcode in ("fptosi", "fptoui"):
            whole = int(np.trunc(numbers[0])) if np.isfinite(numbers[0]) else 0
            return signed(whole)
        if opcode == "fcmp":
            none = bool(np.isnan(numbers[0]) or np.isnan(numbers[1]))
            if how in ("ord", "uno"):
                return int(none == (how == "uno"))
            test = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal,
                    "gt": np.greater, "ge": np.greater_equal}[how[1:]]  # fmt: skip
            return int(how[0] == "u") if none else int(test(*numbers))
        if opcode in ROUNDED:
            return bits_of(ROUNDED[opcode](numbers[0]), double=double)
        if opcode in ("fmin", "fmax", "fminimum", "fmaximum"):
            return bits_of(_chosen(opcode, *numbers), double=double)
        compute = {
            "fadd": np.add, "fsub": np.subtract, "fmul": np.multiply, "fdiv": np.divide,
            "fneg": np.negative, "frem": np.fmod, "copysign": np.copysign,
        }[opcode]  # fmt: skip
        return bits_of(compute(*numbers), double=double)


def _chosen(opcode: str, a: np.floating[Any], b: np.floating[Any]) -> np.floating[Any]:
    """The less or the greater of two floats; numpy takes any zero of two."""
    least = opcode.startswith("fmin")
    if a == b == 0:
        return a if np.signbit(a) == least else b
    if np.isnan(a) or np.isnan(b):
        return np.minimum(a, b) if opcode.endswith("imum") else b if np.isnan(a) else a
    return np.minimum(a, b) if least else np.maximum(a, b)


def _away(a: np.floating[Any]) -> np.floating[Any]:
    """The nearest whole number, of two the one farther from zero."""
    whole = np.trunc(a)
    return np.copysign(whole + np.copysign(abs(a - whole) >= 0.5, a), a) if np.isfinite(a) else a


ROUNDED: dict[str, Any] = {
    "fabs": np.abs, "sqrt": np.sqrt, "floor": np.floor, "ceil": np.ceil, "ftrunc": np.trunc,
    "round": _away, "roundeven": np.rint,
}  # fmt: skip
