"""Compiled inner loops: used if they belong to the present files; else Python is, with a line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from shell.compiled import plain
from shell.kernels import build
from solvers.verification.lrat import replay
from tests.system.commands import DATA, ROOT, python, run

QUESTION = (f"{DATA}/accumulate.dfg.json", f"{DATA}/accumulate.arch.json", "--json")
USED = "import sys; from solvers.verification.lrat import replay; print(type(replay).__name__)"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A checkout of the packages that answer a question."""
    for name in ("models", "encoders", "archs", "solvers", "heuristics", "views", "shell"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in (*(path.name for path in ROOT.iterdir() if path.is_dir()), "xyzmap_packages.py"):
        target = tmp_path / name
        if not target.exists() and ((ROOT / name).is_file() or (ROOT / name / "py.typed").exists()):
            target.symlink_to(ROOT / name)
    return tmp_path


def notes(folder: Path) -> list[str]:
    done = run(python("solvers.min_ii", *QUESTION), cwd=folder, env={"PYTHONPATH": str(folder)})
    assert done.returncode == 0
    return [line for line in done.stderr.splitlines() if "inner loops" in line]


@pytest.mark.process
def test_without_them_one_line_says_so(copy: Path) -> None:
    """Tests extension modules of the present files, of other ones, and none."""
    assert notes(copy) == []
    file = copy / "solvers/verification/lrat.py"
    file.write_text(file.read_text() + "\n")
    (line,) = notes(copy)
    assert line.endswith(
        "note: the inner loops have changed since they were compiled, and take a hundred times as"
        " long: python -m shell.kernels.build compiles them"
    )
    for path in copy.glob(f"*/{build.FILE}"):
        path.unlink()
    (line,) = notes(copy)
    assert "note: the inner loops are not compiled, and take" in line
    done = run(python("shell.kernels.build"), cwd=copy, env={"PYTHONPATH": str(copy)})
    assert done.returncode == 0 and notes(copy) == []


def test_no_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Tests machines with no compiler, one that fails, and one that is not there."""
    target = tmp_path / "some" / build.FILE
    target.parent.mkdir()
    wanted = {target: build.Translated("int", "")}
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(build, "find_spec", lambda name: None)
    with pytest.raises(build.NotCompiledError, match="no C compiler .* pip install ziglang"):
        build.compile_to(wanted, [])
    for command, words in (
        ("false", "false failed: no message"),
        ("/none/cc", "/none/cc: No such"),
    ):
        monkeypatch.setenv("CC", shutil.which(command, path="/bin:/usr/bin") or command)
        with pytest.raises(build.NotCompiledError, match=words):
            build.compile_to(wanted, [])
    assert not target.exists()


@pytest.mark.process
def test_nothing_is_compiled_when_it_is_used(copy: Path) -> None:
    """Tests a read-only installation without a home or a compiler."""
    for path in (copy, *copy.rglob("*")):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o555)
    before = sorted(copy.rglob("*"))
    nowhere = {"HOME": "/proc/none", "PATH": "/proc/none", "TMPDIR": "/proc/none"}
    done = run(
        python("solvers.min_ii", *QUESTION, "--quiet"),
        cwd=copy,
        env={"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"} | nowhere,
    )
    for path in before:
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(copy.rglob("*")) == before


def test_plain_functions_are_the_definition() -> None:
    """Tests that the compiled function is that of an extension module, and Python's is at hand."""
    assert type(replay).__name__ == "builtin_function_or_method"
    assert plain(replay).__code__.co_filename.endswith("lrat.py") and plain(plain) is plain
