"""The door of the streaming engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from shell.guests import Covered, Entry, Guest, Verifiable
from shell.parser import Main
from solvers.questions.kinds import Kind, Numbers
from xyzmap_packages import PREFIX


def _streaming() -> Main:
    from streaming.__main__ import main

    return main


def _claim() -> Callable[..., Verifiable]:
    from streaming.verification.claim import StreamingClaim

    return StreamingClaim.read


def _numbers(answer: Mapping[str, Any]) -> Numbers:
    if answer.get("objective") == "ii":
        return answer.get("ii"), answer.get("ii_bound")
    return answer.get("cycles"), answer.get("cycles_bound")


def _sweep() -> Kind:
    from streaming.question.streaming_options import StreamingOptions

    return Kind(
        f"{PREFIX}streaming",
        StreamingOptions,
        ("programs",),
        "cycles",
        "cycles_bound",
        certifies=True,
        numbers=_numbers,
    )


def _library() -> ModuleType:
    from streaming import library

    return library


def _formats() -> Mapping[str, tuple[type, str]]:
    from streaming.model.program import PROGRAM_TAG, Program
    from streaming.model.schedule import SCHEDULE_TAG, Schedule

    return {
        "streaming_program.schema.json": (Program, PROGRAM_TAG),
        "streaming_mapping.schema.json": (Schedule, SCHEDULE_TAG),
    }


GUEST = Guest(
    name="streaming",
    commands={
        "streaming": Entry(_streaming, "map", "map a program onto the streaming engine"),
    },
    claims={
        "xyzmap/streaming_certificate/1": _claim,
    },
    covered=(
        Covered("streaming", "critical path", "bound: critical path"),
        Covered("streaming", "spokes", "bound: spokes"),
        Covered("streaming", "crowd", "bound: crowd"),
        Covered("streaming", "search by SAT", "proof: LRAT of a CNF whose clauses are justified"),
        Covered("streaming", "no II up to a limit", "the same, against every II"),
        Covered("streaming", "placed", "a part of the claim"),
    ),
    sweeps={
        "streaming": _sweep,
    },
    library=_library,
    names=("Streamed", "load_program", "map_stream"),
    formats=_formats,
)
