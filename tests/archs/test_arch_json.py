"""The native architecture format."""

from __future__ import annotations

import json

import jsonschema
import pytest

from archs.presets import architecture_preset
from models.data.architecture import Architecture
from models.formats.native_json import architecture_from_json, architecture_to_json
from tests.fuzz import graphs
from tests.one_line import one_line
from xyzmap.json_schema import schemas

SPECS = ("lisa", "h6", "adres", "satmapit:2x2", "mesh:2x2,ports=row:1", "systolic:2x2", "random:3")


@pytest.mark.parametrize("arch", [graphs.architecture(0), *map(architecture_preset, SPECS)])
def test_round_trip(arch: Architecture) -> None:
    """Tests that an array is read back as written, and that its schema agrees."""
    text = architecture_to_json(arch)
    assert architecture_from_json(text, "a.json") == arch
    assert text.startswith('{\n  "schema": "xyzmap/architecture/1",\n')
    jsonschema.validate(json.loads(text), schemas()["architecture.schema.json"])


def text(component: str = "", path: str = "", top: str = "") -> str:
    return (
        '{"schema": "xyzmap/architecture/1", "name": "a",'
        f' "components": [{{"name": "pe0"{component}}}, {{"name": "pe1"}}],'
        f' "paths": [{{"name": "h", "sources": ["pe0"], "targets": ["pe1"]{path}}}]{top}}}'
    )


def shared(components: str, at_most: int = 1) -> str:
    limit = f'"name": "l", "components": {components}, "ops": ["+"], "at_most": {at_most}'
    return f', "shared": [{{{limit}}}]'


BAD = [
    (text(top=', "external": "x"'), "$.external: unknown component 'x'; known: pe0, pe1"),
    (text(path=', "width": 0'), "$.paths[0]: width 0 must be at least 1, or absent"),
    (text(path=', "hops": -1'), "$.paths[0]: hops -1 must be at least 0, or absent"),
    (text(path=', "hops": 2', top=', "max_hops": 1'), "$.paths[0]: hops 2 exceed max_hops 1"),
    (text(top=shared("[]")), "$.shared[0].components: limit 'l' has no components"),
    (
        text(', "initial": "some"'),
        "$.components[0].initial: Invalid enum value 'some'; allowed: 'a",
    ),
    (
        text(', "issue": 1, "position": [2, 3]}, {"name": "b", "issue": 1, "position": [2, 3]'),
        "$.components[1].position: 'pe0' and 'b' are both at [2, 3]",
    ),
    (text(', "position": [0, -1]'), "$.components[0].position: position [0, -1] must be a row and"),
]


@pytest.mark.parametrize(("content", "line"), BAD, ids=[line for _, line in BAD])
def test_bad_file(content: str, line: str) -> None:
    """Tests that every bad file gives one line: the file, the JSON path, what is wrong."""
    with one_line(f"arch.json: {line}"):
        architecture_from_json(content, "arch.json")
