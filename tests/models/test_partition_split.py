"""The DFGs of parts: valid, named apart, and together what the whole DFG computes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archs.presets import architecture_preset
from heuristics.modulo import modulo_schedule
from models.data.dfg import (
    Constant,
    Dfg,
    Initial,
    Number,
    Operand,
    Operation,
    Operator,
    Pattern,
    Rule,
)
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InputError
from models.judge.simulator import simulate
from models.partition import MemoryOperators, Partition, split
from models.semantics.evaluate import evaluate
from tests.models.random_partitions import (
    ADD,
    NEG,
    SUB,
    random_dfg,
    random_partition,
    run_through_memory,
)

SEEDS = st.integers(0, 10**6)
QUIET = settings(deadline=None)


def two(*operators: Operator, **more: Any) -> Dfg:
    """Return q = f(p), p = f(a)."""
    operations = (Operation("p", "f", (Operand("a"),)), Operation("q", "f", (Operand("p"),)))
    return Dfg("two", (NEG, ADD, *operators), ("a",), operations, **more)


APART = Partition((("p",), ("q",)))


@QUIET
@given(SEEDS)
def test_parts_compute_the_whole(seed: int) -> None:
    """Tests that parts that run one after another give every value of the DFG, once."""
    dfg = random_dfg(seed)
    parts = split(dfg, random_partition(dfg, seed))
    assert run_through_memory(dfg, parts, 6) == set(dfg.operation_by_name)


@QUIET
@given(SEEDS)
def test_everything_else_stays(seed: int) -> None:
    """Tests that order, priorities, patterns and rules are where they belong."""
    dfg = random_dfg(seed)
    partition = random_partition(dfg, seed)
    part_of = partition.part_of
    parts = split(dfg, partition)
    for p, part in enumerate(parts):
        own = {x.name for x in dfg.operations if part_of[x.name] == p}
        assert part.dfg.name == f"random.{p}"
        assert part.dfg.order == tuple(e for e in dfg.order if {e.before, e.after} <= own)
        assert (part.dfg.patterns, part.dfg.rules) == (dfg.patterns, dfg.rules)
        near = own | {*part.dfg.inputs}
        assert part.dfg.priorities == tuple(
            x for x in dfg.priorities if x.then in own and x.first in near
        )


def test_numbers_before_the_loop_cross() -> None:
    """Tests that a reader of earlier iterations gets the initial numbers through its load."""
    operations = (
        Operation("p", "f", (Operand("a"),)),
        Operation("q", "+", (Operand("p", 2), Operand("p"))),
    )
    dfg = Dfg("late", (NEG, ADD), ("a",), operations, ("q",), initial=(Initial("p", (5, 7)),))
    first, second = split(dfg, APART)
    assert first.dfg.initial == (Initial("p", (5, 7)),)
    assert second.dfg.initial == (Initial("p.load", (5, 7)),)
    assert second.dfg.operation_by_name["q"].operands == (Operand("p.load", 2), Operand("p.load"))
    assert second.dfg.results == ("q",) and first.dfg.results == ()
    assert run_through_memory(dfg, (first, second), 5) == {"p", "q"}


def test_names_that_are_taken() -> None:
    """Tests that stores and loads take names that no value and no constant has."""
    names = ("p", "p.load", "p.load2", "q")
    operations = tuple(
        Operation(name, "f", (Operand(before),))
        for before, name in zip(("a", *names), names, strict=False)
    )
    operations += (Operation("r", "+", (Operand("p"), Operand("p.store"))),)
    dfg = Dfg("taken", (NEG, ADD), ("a",), operations, constants=(Constant("p.store", 4),))
    partition = Partition((names, ("r",)))
    first, second = split(dfg, partition)
    assert first.stores == {"p": "p.store2"} and second.loads == {"p": "p.load3"}
    assert run_through_memory(dfg, (first, second), 3) == {*names, "r"}


@pytest.mark.parametrize(
    ("own", "store", "load"),
    [
        ((), "store", "load"),
        ((Operator("store", 1, effect=True, latency=3),), "store", "load"),
        ((Operator("store", 2, effect=True), Operator("load", 1)), "store/1", "load/0"),
        ((Operator("store", 1), Operator("load", 0)), "store/1", "load/0"),
        ((Operator("store", 3), Operator("store/1", 1, effect=True)), "store/1", "load"),
    ],
)
def test_operators_of_the_cut(own: tuple[Operator, ...], store: str, load: str) -> None:
    """Tests that the DFG's own operators serve where they fit: an arity, and an effect."""
    chosen = split(two(*own), APART, MemoryOperators("str", "lod"))
    assert chosen[0].dfg.operation_by_name["p.str"].operator == "str"
    first, second = split(two(*own), APART)
    assert first.dfg.operation_by_name["p.store"].operator == store
    assert second.dfg.operation_by_name["p.load"].operator == load
    assert first.dfg.operator_by_name[store].effect and second.dfg.operator_by_name[load].effect
    kept = first.dfg.operator_by_name[store]
    assert kept in own or kept.latency == next((o.latency for o in own if o.name == "store"), 1)


@pytest.mark.parametrize("wrong", [Operator("store/1", 2), Operator("store/1", 1)])
def test_no_name_is_left_for_a_store(wrong: Operator) -> None:
    """Tests that an operator that cannot be named is one clear line."""
    dfg = two(Operator("store", 2, effect=True), wrong)
    with pytest.raises(InputError, match="'store/1'"):
        split(dfg, APART)


def test_rules_keep_the_numbers_that_they_make() -> None:
    """Tests that a part that does not read a constant can still have the rule that does."""
    dfg = two(
        SUB,
        constants=(Constant("three", 3), Constant("four", 4)),
        rules=(Rule("r", ("+", "x", "x"), ("-", "x", "3")),),
    )
    assert [part.dfg.rules for part in split(dfg, APART)] == [dfg.rules, dfg.rules]


def test_an_input_that_is_a_result() -> None:
    """Tests that a result that nothing computes is delivered by one part."""
    for operand in ("a", "p"):
        operations = (
            Operation("p", "f", (Operand("a"),)),
            Operation("q", "f", (Operand(operand),)),
        )
        dfg = Dfg("id", (NEG,), ("a", "b"), operations, ("a", "b", "q"))
        first, second = split(dfg, APART)
        assert (first.dfg.results, second.dfg.results) == (("a", "b"), ("q",))
        assert "b" in first.dfg.inputs


LOAD = Operator("load", 0, effect=True)
LOADED: list[Number] = [7, -2, 5, 11]


def problem() -> Problem:
    """Return s = x + x@1 + a with a load x."""
    dfg = Dfg(
        "loads",
        (ADD, LOAD),
        ("a",),
        (
            Operation("x", "load"),
            Operation("t", "+", (Operand("x"), Operand("x", 1))),
            Operation("s", "+", (Operand("t"), Operand("a"))),
        ),
        ("s",),
        initial=(Initial("x", (100,)),),
    )
    return Problem(dfg, architecture_preset("mesh:2x2,registers=4"), 4)


def mapped() -> Mapping:
    """Return a mapping of it."""
    found = modulo_schedule(problem())
    assert found is not None
    return found


def test_given_numbers_by_hand() -> None:
    """Tests that what is given is read, after what was before the loop, and nothing else is."""
    inputs: dict[str, list[Number]] = {"a": [1, 2, 3, 4]}
    rows = evaluate(problem().dfg, 4, inputs, {"x": LOADED})
    assert [row["x"] for row in rows] == LOADED
    assert [row["s"] for row in rows] == [108, 7, 6, 20]
    free = evaluate(problem().dfg, 4, inputs)
    assert free == evaluate(problem().dfg, 4, inputs, {})
    assert [row["x"] for row in free] != LOADED


def test_the_simulator_reads_what_is_given() -> None:
    """Tests that a mapping computes with these numbers, every result and effect compared."""
    inputs: dict[str, list[Number]] = {"a": [1, 2, 3, 4]}
    for loaded in (None, {}, {"x": LOADED}):
        report = simulate(problem(), mapped(), 4, inputs=inputs, given=loaded)
        assert report.ok, report.first_difference
        assert report.compared == 4 * 2


def test_a_pattern_may_have_the_name() -> None:
    """Tests that a multi-node operation called `store` is not in the way."""
    dfg = two(patterns=(Pattern("store", ("f", "+", "_", "_")),))
    first, _ = split(dfg, APART)
    assert first.dfg.operation_by_name["p.store"].operator == "store/1"
