"""What stands above the scenes: it names every scene, and no name becomes markup."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from models.data.mapping import Mapping
from models.data.problem import Problem
from partition.view.page import partition_overview
from partition.view.rows import PartRow, Timeline
from programs.view.page import RegionRows, programs_overview
from pruning.view.page import ArrayFound, PruningStep, pruning_overview
from tests.views.html.pages import HOSTILE, Page
from views.html.page import Overview, Row, choices_overview, scenes_html
from views.html.scene import Scene
from views.html.verdict import Verdict

VERDICT = Verdict("feasible", "so far")
Made = tuple[Problem, Mapping]


def timeline(name: str) -> Overview:
    rows = [PartRow(name, 5, 2, 4, 1, 0), PartRow("b", 4, 3, 5, 1, 1), PartRow("c", 4, 1, 2, 0, 2)]
    crossed = [(name, 0, 1), (name, 0, 2), ("v", 1, 2)]
    return partition_overview(Timeline(rows, crossed), [2, 2, 1])


def pruning(name: str) -> Overview:
    arrays = [ArrayFound(f"3 {name}", name, [[], []], 0), ArrayFound("2", name, [[1], [0]], 1)]
    steps = [
        PruningStep("array", name, 0, "nothing", [[], []]),
        PruningStep("needed", name, 0, name, [[0], []]),
        PruningStep("array", "smaller", 1, "1", [[], []]),
    ]
    return pruning_overview(arrays, steps, [name], name)


def programs(name: str) -> Overview:
    candidates = [Row([name] * 8, [(name, 0), ("b", 2)], best=True), Row([name] * 8)]
    loops = [Row([name, "1"], [(name, 1)]), Row(["other", "2"])]
    facts = [(name, name)]
    heads = ["loop", "operations"]
    region = RegionRows(name, name, name, facts, candidates, [name, name], heads, loops, name)
    return programs_overview([region])


def choices(name: str) -> Overview:
    rows = [Row([name, name], [(name, n)], best=n == 1) for n in range(3)]
    return choices_overview(name, [name, "b"], rows, name)


MAKERS = [timeline, pruning, programs, choices]


def page(made: Made, overview: Overview) -> str:
    scenes = [Scene(f"scene {n}", *made, VERDICT) for n in range(3)]
    return scenes_html("all", VERDICT, scenes, overview)


@pytest.mark.parametrize("maker", MAKERS)
def test_names_in_overviews_cannot_become_markup(
    maker: Callable[[str], Overview], made: Callable[..., Made]
) -> None:
    hostile, plain = (Page(page(made(), maker(name))) for name in (HOSTILE, "name"))
    assert [tag for tag, _ in hostile.seen] == [tag for tag, _ in plain.seen]
    hostile.check_ids()
    assert HOSTILE[:-1] in hostile.words or HOSTILE in str(hostile.data("pruning"))
    assert not any({"style", "onclick", "src"} & attributes.keys() for _, attributes in plain.seen)
