"""Claims to verify: random problems with every feature, and their certificate directories."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from pathlib import Path as File

import msgspec
from pysat.solvers import Solver

from archs.formats.arch_json import architecture_to_json
from models.data.architecture import Architecture, Choice, Component, InitialContents, Path, Support
from models.data.certificate import Bound, Certificate, Proof
from models.data.computation import Transform
from models.data.dfg import (
    Constant,
    Dfg,
    Operand,
    Operation,
    Operator,
    OrderEdge,
    Pattern,
    Priority,
)
from models.data.mapping import Mapping
from models.data.pins import Pins
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.formats.dfg_json import dfg_to_json
from models.formats.mapping_json import mapping_to_json
from models.space_time.decode import decode
from models.space_time.progress import rule_pins
from models.space_time.xyz import build
from solvers.backends.cnf import Cnf, Encodings, lower, write_dimacs
from solvers.certificates.symbols import write_symbols

OPERATORS = (
    Operator("+", 2, commutative=True, associative=True),
    Operator("mac", 3),
    Operator("slow", 1, latency=2),
    Operator("store", 1, effect=True),
)


def edited(source: random.Random, clause: list[int], table: Collection[int]) -> list[int]:
    """A clause over the variables of `table`, and at most one change of it."""
    changed = clause.copy()
    k = source.randrange(len(clause))
    change = source.choice(["keep", "drop", "flip", "other", "shift"])
    if change == "drop" and len(clause) > 1:
        del changed[k]
    elif change == "flip":
        changed[k] = -changed[k]
    elif change == "other":
        changed[k] = source.choice([-1, 1]) * source.choice(list(table))
    elif change == "shift" and abs(changed[k]) + 1 in table:
        changed[k] += 1 if changed[k] > 0 else -1
    return changed


def encode(
    problem: Problem, horizon: int, encodings: Encodings | None = None, pins: Pins | None = None
) -> tuple[Cnf, list[str], Mapping | None]:
    """Return the CNF, the lines of its symbols, and a mapping if there is one."""
    model = build(problem, horizon)
    rule_pins(model, pins or Pins())
    cnf = lower(model.constraints, encodings)
    symbols: list[str] = []
    write_symbols(model, cnf, symbols.append)
    with Solver("cadical195", bootstrap_with=cnf.clauses()) as solver:
        found = solver.solve()
        mapping = decode(model, [v for v in solver.get_model() if v > 0]) if found else None
    return cnf, "".join(symbols).splitlines(), mapping


def write_proof(
    folder: File,
    problem: Problem,
    horizon: int,
    encodings: Encodings | None = None,
    pins: Pins | None = None,
) -> Proof:
    """Write the refutation of a horizon, and return it as a bound."""
    cnf, symbols, mapping = encode(problem, horizon, encodings, pins)
    assert mapping is None
    name = f"horizon-{horizon}"
    with (folder / f"{name}.cnf").open("w") as file:
        write_dimacs(cnf, file.write)
    (folder / f"{name}.symbols").write_text("\n".join(symbols) + "\n")
    with Solver("cadical195", with_proof=True) as solver:
        for clause in cnf.clauses():
            solver.add_clause(clause)
        assert not solver.solve()
        (folder / f"{name}.drat").write_text("".join(f"{x}\n" for x in solver.get_proof()))
    return Proof(horizon, f"{name}.cnf", f"{name}.symbols", f"{name}.drat")


def write_claim(
    folder: File, problem: Problem, bounds: list[Bound], mapping: Mapping | None = None, **changes
) -> None:
    """Write an optimal certificate, or an infeasible one when there is no mapping."""
    value = None if mapping is None else mapping.horizon
    members = {
        "question": "min_cycles",
        "status": "infeasible" if value is None else "optimal",
        "value": value,
        "lower_bound": value or 1,
        "horizon": bounds[-1].horizon if value is None and bounds else None,
        "contexts": problem.contexts,
        "dfg": "dfg.json",
        "architecture": "architecture.json",
        "mapping": None if mapping is None else "mapping.json",
        "bounds": tuple(bounds),
        "versions": {},
        "transform": problem.transform,
    }
    certificate = Certificate(**{**members, **changes})
    (folder / "dfg.json").write_text(dfg_to_json(problem.dfg))
    (folder / "architecture.json").write_text(architecture_to_json(problem.arch))
    if mapping is not None:
        (folder / "mapping.json").write_text(mapping_to_json(mapping))
    (folder / "certificate.json").write_bytes(msgspec.json.encode(certificate))


def edit(path: File, change: Callable[[list[str]], list[str]]) -> None:
    """Rewrite a text file by a function on its lines."""
    path.write_text("\n".join(change(path.read_text().splitlines())) + "\n")


def random_problem(seed: int) -> Problem:
    """A small problem with a random choice of the features of architectures and DFGs."""
    source = random.Random(seed)
    contexts = source.choice([None, None, 1, 2, 3])
    return Problem(_dfg(source, contexts), _architecture(source), contexts)


INPUTS = ("a", "b", "c", "d")


def _dfg(source: random.Random, contexts: int | None) -> Dfg:
    values = [*INPUTS]
    names = [f"v{n}" for n in range(source.randint(2, 6))]
    operations = []
    for name in names:
        operator = source.choice(OPERATORS)
        operands = []
        for _ in range(operator.arity):
            if contexts and source.random() < 0.25:
                operands.append(Operand(source.choice([*INPUTS, *names]), source.randint(1, 2)))
            elif source.random() < 0.1:
                operands.append(Operand("k"))
            else:
                operands.append(Operand(source.choice(values[-5:])))
        operations.append(Operation(name, operator.name, tuple(operands)))
        values.append(name)
    order = []
    if source.random() < 0.4:
        first, then = sorted(source.sample(range(len(names)), 2))
        order.append(OrderEdge(names[first], names[then]))
        if contexts and source.random() < 0.5:
            order.append(OrderEdge(names[then], names[first], 1))
    priorities = []
    if source.random() < 0.3:
        first, then = sorted(source.sample(range(len(names)), 2))
        sign = source.choice([">", ">="])
        priorities.append(Priority(source.choice([names[first], "a"]), names[then], sign))
    return Dfg(
        "random",
        OPERATORS,
        INPUTS,
        tuple(operations),
        tuple(source.sample(names, source.randint(1, min(3, len(names))))),
        constants=(Constant("k", 3),),
        order=tuple(order),
        priorities=tuple(priorities),
    )


def _architecture(source: random.Random) -> Architecture:
    def maybe(chance: float, value: int) -> int | None:
        return value if source.random() < chance else None

    count = source.randint(2, 4)
    names = [f"pe{n}" for n in range(count)]
    components = [
        Component(
            "ext",
            initial="all" if source.random() < 0.7 else InitialContents(("a", "b")),
            holds_intermediates=source.random() < 0.4,
            capacity=maybe(0.1, 5) if source.random() < 0.2 else None,
            read_ports=maybe(0.2, 2),
            write_ports=maybe(0.2, 1),
        )
    ]
    for name in names:
        ops: tuple[str | Support, ...] | None = None
        if source.random() < 0.3:
            ops = ("+", "mac", Support("slow", source.choice([None, 1, 3])))
        choices = (Choice(1, ("c", "d", "a")),) if source.random() < 0.3 else ()
        components.append(
            Component(
                name,
                issue=source.choice([1, 1, 1, 2]),
                ops=ops,
                capacity=source.choice([1, 2, 3, None]),
                transient=source.random() < 0.1,
                initial=InitialContents(("d",) if source.random() < 0.2 else (), choices),
                read_ports=maybe(0.15, 1),
                write_ports=maybe(0.15, 1),
            )
        )
    paths = [Path("in", ("ext",), tuple(names), source.choice([1, 2, None]))]
    if source.random() < 0.5:
        paths = [Path(f"in_{n}", ("ext",), (n,), 1) for n in names]
    for left, right in zip(names, names[1:] + names[:1], strict=True):
        latency = source.choice([0, 0, 0, 1])
        paths.append(Path(f"to_{right}", (left,), (right,), source.choice([1, None]), latency))
    if source.random() < 0.5:
        paths.append(Path("out", tuple(names), ("ext",), source.choice([1, 2])))
    else:
        paths += [Path(f"out_{n}", (n,), ("ext",), 1) for n in names]
    if source.random() < 0.3:
        paths.append(Path("bus", tuple(names), ("ext", *names), 1))
    return Architecture("random", tuple(components), tuple(paths), "ext")


SUM_OPERATORS = (
    Operator("+", 2, commutative=True, associative=True),
    Operator("cat", 2, associative=True),
    Operator("*", 2, commutative=True),
    Operator("f", 1),
    Operator("store", 1, effect=True),
    Operator("late", 1, latency=8),
    Operator("last", 1),
)
PATTERNS = {
    "mac": "+ _ * _ _",
    "add3": "+ + _ _ _",
    "dot": "+ * _ _ * _ _",
    "joined": "cat _ cat _ _",
    "negated": "f + _ _",
}


def random_sums(seed: int, transform: Transform) -> Problem:
    """A small problem whose sums may be reordered, with multi-node operations.

    Sums have up to four terms, some of them in common; some results are partial results of
    others, and some operations are named by orders.
    """
    source = random.Random(seed)
    contexts = source.choice([None, None, None, 1, 2, 3])
    return Problem(_sums(source, contexts), _simple(source), contexts, transform)


def sums_graph(
    operations: list[Operation], results: tuple[str, ...], *patterns: str, **more
) -> Dfg:
    """A DFG over a, b, c, d and the constant k, with some of `PATTERNS`."""
    return Dfg(
        "sums",
        SUM_OPERATORS,
        ("a", "b", "c", "d"),
        tuple(operations),
        results,
        constants=(Constant("k", 3),),
        patterns=tuple(Pattern(name, tuple(PATTERNS[name].split())) for name in patterns),
        **more,
    )


def one_element(**element) -> Architecture:
    """One element that is fed by a memory and feeds it, with nothing else limited."""
    memory = Component("ext", initial="all", holds_intermediates=False)
    part = Component("p", **{"issue": 1, **element})
    paths = (Path("in", ("ext",), ("p",)), Path("out", ("p",), ("ext",)))
    return Architecture("one", (memory, part), paths, "ext")


def _sums(source: random.Random, contexts: int | None) -> Dfg:
    inputs = ("a", "b", "c")
    made: list[Operation] = []
    values = [*inputs]

    def add(operator: str, *operands: Operand) -> Operand:
        made.append(Operation(f"v{len(made)}", operator, operands))
        return Operand(made[-1].name)

    def read() -> Operand:
        if source.random() < 0.1:
            return Operand("k")
        return Operand(source.choice(values))

    for _ in range(source.randint(0, 2)):
        name = add(source.choice(["*", "*", "+"]), read(), read()).value
        values += [name, name]
    results = []
    for _ in range(source.choice([1, 1, 2])):
        operator = source.choice(["+", "+", "+", "cat"])
        terms = [read() for _ in range(source.choice([2, 3, 3, 4]))]
        if contexts and source.random() < 0.25:
            terms[-1] = Operand(source.choice(values), 1)
        while len(terms) > 1:
            place = source.randrange(len(terms) - 1)
            terms[place : place + 2] = [add(operator, terms[place], terms[place + 1])]
        results.append(terms[0].value)
    if source.random() < 0.3:
        results.append(add(source.choice(["f", "store"]), Operand(results.pop())).value)
    if source.random() < 0.2:
        results.append(made[0].name)
    order = []
    if len(made) > 2 and source.random() < 0.25:
        first, then = sorted(source.sample(range(len(made)), 2))
        order.append(OrderEdge(made[first].name, made[then].name))
    names = source.sample(sorted(PATTERNS), source.randint(0, 3))
    return Dfg(
        "sums",
        SUM_OPERATORS,
        inputs,
        tuple(made),
        tuple(dict.fromkeys(results)),
        constants=(Constant("k", 3),),
        order=tuple(order),
        patterns=tuple(Pattern(name, tuple(PATTERNS[name].split())) for name in names),
    )


def _simple(source: random.Random) -> Architecture:
    names = [f"pe{n}" for n in range(source.randint(1, 3))]
    ops: tuple[str | Support, ...] = ("+", "cat", "*", "f", "store", "dot", "negated", "joined")
    elements = [
        Component(
            name,
            issue=source.choice([1, 1, 1, 2]),
            ops=source.choice([None, None, (*ops, Support("mac", 2)), (*ops, Support("add3", 3))]),
            capacity=source.choice([2, 3, None]),
            write_ports=source.choice([None, None, None, 1]),
        )
        for name in names
    ]
    memory = Component(
        "ext", initial="all", holds_intermediates=source.random() < 0.5, read_ports=None
    )
    paths = [Path(f"in_{n}", ("ext",), (n,), source.choice([1, 2, None])) for n in names]
    paths += [Path(f"out_{n}", (n,), ("ext",), 1) for n in names]
    for left, right in zip(names[:-1], names[1:], strict=True):
        paths.append(Path(f"to_{right}", (left,), (right,), 1, source.choice([0, 0, 1])))
        if source.random() < 0.7:
            paths.append(Path(f"from_{right}", (right,), (left,), 1))
    return Architecture("simple", (memory, *elements), tuple(paths), "ext")


def first_mapping(problem: Problem, horizons: range) -> tuple[Mapping | None, list[int]]:
    """The first mapping within `horizons`, and the horizons before it that have none."""
    refuted = []
    for horizon in horizons:
        try:
            _, _, mapping = encode(problem, horizon)
        except InfeasibleError:
            return None, []
        if mapping is not None:
            return mapping, refuted
        refuted.append(horizon)
    return None, refuted
