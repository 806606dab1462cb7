"""Inner loops: what is compiled computes what Python does, bit by bit, and within its arrays."""

from __future__ import annotations

from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from typing import Any

import pytest
from msgspec.structs import replace

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from heuristics.anneal import Annealing, anneal
from heuristics.labels.flow import Flow
from heuristics.labels.labels import trivial_labels
from heuristics.modulo import modulo_schedule
from heuristics.negotiated import negotiated_schedule
from heuristics.placement import placed_schedule, refined_schedule
from models.data.problem import Kind, Problem
from shell.kernels.build import FILE, NotCompiledError, compile_to, packages, translated
from tests.shell.kernels.compared import Count, compare, outer_functions
from tests.system.commands import ROOT

USERS = {
    "heuristics.modulo.kernel": ("flood", "complete", "walk"),
    "heuristics.placement.attempts": ("begin", "anneal"),
    "heuristics.negotiated.search": ("begin_round", "rearrange"),
    "heuristics.anneal.lower_bounds": ("spread",),
    "heuristics.anneal.moves": ("_adopt", "_sweep"),
}


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The extension module that looks at every index."""
    modules = dict(packages(ROOT))["heuristics"]
    target = tmp_path_factory.mktemp("checked") / "heuristics" / FILE
    target.parent.mkdir()
    try:
        compile_to({target: translated(ROOT, modules)}, ["-DCHECKED", "-O1"])
    except NotCompiledError as error:
        pytest.skip(str(error))
    spec = spec_from_loader("_kernels", ExtensionFileLoader("_kernels", str(target)))
    assert spec is not None
    return module_from_spec(spec)


@pytest.fixture
def called(checked: Any, monkeypatch: pytest.MonkeyPatch) -> Count:
    monkeypatch.setattr("heuristics.placement.attempts.MOVEMENTS", 40)
    return compare(USERS, monkeypatch, checked)


def loop(array: str = "hycube:3x3,io=memory", contexts: int = 4) -> Problem:
    return Problem(polybench("atax"), architecture_preset(array), contexts)


def test_modulo_scheduling(called: Count) -> None:
    assert modulo_schedule(loop(), 0, effort=20) is not None
    assert min(called[name] for name in ("flood", "walk", "complete")) > 1


def test_placement(called: Count) -> None:
    assert placed_schedule(loop(), 0, attempts=2) is not None
    assert called["begin"] and called["anneal"]


@pytest.mark.parametrize("array", ["hycube:2x2,io=memory", "adres:2x2,io=memory"])
def test_negotiation(called: Count, array: str) -> None:
    negotiated_schedule(loop(array, 5), 0, attempts=1, rounds=4)
    assert called["rearrange"] and called["begin_round"]


def test_refined_placement(called: Count) -> None:
    refined_schedule(loop(), 0, attempts=1)
    assert called["_adopt"] and called["spread"]


@pytest.mark.parametrize("files", ["static", None])
@pytest.mark.parametrize("guided", ["none", "always"])
def test_annealing(called: Count, guided: str, files: Kind | None) -> None:
    """Tests annealing alone, and with labels, which draws normal numbers."""
    problem = replace(loop("adres:2x2,io=memory", 3), files=files)
    labels = trivial_labels(Flow.of(problem.dfg))
    anneal(problem, Annealing(movements=2, starts=1, guided=guided, cooling=0.5), labels)
    assert called["_sweep"] > 1


def test_every_marked_function_is_compared() -> None:
    assert outer_functions("heuristics") == {name for names in USERS.values() for name in names}
