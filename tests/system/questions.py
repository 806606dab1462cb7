"""Random questions of all commands, and the one verdict on each answer.

A problem has a seed, which says what is asked, of what. Commands are called in this process, every
twentieth as a whole process. Mappings go to the checker and the simulators, bounds to the verifier
where there is a certificate, and to naive oracles; the answer is false where any of these
disagrees, or where it is nothing without a limit. `bench` runs `soaked` by `outcomes` of
`tests.system.outcomes`, whose verdicts are a status, or one of `BAD`: `KINDS` are the questions,
`kind_of(seed)` is that of a seed.
"""

from __future__ import annotations

import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

from archs.faults import without
from archs.formats.arch_json import architecture_from_json, architecture_to_json
from archs.presets import architecture_preset
from models.data.architecture import Architecture
from models.data.computation import Transform
from models.data.dfg import Dfg
from models.data.pins import Pin, Pins
from models.data.problem import Problem
from models.formats.dfg_json import dfg_to_json
from models.hardware.stretches import is_memory
from models.judge.checker_operations import executions
from tests.system import more_questions
from tests.system.commands import CODES, called, python, run
from tests.system.engine_oracle import has_mapping, illegal
from tests.system.judge import Answer, answered, calm, claimed, judged, mapping_of, need
from tests.system.oracle import Told, feasible
from tests.system.outcomes import Case, Outcome
from tests.system.problems import (
    array,
    drawn,
    drawn_engine,
    drawn_program,
    graph,
    loop_array,
    loop_body,
    loop_problem,
)

LIMIT = 12
"""Seconds that a command is given."""
TIMED = ("--time-limit", str(LIMIT), "--json", "--quiet")
WHOLE = 20
LABELLED = ("lisa:3x3", "lisa:4x4", "lisa:4x4,registers=1", "hycube:4x4", "adres:4x4")
MOST = 8
"""Horizons beyond are not put to the oracle."""
PARTS = 40
"""Parts of an array that are tried for one claim."""


@dataclass
class Asking:
    """One problem: its random numbers, its folder, and how many answers of oracles it took."""

    seed: int
    folder: Path
    count: int = 1

    def __post_init__(self) -> None:
        self.draw = random.Random(f"soak {self.seed}")

    @property
    def proof(self) -> Path:
        """Where its certificate is."""
        return self.folder / "proof"

    def ask(
        self, module: str, *words: object, codes: tuple[int, ...] = CODES, bare: bool = False
    ) -> Answer:
        """Return the answer of a command; `code` is its exit code. A `bare` one has no status."""
        whole = self.seed % WHOLE == 0
        done = run(python(module, *words)) if whole else called(module, words)
        calm(done.stderr)
        last = done.stderr.strip().splitlines()[-1:]
        if done.returncode == 2 and "no component of limit" in done.stderr:
            return {"status": "unknown", "stopped": "what is drawn is no valid array"}
        need(done.returncode in codes, f"{module}: exit code {done.returncode}: {last}")
        if done.returncode == 30 and not done.stdout and "time limit before" in done.stderr:
            return {"status": "unknown", "stopped": "time limit", "code": 30}
        if bare:
            found = json.loads(done.stdout) if done.stdout.startswith("{") else {}
            return {**found, "code": done.returncode}
        answer = answered(done.returncode, done.stdout)
        status = answer.get("status")
        need(status != "unknown" or _gave_up(answer), f"{module}: unknown without a limit")
        return answer | {"code": done.returncode}

    def files(self, dfg: Dfg, arch: Architecture) -> list[str]:
        """Write graph and array; return their paths."""
        (self.folder / "dfg.json").write_text(dfg_to_json(dfg), encoding="utf-8")
        (self.folder / "arch.json").write_text(architecture_to_json(arch), encoding="utf-8")
        return [str(self.folder / "dfg.json"), str(self.folder / "arch.json")]

    def none(self, told: Told, horizons: range, contexts: int | None, said: str) -> None:
        """Have the oracle look for mappings where none is said to be, if the problem is tiny."""
        problem = told.problem
        if len(problem.dfg.operations) > 7 or len(problem.arch.components) > 8:
            return
        for horizon in horizons:
            self.count += 1
            there = told.maps(horizon, contexts)
            need(not there, f"{said}, but {horizon} cycles have a mapping")


def _gave_up(answer: Answer) -> bool:
    """Whether an answer of nothing says why: a limit, or a heuristic that proves nothing."""
    return bool(answer.get("stopped") or answer.get("reason") or answer.get("method") != "exact")


def _contexts(problem: Problem) -> list[str]:
    return [] if problem.contexts is None else ["--contexts", str(problem.contexts)]


# Fewest cycles.


def tiny(case: Asking) -> str:
    """Any feature of the model: the fewest cycles, or whether one number of cycles will do."""
    return fewest(case, drawn(case.draw))


def small(case: Asking) -> str:
    """A graph on a preset or a random topology, pipelined or not, sums in any order or not."""
    draw = case.draw
    loop = draw.random() < 0.4
    hows: tuple[Transform, ...] = ("none", "none", "enumerate", "xbtree", "select", "chain")
    how = draw.choice(hows)
    sums = how != "none" or draw.random() < 0.2
    dfg = graph(draw, draw.randint(1, 5 if how != "none" else 8), loop=loop, sums=sums)
    if how != "none":
        dfg = msgspec.structs.replace(dfg, patterns=())
    contexts = draw.randint(1, 4) if loop else None
    return fewest(case, Problem(dfg, array(draw), contexts, how))


def fewest(
    case: Asking,
    problem: Problem,
    words: tuple[str, ...] = (),
    pins: Pins | None = None,
    gone: frozenset[str] = frozenset(),
    whole: Architecture | None = None,
) -> str:
    """Ask for the fewest cycles of a problem, and judge the answer."""
    draw, told = case.draw, Told(problem)
    most = draw.choice((6, MOST, 10))
    one = draw.randint(2, MOST) if not words and draw.random() < 0.2 else None
    asked = ["--max-cycles", most] if one is None else ["--cycles", one]
    asked += [] if pins else ["--certificate", case.proof]
    if problem.transform != "none":
        asked += ["--transform", problem.transform]
    files = case.files(problem.dfg, whole or problem.arch)
    own = [*_contexts(problem), "--workers", "1", "--seed", draw.randrange(3)]
    answer = case.ask("solvers.min_cycles", *files, *own, *asked, *words, *TIMED)
    status, cycles, lower = answer["status"], answer.get("cycles"), answer.get("lower_bound", 0)
    if status == "unknown":
        return "unknown"
    if status != "infeasible":
        judged(problem, answer["mapping"], pins, gone)
        need(answer["mapping"]["horizon"] == cycles, "the mapping has other cycles")
        need(one in (None, cycles), f"{cycles} cycles instead of {one}")
        need(lower <= cycles, f"{cycles} cycles, but at least {lower}")
        need(status != "optimal" or lower == cycles, f"optimal, but at least {lower}")
        need(status == "optimal" or one or answer["stopped"], "not proven, and yet not stopped")
    claim = claimed(case.proof)
    refuted = range(1, min(lower, MOST + 1))
    if status == "infeasible":
        last = one or most
        refuted = range(last if one else 1, last + 1)
        if claim is not None:
            need(claim["horizon"] is None or claim["horizon"] >= last, "too little is refuted")
    if claim is not None:
        need(claim["value"] == cycles, "the certificate has another value")
        need(claim["lower_bound"] <= max(lower, 1), "the certificate has a higher bound")
    if pins is None:
        case.none(told, refuted, problem.contexts, f"{status}, at least {lower}")
    return str(status)


def pinned(case: Asking) -> str:
    """Operations that have to be somewhere, and parts of the array that are broken."""
    draw = case.draw
    loop = draw.random() < 0.4
    dfg, arch = graph(draw, draw.randint(2, 6), loop=loop), array(draw)
    contexts = draw.randint(1, 3) if loop else None
    left, gone, words = arch, frozenset[str](), list[str]()
    elements = [part.name for part in arch.components if part.issue]
    if len(elements) > 1 and draw.random() < 0.5:
        words = ["--forbid", draw.choice(elements)]
        left = without(arch, words[1:])
        gone = _lost(arch, left)
        elements = [name for name in elements if name not in gone]
    places = []
    chosen = draw.sample(dfg.operations, min(len(dfg.operations), draw.randint(0, 2)))
    for operation in chosen if elements else ():
        kind = draw.choice(("component", "cycle", "both", "context" if contexts else "component"))
        component = draw.choice(elements) if kind in ("component", "both") else None
        cycle = draw.randint(2, 6) if kind in ("cycle", "both") else None
        context = draw.randrange(contexts) if contexts and kind == "context" else None
        where = None if component is None else (component,)
        places.append(Pin(operation.name, where, cycle, context))
        text = (component or "") + ("" if cycle is None else f"@{cycle}")
        words += ["--pin", f"{operation.name}={text if context is None else f'%{context}'}"]
    pins = Pins(tuple(places)) if places else None
    return fewest(case, Problem(dfg, left, contexts), tuple(words), pins, gone, arch)


def _lost(arch: Architecture, left: Architecture) -> frozenset[str]:
    """Return the names of components and paths that the second array does not have."""
    components = arch.component_by_name.keys() - left.component_by_name.keys()
    return frozenset(components | (arch.path_by_name.keys() - left.path_by_name.keys()))


# Intervals, and what follows.


def interval(case: Asking) -> str:
    """The smallest initiation interval of a loop: proven, or by annealing."""
    if case.draw.random() < 0.3:
        return smallest(case, loop_problem(case.draw))
    return smallest(case, Problem(loop_body(case.draw), loop_array(case.draw), 1))


def by_labels(case: Asking) -> str:
    """The smallest interval by annealing with predicted labels, where weights are known."""
    from learn.labels.random_dfgs import random_dfg

    arch = architecture_preset(case.draw.choice(LABELLED))
    return smallest(case, Problem(random_dfg(arch, case.draw.randrange(10**6)), arch, 1), "lisa")


def smallest(case: Asking, problem: Problem, method: str | None = None) -> str:
    """Ask for the smallest interval of a problem, and judge the answer."""
    draw = case.draw
    dfg, arch = problem.dfg, problem.arch
    method = method or draw.choice(("exact", "exact", "exact", "sa"))
    words: list[object] = ["--method", method, "--seed", draw.randrange(100)]
    words += ["--movements", 20] if method != "exact" else []
    # Registers without a number, and a shortest schedule, go with counted registers only.
    limited = all(part.capacity is not None or is_memory(arch, part) for part in arch.components)
    if method == "exact" and limited and draw.random() < 0.3:
        words += ["--register-files", draw.choice("own moves static rotating unroll".split())]
    elif method == "exact" and draw.random() < 0.2:
        words.append(draw.choice(("--shortest", "--first")))
    words += ["--certificate", case.proof, *TIMED]
    answer = case.ask("solvers.min_ii", *case.files(dfg, arch), *words)
    status, ii, lower = answer["status"], answer.get("ii"), answer.get("lower_bound", 0)
    if status == "unknown":
        return "unknown"
    last = MOST
    if ii is not None:
        need(answer["mapping"]["contexts"] == ii, "the mapping has another interval")
        judged(problem, answer["mapping"])
        last = answer["mapping"]["horizon"] + 2
        need(lower <= ii, f"II {ii}, but at least {lower}")
        need(status != "optimal" or lower == ii, f"optimal, but at least {lower}")
    else:
        need(lower > answer["max_ii"], f"infeasible, but only up to {lower - 1}")
    claim = claimed(case.proof)
    if claim is not None:
        need(claim["value"] == ii, "the certificate has another value")
        need(claim["lower_bound"] <= lower, "the certificate has a higher bound")
    if lower > 1:
        horizon = min(last, MOST + 3)
        case.none(Told(problem), range(horizon, horizon + 1), lower - 1, f"II at least {lower}")
    return str(status)


def remapped(case: Asking) -> str:
    """A mapping again, after an element has broken: what has moved, and whether less could have."""
    return moved_again(case, loop_body(case.draw), loop_array(case.draw))


def moved_again(case: Asking, dfg: Dfg, arch: Architecture) -> str:
    """Map a loop, break an element, and map it again."""
    draw, mapping = case.draw, case.folder / "mapping.json"
    files = case.files(dfg, arch)
    first = case.ask("solvers.min_ii", *files, "--first", "--mapping", mapping, *TIMED)
    if first.get("mapping") is None:
        return str(first["status"])
    elements = [part.name for part in arch.components if part.issue]
    words, left = list[str](), arch
    if len(elements) > 1 and draw.random() < 0.85:
        words = ["--forbid", draw.choice(elements)]
        left = without(arch, words[1:])
    answer = case.ask("solvers.remap", *files, mapping, *words, *TIMED)
    if answer.get("mapping") is None:
        return str(answer["status"])
    old, new = mapping_of(first["mapping"]), mapping_of(answer["mapping"])
    judged(Problem(dfg, left, old.contexts), answer["mapping"], None, _lost(arch, left))
    need(new.contexts == old.contexts, "other contexts")
    where, was = executions(dfg, new), executions(dfg, old)
    # What was computed twice and is computed once now, where it was, has not moved.
    moved = sorted(name for name in was if name in where and not where[name] <= was[name])
    need(sorted(move["operation"] for move in answer["moved"]) == moved, f"moved {moved}")
    need(answer["at_least"] <= len(moved), f"{len(moved)} moved, at least {answer['at_least']}")
    if answer["status"] == "optimal":
        need(answer["at_least"] == len(moved), "optimal, but fewer may do")
        _fewer(case, [*files, *words], (left, new.horizon, new.contexts), was, len(moved))
    return str(answer["status"])


def _fewer(case: Asking, inputs: list[str], asked: Any, was: Any, moved: int) -> None:
    """Ask CP-SAT for a mapping that moves one operation less, for some sets that may stay."""
    left, cycles, contexts = asked
    there = {part.name for part in left.components}
    names = [name for name, places in was.items() if len(places) == 1]
    names = [name for name in names if all(place in there for place, _ in was[name])]
    sets = list(combinations(names, len(was) - moved + 1)) if moved else []
    for chosen in sets[:4]:
        pins = []
        for name in chosen:
            ((place, cycle),) = was[name]
            pins += ["--pin", f"{name}={place}@{cycle}"]
        words = ["--contexts", contexts, "--cycles", cycles, "--solver", "cp-sat", *TIMED]
        found = case.ask("solvers.min_cycles", *inputs, *pins, *words)
        case.count += 1
        need(found["status"] in ("infeasible", "unknown"), f"{chosen} could have stayed")


# Arrays.


def pruned(case: Asking) -> str:
    """The smallest part of an array that does the job, against those that lack one thing more."""
    from tests.solvers.pruning.small import small_array, small_graph

    draw = case.draw
    dfg, arch = small_graph(draw), small_array(draw, draw.choice((1, 2, 2, 3)))
    contexts = draw.choice((None, None, 2))
    horizon = next((n for n in range(3, 9) if feasible(dfg, arch, contexts, n)), None)
    if horizon is None:
        return "none"
    horizon += draw.choice((0, 0, 1))
    kinds = draw.choice((("elements",), ("paths",), ("elements", "paths")))
    own = [*_contexts(Problem(dfg, arch, contexts)), "--cycles", horizon]
    words = [*own, "--minimise", ",".join(kinds), "--certificate", case.proof, *TIMED]
    answer = case.ask("solvers.prune_arch", *case.files(dfg, arch), *words)
    need(answer["status"] != "infeasible", f"infeasible, but {horizon} cycles have a mapping")
    if answer["status"] == "unknown":
        return "unknown"
    left = architecture_from_json(msgspec.json.encode(answer["left"]), "left")
    for raw in answer["mappings"]:
        judged(Problem(dfg, left, contexts), raw)
    counts = [answer["counts"][kind] for kind in kinds]
    need(counts == [_count(left, kind) for kind in kinds], f"counts {counts}")
    claimed(case.proof)
    if answer["status"] == "optimal":
        need(answer["counts"] == answer["lower_bounds"], "optimal, but fewer may do")
        for level, kind in enumerate(kinds):
            parts = [arch] if level == 0 else smaller(arch, kinds[0], counts[0])
            fewer = (p for part in parts for p in smaller(part, kind, counts[level] - 1))
            for _, part in zip(range(PARTS), fewer, strict=False):
                case.count += 1
                there = feasible(dfg, part, contexts, horizon)
                need(not there, f"{counts} {kinds}, but {part} does")
    return str(answer["status"])


def smaller(arch: Architecture, kind: str, count: int) -> Iterator[Architecture]:
    """The largest parts with so many elements or paths."""
    if count < 0:
        return
    if kind == "paths":
        for kept in combinations(arch.paths, min(count, len(arch.paths))):
            yield msgspec.structs.replace(arch, paths=kept)
        return
    names = [part.name for part in arch.components if part.issue]
    for left in combinations(names, min(count, len(names))):
        gone, paths = set(names) - set(left), []
        for path in arch.paths:
            sources = tuple(name for name in path.sources if name not in gone)
            targets = tuple(name for name in path.targets if name not in gone)
            if sources and targets:
                paths.append(msgspec.structs.replace(path, sources=sources, targets=targets))
        parts = tuple(part for part in arch.components if part.name not in gone)
        yield msgspec.structs.replace(arch, components=parts, paths=tuple(paths))


def _count(arch: Architecture, kind: str) -> int:
    return len(arch.paths) if kind == "paths" else sum(part.issue > 0 for part in arch.components)


# Programs, parts and the streaming engine.


def streamed(case: Asking) -> str:
    """A program on the streaming engine, against all of its mappings."""
    from models.streaming.check import check
    from models.streaming.program import program_to_json
    from models.streaming.schedule import schedule_from_json
    from models.streaming.simulate import simulate

    draw = case.draw
    program, engine, ii = drawn_program(draw), drawn_engine(draw), draw.randint(1, 4)
    by_ii, exact = draw.random() < 0.3, draw.random() < 0.8
    path = case.folder / "program.json"
    path.write_text(program_to_json(program), encoding="utf-8")
    words: list[object] = [path, "--ii", ii, "--jobs", 1, "--starts", engine.starts]
    words += ["--tiles", engine.tiles, "--pipeline", engine.pipeline, "--message", engine.message]
    words += ["--hops", ",".join(map(str, engine.hops)), *(["--relay"] if engine.relay else [])]
    words += [] if engine.waiting else ["--no-waiting"]
    words += [] if engine.multicast else ["--single-output"]
    words += [] if engine.siblings else ["--no-siblings"]
    if exact:
        words += ["--objective", "ii" if by_ii else "cycles", "--certificate", case.proof]
        words += ["--solver", draw.choice(("auto", "auto", "cadical195", "cp-sat"))]
    else:
        words += ["--method", "greedy"]
    answer = case.ask("solvers.streaming", *words, *TIMED)
    status, beyond = answer["status"], engine.pipeline + 8

    def none(interval: int, most: int, said: str) -> None:
        case.count += 1
        there = has_mapping(program, engine, interval, most)
        need(not there, f"{said}: II {interval} has a mapping with {most} cycles")

    if answer.get("mapping") is not None:
        schedule = schedule_from_json(msgspec.json.encode(answer["mapping"]), "mapping")
        need(not (faults := check(program, schedule)), f"checker: {faults[:1]}")
        need(simulate(program, schedule, 5, 3).fault is None, "simulator")
        spots = {p.instruction: (p.tile, p.start) for p in schedule.placements}
        wrong = illegal(program, engine, schedule.ii, spots)
        need(wrong is None, str(wrong))
        bound = answer["cycles_bound"]
        need(bound <= schedule.cycles == answer["cycles"], f"at least {bound} cycles")
        need(status != "optimal" or bound == schedule.cycles, f"optimal, but at least {bound}")
        none(schedule.ii, bound - 1, f"at least {bound}")
        for smaller in range(1, answer["ii_bound"] if by_ii and exact else 1):
            none(smaller, beyond, "a smaller II")
    elif status == "infeasible":
        for smaller in range(1, ii + 1) if by_ii and exact else (ii,):
            none(smaller, beyond, "infeasible")
    claim = claimed(case.proof)
    need(claim is None or claim["cycles"] == answer["cycles"], "the certificate has other cycles")
    return str(status)


def by_policy(case: Asking) -> str:
    """A program placed by the learned policy: legal, and no better than the exact bound."""
    from examples.streaming.registry import build
    from models.streaming.check import check
    from models.streaming.program import program_to_json
    from models.streaming.recipes import RECIPES
    from models.streaming.schedule import schedule_from_json
    from models.streaming.simulate import simulate

    draw, path = case.draw, case.folder / "program.json"
    spec = f"random:{draw.randint(1, 8)}:{draw.randrange(1000)}:{draw.choice(RECIPES)}"
    program, ii = build(spec), draw.randint(2, 6)
    path.write_text(program_to_json(program), encoding="utf-8")
    words = (path, "--ii", ii, "--jobs", 1)
    answer = case.ask("solvers.streaming", *words, "--method", "ppo", *TIMED)
    if answer.get("mapping") is None:
        return str(answer["status"])
    schedule = schedule_from_json(msgspec.json.encode(answer["mapping"]), "mapping")
    need(not (faults := check(program, schedule)), f"checker: {faults[:1]}")
    need(simulate(program, schedule, 5, 3).fault is None, "simulator")
    need(answer["cycles_bound"] <= schedule.cycles == answer["cycles"], "below its bound")
    exact = case.ask("solvers.streaming", *words, "--certificate", case.proof, *TIMED)
    need(exact["status"] != "infeasible", "the policy has a mapping where there is none")
    need(exact["cycles_bound"] <= schedule.cycles, f"{schedule.cycles} cycles, below the optimum")
    claimed(case.proof)
    return str(answer["status"])


KINDS: dict[str, tuple[Callable[[Asking], str], int]] = {
    "min_cycles, tiny": (tiny, 20),
    "min_cycles": (small, 16),
    "min_cycles --pin --forbid": (pinned, 8),
    "min_ii": (interval, 14),
    "min_ii --method lisa": (by_labels, 2),
    "remap": (remapped, 5),
    "prune_arch": (pruned, 5),
    "trade_off": (more_questions.traded, 2),
    "configure": (more_questions.configured, 3),
    "export": (more_questions.exported, 3),
    "compare": (more_questions.compared, 2),
    "partition": (more_questions.partitioned, 4),
    "optimize": (more_questions.optimized, 1),
    "streaming": (streamed, 14),
    "streaming --method ppo": (by_policy, 1),
}
"""The questions, and how many of a hundred problems each is."""
MIXTURE = [name for name, (_, count) in KINDS.items() for _ in range(count)]
random.Random("mixture").shuffle(MIXTURE)


def kind_of(seed: int) -> str:
    """Return the question of a problem."""
    return MIXTURE[seed % len(MIXTURE)]


def soaked(case: Case) -> Outcome:
    """Ask one question, and judge the answer. Raises `FalseError` where it is not true."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="soak-") as place:
        asking = Asking(case.seed, Path(place))
        status = KINDS[case.kind][0](asking)
    spent = time.monotonic() - begun
    return Outcome(case.part, case.kind, case.seed, status, "", asking.count, spent)
