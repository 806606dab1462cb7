"""Solvers that are killed in the middle: others go on, or the answer is that nothing is known."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tests.faults.runs import KINDS, begin, filled, kill_all, others, require_calm, until
from tests.faults.runs import write_inputs as write


@pytest.mark.process(keep=1)
@pytest.mark.parametrize(
    ("kind", "more"),
    [
        ("min_cycles", ["--cycles", "16", "--solver", "cadical195", "--solver", "glucose4"]),
        ("min_ii", ["--method", "exact", "--max-ii", "5"]),
        ("partition", []),
    ],
)
def test_a_killed_solver_refutes_nothing(tmp_path: Path, kind: str, more: list[str]) -> None:
    """Whatever is killed as soon as it appears, and again, nothing is infeasible that was not.

    The streaming engine's solver is within the command itself.
    """
    write(tmp_path)
    command = KINDS[kind]
    words = [*filled(command.hard, tmp_path), *more, "--json", "--time-limit", "60"]
    process = begin(command.words(*words))
    assert process.stderr is not None
    until(lambda: others(process.pid) or process.poll() is not None)
    while process.poll() is None:
        kill_all(others(process.pid))
        time.sleep(0.02)
    out, err = process.communicate(timeout=60)
    require_calm(err=err)
    found = json.loads(out)
    assert process.returncode in (10, 30), (out[:500], err)
    assert found["status"] in ("feasible", "unknown")
    if found["status"] == "unknown":
        assert found["stopped"]
    assert others(process.pid) == []


@pytest.mark.process
def test_another_solver_of_a_race_goes_on(tmp_path: Path) -> None:
    """One of two racing solvers is killed; the answer of the other is as good."""
    command = KINDS["min_cycles"]
    race = ["--solver", "cadical195", "--solver", "glucose4", "--json"]
    process = begin(command.words(*command.small, *race))
    victims = until(lambda: others(process.pid) or process.poll() is not None)
    if victims is not True:
        kill_all(victims[:1])
    out, err = process.communicate(timeout=60)
    require_calm(err=err)
    found = json.loads(out)
    assert (process.returncode, found["status"], found["cycles"]) == (0, "optimal", 10)
