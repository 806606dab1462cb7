"""Exact mapping of the streaming engine beside rules of thumb: `python -m bench.streaming`.

Whole processes of `solvers.streaming` on the paper's programs, Fig. 1 among them, and on random
ones, at the paper's II of 6 on 16 tiles. Writes `docs/results/streaming.md`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from bench.asker import run, written
from bench.figures import mean
from bench.frame import Asker, Namespace, Parts, bench, number, option, some, time_limit
from bench.page import columns, table
from examples.streaming import build
from models.process.command import positive
from models.streaming.program import program_to_json
from solvers.questions.entries import Entry

NAMED = (
    "distance",
    "vector_add:8",
    "fir:8",
    "matvec:4x4",
    "ifft_loop",
    "ifft:8:simd:sources",
    "ifft:8:simd",
)
SIZES = (10, 15, 20, 25, 30, 40)
SEEDS = 5
PRINTED = 15
"""The cycles that Fig. 1 of the RL mapper's paper shows, at II 3."""
BESIDE = ("greedy", "random")
BRIEF = (2.0, 5.0)
"""The least and the most seconds that these have, with the start of Python."""


KEPT = ("status", "instructions", "ii", "ii_bound", "cycles", "cycles_bound")


def asked(asker: Asker, spec: str, limit: float, *words: str, called: str | None = None) -> Entry:
    """Return what `solvers.streaming` says of a program; `called` names the limit in the key."""
    asked = ["solvers.streaming", "{program}", *words, "--json", "--quiet", "--time-limit"]

    def measure() -> Entry:
        with written({"program": program_to_json(build(spec))}) as filled:
            return run(*map(filled, asked), f"{limit:g}").entry(*KEPT)

    key: dict[str, object] = {"words": " ".join([*asked, called or f"{limit:g}"]), "program": spec}
    return asker.entry(key, measure)


@bench(
    "streaming",
    "Mapping the streaming engine",
    time_limit(60),
    number("--seeds", SEEDS),
    number("--tries", 1_000_000, "of the rules of thumb"),
    some("--programs", NAMED, "PROGRAM"),
    option("--sizes", type=positive, nargs="+", default=SIZES, metavar="N"),
    smoke="--tries 10 --seeds 1 --programs vector_add:8 --sizes 10",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Map all programs by all methods."""
    drawn = [f"random:{n}:{s}" for n in options.sizes for s in range(options.seeds)]
    specs = [*options.programs, *drawn, *(f"{spec}:tree" for spec in drawn)]
    rows = {spec: _answers(asker, options, spec) for spec in specs}
    least = {
        spec: asked(asker, spec, options.time_limit, "--method", "exact", "--objective", "ii")
        for spec in options.programs
    }
    figure = asked(asker, "distance", options.time_limit, "--method", "exact", "--ii", "3")
    yield ABOUT
    yield "## Fig. 1 of the paper\n"
    yield table(["program", "II", "cycles", "printed"], [["distance", 3, _proven(figure), PRINTED]])
    yield "## The paper's programs\n"
    yield _named(rows, least)
    yield "## Random programs\n"
    yield RANDOM
    for recipe in ("", ":tree"):
        yield f"### {'trees' if recipe else 'layers'}\n"
        yield _random(rows, recipe, options.sizes, options.seeds)


def _answers(asker: Asker, options: Namespace, spec: str) -> list[Entry]:
    """Return the exact answer, and those of the rules of thumb in about as much time."""
    exact = asked(asker, spec, options.time_limit, "--method", "exact")
    brief = min(max(BRIEF[0], exact["seconds"]), BRIEF[1])
    words = ("--tries", str(options.tries), "--method")
    beside = [asked(asker, spec, brief, *words, m, called="as long") for m in BESIDE]
    return [exact, *beside]


ABOUT = (
    "16 tiles and, but for the last columns, II 6: the paper's engine. Seconds are those of whole"
    " processes, with the start of Python. `=`: proven minimal; `≥`: the bound where it is not."
    " `greedy` and `random` (masked) have as much time as the exact method took, but 2 to 5 s.\n"
)
RANDOM = (
    "`proven`: how many the exact method decided within the limit; gaps are of cycles over those of"
    " the exact method, on programs that both map; `failed`: nothing was mapped.\n"
)


def _proven(entry: Entry) -> str:
    if entry["cycles"] is None:
        return f"{entry['status']}, ≥ {entry['cycles_bound']}"
    if entry["status"] == "optimal":
        return f"= {entry['cycles']}"
    return f"{entry['cycles']} (≥ {entry['cycles_bound']})"


def _named(rows: dict[str, list[Entry]], least: dict[str, Entry]) -> str:
    return columns(
        [(spec, found, rows[spec]) for spec, found in least.items()],
        ("program", lambda own: own[0]),
        ("instructions", lambda own: own[2][0]["instructions"]),
        ("cycles", lambda own: _proven(own[2][0])),
        ("seconds", lambda own: f"{own[2][0]['seconds']:.1f}"),
        (BESIDE[0], lambda own: own[2][1]["cycles"] or "fail"),
        (BESIDE[1], lambda own: own[2][2]["cycles"] or "fail"),
        ("least II", lambda own: _minimal(own[1])),
        ("its cycles", lambda own: _proven(own[1])),
        ("seconds", lambda own: f"{own[1]['seconds']:.1f}"),
    )


def _minimal(found: Entry) -> str | None:
    if found["ii"] is None:
        return None
    proven = found["ii"] == found["ii_bound"]
    return f"= {found['ii']}" if proven else f"≥ {found['ii_bound']}, {found['ii']}"


def _random(rows: dict[str, list[Entry]], recipe: str, sizes: Sequence[int], seeds: int) -> str:
    lines = []
    for size in sizes:
        found = [rows[f"random:{size}:{seed}{recipe}"] for seed in range(seeds)]
        exact = [entries[0] for entries in found]
        closed = [entry for entry in exact if entry["status"] in ("optimal", "infeasible")]
        mapped = [entry["cycles"] for entry in exact if entry["cycles"] is not None]
        line: list[object] = [size, f"{len(closed)} of {seeds}"]
        line.append(f"{max(entry['seconds'] for entry in exact):.1f}")
        line.append(mean(mapped, 1))
        for k in range(len(BESIDE)):
            both = [
                (entries[1 + k]["cycles"], entries[0]["cycles"])
                for entries in found
                if entries[0]["cycles"] is not None and entries[1 + k]["cycles"] is not None
            ]
            lost = sum(
                entries[0]["cycles"] is not None and entries[1 + k]["cycles"] is None
                for entries in found
            )
            gap = 100 * (sum(a / b for a, b in both) / len(both) - 1) if both else 0.0
            line.append(f"{gap:.1f} %" + (f", {lost} failed" if lost else ""))
        lines.append(line)
    heads = ["instructions", "proven", "longest, s", "mean cycles"]
    return table([*heads, *(f"{name} over it" for name in BESIDE)], lines)


if __name__ == "__main__":
    sys.exit(main())
