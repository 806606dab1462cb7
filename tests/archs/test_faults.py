"""Tests of arrays with faults."""

from __future__ import annotations

import pytest

from archs.faults import without
from archs.files import load_architecture
from tests.one_line import one_line


def test_dead_tile() -> None:
    """Tests that all of a tile goes, and of a bus an end; everything else stays as it is."""
    whole = load_architecture("hycube:3x3,io=memory")
    left = without(whole, ["1_1", "treg_0_0"])
    gone = {"xbar_1_1", "fu_1_1", "treg_1_1", "treg_0_0"}
    assert [c for c in whole.components if c.name not in gone] == list(left.components)
    for path in whole.paths:
        ends = [tuple(e for e in side if e not in gone) for side in (path.sources, path.targets)]
        if all(ends):
            kept = left.path_by_name[path.name]
            assert [kept.sources, kept.targets] == ends
            assert (kept.width, kept.latency, kept.hops) == (path.width, path.latency, path.hops)
        else:
            assert path.name not in left.path_by_name
    assert (left.external, left.max_hops, left.max_contexts) == (
        whole.external,
        whole.max_hops,
        whole.max_contexts,
    )
    assert left.name.startswith(f"{whole.name} without 1_1")


def test_shared_limits() -> None:
    """Tests that limits go on for the components that are left, and end with the last one."""
    whole = load_architecture("mesh:2x2,ports=row:1")
    assert [limit.name for limit in whole.shared] == ["memory_row_0", "memory_row_1"]
    left = without(whole, ["0_0", "1_*"])
    assert [(limit.name, limit.components) for limit in left.shared] == [
        ("memory_row_0", ("pe_0_1",))
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["9_9"], "'9_9' names no component, tile or path of 'mesh:2x2'; known:"),
        (["extmem"], "external component"),
        (["*"], "external component"),
        (["0_0", "nothing"], "'nothing' names no"),
    ],
)
def test_bad_words(words: list[str], message: str) -> None:
    """Tests that words that name nothing, or the external component, are refused by one line."""
    with one_line(within=message):
        without(load_architecture("mesh:2x2"), words)
