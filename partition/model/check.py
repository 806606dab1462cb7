"""The checker of a mapped partition: the parts, run one after another, compute the DFG.

`models.judge.checker` has the rules of a mapping, `models.judge.simulator` executes one. This
module adds that the parts form a partition, that they contain the whole DFG, and the memory
between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from models.data.architecture import Architecture
from models.data.dfg import Dfg, Number, Operand
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.judge.checker import check
from models.judge.simulator import enough_iterations, simulate
from models.semantics.operators import evaluate, random_inputs, same
from partition.model.partition import Partition, fault
from partition.model.split import MEMORY, MemoryOperators, Part, split


class Checked(NamedTuple):
    """The fault of a mapped partition, or None, and the number of equal results."""

    fault: str | None
    compared: int = 0


def check_parts(
    dfg: Dfg,
    arch: Architecture,
    partition: Partition,
    mappings: Sequence[Mapping],
    memory: MemoryOperators = MEMORY,
    seed: int = 0,
    *,
    recompute: bool = True,
) -> Checked:
    """Check that `mappings`, one per part, executed one after another compute `dfg`.

    Every part runs all iterations on random inputs before the next begins. A load reads the value
    stored by an earlier part, and every value of the DFG is compared with its direct evaluation.
    Without `recompute` no part issues an operation more than once per iteration.
    """
    broken = fault(dfg, partition)
    if broken is not None:
        return Checked(str(broken))
    if len(mappings) != len(partition.parts):
        return Checked(f"{len(mappings)} mapping(s) of {len(partition.parts)} part(s)")
    parts = split(dfg, partition, memory)
    for p, (part, mapping) in enumerate(zip(parts, mappings, strict=True)):
        problem = Problem(part.dfg, arch, mapping.contexts, recompute=recompute)
        violations = check(problem, mapping)
        if violations:
            return Checked(f"part {p}: {violations[0]}")
    lost = _lost(dfg, partition, parts)
    if lost is not None:
        return Checked(lost)
    return _execute(dfg, arch, parts, mappings, seed)


def _lost(dfg: Dfg, partition: Partition, parts: Sequence[Part]) -> str | None:
    """Return the first item of the DFG, apart from operands, that no part contains, or None."""
    of = partition.part_of
    for operation in dfg.operations:
        own = parts[of[operation.name]].dfg.operation_by_name.get(operation.name)
        if own is None or own.operator != operation.operator:
            return f"part {of[operation.name]}: does not have '{operation.name}'"
    for result in dfg.results:
        if not any(result in part.dfg.results for part in parts):
            return f"result '{result}' is that of no part"
    for edge in dfg.order:
        if of[edge.before] == of[edge.after] and edge not in parts[of[edge.after]].dfg.order:
            return f"part {of[edge.after]}: '{edge.after}' is not kept after '{edge.before}'"
    for pair in dfg.priorities:
        together = of.get(pair.first) == of[pair.then]
        if together and pair not in parts[of[pair.then]].dfg.priorities:
            return f"part {of[pair.then]}: '{pair.then}' is not kept after '{pair.first}'"
    return None


def _execute(
    dfg: Dfg, arch: Architecture, parts: Sequence[Part], mappings: Sequence[Mapping], seed: int
) -> Checked:
    iterations = max(map(enough_iterations, mappings), default=1)
    inputs = random_inputs(dfg, iterations, seed)
    expected = evaluate(dfg, iterations, inputs)
    memory: dict[str, list[Number]] = {}
    compared = 0
    for p, (part, mapping) in enumerate(zip(parts, mappings, strict=True)):
        missing = [value for value in part.loads if value not in memory]
        if missing:
            return Checked(f"part {p}: '{missing[0]}' is loaded, but no part before stored it")
        given = {name: memory[value] for value, name in part.loads.items()}
        own = {name: inputs[name] for name in part.dfg.inputs}
        problem = Problem(part.dfg, arch, mapping.contexts)
        report = simulate(problem, mapping, iterations, inputs=own, given=given)
        if not report.ok:
            return Checked(f"part {p}: {report.first_difference}", compared)
        rows = evaluate(part.dfg, iterations, own, given)
        for n, row in enumerate(rows):
            for operation in part.dfg.operations:
                name = operation.name
                if name not in dfg.operation_by_name:
                    continue
                if not same(row[name], expected[n][name]):
                    what = f"iteration {n}: '{name}' is {row[name]}, not {expected[n][name]}"
                    return Checked(f"part {p}: {what}", compared)
                compared += 1
        # The simulator compared the effects with these rows.
        for value, name in part.stores.items():
            stored = part.dfg.operation_by_name[name].operands
            if stored != (Operand(value),) or not part.dfg.has_effect(name):
                return Checked(f"part {p}: '{name}' does not store '{value}'", compared)
            memory[value] = [row[value] for row in rows]
    return Checked(None, compared)
