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


def test_the_products_are_those_of_numpy() -> None:
    region = application("3mm")
    values = random_values(region, 2)
    found = execute(region, values)
    a, b, c, d = (values[x].astype(np.float64) for x in "ABCD")
    np.testing.assert_allclose(found["G"], a @ b @ (c @ d), rtol=1e-4, atol=1e-3)


def test_the_triangle_is_solved() -> None:
    region = application("trisolv")
    values = random_values(region, 3)
    matrix = np.tril(values["L"]) / 8 + 2 * np.eye(len(values["L"]), dtype=np.float32)
    values["L"] = matrix
    found = execute(region, values)
    np.testing.assert_allclose(matrix @ found["x"], values["b"], rtol=1e-3, atol=1e-3)


def test_covariance_is_that_of_numpy() -> None:
    region = application("covariance")
    values = random_values(region, 4)
    found = execute(region, values)
    count = values["data"].shape[0]
    expected = np.cov(values["data"].astype(np.float64).T) * (count - 1)
    np.testing.assert_allclose(found["covar"], expected, rtol=1e-3, atol=1e-3)


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


def test_transposed_convolution_scatters_every_pixel() -> None:
    region = application("transposed_convolution")
    values = random_values(region, 7)
    found = execute(region, values)
    expected = np.zeros(found["output"].shape)
    channels, size, _ = values["input"].shape
    for f in range(len(expected)):
        for c in range(channels):
            for y in range(size):
                for x in range(size):
                    block = expected[f, 2 * y : 2 * y + 3, 2 * x : 2 * x + 3]
                    block += values["input"][c, y, x] * values["weight"][f, c].astype(float)
    np.testing.assert_allclose(found["output"], expected, rtol=1e-4, atol=1e-4)


def test_convolution_has_a_border_a_bias_and_relu() -> None:
    region = application("convolution")
    values = random_values(region, 6)
    found = execute(region, values)
    padded = np.pad(values["input"].astype(float), ((0, 0), (1, 1), (1, 1)))
    sums = np.stack([correlated(padded, weight).sum(0) for weight in values["weight"]])
    expected = np.maximum(sums + values["bias"][:, None, None], 0)
    np.testing.assert_allclose(found["output"], expected, rtol=1e-4, atol=1e-4)
