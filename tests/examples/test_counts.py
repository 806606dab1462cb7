"""The sizes that are published for each benchmark, and the files that are committed."""

from __future__ import annotations

from pathlib import Path

import pytest

from examples.__main__ import main
from examples.aes import aes
from examples.matrices import mmm
from examples.registry import FAMILIES
from examples.ring import ring
from models.data.architecture import InitialContents
from models.data.dfg import Dfg
from tests.system.commands import DATA


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


def test_mmm_3() -> None:
    """Tests the size of the dense product, and that every ROM holds the W of its position."""
    dfg, arch = mmm(3)
    assert (len(dfg.inputs), len(dfg.operations), len(dfg.results)) == (18, 27 + 18, 9)
    assert [op.operator for op in mmm(3, "operator")[0].operations].count("mac") == 18
    rom = arch.component_by_name["rom_2_1"].initial
    assert rom == InitialContents(values=("w_1_2",))
    assert arch.component_by_name["extmem"].initial == InitialContents(
        tuple(f"x_{row}_{column}" for row in range(3) for column in range(3))
    )


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


@pytest.mark.parametrize("words", ["ring 4", "accumulate"])
def test_committed_files(words: str, tmp_path: Path) -> None:
    """Tests that the files that the README uses are what the generators write."""
    assert main([*words.split(), "-o", str(tmp_path)]) == 0
    for part in ("dfg", "arch"):
        committed = DATA / f"{words.replace(' ', '')}.{part}.json"
        assert committed.read_text() == (tmp_path / f"{part}.json").read_text()


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that without a family all of them are listed, one per line."""
    assert main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(FAMILIES)


@pytest.mark.parametrize(
    "words",
    """fft 6; sparse 3 abc; sparse 3 000000000; random 9 --fan-in 4; transform 12; loop crc;
    polybench gem; random-loop 3 --inputs 3 --recurrences 2; ring 4 -o pyproject.toml""".split(";"),
)
def test_impossible_sizes(words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that an error is one line on stderr and exit code 2."""
    assert main(["-o", str(tmp_path), *words.split()]) == 2
    caught = capsys.readouterr()
    assert caught.out == "" and len(caught.err.splitlines()) == 1
    assert not list(tmp_path.iterdir())
