"""The door of hardware."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType

from shell.guests import Entry, Guest
from shell.parser import Main


def _area() -> Main:
    from hardware.area import main

    return main


def _configure() -> Main:
    from hardware.configure import main

    return main


def _rtl() -> Main:
    from hardware.rtl import main

    return main


def _execute() -> Callable[..., None]:
    from hardware.verification import execute

    return execute


def _library() -> ModuleType:
    from hardware import library

    return library


def _formats() -> Mapping[str, tuple[type, str]]:
    from hardware.model.words import Words
    from hardware.words_json import WORDS_TAG

    return {"words.schema.json": (Words, WORDS_TAG)}


GUEST = Guest(
    name="hardware",
    commands={
        "area": Entry(_area, "choose an array", "the transistors of an array, as Yosys finds them"),
        "configure": Entry(
            _configure, "use an answer", "the configuration of the hardware, context by context"
        ),
        "rtl": Entry(_rtl, "use an answer", "an array as Verilog, and the run of a mapping on it"),
    },
    execute=_execute,
    library=_library,
    formats=_formats,
)
