"""Large mappings that are made in no time, for testing the report of one."""

from __future__ import annotations

import re

from msgspec.structs import replace

from archs.presets import architecture_preset
from models.data.dfg import Dfg, Initial, Operand, Operation
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.data.problem import Problem

ELEMENT = re.compile(r"pe_(\d+)_(\d+)")


def tiled(problem: Problem, mapping: Mapping, side: int) -> tuple[Problem, Mapping]:
    """Return `side` × `side` copies of a mapping on a square mesh, side by side on a larger one.

    Every element of the larger mesh reaches the external memory, and no two copies meet, so what
    was legal still is. Constants are shared.
    """
    dfg, size = problem.dfg, max(_place(c.name)[0] for c in problem.arch.components) + 1
    registers = max(c.capacity or 0 for c in problem.arch.components)
    whole = side * size
    arch = architecture_preset(f"mesh:{whole}x{whole},io=all,registers={registers}")
    between = {(path.sources[0], path.targets[0]): path.name for path in arch.paths}
    constants = {constant.name for constant in dfg.constants}
    operations: list[Operation] = []
    inputs: list[str] = []
    results: list[str] = []
    initial: list[Initial] = []
    holds: list[Held] = []
    transfers: list[Transfer] = []
    issues: list[Issue] = []

    for row in range(side):
        for column in range(side):

            def named(value: str, end: str = f".{row}{column}") -> str:
                return value if value in constants else value + end

            def at(name: str, down: int = row * size, right: int = column * size) -> str:
                found = ELEMENT.fullmatch(name)
                return f"pe_{int(found[1]) + down}_{int(found[2]) + right}" if found else name

            inputs += map(named, dfg.inputs)
            results += map(named, dfg.results)
            initial += [Initial(named(known.value), known.numbers) for known in dfg.initial]
            for op in dfg.operations:
                reads = tuple(Operand(named(o.value), o.distance) for o in op.operands)
                operations.append(Operation(named(op.name), op.operator, reads))
            holds += [Held(named(h.value), at(h.component), h.cycle) for h in mapping.holds]
            issues += [Issue(named(i.operation), at(i.component), i.cycle) for i in mapping.issues]
            for sent in mapping.transfers:
                path = problem.arch.path_by_name[sent.path]
                ends = at(path.sources[0]), at(path.targets[0])
                transfers.append(Transfer(named(sent.value), between[ends], sent.cycle))
    name = f"{dfg.name}-{side * side}"
    large: Dfg = replace(
        dfg, name=name, operations=tuple(operations), inputs=tuple(inputs),
        results=tuple(results), initial=tuple(initial),
    )  # fmt: skip
    made: Mapping = replace(
        mapping, dfg=name, architecture=arch.name, holds=tuple(dict.fromkeys(holds)),
        transfers=tuple(dict.fromkeys(transfers)), issues=tuple(issues),
    )  # fmt: skip
    return Problem(large, arch, mapping.contexts), made


def _place(name: str) -> tuple[int, int]:
    found = ELEMENT.fullmatch(name)
    return (int(found[1]), int(found[2])) if found else (0, 0)
