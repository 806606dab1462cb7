"""What certificates cost: searches with and without one, and their verification.

`python -m bench.certificates` runs whole processes in turn, plain search, search with certificate,
verification, on instances of the other pages, and writes `docs/results/certificates.md`.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from bench.asker import texts
from bench.counted import COUNTED, SAID
from bench.figures import mean
from bench.frame import Asker, Namespace, Parts, bench, number, some, time_limit
from bench.page import columns
from bench.proofs import proven
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
from models.streaming.program import program_to_json
from solvers.questions.entries import Entry

PRUNED = 6
"""Tasks of the page on pruning; the others take many minutes each."""
SPARSE = ("110011101", "111110011", "111111110")


@dataclass(frozen=True)
class Case:
    """A question: `files` are written first, and `{NAME}` in `words` stands for the path of one."""

    name: str
    files: dict[str, str]
    words: tuple[str, ...]


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
    return Case(name, texts(dfg, arch), ("solvers.min_cycles", "{dfg}", "{arch}", *words))


def _intervals() -> Iterator[Case]:
    for loop in SMALL:
        for array in ("satmapit:2x2,io=memory", "satmapit:3x3,io=memory", "hycube:4x4,io=memory"):
            files = {"dfg": dfg_to_json(kernel_loop(loop, 1))}
            yield Case(f"{loop} on {array}", files, ("solvers.min_ii", "{dfg}", array, *COUNTED))


def _streaming() -> Iterator[Case]:
    specs = ["distance", "vector_add:8", "fir:8", "ifft_loop", "ifft:8:simd:sources", "ifft:8:simd"]
    specs += [f"random:{size}:{seed}" for size in (20, 30) for seed in (0, 1)]
    specs.append("ifft:16:simd:sources")
    asked = [(spec, "II 6", ("--ii", "6")) for spec in specs]
    least = ("distance", "vector_add:8", "ifft_loop")
    asked += [(spec, "least II", ("--objective", "ii")) for spec in least]
    for spec, what, words in asked:
        files = {"program": program_to_json(build(spec))}
        yield Case(f"{spec}, {what}", files, ("solvers.streaming", "{program}", *words))


def _pruning() -> Iterator[Case]:
    for task in tasks()[:PRUNED]:
        files = task.files()
        names = [f"{{{name}}}" for name in files]
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

    name: str
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


def measured(asker: Asker, case: Case, repeats: int, limit: float) -> Measured:
    """Ask a question `repeats` times, each time without and with a certificate."""
    plain: list[Entry] = []
    certified: list[Entry] = []
    for n in range(repeats):
        asked = (asker, case.words, case.files, limit)
        plain.append(proven(*asked, verify=False, certificate=False, again=n))
        certified.append(proven(*asked, again=n))
    last = certified[-1]
    value = next((f"{last[name]} {name}" for name in ("ii", "cycles") if last[name]), "")
    return Measured(
        case.name,
        f"{last['status']} {value}".strip(),
        statistics.median(entry["seconds"] for entry in plain),
        statistics.median(entry["seconds"] for entry in certified),
        statistics.median(entry["verify_seconds"] or 0.0 for entry in certified),
        max(entry["verify_megabytes"] or 0 for entry in certified),
        last["verify"],
    )


@bench(
    "certificates",
    "What certificates cost",
    number("--repeats", 3, "(default 3)"),
    time_limit(300),
    some("--only", SECTIONS, "SECTION"),
    number("--cases", None, "of each section"),
    smoke="--repeats 1 --cases 1 --only min_cycles min_ii streaming",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Measure all sections."""
    limit = options.time_limit
    found = {
        name: [
            measured(asker, case, options.repeats, limit)
            for case in islice(SECTIONS[name](), options.cases)
        ]
        for name in options.only
    }
    yield from page(found)


def page(found: dict[str, list[Measured]]) -> Parts:
    """Yield the parts of the page."""
    every = [own for each in found.values() for own in each]
    rows = [own for own in every if own.outcome == "verified"]
    long = [own for own in rows if own.plain > 1]
    without = [own.name for own in every if own.outcome != "verified"]
    total = sum(own.certified for own in long) / (sum(own.plain for own in long) or 1)
    yield (
        "Wall time of whole processes, with the start of Python: a search without a certificate,"
        " the same search with one, and `python -m solvers.verify`, in turn. Megabytes are those of"
        f" the verification.{SAID}\n"
    )
    yield (
        f"Verification to search: median {_median(own.ratio for own in rows)}; of the {len(long)}"
        f" searches that took more than a second, median {_median(own.ratio for own in long)}, at"
        f" most {max((own.ratio for own in long), default=0):.2f}. A certificate makes a search"
        f" {_median(own.certified / own.plain for own in rows)} times as long (median; {total:.2f}"
        f" times, summed over those of more than a second). {len(rows)} of {len(every)} are"
        f" verified, and counted here{', not ' + '; '.join(without) if without else ''}.\n"
    )
    for section, each in found.items():
        yield f"## {section}\n"
        yield columns(
            each,
            ("instance", lambda own: own.name),
            ("answer", lambda own: own.answer),
            ("search s", lambda own: own.plain),
            ("with certificate", _certified),
            ("verify s", _verified),
            ("verify / search", lambda own: own.ratio),
            ("MB", lambda own: round(own.megabytes)),
        )


def _median(values: Iterable[float]) -> str:
    return mean([statistics.median(found)]) if (found := list(values)) else mean([])


def _certified(own: Measured) -> str:
    return f"{own.certified:.2f} ({own.certified / own.plain:.2f} ×)"


def _verified(own: Measured) -> str:
    return f"{own.verified:.2f}" + ("" if own.outcome == "verified" else f" ({own.outcome})")


if __name__ == "__main__":
    sys.exit(main())
