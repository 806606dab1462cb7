"""The soak's questions about arrays and solvers: pruning, curves, comparisons, exported models."""

from __future__ import annotations

import msgspec

from models.data.problem import Problem
from models.errors import InfeasibleError
from models.judge.checker import check
from models.judge.simulator import simulate
from models.space_time.decode import decode
from models.space_time.xyz import build
from tests.soak.case import LIMIT, Case, Verdict, unknown
from tests.soak.mapping import TIMED, left_of
from tests.soak.problems import array, graph
from tests.soak.verdicts import (
    NAIVE,
    certificate,
    judged,
    need,
    none_below,
    oracle,
    same,
    tiny,
)

ENDINGS = (".cnf", ".opb", ".lp", ".mps", ".pb", ".pbtxt")
SOLVERS = ("cadical195", "cp-sat", "highs")


def _small(case: Case, most: int = 5) -> Problem:
    draw = case.draw
    loop = draw.random() < 0.3
    dfg = graph(draw, draw.randint(1, most), loop=loop, words=True)
    return Problem(dfg, array(draw, 2), draw.randint(1, 3) if loop else None)


def _contexts(problem: Problem) -> list[str]:
    return [] if problem.contexts is None else ["--contexts", str(problem.contexts)]


def pruned(case: Case) -> Verdict:
    """The smallest part of an array that does the job."""
    draw = case.draw
    problem = _small(case, 4)
    files = case.files(problem.dfg, problem.arch)
    proof = case.folder / "certificate"
    words = ["solvers.prune_arch", *files, *_contexts(problem), "--certificate", str(proof)]
    if draw.random() < 0.3:
        words += ["--minimise", draw.choice(("paths", "elements", "elements,paths", "units"))]
    elif draw.random() < 0.15:
        words += ["--greedy"]
    done = case.runner.run(*words, *TIMED, limit=LIMIT)
    answer = done.answer
    status = answer["status"]
    if status == "unknown":
        return unknown(answer, done.code)
    if status == "infeasible":
        horizons = range(1, 6)
        return Verdict(status, [none_below(case.runner, problem, files, horizons)])
    left = msgspec.structs.replace(problem, arch=left_of(answer["left"]))
    means = [judged(left, raw) for raw in answer["mappings"]]
    need(means, "no mapping onto what is left")
    claim = certificate(case.runner, proof)
    if claim is not None:
        same("certified status", claim["status"], status)
        means.append("certificate")
    elif status == "optimal":
        means.append("bound not re-checked")
    if status == "optimal":
        same("counts", answer["counts"], answer["lower_bounds"])
    else:
        need(answer["stopped"] or "--greedy" in words, "not proven, and yet not stopped")
    return Verdict(status, means)


def traded(case: Case) -> Verdict:
    """How small an array can be, for several numbers of cycles."""
    problem = _small(case, 3)
    files = case.files(problem.dfg, problem.arch)
    words = ["solvers.trade_off", *files, "--slack", "0-1", "--minimise", "elements"]
    if problem.contexts is not None:
        words = ["solvers.trade_off", *files, "--contexts", "1-2", "--cycles", "8"]
        words += ["--minimise", "elements"]
    done = case.runner.run(*words, *TIMED, limit=LIMIT)
    answer = done.answer
    points = [point for point in answer["points"] if point.get("counts")]
    means = set()
    for point in points:
        left = left_of(point["left"])
        one = msgspec.structs.replace(problem, arch=left, contexts=point["contexts"])
        means |= {judged(one, raw) for raw in point["mappings"]}
    if not points:
        if answer["stopped"]:
            return Verdict("unknown")
        return Verdict("infeasible", [none_below(case.runner, problem, files, range(1, 5))])
    if problem.contexts is None:
        sizes = [point["counts"]["elements"] for point in points if point["status"] == "optimal"]
        need(sizes == sorted(sizes, reverse=True), f"more cycles need more elements: {sizes}")
    if not answer["proven"]:
        need(answer["stopped"], "not proven, and yet not stopped")
        return Verdict("feasible", sorted(means))
    # One of the points alone, with a proof that can be re-checked.
    point = case.draw.choice(points)
    proof = case.folder / "certificate"
    own = [] if point["contexts"] is None else ["--contexts", str(point["contexts"])]
    own += ["--cycles", str(point["horizons"][0]), "--minimise", "elements"]
    words = ["solvers.prune_arch", *files, *own, "--certificate", str(proof), *TIMED]
    alone = case.runner.run(*words, limit=LIMIT).answer
    if alone["status"] != "optimal":
        return Verdict("optimal", [*sorted(means), "bound not re-checked"])
    same("elements of a point", point["counts"], alone["counts"])
    claim = certificate(case.runner, proof)
    means.add("bound not re-checked" if claim is None else "certificate")
    return Verdict("optimal", sorted(means))


def compared(case: Case) -> Verdict:
    """Whether SAT, CP-SAT and ILP agree, and the naive model with them."""
    problem = _small(case, 4)
    files = case.files(problem.dfg, problem.arch)
    words = ["solvers.compare", *files, *_contexts(problem), "--solver", *SOLVERS]
    words += ["--time-limit", f"{3 * LIMIT:g}", "--json", "-", "--quiet"]
    # Code 20: arithmetic refutes every number of cycles, and there is nothing to compare.
    done = case.runner.run(*words, limit=9 * LIMIT, codes=(0, 1, 20, 30))
    if done.code == 20:
        return Verdict("infeasible", [none_below(case.runner, problem, files, range(1, 5))])
    answer = done.answer
    need(not answer["errors"], f"compare: {answer['errors'][:1]}")
    need(done.code != 1, "compare: exit code 1")
    said: dict[int, set[str]] = {}
    for line in answer["lines"]:
        said.setdefault(line["cycles"], set()).add(line["status"])
    means = ["three solvers"]
    for cycles, words_of in said.items():
        sure = words_of & {"SAT", "UNSAT"}
        need(len(sure) < 2, f"{cycles} cycles: {sorted(words_of)}")
        if sure != words_of:
            return Verdict("unknown")
        if tiny(problem):
            found = oracle(problem, (cycles,))
            need(found in (None, sure == {"SAT"}), f"{cycles} cycles: {sure}, naive model {found}")
            means += [NAIVE] if found is not None else []
    return Verdict("optimal", sorted(set(means)))


def exported(case: Case) -> Verdict:
    """The model with as many cycles as are needed, and with one less, solved elsewhere."""
    problem = _small(case, 5)
    files = case.files(problem.dfg, problem.arch)
    own = _contexts(problem)
    done = case.runner.run(
        "solvers.min_cycles", *files, *own, "--workers", "1", *TIMED, limit=LIMIT
    )
    answer = done.answer
    if answer["status"] == "unknown":
        return unknown(answer, done.code)
    if answer["status"] != "optimal":
        horizons = range(1, 5)
        return Verdict("infeasible", [none_below(case.runner, problem, files, horizons)])
    from tests.solvers.exported import decided

    ending = case.draw.choice(ENDINGS)
    for cycles in (answer["cycles"], answer["cycles"] - 1):
        path = case.folder / f"model{cycles}{ending}"
        words = ["solvers.export", *files, *own, "--cycles", str(cycles), str(path)]
        code = case.runner.run(*words, limit=LIMIT, codes=(0, 2, 20)).code
        if code:
            need(cycles < answer["cycles"], f"no model with {cycles} cycles (exit code {code})")
            continue
        try:
            model = build(problem, cycles)
        except InfeasibleError as error:
            need(False, f"a model was written, but there is none: {error}")
        true = decided(path, model)
        need(
            (true is not None) == (cycles == answer["cycles"]), f"elsewhere {cycles} cycles: {true}"
        )
        if true is not None:
            mapping = decode(model, true)
            need(not check(problem, mapping), f"elsewhere: {check(problem, mapping)[:1]}")
            need(simulate(problem, mapping).ok, "elsewhere: simulator")
    return Verdict("optimal", [judged(problem, answer["mapping"]), f"solved elsewhere as {ending}"])
