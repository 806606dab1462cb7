"""Ways between components of arrays without moves."""

from __future__ import annotations

import numpy as np

from models.space_time.adjacent_ways import Ways, meet
from models.space_time.index import Index
from tests.models.random_problems import random_problem


def test_what_meets_is_connected() -> None:
    """Tests the quick answer against all ways, and that it is given."""
    quick = 0
    for seed in range(200):
        index = Index(random_problem(seed, contexts=2))
        units = [j for j, part in enumerate(index.problem.arch.components) if part.issue]
        connected = Ways.of(index).connects()[np.ix_(units, units)].all()
        quick += (met := meet(index, units))
        assert connected or not met
    assert quick > 20
