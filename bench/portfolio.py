"""Which solvers to race by default: configurations side by side on the benchmark set.

`python -m bench.portfolio` measures whole processes of `solvers.min_cycles` and writes
`docs/results/portfolio.md`. `--resume FILE` keeps what is done across interruptions.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
from pathlib import Path

from archs.formats.arch_json import architecture_to_json
from bench.measure import run, table, write
from bench.resume import Entry, Resume
from examples.aes import aes
from examples.filters import fir
from examples.matrices import mmm, sparse
from examples.ring import ring
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.formats.dfg_json import dfg_to_json

INSTANCES: dict[str, tuple[tuple[Dfg, Architecture], tuple[str, ...]]] = {
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
"""Name to inputs and options: refutations, mappings that are hard to find, and both."""

RACES: dict[str, tuple[str, ...]] = {
    "auto": (),
    "glucose4": ("glucose4",),
    "cadical195, glucose4": ("cadical195", "glucose4"),
    "cadical195, cp-sat": ("cadical195", "cp-sat"),
    "auto, cp-sat": ("auto", "cp-sat"),
    "auto, highs": ("auto", "highs"),
    "cp-sat": ("cp-sat",),
    "cp-sat, 2 threads": ("cp-sat:workers=2",),
}
REPEATS = 2


def main(arguments: list[str] | None = None) -> None:
    """Measure every configuration on every instance and write the page."""
    parser = argparse.ArgumentParser(prog="bench.portfolio", description="Default solvers")
    parser.add_argument("--time-limit", type=float, default=30.0, metavar="S", help="per run")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished runs here")
    options = parser.parse_args(arguments)
    resume = Resume(options.resume)
    found = {
        name: {race: _entry(resume, name, race, options.time_limit) for race in RACES}
        for name in INSTANCES
    }
    command = f"python -m bench.portfolio --time-limit {options.time_limit:g}"
    print(write("portfolio", "Solvers that race", command, page(found, options.time_limit)))


def _entry(resume: Resume, name: str, race: str, time_limit: float) -> Entry:
    (dfg, arch), words = INSTANCES[name]

    def measure() -> Entry:
        with tempfile.TemporaryDirectory() as folder:
            files = [str(Path(folder) / file) for file in ("dfg.json", "arch.json")]
            Path(files[0]).write_text(dfg_to_json(dfg), encoding="utf-8")
            Path(files[1]).write_text(architecture_to_json(arch), encoding="utf-8")
            solvers = [part for solver in RACES[race] for part in ("--solver", solver)]
            limit = ["--time-limit", f"{time_limit:g}"]
            seconds, statuses = [], []
            for seed in range(REPEATS):
                last = ["--seed", str(seed), "--json", "--quiet"]
                done = run("solvers.min_cycles", *files, *words, *solvers, *limit, *last)
                decided = done.answer["status"] in ("optimal", "infeasible")
                decided |= "--cycles" in words and done.answer["status"] == "feasible"
                seconds.append(round(done.seconds, 2) if decided else None)
                statuses.append([done.answer["status"], done.answer["cycles"]])
        return {"seconds": seconds, "answers": statuses}

    key: dict[str, object] = {"bench": "portfolio", "instance": name, "race": race}
    entry = resume.entry({**key, "limit": time_limit, "repeats": REPEATS}, measure)
    print(json.dumps({"instance": name, "race": race, **entry}), file=sys.stderr, flush=True)
    return entry


def page(found: dict[str, dict[str, Entry]], time_limit: float) -> list[str]:
    """Return the parts of the page; undecided runs count as twice the time limit in the mean."""
    rows: list[list[object]] = []
    for name, entries in found.items():
        rows.append([name, *(_shown(entries[race], time_limit) for race in RACES)])
    means: list[object] = ["shifted geometric mean"]
    for race in RACES:
        every = [s for entries in found.values() for s in entries[race]["seconds"]]
        logs = [math.log(1 + (2 * time_limit if s is None else s)) for s in every]
        means.append(f"{math.exp(sum(logs) / len(logs)) - 1:.2f}")
    return [
        f"Wall seconds of whole processes of `solvers.min_cycles --time-limit {time_limit:g}`:"
        f" the slower of {REPEATS} seeds and, in brackets, how many were undecided. The mean is"
        " exp(mean(log(1 + s))) - 1 over all runs, where an undecided run counts as twice the"
        ' time limit. "auto" is the default: CaDiCaL from below and from above; when one number'
        " of cycles is left, it is joined by tries with other orders of the clauses, every third"
        " of them with Glucose; restricted searches run beside them. In a race all solvers work"
        " on every question, restricted searches only where `auto` is one of them; list scheduling"
        " runs beside all.\n",
        table(["instance", *RACES], [*rows, means]),
    ]


def _shown(entry: Entry, time_limit: float) -> str:
    lost = sum(seconds is None for seconds in entry["seconds"])
    ordered = sorted(time_limit if s is None else s for s in entry["seconds"])
    middle = ordered[len(ordered) // 2]
    text = f"> {middle:.0f}" if lost > len(ordered) // 2 else f"{middle:.2f}"
    return text + (f" ({lost})" if lost else "")


if __name__ == "__main__":
    main()
