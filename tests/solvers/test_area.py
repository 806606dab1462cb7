"""Areas by Yosys: parts add up, and more hardware takes more transistors."""

from __future__ import annotations

import json
import shutil

import pytest

from solvers.area import main

needs_yosys = pytest.mark.skipif(shutil.which("yosys") is None, reason="Yosys is not installed")


def area(spec: str, capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, object]:
    """What the command says of an array, as JSON."""
    assert main([spec, "--bits", "4", "--json", *more]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


@needs_yosys
@pytest.mark.process
def test_areas(capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that units and datapath are the total, which grows with registers and their moves."""
    small = area("line:2,registers=2", capsys)
    (unit,) = small["units"]
    assert unit["times"] == 2
    assert small["total"] == small["datapath"] + 2 * unit["transistors"]
    more = area("line:2,registers=3", capsys)
    assert more["units"] == small["units"] and more["datapath"] > small["datapath"]
    moving = area("line:2,registers=3", capsys, "--register-files", "moves")
    assert moving["datapath"] > more["datapath"]
    assert main(["line:2", "--bits", "4"]) == 0
    out = capsys.readouterr().out
    assert f"{small['total']:,} transistors" in out.splitlines()[0]


def test_missing_yosys(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that the line names what has to be installed."""
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert main(["mesh:2x2"]) == 2
    assert "apt-get install yosys" in capsys.readouterr().err
