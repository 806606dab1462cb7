from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from programs.loops import emit_program, execute
from programs.loops.random_programs import random_values
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


def correlated(image: np.ndarray, filter: np.ndarray) -> np.ndarray:
    """The valid part of a correlation of the last two dimensions."""
    height, width = filter.shape[-2:]
    rows, columns = image.shape[-2] - height + 1, image.shape[-1] - width + 1
    return sum(
        filter[..., r : r + 1, s : s + 1] * image[..., r : r + rows, s : s + columns]
        for r in range(height)
        for s in range(width)
    )


def test_winograd_is_a_convolution() -> None:
    region = application("winograd")
    values = random_values(region, 5)
    found = execute(region, values)
    image, filters = values["image"].astype(float), values["filter"].astype(float)
    expected = np.stack([correlated(image, filter) for filter in filters])
    np.testing.assert_allclose(found["output"], expected, rtol=1e-4, atol=1e-4)
