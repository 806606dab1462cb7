"""Certificates over older ones: the old one stays until there is a new one, whatever happens."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

import pytest

from examples.__main__ import main as examples
from models.errors import InputError
from solvers.certificates.cycles import prepare
from solvers.certificates.folder_lock import MARK, STAGE, let_go, publish, working
from solvers.verify import main as verify
from tests.faults.runs import RING, run

ARRAY = "satmapit:2x2,io=memory"


def graph(name: str, distance: int) -> str:
    """A sum that reads itself, and a difference with a value of many iterations ago."""
    operations: list[dict[str, object]] = [
        {"name": "s", "operator": "+", "operands": ["a", {"value": "s", "distance": distance}]}
    ]
    if distance > 1:
        late = {"value": "a", "distance": distance}
        operations.append({"name": "d", "operator": "-", "operands": ["a", late]})
    return json.dumps(
        {
            "schema": "xyzmap/dfg/1",
            "name": name,
            "operators": [{"name": "+", "arity": 2}, {"name": "-", "arity": 2}],
            "inputs": ["a"],
            "operations": operations,
            "results": [operation["name"] for operation in operations],
        }
    )


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def proof(tmp_path: Path) -> Path:
    (tmp_path / "easy.json").write_text(graph("easy", 1))
    (tmp_path / "far.json").write_text(graph("far", 40))
    folder = tmp_path / "proof"
    assert asked(tmp_path, "easy", folder)[0] == 0
    return folder


def asked(inputs: Path, name: str, folder: Path, *more: str) -> tuple[int, str]:
    words = [str(inputs / f"{name}.json"), ARRAY, "--quiet", "--certificate", str(folder)]
    done = run([sys.executable, "-m", "solvers.min_ii", *words, *more])
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout + done.stderr


@pytest.mark.process(keep=1)
def test_an_unknown_answer_leaves_the_certificate_before(proof: Path, tmp_path: Path) -> None:
    before = files(proof)
    code, said = asked(tmp_path, "far", proof, "--time-limit", "2")
    assert (code, files(proof)) == (30, before)
    assert f"the one in {proof} is that of an earlier run" in said
    assert verify([str(proof)]) == 0
    assert asked(tmp_path, "easy", proof)[0] == 0
    assert verify([str(proof)]) == 0 and not list(proof.glob(".xyzmap-*"))


@pytest.mark.process
@pytest.mark.parametrize("number", ["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"])
@pytest.mark.parametrize(
    "point",
    [
        "import:numpy",
        "call:solvers.certificates.intervals:prepare",
        "call:solvers.certificates.intervals:_write",
        "call:solvers.certificates.cycles:publish",
    ],
)
def test_a_run_that_is_ended_leaves_the_certificate_before_or_its_own(
    proof: Path, tmp_path: Path, number: str, point: str
) -> None:
    python = [sys.executable, "-m", "tests.faults.stop_at", number, point, str(tmp_path / "log")]
    words = [str(tmp_path / "easy.json"), "mesh:2x2", "--quiet", "--certificate", str(proof)]
    done = run([*python, "solvers.min_ii", *words], start_new_session=True)
    assert (tmp_path / "log").exists() and "Traceback" not in done.stderr
    if number == "SIGKILL":
        assert done.returncode == -signal.SIGKILL
    assert verify([str(proof)]) == 0
    assert asked(tmp_path, "easy", proof)[0] == 0
    assert verify([str(proof)]) == 0 and not list(proof.glob(".xyzmap-*"))


def test_what_is_published_takes_the_place_of_all_that_was_there(tmp_path: Path) -> None:
    for name in ("certificate.json", "mapping.json", "horizon-4.cnf", "tree.txt", "notes"):
        (tmp_path / name).write_text("old")
    (tmp_path / "core-0").mkdir()
    (tmp_path / "core-0" / "certificate.json").write_text("old")
    prepare(str(tmp_path))
    assert working(str(tmp_path)) == str(tmp_path / STAGE)
    for name in ("certificate.json", "dfg.json"):
        (tmp_path / STAGE / name).write_text("new")
    publish(str(tmp_path))
    let_go(str(tmp_path))
    assert files(tmp_path) == {"certificate.json": b"new", "dfg.json": b"new", "notes": b"old"}
    assert working(str(tmp_path)) == str(tmp_path)


def test_files_of_the_user_beside_a_certificate_stay(tmp_path: Path) -> None:
    """Tests names that only begin as those of a certificate do, and links."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "mine").write_text("mine")
    folder = tmp_path / "proof"
    (folder / "core-notes").mkdir(parents=True)
    own = ("mapping-best.json", "horizon-notes.txt", "part-list.mapping.json", "core-notes/a")
    for name in (*own, "certificate.json", "mapping-1.json", "horizon-ring-ii-3.lrat"):
        (folder / name).write_text("old")
    (folder / "core-1").symlink_to(tmp_path / "elsewhere")
    prepare(str(folder))
    (folder / STAGE / "certificate.json").write_text("new")
    publish(str(folder))
    let_go(str(folder))
    assert files(folder) == {**dict.fromkeys(own, b"old"), "certificate.json": b"new"}
    assert (tmp_path / "elsewhere" / "mine").exists()


def test_what_a_killed_run_has_left_is_taken_for_its_own(tmp_path: Path) -> None:
    """Tests files that were being moved, and files in the making; others are refused."""
    prepare(str(tmp_path))
    (tmp_path / STAGE / "dfg.json").write_text("half")
    let_go(str(tmp_path))
    assert not list(tmp_path.iterdir())
    (tmp_path / "dfg.json").write_text("of somebody else")
    with pytest.raises(InputError, match="this directory holds other files"):
        prepare(str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["dfg.json"]
    (tmp_path / MARK).touch()
    (tmp_path / STAGE).mkdir()
    (tmp_path / STAGE / "horizon-3.cnf").write_text("stale")
    prepare(str(tmp_path))
    assert not list((tmp_path / STAGE).iterdir())
    let_go(str(tmp_path))
    assert (tmp_path / MARK).exists()


def test_a_folder_is_made_one_level_deep(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="make it first"):
        prepare(str(tmp_path / "a" / "b"))
    assert not list(tmp_path.iterdir())


@pytest.mark.process
def test_a_certificate_of_another_kind(tmp_path: Path) -> None:
    """Tests that no file of the one stays among those of the other; proofs are among their own."""
    proof, dot = tmp_path / "proof", tmp_path / "dot"
    assert examples(["dot", "4", "-o", str(dot)]) == 0
    commands = (
        ["solvers.prune_arch", *RING, "--cycles", "10", "--greedy"],
        ["solvers.min_cycles", str(dot / "dfg.json"), "mesh:2x2,registers=1"],
        ["solvers.min_cycles", *RING],
    )
    proofs = []
    for command in commands:
        done = run([sys.executable, "-m", *command, "--quiet", "--certificate", str(proof)])
        assert done.returncode in (0, 10), done.stderr
        assert verify([str(proof)]) == 0
        proofs.append(any(name.endswith(".lrat") for name in files(proof)))
    assert proofs == [False, True, False]
    names = {"architecture.json", "certificate.json", "dfg.json", "mapping.json"}
    assert set(files(proof)) == names
