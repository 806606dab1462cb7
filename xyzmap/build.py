"""Graphs and arrays in a few lines of Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import msgspec

from archs.machines.generators import Build, Tile
from models.data.architecture import Architecture
from models.data.dfg import Constant, Dfg, Initial, Number, Operand, Operation
from models.errors import InputError, unknown
from models.semantics.opcodes import operators_of

Read: TypeAlias = str | Number | tuple[str, int]
"""What an operation reads: a value, a number, or a value of some iterations ago."""


def build_dfg(
    name: str,
    operations: Mapping[str, Sequence[Read]],
    results: Sequence[str] = (),
    *,
    inputs: Sequence[str] | None = None,
    latencies: Mapping[str, int] | None = None,
    initial: Mapping[str, Sequence[Number | str]] | None = None,
) -> Dfg:
    """Return a graph; each operation is its operator and what that reads, in order.

    `{"p": ("mul", "a", 3), "sum": ("add", "p", ("sum", 1))}` adds up 3·a: a number is an immediate
    constant, `("sum", 1)` is the sum of one iteration ago. `inputs` None: whatever is read and not
    computed. `latencies` are cycles by operator, else 1; `initial` what values were before the
    first iteration, the latest first: numbers or names of inputs. Names of operators tell which
    commute and associate. Raises `InputError`.
    """
    found: dict[str, tuple[str, int]] = {}
    made: dict[str, tuple[Operand, ...]] = {}
    read: dict[str, None] = {}
    constants: dict[str, Number] = {}
    for own, (operator, *operands) in operations.items():
        if not isinstance(operator, str):
            raise InputError(f"'{own}' begins with {operator!r}, must be the name of an operator")
        made[own] = tuple(_operand(operand, constants, read) for operand in operands)
        found[own] = operator, len(operands)
    operators = operators_of(found)
    used = list({operator.name: operator for operator in operators.values()}.values())
    for word in latencies or {}:
        if word not in {operator.name for operator in used}:
            raise InputError(unknown("operator", word, [o.name for o in used]), "latencies")
    return Dfg(
        name,
        tuple(msgspec.structs.replace(o, latency=(latencies or {}).get(o.name, 1)) for o in used),
        tuple(v for v in read if v not in operations) if inputs is None else tuple(inputs),
        tuple(Operation(own, operators[own].name, operands) for own, operands in made.items()),
        tuple(results),
        tuple(Constant(word, number) for word, number in constants.items()),
        initial=tuple(Initial(value, tuple(n)) for value, n in (initial or {}).items()),
    )


def _operand(read: Read, constants: dict[str, Number], values: dict[str, None]) -> Operand:
    if isinstance(read, (int, float)):
        constants[str(read)] = read
        return Operand(str(read))
    value, distance = (read, 0) if isinstance(read, str) else read
    values[value] = None
    return Operand(value, distance)


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
    cycles more than one. `Architecture` itself says all that there is to say. Raises `InputError`.
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
