"""Predicted initiation intervals against those of the mapper: `python -m bench.intervals`.

The loops of the eleven applications, as they are and as explorations transform them, on the four
arrays of PT-Map (Fig. 6). The truth is MII where modulo scheduling reaches it, and otherwise what
`solvers.min_ii` finds within a time limit; it is kept in `--data FILE`, so that an interrupted run
goes on where it was. Writes `docs/results/intervals.md`.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from archs.presets import architecture_preset
from bench.interval_kernels import ARRAYS, VARIANTS, Case, applications, cases
from bench.measure import run as run_process
from bench.measure import table, write
from heuristics.intervals.facts import Fitted
from heuristics.intervals.label import shortest_iteration
from learn.intervals.predict import interval_predictor
from learn.intervals.weights import load_weights
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.formats.dfg_json import dfg_to_json
from models.process.command import EXIT, guarded, positive, seconds
from solvers.questions.entries import digest

PROG = "bench.intervals"
ATTEMPTS, ATTEMPT_SECONDS = 4, 5.0
"""Schedules at an interval, and for how long: the shortest iteration of all counts."""

Said = Callable[[Dfg, Architecture], tuple[int, int]]


@dataclass(frozen=True)
class Truth:
    """What the mapper found: the interval, filling and draining, and the status of the interval."""

    status: str
    ii: int | None = None
    filling: int | None = None
    seconds: float = 0.0


class Mapper:
    """Asks `solvers.min_ii`, and keeps the answers in a file."""

    def __init__(self, path: Path, limit: float) -> None:
        self.path, self.limit = path, limit
        self.known: dict[str, Truth] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                entry = json.loads(line)
                key = entry.pop("key")
                self.known[key] = Truth(**entry)

    def ask(self, case: Case) -> Truth:
        """Return what is known of a case, now if not before."""
        text = dfg_to_json(case.dfg)
        key = f"{digest(text)} {case.array} {self.limit:g}"
        if key not in self.known:
            self.known[key] = found = self._measured(case, text)
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(json.dumps({"key": key, **vars(found)}) + "\n")
        return self.known[key]

    def _measured(self, case: Case, text: str) -> Truth:
        begun = time.perf_counter()
        arch = architecture_preset(case.array)
        least, _ = mii_model(case.dfg, arch)
        length = shortest_iteration(case.dfg, arch, least, ATTEMPTS, ATTEMPT_SECONDS)
        if length is not None:
            # Arithmetic proves that there is nothing smaller.
            spent = time.perf_counter() - begun
            return Truth("optimal", least, max(0, length - least), round(spent, 2))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "dfg.json"
            path.write_text(text, encoding="utf-8")
            words = [str(path), case.array, "--time-limit", f"{self.limit:g}", "--json", "--quiet"]
            done = run_process("solvers.min_ii", *words)
        if not done.output:
            if done.code != EXIT["unknown"]:
                raise RuntimeError(f"no answer (exit code {done.code}): {' '.join(done.command)}")
            # The time was up before the search began.
            return Truth("unknown", seconds=round(done.seconds, 2))
        answer = done.answer
        ii = answer["ii"]
        if ii is None:
            return Truth(answer["status"], seconds=round(done.seconds, 2))
        again = shortest_iteration(case.dfg, arch, ii, ATTEMPTS, ATTEMPT_SECONDS)
        # In cycle 0 of a mapping, nothing is executed yet.
        length = min(answer["cycles"] - 1, answer["cycles"] if again is None else again)
        return Truth(answer["status"], ii, max(0, length - ii), round(done.seconds, 2))


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


def run(arguments: Sequence[str] | None = None) -> int:
    """Ask the mapper, compare, and write the page."""
    parser = argparse.ArgumentParser(prog=PROG, description="Predicted intervals (PT-Map, Fig. 6)")
    parser.add_argument("--only", nargs="+", choices=applications(), default=applications())
    parser.add_argument("--variants", type=positive, default=VARIANTS, metavar="N")
    parser.add_argument("--limit", type=seconds, default=20.0, metavar="SECONDS")
    parser.add_argument("--data", type=Path, default=Path("out/intervals.jsonl"), metavar="FILE")
    parser.add_argument("--weights", nargs="+", default=[], metavar="NAME=FILE", help="ablations")
    parser.add_argument("--truth", action="store_true", help="only ask the mapper")
    options = parser.parse_args(arguments)
    methods: dict[str, Said] = {}
    if not options.truth:
        methods = {"MII model": mii_model, "network": interval_predictor()}
        for word in options.weights:
            name, _, path = word.partition("=")
            methods[name] = interval_predictor(path)
    mapper = Mapper(options.data, options.limit)
    rows: list[Row] = []
    unmapped: list[tuple[Case, Truth]] = []
    for application in options.only:
        for array in ARRAYS:
            arch = architecture_preset(array)
            for case in cases(application, array, options.variants):
                truth = mapper.ask(case)
                if truth.ii is None:
                    unmapped.append((case, truth))
                    continue
                said = {name: method(case.dfg, arch) for name, method in methods.items()}
                rows.append(Row(case, truth, said))
            print(f"{PROG}: {application} {array}: {len(rows)} mapped", file=sys.stderr, flush=True)
    if methods:
        parts = page(rows, unmapped, list(methods), options.limit)
        command = f"python -m {PROG}"
        if options.weights:
            command += " --weights " + " ".join(f"'{name}=FILE'" for name in list(methods)[2:])
        print(write("intervals", "Predicted initiation intervals", command, parts))
    return 0


def page(
    rows: list[Row], unmapped: list[tuple[Case, Truth]], methods: list[str], limit: float
) -> list[str]:
    """Return the parts of the page."""
    proven = sum(row.truth.status == "optimal" for row in rows)
    card = load_weights().card
    about = (
        f"{len(rows)} kernels of the eleven applications on PT-Map's four arrays: the innermost"
        " loops as they are, and a sample of those that explorations make of them. The truth is MII"
        " where modulo scheduling reaches it, otherwise what `python -m solvers.min_ii` finds in"
        f" {limit:g} s ({proven} of these intervals are proven minimal), and the shortest iteration"
        " that is found at that interval;"
        f" {len(unmapped)} more kernels were not mapped within the context buffer and the time,"
        " and are left out. The error is that of N · II + ProEpi, with the trip counts of the"
        " loops. No application trained the network: its data are"
        f" {card.data.get('pairs', '?')} pairs of random programs and arrays"
        " (`learn/intervals/weights/intervals.json`).\n"
    )
    notes = (
        "PT-Map reports errors below 8.5 % for its network on all four arrays, and 24.7 % for the"
        " MII model on S4, with another mapper (RAMP) and other kernels. The mapper here reaches"
        " MII more often, so that there is less to learn.\n"
    )
    parts = [about, notes]
    for title, some in (
        ("All kernels", rows),
        ("Loops as they are", [row for row in rows if not row.case.transformed]),
        ("Transformed loops", [row for row in rows if row.case.transformed]),
        ("Where MII is missed", [row for row in rows if _missed(row)]),
    ):
        parts += [f"## {title}\n", "Mean absolute percentage error of cycles.\n"]
        parts.append(errors_table(some, methods))
    parts += ["## Intervals\n", "Shares of intervals that are exactly right.\n"]
    parts.append(exact_table(rows, methods))
    parts += ["## By application\n", "All four arrays; per cent.\n"]
    names = sorted({row.case.application for row in rows})
    parts.append(
        table(
            ["application", "kernels", *methods],
            [
                [name, len(some), *(_mean([row.error(m) for row in some]) for m in methods)]
                for name in names
                for some in [[row for row in rows if row.case.application == name]]
            ],
        )
    )
    parts += [
        "## Random programs held out\n",
        "Of the data that the network was trained with, programs of seeds divisible by 5, on random"
        " arrays; errors are means over loops of 8, 32 and 128 iterations. Ablations were trained"
        " on the first part of the data, as long as the network was there.\n",
        held_out_table(card.metrics),
    ]
    if unmapped:
        parts += ["## Not mapped\n", "\n".join(_unmapped(*pair) for pair in unmapped) + "\n"]
    return parts


def held_out_table(metrics: dict[str, dict[str, float]]) -> str:
    """Return the errors that the card of the weights gives."""
    found = {name: row for name, row in metrics.items() if "all" in row}
    heads = list(next(iter(found.values())))
    return table(
        ["error in %", *heads],
        [[name, *(f"{row[head]:.2f}" for head in heads)] for name, row in found.items()],
    )


def errors_table(rows: list[Row], methods: list[str]) -> str:
    """Return the errors by array and over all."""
    lines: list[list[object]] = []
    for array in (*ARRAYS, "all"):
        some = [row for row in rows if array in ("all", row.case.array)]
        lines.append([array, len(some), *(_mean([row.error(m) for row in some]) for m in methods)])
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


def _missed(row: Row) -> bool:
    return row.truth.ii != row.said["MII model"][0]


def _unmapped(case: Case, truth: Truth) -> str:
    size = len(case.dfg.operations)
    return f"* {case.application} on `{case.array}`, {size} operations: {truth.status}."


def _mean(errors: list[float]) -> str:
    return f"{sum(errors) / len(errors):.2f}" if errors else "-"


main = guarded(run, PROG)

if __name__ == "__main__":
    sys.exit(main())
