"""Invariants of a loop as constants: a problem for what knows no components that hold invariants.

A constant costs nothing, and so does an invariant that the component of each of its readers holds
for the whole loop. Where every component has room for all of them, both problems are the same; with
less room, as many become constants as fit wherever they are read.
"""

from __future__ import annotations

from collections import Counter
from functools import partial

import msgspec

from models.data.architecture import Architecture, InitialContents
from models.data.dfg import Constant, Dfg
from models.data.mapping import Loaded, Mapping
from models.data.problem import Problem
from models.data.rewrite import Rewrite


def invariants_as_constants(problem: Problem) -> Rewrite:
    """Return the problem on the array without room for invariants, some of which are constants.

    Each of its mappings, lifted, is one of `problem`.
    """
    if not any(part.invariants for part in problem.arch.components):
        return Rewrite(problem)
    chosen = frozenset(_chosen(problem))
    back = partial(_lifted, problem, chosen)
    changes = {"dfg": _graph(problem.dfg, chosen), "arch": _array(problem.arch, chosen)}
    return Rewrite(problem).then("invariants as constants", back, **changes)


def _chosen(problem: Problem) -> list[str]:
    """Return invariants for which each component that reads them has room, the most read first."""
    dfg = problem.dfg
    named = {*dfg.results, *(priority.first for priority in dfg.priorities)}
    late = {o.value for op in dfg.operations for o in op.operands if o.distance}
    able = [name for name in dfg.invariants if name not in named | late]
    reads = {op.name: {o.value for o in op.operands}.intersection(able) for op in dfg.operations}
    times = Counter(name for read in reads.values() for name in read)
    able.sort(key=lambda name: -times[name])
    readers = {op.operator for op in dfg.operations if reads[op.name]}
    fused = {pattern.name for pattern in dfg.patterns}
    # With few contexts few operations are executed on a component, and read few invariants there.
    most = max(map(len, reads.values()), default=0) * (problem.contexts or len(able))
    most = len(able) if fused else most
    rooms = [
        part.invariants
        for part in problem.arch.components
        if any(map(part.supports, readers | fused)) and part.invariants < most * part.issue
    ]
    return able[: min(rooms, default=len(able))]


def _graph(dfg: Dfg, chosen: frozenset[str]) -> Dfg:
    initial = (
        msgspec.structs.replace(
            each, numbers=tuple(0 if number in chosen else number for number in each.numbers)
        )
        for each in dfg.initial
        if each.value not in chosen
    )
    changed: Dfg = msgspec.structs.replace(
        dfg,
        inputs=tuple(name for name in dfg.inputs if name not in chosen),
        invariants=tuple(name for name in dfg.invariants if name not in chosen),
        constants=(*dfg.constants, *(Constant(name, 0) for name in sorted(chosen))),
        initial=tuple(initial),
    )
    return changed


def _array(arch: Architecture, chosen: frozenset[str]) -> Architecture:
    parts = []
    for part in arch.components:
        begins = part.initial
        if isinstance(begins, InitialContents):
            choices = (
                msgspec.structs.replace(each, of=tuple(n for n in each.of if n not in chosen))
                for each in begins.choices
            )
            values = tuple(name for name in begins.values if name not in chosen)
            begins = InitialContents(values, tuple(choices))
        parts.append(msgspec.structs.replace(part, invariants=0, initial=begins))
    changed: Architecture = msgspec.structs.replace(arch, components=tuple(parts))
    return changed


def _lifted(problem: Problem, chosen: frozenset[str], mapping: Mapping) -> Mapping:
    """Return a mapping in which components hold the invariants that operations read there."""
    defined = problem.dfg.operation_by_name | {each.name: each for each in mapping.intermediates}
    loaded = {
        Loaded(operand.value, issue.component)
        for issue in mapping.issues
        for operand in (issue.performs or defined[issue.operation]).operands
        if operand.value in chosen
    }
    order = sorted(loaded, key=lambda each: (each.component, each.value))
    return msgspec.structs.replace(mapping, loaded=tuple(order))
