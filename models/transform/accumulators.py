"""Several accumulators: a reduction s = s@d ⊕ x split into K that are joined after the loop.

Where ⊕ takes L cycles, s = s@d ⊕ x needs an II of L/d, and s = s@(K·d) ⊕ x only L/(K·d). The values
of s are partial then: the original value of an iteration is the ⊕ of the last K of them, d
iterations apart. By induction over iterations this holds in all of them, if it does before the
first, where all but one accumulator have the identity of ⊕, or all have the same number, of which
the ⊕ is that number again: minima and maxima. Compilers that unroll call it variable
expansion (S. Muchnick: Advanced Compiler Design and Implementation, 1997).
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import msgspec

from models.data.architecture import opcode_of
from models.data.computation import Cluster
from models.data.dfg import Dfg, Initial, Number, Operand, Operation
from models.data.sizes import MOST_DISTANCE
from models.errors import InputError
from models.transform.clusters import groups, pinned

IDENTITIES: dict[str, Number] = {
    **dict.fromkeys(("add", "+", "fadd", "or", "|", "xor", "^"), 0),
    **dict.fromkeys(("mul", "*", "fmul"), 1),
    **dict.fromkeys(("and", "&"), -1),
}
"""By lower-case names of operators; those on bits are of integers."""

REPEATED = frozenset("min max smin smax umin umax".split())
"""Operators for which a ⊕ a is a: all accumulators begin with the same number."""


class Split(NamedTuple):
    """Values to join after the loop: the last values of `value`, `apart` iterations apart, as many
    as `accumulators`.
    """

    value: str
    operator: str
    accumulators: int
    apart: int

    def __str__(self) -> str:
        """The split for users."""
        apart = "" if self.apart == 1 else f", {self.apart} iterations apart,"
        last = f"the last {self.accumulators} values of '{self.value}'"
        return f"join {last}{apart} by '{self.operator}'"


def split_reductions(dfg: Dfg, count: int) -> tuple[Dfg, tuple[Split, ...]]:
    """Return a graph with `count` accumulators for each reduction, and the values to be joined.

    A reduction is a cluster of a commutative and associative operator with a known identity, or of
    a minimum or maximum, that is the only reader of its own result of an earlier iteration. Returns
    the same graph if it has none. Raises `InputError` for fewer than two accumulators, and for more
    than distances allow.
    """
    if count < 2:
        raise InputError(f"a reduction is split into two accumulators or more, not {count}")
    reads = Counter(operand.value for op in dfg.operations for operand in op.operands)
    named = pinned(dfg)
    given = {one.value: one.numbers for one in dfg.initial}
    splits, later = [], dict[str, Operand]()
    for cluster in groups(dfg):
        own = _own(dfg, cluster)
        if own is None or reads[cluster.root] != 1 or cluster.root in named:
            continue
        if any(name in given for name in cluster.inner):
            continue
        if own.distance * count > MOST_DISTANCE:
            read = f"'{cluster.root}' would be read {own.distance * count} iterations later"
            raise InputError(f"{read}, more than {MOST_DISTANCE}; ask for fewer accumulators")
        splits.append(Split(cluster.root, cluster.operator, count, own.distance))
        later[cluster.root] = Operand(cluster.root, own.distance * count)
    if not splits:
        return dfg, ()

    def changed(operation: Operation) -> Operation:
        operands = tuple(later.get(each.value, each) for each in operation.operands)
        made: Operation = msgspec.structs.replace(operation, operands=operands)
        return made

    initial = [one for one in dfg.initial if one.value not in later]
    for split in splits:
        first = (*given.get(split.value, ()), *[0] * split.apart)[: split.apart]
        opcode = _opcode(split.operator)
        rest = [*first] * (count - 1)
        if opcode not in REPEATED:
            rest = [IDENTITIES[opcode]] * (split.apart * (count - 1))
        initial.append(Initial(split.value, (*first, *rest)))
    made: Dfg = msgspec.structs.replace(
        dfg,
        name=f"{dfg.name} ({count} accumulators)",
        operations=tuple(changed(operation) for operation in dfg.operations),
        initial=tuple(initial),
    )
    return made, tuple(splits)


def lacking(dfg: Dfg) -> str:
    """Return which law the first sum of its own earlier value lacks, or an empty text."""
    for operation in dfg.operations:
        operator = dfg.operator_by_name[operation.operator]
        known = _opcode(operator.name) in IDENTITIES.keys() | REPEATED
        if not known or all(each.value != operation.name for each in operation.operands):
            continue
        for law in ("commutative", "associative"):
            if not getattr(operator, law):
                row = f'{{"name": "{operator.name}", "{law}": true}}'
                what = f"'{operation.name}' is one, but '{operator.name}' is not {law}"
                return f"{what}: --operators FILE can say {row}"
    return ""


def _own(dfg: Dfg, cluster: Cluster) -> Operand | None:
    """Return the leaf by which a cluster reads its own result, if it is a reduction."""
    operator = dfg.operator_by_name[cluster.operator]
    known = _opcode(operator.name) in IDENTITIES.keys() | REPEATED
    if not operator.commutative or not known or operator.arity != 2:
        return None
    own = [leaf for leaf in cluster.leaves if leaf.value == cluster.root]
    return own[0] if len(own) == 1 else None


def _opcode(operator: str) -> str:
    return opcode_of(operator).lower()
