"""The door of programs in C and LLVM."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from shell.formats import Format
from shell.guests import Covered, Entry, Guest
from shell.parser import Main
from solvers.questions.kinds import Kind, Numbers
from xyzmap_packages import PREFIX


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
    from programs.question.optimize_options import OptimizeOptions

    return Kind(
        f"{PREFIX}programs.optimize",
        OptimizeOptions,
        ("programs", "architectures"),
        "cycles",
        None,
        numbers=_numbers,
    )


def _graphs() -> Sequence[Format]:
    from programs.files import PROGRAM

    return (PROGRAM,)


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
    covered=(
        Covered(
            "optimize", "interval of a kernel", "a certificate of min_ii, or min_ii --certificate"
        ),
    ),
    sweeps={
        "programs.optimize": _sweep,
    },
    library=_library,
    graphs=_graphs,
    names=("Optimized", "load_loop", "optimize_program"),
)
