"""What each heuristic of the race finds alone: every number of `docs/results/members.md`.

`python -m bench.members` puts loops that nearly fill an array to one heuristic at a time, at the
interval that is planted, or known to have a mapping. `--resume FILE` keeps what is done.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from archs.presets import architecture_preset
from bench.frame import Asker, Namespace, Parts, bench, jobs, number, time_limit
from bench.loop_sets import with_constants
from bench.page import table
from bench.workers import answered
from heuristics.modulo import modulo_schedule
from heuristics.transport import transport_schedule
from learn.labels.planted import planted_loop
from models.data.dfg import Dfg
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.formats.dfg_json import dfg_to_json
from solvers.questions.entries import Entry, digest
from solvers.search.adjacent import adjacent_schedule
from solvers.search.guided import annealed, annealed_by_labels, annealed_by_levels
from solvers.search.heuristic_process import HopelessError
from solvers.search.interval_plans import LABELS, LEVELS, Left, Step, sweep
from solvers.search.messages import Message, Proposal
from solvers.search.named_heuristics import prepare
from solvers.search.plan_process import run_plan

CONSTANTS = (
    ("bicg ×2", "lisa:3x3,io=memory", 2),
    ("bicg ×3", "lisa:3x3,io=memory", 3),
    ("gemver ×2", "lisa:3x3", 2),
    ("gemver ×3", "lisa:3x3", 3),
    ("mvt ×2", "lisa:3x3,io=memory", 2),
    ("mvt ×3", "lisa:3x3,io=memory", 3),
    ("atax ×3", "lisa:4x4", 1),
    ("gemver ×3", "lisa:4x4,registers=1", 2),
    ("syrk ×2", "lisa:4x4,registers=1", 1),
)
"""Unrolled bodies whose constants are operations: an array, and an II that has been found there."""

PLANTED = (
    ("satmapit:3x3,waits=yes", 3),
    ("satmapit:3x3,waits=yes", 4),
    ("satmapit:4x4,waits=yes", 3),
    ("satmapit:4x4,waits=yes", 4),
)
"""Arrays and intervals of loops that are drawn with a mapping."""


def plain(problem: Problem, seed: int, deadline: float) -> Mapping | None:
    """Anneal without labels."""
    return annealed(problem, None, seed, deadline)


Member = Callable[..., Mapping | None]

MEMBERS: dict[str, Member] = {
    "modulo": modulo_schedule,
    "transport": transport_schedule,
    "annealing": plain,
    "by levels": annealed_by_levels,
    "by labels": annealed_by_labels,
    "by SAT": adjacent_schedule,
}


def raced(without: tuple[str, ...]) -> Member:
    """Return the heuristics of the race, which take turns as they do beside solvers."""

    def race(problem: Problem, seed: int, deadline: float) -> Mapping | None:
        def plan(left: Left) -> Iterator[Step]:
            for step in sweep(left):
                seconds = min(step.seconds, deadline - time.perf_counter())
                if seconds <= 0:
                    return
                if step.by not in without:
                    yield step._replace(seconds=seconds)

        assert problem.contexts is not None
        found: list[Mapping] = []

        def send(message: Message) -> None:
            if isinstance(message, Proposal):
                found.append(message.mapping)

        run_plan(problem, plan, problem.contexts, problem.contexts, seed, send)
        return found[0] if found else None

    return race


RACES: dict[str, Member] = {
    "race": raced(()),
    "race by levels": raced((LABELS,)),
    "race without labels": raced((LABELS, LEVELS)),
}
"""The race without solvers: with labels of networks, with trivial ones, and with none."""

EVERY = {**MEMBERS, **RACES}


@dataclass(frozen=True)
class Try:
    """A member at an interval of a loop."""

    loop: str
    dfg: Dfg
    array: str
    interval: int
    member: str
    seed: int
    limit: float

    def key(self) -> dict[str, object]:
        """What the answer depends on."""
        named = {name: getattr(self, name) for name in ("array", "interval", "member", "seed")}
        return {
            "loop": self.loop,
            **named,
            "limit": self.limit,
            "dfg": digest(dfg_to_json(self.dfg)),
        }


def measure(one: Try) -> Entry:
    """Return whether the member finds a mapping, and in which time."""
    problem = Problem(one.dfg, architecture_preset(one.array), one.interval)
    begun = time.perf_counter()
    try:
        found = EVERY[one.member](problem, one.seed, deadline=begun + one.limit)
    except HopelessError:
        found = None
    return {"found": found is not None, "seconds": round(time.perf_counter() - begun, 2)}


@bench(
    "members",
    "Members of the race, one at a time",
    time_limit(10, "of a try"),
    time_limit(30, "of a try of the race", "--race"),
    number("--seeds", 2, "tries of each member and loop"),
    jobs(2, "tries at a time"),
    number("--loops", None, "only the first so many of each kind"),
    smoke="--time-limit 0.1 --race 0.1 --seeds 1 --jobs 1 --loops 1",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Try every member at every loop."""
    yield (
        "Loops that nearly fill an array, at an II that has a mapping: unrolled bodies whose"
        " constants are operations on LISA's arrays, and loops that are drawn with a mapping on"
        f" SAT-MapIt's. `1.2 · –`: the seconds of {options.seeds} tries of"
        f" {options.time_limit:g} s each, with other seeds; `–` found nothing. `modulo` is modulo"
        " scheduling, `transport` placement by transport; annealing is without labels, by levels"
        " and constants, or by labels of the network for all arrays; `by SAT` is the model of"
        " places and cycles, for that machine only. The race is that"
        f" of `min_ii` without solvers, {options.race:g} s each: with labels of the networks, with"
        " levels in the place of these, and without either.\n"
    )
    seeds, every = range(options.seeds), list(loops(options.loops))
    cells = [(loop, member) for loop in every for member in EVERY if serves(member, loop[2])]
    limits = dict.fromkeys(MEMBERS, options.time_limit) | dict.fromkeys(RACES, options.race)
    tries = [Try(*loop, member, seed, limits[member]) for loop, member in cells for seed in seeds]
    said = iter(answered(asker, tries, measure, options.jobs, prepare))
    found = {(*loop[::2], loop[3], member): [next(said) for _ in seeds] for loop, member in cells}
    totals, rows = dict.fromkeys(EVERY, 0), list[list[object]]()
    for name, dfg, array, interval in every:
        rows.append([name, len(dfg.operations), f"`{array}`", interval])
        for member in EVERY:
            entries = found.get((name, array, interval, member), [])
            totals[member] += sum(entry["found"] for entry in entries)
            rows[-1].append(
                " · ".join(f"{e['seconds']:.1f}" if e["found"] else "–" for e in entries)
            )
    rows.append(["found", "", "", "", *totals.values()])
    yield table(("loop", "operations", "array", "II", *EVERY), rows)


def serves(member: str, array: str) -> bool:
    """Whether there is anything for a member to do on an array."""
    torus = array.startswith("satmapit")
    return torus if member == "by SAT" else not (torus and member.startswith("race "))


def loops(most: int | None) -> Iterator[tuple[str, Dfg, str, int]]:
    """Yield the name and graph of each loop, or of `most` of each kind, its array and interval."""
    bodies = dict(with_constants())
    for name, array, interval in CONSTANTS[:most]:
        yield name, bodies[name], array, interval
    for array, interval in PLANTED[:most]:
        dfg, _ = planted_loop(architecture_preset(array), interval, 0.9, 0)
        yield "drawn", dfg, array, interval


if __name__ == "__main__":
    sys.exit(main())
