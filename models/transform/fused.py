"""Graphs in which multi-node operations take the place of what they execute, for heuristics.

A pattern is laid on operations from the results on, so that a chain of sums of products becomes
one of multiply-adds (the SAT paper's section 5.1). The models choose between all matches instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from models.data.dfg import Dfg, Operand, Operation, Operator, Pattern
from models.transform.clusters import pinned
from models.transform.multi_node import FREE, Node, parse

Match = tuple[tuple[Operand, ...], tuple[str, ...]]
"""The free operands of a pattern from left to right, and the operations inside it."""


def fused(dfg: Dfg, patterns: tuple[Pattern, ...]) -> Dfg:
    """Return `dfg` with as many operations as possible inside of `patterns`, the largest first.

    Only what nothing else reads may be inside. What is mapped has patterns as its operators.
    """
    wide = sorted(patterns, key=lambda pattern: -len(pattern.expression))
    matcher = _Matcher(dfg)
    parsed = [(pattern.name, parse(dfg, pattern)) for pattern in wide]
    inside: set[str] = set()
    replaced: dict[str, Operation] = {}
    for name in reversed(dfg.schedule_order):
        if name in inside or name in matcher.visible:
            continue
        for pattern, nodes in parsed:
            match = next(matcher.matches(nodes, len(nodes) - 1, name), None)
            if match is not None:
                operands, inner = match
                inside.update(inner)
                replaced[name] = Operation(name, pattern, operands)
                break
    made = tuple(replaced.get(op.name, op) for op in dfg.operations if op.name not in inside)
    used = {operation.operator for operation in made}
    new = tuple(
        Operator(pattern.name, pattern.expression.count(FREE), latency=_latency(dfg, pattern))
        for pattern in patterns
        if pattern.name in used
    )
    result: Dfg = msgspec.structs.replace(
        dfg, operators=(*dfg.operators, *new), operations=made, patterns=(), rules=()
    )
    return result


def _latency(dfg: Dfg, pattern: Pattern) -> int:
    words = (word for word in pattern.expression if word != FREE)
    return max(dfg.operator_by_name[word].latency for word in words)


class _Matcher:
    """Finds patterns in the operations of a graph as they are."""

    def __init__(self, dfg: Dfg) -> None:
        self._dfg = dfg
        self._reads = Counter(operand.value for op in dfg.operations for operand in op.operands)
        self.visible = pinned(dfg)
        self._kept = self.visible | set(dfg.results)

    def matches(self, nodes: list[Node], number: int, name: str) -> Iterator[Match]:
        """Yield the matches of a node, and what is below it, at operation `name`."""
        operation, node = self._dfg.operation_by_name[name], nodes[number]
        if operation.operator != node.operator:
            return
        for layout in node.layouts:
            laid = [operation.operands[place] for place in layout]
            yield from self._below(nodes, list(zip(node.children, laid, strict=True)))

    def _below(self, nodes: list[Node], todo: list[tuple[int, Operand]]) -> Iterator[Match]:
        if not todo:
            yield (), ()
            return
        (number, operand), *others = todo
        for operands, inner in self._at(nodes, number, operand):
            for more, further in self._below(nodes, others):
                yield operands + more, inner + further

    def _at(self, nodes: list[Node], number: int, operand: Operand) -> Iterator[Match]:
        if nodes[number].operator == FREE:
            yield (operand,), ()
        elif self._may_be_inside(operand):
            for operands, inner in self.matches(nodes, number, operand.value):
                yield operands, (operand.value, *inner)

    def _may_be_inside(self, operand: Operand) -> bool:
        name = operand.value
        return (
            operand.distance == 0
            and name in self._dfg.operation_by_name
            and self._reads[name] == 1
            and name not in self._kept
        )
