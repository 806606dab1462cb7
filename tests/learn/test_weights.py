"""Weights files: complete, of the right array and version, and with finite numbers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from heuristics.labels.arrays import fingerprint, read_array
from learn.labels.weights import (
    load_weights,
    save_weights,
    weights_from_json,
    weights_to_json,
)
from models.errors import InputError
from tests.learn.label_samples import SPEC, made_weights


@pytest.mark.parametrize("kind", ["paper", "arrays"])
def test_what_is_written_is_read(tmp_path: Path, kind: str) -> None:
    """Tests that weights come back as they were, also as arrays."""
    weights = made_weights(kind)
    path = str(tmp_path / "w.json")
    save_weights(weights, path)
    read = load_weights(read_array(SPEC), path)
    assert read == weights
    for name, matrix in weights.parameters.items():
        assert read.arrays[name].tolist() == [list(row) for row in matrix]


def test_an_array_is_known_by_what_it_is_not_by_its_name(tmp_path: Path) -> None:
    """Tests that options count, and that their spelling and the name do not."""
    arch = read_array(SPEC)
    assert fingerprint(arch) == fingerprint(read_array("lisa:3x3,registers=4"))
    assert fingerprint(arch) == fingerprint(msgspec.structs.replace(arch, name="mine"))
    assert fingerprint(arch) != fingerprint(read_array("lisa:3x3,registers=1"))
    path = tmp_path / "w.json"
    save_weights(made_weights(), str(path))
    load_weights(read_array("lisa:3x3,registers=4"), str(path))
    with pytest.raises(InputError, match="weights of the array 'lisa:3x3', not of 'lisa:4x4'"):
        load_weights(read_array("lisa:4x4"), str(path))


def members(**changes: Any) -> str:
    return json.dumps({**json.loads(weights_to_json(made_weights())), **changes})


def test_broken_files_are_errors_of_one_line() -> None:
    """Tests truncated JSON, another version, wrong shapes, and numbers that are none."""
    text = weights_to_json(made_weights())
    plain = json.loads(text)
    parameters, scales = plain["parameters"], plain["scales"]
    less = {name: m for name, m in parameters.items() if name != "temporal.first"}
    uneven = [*parameters["spatial.w2"][:-1], [1.0]]
    huge = text.replace(str(parameters["spatial.w2"][0][0]), "1e999", 1)
    node = scales["node"]
    cases = {
        "not JSON": text[: len(text) // 2],
        "$.schema: is \"xyzmap/labels/2\"; expected 'xyzmap/labels/3'": members(
            schema="xyzmap/labels/2"
        ),
        "missing parameter 'temporal.first'": members(parameters=less),
        "unknown parameter 'more'": members(parameters={**parameters, "more": [[1.0]]}),
        "has the shape 1x1 or is uneven, must be 1x6": members(
            parameters={**parameters, "spatial.w2": uneven}
        ),
        "the networks of one array see no tiles": members(
            scales={**scales, "tile": {"mean": [0.0], "deviation": [1.0]}}
        ),
        "as many deviations as means": members(scales={**scales, "node": {**node, "mean": [0]}}),
        "Number out of range": huge,
    }
    for message, broken in cases.items():
        with pytest.raises(InputError) as error:
            weights_from_json(broken, "w.json")
        found = str(error.value)
        assert message in found, (message, found)
        assert found.startswith("w.json: ")
        assert "\n" not in found
