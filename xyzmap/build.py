"""Graphs and arrays in a few lines of Python."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral, Real
from typing import Any, TypeAlias

import msgspec

from archs.machines.generators import Build, Tile
from models.data.architecture import Architecture
from models.data.dfg import Constant, Dfg, Initial, Number, Operand, Operation
from models.errors import InputError, unknown
from models.semantics.opcodes import operators_of

MOST = 10**100
"""Whole numbers in JSON have fewer digits than this one."""

Read: TypeAlias = str | Number | tuple[str, int]
"""An operand of an operation: a value, a number, or a value of some iterations ago."""


def build_dfg(
    name: str,
    operations: Mapping[str, Sequence[Read]],
    results: Sequence[str] = (),
    *,
    inputs: Sequence[str] | None = None,
    latencies: Mapping[str, int] | None = None,
    initial: Mapping[str, Sequence[Number | str]] | None = None,
) -> Dfg:
    """Return a graph; each operation is given by its operator and its operands, in order.

    `{"p": ("mul", "a", 3), "sum": ("add", "p", ("sum", 1))}` adds up 3·a: a number is an immediate
    constant, named `3` or, where a value has that name, `3.const`; `("sum", 1)` is the sum of one
    iteration ago. `inputs` None: all operands that are not computed. `latencies` are cycles by
    operator, else 1; `initial` are values before the first iteration, the latest first: numbers or
    names of inputs. Names of operators tell which commute and associate. Raises `InputError`.
    """
    found: dict[str, tuple[str, int]] = {}
    made: dict[str, tuple[Operand | Number, ...]] = {}
    for own, parts in operations.items():
        operator, *operands = _listed(parts, f"'{own}'") or [None]
        if not isinstance(operator, str):
            raise InputError(f"'{own}' begins with {operator!r}, must be the name of an operator")
        made[own] = tuple(_operand(operand, own) for operand in operands)
        found[own] = operator, len(operands)
    reads = [each for operands in made.values() for each in operands]
    outside = dict.fromkeys(x.value for x in reads if isinstance(x, Operand))
    given = outside if inputs is None else _listed(inputs, "inputs")
    constants = _names([x for x in reads if not isinstance(x, Operand)], {*outside, *made, *given})
    operators = operators_of(found)
    used = list({operator.name: operator for operator in operators.values()}.values())
    for word in latencies or {}:
        if word not in {operator.name for operator in used}:
            raise InputError(unknown("operator", word, [o.name for o in used]), "latencies")
    return Dfg(
        name,
        tuple(msgspec.structs.replace(o, latency=(latencies or {}).get(o.name, 1)) for o in used),
        tuple(v for v in given if inputs is not None or v not in made),
        tuple(
            Operation(own, operators[own].name, tuple(_placed(x, constants) for x in reads))
            for own, reads in made.items()
        ),
        tuple(_listed(results, "results")),
        tuple(Constant(name, number) for name, number in constants.values()),
        initial=tuple(
            Initial(value, tuple(x if isinstance(x, str) else _number(x, value) for x in begin))
            for value, numbers in (initial or {}).items()
            for begin in [_listed(numbers, f"initial, '{value}'")]
        ),
    )


def _listed(parts: Any, what: str) -> list[Any]:
    """Return the members of a list. Raises `InputError` for a text, which has letters instead."""
    if isinstance(parts, (str, bytes)) or not isinstance(parts, Iterable):
        raise InputError(f"{what}: {parts!r} must be a list or tuple")
    return list(parts)


def _operand(read: object, own: str) -> Operand | Number:
    """Return an operand: a value, or a number."""
    match read:
        case str():
            return Operand(read)
        case (str() as value, Integral() as distance) if not isinstance(distance, bool):
            return Operand(value, int(distance))
        case Real():
            return _number(read, own)
    raise InputError(f"'{own}' reads {read!r}, must be a value, a number or (value, distance)")


def _number(number: object, own: str) -> Number:
    """Return a number as a Python number; those of numpy are none."""
    if isinstance(number, Integral) and not isinstance(number, bool):
        whole = int(number)
        if abs(whole) < MOST:
            return whole
        raise InputError(f"a number of '{own}' has more than 100 digits")
    if isinstance(number, Real) and not isinstance(number, bool) and math.isfinite(number):
        return float(number)
    raise InputError(f"{number!r} of '{own}' is no finite number")


def _placed(read: Operand | Number, constants: Mapping[str, tuple[str, Number]]) -> Operand:
    return read if isinstance(read, Operand) else Operand(constants[str(read)][0])


def _names(numbers: list[Number], taken: set[str]) -> dict[str, tuple[str, Number]]:
    """Return the names of the constants, by the text of their numbers."""
    found: dict[str, tuple[str, Number]] = {}
    for number in numbers:
        name = str(number)
        while name in taken:
            name += ".const"
        found.setdefault(str(number), (name, number))
    return found


def build_architecture(
    name: str,
    elements: Mapping[str, int | None],
    links: Iterable[tuple[str, str]] = (),
    *,
    entries: Iterable[str] | None = None,
    exits: Iterable[str] | None = None,
    operators: Mapping[str, Sequence[str]] | None = None,
    memory: bool = True,
    intermediates: bool = False,
    width: int | None = 1,
    latency: int = 0,
    max_contexts: int | None = None,
) -> Architecture:
    """Return an array of processing elements, each with so many registers (None: any number).

    `links` are paths from one element to another, in one direction. The external memory `extmem`
    holds all inputs at first and collects the results; it feeds `entries` and is fed by `exits`,
    by default all elements, and holds other values if `intermediates`. `operators` says what an
    element can execute, else everything. Paths carry `width` values per cycle and take `latency`
    cycles more than one. `Architecture` itself has further options. Raises `InputError`.
    """
    build = Build(name, width, latency)
    for own, registers in elements.items():
        build.place([own], Tile(registers))
    if memory:
        build.external(intermediates)
    for source, target in links:
        build.link(source, target)
    if memory:
        names = tuple(elements)
        build.ports(names if entries is None else entries, names if exits is None else exits)
    arch = build.finish(max_contexts)
    able = operators or {}
    for word in able:
        if word not in elements:
            raise InputError(unknown("element", word, elements), "operators")
    components = tuple(
        msgspec.structs.replace(c, ops=tuple(able[c.name])) if c.name in able else c
        for c in arch.components
    )
    changed: Architecture = msgspec.structs.replace(arch, components=components)
    return changed
