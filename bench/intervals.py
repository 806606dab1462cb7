"""Predicted initiation intervals against those of the mapper: `python -m bench.intervals`.

The loops of the eleven applications, as they are and as explorations transform them, on the four
arrays of PT-Map (Fig. 6). The truth is MII where modulo scheduling reaches it, and otherwise what
`solvers.min_ii` finds within a time limit. Writes `docs/results/intervals.md`.
"""

from __future__ import annotations

import functools
import sys
import time
from dataclasses import dataclass, field
from functools import partial

from archs.presets import architecture_preset
from bench.asker import run, written
from bench.counted import COUNTED, SAID
from bench.figures import mean
from bench.frame import Asker, Namespace, Parts, bench, number, option, some, time_limit
from bench.interval_kernels import ARRAYS, VARIANTS, Case, applications, cases
from bench.page import table
from heuristics.intervals.arrays import array_of
from heuristics.intervals.facts import Fitted
from heuristics.intervals.label import shortest_iteration
from heuristics.labels.arrays import fingerprint
from learn.intervals.accuracy import GROUPS, errors, mii_guesses, network_guesses
from learn.intervals.data import Example, examples_of
from learn.intervals.samples import LINES
from learn.intervals.shared import any_weights, interval_predictor
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.formats.dfg_json import dfg_to_json
from solvers.questions.entries import Entry

ATTEMPTS, ATTEMPT_SECONDS = 4, 5.0
"""Schedules at an interval, and for how long: the shortest iteration of all counts."""

predictor = functools.cache(interval_predictor)


@dataclass(frozen=True)
class Truth:
    """What the mapper found: the interval, filling and draining, and the status of the interval."""

    status: str
    ii: int | None = None
    filling: int | None = None
    seconds: float = 0.0


def truth(case: Case, dfg: Dfg, limit: float) -> Truth:
    """Return what the mapper makes of a case."""
    begun = time.perf_counter()
    arch = architecture_preset(case.array)
    least, _ = mii_model(dfg, arch)
    length = shortest_iteration(dfg, arch, least, ATTEMPTS, ATTEMPT_SECONDS)
    if length is not None:
        # Arithmetic proves that there is nothing smaller.
        spent = round(time.perf_counter() - begun, 2)
        return Truth("optimal", least, max(0, length - least), spent)
    with written({"dfg": dfg_to_json(dfg)}) as filled:
        words = [filled("{dfg}"), case.array, "--time-limit", f"{limit:g}", "--json", "--quiet"]
        words += COUNTED
        found = run("solvers.min_ii", *words).entry("status", "ii", "cycles")
    status, ii, cycles = found["status"], found["ii"], found["cycles"]
    if ii is None:
        return Truth(status, seconds=found["seconds"])
    again = shortest_iteration(dfg, arch, ii, ATTEMPTS, ATTEMPT_SECONDS)
    # In cycle 0 of a mapping, nothing is executed yet.
    length = min(cycles - 1, cycles if again is None else again)
    return Truth(status, ii, max(0, length - ii), found["seconds"])


@dataclass(frozen=True)
class Row:
    """A mapped case, and what every method says of it."""

    case: Case
    truth: Truth
    said: dict[str, tuple[int, int]]

    def error(self, method: str) -> float:
        """Return the error of cycles, in per cent."""
        trips = self.case.trips
        ii, filling = self.said[method]
        assert self.truth.ii is not None and self.truth.filling is not None
        truth = self.truth.ii * trips + self.truth.filling
        return 100 * abs((ii * trips + filling) / truth - 1)


def mii_model(dfg: Dfg, arch: Architecture) -> tuple[int, int]:
    """Return what arithmetic says: MII, and what the critical path takes beyond it."""
    facts = Fitted(arch).facts(dfg)
    return facts.mii, facts.filling


@bench(
    "intervals",
    "Predicted initiation intervals",
    some("--only", applications(), "APPLICATION"),
    some("--arrays", ARRAYS, "ARRAY"),
    number("--variants", VARIANTS, "kernels of transformed loops per program and array"),
    time_limit(20, "of the mapper", "--limit"),
    option("--weights", nargs="+", default=[], metavar="NAME=FILE", help="other networks"),
    option("--pairs", metavar="FILE", help="pairs of learn.intervals, of which some are held out"),
    option("--truth", action="store_true", help="only ask the mapper"),
    smoke="--only atax --arrays s4 --variants 1 --limit 10",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Ask the mapper and compare."""
    files: dict[str, str | None] = {}
    if not options.truth:
        files["network"] = None
        files |= {name: path for name, _, path in (w.partition("=") for w in options.weights)}
        options.weights = [f"{name}=FILE" for name in list(files)[1:]]
    methods = ["MII model", *files]
    asking = Asking(asker, options.variants, options.limit, files)
    rows: list[Row] = []
    unmapped: list[tuple[Case, Truth]] = []
    for application in options.only:
        for array in options.arrays:
            for case in asking.cases(application, array):
                found = asking.truth(case)
                if found.ii is None:
                    unmapped.append((case, found))
                else:
                    said = {name: asking.said(name, case) for name in methods}
                    rows.append(Row(case, found, said))
    if files:
        yield from page(rows, unmapped, methods, options.limit)
        if options.pairs:
            yield from held_out(asker, options.pairs, files)
            options.pairs = "FILE"


@dataclass(frozen=True)
class Asking:
    """Asks about cases; `files` are weights by method, None for the shipped ones."""

    asker: Asker
    variants: int
    limit: float
    files: dict[str, str | None]
    graphs: dict[str, Dfg] = field(default_factory=dict)
    """By digest, where something is measured."""

    def cases(self, application: str, array: str) -> list[Case]:
        """Return the cases of an application on an array."""

        def measure() -> Entry:
            found = list(cases(application, array, self.variants))
            self.graphs.update((case.dfg, dfg) for case, dfg in found)
            return {"cases": [vars(case) for case, _ in found]}

        key: dict[str, object] = {"application": application, "array": array}
        # What is kept of an interrupted run has no graphs.
        found = self.asker.entry(key | {"variants": self.variants}, measure, _never)
        return [Case(**case) for case in found["cases"]]

    def truth(self, case: Case) -> Truth:
        """Return what the mapper makes of a case."""
        key: dict[str, object] = {"truth": self.limit, "array": case.array, "dfg": case.dfg}
        found = self.asker.entry(key, lambda: vars(truth(case, self.graphs[case.dfg], self.limit)))
        return Truth(**found)

    def said(self, method: str, case: Case) -> tuple[int, int]:
        """Return what a method says of a case; cheap, and other weights may have its name."""

        def measure() -> Entry:
            arch, dfg = architecture_preset(case.array), self.graphs[case.dfg]
            say = predictor(self.files[method]) if method in self.files else mii_model
            ii, filling = say(dfg, arch)
            return {"ii": int(ii), "filling": int(filling)}

        key: dict[str, object] = {"method": method, "array": case.array, "dfg": case.dfg}
        found = self.asker.entry(key, measure, _never)
        return found["ii"], found["filling"]


def page(
    rows: list[Row], unmapped: list[tuple[Case, Truth]], methods: list[str], limit: float
) -> Parts:
    """Yield the parts of the page."""
    proven = sum(row.truth.status == "optimal" for row in rows)
    yield (
        f"{len(rows)} kernels of the eleven applications on PT-Map's four arrays: the innermost"
        " loops as they are, and a sample of those that explorations make of them. The truth is MII"
        " where modulo scheduling reaches it, otherwise what `python -m solvers.min_ii` finds in"
        f" {limit:g} s ({proven} of these intervals are proven minimal), and the shortest iteration"
        " that is found at that interval;"
        f" {len(unmapped)} more kernels were not mapped within the context buffer and the time,"
        " and are left out. The error is that of N · II + ProEpi, with the trip counts of the"
        " loops. `network` is the shipped one for all arrays, which also says labels; neither an"
        f" application nor one of these arrays trained it.{SAID}\n"
    )
    yield (
        "PT-Map reports errors below 8.5 % for its network on all four arrays, and 24.7 % for the"
        " MII model on S4, with another mapper (RAMP) and other kernels. The mapper here reaches"
        " MII more often, so that there is less to learn.\n"
    )
    for title, own in (
        ("All kernels", rows),
        ("Loops as they are", [row for row in rows if not row.case.transformed]),
        ("Transformed loops", [row for row in rows if row.case.transformed]),
        ("Where MII is missed", [row for row in rows if _missed(row)]),
    ):
        yield f"## {title}\n"
        yield "Mean absolute percentage error of cycles.\n"
        yield errors_table(own, methods)
    yield "## Intervals\n"
    yield "Shares of intervals that are exactly right.\n"
    yield exact_table(rows, methods)
    yield "## By application\n"
    yield "All four arrays; per cent.\n"
    groups: dict[str, list[Row]] = {
        name: [] for name in sorted({row.case.application for row in rows})
    }
    for row in rows:
        groups[row.case.application].append(row)
    yield table(
        ["application", "kernels", *methods],
        [
            [name, len(own), *(mean([row.error(m) for row in own]) for m in methods)]
            for name, own in groups.items()
        ],
    )
    if unmapped:
        yield "## Not mapped\n"
        yield "\n".join(_unmapped(*pair) for pair in unmapped) + "\n"


def held_out(asker: Asker, path: str, files: dict[str, str | None]) -> Parts:
    """Yield the errors on pairs whose programs and drawn arrays trained nothing."""

    @functools.cache
    def pairs() -> tuple[list[Example], int]:
        samples = LINES.samples(path)
        names = {pair.array for sample in samples if not sample.held_out for pair in sample.pairs}
        trained = {fingerprint(array_of(name)) for name in names}
        every = examples_of(sample for sample in samples if sample.held_out)
        unseen = [one for one in every if fingerprint(array_of(one.name)) not in trained]
        return unseen, len(every) - len(unseen)

    def measure(name: str) -> Entry:
        examples, left_out = pairs()
        network = network_guesses(any_weights(files[name]), examples) if name in files else None
        found = errors(network or mii_guesses(examples), examples)
        return {"pairs": len(examples), "left_out": left_out, "errors": found}

    every = ("MII model", *files)
    found = {n: asker.entry({"held_out": n}, partial(measure, n), _never) for n in every}
    first = found["MII model"]
    heads = [head for head in GROUPS if head in first["errors"]]
    yield "## Random programs held out\n"
    yield (
        f"{first['pairs']} pairs of programs of seeds divisible by 5 with arrays that no program"
        f" that trains has; {first['left_out']} more pairs are on arrays that some have,"
        " and left out. `drawn` are arrays of the preset `random`, `others` of PT-Map's families."
        " Errors of cycles in per cent, means over loops of 8, 32 and 128 iterations.\n"
    )
    yield table(
        ["error in %", *heads],
        [[name, *(f"{row['errors'][head]:.2f}" for head in heads)] for name, row in found.items()],
    )


def errors_table(rows: list[Row], methods: list[str]) -> str:
    """Return the errors by array and over all."""
    lines: list[list[object]] = []
    for array in (*ARRAYS, "all"):
        some = [row for row in rows if array in ("all", row.case.array)]
        lines.append([array, len(some), *(mean([row.error(m) for row in some]) for m in methods)])
    return table(["array", "kernels", *methods], lines)


def exact_table(rows: list[Row], methods: list[str]) -> str:
    """Return the shares of right intervals by array, and how far filling is off."""
    lines: list[list[object]] = []
    for array in (*ARRAYS, "all"):
        some = [row for row in rows if array in ("all", row.case.array)]
        line: list[object] = [array, len(some), sum(map(_missed, some))]
        for method in methods:
            right = [row.said[method][0] == row.truth.ii for row in some]
            line.append(f"{sum(right) / max(1, len(right)):.3f}")
        lines.append(line)
    return table(["array", "kernels", "MII missed", *methods], lines)


def _never(_: Entry) -> bool:
    return False


def _missed(row: Row) -> bool:
    return row.truth.ii != row.said["MII model"][0]


def _unmapped(case: Case, truth: Truth) -> str:
    return f"* {case.application} on `{case.array}`, {case.operations} operations: {truth.status}."


if __name__ == "__main__":
    sys.exit(main())
