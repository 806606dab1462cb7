"""Replacement and removal of values of a graph under construction."""

from __future__ import annotations

import copy
from collections.abc import Mapping

from models.data.dfg import Operand
from programs.llvm.builder import Builder
from programs.llvm.module import Value

EFFECTS = ("load", "store", "br")


def copied(made: Builder) -> Builder:
    """Return a copy of a graph, to be changed apart from it."""
    other = copy.copy(made)
    for name, member in vars(made).items():
        if isinstance(member, (dict, list)):
            setattr(other, name, copy.copy(member))
    return other


def opcode(made: Builder, name: str) -> str:
    """Return the opcode of an operation, without its predicate."""
    return made.operations[name][0].partition(".")[0]


def replace(made: Builder, name: str, by: Operand, firsts: Mapping[int, Value]) -> bool:
    """Read another value instead of an operation, if the first values of both agree.

    `firsts` are values of `by.value` before the loop, by distance. Returns whether it was done; a
    result stays, as a value after the loop is one of its last iteration.
    """
    starts = {(by.value, distance): first for distance, first in firsts.items()}
    for (value, distance), start in made.starts.items():
        if value == name:
            key = by.value, by.distance + distance
            if starts.setdefault(key, start) != start:
                return False
    if name in made.wanted or any(made.starts.get(k, v) != v for k, v in starts.items()):
        return False

    def moved(operand: Operand) -> Operand:
        same = operand.value == name
        return Operand(by.value, operand.distance + by.distance) if same else operand

    made.starts = {key: v for key, v in made.starts.items() if key[0] != name} | starts
    del made.operations[name]
    made.accesses = [each for each in made.accesses if each.operation != name]
    for other, (word, operands) in made.operations.items():
        made.operations[other] = (word, tuple(map(moved, operands)))
    made.phis = {phi: moved(operand) for phi, operand in made.phis.items()}
    return True


def prune(made: Builder) -> None:
    """Remove operations that no store, exit or result needs, loads included."""
    left = [n for n in made.operations if opcode(made, n) in ("store", "br")] + list(made.wanted)
    alive = set(left)
    while left:
        for operand in made.operations[left.pop()][1]:
            if operand.value in made.operations and operand.value not in alive:
                alive.add(operand.value)
                left.append(operand.value)
    made.operations = {n: made.operations[n] for n in made.operations if n in alive}
    made.starts = {key: v for key, v in made.starts.items() if key[0] in alive}
    made.accesses = [each for each in made.accesses if each.operation in alive]
    deepest: dict[str, int] = {}
    for _, operands in made.operations.values():
        for o in operands:
            deepest[o.value] = max(o.distance, deepest.get(o.value, 0))
    made.starts = {
        (value, distance): v
        for (value, distance), v in made.starts.items()
        if distance <= deepest.get(value, 0)
    }


def distances(made: Builder, name: str) -> set[int]:
    """Return the distances at which operations read a value."""
    return {o.distance for _, ops in made.operations.values() for o in ops if o.value == name}


def size(made: Builder) -> tuple[int, int]:
    """Return the number of operations, and of loads and stores among them."""
    words = [opcode(made, name) for name in made.operations]
    return len(words), sum(word in ("load", "store") for word in words)
