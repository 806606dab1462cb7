"""Random DFGs: what they are made of, their shape, and that arrays execute them."""

from __future__ import annotations

import numpy as np
import pytest

from archs.presets import PRESETS, architecture_preset
from heuristics.labels.flow import Flow
from learn.labels.random_dfgs import random_dfg, vocabulary
from learn.labels.vocabulary import kind_of
from models.data.architecture import Architecture
from models.data.dfg import Dfg

SINKS = ("store", "output")


def well_made(arch: Architecture, dfg: Dfg) -> None:
    """Require that a DFG is connected and executable, and that everything in it has a use."""
    flow = Flow.of(dfg)
    joined = np.eye(flow.size, dtype=bool)
    for edge in flow.edges:
        joined[edge.source, edge.target] = joined[edge.target, edge.source] = True
    reached = joined[0]
    for _ in range(flow.size):
        reached = joined[reached].any(axis=0)
    assert reached.all()
    read = {edge.source for edge in flow.edges if edge.distance == 0}
    for node, name in enumerate(flow.names):
        kind = kind_of(flow.operators[node])
        assert (node in read) != (kind in SINKS or name in dfg.results)
    assert {*map(kind_of, flow.operators)} <= {*vocabulary(arch)}
    units = {component.ops: component for component in arch.components if component.issue}
    for operator in {*flow.operators}:
        assert any(unit.supports(operator) for unit in units.values())
    assert not dfg.results or arch.external is not None
    assert dfg.inputs == ()


@pytest.mark.parametrize("kind", sorted(set(PRESETS) - {"single"}))
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_every_preset(kind: str, seed: int) -> None:
    """Tests that graphs can be made for every preset, whatever its units execute."""
    size = {"": "", "N": ":4", "RxC": ":3x3"}[PRESETS[kind].size]
    arch = architecture_preset(kind + size)
    well_made(arch, random_dfg(arch, seed))
