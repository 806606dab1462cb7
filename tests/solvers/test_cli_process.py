"""The command as a process: imports, signals, pipes, full disks, lost workers, limits."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from archs.formats.arch_json import architecture_to_json
from examples.registry import FAMILIES
from examples.ring import ring
from models.formats.dfg_json import dfg_to_json
from models.formats.mapping_json import mapping_from_json

ROOT = Path(__file__).parents[2]
DATA = ROOT / "examples" / "data"
RING = (str(DATA / "ring4.dfg.json"), str(DATA / "ring4.arch.json"))
COMMAND = (sys.executable, "-m", "solvers.min_cycles")
HEAVY = ("ortools", "pyomo", "highspy", "networkx", "torch")


@pytest.fixture(scope="module")
def hard(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A problem that nobody decides while a test waits."""
    folder = tmp_path_factory.mktemp("hard")
    dfg, arch = ring(7)
    (folder / "dfg.json").write_text(dfg_to_json(dfg))
    (folder / "arch.json").write_text(architecture_to_json(arch))
    return str(folder / "dfg.json"), str(folder / "arch.json")


def run(*arguments: str, **streams: object) -> subprocess.CompletedProcess[str]:
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.run([*COMMAND, *arguments], cwd=ROOT, text=True, timeout=60, **streams)


def begin(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def group(leader: int) -> list[int]:
    """Return the living processes of a session."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if len(fields) > 3 and fields[3] == str(leader) and fields[0] not in "ZX":
            found.append(int(entry.name))
    return found


def wait_for(condition: Callable[[], bool]) -> None:
    for _ in range(2000):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("waited in vain")


def read_until(process: subprocess.Popen[str], word: str) -> str:
    """Read stderr up to a line with `word`."""
    assert process.stderr is not None
    for line in process.stderr:
        if word in line:
            return line
    raise AssertionError(f"no '{word}' on stderr")


@pytest.mark.process(keep=1)
@pytest.mark.parametrize(
    ("arguments", "absent"),
    [
        (["--help"], ("numpy", "pysat", "rich", *HEAVY)),
        ([*RING, "--quiet"], ("rich", *HEAVY)),
    ],
)
def test_imports(arguments: list[str], absent: tuple[str, ...]) -> None:
    """Tests that help imports no solver at all, and a search only the one it uses."""
    code = (
        "import json, sys\nfrom solvers.min_cycles import main\n"
        f"try:\n    main({arguments!r})\nexcept SystemExit:\n    pass\n"
        "print(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    loaded = {name.partition(".")[0] for name in json.loads(done.stderr.splitlines()[-1])}
    assert loaded & set(absent) == set()


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_search(hard: tuple[str, str], number: int) -> None:
    """Tests that a signal ends a search at once, in words, without processes left behind."""
    process = begin(*hard)
    read_until(process, "solving")
    process.send_signal(number)
    out, err = process.communicate(timeout=20)
    assert process.returncode in (10, 30)
    assert out.startswith(("unknown: no mapping of 'ring7'", "feasible: 'ring7'"))
    assert "stopped: interrupted\n" in out
    assert "Traceback" not in err
    assert group(process.pid) == []


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_with_a_mapping(tmp_path: Path, number: int) -> None:
    """Tests that the best mapping found is kept and written when a signal comes."""
    file = tmp_path / "mapping.json"
    dfg, arch = FAMILIES["dct"].build(array=4)
    assert arch is not None
    paths = [tmp_path / "dfg.json", tmp_path / "arch.json"]
    for path, text in zip(paths, (dfg_to_json(dfg), architecture_to_json(arch)), strict=True):
        path.write_text(text)
    # A mapping comes soon, the proof that none is shorter does not.
    process = begin(*map(str, paths), "--json", "--mapping", str(file))
    read_until(process, ".. 1")
    process.send_signal(number)
    out, err = process.communicate(timeout=20)
    answer = json.loads(out)
    assert "Traceback" not in err
    assert (process.returncode, answer["status"]) == (10, "feasible")
    assert mapping_from_json(file.read_bytes(), "").horizon == answer["cycles"]
    assert answer["stopped"] == "interrupted"
    assert group(process.pid) == []


@pytest.mark.process
def test_killed_worker(hard: tuple[str, str]) -> None:
    """Tests that when every worker is killed the answer is unknown, with the reason."""
    process = begin(*hard, "--workers", "1", "--cycles", "16", "--json")
    read_until(process, "solving")
    for child in group(process.pid):
        if child != process.pid:
            os.kill(child, signal.SIGKILL)
    out, err = process.communicate(timeout=30)
    answer = json.loads(out)
    assert (process.returncode, answer["status"]) == (30, "unknown")
    assert "killed by signal 9" in answer["stopped"]
    assert "Traceback" not in err


@pytest.mark.process
def test_limits(hard: tuple[str, str]) -> None:
    """Tests that running out of time or memory is unknown, and never infeasible."""
    for option, value, reason in (
        ("--time-limit", "0.01", "time limit"),
        ("--time-limit", "1", "time limit"),
        ("--memory-limit", "60", "out of memory"),
    ):
        done = run(*hard, "--cycles", "16", option, value, "--quiet")
        assert done.returncode == 30
        assert reason in done.stdout + done.stderr
        assert "infeasible" not in done.stdout
        assert "Traceback" not in done.stderr


@pytest.mark.process
def test_closed_pipe(tmp_path: Path) -> None:
    """Tests that a reader that goes away costs neither files nor a traceback."""
    file = tmp_path / "mapping.json"
    reader, writer = os.pipe()
    os.close(reader)
    done = run(*RING, "--mapping", str(file), stdout=writer, stderr=writer)
    os.close(writer)
    assert done.returncode == 0
    assert mapping_from_json(file.read_bytes(), "").horizon == 10
    reader, writer = os.pipe()
    os.close(reader)
    done = run(*RING, "--quiet", stdout=writer)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.process
def test_full_disk(tmp_path: Path) -> None:
    """Tests that a full disk costs only what was to be written there."""
    full = "/dev/full"
    other = tmp_path / "fine.svg"
    done = run(*RING, "--quiet", "--mapping", full, "--svg", str(other))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert (
        done.stderr
        == "python -m solvers.min_cycles: /dev/full: cannot write: No space left on device\n"
    )
    assert done.stdout.startswith("optimal: ")
    assert "</svg>" in other.read_text()
    with open(full, "w") as disk:
        done = run(*RING, "--quiet", "--svg", str(other), stdout=disk)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "No space left" in done.stderr


@pytest.mark.process
def test_certificate_that_cannot_be_written(tmp_path: Path) -> None:
    """Tests that a certificate file that cannot be written leaves the other results."""
    (tmp_path / "dfg.json").mkdir()
    (tmp_path / "certificate.json").touch()
    done = run(*RING, "--quiet", "--certificate", str(tmp_path))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stdout.startswith("optimal: ")


def test_certificate_among_other_files(tmp_path: Path) -> None:
    """Tests that a directory with somebody's files is refused, and nothing in it touched."""
    (tmp_path / "dfg.json").write_text("mine")
    done = run(*RING, "--quiet", "--certificate", str(tmp_path))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "holds other files" in done.stderr
    assert (tmp_path / "dfg.json").read_text() == "mine"


def test_console_script() -> None:
    """Tests that `xyzmap` runs the same command and names the others."""

    def xyzmap(*words: str) -> subprocess.CompletedProcess[str]:
        command = "import sys; from solvers.cli import main; sys.exit(main())"
        return subprocess.run(
            [sys.executable, "-c", command, *words],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
        )

    done = xyzmap("min-cycles", *RING, "--cycles", "9", "--quiet")
    assert done.returncode == 20
    assert done.stdout.startswith("infeasible: 'ring4' on 'ring:4' has no mapping with 9 cycles")
    assert "min-cycles" in xyzmap("--help").stdout
    done = xyzmap("maximum")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "known: min-cycles" in done.stderr


def test_console_script_beside_foreign_scripts(tmp_path: Path) -> None:
    """Tests that a script `models.py` beside `xyzmap`, as python-sat installs it, does no harm."""
    (tmp_path / "models.py").write_text("raise SystemExit('the wrong module')")
    script = tmp_path / "xyzmap"
    script.write_text("import sys\nfrom solvers.cli import main\nsys.exit(main())\n")
    done = subprocess.run(
        [sys.executable, str(script), "min-cycles", *RING, "--cycles", "9", "--quiet"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (20, "")
