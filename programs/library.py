"""C programs, transformed and mapped: the Python interface."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from models.data.dfg import Dfg
from models.errors import InputError
from programs.question.files import loops, saved_files, winner_text
from programs.question.optimize_options import OptimizeOptions
from programs.question.question import QUESTION
from programs.question.report import total
from solvers.questions.ask import write_all
from xyzmap.ask import Answer, asked, told, with_keywords
from xyzmap.inputs import ArchLike, File, Tell
from xyzmap.mapped import Mapped, Row

if TYPE_CHECKING:
    from learn.labels.reached import Reached
    from programs.llvm.builder import LoopGraph
    from programs.question.answer import ProgramsAnswer


@dataclass(frozen=True, repr=False, eq=False)
class Optimized(Answer):
    """The best transformation found for each region of a C file.

    `value` is the total cycles of all winners, including context and data transfers, and `original`
    the cycles of the untransformed program; `regions` has a row per region with both and the
    transformations. `loops` are the mapped loops of the winners, by name; `mapping` is the first.
    """

    loops: Mapping[str, Mapped] = field(default_factory=dict)
    found: ProgramsAnswer | None = field(default=None, compare=False)

    @property
    def regions(self) -> list[Row]:
        """A record of each region, as in `--json`."""
        return list(self.record["regions"])

    @property
    def original(self) -> int | None:
        """The cycles of the untransformed program, None if a region was not mapped."""
        assert self.found is not None
        return total([one.original for one in self.found.regions])

    def source(self) -> str:
        """Return the C file with each region replaced by its winner, if it has one."""
        assert self.found is not None
        return winner_text(self.found)

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write all files into a folder: `winner.c`, the report, and the files of each loop.

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
    """Optimise the loops between `#pragma PTMAP` and `#pragma ENDMAP` of a C file for an array.

    The keywords are the fields of `OptimizeOptions`, which may be given instead: `defines` are
    macros, as a dictionary or as words, `buffer` the bytes of the data buffer, limits are in
    seconds and megabytes, and `top` is the number of programs that `str()` lists. Raises
    `InputError` for unusable input, and `TimeoutError` or `KeyboardInterrupt` if the run ends
    before any program is mapped.
    """
    inputs = {"program": program, "arch": arch}
    chosen, found = asked(QUESTION, inputs, options, keywords, on_progress)
    mapped = {name: Mapped(*loop) for name, loop in loops(found).items()}
    facts = told(QUESTION, found, chosen) | {"question": "programs"}
    return Optimized(**facts, loops=mapped, found=found)


def load_loop(
    file: File,
    *,
    function: str | None = None,
    loop: int | None = None,
    define: Sequence[str] = (),
    include: Sequence[File] = (),
    flag: Sequence[str] = (),
    assume: Literal["nothing", "restrict"] = "nothing",
    as_written: bool = False,
    passes: Sequence[str] | None = None,
    without: Sequence[str] = (),
    unroll: int = 1,
    arch: ArchLike | None = None,
    samples: int = 100,
    seed: int = 0,
) -> Dfg:
    """Return an innermost loop of C or LLVM IR as a graph, the smallest that the passes make.

    The keywords are those of `xyzmap dfg`: the number of the loop, options of clang (macros,
    folders of headers, other words), the passes or `as_written` for none, operations `without`
    which the array is, the iterations to `unroll` into one, the array `arch` for what its memory
    units do, and the number of random inputs on which the graph is first compared with the compiled
    loop, and its function with that of the text. A note says if no run could be compared. Raises
    `InputError` for files that cannot be read, and for graphs or functions that differ.
    """
    from programs.llvm.comparison import require_same
    from programs.llvm.compiler import words_for_clang
    from programs.llvm.isolated import loop_of
    from programs.rewrites.memory_units import units_of
    from programs.rewrites.pass_names import ALL, EXPANDED
    from programs.rewrites.unrolled import unrolled
    from solvers.questions.inputs import read_array
    from solvers.questions.shared_options import ArrayOptions

    path, restrict = os.fspath(file), assume == "restrict"
    if as_written and passes:
        raise InputError("as_written takes no pass: give one of both", path)
    chosen = () if as_written else tuple(passes or ALL)
    if unknown := {*chosen} - {*ALL}:
        raise InputError(f"unknown pass '{min(unknown)}'; known: {', '.join(ALL)}", path)
    if unknown := {*without} - {*EXPANDED}:
        raise InputError(f"cannot expand '{min(unknown)}'; known: {', '.join(EXPANDED)}", path)
    units = () if arch is None else units_of(read_array(arch, ArrayOptions()))
    words = words_for_clang(define, [os.fspath(folder) for folder in include], flag)

    def then(graph: LoopGraph, _: list[str]) -> LoopGraph:
        return unrolled(graph, unroll)

    found = loop_of(
        path, function, loop, words, restrict, samples, seed, chosen, then, without, units
    )
    if samples:
        require_same(found.report, path)
    return found.dfg


def reached_of(file: str) -> list[Reached]:
    """Return the IIs in a file of `xyzmap intervals`, for the label networks.

    Raises `InputError` and `InfeasibleError` for unreadable files.
    """
    from learn.intervals.data import examples_of
    from learn.intervals.samples import LINES
    from learn.intervals.shared import reached_of

    pairs = LINES.samples(file)
    return reached_of(examples_of(pair for pair in pairs if not pair.held_out))
