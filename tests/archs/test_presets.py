"""Presets: their structure, their options, and the lines about wrong ones."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from archs import presets
from archs.files import load_architecture, save_architecture
from archs.presets import PRESETS, architecture_preset
from heuristics.labels.arrays import fingerprint
from models.data.architecture import Architecture, Choice, Component, InitialContents
from models.errors import InputError
from shell.guests import ArrayPreset, Guest
from tests.one_line import one_line


def links(arch: Architecture) -> list[str]:
    """The paths as `source target width`."""
    assert all(len(path.sources) == len(path.targets) == 1 for path in arch.paths)
    return [f"{path.sources[0]} {path.targets[0]} {path.width}" for path in arch.paths]


@pytest.mark.parametrize(
    ("spec", "pes", "paths"),
    [
        ("single", 1, 2),
        ("single:entries=2", 1, 3),
        ("line:4", 4, 6 + 8),
        ("full:4", 4, 12 + 8),
        ("mesh:2x3,io=all", 6, 14 + 12),
        ("mesh:2x3,io=left-right", 6, 14 + 4),
        ("mesh:2x3,io=all-left", 6, 14 + 8),
        ("torus:3x3", 9, 36 + 6),
        ("torus:1x3", 3, 6 + 6),
        ("mesh:2x3,diagonals=yes", 6, 14 + 8 + 6),
        ("torus:3x3,diagonals=yes", 9, 72 + 6),
        ("mesh:3x4,wrap=rows", 12, 24 + 16 + 8),
        ("torus:3x4,wrap=columns", 12, 24 + 18 + 8),
        ("systolic:3x3", 9, 12 + 9 + 6),
    ],
)
def test_sizes(spec: str, pes: int, paths: int) -> None:
    """Tests that presets have the right numbers of PEs and paths, without doubles."""
    arch = architecture_preset(spec)
    assert sum(component.issue > 0 for component in arch.components) == pes
    assert len(arch.paths) == paths
    doubles = [link for link, number in Counter(links(arch)).items() if number > 1]
    assert doubles == (["extmem pe0 1"] if "entries" in spec else [])
    assert arch.name == spec


def test_systolic_with_contents() -> None:
    """Tests that each PE has a ROM with an unlimited path, filled as asked."""
    filled = {
        "rom_0_1": InitialContents(("w",)),
        "rom_1_0": InitialContents((), (Choice(1, ("u", "v")),)),
    }
    arch = architecture_preset("systolic:2x2", filled, ("x",))
    assert [link for link in links(arch) if "extmem" not in link] == [
        "pe_0_0 pe_0_1 1", "pe_0_0 pe_1_0 1", "pe_0_1 pe_1_1 1", "pe_1_0 pe_1_1 1",
        "rom_0_0 pe_0_0 None", "rom_0_1 pe_0_1 None",
        "rom_1_0 pe_1_0 None", "rom_1_1 pe_1_1 None",
    ]  # fmt: skip
    assert [link for link in links(arch) if "extmem" in link] == [
        "extmem pe_0_0 1", "extmem pe_1_0 1", "pe_1_0 extmem 1", "pe_1_1 extmem 1",
    ]  # fmt: skip
    for name, initial in filled.items():
        assert arch.component_by_name[name] == Component(name, initial=initial)
    assert arch.component_by_name["rom_0_0"].initial == InitialContents()
    assert arch.component_by_name["extmem"].initial == InitialContents(("x",))
    with pytest.raises(InputError, match="'mesh' has no memory 'rom_0_1' to fill"):
        architecture_preset("mesh:2x2", filled)


STREAMING = ("near", "far", "pipeline", "delays")
BAD = [
    ("", "unknown preset ''; known: single, line, ring, full, mesh, torus, systolic"),
    ("mesh", "no size: 'mesh' takes RxC, from 1 to 64x64, such as mesh:4x4"),
    ("mesh:0x3", "size '0x3': 'mesh' takes RxC"),
    ("mesh:²x3", "size '²x3': 'mesh' takes RxC"),
    ("ring:0", "size '0': 'ring' takes N, from 1 to 4096, such as ring:4"),
    ("single:3", "'single' takes no size"),
    ("ring:3,registers", "'registers' is no option; write OPTION=VALUE"),
    ("ring:3,regs=3", "unknown option 'regs' of 'ring'; known: registers, units, width"),
    ("ring:3,units=1,units=2", "option 'units' is given twice"),
    ("ring:3,registers=0", "registers '0' must be an integer from 1 to 999999, or unlimited"),
    ("ring:3,latency=-1", "latency '-1' must be an integer from 0"),
    ("ring:3,intermediates=maybe", "intermediates 'maybe' must be yes or no"),
    ("mesh:3x3,io=middle", "io 'middle' must be all, SIDE, or IN-OUT, of top, bottom"),
    ("mesh:3x3,ports=side:1", "ports 'side:1' must be unlimited"),
    *((f"streaming:4,{name}=0", f"{name} '0' must be an integer from 1 to") for name in STREAMING),
]


@pytest.mark.parametrize(("spec", "line"), BAD, ids=[spec for spec, _ in BAD])
def test_bad_preset(spec: str, line: str) -> None:
    """Tests that every wrong preset gives one line with what is allowed."""
    with one_line(f"{spec}: {line}" if spec else line):
        architecture_preset(spec)


def test_file_wins_over_preset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a file is read although its name is a preset."""
    monkeypatch.chdir(tmp_path)
    assert load_architecture("ring:3").name == "ring:3"
    save_architecture(architecture_preset("ring:4"), "ring:3", format_="json")
    assert load_architecture("ring:3").name == "ring:4"


def test_every_preset_is_described() -> None:
    """Tests that presets say what they are, and that their options can be read as listed."""
    for kind, preset in PRESETS.items():
        assert preset.summary.endswith("."), kind
        listed = [f"{name}={option.default}" for name, option in preset.options.items()]
        size = {"": "", "N": ":3", "RxC": f":{preset.usual or '3x3'}"}[preset.size]
        plain = architecture_preset(f"{kind}{size}")
        asked = architecture_preset(",".join([f"{kind}{size}", *listed]))
        assert replace(asked, name=plain.name) == plain


def test_machines_of_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a guest adds a machine, and that none replaces a preset."""
    array = ArrayPreset(
        lambda rows, columns: architecture_preset(f"ring:{rows * columns}"), "1x3", "A."
    )
    guest = Guest("other", presets={"own": array, "mesh": array})
    monkeypatch.setattr(presets, "guests", lambda: iter([guest]))
    assert architecture_preset("own:2x2").name == "ring:4"
    assert architecture_preset("own").name == "ring:3"
    assert architecture_preset("mesh:2x2").name == "mesh:2x2"
    listed = presets.all_presets(lambda line: pytest.fail(line))
    assert listed["own"].summary == "A." and listed["mesh"] is PRESETS["mesh"]
    with pytest.raises(InputError, match="unknown option 'a' of 'own'; known: none"):
        architecture_preset("own:2x2,a=1")
    with pytest.raises(InputError, match="known: single, .*, streaming, own"):
        architecture_preset("absent:2x2")


PAPERS = (
    "lisa:4x4", "lisa:3x3", "lisa:8x8", "lisa:4x4,registers=1", "lisa:4x4,memory=left",
    "lisa-systolic:5x5",
)  # fmt: skip


def test_the_same_number_gives_the_same_array() -> None:
    assert architecture_preset("random:7") == architecture_preset("random:7")
    assert len({fingerprint(architecture_preset(f"random:{n}")) for n in range(1, 41)}) > 35


def test_no_array_of_lisa_s_evaluation_is_drawn() -> None:
    known = {fingerprint(architecture_preset(spec)) for spec in PAPERS}
    assert not known & {fingerprint(architecture_preset(f"random:{n}")) for n in range(1, 301)}


@pytest.mark.parametrize("number", range(1, 41))
def test_something_computes_and_something_stores(number: int) -> None:
    arch = architecture_preset(f"random:{number}")
    assert arch.external is None
    for operator in ("add", "mul", "load", "store"):
        assert any(part.supports(operator) for part in arch.components), operator
