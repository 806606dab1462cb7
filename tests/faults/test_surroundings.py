"""Odd surroundings: no home, closed streams, odd names, little memory, other clocks."""

from __future__ import annotations

import ast
import json
import os
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.faults.runs import KINDS, RING, ROOT, require_calm, require_whole, run

MIN_CYCLES = KINDS["min_cycles"]


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("redirection", ["2>&-", "<&- >&- 2>&-", "| head -c 1"])
def test_closed_streams(tmp_path: Path, redirection: str) -> None:
    words = shlex.join(MIN_CYCLES.words(*MIN_CYCLES.small, *MIN_CYCLES.outputs(tmp_path)))
    done = run(["bash", "-o", "pipefail", "-c", f"{words} {redirection}"])
    assert done.returncode == 0, done.stderr
    require_calm(done)
    assert "proof/certificate.json" in require_whole(tmp_path)


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("name", ["a b\n𝕏", "'\"$(id)", "-x", "\udcff"])
def test_odd_names(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    inputs = [str(folder / f"{name}.{kind}.json") for kind in ("dfg", "arch")]
    for source, path in zip(RING, inputs, strict=True):
        shutil.copy(source, path)
    outputs = MIN_CYCLES.outputs(folder)
    done = run(MIN_CYCLES.words("--json", *outputs, *inputs), errors="surrogateescape")
    assert done.returncode == 0, done.stderr
    require_calm(done)
    assert json.loads(done.stdout)["cycles"] == 10
    require_whole(folder)


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("name", ["g\udcff.dot", "p\udcfe.c", "a\udcfd.txt"])
def test_files_without_a_name_of_their_own(tmp_path: Path, name: str) -> None:
    """Tests that what is called after a file has a name that can be written, whatever that is."""
    text, command = {
        ".dot": ("digraph { a [opcode=input]; s [opcode=neg]; a -> s }", "solvers.draw dfg"),
        ".c": ("void f(int *a) {\n#pragma PTMAP\nfor (;;) a[0] = 1; }", "solvers.optimize"),
        ".txt": (".pe a\n.mem m\n", "archs"),
    }[Path(name).suffix]
    (tmp_path / name).write_text(text)
    more = {"archs": ["--json"], "solvers.optimize": ["s4"]}.get(command, [])
    more = more or ["-o", str(tmp_path / "picture.svg")]
    words = [sys.executable, "-m", *command.split(), str(tmp_path / name), *more]
    done = run(words, errors="surrogateescape")
    assert done.returncode in (0, 2)
    require_calm(done)


def test_odd_names_in_errors(tmp_path: Path) -> None:
    for name in ("a\nb", "\x1b[2J\udcff"):
        done = run(MIN_CYCLES.words(str(tmp_path / name), RING[1]))
        assert done.returncode == 2
        require_calm(done, lines=1)


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
    words = [str(folder / "ß.json"), RING[1], "--quiet", *MIN_CYCLES.outputs(folder)]
    how = {"env": {**os.environ, **surroundings}, "encoding": "utf-8"}
    for more in ([], ["--json"]):
        done = run(MIN_CYCLES.words(*words, *more), **how)
        assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["cycles"] == 10
    assert "größe" in (folder / "p.html").read_text(encoding="utf-8")
    require_whole(folder)
    for wrong in (folder / "ä.json", folder):
        done = run(MIN_CYCLES.words(str(wrong), RING[1]), **how)
        assert done.returncode == 2
        require_calm(done, lines=1)
    command = [sys.executable, "-m", "examples", "ring", "4", "-o", str(folder / "ü")]
    done = run(command, **how)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("home", [None, "/proc"])
def test_no_home(tmp_path: Path, home: str | None) -> None:
    """Nor any place to keep what is compiled."""
    environment = {key: value for key, value in os.environ.items() if key != "HOME"}
    environment |= {"NUMBA_CACHE_DIR": "/proc/none", "XDG_CACHE_HOME": "/proc/none"}
    if home is not None:
        environment["HOME"] = home
    code = "from models.process.compiled import _folder; from pathlib import Path; "
    code += "print(_folder('x', Path('/proc/none'), []))"
    done = run([MIN_CYCLES.words()[0], "-c", code], env=environment)
    require_calm(done, lines=0)
    assert done.stdout.strip() == "None"
    done = run(MIN_CYCLES.words(*MIN_CYCLES.small, "--quiet"), env=environment)
    assert (done.returncode, done.stderr) == (0, "")


NOBODY = 65534
NO_THREAD_DATA = 127


def _reachable() -> bool:
    """Whether a process of nobody can run what is tested here."""
    if os.geteuid() != 0:
        return False
    words = MIN_CYCLES.words("--help")
    try:
        return subprocess.run(words, cwd=ROOT, user=NOBODY, capture_output=True).returncode == 0
    except OSError:
        return False


def test_a_folder_that_cannot_be_written_to() -> None:
    """Writing into a file that can be written is fine, also where no other can be made beside."""
    how = {"user": NOBODY} if os.geteuid() == 0 else {}
    if how and not _reachable():
        pytest.skip("no other user can run this")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        (path / "mapping.json").write_text("old")
        (path / "mapping.json").chmod(0o666)
        path.chmod(0o555)
        try:
            words = MIN_CYCLES.words(*MIN_CYCLES.small, "--quiet")
            done = run([*words, "--mapping", str(path / "mapping.json")], **how)
            assert (done.returncode, done.stderr) == (0, "")
            json.loads((path / "mapping.json").read_text())
            for option in ("--picture", "--certificate"):
                done = run([*words, option, str(path / "new.svg")], **how)
                assert done.returncode == 2
                require_calm(done, lines=1)
        finally:
            path.chmod(0o755)


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("megabytes", [150, 300, 400, 600])
@pytest.mark.parametrize("kind", ["min_cycles", "min_ii", "streaming", "partition"])
def test_little_memory(tmp_path: Path, kind: str, megabytes: int) -> None:
    """The whole command has too little memory: it says so, and never that something cannot be.

    Libraries of the streaming engine's search crash where memory is refused, or at the end.
    """
    from tests.faults.runs import filled, write_inputs

    write_inputs(tmp_path)
    size = megabytes << 20
    command = KINDS[kind]
    words = command.words(*filled(command.hard, tmp_path), "--time-limit", "5", "--quiet")
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    done = run(
        words,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size)),
        env=environment,
    )
    assert "infeasible" not in done.stdout
    if done.returncode == NO_THREAD_DATA:
        # The C library ends a process that has no room for a library's data of a thread.
        assert "cannot allocate memory" in done.stderr
        return
    assert done.returncode in (0, 10, 30), (done.stdout, done.stderr)
    require_calm(done)
    said = done.stdout + done.stderr
    assert done.returncode == 0 or any(word in said for word in ("memory", "stopped: ", "limit"))


@pytest.mark.process
def test_limits_know_no_clock_that_is_set() -> None:
    """Clocks of the day jump; what limits and measures are taken by does not."""
    found = []
    for room in ("models", "encoders", "archs", "programs", "solvers", "heuristics", "learn",
                 "views", "examples", "bench"):  # fmt: skip
        for path in sorted((ROOT / room).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if "time" not in text:
                continue
            for node in ast.walk(ast.parse(text)):
                name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
                if name in ("time.time", "time.time_ns") or name.endswith((".now", ".utcnow")):
                    found.append(f"{path.relative_to(ROOT)}: {name}")
                if isinstance(node, ast.ImportFrom) and node.module == "time":
                    names = {alias.name for alias in node.names}
                    assert not names & {"time", "time_ns"}, path
    # A row says when it was finished, for people.
    assert found == ["solvers/questions/sweep/store.py: time.time"]
