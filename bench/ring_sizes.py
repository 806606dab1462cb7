"""Matrix-vector products on ever larger rings, operators reordered: the proven minimum.

`python -m bench.ring_sizes` measures whole processes, from the command line to the verified
certificate, and writes `docs/results/ring_sizes.md`. `--resume FILE` keeps what is done across
interruptions.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from bench.ask import Asker, reason, verdict
from bench.measure import table, write
from bench.resume import Entry, Resume
from examples.ring import ring

SIZES = [4, 5, 6, 7, 8, 12, 16, 20, 24]

PAPER = {4: "0.1 + 0.8 = 0.9", 5: "0.8 + 109.8 = 110.6", 6: "2879.8 + 3284.0 = 6163.8"}
"""Seconds of the paper's XBTree method: the last UNSAT and the first SAT number of cycles."""

HEADS = ["size", "values", "answer", "no fewer by", "found by", "search s", "verify s", "MB"]
HEADS += ["the paper's s"]


def main(arguments: list[str] | None = None) -> None:
    """Measure every size and write the page."""
    parser = argparse.ArgumentParser(prog="bench.ring_sizes", description="Rings of all sizes")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, metavar="N")
    parser.add_argument("--time-limit", type=float, default=600.0, metavar="S", help="per size")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished sizes here")
    parser.add_argument("--no-verify", action="store_true", help="do not re-check certificates")
    options = parser.parse_args(arguments)
    asker = Asker(Resume(options.resume), options.time_limit, verify=not options.no_verify)
    entries: dict[int, Entry] = {}
    for size in options.sizes:
        entries[size] = asker.ask(*ring(size, "pattern"), "--transform", "auto")
        print(size, json.dumps(entries[size]), file=sys.stderr, flush=True)
    command = f"python -m bench.ring_sizes --time-limit {options.time_limit:g}"
    if options.sizes != SIZES:
        command += " --sizes " + " ".join(map(str, options.sizes))
    if options.no_verify:
        command += " --no-verify"
    title = "Matrix-vector products on rings, operators reordered"
    print(write("ring_sizes", title, command, page(entries)))


def page(entries: dict[int, Entry]) -> list[str]:
    """Return the parts of the page."""
    return [
        "The N×N matrix-vector product on a one-way ring of N processing elements, multiply-add"
        " enabled, `solvers.min_cycles --transform auto --certificate DIR`, one run. Wall time of"
        ' the whole process; peak memory of all its processes; "verify" is'
        " `python -m solvers.verify DIR`. The paper's seconds are those of its XBTree method for"
        " the last number of cycles that is impossible and the first that is not (Kissat, on its"
        " authors' machine); it has no larger sizes.\n",
        table(HEADS, [_row(size, entry) for size, entry in entries.items()]),
    ]


def _row(size: int, entry: Entry) -> list[object]:
    answer = f"{entry['status']}, {entry['cycles']} cycles"
    if entry["status"] != "optimal":
        answer += f" (at least {entry['lower_bound']})"
    return [
        size,
        3 * size * size,
        answer,
        reason(entry),
        entry["found_by"] or "-",
        f"{entry['seconds']:.2f}",
        verdict(entry),
        entry["megabytes"],
        PAPER.get(size, "-"),
    ]


if __name__ == "__main__":
    main()
