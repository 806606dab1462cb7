"""Commands that begin as forks of a process that has imported them."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from sweeps import forked
from sweeps.forked import Forked

MODULE = "tests.sweeps.fake_job"


def run(folder: Path, *words: str) -> tuple[int, str, str]:
    """Return the exit code and the output of a command."""
    with Forked([MODULE, *words], str(folder)) as process:
        out, err = process.communicate()
        return process.wait(), out, err


def test_a_fork_ends_like_a_process_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKES", ".")  # the folder and the environment are those of the command
    code, out, err = run(tmp_path, "--seed=7")
    assert (code, err, (tmp_path / "begun").read_text()) == (0, "", "7\n")
    assert out == '{"status": "optimal", "cycles": 7, "lower_bound": 7}\n'
    for seed, ended in ((100, -signal.SIGKILL), (101, 2), (104, 0), (105, 1)):
        code, out, err = run(tmp_path, f"--seed={seed}")
        assert (code, out) == (ended, "")
    assert err.endswith("RuntimeError: broken\n")
    with Forked(["no_such_module"], str(tmp_path)) as process:
        assert "No module named no_such_module" in process.communicate()[1]
        assert process.wait() == 1


def test_what_runs_ends_with_the_server_and_the_next_has_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKES", str(tmp_path))
    with Forked([MODULE, "--seed=102"], str(tmp_path)) as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.communicate(timeout=0.01)
        os.kill(forked._server().process, signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    assert run(tmp_path, "--seed=7")[0] == 0
