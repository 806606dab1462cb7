"""What the command answers: JSON, horizons, workers, seeds, text and DOT files, certificates."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from models.data.certificate import Certificate
from models.formats.mapping_json import mapping_from_json
from solvers.min_cycles import main
from tests.solvers.command_line import called

DATA = Path(__file__).parents[2] / "examples" / "data"
RING = (str(DATA / "ring4.dfg.json"), str(DATA / "ring4.arch.json"))


class Command:
    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        return called(main, self._capsys, *arguments, "--quiet")

    def json(self, *arguments: str) -> dict[str, Any]:
        """Return the JSON answer, after checking that it agrees with the exit code."""
        code, out, _ = self(*arguments, "--json")
        answer: dict[str, Any] = json.loads(out)
        statuses = {0: "optimal", 10: "feasible", 20: "infeasible", 30: "unknown"}
        assert statuses[code] == answer["status"]
        return answer


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(capsys)


def test_json(command: Command) -> None:
    """Tests that the JSON answer has the status, bounds, seed, versions, times and attempts."""
    answer = command.json(*RING, "--seed", "3")
    assert answer["schema"] == "xyzmap/answer/1"
    assert (answer["cycles"], answer["lower_bound"], answer["seed"]) == (10, 10, 3)
    assert "issue slots" in answer["lower_bound_reason"]
    assert {"python", "numpy", "python-sat"} <= set(answer["versions"])
    assert {"bounds", "total", "whole"} <= set(answer["seconds"])
    assert answer["stopped"] is None
    assert answer["mapping"]["horizon"] == 10
    for attempt in answer["attempts"]:
        assert {"build", "solve"} <= set(attempt["seconds"])


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize(
    ("options", "status", "cycles"),
    [
        ("--cycles 9", "infeasible", None),
        ("--cycles 10", "optimal", 10),
        ("--cycles 11", "feasible", 11),
        ("--max-cycles 9", "infeasible", None),
        ("--max-cycles 10", "optimal", 10),
        ("--max-cycles 14", "optimal", 10),
        ("--workers 1", "optimal", 10),
        ("--workers 2", "optimal", 10),
        ("--workers 1 --seed 5", "optimal", 10),
        ("--solver glucose4 --at-most-one product --at-most-k totalizer", "optimal", 10),
    ],
)
def test_answers(command: Command, options: str, status: str, cycles: int | None) -> None:
    """Tests that horizons decide the answer, and that workers, seeds and solvers do not."""
    answer = command.json(*RING, *options.split())
    assert (answer["status"], answer["cycles"]) == (status, cycles)
    assert answer["lower_bound"] == 10


def claim(folder: Path) -> Certificate:
    import msgspec

    return msgspec.json.decode((folder / "certificate.json").read_bytes(), type=Certificate)


def test_certificate_directory(command: Command, tmp_path: Path) -> None:
    """Tests that a certificate names files that exist, and that nothing else lies there."""
    folder = tmp_path / "certificate"
    options = ("--certificate", str(folder), "--cycles")
    assert command(*RING, *options, "10")[0] == 0
    made = claim(folder)
    assert (made.status, made.value, made.lower_bound) == ("optimal", 10, 10)
    assert mapping_from_json((folder / "mapping.json").read_bytes(), "").horizon == 10
    assert command(*RING, *options, "9")[0] == 20
    assert claim(folder).horizon == 9
    names = {"architecture.json", "certificate.json", "dfg.json"}
    assert {path.name for path in folder.iterdir()} == names  # no stale mapping
    assert command(RING[0], "ring:4,registers=1", *options, "10")[0] == 20
    (proof,) = claim(folder).bounds
    names |= {proof.cnf, proof.symbols, proof.proof}
    assert {path.name for path in folder.iterdir()} == names
    assert command(*RING, "--certificate", str(folder), "--max-cycles", "9")[0] == 20
    assert claim(folder).horizon == 9
