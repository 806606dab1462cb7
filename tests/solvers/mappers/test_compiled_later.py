"""A new installation has a mapping before annealing and negotiation are compiled."""

from __future__ import annotations

import pytest

from solvers.mappers.schedule import Left, Step, compiled_later
from solvers.tasks.names import MODULO, NEGOTIATED, REFINED

STEPS = [Step(by, 2, 1.0) for by in (MODULO, NEGOTIATED, REFINED)]


@pytest.mark.parametrize(
    ("cold", "mapped", "before"),
    [(True, False, [3, 5, 8]), (True, True, []), (False, False, [])],
)
def test_modulo_scheduling_comes_before_compiling(
    cold: bool, mapped: bool, before: list[int]
) -> None:
    """Rising IIs that were not tried yet are tried once, before the first step that is compiled."""
    left = Left(2, 8, 41, mapped=mapped)

    steps = list(compiled_later(STEPS, lambda by: cold and by != MODULO, left))
    assert [step.contexts for step in steps[1 : len(before) + 1]] == before
    assert {step.by for step in steps[1 : len(before) + 1]} <= {MODULO}
    assert [steps[0], *steps[len(before) + 1 :]] == STEPS
