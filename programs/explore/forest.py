"""Results as a forest: a tree per structure of the program, an array of candidates per nest.

Several candidates of a nest are in one leaf, so that combinations need not be enumerated (PT-Map,
Fig. 5a).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from programs.cost import Cost
from programs.loops.region import Loop, Node
from programs.loops.tree import Path
from programs.transform import Step, Variant


@dataclass(frozen=True, slots=True)
class NestCandidate:
    """Steps that transform one nest, and its cost afterwards, in all its executions."""

    steps: tuple[Step, ...]
    cost: Cost

    def __str__(self) -> str:
        """Return the steps in a line."""
        return "; ".join(map(str, self.steps)) or "as it is"

    @property
    def point(self) -> tuple[int, int]:
        """Total cycles, and volume."""
        return self.cost.whole, self.cost.volume

    def moved(self, old: Path, new: Path) -> NestCandidate:
        """Return the same for an equal nest at another path."""
        if old == new:
            return self
        steps = tuple(replace(step, loop=(*new, *step.loop[len(old) :])) for step in self.steps)
        parts = []
        for part in self.cost.pipelines:
            place = new[-1] + part.path[len(old) - 1] - old[-1]
            parts.append(replace(part, path=(*new[:-1], place, *part.path[len(old) :])))
        return replace(self, steps=steps, cost=replace(self.cost, pipelines=tuple(parts)))


@dataclass(frozen=True, slots=True)
class ResultArray:
    """A leaf: a perfect nest, or `count` statements beside loops, and its best candidates."""

    path: Path
    count: int
    candidates: tuple[NestCandidate, ...]


@dataclass(frozen=True, slots=True)
class ResultNode:
    """An imperfect loop; the virtual root of the tree has no index."""

    path: Path
    index: str
    children: tuple[ResultNode | ResultArray, ...]

    @property
    def leaves(self) -> tuple[ResultArray, ...]:
        """All arrays below, in text order."""
        found: tuple[ResultArray, ...] = ()
        for child in self.children:
            found += (child,) if isinstance(child, ResultArray) else child.leaves
        return found


@dataclass(frozen=True)
class ResultTree:
    """A structure of the program; `variant` has the steps to it."""

    name: str
    variant: Variant
    root: ResultNode


def tree(name: str, variant: Variant, arrays: dict[Path, ResultArray]) -> ResultTree:
    """Return a tree with its leaves."""

    def inside(body: tuple[Node, ...], path: Path, index: str) -> ResultNode:
        children: list[ResultNode | ResultArray] = []
        for place, node in enumerate(body):
            at = (*path, place)
            if at in arrays:
                children.append(arrays[at])
            elif isinstance(node, Loop):
                children.append(inside(node.body, at, node.index))
        return ResultNode(path, index, tuple(children))

    return ResultTree(name, variant, inside(variant.region.body, (), ""))
