"""PT-Map's Fig. 7 and 8, Table 6 and Fig. 9, ours: `python -m bench.programs`.

Whole processes of `programs.optimize` on the eleven applications and four arrays: nothing
transformed, orders of loops alone (as IP), fusion and fission as well (as PBP), and all, by the
lower bound of intervals and by a network where there are weights. Writes
`docs/results/programs.md`; `--resume FILE` keeps what is done across interruptions.
"""

from __future__ import annotations

import argparse
import functools
import json
import math
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from bench.lisa_ask import together
from bench.measure import run as run_process
from bench.measure import table, write
from bench.resume import Entry, Resume, digest
from models.process.command import guarded, positive, seconds
from programs.cost import BUFFERS

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
)
BASE = METHODS[0].name

PAGES = {
    "programs": "Programs transformed for arrays",
    "programs_random": "A random search of programs, beside the others",
    "programs_energy": "Energy and delay of programs",
}
"""Of `docs/results`, with their titles."""

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
    " program computed what the C program does wherever it was executed (`checked`).\n"
)

Question: TypeAlias = tuple[str, str, Method, str, int]
"""Application, array, method, mode and scale of the buffer."""
Runs: TypeAlias = dict[tuple[str, str, str, str, int], Entry]


@dataclass(frozen=True)
class Asker:
    """Asks with a time limit; `extra` are macros for smaller sizes, or other options."""

    resume: Resume
    limit: float
    extra: tuple[str, ...] = ()

    def ask(self, application: str, array: str, method: Method, mode: str, scale: int) -> Entry:
        """Return what is found, with the wall time of the process."""
        path = FOLDER / f"{application}.c"
        words = [array, *method.words, "--mode", mode, "--time-limit", f"{self.limit:g}"]
        if scale != 1:
            words += ["--buffer", str(scale * BUFFERS[array].data_bytes)]
        words += self.extra
        key: dict[str, object] = {"tool": "programs", "words": words}
        key["program"] = digest(path.read_text(encoding="utf-8"))
        entry = self.resume.entry(key, lambda: _measure(path, words))
        shown = {name: entry[name] for name in ("cycles", "computing", "proven", "seconds")}
        line = (application, array, method.name, mode, scale, json.dumps(shown))
        print(*line, file=sys.stderr, flush=True)
        return entry


def _measure(path: Path, words: list[str]) -> Entry:
    done = run_process("programs.optimize", str(path), *words, "--json", "--quiet")
    if not done.output:
        raise RuntimeError(f"no answer (exit code {done.code}): {' '.join(done.command)}")
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
        "seconds": round(done.seconds, 2),
        "megabytes": round(done.megabytes),
    }


def run(arguments: Sequence[str] | None = None) -> int:
    """Measure and write the page."""
    parser = argparse.ArgumentParser(prog="bench.programs", description="PT-Map's evaluation")
    known = list(APPLICATIONS)
    parser.add_argument("--applications", nargs="+", choices=known, default=known, metavar="NAME")
    parser.add_argument("--arrays", nargs="+", choices=ARRAYS, default=list(ARRAYS))
    names = [method.name for method in METHODS]
    parser.add_argument("--without", nargs="+", choices=names, default=[], metavar="METHOD")
    parser.add_argument("--no-energy", action="store_true", help="without Fig. 8 (Pareto mode)")
    parser.add_argument("--small", action="store_true", help="the small sizes of the programs")
    parser.add_argument("--time-limit", type=seconds, default=150.0, metavar="S", help="of a run")
    parser.add_argument("--jobs", type=positive, default=1, metavar="N", help="runs at a time")
    parser.add_argument("--page", choices=PAGES, default="programs", help="(default programs)")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished entries here")
    options = parser.parse_args(arguments)
    extra = ("-D", "SMALL") if options.small else ()
    asker = Asker(Resume(options.resume), options.time_limit, extra)
    methods = [m for m in METHODS if m.name not in options.without and available(m)]
    questions = list(_questions(options, methods))
    calls: list[Callable[[], Entry]] = [functools.partial(asker.ask, *q) for q in questions]
    found: Runs = {}
    for (name, array, method, mode, scale), entry in zip(
        questions, together(options.jobs, calls), strict=True
    ):
        found[name, array, method.name, mode, scale] = entry
    command = f"python -m bench.programs --time-limit {options.time_limit:g} --jobs {options.jobs}"
    if options.applications != known:
        command += " --applications " + " ".join(options.applications)
    if options.arrays != list(ARRAYS):
        command += " --arrays " + " ".join(options.arrays)
    if options.without:
        command += " --without " + " ".join(options.without)
    command += " --small" if options.small else ""
    command += " --no-energy" if options.no_energy else ""
    command += f" --page {options.page}" if options.page != "programs" else ""
    parts = page(found, options.applications, options.arrays, methods)
    print(write(options.page, PAGES[options.page], command, parts))
    return 0


def available(method: Method) -> bool:
    """Whether what a method predicts with is there."""
    if "gnn" not in method.words:
        return True
    from models.errors import InputError

    try:
        from learn.intervals import interval_predictor

        interval_predictor()
    except (ImportError, InputError):
        return False
    return True


def _questions(options: argparse.Namespace, methods: Sequence[Method]) -> Iterator[Question]:
    for name in options.applications:
        for array in options.arrays:
            for method in methods:
                yield name, array, method, "performance", 1
                if not options.no_energy and method.guided:
                    for scale in SCALES:
                        yield name, array, method, "pareto", scale


def page(
    found: Runs, applications: Sequence[str], arrays: Sequence[str], methods: Sequence[Method]
) -> list[str]:
    """Return the parts of the page."""
    listed = "\n".join(f"- `{m.name}`: {m.like}." for m in methods)
    parts = [ABOUT, PRINTED, listed + "\n"]
    missing = [method.name for method in METHODS if method not in methods]
    if missing:
        parts.append(f"Left out: {', '.join(missing)}.\n")
    for array in arrays:
        runs = {
            (name, method.name): found[name, array, method.name, "performance", 1]
            for name in applications
            for method in methods
        }
        parts += [f"## {array}: cycles\n", *cycles(runs, applications, methods)]
    if any(mode == "pareto" for *_, mode, _ in found):
        parts += ["## Energy times delay\n", *energy(found, applications, arrays, methods)]
    return parts


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
        rows.append([title, *(f"{mean:.2f}" if mean else "-" for mean in means), "", ""])
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
                row.append(f"{1 / mean:.2f}" if mean else "-")
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
            ratios.append(math.log(base[what] / own[what]))
    return math.exp(statistics.fmean(ratios)) if ratios else None


main = guarded(run, "bench.programs")

if __name__ == "__main__":
    sys.exit(main())
