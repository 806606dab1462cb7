"""The search as a whole: what limits, restarts and contradictions do to an answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from examples.ring import ring
from models.data.certificate import Proof
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.process.events import BoundsMoved, Event, HorizonTried
from solvers.certificates.refutation import refutation_files
from solvers.search.answer import Answer, Question
from solvers.search.cycles import search
from solvers.search.horizon_bounds import HorizonBounds
from solvers.search.record import Record, SolverFaultError


def test_refuted_and_mapped() -> None:
    """Tests that a mapping at a horizon that was refuted is a defect, not an answer."""
    problem = Problem(*ring(4))
    mapping = search(Question(problem, cycles=11)).mapping
    assert isinstance(mapping, Mapping)
    record = Record(
        Question(problem, cycles=11), Answer(problem, lower_bound=12), HorizonBounds(12)
    )
    with pytest.raises(SolverFaultError, match="both refuted and mapped"):
        record.accept(mapping, "SAT")


def test_events() -> None:
    """Tests that observers hear of bounds that only tighten, and of every horizon's end."""
    events: list[Event] = []
    answer = search(Question(Problem(*ring(4, "operator"))), events.append)
    bounds = [event for event in events if isinstance(event, BoundsMoved)]
    lower = [event.lower for event in bounds]
    upper = [event.upper for event in bounds if event.upper is not None]
    assert lower == sorted(lower)
    assert upper == sorted(upper, reverse=True)
    assert (lower[-1], upper[-1]) == (answer.lower_bound, answer.cycles) == (8, 8)
    last = {event.horizon: event.status for event in events if isinstance(event, HorizonTried)}
    assert set(last.values()) <= {"sat", "unsat", "stopped"}


def test_proofs_of_two_processes_are_not_mixed(tmp_path: Path) -> None:
    """Tests that of two refutations of one horizon, the files of the first one heard are kept."""
    problem = Problem(*ring(4))
    record = Record(Question(problem, cycles=8), Answer(problem), HorizonBounds(8, 8))
    for number in (1, 2):
        files = [tmp_path / name for name in refutation_files(f"8-of-{number}")]
        for file in files:
            file.write_text(f"of {number}")
        record.refuted(8, "cadical195", files=[str(file) for file in files])
    (bound,) = record.answer.bounds
    assert isinstance(bound, Proof)
    assert (bound.cnf, bound.symbols, bound.proof) == refutation_files(8)
    for name in refutation_files(8):
        assert (tmp_path / name).read_text() == "of 1"
