"""The test bench in Verilator, which compiles and runs it as Icarus does."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from bench.hardware_loops import loop, mapped
from hardware.model.realise import Form, realised
from hardware.verilog.project import run_files
from programs.llvm.read import read_graph
from tests import hanging
from tests.hardware.icarus import printed

VERILATOR = shutil.which("verilator") or shutil.which("verilator-cli")
"""The program, or that of the package `verilator` for Python."""

LOOPS = str(Path(__file__).parents[2] / "examples/data/loops.ll")
PRECOMPILED = ("-MAKEFLAGS", "CFG_CXXFLAGS_PCH_I=-include")
"""Without it, what the package builds of several files does not find its own header."""

needs_verilator = pytest.mark.skipif(VERILATOR is None, reason="Verilator is not installed")


def ran(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words, cwd=folder, text=True, capture_output=True, timeout=hanging.SECONDS
    )


def bench_of(name: str, spec: str, folder: Path) -> dict[str, str]:
    """Write the files of a run, and return them."""
    if name == "random":
        case, form = mapped(loop(3, most=10), spec), Form("moves", 16)
    else:
        graph = read_graph(LOOPS, name, None, (), False)
        case, form = mapped(graph.dfg, spec, 200), Form("moves", 64)
    assert case is not None
    made = realised(*case, form)
    files = run_files(made.machine, made.words, case[0].dfg, 0, True, None)
    for file, text in files.items():
        (folder / file).write_text(text)
    return files


def verilator(files: Iterable[str], folder: Path, *words: str) -> None:
    """Run Verilator on the bench with all warnings; none may be left."""
    assert VERILATOR is not None
    sources = sorted(file for file in files if file.endswith(".v"))
    top = ("--timing", "-Wall", "--top-module", "testbench")
    done = ran(folder, VERILATOR, *words, *top, *sources)
    assert (done.returncode, done.stderr) == (0, "")


@needs_verilator
@pytest.mark.process(keep=2)
@pytest.mark.parametrize("name", ["saxpy", "gcd", "random"])
@pytest.mark.parametrize("spec", ["hycube:4x4", "adres:4x4"])
def test_the_bench_is_clean(name: str, spec: str, tmp_path: Path) -> None:
    """Tests a loop with memory, one with results only, and streams: no warning is left."""
    verilator(bench_of(name, spec, tmp_path), tmp_path, "--lint-only")


@needs_verilator
@pytest.mark.process
@pytest.mark.parametrize("spec", ["adres:2x2", "lisa:2x2"])
def test_the_bench_runs(spec: str, tmp_path: Path) -> None:
    """Tests that it prints what Icarus prints, and that it sees other words."""
    files = bench_of("random", spec, tmp_path)
    wanted = printed(tmp_path, files) if shutil.which("iverilog") else "PASS "
    verilator(files, tmp_path, "--binary", *PRECOMPILED)
    out = ran(tmp_path, "./obj_dir/Vtestbench").stdout
    assert out.startswith(wanted) and out.startswith("PASS ")
    text = files["expected.hex"]
    (tmp_path / "expected.hex").write_text(text.replace("1", "2"))
    assert "FAIL stream" in ran(tmp_path, "./obj_dir/Vtestbench").stdout
