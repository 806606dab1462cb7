"""Tests of `trade_off`: whole curves, what carries over, options and files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from archs.formats.arch_json import architecture_from_json
from examples.ring import ring
from models.data.problem import Problem
from models.formats.dfg_json import dfg_to_json
from models.formats.mapping_json import mapping_from_json
from models.judge.checker import check
from models.space_time.prunable import Kernel
from solvers.questions.prune_arch.objective import Objective
from solvers.questions.trade_off.options import TradeOffOptions, numbers_between
from solvers.search.answer import Question
from solvers.search.cycles import search
from tests.solvers.pruning.commands import files, ring_files
from tests.solvers.pruning.curves import curve
from tests.solvers.pruning.small import prune, small_kernel


@pytest.fixture
def inputs(tmp_path: Path) -> list[str]:
    return ring_files(tmp_path)


@pytest.mark.process
def test_curve(inputs: list[str], capsys: Any) -> None:
    """Tests every point against a pruning of its own, and that its mappings work."""
    found = curve(capsys, *inputs, "--cycles", "5-12")
    problem = Problem(*ring(3, "operator"))
    sizes = []
    for point in found["points"]:
        cycles = point["cycles"]
        answer = search(Question(problem, cycles=cycles))
        if answer.mapping is None:
            assert point["status"] == "infeasible" and point["left"] is None
            continue
        kernel = Kernel(problem, cycles, answer.mapping)
        alone = prune([kernel], Objective(("elements", "memories", "paths")))
        assert (point["status"], point["counts"]) == ("optimal", alone.counts)
        arch = architecture_from_json(json.dumps(point["left"]), "left")
        mapping = mapping_from_json(json.dumps(point["mappings"][0]), "mapping")
        assert check(Problem(problem.dfg, arch), mapping) == []
        sizes.append((cycles, tuple(point["counts"].values())))
    front = [x for n, (x, size) in enumerate(sizes) if all(size < other for _, other in sizes[:n])]
    assert found["front"] == front and found["proven"]


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("seed", range(6))
def test_random_curves(seed: int, tmp_path: Path, capsys: Any) -> None:
    """Tests that cores which carry over do not change any minimum."""
    kernel = small_kernel(seed)
    if kernel is None:
        pytest.skip("no mapping")
    names = files(tmp_path, kernel.problem.arch, kernel.problem.dfg)
    span = f"{kernel.horizon}-{kernel.horizon + 2}"
    found = curve(capsys, *names, "--cycles", span, "--minimise", "elements,paths,registers")
    for point in found["points"]:
        alone = Kernel(kernel.problem, point["cycles"])
        answer = prune([alone], Objective(("elements", "paths", "registers")))
        assert (point["status"], point["counts"]) == (answer.status, answer.counts)


def test_more_contexts_than_there_are(tmp_path: Path, capsys: Any) -> None:
    """Tests that the context memory's depth makes points infeasible."""
    dfg = ring(3, "operator")[0]
    (tmp_path / "dfg.json").write_text(dfg_to_json(dfg))
    names = [str(tmp_path / "dfg.json"), "ring:3,max_contexts=4"]
    found = curve(capsys, *names, "--contexts", "4-5", "--cycles", "10")
    assert [point["status"] for point in found["points"]] == ["optimal", "infeasible"]
    assert "exceed max_contexts 4" in found["points"][1]["because"]


def test_slack(tmp_path: Path, capsys: Any) -> None:
    """Tests two kernels that may lose different numbers of cycles."""
    first, arch = ring(3, "operator")
    second = ring(2, "operator")[0]
    names = files(tmp_path, arch, first, second)
    found = curve(capsys, *names, "--slack", "0-2", "--weights", "1,2", "--minimise", "elements")
    horizons = [point["horizons"] for point in found["points"]]
    fewest = horizons[0]
    assert horizons == [[fewest[0] + n, fewest[1] + n // 2] for n in range(3)]
    sizes = [point["counts"]["elements"] for point in found["points"]]
    assert sizes == sorted(sizes, reverse=True)


def test_ranges_are_words_or_numbers() -> None:
    """Tests that options of the library and of the command line are the same values."""
    for value in ("8-10", range(8, 11), [10, 9, 8, 9]):
        options = TradeOffOptions(cycles=value, cost={"elements": 2})  # type: ignore[arg-type]
        assert (options.cycles, options.axis, options.cost) == ((8, 9, 10), "cycles", "elements=2")
    assert TradeOffOptions(slack=0).axis == "slack"  # type: ignore[arg-type]


def test_ranges() -> None:
    """Tests ranges and their union."""
    assert list(numbers_between(["8-10", "14"])) == [8, 9, 10, 14]
    with pytest.raises(ValueError, match="larger"):
        list(numbers_between(["3-2"]))
