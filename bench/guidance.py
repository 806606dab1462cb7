"""What labels bring to annealing on arrays and loops that nothing was trained on: every number of
`docs/results/guidance.md`.

`python -m bench.guidance` anneals without labels, with labels that need no learning, and with those
of the network for all arrays, at the smallest interval at which any of them finds a mapping.
`--resume FILE` keeps what is done.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from statistics import median
from typing import NamedTuple

import numpy as np

from archs.presets import Needs, architecture_preset, suited
from bench.frame import Asker, Namespace, Parts, bench, jobs, number, some, time_limit
from bench.lisa_sets import ARRAYS, delivered
from bench.loop_sets import with_constants
from bench.members import RACES
from bench.page import table
from bench.workers import together, working
from examples.loops.polybench import BODIES, polybench
from learn.labels.planted import planted_loop
from learn.labels.random_dfgs import random_dfg
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.formats.dfg_json import dfg_to_json
from solvers.questions.entries import Entry, digest
from solvers.search.bounds import Arithmetic
from solvers.search.guided import annealed, annealed_by_labels, annealed_by_levels
from solvers.search.named_heuristics import prepare

UNSEEN = tuple(f"random:{900_000 + n}" for n in (1, 4, 5, 14, 19, 32, 33, 37, 38, 41, 47, 54))
"""Drawn arrays; none is equal to one of training, which has numbers below 200,000."""

FILLED = tuple(f"random:{900_000 + n}" for n in (1, 4, 32, 33, 38, 41, 47))
"""Those that loops can be drawn for which nearly fill them."""

FILL = 0.85

MORE = 2
"""Intervals above the first that are tried until something finds a mapping."""

MOST = 64
"""The last interval that is looked at where an array has no last one."""

SEED = 5_000_000
"""The first seed of random loops; those of training are below 200,000."""

SMALL = 20
"""Loops of fewer operations must not lose by labels."""

SAMPLES = 10_000
"""Of the bootstrap of confidence intervals."""


def plain(problem: Problem, seed: int, deadline: float) -> object | None:
    """Anneal without labels."""
    return annealed(problem, None, seed, deadline)


WAYS = {
    "no labels": plain,
    "levels": annealed_by_levels,
    "network": annealed_by_labels,
}

RACED = ("bodies, LISA's arrays", "random loops, drawn arrays", "nearly full, drawn arrays")
"""The groups that are put to the race, too: small loops, and those that are hard."""


class Loop(NamedTuple):
    """A loop of a group on an array, and the first interval to try."""

    group: str
    dfg: str
    operations: int
    array: str
    interval: int


Answer = tuple[Loop, int, dict[str, list[float | None]]]
"""A loop, an interval, and by way the seconds of every seed."""


@dataclass(frozen=True)
class Try:
    """A way at an interval of a loop, with a seed; `dfg` is None where it is not measured."""

    loop: Loop
    dfg: Dfg | None
    interval: int
    way: str
    seed: int
    limit: float

    def key(self) -> dict[str, object]:
        """What the answer depends on."""
        return {
            "dfg": self.loop.dfg,
            "array": self.loop.array,
            "interval": self.interval,
            "way": self.way,
            "seed": self.seed,
            "limit": self.limit,
        }


def measure(one: Try) -> Entry:
    """Return the seconds until a mapping, None where none is found."""
    assert one.dfg is not None
    problem = Problem(one.dfg, architecture_preset(one.loop.array), one.interval)
    begun = time.perf_counter()
    found = (WAYS | RACES)[one.way](problem, one.seed, begun + one.limit)
    spent = time.perf_counter() - begun
    return {"seconds": None if found is None else round(spent, 3)}


def bodies(arrays: Sequence[str], _: int) -> Iterator[tuple[Dfg, str]]:
    """Yield the bodies of PolyBench, whose results are stored."""
    for name in BODIES:
        for array in arrays:
            yield delivered(polybench(name)), array


def unrolled(arrays: Sequence[str], _: int) -> Iterator[tuple[Dfg, str]]:
    """Yield the bodies unrolled twice, each use of a constant an operation."""
    for name, dfg in with_constants():
        if name.endswith("2"):
            for array in arrays:
                yield delivered(dfg), array


def planted(arrays: Sequence[str], count: int) -> Iterator[tuple[Dfg, str]]:
    """Yield loops that were drawn with a mapping, which nearly fill their arrays."""
    for seed in range(count):
        array, interval = arrays[seed % len(arrays)], 2 + seed // len(arrays) % 2
        yield planted_loop(architecture_preset(array), interval, FILL, SEED + seed)[0], array


def drawn(arrays: Sequence[str], count: int) -> Iterator[tuple[Dfg, str]]:
    """Yield random loops of up to 60 operations."""
    for seed in range(count):
        array = arrays[seed % len(arrays)]
        yield random_dfg(architecture_preset(array), SEED + seed, 60), array


GROUPS: dict[str, tuple[Callable[[Sequence[str], int], Iterator[tuple[Dfg, str]]], tuple[str, ...]]]
GROUPS = {
    "bodies, LISA's arrays": (bodies, ARRAYS),
    "bodies ×2, LISA's arrays": (unrolled, ARRAYS),
    "bodies, drawn arrays": (bodies, UNSEEN),
    "bodies ×2, drawn arrays": (unrolled, UNSEEN),
    "random loops, drawn arrays": (drawn, UNSEEN),
    "nearly full, drawn arrays": (planted, FILLED),
}


def loops(name: str, count: int) -> Iterator[tuple[Loop, Dfg]]:
    """Yield the loops of a group that arithmetic leaves an interval to."""
    make, arrays = GROUPS[name]
    for dfg, array in make(arrays, count):
        suitable = suited(array, Needs.of(dfg))
        interval = _first(dfg, suitable)
        if interval is not None:
            known = digest(dfg_to_json(dfg))
            yield Loop(name, known, len(dfg.operations), suitable, interval), dfg


def _first(dfg: Dfg, spec: str) -> int | None:
    """Return the first interval that arithmetic leaves, None where it leaves none."""
    arch = architecture_preset(spec)
    for contexts in range(1, (arch.max_contexts or MOST) + 1):
        try:
            Arithmetic(Problem(dfg, arch, contexts)).first_horizon()
        except InfeasibleError:
            continue
        return contexts
    return None


@bench(
    "guidance",
    "Labels without training for an array",
    time_limit(5, "of a try"),
    number("--race", 10, "seconds of a try of the race"),
    number("--seeds", 5, "tries of each way"),
    number("--loops", 100, "random loops, of each kind"),
    some("--only", GROUPS, "GROUP"),
    number("--most", None, "loops of each group"),
    jobs(2, "tries at a time"),
    smoke='--time-limit 20 --race 20 --seeds 2 --most 1 --jobs 1 --only "bodies, LISA\'s arrays"',
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Try every way at every loop, and the race at some."""
    graphs: dict[str, Dfg] = {}

    def listed(name: str) -> Entry:
        found = list(islice(loops(name, options.loops), options.most))
        graphs.update((loop.dfg, dfg) for loop, dfg in found)
        return {"listed": [loop for loop, _ in found]}

    asked: list[Loop] = []
    for name in options.only:
        key: dict[str, object] = {"group": name, "loops": options.loops, "most": options.most}
        # What is kept of an interrupted run has no graphs.
        found = asker.entry(key, partial(listed, name), lambda _: False)
        asked += [Loop(*loop) for loop in found["listed"]]
    yield (
        "Annealing alone, in processes that stay, at the smallest interval at which any of the"
        f" ways finds a mapping with the first seed, within {options.time_limit:g} s; the lower"
        f" bound and up to {MORE} more are tried. There each way is tried with {options.seeds}"
        " seeds. `levels` are labels that need no learning; the network is that for all arrays,"
        " and has seen none of these arrays and loops. Shares are of tries; in brackets 95 %"
        " intervals of the difference to `network`, by a bootstrap over loops. Seconds are medians"
        " of tries, where a failure counts as the limit.\n"
    )
    with working(asker, measure, options.jobs, prepare) as ask:

        def tried(loop: Loop, interval: int, way: str, seed: int) -> float | None:
            limit = options.race if way in RACES else options.time_limit
            one = Try(loop, graphs.get(loop.dfg), interval, way, seed, limit)
            found: float | None = ask(one)["seconds"]
            return found

        def answer(loop: Loop) -> Answer | None:
            for interval in range(loop.interval, loop.interval + 1 + MORE):
                said = {way: [tried(loop, interval, way, 0)] for way in WAYS}
                if any(each[0] is not None for each in said.values()):
                    ways = [*WAYS, *(RACES if loop.group in RACED else ())]
                    for way in ways:
                        more = range(len(said.get(way, ())), options.seeds)
                        said.setdefault(way, []).extend(
                            tried(loop, interval, way, seed) for seed in more
                        )
                    return loop, interval, said
            return None

        answers = together(options.jobs, [partial(answer, loop) for loop in asked])
    known = [each for each in answers if each is not None]
    hard = [e for e in known if min(_share(e[2][way], 1.0) for way in WAYS) < 1]
    groups = {name: [e for e in known if e[0].group == name] for name in options.only}
    groups |= {"all": known, "not all in 1 s": hard}
    yield compared(groups, tuple(WAYS), "network", (1.0, options.time_limit))
    yield f"{len(asked) - len(known)} of {len(asked)} loops were mapped by none.\n"
    raced = {name: groups[name] for name in RACED if groups.get(name)}
    if raced:
        small = [e for some in raced.values() for e in some if e[0].operations < SMALL]
        yield "## In the race\n"
        yield (
            "The heuristics of `min_ii` in turns, without solvers, at the same interval, up to"
            f" {options.race:g} s: with labels of the network, with levels in the place of these,"
            f" and without either. The last row has the loops of less than {SMALL} operations.\n"
        )
        raced |= {"all of these": [e for some in raced.values() for e in some], "small": small}
        yield compared(raced, tuple(RACES), "race", (1.0, options.race))


def compared(
    groups: dict[str, list[Answer]], ways: tuple[str, ...], best: str, limits: tuple[float, ...]
) -> str:
    """Return a table of shares and medians, with the differences to one of the ways."""
    heads = ["loops", "", *(f"{way}, {s:g} s" for s in limits for way in ways)]
    rows = [_row(name, answers, ways, best, limits) for name, answers in groups.items()]
    return table((*heads, *(f"{way}, median s" for way in ways)), rows)


def _share(seconds: Sequence[float | None], limit: float) -> float:
    return sum(x is not None and x <= limit for x in seconds) / len(seconds)


def _row(
    name: str,
    answers: Sequence[Answer],
    ways: tuple[str, ...],
    best: str,
    limits: tuple[float, ...],
) -> list[object]:
    row: list[object] = [name, len(answers)]
    if not answers:
        return [*row, *[""] * ((len(limits) + 1) * len(ways))]
    for limit in limits:
        shares = {way: np.array([_share(e[2][way], limit) for e in answers]) for way in ways}
        for way, share in shares.items():
            text = f"{share.mean():.1%}"
            if way != best:
                low, high = _interval(shares[best] - share)
                text += f" ({low:+.0%} to {high:+.0%})"
            row.append(text)
    for way in ways:
        spent = [limits[-1] if x is None else x for e in answers for x in e[2][way]]
        row.append(f"{median(spent):.2f}")
    return row


def _interval(differences: np.ndarray) -> tuple[float, float]:
    chance = np.random.default_rng(0)
    picked = chance.integers(0, len(differences), (SAMPLES, len(differences)))
    low, high = np.quantile(differences[picked].mean(axis=1), (0.025, 0.975))
    return float(low), float(high)


if __name__ == "__main__":
    sys.exit(main())
