"""The sentences of the page on the model that state rules, as tiny problems with their answers."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from models.data.architecture import Architecture, Component, SharedIssue, Support
from models.data.dfg import Dfg, Initial, Operator, OrderEdge, Pattern, Priority
from models.data.problem import Problem
from solvers.search.answer import CyclesQuestion
from solvers.search.cycles import search
from tests.models.mappings import ADD, links, memory, operations

ROOT = Path(__file__).parents[2]
NEVER = "infeasible"
OPERATORS = (ADD, Operator("neg", 1), Operator("sub", 2), Operator("out", 1, effect=True))
IN_AND_OUT = "in: ext > pe w=1; out: pe > ext w=1"


def graph(text: str, results: str = "", slow: str = "", **fields: object) -> Dfg:
    """Operations of `text` on the inputs a, b, c that they read; `slow` is `operator latency`."""
    steps = operations(text)
    read = {operand.value for step in steps for operand in step.operands}
    inputs = tuple(name for name in "abc" if name in read)
    word, _, latency = slow.partition(" ")
    own = tuple(replace(o, latency=int(latency)) if o.name == word else o for o in OPERATORS)
    return replace(Dfg("rule", own, inputs, steps, tuple(results.split())), **fields)


def array(paths: str = IN_AND_OUT, *more: Component, **fields: object) -> Architecture:
    """A memory outside, an element pe with `fields`, and more components."""
    pe = Component("pe", **{"issue": 1, "capacity": 3, **fields})
    return Architecture("rule", (memory(), pe, *more), links(paths), "ext")


def switch(name: str) -> Component:
    return Component(name, switch=True, capacity=0)


NEGATED = graph("n neg a", "n")
SUM = graph("s + a b", "s")
READ_LATE = graph("n neg b; d sub a n@2", "d", "neg 2")
STORE = graph("o out a")
CHAIN = graph("s + a b; m neg s", "m")
TWO = graph("n neg a; m neg b", "n m")
ROUND = graph("s + a s@1", "s", "+ 2")
FARTHER = graph("s + a s@2", "s", "+ 2", initial=(Initial("s", (1, 2)),))
BOTH = Pattern("both", ("+", "neg", "_", "_"))
FUSED = graph("p neg a; s + p b", "s", "neg 3", patterns=(BOTH,))
WIDE = "in: ext > pe w=2; out: pe > ext w=1"
THROUGH = "in: ext > s w=1; on: s > pe w=1; out: pe > ext w=1"
TWICE = "in: ext > s h=1; next: s > t h=1; on: t > pe; out: pe > ext"
PAIR = "in: ext > pe w=1; in1: ext > qe w=1; out: pe > ext w=1; out1: qe > ext w=1"
BUS = "in: ext > pe qe w=1; out: pe > ext w=1; out1: qe > ext w=1"
QE = Component("qe", issue=1, capacity=3)
LIMIT = (SharedIssue("row", ("pe", "qe"), ("neg",), 1),)
OTHER = (SharedIssue("row", ("pe", "qe"), ("+", "sub"), 1),)
STORES = graph("o out a; q out b")
SLOW = graph("o out a; q out b", "", "out 3")
HOLDS_NONE = {"keeps_arrivals": False}

HELD = replace(SUM, invariants=("a",))
BOTH_HELD = replace(SUM, invariants=("a", "b"))
LATER = replace(graph("n neg a; s + n b@1", "s"), invariants=("a", "b"))
RULES: dict[str, list[tuple[Dfg, Architecture, int | None, int | str]]] = {
    # Brought in cycle 1 and negated there, the result leaves in cycle 2: cycles 0, 1 and 2.
    "cycle 0 is the initial state": [(NEGATED, array(), None, 3)],
    "the horizon counts the cycles until the iteration has completed all operations and its results"
    " have arrived": [
        (READ_LATE, array(file_ports=True, read_ports=1, capacity=1), 3, 7),
        (graph("d sub a n@1; n neg b", "d", "neg 5"), array(WIDE), 6, 6),
    ],
    "An operation of latency L that is issued in cycle k is completed at the end of cycle k + L −"
    " 1, which is a cycle of the horizon, even if nothing reads its value": [
        (STORE, array(), None, 2),
        (graph("o out a", "", "out 3"), array(), None, 4),
        (graph("n neg a", "n", "neg 3"), array(), None, 5),
    ],
    "A multi-node operation takes as long as the slowest of its operators, unless the component"
    " states a latency for it by name": [
        (replace(FUSED, patterns=()), array(WIDE), None, 6),
        (FUSED, array(WIDE), None, 5),
        (FUSED, array(WIDE, ops=("both", Support("neg", 1))), None, 5),
        (FUSED, array(WIDE, ops=(Support("both", 2),)), None, 4),
        (FUSED, array(WIDE, ops=(Support("both", 4),)), None, 6),
    ],
    "An operand of distance δ that is read in cycle k is at k + δT on the time axis of its"
    " producer": [
        (ROUND, array(), 1, NEVER),
        (ROUND, array(), 2, 4),
        (FARTHER, array(), 1, 4),
    ],
    "With T contexts the limits of 8, 9, 10 and the ports count all cycles congruent modulo T": [
        (SUM, array(), None, 4),
        (SUM, array(), 1, NEVER),
        (SUM, array(), 2, 4),
        (TWO, array(WIDE), 1, NEVER),
        (SUM, array(WIDE, write_ports=1), 1, NEVER),
        (SUM, array(WIDE, write_ports=2), 1, 3),
    ],
    "a value held for longer than T cycles occupies several registers": [
        (graph("n neg a; m neg n; s sub m a", "s"), array(capacity=2), None, 5),
        (graph("n neg a; m neg n; s sub m a", "s"), array(capacity=4, issue=3), 1, NEVER),
        (graph("n neg a; m neg n; s sub m a", "s"), array(capacity=5, issue=3), 1, 5),
    ],
    "A value that arrives in a switch may leave it in the same cycle": [
        (NEGATED, array(THROUGH, switch("s")), None, 3),
        (NEGATED, array(THROUGH, Component("s", capacity=1)), None, 4),
    ],
    "No transfer may rest on itself": [
        (NEGATED, array("r: s > t; q: t > s; on: s > pe; out: pe > ext", switch("s"), switch("t")),
         None, NEVER),
    ],
    "Where the array limits the hops of a cycle (`max_hops`, each path takes `hops` of them)": [
        (NEGATED, replace(array(TWICE, switch("s"), switch("t")), max_hops=1), None, NEVER),
        (NEGATED, replace(array(TWICE, switch("s"), switch("t")), max_hops=2), None, 3),
    ],
    "storing a value that was not held or computed there takes an issue slot": [
        (SUM, array(issue=2, routing_issues=True), 2, 4),
        (SUM, array(WIDE, routing_issues=True), 1, 3),
        (CHAIN, array(), 2, 5),
        (CHAIN, array(routing_issues=True), 2, NEVER),
        (CHAIN, array(routing_issues=True), 3, 5),
    ],
    "`max_routes` limits these moves per iteration": [
        (SUM, replace(array(routing_issues=True), max_routes=0), None, NEVER),
        (SUM, replace(array(routing_issues=True), max_routes=1), None, 4),
    ],
    "A component without `keeps_arrivals` stores only its own results": [
        (SUM, array(**HOLDS_NONE), None, NEVER),
        (graph("n neg a; m neg n", "m"), array(**HOLDS_NONE), None, 4),
    ],
    "An arriving value can be read only in the cycle of its arrival": [
        (SUM, array(WIDE, **HOLDS_NONE), None, 3),
        (graph("n neg a; s sub n b", "s"), array(**HOLDS_NONE), None, 4),
        (graph("n neg a; s sub a n", "s"), replace(array(**HOLDS_NONE), max_routes=0), None, 4),
    ],
    "Operations on j read it in any cycle, and it takes no transfer and no register": [
        (HELD, array(), 1, NEVER),
        (HELD, array(invariants=1, capacity=1), 1, 3),
        (BOTH_HELD, array(invariants=1, capacity=1), None, 3),
        (BOTH_HELD, array("out: pe > ext w=1", invariants=1), None, NEVER),
        (BOTH_HELD, array("out: pe > ext w=1", invariants=2, capacity=1), None, 3),
    ],
    "An operand of an earlier iteration (δ > 0) is not read there": [
        (LATER, array("out: pe > ext w=1", invariants=2), 2, NEVER),
        (LATER, array(invariants=2, capacity=2), 2, 4),
    ],
    "A memory port that the PEs of a row share is a limit on the loads and stores that they issue"
    " together": [
        (TWO, array(PAIR, QE), None, 3),
        (TWO, replace(array(PAIR, QE), shared=LIMIT), None, 4),
        (TWO, replace(array(PAIR, QE), shared=OTHER), None, 3),
    ],
    "D[b,k] says that b has been completed by the end of cycle k": [
        (STORES, array(WIDE, issue=2), None, 2),
        (replace(STORES, order=(OrderEdge("o", "q"),)), array(WIDE, issue=2), None, 3),
        (replace(STORES, priorities=(Priority("o", "q"),)), array(WIDE, issue=2), None, 3),
        (replace(STORES, priorities=(Priority("o", "q", ">="),)), array(WIDE, issue=2), None, 2),
        (replace(SLOW, priorities=(Priority("o", "q", ">="),)), array(WIDE, issue=2), None, 6),
        (replace(SLOW, order=(OrderEdge("o", "q"),)), array(WIDE, issue=2), None, 7),
        (replace(STORES, order=(OrderEdge("o", "q"), OrderEdge("q", "o", 1))),
         array(WIDE, issue=2), 1, NEVER),
        (replace(STORES, order=(OrderEdge("o", "q"), OrderEdge("q", "o", 1))),
         array(WIDE, issue=2), 2, 3),
    ],
    "On a bus the solver chooses the source that drives it and the targets that latch the value": [
        (TWO, array(BUS, QE), None, 4),
        (graph("n neg a; m neg a", "n m"), array(BUS, QE), None, 3),
        (graph("n neg a; m neg a", "n m"), array(BUS, replace(QE, write_ports=0)), None, 4),
    ],
}  # fmt: skip


ROWS = [(rule, *row) for rule, rows in RULES.items() for row in rows]


@cache
def page() -> str:
    return " ".join((ROOT / "docs" / "model.md").read_text(encoding="utf-8").split())


@pytest.mark.parametrize(("rule", "dfg", "arch", "contexts", "cycles"), ROWS)
def test_the_page_on_the_model(
    rule: str, dfg: Dfg, arch: Architecture, contexts: int | None, cycles: int | str
) -> None:
    """Tests that the page has the sentence, and that the fewest cycles are what follows from it."""
    assert rule in page()
    answer = search(CyclesQuestion(Problem(dfg, arch, contexts), max_cycles=8))
    assert answer.status in ("optimal", NEVER)
    assert (NEVER if answer.cycles is None else answer.cycles) == cycles
