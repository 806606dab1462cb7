"""Labels: where they begin, those of a mapping, their mean, and whether they fit."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from archs.presets import architecture_preset
from heuristics.labels.flow import Flow
from heuristics.labels.labels import (
    Labels,
    initial_labels,
    mean_labels,
    read_labels,
    require_fit,
    trivial_labels,
)
from heuristics.labels.tiles import tile_distances
from models.data.mapping import Issue, Mapping
from models.data.problem import Problem
from models.errors import InputError
from tests.heuristics.test_labels_flow import STORING, graph

FLOW = Flow.of(STORING)
ARRAY = architecture_preset("lisa-simple:3x3")


def placed(contexts: int = 3) -> Mapping:
    """Every operation of STORING somewhere, at cycles 2 … 10."""
    where = "0_0 0_1 0_2 1_1 1_2 2_2 2_0 2_1".split()
    cycles = (2, 3, 5, 4, 8, 10, 6, 9)
    issues = (
        Issue(name, f"pe_{tile}", cycle)
        for name, tile, cycle in zip(FLOW.names, where, cycles, strict=True)
    )
    return Mapping("storing", ARRAY.name, 11, contexts, (), (), tuple(issues))


def test_initial() -> None:
    """Tests Section V-B by hand: levels, means of shortest paths, 0 and 1."""
    labels = initial_labels(FLOW)
    assert labels.order.tolist() == [0, 1, 2, 2, 3, 4, 0, 1]
    # c and k are 3 and 2 from t, l and q 3 and 1; m and s are all 1 from l and x.
    assert labels.association.tolist() == [2.5, 2.0, 1.0]
    assert labels.spatial.tolist() == [0] * 10
    assert labels.temporal.tolist() == [1] * 10
    require_fit(FLOW, labels)


def test_read() -> None:
    """Tests the labels of a mapping by hand, its loop-carried read over three cycles."""
    labels = read_labels(FLOW, Problem(STORING, ARRAY, 3), placed(), tile_distances(ARRAY))
    assert labels.order.tolist() == [0.0, 0.5, 1.5, 1.0, 3.0, 4.0, 2.0, 3.5]
    assert labels.association.tolist() == [2, 2, 2]
    assert labels.spatial.tolist() == [1, 2, 1, 1, 1, 1, 1, 1, 1, 1]
    assert labels.temporal.tolist() == [1, 3, 2, 1, 3, 4, -1, 2, 3, 1]
    require_fit(FLOW, labels)


def test_read_repeated_and_missing() -> None:
    """Tests that the first of several issues counts, and that an operation needs one."""
    problem, tiles = Problem(STORING, ARRAY, 3), tile_distances(ARRAY)
    once, again = placed(), Issue("t", "pe_0_0", 12)
    twice = replace(once, issues=(again, *once.issues), horizon=13)
    one, other = (read_labels(FLOW, problem, m, tiles) for m in (once, twice))
    assert one.spatial.tolist() == other.spatial.tolist()
    assert one.temporal.tolist() == other.temporal.tolist()
    lacking = replace(once, issues=once.issues[1:])
    with pytest.raises(InputError, match="does not issue 'c'"):
        read_labels(FLOW, problem, lacking, tiles)


def test_mean() -> None:
    """Tests the mean of candidates, and that there must be one."""
    mean = mean_labels([initial_labels(FLOW), trivial_labels(FLOW)])
    assert mean.order.tolist() == FLOW.asap.tolist()
    assert mean.association.tolist() == [2.25, 2.0, 1.5]
    assert mean.spatial.tolist() == [0.5] * 10
    assert mean.temporal.tolist() == [1] * 10
    with pytest.raises(InputError, match="no candidates"):
        mean_labels([])


def test_read_in_one_cycle() -> None:
    """Tests that a mapping in a single cycle has the order 0, and not a division by zero."""
    dfg = graph([[], []])
    made = Mapping("graph", "a", 1, 1, (), (), (Issue("o0", "pe_0_0", 0), Issue("o1", "pe_1_1", 0)))
    labels = read_labels(Flow.of(dfg), Problem(dfg, ARRAY, 1), made, tile_distances(ARRAY))
    assert labels.order.tolist() == [0, 0]
    assert labels.spatial.tolist() == []


@pytest.mark.parametrize("name", ["order", "association", "spatial", "temporal"])
def test_fit(name: str) -> None:
    """Tests that a label of a wrong shape or with a strange number is named."""
    good = trivial_labels(FLOW)
    for bad, message in (
        (getattr(good, name)[1:], f"label '{name}' has .* numbers, the graph needs"),
        (getattr(good, name)[:, None], f"label '{name}' has .*x1 numbers"),
        (getattr(good, name) * np.nan, f"label '{name}' has a number that is not finite"),
    ):
        labels = Labels(**{**vars(good), name: bad})
        with pytest.raises(InputError, match=message):
            require_fit(FLOW, labels)
