"""Branch and bound on bit masks for a cheaper hitting set of all cores, or a proof of none.

A set of features is a bit mask here; bit i is the i-th feature in sorted order. A node of the
search has chosen features, excluded features, and the unhit cores: the cores without a chosen
feature, reduced by the excluded features. The needs of a chosen feature count as cores. Three rules
end a node or decide more features:

- An empty core ends the node. The only feature of a core is chosen.
- A feature is excluded if all features of one of its needs are excluded.
- Each unhit core C is given a price y(C) >= 0 such that the prices of the cores with a feature f
  add up to at most the weight of f; r(f) >= 0 is what remains of that weight. Any set S that
  hits them all weighs
      sum of r(f) over f in S + sum of y(C) * |C & S| over C  >=  sum of y(C) + r(f), any f in S,
  on top of the features chosen before (the bound of linear programming duality). So a node
  ends when that weight and the sum of prices reach the cost, and a feature f is excluded when
  they do so together with r(f).

The search ends when every core is hit, or without a hitting set when no node is left: the branches
of a node choose each feature of one core in turn, and exclude the features tried before it. Then
its trace is a tree of decisions on single features, which `solvers.verification.branching` replays.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

F = TypeVar("F", bound=Any)
T = TypeVar("T")

FIRST = ("branch", "above")
"""The keyword of a branch whose first part gives the feature this value."""

MOST_IMPLIED = 500
"""If one core implies more cores than this, none of them is used."""


class TooHardError(RuntimeError):
    """The search exceeded its node limit without a result."""


class _Node(NamedTuple):
    """The decided features, and the unhit cores: masks, each with the number of its row."""

    chosen: int
    excluded: int
    cores: dict[int, int]


def cheaper(
    weights: Mapping[F, int],
    cores: Collection[frozenset[F]],
    needs: Sequence[tuple[F, frozenset[F]]],
    cost: int,
    most_nodes: int = 2_000_000,
    each_node: Callable[[], object] = lambda: None,
) -> frozenset[F] | list[str]:
    """Return a hitting set of all cores that weighs less than `cost`, or a proof of none.

    The proof is a list of the lines of a branch tree.

    Args:
        weights: The weight of every feature, an integer of at least 0. Features are sortable.
        cores: Sets of features. At least one feature of each is chosen.
        needs: Pairs (feature, set): choosing the feature requires a feature of the set. A feature
        with an empty set is never chosen.
        cost: The strict upper limit on the weight of the chosen features.
        most_nodes: The limit on search nodes.
        each_node: Called at every node; it may raise to end the search.

    Raises:
        TooHardError: The search did not end within `most_nodes` nodes.
        ValueError: A weight is negative, or a core or need has a feature without a weight.
    """
    names = sorted(weights)
    number = {name: i for i, name in enumerate(names)}

    def mask(features: Iterable[F]) -> int:
        found = 0
        for name in features:
            if name not in number:
                raise ValueError(f"feature {name!r} has no weight")
            found |= 1 << number[name]
        return found

    search = _Search([weights[name] for name in names], cost, each_node)
    listed = sorted(set(cores), key=sorted)
    for n, (name, some) in enumerate(needs, start=len(listed)):
        search.needs[mask([name]).bit_length() - 1].append((mask(some), n))
    search.cost_row = len(listed) + len(needs)
    search.rows = search.cost_row + 1
    found = search.run({mask(core): n for n, core in enumerate(listed)}, most_nodes)
    return search.tree if found is None else frozenset(names[i] for i in _bits(found))


class _Search:
    """The search for a hitting set that weighs less than `cost`.

    `needs[f]` are the needs of feature f, each with the number of its row; `rows` is the number of
    rows, `cost_row` the number of the weight row, and `tree` the lines of the trace.
    """

    def __init__(self, weights: list[int], cost: int, each_node: Callable[[], object]) -> None:
        if min(weights, default=0) < 0:
            raise ValueError("a weight is negative")
        self.weights = weights
        self.cost = cost
        self.each_node = each_node
        self.needs: list[list[tuple[int, int]]] = [[] for _ in weights]
        self.rows = self.cost_row = 0
        self.tree: list[str] = []
        # A price above any weight.
        self._much = max(cost, 0) + sum(weights)

    def run(self, cores: dict[int, int], most_nodes: int) -> int | None:
        """Return a closed hitting set that weighs less than the cost, or None."""
        cores = _minimal(cores)
        implied = {}
        for core, row in cores.items():
            for mask, replaced in self.implied(core).items():
                if mask not in cores and mask not in implied:
                    implied[mask] = self.rows
                    self.rows += 1
                    words = (f"{n} 1" for n in (row, *replaced))
                    self.tree.append(" ".join(["row", *words]))
        todo: list[_Node | str] = [_Node(0, 0, _minimal(implied | cores))]
        nodes = 0
        while todo:
            item = todo.pop()
            if isinstance(item, str):
                self.tree.append(item)
                continue
            nodes += 1
            self.each_node()
            if nodes > most_nodes:
                raise TooHardError(f"more than {most_nodes} nodes")
            node = self.settle(item)
            if node is None:
                continue
            if not node.cores:
                return node.chosen
            todo += reversed(list(self.branches(node)))
        return None

    def leaf(self, prices: Iterable[tuple[int, int]]) -> str:
        """Return the line of a leaf with the prices of its rows; the weight row has price 1."""
        priced = (f"{row} {price}" for price, row in prices if price)
        return " ".join([f"add {self.cost_row} 1", *priced])

    def decide(self, feature: int, value: int, prices: Iterable[tuple[int, int]]) -> None:
        """Record a decision whose opposite branch, `feature` = `value`, is a leaf."""
        self.tree += [f"{FIRST[value]} {feature} 0", self.leaf(prices)]

    def implied(self, core: int) -> dict[int, tuple[int, ...]]:
        """Return cores implied by `core` and the needs, with heavier features.

        A needed set of f may replace f in a core: a choice that hits the core by f must hit that
        set, too. Such cores are implied, but they raise the prices of cores, as they contain heavy
        features of no original core. Each comes with the rows of its needs.
        """
        found: dict[int, tuple[int, ...]] = {0: ()}
        for f in _bits(core):
            heavier: list[tuple[int, tuple[int, ...]]] = [
                (need, (row,))
                for need, row in self.needs[f]
                if all(self.weights[g] > self.weights[f] for g in _bits(need))
            ]
            found = _minimal(
                {
                    old | need: (*rows, *row)
                    for old, rows in found.items()
                    for need, row in heavier or [(1 << f, ())]
                }
            )
            if len(found) > MOST_IMPLIED:
                return {}
        return found

    def settle(self, node: _Node) -> _Node | None:
        """Apply the three rules to a fixpoint; None if they end the node."""
        chosen, excluded, cores = node
        while True:
            unhit = {core & ~excluded: row for core, row in cores.items() if not core & chosen}
            if 0 in unhit:
                self.tree.append(self.leaf([(self._much, unhit[0])]))
                return None
            bound, rest, prices = self.bound(chosen, unhit)
            if bound >= self.cost:
                self.tree.append(self.leaf(prices))
                return None
            dropped = 0
            for f, need in enumerate(self.needs):
                if (chosen | excluded) >> f & 1:
                    continue
                lost = next((row for some, row in need if not some & ~(excluded | dropped)), None)
                if lost is not None:
                    self.decide(f, 1, [(self._much, lost)])
                elif bound + rest[f] >= self.cost:
                    self.decide(f, 1, prices)
                else:
                    continue
                dropped |= 1 << f
            excluded |= dropped
            forced = {core: row for core, row in unhit.items() if core.bit_count() == 1}
            if not forced and not dropped:
                return _Node(chosen, excluded, unhit)
            cores = dict(unhit)
            for core, row in forced.items():
                if not core & excluded:
                    self.decide(core.bit_length() - 1, 0, [(self._much, row)])
                    chosen |= core
                    cores |= dict(self.needs[core.bit_length() - 1])

    def bound(
        self, chosen: int, unhit: dict[int, int]
    ) -> tuple[int, list[int], list[tuple[int, int]]]:
        """Return the lower bound on the weight, reduced weights of features, and prices of rows.

        Prices are maximised greedily, heavy cores first, then small ones.
        """
        rest = self.weights.copy()
        total = sum(rest[f] for f in _bits(chosen))
        spent = sum(1 << f for f, weight in enumerate(rest) if not weight)
        prices = []
        for core in sorted(unhit, key=self.rank):
            if core & spent:
                continue
            features = list(_bits(core))
            price = min(rest[f] for f in features)
            total += price
            prices.append((price, unhit[core]))
            for f in features:
                rest[f] -= price
                if not rest[f]:
                    spent |= 1 << f
        return total, rest, prices

    def rank(self, core: int) -> tuple[int, int, int]:
        """Return the sort key: heavy cores first, then small ones."""
        return -min(self.weights[f] for f in _bits(core)), core.bit_count(), core

    def branches(self, node: _Node) -> Iterator[_Node | str]:
        """Yield the line and the node of each feature of a smallest core.

        A node chooses its feature and excludes those before it. The end is the leaf that the core
        is unhit.
        """
        core = min(node.cores, key=lambda core: (core.bit_count(), self.rank(core)))
        hits = {f: sum(other >> f & 1 for other in node.cores) for f in _bits(core)}
        excluded = node.excluded
        for f in sorted(hits, key=lambda f: (-hits[f], f)):
            yield f"{FIRST[1]} {f} 0"
            yield _Node(node.chosen | 1 << f, excluded, node.cores | dict(self.needs[f]))
            excluded |= 1 << f
        yield self.leaf([(self._much, node.cores[core])])


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _minimal(masks: dict[int, T]) -> dict[int, T]:
    """Return the inclusion-minimal masks, which have the same hitting sets."""
    kept: dict[int, T] = {}
    for mask in sorted(masks, key=lambda mask: (mask.bit_count(), mask)):
        if not any(other & ~mask == 0 for other in kept):
            kept[mask] = masks[mask]
    return kept
