"""Runs `min_cycles` as users do, on problems that tests make."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from models.data.problem import Problem
from models.formats.native_json import architecture_to_json, dfg_to_json
from solvers.verify import main as verify
from tests.system import commands


def files(folder: Path, problem: Problem) -> list[str]:
    """Write a problem; return the arguments that name it."""
    dfg, arch = folder / "dfg.json", folder / "arch.json"
    dfg.write_text(dfg_to_json(problem.dfg))
    arch.write_text(architecture_to_json(problem.arch))
    contexts = [] if problem.contexts is None else ["--contexts", str(problem.contexts)]
    order = [] if problem.transform == "none" else ["--transform", problem.transform]
    return [str(dfg), str(arch), *contexts, *order]


def command(*arguments: str) -> list[str]:
    return commands.python("solvers.min_cycles", *arguments, "--quiet")


def run(*arguments: str, **how: Any) -> commands.Done:
    return commands.run(command(*arguments), **how)


def answer(*arguments: str, **how: Any) -> dict[str, Any]:
    """The answer as JSON; fails where there is a word on stderr."""
    done = run(*arguments, "--json", **how)
    assert done.stderr == ""
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def called(main: Callable[..., int], capsys: Any, *arguments: str) -> tuple[int, str, str]:
    """The exit code, stdout and stderr of a command that is called in this process."""
    capsys.readouterr()
    try:
        code = main(arguments)
    except SystemExit as end:
        code = int(str(end.code))
    out, err = capsys.readouterr()
    return code, out, err


def answered(main: Callable[..., int], capsys: Any, *arguments: str) -> tuple[int, dict[str, Any]]:
    """The exit code and the JSON of a command that says nothing on stderr."""
    code, out, err = called(main, capsys, *arguments, "--json", "--quiet")
    assert err == ""
    return code, json.loads(out)


def verdict(folder: Path, capsys: Any) -> tuple[int, str]:
    """The exit code of the verifier, and its last line."""
    code, out, err = called(verify, capsys, str(folder))
    return code, (out + err).splitlines()[-1]


def script(folder: Path, name: str, *lines: str) -> str:
    """Write a shell script; return the words that make it a solver."""
    path = folder / name
    path.write_text("#!/bin/sh\n" + "\n".join(lines) + "\n")
    path.chmod(0o755)
    return f"dimacs:command={path}"


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def gone(pid: int, seconds: float = 5.0) -> bool:
    """Whether a process ends soon."""
    until = time.monotonic() + seconds
    while alive(pid) and time.monotonic() < until:
        time.sleep(0.02)
    return not alive(pid)
