"""What an installed package adds: `tests/plugin` is one, with two good entries and broken ones."""

from __future__ import annotations

import json

import pytest

from tests.system.commands import RING, WITH_PLUGIN, Done, run_python

DFG = RING[0]


def run(*words: str) -> Done:
    """Run Python where the package is installed."""
    return run_python(*words, env=WITH_PLUGIN)


def test_a_preset_and_a_solver_of_a_package() -> None:
    words = (DFG, "tiny-pair,registers=3", "--solver", "tiny-minisat")
    done = run("-m", "solvers.min_cycles", *words, "--json", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert answer["status"] == "optimal"
    assert {attempt["solver"] for attempt in answer["attempts"]} <= {"tiny-minisat"}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("tiny-absent",), "'tiny-absent' of the package tiny-plugin cannot be used"),
        (("tiny",), ", tiny-pair, tiny-absent, tiny-other; did you mean"),
        (("mesh:2x2", "--solver", "tiny-absent"), "'tiny-absent' of the package tiny-plugin"),
    ],
)
def test_one_line_for_what_cannot_be_used(words: tuple[str, ...], says: str) -> None:
    done = run("-m", "solvers.min_cycles", DFG, *words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert says in done.stderr
