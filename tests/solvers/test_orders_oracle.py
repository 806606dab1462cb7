"""Reordering and multi-node operations against oracles that list all orders, on tiny problems."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from models.counting.arithmetic import Arithmetic
from models.data.architecture import Architecture, Component, Support
from models.data.architecture import Path as Wire
from models.data.computation import Transform
from models.data.dfg import Constant, Dfg, Operator, Pattern
from models.data.problem import Problem
from models.errors import InfeasibleError
from solvers.search.answer import CyclesQuestion
from solvers.search.cycles import search
from tests.models.all_orders import every_way
from tests.models.decide import EVERY, decided, under
from tests.models.mappings import ADD, MUL, memory, operation
from tests.models.naive_model import feasible_by
from tests.models.random_problems import filed
from tests.models.random_sums import random_sums
from tests.models.wide_problems import widened

MOST = 9
SEEDS = 7
KINDS = (
    *("plain", "modulo", "fused", "fused modulo", "ordered", "ordered modulo"),
    *("files modulo", "wide", "wide modulo"),
)


def problem_of(kind: str, seed: int, leaves: int = 4) -> Problem:
    """`fused` has patterns, `ordered` patterns, order edges and priorities, `modulo` contexts.

    `files` count operands and results at the ports of register files; `wide` ones have switches
    and limits, too.
    """
    found = random_sums(
        seed,
        contexts=1 + seed % 3 if "modulo" in kind else None,
        patterns=kind not in ("plain", "modulo"),
        ordered="ordered" in kind,
        leaves=leaves,
    )
    if "wide" in kind:
        return widened(found, seed)
    return filed(found, seed) if "files" in kind else found


@cache
def answers(kind: str, seed: int, how: Transform) -> tuple[bool, ...]:
    """Whether there is a mapping with 1, 2, … cycles; up to the first two that have one."""
    if how == "xbtree":
        return answers(kind, seed, "select")
    problem = problem_of(kind, seed)
    ways = list(every_way(problem.dfg, how))
    found: list[bool] = []
    while len(found) < MOST and found[-2:-1] != [True]:
        horizon = len(found) + 1
        found.append(any(feasible_by(problem, each, horizon) for each in ways))
    return tuple(found)


def least(kind: str, seed: int, how: Transform) -> int | None:
    """The fewest cycles that the oracle knows a mapping with."""
    found = answers(kind, seed, how)
    return found.index(True) + 1 if True in found else None


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("how", EVERY)
def test_models_decide_horizons_as_the_oracle(kind: str, how: Transform) -> None:
    """Tests the last horizons without and the first ones with a mapping, order by order.

    Windows and implied constraints change no answer.
    """
    for seed in range(SEEDS):
        problem = under(problem_of(kind, seed), how)
        found = answers(kind, seed, how)
        for horizon in range(max(1, len(found) - 3), len(found) + 1):
            for less in ({}, {"windowed": False}, {"implied": False}):
                fits = decided(problem, horizon, **less)
                assert fits == found[horizon - 1], (seed, horizon, less)


def pair(*parts: Component) -> Architecture:
    """Elements around a memory, each with wide paths in and out, and between neighbours."""
    names = [part.name for part in parts]
    ends = [("ext", name) for name in names] + [(name, "ext") for name in names]
    ends += [*zip(names, names[1:], strict=False)]
    paths = tuple(Wire(f"{s}-{t}", (s,), (t,)) for s, t in ends)
    return Architecture("pair", (memory(), *parts), paths, "ext")


def element(name: str = "pe", **fields: object) -> Component:
    return msgspec.structs.replace(Component(name, issue=1, capacity=2), **fields)


SHAPES = {
    "repeated": ("y = + s b, s = + a a", "y"),
    "twice repeated": ("y = + s t, s = + a a, t = + b b", "y"),
    "all the same": ("y = + s t, s = + a a, t = + a a", "y"),
    "equal sums": ("y = + s c, s = + a b, z = + t c, t = + a b", "y z"),
    "equal results": ("y = + s c, s = + a b, z = + t c, t = + b a", "y z"),
    "part": ("y = + s c, s = + a b, z = + a c", "y z"),
    "part that is read": ("y = + s c, s = + a b, z = + a c, n = f z", "y n"),
    "shared leaves": ("y = + s c, s = + a b, z = + t d, t = + a b", "y z"),
    "nested": ("y = + s c, s = + a b, z = + t y, t = + y d", "y z"),
    "not commuting": ("y = . s c, s = . a b", "y"),
    "not commuting, shared": ("y = . s c, s = . a b, z = . t a, t = . b c", "y z"),
    "not commuting, repeated": ("y = . s t, s = . a a, t = . a a", "y"),
    "constant": ("y = + s k, s = + a b", "y"),
    "constants": ("y = + s k, s = + k b", "y"),
    "only constants": ("y = + s k, s = + k k", "y"),
    "two dots": ("y = + s t, s = + m n, t = + o m, m = * a b, n = * c d, o = * a c", "y"),
    "mac": ("y = + s c, s = + m n, m = * a b, n = * b c", "y m"),
    "unused sum": ("y = f a, u = + t c, t = + a b", "y"),
    "accumulator": ("y = + s b, s = + a y@1", "y"),
    "two back": ("y = + s b@1, s = + a y@2", "y"),
    "effect": ("y = + s c, s = + a b, e = put s", "y"),
    "effect of a sum": ("y = + s c, s = + a b, e = put y", ""),
}
FIVE = tuple(
    Pattern(text.replace(" ", ""), tuple(text.split()))
    for text in ("+ * _ _ * _ _", "+ + _ _ _", "+ _ * _ _", ". _ . _ _")
)


def shaped(name: str) -> Dfg:
    """A DFG of `SHAPES`."""
    text, results = SHAPES[name]
    steps = []
    for line in text.split(", "):
        made, _, rest = line.partition(" = ")
        operator, *read = rest.split()
        steps.append(operation(made, operator, *read))
    used = {operand.value for step in steps for operand in step.operands}
    return Dfg(
        name,
        (
            ADD,
            MUL,
            Operator(".", 2, associative=True),
            Operator("f", 1),
            Operator("put", 1, effect=True),
        ),
        tuple(sorted(used & {*"abcd"})),
        tuple(steps),
        tuple(results.split()),
        constants=(Constant("k", 3),),
    )


ARRAYS = {
    "one": pair(element()),
    "two": pair(element("p"), element("q", capacity=1)),
    "uneven": pair(
        element("p", ops=("*", "f", "put", Support("+", 2), ".", Support("+_*__", 1))),
        element("q", ops=("+", ".", Support("+*__*__", 3), Support("++___", 1), Support("f", 2))),
    ),
}


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("name", SHAPES)
def test_shapes_that_are_easily_miscounted(name: str) -> None:
    """Tests model, windows, implied constraints and arithmetic against the oracle."""
    for patterns in ((), FIVE):
        dfg = msgspec.structs.replace(shaped(name), patterns=patterns)
        contexts = 2 if dfg.max_distance else None
        for array in ARRAYS.values():
            base = Problem(dfg, array, contexts)
            for how in EVERY:
                problem = under(base, how)
                ways = list(every_way(dfg, how))
                best = None
                for horizon in range(1, MOST + 1):
                    if any(feasible_by(problem, each, horizon) for each in ways):
                        best = horizon
                        break
                case = (how, array.name, bool(patterns), best)
                for horizon in (best - 1, best) if best else (MOST,):
                    for options in ({}, {"windowed": False}):
                        wanted = horizon == best
                        assert decided(problem, horizon, **options) == wanted, (case, options)
                try:
                    arithmetic = Arithmetic(problem)
                    assert arithmetic.first_horizon(MOST)[0] <= (best or MOST + 1), case
                    assert best is None or arithmetic.refute(best) is None, case
                except InfeasibleError:
                    assert best is None, case


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("kind", KINDS)
def test_search_finds_the_minimum(kind: str) -> None:
    """Tests the search with its processes under every transformation."""
    for number, how in enumerate(EVERY):
        seed = next(n for n in range(number, 100) if least(kind, n, how) is not None)
        question = CyclesQuestion(under(problem_of(kind, seed), how), max_cycles=MOST, jobs=2)
        answer = search(question)
        assert (answer.status, answer.cycles) == ("optimal", least(kind, seed, how)), (how, seed)
        assert answer.lower_bound == answer.cycles
        assert answer.found_by
        assert answer.mapping is not None
