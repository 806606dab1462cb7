"""Shared limits on operators that none of their components executes."""

from __future__ import annotations

from typing import Any

import pytest

from archs.void_limits import require_limiting, tell_unlike
from models.data.architecture import Architecture, Component, SharedIssue
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.errors import InputError
from models.notes import noted


def elements(*ops: str | None, limit: str = "mul", **more: Any) -> Architecture:
    """Elements, each with its operators or all, that share a limit on some operators."""
    parts = tuple(
        Component(f"pe{n}", issue=1, ops=None if own is None else tuple(own.split()))
        for n, own in enumerate(ops)
    )
    names = tuple(part.name for part in parts)
    shared = (SharedIssue("one multiplier", names, tuple(limit.split()), 1),)
    return Architecture("elements", (*parts, Component("store")), (), shared=shared, **more)


@pytest.mark.parametrize(
    ("arch", "says"),
    [
        (elements("add mul", "add mul", limit="mull"), "supports 'mull'.*did you mean 'mul'"),
        (elements("add mul", "add", limit="mul div"), r"ops\[1\].*supports 'div'; known: add, mul"),
    ],
)
def test_a_limit_that_limits_nothing_is_refused(arch: Architecture, says: str) -> None:
    """Tests that each operator of a limit has a component that executes it."""
    with pytest.raises(InputError, match=says):
        require_limiting(arch)


def test_a_word_like_one_of_the_graph_is_noted() -> None:
    """Tests the note where components execute everything, so that a typo is not certain."""
    dfg = Dfg("g", (Operator("mul", 1),), ("a",), (Operation("x", "mul", (Operand("a"),)),))
    for word, told in (("mull", 1), ("mul", 0), ("load", 0), ("blend", 0)):
        with noted() as lines:
            tell_unlike(elements(None, limit=word), (dfg,), "array.json")
        assert len(lines) == told
    for word in ("mull", "MUL", "Mult", "mul/1", "mul/i32"):
        assert "did you mean 'mul'" in "".join(_told(dfg, word)), word
    assert _told(dfg, "mul MUL") == []
    both = Dfg("g", (Operator("mul", 1), Operator("MUL", 1)), (), ())
    assert _told(both, "mul") == []


def _told(dfg: Dfg, word: str) -> list[str]:
    with noted() as lines:
        tell_unlike(elements(None, limit=word), (dfg,), "array.json")
    return lines
