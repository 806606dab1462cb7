"""A guest of another package (`tests/plugin`): its command, claim and question of sweeps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.system.commands import RING, WITH_PLUGIN, Done, run_python

GRAPH = RING[0]


def xyzmap(*words: str) -> Done:
    """Run a command where the package is installed."""
    return run_python("-m", "xyzmap", *words, env=WITH_PLUGIN)


@pytest.mark.process
def test_its_command_and_its_claim(tmp_path: Path) -> None:
    folder = str(tmp_path / "certificate")
    done = xyzmap("tiny-count", GRAPH, "--certificate", folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert "tiny-count" in xyzmap("--help").stdout
    operations = int(done.stdout.split()[0])
    verified = xyzmap("verify", folder)
    assert verified.returncode == 0
    assert f"there are {operations} operations" in verified.stdout
    claim = tmp_path / "certificate" / "certificate.json"
    claim.write_text(claim.read_text().replace(str(operations), "0"))
    assert xyzmap("verify", folder).returncode == 1


@pytest.mark.process
def test_its_question_is_asked_and_verified_by_a_sweep(tmp_path: Path) -> None:
    path = tmp_path / "sweep.toml"
    path.write_text(
        f'[[sweep]]\nquestion = "tiny_count"\ndfgs = ["{GRAPH}"]\n'
        "options.seed = [0, 1]\nverify = true\n"
    )
    done = xyzmap("sweep", str(path), "--json", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    rows = json.loads(done.stdout)["rows"]
    assert [row["question"] for row in rows] == ["tiny_count"] * 2
    assert [row["verified"] for row in rows] == ["verified"] * 2
    assert {(row["value"], row["bound"], row["status"]) for row in rows} == {
        (rows[0]["value"], rows[0]["value"], "optimal")
    }
    path.write_text(path.read_text().replace("tiny_count", "tiny_cuont"))
    done = xyzmap("sweep", str(path))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "'tiny_cuont' is no question of sweeps; known: " in done.stderr
    assert "did you mean 'tiny_count'?" in done.stderr
