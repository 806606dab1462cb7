"""The tiers of the tests: what `make test` runs, and the rest, which `make test-all` runs after it.

A mark says why a test is slow. Without arguments the whole test is left to the second tier. With
`keep=N`, N of its cases are in the first one, spread evenly. A test with a loop takes `amount`:
`for seed in range(amount(90))` is a tenth of that in the first tier.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Callable

import hypothesis
import pytest

from shell.kernels.build import NotCompiledError, build

REASONS = {
    "oracle": "compares many cases with an exhaustive search or another implementation",
    "process": "starts whole commands, or waits for processes",
    "training": "trains a network",
    "large": "reads, builds or draws something large",
    "fuzz": "damages inputs in many ways",
    "soak": "asks questions of all kinds",
    "pages": "does what pages of the documentation show",
    "browser": "opens pages in a browser",
    "notebook": "executes a notebook",
}
TIERS = ("all", "first", "second")
LEAST = 3
"""Rounds of a loop that stay in the first tier at least."""


# The same examples in every run: what a run finds must not be luck.
hypothesis.settings.register_profile("fixed", derandomize=True, database=None, deadline=None)
hypothesis.settings.load_profile("fixed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--tier", choices=TIERS, default="all", help="first: what is fast; second: the rest"
    )
    parser.addoption("--shuffle", type=int, metavar="SEED", help="in a random order")


def pytest_configure(config: pytest.Config) -> None:
    for name, about in REASONS.items():
        config.addinivalue_line("markers", f"{name}(keep=0): slow, since it {about}")
    if not hasattr(config, "workerinput"):  # of xdist
        _compile(config)
    config.addinivalue_line("markers", "guests: asks guests, or judges the house with all of them")


def _compile(config: pytest.Config) -> None:
    """Compile inner loops that have changed: in Python they take a hundred times as long."""
    try:
        build(config.rootpath)
    except NotCompiledError as error:
        print(f"the inner loops are not compiled: {error}", file=sys.stderr)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    tier = config.getoption("--tier")
    if tier != "all":
        _keep_tier(config, items, tier)
    seed = config.getoption("--shuffle")
    if seed is not None:
        _shuffle(items, random.Random(seed))


def _shuffle(items: list[pytest.Item], choice: random.Random) -> None:
    """Bring files, and the tests of each, into a random order: fixtures of a file are made once."""
    choice.shuffle(items)
    files = list({item.path: None for item in items})
    items.sort(key=lambda item: files.index(item.path))


def _keep_tier(config: pytest.Config, items: list[pytest.Item], tier: str) -> None:
    """Deselect the tests of the other tier."""
    cases = defaultdict(list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    chosen: set[pytest.Item] = set()
    for group in cases.values():
        chosen.update(_of_tier(group, tier))
    dropped = [item for item in items if item not in chosen]
    config.hook.pytest_deselected(items=dropped)
    items[:] = [item for item in items if item in chosen]


def _of_tier(group: list[pytest.Item], tier: str) -> list[pytest.Item]:
    """The cases of one test that belong to a tier."""
    marks = [mark for mark in group[0].iter_markers() if mark.name in REASONS]
    if not marks:
        looped = "amount" in getattr(group[0], "fixturenames", ())
        return group if tier == "first" or looped else []
    keep = min(int(mark.kwargs.get("keep", 0)) for mark in marks)
    first = {len(group) * n // keep for n in range(min(keep, len(group)))} if keep else set()
    return [item for n, item in enumerate(group) if (n in first) == (tier == "first")]


@pytest.fixture
def amount(request: pytest.FixtureRequest) -> Callable[[int], int]:
    """How many rounds a loop makes: all of them, but in the first tier."""
    if request.config.getoption("--tier") == "first":
        return lambda whole: min(whole, max(LEAST, whole // 10))
    return lambda whole: whole
