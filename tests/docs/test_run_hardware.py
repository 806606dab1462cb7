"""The commands of the page from C to a waveform, with Icarus Verilog and without it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.readme_commands import commands, steps

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "howto" / "run-hardware.md"
COMMAND = f"{sys.executable} -m xyzmap"


def done(folder: Path, path: str | None = None) -> list[subprocess.CompletedProcess[str]]:
    """Run the commands of the page in a folder, with what is found on a search path."""
    found = []
    for kind, block in steps(PAGE.read_text(encoding="utf-8")):
        if kind != "ci":
            (folder / kind).parent.mkdir(parents=True, exist_ok=True)
            (folder / kind).write_text(block)
            continue
        for words, _ in commands(block):
            line = words.replace("xyzmap ", f"{COMMAND} ").replace(
                " examples/", f" {ROOT}/examples/"
            )
            environment = {"PATH": path or os.environ["PATH"], "PYTHONPATH": str(ROOT)}
            found.append(
                subprocess.run(
                    ["bash", "-c", line],
                    cwd=folder,
                    env=environment,
                    text=True,
                    capture_output=True,
                )
            )
    return found


@pytest.mark.process
@pytest.mark.skipif(shutil.which("iverilog") is None, reason="Icarus Verilog is not installed")
def test_waveform(tmp_path: Path) -> None:
    """Tests that the test bench passes, and that the waveform has the sequencer."""
    runs = done(tmp_path)
    assert [run.returncode for run in runs] == [0, 0, 0, 0], runs[-1].stderr
    assert "PASS" in runs[-1].stdout
    waveform = (tmp_path / "out" / "howto" / "squares" / "testbench.vcd").read_text()
    assert "round_number" in waveform and "$enddefinitions" in waveform


@pytest.mark.process
def test_without_tools(tmp_path: Path) -> None:
    """Tests that without clang and Icarus Verilog all but the run is done, with a line for each."""
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "bash").symlink_to(shutil.which("bash") or "/bin/bash")
    runs = done(tmp_path, str(tools))
    assert [run.returncode for run in runs] == [0, 0, 0, 2]
    for run, word in ((runs[0], "clang"), (runs[-1], "iverilog")):
        assert word in run.stderr and len(run.stderr.splitlines()) == 1, run.stderr
