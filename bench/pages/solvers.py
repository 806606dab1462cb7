"""Proven minima of cycles on the instances of the SAT-mapping paper, and solvers that race."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from bench.asking import (
    SECONDS,
    answer,
    cycles,
    is_decided,
    reason,
    rejected,
    side_by_side,
    verification,
)
from bench.page import Cell, Page, inputs
from bench.rows import Row, Rows
from bench.tables import columns
from examples.aes import aes
from examples.filters import accumulate, fir
from examples.matrices import mmm, sparse
from examples.ring import ring

LIMIT, RACE_LIMIT, REPEATS, SEEDS = 60, 15, 3, 2
INSTANCES = {
    "ring 4, add and multiply": (ring(4), ()),
    "ring 5, add and multiply": (ring(5), ()),
    "ring 6, add and multiply": (ring(6), ()),
    "ring 4, MAC operator": (ring(4, "operator"), ()),
    "ring 5, MAC operator": (ring(5, "operator"), ()),
    "ring 6, MAC operator": (ring(6, "operator"), ()),
    "aes 3": (aes(3), ()),
    "mmm 3, MAC operator": (mmm(3, "operator"), ("--contexts", "3")),
    "accumulating dot product": (accumulate(), ("--contexts", "1")),
}
RACED = {
    "ring 4": (ring(4), ()),
    "ring 5": (ring(5), ()),
    "ring 4, MAC": (ring(4, "operator"), ()),
    "ring 5, MAC": (ring(5, "operator"), ()),
    "ring 5, MAC, 9 cycles": (ring(5, "operator"), ("--cycles", "9")),
    "ring 6, MAC, 9 cycles": (ring(6, "operator"), ("--cycles", "9")),
    "ring 5, any order": (ring(5, "pattern"), ("--transform", "auto")),
    "mmm 3": (mmm(3, "operator"), ("--contexts", "3")),
    "sparse 3, full": (sparse(3, "511", "pattern"), ("--contexts", "3")),
    "sparse 3, 5 zeros": (sparse(3, "85", "pattern"), ("--contexts", "3")),
    "aes 3": (aes(3), ()),
    "fir 8": (fir(8), ()),
}
"""Refutations, mappings that are hard to find, and both."""
RACES = {
    "auto": (),
    "glucose4": ("glucose4",),
    "cadical195, glucose4": ("cadical195", "glucose4"),
    "cadical195, cp-sat": ("cadical195", "cp-sat"),
    "auto, cp-sat": ("auto", "cp-sat"),
    "auto, highs": ("auto", "highs"),
    "cp-sat": ("cp-sat",),
    "cp-sat, 2 threads": ("cp-sat:workers=2",),
}


def cells() -> Iterator[Cell]:
    """Ask for proven minima several times, and every race on every instance."""
    for name, (graph, options) in INSTANCES.items():
        for number in range(REPEATS):
            yield cycles({"instance": name, "again": number}, *graph, LIMIT, *options)
    for race, solvers in RACES.items():
        chosen = [word for solver in solvers for word in ("--solver", solver)]
        for name, (graph, options) in RACED.items():
            for seed in range(SEEDS):
                words = ["solvers.min_cycles", "{dfg}", "{arch}", *options, "--time-limit"]
                words += [str(RACE_LIMIT), *chosen, "--seed", str(seed), "--json", "--quiet"]
                case = {"way": race, "question": name, "seed": seed}
                yield Cell(case, words, ("status", "seconds"), inputs(*graph))


def tables(rows: Rows) -> Iterator[str]:
    """The minima, then the races."""
    runs = rows.by("instance")
    yield "## Fewest cycles\n"
    yield columns(
        [own for (name,), own in runs.items() if name is not None],
        ("instance", lambda own: own[0]["instance"]),
        ("answer", lambda own: answer(own[0])),
        ("decided by", lambda own: reason(own[0])),
        ("search s", lambda own: float(statistics.median(own.numbers("seconds")))),
        ("verify s", lambda own: verification(own[len(own) // 2])),
        ("MB", lambda own: max(own.numbers("megabytes"))),
    )
    yield from rejected(row for row in rows if "instance" in row.case)
    yield "## Races\n"
    races = Rows(_both(own) for own in rows.by("way", "question").values() if "way" in own[0].case)
    yield from side_by_side(races, RACE_LIMIT, "solvers")


def _both(seeds: Rows) -> Row:
    """Return the row of all seeds: decided where each of them is."""
    words = ("optimal", "infeasible", "feasible")
    decided = all(is_decided(row) or "cycles" in row.case["question"] for row in seeds)
    decided = decided and all(row["status"] in words for row in seeds)
    said = "UNSAT" if seeds[0]["status"] == "infeasible" else "SAT"
    median = statistics.median(seeds.numbers("seconds"))
    found = {"status": said if decided else "time limit", "rows": None, "median": median}
    return Row(seeds[0].case, seeds[0].command, found, seeds[0].origin)


PAGE = Page(
    "solvers",
    "Fewest cycles, and solvers that race",
    "Whole processes of `xyzmap min-cycles`. In the first table, medians of"
    f" {REPEATS} runs that end with a certificate written, and `xyzmap verify` on it. In"
    f" the second, the median of {SEEDS} seeds, {RACE_LIMIT} s each: `auto` is the default, CaDiCaL"
    " from below and from above, joined by other orders of the clauses and by Glucose, with"
    f" restricted searches beside them. {SECONDS}",
    cells,
    tables,
    smoke=[
        {"instance": "accumulating dot product", "again": 0},
        {"way": "auto", "question": "ring 4", "seed": 0},
    ],
)
