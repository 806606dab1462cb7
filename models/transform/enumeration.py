"""Enumeration: all last operations of every cluster, recursively (the paper's section 5.1).

One table serves all clusters, so that they share partial results (the paper's Table 2).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from itertools import product

from models.data.computation import Candidate, Cluster
from models.data.dfg import Dfg, Operand
from models.errors import InputError
from models.transform.clusters import Leaves, groups, leaves_below, pinned
from models.transform.draft import Draft

MOST_LEAVES = 12
MOST_CANDIDATES = 500_000

Key = tuple[str, Leaves]
Split = tuple[Operand, Operand]


def add_orders(draft: Draft, clusters: tuple[Cluster, ...]) -> None:
    """Add every order of every cluster: of any two parts, of contiguous ones without commuting.

    Raises `InputError` when a cluster of a commutative operator has more than `MOST_LEAVES`
    leaves, or all of them more than `MOST_CANDIDATES` candidates, before anything is built.
    """
    if not clusters:
        return
    _require_listable(draft.dfg, clusters)
    table = _Table(draft, clusters)
    for cluster in clusters:
        if draft.dfg.operator_by_name[cluster.operator].commutative:
            table.add_subsets(cluster)
        else:
            table.add_spans(cluster)


class _Table:
    """Maps the leaves of a partial result to the value that stands for it.

    A partial result that the DFG computes anyway keeps its name. Of several equal ones, the first
    stands for all; one with readers outside its cluster is preferred. A value named by a priority
    or an order edge is excluded, for it is not free.
    """

    def __init__(self, draft: Draft, clusters: tuple[Cluster, ...]) -> None:
        self._draft = draft
        self._names: dict[Key, str] = {}
        self._keys: dict[str, Key] = {}
        self._roots = set()
        fixed = pinned(draft.dfg)
        operators = {cluster.operator for cluster in clusters}
        for group in groups(draft.dfg):
            self._roots.add(group.root)
            if group.operator in operators and group.root not in fixed:
                self._names.setdefault(self._key(group.operator, group.leaves), group.root)
        for cluster in clusters:
            for name, leaves in leaves_below(draft.dfg, cluster).items():
                self._keys[name] = self._key(cluster.operator, leaves)
                self._names.setdefault(self._keys[name], name)

    def add_subsets(self, cluster: Cluster) -> None:
        """Add every part of a cluster whose operator commutes, the cluster included."""
        counts = Counter(cluster.leaves)
        leaves = sorted(counts, key=_order)
        many = [counts[leaf] + 1 for leaf in leaves]
        # A part is the multiplicity of each leaf. Its code is its place in this list, which makes
        # the code of two parts together the sum of theirs.
        parts = list(product(*map(range, many)))
        steps = [math.prod(many[place + 1 :]) for place in range(len(many))]
        reads = dict(zip(steps, leaves, strict=True))
        whole = len(parts) - 1
        by_size = sorted(range(1, whole), key=lambda c: (sum(parts[c]), [-n for n in parts[c]]))
        for code in (*by_size, whole):
            if code in reads:
                continue
            smaller = [0]
            for most, step in zip(parts[code], steps, strict=True):
                smaller = [at + step * n for at in smaller for n in range(most + 1)]
            splits = [(reads[code - at], reads[at]) for at in smaller if 0 < at <= code - at]
            if code == whole:
                self._put(cluster.root, cluster.operator, splits)
            else:
                held = (leaf for leaf, n in zip(leaves, parts[code], strict=True) for _ in range(n))
                reads[code] = self._value(cluster.operator, tuple(held), splits)

    def add_spans(self, cluster: Cluster) -> None:
        """Add every contiguous part of a cluster whose operator does not commute."""
        leaves = cluster.leaves
        reads = {(at, at + 1): leaf for at, leaf in enumerate(leaves)}
        for size in range(2, len(leaves) + 1):
            for start in range(len(leaves) - size + 1):
                end = start + size
                splits = [(reads[start, at], reads[at, end]) for at in range(start + 1, end)]
                if size == len(leaves):
                    self._put(cluster.root, cluster.operator, splits)
                else:
                    held = leaves[start:end]
                    reads[start, end] = self._value(cluster.operator, held, splits)

    def _value(self, operator: str, leaves: Leaves, splits: Iterable[Split]) -> Operand:
        key = (operator, leaves)
        if key not in self._names:
            wanted = f"{operator}({','.join(map(_shown, leaves))})"
            self._names[key] = self._draft.fresh(wanted, ("subset", *key))
        name = self._names[key]
        if name not in self._roots and name not in self._draft.candidates:
            self._put(name, operator, splits)
        return Operand(name)

    def _put(self, name: str, operator: str, splits: Iterable[Split]) -> None:
        """Add the candidates of `name`: the DFG's definition first, with its order of operands."""
        own = self._draft.dfg.operation_by_name.get(name)
        first: list[tuple[Operand, ...]] = []
        if own is not None:
            first = [tuple(map(self._read, own.operands))]
            same = {*first, first[0][::-1]} if self._commutes(operator) else set(first)
            splits = [split for split in splits if split not in same]
        made = (*first, *splits)
        self._draft.put(name, [Candidate(operator, operands, (name,)) for operands in made])

    def _read(self, operand: Operand) -> Operand:
        key = self._keys.get(operand.value)
        return operand if key is None else Operand(self._names[key])

    def _key(self, operator: str, leaves: Leaves) -> Key:
        return operator, tuple(sorted(leaves, key=_order)) if self._commutes(operator) else leaves

    def _commutes(self, operator: str) -> bool:
        return self._draft.dfg.operator_by_name[operator].commutative


def _order(leaf: Operand) -> tuple[str, int]:
    return leaf.value, leaf.distance


def _shown(leaf: Operand) -> str:
    return f"{leaf.value}@{leaf.distance}" if leaf.distance else leaf.value


def _require_listable(dfg: Dfg, clusters: tuple[Cluster, ...]) -> None:
    total = 0
    for cluster in clusters:
        size = len(cluster.leaves)
        commutes = dfg.operator_by_name[cluster.operator].commutative
        advice = "transform by xbtree instead" if commutes else "transform by chain instead"
        named = f"cluster '{cluster.root}' of operator '{cluster.operator}' has {size} leaves"
        if commutes and size > MOST_LEAVES:
            raise InputError(f"{named}, enumeration takes at most {MOST_LEAVES}; {advice}")
        total += _candidates(cluster) if commutes else math.comb(size + 1, 3)
        if total > MOST_CANDIDATES:
            raise InputError(
                f"{named}: with the clusters before it that is {total} candidates, enumeration"
                f" takes at most {MOST_CANDIDATES}; {advice}"
            )


def _candidates(cluster: Cluster) -> int:
    """Return the number of unordered pairs of parts that fit into the leaves together."""
    counts = Counter(cluster.leaves).values()
    ordered = math.prod(math.comb(n + 2, 2) for n in counts)
    with_nothing = 2 * math.prod(n + 1 for n in counts) - 1
    twice_the_same = math.prod(n // 2 + 1 for n in counts) - 1
    return (ordered - with_nothing + twice_the_same) // 2
