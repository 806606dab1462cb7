"""Certificates of values that need few paths: true ones are verified, forged ones are rejected."""

from __future__ import annotations

from pathlib import Path as File

import pytest
from msgspec.structs import replace

from models.data.architecture import Architecture, Component, Path
from models.data.certificate import Crossing, reach, restated
from models.data.dfg import Dfg, Operand, Operation, Operator, Pattern
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.index import Index
from solvers.certificates.intervals import write_claim
from solvers.questions.verify.check import check_directory
from solvers.search.bounds import Arithmetic
from solvers.search.intervals import IntervalSearch
from solvers.search.options import SolverOptions
from solvers.verification.crossing import check_crossing
from solvers.verification.directory import Clock, RejectedError
from solvers.verification.rules import Rules

OPERATORS = (
    Operator("+", 2, commutative=True, associative=True),
    Operator("put", 1, effect=True),
    Operator("get", 1),
)


def storing(count: int = 3) -> Problem:
    """Sums of an element, which a memory unit with slots for all stores behind a single link."""
    parts = (
        Component("m", issue=count, ops=("put", "get")),
        Component("pe", issue=count, ops=("+",), initial="all"),
        Component("out"),
    )
    paths = (
        Path("in", ("pe",), ("m",), 1),
        Path("back", ("m",), ("pe",)),
        Path("off", ("m",), ("out",)),
    )
    sums = tuple(Operation(f"s{n}", "+", (Operand("a"), Operand("b"))) for n in range(count))
    stores = tuple(Operation(f"p{n}", "put", (Operand(f"s{n}"),)) for n in range(count))
    arch = Architecture("storing", parts, paths, "out")
    return Problem(Dfg("sums", OPERATORS, ("a", "b"), (*sums, *stores)), arch, 1)


def fact_of(problem: Problem) -> Crossing:
    with pytest.raises(InfeasibleError) as caught:
        Arithmetic(problem).first_horizon()
    assert isinstance(caught.value.fact, Crossing)
    return caught.value.fact


def test_a_single_link(tmp_path: File) -> None:
    """Tests that as many contexts are needed as there are values, from end to end."""
    problem = storing()
    fact = fact_of(problem)
    assert fact == Crossing(1, ("m",), ("in",), (), ("s0", "s1", "s2"), 1)
    assert reach(fact) == 2 and restated(replace(fact, contexts=2, units=2), 1) == fact
    answer = IntervalSearch(problem, SolverOptions(proof_dir=str(tmp_path)), 5).run()
    assert (answer.status, answer.contexts) == ("optimal", 3)
    write_claim(answer, str(tmp_path))
    lines: list[str] = []
    assert check_directory(str(tmp_path), Clock(), lines.append)[0] == 0
    assert "not II 2: crossing: 3 operations and values, 2 slots and paths" in lines


def test_results_cross_as_well() -> None:
    """Tests a result that leaves through the memory unit, although nothing there reads it."""
    problem = storing(2)
    more = Operation("r", "+", (Operand("s0"), Operand("s1")))
    dfg = replace(problem.dfg, operations=(*problem.dfg.operations, more), results=("r",))
    problem = replace(problem, dfg=dfg)
    fact = fact_of(replace(problem, contexts=2))
    assert fact.values == ("s0", "s1", "r")
    assert check_crossing(Rules(problem, 1), fact).startswith("crossing: 3 ")
    inside = replace(problem.arch, external="pe")
    with pytest.raises(RejectedError, match="10 units are there"):
        check_crossing(Rules(replace(problem, arch=inside), 1), fact)
    nowhere = replace(problem, dfg=replace(problem.dfg, results=()))
    with pytest.raises(RejectedError, match="'r' may stay elsewhere"):
        check_crossing(Rules(nowhere, 1), fact)


def test_slots_of_the_components_count() -> None:
    """Tests a memory unit that can compute the sums: then they need no link."""
    problem = storing(2)
    able = tuple(replace(part, ops=(*part.ops, "+")) for part in problem.arch.components[:1])
    for slots, allowed in ((2, False), (3, True)):
        parts = (replace(able[0], issue=slots), *problem.arch.components[1:])
        own = replace(problem, arch=replace(problem.arch, components=parts))
        if allowed:
            Arithmetic(own).first_horizon()
            continue
        fact = fact_of(own)
        assert (fact.operations, fact.values, fact.units) == (("p0", "p1"), ("s0", "s1"), 3)
        assert check_crossing(Rules(own, 1), fact).startswith("crossing: 4 ")
        with pytest.raises(RejectedError, match="3 units are there, not 1"):
            check_crossing(Rules(own, 1), replace(fact, operations=(), units=1))


def test_one_issue_takes_one_unit() -> None:
    """Tests that a value is not counted beside the operation that computes it."""
    problem = storing(2)
    got = tuple(Operation(f"g{n}", "get", (Operand(f"s{n}"),)) for n in range(2))
    again = tuple(Operation(f"h{n}", "get", (Operand(f"g{n}"),)) for n in range(2))
    stores = tuple(Operation(f"p{n}", "put", (Operand(f"h{n}"),)) for n in range(2))
    dfg = replace(problem.dfg, operations=(*problem.dfg.operations[:2], *got, *again, *stores))
    problem = replace(problem, dfg=dfg, contexts=3)
    fact = Crossing(3, ("m",), ("in",), ("g0", "g1", "p0", "p1"), ("g0", "g1", "s0", "s1"), 7)
    with pytest.raises(RejectedError, match="listed as an operation and as a value"):
        check_crossing(Rules(problem, 1), fact)


def test_a_multi_node_operation_reads_something_else() -> None:
    """Tests that a sum within a pattern need not get anywhere."""
    problem = storing()
    got = tuple(Operation(f"g{n}", "get", (Operand(f"s{n}"),)) for n in range(3))
    stores = tuple(Operation(f"p{n}", "put", (Operand(f"g{n}"),)) for n in range(3))
    dfg = replace(problem.dfg, operations=(*problem.dfg.operations[:3], *got, *stores))
    m, *others = problem.arch.components
    unit = replace(m, issue=6, ops=(*m.ops, "sum-get"), initial="all")
    arch = replace(problem.arch, components=(unit, *others))
    plain = replace(problem, dfg=dfg, arch=arch)
    fact = fact_of(plain)
    assert fact.values == ("s0", "s1", "s2")
    pattern = Pattern("sum-get", ("get", "+", "_", "_"))
    own = replace(plain, dfg=replace(dfg, patterns=(pattern,)))
    Arithmetic(own).first_horizon()
    with pytest.raises(RejectedError, match="may stay elsewhere"):
        check_crossing(Rules(own, 1), fact)


FORGED = {
    "component twice": ({"components": ("m", "m")}, "listed twice"),
    "unknown component": ({"components": ("m", "x")}, "unknown component"),
    "another component": ({"components": ("pe",)}, "may stay elsewhere"),
    "more components": ({"components": ("m", "pe")}, "units are there"),
    "no path": ({"paths": ()}, "another path leads to m"),
    "unknown path": ({"paths": ("x",)}, "unknown path"),
    "path twice": ({"paths": ("in", "in")}, "listed twice"),
    "unlimited": ({"paths": ("in", "back")}, "unlimited width"),
    "unknown value": ({"values": ("s0", "s1", "x")}, "unknown value"),
    "an input": ({"values": ("s0", "s1", "a")}, "unknown value"),
    "value twice": ({"values": ("s0", "s1", "s1")}, "listed twice"),
    "a value of its own": ({"values": ("s0", "s1", "p2")}, "may stay elsewhere"),
    "fewer values": ({"values": ("s0",)}, "1 items fit into 1 units"),
    "an operation elsewhere": ({"operations": ("s0",)}, "can be issued on pe as well"),
    "operations": ({"operations": ("p0", "p1", "p2")}, "4 units are there"),
    "unknown operation": ({"operations": ("x",)}, "no mapping needs"),
    "fewer units": ({"units": 0}, "1 units are there, not 0"),
    "more units": ({"units": 3}, "3 items fit into 3 units"),
    "more contexts": ({"contexts": 3}, "3 units are there"),
    "no contexts": ({"contexts": None}, "ever more units"),
}


@pytest.mark.parametrize("change", FORGED)
def test_forged_crossings_are_rejected(change: str) -> None:
    """Tests that the verifier looks for everything that is claimed by itself."""
    fields, word = FORGED[change]
    problem = storing()
    with pytest.raises(RejectedError, match=word):
        check_crossing(Rules(problem, 1), replace(fact_of(problem), **fields))


def test_partial_results_that_sums_may_share_are_no_values() -> None:
    """Tests sums with two terms in common: one operation may add these for all of them."""
    names = [f"y{n}" for n in range(10)]
    first = [Operation(f"t{n}", "+", (Operand("a"), Operand("b"))) for n in range(10)]
    last = [Operation(f"y{n}", "+", (Operand(f"t{n}"), Operand(f"c{n}"))) for n in range(10)]
    inputs = ("a", "b", *(f"c{n}" for n in range(10)))
    dfg = Dfg("sharing", OPERATORS, inputs, (*first, *last), tuple(names))
    unit = Component("m", issue=4, ops=("+",), initial="all")
    arch = Architecture("one", (unit,), (), "m")
    problem = Problem(dfg, arch, 3, "enumerate")
    Arithmetic(problem).first_horizon()
    classes = tuple(v for v in Index(problem, relaxed=True).values if "<" in v)
    assert len(classes) == 10
    fact = Crossing(3, ("m",), (), tuple(names), classes, 12)
    with pytest.raises(RejectedError, match="unknown value"):
        check_crossing(Rules(problem, 1, relaxed=True), fact)
