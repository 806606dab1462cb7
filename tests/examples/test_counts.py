"""The sizes that are published for each benchmark."""

from __future__ import annotations

import pytest

from examples.aes import aes
from examples.filters import conv, dot, fir
from examples.matrices import mmm, sparse
from examples.random_graph import random_graph
from examples.registry import FAMILIES
from examples.ring import ring
from models.data.architecture import InitialContents
from models.data.dfg import Dfg
from models.data.problem import Problem


def levels(dfg: Dfg) -> int:
    """Return the number of operations on the longest chain within one iteration."""
    depth = dict.fromkeys((*dfg.inputs, *dfg.constant_by_name), 0)
    for name in dfg.schedule_order:
        operands = dfg.operation_by_name[name].operands
        depth[name] = 1 + max(depth[o.value] for o in operands if o.distance == 0)
    return max(depth.values())


@pytest.mark.parametrize(("size", "values"), [(4, 48), (5, 75), (6, 108)])
def test_ring_sizes(size: int, values: int) -> None:
    """Tests that the matrix-vector products have the published numbers of values."""
    dfg, arch = ring(size)
    assert len(dfg.values) == values
    assert len(dfg.results) == size
    assert len(arch.components) == size + 1
    assert len(arch.paths) == 3 * size
    assert all(path.width == 1 for path in arch.paths)


@pytest.mark.parametrize("fan_in", [1, 2, 3])
def test_random_graph(fan_in: int) -> None:
    """Tests that a random graph has the wanted size, uses all inputs and repeats by seed."""
    dfg = random_graph(300, seed=7, fan_in=fan_in)
    assert len(dfg.values) == 300
    assert dfg == random_graph(300, seed=7, fan_in=fan_in)
    assert all(len(operation.operands) == fan_in for operation in dfg.operations)
    assert all(dfg.consumers[name] for name in dfg.inputs)
    assert set(dfg.results) == {name for name in dfg.values if not dfg.consumers[name]}
    assert random_graph(300, seed=8, fan_in=fan_in).operations != dfg.operations


def test_every_architecture_fits_its_graph() -> None:
    """Tests that each family's graph and array make a problem without contradictions."""
    sizes = {
        "size": 3,
        "taps": 4,
        "kernel": 2,
        "points": 4,
        "length": 4,
        "values": 30,
        "operations": 8,
        "rows": 2,
        "columns": 3,
        "depth": 2,
        "side": 3,
    }
    for family in FAMILIES.values():
        arguments = {
            p.name: p.choices[0] if p.choices else sizes.get(p.name, p.default)
            for p in family.parameters
        }
        if family.name == "sparse":
            arguments["pattern"] = "511"
        dfg, arch = family.build(**arguments)
        if arch is not None:
            Problem(dfg, arch, contexts=1 if dfg.max_distance else None)


def test_mmm_3() -> None:
    """Tests the size of the dense product, and that every ROM holds the W of its position."""
    dfg, arch = mmm(3)
    assert (len(dfg.inputs), len(dfg.operations), len(dfg.results)) == (18, 27 + 18, 9)
    assert [op.operator for op in mmm(3, "operator")[0].operations].count("mac") == 18
    rom = arch.component_by_name["rom_2_1"].initial
    assert rom == InitialContents(values=("w_1_2",))
    memory = arch.component_by_name["extmem"].initial
    assert isinstance(memory, InitialContents)
    assert set(memory.values) == {f"x_{r}_{c}" for r in range(3) for c in range(3)}
    assert arch.path_by_name["rom_2_1->pe_2_1"].width is None
    into, out = "extmem->", "->extmem"
    assert [p.targets[0] for p in arch.paths if p.name.startswith(into)] == [
        "pe_0_0",
        "pe_1_0",
        "pe_2_0",
    ]
    assert [p.sources[0] for p in arch.paths if p.name.endswith(out)] == [
        "pe_2_0",
        "pe_2_1",
        "pe_2_2",
    ]


def test_sparse_drops_zeros() -> None:
    """Tests that zeros of W leave neither products nor inputs behind."""
    dfg, arch = sparse(3, "110000001")
    used = [operation.operator for operation in dfg.operations]
    assert (used.count("*"), used.count("+")) == (9, 3)
    assert set(dfg.inputs) >= {"w_0_0", "w_0_1", "w_2_2"}
    assert len(dfg.inputs) == 3 + 9
    assert dfg.results == ("A_0_0", "A_0_1", "A_0_2", "A_2_0", "A_2_1", "A_2_2")
    rom = arch.component_by_name["rom_1_1"].initial
    assert isinstance(rom, InitialContents)
    (choice,) = rom.choices
    assert (choice.at_most, choice.of) == (1, ("w_0_0", "w_0_1", "w_2_2"))


def test_aes() -> None:
    """Tests that AES has 138 values including the input, in one chain of 50 levels."""
    dfg, arch = aes(3)
    assert len(dfg.values) == 138
    assert dfg.inputs == ("in",)
    assert levels(dfg) == 50
    assert len(arch.components) == 10
    assert len(arch.paths) == 24 + 3 + 3
    read = {operand.value for operation in dfg.operations for operand in operation.operands}
    assert set(dfg.values) - read == {"out"}


def test_sizes_of_filters() -> None:
    """Tests the numbers of operations of the filters and the dot product."""
    made = (fir(5), fir(5, streaming=True), conv(3), dot(8))
    assert [len(dfg.operations) for dfg, _ in made] == [9, 9, 17, 15]
