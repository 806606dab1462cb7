"""Tests of ports that count what a unit reads from its register file, and stores there."""

from __future__ import annotations

import msgspec
import pytest

from heuristics.list_schedule import supported
from models.counting.longest import longest_useful_horizon
from models.data.architecture import Architecture, Component, Path
from models.data.computation import Transform
from models.data.dfg import Dfg
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.data.problem import Problem
from models.data.traits import RESERVED, traits_of
from models.errors import InputError, NotSupportedError
from models.judge.checker import check
from models.judge.simulator import simulate
from models.space_time.cyclic import is_cyclic
from models.space_time.index import Index
from models.space_time.xyz import build
from solvers.mappers.named import HEURISTICS, able_heuristics
from solvers.mappers.pipeline_process import run_pipeline
from solvers.mappers.pipelines import Pipeline, Stage, Turn
from solvers.tasks.names import MODULO, NEGOTIATED
from solvers.verification.directory import RejectedError
from solvers.verification.rules import Rules
from tests.models.all_orders import every_way
from tests.models.decide import EVERY, decided, mapped, under
from tests.models.mappings import ADD, memory, operations
from tests.models.naive_model import feasible, feasible_by
from tests.models.random_problems import filed, filed_problem
from tests.models.random_sums import random_sums
from tests.seeds import seeds

MOST = 6
WAYS = (Path("in", ("ext",), ("pe",)), Path("out", ("pe",), ("ext",)))


def unit(reads: int | None, writes: int | None, **more: object) -> Component:
    """An element whose ports are those of its register file."""
    ports = {"read_ports": reads, "write_ports": writes, "file_ports": True}
    return Component("pe", **{"issue": 1, **ports, **more})


def problem(reads: int | None, writes: int | None, **more: object) -> Problem:
    """s = a + b on one element."""
    dfg = Dfg("sum", (ADD,), ("a", "b"), operations("s + a b"), ("s",))
    return Problem(dfg, Architecture("one", (memory(), unit(reads, writes, **more)), WAYS, "ext"))


STORED = Mapping(
    dfg="sum",
    architecture="one",
    horizon=4,
    contexts=None,
    holds=(
        Held("a", "ext", 0),
        Held("b", "ext", 0),
        Held("a", "pe", 1),
        Held("b", "pe", 1),
        Held("s", "pe", 2),
        Held("s", "ext", 3),
    ),
    transfers=(Transfer("a", "in", 1), Transfer("b", "in", 1), Transfer("s", "out", 3)),
    issues=(Issue("s", "pe", 2),),
)
"""Both operands are stored, and read from the file."""

PASSED = msgspec.structs.replace(
    STORED,
    holds=tuple(Held("b", "ext", 1) if h == Held("b", "pe", 1) else h for h in STORED.holds),
    transfers=(Transfer("a", "in", 1), Transfer("b", "in", 2), Transfer("s", "out", 3)),
)
"""One operand arrives when it is read."""


@pytest.mark.parametrize(
    ("mapping", "reads", "writes", "legal"),
    [
        (STORED, 2, 2, True),
        (STORED, 1, 2, False),
        (STORED, 2, 1, False),
        (STORED, None, None, True),
        (PASSED, 1, 2, True),
        (PASSED, 1, 1, False),  # b arrives when s is stored
        (PASSED, 0, 2, False),
    ],
)
def test_judges(mapping: Mapping, reads: int | None, writes: int | None, legal: bool) -> None:
    """Tests that checker and simulator count operands, results and what moves."""
    own = problem(reads, writes)
    assert (check(own, mapping) == []) == legal
    assert simulate(own, mapping).ok == legal


def test_the_line_says_what_takes_the_ports() -> None:
    """Tests the lines for operands and results."""
    lines = [str(broken) for broken in check(problem(1, 2), STORED)]
    assert lines == [
        "ports: component 'pe' in cycle 2: 2 operands are read from its file, read_ports 1:"
        " a@2, b@2"
    ]
    lines = [str(broken) for broken in check(problem(2, 1), STORED)]
    assert lines == ["ports: component 'pe' in cycle 1: 2 values enter, write_ports 1: a@1, b@1"]


@pytest.mark.parametrize(
    ("reads", "writes", "cycles"),
    [(2, 2, 4), (2, 1, 5), (1, 1, None), (0, 2, None), (0, 3, None), (1, 3, 3), (1, None, 3)],
)
def test_minimum(reads: int | None, writes: int | None, cycles: int | None) -> None:
    """Tests minima worked out by hand: operands may arrive together, or one be stored before."""
    found = [n for n in range(1, 8) if decided(problem(reads, writes), n)]
    assert (found[0] if found else None) == cycles
    assert found == [n for n in range(1, 8) if feasible(problem(reads, writes), n)]


def test_one_value_takes_one_port() -> None:
    """Tests that a + a reads its file once, and a + a@1 twice."""
    dfg = Dfg("twice", (ADD,), ("a",), operations("s + a a"), ("s",))
    arch = Architecture("one", (memory(), unit(1, 1, capacity=3)), WAYS, "ext")
    assert feasible(Problem(dfg, arch), 4) and decided(Problem(dfg, arch), 4)
    assert mapped(Problem(dfg, arch), 4) is not None
    loop = Problem(msgspec.structs.replace(dfg, operations=operations("s + a a@1")), arch, 2)
    for horizon in range(2, 7):
        assert decided(loop, horizon) == feasible(loop, horizon)


def test_a_store_without_readers_writes_nothing() -> None:
    """Tests that an operation whose value nothing reads takes no write port."""
    put = msgspec.structs.replace(ADD, name="put", arity=1, effect=True, commutative=False)
    put = msgspec.structs.replace(put, associative=False)
    dfg = Dfg("store", (put,), ("a",), operations("s put a"))
    part = unit(1, 0, initial="all")
    own = Problem(dfg, Architecture("one", (memory(), part), WAYS, "ext"))
    assert decided(own, 2) and feasible(own, 2)


def test_buses_are_refused() -> None:
    """Tests the line for a unit of this kind at the end of a bus."""
    paths = (*WAYS, Path("bus", ("pe", "ext"), ("pe",)))
    with pytest.raises(InputError) as caught:
        Architecture("one", (memory(), unit(1, 1)), paths, "ext")
    line = "$.paths[2]: 'pe' with file_ports cannot be one of several ends of path 'bus'"
    assert str(caught.value) == line


def test_the_trait() -> None:
    """Tests that the field is a trait by itself."""
    assert "file_ports" in traits_of(problem(1, 1).arch)


@pytest.mark.oracle(keep=2)
@seeds(range(200))
def test_random(seed: int) -> None:
    """Tests that the clauses, with all rules around them, decide as the naive model does."""
    own = filed_problem(seed, (None, 1, 2, 3)[seed % 4])
    for horizon in range(2, MOST + 1):
        assert decided(own, horizon) == feasible(own, horizon), horizon


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("how", EVERY)
def test_orders(how: Transform) -> None:
    """Tests the same where sums are reordered, order by order, up to the first mapping."""
    for seed in range(12):
        own = filed(
            random_sums(seed, contexts=(None, 1, 2)[seed % 3], patterns=seed % 2 == 0), seed
        )
        ways = list(every_way(own.dfg, "select" if how == "xbtree" else how))
        for horizon in range(3, MOST + 1):
            wanted = any(feasible_by(own, each, horizon) for each in ways)
            assert decided(under(own, how), horizon) == wanted, (seed, horizon)
            if wanted:
                break


def test_who_does_not_know_it_is_left_out() -> None:
    """Tests heuristics and bounds, which do not know this trait."""
    looped = msgspec.structs.replace(problem(1, 2, capacity=2), contexts=2)
    assert able_heuristics(looped) == frozenset()
    assert not supported(problem(1, 2))
    assert not is_cyclic(looped) and longest_useful_horizon(Index(looped)) is None
    plain = msgspec.structs.replace(looped, arch=problem(1, 2, file_ports=False, capacity=2).arch)
    # Negotiation knows no ports of either kind.
    assert able_heuristics(plain) == HEURISTICS.keys() - {NEGOTIATED} and is_cyclic(plain)
    sent: list[object] = []
    once = Pipeline("once", "", (Stage("the smallest II", (Turn(MODULO, 5.0),)),))
    for own in (looped, plain):
        run_pipeline(once, own, 2, 2, 0, (), None, None, sent.append)
        assert len(sent) == (own is plain)


def test_judges_refuse_what_they_do_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests the lines of judges, model and verifier for a trait without any declaration."""
    for module in ("checker", "simulator_resources"):
        monkeypatch.setattr(f"models.judge.{module}.UNDERSTANDS", RESERVED)
    monkeypatch.setattr("models.space_time.transfers.UNDERSTANDS", RESERVED)
    monkeypatch.setattr("solvers.verification.rules.UNDERSTANDS", RESERVED)
    own = problem(2, 2)
    assert [str(v) for v in check(own, STORED)] == [
        "traits: the checker does not know 'file_ports'"
    ]
    assert simulate(own, STORED).first_difference == "the simulator does not know 'file_ports'"
    with pytest.raises(NotSupportedError, match="'file_ports' is in no rule of the model"):
        build(own, 4)
    with pytest.raises(RejectedError, match="no rule of the verifier speaks of 'file_ports'"):
        Rules(own, 4)
