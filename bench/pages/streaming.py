"""The streaming engine: exact mappings, rules of thumb beside them, and the shipped policy."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from bench.page import Cell, Page, whole
from bench.process import Answer
from bench.rows import Case, Row, Rows
from bench.tables import columns, table, tenths
from streaming.examples import build
from streaming.model.program import program_to_json

LIMIT, BRIEF, TRIES = 60, 5, 1_000_000
"""Seconds of the exact method and of rules of thumb, and the most tries of these."""
NAMED = (
    "distance",
    "vector_add:8",
    "fir:8",
    "matvec:4x4",
    "ifft_loop",
    "ifft:8:simd:sources",
    "ifft:8:simd",
)
SIZES, SEEDS = (10, 15, 20, 25, 30, 40), 3
RECIPES = {"layers": "", "trees": ":tree"}
PRINTED = 15
"""The cycles that Fig. 1 of the RL mapper's paper shows, at II 3."""
COUNT = 100
BANDS = ((10, 30), (10, 16), (17, 23), (24, 30))
NAMES = ("status", "instructions", "ii", "ii_bound", "cycles", "cycles_bound", "seconds")


def cells() -> Iterator[Cell]:
    """Ask for the paper's programs, for random ones, and for those of the policy."""
    yield _asked({"program": "distance", "how": "II 3"}, "--method", "exact", "--ii", "3")
    for spec in NAMED:
        words = ("--method", "exact", "--minimise", "ii")
        yield _asked({"program": spec, "how": "least II"}, *words)
        yield from _methods({"program": spec})
    for kind, ending in RECIPES.items():
        for size in SIZES:
            for seed in range(SEEDS):
                spec = f"random:{size}:{seed}{ending}"
                yield from _methods({"program": spec, "kind": kind, "size": size})
    yield Cell({"unseen": COUNT}, ["bench.studies.unseen", str(COUNT), str(LIMIT)], whole)


def _methods(case: Case) -> Iterator[Cell]:
    yield _asked({**case, "how": "exact"}, "--method", "exact")
    for method in ("greedy", "random"):
        words = ("--tries", str(TRIES), "--method", method)
        yield _asked({**case, "how": method}, *words, limit=BRIEF)


def _asked(case: Case, *words: str, limit: int = LIMIT) -> Cell:
    asked = ["streaming", "{program}", *words, "--json", "--quiet", "--time-limit"]
    files = {"program": lambda: program_to_json(build(str(case["program"])))}
    return Cell(case, [*asked, str(limit)], NAMES, files)


def tables(rows: Rows) -> Iterator[str]:
    """Fig. 1, the paper's programs, random programs, and the policy."""
    figure = rows.first(how="II 3")
    if figure is not None:
        yield "## Fig. 1 of the paper\n"
        line = ["distance", 3, f"{figure['status']}, {figure['cycles']}", PRINTED]
        yield table(["program", "II", "cycles", "printed"], [line])
    yield "## The paper's programs\n"
    named = [own for (spec,), own in rows.by("program").items() if spec in NAMED]
    yield columns(
        named,
        ("program", lambda own: own[0]["program"]),
        ("instructions", lambda own: own[0]["instructions"]),
        ("cycles", lambda own: _proven(own.first(how="exact"))),
        ("s", lambda own: _seconds(own.first(how="exact"))),
        ("greedy", lambda own: _cycles(own.first(how="greedy"))),
        ("random", lambda own: _cycles(own.first(how="random"))),
        ("least II", lambda own: _least(own.first(how="least II"))),
        ("its cycles", lambda own: _proven(own.first(how="least II"))),
        ("s", lambda own: _seconds(own.first(how="least II"))),
    )
    yield "## Random programs\n"
    yield columns(
        [(*key, own) for key, own in rows.by("kind", "size").items() if key[0]],
        ("kind", lambda own: own[0]),
        ("instructions", lambda own: own[1]),
        ("proven", lambda own: _decided(own[2].where(how="exact"))),
        ("longest s", lambda own: tenths(max(own[2].where(how="exact").numbers("seconds")))),
        ("greedy over it", lambda own: _over(own[2], "greedy")),
        ("random over it", lambda own: _over(own[2], "random")),
    )
    for row in rows:
        if "unseen" in row.case:
            yield from _unseen(row["lines"])


def _proven(row: Row | None) -> str | None:
    if row is None or row["cycles"] is None:
        return None if row is None else f"{row['status']}, ≥ {row['cycles_bound']}"
    sign = "=" if row["status"] == "optimal" else f"≥ {row['cycles_bound']},"
    return f"{sign} {row['cycles']}"


def _cycles(row: Row | None) -> object:
    return None if row is None else row["cycles"] or "fail"


def _seconds(row: Row | None) -> str | None:
    return None if row is None else tenths(row["seconds"])


def _least(row: Row | None) -> str | None:
    if row is None or row["ii"] is None:
        return None
    return f"= {row['ii']}" if row["ii"] == row["ii_bound"] else f"≥ {row['ii_bound']}, {row['ii']}"


def _decided(rows: Rows) -> str:
    closed = sum(row["status"] in ("optimal", "infeasible") for row in rows)
    return f"{closed} of {len(rows)}"


def _over(rows: Rows, method: str) -> str | None:
    """Return by how many per cent a method has more cycles, on programs that both map."""
    ratios, failed = [], 0
    for own in rows.by("program").values():
        exact, other = own.first(how="exact"), own.first(how=method)
        if exact and other and exact["cycles"]:
            failed += other["cycles"] is None
            ratios += [other["cycles"] / exact["cycles"]] if other["cycles"] else []
    said = f"{100 * (statistics.fmean(ratios) - 1):.1f} %" if ratios else "-"
    return said + (f", {failed} failed" if failed else "")


def _unseen(lines: list[Answer]) -> Iterator[str]:
    mapped = [own for own in lines if own["cycles"] is not None]
    proven = sum(own["status"] == "optimal" for own in mapped)
    yield "## The policy on programs it has not seen\n"
    yield (
        f"{len(lines)} random programs on 16 tiles at II 6, of seeds that training never uses. The"
        f" exact method maps {len(mapped)} of them within {LIMIT} s, {proven} proven minimal. `gap`"
        " is the mean of cycles over those of the exact method, `optimal` the number with as few"
        " cycles, `wrong` the mappings that checker or simulator reject. `samples` is the best of"
        " 32 mappings drawn, `beam` the best of a beam of 16; `exact, as long` has the time that"
        " these took. Milliseconds are of the median program, without the start of a process.\n"
    )
    for least, most in BANDS:
        some = [own for own in mapped if least <= own["size"] <= most]
        if some:
            yield f"### {least} to {most} instructions\n"
            heads = ["method", "mapped", "wrong", "gap", "largest", "optimal", "ms"]
            yield table(heads, [_line(name, some) for name in some[0]["methods"]])


def _line(name: str, some: list[Answer]) -> list[object]:
    found = [(own["methods"][name], own["cycles"]) for own in some]
    gaps = [said[0] / cycles - 1 for said, cycles in found if said[0] is not None and said[0] > 0]
    return [
        name,
        f"{len(gaps)} of {len(some)}",
        sum(said[0] == -1 for said, _ in found),
        f"{100 * statistics.fmean(gaps):.1f} %" if gaps else None,
        f"{100 * max(gaps):.0f} %" if gaps else None,
        sum(gap <= 0 for gap in gaps),
        tenths(statistics.median(said[1] for said, _ in found)),
    ]


PAGE = Page(
    "streaming",
    "Mapping the streaming engine",
    "`xyzmap streaming` on 16 tiles and, but for the least IIs, II 6: the paper's"
    f" engine; {LIMIT} s each, seconds with the start of Python. `=`: proven minimal; `≥`: the"
    f" bound where it is not. `greedy` and `random` (masked) have {BRIEF} s at most.",
    cells,
    tables,
    smoke=[{"program": "vector_add:8", "how": "exact"}, {"unseen": COUNT}],
    shorter={str(COUNT): "1"},
)
