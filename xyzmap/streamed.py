"""Programs on the streaming engine."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from models.errors import InputError
from models.formats.text_files import read_bytes
from models.streaming.check import check
from models.streaming.program import Program, program_from_json
from models.streaming.schedule import Schedule, schedule_to_json
from solvers.certificates.cycles import prepare
from solvers.certificates.folder_lock import released
from solvers.questions.streaming.command import begin, certify, parser
from solvers.questions.streaming.report import as_json, in_words
from solvers.questions.streaming.verdict import streaming_verdict
from views.html.streaming import streaming_html
from xyzmap.answers import Answer, plain
from xyzmap.asked import asked, listed, stopping
from xyzmap.inputs import File, Tell
from xyzmap.mapped import Rows, drawn, written


@dataclass(frozen=True, repr=False, eq=False)
class Streamed(Answer):
    """Where and when the streaming engine does what; `value` are the cycles, or the interval.

    `placements` has a row for each instruction; `mapping` is always None, `schedule` is in its
    place.
    """

    program: Program | None = None
    schedule: Schedule | None = None

    def placements(self) -> Rows:
        """Where and when what starts: rows with `instruction`, `op`, `tile`, `spoke`, `cycle`."""
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
        """Return what the checker objects to, a line each; nothing for a legal mapping."""
        return [str(fault) for fault in check(*self._both())]

    def table(self, width: int = 100) -> str:
        """Return the RAMs of the tiles, and tiles against cycles, as text."""
        from views.streaming.text import streaming_text

        return streaming_text(*self._both(), width)

    def svg(self, file: str | os.PathLike[str] | None = None) -> str:
        """Return tiles against cycles as a picture; write it, too, where a file is named."""
        from views.streaming.svg import streaming_svg

        return drawn(streaming_svg(*self._both()), file)

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write the mapping as JSON. Raises `InputError` where there is none."""
        written(schedule_to_json(self._both()[1]), file)

    def _both(self) -> tuple[Program, Schedule]:
        if self.program is None or self.schedule is None:
            raise InputError(f"there is no mapping: {self.words.splitlines()[0]}")
        return self.program, self.schedule


def load_program(file: File) -> Program:
    """Return the program of the streaming engine in a JSON file. Raises `InputError`."""
    path = os.fspath(file)
    return program_from_json(read_bytes(path), path)


def map_stream(
    program: Program | File,
    *,
    method: Literal["exact", "ppo", "greedy", "random"] = "exact",
    solver: Literal["auto", "cp-sat", "sat"] = "auto",
    objective: Literal["cycles", "ii"] = "cycles",
    ii: int = 6,
    placed: File | None = None,
    tiles: int | None = None,
    pipeline: int | None = None,
    hops: int | Sequence[int] | None = None,
    relay: bool = False,
    waiting: bool = True,
    starts: Literal["flows", "all", "free"] = "flows",
    siblings: bool = True,
    multicast: bool = True,
    message: int | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    jobs: int | None = None,
    tries: int | None = None,
    beam: int | None = None,
    hint: Literal["greedy", "ppo"] = "greedy",
    policy: File | None = None,
    certificate: File | None = None,
    on_progress: Tell | None = None,
) -> Streamed:
    """Return a mapping of a program onto the streaming engine with few cycles, and a bound.

    The keywords are the options of `solvers.streaming`: the engine (`tiles`, `pipeline`, `hops`, …,
    in cycles; `waiting`, `siblings` and `multicast` say what it can do), the method, and limits in
    seconds. Raises `InputError` for whatever cannot be used, `TimeoutError` where the time is up
    before the search begins.
    """
    begun = time.perf_counter()
    options = asked(
        parser(),
        (program,),
        on_progress,
        method=method,
        solver=solver,
        objective=objective,
        ii=ii,
        placed=placed,
        tiles=tiles,
        pipeline=pipeline,
        hops=listed(hops),
        relay=relay,
        no_waiting=not waiting,
        starts=starts,
        no_siblings=not siblings,
        single_output=not multicast,
        message=message,
        seed=seed,
        time_limit=time_limit,
        jobs=jobs,
        tries=tries,
        beam=beam,
        hint=hint,
        policy=policy,
        certificate=certificate,
    )
    folder = options.certificate
    with released(folder):
        if folder is not None:
            prepare(folder)
        with stopping(None):
            search = begin(options, None if time_limit is None else begun + time_limit)
            if folder is not None:
                search.proofs.folder = Path(folder)
            search.run()
            if folder is not None:
                certify(search)
    answer, rules, best = search.answer, search.rules, search.answer.schedule
    answer.seconds["whole"] = time.perf_counter() - begun
    bound = answer.interval if objective == "ii" else answer.cycles
    claimed = folder is not None and (Path(folder) / "certificate.json").exists()
    return Streamed(
        "streaming",
        answer.status,
        None if best is None else best.ii if objective == "ii" else best.cycles,
        bound.value,
        bound.reason if best is not None else answer.reason or bound.reason,
        None,
        plain(as_json(search, options)),
        in_words(search),
        answer.stopped,
        str(folder) if claimed else None,
        report=lambda: streaming_html(
            rules.program, rules.engine, best, streaming_verdict(rules, answer, method)
        ),
        program=rules.program,
        schedule=best,
    )
