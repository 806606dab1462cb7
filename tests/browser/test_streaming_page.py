"""The report of the streaming engine in a browser: over time and by spokes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from streaming.__main__ import main
from streaming.examples import build
from streaming.model.program import Program, program_to_json
from streaming.model.schedule import Schedule, schedule_from_json
from tests.browser.support import WINDOWS, at_cycle, names_of, require_readable

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
Made = tuple[Path, Program, Schedule]


@pytest.fixture(scope="module")
def made(folder: Path) -> Made:
    """A program of several flows, with messages, placed greedily."""
    program, page, file = build("ifft_loop"), folder / "streaming.html", folder / "streaming.json"
    (folder / "program.json").write_text(program_to_json(program), encoding="utf-8")
    words = [str(folder / "program.json"), "--ii", "3", "--quiet", "--method", "greedy"]
    words += ["--tries", "3", "--html", str(page), "--out", str(file)]
    assert main(words) in (0, 10)
    return page, program, schedule_from_json(file.read_bytes(), str(file))


def test_each_cycle_shows_what_the_tiles_issue(opened: Open, made: Made) -> None:
    path, _, schedule = made
    page = opened(path)
    for k in range(min(schedule.cycles, 12)):
        at_cycle(page, k)
        running = {p.instruction for p in schedule.placements if 0 <= k - p.start < 3}
        assert names_of(page.locator("#graph .node.now")) == running
        begun = {f"tile {p.tile}" for p in schedule.placements if p.start == k}
        shown = page.locator("#array .tile:has(.op[visibility=inherit]:not(.running))")
        assert names_of(shown) == begun
        assert page.locator("#now").text_content().startswith(f"cycle {k}, spoke {k % 3} ")
        page.keyboard.press("ArrowRight")


@pytest.mark.parametrize("size", WINDOWS)
def test_no_text_lies_over_another(opened: Open, made: Made, size: str) -> None:
    width, height = WINDOWS[size]
    page = opened(made[0], at="", viewport={"width": width, "height": height})
    require_readable(page)
    name = page.locator("#array .tile .name").first.bounding_box()
    assert name["height"] < 30
