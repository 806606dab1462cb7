"""Problems with switches: a small one made by hand, and random ones with random mappings."""

from __future__ import annotations

import random

from msgspec.structs import replace

from models.data.architecture import Architecture, Component, InitialContents, Path
from models.data.dfg import Dfg, Operator
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.data.problem import Problem
from models.judge.checker import check
from tests.models.mappings import ADD, Case, mapping, memory, operation

HORIZON = 6


def ring_of_switches(**fields: object) -> Case:
    """Two inputs go round a ring of three switches to an element, and their sum leaves it.

    Every path between switches is one hop. `fields` are those of the architecture.
    """
    dfg = Dfg("sum", (ADD,), ("a", "b"), (operation("d", "+", "a", "b"),), ("d",))
    switches = [Component(f"s{n}", switch=True, capacity=0) for n in range(3)]
    arch = Architecture(
        "switches",
        (memory(), Component("pe", issue=1, capacity=2, routing_issues=True), *switches),
        (
            Path("in", ("ext",), ("s0",)),
            *(Path(f"r{n}", (f"s{n}",), (f"s{(n + 1) % 3}",), hops=1) for n in range(3)),
            Path("stop", ("s2",), ("pe",)),
            Path("out", ("pe",), ("ext",)),
        ),
        "ext",
    )
    return mapping(
        Problem(dfg, replace(arch, **fields)),
        3,
        ["a ext 0 0", "b ext 0 0", "d pe 1 1", "d ext 2 2"],
        "a in 1,a r0 1,a r1 1,a stop 1,b in 1,b r0 1,b r1 1,b stop 1,d out 2",
        "d pe 1",
    )


def wandering(seed: int, contexts: int | None) -> Case:
    """A random machine in which values go wherever they can, and limits near what that takes.

    All items but those beyond a limit are legal; the result may be missing.
    """
    source = random.Random(f"{seed} {contexts}")
    add = replace(ADD, latency=source.choice((1, 1, 2)))
    results = source.choice((("d",), ("a", "d")))
    dfg = Dfg("wander", (add,), ("a", "b"), (operation("d", "+", "a", "b"),), results)
    elements = [
        Component(
            f"f{n}",
            issue=source.randint(1, 3),
            initial="all",
            transient=source.random() < 0.2,
            routing_issues=source.random() < 0.7,
        )
        for n in range(3)
    ]
    switches = [
        Component(f"s{n}", switch=True, capacity=source.choice((0, 0, None))) for n in range(3)
    ]
    places = [part.name for part in (*elements, *switches)]
    ends = [((a,), (b,)) for a in places for b in places if a != b and source.random() < 0.5]
    ends += [(tuple(source.sample(places, 2)), (source.choice(places),)) for _ in range(2)]
    ends += [((source.choice(places),), tuple(source.sample(places, 2))) for _ in range(2)]
    ends += [((name,), ("ext",)) for name in source.sample(places, 3)]
    paths = tuple(
        Path(f"p{n}", *both, latency=int(source.random() < 0.15), hops=source.randint(0, 2))
        for n, both in enumerate(ends)
    )
    arch = Architecture(
        "wander",
        (Component("ext", initial=InitialContents()), *elements, *switches),
        paths,
        "ext",
        max_hops=source.choice((None, None, 2, 3, 4)),
        max_routes=source.choice((None, None, 1, 2, 4)),
    )
    problem = Problem(dfg, arch, contexts)
    return problem, _walk(source, problem, add)


def _walk(source: random.Random, problem: Problem, add: Operator) -> Mapping:
    """Let everything happen at random that can happen."""
    parts = problem.arch.components
    held = {(v, part.name) for part in parts for v in problem.initial_inputs(part.name)}
    held = {pair for pair in sorted(held) if source.random() < 0.5}
    holds, transfers, issues = [Held(v, p, 0) for v, p in sorted(held)], set(), set()
    landing: set[tuple[str, str]] = set()
    completing: list[set[tuple[str, str]]] = [set() for _ in range(HORIZON + 2)]
    for cycle in range(1, HORIZON):
        arrived, landing = landing, set()
        for _ in range(60):
            path, value = source.choice(problem.arch.paths), source.choice(("a", "b", "d"))
            there = any(
                (value, s) in held
                or ((value, s) in arrived and problem.arch.component_by_name[s].switch)
                for s in path.sources
            )
            if there and cycle + path.latency < HORIZON:
                transfers.add(Transfer(value, path.name, cycle + path.latency))
                (landing if path.latency else arrived).update((value, t) for t in path.targets)
        for part in parts:
            ready = {v for v, p in held | arrived if p == part.name} >= {"a", "b"}
            if ready and part.issue and cycle + add.latency <= HORIZON and source.random() < 0.3:
                issues.add(Issue("d", part.name, cycle))
                completing[cycle + add.latency - 1].add(("d", part.name))
        kept = {pair for pair in held if not problem.arch.component_by_name[pair[1]].transient}
        possible = sorted(kept | arrived | completing[cycle])
        held = {
            (value, place)
            for value, place in possible
            if problem.may_hold(value, place) and source.random() < 0.7
        }
        holds += [Held(v, p, cycle) for v, p in sorted(held)]
    return Mapping(
        dfg="wander",
        architecture="wander",
        horizon=HORIZON,
        contexts=problem.contexts,
        holds=tuple(holds),
        transfers=tuple(sorted(transfers, key=str)),
        issues=tuple(sorted(issues, key=str)),
    )


def legal_wandering(seed: int, contexts: int | None) -> Case:
    """The same, with limits that are just wide enough, and the results in place."""
    for attempt in range(1000):
        problem, full = wandering(seed * 1000 + attempt, contexts)
        arch = problem.arch
        for _ in range(40):
            broken = {violation.rule for violation in check(problem, full)}
            if not broken:
                return problem, full
            if broken <= {"hops", "routes", "10 issue"}:
                wider = tuple(replace(p, issue=p.issue + 1) for p in arch.components)
                arch = replace(
                    arch,
                    components=wider if "10 issue" in broken else arch.components,
                    max_hops=(arch.max_hops or 0) + 1 if "hops" in broken else arch.max_hops,
                    max_routes=(arch.max_routes or 0) + 1
                    if "routes" in broken
                    else arch.max_routes,
                )
                problem = replace(problem, arch=arch)
    raise AssertionError(f"no legal mapping from seed {seed}")


def with_arch(case: Case, **fields: object) -> Case:
    """The case with other fields of the architecture."""
    problem, full = case
    return replace(problem, arch=replace(problem.arch, **fields)), full


def without(full: Mapping, *gone: Transfer | Held) -> Mapping:
    """The mapping without some X and Y."""
    return replace(
        full,
        holds=tuple(item for item in full.holds if item not in gone),
        transfers=tuple(item for item in full.transfers if item not in gone),
    )
