"""The report in a browser: it loads, fits, can be read by all, and is not too large."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.support import CUT_OFF, OVERFLOWING, Made, at_cycle
from tests.views.conftest import make
from views.html.page import report_html
from views.html.verdict import Verdict

pytestmark = pytest.mark.browser

Open = Callable[..., Any]


def test_long_names_of_wide_letters_fit(opened: Open, folder: Path) -> None:
    names = {"product": "W" * 30, "total": "M" * 30, "element": "@W" * 9, "add": "W" * 9}
    problem, mapping = make(**names)
    page_file = folder / "wide.html"
    page_file.write_text(report_html(problem, mapping, Verdict("optimal", "W" * 300)), "utf-8")
    page = opened(page_file)
    for k in range(mapping.horizon):
        at_cycle(page, k)
        assert page.evaluate(OVERFLOWING) == []
        page.keyboard.press("ArrowRight")
    assert page.evaluate(CUT_OFF) == []


def test_pages_of_all_kinds_load_without_a_complaint(
    opened: Open, straight: Path, impossible: Path
) -> None:
    for path in (straight, impossible):
        page = opened(path)
        assert page.locator("#array .tile").count() > 0
        assert page.evaluate(OVERFLOWING) == []


def test_a_large_report_can_be_played(opened: Open, large: Path) -> None:
    page = opened(large)
    assert page.locator("#array .tile").count() == 16 * 16 + 1
    assert page.locator("#graph .node").count() > 300
    for k in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        at_cycle(page, k)
    assert page.locator("#graph .node.now").count() >= 16
    assert page.evaluate(OVERFLOWING) == []


def test_reports_are_not_too_large(loop: Made, large: Path) -> None:
    assert loop.page.stat().st_size <= 1e6
    assert large.stat().st_size <= 10e6
