"""C programs, transformed and mapped."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from programs.question.files import loops, saved_files, winner_text
from programs.question.options import QUESTION, OptimizeOptions
from programs.question.report import total
from solvers.questions.ask import write_all
from xyzmap.answers import Answer
from xyzmap.ask import asked, told, with_keywords
from xyzmap.inputs import ArchLike, File, Tell
from xyzmap.mapped import Mapped, Row

if TYPE_CHECKING:
    from programs.question.answer import ProgramsAnswer


@dataclass(frozen=True, repr=False, eq=False)
class Optimized(Answer):
    """The best transformation that was found of every region of a C file.

    `value` are the cycles of all winners, contexts and data included, and `original` those of the
    program as it is; `regions` are rows with both, with the transformations, and more. `loops` are
    the mapped loops of the winners, by name; `mapping` is the first of them.
    """

    loops: Mapping[str, Mapped] = field(default_factory=dict)
    found: ProgramsAnswer | None = field(default=None, compare=False)

    @property
    def regions(self) -> list[Row]:
        """What is known of every region, as `--json` has it."""
        return list(self.record["regions"])

    @property
    def original(self) -> int | None:
        """The cycles of the program as it is, None where some region of it was not mapped."""
        assert self.found is not None
        return total([one.original for one in self.found.regions])

    def source(self) -> str:
        """Return the C file with every region replaced that has a winner."""
        assert self.found is not None
        return winner_text(self.found)

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write everything into a folder: `winner.c`, the report, and the files of every loop.

        Raises `InputError`.
        """
        assert self.found is not None
        made = saved_files(
            self.found, os.fspath(file), lambda: json.dumps(self.record, indent=1) + "\n"
        )
        for failure in write_all(made):
            raise failure


@with_keywords(OptimizeOptions)
def optimize_program(
    program: File,
    arch: ArchLike,
    options: OptimizeOptions | None = None,
    *,
    on_progress: Tell | None = None,
    **keywords: Any,
) -> Optimized:
    """Return loops between `#pragma PTMAP` and `#pragma ENDMAP` of a C file, faster on an array.

    The keywords are the fields of `OptimizeOptions`, which may be given instead: `defines` are
    macros, as a dictionary or as words, `buffer` the bytes of the data buffer, limits are in
    seconds and megabytes, and `top` is how many programs `str()` lists. Raises `InputError` for
    whatever cannot be used, `TimeoutError` or `KeyboardInterrupt` where the time is up or that
    comes before anything is mapped.
    """
    inputs = {"program": program, "arch": arch}
    chosen, found = asked(QUESTION, inputs, options, keywords, on_progress)
    mapped = {name: Mapped(*loop) for name, loop in loops(found).items()}
    facts = told(QUESTION, found, chosen) | {"question": "programs"}
    return Optimized(**facts, loops=mapped, found=found)
