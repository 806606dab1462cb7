"""What is written of the program that won: C text, and a plot of answers that are made up."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from programs.loops import ProgramError, emit_body, execute
from programs.loops.random_values import random_values
from programs.source import read_file, read_text
from programs.transform import Reorder, Tile, Unroll, variant_of
from solvers.optimize import main
from solvers.questions.optimize.plot import write_plot
from solvers.questions.optimize.winner import rewritten
from tests.programs.applications import application, path
from tests.programs.compiled import assert_same, needs_compiler, run_compiled
from tests.programs.test_applications import function_of
from tests.solvers.programs_small import SUMS

TWO = """
int a[8][8], b[8];
void first(void)
{
    int i;
#pragma PTMAP
    for (i = 0; i < 8; i++) {
        int twice = 2 * b[i];
        b[i] = twice + 1;
    }
#pragma ENDMAP
    b[0] = b[0] + 1;   /* stays */
#pragma PTMAP named
    for (int p = 0; p < 8; p++)
        for (int q = 0; q < 8; q++)
            a[p][q] = a[p][q] * b[q];
#pragma ENDMAP
}
"""


@needs_compiler
@pytest.mark.parametrize("name", ["covariance", "harris"])
def test_rewritten_applications_compute_the_same(name: str, tmp_path: Path) -> None:
    region = application(name)
    start = variant_of(region)
    steps = [Unroll((0,), (3,)), Tile((0,), 4), Reorder((0,), (1, 0))]
    made = next((found for step in steps if (found := start.tried(step))), None)
    assert made is not None
    text = path(name).read_text(encoding="utf-8")
    text = rewritten(text, str(path(name)), [made.region], {"SMALL": "1"})
    values = random_values(region, 4)
    expected = execute(region, values)
    # Nobody has to repeat what was defined.
    assert_same(run_compiled(text, function_of(name), region, values, tmp_path), expected)


def test_rewritten_text_is_read_as_the_transformed_region() -> None:
    (region,) = read_text(SUMS, "sums.c")
    made = variant_of(region).apply(Unroll((1, 2), (2,))).region
    (again,) = read_text(rewritten(SUMS, "sums.c", [made]), "again.c")
    assert emit_body(again.body) == emit_body(made.body)


def test_several_regions_are_replaced_each_in_its_place() -> None:
    first, second = read_text(TWO, "two.c")
    tiled = variant_of(second).apply(Tile((0,), 4)).region
    text = rewritten(TWO, "two.c", [first, tiled])
    again = [emit_body(region.body) for region in read_text(text, "again.c")]
    assert again == [emit_body(first.body), emit_body(tiled.body)]
    assert text.count("/* stays */") == 1 and text.count("int i;") == 1
    # A region without a winner stays as it was written.
    assert "for (i = 0; i < 8; i++) {" in rewritten(TWO, "two.c", [tiled])


def test_a_region_of_another_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "body.h").write_text(SUMS, encoding="utf-8")
    main = tmp_path / "main.c"
    main.write_text('#include "body.h"\n', encoding="utf-8")
    (region,) = read_file(main)
    with pytest.raises(ProgramError, match=r"body.h: is included"):
        rewritten(main.read_text(encoding="utf-8"), str(main), [region])


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
    others = region("$two$", [(1, 2), (2, 1)]), region("lost", [], mapped=False)
    text = drawn(tmp_path, region("loop", [(10, 9), (12, 5), (13, 8), (20, 4)]), *others)
    for word in (
        "loop",
        "$two$",
        "lost",
        "time in cycles",
        "in bytes",
        "front, predicted",
        "original, mapped",
    ):
        assert word in text
    assert len(re.findall(r">time in cycles<", text)) == 3
    assert "</svg>" in drawn(tmp_path)
    assert text.count("candidate, predicted") == 1 and "winner" not in text


def test_a_plot_that_cannot_be_is_refused_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nosuch.c", "s4", "--plot", "front.eps"]) == 2
    assert capsys.readouterr().err == (
        "optimize: front.eps: a plot is written as .svg, .pdf or .png\n"
    )
