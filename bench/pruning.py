"""Smallest arrays: what is found and proven, the paper's greedy beside it, and what learning gains.

`python -m bench.pruning` writes `docs/results/pruning.md`. Arrays are pruned by
`python -m solvers.prune_arch` as whole processes. The questions that pruning asks are then asked
again, of one engine that keeps what it learns, of a new engine each, and of a new model of the
smaller array each. `--resume FILE` keeps what is done across interruptions.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from functools import partial

import msgspec

from archs.formats.arch_json import architecture_to_json
from archs.presets import architecture_preset
from bench.asker import Run, texts
from bench.frame import Asker, Namespace, Parts, bench, time_limit
from bench.page import table
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
from solvers.questions.entries import Entry, digest
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
HEADS = ["array", "how", "answer", "elements", "paths", "at least", "solver", "search", "whole"]


@bench("pruning", "Smallest arrays", time_limit(900, "per array"))
def main(options: Namespace, asker: Asker) -> Parts:
    """Measure everything."""
    yield (
        "Arrays pruned by `python -m solvers.prune_arch`, whole processes; `solver` are the\n"
        "seconds of the engine that keeps what it learns, `search` those of whole searches for\n"
        "what it cannot decide. The paper prunes aes on 3x3 in 1.8 s, to four elements.\n"
    )
    limit = ["--time-limit", f"{options.time_limit:g}", "--json", "--quiet"]
    rows = [
        [task.name, how, *_pruned(asker, task, how, limit)]
        for task in tasks()
        for how in ("greedy", "minimum")
    ]
    yield table(HEADS, rows)
    words = ["solvers.trade_off", "{dfg}", "{arch}", "--cycles", "8-14", "--minimise", "elements"]
    front = asker.ask([*words, *limit], texts(*ring(5, "pattern")), _curve)
    yield (
        "Ring 5 with multiply-add, `python -m solvers.trade_off … --cycles 8-14 --minimise\n"
        f"elements`, {front['seconds']:.1f} s for the whole curve:\n"
    )
    yield table(["cycles", "status", "elements", "front"], front["rows"])
    yield (
        "The questions that pruning asks (those that an engine decides), asked again in the same\n"
        "order: of one engine that keeps what it learns, of a new engine with the same formula\n"
        "each, and of a model of the smaller array each. Seconds with building and loading.\n"
    )
    heads = ["questions of", "number", "solver", "one engine", "new engines", "new models"]
    learnt = [_learnt(asker, *instance) for instance in _instances()]
    yield table(heads, [row for rows in learnt for row in rows])


def _pruned(asker: Asker, task: Task, how: str, limit: list[str]) -> list[object]:
    names = [f"{{{name}}}" for name in task.files()]
    words = ["solvers.prune_arch", *names, *task.words, *["--greedy"] * (how == "greedy")]

    def keep(done: Run, _: object) -> Entry:
        answer = done.answer
        counts, least, seconds = answer["counts"], answer["lower_bounds"], answer["seconds"]
        at_least = ", ".join(f"{least[kind]}" for kind in ("elements", "paths") if kind in least)
        shown = [answer["status"], counts["elements"], counts["paths"], at_least or "-"]
        times = (seconds["solve"], seconds["search"], done.seconds)
        return {"cells": [*shown, *(f"{time:.1f} s" for time in times)]}

    cells: list[object] = asker.ask([*words, *limit], task.files(), keep)["cells"]
    return cells


def _curve(done: Run, _: object) -> Entry:
    answer, rows = done.answer, []
    for point in answer["points"]:
        size = point.get("counts", {}).get("elements", "-")
        mark = "yes" if point["cycles"] in answer["front"] else ""
        rows.append([point["cycles"], point["status"], size, mark])
    return {"rows": rows, "seconds": done.seconds}


def _instances() -> list[tuple[str, Problem, int]]:
    return [
        ("aes, 3x3", Problem(aes(3)[0], architecture_preset("mesh:3x3")), 52),
        ("ring 4, MAC", Problem(*ring(4, "pattern")), 9),
        ("butterflies of 4, 3x3", Problem(fft(4)[0], architecture_preset("mesh:3x3")), 10),
    ]


Recorded = tuple[Kernel, Features, list[tuple[Ask, bool]]]
"""A pruned kernel, its parts, and the questions with their answers."""


def _learnt(asker: Asker, name: str, problem: Problem, cycles: int) -> list[list[object]]:
    """Record the questions of one pruning, and ask them again in three ways."""

    def measure() -> Entry:
        recorded = _questions(problem, cycles)
        rows: list[list[object]] = []
        for solver in SOLVERS:
            times = []
            for ask in (partial(_engines, False), partial(_engines, True), _new_models):
                clock = time.perf_counter()
                ask(recorded, solver)
                times.append(time.perf_counter() - clock)
            first = times[0]
            shown = [f"{first:.2f}", *(f"{t:.2f} ({t / first:.1f}x)" for t in times[1:])]
            rows.append([name, len(recorded[2]), solver, *shown])
        return {"rows": rows}

    files = [digest(text) for text in texts(problem.dfg, problem.arch).values()]
    key: dict[str, object] = {"learnt": files, "cycles": cycles, "solvers": SOLVERS}
    rows: list[list[object]] = asker.entry(key, measure)["rows"]
    return rows


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


def _expect(found: bool | None, expected: bool) -> None:
    if found is not expected:
        raise RuntimeError(f"answers differ: {found}, {expected}")


if __name__ == "__main__":
    sys.exit(main())
