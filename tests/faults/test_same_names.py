"""Two runs at once with the same output names: each leaves whole files, and none is a mixture."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from learn.common.line_file import LineFile
from learn.labels.samples import LINES
from models.errors import InputError
from solvers.certificates.cycles import prepare
from solvers.certificates.folder_lock import let_go
from solvers.questions.entries import Entries
from tests.faults.runs import DATA, KINDS, PATIENCE, begin, require_calm, require_whole, run


@pytest.mark.process
def test_files_and_certificates(tmp_path: Path) -> None:
    """One of the runs may be refused: then by one line, which says why."""
    command = KINDS["min_cycles"]
    words = command.words(*command.small, *command.outputs(tmp_path), "--quiet")
    runs = [begin(words) for _ in range(3)]
    codes = []
    for process in runs:
        _, err = process.communicate(timeout=PATIENCE)
        require_calm(err=err)
        codes.append(process.returncode)
        if process.returncode == 2:
            assert "another process is writing a certificate here" in err
            assert err.count("\n") == 1
    assert set(codes) <= {0, 2} and 0 in codes
    names = require_whole(tmp_path)
    assert {"p.svg", "p.html", "mapping.json", "proof/certificate.json"} <= set(names)


@pytest.mark.process
def test_a_folder_is_held_until_the_certificate_is_there(tmp_path: Path) -> None:
    prepare(str(tmp_path))
    prepare(str(tmp_path))  # the same process may
    command = KINDS["min_cycles"]
    words = command.words(*command.small, "--quiet", "--certificate", str(tmp_path))
    done = run(words)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "another process is writing a certificate here" in done.stderr
    let_go(str(tmp_path))
    assert run(words).returncode == 0


@pytest.mark.process
def test_stores_of_sweeps(tmp_path: Path) -> None:
    """Both sweeps end with everything, in one store without damage."""
    plan, store = tmp_path / "sweep.toml", tmp_path / "s.sqlite"
    files = [str(DATA / f"ring4.{kind}.json") for kind in ("dfg", "arch")]
    plan.write_text(
        f'time_limit = 60\n[[sweep]]\nquestion = "min_cycles"\ndfgs = ["{files[0]}"]\n'
        f'architectures = ["{files[1]}"]\noptions.seed = [0, 1]\n'
    )
    module = KINDS["min_cycles"].words()[0]
    words = [module, "-m", "solvers.sweep", str(plan), "--store", str(store)]
    runs = [begin(words) for _ in range(2)]
    for process in runs:
        _, err = process.communicate(timeout=PATIENCE)
        require_calm(err=err)
        assert process.returncode == 0, err
    with sqlite3.connect(store) as base:
        assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert base.execute("SELECT count(*), min(status) FROM rows").fetchone() == (2, "optimal")
    base.close()


def test_files_of_entries(tmp_path: Path) -> None:
    """The last one wins, whole."""
    path = tmp_path / "entries.json"
    one, other = Entries(path), Entries(path)
    for n in range(20):
        one.put({"one": n}, {"n": n})
        other.put({"other": n}, {"n": n})
    assert len(json.loads(path.read_text())) == 20
    assert [file.name for file in tmp_path.iterdir()] == ["entries.json"]


def test_files_of_samples(tmp_path: Path) -> None:
    path = str(tmp_path / "samples.jsonl")
    with LineFile(path, LINES), pytest.raises(InputError, match="another process is adding"):
        LineFile(path, LINES)
