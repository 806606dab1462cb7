"""Architectures of every format, and mappings: damaged files are read whole or refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archs.faults import without
from archs.files import load_architecture
from archs.formats.arch_json import architecture_from_json, architecture_to_json
from archs.formats.dfgmap_arch import architecture_from_dfgmap
from archs.formats.dfgmap_write import architecture_to_dfgmap, options_to_dfgmap
from archs.formats.morpher_arch import architecture_from_morpher
from archs.presets import PRESETS, architecture_preset
from models.data.architecture import Architecture
from models.data.problem import Problem
from models.formats.mapping_json import mapping_from_json, mapping_to_json
from models.formats.text_files import decode_text
from models.judge.checker import check
from tests.fuzz import graphs
from tests.fuzz.checks import fuzzed, read_or_refused
from tests.fuzz.mutation import near, phrases, trees

WORDS = [".pe", ".mem", ".com", ".assign", ".memsize", ".port", ".temp", "->", ":", "{", "}", "a",
         "b", "1", "2", "0", "99", "_extmem", "\n", "\n"]  # fmt: skip
PROBLEM = Problem(graphs.dfg(0), graphs.architecture(0), contexts=3)
MAPPINGS = [json.dumps(graphs.MAPPING).encode()]


def sound(arch: Architecture | None) -> None:
    """Check that an architecture comes back, and that the other format takes or refuses it."""
    if arch is None:
        return
    assert architecture_from_json(architecture_to_json(arch), "again") == arch
    read_or_refused(lambda: architecture_to_dfgmap(arch))
    read_or_refused(lambda: options_to_dfgmap(arch))


@fuzzed(120)
@given(near(graphs.ARCHITECTURE_JSON) | trees(graphs.ARCHITECTURE_JSON))
def test_native_json(data: bytes) -> None:
    sound(read_or_refused(lambda: architecture_from_json(data, "f.json")))


@fuzzed(120)
@given(near(graphs.MORPHER_ARCHITECTURE) | trees(graphs.MORPHER_ARCHITECTURE))
def test_morpher_json(data: bytes) -> None:
    sound(read_or_refused(lambda: architecture_from_morpher(data, "f.json")))


TEXTS = st.one_of(near(graphs.DFGMAP_ARCHITECTURE), phrases(WORDS))
OPTIONS = st.one_of(st.none(), near(graphs.DFGMAP_OPTIONS), phrases(WORDS))


@fuzzed(120)
@given(TEXTS, OPTIONS, st.sampled_from([-1, 0, 2, 2**40]), st.sampled_from([0, 1, 2**40]))
def test_dfgmap_text(data: bytes, more: bytes | None, registers: int, units: int) -> None:
    sound(
        read_or_refused(
            lambda: architecture_from_dfgmap(
                decode_text(data, "f"),
                "f",
                registers,
                units,
                options_text=None if more is None else decode_text(more, "g"),
                options_where="g",
            )
        )
    )


SPECS = [f"{name}:{preset.usual or 3}" if preset.size else name for name, preset in PRESETS.items()]
OPTION_WORDS = sorted({f",{name}=" for preset in PRESETS.values() for name in preset.options})
VALUES = [
    "0",
    "1",
    "2",
    "unlimited",
    "yes",
    "no",
    "left",
    "all",
    "x",
    "",
    "²",
    "9" * 30,
    "-1",
    "pe",
]


@st.composite
def specs(draw: st.DrawFn) -> str:
    """Presets with options, most of them their own."""
    spec = draw(st.sampled_from(SPECS))
    kind = spec.partition(":")[0]
    if PRESETS[kind].size:
        spec = kind + draw(st.sampled_from(["", ":", ":1", ":2", ":2x2", ":1x3", ":x", ":2x2x2"]))
    own = sorted(PRESETS[kind].options)
    for _ in range(draw(st.integers(0, 3))):
        if own and draw(st.booleans()):
            name = draw(st.sampled_from(own))
            value = draw(st.sampled_from([*VALUES, PRESETS[kind].options[name].default]))
            spec += f",{name}={value}"
        else:
            spec += draw(st.sampled_from([*OPTION_WORDS, ",", "=", ":"]) | st.text(max_size=4))
    return spec


@fuzzed(150)
@given(specs())
def test_presets(spec: str) -> None:
    arch = read_or_refused(lambda: architecture_preset(spec))
    if arch is not None:
        assert architecture_from_json(architecture_to_json(arch), "again") == arch


@fuzzed(60)
@given(st.lists(st.text("pe_0123*?[]!-x\\.", max_size=6), max_size=3))
def test_what_is_forbidden(words: list[str]) -> None:
    arch = architecture_preset("mesh:2x2")
    left = read_or_refused(lambda: without(arch, words))
    assert left is None or len(left.components) <= len(arch.components)


@fuzzed(60)
@given(
    near([*graphs.ARCHITECTURE_JSON, *graphs.DFGMAP_ARCHITECTURE, *graphs.MORPHER_ARCHITECTURE]),
    st.sampled_from(["", ".json", ".txt", ".dfgmap", ".xml"]),
)
def test_any_contents_under_any_name(tmp_path: Path, data: bytes, ending: str) -> None:
    path = tmp_path / f"f{ending}"
    path.write_bytes(data)
    sound(read_or_refused(lambda: load_architecture(str(path))))
    path.unlink()


@fuzzed(120)
@given(near(MAPPINGS) | trees(MAPPINGS))
def test_mappings(data: bytes) -> None:
    mapping = read_or_refused(lambda: mapping_from_json(data, "f.json"))
    if mapping is not None:
        assert mapping_from_json(mapping_to_json(mapping), "again") == mapping
        # Whatever a mapping says, the checker has an opinion.
        check(PROBLEM, mapping)


@pytest.mark.parametrize("text", ["[" * 50_000, '{"ARCH":' * 20_000, '{"ARCH": 9' + "9" * 50_000])
def test_deep_nesting_and_long_numbers(tmp_path: Path, text: str) -> None:
    path = tmp_path / "f.json"
    path.write_text(text, encoding="utf-8")
    assert read_or_refused(lambda: load_architecture(str(path))) is None
