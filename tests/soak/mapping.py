"""The soak's questions about mappings: fewest cycles, smallest intervals, and what follows."""

from __future__ import annotations

import json
from typing import Any, cast

import msgspec

from archs.faults import without
from archs.formats.arch_json import architecture_from_json
from models.data.architecture import Architecture
from models.data.computation import Transform
from models.data.dfg import Dfg
from models.data.pins import Pin, Pins
from models.data.problem import Problem
from models.hardware.stretches import is_memory
from tests.agreement.solvers import KINDS, problem_of
from tests.soak.case import LIMIT, Case, Verdict, unknown
from tests.soak.problems import array, graph, loop_array, loop_body
from tests.soak.verdicts import (
    NAIVE,
    certificate,
    judged,
    mapping_of,
    need,
    none_below,
    oracle,
    same,
    tiny,
    without_parts,
)

TIMED = ("--time-limit", f"{LIMIT:g}", "--json", "--quiet")
FILES = ("own", "moves", "static", "rotating", "unroll")
TRANSFORMS = ("enumerate", "xbtree", "select", "chain")
PLAIN_KINDS = ("as written", "latencies", "buses", "ports", "memories", "effects")


def fewest_cycles(case: Case) -> Verdict:
    """As many cycles as needed, without pipelining."""
    draw = case.draw
    if draw.random() < 0.3:
        problem = problem_of(draw.choice(PLAIN_KINDS[:5]), draw.randrange(10**6))
    else:
        problem = Problem(graph(draw, draw.randint(1, 8)), array(draw))
    return _fewest(case, problem)


def fewest_pipelined(case: Case) -> Verdict:
    """The same with contexts, and loop-carried operands."""
    draw = case.draw
    if draw.random() < 0.4:
        kind = draw.choice(("pipelined", "loop-carried"))
        return _fewest(case, problem_of(kind, draw.randrange(10**6)))
    dfg = graph(draw, draw.randint(1, 6), loop=draw.random() < 0.7)
    return _fewest(case, Problem(dfg, array(draw), draw.randint(1, 4)))


def transformed(case: Case) -> Verdict:
    """Sums in any order."""
    draw = case.draw
    how = cast(Transform, draw.choice(TRANSFORMS))
    if draw.random() < 0.5:
        return _fewest(case, problem_of(how, draw.randrange(10**6)))
    dfg = graph(draw, draw.randint(2, 5), sums=True)
    return _fewest(case, Problem(msgspec.structs.replace(dfg, patterns=()), array(draw), None, how))


def multi_node(case: Case) -> Verdict:
    """Multiply-adds, used or left alone."""
    draw = case.draw
    kind = draw.choice(("multi-node", "multi-node sums", ""))
    if kind:
        problem = problem_of(kind, draw.randrange(10**6))
    else:
        problem = Problem(graph(draw, draw.randint(2, 6), sums=True), array(draw))
    return _fewest(case, problem, off=draw.random() < 0.2)


def _fewest(case: Case, problem: Problem, off: bool = False) -> Verdict:
    files = case.files(problem.dfg, problem.arch)
    own = [] if problem.transform == "none" else ["--transform", problem.transform]
    if off:
        own += ["--multi-node", "off"]
        dfg = msgspec.structs.replace(problem.dfg, patterns=())
        problem = msgspec.structs.replace(problem, dfg=dfg)
    return asked(case, problem, [*files, *own])


def asked(
    case: Case, problem: Problem, inputs: list[str], pins: Pins | None = None, gone: Any = ()
) -> Verdict:
    """Ask for the fewest cycles of a problem, and judge the answer."""
    contexts = [] if problem.contexts is None else ["--contexts", str(problem.contexts)]
    proof = case.folder / "certificate"
    out = [] if pins else ["--certificate", str(proof)]
    seed = ["--seed", str(case.draw.randrange(3))]
    # Without a limit, a refutation of any number of cycles may never end.
    most = case.draw.choice((8, 10, 12))
    words = ["solvers.min_cycles", *inputs, *contexts, "--max-cycles", str(most)]
    words += ["--workers", "1", *seed, *out, *TIMED]
    done = case.runner.run(*words, limit=LIMIT)
    answer = done.answer
    status, lower = answer["status"], answer["lower_bound"]
    means = []
    if status == "unknown":
        return unknown(answer, done.code)
    if status in ("optimal", "feasible"):
        means.append(judged(problem, answer["mapping"], pins, gone))
        same("cycles of the mapping", answer["mapping"]["horizon"], answer["cycles"])
        need(lower <= answer["cycles"], f"{answer['cycles']} cycles, but at least {lower}")
        need(status != "optimal" or lower == answer["cycles"], f"optimal, but at least {lower}")
        need(status == "optimal" or answer["stopped"], "not proven, and yet not stopped")
    shown = 0
    claim = certificate(case.runner, proof)
    if claim is not None:
        same("certified value", claim["value"], answer["cycles"])
        need(claim["lower_bound"] <= lower, f"certified {claim['lower_bound']}, but said {lower}")
        shown = claim["lower_bound"] if status != "infeasible" else 0
        means.append("certificate")
    if status == "infeasible":
        if claim is not None:
            # Without a horizon, every number of cycles is refuted.
            refuted = most if claim["horizon"] is None else claim["horizon"]
            need(refuted >= most, f"only {refuted} of {most} cycles are refuted")
        elif not pins:
            means.append(none_below(case.runner, problem, inputs, (most - 1, most)))
        else:
            means.append(none_below(case.runner, problem, inputs, (most,), bool(pins)))
    elif shown < lower:
        means.append(none_below(case.runner, problem, inputs, (lower - 1,), bool(pins)))
    elif case.seed % 3 == 0 and lower > 1 and not pins and tiny(problem):
        found = oracle(problem, (lower - 1,))
        need(found is not True, f"the naive model has a mapping with {lower - 1} cycles")
        means += [NAIVE] if found is False else []
    return Verdict(status, means)


def pinned(case: Case) -> Verdict:
    """Operations that have to be somewhere, and parts of the array that are broken."""
    draw = case.draw
    loop = draw.random() < 0.4
    dfg, arch = graph(draw, draw.randint(2, 6), loop=loop), array(draw)
    contexts = draw.randint(1, 3) if loop else None
    problem = Problem(dfg, arch, contexts)
    files = case.files(dfg, arch)
    elements = [part.name for part in arch.components if part.issue]
    words: list[str] = []
    gone: set[str] = set()
    if len(elements) > 1 and draw.random() < 0.5:
        broken = draw.choice(elements)
        words += ["--forbid", broken]
        problem = msgspec.structs.replace(problem, arch=without(arch, [broken]))
        gone = without_parts(arch, problem.arch)
        elements = [name for name in elements if name not in gone]
    places = []
    chosen = draw.sample(dfg.operations, min(len(dfg.operations), draw.randint(0, 2)))
    for operation in chosen if elements else ():
        kind = draw.choice(("component", "cycle", "both", "context" if contexts else "component"))
        component = draw.choice(elements) if kind in ("component", "both") else None
        cycle = draw.randint(2, 6) if kind in ("cycle", "both") else None
        context = draw.randrange(contexts) if contexts and kind == "context" else None
        places.append(
            Pin(operation.name, None if component is None else (component,), cycle, context)
        )
        text = (component or "") + ("" if cycle is None else f"@{cycle}")
        words += ["--pin", f"{operation.name}={text if context is None else f'%{context}'}"]
    pins = Pins(tuple(places)) if places else None
    return asked(case, problem, [*files, *words], pins, gone)


def smallest_interval(case: Case) -> Verdict:
    """The smallest initiation interval of a loop, proven."""
    return _interval(case, "exact")


def by_annealing(case: Case) -> Verdict:
    """The smallest interval that annealing finds."""
    return _interval(case, "sa")


def by_labels(case: Case) -> Verdict:
    """The smallest interval that annealing with predicted labels finds, where weights are known."""
    return _interval(case, "lisa")


LABELLED = ("lisa:3x3", "lisa:4x4", "lisa:4x4,registers=1", "hycube:4x4", "adres:4x4")


def _interval(case: Case, method: str) -> Verdict:
    draw = case.draw
    if method == "lisa":
        from archs.presets import architecture_preset
        from learn.labels.random_dfgs import random_dfg

        arch = architecture_preset(draw.choice(LABELLED))
        dfg = random_dfg(arch, draw.randrange(10**6))
    else:
        dfg, arch = loop_body(draw), loop_array(draw)
    files = case.files(dfg, arch)
    proof = case.folder / "certificate"
    words = ["solvers.min_ii", *files, "--method", method, "--seed", str(draw.randrange(100))]
    if method == "exact" and draw.random() < 0.15:
        words.append(draw.choice(("--shortest", "--first")))
    if method in ("sa", "lisa"):
        words += ["--movements", "20"]
    # Registers without a number, and a shortest schedule, go with counted registers only.
    limited = all(part.capacity is not None or is_memory(arch, part) for part in arch.components)
    if method == "exact" and case.seed % 3 == 0 and limited and "--shortest" not in words:
        words += ["--register-files", FILES[case.seed // 3 % len(FILES)]]
    words += ["--certificate", str(proof), *TIMED]
    done = case.runner.run(*words, limit=LIMIT)
    return interval_verdict(case, done.answer, done.code, Problem(dfg, arch, 1), files, method)


def interval_verdict(
    case: Case, answer: Any, code: int, problem: Problem, files: list[str], method: str
) -> Verdict:
    """Judge an answer of `solvers.min_ii`."""
    status, lower = answer["status"], answer["lower_bound"]
    proof = case.folder / "certificate"
    if status == "unknown":
        if method in ("sa", "lisa") and not answer["stopped"]:
            return Verdict("none found")
        return unknown(answer, code)
    means = []
    if status in ("optimal", "feasible"):
        same("interval of the mapping", answer["mapping"]["contexts"], answer["ii"])
        means.append(judged(problem, answer["mapping"]))
        need(lower <= answer["ii"], f"II {answer['ii']}, but at least {lower}")
        need(status != "optimal" or lower == answer["ii"], f"optimal, but at least {lower}")
    else:
        need(lower > answer["max_ii"], f"infeasible, but only up to {lower - 1}")
    claim = certificate(case.runner, proof)
    shown = 1
    if claim is not None:
        same("certified value", claim["value"], answer["ii"])
        need(claim["lower_bound"] <= lower, f"certified {claim['lower_bound']}, but said {lower}")
        shown = claim["lower_bound"]
        means.append("certificate")
    if shown < lower:
        horizon = (answer["cycles"] or 6) + 2
        below = msgspec.structs.replace(problem, contexts=lower - 1)
        means.append(none_below(case.runner, below, files, (horizon,)))
    return Verdict(status, means)


def _mapped(case: Case) -> tuple[Dfg, Architecture, list[str], Any] | Verdict:
    """Return a mapped problem, its files and the answer, whose mapping is in `mapping.json`."""
    draw = case.draw
    loop = draw.random() < 0.7
    if loop:
        dfg, arch = loop_body(draw), loop_array(draw)
    else:
        dfg, arch = graph(draw, draw.randint(2, 6)), array(draw)
    files = case.files(dfg, arch)
    tool = "solvers.min_ii" if loop else "solvers.min_cycles"
    out = ["--mapping", case.path("mapping.json")]
    out += ["--first"] if loop else ["--max-cycles", "12"]
    done = case.runner.run(tool, *files, *out, *TIMED, limit=LIMIT)
    answer = done.answer
    if answer["status"] == "unknown":
        return unknown(answer, done.code)
    if answer["mapping"] is None:
        return Verdict("infeasible", ["nothing to go on from; not re-checked"])
    return dfg, arch, files, answer


def configured(case: Case) -> Verdict:
    """What a mapping asks of the hardware: an array that knows this alone runs the graph."""
    first = _mapped(case)
    if isinstance(first, Verdict):
        return first
    dfg, arch, files, answer = first
    from models.configuration.build import configuration
    from models.configuration.check import configuration_faults
    from models.formats.configuration_json import configuration_to_json
    from tests.models.configured import assert_runs

    words = ["solvers.configure", *files, case.path("mapping.json"), "--json"]
    done = case.runner.run(*words, limit=LIMIT)
    mapping = mapping_of(answer["mapping"])
    problem = Problem(dfg, arch, mapping.contexts)
    means = [judged(problem, answer["mapping"])]
    made = configuration(problem, mapping)
    same("printed configuration", json.loads(configuration_to_json(made)), done.answer)
    faults = configuration_faults(problem, mapping, made)
    need(not faults, f"configuration: {faults[:1]}")
    for iterations in (1, made.stages + 2):
        try:
            assert_runs(problem, made, iterations, 5)
        except (AssertionError, KeyError, IndexError) as error:
            need(False, f"an array that has the configuration alone: {type(error).__name__}")
    return Verdict("optimal", [*means, "run by the configuration alone"])


def remapped(case: Case) -> Verdict:
    """A mapping again, after an element has broken."""
    first = _mapped(case)
    if isinstance(first, Verdict):
        return first
    dfg, arch, files, old = first
    draw = case.draw
    elements = [part.name for part in arch.components if part.issue]
    words, left = list[str](), arch
    if len(elements) > 1 and draw.random() < 0.85:
        words = ["--forbid", draw.choice(elements)]
        left = without(arch, words[1:])
    command = ["solvers.remap", *files, case.path("mapping.json"), *words, *TIMED]
    done = case.runner.run(*command, limit=LIMIT)
    from tests.soak.moves import moves_verdict

    problem = Problem(dfg, left, old["mapping"]["contexts"])
    gone = without_parts(arch, left)
    return moves_verdict(case, problem, done, old["mapping"], gone, [*files, *words])


def left_of(raw: Any) -> Architecture:
    """Return the array of an answer in JSON."""
    return architecture_from_json(json.dumps(raw), "left")


assert set(PLAIN_KINDS) <= set(KINDS)
