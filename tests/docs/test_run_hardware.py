"""The commands of the page from C to a waveform, without Icarus Verilog."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.readme_commands import commands, steps
from tests.system.commands import run

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "howto" / "run-hardware.md"
COMMAND = f"{sys.executable} -m xyzmap"


@pytest.mark.process
def test_without_tools(tmp_path: Path) -> None:
    """Tests that without clang and Icarus Verilog all but the run is done, with a line for each.

    With them, the page is run as all how-tos are.
    """
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "bash").symlink_to(shutil.which("bash") or "/bin/bash")
    runs = []
    for kind, block in steps(PAGE.read_text(encoding="utf-8")):
        if kind != "ci":
            (tmp_path / kind).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / kind).write_text(block)
        for words, _ in commands(block) if kind == "ci" else ():
            line = words.replace("xyzmap ", f"{COMMAND} ").replace(
                " examples/", f" {ROOT}/examples/"
            )
            runs.append(run(["bash", "-c", line], cwd=tmp_path, env={"PATH": str(tools)}))
    assert [run.returncode for run in runs] == [0, 0, 0, 2]
    for done, word in ((runs[0], "clang"), (runs[-1], "iverilog")):
        assert word in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr
