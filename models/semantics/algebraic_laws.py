"""Checks the algebraic laws declared in a DFG against the arithmetic of its operators.

Reordering relies on the operator table. A name with a known meaning is tried on numbers; any other
name has the laws that it is declared to have.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import permutations, product

from msgspec.structs import replace

from models.data.architecture import opcode_of
from models.data.dfg import Dfg, Number, Operator
from models.errors import InputError
from models.semantics.operators import KNOWN, apply

SMALL = range(-2, 4)  # comparisons and bits differ on small numbers
LARGE_SAMPLES = 20
FLOATING = ("fadd", "fmul")  # of the operators with a known meaning, those that may be reordered


def check_algebraic_laws(dfg: Dfg, *, reordered: bool = True) -> None:
    """Raise `InputError` for the first operator with a declared law that its arithmetic lacks.

    The laws are tried on integers. Floating-point arithmetic counts as exact; where sums are
    `reordered`, except that of `float`: such sums differ by more than the rounding tolerance of
    simulation.
    """
    for position, operator in enumerate(dfg.operators):
        tried = replace(operator, name=opcode_of(operator.name))
        if tried.type == "double" or (tried.type == "float" and not reordered):
            tried = replace(tried, type=None, of=None)
        if tried.type is not None or (tried.name.lower(), tried.arity) in KNOWN:
            broken = _broken(tried)
            if broken is not None:
                raise InputError(f"operator '{operator.name}' {broken}", f"$.operators[{position}]")


def _broken(operator: Operator) -> str | None:
    name = operator.name
    if operator.commutative and not _is_commutative(operator):
        reason = f"a {name} b is not b {name} a"
        if operator.arity != 2:
            reason = "its operands cannot change places"
        return f"is declared commutative, but {reason}"
    if operator.associative and operator.type == "float":
        return (
            "is declared associative, but sums of float differ by their order; double, or no type"
        )
    if operator.associative and not _is_associative(operator):
        return f"is declared associative, but (a {name} b) {name} c is not a {name} (b {name} c)"
    return None


def _is_commutative(operator: Operator) -> bool:
    return all(
        len({apply(operator, order, "") for order in permutations(numbers)}) == 1
        for numbers in _samples(operator.arity)
    )


def _is_associative(operator: Operator) -> bool:
    def both(a: int, b: int, c: int) -> bool:
        left = apply(operator, (apply(operator, (a, b), ""), c), "")
        return left == apply(operator, (a, apply(operator, (b, c), "")), "")

    return all(both(a, b, c) for a, b, c in _samples(3))


def _samples(count: int) -> Iterable[tuple[int, ...]]:
    source = random.Random(0)
    yield from product(SMALL, repeat=count)
    for _ in range(LARGE_SAMPLES):
        yield tuple(source.randrange(-(1 << 20), 1 << 20) for _ in range(count))


def rounded(dfg: Dfg) -> str | None:
    """Return the first part of `dfg` that is floating-point and sensitive to the order of
    operations; or None.

    Reordering is exact on integers; of floating-point numbers it changes the rounding.
    """
    for operator in dfg.operators:
        if operator.associative and opcode_of(operator.name).lower() in FLOATING:
            return f"operator '{operator.name}'"
    numbers: list[tuple[str, tuple[Number | str, ...]]] = [
        *((constant.name, (constant.value,)) for constant in dfg.constants),
        *((initial.value, initial.numbers) for initial in dfg.initial),
    ]
    for name, own in numbers:
        if any(isinstance(number, float) for number in own):
            return f"the numbers of '{name}'"
    return None
