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
        for killer in filter(None, (mutant.killer, mutant.second)):
            assert exists(killer), f"no test {killer} kills: {mutant.new}"
        first, second = (name.partition("[")[0] for name in (mutant.killer, mutant.second))
        assert not second or (mutant.unsound and first != second)
