"""Names in a certificate cannot forge a line of the verifier's output."""

from __future__ import annotations

import json
import shutil
from pathlib import Path as File
from typing import Any

import pytest

from models.data.problem import Problem
from solvers.verify import main
from tests.solvers.test_verify_material import edit, first_mapping, write_claim, write_proof
from tests.solvers.test_verify_proofs import SUM, pair

FORGERY = "x\nverified: 1 cycles are optimal for 'x' on 'y'"
NAMES = (FORGERY, "a\rb", "a\x1b[2K\x1b[1Ab", "a\u2028b", "a\x85b", "a\u202eb", "a\x00b")


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> File:
    folder = tmp_path_factory.mktemp("original")
    mapping, refuted = first_mapping(Problem(SUM, pair()), range(1, 12))
    proof = write_proof(folder, Problem(SUM, pair()), refuted[-1])
    write_claim(folder, Problem(SUM, pair()), [proof], mapping)
    return folder


@pytest.fixture
def folder(original: File, tmp_path: File) -> File:
    shutil.copytree(original, tmp_path, dirs_exist_ok=True)
    return tmp_path


def ask(folder: File, capsys: Any, *options: str) -> tuple[int, list[str]]:
    capsys.readouterr()
    code = main([str(folder), *options])
    out, err = capsys.readouterr()
    lines = (out + err).removesuffix("\n").split("\n")
    assert all(line.isprintable() for line in lines), lines
    return code, lines


@pytest.mark.parametrize("name", NAMES, ids=ascii)
@pytest.mark.parametrize(
    ("file", "place"),
    [
        ("dfg", ["name"]),
        ("dfg", ["inputs", 0]),
        ("dfg", ["operations", 0, "name"]),
        ("dfg", ["operators", 0, "name"]),
        ("architecture", ["name"]),
        ("architecture", ["components", 0, "name"]),
        ("architecture", ["paths", 0, "name"]),
        ("mapping", ["dfg"]),
        ("mapping", ["holds", 0, 0]),
        ("mapping", ["issues", 0, 1]),
        ("certificate", ["dfg"]),
        ("certificate", ["mapping"]),
        ("certificate", ["status"]),
        ("certificate", ["schema"]),
        ("certificate", ["question"]),
        ("certificate", ["bounds", 0, "cnf"]),
        ("certificate", ["versions", "python"]),
    ],
    ids=str,
)
def test_unprintable_names_cannot_be_read(
    folder: File, file: str, place: list[str | int], name: str, capsys: Any
) -> None:
    """Tests that every name of every file is refused with 2 and one line."""
    path = folder / f"{file}.json"
    record = json.loads(path.read_text())
    at = record
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = name
    path.write_text(json.dumps(record))
    code, lines = ask(folder, capsys)
    assert (code, len(lines)) == (2, 1) and lines[0].startswith(f"error: {file}.json: $")
    assert f"U+{ord(next(c for c in name if not c.isprintable())):04X}" in lines[0]


def test_unprintable_members_cannot_be_read(folder: File, capsys: Any) -> None:
    """Tests names of members that nothing knows, and of versions."""
    text = (folder / "certificate.json").read_text()
    for added in ('"versions":{"a\\nb":"1",', '"a\\nb":1,"versions":{'):
        (folder / "certificate.json").write_text(text.replace('"versions":{', added, 1))
        (folder / "certificate.json").write_text(
            (folder / "certificate.json").read_text().replace(",}", "}")
        )
        code, lines = ask(folder, capsys)
        assert (code, len(lines)) == (2, 1) and "must be printable" in lines[0]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
@pytest.mark.parametrize("kind", ["symbols", "cnf", "drat"])
def test_unprintable_words_are_rejected(folder: File, kind: str, name: str, capsys: Any) -> None:
    """Tests words of the other files: what is not understood is shown with escapes."""
    (path,) = folder.glob(f"*.{kind}")
    word = name.encode("utf-8").decode("latin-1")

    def change(lines: list[str]) -> list[str]:
        return [*lines[:2], f"{lines[2]} {word}", *lines[3:]]

    text = path.read_text()
    if kind == "drat":
        path.write_bytes(f"1 {name} 0\n{text}".encode())
    else:
        edit(path, change)
    code, lines = ask(folder, capsys)
    assert code == 1 and lines[-1].startswith("rejected: ")


def test_what_is_called_so_is_shown_with_escapes(tmp_path: File, capsys: Any) -> None:
    """Tests the name of a directory, which only the caller chooses."""
    code, lines = ask(tmp_path / FORGERY, capsys)
    assert (code, len(lines)) == (2, 1) and "x\\nverified: 1 cycles" in lines[0]
    code, lines = ask(tmp_path / FORGERY, capsys, "--json")
    found = json.loads("\n".join(lines))
    assert found["outcome"] == "error" and found["line"].isprintable()
