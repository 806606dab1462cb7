"""Keywords as the options of a command: what is allowed, what is the default, says its parser."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from numbers import Real

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.mapping import Mapping
from models.errors import InputError
from models.process.command import Parser
from models.process.signals import Signals, Stop
from models.streaming.program import Program
from solvers.questions.inputs import Given
from xyzmap.inputs import Numbers, Tell, Words
from xyzmap.mapped import Mapped


def asked(
    parser: argparse.ArgumentParser, inputs: Sequence[object], tell: Tell | None, **keywords: object
) -> argparse.Namespace:
    """Return the options of a command as if its words had been given.

    A keyword is an option: None and False leave it out, True is a flag, and several values in a
    list repeat it. Raises `InputError` for values that the command refuses.
    """
    words: list[str] = []
    for name, value in keywords.items():
        option = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(option)
            continue
        for one in value if isinstance(value, (list, tuple)) else [value]:
            word = named(one)
            # What is given by name must stay what it is; other words may begin with a dash.
            words += [option, word] if isinstance(word, Given) else [f"{option}={word}"]
    assert isinstance(parser, Parser)
    parser.raises = True
    options = parser.parse_args([*words, "--quiet", "--", *map(named, inputs)])
    if tell is not None:
        options.tell = tell
    return options


def named(value: object) -> str:
    """Return a word for a command: a path or number as it is written, an input by its name."""
    if isinstance(value, (Dfg, Architecture, Program)):
        return Given(value.name, value)
    if isinstance(value, Mapped):
        value = value.mapping
    if isinstance(value, Mapping):
        return Given(f"mapping of {value.dfg}", value)
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if isinstance(value, Real):  # numpy's as well
        return str(value)
    raise InputError(f"a {type(value).__name__} is no input, file name or number")


def switch(on: bool) -> str:
    """Return the word for an option that is on or off."""
    return "on" if on else "off"


def listed(values: Words | Numbers | None) -> str | None:
    """Return `8,9` for what a command takes as one word."""
    if values is None or isinstance(values, str):
        return values
    return ",".join(map(str, values if isinstance(values, Iterable) else [values]))


@contextmanager
def stopping(time_limit: float | None) -> Iterator[None]:
    """Let Ctrl-C and a time limit, in seconds, end a search that has an answer by then.

    Raises `TimeoutError` where time is up before there is anything to answer with. In another
    thread than the main one, searches look at the clock themselves, now and then.
    """
    try:
        with Signals(None if time_limit is None else time.perf_counter() + time_limit):
            yield
    except Stop as stop:
        if str(stop) == "time limit":
            raise TimeoutError("time limit before the search began") from None
        raise KeyboardInterrupt from None
