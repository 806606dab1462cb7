"""Random DFGs: what they are made of, their shape, and that arrays execute them."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archs.presets import PRESETS, architecture_preset
from heuristics.labels.flow import Flow
from learn.labels.body import MORE, loop_body
from learn.labels.random_dfgs import MOST, MOST_LARGE, random_dfg, vocabulary
from learn.labels.vocabulary import KINDS, kind_of, spelling
from models.data.architecture import Architecture, Component
from models.data.dfg import Dfg
from models.errors import InputError

TRAINED = (
    "lisa:4x4",
    "lisa:3x3",
    "lisa:8x8",
    "lisa:4x4,registers=1",
    "lisa:4x4,memory=left",
    "lisa-systolic:5x5",
    "adres:4x4",
    "hycube:4x4",
)
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


@pytest.mark.training(keep=1)
@pytest.mark.parametrize("spec", TRAINED)
def test_trained_arrays(spec: str) -> None:
    """Tests the shape of many graphs for the arrays that networks are trained for."""
    arch = architecture_preset(spec)
    made = [random_dfg(arch, seed) for seed in range(120)]
    for dfg in made:
        well_made(arch, dfg)
    flows = [Flow.of(dfg) for dfg in made]
    sizes = [flow.size for flow in flows]
    most = MOST_LARGE if spec == "lisa:8x8" else MOST
    assert min(sizes) >= 5
    assert most - 6 <= max(sizes) <= most + 2
    assert len(set(sizes)) >= 12
    found = Counter(kind_of(operator) for flow in flows for operator in flow.operators)
    assert set(found) == set(vocabulary(arch))
    assert len({flow.edges for flow in flows}) > 110
    assert len({flow.longest for flow in flows}) >= 5
    assert sum(bool(flow.pairs) for flow in flows) > 100


@pytest.mark.parametrize("kind", sorted(set(PRESETS) - {"single"}))
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_every_preset(kind: str, seed: int) -> None:
    """Tests that graphs can be made for every preset, whatever its units execute."""
    size = {"": "", "N": ":4", "RxC": ":3x3"}[PRESETS[kind].size]
    arch = architecture_preset(kind + size)
    well_made(arch, random_dfg(arch, seed))


def test_own_spellings() -> None:
    """Tests that operators are called as the array calls them, without constants or memory."""
    unit = Component("u", 1, ("ADD", "*", "memr"), 1)
    arch = Architecture("own", (unit, Component("x", initial="all")), (), external="x")
    assert spelling(arch) == {"load": "memr", "add": "ADD", "mul": "*"}
    used = set()
    for seed in range(20):
        dfg = random_dfg(arch, seed)
        well_made(arch, dfg)
        assert dfg.results
        used.update(operation.operator for operation in dfg.operations)
    assert used == {"ADD", "ADD/1", "*", "memr"}


@pytest.mark.parametrize(
    ("ops", "message"),
    [
        (("load", "store", "const"), "neither adds nor multiplies"),
        (("load", "add"), "neither stores nor outputs"),
    ],
)
def test_hopeless_arrays(ops: tuple[str, ...], message: str) -> None:
    """Tests the line about arrays for which there are no graphs."""
    arch = Architecture("poor", (Component("u", 1, ops, 1),), ())
    with pytest.raises(InputError, match=message):
        random_dfg(arch, 0)


@given(
    st.integers(0, 10**6),
    st.integers(3, 40),
    st.sets(st.sampled_from(KINDS)).map(lambda kinds: sorted({*kinds, "add"})),
)
@settings(max_examples=150, deadline=None)
def test_bodies_of_any_kinds(seed: int, size: int, kinds: list[str]) -> None:
    """Tests size, connection and use of bodies over whatever kinds there are."""
    unit = Component("u", 1, tuple(kinds), 1)
    arch = Architecture("any", (unit, Component("x", initial="all")), (), external="x")
    draft = loop_body(kinds, random.Random(seed), size)
    dfg = draft.finish("any", spelling(arch), range(len(draft.kinds)))
    well_made(arch, dfg)
    # Results are no operations, so there are fewer sinks than planned where nothing stores.
    least = size if {*SINKS} & {*kinds} else size - 3
    assert least <= len(dfg.operations) <= size + MORE


def test_vocabulary() -> None:
    """Tests the vocabulary of arrays, in the order of all kinds."""
    assert vocabulary(architecture_preset("lisa-systolic:2x2")) == (
        *("const", "load", "store", "input", "output"),
        *("add", "sub", "mul"),
    )
    assert vocabulary(architecture_preset("mesh:2x2")) == KINDS
    assert "input" not in vocabulary(architecture_preset("hycube:4x4"))
    assert "load" not in vocabulary(architecture_preset("lisa:2x2,memory=none"))


@pytest.mark.parametrize(
    ("operator", "kind"),
    [
        ("add", "add"),
        ("ADD/1", "add"),
        ("-", "sub"),
        ("ashr", "shra"),
        ("MemW", "store"),
        ("imp", "input"),
        ("exp", "output"),
        ("constant", "const"),
        ("frobnicate", "frobnicate"),
    ],
)
def test_kinds(operator: str, kind: str) -> None:
    """Tests what spellings stand for."""
    assert kind_of(operator) == kind
