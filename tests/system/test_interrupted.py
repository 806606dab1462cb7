"""Signals at fixed points of commands: an exit code that says what is known, and whole files."""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections import Counter
from pathlib import Path

import pytest

from examples.loops.polybench import polybench
from models.formats.native_json import dfg_to_json
from solvers.min_cycles import main as min_cycles
from solvers.min_ii import main as min_ii
from tests.system.cases import CASES, POINTS, REPLACING, WRITING, write_inputs
from tests.system.commands import (
    LOOP,
    RING,
    begin,
    end,
    left_behind,
    python,
    run,
    stopped_at,
    until,
)  # fmt: skip
from tests.system.interruptions import stop
from tests.system.judge import calm, claimed, require_whole

SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP", "SIGKILL")


def rows() -> list[tuple[str, int, str]]:
    """Two moments of each command, so that each moment meets each signal."""
    met = Counter[int]()
    found = []
    for n, name in enumerate(CASES):
        for number in (n % len(POINTS), (n + 2) % len(POINTS)):
            found.append((name, number, SIGNALS[met[number] % len(SIGNALS)]))
            met[number] += 1
    return found


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inputs")
    write_inputs(folder)
    return folder


@pytest.mark.process
@pytest.mark.parametrize(("name", "number", "word"), rows())
def test_commands(name: str, number: int, word: str, inputs: Path, tmp_path: Path) -> None:
    """Tests exit codes, files and processes; how soon commands end is measured elsewhere."""
    found = stop(name, number, inputs, tmp_path / "out", word, delayed=False)
    assert (found.wrong, found.seconds is None) == ("", False), found
    if word != "SIGKILL":
        require_whole(tmp_path / "out" / "results")


@pytest.mark.process(keep=1)
@pytest.mark.parametrize(
    ("word", "point"), [("SIGINT", REPLACING), ("SIGKILL", WRITING), ("SIGKILL", REPLACING)]
)
def test_files_that_are_written(tmp_path: Path, word: str, point: str) -> None:
    """Tests that a run leaves old files or new ones, all of them whole, and is no obstacle."""
    case, folder, log = CASES["min_cycles"], tmp_path / "out", tmp_path / "log"
    folder.mkdir()
    words = [*case.words(tmp_path, folder), "--quiet"]
    assert min_cycles(words) == 0
    before = require_whole(folder)
    done = run(stopped_at(word, point, log, case.module, *words))
    assert log.exists() and done.returncode in (-signal.SIGKILL, 0, 10, 30)
    assert require_whole(folder) >= {"p.svg", "p.html", "mapping.json"}
    assert min_cycles(words) == 0
    assert require_whole(folder) == before


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of an earlier run."""
    folder = tmp_path_factory.mktemp("older") / "proof"
    assert min_ii([*LOOP, "--quiet", "--certificate", str(folder)]) == 0
    return folder


@pytest.mark.process(keep=1)
@pytest.mark.parametrize(
    ("word", "point"),
    [
        ("SIGTERM", "import:numpy"),
        ("SIGINT", "call:solvers.certificates.cycles:prepare"),
        ("SIGHUP", "call:solvers.certificates.intervals:_write"),
        ("SIGKILL", "call:solvers.certificates.intervals:_write"),
        ("SIGKILL", "call:solvers.certificates.cycles:publish"),
    ],
)
def test_a_certificate_over_an_older_one(
    older: Path, tmp_path: Path, word: str, point: str
) -> None:
    """Tests that the one before stays until there is a new one, and is no obstacle to the next."""
    proof, log = tmp_path / "proof", tmp_path / "log"
    shutil.copytree(older, proof)
    words = [LOOP[0], "mesh:2x2", "--quiet", "--certificate", str(proof)]
    done = run(stopped_at(word, point, log, "solvers.min_ii", *words))
    assert log.exists()
    calm(done.stderr)
    assert claimed(proof) is not None
    assert min_ii(words) == 0
    assert claimed(proof) is not None and not list(proof.glob(".xyzmap-*"))


STARTING = (
    "import:argparse",
    "import:models.errors",
    "import:shell.signals",
    "call:shell.signals:Signals.__enter__",
    "call:shell.parser:parser_of",
    "call:solvers.questions.command:ask",
    "import:numpy",
    "import:msgspec",
    "call:shell.signals:Signals.__exit__",
    "call:shell.command:settle",
)
"""Where a command is when a signal comes: before, while and after its own handlers are there."""


@pytest.mark.process(keep=2)
@pytest.mark.parametrize("number", range(len(STARTING) + 2))
def test_a_signal_at_the_start(number: int, tmp_path: Path) -> None:
    """Tests that a command which is stopped says so in one line, or has said what it had to."""
    point, word, log = STARTING[number % len(STARTING)], SIGNALS[number % 3], tmp_path / "log"
    module, files = (("solvers.min_ii", LOOP), ("solvers.min_cycles", RING))[number % 2]
    done = run(stopped_at(word, point, log, module, *files, "--quiet"))
    assert log.exists(), "the point was not reached"
    calm(done.stderr)
    if done.returncode == 30:
        assert done.stderr.count("\n") == 1 and "interrupted" in done.stderr
    else:
        assert (done.returncode, done.stderr) == (0, "") and done.stdout


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("now", ["removed", "a file", "emptied", "a link to nothing"])
def test_a_folder_that_vanishes_during_a_run(now: str, tmp_path: Path) -> None:
    """Tests that the answer is said nevertheless, and each file that is lost in a line."""
    log, out = tmp_path / "log", tmp_path / "out"
    out.mkdir()
    words = [*CASES["min_cycles"].command(tmp_path, out)[2:], "--quiet"]
    process = begin(stopped_at("SIGSTOP", WRITING, log, *words))
    until(lambda: log.exists() and _state(process.pid) in "TZ")
    shutil.rmtree(out)
    if now == "a file":
        out.write_text("taken")
    elif now == "emptied":
        out.mkdir()
    elif now == "a link to nothing":
        out.symlink_to(tmp_path / "nothing" / "there")
    os.killpg(process.pid, signal.SIGCONT)
    done = end(process)
    calm(done.stderr)
    assert done.returncode == 2 or (now, done.returncode) == ("emptied", 0)
    assert done.stdout.startswith("optimal: 10 cycles") or done.stderr
    assert now != "a file" or out.read_text() == "taken"
    assert now != "emptied" or require_whole(out) is not None


def _state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


LONG = {
    "optimize": "programs.optimize examples/programs/gemver.c s4 --check never",
    "partition": "partition {} adres:2x2,io=memory --max-ii 3",
}


@pytest.mark.process
@pytest.mark.parametrize("name", LONG)
def test_what_is_known_by_then_is_the_answer(name: str, tmp_path: Path) -> None:
    """Tests Ctrl-C in the middle of a search that has found something."""
    graph = tmp_path / "dfg.json"
    graph.write_text(dfg_to_json(polybench("gesummv", 2)))
    words = LONG[name].replace("{}", str(graph)).split()
    process = begin(python(words[0], *words[1:], "--json"))
    assert process.stderr is not None
    first = "as it is" if name == "optimize" else ""
    while not process.stderr.readline().startswith(first):
        pass
    process.send_signal(signal.SIGINT)
    done = end(process)
    calm(done.stderr)
    found = json.loads(done.stdout)
    assert done.returncode in ((10,) if name == "optimize" else (0, 10, 30))
    assert found["status"] in ("optimal", "feasible", "unknown") and not left_behind(process.pid)
    for region in found.get("regions", []):
        assert region["stopped"] == "interrupted"
        assert region["winner"]["transformations"] == "as it is"
