"""Each rule of a legal mapping, by the clauses that follow from it, and by those just beyond."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from models.data.architecture import (
    Architecture,
    Choice,
    Component,
    InitialContents,
    Path,
    SharedIssue,
    Support,
)
from models.data.dfg import OrderEdge, Priority
from models.data.pins import Pin
from models.data.problem import Problem
from solvers.verification.clauses import Justifier
from solvers.verification.directory import RejectedError
from solvers.verification.rules import Item, Rules
from solvers.verification.symbols import Group, Symbols
from solvers.verification.templates import Template
from tests.solvers.verification.claims import EXT, array, element, graph, one

ENDS = {"x": 4, "y": 4, "z": 4, "done": 3, "route": 4, "latch": 5, "drive": 5}
"""Words of an item, its kind included."""


def clause(text: str, known: dict[Item, int]) -> list[int]:
    """`z n p 1 -> x n p 1 | x n q 1`, or without what it follows from."""
    false, arrow, true = text.partition("->")
    found = []
    for sign, side in ((-1, false if arrow else ""), (1, true if arrow else false)):
        for words in filter(None, (part.split() for part in side.split("|"))):
            kind, name, *places, cycle = words
            assert len(words) == ENDS[kind], text
            place, end = (*places, "", "")[:2]
            item = (kind, name, place, end, int(cycle))
            found.append(sign * known.setdefault(item, len(known) + 1))
    return found


def holds(problem: Problem, horizon: int, text: str, *pins: Pin) -> bool:
    """Whether the verifier accepts a clause."""
    known: dict[Item, int] = {}
    literals = clause(text, known)
    justifier = Justifier(Rules(problem, horizon, pins), Symbols({v: i for i, v in known.items()}))
    assert justifier.contradiction is None
    try:
        justifier.check(literals)
    except RejectedError as error:
        assert "not justified" in str(error)
        return False
    return True


def problem(text: str, arch: Architecture, results: str = "n", *, ii: Any = None, **more: Any):
    return Problem(graph(text, results, "a b c", **more), arch, ii)


def wide(*parts: Component, paths: str, **more: Any) -> Architecture:
    return array((EXT, *parts), paths, **more)


def limited(**fields: Any) -> Architecture:
    """The memory itself with a limit."""
    return one(2, replace(EXT, **fields))


TWO = "n f a; m f b"
PAIR = wide(element("p"), element("q"), paths="ip ext>p;iq ext>q;pq p>q;op p>ext;oq q>ext")
BUS = wide(
    element("p", read_ports=1, write_ports=1), element("q", read_ports=1, write_ports=1),
    paths="in ext>p,q:2;out p,q>ext:2",
)  # fmt: skip
SWITCH = wide(
    element("p"), Component("s", capacity=0, switch=True), paths="is ext>s;sp s>p;op p>ext"
)
CHOICE = replace(one(), components=(
    replace(EXT, initial=InitialContents(("a",), (Choice(1, ("b", "c")),))), element("p"),
))  # fmt: skip
PASSING = wide(
    element("p", routing_issues=True), element("q"), paths="ip ext>p;pq p>q;oq q>ext;op p>ext"
)
LATE = replace(one(), paths=(Path("in", ("ext",), ("p",), 1, 4), Path("out", ("p",), ("ext",))))
SHARED = replace(PAIR, shared=(SharedIssue("port", ("p", "q"), ("f",), 1),))
ORDER = graph(TWO, "n m", "a b c", order=(OrderEdge("n", "m"),))
EFFECTS = "n put a; m put b"
Row = tuple[Any, int, str, str]

ROWS: dict[str, Row] = {
    # What is true, and what is not though it is nearly so; of a problem, with so many cycles.
    "a result is there at the end": (problem("n f a", one()), 5, "x n ext 4", "x n ext 3"),
    "contents are there at first": (problem("n f a", one()), 5, "x a ext 0", "x a ext 1"),
    "an operation is issued": (problem("n f a", one()), 5, "z n p 1 | z n p 2 | z n p 3",
        "z n p 1 | z n p 2"),
    "nothing is issued before its operands": (problem("n f a", one()), 5, "z n p 0 ->",
        "z n p 1 ->"),
    "nothing is issued when it is too late": (problem("n f a", one()), 5, "z n p 4 ->",
        "z n p 3 ->"),
    "a slow operation is issued early": (problem("n slow a", one()), 9, "z n p 4 ->", "z n p 3 ->"),
    "a slow operation ends late": (problem("n slow a", one()), 9, "x n p 4 ->", "x n p 5 ->"),
    "a slow operation for an effect": (problem("n slow a; m put n", one(), ""), 9, "z n p 4 ->",
        "z n p 3 ->"),
    "latencies of an element": (problem("n f a", one(ops=(Support("f", 4),))), 9, "z n p 5 ->",
        "z n p 4 ->"),
    "slow paths arrive late": (problem("n f a", LATE), 9, "y a in 4 ->", "y a in 5 ->"),
    "slow paths leave early": (problem("n f a", LATE), 9, "y a in 6 -> x a ext 1",
        "y a in 6 -> x a ext 2"),
    "what is held was held, or came": (problem("n f a", one()), 6, "x n p 2 -> x n p 1 | z n p 2",
        "x n p 2 -> z n p 2"),
    "what is transient has just come": (problem("n f a", one(transient=True)), 6,
        "x a p 2 -> y a in 2", "x a p 2 -> y a in 1"),
    "what only computes stores nothing else": (problem("n f a", one(keeps_arrivals=False)), 6,
        "x a p 2 ->", "y a in 2 ->"),
    "what arrives was at a source": (problem("n f a", one()), 6, "y n out 3 -> x n p 2",
        "y n out 3 -> x n p 1"),
    "a memory holds no intermediate value": (problem("m f a; n f m", one()), 6, "x m ext 3 ->",
        "x n ext 3 ->"),
    "an operation reads its operands": (problem("n g a b", one()), 6,
        "z n p 2 -> x b p 1 | y b in 2", "z n p 2 -> x b p 1"),
    "operands of earlier iterations": (problem("n g a n@1", one(), ii=2), 6,
        "z n p 2 -> x n p 3 | y n in 4", "z n p 2 -> x n p 1 | y n in 2"),
    "capacities": (problem(TWO, one(capacity=1), "n m"), 9, "x n p 3 | x m p 3 ->",
        "x n p 3 | x m p 4 ->"),
    "capacities by context": (problem(TWO, one(capacity=1), "n m", ii=3), 9, "x n p 2 | x m p 5 ->",
        "x n p 2 | x m p 4 ->"),
    "choices of contents": (problem("n g a b", CHOICE), 9, "x b ext 0 | x c ext 0 ->",
        "x b ext 0 | x a ext 0 ->"),
    "chosen contents may be absent": (problem("n f b", CHOICE), 9, "x a ext 0", "x c ext 0"),
    "widths": (problem(TWO, one(1), "n m"), 9, "y a in 2 | y b in 2 ->", "y a in 2 | y b in 3 ->"),
    "exit ports": (problem(TWO, limited(read_ports=1), "n m"), 9, "y a in 2 | y b in 2 ->",
        "y a in 2 | y b in 3 ->"),
    "entry ports": (problem(TWO, limited(write_ports=1), "n m"), 9, "y n out 4 | y m out 4 ->",
        "y a in 4 | y b in 4 ->"),
    "entry ports of a bus": (problem(TWO, BUS, "n m"), 9, "latch a in p 2 | latch b in p 2 ->",
        "latch a in p 2 | latch b in q 2 ->"),
    "exit ports of a bus": (problem(TWO, BUS, "n m"), 9, "drive n out p 3 | drive m out p 3 ->",
        "drive n out p 3 | drive m out q 3 ->"),
    "who takes from a bus": (problem(TWO, BUS, "n m"), 9, "latch a in p 2 -> y a in 2",
        "y a in 2 -> latch a in p 2"),
    "who drives a bus": (problem(TWO, BUS, "n m"), 9,
        "y n out 3 -> drive n out p 3 | drive n out q 3", "y n out 3 -> drive n out p 3"),
    "who drives holds": (problem(TWO, BUS, "n m"), 9, "drive n out p 3 -> x n p 2",
        "drive n out p 3 -> x n p 3"),
    "issue slots": (problem(TWO, one(), "n m"), 9, "z n p 2 | z m p 2 ->", "z n p 2 | z m p 3 ->"),
    "issue slots by context": (problem(TWO, one(), "n m", ii=4), 9, "z n p 2 | z m p 6 ->",
        "z n p 2 | z m p 5 ->"),
    "shared issue slots": (problem(TWO, SHARED, "n m"), 9, "z n p 2 | z m q 2 ->",
        "z n p 2 | z m q 3 ->"),
    "effects happen once": (problem(EFFECTS, PAIR, ""), 9, "z n p 2 | z n q 5 ->",
        "z n p 2 | z m q 5 ->"),
    "others may be repeated": (replace(problem(TWO, PAIR, "n m"), recompute=False), 9,
        "z n p 2 | z n q 5 ->", "z n p 2 | z m q 5 ->"),
    "storing in passing takes a slot": (problem("n f a", PASSING), 9,
        "x a p 2 -> route a p 2 | x a p 1", "x a p 2 -> x a p 1"),
    "slots for passing values": (problem("n f a", PASSING), 9, "route a p 2 | z n p 2 ->",
        "route a p 2 | z n p 3 ->"),
    "routes": (problem("n f a", replace(PASSING, max_routes=1)), 9, "route a p 2 | route n p 5 ->",
        "route a p 2 | x n p 5 ->"),
    "a passing value arrives": (problem("n f a", PASSING), 9, "route a p 2 -> y a ip 2",
        "route a p 2 -> y a ip 1"),
    "through switches at once": (problem("n f a", SWITCH), 6, "y a sp 2 -> y a is 2",
        "y a sp 2 -> y a is 1"),
    "switches without room hold nothing": (problem("n f a", SWITCH), 6, "x a s 2 ->", "x a p 2 ->"),
    "orders": (Problem(ORDER, one()), 9, "z m p 4 -> done n 3", "z m p 4 -> done n 2"),
    "what is done was issued": (Problem(ORDER, one()), 9, "done n 3 -> done n 2 | z n p 3",
        "done n 3 -> done n 2"),
    "what is done slowly was issued early": (
        problem("n slow a; m f n", one(), "m", order=(OrderEdge("n", "m"),)), 15,
        "done n 7 -> done n 6 | z n p 3", "done n 7 -> done n 6 | z n p 7"),
    "priorities": (problem(TWO, one(), "n m", priorities=(Priority("n", "m"),)), 9,
        "z m p 4 -> done n 3", "z m p 4 -> done n 2"),
    "priorities in the same cycle": (
        problem(TWO, PAIR, "n m", priorities=(Priority("n", "m", ">="),)), 9, "z m p 4 -> done n 4",
        "z m p 4 -> done n 3"),
    "values that nothing needs": (problem(TWO, one(), "n"), 9, "x m p 3 ->", "x n p 3 ->"),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_what_follows_is_accepted_and_no_more(name: str) -> None:
    """Tests that a clause is justified, and another one that no rule gives is not."""
    asked, horizon, true, false = ROWS[name]
    assert holds(asked, horizon, true)
    assert not holds(asked, horizon, false)


@pytest.mark.parametrize(
    ("pin", "true", "false"),
    [
        (Pin("n", ("q",)), "z n p 2 ->", "z n q 2 ->"),
        (Pin("n", None, 2), "z n p 3 ->", "z n p 2 ->"),
        (Pin("n", None, None, 1), "z n p 4 ->", "z n p 3 ->"),
        (Pin("n", ("q",), 2), "z n q 2", "z n p 2"),
    ],
)
def test_pins_exclude_other_issues(pin: Pin, true: str, false: str) -> None:
    """Tests components, cycles and contexts of pinned operations."""
    asked = problem("n f a", PAIR, ii=2)
    assert holds(asked, 6, true, pin) and not holds(asked, 6, false, pin)


@pytest.mark.parametrize("firsts", [(10, 20, 30), (30, 10, 20)])
def test_groups_own_their_auxiliaries_in_any_order(firsts: tuple[int, ...]) -> None:
    template = Template(3, 1, definitions=[(0b0110, 1), (0b1110, 1)])
    groups = [Group(template, first, (1, 2, 3)) for first in firsts]
    symbols = Symbols(groups=groups)
    symbols.settle()
    for group in groups:
        assert symbols.owner(group.first - 1) is None and symbols.owner(group.first + 2) is None
        assert symbols.owner(group.first) is symbols.owner(group.first + 1) is group
