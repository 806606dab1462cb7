"""Random loops of floats, and what numpy computes of them in binary32: bits in, bits out."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import numpy as np

from models.data.dfg import Constant, Dfg, Initial, Operand, Operation, Operator, OrderEdge
from models.hardware.floats import NAN

EDGES = (
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x00000002, 0x00000003, 0x007FFFFF, 0x00800000,
    0x80800000, 0x00800001, 0x00FFFFFF, 0x01000000, 0x33800000, 0x33800001, 0x3F000000, 0x3F7FFFFF,
    0x3F800000, 0xBF800000, 0x3F800001, 0x3FC00000, 0x40000000, 0x40400000, 0x4B000001, 0x4B7FFFFF,
    0x4B800000, 0x4EFFFFFF, 0x4F000000, 0xCF000000, 0x5F000000, 0x7F000000, 0x7F7FFFFF, 0xFF7FFFFF,
    0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00001, 0x7F800001, 0x1FBFFFFF, 0x20000000, 0xA0000001,
)  # fmt: skip
"""Zeros, subnormal numbers, neighbours of powers of two, large ones, infinities, and no numbers."""

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

Words = Mapping[str, Sequence[int]]


def reads(operator: str) -> str:
    """The kinds of operands, a letter each."""
    return READS.get(operator, "ff")


def float_loop(seed: int, most: int = 12) -> Dfg:
    """A loop on a float and an integer, with constants, initial numbers, and perhaps a memory."""
    source = random.Random(f"floats {seed}")
    constants = [Constant("tenth", 0.1), Constant("two", 2), Constant("tiny", -1e-40)]
    known = {"f": ["x", *(c.name for c in constants)], "i": ["k", "two"]}
    plain = [row.name for row in ROWS if not row.effect]
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
        operations.append(Operation("loaded", "load/float", (Operand("k"),)))
        summed = (Operand("loaded"), Operand("x"))
        operations.append(Operation("summed", "fadd", summed))
        operations.append(Operation("stored", "store/float", (Operand("k"), Operand("summed"))))
        order = (OrderEdge("loaded", "stored"), OrderEdge("stored", "loaded", 1))
    results = [o.name for o in operations if o.name not in used and o.name.startswith("v")]
    first = source.choice([name for name in known["f"] if name.startswith("v")] or ["x"])
    read = {o.value for operation in operations for o in operation.operands}
    return Dfg(
        f"floats{seed}",
        tuple(row for row in ROWS if any(o.operator == row.name for o in operations)),
        tuple(name for name in "xk" if name in read),
        tuple(operations),
        tuple(results),
        tuple(c for c in constants if c.name in read),
        order,
        initial=(Initial(first, (1.7, "x")),) if "x" in read and first != "x" else (),
    )


def bits_of(number: np.float32) -> int:
    """The bits of a float; those of all that are no number are the same."""
    return NAN if np.isnan(number) else int(np.float32(number).view(np.uint32))


def float_of(word: int) -> np.float32:
    """The float of some bits."""
    return np.uint32(word & 0xFFFFFFFF).view(np.float32)


def signed(word: int) -> int:
    """The last 32 bits as a signed integer."""
    return (word + (1 << 31)) % (1 << 32) - (1 << 31)


def applied(operator: str, words: Sequence[int]) -> int:
    """What an operator makes of words, by numpy; integers are of `i32`."""
    opcode, _, how = operator.partition("/")[0].partition(".")
    with np.errstate(all="ignore"):
        if opcode == "select":
            return words[1] if signed(words[0]) else words[2]
        if opcode == "add":
            return signed(words[0] + words[1])
        if opcode in ("sitofp", "uitofp"):
            whole = signed(words[0]) if opcode == "sitofp" else words[0] % (1 << 32)
            return bits_of(np.float32(whole))
        numbers = [float_of(word) for word in words]
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
        compute = {"fadd": np.add, "fsub": np.subtract, "fmul": np.multiply, "fdiv": np.divide,
                   "fneg": np.negative}[opcode]  # fmt: skip
        return bits_of(compute(*numbers))


def by_numpy(dfg: Dfg, inputs: Words, memory: list[int], iterations: int) -> dict[str, list[int]]:
    """The words of all operations; `memory` is changed as the loop changes it."""
    rows: dict[str, list[int]] = {name: list(numbers) for name, numbers in inputs.items()}
    rows |= {operation.name: [] for operation in dfg.operations}
    before = {(row.value, d): n for row in dfg.initial for d, n in enumerate(row.numbers, 1)}
    for now in range(iterations):
        for name in dfg.schedule_order:
            operation = dfg.operation_by_name[name]
            words = []
            kinds = {"load/float": "i", "store/float": "if"}.get(operation.operator)
            for kind, operand in zip(
                kinds or reads(operation.operator), operation.operands, strict=True
            ):
                back = now - operand.distance
                found = dfg.constant_by_name.get(operand.value)
                if found is None and back >= 0:
                    words.append(rows[operand.value][back])
                    continue
                number = before.get((operand.value, -back), 0) if found is None else found
                if isinstance(number, str):
                    words.append(inputs[number][0])
                else:
                    words.append(bits_of(np.float32(number)) if kind == "f" else int(number))
            if operation.operator == "load/float":
                rows[name].append(memory[words[0] % len(memory)])
            elif operation.operator == "store/float":
                memory[words[0] % len(memory)] = words[1]
                rows[name].append(words[1])
            else:
                rows[name].append(applied(operation.operator, words))
    return rows
