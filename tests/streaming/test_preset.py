"""The streaming engine as an array: as many cycles as on the engine, and two more."""

from __future__ import annotations

import pytest

from archs.presets import architecture_preset
from models.data.problem import Problem
from solvers.search.answer import CyclesQuestion
from solvers.search.cycles import CyclesSearch
from streaming.model.check import check
from streaming.model.dfg import dfg_of
from streaming.model.engine import Engine
from streaming.model.recipes import Recipe, random_program
from streaming.model.rules import Rules
from streaming.model.schedule import Placement, Schedule
from tests.system.engine_oracle import has_mapping


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize(
    ("size", "seed", "recipe", "tiles", "ii", "pipeline", "hops"),
    [
        (3, 1, "tree", 2, 1, 3, (1, 2)),  # no room
        (4, 9, "tree", 1, 4, 3, (1, 2)),
        (4, 4, "layered", 4, 1, 3, (1, 2)),
        (5, 2, "layered", 3, 2, 3, (1, 2)),
        (5, 1, "tree", 2, 3, 3, (1, 2)),
        (4, 3, "layered", 3, 2, 1, (3, 2)),
        (5, 5, "layered", 3, 2, 2, (2, 5)),
    ],
)
def test_fewest_cycles_are_those_of_all_mappings_and_two(
    size: int, seed: int, recipe: Recipe, tiles: int, ii: int, pipeline: int, hops: tuple[int, int]
) -> None:
    program = random_program(size, seed, recipe)
    engine = Engine(tiles=tiles, pipeline=pipeline, hops=hops, siblings=False, starts="free")
    near, far = hops
    arch = architecture_preset(f"streaming:{tiles},pipeline={pipeline},near={near},far={far}")
    answer = CyclesSearch(
        CyclesQuestion(Problem(dfg_of(program, pipeline), arch, ii), jobs=1)
    ).run()
    if answer.mapping is None:
        assert answer.status == "infeasible" and has_mapping(program, engine, ii, 20) is False
        return
    assert answer.status == "optimal" and answer.mapping.horizon == answer.lower_bound
    # Its issues are a mapping on the engine, with starts of flows in the first interval.
    sources, places = Rules(program, engine).sources, []
    for issue in sorted(answer.mapping.issues, key=lambda i: program.number[i.operation]):
        cycle = issue.cycle - 1
        first = not sources[program.number[issue.operation]]
        tile = int(issue.component.removeprefix("pe_0_"))
        places.append(Placement(issue.operation, tile, cycle % ii if first else cycle))
    schedule = Schedule(program.name, engine, ii, tuple(places))
    assert check(program, schedule) == [] and schedule.cycles == answer.lower_bound - 2
    assert has_mapping(program, engine, ii, schedule.cycles - 1) is False
