"""Finds a Chromium for the browser tests, and starts it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

VARIABLE = "XYZMAP_CHROMIUM"
FETCHED = Path(__file__).resolve().parents[2] / ".venv" / "chromium" / "chromium"
ON_PATH = ("chromium", "chromium-browser", "google-chrome", "chrome-headless-shell")
# Inside a container there is seldom a user name space for the sandbox; pages are our own.
ARGUMENTS = ("--no-sandbox",)
ADVICE = f"run 'make browser', or set {VARIABLE} to a Chromium"


class NoBrowserError(Exception):
    """There is no browser to be had; says in one line what was tried, and how to get one."""


def candidates() -> list[str | None]:
    """Return the programs to try, the first one first; None is the one that Playwright installed.

    A program that the environment variable names is the only one.
    """
    named = os.environ.get(VARIABLE)
    if named:
        return [named]
    fetched = [str(FETCHED)] * FETCHED.is_file()
    return [None, *fetched, *(path for name in ON_PATH if (path := shutil.which(name)))]


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a headless Chromium, and end it afterwards. Raises `NoBrowserError`."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise NoBrowserError("no Playwright: pip install 'xyzmap[browser]'") from None
    with sync_playwright() as playwright:
        browser = _started(playwright)
        try:
            yield browser
        finally:
            browser.close()


def _started(playwright: Playwright) -> Browser:
    from playwright.sync_api import Error

    failed = []
    for path in candidates():
        try:
            return playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        except Error as error:
            failed.append(f"{path or 'that of Playwright'}: {str(error).splitlines()[0]}")
    raise NoBrowserError(f"no Chromium starts: {ADVICE} ({'; '.join(failed)})")
