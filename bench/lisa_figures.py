"""Figures 10 and 11 of LISA's paper from the answers of one run: efficiency and times."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from bench.lisa_ask import METHODS, NO_WEIGHTS
from bench.lisa_power import TABLE, PowerTable, efficiency
from bench.lisa_power import __doc__ as about_power
from bench.lisa_sets import Combination
from bench.page import table
from solvers.questions.entries import Entry

Answered = Sequence[tuple[Combination, dict[str, Entry]]]

PAPER_TIMES = {"3×3": {"ILP": 594, "SA": 17}, "4×4": {"ILP": 724, "SA": 12}}
"""How many times the time of LISA the others take in the paper, on average."""

PAPER_POWER = {"3×3": 1.58, "4×4": 1.4}
"""The paper's power efficiency of LISA, relative to SA, where that maps."""

BRIEF = 5.0
"""The seconds that LISA is to stay below on every 4×4 body."""


def time_parts(small: Answered, large: Answered) -> list[str]:
    """Return the section on compile times."""
    found: list[str] = []
    for title, answered in (("3×3", small), ("4×4", large)):
        known = [(c, a) for c, a in answered if a.get("LISA", {}).get("ii") is not None]
        if known:
            found += _times(title, known)
    if not found:
        return []
    return [
        "## Compile time as ratios to LISA (Fig. 11)\n",
        "Seconds of the whole process, and of the search within it (without the start of Python and"
        " reading the inputs); in brackets the ratio to LISA. Who maps nothing counts with the time"
        " until that ended, as in the paper, so that ratios depend on the limits above.\n",
        *found,
    ]


def _times(title: str, answered: Answered) -> list[str]:
    methods = [method for method in METHODS if method in answered[0][1]]
    methods = [m for m in methods if all("search_seconds" in a[m] for _, a in answered)]
    heads = ["loop", *methods, *(f"{method}, search" for method in methods)]
    rows: list[list[object]] = []
    ratios: dict[tuple[str, str], list[float]] = {}
    for combination, answers in answered:
        row: list[object] = [combination.loop]
        for clock in ("seconds", "search_seconds"):
            for method in methods:
                spent = answers[method][clock]
                ratio = spent / max(answers["LISA"][clock], 0.01)
                ratios.setdefault((method, clock), []).append(max(ratio, 0.001))
                mark = "" if answers[method]["ii"] is not None else " ✗"
                row.append(f"{spent:.2f} ({ratio:.1f}){mark}")
        rows.append(row)
    for name, mean in (("mean", statistics.fmean), ("geometric", statistics.geometric_mean)):
        clocks = ("seconds", "search_seconds")
        means = [f"{mean(ratios[m, clock]):.1f}" for clock in clocks for m in methods]
        rows.append([f"{name} ratio", *means])
    slowest = max(answers["LISA"]["seconds"] for _, answers in answered)
    paper = ", ".join(f"{method} {ratio}" for method, ratio in PAPER_TIMES[title].items())
    words = f"The slowest body takes LISA {slowest:.2f} s. The paper's mean ratios: {paper}.\n"
    if title == "4×4":
        late = [c.loop for c, answers in answered if answers["LISA"]["seconds"] > BRIEF]
        words += f"More than {BRIEF:g} s on 4×4: {', '.join(late) or 'no body'}.\n"
    return [f"### {title}\n", table(heads, rows), words]


def power_parts(small: Answered, large: Answered) -> list[str]:
    """Return the section on power efficiency."""
    found: list[str] = []
    for title, pes, answered in (("3×3", 9, small), ("4×4", 16, large)):
        known = [(c, a) for c, a in answered if a.get("LISA", {}).get("activity")]
        if known:
            found += _power(title, pes, known)
    if not found:
        return []
    return [
        "## Power efficiency (Fig. 10)\n",
        (about_power or "").split("\n\n", 1)[1] + "\n",
        table(["event", "unit", "figure"], TABLE.rows()),
        "MOPS/W, as a ratio to LISA; 0 where a method maps nothing. Operations are all nodes of the"
        " graph, time is the II at 100 MHz.\n",
        *found,
    ]


def _power(title: str, pes: int, answered: Answered) -> list[str]:
    methods = [m for m in METHODS if answered[0][1].get(m, {}).get("status", "") != NO_WEIGHTS]
    methods = [m for m in methods if m in answered[0][1]]
    rows: list[list[object]] = []
    for combination, answers in answered:
        base = _of(combination, answers["LISA"], pes, TABLE)
        row: list[object] = [combination.loop]
        row += [f"{_of(combination, answers[m], pes, TABLE) / base:.2f}" for m in methods]
        rows.append([*row, f"{base:.0f}"])
    words = []
    for factor in (1.0, 0.5, 2.0):
        means = _means(answered, methods, pes, TABLE.scaled(factor))
        listed = ", ".join(f"{m} {'-' if v is None else f'{v:.2f}'}" for m, v in means.items())
        idle = "as in the table" if factor == 1 else f"times {factor:g}"
        words.append(f"* what idles {idle}: {listed}")
    about = (
        "Mean efficiency relative to LISA, of what a method maps:\n\n" + "\n".join(words) + "\n\n"
        f"LISA's relative to SA is {PAPER_POWER[title]} in the paper, a mean over its bodies.\n"
    )
    return [f"### {title}\n", table(["loop", *methods, "LISA, MOPS/W"], rows), about]


def _of(combination: Combination, answer: Entry, pes: int, power: PowerTable) -> float:
    """MOPS/W of an answer, 0 where there is no mapping."""
    if answer["ii"] is None or not answer.get("activity"):
        return 0.0
    operations = combination.graph.operations
    found = efficiency(operations, answer["ii"], pes, answer["activity"], power)
    return float(found["mops_per_watt"])


def _means(
    answered: Answered, methods: Sequence[str], pes: int, power: PowerTable
) -> dict[str, float | None]:
    found: dict[str, float | None] = {}
    for method in methods:
        ratios = [
            _of(c, a[method], pes, power) / _of(c, a["LISA"], pes, power)
            for c, a in answered
            if a[method]["ii"] is not None
        ]
        found[method] = statistics.fmean(ratios) if ratios else None
    return found
