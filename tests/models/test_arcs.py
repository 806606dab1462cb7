"""Colours of arcs against all colourings."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from models.register_files.arcs import Arc, colours


def meet(one: Arc, other: Arc, size: int) -> bool:
    """Whether two arcs share a phase."""
    first, second = (
        {phase % size for phase in range(arc.start, arc.start + arc.length)} for arc in (one, other)
    )
    return bool(first & second)


def test_against_all_colourings() -> None:
    """Tests that there are colours exactly where some assignment of them has no two arcs meet.

    Some need a choice that is not the first one, and some cannot have as many colours as they need
    at the busiest phase.
    """
    chance, coloured, more = random.Random(3), 0, 0
    for _ in range(2000):
        size, most = chance.randint(2, 6), chance.randint(1, 3)
        count = chance.randint(1, 6)
        arcs = [Arc(chance.randrange(size), chance.randint(1, size)) for _ in range(count)]
        pairs = [
            (a, b) for a, b in combinations(range(len(arcs)), 2) if meet(arcs[a], arcs[b], size)
        ]
        possible = any(
            all(chosen[a] != chosen[b] for a, b in pairs)
            for chosen in product(range(most), repeat=len(arcs))
        )
        found = colours(arcs, size, most)
        assert (found is not None) == possible, (arcs, size, most)
        if found is not None:
            assert all(found[a] != found[b] for a, b in pairs) and {*found} <= {*range(most)}
            coloured += 1
        taken = [sum(meet(arc, Arc(phase, 1), size) for arc in arcs) for phase in range(size)]
        more += found is None and max(taken) <= most
    assert coloured > 300 and more > 5


TURNING_BACK = [
    (10, 4, "9+4 8+2 0+3 4+4 2+3 7+5 6+4 0+6 5+4"),
    (8, 4, "4+5 0+4 1+3 6+1 5+3 6+3 7+3 1+4"),
    (10, 4, "7+4 4+3 3+9 5+4 4+4 0+3 8+3"),
    (8, 5, "3+2 4+1 0+3 7+4 7+8 2+2 6+3 0+4 3+3"),
    (9, 3, "7+2 3+3 0+2 0+4 4+4 2+5"),
]


@pytest.mark.parametrize(("size", "most", "text"), TURNING_BACK)
def test_choices_that_lead_nowhere(size: int, most: int, text: str) -> None:
    """Tests arcs that have colours, but not with the first choices of the search."""
    arcs = [Arc(*map(int, word.split("+"))) for word in text.split()]
    found = colours(arcs, size, most)
    assert found is not None and {*found} <= {*range(most)}
    for a, b in combinations(range(len(arcs)), 2):
        assert found[a] != found[b] or not meet(arcs[a], arcs[b], size)
