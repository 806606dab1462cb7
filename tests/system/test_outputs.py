"""Outputs that name an input, each other, or what another run is writing: nothing is lost."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from learn.common.line_file import LineFile
from learn.labels.samples import LINES
from models.errors import InputError
from solvers.certificates.cycles import prepare
from solvers.certificates.folder_lock import MARK, STAGE, let_go, publish, working
from solvers.min_cycles import main as min_cycles
from tests.system.cases import CASES
from tests.system.commands import RING, run
from tests.system.judge import calm, contents
from xyzmap.cli import main as xyzmap

PROGRAM = "void f(int *a, int *b) { for (int i = 0; i < 9; i++) a[i] = b[i] * 3; }\n"
REFUSED = (
    "min-cycles g.json a.json --out g.json",
    "min-cycles g.json a.json --html ./a.json",
    "min-cycles g.json a.json --picture new.svg --out new.svg",
    "min-cycles g.json a.json --warm-start m.json --out link.json",
    "min-ii g.json a.json --inductions own --rewritten g.json",
    "min-ii g.json a.json --html new.html --html other.html",
    "min-ii g.json a.json --certificate .",
    "dfg f.c -o f.c",
    "draw dfg g.json -o g.json",
    "draw array a.json --left left.json -o left.json",
    "export g.json a.json --cycles 10 -o g.json",
    "prune-arch g.json a.json --cycles 10 --html g.json",
    "remap g.json a.json m.json --out m.json",
    "compare g.json a.json --out new.json --markdown inside/../new.json",
    "partition g.json a.json --max-ii 9 --method bopart --store g.json",
    "configure g.json a.json m.json --words m.json",
    "rtl a.json --dfg g.json --mapping m.json -o new/deep",
    "optimize f.c s4 --html f.c",
    "sweep jobs.toml --store jobs.toml",
    "trade-off g.json a.json --cycles 8-10 --store g.json",
    "archs a.json -o a.json",
    "examples ring 4 -o new/deep",
)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with inputs of all commands."""
    folder = tmp_path_factory.mktemp("filled")
    for source, names in zip(RING, (["g.json"], ["a.json", "left.json"]), strict=True):
        for name in names:
            shutil.copy(source, folder / name)
    assert min_cycles([*RING, "--quiet", "--out", str(folder / "m.json")]) == 0
    (folder / "f.c").write_text(PROGRAM)
    (folder / "jobs.toml").write_text('[[sweep]]\nquestion = "min_cycles"\n')
    (folder / "link.json").symlink_to("m.json")
    (folder / "inside").mkdir()
    return folder


@pytest.mark.parametrize("words", REFUSED)
def test_nothing_is_written(
    words: str, filled: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(filled)
    monkeypatch.chdir(filled)
    code: object
    try:
        code = xyzmap(words.split())
    except SystemExit as ended:
        code = ended.code
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    calm(err, lines=1)
    assert any(way in err for way in ("name ", "leave out one", "make it first"))
    assert contents(filled) == before


def test_a_folder_is_held_until_the_certificate_is_there(tmp_path: Path) -> None:
    prepare(str(tmp_path))
    prepare(str(tmp_path))  # the same process may
    words = ["--quiet", "--certificate", str(tmp_path)]
    done = run(CASES["min_cycles"].command(tmp_path, None, *words))
    assert done.returncode == 2
    calm(done.stderr, lines=1)
    assert "another process is writing a certificate here" in done.stderr
    let_go(str(tmp_path))
    assert min_cycles([*RING, "--quiet", "--certificate", str(tmp_path)]) == 0


def test_samples_have_one_writer(tmp_path: Path) -> None:
    samples = str(tmp_path / "samples.jsonl")
    with LineFile(samples, LINES), pytest.raises(InputError, match="another process is adding"):
        LineFile(samples, LINES)


# Folders of certificates.


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
    assert contents(tmp_path) == {"certificate.json": b"new", "dfg.json": b"new", "notes": b"old"}
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
    assert contents(folder) == {**dict.fromkeys(own, b"old"), "certificate.json": b"new"}
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
    with pytest.raises(InputError, match="make it first"):
        prepare(str(tmp_path / "a" / "b"))
