"""The native architecture format."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archs.formats.arch_json import architecture_from_json, architecture_to_json
from models.data.architecture import (
    Architecture,
    Choice,
    Component,
    InitialContents,
    Path,
    SharedIssue,
    Support,
)
from models.errors import InputError
from models.formats.json_schema import schemas

WORDS = st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1, max_size=4)
LIMITS = st.none() | st.integers(0, 9)
OTHERS = st.lists(WORDS.map("other-".__add__), unique=True, max_size=3).map(tuple)
SOME = st.lists(WORDS, unique=True, max_size=3).map(tuple)


@st.composite
def architectures(draw: st.DrawFn) -> Architecture:
    """An architecture that uses every field."""
    names = draw(st.lists(WORDS, min_size=1, max_size=5, unique=True))
    components = []
    for name in names:
        listed = [
            Support(op, draw(st.none() | st.integers(1, 3))) if draw(st.booleans()) else op
            for op in draw(SOME)
        ]
        choices = st.lists(st.builds(Choice, st.integers(0, 3), OTHERS), max_size=2).map(tuple)
        components.append(
            Component(
                name,
                issue=draw(st.integers(0, 2)),
                ops=draw(st.sampled_from((None, tuple(listed)))),
                capacity=draw(LIMITS),
                initial=draw(st.just("all") | st.builds(InitialContents, SOME, choices)),
                holds_intermediates=draw(st.booleans()),
                transient=draw(st.booleans()),
                switch=draw(st.booleans()),
                routing_issues=draw(st.booleans()),
                keeps_arrivals=draw(st.booleans()),
                read_ports=draw(LIMITS),
                write_ports=draw(LIMITS),
                file=draw(st.sampled_from((None, "static", "moves", "rotating", "unroll"))),
            )
        )
    ends = st.lists(st.sampled_from(names), min_size=1, max_size=3, unique=True).map(tuple)
    widths = st.none() | st.integers(1, 9)
    few = st.integers(0, 2)
    paths = [
        Path(f"h{k}", draw(ends), draw(ends), draw(widths), draw(few), draw(few))
        for k in range(draw(st.integers(0, 4)))
    ]
    some = st.lists(WORDS, min_size=1, max_size=3, unique=True).map(tuple)
    shared = [
        SharedIssue(f"l{k}", draw(ends), draw(some), draw(few))
        for k in range(draw(st.integers(0, 2)))
    ]
    return Architecture(
        "a",
        tuple(components),
        tuple(paths),
        external=draw(st.none() | st.sampled_from(names)),
        max_contexts=draw(widths),
        max_hops=draw(st.none() | st.integers(2, 9)),
        max_routes=draw(LIMITS),
        shared=tuple(shared),
    )


@pytest.mark.oracle
@given(architectures())
@settings(max_examples=60, deadline=None)
def test_round_trip(arch: Architecture) -> None:
    """Tests that an architecture is read back as written, and that its schema agrees."""
    text = architecture_to_json(arch)
    assert architecture_from_json(text, "a.json") == arch
    assert text.startswith('{\n  "schema": "xyzmap/architecture/1",\n')
    jsonschema.validate(json.loads(text), schemas()["architecture.schema.json"])


def test_defaults_are_left_out() -> None:
    """Tests that the text says only what differs from the defaults."""
    arch = Architecture("a", (Component("pe", issue=1),), (Path("h", ("pe",), ("pe",)),))
    assert architecture_to_json(arch) == (
        '{\n  "schema": "xyzmap/architecture/1",\n  "name": "a",\n'
        '  "components": [\n    {"name": "pe", "issue": 1}\n  ],\n'
        '  "paths": [\n    {"name": "h", "sources": ["pe"], "targets": ["pe"]}\n  ]\n}\n'
    )


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
    ("{}", "$.schema: missing; expected 'xyzmap/architecture/1'"),
    (text(top=', "external": "x"'), "$.external: unknown component 'x'; known: pe0, pe1"),
    (text().replace('["pe1"]', '["pe9"]'), "$.paths[0].targets[0]: unknown component 'pe9'; known"),
    (text(path=', "width": "1"'), "$.paths[0].width: Expected 'int | null', got 'str'"),
    (text(path=', "width": 0'), "$.paths[0]: width 0 must be at least 1, or absent"),
    (text(path=', "hops": -1'), "$.paths[0]: hops -1 must be at least 0, or absent"),
    (text(path=', "hops": 2', top=', "max_hops": 1'), "$.paths[0]: hops 2 exceed max_hops 1"),
    (text(top=', "max_routes": -1'), "$.max_routes: max_routes -1 must be at least 0"),
    (text(top=shared("[]")), "$.shared[0].components: limit 'l' has no components"),
    (text(top=shared('["pe9"]')), "$.shared[0].components[0]: unknown component 'pe9'; known"),
    (text(top=shared('["pe1"]', -1)), "$.shared[0]: at_most -1 must be at least 0"),
    (text(path=', "w": 0'), "$.paths[0]: Object contains unknown field 'w'; allowed: name, sour"),
    (
        text(', "initial": "some"'),
        "$.components[0].initial: Invalid enum value 'some'; allowed: 'a",
    ),
    (text(', "initial": {"x": 1}'), "$.components[0].initial: Object contains unknown field 'x'"),
    (text(', "position": [0, -1]'), "$.components[0].position: position [0, -1] must be a row and"),
    (text(', "position": [0, 1.5]'), "$.components[0].position[1]: Expected 'int', got 'float'"),
    (text(', "position": [1]'), "$.components[0].position: Expected 'array' of length 2, got 1"),
    (text(', "position": "a1"'), "$.components[0].position: Expected 'array | null', got 'str'"),
    (
        text(', "issue": 1, "position": [2, 3]}, {"name": "b", "issue": 1, "position": [2, 3]'),
        "$.components[1].position: 'pe0' and 'b' are both at [2, 3]",
    ),
    (text(', "ops": [1]'), "$.components[0].ops[0]: Expected 'str | object', got 'int'"),
    (text(', "ops": [{"name": "+", "x": 1}]'), "$.components[0].ops[0]: Object contains unknown"),
]


@pytest.mark.parametrize(("content", "line"), BAD, ids=[line for _, line in BAD])
def test_bad_file(content: str, line: str) -> None:
    """Tests that every bad file gives one line: the file, the JSON path, what is wrong."""
    with pytest.raises(InputError) as caught:
        architecture_from_json(content, "arch.json")
    assert str(caught.value).startswith(f"arch.json: {line}")
    assert "\n" not in str(caught.value)
