"""Pipelines end, go on, and begin where their words say; and which one is for which problem."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from models.data.problem import Problem
from models.errors import InputError
from shell.budget import Budget
from solvers import __main__ as page
from solvers.mappers.choices import (
    HUGE,
    HUNDREDS,
    WIDE,
    beside_pipeline,
    chosen_pipeline,
    first_pipelines,
)
from solvers.mappers.named import HEURISTICS, has_few_wires, named_heuristic
from solvers.mappers.pipeline_process import run_pipeline
from solvers.mappers.pipelines import (
    BESIDE,
    BESIDE_LARGE,
    BISECT,
    FAR,
    FILL,
    HALVE,
    NEGOTIATE,
    PIPELINES,
    QUICK,
    SWEEP,
    TURNS_ROOMY,
    Pipeline,
    Stage,
    Turn,
    at_once,
)
from solvers.mappers.process import HopelessError
from solvers.mappers.schedule import CONDITIONS, FEW, Left, Step, schedule
from solvers.tasks.messages import IntervalTried, Message
from solvers.tasks.names import (
    AT_ONCE,
    IN_TURN,
    LABELS,
    LEVELS,
    MODULO,
    NEGOTIATED,
    PLACED,
    REFINED,
)

SMALLER = (MODULO, PLACED, NEGOTIATED)
"""Engines of which each pipeline has one."""


def tried(
    monkeypatch: pytest.MonkeyPatch,
    pipeline: Pipeline,
    most: int,
    least: dict[str, int],
    since: int = 5,
) -> tuple[list[tuple[str, int, int]], list[int]]:
    """Execute a pipeline from interval 2 on, where each engine maps from `least` on.

    It does so from seed `since` on; 5 is that of the first round. Returns the tries, as engine,
    contexts and seed, and the intervals of mappings.
    """
    steps: list[tuple[str, int, int]] = []
    problem = Problem(polybench("gemm"), architecture_preset("adres:4x4,io=memory"), 1)

    def loaded(by: str) -> object:
        def heuristic(at: Problem, seed: int, budget: Budget) -> object:
            steps.append((by, at.contexts or 0, seed))
            if by not in least:
                raise HopelessError
            return None if (at.contexts or 0) < least[by] or seed < since else object()

        return heuristic

    sent: list[Message] = []
    monkeypatch.setattr("solvers.mappers.pipeline_process.named_heuristic", loaded)
    run_pipeline(pipeline, problem, 2, most, 5, (), None, None, sent.append)
    mapped = [
        n for (_, n, _), m in zip(steps, sent, strict=True) if not isinstance(m, IntervalTried)
    ]
    return steps, mapped


def never(pipeline: Pipeline) -> dict[str, int]:
    """Engines that map nothing: all but those that most pipelines have."""
    return dict.fromkeys(HEURISTICS.keys() - set(SMALLER), 99)


@pytest.mark.parametrize("name", PIPELINES)
@pytest.mark.parametrize(("most", "least"), [(9, 4), (40, 7), (40, 21), (40, 40), (40, 99)])
def test_every_pipeline_ends_at_the_smallest_that_is_mapped(
    name: str, most: int, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that mappings become smaller, and nothing beyond the most is tried."""
    pipeline = PIPELINES[name]
    maps = never(pipeline) | dict.fromkeys(SMALLER, least)
    steps, mapped = tried(monkeypatch, pipeline, most, maps)
    assert {contexts for _, contexts, _ in steps} <= set(range(2, most + 1))
    assert mapped == sorted(set(mapped), reverse=True)
    assert bool(mapped) == (least <= most)
    if mapped and pipeline is not QUICK:
        assert mapped[-1] == least
    assert pipeline is HALVE or max(contexts for _, contexts, _ in steps) >= min(least, most)


@pytest.mark.parametrize("name", [name for name in PIPELINES if name != "quick"])
def test_every_pipeline_tries_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that what maps nothing in the first two rounds is asked for longer."""
    maps = never(PIPELINES[name]) | dict.fromkeys(SMALLER, 4)
    _, mapped = tried(monkeypatch, PIPELINES[name], 9, maps, since=7)
    assert mapped[-1] == 4


def stages(pipeline: Pipeline) -> Iterator[Stage]:
    """All stages of a pipeline."""
    yield from pipeline.stages
    yield from (stage for _, stage in pipeline.unmapped)


@pytest.mark.parametrize("name", PIPELINES)
def test_their_words_are_known(name: str) -> None:
    """Tests names of engines and conditions; an unknown order raises an error in a step."""
    for stage in stages(PIPELINES[name]):
        assert set(stage.when) <= CONDITIONS.keys()
        for turn in stage.turns:
            assert turn.engine in HEURISTICS and set(turn.when) <= CONDITIONS.keys()
        assert list(schedule(Pipeline("", "", (replace(stage, when=()),)), Left(2, 9, 50)))


@pytest.mark.parametrize("engine", HEURISTICS)
def test_engines_are_where_the_table_says(engine: str) -> None:
    """Tests that every row of the table leads to a heuristic."""
    assert callable(named_heuristic(engine))


def test_seconds_grow_as_their_scale_says() -> None:
    """Tests steady, growing and patient turns, shares of a stage, doublings and pace."""
    turns = (Turn(MODULO, 1.0, "steady"), Turn(MODULO, 1.0, "growing"), Turn(MODULO, 1.0))
    pipeline = Pipeline(
        "", "", (Stage("smallest first", turns, doublings=1, share=0.5, foremost=2.0),)
    )
    steps = list(schedule(pipeline, Left(2, 3, 3 * FEW)))
    assert [step.seconds for step in steps[:6]] == [1.0, 2.0, 6.0, 1.0, 0.5, 1.5]
    assert [step.seconds for step in steps[-6:]] == [1.0, 4.0, 12.0, 1.0, 1.0, 3.0]
    paced = list(schedule(replace(pipeline, pace=3.0), Left(2, 3, 3 * FEW)))
    assert [step.seconds for step in paced] == [3 * step.seconds for step in steps]


def found(
    steps: Iterator[Step], engines: tuple[str, ...], count: int
) -> list[tuple[int, str, int]]:
    """Places, engines and contexts of those among the first steps that have these engines."""
    some = enumerate(islice(steps, count))
    return [(n, step.by, step.contexts) for n, step in some if step.by in engines]


def test_where_most_room_is() -> None:
    """Tests that it comes once, after a few steps without a mapping, and what it is."""
    plan = replace(HALVE, unmapped=TURNS_ROOMY.unmapped)
    steps = found(schedule(plan, Left(4, 900, 200)), (REFINED, IN_TURN), 12)
    assert steps == [(2, REFINED, FAR * 4), (3, IN_TURN, 900)]
    for other, count in ((plan, FEW), (replace(HALVE, unmapped=BESIDE_LARGE.unmapped), 200)):
        steps = found(schedule(other, Left(4, 900, count)), (REFINED, IN_TURN), 12)
        assert steps == [(2 if other is plan else 0, IN_TURN, 900)]
    for most, after, contexts in ((14, 2, 14), (199, 2, FAR * 4)):
        steps = found(schedule(plan, Left(4, most, 200)), (PLACED, REFINED), 12)
        assert steps == [(after, PLACED, contexts), (after + 1, REFINED, contexts)]
    for left in (Left(4, 199, 200, mapped=True), Left(4, 900, 200, mapped=True)):
        assert list(islice(schedule(plan, left), 9)) == list(islice(schedule(HALVE, left), 9))


def test_beside_solvers_a_mapping_comes_soon_and_falls() -> None:
    """Tests that IIs rise until one is mapped, and fall one by one from there."""
    left = Left(4, 20, FEW)
    steps = schedule(BESIDE, left)
    rising = [(step.by, step.contexts) for step in islice(steps, 6)]
    assert rising == [(by, n) for n in (4, 5, 7) for by in (MODULO, REFINED)]
    left.mapped, left.last = True, 6
    fallen = []
    for step in islice(steps, 3):
        fallen.append((step.by, step.contexts))
        left.last = min(left.last, step.contexts - 1)
    assert fallen == [(REFINED, 6), (REFINED, 5), (REFINED, 4)]


def test_an_aim_comes_first() -> None:
    """Tests that the II of a given mapping is tried before the others, while it is of use."""
    assert [
        step.contexts for step in islice(schedule(replace(SWEEP, aim=9), Left(4, 20, 30)), 3)
    ] == [9, 4, 5]
    left = Left(4, 8, 30)
    aimed = schedule(replace(SWEEP, aim=9), left)
    assert list(islice(aimed, 9)) == list(islice(schedule(SWEEP, left), 9))


def test_any_mapping_comes_before_all_else() -> None:
    """Tests that the pipeline of `--first` begins with it, and goes on where there is none."""
    steps = list(schedule(at_once(SWEEP), Left(7, 90, 28)))
    assert (steps[0].by, steps[0].contexts) == (AT_ONCE, 90)
    assert steps[1:] == list(schedule(SWEEP, Left(7, 90, 28)))


def test_negotiation_begins_not_far_above_the_smallest() -> None:
    """Tests that it doubles the II until there is a mapping, and then falls, or halves."""
    for pipeline, first, after in (
        (NEGOTIATE, [4, 6, 12], [11, 11]),
        (BISECT, [8, 16, 32], [10, 11]),
    ):
        left = Left(4, 40, 30)
        steps = schedule(pipeline, left)
        assert [next(steps).contexts for _ in range(3)] == first
        left.mapped, left.last = True, 11
        assert [(step.by, step.contexts) for step in islice(steps, 2)] == [
            (NEGOTIATED, contexts) for contexts in after
        ]


@pytest.mark.parametrize(
    ("array", "few"),
    [("hycube:4x4,io=memory", True), ("adres:4x4,io=memory", True), ("mesh:4x4", False)],
)
def test_negotiation_is_for_large_loops_where_wires_are_few(array: str, few: bool) -> None:
    """Tests arrays with switches or slots for passing values, and loops of more operations."""
    problem = Problem(polybench("gemm"), architecture_preset(array), 1)
    assert has_few_wires(problem) == few
    for operations in (FEW, FEW + 1):
        steps = schedule(SWEEP, Left(4, 40, operations, few_wires=few))
        asked = any(step.by == NEGOTIATED for step in islice(steps, 30))
        assert asked == (few and operations > FEW)


def test_levels_take_the_place_of_labels_that_are_missing() -> None:
    """Tests that hopeless labels are not asked again, and levels come in every round instead."""
    left = Left(4, 4, 30)
    asked: dict[str, list[int]] = {LABELS: [], LEVELS: []}
    for step in schedule(SWEEP, left):
        if step.by in asked:
            asked[step.by].append(step.change)
        if step.by == LABELS and step.change == 4:
            left.hopeless.add((LABELS, 4))
    assert asked == {LABELS: [1, 2, 3, 4], LEVELS: [3, 4, 5, 6, 7, 8, 9]}


class Sized:
    """As much of a problem as the choice of a pipeline looks at."""

    def __init__(self, operations: int, components: int) -> None:
        self.dfg = self.arch = self
        self.operations, self.components = range(operations), range(components)


@pytest.mark.parametrize(
    ("operations", "components", "few", "names"),
    [
        (HUNDREDS, 16, True, ["turns-refined", "turns-modulo"]),
        (HUNDREDS + 1, 16, False, ["climb", "close-in"]),
        (HUNDREDS + 1, WIDE + 1, False, ["climb", "close-in-wide"]),
        (HUNDREDS + 1, 16, True, ["negotiate", "bisect"]),
        (HUGE, WIDE + 1, True, ["negotiate-wide", "bisect-wide"]),
        (HUGE + 1, WIDE + 1, True, ["negotiate-huge", "bisect-wide"]),
    ],
)
def test_which_pipelines_come_before_solvers(
    operations: int, components: int, few: bool, names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests the choice by operations, components and wires, and where any mapping is enough."""
    monkeypatch.setattr("solvers.mappers.choices.has_few_wires", lambda problem: few)
    problem: Problem = Sized(operations, components)  # type: ignore[assignment]
    assert [each.name for each in first_pipelines(problem, (), first=False)] == names
    if operations > HUNDREDS:
        for shapes, first in (((), True), (("a shape",), False)):
            chosen = first_pipelines(problem, shapes, first=first)
            assert [each.name for each in chosen] == ["turns-placed", "turns-roomy"]


def test_which_pipeline_is_beside_solvers() -> None:
    """Tests that every choice has what was asked for."""
    plain = beside_pipeline(large=False, first=False, aim=None)
    assert plain == BESIDE == chosen_pipeline("beside")
    assert beside_pipeline(large=True, first=False, aim=7) == replace(BESIDE_LARGE, aim=7)
    assert beside_pipeline(large=False, first=True, aim=None) == chosen_pipeline("beside-at-once")
    with pytest.raises(InputError, match=r"unknown pipeline 'fil'; known: beside, .*'fill'\?$"):
        chosen_pipeline("fil")


def test_they_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that the command names all of them, as text and as data."""
    assert page.main(["--pipelines"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines if line and line[0] != " "] == list(PIPELINES)
    text = "\n".join(lines)
    assert FILL.about in text and "rounds 7-10: smallest first, if values move and nothing" in text
    shown = Path("docs/search.md").read_text(encoding="utf-8").split("```text\n")
    assert any(block.startswith("halve: ") and block.split("```")[0] in text for block in shown)
    assert page.main(["--pipelines", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["pipelines"]
    assert [entry["name"] for entry in listed] == list(PIPELINES)
    assert listed[0]["stages"][0]["rounds"] == [0]
