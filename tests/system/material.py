"""Genuine certificates of every kind, small ones, to be damaged."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.errors import InfeasibleError, InputError
from models.streaming.engine import Engine
from models.streaming.program import Program
from tests.system.problems import drawn, drawn_engine, drawn_program, loop_problem

EACH = 3
"""Certificates with a sort of reason that are kept, for each of the sorts."""
TRIES = 40
"""Problems that are asked of every question to find them."""

LARGER = 10
"""With fewer tries, there is one larger problem only."""


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
    larger = islice(_larger(), None if tries >= LARGER else 1)
    for number, make in enumerate([*larger, *_drawn(seed, tries)]):
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
    from archs.presets import architecture_preset
    from examples.filters import dot
    from examples.ring import ring

    # The one that needs a solver, and so has a proof.
    yield partial(_cycles, Problem(dot(4)[0], architecture_preset("mesh:2x2,registers=1")), 8)
    for size, most in ((3, 8), (4, 7), (5, 8)):
        yield partial(_cycles, Problem(*ring(size, "pattern")), most)
    yield partial(_cycles, Problem(*ring(3)), 9)


def _drawn(seed: int, tries: int) -> Iterator[Make]:
    from tests.models.wide_problems import symmetric_problem
    from tests.solvers.pruning.small import small_array, small_graph

    for number in range(tries):
        draw = random.Random(f"material {seed} {number}")
        equal = number % 4 == 0
        problem = symmetric_problem(draw.randrange(10**6)) if equal else drawn(draw)
        yield partial(_cycles, problem, 8)
        yield partial(_interval, loop_problem(draw))
        program, engine, ii = drawn_program(draw), drawn_engine(draw), draw.randint(1, 3)
        yield partial(_streaming, program, engine, ii, number % 3 == 0)
        dfg, arch = small_graph(draw), small_array(draw, draw.choice((1, 2)))
        yield partial(_pruning, dfg, arch, draw.choice(("elements", "elements,paths", "registers")))


def _cycles(problem: Problem, most: int, place: str) -> None:
    from xyzmap import min_cycles

    min_cycles(
        problem.dfg,
        problem.arch,
        contexts=problem.contexts,
        transform=problem.transform,
        max_cycles=most,
        workers=1,
        time_limit=10,
        certificate=place,
    )


def _interval(problem: Problem, place: str) -> None:
    from xyzmap import min_ii

    min_ii(problem.dfg, problem.arch, max_ii=3, time_limit=2, certificate=place)


def _streaming(program: Program, engine: Engine, ii: int, by_ii: bool, place: str) -> None:
    from xyzmap import map_stream

    map_stream(
        program,
        ii=ii,
        objective="ii" if by_ii else "cycles",
        solver="cadical195",
        jobs=1,
        time_limit=20,
        certificate=place,
        **msgspec.structs.asdict(engine),
    )


def _pruning(dfg: Dfg, arch: Architecture, kinds: str, place: str) -> None:
    from xyzmap import prune

    prune(dfg, arch, minimise=kinds, time_limit=10, certificate=place)
