"""Ten jobs of users, as scripts in `jobs/`, and the transcript of each.

The transcript beside a script has each command, its first lines on stdout and stderr, and its exit
code. `python -m tests.accept jobs` writes it.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path

from tests.system.commands import ROOT, Done, run
from tests.system.golden import TIME

FOLDER = Path(__file__).with_name("jobs")
JOBS = sorted(path.name for path in FOLDER.iterdir() if path.suffix in (".sh", ".py"))
LINES = 1
"""Lines of stdout and of stderr in a transcript: others depend on which search ends first."""

SHELL = f"""
told() {{
    echo "\\$ $*" >> told
    python -m "$@" > .out 2> .err
    local code=$?
    grep -v '^$' .out | head -n {LINES} >> told
    head -n {LINES} .err | sed 's/^/! /' >> told
    echo "exit $code" >> told
    cat .out; cat .err >&2
    return $code
}}
xyzmap() {{ told xyzmap "$@"; }}
"""
"""The functions of a shell before a script: a command of the package adds to the transcript."""

CHANCE = (
    (TIME, "N s"),
    (r"(?<=, )in \d+ cycles|(?<=operations, )\d+ cycles", "N cycles"),
    (r"\d+ cycles for .*|\d+ iterations equal.*|\d+ results compared|by [^)\n]*(?=\)$)", "…"),
    (r"\b\d+(?= operations, \d+ inputs)", "N"),
    (r"\d+ operations stay.*", "N operations stay, …"),
    (r"\bsame.*", "same …"),
)
"""Text that depends on the clock, on the order in which searches end, or on the clang version."""


def lacks(name: str) -> list[str]:
    """Return the programs that a job needs and that are not installed."""
    from shutil import which

    named = re.search(r"^# Needs (.+)\.$", (FOLDER / name).read_text(), re.M)
    needed = re.split(", | and ", named[1]) if named else []
    return [program for program in needed if which(program) is None]


def transcript(name: str, folder: Path) -> str:
    """Run a job in an empty folder; return its transcript."""
    script = str(FOLDER / name)
    # `python` is the interpreter of the tests, whose environment need not be the active one.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {"BASH_ENV": ".shell", "COLUMNS": "1000", "PATH": path}
    if name.endswith(".py"):
        return _settled(_lines(run([sys.executable, script], cwd=folder, env=env)))
    (folder / ".shell").write_text(SHELL)
    run(["bash", script], cwd=folder, env=env)
    return _settled((folder / "told").read_text())


def _lines(done: Done) -> str:
    errors = "".join(f"! {line}\n" for line in done.stderr.splitlines())
    return f"{done.stdout}{errors}exit {done.returncode}\n"


def _settled(text: str) -> str:
    text = re.sub(r"(?<=\S) {2,}", "  ", text.replace(str(ROOT), "ROOT"))
    for pattern, shown in CHANCE:
        text = re.sub(pattern, shown, text, flags=re.M)
    return text


def accept() -> None:
    """Write all transcripts."""
    for name in JOBS:
        with tempfile.TemporaryDirectory() as folder:
            (FOLDER / name).with_suffix(".txt").write_text(transcript(name, Path(folder)))
