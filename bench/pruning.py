"""Smallest arrays: what is found and proven, the paper's greedy beside it, and what learning gains.

`python -m bench.pruning` writes `docs/results/pruning.md`. Arrays are pruned by
`python -m solvers.prune_arch` as whole processes. The questions that pruning asks are then asked
again, of one engine that keeps what it learns, of a new engine each, and of a new model of the
smaller array each. `--resume FILE` keeps what is done across interruptions.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import msgspec

from archs.arch_json import architecture_to_json
from archs.presets import architecture_preset
from bench.measure import run, table, write
from bench.resume import Entry, Resume, digest
from examples.aes import aes
from examples.fft import fft
from examples.filters import fir
from examples.ring import ring
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.features import Parts
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.formats.dfg_json import dfg_to_json
from models.space_time.prunable import Kernel, prunable
from models.space_time.xyz import build
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
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


def main(arguments: list[str] | None = None) -> None:
    """Measure everything and write the page."""
    parser = argparse.ArgumentParser(prog="bench.pruning", description="Smallest arrays")
    parser.add_argument("--time-limit", type=float, default=900.0, metavar="S", help="per array")
    parser.add_argument("--resume", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    resume = Resume(options.resume)
    rows: list[list[object]] = []
    for task in tasks():
        for how in ("greedy", "minimum"):
            entry = _pruned(task, how, options.time_limit, resume)
            rows.append([task.name, how, *entry["cells"]])
            print(task.name, how, entry["cells"], flush=True)
    front = _front(resume, options.time_limit)
    learnt = [_learnt(name, problem, cycles, resume) for name, problem, cycles in _instances()]
    text = [
        "Arrays pruned by `python -m solvers.prune_arch`, whole processes; `solver` are the",
        "seconds of the engine that keeps what it learns, `search` those of whole searches for",
        "what it cannot decide. The paper prunes aes on 3x3 in 1.8 s, to four elements.",
        "",
        table(HEADS, rows),
        "Ring 5 with multiply-add, `python -m solvers.trade_off … --cycles 8-14 --minimise",
        f"elements`, {front['seconds']:.1f} s for the whole curve:",
        "",
        table(["cycles", "status", "elements", "front"], front["rows"]),
        "The questions that pruning asks (those that an engine decides), asked again in the same",
        "order: of one engine that keeps what it learns, of a new engine with the same formula",
        "each, and of a model of the smaller array each. Seconds with building and loading.",
        "",
        table(
            ["questions of", "number", "solver", "one engine", "new engines", "new models"],
            [row for rows in learnt for row in rows],
        ),
    ]
    write("pruning", "Smallest arrays", "python -m bench.pruning --time-limit 600", text)


def _pruned(task: Task, how: str, limit: float, resume: Resume) -> Entry:
    texts = [*map(dfg_to_json, task.dfgs), architecture_to_json(task.arch)]
    words = [*task.words, *(["--greedy"] if how == "greedy" else [])]
    words += ["--time-limit", f"{limit:g}"]
    key: dict[str, object] = {"inputs": [*map(digest, texts)], "words": words}

    def measure() -> Entry:
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder) / f"{n}.json" for n in range(len(texts))]
            for file, text in zip(files, texts, strict=True):
                file.write_text(text, encoding="utf-8")
            done = run("solvers.prune_arch", *map(str, files), *words, "--json", "--quiet")
        answer = done.answer
        counts, least, seconds = answer["counts"], answer["lower_bounds"], answer["seconds"]
        at_least = ", ".join(f"{least[kind]}" for kind in ("elements", "paths") if kind in least)
        shown = [answer["status"], counts["elements"], counts["paths"], at_least or "-"]
        times = (seconds["solve"], seconds["search"], done.seconds)
        return {"cells": [*shown, *(f"{time:.1f} s" for time in times)]}

    return resume.entry(key, measure)


def _front(resume: Resume, limit: float) -> Entry:
    dfg, arch = ring(5, "pattern")
    key: dict[str, object] = {"front": [digest(dfg_to_json(dfg)), limit]}

    def measure() -> Entry:
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder) / name for name in ("dfg.json", "arch.json")]
            files[0].write_text(dfg_to_json(dfg), encoding="utf-8")
            files[1].write_text(architecture_to_json(arch), encoding="utf-8")
            words = ["--cycles", "8-14", "--minimise", "elements", "--json", "--quiet"]
            done = run("solvers.trade_off", *map(str, files), *words, "--time-limit", f"{limit:g}")
        front = done.answer["front"]
        rows = []
        for point in done.answer["points"]:
            size = point.get("counts", {}).get("elements", "-")
            mark = "yes" if point["cycles"] in front else ""
            rows.append([point["cycles"], point["status"], size, mark])
        return {"rows": rows, "seconds": done.seconds}

    return resume.entry(key, measure)


def _instances() -> list[tuple[str, Problem, int]]:
    return [
        ("aes, 3x3", Problem(aes(3)[0], architecture_preset("mesh:3x3")), 52),
        ("ring 4, MAC", Problem(*ring(4, "pattern")), 9),
        ("butterflies of 4, 3x3", Problem(fft(4)[0], architecture_preset("mesh:3x3")), 10),
    ]


def _learnt(name: str, problem: Problem, cycles: int, resume: Resume) -> list[list[object]]:
    """Record the questions of one pruning, and ask them again in three ways."""
    key: dict[str, object] = {
        "learnt": [digest(dfg_to_json(problem.dfg)), digest(architecture_to_json(problem.arch))],
        "cycles": cycles,
        "solvers": SOLVERS,
    }

    def measure() -> Entry:
        kernel, parts, asked = _questions(problem, cycles)
        rows: list[list[object]] = []
        for solver in SOLVERS:
            times = []
            for way in (_one_engine, _new_engines, _new_models):
                clock = time.perf_counter()
                way(kernel, parts, asked, solver)
                times.append(time.perf_counter() - clock)
            first = times[0]
            shown = [f"{first:.2f}", *(f"{t:.2f} ({t / first:.1f}x)" for t in times[1:])]
            rows.append([name, len(asked), solver, *shown])
            print(*rows[-1], flush=True)
        return {"rows": rows}

    rows: list[list[object]] = resume.entry(key, measure)["rows"]
    return rows


class _Recording(Oracle):
    """An oracle that remembers what its engine decides, and how."""

    asked: list[tuple[Ask, bool]]

    def _by_engine(self, ask: Ask) -> Verdict | None:
        verdict = super()._by_engine(ask)
        if verdict is not None and not ask.fresh:
            self.asked.append((ask, verdict.mapping is not None))
        return verdict


def _questions(problem: Problem, cycles: int) -> tuple[Kernel, Parts, list[tuple[Ask, bool]]]:
    parts = Parts((problem,), KINDS)
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


def _expect(found: bool | None, expected: bool) -> None:
    if found is not expected:
        raise RuntimeError(f"answers differ: {found}, {expected}")


def _one_engine(kernel: Kernel, parts: Parts, asked: list[tuple[Ask, bool]], solver: str) -> None:
    model = prunable(kernel, parts)
    engine = SatSession(lower(model.model.constraints), solver)
    for ask, expected in asked:
        _expect(engine.solve([-model.switch[f] for f in sorted(ask.off)]).satisfiable, expected)
    engine.close()


def _new_engines(kernel: Kernel, parts: Parts, asked: list[tuple[Ask, bool]], solver: str) -> None:
    model = prunable(kernel, parts)
    cnf = lower(model.model.constraints)
    for ask, expected in asked:
        engine = SatSession(cnf, solver)
        _expect(engine.solve([-model.switch[f] for f in sorted(ask.off)]).satisfiable, expected)
        engine.close()


def _new_models(kernel: Kernel, parts: Parts, asked: list[tuple[Ask, bool]], solver: str) -> None:
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


if __name__ == "__main__":
    main()
