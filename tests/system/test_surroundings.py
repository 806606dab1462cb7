"""Odd surroundings: no home, odd names, other encodings, folders of others, other clocks."""

from __future__ import annotations

import ast
import json
import os
import shutil
import tempfile
from pathlib import Path

import pytest

from tests.system.cases import CASES
from tests.system.commands import RING, ROOT, python, run
from tests.system.judge import calm, require_whole

MIN_CYCLES = CASES["min_cycles"]
ROOMS = "models encoders archs programs solvers heuristics learn views examples bench".split()


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("name", ["a b\n𝕏", "'\"$(id)", "-x", "\udcff"])
def test_odd_names(tmp_path: Path, name: str) -> None:
    """Tests names of folders, inputs and outputs, and the line about a file that is not there."""
    folder = tmp_path / name
    folder.mkdir()
    inputs = [str(folder / f"{name}.{kind}.json") for kind in ("dfg", "arch")]
    for source, path in zip(RING, inputs, strict=True):
        shutil.copy(source, path)
    outputs = ["--mapping", folder / "m.json", "--html", folder / "p.html"]
    done = run(python("solvers.min_cycles", "--json", *outputs, *inputs), errors="surrogateescape")
    calm(done.stderr)
    assert json.loads(done.stdout)["cycles"] == 10
    require_whole(folder)
    done = run(python("solvers.min_cycles", folder / f"{name}\x1b[2J", RING[1]))
    assert done.returncode == 2
    calm(done.stderr, lines=1)


@pytest.mark.process(keep=1)
@pytest.mark.parametrize(
    "surroundings",
    [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}],
)
def test_names_beyond_ascii(tmp_path: Path, surroundings: dict[str, str]) -> None:
    """Tests that names are escaped where a terminal does not know them, and files are UTF-8."""
    folder = tmp_path / "é𝕏"
    folder.mkdir()
    graph = json.loads(Path(RING[0]).read_text(encoding="utf-8"))
    (folder / "ß.json").write_text(json.dumps({**graph, "name": "größe"}), encoding="utf-8")
    words = [folder / "ß.json", RING[1], "--quiet", "--html", folder / "p.html", "--json"]
    done = run(python("solvers.min_cycles", *words), env=surroundings, encoding="utf-8")
    assert (done.returncode, done.stderr, json.loads(done.stdout)["cycles"]) == (0, "", 10)
    assert "größe" in (folder / "p.html").read_text(encoding="utf-8")
    require_whole(folder)
    done = run(python("solvers.min_cycles", folder / "ä.json", RING[1]), env=surroundings)
    assert done.returncode == 2
    calm(done.stderr, lines=1)


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("home", ["", "/proc"])
def test_no_home(home: str) -> None:
    """Tests that there need not be any place to keep what is compiled."""
    places = ("HOME", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME")
    none = dict.fromkeys(places, "/proc/none") | {"HOME": home}
    code = "from models.process.compiled import _folder; from pathlib import Path; "
    code += "print(_folder('x', Path('/proc/none'), []))"
    done = run([*python("")[:1], "-c", code], env=none)
    assert (done.stdout, done.stderr) == ("None\n", "")
    done = run(MIN_CYCLES.command(ROOT, None, "--quiet"), env=none)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_folder_that_cannot_be_written_to() -> None:
    """Tests that a file that can be written is, also where no other can be made beside it."""
    how = {"user": 65534} if os.geteuid() == 0 else {}
    try:
        if how and run(MIN_CYCLES.command(ROOT, None, "--help"), **how).returncode:
            pytest.skip("no other user can run this")
    except OSError:
        pytest.skip("no other user can run this")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        (path / "mapping.json").write_text("old")
        (path / "mapping.json").chmod(0o666)
        path.chmod(0o555)
        try:
            words = MIN_CYCLES.command(ROOT, None, "--quiet")
            done = run([*words, "--mapping", str(path / "mapping.json")], **how)
            assert (done.returncode, done.stderr) == (0, "")
            json.loads((path / "mapping.json").read_text())
            for option in ("--picture", "--certificate"):
                done = run([*words, option, str(path / "new.svg")], **how)
                assert done.returncode == 2
                calm(done.stderr, lines=1)
        finally:
            path.chmod(0o755)


def test_limits_know_no_clock_that_is_set() -> None:
    """Tests that what limits and measures are taken by does not jump, as clocks of the day do."""
    found = []
    for path in sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "time" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if name in ("time.time", "time.time_ns") or name.endswith((".now", ".utcnow")):
                found.append(f"{path.relative_to(ROOT)}: {name}")
            if isinstance(node, ast.ImportFrom) and node.module == "time":
                assert not {alias.name for alias in node.names} & {"time", "time_ns"}, path
    # A row says when it was finished, for people.
    assert found == ["solvers/questions/sweep/store.py: time.time"]
