"""What is written of the program that won: C text, and a plot of answers that are made up."""

from __future__ import annotations

from pathlib import Path

import pytest

from programs.loops import emit_body, execute
from programs.loops.random_programs import random_values
from programs.source import read_text
from programs.transform import Reorder, Tile, Unroll, variant_of
from solvers.questions.optimize.winner import rewritten
from tests.programs.applications import application, path
from tests.programs.compiled import assert_same, needs_compiler, run_compiled
from tests.programs.test_applications import function_of

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


def test_several_regions_are_replaced_each_in_its_place() -> None:
    first, second = read_text(TWO, "two.c")
    tiled = variant_of(second).apply(Tile((0,), 4)).region
    text = rewritten(TWO, "two.c", [first, tiled])
    again = [emit_body(region.body) for region in read_text(text, "again.c")]
    assert again == [emit_body(first.body), emit_body(tiled.body)]
    assert text.count("/* stays */") == 1 and text.count("int i;") == 1
    # A region without a winner stays as it was written.
    assert "for (i = 0; i < 8; i++) {" in rewritten(TWO, "two.c", [tiled])
