"""Programs and mappings of the streaming engine: damaged files are read whole or refused."""

from __future__ import annotations

from hypothesis import given

from models.streaming.check import check
from models.streaming.program import program_from_json, program_to_json
from models.streaming.schedule import Placement, Schedule, schedule_from_json, schedule_to_json
from tests.fuzz.checks import fuzzed, read_or_refused
from tests.fuzz.graphs import DATA
from tests.fuzz.mutation import near, trees

PROGRAMS = [(DATA / "streaming" / f"{n}.json").read_bytes() for n in ("distance", "ifft_loop")]
PROGRAM = program_from_json(PROGRAMS[0], "p")


def _schedule() -> Schedule:
    from models.streaming.engine import Engine

    names = [instruction.name for instruction in PROGRAM.instructions]
    places = tuple(Placement(name, n % 4, 5 * n) for n, name in enumerate(names))
    return Schedule(PROGRAM.name, Engine(tiles=4), 4, places)


SCHEDULES = [schedule_to_json(_schedule()).encode()]


@fuzzed(60)
@given(near(PROGRAMS) | trees(PROGRAMS))
def test_programs(data: bytes) -> None:
    program = read_or_refused(lambda: program_from_json(data, "f"))
    if program is not None:
        assert program_from_json(program_to_json(program), "again") == program
        assert len(program.order) <= len(program.instructions)


@fuzzed(60)
@given(near(SCHEDULES) | trees(SCHEDULES))
def test_mappings(data: bytes) -> None:
    schedule = read_or_refused(lambda: schedule_from_json(data, "f"))
    if schedule is not None:
        assert schedule_from_json(schedule_to_json(schedule), "again") == schedule
        # Whatever a mapping says, the judge has an opinion.
        read_or_refused(lambda: check(PROGRAM, schedule))
