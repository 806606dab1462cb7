"""Program-level and out-PNL exploration: the candidate loop trees.

They are every structure of the program, and, for each size, every structure whose imperfect loops
are tiled, breadth first, with the tiles sunk into the perfect nests below (PT-Map, Fig. 4c). Loops
whose tiles reach no nest stay unchanged.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from programs.explore.options import ExploreOptions
from programs.loops.region import Loop
from programs.loops.tree import Path, body_at, is_perfect
from programs.transform import Variant, structures, sunk


@dataclass(frozen=True)
class Tree:
    """A variant of the program whose nests are explored; `tiled` are the sunk tile indices."""

    name: str
    variant: Variant
    tiled: frozenset[str] = frozenset()


def trees(start: Variant, options: ExploreOptions) -> Iterator[Tree]:
    """Yield all distinct trees, the original program first."""
    seen: list[object] = []
    roots = structures(start) if options.structures else {"original": start}
    for name, variant in roots.items():
        if variant.region.body in seen:
            continue
        seen.append(variant.region.body)
        yield Tree(name, variant)
        if not options.sink:
            continue
        for size in options.tiles:
            tree = _handed_down(name, variant, size)
            if tree is not None and tree.variant.region.body not in seen:
                seen.append(tree.variant.region.body)
                yield tree


def _handed_down(name: str, variant: Variant, size: int) -> Tree | None:
    """Return a structure with all tileable imperfect loops tiled by a size, None without any."""
    tiled: set[str] = set()
    waiting: deque[Path] = deque((place,) for place in range(len(variant.region.body)))
    while waiting:
        path = waiting.popleft()
        node = body_at(variant.region.body, path[:-1])[path[-1]]
        if not isinstance(node, Loop) or is_perfect(node):
            continue
        made = sunk(variant, path, size)
        if made is not None:
            # The loop over tiles replaces the loop; the loops inside have been processed.
            variant = made
            tiled.add(node.index)
            continue
        waiting += [(*path, place) for place in range(len(node.body))]
    if not tiled:
        return None
    return Tree(f"{name} in tiles of {size}", variant, frozenset(tiled))
