"""Tests of annealing alone, in the place of the race for a pipelined mapping."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from heuristics.anneal import Annealed
from heuristics.anneal.search import Attempted
from heuristics.labels.arrays import read_array
from heuristics.labels.flow import Flow
from heuristics.labels.labels import Labels, trivial_labels
from heuristics.modulo import modulo_schedule
from learn.labels.random_dfgs import random_dfg
from learn.labels.weights import save_weights
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.formats.dfg_json import dfg_to_json
from models.formats.mapping_json import mapping_from_json
from models.judge.checker import check
from solvers.min_ii import main
from solvers.search.anneal_process import Annealer
from solvers.search.interval_answer import MinIi
from solvers.search.intervals import IntervalSearch
from solvers.search.options import SolverOptions
from solvers.search.record import SolverFaultError
from solvers.verify import main as verify
from tests.learn.label_samples import SPEC, made_weights
from tests.solvers.command_line import called, files
from tests.solvers.test_min_ii import loop

Mapper = Callable[..., Mapping | None]

FIRST = 2
"""The smallest interval of `loop(5)`, which arithmetic proves."""


command = partial(called, main)


@pytest.fixture
def inputs(tmp_path: Path) -> list[str]:
    return files(tmp_path, loop(5))[:2]


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Callable[[Mapper], None]:
    """Put a mapper in the place of annealing, and have no other heuristic run beside it."""

    def put(mapper: Mapper) -> None:
        def attempted(*arguments: Any) -> Attempted:
            mapping = mapper(*arguments)
            return Attempted(None if mapping is None else Annealed(mapping, 0.0, 1), 1)

        monkeypatch.setattr("heuristics.anneal.intervals.attempted", attempted)
        monkeypatch.setattr("solvers.search.anneal_process.is_compiled", lambda: True)
        monkeypatch.setattr("solvers.search.intervals.sweep", lambda left: ())

    return put


def from_interval(contexts: int) -> Mapper:
    """A mapper that fails at intervals smaller than `contexts`."""

    def mapper(problem: Problem, *_: object) -> Mapping | None:
        enough = (problem.contexts or 0) >= contexts
        return modulo_schedule(problem) if enough else None

    return mapper


def searched(annealer: Annealer | None = None, **options: Any) -> MinIi:
    search = IntervalSearch(loop(5), SolverOptions(), 6, annealer=annealer, exact=False, **options)
    return search.run()


def test_annealing_alone_meets_the_bound(stand_in: Any) -> None:
    """Tests that a mapping at the interval that arithmetic proves is optimal."""
    stand_in(from_interval(1))
    answer = searched()
    assert (answer.status, answer.contexts, answer.lower) == ("optimal", FIRST, FIRST)
    assert answer.found_by == "simulated annealing" and answer.mapping is not None
    assert check(msgspec.structs.replace(loop(5), contexts=FIRST), answer.mapping) == []


def test_annealing_alone_proves_nothing_else(stand_in: Any) -> None:
    """Tests that intervals without success stay open, and count as no bound."""
    stand_in(from_interval(FIRST + 2))
    answer = searched()
    assert (answer.status, answer.contexts, answer.lower) == ("feasible", FIRST + 2, FIRST)
    outcomes = [tried.outcome for _, tried in sorted(answer.tried.items())]
    assert outcomes[-3:] == ["open", "open", "mapped"]


def levels(problem: Problem) -> Labels:
    """Labels that need no learning."""
    return trivial_labels(Flow.of(problem.dfg))


@pytest.mark.parametrize("how", ["raises", "dies"])
def test_a_broken_mapper(how: str, stand_in: Any) -> None:
    """Tests that it is named."""

    def broken(*_: object) -> None:
        if how == "dies":
            os._exit(7)
        raise ValueError("no such luck")

    stand_in(broken)
    alone = searched()
    expected = {"raises": "ValueError: no such luck", "dies": "exit code 7"}[how]
    assert (alone.status, alone.stopped) == ("unknown", expected)


def test_mappings_are_judged(stand_in: Any) -> None:
    """Tests that a mapping that the checker rejects is never an answer."""

    def wrong(problem: Problem, *_: object) -> Mapping:
        mapping = modulo_schedule(problem)
        assert mapping is not None
        changed: Mapping = msgspec.structs.replace(mapping, holds=mapping.holds[:-1])
        return changed

    stand_in(wrong)
    with pytest.raises(SolverFaultError, match="checker rejects"):
        searched()


def test_files_and_certificate(
    stand_in: Any, inputs: list[str], tmp_path: Path, capsys: Any
) -> None:
    """Tests that what annealing finds is written, drawn and certified as any other answer."""
    stand_in(from_interval(1))
    mapping, svg, proof = (str(tmp_path / name) for name in ("m.json", "m.svg", "proof"))
    words = ["--mapping", mapping, "--picture", svg, "--certificate", proof, "--json", "--quiet"]
    code, out, err = command(capsys, *inputs, "--method", "sa", "--seed", "3", *words)
    found = json.loads(out)
    assert (code, err, found["method"]) == (0, "", "sa")
    assert (found["found_by"], found["ii"]) == ("simulated annealing", FIRST)
    problem = msgspec.structs.replace(loop(5), contexts=FIRST)
    assert check(problem, mapping_from_json(Path(mapping).read_text(), "m")) == []
    assert "</svg>" in Path(svg).read_text() and verify([proof]) == 0


@pytest.mark.parametrize("labels", [False, True])
def test_real_annealing(labels: bool) -> None:
    """Tests that a small loop body is mapped by annealing alone, and the same again."""
    problem = Problem(polybench("gemver", 1, "free"), architecture_preset("mesh:3x3"), 1)
    guide = levels if labels else None
    found = []
    for _ in range(2):
        search = IntervalSearch(
            problem, SolverOptions(seed=1), 24, annealer=Annealer(guide), exact=False
        )
        answer = search.run()
        assert answer.mapping is not None and answer.contexts is not None
        mapped = msgspec.structs.replace(problem, contexts=answer.contexts)
        assert check(mapped, answer.mapping) == [] and answer.lower <= answer.contexts
        found.append(answer.mapping)
    assert found[0] == found[1]


def test_weights_of_a_file(tmp_path: Path, capsys: Any) -> None:
    """Tests that labels of given weights guide, and that weights of another array are refused."""
    weights, dfg = (str(tmp_path / name) for name in ("weights.json", "dfg.json"))
    body = random_dfg(read_array(SPEC), 3)
    kinds = tuple(sorted({operation.operator for operation in body.operations}))
    save_weights(made_weights(vocabulary=kinds), weights)
    Path(dfg).write_text(dfg_to_json(body))
    words = ["--method", "lisa", "--weights", weights, "--movements", "5", "--alpha", "0.5"]
    code, out, err = command(capsys, dfg, SPEC, *words, "--json", "--quiet")
    found = json.loads(out)
    assert code in (0, 10) and err == ""
    assert (found["found_by"], found["method"]) == ("label-guided annealing", "lisa")
    code, out, err = command(capsys, dfg, "mesh:2x2,io=all", *words, "--quiet")
    assert (code, out, err.count("\n")) == (2, "", 1) and "weights of the array" in err


def test_no_success_is_no_proof(stand_in: Any, inputs: list[str], capsys: Any) -> None:
    """Tests that nothing found up to the largest interval is unknown, never infeasible."""
    stand_in(from_interval(99))
    code, out, _ = command(capsys, *inputs, "--method", "sa", "--max-ii", "4", "--quiet")
    assert code == 30 and out.startswith("unknown: ")
    assert "II 4: open: simulated annealing found no mapping" in out


def test_arithmetic_refutes_by_itself(stand_in: Any, inputs: list[str], capsys: Any) -> None:
    """Tests that what arithmetic refutes is infeasible, whatever the method."""
    stand_in(from_interval(1))
    code, out, _ = command(capsys, *inputs, "--method", "sa", "--max-ii", str(FIRST - 1), "--quiet")
    assert code == 20 and out.startswith("infeasible: ")
