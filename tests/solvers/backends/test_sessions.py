"""What all sessions have in common: sizes, being asked, and being told to stop."""

from __future__ import annotations

import pytest

from solvers.backends.backend import Settings
from solvers.backends.registry import BACKENDS, open_session
from solvers.backends.sat import UNSLICED, name_of
from tests.solvers.backends.small_models import DECIDING, model_of


def pigeons(holes: int) -> object:
    clauses = [tuple(p * holes + h + 1 for h in range(holes)) for p in range(holes + 1)]
    groups = [(1, tuple(p * holes + h + 1 for p in range(holes + 1))) for h in range(holes)]
    return model_of(holes * (holes + 1), clauses, groups)


SLICED = [
    name
    for name in DECIDING
    if BACKENDS[name].opens.endswith("PySat") and name_of(name) not in UNSLICED
]


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("name", SLICED)
def test_stopping(name: str) -> None:
    """Tests that engines that can be asked are asked, stop when told, and then know nothing."""
    session = open_session(name, pigeons(11), Settings())
    session.load()
    asked: list[int] = []

    def once_more(conflicts: int) -> bool:
        asked.append(conflicts)
        return len(asked) < 2

    outcome = session.solve(once_more)
    assert outcome.satisfiable is None
    assert len(asked) == 2
    assert 0 < asked[0] < asked[1]
