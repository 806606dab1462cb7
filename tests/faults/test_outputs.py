"""Commands whose outputs name an input, or each other: one line, and nothing is lost."""

from __future__ import annotations

import os
import resource
import shutil
import sys
from pathlib import Path

import pytest

from solvers.min_cycles import main as min_cycles
from solvers.verify import main as verify
from tests.faults.runs import RING, ROOT, require_calm, run

PROGRAM = "void f(int *a, int *b) { for (int i = 0; i < 9; i++) a[i] = b[i] * 3; }\n"
REFUSED = (
    "min_cycles g.json a.json --mapping g.json",
    "min_cycles g.json a.json --html ./a.json",
    "min_cycles g.json a.json --picture new.svg --mapping new.svg",
    "min_cycles g.json a.json --warm-start m.json --mapping link.json",
    "min_ii g.json a.json --inductions own --rewritten g.json",
    "min_ii g.json a.json --html new.html --html other.html",
    "min_ii g.json a.json --certificate .",
    "dfg f.c -o f.c",
    "draw dfg g.json -o g.json",
    "draw array a.json --left left.json -o left.json",
    "export g.json a.json --cycles 10 g.json",
    "prune_arch g.json a.json --cycles 10 --architecture a.json",
    "remap g.json a.json m.json --mapping m.json",
    "compare g.json a.json --out new.json --markdown inside/../new.json",
    "partition g.json a.json --max-ii 9 --method bopart --study g.json",
    "configure g.json a.json m.json --words m.json",
    "rtl a.json --dfg g.json --mapping m.json -o new/deep",
    "optimize f.c s4 --html f.c",
    "sweep jobs.toml --store jobs.toml",
    "trade_off g.json a.json --cycles 8-10 --resume g.json",
)
OTHERS = ("archs a.json -o a.json", "examples ring 4 -o new/deep")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with inputs of all commands."""
    folder = tmp_path_factory.mktemp("filled")
    for source, names in zip(RING, (["g.json"], ["a.json", "left.json"]), strict=True):
        for name in names:
            shutil.copy(source, folder / name)
    assert min_cycles([*RING, "--quiet", "--mapping", str(folder / "m.json")]) == 0
    (folder / "f.c").write_text(PROGRAM)
    (folder / "jobs.toml").write_text('[[sweep]]\nquestion = "min_cycles"\n')
    (folder / "link.json").symlink_to("m.json")
    (folder / "inside").mkdir()
    return folder


def at(folder: Path) -> dict[str, object]:
    """How a command is run in a folder, wherever it is installed."""
    return {"cwd": folder, "env": {**os.environ, "PYTHONPATH": str(ROOT)}}


def contents(folder: Path) -> dict[str, bytes | None]:
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


@pytest.mark.process(keep=2)
@pytest.mark.parametrize("words", [*(f"solvers.{each}" for each in REFUSED), *OTHERS])
def test_nothing_is_written(words: str, filled: Path) -> None:
    before = contents(filled)
    done = run([sys.executable, "-m", *words.split()], **at(filled))
    assert (done.returncode, done.stdout) == (2, "")
    require_calm(done, lines=1)
    assert any(way in done.stderr for way in ("name ", "leave out one", "make it first"))
    assert contents(filled) == before


@pytest.mark.process
def test_a_second_picture_is_written_too(filled: Path, tmp_path: Path) -> None:
    names = [str(tmp_path / name) for name in ("a.svg", "b.svg", "c.png")]
    pictures = [word for name in names for word in ("--picture", name)]
    words = ["solvers.min_cycles", "g.json", "a.json", "--quiet", *pictures]
    assert run([sys.executable, "-m", *words], **at(filled)).returncode == 0
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.process(keep=1)
def test_a_rejected_certificate_where_memory_is_limited(filled: Path, tmp_path: Path) -> None:
    """Tests that a limit which is never reached changes no exit code."""
    proof = tmp_path / "proof"
    words = [str(filled / "g.json"), str(filled / "a.json"), "--quiet"]
    assert min_cycles([*words, "--certificate", str(proof)]) == 0
    assert verify([str(proof)]) == 0
    limit = 20_000_000 << 10
    how = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))}
    command = [sys.executable, "-m", "solvers.verify", str(proof)]
    assert run(command, **how).returncode == 0
    claim = (proof / "certificate.json").read_text()
    (proof / "certificate.json").write_text(claim.replace('"value": 10', '"value": 9'))
    done = run(command, **how)
    assert (done.returncode, done.stderr) == (1, "") and "rejected: " in done.stdout
    assert run([*command[:3], str(tmp_path / "nothing")], **how).returncode == 2
    asked = [sys.executable, "-m", "solvers.min_cycles", *words, "--cycles"]
    assert run([*asked, "9"], **how).returncode == 20
