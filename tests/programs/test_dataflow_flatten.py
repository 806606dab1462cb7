from __future__ import annotations

import pytest

from programs.dataflow import kernels, run_dfg
from programs.dataflow.properties import rec_mii
from programs.loops import Region, execute
from programs.loops.random_values import random_values
from programs.source import read_text
from programs.transform import Flatten, variant_of
from tests.programs.applications import application
from tests.programs.compiled import assert_same


def flattened(region: Region, *path: int) -> Region:
    return variant_of(region).apply(Flatten(path)).region


@pytest.mark.parametrize(
    "name, path",
    [("gemver", (1,)), ("blur2d", (1,)), ("convolution", (0, 0))],
)
def test_graphs_of_flattened_loops_compute_the_same(name: str, path: tuple[int, ...]) -> None:
    region = application(name)
    made, values = flattened(region, *path), random_values(region, 5)
    assert_same(run_dfg(made, values), execute(region, values))


def order(body: str) -> tuple[list[int], int]:
    """The distances of the orders of a flattened loop, and its recurrence's interval."""
    text = "int A[9][9], x[9];\nvoid f(void)\n{\n#pragma PTMAP\n"
    (region,) = read_text(f"{text}{body}\n#pragma ENDMAP\n}}\n")
    (kernel,) = kernels(flattened(region, 0))
    return sorted(edge.distance for edge in kernel.dfg.order), rec_mii(kernel.dfg)


def test_elements_that_each_iteration_has_for_itself_need_no_order() -> None:
    loops = "for (int i = 0; i < 4; i++) for (int j = 0; j < 6; j++)"
    assert order(f"{loops} A[i][j] = A[i][j] + 1;") == ([], 1)


def test_elements_that_meet_again_are_ordered_by_the_distance_at_which_they_do() -> None:
    loops = "for (int i = 1; i < 5; i++) for (int j = 0; j < 6; j++)"
    assert order(f"{loops} A[i][j] = A[i - 1][j] + 1;")[0] == [6]
    assert order(f"{loops} x[i] = x[i] + A[i][j];")[0] == [1]
