"""C programs, transformed and mapped."""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from models.data.problem import Problem
from solvers.questions.optimize.command import answered
from solvers.questions.optimize.files import named_pieces, winner_text, write_files
from solvers.questions.optimize.html import programs_html
from solvers.questions.optimize.options import parser
from solvers.questions.optimize.report import as_json, in_words
from xyzmap.answers import Answer, plain
from xyzmap.asked import asked, stopping
from xyzmap.inputs import ArchLike, File, Tell
from xyzmap.mapped import Mapped, Row

if TYPE_CHECKING:
    from solvers.questions.optimize.answer import ProgramsAnswer


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
        return _total(self.regions, "original")

    def source(self) -> str:
        """Return the C file with every region replaced that has a winner."""
        assert self.found is not None
        return winner_text(self.found)

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write everything into a folder: `winner.c`, the report, and the files of every loop.

        Raises `InputError`.
        """
        assert self.found is not None
        failures = write_files(
            self.found, os.fspath(file), lambda: json.dumps(self.record, indent=1) + "\n"
        )
        if failures:
            raise failures[0]


def optimize_program(
    program: File,
    arch: ArchLike,
    *,
    defines: Mapping[str, object] | None = None,
    mode: Literal["performance", "pareto"] = "performance",
    space: Literal["none", "interchange", "fusion", "full"] = "full",
    search: Literal["guided", "random"] = "guided",
    keep: int | None = None,
    predictor: Literal["mii", "gnn"] = "mii",
    max_ii: int | None = None,
    buffer: int | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    map_time: float | None = None,
    prove_time: float | None = None,
    jobs: int | None = None,
    memory_limit: int | None = None,
    check: Literal["auto", "always", "never"] = "auto",
    top: int = 10,
    on_progress: Tell | None = None,
) -> Optimized:
    """Return loops between `#pragma PTMAP` and `#pragma ENDMAP` of a C file, faster on an array.

    `defines` are macros, `buffer` the bytes of the data buffer, limits are in seconds and
    megabytes; the keywords are the options of `programs.optimize`, and `top` is how many programs
    `str()` lists. Raises `InputError` for whatever cannot be used, `KeyboardInterrupt` where that
    comes before anything is mapped.
    """
    begun = time.perf_counter()
    options = asked(
        parser(),
        (program, arch),
        on_progress,
        define=[f"{name}={value}" for name, value in (defines or {}).items()],
        mode=mode,
        space=space,
        search=search,
        keep=keep,
        predictor=predictor,
        max_ii=max_ii,
        buffer=buffer,
        seed=seed,
        time_limit=time_limit,
        map_time=map_time,
        prove_time=prove_time,
        jobs=jobs,
        memory_limit=memory_limit,
        check=check,
        top=top,
    )
    with stopping(None):
        answer = answered(options, math.inf if time_limit is None else begun + time_limit)
    answer.seconds["whole"] = time.perf_counter() - begun
    loops = {
        name: Mapped(Problem(piece.kernel.dfg, answer.arch, piece.mapping.contexts), piece.mapping)
        for one in answer.regions
        for name, _, piece in named_pieces(one)
        if piece.kernel is not None and piece.mapping is not None
    }
    record = plain(as_json(answer, options))
    stops = [one.stopped for one in answer.regions if one.stopped]
    return Optimized(
        "programs",
        answer.status,
        _total(record["regions"], "winner"),
        None,
        "",
        next(iter(loops.values()), None),
        record,
        in_words(answer, top),
        stops[0] if stops else None,
        report=lambda: programs_html(answer),
        loops=loops,
        found=answer,
    )


def _total(regions: list[Row], which: str) -> int | None:
    found = [None if one[which] is None else int(one[which]["cycles"]) for one in regions]
    known = [cycles for cycles in found if cycles is not None]
    return sum(known) if known and len(known) == len(found) else None
