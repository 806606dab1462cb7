"""The presets of real arrays: their parts, what is connected, their options."""

from __future__ import annotations

from collections import Counter

import pytest

from archs.formats.arch_json import architecture_from_json, architecture_to_json
from archs.machines.operators import (
    CONSTANTS,
    FULL_UNIT,
    LISA_UNIT,
    LOADS,
    MEMORY,
    STORES,
    spellings,
)
from archs.presets import PRESETS, architecture_preset
from models.data.architecture import Architecture, Component
from models.errors import InputError
from models.semantics.opcodes import MEMORY as READ_AS_MEMORY
from models.semantics.opcodes import STREAMS

REAL = [name for name, preset in PRESETS.items() if preset.usual and name != "random"]


def kinds(arch: Architecture) -> Counter[str]:
    """The number of components by the first word of their names."""
    return Counter(component.name.partition("_")[0] for component in arch.components)


def into(arch: Architecture, target: str) -> set[tuple[tuple[str, ...], int | None, int]]:
    """The sources, widths and hops of the paths into a component."""
    return {(path.sources, path.width, path.hops) for path in arch.paths if target in path.targets}


def test_lisa() -> None:
    """Tests the parts of a tile of LISA's PE and what is connected to what."""
    arch = architecture_preset("lisa:4x4,io=none")
    assert kinds(arch) == {"in": 16, "alu": 16, "rf": 16, "const": 16, "mem": 16}
    place = arch.component_by_name
    assert place["in_1_2"] == Component("in_1_2", switch=True, capacity=0)
    assert place["rf_1_2"] == Component("rf_1_2", capacity=4)
    for name, ops, routing in (
        ("alu_1_2", spellings(LISA_UNIT), True),
        ("const_1_2", spellings(CONSTANTS), False),
        ("mem_1_2", spellings(MEMORY), False),
    ):
        assert place[name] == Component(
            name, 1, ops, 1, transient=True, routing_issues=routing, keeps_arrivals=routing
        )
    assert into(arch, "alu_1_2") == {
        ((source,), None, 0) for source in ("in_1_2", "alu_1_2", "const_1_2", "rf_1_2")
    }
    assert into(arch, "mem_1_2") == {(("in_1_2",), None, 0)}
    assert into(arch, "rf_1_2") == {(("alu_1_2",), 1, 0)}
    assert into(arch, "in_1_2") == {
        (tuple(f"{part}_{cell}" for part in ("in", "alu", "rf", "mem")), 1, 1)
        for cell in ("0_2", "2_2", "1_1", "1_3")
    }
    links = [path for path in arch.paths if path.name.startswith("link")]
    assert len(links) == 48
    assert all(len(path.targets) == 1 for path in links)
    assert (arch.max_contexts, arch.max_hops, arch.external) == (24, None, None)


def test_lisa_options() -> None:
    """Tests LISA's smaller arrays: fewer registers, memory at one side, and no memory."""
    few = architecture_preset("lisa:4x4,registers=1")
    assert few.component_by_name["rf_0_0"].capacity == 1
    none = architecture_preset("lisa:4x4,registers=0")
    assert kinds(none)["rf"] == 0
    assert all("rf" not in name for path in none.paths for name in path.sources)
    left = architecture_preset("lisa:4x4,memory=left")
    assert {c.name for c in left.components if c.supports("load")} == {
        f"mem_{row}_0" for row in range(4)
    }
    assert kinds(architecture_preset("lisa:3x3,memory=none"))["mem"] == 0
    limited = architecture_preset("lisa:8x8,max_hops=2,max_contexts=unlimited")
    assert (limited.max_hops, limited.max_contexts, kinds(limited)["alu"]) == (2, None, 64)


def test_pads() -> None:
    """Tests that a ring of pads takes inputs and gives outputs, one operation each per cycle."""
    arch = architecture_preset("lisa:2x3")
    pads = [c.name for c in arch.components if c.name.startswith(("input", "output"))]
    assert len(pads) == 2 * (3 + 3 + 2 + 2)
    assert into(arch, "output_e_1") == {(("in_1_2", "alu_1_2", "rf_1_2", "mem_1_2"), 1, 1)}
    assert (("input_e_1",), 1, 1) in into(arch, "in_1_2")
    assert into(arch, "input_e_1") == set()
    assert arch.component_by_name["output_e_1"].supports("output")
    assert not arch.component_by_name["alu_0_0"].supports("output")
    (limit,) = (limit for limit in arch.shared if limit.name == "pad_e_1")
    assert limit.components == ("input_e_1", "output_e_1")
    assert limit.at_most == 1
    assert limit.limits("imp")
    assert limit.limits("exp")


WITH_PADS = [kind for kind in REAL if "io" in PRESETS[kind].options and kind != "lisa-systolic"]


@pytest.mark.parametrize("kind", WITH_PADS)
def test_io(kind: str) -> None:
    """Tests that an external memory is joined both ways, pads too, and that none adds nothing."""
    none, memory, pads = (
        architecture_preset(f"{kind}:2x2,io={io}") for io in ("none", "memory", "pads")
    )
    assert none.external is None
    assert memory.external == "extmem"
    assert memory.component_by_name["extmem"].initial == "all"
    entering = [path for path in memory.paths if "extmem" in path.sources]
    leaving = [path for path in memory.paths if "extmem" in path.targets]
    assert len(entering) == len(leaving) == len(memory.paths[len(none.paths) :]) // 2 > 0
    assert len(pads.components) == len(none.components) + 2 * len(entering)
    assert {c.name for c in pads.components if c.supports("exp")} == {
        c.name for c in pads.components if c.name.startswith("output_")
    }


def test_lisa_simple() -> None:
    """Tests that one component per PE does everything, and memory only where it is."""
    arch = architecture_preset("lisa-simple:3x3")
    assert arch.components[0] == Component("pe_0_0", 1, None, 4)
    assert (len(arch.components), len(arch.paths), arch.max_contexts) == (9, 24, 24)
    assert {path.width for path in arch.paths} == {1}
    left = architecture_preset("lisa-simple:3x3,memory=left,registers=1")
    assert {c.name for c in left.components if c.supports("load")} == {
        "pe_0_0", "pe_1_0", "pe_2_0",
    }  # fmt: skip
    for component in left.components:
        assert all(map(component.supports, ("add", "const", "output", "add/1")))
    pads = architecture_preset("lisa-simple:2x2,io=pads").component_by_name["pe_0_0"]
    assert pads.supports("load")
    assert not pads.supports("output")


@pytest.mark.parametrize("pattern", ["any", "checker", "columns", "rows"])
def test_lisa_systolic(pattern: str) -> None:
    """Tests that PEs multiply or add, memory is at the two sides, and links go one way."""
    arch = architecture_preset(f"lisa-systolic,pattern={pattern}")
    assert kinds(arch) == {"pe": 25, "const": 25, "load": 5, "store": 5}
    multipliers, adders = {
        "any": (25, 25),
        "checker": (13, 12),
        "columns": (15, 10),
        "rows": (15, 10),
    }[pattern]
    assert sum(c.supports("mul") for c in arch.components) == multipliers
    assert sum(c.supports("add") for c in arch.components) == adders
    assert all(c.name.startswith("load") == c.supports("load") for c in arch.components)
    assert all(c.name.startswith("store") == c.supports("store") for c in arch.components)
    between = {
        (path.sources[0], path.targets[0])
        for path in arch.paths
        if path.sources[0].startswith("pe") and path.targets[0].startswith("pe")
    }
    assert between == {
        (f"pe_{r}_{c}", f"pe_{r + down}_{c + 1 - down}")
        for r in range(5)
        for c in range(5)
        for down in (0, 1)
        if r + down < 5 and c + 1 - down < 5
    }
    assert into(arch, "load_2") == {(("pe_2_0",), 1, 0), (("const_2_0",), 1, 0)}
    assert into(arch, "store_2") == {(("pe_2_4",), 2, 0), (("const_2_4",), 1, 0)}
    assert arch.max_contexts == 1


def test_s4_and_sl8() -> None:
    """Tests the torus of full PEs and the larger mesh with one register."""
    s4, sl8 = architecture_preset("s4"), architecture_preset("sl8")
    assert s4.component_by_name["pe_0_0"] == Component("pe_0_0", 1, None, 1, routing_issues=True)
    assert s4.component_by_name["rf_0_0"].capacity == 4
    assert len(s4.paths) == 16 * (2 + 4)
    assert (len(sl8.components), sl8.component_by_name["rf_7_7"].capacity) == (128, 1)
    assert len(sl8.paths) == 64 * 2 + 4 * 56
    assert s4.max_contexts == sl8.max_contexts == 8
    more = architecture_preset("s4,diagonals=yes,global=4,registers=0,ports=row:1,wrap=no")
    assert kinds(more) == {"pe": 16, "grf": 1}
    assert len(more.paths) == 2 * 16 + 2 * (24 + 18)
    assert len(more.shared) == 4
    assert into(more, "grf") == {((f"pe_{r}_{c}",), 1, 0) for r in range(4) for c in range(4)}


def test_r4() -> None:
    """Tests that odd columns below row 0 only add, and that each row has a load/store unit."""
    arch = architecture_preset("r4")
    multiplying = {c.name for c in arch.components if c.supports("mul")}
    assert multiplying == {
        f"pe_{r}_{c}" for r in range(4) for c in range(4) if r == 0 or c % 2 == 0
    }
    assert {c.name for c in arch.components if c.supports("sub")} == {
        f"pe_{r}_{c}" for r in range(4) for c in range(4)
    }
    assert {c.name for c in arch.components if c.supports("store")} == {
        f"lsu_{row}" for row in range(4)
    }
    row = tuple(f"pe_2_{column}" for column in range(4))
    assert into(arch, "lsu_2") == {(row, 2, 0)}
    assert [path.targets for path in arch.paths if path.sources == ("lsu_2",)] == [row]
    assert arch.max_contexts == 8
    assert not arch.shared


@pytest.mark.parametrize(("spec", "side", "contexts"), [("hycube", 4, None), ("h6", 6, 8)])
def test_hycube(spec: str, side: int, contexts: int | None) -> None:
    """Tests the crossbars, the units and what is connected in a HyCUBE."""
    arch = architecture_preset(spec)
    tiles = side * side
    assert kinds(arch) == {"xbar": tiles, "fu": tiles, "treg": tiles}
    assert arch.component_by_name["xbar_1_1"] == Component(
        "xbar_1_1", switch=True, capacity=4, file="static"
    )
    assert arch.component_by_name["treg_1_1"] == Component("treg_1_1", capacity=1)
    unit = arch.component_by_name["fu_1_1"]
    assert unit.transient
    assert not unit.keeps_arrivals
    assert into(arch, "fu_1_1") == {(("xbar_1_1",), None, 0), (("treg_1_1",), None, 0)}
    assert into(arch, "treg_1_1") == {(("fu_1_1",), None, 0)}
    assert into(arch, "xbar_1_1") == {
        ((f"xbar_{cell}", f"fu_{cell}", f"treg_{cell}"), 1, 1)
        for cell in ("0_1", "2_1", "1_0", "1_2")
    }
    assert {c.name for c in arch.components if c.supports("load")} == {
        f"fu_{row}_0" for row in range(side)
    }
    assert (arch.max_hops, arch.max_contexts) == (4, contexts)
    assert all(map(unit.supports, ("add", "add.if", "select.unless/2", "mov", "const", "shl")))
    everywhere = architecture_preset(f"{spec}:2x2,memory=all,max_hops=1,registers=0")
    assert all(c.supports("load.if") for c in everywhere.components if c.issue)
    assert (everywhere.max_hops, everywhere.component_by_name["xbar_0_0"].capacity) == (1, 0)


def test_adres() -> None:
    """Tests the memory port of each row, the shared registers, the torus and the pads."""
    arch = architecture_preset("adres")
    assert kinds(arch) == {"pe": 16, "rf": 16, "grf": 1, "input": 4, "output": 4}
    memory = [limit for limit in arch.shared if limit.name.startswith("memory")]
    assert [limit.components for limit in memory] == [
        tuple(f"pe_{row}_{column}" for column in range(4)) for row in range(4)
    ]
    assert {limit.at_most for limit in memory} == {1}
    assert into(arch, "grf") == {((f"pe_0_{column}",), 1, 0) for column in range(4)}
    assert (("grf",), 2, 0) in into(arch, "pe_0_3")
    assert (("grf",), 2, 0) not in into(arch, "pe_1_3")
    assert {c.name for c in arch.components if c.supports("imp")} == {
        f"input_n_{column}" for column in range(4)
    }
    unit = arch.component_by_name["pe_3_3"]
    listed = "ADD MUL/1 LOD STR BGE NEG DIV MemR MemW icmp select input_constint input_argument"
    assert all(map(unit.supports, listed.split()))
    assert unit.routing_issues
    flat = architecture_preset("adres:2x2,wrap=no,global=0,ports=unlimited,io=none")
    assert kinds(flat) == {"pe": 4, "rf": 4}
    assert not flat.shared


def test_satmapit() -> None:
    """Tests the output register, the private registers, and moves."""
    arch = architecture_preset("satmapit:3x3")
    assert arch.component_by_name["pe_1_1"] == Component(
        "pe_1_1", 1, None, 1, transient=True, keeps_arrivals=False
    )
    assert arch.component_by_name["rf_1_1"] == Component("rf_1_1", capacity=4, file="static")
    assert into(arch, "pe_1_1") == {
        ((name,), None, 0) for name in ("rf_1_1", "pe_0_1", "pe_2_1", "pe_1_0", "pe_1_2")
    }
    assert into(arch, "rf_1_1") == {(("pe_1_1",), None, 0)}
    assert (arch.max_routes, arch.max_contexts, len(arch.paths)) == (0, None, 9 * 6)
    moving = architecture_preset("satmapit:3x3,moves=3,wrap=no,registers=0")
    assert moving.component_by_name["pe_1_1"] == Component(
        "pe_1_1", 1, None, 1, transient=True, routing_issues=True
    )
    waiting = architecture_preset("satmapit:3x3,waits=yes")
    assert not waiting.component_by_name["pe_1_1"].transient
    assert (moving.max_routes, len(moving.paths), kinds(moving)["rf"]) == (3, 24, 0)
    assert architecture_preset("satmapit:2x2,moves=unlimited").max_routes is None


def test_monomap() -> None:
    """Tests that neighbours read registers, of which there are as many as needed."""
    arch = architecture_preset("monomap:3x3")
    assert arch.components[0] == Component("pe_0_0", 1, None, None, keeps_arrivals=False)
    assert (arch.max_routes, len(arch.paths), len(arch.components)) == (0, 36, 9)
    few = architecture_preset("monomap:3x3,registers=2,moves=1")
    assert few.components[0] == Component("pe_0_0", 1, None, 2, routing_issues=True)


@pytest.mark.parametrize("kind", REAL)
def test_round_trip(kind: str) -> None:
    """Tests that every preset is read back as written, and has its usual size without one."""
    arch = architecture_preset(kind)
    assert architecture_from_json(architecture_to_json(arch), "a.json") == arch
    sized = architecture_preset(f"{kind}:{PRESETS[kind].usual}")
    assert sized.components == arch.components
    assert sized.paths == arch.paths


@pytest.mark.parametrize("kind", REAL)
@pytest.mark.parametrize("size", ["1x1", "1x3", "2x1"])
def test_small(kind: str, size: str) -> None:
    """Tests that the smallest sizes are built, without paths that occur twice."""
    arch = architecture_preset(f"{kind}:{size}")
    pads = sum(c.name.startswith(("input_", "output_")) for c in arch.components)
    ends = Counter((path.sources, path.targets) for path in arch.paths)
    assert pads or max(ends.values(), default=1) == 1


def test_spellings() -> None:
    """Tests that every opcode that the readers treat as memory or a stream has its unit."""
    memory = {name.lower() for name in spellings(MEMORY)}
    assert memory >= READ_AS_MEMORY
    assert {name.lower() for name in spellings((*LOADS, *STORES))} == memory
    full = {name.lower() for name in spellings(FULL_UNIT)}
    assert not full & (READ_AS_MEMORY | STREAMS)
    assert spellings(("add", "neg")) == ("add", "ADD", "+", "neg", "NEG")
    assert spellings(("add", "memr"), predicated=True) == (
        "add", "ADD", "+", "add.if", "add.unless", "memr", "MEMR", "MemR",
    )  # fmt: skip


BAD = [
    ("lisa:4", "size '4': 'lisa' takes RxC, from 1 to 64x64, such as lisa:4x4"),
    ("lisa:65x1", "size '65x1': 'lisa' takes RxC"),
    ("lisa:4x4,memory=middle", "memory 'middle' must be all, none, top, bottom, left or right"),
    ("lisa:4x4,registers=-1", "registers '-1' must be an integer from 0 to 999999, or unlimited"),
    ("lisa:4x4,io=top", "io 'top' must be pads, memory, both or none"),
    ("lisa:4x4,max_hops=0", "max_hops '0' must be an integer from 1"),
    ("lisa:4x4,units=2", "unknown option 'units' of 'lisa'; known: registers, memory, io"),
    ("lisa-systolic:5x5,max_contexts=2", "unknown option 'max_contexts' of 'lisa-systolic'"),
    ("lisa-systolic:5x5,pattern=x", "pattern 'x' must be any, checker, columns or rows"),
    ("lisa-simple,registers=0", "registers '0' must be an integer from 1"),
    ("s4:4x4,wrap=maybe", "wrap 'maybe' must be yes or no"),
    ("s4:4x4,global=unlimited", "global 'unlimited' must be an integer from 0 to 999999"),
    ("r4:4x4,ports=row:1", "unknown option 'ports' of 'r4'"),
    ("h6:x", "size 'x': 'h6' takes RxC, from 1 to 64x64, such as h6:6x6"),
    ("hycube:4x4,memory=none", "memory 'none' must be all, top, bottom, left or right"),
    ("adres:4x4,ports=row:x", "ports 'row:x' must be unlimited, row:N, column:N or total:N"),
    ("satmapit:4x4,moves=x", "moves 'x' must be an integer from 0 to 999999, or unlimited"),
    ("monomap:4x4,moves=1,moves=1", "option 'moves' is given twice"),
]


@pytest.mark.parametrize(("spec", "line"), BAD, ids=[spec for spec, _ in BAD])
def test_bad(spec: str, line: str) -> None:
    """Tests that every wrong spec gives one line with what is allowed."""
    with pytest.raises(InputError) as caught:
        architecture_preset(spec)
    assert str(caught.value).startswith(f"{spec}: {line}")
    assert "\n" not in str(caught.value)
