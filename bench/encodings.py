"""Which encodings of at-most-one and at-most-K win where, and the default chosen from it.

`python -m bench.encodings` writes `docs/results/encodings.md`. `--resume FILE` keeps what is done
across interruptions.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from bench.compared import compared, seconds
from bench.measure import table, write
from bench.resume import Entry
from examples.aes import aes
from examples.matrices import mmm
from examples.ring import ring
from models.data.architecture import Architecture
from models.data.dfg import Dfg

ONE = ("pairwise", "commander:3", "binary", "bimander:2", "product", "ladder")
MANY = ("sequential", "totalizer", "commander", "binomial")
USUAL = ("bimander:2", "sequential")

INSTANCES: dict[str, tuple[tuple[Dfg, Architecture], tuple[str, ...]]] = {
    "ring 4": (ring(4), ("--cycles", "9,10")),
    "ring 5": (ring(5), ("--cycles", "11,12")),
    "ring 6": (ring(6), ("--cycles", "14,15")),
    "mmm 3": (mmm(3, "operator"), ("--cycles", "8,9", "--contexts", "3")),
    "aes 3": (aes(3), ("--cycles", "51,52")),
}
"""Name to inputs, and the last number of cycles without and the first with a mapping."""


def main(arguments: list[str] | None = None) -> None:
    """Compare the encodings and write the page."""
    parser = argparse.ArgumentParser(prog="bench.encodings", description="Encodings")
    parser.add_argument("--time-limit", type=float, default=20.0, metavar="S", help="per run")
    parser.add_argument("--runs", type=int, default=3, metavar="N")
    parser.add_argument("--implied", choices=["on", "off"], default="on")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished runs here")
    options = parser.parse_args(arguments)
    limit = options.time_limit
    keep = [] if options.resume is None else ["--resume", str(options.resume)]
    keep += [
        "--implied",
        options.implied,
        "--runs",
        str(options.runs),
        "--time-limit",
        f"{limit:g}",
    ]
    kinds = ("--at-most-one", ",".join(ONE), "--at-most-k", USUAL[1])
    others = ("--at-most-one", USUAL[0], "--at-most-k", ",".join((*MANY, "native")))
    one, many = {}, {}
    for name, (inputs, words) in INSTANCES.items():
        one[name] = compared(*inputs, *words, *keep, *kinds, "--solver", "cadical195")
        many[name] = compared(
            *inputs, *words, *keep, *others, "--solver", "cadical195", "gluecard4"
        )
    command = f"python -m bench.encodings --time-limit {limit:g} --runs {options.runs}"
    command += "" if options.implied == "on" else " --implied off"
    parts = page(one, many, limit, options.runs)
    print(write("encodings", "Encodings compared", command, parts))


def page(
    one: dict[str, list[Entry]], many: dict[str, list[Entry]], limit: float, runs: int
) -> list[str]:
    """Return the parts of the page."""
    return [
        "Seconds of the whole process, from the start to the checked mapping or the refutation:"
        f" medians of {runs} runs with different orders of the clauses, given up after {limit:g} s."
        " The mean is exp(mean(log(1 + s))) - 1, where an undecided question counts as twice the"
        ' limit. "clauses" is the sum over all questions.\n',
        f"## At most one, by CaDiCaL; at most K is {USUAL[1]}\n",
        _table(one, limit, lambda line: str(line["at_most_one"])),
        f"## At most K; at most one is {USUAL[0]}\n",
        'The limits are 2 registers in these instances. "native" are at-most-K constraints of the'
        " solver's own: in CaDiCaL a propagator in Python, in Gluecard a part of the engine.\n",
        _table(many, limit, lambda line: f"{line['solver']}, {line['at_most_k']}"),
    ]


def _table(found: dict[str, list[Entry]], limit: float, label: object) -> str:
    assert callable(label)
    heads: list[str] = ["encoding"]
    columns: list[dict[str, Entry]] = []
    for name, lines in found.items():
        for cycles in sorted({line["cycles"] for line in lines}):
            own = {label(line): line for line in lines if line["cycles"] == cycles}
            known = {line["status"] for line in own.values()} & {"SAT", "UNSAT"}
            heads.append(f"{name}, {cycles} {' '.join(known) or '?'}")
            columns.append(own)
    body: list[list[object]] = []
    for kind in columns[0]:
        cells = [column[kind] for column in columns]
        logs = [math.log(1 + _counted(line, limit)) for line in cells]
        mean = math.exp(sum(logs) / len(logs)) - 1
        clauses = sum(line["rows"] or 0 for line in cells)
        shown = [seconds(line, limit) for line in cells]
        body.append([kind, *shown, f"{mean:.2f}", f"{clauses:,}"])
    return table([*heads, "mean", "clauses"], body)


def _counted(line: Entry, limit: float) -> float:
    decided = line["status"] in ("SAT", "UNSAT") and line["median"] is not None
    return float(line["median"]) if decided else 2 * limit


if __name__ == "__main__":
    main()
