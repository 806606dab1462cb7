"""The presets of real arrays: their parts, what is connected, their options."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from archs.machines.operators import (
    CONSTANTS,
    LISA_UNIT,
    MEMORY,
    spellings,
)
from archs.presets import PRESETS, architecture_preset
from models.data.architecture import Architecture, Component
from models.formats.native_json import architecture_from_json, architecture_to_json

REAL = [name for name, preset in PRESETS.items() if preset.usual and name != "random"]


def kinds(arch: Architecture) -> dict[str, int]:
    """The number of components by the first word of their names."""
    return dict(Counter(component.name.partition("_")[0] for component in arch.components))


def into(arch: Architecture, target: str) -> set[tuple[str, int | None, int]]:
    """The sources, widths and hops of the paths into a component."""
    paths = (path for path in arch.paths if target in path.targets)
    return {(" ".join(path.sources), path.width, path.hops) for path in paths}


def able(arch: Architecture, operator: str) -> set[str]:
    """The components that execute an operator."""
    return {component.name for component in arch.components if component.supports(operator)}


# Components by kind, paths, limits that components share; contexts, hops, stores in passing.
SIZES: list[tuple[str, str, int, int, tuple[int | None, ...]]] = [
    ("lisa:4x4,io=none", "in:16 alu:16 const:16 rf:16 mem:16", 144, 0, (24, None, None)),
    ("lisa:2x3", "in:6 alu:6 const:6 rf:6 mem:6 input:10 output:10", 70, 10, (24, None, None)),
    ("lisa-simple:3x3", "pe:9", 24, 0, (24, None, None)),
    ("lisa-systolic", "pe:25 const:25 load:5 store:5", 90, 0, (1, None, None)),
    ("s4", "pe:16 rf:16", 96, 0, (8, None, None)),
    ("sl8", "pe:64 rf:64", 352, 0, (8, None, None)),
    ("r4", "pe:16 rf:16 lsu:4", 88, 0, (8, None, None)),
    ("hycube", "xbar:16 fu:16 treg:16", 96, 0, (None, 4, None)),
    ("h6", "xbar:36 fu:36 treg:36", 228, 0, (8, 4, None)),
    ("adres", "pe:16 rf:16 grf:1 input:4 output:4", 112, 8, (None, None, None)),
    ("satmapit:3x3", "pe:9 rf:9", 54, 0, (None, None, 0)),
    ("monomap:3x3", "pe:9", 36, 0, (None, None, 0)),
]


@pytest.mark.parametrize(("spec", "parts", "paths", "shared", "limits"), SIZES)
def test_sizes(
    spec: str, parts: str, paths: int, shared: int, limits: tuple[int | None, ...]
) -> None:
    """Tests how much there is of everything."""
    arch = architecture_preset(spec)
    assert " ".join(f"{kind}:{count}" for kind, count in kinds(arch).items()) == parts
    assert (len(arch.paths), len(arch.shared)) == (paths, shared)
    assert (arch.max_contexts, arch.max_hops, arch.max_routes) == limits


UNIT: dict[str, Any] = {"transient": True, "keeps_arrivals": False}
COMPONENTS: list[tuple[str, Component]] = [
    ("lisa:4x4", Component("in_1_2", switch=True, capacity=0)),
    ("lisa:4x4", Component("rf_1_2", capacity=4)),
    (
        "lisa:4x4",
        Component("alu_1_2", 1, spellings(LISA_UNIT), 1, transient=True, routing_issues=True),
    ),
    ("lisa:4x4", Component("const_1_2", 1, spellings(CONSTANTS), 1, **UNIT)),
    ("lisa:4x4", Component("mem_1_2", 1, spellings(MEMORY), 1, **UNIT)),
    ("lisa-simple:3x3", Component("pe_0_0", 1, None, 4)),
    ("s4", Component("pe_0_0", 1, None, 1, routing_issues=True)),
    ("s4", Component("rf_0_0", capacity=4)),
    ("hycube", Component("xbar_1_1", switch=True, capacity=4, file="static")),
    ("hycube", Component("treg_1_1", capacity=1)),
    ("satmapit:3x3", Component("pe_1_1", 1, None, 1, **UNIT)),
    ("satmapit:3x3", Component("rf_1_1", capacity=4, file="static")),
    ("monomap:3x3", Component("pe_0_0", 1, None, None, keeps_arrivals=False)),
]


@pytest.mark.parametrize(("spec", "part"), COMPONENTS)
def test_components(spec: str, part: Component) -> None:
    """Tests single components in all their fields."""
    assert architecture_preset(spec).component_by_name[part.name] == part


def around(*cells: str, kinds: str) -> set[tuple[str, int | None, int]]:
    """Buses of width 1 and one hop from the parts of neighbours."""
    return {(" ".join(f"{kind}_{cell}" for kind in kinds.split()), 1, 1) for cell in cells}


CROSS = ("0_1", "2_1", "1_0", "1_2")
INTO: list[tuple[str, str, set[tuple[str, int | None, int]]]] = [
    (
        "lisa:4x4,io=none",
        "alu_1_2",
        {(f"{kind}_1_2", None, 0) for kind in ("in", "alu", "const", "rf")},
    ),
    ("lisa:4x4,io=none", "in_1_2", around("0_2", "2_2", "1_1", "1_3", kinds="in alu rf mem")),
    ("lisa:2x3", "output_e_1", around("1_2", kinds="in alu rf mem")),
    ("lisa-simple:3x3", "pe_1_1", {(f"pe_{c}", 1, 0) for c in CROSS}),
    ("lisa-systolic", "load_2", {("pe_2_0", 1, 0), ("const_2_0", 1, 0)}),
    ("lisa-systolic", "store_2", {("pe_2_4", 2, 0), ("const_2_4", 1, 0)}),
    ("r4", "lsu_2", {("pe_2_0 pe_2_1 pe_2_2 pe_2_3", 2, 0)}),
    ("hycube", "fu_1_1", {("xbar_1_1", None, 0), ("treg_1_1", None, 0)}),
    ("h6", "treg_1_1", {("fu_1_1", None, 0)}),
    ("hycube", "xbar_1_1", around(*CROSS, kinds="xbar fu treg")),
    (
        "hycube:4x4,diagonals=yes",
        "xbar_1_1",
        around(*CROSS, "0_0", "0_2", "2_0", "2_2", kinds="xbar fu treg"),
    ),
    ("adres", "grf", {(f"pe_0_{column}", 1, 0) for column in range(4)}),
]


@pytest.mark.parametrize(("spec", "target", "sources"), INTO)
def test_paths(spec: str, target: str, sources: set[tuple[str, int | None, int]]) -> None:
    """Tests what leads into a component."""
    assert into(architecture_preset(spec), target) == sources


def cells(kind: str, rows: int, columns: int, pattern: str = "all") -> set[str]:
    """Names of components in a grid, or of those in a pattern."""
    inside = {
        "all": lambda r, c: True,
        "left": lambda r, c: c == 0,
        "r4": lambda r, c: r == 0 or c % 2 == 0,
        "checker": lambda r, c: (r + c) % 2 == 0,
    }[pattern]
    return {f"{kind}_{r}_{c}" for r in range(rows) for c in range(columns) if inside(r, c)}


ABLE: list[tuple[str, str, set[str]]] = [
    ("lisa:4x4,memory=left", "load", cells("mem", 4, 4, "left")),
    ("lisa-simple:3x3,memory=left,registers=1", "add/1", cells("pe", 3, 3)),
    ("lisa-systolic,pattern=checker", "mul", cells("pe", 5, 5, "checker")),
    ("lisa-systolic", "load", {f"load_{row}" for row in range(5)}),
    ("lisa-systolic", "store", {f"store_{row}" for row in range(5)}),
    ("r4", "mul", cells("pe", 4, 4, "r4")),
    ("r4", "sub", cells("pe", 4, 4)),
    ("r4", "store", {f"lsu_{row}" for row in range(4)}),
    ("hycube", "load", cells("fu", 4, 4, "left")),
    *(("hycube", x, cells("fu", 4, 4)) for x in ("add.if", "select.unless/2", "mov", "shl")),
    ("adres", "imp", {f"input_n_{column}" for column in range(4)}),
    *(("adres", x, cells("pe", 4, 4)) for x in ("MUL/1", "LOD", "BGE", "input_argument")),
]


@pytest.mark.parametrize(("spec", "operator", "names"), ABLE)
def test_operators(spec: str, operator: str, names: set[str]) -> None:
    """Tests which components execute an operator."""
    assert able(architecture_preset(spec), operator) == names


@pytest.mark.parametrize(("pattern", "counts"), [("columns", (15, 10)), ("rows", (15, 10))])
def test_lisa_systolic(pattern: str, counts: tuple[int, int]) -> None:
    """Tests that PEs multiply or add, and that links go one way."""
    arch = architecture_preset(f"lisa-systolic,pattern={pattern}")
    assert (len(able(arch, "mul")), len(able(arch, "add"))) == counts
    ends = {(path.sources[0], path.targets[0]) for path in arch.paths}
    assert {(f"load_{r}", f"pe_{r}_0") for r in range(5)} <= ends
    assert {(f"pe_{r}_4", f"store_{r}") for r in range(5)} <= ends
    assert {pair for pair in ends if pair[0][:2] == pair[1][:2] == "pe"} == {
        (f"pe_{r}_{c}", f"pe_{r + down}_{c + 1 - down}")
        for r in range(5)
        for c in range(5)
        for down in (0, 1)
        if r + down < 5 and c + 1 - down < 5
    }


def test_shared_limits() -> None:
    """Tests pads, which take or give one value per cycle, and the memory port of a row."""
    (limit,) = (x for x in architecture_preset("lisa:2x3").shared if x.name == "pad_e_1")
    assert (limit.components, limit.at_most) == (("input_e_1", "output_e_1"), 1)
    assert limit.limits("imp") and limit.limits("exp")
    rows = [x for x in architecture_preset("adres").shared if x.name.startswith("memory")]
    assert [(x.at_most, x.components) for x in rows] == [
        (1, tuple(f"pe_{row}_{column}" for column in range(4))) for row in range(4)
    ]
    assert not architecture_preset("satmapit:3x3,waits=yes").component_by_name["pe_1_1"].transient


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


@pytest.mark.parametrize("kind", REAL)
def test_every_preset(kind: str) -> None:
    """Tests that presets are read back as written, have a usual size, and can be small."""
    arch = architecture_preset(kind)
    assert architecture_from_json(architecture_to_json(arch), "a.json") == arch
    sized = architecture_preset(f"{kind}:{PRESETS[kind].usual}")
    assert (sized.components, sized.paths) == (arch.components, arch.paths)
    for size in ("1x1", "1x3", "2x1"):
        small = architecture_preset(f"{kind}:{size}")
        pads = sum(c.name.startswith(("input_", "output_")) for c in small.components)
        ends = Counter((path.sources, path.targets) for path in small.paths)
        assert pads or max(ends.values(), default=1) == 1
