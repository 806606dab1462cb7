"""Jobs that are real commands: certificates re-checked, and rows asked again."""

from __future__ import annotations

import csv
import json
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from solvers.questions.job import Job
from sweeps import work
from sweeps.__main__ import main
from sweeps.plan import plan
from sweeps.watched import Ended
from tests.system.commands import DATA


def verifying(folder: Path) -> str:
    path = folder / "sweep.toml"
    graph, array = DATA / "accumulate.dfg.json", DATA / "accumulate.arch.json"
    path.write_text(
        f'[[sweep]]\nquestion = "min_ii"\ndfgs = ["{graph}"]\narchitectures = ["{array}"]\n'
        "verify = true\n"
    )
    return str(path)


def test_a_certificate_is_checked_where_it_was_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([verifying(tmp_path), "--json", "--quiet"]) == 0
    row = json.loads(capsys.readouterr().out)["rows"][0]
    assert (row["status"], row["verified"]) == ("optimal", "verified")


@pytest.mark.parametrize(
    ("written", "changed", "said"),
    [
        (r'"value": \d+', '"value": 0', ("rejected", "error")),
        ('"optimal"', '"feasible"', ("verified as feasible",)),
    ],
)
def test_a_changed_certificate_says_what_it_shows(
    written: str,
    changed: str,
    said: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Tests a certificate of something else, and one of less than the answer."""
    real = work._run

    def tampered(job: Job, words: list[str], folder: str, cancelled: Any) -> Ended:
        claim = Path(folder, work.CERTIFICATE, work.CLAIM)
        if words[0] == "solvers.verify":
            claim.write_text(re.sub(written, changed, claim.read_text(), count=1))
        return real(job, words, folder, cancelled)

    (job,) = plan(verifying(tmp_path))
    monkeypatch.setattr(work, "_run", tampered)
    result = work.work(job)
    assert result.status == "optimal" and result.verified in said


def test_rows_are_asked_again_by_their_own_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that the command of a row maps the same array, and gets the same answer."""
    from xyzmap.cli import main as xyzmap

    shutil.copy(DATA / "accumulate.dfg.json", tmp_path / "a.json")
    path = tmp_path / "sweep.toml"
    path.write_text(
        '[[sweep]]\nquestion = "min_ii"\ndfgs = ["a.json"]\noptions.seed = [1]\n'
        'options.forbid = [["0_1"]]\narchitectures = ["hycube:2x2", "satmapit:2x2", "mesh:2x2"]\n'
    )
    assert main([str(path), "--out", str(tmp_path / "rows.csv"), "--quiet"]) == 0
    rows = list(csv.DictReader((tmp_path / "rows.csv").read_text().splitlines()))
    assert [row["architecture"] for row in rows] == [
        "hycube:2x2,io=memory",
        "satmapit:2x2,waits=yes,io=memory,moves=unlimited",
        "mesh:2x2",
    ]
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()
    for row in rows:
        name, *words = shlex.split(row["command"])
        assert name == "xyzmap"
        assert row["architecture"] in words
        assert xyzmap([*words, "--json", "--quiet"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert answer["architecture"] == f"{row['architecture']} without 0_1"
        assert (str(answer["ii"]), answer["status"]) == (row["value"], row["status"])
