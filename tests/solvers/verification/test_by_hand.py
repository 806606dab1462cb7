"""Facts of the verifier on the smallest problems, each with its answer found by hand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from models.counting.longest import longest_useful_horizon
from models.data.architecture import (
    Architecture,
    Choice,
    Component,
    InitialContents,
    Path,
    SharedIssue,
    Support,
)
from models.data.certificate import Arrival, Chain, Counting, Stays
from models.data.dfg import OrderEdge, Pattern
from models.data.problem import Problem
from models.space_time.index import Index
from solvers.verification.arrival import Arrivals
from solvers.verification.chains import Chains
from solvers.verification.clauses import Justifier
from solvers.verification.demands import demand
from solvers.verification.directory import RejectedError
from solvers.verification.limits import Limits
from solvers.verification.longest import longest
from solvers.verification.ports import Port, ports_of
from solvers.verification.rules import Item, Rules
from solvers.verification.stays import StayRules, last_cycles
from solvers.verification.symbols import Symbols
from solvers.verification.windows import Windows
from tests.solvers.verification.claims import EXT, array, element, graph, one

CHAIN = graph("n f a", "n", "a")
PAIR = graph("u f a; v f b", "u v")
SMALL = replace(EXT, capacity=1)
LARGE = replace(EXT, capacity=2)


def shared(*operators: str) -> Architecture:
    """An element of two units, of which a limit lets one begin some operators."""
    limit = SharedIssue("few", ("p",), operators, 1)
    return replace(one(issue=2), shared=(limit,))


def chosen() -> Architecture:
    """An element that begins with one of two inputs, and holds both later."""
    return one(initial=InitialContents(choices=(Choice(1, ("a", "b")),)))


def item(text: str) -> Item:
    """`y n out 2` is the arrival of n over out in cycle 2."""
    kind, name, place, cycle = text.split()
    return kind, name, place, "", int(cycle)


CLAUSES = {
    # What is held at first is listed where there is room for all of it in a cycle of its own.
    "listed": (Problem(PAIR, one()), "", "x a ext 0", True),
    "room for one": (Problem(PAIR, one(ext=SMALL)), "", "x a ext 0", False),
    "room for both": (Problem(PAIR, one(ext=LARGE)), "", "x a ext 0", True),
    "of other iterations": (Problem(PAIR, one(ext=LARGE), 1), "", "x a ext 0", False),
    "not held": (Problem(PAIR, one()), "", "x a p 0", False),
    # A result is in the external component at the end, and in no other, and not before.
    "result": (Problem(CHAIN, one()), "", "x n ext 5", True),
    "result elsewhere": (Problem(CHAIN, one()), "", "x n p 5", False),
    "result before": (Problem(CHAIN, one()), "", "x n ext 4", False),
    # Two different values do not fit where one does; one value does.
    "two values": (Problem(CHAIN, one(capacity=1)), "x n p 2; x a p 2", "", True),
    "one value": (Problem(CHAIN, one(capacity=1)), "x n p 2; x n p 2", "", False),
    "two registers": (Problem(CHAIN, one(capacity=2)), "x n p 2; x a p 2", "", False),
    # A limit counts the operators that it names.
    "limited": (Problem(PAIR, shared("f")), "z u p 2; z v p 2", "", True),
    "others": (Problem(PAIR, shared("neg")), "z u p 2; z v p 2", "", False),
    "other cycles": (Problem(PAIR, shared("f")), "z u p 2; z v p 3", "", False),
}


@pytest.mark.parametrize(("problem", "false", "true", "holds"), CLAUSES.values(), ids=CLAUSES)
def test_clauses(problem: Problem, false: str, true: str, holds: bool) -> None:
    """Tests clauses in the mappings of six cycles: "not all of these, or one of those"."""
    items = [*map(item, filter(None, false.split("; ")))]
    numbers = {each: n for n, each in enumerate(dict.fromkeys(items), start=1)}
    clause = [-numbers[each] for each in items]
    for text in filter(None, true.split("; ")):
        clause.append(numbers.setdefault(item(text), len(numbers) + 1))
    table = {number: each for each, number in numbers.items()}
    justifier = Justifier(Rules(problem, 6), Symbols(table))
    assert justifier.contradiction is None
    try:
        justifier.check(clause)
    except RejectedError:
        assert not holds
    else:
        assert holds


@pytest.mark.parametrize(
    ("problem", "items", "most"),
    [
        (Problem(CHAIN, one(1, capacity=1)), "x n p 2; x a p 2", 1),
        (Problem(CHAIN, one(1)), "y n out 2; x n p 2", None),
        (Problem(CHAIN, one(1)), "x n p 2; y n out 2", None),
        (Problem(CHAIN, one(1)), "y n out 2; y a out 2", 1),
        (Problem(CHAIN, one(1)), "y n out 2; y a out 3", None),
        (Problem(CHAIN, one(1), 1), "y n out 2; y a out 3", 1),
        (Problem(PAIR, shared("f")), "z u p 2; z v p 2", 1),
        (Problem(PAIR, shared("neg")), "z u p 2; z v p 2", 2),
        (Problem(PAIR, chosen()), "x a p 0; x b p 0", 1),
        (Problem(PAIR, chosen()), "x a p 3; x b p 3", None),
    ],
)
def test_limits(problem: Problem, items: str, most: int | None) -> None:
    """Tests the tightest limit that several items count towards together."""
    found = [*map(item, items.split("; "))]
    limits = Limits(Rules(problem, 6), {})
    assert limits.common(found) == most
    assert limits.exclude({*found}) == (most == 1)


SLOW_NEG = Pattern("sn", ("slow", "neg", "_"))
FUSED = replace(
    graph("x slow a; y neg x; z f a", "y z", "a"),
    patterns=(Pattern("ns", ("neg", "slow", "_")),),
)


def filed() -> Rules:
    """An element whose register file has one port to write, and ways of different latency."""
    return Rules(Problem(FUSED, one(file_ports=True, write_ports=1, read_ports=9, issue=3)), 12)


def test_a_result_takes_a_port_when_it_is_complete() -> None:
    rules = filed()
    ways = {way.latencies["p"]: way for way in rules.ways.of["y"]}
    assert {*ways} == {1, 5}
    for latency, way in ways.items():
        issue: Item = ("w", "y", "p", way.label, 3)
        assert [*ports_of(rules, issue)] == [Port(True, "p", 2 + latency)]
    assert [*ports_of(rules, item("z z p 3"))] == [Port(True, "p", 3)]
    assert [*ports_of(rules, item("z y p 3"))] == []


def test_results_of_one_cycle_need_two_ports() -> None:
    rules = filed()
    limits = Limits(rules, {})
    late = next(way for way in rules.ways.of["y"] if way.latencies["p"] == 5)
    long: Item = ("w", "y", "p", late.label, 2)
    for cycle in range(1, 9):
        assert limits.exclude({long, item(f"z z p {cycle}")}) == (cycle == 6)


def test_chains_through_switches() -> None:
    """Tests that what leads to a light chain is lighter by the transfer that it ends with."""
    switches = [Component(name, capacity=0, switch=True) for name in "st"]
    arch = array((EXT, *switches, element("p")), "i ext>s;j s>t;k t>p;out p>ext")
    rules = Rules(Problem(CHAIN, arch), 6)
    chains = Chains(rules, 2, 0, ("i", "j"))
    # Over k, with any chain before it; over j, with one transfer into a switch, j itself.
    before = chains.needs(item("y a k 1"))[0]
    assert [over for over in before if over[0] != "x"] == [item("y a j 1")]
    first, before = chains.needs(("chain", "a", "j", "1", 1))
    assert first == [item("y a j 1")]
    assert not [over for over in before if over[2] == "i"]
    _, before = chains.needs(("chain", "a", "j", "2", 1))
    assert [over for over in before if over[2] == "i"] == [("chain", "a", "i", "1", 1)]
    with pytest.raises(RejectedError, match="may weigh more than 1"):
        Chains(rules, 1, 0, ("i", "j"))


PLAIN = (EXT, element(capacity=2))
WIRES = (Path("in", ("ext",), ("p",), 1), Path("out", ("p",), ("ext",), 1))
LATE = (replace(WIRES[0], latency=3), WIRES[1])
TWICE = graph("m f a; n g m m@1", "n", "a")
ONCE = graph("m f a; n f m@1", "n", "a")
BACK = replace(graph("m f a; n f m", "n", "a"), order=(OrderEdge("n", "m", 1),))
LENGTHS = {
    # Rooms: 2 contexts of 2 registers. Connections: the result waits in the memory.
    "plain": (CHAIN, WIRES, 2 + 4 + (1 + 1) * (2 + 1)),
    # An operation of 5 cycles is under way for 4 of them in each context.
    "slow": (graph("n slow a", "n", "a"), WIRES, 2 + 4 + 2 * 4 + (1 + 1) * (2 + 5)),
    # A path has room for a value in each of 3 cycles and 2 contexts.
    "late": (CHAIN, LATE, 2 + 4 + 2 * 3 + (1 + 1) * (2 + 4)),
    # Chains of values go round between operations with two distances: 2 issues in each context.
    "round": (TWICE, WIRES, 2 + 4 + 2 * 2 * 2 + (1 + 1) * (2 + 1)),
    "carried": (ONCE, WIRES, 2 + 4 + 2 + (1 + 1) * (2 + 1)),
    # An order edge is a further connection, and an iteration long.
    "order": (BACK, WIRES, 2 + 4 + (1 + 2) * (2 + 1 + 2)),
}


@pytest.mark.parametrize(("dfg", "paths", "length"), LENGTHS.values(), ids=LENGTHS)
def test_useful_lengths(dfg: Any, paths: tuple[Path, ...], length: int) -> None:
    """Tests the sum of rooms and connections, of the verifier and of the search."""
    problem = Problem(dfg, Architecture("array", PLAIN, paths, "ext"), 2)
    assert longest(Rules(problem, 1), 2) == length
    assert longest_useful_horizon(Index(problem)) == length


def test_last_cycles_of_values() -> None:
    """Tests when a value of an issue in cycle 0 may be held at the latest, by static addresses."""
    stored = replace(graph("x slow a; y neg x; z put y", "", "a"), patterns=FUSED.patterns)
    arch = array((EXT, element(capacity=4)), "in ext>p")
    # The slower way completes at the end of cycle 4, and a register keeps what it has for 3 cycles.
    assert last_cycles(Rules(Problem(stored, arch, 3), 12), "y", "static", 3) == {
        ("held", "p"): 4 + 3 - 1
    }
    # So it is where the multi-node operation is the faster one.
    quick = replace(graph("x neg a; y slow x; z put y", "", "a"), patterns=(SLOW_NEG,))
    able = element(capacity=4, ops=("neg", "slow", "put", Support("sn", 2)))
    last = last_cycles(
        Rules(Problem(quick, array((EXT, able), "in ext>p"), 3), 12), "y", "static", 3
    )
    assert last == {("held", "p"): 4 + 3 - 1}
    # From p, where it stays for 2 cycles, it comes to q later than if q computes it.
    both = (EXT, element("p", capacity=4), element("q", capacity=4))
    arch = array(both, "in ext>p;other ext>q;on p>q")
    found = last_cycles(Rules(Problem(stored, arch, 2), 12), "x", "static", 2)
    assert found == {("held", "p"): 5, ("arrives", "q"): 6, ("held", "q"): 7}


def test_values_that_later_iterations_read_stay_longer() -> None:
    """Tests that a read of the next iteration is as many cycles later as there are contexts."""
    problem = Problem(ONCE, Architecture("array", PLAIN, WIRES, "ext"), 4)
    windows = Windows(Rules(problem, 6))
    # The result leaves in cycle 5, is computed in 4, and reads what it needs in 4 + 4.
    assert windows.allows(item("z n p 4")) and not windows.allows(item("z n p 5"))
    assert windows.allows(item("x m p 7")) and not windows.allows(item("x m p 8"))


def test_reads_of_what_the_faster_way_computes() -> None:
    """Tests that a circle of reads takes the slowest way of a value, whichever is listed last."""
    quick = replace(graph("x neg a; y slow x; z put y", "", "a"), patterns=(SLOW_NEG,))
    able = element(capacity=4, ops=("neg", "slow", "put", Support("sn", 2)))
    rules = Rules(Problem(quick, array((EXT, able), "in ext>p"), 3), 1)
    claim = Stays(3, "static", ("z", "y"), (True, False), (6, 1), (0, 0))
    with pytest.raises(RejectedError, match="'z' may read 'y' 7 cycles after its issue"):
        StayRules(rules, "static").check(claim)


@pytest.mark.parametrize("changes", [{"capacity": 3}, {"transient": True}, {"issue": 1}])
def test_results_that_do_not_stay_have_no_order(changes: dict[str, Any]) -> None:
    """Tests that an order of arrival is assumed only where the external component keeps results."""
    problem = Problem(PAIR, one(ext=replace(EXT, **changes)))
    exchange = {"u": "v", "v": "u", "a": "b", "b": "a"}
    order = Arrival((Chain(("u", "v"), (exchange,)),), ("out",), ("out",), ())
    assert Arrivals(Problem(PAIR, one()), order)
    with pytest.raises(RejectedError, match="'ext' need not keep what arrives there"):
        Arrivals(problem, order)


def test_units_of_resources() -> None:
    """Tests slots beside those of a limit, and ports that count where values leave."""
    parts = (replace(EXT, read_ports=1), element("p"), element("q"))
    limit = SharedIssue("few", ("p",), ("f",), 1)
    arch = replace(array(parts, "in ext>p;other ext>q;on p>q"), shared=(limit,))
    slots = Counting(4, "shared issue slots", ("p", "q"), 1, 1, ("u", "v"), 2)
    leaving = Counting(4, "exit width", ("ext",), 1, 1, ("a", "b"), 1)

    def units(arch: Architecture, claim: Counting) -> int:
        return demand(Rules(Problem(PAIR, arch), 4), claim, lambda way: way.latencies).per_cycle

    assert units(arch, slots) == 2 and units(arch, leaving) == 1
    late = replace(arch, paths=(replace(arch.paths[0], latency=1), *arch.paths[1:]))
    with pytest.raises(RejectedError, match="unlimited"):
        units(late, leaving)
