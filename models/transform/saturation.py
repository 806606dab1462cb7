"""Applying rewrite rules to all values of a graph until nothing is new."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import cache
from itertools import permutations

from models.data.dfg import Operand
from models.errors import InputError
from models.semantics.rule_terms import Literal, Node, Term, Variable, depth, number_key
from models.transform.draft import Draft
from models.transform.regroup import Regroup
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
    """Return all values and their operations, after applying the rules until nothing is new.

    Raises `InputError` when there are more new values or rounds, or too many steps.
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
        # What is equal to something already there makes fewer values of all others.
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
        """Let what reads a value of the DFG read an equal one instead, or compute it like that."""
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
