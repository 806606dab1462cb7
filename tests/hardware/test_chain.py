"""The chain from C to running Verilog: no step refuses what the one before has accepted."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hardware.rtl import main as rtl
from programs.dfg import main as dfg
from solvers.min_ii import main as min_ii
from tests.hardware.icarus import needs_icarus

FOLDER = Path(__file__).parent / "chain"
LOOPS = ("dot fir saxpy bicg gemm relu histogram until_negative areas crc clip average").split()
ARRAYS = ("hycube:4x4", "adres:4x4", "lisa:4x4", "satmapit:4x4", "s4:4x4", "mesh:4x4")
FUNCTIONS = ("peak", "fused", "ones")
SOME = [(LOOPS[n], ARRAYS[n % len(ARRAYS)]) for n in range(len(LOOPS))]


def passes(
    source: Path, name: str, array: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fail unless a loop becomes a graph, a mapping, and Verilog that passes its test bench."""
    graph, mapping = str(folder / "loop.json"), str(folder / "mapping.json")
    assert dfg([str(source), "--function", name, "--samples", "10", "-o", graph]) == 0
    # The first mapping is enough (10): an optimum may take long to prove.
    assert min_ii([graph, array, "--first", "--quiet", "--out", mapping]) in (0, 10)
    capsys.readouterr()
    words = [array, "--dfg", graph, "--mapping", mapping, "-o", str(folder / "rtl"), "--run"]
    code = rtl(words)
    told = capsys.readouterr()
    complaints = [line for line in told.err.splitlines() if not line.startswith("rtl: note: ")]
    assert (code, complaints) == (0, [])
    lines = told.out.splitlines()
    assert lines[-1].startswith("PASS ") and int(lines[-1].split()[1]) > 12, told.out
    assert "words of type i64, since operator '" in lines[0]


@needs_icarus
@pytest.mark.process(keep=5)
@pytest.mark.parametrize("array", ARRAYS)
@pytest.mark.parametrize("name", LOOPS)
def test_chain(name: str, array: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests every loop on every array, from LLVM's text, with no option for hardware."""
    passes(FOLDER / "loops.ll", name, array, tmp_path, capsys)


@needs_icarus
@pytest.mark.process(keep=1)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests loops that call what an array has only where a graph asks for it."""
    passes(FOLDER / "loops.ll", name, "hycube:4x4", tmp_path, capsys)


@needs_icarus
@pytest.mark.process
@pytest.mark.skipif(shutil.which("clang") is None, reason="clang is not installed")
@pytest.mark.parametrize(("name", "array"), SOME)
def test_chain_from_c(
    name: str, array: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests every loop on one array, from C."""
    passes(FOLDER / "loops.c", name, array, tmp_path, capsys)
