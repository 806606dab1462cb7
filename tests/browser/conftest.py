"""Reports that the commands wrote, in a headless Chromium; without one, these tests are skipped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from examples.__main__ import main as examples
from solvers import min_cycles, min_ii
from tests.browser.chromium import NoBrowserError, chromium
from tests.browser.support import SETTLED, Made, read_made

MESH = "mesh:4x4"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One browser for all tests of a file.

    It ends with them: as long as Playwright runs, nothing else in the process can use asyncio.
    """
    with ExitStack() as stack:
        try:
            found = stack.enter_context(chromium())
        except NoBrowserError as error:
            pytest.skip(str(error))
        yield found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Path:
    """Where the reports are; there are none without a browser."""
    return tmp_path_factory.mktemp("reports")


@pytest.fixture(scope="module")
def loop(folder: Path) -> Made:
    """A pipelined kernel on a 4×4 mesh, by `min_ii`."""
    assert examples(["loop", "gsm-add", "-o", str(folder)]) == 0
    page, file = folder / "loop.html", folder / "loop.json"
    words = [str(folder / "dfg.json"), MESH, "--quiet", "--html", str(page), "--out", str(file)]
    assert min_ii.main(words) == 0
    return read_made(page, folder / "dfg.json", MESH, file)


@pytest.fixture(scope="module")
def straight(folder: Path) -> Path:
    """A mapping without pipelining, by `min_cycles`."""
    place = folder / "straight"
    assert examples(["ring", "2", "-o", str(place)]) == 0
    words = [str(place / "dfg.json"), str(place / "arch.json"), "--quiet"]
    assert min_cycles.main([*words, "--html", str(place / "page.html")]) == 0
    return place / "page.html"


@pytest.fixture(scope="module")
def impossible(folder: Path, straight: Path) -> Path:
    """A page without a mapping."""
    page = folder / "impossible.html"
    files = [str(straight.parent / name) for name in ("dfg.json", "arch.json")]
    assert min_cycles.main([*files, "--cycles", "3", "--quiet", "--html", str(page)]) == 20
    return page


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open a file in a window of its own; afterwards, nothing may have gone wrong in any of them.

    With `paused`, time stands still but for `page.clock.run_for`. Options are those of
    `Browser.new_context`.
    """
    problems: list[str] = []
    contexts = []

    def open_file(path: Path, paused: bool = False, at: str = "cycle=0", **options: Any) -> Any:
        options = {"viewport": {"width": 1400, "height": 1000}, **options}
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        # What the policy refuses is a message of the console, too.
        page.on("console", lambda message: problems.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: problems.append(f"error: {error}"))
        page.on("request", lambda request: _requested(request.url, path, problems))
        if paused:
            page.clock.install(time=0)
        page.goto(f"{path.as_uri()}#{at}")
        if paused:
            page.clock.pause_at(60_000)
            # What opening has asked for is drawn before the test begins.
            page.clock.run_for(160)
        else:
            page.evaluate(SETTLED)
        return page

    yield open_file
    for context in contexts:
        context.close()
    assert problems == []


def _requested(url: str, path: Path, problems: list[str]) -> None:
    if url != path.as_uri() and not url.startswith("blob:"):  # a picture that is saved
        problems.append(f"requests {url}")
