"""The command as a process: imports, signals, pipes, full disks, lost workers, limits."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from archs.formats.arch_json import architecture_to_json
from examples.ring import ring
from models.formats.dfg_json import dfg_to_json

ROOT = Path(__file__).parents[2]
DATA = ROOT / "examples" / "data"
RING = (str(DATA / "ring4.dfg.json"), str(DATA / "ring4.arch.json"))
COMMAND = (sys.executable, "-m", "solvers.min_cycles")


@pytest.fixture(scope="module")
def hard(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A problem that nobody decides while a test waits."""
    folder = tmp_path_factory.mktemp("hard")
    dfg, arch = ring(7)
    (folder / "dfg.json").write_text(dfg_to_json(dfg))
    (folder / "arch.json").write_text(architecture_to_json(arch))
    return str(folder / "dfg.json"), str(folder / "arch.json")


def run(*arguments: str, **streams: object) -> subprocess.CompletedProcess[str]:
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.run([*COMMAND, *arguments], cwd=ROOT, text=True, timeout=60, **streams)


@pytest.mark.process
def test_limits(hard: tuple[str, str]) -> None:
    """Tests that running out of time or memory is unknown, and never infeasible."""
    for option, value, reason in (
        ("--time-limit", "0.01", "time limit"),
        ("--time-limit", "1", "time limit"),
        ("--memory-limit", "60", "out of memory"),
    ):
        done = run(*hard, "--cycles", "16", option, value, "--quiet")
        assert done.returncode == 30
        assert reason in done.stdout + done.stderr
        assert "infeasible" not in done.stdout
        assert "Traceback" not in done.stderr


@pytest.mark.process
def test_certificate_that_cannot_be_written(tmp_path: Path) -> None:
    """Tests that a certificate file that cannot be written leaves the other results."""
    (tmp_path / "dfg.json").mkdir()
    (tmp_path / "certificate.json").touch()
    done = run(*RING, "--quiet", "--certificate", str(tmp_path))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stdout.startswith("optimal: ")


def test_console_script_beside_foreign_scripts(tmp_path: Path) -> None:
    """Tests that a script `models.py` beside `xyzmap`, as python-sat installs it, does no harm."""
    (tmp_path / "models.py").write_text("raise SystemExit('the wrong module')")
    script = tmp_path / "xyzmap"
    script.write_text("import sys\nfrom solvers.cli import main\nsys.exit(main())\n")
    done = subprocess.run(
        [sys.executable, str(script), "min-cycles", *RING, "--cycles", "9", "--quiet"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (20, "")
