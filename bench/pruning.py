"""Smallest arrays: what is found and proven, the paper's greedy beside it, and what learning gains.

`python -m bench.pruning` writes `docs/results/pruning.md`. Arrays are pruned by
`python -m solvers.prune_arch` as whole processes. The questions that pruning asks are then asked
again, of one engine that keeps what it learns, of a new engine each, and of a new model of the
smaller array each. `--resume FILE` keeps what is done across interruptions.
"""

from __future__ import annotations

import functools
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import msgspec

from archs.formats.arch_json import architecture_to_json
from archs.presets import architecture_preset
from bench.asker import Run, texts
from bench.frame import Asker, Namespace, Parts, bench, number, some, time_limit
from bench.page import columns, table
from examples.aes import aes
from examples.fft import fft
from examples.filters import fir
from examples.ring import ring
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.features import Parts as Features
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.formats.dfg_json import dfg_to_json
from models.space_time.prunable import Kernel, prunable
from models.space_time.xyz import build
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
from solvers.questions.entries import Entry
from solvers.questions.prune_arch.engine import Ask
from solvers.questions.prune_arch.facts import Facts
from solvers.questions.prune_arch.objective import Objective, scale
from solvers.questions.prune_arch.oracle import Oracle, Verdict
from solvers.questions.prune_arch.run import Pruning
from solvers.search.answer import Question
from solvers.search.cycles import search
from solvers.search.options import SolverOptions

KINDS = ("elements", "memories", "paths")
SOLVERS = ("glucose4", "cadical153", "minisat22")


@dataclass(frozen=True)
class Task:
    """What is pruned: kernels, their array, and the options of the command."""

    name: str
    dfgs: tuple[Dfg, ...]
    arch: Architecture
    words: tuple[str, ...]

    def files(self) -> dict[str, str]:
        """Return the inputs by name, the array last."""
        kernels = {f"dfg{n}": dfg_to_json(dfg) for n, dfg in enumerate(self.dfgs)}
        return {**kernels, "arch": architecture_to_json(self.arch)}


def tasks() -> list[Task]:
    """The arrays that the page lists."""
    kernel = aes(3)[0]
    ring5 = ring(5, "pattern")
    three = (ring(4)[0], fir(8)[0], fft(2)[0])
    found = [
        Task(f"aes, {size}x{size}", (kernel,), architecture_preset(f"mesh:{size}x{size}"), FAST)
        for size in (3, 4, 5)
    ]
    found += [
        Task(f"aes, 3x3, io={io}", (kernel,), architecture_preset(f"mesh:3x3,io={io}"), FAST)
        for io in ("all", "top")
    ]
    found.append(Task("ring 5, MAC", *((ring5[0],), ring5[1]), ("--cycles", "9")))
    mesh = architecture_preset("mesh:3x3")
    found.append(Task("matvec 4, FIR 8, butterfly", three, mesh, ("--cycles", "11,10,7")))
    found.append(Task("the same, 3 cycles more", three, mesh, ("--cycles", "14,13,10")))
    return found


FAST = ("--cycles", "52")
INSTANCES: dict[str, tuple[Callable[[], tuple[Dfg, Architecture]], int]] = {
    "aes, 3x3": (lambda: (aes(3)[0], architecture_preset("mesh:3x3")), 52),
    "ring 3, MAC": (lambda: ring(3, "pattern"), 6),
    "ring 4, MAC": (lambda: ring(4, "pattern"), 9),
    "butterflies of 4, 3x3": (lambda: (fft(4)[0], architecture_preset("mesh:3x3")), 10),
}
"""Kernels, arrays and cycles of the prunings whose questions are asked again."""


@bench(
    "pruning",
    "Smallest arrays",
    time_limit(900, "per array"),
    number("--most", None, "arrays that are pruned (default all)"),
    some("--again", INSTANCES, "ARRAY", "whose questions are asked again"),
    some("--solvers", SOLVERS, "SOLVER", "that are asked again"),
    number("--ring", 5, "size of the ring that the curve is of"),
    smoke="--most 1 --again 'ring 3, MAC' --solvers minisat22 --ring 3",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Measure everything."""
    yield (
        "Arrays pruned by `python -m solvers.prune_arch`, whole processes; `solver` are the\n"
        "seconds of the engine that keeps what it learns, `search` those of whole searches for\n"
        "what it cannot decide. The paper prunes aes on 3x3 in 1.8 s, to four elements.\n"
    )
    limit = ["--time-limit", f"{options.time_limit:g}", "--json", "--quiet"]
    rows = [
        (task.name, how, _pruned(asker, task, how, limit))
        for task in tasks()[: options.most]
        for how in ("greedy", "minimum")
    ]
    yield columns(
        rows,
        ("array", lambda row: row[0]),
        ("how", lambda row: row[1]),
        ("answer", lambda row: row[2]["status"]),
        ("elements", lambda row: row[2]["counts"].get("elements")),
        ("paths", lambda row: row[2]["counts"].get("paths")),
        ("at least", lambda row: _at_least(row[2]["lower_bounds"])),
        ("solver", lambda row: _seconds(row[2]["solve"])),
        ("search", lambda row: _seconds(row[2]["search"])),
        ("whole", lambda row: _seconds(row[2]["seconds"])),
    )
    words = ["solvers.trade_off", "{dfg}", "{arch}", "--cycles", "8-14", "--minimise", "elements"]
    front = asker.ask([*words, *limit], texts(*ring(options.ring, "pattern")), _curve)
    yield (
        f"Ring {options.ring} with multiply-add, `python -m solvers.trade_off … --cycles 8-14\n"
        f"--minimise elements`, {front['seconds']:.1f} s for the whole curve:\n"
    )
    yield columns(
        front["points"],
        ("cycles", lambda point: point["cycles"]),
        ("status", lambda point: point["status"]),
        ("elements", lambda point: point["elements"]),
        ("front", lambda point: "yes" if point["cycles"] in front["front"] else ""),
    )
    yield (
        "The questions that pruning asks (those that an engine decides), asked again in the same\n"
        "order: of one engine that keeps what it learns, of a new engine with the same formula\n"
        "each, and of a model of the smaller array each. Seconds with building and loading.\n"
    )
    again = [row for name in options.again for row in _learnt(asker, name, options.solvers)]
    heads = ["questions of", "number", "solver", *AGAIN]
    yield table(heads, [row for row in again])


def _at_least(bounds: dict[str, int]) -> str | None:
    return ", ".join(f"{bounds[kind]}" for kind in ("elements", "paths") if kind in bounds) or None


def _seconds(spent: float | None) -> str | None:
    return None if spent is None else f"{spent:.1f} s"


def _pruned(asker: Asker, task: Task, how: str, limit: list[str]) -> Entry:
    names = [f"{{{name}}}" for name in task.files()]
    words = ["solvers.prune_arch", *names, *task.words, *["--greedy"] * (how == "greedy")]

    def keep(done: Run, _: object) -> Entry:
        parts = {name: done.answer["seconds"].get(name) for name in ("solve", "search")}
        return done.entry("status", "counts", "lower_bounds") | parts

    return asker.ask([*words, *limit], task.files(), keep)


def _curve(done: Run, _: object) -> Entry:
    points = [
        {name: point[name] for name in ("cycles", "status")}
        | {"elements": point.get("counts", {}).get("elements")}
        for point in done.answer["points"]
    ]
    return {"points": points, **done.entry("front")}


Recorded = tuple[Kernel, Features, list[tuple[Ask, bool]]]
"""A pruned kernel, its parts, and the questions with their answers."""


def _learnt(asker: Asker, name: str, solvers: list[str]) -> Iterator[list[object]]:
    """Record the questions of one pruning, and ask them again in three ways."""
    inputs, cycles = INSTANCES[name]
    recorded = functools.cache(lambda: _questions(Problem(*inputs()), cycles))

    def measure(solver: str, how: str) -> Entry:
        asked = recorded()
        clock = time.perf_counter()
        AGAIN[how](asked, solver)
        return {"questions": len(asked[2]), "seconds": round(time.perf_counter() - clock, 3)}

    for solver in solvers:
        key: dict[str, object] = {"pruned": name, "cycles": cycles, "solver": solver}
        found = [asker.entry({**key, "how": how}, partial(measure, solver, how)) for how in AGAIN]
        first = found[0]["seconds"]
        more = (f"{e['seconds']:.2f} ({e['seconds'] / first:.1f}x)" for e in found[1:])
        yield [name, found[0]["questions"], solver, f"{first:.2f}", *more]


class _Recording(Oracle):
    """An oracle that remembers what its engine decides, and how."""

    asked: list[tuple[Ask, bool]]

    def _by_engine(self, ask: Ask) -> Verdict | None:
        verdict = super()._by_engine(ask)
        if verdict is not None and not ask.fresh:
            self.asked.append((ask, verdict.mapping is not None))
        return verdict


def _questions(problem: Problem, cycles: int) -> Recorded:
    parts = Features((problem,), KINDS)
    start = search(Question(problem, cycles=cycles)).mapping
    kernel = Kernel(problem, cycles, start)
    facts = Facts((kernel,), parts)
    options = SolverOptions(solver=SOLVERS[0])
    pruning = Pruning(facts, scale(Objective(KINDS), parts, parts), options)
    oracle = _Recording(facts, options)
    oracle.asked = []
    pruning._oracle = oracle
    pruning.run()
    return kernel, parts, oracle.asked


def _engines(fresh: bool, recorded: Recorded, solver: str) -> None:
    """Ask one engine, or with `fresh` a new one for each question, with the same formula."""
    kernel, parts, asked = recorded
    model = prunable(kernel, parts)
    cnf = lower(model.model.constraints)
    engine = None
    for ask, expected in asked:
        if engine is None or fresh:
            engine = SatSession(cnf, solver)
        _expect(engine.solve([-model.switch[f] for f in sorted(ask.off)]).satisfiable, expected)
        if fresh:
            engine.close()
    if engine is not None and not fresh:
        engine.close()


def _new_models(recorded: Recorded, solver: str) -> None:
    kernel, parts, asked = recorded
    for ask, expected in asked:
        problem = msgspec.structs.replace(kernel.problem, arch=parts.without(ask.off))
        try:
            model = build(problem, kernel.horizon)
        except InfeasibleError:
            _expect(False, expected)
            continue
        engine = SatSession(lower(model.constraints), solver)
        _expect(engine.solve().satisfiable, expected)
        engine.close()


AGAIN: dict[str, Callable[[Recorded, str], None]] = {
    "one engine": partial(_engines, False),
    "new engines": partial(_engines, True),
    "new models": _new_models,
}


def _expect(found: bool | None, expected: bool) -> None:
    if found is not expected:
        raise RuntimeError(f"answers differ: {found}, {expected}")


if __name__ == "__main__":
    sys.exit(main())
