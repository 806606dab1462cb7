"""Bounds of Neura's mapper hold for whatever the compiler allows: all answers to tiny documents."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from ecosystems.neura.check import faults
from ecosystems.neura.document import Array, Document, Edge, Link, Op, Tile
from ecosystems.neura.execute import difference
from ecosystems.neura.model import problem_of
from ecosystems.neura.neura_options import NeuraOptions
from ecosystems.neura.solve import Asked, solve
from ecosystems.neura.timing import TIMINGS, Convention, Timing
from ecosystems.neura.written import Entry, Placement, Route, Written
from shell.budget import UNLIMITED

STEPS = 3
"""Operations start in fewer cycles than this."""


def drawn(source: random.Random) -> Document:
    """Return up to three operations for up to three tiles with few registers."""
    tiles = tuple(
        Tile(n, n, 0, source.choice((0, 1, 1, 2, 8)), source.choice((None, 1, 2)))
        for n in range(source.choice((1, 2, 2, 3)))
    )
    ids = tuple(tile.id for tile in tiles)
    able = {"add": ids, "mul": tuple(source.sample(ids, source.randint(1, len(ids))))}
    links = tuple(
        Link(a, b, source.choice((1, 1, 2)))
        for a in ids
        for b in ids
        if a != b and source.random() < 0.7
    )
    count = source.randint(1, 3)
    ops = tuple(
        Op(n, source.choice(("add", "add", "mul")), source.choice((1, 1, 1, 2)))
        for n in range(count)
    )
    edges: dict[tuple[int, int], Edge] = {}
    for _ in range(source.randint(0, count + 1)):
        s, d = source.randrange(count), source.randrange(count)
        w = 0 if s < d and source.random() < 0.8 else 1
        edges.setdefault((s, d), Edge(s, d, w))
    array = Array(len(tiles), source.randint(1, 4), tiles, able, links)
    return Document(array, ops, tuple(sorted(edges.values())))


def ways(document: Document, begin: Entry, end: Entry) -> Iterator[tuple[Entry, ...]]:
    """Yield every route from one place and cycle to another."""
    if begin == end:
        yield (end,)
    elif begin[1] < end[1]:
        near = [(begin[0], begin[1] + 1)]
        near += [
            (x.target, begin[1] + x.latency) for x in document.arch.links if x.source == begin[0]
        ]
        for entry in near:
            for rest in ways(document, entry, end):
                yield begin, *rest


def answers(document: Document, ii: int, timing: Timing) -> Iterator[Written]:
    """Yield every answer at an interval with early starts: placements and routes."""
    ops, arch = document.ops, document.arch
    for tiles in product(*(arch.fu_class_tiles[op.op_class] for op in ops)):
        for steps in product(range(STEPS), repeat=len(ops)):
            places = tuple(
                Placement(op.id, op.op_class, tile, tile, 0, step, step % ii, step // ii)
                for op, tile, step in zip(ops, tiles, steps, strict=True)
            )
            if faults(document, Written(ii, arch.num_tiles, places), timing):
                continue
            routes = []
            for edge in document.edges:
                begin = tiles[edge.s], timing.appears(ops[edge.s], steps[edge.s])
                end = tiles[edge.d], steps[edge.d] + edge.w * ii
                routes.append([Route(edge.s, edge.d, way) for way in ways(document, begin, end)])
            for chosen in product(*routes):
                yield Written(ii, arch.num_tiles, places, chosen)


def allowed(document: Document, ii: int, timing: Timing) -> Written | None:
    """Return an answer that the compiler allows; None where there is none."""
    for written in answers(document, ii, timing):
        if not faults(document, written, timing) and difference(document, written, timing) is None:
            return written
    return None


def bound(document: Document, convention: Convention) -> int:
    """Return the smallest interval that is not excluded."""
    most = document.arch.ctrl_mem_items
    asked = Asked(
        document, "drawn", problem_of(document, "drawn", convention), most, TIMINGS[convention]
    )
    answer = solve(asked, NeuraOptions(timing=convention), lambda *told: None, UNLIMITED)
    return most + 1 if answer.status == "infeasible" else answer.found.lower


def test_values_that_pass_take_no_register() -> None:
    """Tests a value that goes through a tile without registers, which the model has no room for."""
    tiles = (Tile(0, 0, 0, 2, 2), Tile(1, 1, 0, 0, 2), Tile(2, 2, 0, 0, 1))
    links = (Link(0, 2, 1), Link(2, 0, 1), Link(2, 1, 1))
    array = Array(3, 4, tiles, {"add": (0, 1, 2)}, links)
    ops = tuple(Op(n, "add") for n in range(3))
    document = Document(array, ops, (Edge(0, 2, 0), Edge(1, 0, 1)))
    assert allowed(document, 1, TIMINGS["rtl"]) is not None
    assert bound(document, "rtl") == 1


@pytest.mark.oracle
@pytest.mark.parametrize("seed", range(40))
def test_no_answer_below_the_bound(seed: int) -> None:
    source = random.Random(f"neura {seed}")
    document, convention = drawn(source), source.choice(list(TIMINGS))
    for ii in range(1, bound(document, convention)):
        assert allowed(document, ii, TIMINGS[convention]) is None
