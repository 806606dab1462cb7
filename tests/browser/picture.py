"""Draws `docs/pictures/report.png`, a report in a window: `python -m tests.browser.picture`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from solvers import min_cycles
from tests.browser.chromium import chromium

TARGET = Path("docs/pictures/report.png")
GRAPH = "examples/data/ring4.dfg.json"
WINDOW = {"width": 1280, "height": 800}


def main() -> int:
    """Map the ring, open its report in a headless Chromium, and save what is in sight."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        report = Path(folder) / "report.html"
        words = [GRAPH, "ring:4", "--deterministic", "--quiet", "--html", str(report)]
        assert min_cycles.main(words) == 0
        page = browser.new_context(viewport=WINDOW, color_scheme="light").new_page()
        page.goto(f"{report.as_uri()}#cycle=5")
        page.wait_for_timeout(500)
        page.screenshot(path=TARGET)
    return 0


if __name__ == "__main__":
    sys.exit(main())
