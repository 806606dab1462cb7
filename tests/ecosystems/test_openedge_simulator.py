"""Programs in the Python simulator of OpenEdgeCGRA's authors, where it is there.

git clone https://github.com/esl-epfl/ESL-CGRA-simulator ../simulator
XYZMAP_OPENEDGE=../simulator python -m pytest tests/ecosystems/test_openedge_simulator.py
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from archs.files import load_architecture
from ecosystems.openedge.csv_files import HEADER, memory_text, read_memory
from tests.ecosystems import openedge_simulator
from tests.ecosystems.openedge_loops import (
    COMPILER,
    LOOPS,
    after_run,
    compiled,
    drawn,
    graph_of,
    instructions,
    mapped,
    memory_of,
    wanted,
)

PLACE = os.environ.get("XYZMAP_OPENEDGE", "")
TRIALS = 3

pytestmark = [
    pytest.mark.skipif(
        not PLACE,
        reason="needs XYZMAP_OPENEDGE, a clone of github.com/esl-epfl/ESL-CGRA-simulator",
    ),
    pytest.mark.skipif(COMPILER is None, reason="needs clang"),
]


@pytest.mark.process
@pytest.mark.parametrize("rows", [2, 4])
@pytest.mark.parametrize("name", LOOPS)
def test_the_simulator_and_the_compiled_loop(name: str, rows: int, tmp_path: Path) -> None:
    loop, dfg = LOOPS[name], graph_of(name, tmp_path)
    arch = load_architecture(f"satmapit:{rows}x{rows},moves=unlimited")
    function, found = compiled(loop, tmp_path), mapped(loop, dfg, arch)
    for seed in range(TRIALS):
        trial = drawn(loop, random.Random(seed))
        folder = tmp_path / str(seed)
        folder.mkdir()
        text = instructions(loop, dfg, arch, found, trial)
        (folder / "instructions.csv").write_text(text)
        (folder / "memory.csv").write_text(memory_text(memory_of(loop, trial)))
        source = next(Path(PLACE).rglob("cgra.py")).parent
        words = [openedge_simulator.__file__, str(source), str(rows), str(rows), str(folder)]
        subprocess.run([sys.executable, *words], check=True, timeout=60)
        # What it writes has no header.
        lines = (folder / "memory_out.csv").read_text()
        memory = read_memory(f"{','.join(HEADER)}\n{lines}", "memory_out.csv")
        assert after_run(loop, memory) == wanted(loop, function, trial), seed
