"""What an installed package adds: `tests/plugin` is one, with two good entries and broken ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DFG = str(ROOT / "examples/data/ring4.dfg.json")
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests/plugin'}"}


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Run Python where the package is installed."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_a_preset_and_a_solver_of_a_package() -> None:
    words = (DFG, "tiny-pair,registers=3", "--solver", "tiny-minisat")
    done = run("-m", "solvers.min_cycles", *words, "--json", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert answer["status"] == "optimal"
    assert {attempt["solver"] for attempt in answer["attempts"]} <= {"tiny-minisat"}


@pytest.mark.parametrize(
    ("module", "own", "broken"),
    [
        ("archs", "tiny-pair", ["tiny-absent", "tiny-other"]),
        ("solvers", "tiny-minisat", ["tiny-absent", "tiny-renamed"]),
    ],
)
def test_lists_have_what_can_be_used(module: str, own: str, broken: list[str]) -> None:
    """Tests lists, and that what is broken costs a line each."""
    done = run("-m", module)
    assert done.returncode == 0
    assert f"\n{own} " in done.stdout and "tiny-absent" not in done.stdout
    says = "of the package tiny-plugin cannot be used: tiny_plugin"
    for name, line in zip(broken, done.stderr.splitlines(), strict=True):
        assert f": '{name}' {says}" in line


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("tiny-absent",), "'tiny-absent' of the package tiny-plugin cannot be used"),
        (("tiny",), ", streaming, tiny-pair, tiny-absent, tiny-other; did you mean"),
        (("mesh:2x2", "--solver", "tiny-absent"), "'tiny-absent' of the package tiny-plugin"),
    ],
)
def test_one_line_for_what_cannot_be_used(words: tuple[str, ...], says: str) -> None:
    done = run("-m", "solvers.min_cycles", DFG, *words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert says in done.stderr
