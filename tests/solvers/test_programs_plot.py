"""The plot of explored programs, of answers that are made up."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from solvers.optimize import main
from solvers.questions.optimize.plot import write_plot

pytest.importorskip("matplotlib")


def region(name: str, points: list[tuple[int, int]], mapped: bool = True) -> Any:
    count = SimpleNamespace(cycles=120, data_bytes=30, context_bytes=12)
    return SimpleNamespace(
        region=SimpleNamespace(name=name),
        exploration=SimpleNamespace(programs=[SimpleNamespace(point=p) for p in points]),
        original=SimpleNamespace(count=count) if mapped else None,
        winner=None,
    )


def drawn(tmp_path: Path, *regions: Any) -> str:
    path = tmp_path / "plot.svg"
    write_plot(SimpleNamespace(regions=list(regions)), str(path))  # type: ignore[arg-type]
    return path.read_text(encoding="utf-8")


def test_front_candidates_and_what_was_mapped_are_told_apart(tmp_path: Path) -> None:
    text = drawn(tmp_path, region("loop", [(10, 9), (12, 5), (13, 8), (20, 4)]))
    for word in ("loop", "time in cycles", "in bytes", "front, predicted", "original, mapped"):
        assert word in text
    assert text.count("candidate, predicted") == 1 and "winner" not in text


def test_every_region_has_a_panel_and_all_share_a_legend(tmp_path: Path) -> None:
    regions = [region("one", [(10, 9)]), region("$two$", [(1, 2), (2, 1)]), region("three", [])]
    text = drawn(tmp_path, *regions)
    assert len(re.findall(r">time in cycles<", text)) == 3
    assert "$two$" in text and text.count("front, predicted") == 1


@pytest.mark.parametrize("regions", [[], [region("lost", [], mapped=False)]])
def test_nothing_found_is_a_plot(regions: list[Any], tmp_path: Path) -> None:
    assert "</svg>" in drawn(tmp_path, *regions)


def test_a_plot_that_cannot_be_is_refused_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nosuch.c", "s4", "--plot", "front.eps"]) == 2
    assert capsys.readouterr().err == (
        "optimize: front.eps: a plot is written as .svg, .pdf or .png\n"
    )
