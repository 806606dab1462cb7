"""The door of programs in C and LLVM."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from shell.guests import Entry, Guest
from shell.parser import Main
from solvers.questions.kinds import Kind, Numbers


def _optimize() -> Main:
    from programs.optimize import main

    return main


def _dfg() -> Main:
    from programs.dfg import main

    return main


def _numbers(answer: Mapping[str, Any]) -> Numbers:
    winners = [region["winner"] for region in answer["regions"]]
    if not winners or None in winners:
        return None, None
    return sum(winner["cycles"] for winner in winners), None


def _sweep() -> Kind:
    from programs.question.options import OptimizeOptions

    return Kind(
        "programs.optimize",
        OptimizeOptions,
        ("programs", "architectures"),
        "cycles",
        None,
        numbers=_numbers,
    )


def _intervals() -> Kind:
    from learn.intervals.options import GenerateOptions

    return Kind(
        "learn.intervals",
        GenerateOptions,
        (),
        "samples",
        None,
        lines=True,
        first=("generate",),
        always=("--jobs", "1"),
    )


def _library() -> ModuleType:
    from programs import library

    return library


GUEST = Guest(
    name="programs",
    needs=("partition",),
    commands={
        "optimize": Entry(_optimize, "map", "transform the loops of a C program, and map them"),
        "dfg": Entry(_dfg, "begin", "a loop of C or of LLVM's text as a graph"),
    },
    sweeps={
        "programs.optimize": _sweep,
        "intervals": _intervals,
    },
    library=_library,
    names=("Optimized", "load_loop", "optimize_program"),
)
