"""Tests that a proof which breaks a symmetry is believed only with symmetries that are ones."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from examples.ring import ring
from models.data.problem import Problem
from models.space_time.symmetry_breaking import rule_placement
from solvers.verify import main
from tests.solvers.test_verify_arrival import assuming
from tests.solvers.test_verify_material import write_claim

Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate that 7 cycles are too few for the product on a ring of four."""
    folder = tmp_path_factory.mktemp("placed")
    problem = Problem(*ring(4, mac="pattern"))
    proof = assuming(rule_placement, folder, problem, 7)
    assert proof is not None
    write_claim(folder, problem, [proof])
    return folder


def changed(honest: Path, folder: Path, change: Change) -> Path:
    shutil.copytree(honest, folder)
    file = folder / "certificate.json"
    claim = json.loads(file.read_text())
    change(claim["bounds"][-1]["placement"])
    file.write_text(json.dumps(claim))
    return folder


def test_honest(honest: Path) -> None:
    """Tests that the proof assumes a placement, and is verified."""
    claim = json.loads((honest / "certificate.json").read_text())
    placement = claim["bounds"][-1]["placement"]
    assert claim["horizon"] == 7 and placement["symmetries"]
    assert len(placement["components"]) < 4
    assert main([str(honest)]) == 0


@pytest.mark.parametrize(
    ("change", "saying"),
    [
        (lambda p: p["symmetries"].clear(), "no symmetry moves"),
        (lambda p: p["components"].remove("pe0"), "no symmetry moves"),
        (lambda p: p["symmetries"][0]["components"].pop("pe0"), "not a symmetry"),
        (lambda p: p["symmetries"][0]["paths"].clear(), "not a symmetry"),
        (lambda p: p.update(value="x_0"), "need not be executed"),
        (lambda p: p.update(value="p_3_3"), "not justified"),
    ],
)
def test_tampered(
    honest: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: Change,
    saying: str,
) -> None:
    """Tests that a placement without the symmetries behind it is rejected."""
    assert main([str(changed(honest, tmp_path / "tampered", change))]) == 1
    assert saying in capsys.readouterr().out


def test_without_placement(
    honest: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests that the clause of a placement holds only where a placement is declared."""
    folder = changed(honest, tmp_path / "undeclared", lambda p: None)
    claim = json.loads((folder / "certificate.json").read_text())
    claim["bounds"][-1]["placement"] = None
    (folder / "certificate.json").write_text(json.dumps(claim))
    assert main([str(folder)]) == 1
    assert "not justified" in capsys.readouterr().out
