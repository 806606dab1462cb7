"""Work in processes of their own: what ends them, and what they say."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from models.errors import InputError, NotSupportedError
from models.notes import note, noted
from programs.dfg import main
from programs.library import load_loop
from programs.llvm import isolated
from programs.llvm.child import EndedError, answered, output_of, returned
from programs.llvm.module import Function, functions_of
from programs.llvm.needed_text import functions_in, needed_text
from shell.budget import Ending, Stop
from tests.programs.llvm.texts import at, loop


def test_a_signal_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a command that is asked to end does not wait for its child, which ends too."""
    read, write = os.pipe()
    monkeypatch.setattr(Ending, "asked", True)
    with pytest.raises(Stop):
        output_of(lambda own: time.sleep(1e6))
    os.close(write)
    assert os.read(read, 1) == b""  # its copy of the other end is closed
    os.close(read)


def test_what_a_child_says() -> None:
    """Tests long text, an error and a signal in a child."""
    text = "é" * 300_000
    assert answered(lambda: text) == text
    assert answered(lambda: str(1 // 0)) is None
    assert answered(lambda: str(os.kill(os.getpid(), signal.SIGABRT))) is None
    said, status = output_of(lambda write: None if os.write(write, b"so far") else os.abort())
    assert (said, status) == ("so far", 0)


def test_what_a_child_returns() -> None:
    """Tests values, notes and errors, which are those of this process."""

    def work() -> list[int]:
        note("what it assumes", "a.c")
        return list(range(100_000))

    with noted() as lines:
        assert returned(work) == list(range(100_000))
    assert lines == ["note: a.c: what it assumes"]

    def refuses() -> None:
        raise NotSupportedError("no such thing", "a.c: line 3")

    with pytest.raises(NotSupportedError, match=r"^a.c: line 3: no such thing$"):
        returned(refuses)
    with pytest.raises(RuntimeError, match="ZeroDivisionError: "):
        returned(lambda: 1 // 0)


TEXT = loop(at("x") + "  %y = add i32 %x, 1\n  store i32 %y, ptr %px")
ENDS = (signal.SIGABRT, signal.SIGSEGV, signal.SIGILL, signal.SIGKILL, signal.SIGXCPU, 1, 70)


def end(how: int) -> None:
    """End this process by a signal, or with a code."""
    if how in (1, 70):
        os._exit(how)
    os.kill(os.getpid(), how)


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("part", range(10))
def test_the_end_of_a_child_is_a_line(
    part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests twenty ends of children, in place of LLVM's: one line, exit code 2, `InputError`."""
    path = tmp_path / "f.ll"
    path.write_text(TEXT)
    chance = random.Random(part)
    for n in range(20):
        how = chance.choice(ENDS)
        monkeypatch.setattr("programs.llvm.read.functions_of", lambda *_, how=how: end(how))
        with pytest.raises(
            InputError, match=r"LLVM ended (by SIG|with the code|after 600)"
        ) as seen:
            load_loop(path)
        assert "\n" not in str(seen.value) and "give a file with its function" in str(seen.value)
        if n % 4 == 0:
            assert main([str(path)]) == 2
            lines = capsys.readouterr().err.splitlines()
            assert len(lines) == 1 and lines[0].startswith(f"dfg: {path}: LLVM ended")


def test_time_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a child that works on without end is ended by its limit of processor time."""
    monkeypatch.setattr("programs.llvm.child.MOST_SECONDS", 0)

    def works() -> None:
        while True:
            pass

    with pytest.raises(EndedError, match="after 0 seconds of processor time"):
        returned(works)


OTHERS = """module asm ".globl nothing"
@llvm.used = appending global [1 x ptr] [ptr @other], section "llvm.metadata"
@kept = global i32 4
@alias = alias i32, ptr @kept
@unused = thread_local global i32 0
define void @bad() {
  %x = load i32, ptr @alias
  store i32 %x, ptr @unused
  ret void
}
define i32 @other() {
  %x = load i32, ptr @alias
  ret i32 %x
}
"""


def fragile(read: Callable[[str, str], list[Function]]) -> Callable[[str, str], list[Function]]:
    """Return a reader that ends its process for a text with a function `bad`."""

    def reads(text: str, where: str) -> list[Function]:
        if "@bad" in text:
            end(signal.SIGABRT)
        return read(text, where)

    return reads


@pytest.mark.parametrize("function", [None, "f"])
def test_the_rest_of_a_file_is_left_out(
    function: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that a loop is read though another function of its file ends LLVM."""
    path = tmp_path / "f.ll"
    path.write_text(OTHERS + TEXT)
    monkeypatch.setattr("programs.llvm.read.functions_of", fragile(functions_of))
    monkeypatch.setattr(isolated, "functions_of", fragile(functions_of))
    with noted() as lines:
        dfg = load_loop(path, function=function)
    assert dfg.name == "f" and "on which LLVM ended by SIGABRT" in lines[0]
    if function is None:
        path.write_text(OTHERS)
        with pytest.raises(InputError, match="no loop"):
            load_loop(path)


def test_needed_text() -> None:
    """Tests that a function has what it mentions, directly or not, and nothing else of the file."""
    assert functions_in(OTHERS + TEXT) == ["bad", "other", "f"]
    other = needed_text(OTHERS + TEXT, ["other"])
    assert functions_in(other) == ["other"] and "@alias = alias" in other and "@kept = " in other
    assert not any(word in other for word in ("asm", "llvm.used", "unused"))
