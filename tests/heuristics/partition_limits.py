"""What the parts of random graphs compete for."""

from __future__ import annotations

import numpy as np

from models.errors import InputError
from models.partition import PartitionGraph
from models.partition.limits import Limits
from tests.models.random_partitions import random_array


def limits_of(graph: PartitionGraph, seed: int) -> Limits:
    """Return those of a small array that executes everything.

    Some with long recurrences, which random graphs rarely have, some where nothing can cross.
    """
    array = seed
    while True:
        try:
            limits = Limits(graph, random_array(array))
        except InputError:
            array += 1_000_000
            continue
        if seed % 3 == 0:
            source = np.random.default_rng(seed)
            limits.recurrence = source.integers(1, 6, len(graph.blocks))
        if seed % 5 == 0:
            limits.carries = False
        return limits
