"""Random programs: what every recipe promises."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.errors import InputError
from models.streaming.engine import Engine
from models.streaming.recipes import RECIPES, Recipe, random_program
from models.streaming.rules import Rules

SIZES = st.integers(1, 60)
KINDS = st.sampled_from(RECIPES)


@settings(max_examples=60, deadline=None)
@given(SIZES, st.integers(0, 9999), KINDS, st.integers(1, 5))
def test_sizes_readers_and_names_are_as_asked(
    size: int, seed: int, recipe: Recipe, readers: int
) -> None:
    program = random_program(size, seed, recipe, readers=readers)
    rules = Rules(program, Engine())
    assert [x.name for x in program.instructions] == [f"i{n}" for n in range(size)]
    assert program == random_program(size, seed, recipe, readers=readers)
    assert max(map(len, rules.readers)) <= readers
    assert max(rules.group) + 1 == size  # nothing is shared
    assert all(source < target for source, target in program.edges)
    assert program.messages == ()


@settings(max_examples=40, deadline=None)
@given(st.integers(20, 60), st.integers(0, 999), KINDS, st.integers(0, 5))
def test_pairs_share_variables_without_a_contradiction(
    size: int, seed: int, recipe: Recipe, shared: int
) -> None:
    program = random_program(size, seed, recipe, shared)
    rules = Rules(program, Engine(tiles=60, starts="all"))
    assert max(rules.group) + 1 == size - shared
    assert rules.contradictions(60) == []


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ({"size": 0}, "size 0 must be 1 to 4096"),
        ({"size": 5000}, "size 5000 must be 1 to 4096"),
        ({"size": 9, "recipe": "star"}, "unknown recipe 'star'; known: layered, tree"),
        ({"size": 9, "shared": 5}, "shared pairs 5 must be 0 to 4"),
        ({"size": 9, "readers": 0}, "readers 0 must be 1 to 4096"),
        ({"size": 4, "shared": 2, "recipe": "tree"}, "2 shared pairs; only 1"),
    ],
)
def test_impossible_wishes_are_one_line(arguments: dict[str, object], line: str) -> None:
    with pytest.raises(InputError) as caught:
        for seed in range(50):
            random_program(**arguments, seed=seed)  # type: ignore[arg-type]
    assert str(caught.value).startswith(line)
