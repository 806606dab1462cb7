"""The command as a process: imports, signals, pipes, full disks, lost workers, limits."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DATA = ROOT / "examples" / "data"
RING = (str(DATA / "ring4.dfg.json"), str(DATA / "ring4.arch.json"))
COMMAND = (sys.executable, "-m", "solvers.min_cycles")


def run(*arguments: str, **streams: object) -> subprocess.CompletedProcess[str]:
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.run([*COMMAND, *arguments], cwd=ROOT, text=True, timeout=60, **streams)


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
