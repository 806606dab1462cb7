"""What certificates cost: searches with and without one, and their verification.

`python -m bench.certificates` runs whole processes in turn, plain search, search with certificate,
verification, on instances of the other pages, and writes `docs/results/certificates.md`.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from archs.formats.arch_json import architecture_to_json
from bench.measure import Run, run, table, write
from bench.pruning import tasks
from examples.aes import aes
from examples.filters import accumulate
from examples.loops.kernels import SMALL, kernel_loop
from examples.matrices import mmm, sparse
from examples.ring import ring
from examples.streaming import build
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.formats.dfg_json import dfg_to_json
from models.process.command import guarded, positive, seconds
from models.streaming.program import program_to_json

HEADS = ["instance", "answer", "search s", "with certificate", "verify s", "verify / search", "MB"]


PRUNED = 6
"""Tasks of the page on pruning; the others take many minutes each."""
SPARSE = ("110011101", "111110011", "111111110")


@dataclass(frozen=True)
class Case:
    """A question: `files` are written first, their names replacing `{0}`, `{1}`, … in `words`."""

    name: str
    files: tuple[str, ...]
    words: tuple[str, ...]


def cases(section: str) -> Iterator[Case]:
    """Yield the questions of a section."""
    yield from SECTIONS[section]()


def _cycles() -> Iterator[Case]:
    for size in (4, 5, 6):
        yield _mapped(f"ring {size}", *ring(size, "none"))
        yield _mapped(f"ring {size}, MAC", *ring(size, "operator"))
    for size in (4, 6, 8):
        own = ring(size, "pattern")
        yield _mapped(f"ring {size}, any order", *own, "--transform", "auto")
    yield _mapped("aes 3", *aes(3))
    yield _mapped("mmm 3, MAC, 3 contexts", *mmm(3, "operator"), "--contexts", "3")
    yield _mapped("accumulating dot product", *accumulate(), "--contexts", "1")
    for pattern in SPARSE:
        own = sparse(3, pattern, "pattern")
        yield _mapped(f"sparse {pattern}, any order", *own, "--transform", "auto")


def _mapped(name: str, dfg: Dfg, arch: Architecture, *words: str) -> Case:
    files = dfg_to_json(dfg), architecture_to_json(arch)
    return Case(name, files, ("solvers.min_cycles", "{0}", "{1}", *words))


def _intervals() -> Iterator[Case]:
    for loop in SMALL:
        for array in ("satmapit:2x2,io=memory", "satmapit:3x3,io=memory", "hycube:4x4,io=memory"):
            files = (dfg_to_json(kernel_loop(loop, 1)),)
            yield Case(f"{loop} on {array}", files, ("solvers.min_ii", "{0}", array))


def _streaming() -> Iterator[Case]:
    specs = ["distance", "vector_add:8", "fir:8", "ifft_loop", "ifft:8:simd:sources", "ifft:8:simd"]
    specs += [f"random:{size}:{seed}" for size in (20, 30) for seed in (0, 1)]
    specs.append("ifft:16:simd:sources")
    for spec in specs:
        words = ("solvers.streaming", "{0}", "--ii", "6")
        yield Case(f"{spec}, II 6", (program_to_json(build(spec)),), words)
    for spec in ("distance", "vector_add:8", "ifft_loop"):
        words = ("solvers.streaming", "{0}", "--objective", "ii")
        yield Case(f"{spec}, least II", (program_to_json(build(spec)),), words)


def _pruning() -> Iterator[Case]:
    for task in tasks()[:PRUNED]:
        files = (*map(dfg_to_json, task.dfgs), architecture_to_json(task.arch))
        names = [f"{{{n}}}" for n in range(len(files))]
        yield Case(task.name, files, ("solvers.prune_arch", *names, *task.words))


SECTIONS: dict[str, Callable[[], Iterator[Case]]] = {
    "min_cycles": _cycles,
    "min_ii": _intervals,
    "streaming": _streaming,
    "prune_arch": _pruning,
}


@dataclass(frozen=True)
class Measured:
    """One question: medians of seconds, and the most megabytes of a verification."""

    case: Case
    answer: str
    plain: float
    certified: float
    verified: float
    megabytes: float
    outcome: str

    @property
    def ratio(self) -> float:
        """Verification to search."""
        return self.verified / self.plain

    def row(self) -> list[object]:
        """The cells of a table."""
        shown = f"{self.verified:.2f}"
        if self.outcome != "verified":
            shown = f"{shown} ({self.outcome})"
        more = f"{self.certified:.2f} ({self.certified / self.plain:.2f} ×)"
        cells = [self.case.name, self.answer, f"{self.plain:.2f}", more, shown]
        return [*cells, f"{self.ratio:.2f}", f"{self.megabytes:.0f}"]


def measured(case: Case, repeats: int, limit: float) -> Measured:
    """Ask a question `repeats` times, each time without and with a certificate."""
    with tempfile.TemporaryDirectory() as folder:
        names = [str(Path(folder) / f"{n}.json") for n in range(len(case.files))]
        for name, text in zip(names, case.files, strict=True):
            Path(name).write_text(text, encoding="utf-8")
        words = [word.format(*names) for word in case.words]
        words += ["--json", "--quiet", "--time-limit", f"{limit:g}"]
        proof = str(Path(folder) / "certificate")
        runs: list[tuple[Run, Run, Run]] = []
        for _ in range(repeats):
            check = ("solvers.verify", proof, "--json", "--time-limit", f"{limit:g}")
            runs.append((run(*words), run(*words, "--certificate", proof), run(*check)))
    plain, certified, verified = (
        statistics.median(own[n].seconds for own in runs) for n in range(3)
    )
    last = runs[-1][2]
    outcome = json.loads(last.output)["outcome"] if last.output else f"exit code {last.code}"
    most = max(own[2].megabytes for own in runs)
    answer = _shown(runs[-1][1])
    return Measured(case, answer, plain, certified, verified, most, outcome)


def _shown(done: Run) -> str:
    if not done.output:
        return f"exit code {done.code}"
    found = done.answer
    value = next((f"{found[name]} {name}" for name in ("ii", "cycles") if found.get(name)), "")
    return " ".join(filter(None, [found["status"], value]))


def main_page(found: dict[str, list[Measured]]) -> list[str]:
    """Return the parts of the page."""
    every = [own for each in found.values() for own in each]
    rows = [own for own in every if own.outcome == "verified"]
    long = [own for own in rows if own.plain > 1]
    without = [own.case.name for own in every if own.outcome != "verified"]
    cost = statistics.median(own.certified / own.plain for own in rows)
    parts = [
        "Wall time of whole processes, with the start of Python: a search without a certificate,"
        " the same search with one, and `python -m solvers.verify`, in turn. Megabytes are those of"
        " the verification.\n",
        f"Verification to search: median {statistics.median(own.ratio for own in rows):.2f}; of the"
        f" {len(long)} searches that took more than a second, median"
        f" {statistics.median(own.ratio for own in long):.2f}, at most"
        f" {max(own.ratio for own in long):.2f}. A certificate makes a search"
        f" {cost:.2f} times as long (median; {_total(long):.2f} times, summed over those of more"
        f" than a second). {len(rows)} of {len(every)} are verified, and"
        f" counted here{', not ' + '; '.join(without) if without else ''}.\n",
    ]
    for section, each in found.items():
        parts += [f"## {section}\n", table(HEADS, [own.row() for own in each])]
    return parts


def _total(rows: list[Measured]) -> float:
    return sum(own.certified for own in rows) / sum(own.plain for own in rows)


def run_all(arguments: Sequence[str] | None = None) -> int:
    """Measure and write the page."""
    parser = argparse.ArgumentParser(prog="bench.certificates", description="cost of certificates")
    parser.add_argument("--time-limit", type=seconds, default=300.0, metavar="S", help="of a run")
    parser.add_argument("--repeats", type=positive, default=3, metavar="N", help="(default 3)")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=list(SECTIONS))
    options = parser.parse_args(arguments)
    found: dict[str, list[Measured]] = {}
    for section in options.only:
        measure = partial(measured, repeats=options.repeats, limit=options.time_limit)
        found[section] = []
        for case in cases(section):
            found[section].append(measure(case))
            print(section, *found[section][-1].row(), sep=" | ", file=sys.stderr, flush=True)
    command = f"python -m bench.certificates --repeats {options.repeats}"
    command += f" --time-limit {options.time_limit:g}"
    print(write("certificates", "What certificates cost", command, main_page(found)))
    return 0


main = guarded(run_all, "bench.certificates")

if __name__ == "__main__":
    sys.exit(main())
