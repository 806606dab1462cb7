"""Assignment of tiles without times, which decides feasibility if results may wait.

In a mapping, no tile has more instructions than spokes, and the tiles obey the rules about tiles.
Conversely, given such tiles, assign distinct spokes to the instructions of each tile and start each
as early as possible: that is a mapping. So the least II equals the minimum, over legal tile
assignments, of the instructions on the fullest tile. Without waiting, starts restrict spokes, and
this number is only a lower bound.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

from solvers.search.answer import Status
from streaming.model.rules import Rules
from streaming.question.cp_sat import Run, cp_model_module


@dataclass(frozen=True)
class Assigned:
    """The tile of each instruction, if found; the fullest tile has at least `bound` of them."""

    status: Status
    tile: Sequence[int] | None
    bound: int


def assign(
    rules: Rules,
    least: int,
    most: int,
    deadline: float,
    seed: int = 0,
    jobs: int = 2,
    placed: Mapping[int, tuple[int, int]] | None = None,
) -> Assigned:
    """Minimise the number of instructions on the fullest tile, between `least` and `most`.

    "infeasible": no legal assignment has at most `most` instructions per tile.
    """
    cp = cp_model_module().CpModel()
    tiles, reach = rules.engine.tiles, rules.engine.reach
    on = [[cp.new_bool_var(f"{n} on {i}") for i in range(tiles)] for n in range(rules.size)]
    fullest = cp.new_int_var(least, most, "fullest")
    for places in on:
        cp.add_exactly_one(places)
    for i in range(tiles):
        cp.add(sum(places[i] for places in on) <= fullest)
    for u, v in rules.program.edges:
        for one, other in ((u, v), (v, u)):
            for i in range(tiles):
                near = on[other][max(0, i - reach) : i + reach + 1]
                cp.add_bool_or([~on[one][i], *near])
    for a, b in rules.apart:
        for i in range(tiles):
            cp.add_at_most_one([on[a][i], on[b][i]])
    for first, n in mates(rules):
        for i in range(tiles):
            cp.add(on[first][i] == on[n][i])
    _outputs(cp, rules, on)
    for n, (at, _) in (placed or {}).items():
        cp.add(on[n][at] == 1)
    if not placed:
        for i in range((tiles + 1) // 2, tiles):
            cp.add(on[pivot(rules)][i] == 0)
    cp.minimize(fullest)

    def read(value: Callable[[Any], int]) -> list[int]:
        return [next(i for i in range(tiles) if value(places[i])) for places in on]

    with Run(cp, read, deadline, seed, jobs) as run:
        while run.goes_on():
            pass
        ended = run.result()
    if ended.status == "infeasible":
        return Assigned("infeasible", None, most + 1)
    best = ended.found[-1] if ended.found else None
    return Assigned(ended.status, best, max(least, ended.bound))


def _outputs(cp: Any, rules: Rules, on: Sequence[Sequence[Any]]) -> None:
    """Without multicast, all readers on other tiles share one tile."""
    if rules.engine.multicast:
        return
    for u, readers in enumerate(rules.readers):
        for v, w in combinations(readers, 2):
            for i, k in permutations(range(rules.engine.tiles), 2):
                cp.add_bool_or([~on[v][i], ~on[u][k], on[w][i], on[w][k]])


def mates(rules: Rules) -> list[tuple[int, int]]:
    """Return pairs (first, n) of a group's instructions, which share a tile (§2.7, rule 1)."""
    holder: dict[int, int] = {}
    pairs = [(holder.setdefault(group, n), n) for n, group in enumerate(rules.group)]
    return [(first, n) for first, n in pairs if first != n]


def pivot(rules: Rules) -> int:
    """Return the instruction that symmetry breaking fixes to the first half of the row."""
    degree = [len(rules.readers[n]) + len(rules.sources[n]) for n in range(rules.size)]
    return degree.index(max(degree))
