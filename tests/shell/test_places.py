"""Outputs that name an input or each other, and files that must not be replaced."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from models.errors import InputError
from models.formats.text_files import kept, make_folder, write_bytes, write_text
from shell.options import Options, file, whole
from shell.parser import Call, Command, Input, Main

Spell = Callable[[Path], str]


@dataclass(frozen=True, kw_only=True)
class Some(Options):
    start: str | None = file("begin there", "input file")
    mapping: str | None = file("the mapping", "output file")
    html: str | None = file("a report", "output file")
    picture: str | tuple[str, ...] | None = file("a picture", "picture")
    parts: str | None = file("parts", "output folder")
    certificate: str | None = file("a proof", "output certificate")
    seed: int = whole("of choices", "S", 0, low=0)


COMMAND = Command(
    "some",
    "What is done.",
    (Input("graph", "GRAPH", "a graph"), Input("more", "MORE", "others", many=True, optional=True)),
    Some,
)


def called(*words: str) -> list[Call]:
    """Return the call that is made with these words."""
    calls: list[Call] = []
    Main(COMMAND, lambda call: calls.append(call) or 0)(list(words))
    return calls


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an input, which is the current one."""
    for name in ("good.json", "other.json"):
        (tmp_path / name).write_text("{}")
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "deep.json").write_text("{}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def linked(path: Path) -> str:
    (path.parent / "link.json").symlink_to(path.name)
    return "link.json"


def hard(path: Path) -> str:
    os.link(path, path.parent / "hard.json")
    return "hard.json"


def through_a_folder(path: Path) -> str:
    (path.parent / "way").symlink_to(".")
    return "way/good.json"


def through_devices(path: Path) -> str:
    """A plain file under the name of a folder of the system, as those of /dev/shm are."""
    link = "/proc/self/cwd"
    return f"{link}/{path.name}" if os.path.isdir(link) else path.name


SPELLINGS: list[Spell] = [
    lambda path: "good.json",
    lambda path: "./good.json",
    lambda path: "inside/../good.json",
    str,
    linked,
    hard,
    through_a_folder,
    through_devices,
]


@pytest.mark.parametrize("spell", SPELLINGS)
def test_an_input_is_not_overwritten(
    spell: Spell, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = spell(folder / "good.json")
    for option in ("--mapping", "--html", "--picture", "--parts"):
        assert called("good.json", option, name) == []
        err = capsys.readouterr().err
        assert err == f"some: {name}: {option} would overwrite this input; name another one\n"
    assert called("new.json", "x.json", "good.json", "--html", name) == []
    assert called("new.json", "--start", "good.json", "--html", name) == []


@pytest.mark.parametrize("spell", SPELLINGS)
def test_two_outputs_are_two_files(
    spell: Spell, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = spell(folder / "good.json")
    if name != "hard.json":
        (folder / "good.json").unlink()  # neither is there yet
    assert called("new.json", "--mapping", "good.json", "--picture", name) == []
    err = capsys.readouterr().err
    assert "--picture and --mapping would write to the same place; name two" in err
    assert called("new.json", "--picture", "good.json", "--picture", name) == []


def test_what_is_left_is_allowed(folder: Path) -> None:
    """Tests outputs of an earlier run, folders with inputs, devices, and standard input."""
    assert called("good.json", "--mapping", "other.json", "--parts", ".")
    assert called("good.json", "--mapping", "/dev/null", "--html", "/dev/null")
    assert called("-", "--mapping", "-", "--html", "new.html")
    assert called("mesh:2x2", "--mapping", "mesh:2x2")
    (call,) = called("good.json", "--picture", "a.svg", "--picture", "a.pdf")
    assert call.options.picture == ("a.svg", "a.pdf")
    assert Some(picture="a.svg").picture == ("a.svg",)


def test_names_that_follow_from_others_are_kept_as_well(folder: Path) -> None:
    """Tests files in a folder, whose names only their writer knows."""
    with kept(["good.json"]):
        with pytest.raises(InputError, match="an input of this command"):
            write_text("inside/../good.json", "lost")
        write_text("not-there.json", "new")
    assert (folder / "good.json").read_text() == "{}"
    write_text("good.json", "new")


def test_one_folder_is_made_and_no_more(folder: Path) -> None:
    make_folder("new")
    make_folder("new")
    make_folder("inside/new/")
    with pytest.raises(InputError, match=r"a/b: cannot create .* there is no '.*a'; make it first"):
        make_folder("a/b")
    with pytest.raises(InputError, match="good.json: cannot create .*; name another one"):
        make_folder("good.json")
    assert not (folder / "a").exists()


ROOT = Path(__file__).parents[2]
NOBODY = 65534

WRITES = f"""
import os, sys
from models.errors import InputError
from models.formats.text_files import write_text
if os.getuid() == 0:
    os.setuid({NOBODY})
with open(sys.argv[1], "w") as file:
    file.write("old")
os.chmod(sys.argv[1], 0o444)
try:
    write_text(sys.argv[1], "new")
except InputError as error:
    print(error)
"""


def test_a_file_that_is_protected_stays() -> None:
    with TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)  # for nobody, who writes where tests are run by root
        path = Path(folder, "protected")
        words = [sys.executable, "-c", WRITES, str(path)]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
        assert done.stdout == f"{path}: cannot write: Permission denied\n"
        assert path.read_text() == "old"
        assert os.listdir(folder) == ["protected"]


@pytest.mark.parametrize("code", [errno.EBUSY, errno.EPERM])
def test_a_file_that_cannot_be_replaced_is_written_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """Such as one that is mounted by itself, or that of somebody else in a common folder."""

    def refuse(*arguments: object) -> None:
        raise OSError(code, os.strerror(code))

    path = tmp_path / "old"
    path.write_bytes(b"much that is old")
    monkeypatch.setattr(os, "replace", refuse)
    write_bytes(str(path), b"new")
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {"old": b"new"}
    with pytest.raises(InputError, match="cannot write"):
        write_bytes(str(tmp_path / "fresh"), b"new")
    assert [file.name for file in tmp_path.iterdir()] == ["old"]
