"""Random problems, damaged certificates, disturbed runs: `python -m tests.adversary`.

Three attempts to get a false answer. Tiny random problems are compared with naive oracles that are
written from the documentation alone. Genuine certificates are damaged by rules, and must not be
verified unless what they then claim is true. Commands are disturbed while they run, and must say
nothing that is not so. Writes `docs/results/adversary.md`; the exit code is 1 if anything was
false, or crashed, hung or filled the memory.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from bench.frame import Asker, Fault, Namespace, Parts, bench, jobs, number, option
from bench.page import table
from models.process.command import natural
from solvers.questions.entries import Entry
from tests.adversary.case import BAD, Outcome
from tests.adversary.material import TRIES, write_material
from tests.adversary.workers import Case, Work, outcomes

CASES = {"problems": 3000, "tamperings": 6000, "interferences": 400}
SECONDS = {"problems": 180.0, "tamperings": 30.0, "interferences": 200.0}
"""After which a case hangs, on a machine that does other work."""
SHARES = {"fewest cycles": 55, "streaming": 25, "smallest interval": 10, "pruning": 10}
"""Of a hundred problems."""


def problem(case: Case) -> Outcome:
    """Compare one problem with an oracle."""
    from tests.adversary.problems import fewest_cycles, smallest_interval
    from tests.adversary.pruning import pruning
    from tests.adversary.streaming import streaming

    kinds: dict[str, Callable[[int], int]] = {
        "fewest cycles": fewest_cycles,
        "smallest interval": smallest_interval,
        "streaming": streaming,
        "pruning": pruning,
    }
    begun = time.monotonic()
    count = kinds[case.kind](case.seed)
    spent = time.monotonic() - begun
    return Outcome(case.part, case.kind, case.seed, "agrees", "", count, spent)


def kind_of(seed: int) -> str:
    """Return the question of the problem with this seed."""
    place = seed * 37 % 100
    for kind, share in SHARES.items():
        place -= share
        if place < 0:
            return kind
    raise AssertionError


@dataclass
class Attack:
    """What does the cases; what they need is written to the folder when it is needed first."""

    folder: Path
    options: Namespace

    def done(self, part: str, seeds: range) -> Entry:
        """Do some cases of a part; what may not be is told at once."""
        works: dict[str, Callable[[], Work]] = {
            "problems": lambda: problem,
            "tamperings": lambda: self.tampering,
            "interferences": lambda: self.interference,
        }
        begun, work, found = time.monotonic(), works[part](), []
        cases = [
            Case(part, kind_of(n) if part == "problems" else "any", n, SECONDS[part]) for n in seeds
        ]
        for one in outcomes(cases, work, self.options.jobs):
            found.append(one)
            if one.bad:
                text = f"{part} {one.seed} {one.kind}: {one.verdict}: {one.what}"
                print(text.encode("ascii", "backslashreplace").decode(), file=sys.stderr)
        return counted(found) | {"seconds": round(time.monotonic() - begun, 1)}

    def folders(self, *names: str) -> Iterator[Path]:
        """Make folders."""
        for name in names:
            (self.folder / name).mkdir(exist_ok=True)
            yield self.folder / name

    @cached_property
    def tampering(self) -> Work:
        """Genuine certificates, to be damaged."""
        from tests.adversary.tampering import Tampering

        genuine, scratch = self.folders("material", "scratch")
        return Tampering(write_material(genuine, 0, self.options.material), scratch)

    @cached_property
    def interference(self) -> Work:
        """Commands whose answers are known, to be disturbed."""
        from tests.adversary.interference import Interference, command_of, known, write_inputs

        inputs, undisturbed, scratch = self.folders("inputs", "undisturbed", "scratch")
        write_inputs(inputs)
        names = sorted({command_of(n) for n in seeds_of(self.options, "interferences")})
        return Interference(inputs, known(inputs, undisturbed, names), scratch)


def seeds_of(options: Namespace, part: str) -> range:
    """Return the cases of a part."""
    return range(options.seed, options.seed + getattr(options, part))


def counted(found: Sequence[Outcome]) -> Entry:
    """Return how many cases of each kind had each verdict, and what is to be looked at."""
    kinds: dict[str, Counter[str]] = {}
    longest: dict[str, float] = {}
    shown = []
    found = sorted(found, key=lambda one: one.seed)
    for one in found:
        kinds.setdefault(one.kind, Counter())[one.verdict] += 1
        longest[one.kind] = max(longest.get(one.kind, 0.0), round(one.seconds, 3))
        if one.bad or one.verdict == "undecided":
            shown.append({name: getattr(one, name) for name in ("seed", "kind", "verdict", "what")})
    return {
        "status": next((one.verdict for one in found if one.bad), "true"),
        "compared": sum(one.count for one in found),
        "kinds": kinds,
        "longest": longest,
        "shown": shown,
    }


def verdicts(entries: Sequence[Entry], kind: str = "all") -> Counter[str]:
    """Return how many cases of a kind had each verdict."""
    sums = Counter[str]()
    for entry in entries:
        for name, counts in entry["kinds"].items():
            if kind in (name, "all"):
                sums.update(counts)
    return sums


def page(found: Mapping[str, Sequence[Entry]], seed: int, processes: int) -> Parts:
    """Yield the parts of the page."""
    yield (__doc__ or "").split("\n\n", 1)[1]
    every = [(part, entry) for part, entries in found.items() for entry in entries]
    shown = [(part, one) for part, entry in every for one in entry["shown"]]
    bad = [(part, one) for part, one in shown if one["verdict"] in BAD]
    counts = Counter(one["verdict"] for _, one in bad)
    words = ", ".join(f"{counts[verdict]} {WORDS[verdict]}" for verdict in BAD)
    seconds = sum(entry["seconds"] for _, entry in every)
    yield f"Seeds from {seed} on, {seconds:.0f} s on {processes} processes: **{words}**.\n"
    heads = ["part", "cases", "compared", *(WORDS[verdict] for verdict in BAD)]
    rows: list[list[object]] = []
    for part, entries in found.items():
        sums = verdicts(entries)
        compared = sum(entry["compared"] for entry in entries)
        rows.append([part, sums.total(), compared, *(sums[verdict] for verdict in BAD)])
    yield table(heads, rows)
    yield "`--seed S` with the number of one part 1, and of the others 0, does the case S again.\n"
    for part, entries in found.items():
        if entries:
            yield f"## {part.capitalize()}\n"
            yield ABOUT[part]
            yield _kinds(entries)
    undecided = [one for _, one in shown if one["verdict"] == "undecided"]
    if undecided:
        yield "## Verified, and not decided by an oracle\n"
        yield from (f"- {one['seed']}: {_code(one['what'])}" for one in undecided)
    yield f"\n## What may not be: {len(bad) or 'nothing'}\n"
    for part, one in bad:
        yield Fault(
            f"- {part} {one['seed']}, {one['kind']}: {one['verdict']}: {_code(one['what'])}"
        )


WORDS = {"false": "false", "crash": "crashes", "hang": "hangs", "memory": "out of memory"}
ABOUT = {
    "problems": (
        "Each problem has up to a few operations and components, with register files, transient"
        " places, latencies, ports, buses, switches, shared limits, effects, order edges, contexts,"
        " patterns and reordering. The oracle has one Boolean for every X, Y and Z of"
        " [the model](../model.md) and asks CP-SAT, horizon by horizon; streaming programs are"
        " mapped in all ways, and arrays pruned in all ways. `compared` counts the oracle's"
        " answers. Some are asked by the command line. Every certificate is verified.\n"
    ),
    "tamperings": (
        "Genuine certificates of all questions and reasons, each damaged by one to three rules, by"
        " what the first one did. `true as before`: verified, and the claim says no more than the"
        " original one; `true otherwise`: verified, and an oracle says that it is true. The"
        " verifier has 3 s, 2 s more count as a hang, and 1 GB of memory; one of 25 is a process of"
        " its own.\n"
    ),
    "interferences": (
        "Commands on small questions whose answers are known, by what was done to them. Their"
        " answer, exit code and files must fit what is known, certificates must hold, and no"
        " process may stay.\n"
    ),
}


def _kinds(entries: Sequence[Entry]) -> str:
    """A table of what became of each kind."""
    seconds = [each for entry in entries for each in entry["longest"].items()]
    sums = verdicts(entries)
    shown = sorted(sums, key=lambda verdict: (-sums[verdict], verdict))
    rows: list[list[object]] = []
    for kind in [*sorted({kind for kind, _ in seconds}), "all"]:
        own = verdicts(entries, kind)
        longest = max(spent for name, spent in seconds if kind in (name, "all"))
        each = [own[verdict] or "" for verdict in shown]
        rows.append([kind, own.total(), *each, f"{longest:.1f}"])
    return table(["kind", "cases", *shown, "longest, s"], rows)


def _code(text: str) -> str:
    return "`" + text.replace("`", "'").encode("ascii", "backslashreplace").decode() + "`"


@bench(
    "adversary",
    "The adversary",
    *(option(f"--{part}", type=natural, default=of, metavar="N") for part, of in CASES.items()),
    option("--seed", type=natural, default=0, metavar="S", help="the first one (0)"),
    jobs(2),
    option(
        "--material",
        type=natural,
        default=TRIES,
        metavar="N",
        help=f"problems that are asked for certificates ({TRIES})",
    ),
    number("--batch", 100, "cases that are a measurement (100)"),
    smoke="--seed 107 --problems 1 --tamperings 1 --interferences 1 --material 1 --jobs 1",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Attack everything."""
    found: dict[str, list[Entry]] = {part: [] for part in CASES}
    with tempfile.TemporaryDirectory(prefix="adversary-", ignore_cleanup_errors=True) as place:
        attack = Attack(Path(place), options)
        for part, entries in found.items():
            every = seeds_of(options, part)
            for first in range(0, len(every), options.batch):
                seeds = every[first : first + options.batch]
                key: dict[str, object] = {"part": part, "seed": seeds.start, "cases": len(seeds)}
                if part == "tamperings":
                    key["material"] = options.material
                measure = partial(attack.done, part, seeds)
                entries.append(asker.entry(key, measure, lambda entry: entry["status"] == "true"))
    yield from page(found, options.seed, options.jobs)


if __name__ == "__main__":
    sys.exit(main())
