"""The streaming engine as an array: as many cycles as on the engine, and two more."""

from __future__ import annotations

import pytest

from archs.presets import architecture_preset
from models.data.problem import Problem
from models.streaming.check import check
from models.streaming.dfg import dfg_of
from models.streaming.engine import Engine
from models.streaming.recipes import Recipe, random_program
from models.streaming.rules import Rules
from models.streaming.schedule import Placement, Schedule
from solvers.search.answer import Question
from solvers.search.cycles import Search
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
    answer = Search(Question(Problem(dfg_of(program, pipeline), arch, ii), workers=1)).run()
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


def test_tiles_and_links() -> None:
    arch = architecture_preset("streaming:4,near=2,far=3")
    ends = {(p.sources[0], p.targets[0]): (p.width, p.latency) for p in arch.paths}
    for t in range(4):
        unit = arch.component_by_name[f"pe_0_{t}"]
        assert unit.own_latency("muladd") == unit.own_latency("+") == 3
        assert {pair: ends.pop(pair) for pair in list(ends) if pair == (f"delay_0_{t}", unit.name)}
        for u in range(4):
            link = ends.pop((unit.name, f"delay_0_{u}"), None)
            assert link == {0: (1, 0), 1: (1, 1), 2: (1, 2)}.get(abs(t - u))
    assert {pair for pair in ends if "extmem" not in pair} == set()
    assert architecture_preset("streaming:2,delays=5").component_by_name["delay_0_1"].capacity == 5
