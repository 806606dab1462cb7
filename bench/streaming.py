"""Exact mapping of the streaming engine beside rules of thumb: `python -m bench.streaming`.

Whole processes of `solvers.streaming` on the paper's programs and on random ones, at the paper's
II of 6 on 16 tiles. Writes `docs/results/streaming.md`.
"""

from __future__ import annotations

import argparse
import functools
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.lisa_ask import together
from bench.measure import run as run_process
from bench.measure import table, write
from bench.resume import Entry, Resume
from examples.streaming import build
from models.process.command import guarded, positive, seconds
from models.streaming.program import program_to_json

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
BESIDE = ("greedy", "random")
BRIEF = (2.0, 5.0)
"""The least and the most seconds that these have, with the start of Python."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Measure and write the page."""
    parser = argparse.ArgumentParser(prog="bench.streaming", description="the streaming engine")
    parser.add_argument("--time-limit", type=seconds, default=60.0, metavar="S", help="of a run")
    parser.add_argument("--seeds", type=positive, default=SEEDS, metavar="N", help="per size")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished entries here")
    options = parser.parse_args(arguments)
    resume = Resume(options.resume)
    specs = [*NAMED, *(f"random:{n}:{s}" for n in SIZES for s in range(options.seeds))]
    specs += [f"random:{n}:{s}:tree" for n in SIZES for s in range(options.seeds)]
    ask = functools.partial(_ask, resume, options.time_limit)
    calls: list[Callable[[], Entry]] = [
        functools.partial(ask, spec, method) for spec in specs for method in ("exact", *BESIDE)
    ]
    calls += [functools.partial(ask, spec, "exact", "ii") for spec in NAMED]
    answers = together(1, calls)
    every = 1 + len(BESIDE)
    rows = {spec: answers[every * n : every * n + every] for n, spec in enumerate(specs)}
    least = dict(zip(NAMED, answers[every * len(specs) :], strict=True))
    command = f"python -m bench.streaming --time-limit {options.time_limit:g}"
    command += "" if options.seeds == SEEDS else f" --seeds {options.seeds}"
    parts = [
        ABOUT,
        "## The paper's programs\n",
        _named(rows, least),
        "## Random programs\n",
        RANDOM,
    ]
    for recipe in ("", ":tree"):
        parts.append(f"### {'trees' if recipe else 'layers'}\n")
        parts.append(_random(rows, recipe, options.seeds))
    print(write("streaming", "Mapping the streaming engine", command, parts))
    return 0


ABOUT = (
    "16 tiles and, but for the last columns, II 6: the paper's engine. Seconds are those of whole"
    " processes, with the start of Python. `=`: proven minimal; `≥`: the bound where it is not."
    " `greedy` and `random` (masked) have as much time as the exact method took, but 2 to 5 s.\n"
)
RANDOM = (
    "`proven`: how many the exact method decided within the limit; gaps are of cycles over those of"
    " the exact method, on programs that both map; `failed`: nothing was mapped.\n"
)


def _ask(resume: Resume, limit: float, spec: str, method: str, objective: str = "cycles") -> Entry:
    key: dict[str, object] = {"tool": "streaming", "spec": spec, "method": method}
    key |= {"objective": objective, "limit": limit}
    entry = resume.entry(key, lambda: _measure(resume, limit, spec, method, objective))
    print(spec, method, objective, entry, file=sys.stderr, flush=True)
    return entry


def _measure(resume: Resume, limit: float, spec: str, method: str, objective: str) -> Entry:
    words = ["--method", method, "--objective", objective, "--json", "--quiet"]
    if method != "exact":
        exact = _ask(resume, limit, spec, "exact")
        limited = min(max(BRIEF[0], exact["seconds"]), BRIEF[1])
        words += ["--tries", "1000000", "--time-limit", f"{limited:g}"]
    else:
        words += ["--time-limit", f"{limit:g}"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.json"
        path.write_text(program_to_json(build(spec)), encoding="utf-8")
        done = run_process("solvers.streaming", str(path), *words)
    answer = done.answer
    names = ("status", "instructions", "ii", "ii_bound", "cycles", "cycles_bound")
    entry: Entry = {name: answer[name] for name in names}
    return entry | {"seconds": round(done.seconds, 2), "megabytes": round(done.megabytes)}


def _proven(entry: Entry) -> str:
    if entry["cycles"] is None:
        return f"{entry['status']}, ≥ {entry['cycles_bound']}"
    if entry["status"] == "optimal":
        return f"= {entry['cycles']}"
    return f"{entry['cycles']} (≥ {entry['cycles_bound']})"


def _named(rows: dict[str, list[Entry]], least: dict[str, Entry]) -> str:
    lines = []
    for spec, found in least.items():
        exact, *others = rows[spec]
        minimal = "=" if found["ii"] == found["ii_bound"] else f"≥ {found['ii_bound']},"
        lines.append(
            [
                spec,
                exact["instructions"],
                _proven(exact),
                f"{exact['seconds']:.1f}",
                *(("fail" if entry["cycles"] is None else entry["cycles"]) for entry in others),
                "-" if found["ii"] is None else f"{minimal} {found['ii']}",
                _proven(found),
                f"{found['seconds']:.1f}",
            ]
        )
    heads = ["program", "instructions", "cycles", "seconds", *BESIDE]
    return table([*heads, "least II", "its cycles", "seconds"], lines)


def _random(rows: dict[str, list[Entry]], recipe: str, seeds: int) -> str:
    lines = []
    for size in SIZES:
        found = [rows[f"random:{size}:{seed}{recipe}"] for seed in range(seeds)]
        exact = [entries[0] for entries in found]
        closed = [entry for entry in exact if entry["status"] in ("optimal", "infeasible")]
        mapped = [entry["cycles"] for entry in exact if entry["cycles"] is not None]
        line: list[object] = [size, f"{len(closed)} of {seeds}"]
        line.append(f"{max(entry['seconds'] for entry in exact):.1f}")
        line.append(f"{sum(mapped) / max(1, len(mapped)):.1f}")
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


main = guarded(run, "bench.streaming")

if __name__ == "__main__":
    sys.exit(main())
