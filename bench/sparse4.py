"""Sparse 4×4 matrix products: a sample of the zero patterns, each minimum proven where possible.

`python -m bench.sparse4` asks for the fewest cycles of a single product, and of products that
follow each other every 4 cycles. It writes `docs/results/sparse4.md`. The sample has all
classes with at least `MANY_ZEROS` zeros, and `DRAWN` of every smaller number of zeros, drawn by a
generator of `SEED`: no class is chosen because it is easy. `--resume FILE` keeps what is done.
"""

from __future__ import annotations

import sys

from bench.frame import Asker, Namespace, Parts, bench, option, time_limit
from bench.page import columns, table
from bench.proofs import Cycles, reason, verdict
from bench.table3 import three_registers
from bench.zero_patterns import classes, picture, sample, zeros
from examples.matrices import sparse
from solvers.questions.entries import Entry

SIZE = 4
SEED = 2021
MANY_ZEROS = 11
DRAWN = 1
NO_LIMIT = 1 << 16
NONE = "none"
"""For one product, without contexts."""


@bench(
    "sparse4",
    "Sparse 4×4 matrix products",
    option(
        "--contexts",
        nargs="+",
        default=[NONE, "4"],
        metavar="N",
        help="pipelined with so many contexts; none: one product",
    ),
    time_limit(120, "per pattern"),
    option("--least-zeros", type=int, default=0, metavar="N", help="only these"),
    option("--no-verify", action="store_true", help="do not re-check certificates"),
    smoke="--least-zeros 15",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Ask for the minimum of every pattern of the sample."""
    cycles = Cycles(asker, options.time_limit, verify=not options.no_verify)
    known: dict[str, list[Entry]] = {}
    for contexts in options.contexts:
        words = [] if contexts == NONE else ["--contexts", contexts]
        for pattern in chosen(options.least_zeros):
            dfg, arch = sparse(SIZE, str(pattern), mac="pattern")
            entry = cycles.ask(dfg, three_registers(arch), *words, "--transform", "auto")
            known.setdefault(contexts, []).append({"pattern": pattern, **entry})
    yield from page(known)


def chosen(least_zeros: int = 0) -> list[int]:
    """Return the sample, or the part of it that has at least so many zeros."""
    drawn = sample(SIZE, lambda amount: NO_LIMIT if amount >= MANY_ZEROS else DRAWN, SEED)
    return [pattern for pattern in drawn if zeros(pattern, SIZE) >= least_zeros]


def page(known: dict[str, list[Entry]]) -> Parts:
    """Yield the parts of the page, with a section for every number of contexts of `known`."""
    yield (
        "A = W·X on 4×4 processing elements with 3 registers and a ROM each, multiply-add enabled,"
        " every order of the additions allowed: the array of table 3 (`registers3`), one size"
        f" larger. The sample has all classes with at least {MANY_ZEROS} zeros and, drawn with"
        f" seed {SEED}, {DRAWN} of every smaller number, as far as the options ask for them;"
        " classes are zero patterns of W that differ under permutations of rows and of columns."
        " One run each, whole processes.\n"
    )
    for contexts, rows in known.items():
        title = "One product" if contexts == NONE else f"Pipelined with {contexts} contexts"
        yield f"## {title}\n"
        yield from _section(rows)


def _section(rows: list[Entry]) -> list[str]:
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
        f"{proven} of {len(rows)} minima are proven, {checked} certificates verified.\n",
        table(
            ["zeros", "classes", "sampled", "proven", "cycles"],
            [_summary(amount, sizes[amount], group) for amount, group in groups.items()],
        ),
        columns(
            rows,
            ("zeros", lambda row: zeros(row["pattern"], SIZE)),
            ("pattern", lambda row: row["pattern"]),
            ("W", lambda row: f"`{picture(row['pattern'], SIZE)}`"),
            ("answer", _answer),
            ("no fewer by", reason),
            ("found by", lambda row: row["found_by"]),
            ("s", lambda row: f"{row['search_seconds']:.1f}"),
            ("verify s", verdict),
            ("MB", lambda row: row["megabytes"]),
        ),
    ]


def _summary(amount: int, size: int, group: list[Entry]) -> list[object]:
    proven = [row["cycles"] for row in group if row["status"] == "optimal"]
    cycles = ", ".join(map(str, sorted(proven))) or "-"
    return [amount, size, len(group), len(proven), cycles]


def _answer(row: Entry) -> str:
    if row["status"] == "optimal":
        return str(row["cycles"])
    return f"{row['status']}, {row['cycles'] or '?'} (at least {row['lower_bound']})"


if __name__ == "__main__":
    sys.exit(main())
