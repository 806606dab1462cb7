"""The report in a browser: player, pictures and search, by mouse and by keyboard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from models.data.dfg import Line
from tests.browser.support import WINDOWS, Made, at_cycle, cycle, names_of, node, require_readable
from views.html.page import report_html
from views.html.verdict import Verdict

pytestmark = pytest.mark.browser

Open = Callable[..., Any]


def test_each_cycle_shows_what_the_mapping_issues(opened: Open, loop: Made) -> None:
    page = opened(loop.page)
    for k in range(loop.mapping.horizon):
        at_cycle(page, k)
        issued = {i.operation for i in loop.mapping.issues if i.cycle == k}
        elements = {i.component for i in loop.mapping.issues if i.cycle == k}
        assert names_of(page.locator("#graph .node.now")) == issued
        shown = page.locator("#array .tile:has(.op[visibility=inherit]:not(.running))")
        assert names_of(shown) == elements
        context = k % loop.mapping.contexts
        assert page.locator("#now").text_content().startswith(f"cycle {k}, context {context} ")
        page.keyboard.press("ArrowRight")


def test_keys_step_jump_and_play(opened: Open, loop: Made) -> None:
    page = opened(loop.page, paused=True)

    def at(expected: int) -> bool:
        page.clock.run_for(40)
        return cycle(page) == expected

    last = int(page.locator("#cycle").get_attribute("max"))
    for key, expected in (
        ("ArrowLeft", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last),
        ("ArrowRight", last), ("Home", 0),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert at(expected), key
    page.keyboard.press(" ")
    assert page.locator("#play").text_content() == "Pause"
    page.clock.run_for(2000)
    played = cycle(page)
    assert played == 2
    page.keyboard.press(" ")
    assert page.locator("#play").text_content() == "Play"
    page.clock.run_for(5000)
    assert cycle(page) == played


def test_a_node_under_the_mouse_shows_its_tile_and_its_route(opened: Open, loop: Made) -> None:
    page = opened(loop.page)
    paths = [path.name for path in loop.problem.arch.paths]
    travels = {t.value for t in loop.mapping.transfers}
    for issue in [i for i in loop.mapping.issues if i.operation in travels][:3]:
        node(page, issue.operation).hover()
        places = {i.component for i in loop.mapping.issues if i.operation == issue.operation}
        assert names_of(page.locator("#array .tile.hit")) == places
        held = {h.component for h in loop.mapping.holds if h.value == issue.operation}
        assert names_of(page.locator("#array .tile.keeps")) == held
        way = {t.path for t in loop.mapping.transfers if t.value == issue.operation}
        routes = page.locator("#array .path.route title").all_text_contents()
        assert set(routes) == way <= set(paths)
        assert names_of(page.locator("#graph .node.hit")) == {issue.operation}
        assert page.locator("#about h3").text_content().startswith(f"{issue.operation} = ")


def test_search_finds_values_and_chooses_one(opened: Open, loop: Made) -> None:
    page = opened(loop.page)
    names = [*loop.problem.dfg.inputs, *(op.name for op in loop.problem.dfg.operations)]
    wanted = loop.problem.dfg.operations[-1].name
    page.locator("#find").fill(wanted)
    matches = page.locator("#matches button").all_text_contents()
    assert matches[0].startswith(wanted)
    assert page.locator("#found").text_content() == f"{len(matches)} of {len(names)}"
    page.locator("#find").press("ArrowLeft")
    page.locator("#find").press(" ")
    assert cycle(page) == 0 and page.locator("#play").text_content() == "Play"
    page.locator("#find").fill(wanted)
    page.locator("#find").press("Enter")
    assert names_of(page.locator("[aria-selected=true]")) == {wanted}
    page.locator("#find").fill("no such value")
    assert page.locator("#found").text_content() == f"0 of {len(names)}"
    assert page.locator("#matches").is_hidden()


def test_a_link_shows_a_cycle_and_a_value(opened: Open, loop: Made) -> None:
    last = max(loop.mapping.issues, key=lambda issue: issue.cycle)
    page = opened(loop.page, at=f"cycle=1&value={last.operation}")
    at_cycle(page, 1)
    assert names_of(page.locator("#graph .node[aria-selected=true]")) == {last.operation}
    page.keyboard.press("ArrowRight")
    page.wait_for_url(f"**#cycle=2&value={last.operation}")


def test_paths_are_coloured_by_their_use(opened: Open, loop: Made) -> None:
    """Tests paths that are used in half of the contexts, or in all."""
    page = opened(loop.page)
    taken = Counter(transfer.path for transfer in loop.mapping.transfers)
    shares = {
        path.name: taken[path.name] / loop.mapping.contexts / (path.width or inf)
        for path in loop.problem.arch.paths
    }
    for kind, least, most in (("busy", 0.5, 1), ("full", 1, inf)):
        shown = page.locator(f"#array .path.{kind} title").all_text_contents()
        assert set(shown) == {name for name, share in shares.items() if least <= share < most}


def lit(page: Any, kind: str) -> list[int]:
    """The numbers of the source lines that are lit."""
    found = page.locator(f"#source .{kind}")
    return [
        int(number) for number in found.evaluate_all("all => all.map((one) => one.dataset.line)")
    ]


@pytest.mark.parametrize("size", WINDOWS)
def test_iterations_and_the_lines_of_the_source(
    opened: Open, loop: Made, size: str, tmp_path: Path
) -> None:
    """Tests cells of iterations × cycles, and lines that are lit, of a graph with a line for each
    operation.
    """
    operations = [operation.name for operation in loop.problem.dfg.operations]
    source, path = tmp_path / "loop.c", tmp_path / "page.html"
    source.write_text("".join(f"{name} = 0;\n" for name in operations))
    lines = tuple(Line(name, f"{source}:{n}:1") for n, name in enumerate(operations, 1))
    problem = replace(loop.problem, dfg=replace(loop.problem.dfg, lines=lines))
    path.write_text(report_html(problem, loop.mapping, Verdict("feasible", "")), encoding="utf-8")
    width, height = WINDOWS[size]
    at = f"cycle=0&value={operations[-1]}"
    page = opened(path, at=at, viewport={"width": width, "height": height})
    require_readable(page)
    contexts, issues = loop.mapping.contexts or 0, loop.mapping.issues
    flying = -(-loop.mapping.horizon // contexts)
    shown = min(max(flying + 1, 3), 6)
    assert page.locator("#iterations .cell").count() == shown * len(issues)
    titles = page.locator("#iterations .cell title").all_text_contents()
    ends = Counter(int(title.rpartition(" ")[2]) for title in titles)
    first = Counter(issue.cycle for issue in issues)
    assert all(ends[k] == first[k] for k in range(contexts))  # of iteration 0 alone
    at_cycle(page, 0)
    for k in range(3):
        at_cycle(page, k)
        frame = [name for name in names_of(page.locator("#graph .node.now")) if name in operations]
        assert lit(page, "now") == sorted(operations.index(name) + 1 for name in frame)
        page.keyboard.press("ArrowRight")
    assert lit(page, "hit") == [len(operations)]
