"""Sparse 4×4 matrix products: a sample of the zero patterns, each minimum proven where possible.

`python -m bench.sparse4` asks for the fewest cycles of a single product and, with
`--contexts 4`, of products that follow each other every 4 cycles. It writes
`docs/results/sparse4.md` and, with every single answer, `docs/results/sparse4.json`. The sample
has all classes with at least `MANY_ZEROS` zeros, and `DRAWN` of every smaller number of zeros,
drawn by a generator of `SEED`: no class is chosen because it is easy. `--resume FILE` keeps what
is done across interruptions.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from bench.ask import Asker, reason, verdict
from bench.measure import RESULTS, machine, table
from bench.resume import Entry, Resume
from bench.table3 import three_registers
from bench.zero_patterns import classes, picture, sample, zeros
from examples.matrices import sparse

SIZE = 4
SEED = 2021
MANY_ZEROS = 11
DRAWN = 1
NO_LIMIT = 1 << 16
RAW = RESULTS / "sparse4.json"
PAGE = RESULTS / "sparse4.md"


def main(arguments: list[str] | None = None) -> None:
    """Ask for the minimum of every pattern of the sample, and write the page with all answers."""
    parser = argparse.ArgumentParser(prog="bench.sparse4", description="Sparse 4×4 products")
    parser.add_argument("--contexts", type=int, metavar="T", help="pipelined with T contexts")
    parser.add_argument("--time-limit", type=float, default=120.0, metavar="S", help="per pattern")
    parser.add_argument("--least-zeros", type=int, default=0, metavar="N", help="only these")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished answers here")
    parser.add_argument("--no-verify", action="store_true", help="do not re-check certificates")
    options = parser.parse_args(arguments)
    asker = Asker(Resume(options.resume), options.time_limit, verify=not options.no_verify)
    pipelined = [] if options.contexts is None else ["--contexts", str(options.contexts)]
    rows = []
    for pattern in chosen(options.least_zeros):
        dfg, arch = sparse(SIZE, str(pattern), mac="pattern")
        entry = asker.ask(dfg, three_registers(arch), *pipelined, "--transform", "auto")
        rows.append({"pattern": pattern, **entry})
        print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
    words = ["python -m bench.sparse4", *pipelined, f"--time-limit {options.time_limit:g}"]
    words += [f"--least-zeros {options.least_zeros}"] if options.least_zeros else []
    words += ["--no-verify"] if options.no_verify else []
    known = json.loads(RAW.read_text(encoding="utf-8")) if RAW.exists() else {}
    known[str(options.contexts or "none")] = {
        "command": " ".join(words),
        "machine": machine(),
        "patterns": rows,
    }
    RAW.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(known), encoding="utf-8")
    print(PAGE)


def chosen(least_zeros: int = 0) -> list[int]:
    """Return the sample, or the part of it that has at least so many zeros."""
    drawn = sample(SIZE, lambda amount: NO_LIMIT if amount >= MANY_ZEROS else DRAWN, SEED)
    return [pattern for pattern in drawn if zeros(pattern, SIZE) >= least_zeros]


def page(known: dict[str, Entry]) -> str:
    """Return the page with the answers for every number of contexts of `known`."""
    parts = [
        "# Sparse 4×4 matrix products\n",
        "A = W·X on 4×4 processing elements with 3 registers and a ROM each, multiply-add enabled,"
        " every order of the additions allowed: the array of table 3 (`registers3`), one size"
        f" larger. The sample has all classes with at least {MANY_ZEROS} zeros and, drawn with"
        f" seed {SEED}, {DRAWN} of every smaller number, as far as the options ask for them;"
        " classes are zero patterns of W that differ under permutations of rows and of columns."
        " One run each, whole processes. Raw answers: `sparse4.json`.\n",
    ]
    for contexts, answers in sorted(known.items(), reverse=True):
        title = "One product" if contexts == "none" else f"Pipelined with {contexts} contexts"
        parts += [f"## {title}\n", *_section(answers)]
    return "\n".join(parts)


def _section(answers: Entry) -> list[str]:
    rows: list[Entry] = answers["patterns"]
    groups: dict[int, list[Entry]] = {}
    for row in rows:
        groups.setdefault(zeros(row["pattern"], SIZE), []).append(row)
    sizes = {amount: 0 for amount in groups}
    for pattern in classes(SIZE):
        if zeros(pattern, SIZE) in sizes:
            sizes[zeros(pattern, SIZE)] += 1
    proven = sum(row["status"] == "optimal" for row in rows)
    checked = sum(row["verify"] == "verified" for row in rows)
    return [
        f"Made by `{answers['command']}` on {answers['machine']}. {proven} of {len(rows)} minima"
        f" are proven, {checked} certificates verified.\n",
        table(
            ["zeros", "classes", "sampled", "proven", "cycles"],
            [_summary(amount, sizes[amount], group) for amount, group in groups.items()],
        ),
        table(
            ["zeros", "pattern", "W", "answer", "no fewer by", "found by", "s", "verify s", "MB"],
            [_row(row) for row in rows],
        ),
    ]


def _summary(amount: int, size: int, group: list[Entry]) -> list[object]:
    proven = [row["cycles"] for row in group if row["status"] == "optimal"]
    cycles = ", ".join(map(str, sorted(proven))) or "-"
    return [amount, size, len(group), len(proven), cycles]


def _row(row: Entry) -> list[object]:
    answer = f"{row['cycles']}"
    if row["status"] != "optimal":
        answer = f"{row['status']}, {row['cycles'] or '?'} (at least {row['lower_bound']})"
    return [
        zeros(row["pattern"], SIZE),
        row["pattern"],
        f"`{picture(row['pattern'], SIZE)}`",
        answer,
        reason(row),
        row["found_by"] or "-",
        f"{row['search_seconds']:.1f}",
        verdict(row),
        row["megabytes"],
    ]


if __name__ == "__main__":
    main()
