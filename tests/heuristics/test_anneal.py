"""Simulated annealing: ever larger intervals, again with other seeds, and options."""

from __future__ import annotations

import math
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from examples.loops.random_loops import random_loop
from heuristics.anneal import Annealed, Annealing, anneal, anneal_loop, search_intervals
from heuristics.anneal.moves import sweep
from heuristics.anneal.search import Attempted
from heuristics.labels.flow import Flow
from heuristics.labels.labels import NUMBERS, Labels, Spread, initial_labels, trivial_labels
from heuristics.modulo import modulo_schedule
from learn.labels.random_dfgs import random_dfg
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InputError
from tests.heuristics.anneal_states import prepared
from tests.heuristics.mappers import require_legal
from tests.models.random_problems import random_problem

ROOT = Path(__file__).parents[2]
BICG = Problem(polybench("bicg"), architecture_preset("lisa,io=memory"), 1)
PROBLEM = Problem(polybench("gemver"), architecture_preset("lisa:3x3,io=memory"), 2)
FLOW = Flow.of(PROBLEM.dfg)
FOUND = Annealed(Mapping("bicg", "lisa", 4, 1, (), (), ()), 0.0, 1)


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("array", ["lisa:3x3", "lisa-systolic", "hycube:3x3", "s4", "sl8"])
@pytest.mark.parametrize("guided", ["none", "routing", "initial", "always"])
def test_random_dfgs(array: str, guided: Any) -> None:
    """Tests random DFGs made for an array, with loads and stores, by every kind of guidance."""
    machine = architecture_preset(array)
    dfg, options = random_dfg(machine, 2), Annealing(movements=8, starts=2, guided=guided)
    labels, mapped = initial_labels(Flow.of(dfg)) if guided != "none" else None, 0
    for contexts in (1, 2, 4):
        problem = Problem(dfg, machine, contexts)
        found = anneal(problem, options, labels)
        if found is not None:
            require_legal(problem, found.mapping)
            assert found.cost >= 0 and found.movements >= 0
            mapped += 1
    assert mapped or array == "lisa-systolic"


@pytest.mark.oracle
def test_found_as_often() -> None:
    """Tests that nearly everything tiny is mapped that modulo scheduling maps."""
    problems = [random_problem(seed, 1 + seed % 3, ports=seed % 2 == 0) for seed in range(60)]
    able = [problem for problem in problems if modulo_schedule(problem, effort=40) is not None]
    assert sum(anneal(problem) is not None for problem in able) >= 0.95 * len(able) > 20


def test_loop() -> None:
    """Tests ever larger intervals, from the first one given to the last one allowed."""
    problem = Problem(polybench("doitgen"), architecture_preset("mesh:3x3,io=all"), 1)
    result = anneal_loop(problem)
    assert result is not None and result.mapping.contexts is not None
    assert anneal(problem) is None or result.mapping.contexts == 1
    later = anneal_loop(problem, first=result.mapping.contexts + 2)
    assert later is not None and later.mapping.contexts == result.mapping.contexts + 2
    assert anneal_loop(problem, first=3, most=2) is None
    shallow = msgspec.structs.replace(problem.arch, max_contexts=2)
    assert anneal_loop(msgspec.structs.replace(problem, arch=shallow), first=3) is None
    assert anneal_loop(problem, deadline=time.perf_counter() - 1) is None


def test_deadline() -> None:
    """Tests that annealing that would take hours ends."""
    machine = architecture_preset("mesh:4x4,registers=4,io=all")
    problem = Problem(random_loop(60, 1, recurrences=1, inputs=2), machine, 4)
    anneal(problem, Annealing(cooling=0.999, starts=1000), deadline=time.perf_counter() + 0.1)


@pytest.fixture
def outcomes(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[tuple[int, int]]]:
    """Have annealing come to what a function of interval and seed says; return what is asked."""

    def put(outcome: Callable[[int, int], Attempted]) -> list[tuple[int, int]]:
        asked: list[tuple[int, int]] = []

        def attempted(problem: Problem, options: Any, labels: Any, seed: int, until: Any) -> Any:
            asked.append((problem.contexts or 0, seed))
            return outcome(problem.contexts or 0, seed)

        monkeypatch.setattr("heuristics.anneal.intervals.attempted", attempted)
        return asked

    return put


def test_rounds(outcomes: Any) -> None:
    """Tests that rounds have other seeds, and end with the first mapping, or their number."""
    asked = outcomes(lambda n, seed: Attempted(FOUND if n == 3 and seed > 10 else None, 9))
    steps = list(search_intervals(BICG, seed=7, first=2, most=4, rounds=9))
    assert [(s.number, s.contexts) for s in steps] == [(0, 2), (0, 3), (0, 4), (1, 2), (1, 3)]
    assert [step.found for step in steps] == [None] * 4 + [FOUND]
    assert {seed for _, seed in asked[:3]} == {7} and len({seed for _, seed in asked}) == 2
    asked = outcomes(lambda n, seed: Attempted(None, 9))
    assert anneal_loop(BICG, most=2) is None and len(asked) == 2
    assert anneal_loop(BICG, most=2, rounds=3) is None and len(asked) == 8
    assert anneal_loop(BICG, most=2, deadline=time.perf_counter() + 0.01, rounds=None) is None
    with pytest.raises(ValueError, match="rounds without end"):
        next(search_intervals(BICG, rounds=None))


def test_nothing_to_anneal(outcomes: Any) -> None:
    """Tests that what cannot be annealed is tried once, however much time there is."""
    asked = outcomes(lambda n, seed: Attempted(None, 9 if n == 3 and seed == 0 else 0))
    assert anneal_loop(BICG, most=4, deadline=time.perf_counter() + 60, rounds=None) is None
    assert [n for n, _ in asked] == [1, 2, 3, 4, 3]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("movements", 0),
        ("cooling", 1.0),
        ("cooling", 0.0),
        ("cooling", math.nan),
        ("starts", 0),
        ("guided", "sometimes"),
        ("alpha", -1.0),
        ("alpha", math.nan),
        ("alpha", math.inf),
    ],
)
def test_senseless(name: str, value: Any) -> None:
    """Tests that options with which annealing would not end, or do nothing, are refused."""
    with pytest.raises(InputError, match=str(value)):
        Annealing(**{name: value})


@pytest.mark.parametrize("name", ["order", "association", "spatial", "temporal"])
def test_wrong_labels(name: str) -> None:
    """Tests that labels are needed, and those of another DFG or that are no numbers refused."""
    with pytest.raises(ValueError, match="labels"):
        anneal(PROBLEM, Annealing(guided="always"))
    labels = trivial_labels(FLOW)
    old = getattr(labels, name)
    for wrong in (old[:-1], np.append(old, 1.0), np.full(len(old), np.nan)):
        with pytest.raises(InputError, match=f"label '{name}'"):
            anneal(PROBLEM, Annealing(guided="always"), replace(labels, **{name: wrong}))


def moved(labels: Labels, **changes: float) -> Labels:
    """Return labels with some of them replaced by others."""
    found = {}
    for name, much in changes.items():
        numbers = getattr(labels, name)
        found[name] = (numbers * 3 + np.arange(len(numbers)) * much) % 5
    return replace(labels, **found)


def issued(guided: Any, labels: Labels, seed: int = 0, alpha: float = 0.1) -> Any:
    """What annealing a few movements comes to, whether or not everything is routed then."""
    found = prepared(PROBLEM, Annealing(guided=guided, alpha=alpha), labels)
    assert found is not None
    tables, state, guide, start = found
    sweep(tables, state, guide, start._replace(seed=seed), 8.0, 0)
    first = state.at.tolist(), state.when.tolist()
    sweep(tables, state, guide, start._replace(seed=-1), 8.0, 40)
    return first, (state.at.tolist(), state.when.tolist(), float(state.cost[0]))


def test_guided() -> None:
    """Tests which labels matter for which guidance, at first and later."""
    labels = trivial_labels(FLOW)
    placed = moved(labels, spatial=1.7, association=2.3)
    timed = moved(labels, temporal=1.3)
    assert issued("none", labels) == issued("none", timed) == issued("none", placed)
    # Only the order of routing.
    assert issued("routing", labels) == issued("routing", placed)
    assert issued("routing", labels)[0] == issued("none", labels)[0]
    assert any(issued("routing", labels, n) != issued("routing", timed, n) for n in range(5))
    # The initial mapping, and everything: at first they are the same.
    assert issued("initial", labels)[0] == issued("always", labels)[0]
    assert issued("initial", labels)[0] != issued("initial", placed)[0]
    assert issued("initial", labels)[1] != issued("always", labels)[1]
    # Only Algorithm 1 moves by labels, the more at random the larger alpha is.
    assert issued("initial", labels, alpha=0.1) == issued("initial", labels, alpha=9.0)
    assert issued("always", labels, alpha=0.1) != issued("always", labels, alpha=9.0)


def test_components_that_suit_are_preferred() -> None:
    """Tests that operations begin on the components that suit them, and do not without labels."""
    labels, parts = trivial_labels(FLOW), PROBLEM.arch.components
    far = np.array([not part.name.endswith(("_0", "_1")) for part in parts])
    suited = replace(labels, unsuited=np.tile(50.0 * far, (FLOW.size, 1)))
    taken = [far[at].sum() for at in (issued("always", x)[0][0] for x in (suited, labels))]
    assert taken[0] == 0 < taken[1]
    assert issued("none", suited) == issued("none", labels)


def test_unsure_labels_count_less() -> None:
    """Tests that equal scales make no difference, and labels of huge scale next to none."""
    labels = trivial_labels(FLOW)
    sizes = {name: np.ones(len(getattr(labels, name))) for name in NUMBERS}
    one = Spread(**sizes)
    placed = moved(labels, spatial=1.7, association=2.3)
    for scale in (one, replace(one, spatial=7 * sizes["spatial"])):
        assert issued("always", replace(placed, spread=scale)) == issued("always", placed)
    # The first operand is as unsure as can be, so what its label says does not matter.
    unsure = replace(one, spatial=np.where(np.arange(len(FLOW.edges)) == 0, 1e12, 1.0))
    other = labels.spatial.copy()
    other[0] += 3
    first, second, sure = (
        issued("always", replace(labels, spatial=spatial, spread=scale))
        for spatial, scale in ((labels.spatial, unsure), (other, unsure), (other, one))
    )
    assert first == second != sure


COMPILED = """
import sys
import heuristics.modulo
assert "numba" not in sys.modules
from heuristics.anneal import compiled
assert "numba" not in sys.modules

@compiled.outer
def double(n):
    return 2 * n

print(compiled.kernels.folder, double(21))
"""


@pytest.mark.process
def test_compiled_functions_are_kept(tmp_path: Path) -> None:
    """Tests where they are kept, that a change of any file renews them, and no place at all."""
    for room in ("heuristics", "models"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    # Half a copy of the packages would be refused.
    (tmp_path / "heuristics" / "__init__.py").write_text("")
    script = tmp_path / "cache.py"
    script.write_text(COMPILED)
    folder = tmp_path / "heuristics" / "anneal"

    def place(**variables: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": ""} | variables
        command = [sys.executable, "-W", "error", str(script)]
        run = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
        where, answer = run.stdout.split()
        assert answer == "42"
        return where

    first = place()
    assert Path(first).parent == folder / "__pycache__"
    assert list(Path(first).rglob("*double*.nbi"))
    assert place() == first
    with (folder / "state.py").open("a") as file:
        file.write("# changed\n")
    assert place() != first
    chosen = tmp_path / "chosen"
    assert Path(place(NUMBA_CACHE_DIR=str(chosen))).parent == chosen
    # A file where a folder would have to be keeps even root from writing.
    shutil.rmtree(folder / "__pycache__")
    (folder / "__pycache__").write_text("")
    own, home = {"PYTHONDONTWRITEBYTECODE": "1"}, tmp_path / "home"
    assert Path(place(XDG_CACHE_HOME=str(home), **own)).parent == home / "xyzmap"
    assert place(XDG_CACHE_HOME=str(script), **own) == "None"
