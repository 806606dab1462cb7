"""Commands as processes of their own, on problems that are answered at once, and on hard ones."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from archs.formats.arch_json import architecture_to_json
from examples.loops.polybench import polybench
from examples.ring import ring
from models.formats.dfg_json import dfg_to_json
from solvers.verify import main as verify
from tests.faults.interruptions import alive

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "examples" / "data"
CODES = (0, 10, 20, 30)
PATIENCE = 120
"""Seconds after which a process that should have ended hangs; nothing is measured."""

Process = subprocess.Popen[str]
Done = subprocess.CompletedProcess[str]


@dataclass(frozen=True)
class Kind:
    """A command: arguments of a small question and of a hard one, and the files that it writes.

    `{}` in arguments is the folder with the inputs of hard questions.
    """

    module: str
    small: tuple[str, ...]
    hard: tuple[str, ...]
    files: tuple[tuple[str, str], ...]

    def words(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", self.module, *arguments]

    def outputs(self, folder: Path) -> list[str]:
        """Options that write every file into `folder`."""
        return [x for option, name in self.files for x in (option, str(folder / name))]


PICTURES = (("--picture", "p.svg"), ("--html", "p.html"))
CERTIFIED = (*PICTURES, ("--mapping", "mapping.json"), ("--certificate", "proof"))
LOOP = (str(DATA / "accumulate.dfg.json"), str(DATA / "accumulate.arch.json"))
RING = (str(DATA / "ring4.dfg.json"), str(DATA / "ring4.arch.json"))
DISTANCE = str(DATA / "streaming" / "distance.json")
KINDS = {
    "min_cycles": Kind("solvers.min_cycles", RING, ("{}/ring.json", "{}/array.json"), CERTIFIED),
    "min_ii": Kind("solvers.min_ii", LOOP, ("{}/loop.json", "hycube:3x3,io=memory"), CERTIFIED),
    "streaming": Kind(
        "solvers.streaming",
        (DISTANCE, "--ii", "3"),
        (str(DATA / "streaming" / "ifft16.json"), "--ii", "6"),
        (*PICTURES, ("--out", "mapping.json"), ("--certificate", "proof")),
    ),
    "partition": Kind(
        "solvers.partition",
        ("{}/small.json", "lisa:2x2,io=memory", "--max-ii", "4"),
        ("{}/loop.json", "lisa:2x2,io=memory", "--max-ii", "3", "--method", "exact"),
        (("--picture", "p.svg"), ("--out", "parts")),
    ),
}


def write_inputs(folder: Path) -> None:
    dfg, arch = ring(7)
    (folder / "ring.json").write_text(dfg_to_json(dfg))
    (folder / "array.json").write_text(architecture_to_json(arch))
    (folder / "loop.json").write_text(dfg_to_json(polybench("gesummv", 2)))
    (folder / "small.json").write_text(dfg_to_json(polybench("atax")))


def filled(words: Sequence[str], folder: Path) -> list[str]:
    return [word.replace("{}", str(folder)) for word in words]


def run(words: Sequence[str], **how: Any) -> Done:
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "cwd": ROOT, **how}
    return subprocess.run(words, text=True, timeout=PATIENCE, **how)


def begin(words: Sequence[str], **how: Any) -> Process:
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "cwd": ROOT, **how}
    # Jobs in the background of a shell ignore SIGINT, and so does what they start.
    return subprocess.Popen(
        words, text=True, start_new_session=True, preexec_fn=_interruptible, **how
    )


def _interruptible() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def require_calm(done: Done | None = None, err: str = "", lines: int | None = None) -> None:
    """Check that stderr has no traceback, and as many lines as are expected."""
    text = err if done is None else done.stderr
    assert "Traceback" not in text and "Error:" not in text, text
    if lines is not None:
        assert text.count("\n") == lines, text


def others(leader: int) -> list[int]:
    """The processes of a session that are alive, but for the first."""
    return list(alive(leader))


def until(condition: Callable[[], Any]) -> Any:
    for _ in range(PATIENCE * 50):
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("waited in vain")


def kill_all(pids: Sequence[int]) -> None:
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue


def require_whole(folder: Path) -> list[str]:
    """Check that every file is complete, and certificates hold; return what there is."""
    import json

    names = []
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        names.append(str(path.relative_to(folder)))
        if path.name.startswith(".") or path.suffix == ".lrat":
            continue
        text = path.read_text()
        if path.suffix == ".json":
            json.loads(text)
        elif path.suffix in (".svg", ".html"):
            assert text.rstrip().endswith(f"</{path.suffix[1:]}>")
    if "proof/certificate.json" in names:
        assert verify([str(folder / "proof")]) == 0
    return names
