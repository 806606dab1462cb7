"""What the browser tests know about a page, from its mapping and from what is on it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from archs.files import load_architecture
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.formats.native_json import dfg_from_json, mapping_from_json


@dataclass(frozen=True)
class Made:
    """A page with the mapping that it should show."""

    page: Path
    problem: Problem
    mapping: Mapping


def read_made(page: Path, dfg: Path, arch: str, mapping: Path) -> Made:
    found = mapping_from_json(mapping.read_bytes(), str(mapping))
    graph = dfg_from_json(dfg.read_bytes(), str(dfg))
    return Made(page, Problem(graph, load_architecture(arch), found.contexts), found)


def node(page: Any, value: str) -> Any:
    """The node of a value in the dataflow graph."""
    inputs = f'#graph .node[aria-label="{value}, input"]'
    return page.locator(f'#graph .node[aria-label^="{value} = "], {inputs}')


LABELS = 'all => all.map((one) => one.getAttribute("aria-label"))'


def names_of(found: Any) -> set[str]:
    """The names of tiles or nodes."""
    return {label.split(",")[0].split(" = ")[0] for label in found.evaluate_all(LABELS)}


def cycle(page: Any) -> int:
    return int(page.locator("#cycle").input_value())


def at_cycle(page: Any, expected: int) -> None:
    """Wait until the player is there; fail if it does not come there."""
    from playwright.sync_api import expect

    expect(page.locator("#cycle")).to_have_value(str(expected))


# Pictures are drawn anew by an observer of their size, which runs after the layout of a frame: what
# is measured before that is not what is seen.
SETTLED = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => done()));
})"""
