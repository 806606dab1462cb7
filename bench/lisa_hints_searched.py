"""The page about hints: what whole searches came to."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

from bench.lisa_hints_page import VERDICTS, compared, mean_ratio
from bench.lisa_hints_search import METHODS
from bench.lisa_sets import Combination
from bench.measure import table
from bench.resume import Entry


@dataclass
class Searched:
    """What searches for the smallest interval of a loop said."""

    combination: Combination
    whole: dict[str, Entry] = field(default_factory=dict)


def verdict(ours: Entry, theirs: Entry) -> str:
    """Return how an answer compares with another one.

    The interval counts first, then whether it is proven, then the time.
    """
    for a, b in ((_interval(ours), _interval(theirs)), (_unproven(ours), _unproven(theirs))):
        if a != b:
            return "better" if a < b else "worse"
    if _unproven(ours):
        return "both open"
    return compared(ours["seconds"], theirs["seconds"])


SAID = ("better", "worse", *VERDICTS[:3], "both open")


def _interval(entry: Entry) -> float:
    return math.inf if entry["ii"] is None else float(entry["ii"])


def _unproven(entry: Entry) -> bool:
    return entry["status"] not in ("optimal", "infeasible")


def searched_parts(searched: list[Searched], limit: float) -> list[str]:
    """Return what whole searches say."""
    if not searched:
        return []
    exact, auto = METHODS
    parts = [
        "## Whole searches\n",
        f"Processes of `python -m solvers.min_ii`, {limit:g} s each, wall time until the end: does"
        f" annealing first help? `--method {auto}` against `--method {exact}`. A smaller interval"
        " is better, then a proof; times are compared where both prove the same. Ratios are the"
        " geometric mean there.\n",
    ]
    whole = [(each.combination.group.title, each.whole) for each in searched]
    parts.append(_counted(whole, [exact, auto], exact))
    return parts


def _counted(found: list[tuple[str, dict[str, Entry]]], hows: list[str], base: str) -> str:
    rows: list[list[object]] = []
    for title in ["all", *dict.fromkeys(title for title, _ in found)]:
        mine = [answers for own, answers in found if title in ("all", own)]
        rows += [[title, how, len(mine), *_figures(mine, how, base)] for how in hows]
    heads = ["array", "search", "loops", "mapped", "proven", *SAID, "ratio", "seconds"]
    return table(heads, rows)


def _figures(answers: list[dict[str, Entry]], how: str, base: str) -> list[object]:
    mapped = sum(each[how]["ii"] is not None for each in answers)
    proven = sum(not _unproven(each[how]) for each in answers)
    total = f"{sum(each[how]['seconds'] for each in answers):.1f}"
    if how == base:
        return [mapped, proven, *["-"] * len(SAID), "-", total]
    said = [verdict(each[how], each[base]) for each in answers]
    counts = Counter(said)
    pairs = [
        (each[how]["seconds"], each[base]["seconds"])
        for each, word in zip(answers, said, strict=True)
        if word in VERDICTS
    ]
    return [mapped, proven, *(counts[word] for word in SAID), mean_ratio(pairs), total]
