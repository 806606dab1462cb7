"""Pages that compare solvers or encodings: questions by ways to answer them, seconds of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.asker import Asker, Run, texts
from bench.figures import shifted_mean
from bench.frame import Fault, Parts
from bench.page import table
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from solvers.questions.entries import Entry

DECIDED = ("SAT", "UNSAT")
SKIPPED: Entry = {"status": "too large", "median": None, "rows": None}
Found = Mapping[str, Mapping[str, Entry]]
"""Lines with `status`, `median` (seconds) and `rows`, by way and by question."""


@dataclass(frozen=True)
class Question:
    """Inputs, and numbers of cycles that are asked about, each a column."""

    name: str
    inputs: tuple[Dfg, Architecture]
    cycles: tuple[int, ...]
    words: tuple[str, ...] = ()

    @property
    def columns(self) -> list[str]:
        """The columns by name."""
        return [f"{self.name}, {count}" for count in self.cycles]


def compared(
    asker: Asker, dfg: Dfg, arch: Architecture, cycles: int, limit: float, *words: str
) -> Entry:
    """Return the line of a comparison, as `solvers.compare --json` gives it.

    Raises `RuntimeError` where it fails.
    """
    asked = ["solvers.compare", "{dfg}", "{arch}", "--cycles", str(cycles), *words]

    def keep(done: Run, _: Path) -> Entry:
        if done.code not in (0, 30):
            raise RuntimeError(f"exit code {done.code}: {' '.join(done.command)}")
        return done.entry() | done.answer["lines"][0]

    limited = [*asked, "--time-limit", f"{limit:g}", "--json", "--quiet"]
    return asker.ask(limited, texts(dfg, arch), keep)


def answers(
    asker: Asker,
    questions: list[Question],
    ways: Mapping[str, tuple[str, ...]],
    limit: float,
    fits: Callable[[Question, str], bool] = lambda question, way: True,
) -> Found:
    """Return what the ways, options of `solvers.compare`, answer; what does not fit is skipped."""
    found: dict[str, dict[str, Entry]] = {}
    for way, words in ways.items():
        found[way] = {}
        for asked in questions:
            for name, cycles in zip(asked.columns, asked.cycles, strict=True):
                found[way][name] = (
                    compared(asker, *asked.inputs, cycles, limit, *asked.words, *words)
                    if fits(asked, way)
                    else SKIPPED
                )
    return found


def seconds(line: Entry, limit: float) -> str:
    """Return the median of a line, or what it ended with."""
    if line["status"] == "time limit":
        return f"> {limit:g}"
    if line["median"] is None or line["status"] not in DECIDED:
        return str(line["status"])
    return f"{line['median']:.2f}"


MEAN = (
    "Seconds of the whole process, from the start to the checked mapping or the refutation. The"
    " mean is exp(mean(log(1 + s))) - 1, where an undecided question counts as twice the limit.\n"
)


def tables(
    found: Found, limit: float, what: str, printed: Mapping[str, str] | None = None
) -> Parts:
    """Yield a table of seconds, with what others have printed, and one of sizes."""
    questions = list(next(iter(found.values())))
    said = {name: {own[name]["status"] for own in found.values()} for name in questions}
    heads = [f"{name}: {' '.join(sorted({*DECIDED} & said[name])) or '?'}" for name in questions]
    rows: list[list[object]] = []
    for way, own in found.items():
        mean = shifted_mean(_counted(own[name], limit) for name in questions)
        row: list[object] = [way, *(seconds(own[name], limit) for name in questions), mean]
        rows.append([*row, printed.get(way)] if printed else row)
    yield table([what, *heads, "mean", *["printed"] * bool(printed)], rows)
    for name in questions:
        if {*DECIDED} <= said[name]:
            yield Fault(f"* **Contradicting answers: {name}.**\n")
    sizes = [[way, *(_size(own[name]) for name in questions)] for way, own in found.items()]
    if any(size for _, *own in sizes for size in own):
        yield "Clauses, constraints or rows:\n"
        yield table([what, *questions], sizes)


def _size(line: Entry) -> str | None:
    return f"{line['rows']:,}" if line.get("rows") else None


def _counted(line: Entry, limit: float) -> float:
    decided = line["status"] in DECIDED and line["median"] is not None
    return float(line["median"]) if decided else 2 * limit
