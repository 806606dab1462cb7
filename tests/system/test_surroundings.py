"""Odd surroundings: no home, odd names, other encodings, folders of others, broken streams."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.system.cases import CASES
from tests.system.commands import RING, ROOT, python, run
from tests.system.judge import calm, require_whole

MIN_CYCLES = CASES["min_cycles"]


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("name", ["a b\n𝕏", "'\"$(id)", "-x", "\udcff"])
def test_odd_names(tmp_path: Path, name: str) -> None:
    """Tests names of folders, inputs and outputs, and the line about a file that is not there."""
    folder = tmp_path / name
    folder.mkdir()
    inputs = [str(folder / f"{name}.{kind}.json") for kind in ("dfg", "arch")]
    for source, path in zip(RING, inputs, strict=True):
        shutil.copy(source, path)
    outputs = ["--out", folder / "m.json", "--html", folder / "p.html"]
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
    """Tests that there need not be any place to keep things."""
    none = {"XDG_CACHE_HOME": "/proc/none", "HOME": home}
    done = run(MIN_CYCLES.command(ROOT, None, "--quiet"), env=none)
    assert (done.returncode, done.stderr) == (0, "")


# Broken pipes, full devices and closed streams: one line at most, and no traceback.

ANSWER = " ".join(("solvers.min_cycles", *RING))
PIPES = {
    "help": ("xyzmap --help", 0),
    "help of a command": ("solvers.min_ii --help", 0),
    "help of a guest": ("partition --help", 0),
    "list": ("archs", 0),
    "JSON": ("archs hycube:8x8 --json", 0),
    "solvers": ("solvers", 0),
    "script": ("xyzmap.cli completion bash", 0),
    "answer": (f"{ANSWER} --quiet", 0),
    "answer as JSON": (f"{ANSWER} --quiet --json", 0),
    "progress": (ANSWER, 0),
    "unknown command": ("xyzmap nothing", 2),
    "error": ("solvers.min_ii nothing-there.json mesh:2x2", 2),
    "usage": ("solvers.min_ii", 2),
}
READERS = ("true", "head -c 1", "head -n 1")
STREAMS = ("", "2>&1 >/dev/null")


def line(name: str) -> str:
    return shlex.join(python(*PIPES[name][0].split()))


@pytest.mark.process(keep=2)
@pytest.mark.parametrize("number", range(len(PIPES)))
def test_broken_pipes(number: int) -> None:
    """Tests readers that end before the first byte, and in the middle, on both streams."""
    name = list(PIPES)[number]
    reader, stream = READERS[number % 3], STREAMS[number // 3 % 2]
    done = run(["bash", "-o", "pipefail", "-c", f"{line(name)} {stream} | {reader}"])
    calm(done.stdout + done.stderr)
    assert done.returncode == PIPES[name][1], done.stderr


@pytest.mark.process(keep=1)
@pytest.mark.parametrize(
    ("name", "stream"), [("answer", 1), ("list", 1), ("unknown command", 2), ("progress", 2)]
)
def test_a_full_device_is_one_line(name: str, stream: int) -> None:
    done = run(["bash", "-c", f"{line(name)} {stream}>/dev/full"])
    calm(done.stderr)
    assert done.stderr.count("\n") <= 1 or stream == 1
    assert done.returncode in (0, 2), done.stderr


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("redirection", ["2>&-", "<&- >&- 2>&-", "| head -c 1"])
def test_closed_streams(tmp_path: Path, redirection: str) -> None:
    words = shlex.join(CASES["min_cycles"].command(tmp_path, tmp_path))
    done = run(["bash", "-o", "pipefail", "-c", f"{words} {redirection}"])
    calm(done.stderr)
    assert done.returncode == 0, done.stderr
    assert "proof/certificate.json" in require_whole(tmp_path)


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("name", ["answer", "list", "answer as JSON", "help"])
def test_an_answer_without_a_place(name: str) -> None:
    """Tests that a command whose stdout is closed does not say that all is well."""
    done = run(["bash", "-c", f"{line(name)} >&-"])
    said = "output: stdout is closed, so the answer is lost\n"
    assert done.returncode == 2 or (name == "help" and done.returncode == 0)
    assert done.stderr.endswith(said) or name == "help"
    calm(done.stderr)


ASKING = """
import os, random, sys, tempfile
from xyzmap import min_cycles, min_ii
from tests.system.problems import problem_of

def resident():
    return int(open("/proc/self/statm").read().split()[1])

problems = [problem_of(kind, n) for n in range(4) for kind in ("as written", "loop-carried")]
for n in range(60):
    problem = problems[n % len(problems)]
    ask = min_ii if n % 3 == 0 else min_cycles
    more = {"max_ii": 3} if ask is min_ii else {"contexts": problem.contexts, "max_cycles": 7}
    ask(problem.dfg, problem.arch, jobs=1, **more)
    if n == 19:
        before, files = resident(), len(os.listdir("/proc/self/fd"))
children = open(f"/proc/self/task/{os.getpid()}/children").read()
print(resident() <= 1.1 * before, len(os.listdir("/proc/self/fd")) - files, repr(children))
print(os.listdir(tempfile.gettempdir()))
"""


@pytest.mark.soak
def test_many_questions_leave_nothing(tmp_path: Path) -> None:
    """Tests that memory stays, and that no file and no process is left in a script that asks."""
    own = {"TMPDIR": str(tmp_path), "PYTHONPATH": os.getcwd()}
    done = subprocess.run(
        [sys.executable, "-c", ASKING],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | own,
    )
    assert done.stdout.splitlines() == ["True 0 ''", "[]"]
