"""Encodings of weighted limits: the weights of the true literals add up to at most a bound.

Literals come in slots, runs of which at most one is true, because some other rule says so. A tree
adds up the slots; output s of a node is true if the weights below it add up to at least s. Only
sums are kept that can still exceed the bound with all that the rest can weigh: so a limit that
demands nearly all literals, as "at least one of these" does of their negations, is as small as one
of few.

- `totalizer`: a balanced tree; generalised totaliser, Joshi, Martins & Manquinho, "Generalized
  Totalizer Encoding for Pseudo-Boolean Constraints", 2015.
- `sequential`: a list, slot after slot; the sums of Hölldobler, Manthey & Steinke, "A Compact
  Encoding of Pseudo-Boolean Constraints into SAT", 2012, as far as they can occur.
- `binomial`: a clause for every least set of literals that exceeds the bound; no auxiliaries.

Bofill, Coll, Suy & Villaret, "An Efficient SAT Encoding of Pseudo-Boolean Constraints with
At-Most-Ones", 2021, compare encodings that know of slots.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from encoders.builder import Builder
from encoders.template import Template

WEIGHTED = ("totalizer", "sequential", "binomial")

Sums = dict[int, int]
"""The literal of each sum of a node, ascending; 0 has none."""


def weighted_at_most(
    weights: tuple[int, ...], slots: tuple[int, ...], bound: int, encoding: str
) -> Template:
    """Return the template of a weighted limit of positive weights, none above `bound`.

    Raises `ValueError` for an unknown encoding, and where it takes too many clauses.
    """
    if encoding not in WEIGHTED:
        raise ValueError(f"unknown encoding {encoding!r} of weights; known: {', '.join(WEIGHTED)}")
    return _weighted(weights, slots, bound, encoding)


@lru_cache(maxsize=64)
def _weighted(
    weights: tuple[int, ...], slots: tuple[int, ...], bound: int, encoding: str
) -> Template:
    made = _Tree(weights, slots, bound)
    if encoding == "binomial":
        made.covers()
    else:
        made.build(balanced=encoding == "totalizer")
    return made.builder.build()


class _Node:
    """Sums over the slots from `first` to `last`; `most` is the largest one."""

    def __init__(self, literals: range, most: int, sums: Sums) -> None:
        self.literals, self.most, self.sums = literals, most, sums


class _Tree:
    def __init__(self, weights: tuple[int, ...], slots: tuple[int, ...], bound: int) -> None:
        self.weights, self.bound = weights, bound
        self.builder = Builder(len(weights), bound, weights)
        ends = [*accumulate(slots, initial=0)]
        self.runs = [range(a + 1, b + 1) for a, b in zip(ends, ends[1:], strict=False)]
        self.spare = sum(max(weights[n - 1] for n in run) for run in self.runs) - bound

    def build(self, *, balanced: bool) -> None:
        leaves = [self.leaf(run) for run in self.runs]
        if self.spare <= 0:
            return
        self.merge(leaves, balanced=balanced, root=True)

    def leaf(self, run: range) -> _Node:
        """The sums of a slot: each weight in it, in order."""
        own: dict[int, list[int]] = {}
        for literal in run:
            own.setdefault(self.weights[literal - 1], []).append(literal)
        most = max(own)
        if len(run) == 1:
            return _Node(run, most, {most: run[0]} if most > most - self.spare else {})
        sums: Sums = {}
        for weight in sorted(own):
            if weight <= most - self.spare:
                continue
            sums[weight] = self.builder.new(run, weight)
            for literal in own[weight]:
                self.builder.add(-literal, sums[weight])
        self.ordered(sums)
        return _Node(run, most, sums)

    def ordered(self, sums: Sums) -> None:
        """Larger sums imply smaller ones."""
        outputs = list(sums.values())
        for lower, upper in zip(outputs, outputs[1:], strict=False):
            self.builder.add(-upper, lower)

    def merge(self, nodes: Sequence[_Node], *, balanced: bool, root: bool = False) -> _Node:
        if len(nodes) == 1:
            return nodes[0]
        middle = len(nodes) // 2 if balanced else len(nodes) - 1
        if not balanced:
            node = nodes[0]
            for number, leaf in enumerate(nodes[1:], start=2):
                node = self.joined(node, leaf, root=root and number == len(nodes))
            return node
        left = self.merge(nodes[:middle], balanced=True)
        right = self.merge(nodes[middle:], balanced=True)
        return self.joined(left, right, root=root)

    def joined(self, left: _Node, right: _Node, *, root: bool) -> _Node:
        literals = range(left.literals[0], right.literals[-1] + 1)
        most = left.most + right.most
        floor = most - self.spare
        ones, others = ({0: 0, **node.sums} for node in (left, right))
        if left.most >= self.spare:
            ones.pop(0)
        if right.most >= self.spare:
            others.pop(0)
        possible = {a + b for a in ones for b in others}
        wanted = () if root else sorted(s for s in possible if floor < s <= self.bound and s > 0)
        sums = {s: self.builder.new(literals, s) for s in wanted}
        for a, one in ones.items():
            heavy = False
            for b, other in sorted(others.items()):
                body = [-literal for literal in (one, other) if literal]
                if a + b > self.bound:
                    if not heavy:
                        self.builder.add(*body)
                    heavy = True
                elif a + b in sums:
                    self.builder.add(*body, sums[a + b])
        self.ordered(sums)
        return _Node(literals, most, sums)

    def covers(self) -> None:
        """A clause for every least set that exceeds the bound, heaviest members first."""
        order = sorted(range(1, len(self.weights) + 1), key=lambda n: -self.weights[n - 1])
        left = [*accumulate((self.weights[n - 1] for n in reversed(order)), initial=0)][::-1]

        def extend(start: int, chosen: list[int], total: int) -> None:
            for place in range(start, len(order)):
                if total + left[place] <= self.bound:
                    return
                literal = order[place]
                added = total + self.weights[literal - 1]
                if added > self.bound:
                    self.builder.add(*(-n for n in (*chosen, literal)))
                else:
                    extend(place + 1, [*chosen, literal], added)

        extend(0, [], 0)
