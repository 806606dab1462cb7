"""The soak's questions about programs and parts: C, the streaming engine, partitions."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from archs.presets import architecture_preset
from models.data.problem import Problem
from models.formats.dfg_files import load_dfg
from models.partition import PartitionGraph
from models.partition.limits import Limits
from tests.soak.case import LIMIT, Case, Verdict, unknown
from tests.soak.mapping import TIMED
from tests.soak.problems import loop_body
from tests.soak.verdicts import (
    BRUTE,
    CERTIFIED,
    UNCHECKED,
    certificate,
    decided,
    judged,
    mapping_of,
    need,
    same,
)

PARTITIONED = ("s4:2x2,io=memory", "mesh:2x2,io=all", "adres:2x2,io=memory", "hycube:2x2,io=memory")


def partitioned(case: Case) -> Verdict:
    """A loop cut into parts that run one after another."""
    from models.partition import Partition
    from models.partition.check import check_parts

    draw = case.draw
    dfg, arch = loop_body(draw), architecture_preset(draw.choice(PARTITIONED))
    files = case.files(dfg, arch)
    words = ["solvers.partition", *files, "--max-ii", str(draw.randint(2, 4)), "--jobs", "1"]
    graph = PartitionGraph(dfg)
    parts = draw.choice((None, None, 1, 2, 3))
    if parts is not None:
        parts = min(parts, len(graph.blocks))  # more is refused
    words += [] if parts is None else ["--parts", str(parts)]
    words += ["--method", draw.choice(("auto", "auto", "exact", "multilevel"))]
    words += ["--seed", str(draw.randrange(9)), "--map-time", "4", "--time-limit", f"{LIMIT / 2:g}"]
    done = case.runner.run(*words, "--json", "--quiet", limit=LIMIT)
    answer = done.answer
    if answer["status"] == "unknown":
        if not answer["stopped"]:
            return Verdict("none found")  # nothing that was tried maps, as its help says
        return unknown(answer, done.code)
    limits = Limits(graph, arch)
    count = parts or min(3, max(2, len(answer["parts"])))
    least = _least_total(graph, limits, count, parts is not None, answer["max_ii"])
    if answer["status"] == "infeasible":
        need(least is None, f"no partition, but one may have a total of {least}")
        return Verdict("infeasible", [BRUTE])
    members = tuple(tuple(part["operations"]) for part in answer["parts"])
    mappings = [mapping_of(part["mapping"]) for part in answer["parts"]]
    checked = check_parts(dfg, arch, Partition(members), mappings)
    need(checked.fault is None, f"parts: {checked.fault}")
    total = answer["total_ii"]
    same("total", sum(part["ii"] for part in answer["parts"]), total)
    need(answer["bound"] <= total, f"total {total}, but at least {answer['bound']}")
    means = ["checker and simulator of the parts"]
    if answer["status"] == "optimal":
        same("bound", answer["bound"], total)
        means.append(BRUTE if least is not None and least >= total else UNCHECKED)
    else:
        need(least is None or total >= least, f"total {total}, but at least {least}")
    return Verdict(answer["status"], means)


def _least_total(
    graph: PartitionGraph, limits: Limits, count: int, full: bool, most: int
) -> int | None:
    """Return the least that the parts of any partition take by slots and recurrences."""
    from models.partition.model import Asked
    from tests.solvers.partition_oracle import value

    asked = Asked(count, "intervals", full=full, max_interval=most)
    blocks = len(graph.blocks)
    if count**blocks > 10_000:
        return None
    totals = (value(graph, limits, asked, part) for part in product(range(count), repeat=blocks))
    return min((total for total in totals if total is not None), default=None)


def optimized(case: Case) -> Verdict:
    """A C program, transformed and mapped, executed as it is left."""
    from programs.loops import execute
    from programs.loops.emit import emit_program
    from programs.loops.random_programs import RandomOptions, random_region, random_values
    from programs.source import read_file

    draw = case.draw
    seed = draw.randrange(10**6)
    region = random_region(seed, RandomOptions(nests=1, depth=2, statements=1, trips=4, operands=2))
    source = Path(case.path("program.c"))
    source.write_text(emit_program(region), encoding="utf-8")
    spec = draw.choice(("s4:2x2", "s4", "h6:2x2,memory=all"))
    out = case.folder / "out"
    words = ["programs.optimize", str(source), spec, "--space", draw.choice(("none", "full"))]
    words += ["--keep", "2", "--map-time", "3", "--prove-time", "2", "--check", "always"]
    words += ["--jobs", "1", "--output", str(out), "--json", "--quiet"]
    done = case.runner.run(*words, "--time-limit", f"{3 * LIMIT:g}", limit=3 * LIMIT)
    answer = done.answer
    if answer["status"] == "unknown":
        return Verdict("unknown")
    arch, means = architecture_preset(spec), set()
    for path in sorted(out.glob("*.mapping.json")):
        base = str(path).removesuffix(".mapping.json")
        dfg = load_dfg(f"{base}.dfg.json")
        means.add(judged(Problem(dfg, arch, 1), json.loads(path.read_text("utf-8"))))
        if certificate(case.runner, Path(f"{base}.certificate")) is not None:
            means.add("certificate")
    values = random_values(region, seed + 1)
    (left,) = read_file(str(out / "winner.c"))
    one, two = execute(region, values), execute(left, values)
    for name, expected in one.items():
        equal = np.array_equal(np.asarray(expected), np.asarray(two[name]), equal_nan=True)
        need(equal, f"the winner leaves other numbers in '{name}'")
    return Verdict(answer["status"], [*sorted(means), "winner.c executed"])


def streaming_exact(case: Case) -> Verdict:
    """A program on the streaming engine, proven."""
    return _streaming(case, "exact")


def streaming_greedy(case: Case) -> Verdict:
    """The same, greedily."""
    return _streaming(case, "greedy")


def streaming_policy(case: Case) -> Verdict:
    """The same, by the policy that has learned to place instructions."""
    return _streaming(case, "ppo")


def _streaming(case: Case, method: str) -> Verdict:
    from examples.streaming.registry import build
    from models.streaming.check import check
    from models.streaming.program import program_to_json
    from models.streaming.recipes import RECIPES
    from models.streaming.schedule import schedule_from_json
    from models.streaming.simulate import simulate

    draw = case.draw
    size = draw.randint(1, 8)
    recipe = draw.choice(RECIPES)
    spec = f"random:{size}:{draw.randrange(1000)}:{recipe}"
    program = build("distance" if draw.random() < 0.1 else spec)
    path = Path(case.path("program.json"))
    path.write_text(program_to_json(program), encoding="utf-8")
    words = ["solvers.streaming", str(path), "--method", method, "--jobs", "1"]
    proof = case.folder / "certificate"
    if method != "ppo":
        words += ["--tiles", str(draw.choice((1, 2, 3, 4, 8)))]
        words += ["--pipeline", str(draw.randint(1, 3))]
        for option, share in (("--relay", 0.3), ("--no-waiting", 0.15), ("--single-output", 0.15)):
            words += [option] if draw.random() < share else []
        words += ["--starts", draw.choice(("flows", "all", "free"))]
    words += ["--ii", str(draw.randint(2, 6))]
    if method == "exact":
        words += ["--objective", draw.choice(("cycles", "ii")), "--certificate", str(proof)]
    done = case.runner.run(*words, *TIMED, limit=LIMIT)
    answer = done.answer
    if answer["status"] == "unknown":
        return Verdict("none found") if method != "exact" else unknown(answer, done.code)
    means = []
    if answer["mapping"] is not None:
        schedule = schedule_from_json(json.dumps(answer["mapping"]), "mapping")
        faults = check(program, schedule)
        need(not faults, f"streaming checker: {faults[:1]}")
        executed = simulate(program, schedule, 5, 3)
        need(executed.fault is None, f"streaming simulator: {executed.fault}")
        same("cycles", schedule.cycles, answer["cycles"])
        need(answer["cycles_bound"] <= schedule.cycles, "fewer cycles than the bound")
        need(answer["ii_bound"] <= schedule.ii, "a smaller interval than the bound")
        means.append("streaming checker and simulator")
    claim = certificate(case.runner, proof)
    if claim is not None:
        same("certified status", claim["status"], answer["status"])
        same("certified cycles", claim["cycles"], answer["cycles"])
        means.append("certificate")
    elif answer["status"] in ("optimal", "infeasible"):
        means.append(_confirmed(case, words, answer, proof))
    tried = answer["status"] == "optimal" and len(program.instructions) <= 4
    if tried and answer["objective"] == "cycles" and answer["cycles"] > 1:
        from models.streaming.schedule import Schedule
        from tests.models.streaming.small_streaming import mappings

        best: Schedule = schedule

        def fewer() -> bool:
            found = mappings(program, best.engine, best.ii, best.cycles - 1)
            return next(found, None) is not None

        less = decided(fewer, 3.0)
        need(less is not True, f"brute force has a mapping with less than {best.cycles} cycles")
        means += [BRUTE] if less is False else []
    return Verdict(answer["status"], means)


def _confirmed(case: Case, words: list[str], answer: dict[str, Any], proof: Path) -> str:
    """Have the exact mapper certify what a heuristic, or a search for intervals, has said."""
    if "exact" in words:
        return _each_refuted(case, words, answer, proof)
    exact = [{"greedy": "exact", "ppo": "exact"}.get(word, word) for word in words]
    done = case.runner.run(*exact, "--certificate", str(proof), *TIMED, limit=LIMIT)
    claim = certificate(case.runner, proof) if done.code in (0, 20) else None
    if claim is None:
        return UNCHECKED
    same("certified status", claim["status"], answer["status"])
    same("certified cycles", claim["cycles"], answer["cycles"])
    return CERTIFIED


def _each_refuted(case: Case, words: list[str], answer: dict[str, Any], proof: Path) -> str:
    """Have every interval refuted by itself: that none maps has no certificate."""
    if answer["status"] != "infeasible" or answer["objective"] != "ii":
        return UNCHECKED
    for ii in range(1, answer["asked_ii"] + 1):
        one = [{"ii": "cycles"}.get(word, word) for word in words]
        one[one.index("--ii") + 1] = str(ii)
        case.runner.run(*one, *TIMED, limit=LIMIT)
        claim = certificate(case.runner, proof)
        if claim is None:
            return UNCHECKED
        same("certified status", claim["status"], "infeasible")
        same("certified interval", claim["ii"], ii)
    return CERTIFIED
