from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from programs.loops import emit_program, execute
from programs.loops.random_values import random_values
from programs.loops.tree import perfect_nests
from programs.source import read_file, read_text
from tests.programs.applications import NESTS, application, path
from tests.programs.compiled import assert_same, needs_compiler, run_compiled


def function_of(name: str) -> str:
    found = re.search(r"^void (\w+)\(void\)", path(name).read_text(encoding="utf-8"), re.M)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("name", NESTS)
def test_programs_are_read(name: str) -> None:
    """Tests the nests of the table, emitted code, and reading without a compiler."""
    region = application(name)
    assert len(list(perfect_nests(region.body))) == NESTS[name]
    assert read_text(emit_program(region)) == (region,)
    assert read_file(path(name), {"SMALL": 1}, compiler="builtin") == (region,)


@pytest.mark.oracle(keep=2)
@needs_compiler
@pytest.mark.parametrize("name", NESTS)
def test_compiled_original_and_emitted_code_and_the_interpreter_agree(
    name: str, tmp_path: Path
) -> None:
    region = application(name)
    values = random_values(region, 1)
    expected = execute(region, values)
    text = path(name).read_text(encoding="utf-8")
    original = run_compiled(text, function_of(name), region, values, tmp_path, "-DSMALL")
    assert_same(original, expected)
    emitted = run_compiled(emit_program(region), region.name, region, values, tmp_path)
    assert_same(emitted, expected)
    # Something was computed: what the region leaves is not what it found.
    targets = {statement.target.name for statement in region.statements}
    assert any(not np.array_equal(expected[x], values[x]) for x in targets if x in values)
