"""Tests that the lists of mutants fit the code and the tests; what kills them runs elsewhere."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutation.mutants import ROOMS, exists, read

pytestmark = pytest.mark.guests


@pytest.mark.parametrize("room", ROOMS)
def test_list(room: str) -> None:
    for mutant in read(room):
        text = Path(mutant.file).read_text()
        assert mutant.file.startswith(ROOMS[room])
        assert text.count(mutant.old) == 1, f"{mutant.file} has not once: {mutant.old}"
        ast.parse(text.replace(mutant.old, mutant.new))
        if mutant.killer:
            assert exists(mutant.killer), f"no test {mutant.killer} kills: {mutant.new}"
