"""Problems with interchangeable results: several copies of a random graph on one machine."""

from __future__ import annotations

import random

import msgspec

from models.data.architecture import Component, InitialContents
from models.data.dfg import Dfg, Operand, Operation, OrderEdge, Priority
from models.data.problem import Problem


def copied(base: Problem, times: int, seed: int) -> Problem:
    """Return `base` with its graph `times` over; some inputs, and their users, are shared.

    Now and then one operation more reads the same result of all copies, or has an effect.
    """
    source = random.Random(seed)
    shared = {name for name in base.dfg.inputs if source.random() < 0.5}
    shared |= base.dfg.constant_by_name.keys()
    for operation in base.dfg.operations:
        reads = {operand.value for operand in operation.operands}
        if reads <= shared and not base.dfg.has_effect(operation.name) and source.random() < 0.2:
            shared.add(operation.name)
    copies = _Copies(shared, times)
    dfg = copies.graph(base.dfg)
    if source.random() < 0.4:
        dfg = _joined(dfg, copies, source.choice((*base.dfg.results, *base.dfg.values)), source)
    arch = msgspec.structs.replace(
        base.arch, components=tuple(map(copies.component, base.arch.components))
    )
    return Problem(dfg, arch, base.contexts, base.transform)


class _Copies:
    def __init__(self, shared: set[str], times: int) -> None:
        self._shared, self._numbers = shared, range(times)

    def own(self, name: str, copy: int) -> str:
        return name if name in self._shared else f"{name}.{copy}"

    def all(self, *names: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.own(name, c) for c in self._numbers for name in names))

    def graph(self, dfg: Dfg) -> Dfg:
        operations: dict[str, Operation] = {}
        order: dict[OrderEdge, None] = {}
        priorities: dict[Priority, None] = {}
        for c in self._numbers:
            for op in dfg.operations:
                read = tuple(Operand(self.own(o.value, c), o.distance) for o in op.operands)
                name = self.own(op.name, c)
                operations.setdefault(name, Operation(name, op.operator, read))
            for edge in dfg.order:
                ends = self.own(edge.before, c), self.own(edge.after, c)
                order[OrderEdge(*ends, edge.distance)] = None
            for rank in dfg.priorities:
                ends = self.own(rank.first, c), self.own(rank.then, c)
                priorities[Priority(*ends, rank.sign)] = None
        return msgspec.structs.replace(
            dfg,
            inputs=self.all(*dfg.inputs),
            operations=tuple(operations.values()),
            results=self.all(*dfg.results),
            order=tuple(order),
            priorities=tuple(priorities),
        )

    def component(self, part: Component) -> Component:
        initial = part.initial
        if isinstance(initial, InitialContents):
            choices = tuple(
                msgspec.structs.replace(choice, of=self.all(*choice.of))
                for choice in initial.choices
            )
            initial = InitialContents(self.all(*initial.values), choices)
        return msgspec.structs.replace(part, initial=initial)


def _joined(dfg: Dfg, copies: _Copies, name: str, source: random.Random) -> Dfg:
    """Add an operation that reads one value of two copies, as a result or for its effect."""
    read = copies.all(name)
    added = [Operation("both", "+", (Operand(read[0]), Operand(read[-1])))]
    results = dfg.results
    if source.random() < 0.5:
        added.append(Operation("kept", "put", (Operand("both"),)))
    else:
        results = (*results, "both")
    return msgspec.structs.replace(dfg, operations=(*dfg.operations, *added), results=results)
