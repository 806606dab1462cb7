"""All orders of associative operators in a graph where values have several operations each.

Unlike `enumeration`, which lists the clusters of a DFG once, this follows the graph as it grows.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from itertools import product

from models.data.dfg import Operand
from models.errors import InputError
from models.transform.clusters import Leaves
from models.transform.enumeration import MOST_LEAVES
from models.transform.value_graph import Applied, ValueGraph


class Regroup:
    """Finds the leaves below every value, and adds each way to combine them in two parts.

    Below a value is what only it reads: new values, and operations that are read once, in their
    own iteration, are no result, and which no priority or order edge names.
    """

    def __init__(self, graph: ValueGraph, operators: frozenset[str]) -> None:
        self._graph = graph
        self._operators = operators
        self._leaves: dict[tuple[str, str], dict[Leaves, None]] = {}
        self._partial: dict[tuple[str, Leaves], Operand] = {}
        self._done: set[tuple[str, Applied]] = set()
        dfg = graph.dfg
        reads = Counter(operand for op in dfg.operations for operand in op.operands)
        often = Counter(operand.value for op in dfg.operations for operand in op.operands)
        self._open = {
            op.name
            for op in dfg.operations
            if reads[Operand(op.name)] == often[op.name] == 1
            and op.name not in graph.fixed
            and op.name not in dfg.results
        }

    def add_orders(self, names: list[str]) -> None:
        """Add the orders of values whose operations are new, and of what they are parts of.

        Raises `InputError` for more than `MOST_LEAVES` leaves, or too many ways to find them.
        """
        if not self._operators:
            return
        grown_by: list[tuple[str, str, Leaves]] = []
        waiting = deque(names)
        while waiting:
            name = waiting.popleft()
            if name not in self._graph.made:
                continue
            found = [
                (name, applied.operator, leaves)
                for applied in self._graph.made[name].values()
                if applied.operator in self._operators
                for leaves in self._flatten(name, applied)
            ]
            grown_by += found
            if found and self._is_open(name):
                waiting += [r for r in self._graph.readers[name] if r in self._graph.made]
        # Only now, so that too many leaves are found before anything is listed.
        for grown in grown_by:
            self._order(*grown)

    def _flatten(self, name: str, applied: Applied) -> list[Leaves]:
        """Return the leaves that an operation of `name` combines, as far as they are new."""
        operator = applied.operator
        if (name, applied) in self._done:
            return []
        known = self._leaves.setdefault((name, operator), {})
        grown = []
        below = [self._below(operand, operator) for operand in applied.operands]
        for chosen in product(*below):
            self._graph.count()
            leaves = self._sorted(operator, tuple(leaf for part in chosen for leaf in part))
            if leaves not in known:
                if len(leaves) > MOST_LEAVES:
                    raise InputError(
                        f"'{name}' combines {len(leaves)} values by operator '{operator}', which"
                        f" rewrite rules may change; all orders of at most {MOST_LEAVES} are"
                        " listed; do not reorder, or leave the rules out"
                    )
                known[leaves] = None
                grown.append(leaves)
                if name not in self._graph.fixed:
                    self._partial.setdefault((operator, leaves), Operand(name))
        return grown

    def _order(self, name: str, operator: str, leaves: Leaves) -> None:
        """Add each way to make a value of two parts of its leaves."""
        if len(leaves) < 3:
            return
        for left, right in self._splits(operator, leaves):
            operands = (self._value(operator, left), self._value(operator, right))
            applied = Applied(operator, operands)
            self._done.add((name, applied))
            self._graph.add(name, applied)

    def _value(self, operator: str, leaves: Leaves) -> Operand:
        """Return the value of a part, made with all its orders if there is none."""
        if len(leaves) == 1:
            return leaves[0]
        key = (operator, leaves)
        if key not in self._partial:
            if len(leaves) == 2:
                found = self._graph.value(Applied(operator, leaves), ("subset", *key))
                self._partial[key] = found
                if self._graph.is_new(found.value):
                    self._leaves.setdefault((found.value, operator), {})[leaves] = None
            else:
                name = self._graph.fresh(operator, leaves, ("subset", *key))
                self._partial[key] = Operand(name)
                self._leaves[name, operator] = {leaves: None}
                self._order(name, operator, leaves)
        return self._graph.plain(self._partial[key])

    def _below(self, operand: Operand, operator: str) -> list[Leaves]:
        operand = self._graph.plain(operand)
        if operand.distance == 0 and self._is_open(operand.value):
            found = self._leaves.get((operand.value, operator))
            if found:
                return [tuple(map(self._graph.plain, leaves)) for leaves in found]
        return [(operand,)]

    def _is_open(self, name: str) -> bool:
        return name in self._open or self._graph.is_new(name)

    def _sorted(self, operator: str, leaves: Leaves) -> Leaves:
        if self._graph.dfg.operator_by_name[operator].commutative:
            return tuple(sorted(leaves, key=lambda leaf: (leaf.value, leaf.distance)))
        return leaves

    def _splits(self, operator: str, leaves: Leaves) -> Iterator[tuple[Leaves, Leaves]]:
        """Yield the ways to make two parts of leaves, each once."""
        if not self._graph.dfg.operator_by_name[operator].commutative:
            for at in range(1, len(leaves)):
                yield leaves[:at], leaves[at:]
            return
        counts = Counter(leaves)
        for chosen in product(*(range(often + 1) for often in counts.values())):
            rest = tuple(all_ - n for all_, n in zip(counts.values(), chosen, strict=True))
            if any(chosen) and any(rest) and chosen >= rest:
                yield _taken(counts, chosen), _taken(counts, rest)


def _taken(counts: Counter[Operand], often: tuple[int, ...]) -> Leaves:
    return tuple(leaf for leaf, n in zip(counts, often, strict=True) for _ in range(n))
