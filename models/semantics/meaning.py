"""Symbolic comparison of an issue with its value, without numbers and without search.

Every value has a term: a leaf, or an operator applied to terms. Equal terms are one object, and the
operands of a commutative operator have no order. A leaf is an input, a constant, a value of an
earlier iteration (whose number before the first iteration is its own), or an operation that cannot
be replaced: one with an effect, or one without operands. Where operators may be reordered, terms of
an associative operator are compared by their flattened operands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from heapq import heappop, heappush
from typing import NamedTuple

from models.data.dfg import Operand, Operation
from models.data.mapping import Performed
from models.data.problem import Problem

# Operands of a flattened operator that is not commutative. Beyond it, a value that reads another
# one twice could double the length at every step; a longer term is compared without flattening.
LONGEST_SEQUENCE = 4096


class _Leaf(NamedTuple):
    name: str
    distance: int


class _Application(NamedTuple):
    operator: str
    operands: tuple[int, ...]


class Meaning:
    """The terms of a DFG, and of the definitions of `intermediates`, each after its operands.

    Definitions that do not fit the DFG have no meaning: no operation computes them. Multi-node
    operations stand for their expressions. Unless `problem.transform` is "none", an operator
    declared associative may be regrouped, and one declared commutative too may be permuted as a
    whole. Time and space are linear in the graph, and for each comparison with flattening linear in
    the terms below it.
    """

    def __init__(self, problem: Problem, intermediates: Iterable[Operation] = ()) -> None:
        dfg = problem.dfg
        self._dfg = dfg
        self._reorders = problem.transform != "none"
        self._terms: list[_Leaf | _Application] = []
        self._lengths: list[int] = []  # of the sequence that a term flattens to
        self._term_of: dict[_Leaf | _Application, int] = {}
        self._normal_of: dict[int, int] = {}
        self._forms: dict[tuple[object, ...], int] = {}
        self._definitions = dict(dfg.operation_by_name)
        self._values = {name: self._term(_Leaf(name, 0)) for name in dfg.inputs}
        self._constants = {name: self._term(_Leaf(name, 0)) for name in dfg.constant_by_name}
        # For a value of an earlier iteration only the name matters.
        self._named = set(dfg.values)
        for name in dfg.schedule_order:
            self._define(dfg.operation_by_name[name])
        for definition in intermediates:
            taken = (self._named, self._constants, self._definitions)
            if not any(definition.name in names for names in taken):
                self._definitions[definition.name] = definition
                self._define(definition)

    def computes(self, value: str, performed: Performed) -> bool:
        """Whether executing `performed` gives `value`; False for names that are not known."""
        definition = self._definitions.get(value)
        if definition is None or value not in self._values:
            return False
        if (performed.operator, performed.operands) == (definition.operator, definition.operands):
            return True
        if self._is_atomic(definition):
            return False
        found, wanted = self._executed(performed.operator, performed.operands), self._values[value]
        if found is None or found == wanted:
            return found is not None
        return self._reorders and self._normal(found) == self._normal(wanted)

    def _is_atomic(self, definition: Operation) -> bool:
        operator = self._dfg.operator_by_name.get(definition.operator)
        return operator is not None and (operator.effect or operator.arity == 0)

    def _define(self, definition: Operation) -> None:
        term: int | None
        if self._is_atomic(definition):
            term = self._term(_Leaf(definition.name, 0))
        elif definition.operator in self._dfg.operator_by_name:
            term = self._executed(definition.operator, definition.operands)
        else:
            term = None
        if term is not None:
            self._values[definition.name] = term

    def _executed(self, name: str, operands: tuple[Operand, ...]) -> int | None:
        """The term of an operator or pattern on operands; None where it makes no sense."""
        words: tuple[str, ...] = ()
        if name in self._dfg.operator_by_name:
            words = (name, *"_" * self._dfg.operator_by_name[name].arity)
        elif name in self._dfg.pattern_by_name:
            words = self._dfg.pattern_by_name[name].expression
        if not words or words.count("_") != len(operands):
            return None
        slots = list(operands)
        done: list[int] = []  # of a prefix expression read backwards, the last one is the first
        for word in reversed(words):
            if word == "_":
                term = self._read(slots.pop())
                if term is None:
                    return None
            else:
                row = self._dfg.operator_by_name[word]
                if row.effect or row.arity == 0:
                    return None
                parts = [done.pop() for _ in range(row.arity)]
                term = self._term(
                    _Application(word, tuple(sorted(parts) if row.commutative else parts))
                )
            done.append(term)
        return done[0]

    def _read(self, operand: Operand) -> int | None:
        if operand.value in self._constants:
            return self._constants[operand.value]
        if operand.distance == 0:
            return self._values.get(operand.value)
        if operand.distance > 0 and operand.value in self._named:
            return self._term(_Leaf(operand.value, operand.distance))
        return None

    def _term(self, term: _Leaf | _Application) -> int:
        """Return the number of a term. Operands have smaller numbers than the terms that apply
        them.
        """
        if term not in self._term_of:
            self._term_of[term] = len(self._terms)
            self._terms.append(term)
            length = 1
            if isinstance(term, _Application) and self._flattens(term.operator):
                parts = (
                    self._lengths[part] if self._is_of(part, term.operator) else 1
                    for part in term.operands
                )
                length = min(sum(parts), LONGEST_SEQUENCE + 1)
            self._lengths.append(length)
        return self._term_of[term]

    def _flattens(self, operator: str) -> bool:
        return self._reorders and self._dfg.operator_by_name[operator].associative

    def _is_of(self, term: int, operator: str) -> bool:
        application = self._terms[term]
        return isinstance(application, _Application) and application.operator == operator

    def _normal(self, term: int) -> int:
        """The number of the normal form of a term: equal numbers mean equal values."""
        waiting = [term]
        parts_of: dict[int, Counter[int] | tuple[int, ...]] = {}
        while waiting:
            top = waiting[-1]
            if top not in self._normal_of:
                if top not in parts_of:
                    parts_of[top] = self._parts(top)
                missing = [part for part in parts_of[top] if part not in self._normal_of]
                if missing:
                    waiting += missing
                    continue
                form = self._form(top, parts_of[top])
                self._normal_of[top] = self._forms.setdefault(form, len(self._forms))
            waiting.pop()
        return self._normal_of[term]

    def _parts(self, top: int) -> Counter[int] | tuple[int, ...]:
        """Return the parts of a term: flattened, with repetitions, as far as algebraic
        laws allow.
        """
        term = self._terms[top]
        if isinstance(term, _Leaf):
            return ()
        if not self._flattens(term.operator):
            return term.operands
        if self._dfg.operator_by_name[term.operator].commutative:
            return self._multiset(top, term.operator)
        if self._lengths[top] > LONGEST_SEQUENCE:
            return term.operands
        found: list[int] = []
        waiting = [top]
        while waiting:
            part = waiting.pop()
            inner = self._terms[part]
            if isinstance(inner, _Application) and inner.operator == term.operator:
                waiting += reversed(inner.operands)
            else:
                found.append(part)
        return tuple(found)

    def _multiset(self, top: int, operator: str) -> Counter[int]:
        """Return the operands below `top` with their multiplicities; a shared term is opened only
        once.
        """
        leaves: Counter[int] = Counter()
        times = Counter({top: 1})
        queue = [-top]  # the largest number first: no remaining term can read it any more
        while queue:
            part = -heappop(queue)
            often = times.pop(part)
            inner = self._terms[part]
            if isinstance(inner, _Application) and inner.operator == operator:
                for operand in inner.operands:
                    if operand not in times:
                        heappush(queue, -operand)
                    times[operand] += often
            else:
                leaves[part] += often
        return leaves

    def _form(self, top: int, parts: Counter[int] | tuple[int, ...]) -> tuple[object, ...]:
        term = self._terms[top]
        if isinstance(term, _Leaf):
            return ("leaf", term)
        if isinstance(parts, Counter):
            merged: Counter[int] = Counter()
            for part, often in parts.items():
                merged[self._normal_of[part]] += often
            return ("multiset", term.operator, *sorted(merged.items()))
        normal = [self._normal_of[part] for part in parts]
        if self._dfg.operator_by_name[term.operator].commutative:
            normal.sort()
        whole = self._flattens(term.operator) and self._lengths[top] <= LONGEST_SEQUENCE
        return ("sequence" if whole else "operands", term.operator, *normal)
