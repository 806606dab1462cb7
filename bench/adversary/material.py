"""Genuine certificates of every kind, small ones, to be damaged."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.errors import InfeasibleError, InputError
from models.problem import Problem

EACH = 3
"""Certificates with a sort of reason that are kept, for each of the sorts."""
TRIES = 120
"""Problems that are asked of every question to find them."""


@dataclass(frozen=True)
class Genuine:
    """A certificate that holds, and what kinds of reasons it has."""

    folder: Path
    question: str
    reasons: tuple[str, ...]


def write_material(folder: Path, seed: int, tries: int = TRIES) -> list[Genuine]:
    """Write certificates into `folder`, and return them."""
    found: list[Genuine] = []
    counts: Counter[str] = Counter()
    for number, make in enumerate([*_larger(), *_drawn(seed, tries)]):
        place = folder / f"c{number}"
        with suppress(InputError, InfeasibleError, TimeoutError):
            make(str(place))
        file = place / "certificate.json"
        if not file.exists():
            continue
        reasons = tuple(sorted(set(_reasons(place))))
        if any(counts[reason] < EACH for reason in reasons):
            counts.update(reasons)
            claim = json.loads(file.read_text("utf-8"))
            found.append(Genuine(place, _question(claim), reasons))
    return found


def _question(claim: dict[str, Any]) -> str:
    return str(claim.get("question", "streaming"))


def _reasons(place: Path) -> Iterator[str]:
    """The question with every sort of reason, file and symbol line that a certificate has."""
    claim = json.loads((place / "certificate.json").read_text("utf-8"))
    question = _question(claim)
    yield f"{question} {claim['status']}"
    if claim.get("transform", "none") != "none":
        yield f"{question} {claim['transform']}"
    for reason in _tagged(claim):
        yield f"{question} {reason['type']}"
        for name in ("placement", "arrival", "mirrored", "source"):
            if reason.get(name) is not None:
                yield f"{question} {name}"
    for core in claim.get("cores", ()):
        yield from (f"core of {word}" for word in _reasons(place / core["certificate"]))
    for file in place.glob("*.symbols"):
        lines = file.read_text("utf-8").splitlines()
        yield from {f"{question} line {line.split()[0]}" for line in lines if line.split()}


def _tagged(claim: Any) -> Iterator[dict[str, Any]]:
    if isinstance(claim, dict):
        if "type" in claim:
            yield claim
        for value in claim.values():
            yield from _tagged(value)
    elif isinstance(claim, list):
        for value in claim:
            yield from _tagged(value)


Make = Callable[[str], object]


def _larger() -> Iterator[Make]:
    """Certificates with symmetries and with groups of auxiliaries: equal rows on equal elements."""
    from examples.ring import ring
    from xyzmap import map_stream, min_cycles, min_ii

    for size, most, mac in ((3, 8, "pattern"), (4, 7, "pattern"), (5, 8, "pattern"), (3, 9, None)):
        problem = Problem(*ring(size, mac) if mac else ring(size))
        yield lambda place, p=problem, most=most: min_cycles(
            p.dfg, p.arch, max_cycles=most, workers=1, certificate=place
        )
    yield lambda place: min_ii(
        "examples/data/accumulate.dfg.json", "examples/data/accumulate.arch.json", certificate=place
    )
    yield lambda place: map_stream(
        "examples/data/streaming/distance.json", ii=3, jobs=1, certificate=place
    )


def _drawn(seed: int, tries: int) -> Iterator[Make]:
    from bench.adversary.problems import _problem
    from bench.adversary.streaming import _engine, _program
    from tests.models.random_problems import random_problem
    from tests.models.wide_problems import symmetric_problem
    from tests.solvers.pruning.small import small_array, small_graph
    from xyzmap import map_stream, min_cycles, min_ii, prune

    for number in range(tries):
        draw = random.Random(f"material {seed} {number}")
        problem = _problem(draw) if number % 4 else symmetric_problem(draw.randrange(10**6))
        yield lambda place, p=problem: min_cycles(
            p.dfg, p.arch, contexts=p.contexts, transform=p.transform, max_cycles=8, workers=1,
            time_limit=10, certificate=place,
        )  # fmt: skip
        loop = random_problem(draw.randrange(10**6), draw.randint(1, 3))
        yield lambda place, p=loop: min_ii(p.dfg, p.arch, max_ii=4, time_limit=5, certificate=place)
        program, engine, ii = _program(draw), _engine(draw), draw.randint(1, 3)
        yield lambda place, p=program, e=engine, ii=ii, by=number % 3: map_stream(
            p, ii=ii, objective="cycles" if by else "ii", tiles=e.tiles, pipeline=e.pipeline,
            hops=e.hops, relay=e.relay, waiting=e.waiting, starts=e.starts, siblings=e.siblings,
            multicast=e.multicast, message=e.message, jobs=1, solver="sat", time_limit=10,
            certificate=place,
        )  # fmt: skip
        dfg, arch = small_graph(draw), small_array(draw, draw.choice((1, 2)))
        kinds = draw.choice((["elements"], ["elements", "paths"], ["registers"]))
        yield lambda place, dfg=dfg, arch=arch, kinds=kinds: prune(
            dfg, arch, minimise=kinds, time_limit=10, certificate=place
        )
