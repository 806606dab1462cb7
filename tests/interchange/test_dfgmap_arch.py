"""The `dfgmap` architecture and options text formats."""

from __future__ import annotations

import pathlib
from typing import Any

import msgspec
import pytest

from archs.__main__ import main
from archs.files import load_architecture, save_architecture
from archs.presets import architecture_preset
from interchange.arrays.dfgmap_arch import architecture_from_dfgmap
from interchange.arrays.dfgmap_write import architecture_to_dfgmap, options_to_dfgmap
from models.data.architecture import (
    Architecture,
    Choice,
    Component,
    InitialContents,
    Path,
    SharedIssue,
)
from models.errors import InputError, NotSupportedError
from tests.one_line import one_line

TEXT = """
.pe pe1 pe2 a
.mem mem next

.com
pe1 -> pe2 : 2
_extmem -> pe1 : 1
_extmem -> pe1
pe1 pe2 -> mem : 1
mem a -> mem a
"""
OPTIONS = """
.assign
mem d e
next { 2 a b c } x { 1 d }
pe1 a
.memsize
_extmem 10
mem 5
.port
pe2 1 0

.temp next a
"""


def test_reading() -> None:
    """Tests that components, buses, widths and the external memory are read."""
    arch = architecture_from_dfgmap(TEXT, "e.txt", 3, 2, name="name")
    assert (arch.name, arch.external) == ("name", "_extmem")
    assert arch.components == (
        *(Component(name, issue=2, capacity=3) for name in ("pe1", "pe2", "a")),
        Component("mem"),
        Component("next"),
        Component("_extmem", initial="all", holds_intermediates=False),
    )
    assert arch.paths == (
        Path("pe1->pe2", ("pe1",), ("pe2",), 2),
        Path("_extmem->pe1", ("_extmem",), ("pe1",), 1),
        Path("_extmem->pe1#2", ("_extmem",), ("pe1",), None),
        Path("pe1+pe2->mem", ("pe1", "pe2"), ("mem",), 1),
        Path("mem+a->mem+a", ("mem", "a"), ("mem", "a"), None),
    )


def test_reading_options() -> None:
    """Tests that the four options change the right fields."""
    arch = architecture_from_dfgmap(TEXT, "e.txt", 0, 1, True, OPTIONS, "g.txt")
    place = arch.component_by_name
    assert place["_extmem"] == Component("_extmem", capacity=10)
    assert place["mem"] == Component("mem", capacity=5, initial=InitialContents(("d", "e")))
    choices = (Choice(2, ("a", "b", "c")), Choice(1, ("d",)))
    assert place["next"] == Component(
        "next", initial=InitialContents(("x",), choices), transient=True
    )
    assert place["pe1"] == Component("pe1", issue=1, initial=InitialContents(("a",)))
    assert place["pe2"] == Component("pe2", issue=1, write_ports=1)
    assert place["a"].transient


BAD = [
    ("pe0", "line 1: unexpected 'pe0'; known: .pe NAME…, .mem NAME…, .com"),
    (".com\n.x", "line 2: unexpected '.x'"),
    (".pe a b a", "line 1: duplicate component 'a'"),
    (".pe a\n.com\na -> b", "line 3: unknown component 'b'; known: _extmem, a"),
    (".pe a\n.com\na", "line 3: a path reads SOURCE… -> TARGET… : WIDTH"),
    (".pe a\n.com\na -> a :", "line 3: one width must follow ':'"),
    (".pe a\n.com\na -> a : 0", "line 3: width '0' must be an integer >= 1"),
    (".pe a\n.com\na a -> _extmem", "line 3: a component is listed twice in 'a a'"),
]


@pytest.mark.parametrize(("text", "line"), BAD, ids=[line for _, line in BAD])
def test_bad_text(text: str, line: str) -> None:
    """Tests that every bad architecture text gives one line."""
    with one_line(f"e.txt: {line}"):
        architecture_from_dfgmap(text, "e.txt")


BAD_OPTIONS = [
    (".x", "line 1: unknown section '.x'; known: .assign, .memsize, .port, .temp"),
    ("mem a", "line 1: 'mem' is in no section; known: .assign"),
    (".temp x", "line 1: unknown component 'x'; known: _extmem, a, mem"),
    (".temp mem mem", "line 1: 'mem' appears twice in .temp"),
    (".assign\nx a", "line 2: unknown component 'x'"),
    (".assign\nmem { x a }", "line 2: the number after '{' 'x' must be an integer >= 0"),
    (".assign\nmem { 1 a { 2 b } }", "line 2: expected '}', found {"),
    (".assign\nmem { 1 a", "line 2: expected '}', found the end of the line"),
    (".assign\nmem a }", "line 2: '}' without '{'"),
    (".assign\nmem { 1 a b } b", "line 2: 'b' is held for certain, so no choice"),
    (".memsize\nmem", "line 2: a memory size reads COMPONENT SIZE"),
    (".memsize\na 1", "line 2: 'a' is a PE; .memsize is for memories"),
    (".memsize\nx 1", "line 2: unknown component 'x'"),
    (".port\nmem 1 -1", "line 2: ports '-1' must be an integer >= 0"),
]


@pytest.mark.parametrize(("text", "line"), BAD_OPTIONS, ids=[line for _, line in BAD_OPTIONS])
def test_bad_options(text: str, line: str) -> None:
    """Tests that every bad options text gives one line with the options file."""
    with pytest.raises(InputError) as caught:
        architecture_from_dfgmap(
            ".pe a\n.mem mem", "e.txt", options_text=text, options_where="g.txt"
        )
    assert str(caught.value).startswith(f"g.txt: {line}")


@pytest.mark.parametrize("options", ["", OPTIONS])
def test_round_trip(options: str) -> None:
    """Tests that an architecture and its options are read back as written."""
    arch = architecture_from_dfgmap(TEXT, "e.txt", options_text=options or None)
    text, written = architecture_to_dfgmap(arch), options_to_dfgmap(arch)
    assert architecture_from_dfgmap(text, "e.txt", options_text=written) == arch


PE = Component("pe", issue=1, capacity=2)
EXT = Component("ext", initial="all")
GOOD = Architecture("a", (PE, EXT), (Path("h", ("pe",), ("ext",)),), "ext")


def with_pe(**fields: Any) -> dict[str, Any]:
    return {"components": (msgspec.structs.replace(PE, **fields), EXT)}


def beside(*more: Component) -> dict[str, Any]:
    return {"components": (PE, EXT, *more)}


UNSUPPORTED: list[tuple[dict[str, Any], str]] = [
    ({"external": None}, "an architecture without an external component cannot be written"),
    ({"max_contexts": 3}, "$.max_contexts: 'max_contexts' cannot be written"),
    ({"max_hops": 3}, "$.max_hops: 'max_hops' cannot be written"),
    ({"max_routes": 0}, "$.max_routes: 'max_routes' cannot be written"),
    (
        {"shared": (SharedIssue("port", ("pe",), ("load",), 1),)},
        "$.shared: 'shared' cannot be written",
    ),
    (with_pe(keeps_arrivals=False), "$.components[0]: 'keeps_arrivals' cannot"),
    ({"paths": (Path("h", ("pe",), ("pe",), 1, 2),)}, "$.paths[0]: 'latency' cannot"),
    (with_pe(ops=()), "$.components[0]: component 'pe': 'ops' cannot"),
    (with_pe(routing_issues=True), "$.components[0]: 'routing_issues' cannot"),
    (with_pe(file_ports=True), "$.components[0]: 'file_ports' cannot"),
    (with_pe(switch=True), "$.components[0]: 'switch' cannot"),
    (with_pe(holds_intermediates=False), "$.components[0]: component 'pe': 'holds_intermediates'"),
    (with_pe(capacity=0), "$.components[0]: component 'pe': a PE of capacity 0 cannot"),
    (with_pe(read_ports=0), "$.components[0]: component 'pe': a limit of 0 ports cannot"),
    (with_pe(initial="all"), "component 'pe' that holds all inputs"),
    (with_pe(initial=InitialContents(("x",))), "component 'ext' that holds all inputs, beside"),
    (
        with_pe(initial=InitialContents(("{",))),
        "$.components[0]: component 'pe': the input name '{' cannot",
    ),
    (beside(Component("q", issue=2, capacity=2)), "$.components[2]: PEs 'pe' and 'q' of different"),
    (beside(Component("q", issue=1)), "$.components[2]: PEs 'pe' and 'q' of different capacity"),
    (beside(Component("_extmem")), "$.components[2]: component '_extmem': its name cannot"),
    ({"external": "pe"}, "$.components[0]: component 'pe': an external component that issues"),
]


@pytest.mark.parametrize(("change", "line"), UNSUPPORTED, ids=[line for _, line in UNSUPPORTED])
def test_not_expressible(change: dict[str, Any], line: str) -> None:
    """Tests that what the formats cannot express is named."""
    with pytest.raises(NotSupportedError) as caught:
        arch = msgspec.structs.replace(GOOD, **change)
        architecture_to_dfgmap(arch)
        options_to_dfgmap(arch)
    assert str(caught.value).startswith(line)


def test_options_files(tmp_path: pathlib.Path) -> None:
    """Tests that the second file of the dfgmap format is read, and written when needed."""
    filled = {"rom_0_0": InitialContents(("w",))}
    arch = architecture_preset("systolic:1x1", filled, ("x",))
    path, options = tmp_path / "e.txt", tmp_path / "g.txt"
    with pytest.raises(InputError, match=r"e.txt: .* needs a second file for .assign: name one"):
        save_architecture(arch, str(path))
    save_architecture(arch, str(path), str(options))
    again = load_architecture(str(path), str(options))
    assert again.component_by_name["rom_0_0"].initial == filled["rom_0_0"]
    options.write_text(".x\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"g.txt: line 1: unknown section '.x'"):
        load_architecture(str(path), str(options))


def test_command(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that `xyzmap archs` writes the format, to the terminal and into files."""
    assert main(["ring:3", "--format", "dfgmap"]) == 0
    assert capsys.readouterr().out.startswith(".pe pe0 pe1 pe2\n.com\n")
    file = tmp_path / "e"
    assert main(["ring:3", "-o", str(file), "--format", "dfgmap"]) == 0
    assert file.read_text(encoding="utf-8").startswith(".pe pe0")
