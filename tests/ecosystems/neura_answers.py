"""The sample graph, and answers to it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from ecosystems.neura.document import Document, read_document
from ecosystems.neura.model import problem_of
from ecosystems.neura.routes import written_of
from ecosystems.neura.timing import TIMINGS, Convention
from ecosystems.neura.written import Placement, Route, Written
from solvers.search.interval_answer import IntervalQuestion
from solvers.search.intervals import IntervalSearch

DATA = Path(__file__).parents[2] / "ecosystems" / "neura" / "data"
SAMPLE = DATA / "loop.json"


def document() -> Document:
    """Return the sample: a loop of 14 operations, for four tiles."""
    return read_document(SAMPLE.read_bytes(), "sample")


@cache
def answer(convention: Convention) -> Written:
    """Return an answer with five control words, the fewest."""
    problem = problem_of(document(), "sample", convention)
    found = IntervalSearch(IntervalQuestion(problem, most=5, heuristics=False)).run()
    assert found.mapping is not None and found.status == "optimal"
    return written_of(document(), found.mapping, TIMINGS[convention])


def with_placement(written: Written, id_: int, **changes: object) -> Written:
    """Return an answer in which one operation is placed otherwise."""
    places = [
        msgspec.structs.replace(place, **changes) if place.id == id_ else place
        for place in written.placements
    ]
    return _changed(written, places, list(written.routes or ()))


def moved(written: Written, id_: int, time_step: int) -> Written:
    """Return an answer in which one operation starts in another cycle."""
    rounds, index = divmod(time_step, written.compiled_ii)
    return with_placement(
        written, id_, time_step=time_step, index_per_ii=index, invalid_iterations=rounds
    )


def with_path(written: Written, s: int, d: int, *path: tuple[int, int]) -> Written:
    """Return an answer in which an edge has another route."""
    routes = [
        msgspec.structs.replace(route, path=path) if (route.s, route.d) == (s, d) else route
        for route in written.routes or ()
    ]
    return _changed(written, list(written.placements), routes)


def with_routes(written: Written, routes: list[Route]) -> Written:
    """Return an answer with other routes."""
    return _changed(written, list(written.placements), routes)


def _changed(written: Written, places: list[Placement], routes: list[Route]) -> Written:
    return Written(written.compiled_ii, written.num_tiles, tuple(places), tuple(routes))
