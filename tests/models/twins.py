"""Random problems of two equal halves around one memory, with the renaming that swaps them."""

from __future__ import annotations

import random

import msgspec

from models.data.architecture import Architecture, Component, InitialContents, Path
from models.data.dfg import Dfg, Operand, Operation, OrderEdge, Priority
from models.data.problem import Problem
from models.symmetry.symmetry import Symmetry
from tests.models.random_sums import random_sums

HALVES = "01"


def twins(
    seed: int, *, contexts: int | None = None, patterns: bool = False, leaves: int = 4
) -> tuple[Problem, Symmetry]:
    """Return a problem and its swap; inputs may be shared, constants always are."""
    base = random_sums(seed, contexts=contexts, patterns=patterns, leaves=leaves)
    source = random.Random(seed)
    shared = {name for name in base.dfg.inputs if source.random() < 0.4}
    shared |= {constant.name for constant in base.dfg.constants} | {"ext"}

    def own(name: str, half: str) -> str:
        return name if name in shared else f"{name}.{half}"

    def both(*names: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(own(name, half) for half in HALVES for name in names))

    dfg, arch = _graph(base.dfg, own, both), _machine(base.arch, own, both)
    problem = Problem(dfg, arch, contexts)

    def swapped(names: tuple[str, ...]) -> dict[str, str]:
        return {
            name: name[:-1] + str(1 - int(name[-1])) if "." in name[1:] else name for name in names
        }

    return problem, Symmetry(
        swapped(dfg.values),
        swapped(tuple(part.name for part in arch.components)),
        swapped(tuple(path.name for path in arch.paths)),
    )


def _graph(dfg: Dfg, own, both) -> Dfg:
    def read(operand: Operand, half: str) -> Operand:
        return Operand(own(operand.value, half), operand.distance)

    return msgspec.structs.replace(
        dfg,
        inputs=both(*dfg.inputs),
        results=both(*dfg.results),
        operations=tuple(
            Operation(own(op.name, half), op.operator, tuple(read(o, half) for o in op.operands))
            for half in HALVES
            for op in dfg.operations
        ),
        order=tuple(
            OrderEdge(own(edge.before, half), own(edge.after, half), edge.distance)
            for half in HALVES
            for edge in dfg.order
        ),
        priorities=tuple(
            Priority(own(rank.first, half), own(rank.then, half), rank.sign)
            for half in HALVES
            for rank in dfg.priorities
        ),
    )


def _machine(arch: Architecture, own, both) -> Architecture:
    parts: list[Component] = []
    paths: list[Path] = []
    for half in HALVES:
        for part in arch.components:
            initial = part.initial
            if isinstance(initial, InitialContents):
                held = [own(name, half) for name in initial.values]
                initial = InitialContents(
                    both(*initial.values) if part.name == "ext" else tuple(held)
                )
            made = msgspec.structs.replace(part, name=own(part.name, half), initial=initial)
            if made.name not in [each.name for each in parts]:
                parts.append(made)
        for path in arch.paths:
            sources = tuple(own(name, half) for name in path.sources)
            targets = tuple(own(name, half) for name in path.targets)
            paths.append(
                msgspec.structs.replace(
                    path, name=f"{path.name}.{half}", sources=sources, targets=targets
                )
            )
    for half, other in zip(HALVES, reversed(HALVES), strict=True):
        paths.append(Path(f"over.{half}", (f"pe0.{half}",), (f"pe0.{other}",), 1))
    return Architecture("twins", tuple(parts), tuple(paths), "ext")
