"""Shortages are named: of processes, files and memory; and other programs say only so much."""

from __future__ import annotations

import io
import os
import sys
from errno import EAGAIN, EFBIG, EMFILE, ENFILE, ENOENT, ENOMEM
from pathlib import Path

import pytest

from shell import children, outputs, shortages, streams
from shell.children import finished
from shell.command import guarded
from shell.shortages import ShortageError, shortage


def of_system(number: int) -> OSError:
    return OSError(number, os.strerror(number))


def test_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests which error is which shortage, and that other errors are none."""
    limits = {"RLIMIT_NPROC": 3, "RLIMIT_NOFILE": 9}
    monkeypatch.setattr(shortages, "_limit", limits.get)
    thread = RuntimeError("can't start new thread")
    assert shortage(of_system(EAGAIN)) == "no more processes can be started: the limit is 3"
    assert shortage(thread) == "no more processes can be started: the limit is 3"
    assert shortage(of_system(EMFILE)) == "no more files can be opened: the limit is 9"
    assert shortage(of_system(ENFILE)) == "no more files can be opened"
    assert shortage(of_system(ENOMEM)) == shortage(MemoryError()) == "memory is exhausted"
    assert shortage(ShortageError("no more of it")) == "no more of it"
    blocking = io.BlockingIOError(EAGAIN, "write could not complete without blocking", 7)
    others = [of_system(ENOENT), blocking, ImportError("x"), RuntimeError("x"), OSError("x")]
    assert [shortage(error) for error in others] == [None] * 5
    limits["RLIMIT_AS"] = 64 << 20
    known = {shortage(error) for error in (thread, ImportError("x"), MemoryError())}
    assert known == {"memory is exhausted: the limit is 64 MB"}
    assert shortage(ModuleNotFoundError("x")) is None


@pytest.mark.parametrize("number", [EAGAIN, EMFILE, ENOMEM])
def test_a_program_that_cannot_be_started(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a command says which shortage ended it, with the code of a limit."""

    def lacking(*_: object, **__: object) -> None:
        raise of_system(number)

    monkeypatch.setattr(children.subprocess, "Popen", lacking)
    with pytest.raises(ShortageError, match="no more|exhausted"):
        finished(["true"])
    assert guarded(lambda words: len(finished(["true"]).stdout), "p")([]) == 30


def test_what_programs_say_is_read_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests output without end, output of the largest size, and input that is not read."""
    monkeypatch.setattr(children, "MOST_SAID", 100_000)
    for stream in ("1", "2"):
        with pytest.raises(OSError, match="it prints more than") as raised:
            finished(["sh", "-c", f"yes >&{stream}"])
        assert raised.value.errno == EFBIG
    most = finished(["sh", "-c", "head -c 100000 /dev/zero | tr '\\0' x; head -c 5 /dev/zero >&2"])
    assert (most.stdout, most.stderr, most.returncode) == (100_000 * "x", 5 * "\0", 0)
    text = 20_000 * "äb\n"
    assert finished(["cat"], given=text).stdout == text
    assert finished(["head", "-c", "4"], given=100 * text).stdout == "äb\n"
    assert finished(["sh", "-c", "printf 'a\\r\\nb\\rc'; exit 3"]).stdout == "a\nb\nc"
    assert finished(["sh", "-c", "exec >&- 2>&-; exit 3"]).returncode == 3


def test_an_answer_is_lost_without_a_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Tests that words for a closed stdout are lost, unless a file was written."""
    monkeypatch.setattr(streams.Closed, "kept", False)
    monkeypatch.setattr(sys, "stdout", streams.Closed())
    assert not streams.is_answer_lost()
    print("the answer")
    assert streams.is_answer_lost()
    assert guarded(lambda words: 0, "p")([]) == 2
    outputs.written(tmp_path / "file", lambda: (tmp_path / "file").write_text("the answer"))
    assert not streams.is_answer_lost()
    assert guarded(lambda words: 0, "p")([]) == 0
    sys.stdout.close()
