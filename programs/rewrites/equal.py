"""Values that an earlier iteration has computed: f(x@1) is f(x)@1.

Two operations are equal up to a distance if one reads the operands of the other that many
iterations later. S. Deitz, B. Chamberlain, L. Snyder, Eliminating Redundancies in Sum-of-Product
Array Computations, ICS 2001, find more of them after reassociation.
"""

from __future__ import annotations

from models.data.dfg import Number, Operand, Rewrite
from programs.llvm.before import STAY
from programs.llvm.builder import Builder, Prepared, operand_type
from programs.llvm.module import Value
from programs.rewrites.reuse import FARTHEST
from programs.rewrites.values import replace

LAWFUL = frozenset("add mul and or xor smin smax umin umax fadd fmul".split())
"""Operations whose operands may change places."""


def equal(made: Builder) -> list[Rewrite]:
    """Replace operations that are equal up to a distance; return what was done."""
    done: list[Rewrite] = []
    found = True
    while found:
        found = False
        first: dict[object, tuple[str, int]] = {}
        for name in sorted(made.operations, key=lambda n: _shift(made, n) or 0):
            shift = _shift(made, name)
            if shift is None:
                continue
            known, least = first.setdefault(_shape(made, name, shift), (name, shift))
            if known == name:
                continue
            line = made.lines.get(name)
            by = Operand(known, shift - least)
            firsts = _firsts(made, name, by.distance)
            if firsts is None or made.types[known] != made.types[name]:
                continue
            flags = made.promised.get(name, frozenset[str]())
            if replace(made, name, by, firsts):
                made.promise(known, flags)
                done.append(Rewrite("equal", name, by, line))
                found = True
                break
    return done


def _shift(made: Builder, name: str) -> int | None:
    """Return the least distance of the operands that vary; None without any, or with effects."""
    word, operands = made.operations[name]
    if word.partition(".")[0] in STAY and word != "mov":
        return None
    found = [o.distance for o in operands if o.value in made.operations]
    return min(found) if found and name not in {o.value for o in operands} else None


def _shape(made: Builder, name: str, shift: int) -> object:
    word, operands = made.operations[name]
    read = [
        (o.value, o.distance - shift) if o.value in made.operations else (o.value, 0)
        for o in operands
    ]
    of = operand_type(made, word.partition(".")[0], operands)
    return word, made.types[name], of, tuple(sorted(read) if word in LAWFUL else read)


def _firsts(made: Builder, name: str, distance: int) -> dict[int, Value] | None:
    """Return an operation's values of the first `distance` iterations, computed before the loop."""
    if distance > FARTHEST:
        return None
    word, operands = made.operations[name]
    opcode = word.partition(".")[0]
    firsts: dict[int, Value] = {}
    for iteration in range(distance):
        read: list[str | Number] = []
        for operand in operands:
            if operand.value in made.constants:
                read.append(made.constants[operand.value])
            elif operand.value in made.operations:
                start = made.starts.get((operand.value, operand.distance - iteration))
                if start is None:
                    return None
                given = made.operand(start).value
                read.append(made.constants.get(given, given))
            else:
                read.append(operand.value)
        of = operand_type(made, opcode, operands) or made.types[name]
        wanted = made.name(f"{name}.{iteration}.first")
        one = Prepared(word, of, tuple(read))
        if made.prepared.setdefault(wanted, one) != one:
            return None
        made.types[wanted] = made.types[name]
        firsts[distance - iteration] = Value(wanted, made.types[name])
    return firsts
