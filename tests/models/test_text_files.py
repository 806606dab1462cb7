from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from models.errors import InputError
from models.formats.text_files import write_bytes

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
