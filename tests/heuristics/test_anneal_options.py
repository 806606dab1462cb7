"""Options of annealing: what labels guide, and what is refused."""

from __future__ import annotations

import math
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from heuristics.anneal import Annealing, anneal
from heuristics.labels.flow import Flow
from heuristics.labels.labels import NUMBERS, Labels, Spread, trivial_labels
from models.data.problem import Problem
from models.errors import InputError

ROOT = Path(__file__).parents[2]
PROBLEM = Problem(polybench("gemver"), architecture_preset("lisa:3x3,io=memory"), 2)
FLOW = Flow.of(PROBLEM.dfg)


def python(code: str, folder: Path, **variables: str) -> str:
    """Run code in a new process, with warnings as errors; return what it prints."""
    environment = {**os.environ, "PYTHONPATH": str(folder), **variables}
    command = [sys.executable, "-W", "error", "-c", code]
    run = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=folder)
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


def test_import() -> None:
    """Tests that numba is imported only when something is annealed."""
    code = "import sys, heuristics.anneal; print('numba' in sys.modules)"
    assert python(code, ROOT) == "False"


@pytest.mark.parametrize(
    "given",
    [
        {"movements": 0},
        {"cooling": 1.0},
        {"cooling": 0.0},
        {"cooling": math.nan},
        {"starts": 0},
        {"guided": "sometimes"},
        {"alpha": -1.0},
        {"alpha": math.nan},
        {"alpha": math.inf},
    ],
)
def test_senseless(given: dict[str, Any]) -> None:
    """Tests that options with which annealing would not end, or do nothing, are refused."""
    with pytest.raises(InputError, match=str(next(iter(given.values())))):
        Annealing(**given)


def test_labels_needed() -> None:
    """Tests that nothing can be guided without labels."""
    with pytest.raises(ValueError, match="labels"):
        anneal(PROBLEM, Annealing(guided="always"))


@pytest.mark.parametrize("name", ["order", "association", "spatial", "temporal"])
def test_wrong_labels(name: str) -> None:
    """Tests that labels of another DFG are refused, and those that are no numbers."""
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
    from heuristics.anneal.moves import sweep
    from tests.heuristics.anneal_states import prepared

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
    assert any(
        issued("routing", labels, seed) != issued("routing", timed, seed) for seed in range(5)
    )
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


def test_near_labels() -> None:
    """Tests that first positions are closer to what labels say than those at random."""
    from heuristics.anneal.moves import sweep
    from tests.heuristics.anneal_states import prepared

    labels = trivial_labels(FLOW)
    off: dict[str, float] = {}
    for guided in ("none", "initial"):
        total = 0.0
        for seed in range(10):
            found = prepared(PROBLEM, Annealing(guided="initial"), labels)
            assert found is not None
            tables, state, guide, start = found
            start = start._replace(seed=seed, guided=guided == "initial")
            sweep(tables, state, guide, start, 8.0, 0)
            for e in np.flatnonzero(~np.isnan(guide.spatial)):
                a, b = tables.edge_net[e], tables.edge_reader[e]
                total += abs(guide.apart[state.at[a], state.at[b]] - guide.spatial[e])
        off[guided] = total
    assert off["initial"] < 0.6 * off["none"]


COMPILED = """
from heuristics.anneal import compiled

@compiled.outer
def double(n):
    return 2 * n

print(compiled.kernels.folder, double(21))
"""


@pytest.mark.oracle
def test_kept(tmp_path: Path) -> None:
    """Tests where compiled functions are kept, and that a change of any file renews them."""
    for room in ("heuristics", "models"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    # Half a copy of the packages would be refused.
    (tmp_path / "heuristics" / "__init__.py").write_text("")
    anneal_folder = tmp_path / "heuristics" / "anneal"
    (tmp_path / "cache.py").write_text(COMPILED)
    code = "import cache"
    first, answer = python(code, tmp_path, NUMBA_CACHE_DIR="").split()
    assert Path(first).parent == anneal_folder / "__pycache__" and answer == "42"
    assert list(Path(first).rglob("*double*.nbi"))
    assert python(code, tmp_path, NUMBA_CACHE_DIR="").split()[0] == first
    with (anneal_folder / "state.py").open("a") as file:
        file.write("# changed\n")
    assert python(code, tmp_path, NUMBA_CACHE_DIR="").split()[0] != first
    chosen = tmp_path / "chosen"
    assert Path(python(code, tmp_path, NUMBA_CACHE_DIR=str(chosen)).split()[0]).parent == chosen


@pytest.mark.oracle
def test_not_kept(tmp_path: Path) -> None:
    """Tests an installation where nothing can be written, with a cache elsewhere and without."""
    for room in ("heuristics", "models"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    # Half a copy of the packages would be refused.
    (tmp_path / "heuristics" / "__init__.py").write_text("")
    (tmp_path / "cache.py").write_text(COMPILED)
    # A file where a folder would have to be keeps even root from writing.
    (tmp_path / "heuristics" / "anneal" / "__pycache__").write_text("")
    own = {"NUMBA_CACHE_DIR": "", "PYTHONDONTWRITEBYTECODE": "1"}
    home = tmp_path / "home"
    found = python("import cache", tmp_path, XDG_CACHE_HOME=str(home), **own).split()
    assert Path(found[0]).parent == home / "xyzmap" and found[1] == "42"
    nowhere = str(tmp_path / "cache.py")
    assert python("import cache", tmp_path, XDG_CACHE_HOME=nowhere, **own) == "None 42"
