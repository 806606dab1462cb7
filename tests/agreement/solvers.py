"""Whether all solvers agree on random problems: `python -m tests.agreement.solvers`.

Every solver that is installed decides the horizons around the fewest cycles of each problem. What
it finds has to convince checker and simulator, and all have to give the same answers. Writes
`docs/results/agreement.md`; exits with 1 where any two disagree.
"""

from __future__ import annotations

import functools
import random
import sys
import time
from collections.abc import Iterator, Mapping
from typing import cast

from bench.frame import Asker, Fault, Namespace, Parts, bench, number
from bench.page import table
from models.data.architecture import Architecture, Choice, Component, InitialContents, Path
from models.data.computation import Transform
from models.data.dfg import Dfg, Operand, Operation, Operator, Pattern
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.judge.checker import check
from models.judge.simulator import simulate
from models.space_time.decode import decode
from models.space_time.xyz import build
from solvers.backends.backend import Settings
from solvers.backends.cnf import Encodings
from solvers.backends.registry import BACKENDS, open_session
from solvers.questions.entries import Entry

PROBLEMS = 300
MOST = 9
"""Horizons beyond are not tried."""

ASKED = (
    ("cadical195", Encodings()),
    ("glucose4", Encodings("pairwise", "totalizer")),
    ("gluecard4", Encodings("native", "native")),
    ("cadical195", Encodings("native", "native")),
    ("kissat", Encodings("product", "commander")),
    ("cp-sat", Encodings()),
    ("highs", Encodings()),
    ("pyomo", Encodings()),
    ("lp", Encodings()),
)

KINDS = {
    "as written": "results brought to the external component",
    "latencies": "operators, paths and components that take several cycles",
    "buses": "shared paths, of any width",
    "ports": "read and write ports",
    "memories": "a second memory with an input, or one of choice; transient registers",
    "pipelined": "1 to 3 contexts",
    "loop-carried": "operands of earlier iterations, pipelined",
    "effects": "operations that are executed exactly once",
    "multi-node": "multiply-add beside its parts",
    "enumerate": "sums in any order, all orders listed",
    "xbtree": "sums in any order, by exchangers",
    "select": "sums in any order, one tree for each",
    "chain": "sums in any order, as chains",
    "multi-node sums": "multiply-add in sums of any order, pipelined or not",
}

OPERATORS = (
    Operator("+", 2, commutative=True, associative=True),
    Operator("*", 2, commutative=True),
    Operator("f", 1),
    Operator("put", 1, effect=True),
)
MULTIPLY_ADD = Pattern("+_*__", ("+", "_", "*", "_", "_"))


def problem_of(kind: str, seed: int) -> Problem:
    """Return a small random problem; the same arguments give the same one."""
    source = random.Random(f"{kind} {seed}")
    pipelined = kind in ("pipelined", "loop-carried") or (
        kind in ("effects", "multi-node sums") and seed % 2 == 1
    )
    contexts = source.randint(1, 3) if pipelined else None
    how: Transform = "none"
    if kind in ("enumerate", "xbtree", "select", "chain"):
        how = cast(Transform, kind)
    elif kind == "multi-node sums":
        how = source.choice(("enumerate", "select"))
    dfg = _sums(source, kind) if how != "none" else _graph(source, kind)
    return Problem(dfg, _machine(source, kind, dfg), contexts, how)


def _graph(source: random.Random, kind: str) -> Dfg:
    inputs = tuple("abc"[: source.randint(1, 3)])
    values = list(inputs)
    operations: list[tuple[str, str, list[Operand]]] = []
    wanted = ("+", "*") if kind == "multi-node" else ("+", "*", "f")
    for place in range(source.randint(2, 4)):
        operator = source.choice(wanted)
        arity = 1 if operator == "f" else 2
        operands = [Operand(source.choice(values[-3:])) for _ in range(arity)]
        operations.append((f"v{place}", operator, operands))
        values.append(f"v{place}")
    if kind == "loop-carried":
        for _, _, operands in source.sample(operations, 1 + (len(operations) > 2)):
            late = Operand(source.choice(values), source.randint(1, 2))
            operands[source.randrange(len(operands))] = late
    results = {values[-1], *(v for v in values[len(inputs) :] if source.random() < 0.2)}
    if kind == "effects":
        operations.append(("e", "put", [Operand(source.choice(values[len(inputs) :]))]))
    latency = {name: 1 + (kind == "latencies" and source.random() < 0.4) for name in "+*f"}
    return Dfg(
        "random",
        tuple(_timed(operator, latency.get(operator.name, 1)) for operator in OPERATORS),
        inputs,
        tuple(Operation(name, operator, tuple(read)) for name, operator, read in operations),
        tuple(sorted(results)),
        patterns=(MULTIPLY_ADD,) if kind == "multi-node" else (),
    )


def _timed(operator: Operator, latency: int) -> Operator:
    how = (operator.commutative, operator.associative)
    return Operator(operator.name, operator.arity, *how, latency, operator.effect)


def _sums(source: random.Random, kind: str) -> Dfg:
    inputs = tuple("abcd"[: source.randint(3, 4)])
    operations, terms = [], [Operand(name) for name in inputs]
    if kind == "multi-node sums" or source.random() < 0.5:
        operations.append(Operation("m", "*", tuple(source.sample(terms, 2))))
        terms[0] = Operand("m")
    source.shuffle(terms)
    partial = terms[0]
    for place, term in enumerate(terms[1:], 1):
        name = "y" if place == len(terms) - 1 else f"s{place}"
        operations.append(Operation(name, "+", (partial, term)))
        partial = Operand(name)
    patterns = (MULTIPLY_ADD,) if kind == "multi-node sums" else ()
    return Dfg("sum", OPERATORS, inputs, tuple(operations), ("y",), patterns=patterns)


def _machine(source: random.Random, kind: str, dfg: Dfg) -> Architecture:
    ports, buses = kind == "ports", kind in ("buses", "ports")
    elements = [f"pe{n}" for n in range(source.choice((1, 2, 2)))]
    parts = [
        Component(
            "ext",
            initial="all",
            holds_intermediates=source.random() < 0.3,
            read_ports=source.choice((None, 1, 2)) if ports else None,
        )
    ]
    for name in elements:
        parts.append(
            Component(
                name,
                issue=source.choice((1, 1, 2)),
                capacity=source.choice((1, 2, 2, 3, None)),
                transient=kind == "memories" and source.random() < 0.3,
                read_ports=source.choice((None, 1, 2)) if ports else None,
                write_ports=source.choice((None, 1, 2)) if ports else None,
            )
        )
    joined = [(("ext",), tuple(elements)), (tuple(elements), ("ext",))]
    ends: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    for bus, sources, targets in ((buses, *joined[0]), (buses, *joined[1])):
        pairs = [((s,), (t,)) for s in sources for t in targets]
        ends += [(sources, targets)] if bus and source.random() < 0.6 else pairs
    ends += [((a,), (b,)) for a in elements for b in elements if a != b and source.random() < 0.7]
    if kind == "memories":
        loaded = InitialContents(choices=(Choice(1, dfg.inputs),))
        if source.random() < 0.5:
            loaded = InitialContents(dfg.inputs[:1])
        parts.append(Component("rom", initial=loaded))
        ends.append((("rom",), (source.choice(elements),)))
    slow = kind == "latencies"
    paths = (
        Path(
            f"p{n}",
            *own,
            width=source.choice((1, 1, 2, None)),
            latency=int(slow and source.random() < 0.3),
        )
        for n, own in enumerate(ends)
    )
    return Architecture("random", tuple(parts), tuple(paths), "ext")


class WrongMappingError(Exception):
    """Checker or simulator rejects what a solver has found."""


def decide(problem: Problem, horizon: int, solver: str, encodings: Encodings) -> bool | None:
    """Whether there is a mapping, says a solver; None where it has no answer.

    Raises `WrongMappingError` where what it has found is none.
    """
    try:
        model = build(problem, horizon)
    except InfeasibleError:
        return False
    session = open_session(solver, model.constraints, Settings(encodings))
    session.load()
    outcome = session.solve(lambda conflicts: True)
    if outcome.satisfiable:
        mapping = decode(model, outcome.model)
        faults = check(problem, mapping)
        report = simulate(problem, mapping)
        if faults or not report.ok:
            raise WrongMappingError(faults[0] if faults else str(report.first_difference))
    return outcome.satisfiable


def compare(kind: str, seed: int) -> Entry:
    """Put one problem to all solvers: what each says of some horizons, and its seconds."""
    problem = problem_of(kind, seed)
    questions, differences, begun = [], list[str](), time.perf_counter()
    for horizon in horizons(problem):
        answers: dict[str, bool | None] = {}
        seconds: dict[str, float] = {}
        where = f"{kind} {seed}, {horizon} cycles"
        for solver, encodings in asked():
            name, clock = label(solver, encodings), time.perf_counter()
            try:
                answers[name] = decide(problem, horizon, solver, encodings)
            except Exception as error:  # whatever it is, it is told, and the others go on
                differences.append(f"{where}: {name}: {type(error).__name__}: {error}")
                continue
            seconds[name] = round(time.perf_counter() - clock, 4)
        questions.append({"cycles": horizon, "answers": answers, "seconds": seconds})
        said = {name: yes for name, yes in answers.items() if yes is not None}
        if len(set(said.values())) != 1:
            words = ", ".join(f"{name}: {'yes' if yes else 'no'}" for name, yes in said.items())
            differences.append(f"{where}: {words}")
    return {
        "status": "differ" if differences else "agree",
        "questions": questions,
        "differences": differences,
        "seconds": round(time.perf_counter() - begun, 3),
    }


def asked() -> Iterator[tuple[str, Encodings]]:
    """The solvers that are installed, each with an encoding."""
    yield from ((n, encodings) for n, encodings in ASKED if BACKENDS[n].missing() is None)


def label(solver: str, encodings: Encodings) -> str:
    """A solver and how limits are put to it."""
    if BACKENDS[solver].family != "SAT":
        return solver
    how = "native" if encodings.native else f"{encodings.at_most_one}, {encodings.at_most_k}"
    return f"{solver} ({how})"


def horizons(problem: Problem) -> Iterator[int]:
    """The last horizon without a mapping, the first one with one, and the next."""
    first = next((n for n in range(1, MOST) if decide(problem, n, *ASKED[0])), MOST)
    yield from range(max(1, first - 1), min(first + 1, MOST) + 1)


def page(found: Mapping[str, list[Entry]]) -> Parts:
    """Yield the parts of the page; `found` is what was said of the problems of each kind."""
    every = [entry for entries in found.values() for entry in entries]
    questions = [question for entry in every for question in entry["questions"]]
    differences = [line for entry in every for line in entry["differences"]]
    kinds: list[list[object]] = []
    for kind, entries in found.items():
        own = [question["answers"] for entry in entries for question in entry["questions"]]
        yes = sum(True in answers.values() for answers in own)
        kinds.append([kind, KINDS[kind], len(entries), yes, len(own) - yes])
    solvers: list[list[object]] = []
    for name in dict.fromkeys(name for question in questions for name in question["answers"]):
        said = [each["answers"][name] for each in questions if name in each["answers"]]
        spent = sum(each["seconds"].get(name, 0) for each in questions)
        solvers.append([name, *map(said.count, (True, False, None)), f"{spent:.1f}"])
    yield (
        f"{len(every)} random problems, {len(questions)} questions: is there a mapping "
        "with so many cycles? Asked are the last horizon without a mapping, the first one with "
        "one, and the next. Every mapping found convinced the checker and the simulator, unless "
        "it is listed below.\n"
    )
    yield "## By kind of problem\n"
    yield table(["kind", "what it has", "problems", "yes", "no"], kinds)
    yield "## By solver\n"
    yield (
        "Seconds are those of building, translating and solving together. The LP relaxation "
        "decides nothing that has a mapping; what it refutes, the others refute too.\n"
    )
    yield table(["solver (limits)", "yes", "no", "no answer", "seconds"], solvers)
    yield f"## Disagreements: {len(differences) or 'none'}\n"
    yield from (Fault(f"- {line}") for line in differences)


@bench(
    "agreement",
    "Agreement of solvers",
    number("--problems", PROBLEMS, "of all kinds in turn"),
    smoke=f"--problems {len(KINDS)}",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Put problems of all kinds, in turn, to all solvers."""
    kinds, found = list(KINDS), dict[str, list[Entry]]()
    for place in range(options.problems):
        seed, kind = place // len(kinds), kinds[place % len(kinds)]
        entry = asker.entry({"kind": kind, "seed": seed}, functools.partial(compare, kind, seed))
        found.setdefault(kind, []).append(entry)
    yield from page(found)


if __name__ == "__main__":
    sys.exit(main())
