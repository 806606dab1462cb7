"""Tests of the smallest initiation interval: every interval, large loops, and annealing."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from archs.files import load_architecture
from archs.presets import architecture_preset
from examples.loops.kernels import kernel_loop
from examples.loops.nests import transform
from heuristics.anneal import Annealed
from heuristics.anneal.search import Attempted
from heuristics.modulo import modulo_schedule
from models.data.architecture import Architecture, Component
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.formats.native_json import dfg_to_json
from models.judge.checker import check
from models.judge.simulator import enough_iterations, simulate
from models.space_time.index import Index
from models.space_time.windows import variables, windows
from models.space_time.xyz import build
from solvers.certificates.intervals import write_claim
from solvers.mappers.named import HEURISTICS
from solvers.min_ii import main
from solvers.search import heuristics_first, interval_horizons
from solvers.search.interval_answer import IntervalQuestion, MinIi
from solvers.search.interval_horizons import Horizons
from solvers.search.intervals import TOO_LARGE, IntervalSearch
from solvers.tasks.mappings import SolverFaultError
from solvers.verify import main as verify
from tests.models.decide import decided
from tests.models.mappings import links, memory
from tests.seeds import seeds
from tests.solvers.command_line import called, files


def two(capacity: int, latency: int = 0, **ops: tuple[str, ...]) -> Architecture:
    """A memory, the elements p and q, and paths between these of some latency."""
    parts = (
        memory(),
        Component("p", issue=1, ops=ops.get("p"), capacity=capacity),
        Component("q", issue=1, ops=ops.get("q"), capacity=2),
    )
    paths = links(
        f"in: ext > p w=1; pq: p > q w=1 l={latency}; qp: q > p w=1 l={latency}; out: q > ext w=1"
    )
    return Architecture("two", parts, paths, "ext")


def loop(seed: int) -> Problem:
    """A few operations with recurrences on two elements and a memory."""
    source = random.Random(seed)
    names = [f"v{n}" for n in range(source.randint(2, 4))]
    operations = []
    for n, name in enumerate(names):
        reads = [source.choice(["a", *names[:n]]) for _ in range(2)]
        operands = [Operand(read) for read in reads]
        if source.random() < 0.5:
            operands[1] = Operand(source.choice(names), source.randint(1, 2))
        operations.append(Operation(name, "+", tuple(operands)))
    operators = (Operator("+", 2, latency=source.choice((1, 1, 2))),)
    dfg = Dfg("loop", operators, ("a",), tuple(operations), (names[-1],))
    capacity = source.choice((2, 3))
    return Problem(dfg, two(capacity), 1)


def smallest(problem: Problem, most: int = 6, horizon: int = 16) -> int | None:
    """The smallest interval with a schedule of at most so many cycles, one by one."""
    for contexts in range(1, most + 1):
        if decided(msgspec.structs.replace(problem, contexts=contexts), horizon):
            return contexts
    return None


def searched(problem: Problem, most: int = 6, **options: Any) -> MinIi:
    return IntervalSearch(IntervalQuestion(problem, most=most, **options)).run()


@seeds(range(8))
def test_every_interval(seed: int) -> None:
    """Tests the smallest interval against trying each, and its mapping over many iterations."""
    problem = loop(seed)
    answer = searched(problem, slack=10)
    expected = smallest(problem)
    assert answer.contexts == expected
    if expected is None or answer.mapping is None:
        assert answer.status in ("infeasible", "unknown")
        return
    assert answer.lower <= expected
    assert (answer.status == "optimal") == (answer.lower == expected)
    mapped = msgspec.structs.replace(problem, contexts=expected)
    assert check(mapped, answer.mapping) == []
    assert simulate(mapped, answer.mapping, enough_iterations(answer.mapping) + 4).ok


def test_shortest() -> None:
    """Tests that the schedule becomes the shortest one on request."""
    problem = loop(0)
    first = searched(problem)
    short = searched(problem, shortest=True)
    assert first.contexts == short.contexts and short.mapping is not None
    assert short.contexts is not None
    mapped = msgspec.structs.replace(problem, contexts=short.contexts)
    assert not decided(mapped, short.mapping.horizon - 1)


command = partial(called, main)


@pytest.fixture
def inputs(tmp_path: Path) -> list[str]:
    return files(tmp_path, loop(0))[:2]


def test_no_limit_is_made_up(tmp_path: Path, capsys: Any) -> None:
    """Tests loops whose smallest interval is larger than operations by default latencies take."""
    dfg = Dfg(
        "far",
        (Operator("f", 2), Operator("g", 1)),
        ("a",),
        (
            Operation("x", "f", (Operand("a"), Operand("y", 1))),
            Operation("y", "g", (Operand("x"),)),
        ),
        ("y",),
    )
    arch = two(2, 30, p=("f",), q=("g",))
    inputs = files(tmp_path, Problem(dfg, arch, 1))[:2]
    code, out, _ = command(capsys, *inputs, "--quiet", "--json")
    # 31 cycles from x to y, and as a result y comes back through the memory.
    assert (code, json.loads(out)["ii"]) == (0, 33)


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("cycle", [5, 30, 70])
def test_late_pins(cycle: int, inputs: list[str], capsys: Any) -> None:
    """Tests that a pin to a late cycle does not count as an interval that has no schedule."""
    name = loop(0).dfg.operations[0].name
    words = [*inputs, "--quiet", "--json", "--pin", f"{name}=@{cycle}"]
    plain = json.loads(command(capsys, *inputs, "--quiet", "--json")[1])
    code, out, _ = command(capsys, *words)
    found = json.loads(out)
    assert found["status"] in ("optimal", "feasible") and found["ii"] == plain["ii"]
    assert found["lower_bound"] <= plain["ii"] and code in (0, 10)


def test_certificates_of_intervals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests a certificate in the place of another one, and one that no interval up to 2 maps."""
    (tmp_path / "dfg.json").write_text(dfg_to_json(kernel_loop("fletcher")))
    given = [str(tmp_path / "dfg.json"), "mesh:2x2", "--quiet"]
    folder = tmp_path / "proof"
    for more, code in (([], 0), ([], 0), (["--max-ii", "2"], 20)):
        assert main([*given, *more, "--certificate", str(folder)]) == code
        assert verify([str(folder)]) == 0
    claim = json.loads((folder / "certificate.json").read_text())
    assert (claim["status"], claim["lower_bound"]) == ("infeasible", 3)
    assert "has 2 contexts or fewer" in capsys.readouterr().out


def test_what_only_a_solver_has_refuted(tmp_path: Path) -> None:
    problem = Problem(kernel_loop("fletcher"), load_architecture("mesh:2x2"), 1)
    answer = IntervalSearch(IntervalQuestion(problem, most=14, heuristics=False)).run()
    answer.tried[2].fact = None
    answer.tried[2].outcome = "open"
    note = write_claim(answer, str(tmp_path))
    assert note is not None and "only an II of at least 2" in note
    assert json.loads((tmp_path / "certificate.json").read_text())["status"] == "feasible"
    assert verify([str(tmp_path)]) == 0
    answer.status, answer.mapping, answer.contexts = "infeasible", None, None
    note = write_claim(answer, str(tmp_path))
    assert note is not None and note.startswith("no certificate")


def large(array: str = "mesh:8x8,registers=4,io=all") -> Problem:
    """A transform of 209 operations."""
    return Problem(transform(32), architecture_preset(array), 1)


def test_heuristics_map_it_before_any_model_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that no solver begins where the first mapping is enough."""

    def build_nothing(*given: object) -> None:
        raise AssertionError

    monkeypatch.setattr("solvers.search.interval_tries.Race", build_nothing)
    monkeypatch.setattr(heuristics_first, "SECONDS", 1000.0)
    search = IntervalSearch(IntervalQuestion(large(), first=True))
    answer = search.run()
    assert answer.mapping is not None and answer.lower == 4
    assert answer.found_by in HEURISTICS
    at = Problem(answer.problem.dfg, answer.problem.arch, answer.contexts)
    assert check(at, answer.mapping) == []


def test_what_is_too_large_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests a loop that heuristics do not map in no time, and whose model may not be built."""
    monkeypatch.setattr(interval_horizons, "MOST_VARIABLES", 1000)
    monkeypatch.setattr(heuristics_first, "LARGE_SECONDS", 0.0)
    answer = IntervalSearch(IntervalQuestion(large())).run()
    assert (answer.status, answer.stopped, answer.lower) == ("unknown", TOO_LARGE, 4)


def test_the_size_of_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests the count against the variables of the model, and where the limit is."""
    problem = Problem(transform(8), architecture_preset("mesh:2x2,registers=2,io=all"), 8)
    horizon = Horizons(problem, None).first(8) + 2 * 8 + 2
    size = variables(windows(Index(problem), horizon))
    assert size >= build(problem, horizon).constraints.variables > 0.3 * size
    for most, buildable in ((size, True), (size - 1, False)):
        monkeypatch.setattr(interval_horizons, "MOST_VARIABLES", most)
        assert Horizons(problem, None).is_buildable(8) == buildable
    monkeypatch.setattr(interval_horizons, "MOST_VARIABLES", 1)
    assert not Horizons(problem, None).is_buildable(8)


Mapper = Callable[..., Mapping | None]

FIRST = 2
"""The smallest interval of `loop(5)`, which arithmetic proves."""


def annealed(mapper: Mapper, monkeypatch: pytest.MonkeyPatch) -> MinIi:
    """The answer where a mapper takes the place of annealing, with nothing else beside it."""

    def attempted(*arguments: Any) -> Attempted:
        mapping = mapper(*arguments)
        return Attempted(None if mapping is None else Annealed(mapping, 0.0, 1), 1)

    monkeypatch.setattr("heuristics.anneal.intervals.attempted", attempted)
    return IntervalSearch(IntervalQuestion(loop(5), most=6, exact=False)).run()


def test_annealing_alone_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that intervals without success stay open, and count as no bound."""

    def late(problem: Problem, *_: object) -> Mapping | None:
        return modulo_schedule(problem) if (problem.contexts or 0) >= FIRST + 2 else None

    answer = annealed(late, monkeypatch)
    assert (answer.status, answer.contexts, answer.lower) == ("feasible", FIRST + 2, FIRST)
    outcomes = [tried.outcome for _, tried in sorted(answer.tried.items())]
    assert outcomes[-3:] == ["open", "open", "mapped"]


def test_mappings_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a mapping that the checker rejects is never an answer."""

    def wrong(problem: Problem, *_: object) -> Mapping:
        mapping = modulo_schedule(problem)
        assert mapping is not None
        changed: Mapping = msgspec.structs.replace(mapping, holds=mapping.holds[:-1])
        return changed

    with pytest.raises(SolverFaultError, match="checker rejects"):
        annealed(wrong, monkeypatch)
