"""What every command shares: how it reads its words, and how it ends when it is stopped."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from typing import Any

from models.process.command import guarded
from models.process.options import Options, flag, number
from models.process.parser import Call, Command, Commands, Input, main_of
from models.process.streams import Patient


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def wait() -> None:
    """Work until a signal ends it."""
    while True:
        time.sleep(0.001)


def test_a_command_says_why_it_ended(capsys: Any) -> None:
    def run(arguments: object) -> int:
        interrupt()
        wait()
        return 0

    assert guarded(run, "p")([]) == 30
    assert capsys.readouterr().err == "p: interrupted\n"


@dataclass(frozen=True, kw_only=True)
class Some(Options):
    share: float = number("of all", "R", 0.5, high=1, above=True)
    quick: bool = flag("at once")


KINDS = Commands(
    "some_thing",
    "What is done.",
    (
        Command("all", "all files", (Input("file", "FILE", "a", many=True, optional=True),), Some),
        Command("one", "a file, or none", (Input("file", "FILE", "a", optional=True),), Some),
    ),
    metavar="KIND",
)


def test_a_subcommand_is_called_with_its_inputs_and_options() -> None:
    calls: list[Call] = []
    main = main_of(KINDS, lambda call: calls.append(call) or len(calls))
    assert main(["all", "a", "b", "--quick"]) == 1
    assert main(["all"]) == 2
    assert main(["one", "--share=1"]) == 3
    assert calls == [
        Call("some-thing", "all", {"file": ["a", "b"]}, Some(quick=True)),
        Call("some-thing", "all", {"file": []}, Some()),
        Call("some-thing", "one", {"file": None}, Some(share=1.0)),
    ]


def test_writing_goes_on_without_a_reader() -> None:
    """Tests that what is written after the reader has gone goes nowhere, and raises nothing."""
    reading, writing = os.pipe()
    stream = Patient(os.fdopen(writing, "wb"), "utf-8")
    os.close(reading)
    for _ in range(3):
        assert stream.write("x" * 100_000) == 100_000
        stream.flush()
    stream.close()
