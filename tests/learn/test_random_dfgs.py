"""Random DFGs: what they are made of, their shape, and that arrays execute them."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from archs.presets import PRESETS, architecture_preset
from heuristics.labels.flow import Flow
from heuristics.modulo import modulo_schedule
from learn.labels.body import MORE, loop_body
from learn.labels.random_dfgs import MOST, MOST_LARGE, random_dfg, vocabulary
from learn.labels.vocabulary import KINDS, kind_of, spelling
from models.data.architecture import Architecture, Component
from models.data.dfg import Dfg
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InputError
from models.formats.dfg_json import dfg_from_json, dfg_to_json
from models.judge.checker import check
from models.judge.simulator import simulate
from solvers.min_ii import main as min_ii

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


def test_bodies_carry_values() -> None:
    """Tests that some loop bodies have a read of the iteration before, and constants fan out."""
    arch = architecture_preset("lisa:4x4")
    flows = [Flow.of(random_dfg(arch, seed)) for seed in range(200)]
    carried = sum(any(edge.distance == 1 for edge in flow.edges) for flow in flows)
    assert 10 <= carried <= 50
    readers = [max(Counter(e.source for e in flow.edges).values()) for flow in flows]
    assert {2, 3, 4} <= set(readers)


@pytest.mark.oracle
def test_chains_for_systolic_arrays() -> None:
    """Tests that many graphs for a systolic array load, multiply, add to a sum and store."""
    arch = architecture_preset("lisa-systolic:5x5")
    flows = [Flow.of(random_dfg(arch, seed)) for seed in range(60)]
    chained = 0
    for flow in flows:
        kinds = [kind_of(operator) for operator in flow.operators]
        links = {(kinds[edge.source], kinds[edge.target]) for edge in flow.edges}
        chained += {("load", "mul"), ("mul", "add")} <= links and "store" in kinds
    assert chained > 30


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("spec", [spec for spec in TRAINED if "systolic" not in spec])
def test_mapped(spec: str) -> None:
    """Tests that modulo scheduling maps graphs of a few seeds at some interval."""
    arch = architecture_preset(spec)
    for seed in range(2 if spec == "lisa:8x8" else 4):
        dfg = random_dfg(arch, seed)
        for contexts in range(3 if spec == "lisa:8x8" else 1, 13):
            problem = Problem(dfg, arch, contexts)
            found = modulo_schedule(problem, effort=30)
            if found is not None:
                break
        require_legal(problem, found)


def require_legal(problem: Problem, found: Mapping | None) -> None:
    """Require a mapping that passes the checker and the simulator."""
    assert found is not None
    assert check(problem, found) == []
    report = simulate(problem, found, iterations=5)
    assert report.ok, report.first_difference


@pytest.mark.oracle
def test_mapped_on_systolic_array() -> None:
    """Tests that at least half of the graphs for a systolic array are found a mapping for."""
    arch = architecture_preset("lisa-systolic:5x5")
    found = 0
    for seed in range(12):
        problem = Problem(random_dfg(arch, seed), arch, 1)
        mapping = modulo_schedule(problem, effort=60)
        if mapping is not None:
            require_legal(problem, mapping)
            found += 1
    assert found >= 6


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("spec", ["lisa-systolic:5x5", "lisa-systolic:3x4,pattern=checker"])
def test_proven_on_systolic_arrays(spec: str, tmp_path: Path) -> None:
    """Tests with the exact solver that graphs have a mapping even where none is found quickly."""
    arch = architecture_preset(spec)
    for seed in (4, 5, 7):
        (tmp_path / "dfg.json").write_text(dfg_to_json(random_dfg(arch, seed)))
        assert min_ii([str(tmp_path / "dfg.json"), spec, "--quiet"]) == 0


@pytest.mark.parametrize("kind", sorted(set(PRESETS) - {"single"}))
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_every_preset(kind: str, seed: int) -> None:
    """Tests that graphs can be made for every preset, whatever its units execute."""
    size = {"": "", "N": ":4", "RxC": ":3x3"}[PRESETS[kind].size]
    arch = architecture_preset(kind + size)
    well_made(arch, random_dfg(arch, seed))


@pytest.mark.parametrize("spec", ["lisa:4x4,memory=none", "lisa:2x2,max_contexts=1"])
def test_poorer_arrays(spec: str) -> None:
    """Tests arrays without memory, where streams come and go, and of a single context."""
    arch = architecture_preset(spec)
    for seed in range(20):
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


def test_reproducible() -> None:
    """Tests that equal seeds give equal graphs, others others, and that JSON keeps them."""
    for spec in ("lisa:4x4", "lisa-systolic:5x5"):
        arch = architecture_preset(spec)
        one = random_dfg(arch, 5)
        assert one == random_dfg(architecture_preset(spec), 5)
        assert one.name == "random5"
        assert replace(random_dfg(arch, 6), name=one.name) != one
        assert dfg_from_json(dfg_to_json(one), "one") == one


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
