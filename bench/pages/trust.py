"""Why answers can be trusted: certificates, agreement, interruptions, C loops and hardware."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from functools import partial

from bench.asking import COUNTED
from bench.page import Cell, Fault, Page, inputs, whole
from bench.pages.pruning import tasks
from bench.process import Text
from bench.rows import Case, Row, Rows
from bench.tables import columns, grouped, table
from examples.aes import aes
from examples.filters import accumulate
from examples.loops.kernels import SMALL, kernel_loop
from examples.matrices import mmm, sparse
from examples.ring import ring
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.formats.native_json import dfg_to_json
from streaming.examples import build
from streaming.model.program import program_to_json

LIMIT, REPEATS, TRIALS = 20, 1, 100
PRUNED = 6
"""Prunings of the page of smallest arrays; the others take many minutes each."""
MACHINES = ("satmapit:2x2,io=memory", "satmapit:3x3,io=memory", "hycube:4x4,io=memory")
PROGRAMS = (
    *("distance", "vector_add:8", "fir:8", "ifft_loop", "ifft:8:simd:sources", "ifft:8:simd"),
    *("random:20:0", "random:20:1", "random:30:0", "random:30:1", "ifft:16:simd:sources"),
)
AREAS = ("mesh:4x4", "torus:4x4", "s4:4x4", "satmapit:4x4,io=memory")
PAST = {
    "soak": "tests.soak --count 1000 --seed 0 --jobs 1",
    "adversary": "tests.adversary --problems 600 --tamperings 1200 --interferences 80 --seed 0"
    " --jobs 1 --material 40 --batch 100",
    "solvers on loops": "tests.agreement.loops --loops 200",
    "legality": "tests.agreement.legality --nests 2000 --seed 0",
    "semantics": "tests.agreement.semantics --programs 200 --seed 0 --array s4",
    "lost workers": "tests.faults.sweep_cluster --size 32 --kills 2",
}
"""Attempts to get a false answer, by commands that are tests today."""


def cells() -> Iterator[Cell]:
    """Ask for certificates, for agreement and ends of commands, for C loops and for hardware."""
    for question, name, words, files in certified():
        asked = ["bench.studies.certified", str(REPEATS), *words, "--time-limit", str(LIMIT)]
        case: Case = {"question": question, "name": name}
        yield Cell(case, [*asked, "--json", "--quiet"], whole, files)
    yield Cell({"system": "agreement"}, ["bench.studies.system", "agreement", "300"], whole)
    yield Cell({"system": "stop"}, ["bench.studies.system", "stop", "1000"], whole)
    for attempt, command in PAST.items():
        yield Cell({"attempt": attempt}, command.split(), whole, past=True)
    for kind in ("text", "compiled", "random"):
        yield Cell({"c": kind}, ["bench.studies.c_loops", kind, str(TRIALS), "10"], whole)
    for what, count in (("words", 300), ("verilog", 100)):
        yield Cell({"hardware": what}, ["bench.studies.hardware", what, str(count)], whole)
    for array in AREAS:
        yield Cell({"area": array}, ["bench.studies.hardware", "area", array, "32"], whole)


Certified = tuple[str, str, tuple[str, ...], dict[str, Text]]
"""A question, the name of an instance, words and files."""


def certified() -> Iterator[Certified]:
    """Yield instances of the other pages."""
    graphs: dict[str, tuple[tuple[Dfg, Architecture], tuple[str, ...]]] = {}
    graphs |= {f"ring {n}": (ring(n), ()) for n in (4, 5, 6)}
    graphs |= {f"ring {n}, MAC": (ring(n, "operator"), ()) for n in (4, 5, 6)}
    anyhow = ("--transform", "auto")
    graphs |= {f"ring {n}, any order": (ring(n, "pattern"), anyhow) for n in (4, 6, 8)}
    graphs["aes 3"] = (aes(3), ())
    graphs["mmm 3, MAC, 3 contexts"] = (mmm(3, "operator"), ("--contexts", "3"))
    graphs["accumulating dot product"] = (accumulate(), ("--contexts", "1"))
    for pattern in ("110011101", "111110011", "111111110"):
        graphs[f"sparse {pattern}, any order"] = (sparse(3, pattern, "pattern"), anyhow)
    asked: tuple[str, ...]
    for name, (graph, words) in graphs.items():
        asked = ("solvers.min_cycles", "{dfg}", "{arch}", *words)
        yield "min_cycles", name, asked, inputs(*graph)
    for loop in SMALL:
        for array in MACHINES:
            asked = ("solvers.min_ii", "{dfg}", array, *COUNTED)
            yield "min_ii", f"{loop} on {array}", asked, {"dfg": partial(_loop, loop)}
    streamed: list[tuple[str, str, tuple[str, ...]]]
    streamed = [(spec, "II 6", ("--ii", "6")) for spec in PROGRAMS]
    least = ("--minimise", "ii")
    streamed += [(s, "least II", least) for s in ("distance", "vector_add:8", "ifft_loop")]
    for spec, how, words in streamed:
        asked = ("streaming", "{program}", *words)
        yield "streaming", f"{spec}, {how}", asked, {"program": partial(_program, spec)}
    for task in list(tasks())[:PRUNED]:
        yield "prune_arch", task.name, tuple(task.words()), task.files()


def _loop(name: str) -> str:
    return dfg_to_json(kernel_loop(name, 1))


def _program(spec: str) -> str:
    return program_to_json(build(spec))


def tables(rows: Rows) -> Iterator[str]:
    """A table for each part."""
    yield from _certificates(Rows(row for row in rows if "question" in row.case))
    for row in rows.where(system="agreement"):
        yield "## Solvers agree\n"
        yield (
            f"{row['problems']} random problems, {row['questions']} questions: is there a mapping"
            " with N cycles? Every mapping convinced the checker and the simulator. The"
            " LP relaxation only refutes.\n"
        )
        answers = ("solver", "yes", "no", "no answer")
        yield table(answers, [[own.get(name, 0) for name in answers] for own in row["lines"]])
        yield from (Fault(f"* **{line}**\n") for line in row["wrong"])
    for row in rows.where(system="stop"):
        yield "## Commands that are stopped\n"
        yield (
            "Seconds from SIGTERM, or from the time limit, to the end of the process, at five"
            " points of every command, and errors.\n"
        )
        yield _stopped(row)
    past = [row for row in rows if "attempt" in row.case]
    if past:
        yield "## Attempts to get a false answer\n"
        yield columns(
            past,
            ("attempt", lambda row: row["attempt"]),
            ("asked", lambda row: row["asked"]),
            ("false", lambda row: row["false"]),
            ("by", lambda row: f"`{row.command}` at {row.origin.commit}"),
        )
    yield from _programs(Rows(row for row in rows if "c" in row.case))
    yield from _hardware(rows)


def _certificates(rows: Rows) -> Iterator[str]:
    yield "## What certificates cost\n"
    yield (
        "Wall time of whole processes in turn: a search without a certificate, the same search with"
        " one, and `xyzmap verify`. Medians of ratios; `long` are searches of more than"
        " a second.\n"
    )
    good = Rows(row for row in rows if row["outcome"] == "verified")
    groups = {"all": good} | {key[0]: own for key, own in good.by("question").items()}
    asked = {"all": len(rows)} | {key[0]: len(own) for key, own in rows.by("question").items()}
    yield columns(
        groups.items(),
        ("question", lambda own: own[0]),
        ("instances", lambda own: asked[own[0]]),
        ("verified", lambda own: len(own[1])),
        ("verify / search", lambda own: _ratio(own[1], "verified")),
        ("of long ones", lambda own: _ratio(_long(own[1]), "verified")),
        ("at most", lambda own: max((row["verified"] / row["plain"] for row in own[1]), default=0)),
        ("with certificate / without", lambda own: _ratio(own[1], "certified")),
        ("longest search s", lambda own: max(own[1].numbers("plain"), default=None)),
    )
    left = [str(row["name"]) for row in rows if row["outcome"] != "verified"]
    if left:
        yield f"Not verified, since there was no answer within {LIMIT} s: {'; '.join(left)}.\n"
    for row in rows:
        if row["outcome"] in ("rejected", "error"):
            yield Fault(f"* **The certificate of {row['name']} is rejected.**\n")


def _long(rows: Rows) -> Rows:
    return Rows(row for row in rows if row["plain"] > 1)


def _ratio(rows: Rows, name: str) -> float | None:
    return float(statistics.median(row[name] / row["plain"] for row in rows)) if rows else None


def _stopped(row: Row) -> str:
    points = list(dict.fromkeys(own["point"] for own in row["lines"]))
    lines = []
    for point in points:
        own = [each for each in row["lines"] if each["point"] == point]
        spent = [each["seconds"] for each in own if each["seconds"] is not None]
        wrong = [f"{each['command']}: {each['wrong']}" for each in own if each["wrong"]]
        lines.append([point, len(own), statistics.median(spent), max(spent), "; ".join(wrong)])
    return table(["stopped", "commands", "median s", "longest s", "wrong"], lines)


def _programs(rows: Rows) -> Iterator[str]:
    if not rows:
        return
    yield "## Loops of C against the compiled loops\n"
    yield (
        f"Graphs of loops are executed on {TRIALS} random inputs each, and so are their mappings;"
        " the loop that LLVM compiled is executed on the same inputs. `same`: left by the same"
        " exit, with the same values and memory. `so far`: the same until both were stopped;"
        " `faults`: the compiled loop left its memory; `undefined`: it has no defined"
        " result.\n"
    )
    names = ("same", "different", "so far", "faults", "undefined")
    yield columns(
        rows,
        ("loops", lambda row: {"text": "LLVM's text", "compiled": "clang"}.get(row["c"], row["c"])),
        ("number", lambda row: row["loops"]),
        *((name, lambda row, name=name: grouped(row["runs"][name])) for name in names),  # type: ignore[misc]
        ("mapped on `hycube:4x4`", lambda row: row["mapped"].get("hycube:4x4")),
        ("mapped on `adres:4x4`", lambda row: row["mapped"].get("adres:4x4")),
    )
    if any(row["runs"]["different"] for row in rows):
        yield Fault("**A graph and its loop differ.**\n")


def _hardware(rows: Rows) -> Iterator[str]:
    yield "## Mappings as hardware\n"
    for row in rows.where(hardware="words"):
        yield (
            f"Configuration words of {row['loops']} random loops on twelve arrays, executed over 12"
            " iterations and compared with the graph, by kind of register file; a loop is refused"
            " where registers are short.\n"
        )
        names = ("equal", "different", "refused")
        lines = [[k, *(own.get(name, 0) for name in names)] for k, own in row["kinds"].items()]
        yield table(["files", *names], lines)
        if any(own.get("different") for own in row["kinds"].values()):
            yield Fault("**Words and a graph differ.**\n")
    for row in rows.where(hardware="verilog"):
        yield (
            f"In Icarus Verilog, with words of 16 to 64 bits, {row['passed']} of {row['loops']}"
            f" random loops pass their test benches: {row['numbers']:,} numbers are equal.\n"
        )
        yield from (Fault(f"* **{line}**\n") for line in row["failed"])
    areas = [row for row in rows if "area" in row.case]
    if areas:
        yield "## Arrays in transistors\n"
        yield (
            "Static register files, words of 32 bits, by Yosys, as of `xyzmap area`: `sum` adds up"
            " prices of pieces, as `prune_arch --cost area` minimises it. Wires, context"
            " memory and sequencer are not counted.\n"
        )
        yield columns(
            areas,
            ("array", lambda row: f"`{row['area']}`"),
            ("slots", lambda row: row["slots"]),
            ("registers", lambda row: row["registers"]),
            ("units", lambda row: grouped(row["units"])),
            ("transistors", lambda row: grouped(row["total"])),
            ("sum", lambda row: grouped(row["sum"])),
            ("off", lambda row: f"{100 * (row['sum'] / row['total'] - 1):+.1f} %"),
            ("s", lambda row: row["seconds"]),
        )


PAGE = Page(
    "trust",
    "Why answers can be trusted",
    "Answers, certificates and interrupted commands, checked by independent programs."
    " Searches for IIs count registers.",
    cells,
    tables,
    smoke=[
        {"question": "min_cycles", "name": "accumulating dot product"},
        {"hardware": "verilog"},
        {"system": "agreement"},
    ],
    shorter={"100": "1", "300": "2"},
)
