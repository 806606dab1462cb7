"""Graphs in which multi-node operations replace the operations they execute, for heuristics.

Patterns are matched from the results on, so that a chain of sums of products becomes one of
multiply-adds (the SAT paper's section 5.1). The models choose between all matches instead.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from models.data.dfg import Dfg, Operand, Operation, Operator, Pattern, lines_of
from models.transform.clusters import pinned
from models.transform.draft import Draft
from models.transform.multi_node import FREE, add_multi_node


def fused(dfg: Dfg, patterns: tuple[Pattern, ...]) -> Dfg:
    """Return `dfg` with the largest match of `patterns` that fits in place of each operation.

    Only operations without other readers may be inside. The graph has patterns as its operators.
    Raises `InputError` for too many matches.
    """
    known: Dfg = msgspec.structs.replace(dfg, patterns=patterns)
    draft = Draft(known)
    for operation in dfg.operations:
        draft.put(operation.name, [draft.base(operation)])
    add_multi_node(draft)
    reads = Counter(operand.value for op in dfg.operations for operand in op.operands)
    kept = pinned(dfg) | set(dfg.results)
    inside: set[str] = set()
    replaced: dict[str, Operation] = {}
    for name in reversed(dfg.schedule_order):
        found = sorted(draft.candidates[name], key=lambda candidate: -len(candidate.executes))
        for candidate in found if name not in inside else ():
            inner = {*candidate.executes} - {name}
            operands = tuple(read for read in candidate.operands if isinstance(read, Operand))
            if inner and not inner & kept and all(reads[value] == 1 for value in inner):
                inside |= inner
                replaced[name] = Operation(name, candidate.operator, operands)
                break
    made = tuple(replaced.get(op.name, op) for op in dfg.operations if op.name not in inside)
    used = {operation.operator for operation in made}
    new = tuple(
        Operator(p.name, p.expression.count(FREE), latency=known.default_latency(p.name))
        for p in patterns
        if p.name in used
    )
    result: Dfg = msgspec.structs.replace(
        known,
        operators=(*dfg.operators, *new),
        operations=made,
        patterns=(),
        lines=lines_of(dfg, made),
    )
    return result
