"""Values that wait in too few places: no exact model has a mapping of what is lost."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from models.counting.waiting import room, waiting
from models.data.architecture import Architecture, Component, Path
from models.data.certificate import Waiting
from models.data.dfg import Constant, Dfg, Operand, Operation, Operator, OrderEdge, Pattern
from models.data.problem import Problem
from solvers.verification.directory import Clock, RejectedError, TimeUpError
from solvers.verification.rules import Rules
from solvers.verification.waiting import check_waiting
from tests.models.decide import decided
from tests.models.mappings import operations as steps_of

OPERATORS = (
    Operator("+", 2, commutative=True),
    Operator("get", 0, effect=True),
    Operator("slow", 1, latency=2),
    Operator("one", 0),
    Operator("put", 1, effect=True),
)


def crowded(seed: int) -> Problem:
    """A few operations, some of which read what an earlier one has computed, on one or two elements
    of a few registers.
    """
    source = random.Random(f"waiting {seed}")
    count = source.choice((6, 7, 8, 9))
    carried = source.choice((0.0, 0.0, 0.2))
    operations: list[Operation] = []
    for n in range(count):
        name = source.choice(
            ("get", "get", "one") if n < 3 else ("get", "one", "+", "+", "+", "+", "slow", "put")
        )
        operator = next(o for o in OPERATORS if o.name == name)
        operands = []
        for _ in range(operator.arity):
            late = source.random() < carried
            value = source.randrange(count if late else n)
            operands.append(Operand(f"v{value}", int(late)))
        operations.append(Operation(f"v{n}", operator.name, tuple(operands)))
    stored = {o.name for o in operations if o.operator == "put"}
    operations = [
        o if o.operator == "put" or not stored & {x.value for x in o.operands}
        else replace(o, operator="one", operands=())
        for o in operations
    ]  # fmt: skip
    read = {x.value for o in operations for x in o.operands if not x.distance} | stored
    also = {o.name for o in operations if o.operator != "put" and source.random() < 0.15}
    results = tuple(o.name for o in operations if o.name not in read or o.name in also)
    orders = (OrderEdge("v0", f"v{count - 1}"),) if source.random() < 0.2 else ()
    dfg = Dfg("crowded", OPERATORS, (), tuple(operations), results, order=orders)
    return Problem(dfg, _narrow(source), source.choice((count, count + 2)))


def _narrow(source: random.Random) -> Architecture:
    names = [f"pe{n}" for n in range(source.choice((1, 1, 1, 2)))]
    parts = [
        Component("out", initial="all", holds_intermediates=False),
        *(Component(name, issue=source.choice((1, 1, 1, 2)), capacity=source.choice((1, 2, 2)))
          for name in names),
    ]  # fmt: skip
    paths = [Path(f"{name}->out", (name,), ("out",), 1) for name in names]
    paths.append(Path("in", ("out",), (names[0],), 1))
    if len(names) > 1:
        late = source.choice((0, 0, 1))
        paths.append(Path("there", ("pe0",), ("pe1",), source.choice((1, 2)), late))
        if source.random() < 0.6:
            paths.append(Path("back", ("pe1",), ("pe0",), 1))
    return Architecture("narrow", tuple(parts), tuple(paths), "out")


def test_what_is_lost_has_no_mapping() -> None:
    """Tests that the verifier agrees with a lost game, and that the exact model has no mapping; and
    that the verifier finds an order where there is a mapping.
    """
    lost = won = 0
    for seed in range(80):
        problem = crowded(seed)
        rules, most = Rules(problem, 1), room(problem)
        found = waiting(problem)
        satisfiable = decided(problem, 2 * (problem.contexts or 0))
        if found is not None:
            lost += 1
            assert not satisfiable
            assert "too few" in check_waiting(rules, found, Clock())
        elif satisfiable and most is not None:
            won += 1
            values = tuple(sorted(rules.needed))
            for claim in ((values, 1), (values, 2), (values[:1], 3)):
                with pytest.raises(RejectedError, match="are enough"):
                    check_waiting(rules, Waiting(problem.contexts, *claim, most), Clock())
    assert lost >= 5 and won >= 40


def added(count: int, registers: int = 2, **fields: object) -> Problem:
    """The sum of so many values that each are read once only, as a balanced tree, on one PE."""
    gets = [Operation(f"g{n}", "get") for n in range(count)]
    sums: list[Operation] = []
    level = [g.name for g in gets]
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=True)
        sums += [
            Operation(f"s{len(sums) + n}", "+", (Operand(a), Operand(b)))
            for n, (a, b) in enumerate(pairs)
        ]
        level = [o.name for o in sums[-len(level) // 2 :]]
    operations = (*gets, *sums, Operation("p", "put", (Operand(level[0]),)))
    parts = (Component("pe", issue=1, capacity=registers), Component("out", initial="all"))
    arch = Architecture("one", parts, ())
    return replace(Problem(Dfg("added", OPERATORS, (), operations), arch, 20), **fields)


def test_trees() -> None:
    """Tests that a balanced tree takes a register more than it has levels, and no less."""
    for levels in (1, 2, 3):
        for registers in (1, 2, 3, 4):
            found = waiting(added(2**levels, registers))
            assert (found is None) == (registers > levels)
            if found is not None:
                assert (found.room, found.iterations) == (registers, 1)


def test_pure_operations_are_computed_again() -> None:
    """Tests that what is read twice is lost only if it has an effect."""
    for operator, enough in (("get", False), ("one", True)):
        operations = (
            *(Operation(name, operator) for name in "abc"),
            Operation("d", "+", (Operand("a"), Operand("b"))),
            Operation("p", "put", (Operand("d"),)),
            Operation("e", "+", (Operand("a"), Operand("c"))),
            Operation("q", "put", (Operand("e"),)),
            Operation("f", "+", (Operand("b"), Operand("c"))),
            Operation("r", "put", (Operand("f"),)),
        )
        problem = replace(added(2), dfg=Dfg("twice", OPERATORS, (), operations))
        assert (waiting(problem) is None) == enough
        assert decided(problem, 25) == enough


def test_successive_iterations() -> None:
    """Tests two sums that are carried on: they leave no register for what is added to them."""
    operations = steps_of("g get; s + g s@1; t + s t@1; p put t")
    problem = replace(added(2), dfg=Dfg("carried", OPERATORS, (), operations), contexts=8)
    found = waiting(problem)
    assert found is not None and found.iterations > 1
    assert not decided(problem, 20)
    assert "too few" in check_waiting(Rules(problem, 1), found, Clock())
    wide = replace(problem, arch=added(2, 3).arch)
    assert waiting(wide) is None and decided(wide, 20)


def test_where_nothing_is_known() -> None:
    """Tests registers without a limit, and many, and orders that may be others."""
    assert room(added(8, 2)) == 2
    parts = (Component("pe", issue=1, capacity=None),)
    assert waiting(added(8, arch=Architecture("one", parts, ()))) is None
    assert waiting(added(8, 9)) is None
    assert waiting(added(8, transform="enumerate")) is None


def test_what_takes_places() -> None:
    """Tests what is on its way, and issues of one cycle; a memory that takes nothing has none."""
    parts = [Component(f"pe{n}", issue=2, capacity=2) for n in range(2)]
    parts += [Component("in", initial="all"), Component("out", holds_intermediates=False)]
    link = Path("link", ("pe0",), ("pe1",), 2, 3)
    paths = (link, Path("feed", ("in",), ("pe0",)), Path("off", ("pe1",), ("out",)))
    arch = Architecture("two", tuple(parts), paths)
    problem = replace(added(2), arch=arch)
    # Four registers, six values on the link, and three of four issues.
    assert room(problem) == 4 + 6 + 3
    slow = Operation("z", "slow", (Operand("s0"),))
    dfg = replace(problem.dfg, operations=(*problem.dfg.operations, slow))
    assert room(replace(problem, dfg=dfg)) == 4 + 6 + 3 + 4
    endless = replace(arch, paths=(replace(link, width=None), *paths[1:]))
    assert room(replace(problem, arch=endless)) is None
    back = (*paths, Path("back", ("pe1",), ("in",)))
    assert room(replace(problem, arch=replace(arch, paths=back))) is None


FORGED = {
    "less room": ({"room": 1}, "2 values wait, not 1"),
    "more room": ({"room": 3}, "3 places are enough"),
    "another value": ({"values": ("s0",)}, "2 places are enough"),
    "unknown value": ({"values": ("x",)}, "no mapping needs 'x'"),
    "nothing needs it": ({"values": ("s2", "u")}, "no mapping needs 'u'"),
    "value twice": ({"values": ("s2", "s2")}, "listed twice"),
    "no value": ({"values": ()}, "no mapping needs ''"),
    "no iteration": ({"iterations": 0}, "0 iterations do not overlap"),
    "not pipelined": ({"iterations": 2, "contexts": None}, "2 iterations do not overlap"),
}


@pytest.mark.parametrize("change", FORGED)
def test_forged_claims_are_rejected(change: str) -> None:
    """Tests that the verifier looks for everything that is claimed by itself."""
    fields, word = FORGED[change]
    problem = added(4)
    useless = Operation("u", "one")
    dfg = replace(problem.dfg, operations=(*problem.dfg.operations, useless))
    problem = replace(problem, dfg=dfg)
    found = waiting(problem)
    assert found == Waiting(20, ("s2",), 1, 2)
    assert check_waiting(Rules(problem, 1), found, Clock()) == (
        "waiting: 2 places are too few for 7 operations"
    )
    with pytest.raises(RejectedError, match=word):
        check_waiting(Rules(problem, 1), replace(found, **fields), Clock())


def test_an_element_that_computes_none_of_it_has_no_places() -> None:
    """Tests the registers of an element that is apart, and has other operators."""
    problem = added(4)
    spare = Component("spare", issue=1, capacity=9, ops=("slow",))
    arch = replace(problem.arch, components=(*problem.arch.components, spare))
    problem = replace(problem, arch=arch)
    found = waiting(problem)
    assert found == Waiting(20, ("s2",), 1, 2)
    assert check_waiting(Rules(problem, 1), found, Clock())


def test_other_ways_are_not_counted() -> None:
    """Tests that the verifier has no argument where a value may be computed in several ways."""
    problem = added(4)
    other = replace(problem.dfg, patterns=(Pattern("sum", ("+", "+", "_", "_", "_")),))
    parts = (replace(problem.arch.components[0], ops=("get", "+", "put", "sum")),)
    own = replace(problem, dfg=other, arch=replace(problem.arch, components=parts))
    assert waiting(own) is None
    claim = waiting(problem)
    assert claim is not None
    with pytest.raises(RejectedError, match="several ways|no mapping needs"):
        check_waiting(Rules(own, 1), claim, Clock())


def test_sums_in_other_orders_are_not_refuted() -> None:
    """Tests that three terms which one order adds in one register are no reason against all."""
    operators = (*OPERATORS[1:], Operator("add", 2, commutative=True, associative=True))
    operations = steps_of("g get; s add g c1; t add s c2; p put t")
    constants = (Constant("c1", 1), Constant("c2", 2))
    dfg = Dfg("sum", operators, (), operations, constants=constants)
    for transform in ("none", "select", "enumerate", "chain"):
        problem = replace(added(2, 1), dfg=dfg, transform=transform, contexts=4)
        for relaxed in {False, transform != "none"}:
            with pytest.raises(RejectedError, match="are enough|other orders"):
                rules = Rules(replace(problem, contexts=1), 1, relaxed=relaxed)
                check_waiting(rules, Waiting(4, ("p",), 1, 1), Clock())


def test_work_is_bounded() -> None:
    """Tests that a claim about very many iterations is not looked at."""
    problem, claim = added(4), Waiting(20, ("s2",), 1 << 13, 2)
    with pytest.raises(TimeUpError, match="operations of a game"):
        check_waiting(Rules(problem, 1), claim, Clock())
