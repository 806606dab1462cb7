"""Application of rewrite rules to all values of a graph, in every order, to a fixed point."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Container, Iterator
from functools import cache
from itertools import permutations, product

from models.data.dfg import Operand
from models.errors import InputError
from models.semantics.rule_terms import Literal, Node, Term, Variable, depth, number_key
from models.transform.clusters import Leaves
from models.transform.draft import Draft
from models.transform.enumeration import MOST_LEAVES
from models.transform.value_graph import Applied, ValueGraph

MOST_STEPS = 5_000_000


Bound = dict[str, Operand]


def saturated(
    draft: Draft,
    opaque: Container[str],
    reordered: frozenset[str],
    most_values: int | None = None,
    most_rounds: int | None = None,
) -> ValueGraph:
    """Return all values and their operations, after applying the rules to a fixed point.

    Raises `InputError` for more than `most_values` new values, `most_rounds` rounds, or too many
    steps.
    """
    names = [name for name in draft.dfg.values if name in opaque]
    graph = ValueGraph(draft, names, *(() if most_values is None else (most_values,)))
    rewriting = _Rewriting(graph)
    regroup = Regroup(graph, reordered)
    rounds = 0
    while graph.changed:
        rounds += 1
        if most_rounds is not None and rounds > most_rounds:
            raise InputError(f"rewriting takes more than {most_rounds} rounds")
        regroup.add_orders([*graph.changed])
        changed = [*graph.changed]
        graph.changed.clear()
        rewriting.apply(graph.above(changed, rewriting.height))
    return graph


class _Rewriting:
    """Matches the left sides of all rules and adds their right sides."""

    def __init__(self, graph: ValueGraph) -> None:
        self._graph = graph
        self._dfg = graph.dfg
        terms = graph.dfg.sides_by_rule.values()
        # Rules that make a term equal to an existing one come first: they reduce the number of new
        # values.
        self._rules = sorted(terms, key=lambda rule: isinstance(rule.right, Node))
        self.height = max(depth(rule.left) for rule in self._rules)
        self._equal: dict[str, dict[Operand, None]] = {}
        self._steps = 0

    def apply(self, names: list[str]) -> None:
        """Apply every rule to every value of `names` once."""
        for makes in (False, True):
            for rule in self._rules:
                if isinstance(rule.right, Node) == makes:
                    for name in names:
                        self._apply(rule.left, rule.right, name)
            self._graph.merge()
            self._replace()

    def _apply(self, left: Node, right: Term, name: str) -> None:
        if not self._graph.is_free(name):
            return
        for bound in tuple(self._match(left, Operand(name), {})):
            if isinstance(right, Node):
                operands = tuple(self._build(operand, bound) for operand in right.operands)
                self._graph.add(name, Applied(right.operator, operands))
            else:
                other = self._build(right, bound)
                if self._graph.is_new(name):
                    self._graph.equate(name, other)
                elif other != Operand(name):
                    self._equal.setdefault(name, {})[other] = None

    def _replace(self) -> None:
        """Let the readers of a value of the DFG read an equal one instead, or compute it like that
        one.
        """
        graph = self._graph
        for name, others in self._equal.items():
            for other in map(graph.plain, tuple(others)):
                if other == Operand(name):
                    continue
                for reader in tuple(graph.readers[name]):
                    if graph.is_free(reader):
                        graph.replace(reader, name, other)
                if other.distance == 0 and graph.is_free(other.value):
                    for applied in tuple(graph.made[other.value].values()):
                        graph.add(name, applied)

    def _build(self, term: Term, bound: Bound) -> Operand:
        if isinstance(term, Variable):
            return bound[term.name]
        if isinstance(term, Literal):
            return self._graph.number[number_key(term.number)]
        operands = tuple(self._build(operand, bound) for operand in term.operands)
        return self._graph.value(
            Applied(term.operator, operands), ("rule", term.operator, operands)
        )

    def _match(self, term: Term, operand: Operand, bound: Bound) -> Iterator[Bound]:
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise InputError(
                f"the rewrite rules of '{self._dfg.name}' take more than {MOST_STEPS} steps to"
                " match; leave some of them out"
            )
        operand = self._graph.plain(operand)
        if isinstance(term, Variable):
            if term.name not in bound:
                yield {**bound, term.name: operand}
            elif bound[term.name] == operand:
                yield bound
        elif isinstance(term, Literal):
            if self._graph.number.get(number_key(term.number)) == operand:
                yield bound
        elif operand.distance == 0:
            for applied in tuple(self._graph.made.get(operand.value, {}).values()):
                if applied.operator == term.operator:
                    yield from self._lay(term, applied, bound)

    def _lay(self, term: Node, applied: Applied, bound: Bound) -> Iterator[Bound]:
        commutes = self._dfg.operator_by_name[term.operator].commutative
        for order in _orders(len(term.operands)) if commutes else _orders(0):
            operands = [applied.operands[n] for n in order] or applied.operands
            found = [bound]
            for part, operand in zip(term.operands, operands, strict=True):
                found = [more for each in found for more in self._match(part, operand, each)]
            yield from found


@cache
def _orders(count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(permutations(range(count)))


class Regroup:
    """Finds the leaves below every value, and adds each split of them into two parts.

    Unlike `enumeration`, which lists the clusters of a DFG once, it follows the graph as it grows.

    The operations below a value are new values, and operations that are read once, in their own
    iteration, are no result, and which no priority or order edge names.
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
        """Add reorderings for values with new operations, and for the sums that contain them.

        Raises `InputError` for more than `MOST_LEAVES` leaves, or too many derivations of them.
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
        # Only now, so that too many leaves are found before orders are listed.
        for grown in grown_by:
            self._order(*grown)

    def _flatten(self, name: str, applied: Applied) -> list[Leaves]:
        """Return the sets of leaves that an operation of `name` combines, as far as they
        are new.
        """
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
        """Add each split of a value's leaves into two parts."""
        if len(leaves) < 3:
            return
        for left, right in self._splits(operator, leaves):
            operands = (self._value(operator, left), self._value(operator, right))
            applied = Applied(operator, operands)
            self._done.add((name, applied))
            self._graph.add(name, applied)

    def _value(self, operator: str, leaves: Leaves) -> Operand:
        """Return the value of a part, made with all its orders if missing."""
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
        """Yield the splits of leaves into two parts, each once."""
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
