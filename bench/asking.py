"""Cells of the questions that several pages ask: intervals, cycles with proofs, comparisons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from bench.page import Cell, Fault, inputs
from bench.process import Answer, Run, Text, run
from bench.rows import Case, Row, Rows
from bench.tables import DECIDED, shifted_mean, table
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.errors import InputError
from models.formats.native_json import dfg_to_json
from shell.graph_files import load_dfg

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "benchmarks"
"""Where other people's graphs lie, if they are there."""
COUNTED = ("--register-files", "counted")
INTERVAL = ("status", "ii", "lower_bound", "seconds")
"""What most pages show of an answer of `solvers.min_ii`."""
LIMITS = (
    "`4` is proven minimal; `4 (≥ 3)` is the best that was found, and what is proven. Seconds are"
    " wall time of whole processes. Registers are counted (`--register-files counted`), as in the"
    " papers: at most so many values are alive at once."
)
VERIFY_SECONDS = 900
"""How long the verification of a certificate may take."""
PROVEN = ("status", "cycles", "ii", "lower_bound", "lower_bound_reason", "found_by", "seconds")

Graph = Callable[[], Dfg]


def graph_file(folder: str, name: str) -> Graph:
    """Return what reads a graph of other people; it raises `InputError` where there is none."""

    def read() -> Dfg:
        path = FOLDER / folder / f"{name}.dot"
        if not path.exists():
            raise InputError(f"no graphs in {'/'.join(path.parts[-4:-1])}, beside the checkout")
        return load_dfg(str(path))

    return read


def interval(
    case: Case,
    dfg: Graph,
    array: str,
    limit: float,
    *options: str,
    names: Sequence[str] = INTERVAL,
    more: Callable[[Answer], Answer] = lambda answer: {},
) -> Cell:
    """Return the cell of `solvers.min_ii` for a loop on an array; it may keep `operations` too."""
    words = ["solvers.min_ii", "{dfg}", array, *options, "--time-limit", f"{limit:g}"]
    words += () if COUNTED[0] in words else COUNTED

    def keep(done: Run, folder: Path) -> Answer:
        found = done.picked(*names) | more(done.answer)
        if "operations" in names:
            found["operations"] = len(load_dfg(str(folder / "dfg.json")).operations)
        return found

    return Cell(case, [*words, "--json", "--quiet"], keep, {"dfg": lambda: dfg_to_json(dfg())})


def proven(
    case: Case, words: Sequence[str], files: dict[str, Text], limit: float, seed: int | None = None
) -> Cell:
    """Return the cell of a search with a certificate, which another process verifies."""
    seeded = [] if seed is None else ["--seed", str(seed)]
    asked = [*words, *seeded, "--time-limit", f"{limit:g}", "--json", "--quiet"]
    return Cell(case, [*asked, "--certificate", "{folder}/certificate"], checked, files)


def cycles(
    case: Case, dfg: Dfg, arch: Architecture, limit: float, *options: str, seed: int | None = None
) -> Cell:
    """Return the cell of the fewest cycles of a graph on an array, proven and verified."""
    words = ["solvers.min_cycles", "{dfg}", "{arch}", *options]
    return proven(case, words, inputs(dfg, arch), limit, seed)


def checked(done: Run, folder: Path) -> Answer:
    """Return a search's answer, with the outcome of `solvers.verify` and its seconds."""
    claim = folder / "certificate"
    found = done.picked(*PROVEN, "megabytes") | {"verify": "nothing to verify", "verify_s": None}
    # What follows are names of components.
    found["lower_bound_reason"] = str(found["lower_bound_reason"]).split(",")[0]
    if (claim / "certificate.json").exists():
        check = run("solvers.verify", str(claim), "--json", "--time-limit", str(VERIFY_SECONDS))
        found |= {"verify": check.answer["outcome"], "verify_s": round(check.seconds, 2)}
    return found


def answer(row: Row) -> str:
    """Return the status and the cycles, with what is proven where that is less."""
    text = f"{row['status']}, {row['cycles']} cycles"
    return text + ("" if row["status"] == "optimal" else f" (at least {row['lower_bound']})")


def reason(row: Row) -> str:
    """Return what proves that there is nothing better, in one word or two."""
    return str(row["lower_bound_reason"]).split(":", maxsplit=1)[0]


def verification(row: Row) -> str:
    """Return the verification's seconds, or why there are none."""
    return f"{row['verify_s']:.2f}" if row["verify"] == "verified" else str(row["verify"])


def rejected(rows: Iterable[Row]) -> Iterable[str]:
    """Yield a fault for each certificate that is rejected."""
    for row in rows:
        if row["verify"] in ("rejected", "error"):
            yield Fault(f"* **The certificate of {row.case} is rejected.**\n")


SECONDS = (
    "Seconds are those of the whole process, from the start to the checked mapping or the"
    " refutation. The mean is exp(mean(log(1 + s))) - 1; an undecided question counts as twice the"
    " limit."
)


def compared(
    case: Case, dfg: Dfg, arch: Architecture, horizon: int, limit: float, *words: str
) -> Cell:
    """Return the cell of `sweeps.compare` for one number of cycles."""
    asked = ["sweeps.compare", "{dfg}", "{arch}", "--cycles", str(horizon), *words]
    limited = [*asked, "--time-limit", f"{limit:g}", "--json", "--quiet"]
    return Cell(case, limited, _line, inputs(dfg, arch))


def _line(done: Run, _: Path) -> Answer:
    line = done.answer["lines"][0]
    return {name: line.get(name) for name in ("status", "median", "rows")}


def side_by_side(
    rows: Rows, limit: float, what: str, printed: dict[str, str] | None = None
) -> Iterable[str]:
    """Yield a table of seconds by `way` and `question`, and one of sizes of formulas."""
    questions = rows.values("question")
    said = {name: {row["status"] for row in rows.where(question=name)} for name in questions}
    heads = [what]
    for name in questions:
        heads.append(f"{name}: {' '.join(sorted({'SAT', 'UNSAT'} & said[name])) or '?'}")
        if {"SAT", "UNSAT"} <= said[name]:
            yield Fault(f"* **Contradicting answers: {name}.**\n")
    heads += ["mean", *["printed"] * bool(printed)]
    lines: list[list[object]] = []
    sizes: list[list[object]] = []
    for way in rows.values("way"):
        own = [rows.first(way=way, question=name) for name in questions]
        mean = shifted_mean(_counted(row, limit) for row in own)
        line: list[object] = [way, *(_seconds(row, limit) for row in own), mean]
        lines.append([*line, printed.get(way)] if printed else line)
        sizes.append([way, *(row and row["rows"] and f"{row['rows']:,}" for row in own)])
    yield table(heads, lines)
    if any(size for _, *own in sizes for size in own):
        yield "Clauses, constraints or rows:\n"
        yield table([what, *questions], sizes)


def _seconds(row: Row | None, limit: float) -> str:
    if row is None:
        return "too large"
    if row["status"] == "time limit":
        return f"> {limit:g}"
    if row["median"] is None or row["status"] not in ("SAT", "UNSAT"):
        return str(row["status"])
    return f"{row['median']:.2f}"


def _counted(row: Row | None, limit: float) -> float:
    decided = row is not None and row["status"] in ("SAT", "UNSAT")
    return float(row["median"]) if row is not None and decided and row["median"] else 2 * limit


def is_decided(row: Row) -> bool:
    """Return whether an answer is proven."""
    return row["status"] in DECIDED
