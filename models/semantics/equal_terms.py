"""Equality of two terms under rewrite rules: congruence closure, with rules matched in it.

Terms are grouped into classes of equal ones. In every round each rule that matches a class adds its
right side to the class, and operators of equal operands become equal. An operator that may be
reordered holds all its operands at once, flattened. The search is bounded: terms not found equal
within the limits count as different. It is independent of the application of rules in
transformations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import islice, permutations, product
from typing import NamedTuple

from models.data.dfg import Dfg
from models.semantics.rule_terms import Literal, Term, Variable, number_key
from models.semantics.rule_terms import Node as RuleNode

MOST_ROUNDS = 12
MOST_NODES = 3000
MOST_STEPS = 200_000
MOST_PARTS = 6  # operands of which all parts are tried; of more, those that exist
LONGEST = 24  # operands of a flattened operator
MOST_VARIANTS = 16  # flattened forms of one operator

Bound = dict[str, int]
Operands = tuple[int, ...]


class _Node(NamedTuple):
    operator: str
    operands: Operands


class _Found(NamedTuple):
    """A match: the values of the variables, and the remaining operands to its left and right."""

    bound: Bound
    left: Operands
    right: Operands


class _LimitError(Exception):
    """Too many terms or steps."""


class EqualTerms:
    """Terms over leaves, and which of them the rules of `dfg` make equal.

    `flattened` are the operators that may be reordered.
    """

    def __init__(self, dfg: Dfg, flattened: Collection[str]) -> None:
        self._commutative = {row.name for row in dfg.operators if row.commutative}
        self._flattened = set(flattened)
        self._rules = [
            (self._flat_node(left), self._flat_pattern(right))
            for left, right in dfg.sides_by_rule.values()
        ]
        self._parent: list[int] = []
        self._leaves: dict[object, int] = {}
        self._class_of: dict[_Node, int] = {}
        self._nodes: dict[int, dict[_Node, None]] = {}
        self._steps = 0
        self._seeds = 0

    def leaf(self, name: object) -> int:
        """Return the class of a leaf: a term that equals no other, unless by rules."""
        if name not in self._leaves:
            self._leaves[name] = self._new()
        return self._root(self._leaves[name])

    def number(self, number: int | float) -> int:
        """Return the class of an immediate constant."""
        return self.leaf(("number", number_key(number)))

    def apply(self, operator: str, operands: Operands) -> int:
        """Return the class of an operator on classes."""
        node = self._canonical(_Node(operator, operands))
        if node not in self._class_of:
            if len(self._class_of) > MOST_NODES + 2 * self._seeds:
                raise _LimitError
            made = self._new()
            self._class_of[node] = made
            self._nodes[made] = {node: None}
        return self._root(self._class_of[node])

    def are_equal(self, one: int, other: int) -> bool:
        """Whether the rules make two classes equal."""
        self._seeds = len(self._class_of)
        try:
            for _ in range(MOST_ROUNDS):
                self._flatten(one, other)
                if self._root(one) == self._root(other):
                    return True
                if not self._rewrite():
                    return False
        except _LimitError:
            pass
        return self._root(one) == self._root(other)

    def _new(self) -> int:
        self._parent.append(len(self._parent))
        return len(self._parent) - 1

    def _root(self, number: int) -> int:
        while self._parent[number] != number:
            self._parent[number] = self._parent[self._parent[number]]
            number = self._parent[number]
        return number

    def _union(self, one: int, other: int) -> bool:
        one, other = sorted((self._root(one), self._root(other)))
        if one == other:
            return False
        self._parent[other] = one
        self._nodes.setdefault(one, {}).update(self._nodes.pop(other, {}))
        return True

    def _canonical(self, node: _Node) -> _Node:
        operands = tuple(map(self._root, node.operands))
        if node.operator in self._commutative:
            operands = tuple(sorted(operands))
        return _Node(node.operator, operands)

    def _count(self, steps: int = 1) -> None:
        self._steps += steps
        if self._steps > MOST_STEPS:
            raise _LimitError

    def _rebuild(self) -> None:
        """Make operators of equal operands equal."""
        again = True
        while again:
            self._count(len(self._class_of) // 8)
            again = False
            classes: dict[_Node, int] = {}
            for node, number in self._class_of.items():
                same = classes.setdefault(self._canonical(node), self._root(number))
                again |= self._union(same, number)
            self._class_of = classes
        self._nodes = {}
        for node, number in self._class_of.items():
            self._nodes.setdefault(self._root(number), {})[node] = None

    def _flatten(self, one: int, other: int) -> None:
        """Replace operands of the same operator by theirs, until none is new.

        Ends early when two classes are one.
        """
        grown = True
        while grown:
            self._rebuild()
            if self._root(one) == self._root(other):
                return
            grown = False
            for node, number in tuple(self._class_of.items()):
                if node.operator in self._flattened:
                    for operands in self._opened(node, self._root(number)):
                        grown |= self._join(self._root(number), _Node(node.operator, operands))

    def _opened(self, node: _Node, own: int) -> Iterator[Operands]:
        choices: list[list[Operands]] = []
        for operand in map(self._root, node.operands):
            inner = [
                other.operands
                for other in self._nodes.get(operand, ())
                if other.operator == node.operator and own not in (operand, *other.operands)
            ]
            choices.append(inner or [(operand,)])
        for chosen in islice(product(*choices), MOST_VARIANTS):
            self._count()
            operands = tuple(part for some in chosen for part in some)
            if len(operands) <= LONGEST:
                yield operands

    def _join(self, number: int, node: _Node) -> bool:
        """Put a term into a class; return whether that is new."""
        return self._union(number, self.apply(*node))

    def _rewrite(self) -> bool:
        """Apply every rule wherever it matches; return whether anything is new."""
        found: list[tuple[int, str, Term, _Found]] = []
        for left, right in self._rules:
            for number, nodes in tuple(self._nodes.items()):
                for node in tuple(nodes):
                    if node.operator == left.operator:
                        for match in self._lay(left, node, {}, rest=True):
                            found.append((number, left.operator, right, match))
        grown = False
        for number, operator, right, match in found:
            made = self._build(right, match.bound)
            if match.left or match.right:
                made = self.apply(operator, (*match.left, made, *match.right))
            grown |= self._union(number, made)
        return grown

    def _build(self, term: Term, bound: Bound) -> int:
        if isinstance(term, Variable):
            return self._root(bound[term.name])
        if isinstance(term, Literal):
            return self.number(term.number)
        return self.apply(term.operator, tuple(self._build(o, bound) for o in term.operands))

    def _match(self, term: Term, number: int, bound: Bound) -> Iterator[Bound]:
        self._count()
        number = self._root(number)
        if isinstance(term, Variable):
            if term.name not in bound:
                yield {**bound, term.name: number}
            elif self._root(bound[term.name]) == number:
                yield bound
        elif isinstance(term, Literal):
            if self.number(term.number) == number:
                yield bound
        else:
            for node in tuple(self._nodes.get(number, ())):
                if node.operator == term.operator:
                    for match in self._lay(term, node, bound, rest=False):
                        yield match.bound

    def _lay(self, term: RuleNode, node: _Node, bound: Bound, rest: bool) -> Iterator[_Found]:
        """Yield the matches of a term's operands with those of a node, all unless `rest`."""
        operands = node.operands
        if node.operator not in self._flattened:
            commutes = node.operator in self._commutative
            orders = set(permutations(operands)) if commutes else {operands}
            for order in orders:
                found = [bound]
                for part, operand in zip(term.operands, order, strict=True):
                    found = [more for each in found for more in self._match(part, operand, each)]
                yield from (_Found(each, (), ()) for each in found)
        elif node.operator in self._commutative:
            # Parts that match only one operand come first, so that variables take the remaining
            # ones.
            parts = sorted(term.operands, key=lambda part: isinstance(part, Variable))
            yield from self._parts(parts, node.operator, operands, bound, rest)
        else:
            for start in range(len(operands) if rest else 1):
                cut = operands[start:]
                for more, after in self._spans(term.operands, node.operator, cut, bound):
                    if rest or not after:
                        yield _Found(more, operands[:start], after)

    def _parts(
        self, parts: list[Term], operator: str, operands: Operands, bound: Bound, rest: bool
    ) -> Iterator[_Found]:
        if not parts:
            if rest or not operands:
                yield _Found(bound, operands, ())
            return
        first, *others = parts
        whole = not others and not rest
        single = not isinstance(first, Variable)
        chosen = [operands] if whole else self._choices(operator, operands, single)
        for some in chosen:
            if some and (len(some) == 1 or not single):
                left = tuple((Counter(operands) - Counter(some)).elements())
                number = some[0] if len(some) == 1 else self.apply(operator, some)
                for more in self._match(first, number, bound):
                    yield from self._parts(others, operator, left, more, rest)

    def _choices(self, operator: str, operands: Operands, single: bool) -> list[Operands]:
        """Return parts of the operands of an operator that commutes."""
        if single:
            return [(operand,) for operand in dict.fromkeys(operands)]
        counts = Counter(operands)
        if len(operands) <= MOST_PARTS:
            amounts = product(*(range(often + 1) for often in counts.values()))
            return [
                tuple(o for o, n in zip(counts, some, strict=True) for _ in range(n))
                for some in amounts
            ]
        found: dict[Operands, None] = {(operand,): None for operand in counts}
        for node in tuple(self._class_of):
            if node.operator == operator and Counter(node.operands) <= counts:
                found[node.operands] = None
        return [*found, *(tuple((counts - Counter(some)).elements()) for some in found)]

    def _spans(
        self, parts: tuple[Term, ...], operator: str, operands: Operands, bound: Bound
    ) -> Iterator[tuple[Bound, Operands]]:
        """Yield matches with the first of some operands in a row, and the operands after them."""
        if not parts:
            yield bound, operands
            return
        most = len(operands) if isinstance(parts[0], Variable) else 1
        for end in range(1, most + 1):
            if end <= len(operands):
                some = operands[:end]
                number = some[0] if end == 1 else self.apply(operator, some)
                for more in self._match(parts[0], number, bound):
                    yield from self._spans(parts[1:], operator, operands[end:], more)

    def _flat_pattern(self, term: Term) -> Term:
        """Return a term of a rule with flattened operators flattened."""
        return self._flat_node(term) if isinstance(term, RuleNode) else term

    def _flat_node(self, term: RuleNode) -> RuleNode:
        operands: list[Term] = []
        for operand in map(self._flat_pattern, term.operands):
            inner = isinstance(operand, RuleNode) and operand.operator == term.operator
            if inner and term.operator in self._flattened:
                assert isinstance(operand, RuleNode)
                operands += operand.operands
            else:
                operands.append(operand)
        return RuleNode(term.operator, tuple(operands))
