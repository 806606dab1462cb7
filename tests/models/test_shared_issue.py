"""Which operations a shared limit counts."""

from __future__ import annotations

import pytest

from models.data.architecture import SharedIssue

PORT = SharedIssue("port", ("a", "b"), ("load", "store.unless"), 1)


@pytest.mark.parametrize(
    ("operator", "counted"),
    [
        ("load", True),
        ("load/i64", True),
        ("load.if", True),
        ("load.unless/i8", True),
        ("store.unless", True),
        ("store", False),
        ("store.if", False),
        ("add.if", False),
    ],
)
def test_predicates(operator: str, counted: bool) -> None:
    """Tests that a predicated load takes the port of loads, and a listed form only its own."""
    assert PORT.limits(operator) == counted
