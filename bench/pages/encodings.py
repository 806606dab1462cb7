"""Which encodings of at-most-one and at-most-K win where, and the default chosen from it."""

from __future__ import annotations

from collections.abc import Iterator

from bench.asking import SECONDS, compared, side_by_side
from bench.page import Cell, Page
from bench.rows import Rows
from examples.aes import aes
from examples.matrices import mmm
from examples.ring import ring

LIMIT, RUNS = 15, 2
ONE = ("pairwise", "commander:3", "binary", "bimander:2", "product", "ladder")
MANY = ("sequential", "totalizer", "commander", "binomial", "native")
SECTIONS = (
    "At most one, by CaDiCaL; at most K is sequential",
    "At most K; at most one is bimander:2",
)
QUESTIONS = {
    "ring 4": (ring(4), (9, 10), ()),
    "ring 5": (ring(5), (11, 12), ()),
    "ring 6": (ring(6), (14, 15), ()),
    "mmm 3": (mmm(3, "operator"), (8, 9), ("--contexts", "3")),
    "aes 3": (aes(3), (51, 52), ()),
}
"""Inputs, the last number of cycles without a mapping and the first with one, and options."""


def cells() -> Iterator[Cell]:
    """Ask every question with every encoding."""
    ways = [(SECTIONS[0], kind, "cadical195", kind, MANY[0]) for kind in ONE]
    ways += [
        (SECTIONS[1], f"{solver}, {kind}", solver, "bimander:2", kind)
        for solver in ("cadical195", "gluecard4")
        for kind in MANY
    ]
    for section, way, solver, one, many in ways:
        for name, (graph, counts, options) in QUESTIONS.items():
            for count in counts:
                words = (*options, "--solver", solver, "--at-most-one", one, "--at-most-k", many)
                words += ("--implied", "on", "--runs", str(RUNS))
                case = {"section": section, "way": way, "question": f"{name}, {count}"}
                yield compared(case, *graph, count, LIMIT, *words)


def tables(rows: Rows) -> Iterator[str]:
    """A table of seconds and one of sizes for each kind of constraint."""
    for (section,), own in rows.by("section").items():
        yield f"## {section}\n"
        yield from side_by_side(own, LIMIT, "encoding" if section == SECTIONS[0] else "way")


PAGE = Page(
    "encodings",
    "Encodings compared",
    f"Medians of {RUNS} runs with different orders of the clauses, given up after {LIMIT} s. The"
    ' limits are 2 registers. "native" are at-most-K constraints of the solver\'s own: in CaDiCaL a'
    f" propagator in Python, in Gluecard a part of the engine. {SECONDS}",
    cells,
    tables,
    smoke=[{"way": "pairwise", "question": "ring 4, 9"}],
)
