"""Whether what annealing and labels know helps the exact search: `python -m bench.lisa_hints`.

The same question is put to the SAT solver as it is, with phases of annealed mappings and within
windows around labelled cycles. Writes `docs/results/lisa_hints.md`.
"""

from __future__ import annotations

import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from bench.figures import NEARLY, faster
from bench.frame import Asker, Fault, Namespace, Parts, bench, jobs, some, time_limit
from bench.lisa_hints_ask import (
    COLD,
    LEFT_OUT,
    MAPPED,
    NO_HINT,
    OPEN,
    OTHER,
    REFUTED,
    WAYS,
    measure,
    questions,
)
from bench.lisa_runs import warm
from bench.lisa_sets import GROUPS, LOOPS, Combination, chosen, combinations, first_known
from bench.lisa_weights import WEIGHTS
from bench.page import columns, table
from bench.workers import together, working
from solvers.questions.entries import Entry

MOMENT = 0.05
"""Times are the same that differ by fewer seconds than this."""

LEAST = 0.01
"""Shorter times, in seconds, count as this in ratios."""

VERDICTS = ("faster", "slower", "same", "only hinted", "only cold", "neither")

ABOUT = (
    "Does what simulated annealing (SA), label-guided annealing (LISA) and predicted labels know"
    " help the SAT solver with one question? A question is a loop, an interval and a horizon: the"
    " first one that arithmetic leaves, and 2·II + 2 cycles more, as the search asks. The first"
    " interval is the lower bound of arithmetic; where the solver, as it is, refutes the question,"
    " the next interval is another one. The model is the same for all ways, that of the search's"
    " tries: chains of transfers take a few hops at most, so that `refuted` is about this model"
    " and horizon. No symmetry is broken.\n\n"
    f"* `{COLD}`: the solver as it is. `{OTHER}` is a control: the same without any hint.\n"
    "* `no slack`, `slack of …`: schedules of fewer cycles, without any hint, as the tries of the"
    " search have them. What leaves mappings out has to be better than this.\n"
    "* `phases …`: the solver starts from a mapping, as with `--start`: first for a moment with"
    " all that the mapping does assumed, then with its literals as the values guessed first. A"
    " mapping of LISA at the II itself answers the question already; it shows the most that a"
    " hint could give.\n"
    "* `… ± W`: every operation is issued within W cycles of where the schedule order label, or"
    " the mapping of SA, has it; with its level (ASAP), which needs no learning, as a control. The"
    " order is laid over the model's cycles by the least-squares line to the middles of the cycles"
    " in which the model may issue each operation.\n\n"
    "To have no mapping within windows, or with less slack, says nothing (`left out`): the"
    f" question is asked again, `{COLD}`. "
    "Annealing has seed 0. Every mapping was checked and simulated.\n"
)


@bench(
    "lisa_hints",
    "Hints for the exact search",
    time_limit(20, "of each way, and annealing"),
    jobs(help="questions at a time"),
    some("--only", [group.name for group in GROUPS], "GROUP"),
    LOOPS,
    WEIGHTS,
    smoke="--only 3x3 --loops 1",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Ask about the chosen groups; a mapping that contradicts a refutation is a fault."""
    groups = chosen(options.only)
    every = [each for group in groups for each in combinations(asker, group, options.loops)]
    with working(asker, measure, options.jobs, warm) as ask:

        def asked(each: Combination) -> list[Asked]:
            first, _ = first_known(asker, each.graph, each.arch)
            if first is None:
                return []
            answers = questions(ask, each, first, options.weights, options.time_limit)
            return [Asked(each, contexts, entry) for contexts, entry in answers]

        found = together(options.jobs, [partial(asked, each) for each in every])
    yield from page([one for mine in found for one in mine], options.time_limit, options.jobs)


@dataclass(frozen=True)
class Asked:
    """A question, and what every way came to."""

    combination: Combination
    contexts: int
    entry: Entry

    def said(self, way: str) -> str:
        """The outcome of a way."""
        return str(self.entry["ways"][way]["outcome"])

    def decided(self, way: str) -> bool:
        """Whether a way, with what is asked after it where mappings were left out, decides."""
        said = self.said(COLD if self.said(way) in (LEFT_OUT, NO_HINT) else way)
        return said in (MAPPED, REFUTED)

    def solving(self, way: str) -> float:
        """The seconds of solving, those of asking again included."""
        seconds = float(self.entry["ways"][way]["solve"])
        again = self.said(way) in (LEFT_OUT, NO_HINT)
        return seconds + self.solving(COLD) if again else seconds

    def conflicts(self, way: str) -> int:
        """The conflicts, those of asking again included."""
        again = self.said(way) in (LEFT_OUT, NO_HINT)
        own = int(self.entry["ways"][way].get("conflicts", 0))
        return own + self.conflicts(COLD) if again else own

    def everything(self, way: str) -> float:
        """The seconds of hints, of building and loading the model, and of solving."""
        own = self.entry["ways"][way]
        seconds = float(own["hint"] + own["load"] + own["solve"])
        again = self.said(way) in (LEFT_OUT, NO_HINT)
        if again:
            return seconds + float(own.get("build", 0.0)) + self.everything(COLD)
        return seconds + float(own.get("build", self.entry["build"]))

    def verdict(self, way: str) -> str:
        """How solving compares with that of `COLD`: what is decided counts first."""
        ours, theirs = self.decided(way), self.decided(COLD)
        if ours != theirs:
            return "only hinted" if ours else "only cold"
        return faster(self.solving(way), self.solving(COLD), MOMENT) if ours else "neither"


def page(asked: list[Asked], limit: float, jobs: int) -> Parts:
    """Yield the parts of the page: what the questions say of every way."""
    yield from map(Fault, faults(asked))
    yield ABOUT
    yield f"{limit:g} s for each way, and as many for annealing; questions at a time: {jobs}.\n"
    if not asked:
        return
    yield "## One question\n"
    yield f"{len(asked)} questions. What every way says:\n"
    heads = ["way", "hints", MAPPED, REFUTED, LEFT_OUT, OPEN, "issues left"]
    yield table(heads, [_outcomes(asked, way) for way in WAYS])
    yield (
        f"Against `{COLD}`, where there is a hint. `open` counts as the limit, and what is left"
        " out is asked again, which is included. The ratio of solving times is the"
        f" geometric mean where both decide, with times of at least {LEAST:g} s; in brackets, of"
        f" how many. Times are the same within {NEARLY - 1:.0%} or {MOMENT:g} s.\n"
    )
    heads = ["way", "faster", "slower", "same", "decides alone", "cold alone", "neither"]
    heads += ["ratio, cold maps", "ratio, cold refutes", "solving s", "cold s"]
    yield table(heads, [_against(asked, way) for way in WAYS if way != COLD])
    yield (
        "All questions, those without a hint included, which are then asked cold: with the model"
        " built and loaded, and with predicting and annealing.\n"
    )
    yield columns(
        WAYS,
        ("way", lambda way: way),
        ("conflicts", lambda way: sum(each.conflicts(way) for each in asked)),
        ("solving s", lambda way: _sum(each.solving(way) for each in asked)),
        ("hints s", lambda way: _sum(each.entry["ways"][way]["hint"] for each in asked)),
        ("everything s", lambda way: _sum(each.everything(way) for each in asked)),
    )
    yield "## Every question\n"
    yield "Outcome and seconds of solving; in brackets the conflicts.\n"
    for title in dict.fromkeys(each.combination.group.title for each in asked):
        mine = [each for each in asked if each.combination.group.title == title]
        yield f"### {title}\n"
        yield table(
            ["loop", "II", "cycles", *WAYS],
            [
                [e.combination.loop, e.contexts, e.entry["horizon"], *(_cell(e, w) for w in WAYS)]
                for e in mine
            ],
        )


def _sum(seconds: Iterable[float]) -> str:
    return f"{sum(seconds):.1f}"


def _cell(each: Asked, way: str) -> str:
    own = each.entry["ways"][way]
    if each.said(way) == NO_HINT:
        return NO_HINT
    return f"{each.said(way)} {own['solve']:.2f} ({own['conflicts']})"


def mean_ratio(pairs: list[tuple[float, float]]) -> str:
    """Return the geometric mean of the ratios, and of how many."""
    if not pairs:
        return "-"
    ratios = [max(one, LEAST) / max(other, LEAST) for one, other in pairs]
    return f"{statistics.geometric_mean(ratios):.2f} ({len(ratios)})"


def _hinted(asked: list[Asked], way: str) -> list[Asked]:
    return [each for each in asked if each.said(way) != NO_HINT]


def _outcomes(asked: list[Asked], way: str) -> list[object]:
    counts = Counter(each.said(way) for each in asked)
    shares = [e.entry["ways"][way]["share"] for e in asked if "share" in e.entry["ways"][way]]
    left = f"{sum(shares) / len(shares):.0%}" if shares else "-"
    given = len(_hinted(asked, way))
    return [way, given, *(counts[said] for said in (MAPPED, REFUTED, LEFT_OUT, OPEN)), left]


def _against(asked: list[Asked], way: str) -> list[object]:
    mine = _hinted(asked, way)
    counts = Counter(each.verdict(way) for each in mine)
    row: list[object] = [way]
    row += [counts[verdict] for verdict in VERDICTS]
    for said in (MAPPED, REFUTED):
        both = [each for each in mine if each.said(COLD) == said and each.decided(way)]
        row.append(mean_ratio([(each.solving(way), each.solving(COLD)) for each in both]))
    row += [_sum(each.solving(each_way) for each in mine) for each_way in (way, COLD)]
    return row


def faults(asked: list[Asked]) -> list[str]:
    """Return where a way has a mapping of what another one refutes."""

    def wrong() -> Iterator[str]:
        for each in asked:
            said = {way: each.said(way) for way in WAYS}
            if {MAPPED, REFUTED} <= set(said.values()):
                where = f"{each.combination.loop} on `{each.combination.arch}`"
                yield f"* **Ways contradict each other for {where}, II {each.contexts}: {said}.**\n"

    return list(wrong())


if __name__ == "__main__":
    sys.exit(main())
