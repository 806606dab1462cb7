"""The minimum against brute force: all subsets of what can be removed."""

from __future__ import annotations

from functools import cache

import pytest

from models.data.features import KINDS
from models.errors import InputError
from models.space_time.prunable import Kernel
from solvers.questions.prune_arch.objective import Objective
from tests.solvers.pruning.small import Trial, prune, setting, small_kernel, weights

ORDERS = [
    *[Objective((kind,)) for kind in KINDS],
    Objective(("elements", "memories", "paths")),
    Objective(("paths", "elements")),
    Objective(("registers", "paths")),
    Objective(("elements", "operators")),
    Objective(("units", "widths")),
    Objective(("words", "memories", "registers")),
    weights("elements=3,paths=2"),
    weights("registers=1/2,widths=0.75"),
    weights("elements=1,paths=5,paths:p0=1"),
    weights("operators=1,operators:+=3,operators:pe0=2"),
    weights("registers=2,registers:pe0=0"),
]
MOST = 10
"""Features of a case; there are a thousand subsets then."""


@cache
def cases() -> list[Kernel]:
    """Arrays of two to four elements, some of them pipelined."""
    found = []
    for seed in range(36):
        kernel = small_kernel(seed, 2 + seed % 3 * (seed % 2), None if seed % 4 else 2)
        if kernel is not None:
            found.append(kernel)
    return found


def named(objective: Objective) -> str:
    weights = (objective.weights or {}).items()
    return ",".join(f"{key}={weight}" for key, weight in weights) or ",".join(objective.kinds)


@pytest.mark.oracle
@pytest.mark.parametrize("objective", ORDERS, ids=named)
def test_minimum(objective: Objective) -> None:
    """Tests that the minimum is the least that does, and that nothing of it can be removed."""
    tried = 0
    for kernel in cases():
        try:
            parts, scale = setting([kernel], objective)
        except InputError:
            continue
        if not 1 <= len(parts.features) <= MOST:
            continue
        tried += 1
        trial = Trial([kernel], parts)
        answer = prune([kernel], objective)
        assert answer.status == "optimal"
        assert answer.weight == answer.lower == trial.least(scale)
        assert trial.does(answer.off)
        for feature in answer.on:
            if scale.weights[feature]:
                assert not trial.does(parts.closed(answer.off | {feature})), feature
        if tried == 4:
            return
    assert tried
