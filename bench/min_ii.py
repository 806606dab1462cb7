"""The minimum initiation interval on real arrays: every number of `docs/results/min_ii.md`.

`python -m bench.min_ii` measures whole processes of `solvers.min_ii` and writes the page.
`--resume FILE` keeps what is done across interruptions; `--only` measures some sections.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bench.asker import run, written
from bench.counted import COUNTED, SAID
from bench.frame import Asker, Namespace, Parts, bench, number, some
from bench.loop_sets import SECTIONS, Loop, Section, known
from bench.page import table
from models.data.dfg import Dfg
from models.formats.dfg_json import dfg_to_json
from solvers.questions.entries import Entry

More = Callable[[dict[str, Any]], Entry]
DECIDED = ("mapped", "refuted")
KEPT = ("status", "ii", "cycles", "lower_bound", "lower_bound_reason", "found_by", "stopped")


def asked(
    asker: Asker,
    dfg: Dfg | Loop,
    arch: str,
    limit: float,
    options: Iterable[str] = (),
    more: More = lambda answer: {},
    key: Mapping[str, object] | None = None,
    files: Iterable[str] = (),
) -> Entry:
    """Return the answer of `solvers.min_ii` as a row, with the values that `more` takes from it.

    `open` are the undecided intervals, with reasons. `key` has the inputs of the answer besides
    graph, array and options; `files` are further options, with names of files. Registers are
    counted unless `options` say otherwise.
    """
    loop = dfg if isinstance(dfg, Loop) else Loop.of("", dfg)
    words = ["solvers.min_ii", "{dfg}", arch, *options, "--time-limit", f"{limit:g}"]
    words += () if COUNTED[0] in words else COUNTED
    words += ["--json", "--quiet"]

    def measure() -> Entry:
        with written({"dfg": dfg_to_json(loop.graph())}) as filled:
            done = run(*map(filled, words), *files)
        tried = done.answer.get("tried", [])
        left = {str(one["ii"]): one["reason"] for one in tried if one["outcome"] not in DECIDED}
        return done.entry(*KEPT) | {"open": left} | more(done.answer)

    return asker.entry({"words": " ".join(words), "dfg": loop.digest, **(key or {})}, measure)


@bench(
    "min_ii",
    "The minimum initiation interval on real arrays",
    some("--only", [section.name for section in SECTIONS], "SECTION"),
    number("--loops", None, "only the first so many of each section"),
    smoke="--only lisa-less satmapit --loops 1",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Measure the sections."""
    yield (
        "Whole processes of `python -m solvers.min_ii DFG ARRAY`, wall time and the peak memory of"
        " all their processes. An II without a figure behind it is proven minimal: all smaller ones"
        " are refuted at every horizon. `4 (≥ 3)` is the best that was found, and what is proven."
        " IIs of different machines do not compare: `docs/architectures.md` says what each one"
        f" can do.{SAID}\n"
    )
    for section in SECTIONS:
        if section.name in options.only:
            yield f"## {section.title}\n"
            yield f"{section.about}\n"
            yield from section_parts(asker, section, options.loops)


def section_parts(asker: Asker, section: Section, most: int | None = None) -> list[str]:
    """A table with a row per loop, and a column per array."""
    rows: list[list[object]] = []
    slowest = {arch: 0.0 for arch in section.arrays}
    notes: list[str] = []
    for loop in known(asker, section.name, section.loops)[:most]:
        name = loop.name
        row: list[object] = [name, loop.operations]
        for arch in section.arrays:
            entry = asked(asker, loop, arch, section.limit, section.options)
            shown = verdict(entry)
            if section.cycles and entry["status"] in ("optimal", "feasible"):
                shown += f" / {entry['cycles']}"
            row += [shown, float(entry["seconds"])]
            slowest[arch] = max(slowest[arch], entry["seconds"])
            if entry["status"] == "infeasible":
                notes.append(f"* {name} on `{arch}`: {entry['lower_bound_reason']}.")
            for ii, reason in entry.get("open", {}).items():
                notes.append(f"* {name} on `{arch}`, II {ii}: {reason}.")
        rows.append([*row, *section.extra.get(name, [""] * len(section.heads))])
    heads = ["loop", "operations"]
    for arch in section.arrays:
        heads += [f"`{arch}`", "s"]
    worst = ", ".join(f"`{arch}` {seconds:.1f} s" for arch, seconds in slowest.items())
    return [
        table([*heads, *section.heads], rows),
        f"Slowest: {worst}.\n",
        *(["\n".join(notes) + "\n"] if notes else []),
    ]


def verdict(entry: Entry) -> str:
    """Return the II, with what is proven where that is less; or why there is none."""
    if entry["status"] == "optimal":
        return str(entry["ii"])
    if entry["status"] == "feasible":
        return f"{entry['ii']} (≥ {entry['lower_bound']})"
    return str(entry["status"])


if __name__ == "__main__":
    sys.exit(main())
