"""Scripts that complete commands and options in a shell."""

from __future__ import annotations

import shutil
import subprocess
from typing import Any

import pytest

from xyzmap.cli import commands
from xyzmap.completion import SHELLS, all_flags, completing

ASK = """source "$0"
COMP_WORDS=({words}); COMP_CWORD={position}; _xyzmap; echo "${{COMPREPLY[@]}}"
"""


def test_every_command_is_there_with_its_options() -> None:
    flags = dict(all_flags(commands()))
    assert set(flags) == set(commands())
    assert {"--time-limit", "--json", "--certificate"} <= set(flags["min-cycles"])


@pytest.mark.guests
@pytest.mark.parametrize(
    ("words", "position", "found"),
    [
        ("xyzmap pru", 1, "prune-arch"),
        ("xyzmap min-ii --few", 2, "--fewest"),
        ("xyzmap draw --ver", 2, "--version"),
        ("xyzmap help conf", 2, "configure"),
    ],
)
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes(tmp_path: Any, words: str, position: int, found: str) -> None:
    script = tmp_path / "xyzmap.bash"
    script.write_text(SHELLS["bash"](dict(all_flags(commands())), commands()))
    ask = ASK.format(words=words, position=position)
    done = subprocess.run(["bash", "-c", ask, str(script)], capture_output=True, text=True)
    assert done.stdout.split() == [found] and done.stderr == ""


def test_an_unknown_shell_is_one_line(capsys: Any) -> None:
    assert completing(commands)(["tcsh"]) == 2
    assert "unknown shell 'tcsh'; known: bash, fish, zsh" in capsys.readouterr().err


@pytest.mark.parametrize("shell", SHELLS)
def test_scripts_name_all_commands(shell: str, capsys: Any) -> None:
    assert completing(commands)([shell]) == 0
    script = capsys.readouterr().out
    assert all(name in script for name in commands())
