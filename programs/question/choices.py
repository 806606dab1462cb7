"""The candidates of an explored forest, ranked by the current knowledge about kernels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from programs.cost import Buffers, Cost, Interval, Pipeline, loading_cycles, nest_cost
from programs.explore import NestCandidate, ResultArray, ResultTree, ranked
from programs.explore.combine import Combination, combinations
from programs.explore.explore_options import Mode
from programs.loops.region import Loop, Node, Region
from programs.loops.tree import Path
from programs.question.kernels import KernelFact, KernelMapper
from programs.question.mapped import fact_of, located
from programs.transform import Step

Knowledge: TypeAlias = Literal["expected", "possible", "mapped"]
"""The assumed IIs of unmapped kernels.

The II expected by the predictor and by other kernels; their lower bounds; or failure.
"""

WIDTH = 4
"""Number of examined combinations of a tree, as the best one may be illegal as a whole."""


@dataclass(eq=False)
class Choice:
    """A candidate of a nest in a tree; it has `facts` of its pipelines once extracted.

    Then `alone` is the nest with its surrounding loops, and `places` the paths of its pipelines.
    """

    tree: ResultTree
    candidate: NestCandidate
    facts: list[KernelFact | None] | None = None
    alone: tuple[Node, ...] = ()
    places: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Top:
    """A combination of candidates, with their choices and the steps of the program."""

    tree: ResultTree
    chosen: tuple[Choice, ...]
    combination: Combination
    steps: tuple[Step, ...]

    @property
    def point(self) -> tuple[int, int]:
        """Cycles and volume."""
        return self.combination.point

    @property
    def facts(self) -> list[KernelFact]:
        """The facts of all executed kernels whose graphs are extracted."""
        return [fact for choice in self.chosen for fact in choice.facts or () if fact is not None]


@dataclass
class Choices:
    """All candidates of all trees; programs with steps in `refused` are excluded."""

    forest: Sequence[ResultTree]
    buffers: Buffers
    mapper: KernelMapper
    mode: Mode
    refused: set[tuple[Step, ...]] = field(default_factory=set)
    _of: list[list[list[Choice]]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._of = [
            [[Choice(tree, one) for one in leaf.candidates] for leaf in tree.root.leaves]
            for tree in self.forest
        ]

    def top(self, knowledge: Knowledge) -> Top | None:
        """Return the best combination by the current knowledge; None if all are excluded."""
        return next(iter(self.tops(knowledge)), None)

    def tops(self, knowledge: Knowledge) -> list[Top]:
        """Return the best combinations of all trees, the best one first."""
        found: list[Top] = []
        for tree, leaves in zip(self.forest, self._of, strict=True):
            found += self._combined(tree, leaves, knowledge)
        if any(top.combination.feasible for top in found):
            found = [top for top in found if top.combination.feasible]
        return ranked(found, lambda top: top.point, self.mode, lambda top: top.tree.name)

    def _combined(
        self, tree: ResultTree, leaves: list[list[Choice]], knowledge: Knowledge
    ) -> Iterator[Top]:
        arrays: list[ResultArray] = []
        of: dict[int, Choice] = {}
        for leaf, own in zip(tree.root.leaves, leaves, strict=True):
            priced: list[NestCandidate] = []
            for choice in own:
                cost = self.priced(choice, knowledge)
                if cost is not None:
                    made = replace(choice.candidate, cost=cost)
                    of[id(made)] = choice
                    priced.append(made)
            if not priced:
                return
            arrays.append(replace(leaf, candidates=tuple(priced)))
        for one in combinations(arrays, WIDTH, self.mode):
            steps = one.steps(tree)
            if steps not in self.refused:
                yield Top(tree, tuple(of[id(candidate)] for candidate in one.chosen), one, steps)

    def priced(self, choice: Choice, knowledge: Knowledge) -> Cost | None:
        """Return the cost of a candidate by the current knowledge, None if it is excluded."""
        cost = choice.candidate.cost
        if choice.facts is None:
            if knowledge == "expected":
                return cost.filled(self.mapper.full * self.mapper.slots)
            return cost if knowledge == "possible" else None
        parts = []
        for part, fact in zip(cost.pipelines, choice.facts, strict=True):
            if fact is None:
                parts.append(part)
                continue
            if fact.lost or (fact.mapping is None and knowledge == "mapped"):
                return None
            ii, proepi = fact.bound
            if knowledge == "expected" and self.mapper.wants(fact):
                ii = max(self.mapper.guess(fact), part.ii if fact.mapping is None else 1)
            elif knowledge == "expected" and fact.mapping is None:
                return None
            parts.append(replace(part, ii=ii, proepi=proepi))
        sizes = {
            place: part.ii
            for place, part in zip(choice.places, parts, strict=True)
            if part.iterations
        }
        loading = loading_cycles(choice.alone, sizes, self.buffers)
        return replace(cost, pipelines=tuple(parts), loading=loading)

    def opened(self, chosen: Sequence[Choice]) -> bool:
        """Extract the graphs of candidates; return whether any was new."""
        closed = [choice for choice in chosen if choice.facts is None]
        for choice in closed:
            made = choice.tree.variant
            for step in choice.candidate.steps:
                made = made.rewritten(step)
            paths = [part.path for part in choice.candidate.cost.pipelines]
            facts = {
                path: fact_of(form, piece, self.mapper)
                for form, path, piece in located(made.region)
                if path in paths
            }
            choice.facts = [facts[path] for path in paths]
            choice.alone, choice.places = _alone(made.region.body, paths)
        return bool(closed)

    def gaps(self, tree: ResultTree) -> Iterator[tuple[list[Choice], Choice]]:
        """Yield, for each nest without a mapped candidate, its candidates and the original nest."""
        leaves = self._of[list(self.forest).index(tree)]
        bounds = _Bounds(self.mapper, tree.variant.region)
        for leaf, own in zip(tree.root.leaves, leaves, strict=True):
            if self._has_mapped(own):
                continue
            region = tree.variant.region
            cost = nest_cost(region, self.buffers, bounds, leaf.path, leaf.count)
            if cost is not None:
                plain = Choice(tree, NestCandidate((), cost))
                self.opened([plain])
                yield own, plain

    def _has_mapped(self, own: Sequence[Choice]) -> bool:
        """Return whether all kernels of some candidate are mapped, possibly for another nest."""
        for choice in own:
            self.opened([choice])
            if self.priced(choice, "mapped") is not None:
                return True
        return False


def _alone(
    body: tuple[Node, ...], paths: Sequence[Path]
) -> tuple[tuple[Node, ...], tuple[Path, ...]]:
    """Return the parts of a body that contain these paths, and the paths within these parts."""
    found: list[Node] = []
    places: dict[Path, Path] = {}
    for number, place in enumerate(sorted({path[0] for path in paths})):
        node = body[place]
        inside = [path[1:] for path in paths if path[0] == place]
        if all(inside):
            assert isinstance(node, Loop)
            rest, moved = _alone(node.body, inside)
            node = replace(node, body=rest)
            for old, new in zip(inside, moved, strict=True):
                places[(place, *old)] = (number, *new)
        else:
            places[(place,)] = (number,)
        found.append(node)
    return tuple(found), tuple(places[path] for path in paths)


@dataclass
class _Bounds:
    """Lower bounds on the IIs of a region's pipelines; None if a pipeline cannot be mapped."""

    mapper: KernelMapper
    region: Region
    found: dict[Path, Interval | None] = field(default_factory=dict)

    def __call__(self, region: Region, pipeline: Pipeline) -> Interval | None:
        if not self.found:
            for form, path, piece in located(self.region):
                fact = fact_of(form, piece, self.mapper)
                known = Interval(1, 0) if fact is None else Interval(*fact.bound)
                self.found[path] = None if fact is not None and fact.impossible else known
        return self.found[pipeline.path]
