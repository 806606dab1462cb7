"""Prunings of tiny arrays, against all smaller parts of the array by the naive oracle."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import msgspec

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from tests.adversary.case import need
from tests.adversary.oracle import UndecidedError, feasible
from tests.adversary.problems import claimed

PARTS = 60
"""Parts of an array that are tried for one claim."""


def pruning(seed: int) -> int:
    """Compare the smallest part of a random array; return the number of the oracle's answers.

    A part that does the job does it with more of everything, too. So only parts that lack one
    element of what is said to be needed, or one path, are tried, with all the rest left in.
    """
    from tests.solvers.pruning.small import small_array, small_graph
    from xyzmap import prune

    draw = random.Random(f"pruning {seed}")
    dfg, arch = small_graph(draw), small_array(draw, draw.choice((1, 2, 2, 3)))
    contexts = draw.choice((None, None, 2))
    horizon = next((n for n in range(3, 9) if feasible(dfg, arch, contexts, n)), None)
    if horizon is None:
        return 6
    horizon += draw.choice((0, 0, 1))
    asked = horizon
    kinds = draw.choice((("elements",), ("paths",), ("elements", "paths"), ("registers",)))
    if kinds == ("registers",):
        arch = _limited(dfg, arch)
    with tempfile.TemporaryDirectory(prefix="adversary-") as place:
        proof = Path(place) / "proof"
        answer = prune(
            dfg,
            arch,
            cycles=horizon,
            contexts=contexts,
            minimise=list(kinds),
            seed=draw.randrange(9),
            time_limit=20,
            certificate=proof,
        )
        need(answer.status != "infeasible", f"infeasible, but {horizon} cycles have a mapping")
        if answer.arch is not None:
            asked += 1
            there = _maps(dfg, answer.arch, contexts, horizon)
            need(there is not False, "what is left does not do")
            counts = [answer.counts[kind] for kind in kinds]
            need(counts == [_count(answer.arch, kind) for kind in kinds], f"counts {counts}")
            if answer.status == "optimal":
                asked += _require_none(dfg, arch, contexts, horizon, kinds, counts)
        claimed(proof)
    return asked


def _require_none(
    dfg: Dfg,
    arch: Architecture,
    contexts: int | None,
    horizon: int,
    kinds: tuple[str, ...],
    counts: list[int],
) -> int:
    asked = 0
    for level, kind in enumerate(kinds):
        for part in _smaller(arch, kinds[:level], counts[:level], kind, counts[level] - 1):
            asked += 1
            if asked > PARTS:
                return asked
            there = _maps(dfg, part, contexts, horizon)
            need(there is not True, f"{counts} {kinds}, but {part} does")
    return asked


def _smaller(
    arch: Architecture, before: tuple[str, ...], fixed: list[int], kind: str, count: int
) -> Iterator[Architecture]:
    """The largest parts with `fixed` of the kinds before, and `count` of this one."""
    if count < 0:
        return
    if before:
        (first,), (many,) = before, fixed
        for part in _smaller(arch, (), [], first, many):
            yield from _smaller(part, (), [], kind, count)
        return
    if kind == "elements":
        names = [part.name for part in arch.components if part.issue]
        for left in combinations(names, min(count, len(names))):
            yield _without(arch, set(names) - set(left))
    elif kind == "paths":
        for kept in combinations(arch.paths, min(count, len(arch.paths))):
            yield msgspec.structs.replace(arch, paths=kept)
    else:
        yield from _fewer_registers(arch, count)


def _without(arch: Architecture, gone: set[str]) -> Architecture:
    """The array without some components; a path needs a source and a target."""
    paths = []
    for path in arch.paths:
        sources = tuple(name for name in path.sources if name not in gone)
        targets = tuple(name for name in path.targets if name not in gone)
        if sources and targets:
            paths.append(msgspec.structs.replace(path, sources=sources, targets=targets))
    parts = tuple(part for part in arch.components if part.name not in gone)
    return msgspec.structs.replace(arch, components=parts, paths=tuple(paths))


def _fewer_registers(arch: Architecture, count: int) -> Iterator[Architecture]:
    """Every way to leave so many registers to the elements that have a number of them."""
    places = [n for n, part in enumerate(arch.components) if part.issue and part.capacity]

    def share(left: int, rest: list[int]) -> Iterator[dict[int, int]]:
        if not rest:
            yield {}
            return
        most = arch.components[rest[0]].capacity or 0
        for own in range(min(most, left), -1, -1):
            for others in share(left - own, rest[1:]):
                yield {rest[0]: own, **others}

    for own in share(count, places):
        parts = list(arch.components)
        for n, capacity in own.items():
            parts[n] = msgspec.structs.replace(parts[n], capacity=capacity)
        yield msgspec.structs.replace(arch, components=tuple(parts))


def _limited(dfg: Dfg, arch: Architecture) -> Architecture:
    """The array with a register for every value where registers are not limited."""
    parts = []
    for part in arch.components:
        free = part.issue > 0 and part.capacity is None
        parts.append(msgspec.structs.replace(part, capacity=len(dfg.values)) if free else part)
    return msgspec.structs.replace(arch, components=tuple(parts))


def _count(arch: Architecture, kind: str) -> int:
    if kind == "elements":
        return sum(part.issue > 0 for part in arch.components)
    if kind == "paths":
        return len(arch.paths)
    return sum(part.capacity or 0 for part in arch.components if part.issue)


def _maps(dfg: Dfg, arch: Architecture, contexts: int | None, horizon: int) -> bool | None:
    try:
        return feasible(dfg, arch, contexts, horizon)
    except UndecidedError:
        return None
