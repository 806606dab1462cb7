"""PT-Map's Fig. 7 and 8, Table 6 and Fig. 9, ours: `python -m bench.programs`.

Whole processes of `programs.optimize` on the eleven applications and four arrays: nothing
transformed, orders of loops alone (as IP), fusion and fission as well (as PBP), and all, by the
lower bound of intervals and by a network where there are weights. Writes
`docs/results/programs.md`, or `docs/results/programs_random.md` and
`docs/results/programs_energy.md` of some of it.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from bench.asker import Run
from bench.counted import COUNTED, SAID
from bench.frame import Asker, Namespace, Parts, bench, jobs, option, some, time_limit
from bench.page import table
from bench.workers import together
from programs.cost import BUFFERS
from solvers.questions.entries import Entry

FOLDER = Path(__file__).resolve().parents[1] / "examples" / "programs"

APPLICATIONS = {
    "gemver": "GEM",
    "trisolv": "TRI",
    "covariance": "COV",
    "doitgen": "DOI",
    "3mm": "TMM",
    "atax": "ATA",
    "blur2d": "BLU",
    "harris": "HAR",
    "convolution": "CON",
    "transposed_convolution": "TCO",
    "winograd": "WIN",
}
"""In the order of the paper, with its names."""

ARRAYS = ("s4", "r4", "h6", "sl8")


@dataclass(frozen=True)
class Method:
    """A column: the command's options, and whom it is comparable with."""

    name: str
    words: tuple[str, ...]
    like: str

    @property
    def guided(self) -> bool:
        """Whether it knows what it looks for."""
        return "random" not in self.words


METHODS = (
    Method("none", ("--space", "none"), "RAMP: each loop as it is"),
    Method("interchange", ("--space", "interchange"), "IP: orders of loops"),
    Method("fusion", ("--space", "fusion"), "PBP: fusion, fission and orders"),
    Method("full", (), "all of it, intervals predicted by their lower bounds"),
    Method("gnn", ("--predictor", "gnn"), "all of it, intervals predicted by the network"),
    Method("random", ("--search", "random", "--map-time", "60"), "AL: drawn from it for a minute"),
    Method("random-6s", ("--search", "random", "--map-time", "6"), "the same in a tenth of that"),
)
BASE = METHODS[0].name

PAGES = {
    "programs_random": "A random search of programs, beside the others",
    "programs_energy": "Energy and delay of programs",
}
"""Other pages of `docs/results`, with their titles."""

SCALES = (1, 2)
"""Sizes of the data buffer in multiples of the array's, for energy times delay."""

PRINTED = (
    "The paper's figures, as geometric means over its applications: PT-Map is 1.52 (R4) to 2.49"
    " (SL8) times as fast as IP, 1.41 to 1.80 times as PBP; its EDP is 41.1 % below IP's and 23.2 %"
    " below PBP's, 54.7 % and 37.5 % with buffers of twice the size. Its sizes of problems, its"
    " energies per event, and the way to its memory are not published: compare columns, not"
    " cycles.\n"
)
ABOUT = (
    "Whole processes of `python -m programs.optimize`, wall time with the start of Python. Every"
    " loop of every program is mapped; cycles are counted execution by execution, and the mapped"
    f" program computed what the C program does wherever it was executed (`checked`).{SAID}\n"
)

Question: TypeAlias = tuple[str, str, Method, str, int]
"""Application, array, method, mode and scale of the buffer."""
Runs: TypeAlias = dict[tuple[str, str, str, str, int], Entry]


def asked(asker: Asker, limit: float, extra: Sequence[str], question: Question) -> Entry:
    """Return what is found; `extra` are macros for smaller sizes, or other options."""
    application, array, method, mode, scale = question
    words = ["programs.optimize", "{program}", array, *COUNTED, *method.words, "--mode", mode]
    words += ["--time-limit", f"{limit:g}"]
    if scale != 1:
        words += ["--buffer", str(scale * BUFFERS[array].data_bytes)]
    words += [*extra, "--json", "--quiet"]
    files = {"program": (FOLDER / f"{application}.c").read_text(encoding="utf-8")}
    return asker.ask(words, files, _kept, key={"application": application})


def _kept(done: Run, _: object) -> Entry:
    (region,) = done.answer["regions"]
    winner, own = region["winner"], region["original"]
    names = ("cycles", "computing", "energy", "edp", "proven", "feasible", "transformations")
    entry: Entry = {name: None if winner is None else winner[name] for name in names}
    loops = [] if winner is None else winner["loops"]
    return entry | {
        "original": None if own is None else own["cycles"],
        "loops": [[x["ii"], x["lower_bound"]] for x in loops if x["ii"] is not None],
        "checked": bool(region["checked"] and region["checked"]["ways"]),
        "stopped": region["stopped"],
        "explored": None if region["explored"] is None else region["explored"]["seconds"],
        **done.entry(),
    }


@bench(
    "programs",
    "Programs transformed for arrays",
    time_limit(150),
    jobs(),
    some("--applications", APPLICATIONS, "NAME"),
    some("--arrays", ARRAYS, "ARRAY"),
    option("--without", nargs="+", choices=[m.name for m in METHODS], default=[], metavar="METHOD"),
    option("--small", action="store_true", help="the small sizes of the programs"),
    option("--no-energy", action="store_true", help="without Fig. 8 (Pareto mode)"),
    more=PAGES,
    smoke="--applications trisolv --arrays s4 --small --without interchange fusion full gnn random"
    " random-6s",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Ask every question."""
    extra = ("-D", "SMALL") if options.small else ()
    methods = [m for m in METHODS if m.name not in options.without and available(asker, m)]
    questions = list(_questions(options, methods))
    ask = partial(asked, asker, options.time_limit, extra)
    answers = together(options.jobs, [partial(ask, question) for question in questions])
    found = {
        (name, array, method.name, mode, scale): entry
        for (name, array, method, mode, scale), entry in zip(questions, answers, strict=True)
    }
    yield from page(found, options.applications, options.arrays, methods)


def available(asker: Asker, method: Method) -> bool:
    """Whether what a method predicts with was there."""
    if "gnn" not in method.words:
        return True
    key: dict[str, object] = {"predictor": "gnn"}
    return bool(asker.entry(key, _loaded, lambda entry: bool(entry["available"]))["available"])


def _loaded() -> Entry:
    from models.errors import InputError

    try:
        from learn.intervals import interval_predictor

        interval_predictor()
    except (ImportError, InputError):
        return {"available": False}
    return {"available": True}


def _questions(options: Namespace, methods: Sequence[Method]) -> Iterator[Question]:
    for name in options.applications:
        for array in options.arrays:
            for method in methods:
                yield name, array, method, "performance", 1
                if not options.no_energy and method.guided:
                    for scale in SCALES:
                        yield name, array, method, "pareto", scale


def page(
    found: Runs, applications: Sequence[str], arrays: Sequence[str], methods: Sequence[Method]
) -> Parts:
    """Yield the parts of the page."""
    yield ABOUT
    yield PRINTED
    yield "\n".join(f"- `{m.name}`: {m.like}." for m in methods) + "\n"
    missing = [method.name for method in METHODS if method not in methods]
    if missing:
        yield f"Left out: {', '.join(missing)}.\n"
    for array in arrays:
        runs = {
            (name, method.name): found[name, array, method.name, "performance", 1]
            for name in applications
            for method in methods
        }
        yield f"## {array}: cycles\n"
        yield from cycles(runs, applications, methods)
    if any(mode == "pareto" for *_, mode, _ in found):
        yield "## Energy times delay\n"
        yield from energy(found, applications, arrays, methods)


def cycles(
    runs: dict[tuple[str, str], Entry], applications: Sequence[str], methods: Sequence[Method]
) -> list[str]:
    """Return Fig. 7, or Table 6: cycles by method, and by how much each is faster than `none`."""
    names = [method.name for method in methods]
    last = names.index([method.name for method in methods if method.guided][-1])
    rows: list[list[object]] = []
    for application in applications:
        entries = [runs[application, name] for name in names]
        row: list[object] = [APPLICATIONS[application]]
        row += [_cycles(entry) for entry in entries]
        row.append(_intervals(entries[last]))
        row.append(" / ".join(f"{entry['seconds']:.0f}" for entry in entries))
        rows.append(row)
    for title, what in (("speed-up, computing", "computing"), ("speed-up, all", "cycles")):
        means = [_mean(runs, applications, name, what) for name in names]
        rows.append([title, *means, "", ""])
    heads = ["program", *names, f"II of {names[last]} (at least)", "seconds"]
    longest = max(entry["seconds"] for entry in runs.values())
    return [
        table(heads, rows),
        "Cycles of computation, then those of the whole with contexts and data; `*`: not all"
        " intervals are proven minimal; `fail`: nothing was mapped. Speed-ups are geometric means"
        f" over `{BASE}`, of the programs that both map. Longest run: {longest:.0f} s.\n",
    ]


def energy(
    found: Runs, applications: Sequence[str], arrays: Sequence[str], methods: Sequence[Method]
) -> list[str]:
    """Return Fig. 8: energy times delay over that of `none`, geometric means."""
    rows: list[list[object]] = []
    for array in arrays:
        for scale in SCALES:
            row: list[object] = [array, f"× {scale}"]
            for method in methods:
                runs = {
                    (name, one): found[name, array, one, "pareto", scale]
                    for name in applications
                    for one in (BASE, method.name)
                    if (name, array, one, "pareto", scale) in found
                }
                mean = _mean(runs, applications, method.name, "edp")
                row.append(1 / mean if mean else None)
            rows.append(row)
    return [
        table(["array", "buffer", *(method.name for method in methods)], rows),
        f"Energy × cycles of the whole, Pareto mode, as a share of `{BASE}`: less is better.\n",
    ]


def _cycles(entry: Entry) -> str:
    if entry["cycles"] is None:
        return "fail"
    mark = "" if entry["proven"] else "*"
    return f"{entry['computing']}{mark} ({entry['cycles']})"


def _intervals(entry: Entry) -> str:
    words = [str(ii) if ii == least else f"{ii} ({least})" for ii, least in entry["loops"]]
    return " ".join(words) or "-"


def _mean(
    runs: dict[tuple[str, str], Entry], applications: Sequence[str], name: str, what: str
) -> float | None:
    """Return the geometric mean of what `none` takes over what a method takes."""
    ratios = []
    for application in applications:
        base, own = runs.get((application, BASE)), runs.get((application, name))
        if base and own and base[what] and own[what]:
            ratios.append(base[what] / own[what])
    return statistics.geometric_mean(ratios) if ratios else None


if __name__ == "__main__":
    sys.exit(main())
