"""Programs on the streaming engine."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from models.errors import InputError
from models.formats.text_files import read_bytes
from streaming.model.check import check
from streaming.model.program import Program, program_from_json
from streaming.model.schedule import Schedule, schedule_to_json
from streaming.question.options import StreamingOptions
from streaming.question.question import QUESTION
from xyzmap.ask import Answer, asked, told, with_keywords
from xyzmap.inputs import File, Tell
from xyzmap.mapped import Rows, drawn, written


@dataclass(frozen=True, repr=False, eq=False)
class Streamed(Answer):
    """A mapping onto the streaming engine; `value` is the number of cycles, or the II.

    `placements` has a row for each instruction. `mapping` is always None; see `schedule` instead.
    """

    program: Program | None = None
    schedule: Schedule | None = None

    def placements(self) -> Rows:
        """A row for each instruction: `instruction`, `op`, `tile`, `spoke`, `cycle`."""
        program, schedule = self._both()
        ops = {instruction.name: instruction.op for instruction in program.instructions}
        return Rows(
            {
                "instruction": placed.instruction,
                "op": ops[placed.instruction],
                "tile": placed.tile,
                "spoke": placed.start % schedule.ii,
                "cycle": placed.start,
            }
            for placed in schedule.placements
        )

    def check(self) -> list[str]:
        """Return the checker's objections, one line each; empty for a legal mapping."""
        return [str(fault) for fault in check(*self._both())]

    def table(self, width: int = 100) -> str:
        """Return the RAM contents of the tiles, and a chart of tiles against cycles, as text."""
        from streaming.view.text import streaming_text

        return streaming_text(*self._both(), width)

    def svg(self, file: str | os.PathLike[str] | None = None) -> str:
        """Return a chart of tiles against cycles as SVG; write it to `file` if given."""
        from streaming.view.svg import streaming_svg

        return drawn(streaming_svg(*self._both()), file)

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write the mapping as JSON. Raises `InputError` without a mapping."""
        written(schedule_to_json(self._both()[1]), file)

    def _both(self) -> tuple[Program, Schedule]:
        if self.program is None or self.schedule is None:
            raise InputError(f"there is no mapping: {self.words.splitlines()[0]}")
        return self.program, self.schedule


def load_program(file: File) -> Program:
    """Read a program of the streaming engine from a JSON file. Raises `InputError`."""
    path = os.fspath(file)
    return program_from_json(read_bytes(path), path)


@with_keywords(StreamingOptions)
def map_stream(
    program: Program | File,
    options: StreamingOptions | None = None,
    *,
    on_progress: Tell | None = None,
    **keywords: Any,
) -> Streamed:
    """Return a mapping of a program onto the streaming engine with few cycles, and a bound.

    The keywords are the fields of `StreamingOptions`, which may be given instead: the engine
    (`tiles`, `pipeline`, `hops`, …, in cycles; `waiting`, `siblings` and `multicast` are its
    capabilities), the method, and limits in seconds. Raises `InputError` for unusable input,
    `TimeoutError` if the time is up before the search begins.
    """
    chosen, answer = asked(QUESTION, {"program": program}, options, keywords, on_progress)
    return Streamed(
        **told(QUESTION, answer, chosen), program=answer.rules.program, schedule=answer.schedule
    )
