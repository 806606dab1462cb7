"""Table 3 of the SAT-mapping paper: sparse 3×3 matrix products, each minimum proven.

`python -m bench.table3` asks for the fewest cycles with 3 contexts, and for the fewest contexts
with 9 cycles, of all 35 zero patterns, and writes `docs/results/table3.md`. `--resume FILE` keeps
what is done across interruptions; `--variant` chooses how the paper's array is read (see
`VARIANTS`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import msgspec

from bench.frame import Asker, Namespace, Parts, bench, jobs, number, option, some, time_limit
from bench.page import columns, table
from bench.proofs import DECIDED, Cycles, reason, verdict
from bench.workers import together
from bench.zero_patterns import classes, picture, zeros
from examples.matrices import sparse
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.problem import counted_contexts
from solvers.questions.entries import Entry

CYCLES = range(4, 10)
CONTEXTS = range(1, 4)
MOST = 9
"""The paper's number of cycles where contexts are counted."""

PAPER = {
    0: ((0, 0, 0, 0, 0, 1), (0, 0, 1)),
    1: ((0, 0, 0, 0, 1, 1), (0, 0, 1)),
    2: ((0, 0, 0, 0, 3, 3), (0, 0, 3)),
    3: ((0, 0, 0, 1, 6, 6), (0, 0, 6)),
    4: ((0, 0, 0, 7, 7, 7), (0, 0, 7)),
    5: ((0, 0, 0, 7, 7, 7), (0, 1, 7)),
    6: ((0, 0, 1, 6, 6, 6), (0, 1, 6)),
    7: ((0, 0, 3, 3, 3, 3), (0, 3, 3)),
    8: ((0, 1, 1, 1, 1, 1), (1, 1, 1)),
}
"""Zeros to the numbers of patterns mapped with 4 … 9 cycles, and with 1 … 3 contexts."""


def as_written(arch: Architecture) -> Architecture:
    """Return the array of the paper's figure 6: paths to the right and down, 2 registers."""
    return arch


def three_registers(arch: Architecture) -> Architecture:
    """Return the array with 3 registers in every processing element."""
    changed = msgspec.structs.replace
    places = tuple(changed(c, capacity=3) if c.issue else c for c in arch.components)
    return changed(arch, name=f"{arch.name}, 3 registers", components=places)


def two_way(arch: Architecture) -> Architecture:
    """Return the array with a path back for every path between processing elements."""
    changed = msgspec.structs.replace
    issue = {component.name: component.issue for component in arch.components}
    back = tuple(
        changed(path, name=f"{path.name}_back", sources=path.targets, targets=path.sources)
        for path in arch.paths
        if all(issue[name] for name in (*path.sources, *path.targets))
    )
    return changed(arch, name=f"{arch.name}, two-way", paths=(*arch.paths, *back))


VARIANTS: dict[str, tuple[str, Callable[[Architecture], Architecture]]] = {
    "registers3": ("one-way paths as in figure 6, but 3 registers", three_registers),
    "two-way": ("2 registers, and two-way paths between neighbours, as in a mesh", two_way),
    "literal": ("figure 6 and the text taken literally: one-way paths, 2 registers", as_written),
}
"""How the paper's array may be read; the first one has the paper's counts."""


@bench(
    "table3",
    "Table 3: sparse 3×3 matrix products",
    some("--variant", VARIANTS, "VARIANT", "how the array is read"),
    time_limit(90),
    number("--tries", 2, "times to ask, by other seeds"),
    jobs(2, "patterns at a time"),
    option("--least-zeros", type=int, default=0, metavar="N", help="only these patterns"),
    option("--no-verify", action="store_true", help="do not re-check certificates"),
    smoke="--jobs 1 --least-zeros 8 --variant registers3",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Ask every question of the chosen variants."""
    cycles = Cycles(asker, options.time_limit, options.tries, verify=not options.no_verify)
    patterns = [pattern for pattern in classes(3) if zeros(pattern, 3) >= options.least_zeros]
    questions = [(variant, pattern) for variant in options.variant for pattern in patterns]
    rows = together(options.jobs, [partial(measure, cycles, *each) for each in questions])
    known: dict[str, list[Entry]] = {}
    for (variant, _), row in zip(questions, rows, strict=True):
        known.setdefault(variant, []).append(row)
    yield from page(known, options.jobs)


def measure(asker: Cycles, variant: str, pattern: int) -> Entry:
    """Return the answers of one zero pattern; `contexts` by their number, with 9 cycles.

    With 3 contexts a mapping of at most 9 cycles answers both questions: results can wait in
    the external memory. Hence that question is asked only where no such mapping is known.
    """
    dfg, narrow = sparse(3, str(pattern), mac="pattern")
    arch = VARIANTS[variant][1](narrow)
    # Where the literal array helps, asking once more for both bounds at a time does not.
    first = asker if arch == narrow else replace(asker, tries=1)
    fewest = first.ask(dfg, arch, *_asked(CONTEXTS[-1]))
    if fewest["status"] != "optimal" and arch != narrow:
        fewest = _by_narrower(asker, dfg, narrow, arch, fewest["lower_bound"]) or fewest
    contexts = {
        str(count): asker.ask(dfg, arch, *_asked(count, MOST))
        for count in CONTEXTS
        if count < CONTEXTS[-1] or fewest["cycles"] is None or fewest["cycles"] > MOST
    }
    return {"pattern": pattern, "cycles": fewest, "contexts": contexts}


def _asked(contexts: int, cycles: int | None = None) -> list[str]:
    fixed = [] if cycles is None else ["--cycles", str(cycles)]
    return ["--contexts", str(contexts), *fixed, "--transform", "auto"]


def _by_narrower(
    asker: Cycles, dfg: Dfg, narrow: Architecture, arch: Architecture, cycles: int
) -> Entry | None:
    """Return that `cycles` are the minimum on `arch`, from two answers; None where it is not.

    The literal array has fewer registers or paths and nothing else, so that its mappings are
    mappings onto `arch`; they are often found much faster there.
    """
    refuted = asker.ask(dfg, arch, *_asked(CONTEXTS[-1], cycles - 1))
    mapped = asker.ask(dfg, narrow, *_asked(CONTEXTS[-1], cycles))
    if refuted["status"] != "infeasible" or mapped["status"] != "feasible":
        return None
    both = [refuted, mapped]
    checks = [entry["verify_seconds"] for entry in both]
    unlike = [entry["verify"] for entry in both if entry["verify"] != "verified"]
    return {
        **mapped,
        "status": "optimal",
        "lower_bound": cycles,
        "lower_bound_reason": refuted["lower_bound_reason"],
        "found_by": f"{mapped['found_by']}, on the literal array",
        "search_seconds": round(sum(entry["search_seconds"] for entry in both), 2),
        "verify": unlike[0] if unlike else "verified",
        "verify_seconds": None if None in checks else round(sum(checks), 2),
        "from": both,
    }


def contexts_needed(row: Entry) -> int | None:
    """Return the fewest contexts with 9 cycles; None where that is not known."""
    for count in CONTEXTS:
        entry = row["contexts"].get(str(count))
        if entry is None or entry["status"] in ("feasible", "optimal"):
            return count
        if entry["status"] != "infeasible":
            return None
    return None


def counts(rows: list[Entry]) -> dict[int, tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return what the paper prints: by zeros, how many patterns each limit suffices for."""
    found = {}
    for amount in sorted({zeros(row["pattern"], 3) for row in rows}):
        group = [row for row in rows if zeros(row["pattern"], 3) == amount]
        cycles = [row["cycles"]["cycles"] or CYCLES.stop for row in group]
        needed = [contexts_needed(row) or CONTEXTS.stop for row in group]
        found[amount] = (
            tuple(sum(n <= limit for n in cycles) for limit in CYCLES),
            tuple(sum(n <= limit for n in needed) for limit in CONTEXTS),
        )
    return found


def differences(rows: list[Entry]) -> list[str]:
    """Return one line for each count that is not the paper's."""
    needed: dict[str, tuple[range, Callable[[Entry], int | None]]] = {
        "cycles": (CYCLES, lambda row: row["cycles"]["cycles"]),
        "contexts": (CONTEXTS, contexts_needed),
    }
    lines = []
    for amount, found in counts(rows).items():
        group = [row for row in rows if zeros(row["pattern"], 3) == amount]
        for place, (unit, (limits, need)) in enumerate(needed.items()):
            for limit, ours, theirs in zip(limits, found[place], PAPER[amount][place], strict=True):
                if ours != theirs:
                    more = [row["pattern"] for row in group if (need(row) or limits.stop) > limit]
                    lines.append(
                        f"{amount} zeros, {limit} {unit}: {ours} patterns, the paper says {theirs};"
                        f" {_names(more)} need more"
                    )
    return lines


def _names(patterns: list[int]) -> str:
    return ", ".join(f"`{picture(pattern, 3)}`" for pattern in patterns) or "none"


def page(known: dict[str, list[Entry]], jobs: int) -> Parts:
    """Yield the parts of the page, with a section for every variant of `known`."""
    yield (
        "A = W·X on 3×3 processing elements with a ROM each, multiply-add enabled, every order of"
        " the additions allowed. All 35 classes of zero patterns of W under permutations of rows"
        " and of columns. A count is the number of patterns that can be mapped with so many cycles"
        f" (3 contexts), or with so many contexts ({MOST} cycles); where the paper's count differs"
        " it follows in brackets. A mapping with 3 contexts and fewer cycles is one with 9 cycles"
        f" too. Patterns at a time: {jobs}.\n"
    )
    yield columns(
        known.items(),
        ("variant", lambda own: own[0]),
        ("what is mapped onto", lambda own: VARIANTS[own[0]][0]),
        ("counts unlike the paper's", lambda own: len(differences(own[1]))),
        ("proven", lambda own: _proven(own[1])),
    )
    for variant, rows in known.items():
        yield from _section(variant, rows)


def _all_answers(rows: list[Entry]) -> list[Entry]:
    return [entry for row in rows for entry in (row["cycles"], *row["contexts"].values())]


def _total(rows: list[Entry], what: str) -> int:
    return round(sum(entry[what] or 0.0 for entry in _all_answers(rows)))


def _proven(rows: list[Entry]) -> str:
    done = sum(row["cycles"]["status"] == "optimal" for row in rows)
    answers = _all_answers(rows)
    decided = sum(entry["status"] in (*DECIDED, "feasible") for entry in answers)
    checked = sum(entry["verify"] == "verified" for entry in answers)
    return (
        f"{done} of {len(rows)} minima; {decided} of {len(answers)} answers;"
        f" {checked} certificates verified"
    )


def _section(variant: str, rows: list[Entry]) -> list[str]:
    heads = ["zeros", *(f"{n} cycles" for n in CYCLES), *map(counted_contexts, CONTEXTS)]
    body: list[list[object]] = []
    for amount, found in counts(rows).items():
        pairs = zip((*found[0], *found[1]), (*PAPER[amount][0], *PAPER[amount][1]), strict=True)
        cells = [
            f"{ours}" if ours == theirs else f"**{ours}** ({theirs})" for ours, theirs in pairs
        ]
        body.append([amount, *cells])
    unlike = differences(rows) or ["Every count is the paper's."]
    return [
        f"## {variant}: {VARIANTS[variant][0]}\n",
        f"All searches took {_total(rows, 'search_seconds')} s and all verifications"
        f" {_total(rows, 'verify_seconds')} s.\n",
        table(heads, body),
        "\n".join(f"- {line}" for line in unlike) + "\n",
        _answers(rows),
    ]


def _answers(rows: list[Entry]) -> str:
    return columns(
        rows,
        ("zeros", lambda row: zeros(row["pattern"], 3)),
        ("pattern", lambda row: row["pattern"]),
        ("W", lambda row: f"`{picture(row['pattern'], 3)}`"),
        ("cycles", lambda row: _fewest(row["cycles"])),
        ("no fewer by", lambda row: reason(row["cycles"])),
        ("found by", lambda row: row["cycles"]["found_by"]),
        ("s", lambda row: f"{row['cycles']['search_seconds']:.1f}"),
        ("verify s", lambda row: verdict(row["cycles"])),
        ("contexts", lambda row: contexts_needed(row) or "not known"),
        ("no fewer by", _no_fewer_contexts),
    )


def _fewest(entry: Entry) -> str:
    if entry["status"] == "optimal":
        return str(entry["cycles"])
    return f"{entry['cycles']} ({entry['status']}, at least {entry['lower_bound']})"


def _no_fewer_contexts(row: Entry) -> str | None:
    below = row["contexts"].get(str((contexts_needed(row) or 0) - 1))
    return None if below is None else str(below["lower_bound_reason"]).split(",")[0]


if __name__ == "__main__":
    sys.exit(main())
