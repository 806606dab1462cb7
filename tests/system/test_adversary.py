"""Damaged certificates and random questions: nothing false is verified or said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.data.problem import Problem
from streaming.model.engine import Engine
from streaming.model.program import Program
from streaming.model.schedule import Placement
from tests.fuzz.checks import fuzzed
from tests.models.random_problems import random_problem
from tests.models.random_sums import random_sums
from tests.models.wide_problems import wide_problem
from tests.streaming.small_streaming import engines, mappings, programs
from tests.system import questions, tampering
from tests.system.engine_oracle import Machine
from tests.system.judge import FalseError, Told, agree, answered, calm
from tests.system.questions import Asking


@fuzzed(40)
@given(programs(), engines(), st.integers(1, 3))
def test_two_statements_of_the_engine(program: Program, engine: Engine, ii: int) -> None:
    """Tests the checker of mappings against rules that were stated again."""
    most = engine.pipeline + 4
    found = {schedule.placements for schedule in mappings(program, engine, ii, most)}
    names = [step.name for step in program.instructions]
    assert found == {
        tuple(Placement(name, *spots[n]) for n, name in enumerate(names))
        for spots in Machine(program, engine, ii).mappings(most)
    }


@pytest.mark.soak(keep=3)
@pytest.mark.parametrize("kind", questions.KINDS)
def test_answers_are_true(kind: str, tmp_path: Path) -> None:
    said = set()
    for seed in range(6):
        (folder := tmp_path / str(seed)).mkdir()
        said.add(questions.KINDS[kind](Asking(seed, folder)))
    assert said & {"optimal", "feasible", "infeasible"}


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("name", ["limits that overlap", "chains", "orders", "symmetries"])
def test_what_was_false_once(name: str, tmp_path: Path) -> None:
    """Tests limits that overlap, ways that only the list of all orders tells apart, and symmetries
    in the certificate of an interval.
    """
    case = Asking(1, tmp_path)
    fused: dict[str, Any] = {"contexts": 2, "patterns": True, "ordered": False, "leaves": 4}
    if name == "limits that overlap":
        assert questions.fewest(case, wide_problem(968684, None, ports=True)) != "unknown"
    elif name == "chains":
        problem = msgspec.structs.replace(random_sums(189892, **fused), transform="chain")
        assert questions.fewest(case, problem) != "unknown"
    elif name == "orders":
        problem = msgspec.structs.replace(random_sums(128636, **fused), transform="enumerate")
        assert questions.fewest(case, problem) != "unknown"
    else:
        assert questions.smallest(case, wide_problem(820137, 3)) != "unknown"


Lie = Callable[[dict[str, Any]], object]
LIES: dict[str, Lie] = {
    "fewer cycles": lambda a: a.update(cycles=a["cycles"] - 1, lower_bound=a["lower_bound"] - 1),
    "a higher bound": lambda a: a.update(lower_bound=a["lower_bound"] + 1),
    "an issue is lost": lambda a: a["mapping"]["issues"].pop(),
    "infeasible": lambda a: a.update(status="infeasible", cycles=None, mapping=None),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_false_answer_is_noticed(
    lie: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ask = Asking.ask

    def lying(self: Asking, *words: object, **how: Any) -> dict[str, Any]:
        answer = ask(self, *words, **how)
        LIES[lie](answer)
        return answer

    problem = small()
    assert questions.fewest(Asking(1, tmp_path), problem) == "optimal"
    monkeypatch.setattr(Asking, "ask", lying)
    with pytest.raises(FalseError):
        questions.fewest(Asking(1, tmp_path), problem)


def small() -> Problem:
    """A problem that needs 4 to 6 cycles."""
    some = map(random_problem, range(20))
    return next(p for p in some if any(Told(p).maps(n, None) for n in range(4, 7)))


@pytest.mark.parametrize(
    ("status", "cycles", "bound"),
    [("optimal", 11, 11), ("infeasible", None, 1), ("unknown", None, 11), ("feasible", 9, 3)],
)
def test_false_words_are_noticed(status: str, cycles: int | None, bound: int) -> None:
    """Tests the judge: what is not so, a code that does not fit, half an answer, a traceback."""
    with pytest.raises(FalseError):
        agree({"status": status, "cycles": cycles, "lower_bound": bound}, 10, "")
    agree({"status": "feasible", "cycles": 10, "lower_bound": 9}, 10, "")
    for text, code in (('{"status": "optimal"', 0), ('{"status": "unknown"}', 0)):
        with pytest.raises(FalseError):
            answered(code, text)
    with pytest.raises(FalseError):
        calm("Traceback (most recent call last)")


@fuzzed(200)
@given(tampering.damaged())
def test_damaged_certificates(case: tuple[str, dict[str, bytes]]) -> None:
    """Tests that nothing is verified that is not true, and that the verifier ends in a line."""
    kind, files = case
    tampering.verdict(tampering.material()[kind], files)


def test_a_claim_that_is_false_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests the judge of the verifier: a claim as before, one of less, and a bound too high."""
    old = tampering.material()["optimal"]
    new = dict(old)
    assert tampering.verdict(old, new) == "true as before"
    claim = tampering.load(new, "certificate.json")
    tampering.put(new, "certificate.json", {**claim, "status": "feasible", "lower_bound": 1})
    assert tampering.verdict(old, new) == "true as before"
    more = {"value": claim["value"] + 1, "lower_bound": claim["value"] + 1}
    tampering.put(new, "certificate.json", {**claim, **more})
    assert tampering.verdict(old, new) == "rejected"
    monkeypatch.setattr(tampering, "verified", lambda files: (0, "verified: what is false"))
    with pytest.raises(FalseError, match="what is false"):
        tampering.verdict(old, new)
