"""The picture of an array: valid XML, everything shown once, in its state, with its use."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from msgspec.structs import replace

from archs.presets import architecture_preset
from models.data.architecture import Architecture, Component, Path
from models.data.mapping import Issue, Mapping, Transfer
from models.errors import InputError
from tests.views.test_array_tiles import FREE, own_array, random_array
from views.array.merged import merged, of_neighbours
from views.array.svg import array_svg
from views.array.tiles import Tiles
from views.array.usage import executes
from views.drawing import text_width
from views.style import PAGE, Page

SVG = "{http://www.w3.org/2000/svg}"


def without(arch: Architecture, *names: str) -> Architecture:
    """Return `arch` without some components and paths, and without paths that lose an end."""
    paths = []
    for path in arch.paths:
        sources = tuple(name for name in path.sources if name not in names)
        targets = tuple(name for name in path.targets if name not in names)
        if path.name not in names and sources and targets:
            paths.append(replace(path, sources=sources, targets=targets))
    components = tuple(c for c in arch.components if c.name not in names)
    return replace(arch, components=components, paths=tuple(paths))


ARRAYS = [
    own_array(),
    own_array(external=False),
    *map(architecture_preset, (*FREE, "mesh:3x3", "systolic:3x3", "hycube:2x2,io=memory")),
    *map(random_array, (0, 1, 2, 4)),
    replace(architecture_preset("mesh:2x2"), external=None),
]


def names(arch: Architecture) -> str:
    return arch.name


def tree(
    whole: Architecture, left: Architecture | None = None, *mappings: Mapping
) -> ElementTree.Element:
    # On a page that has room for every part.
    return ElementTree.fromstring(array_svg(whole, left or whole, mappings, Page(10_000)))


def states(root: ElementTree.Element, kind: str) -> list[tuple[str, str]]:
    attributes = [e.attrib for e in root.iter() if f"data-{kind}" in e.attrib]
    return sorted((a[f"data-{kind}"], a["data-state"]) for a in attributes)


def group(root: ElementTree.Element, kind: str, name: str) -> ElementTree.Element:
    (found,) = (e for e in root.iter() if e.attrib.get(f"data-{kind}") == name)
    return found


def tip(element: ElementTree.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


def texts(root: ElementTree.Element) -> list[str]:
    return ["".join(e.itertext()) for e in root.iter(f"{SVG}text")]


def strokes(element: ElementTree.Element) -> list[tuple[bool, float]]:
    """Return of all lines whether they are dashed, and how thick they are."""
    lines = [e.attrib for e in element.iter(f"{SVG}path") if e.attrib["fill"] == "none"]
    return [("stroke-dasharray" in a, float(a["stroke-width"])) for a in lines]


def outer(arch: Architecture) -> list[Path]:
    """Return the paths between tiles."""
    tiles = Tiles(arch)
    return [path for path in arch.paths if len(tiles.ends(path)) > 1]


def used() -> tuple[Architecture, Mapping, Mapping]:
    """Return a line of two elements; one kernel takes 4 cycles, one has 3 contexts: 7 slots."""
    arch = architecture_preset("line:2,width=2")
    arch = replace(arch, components=(replace(arch.components[0], issue=2), *arch.components[1:]))
    first = Mapping(
        "first",
        arch.name,
        4,
        None,
        (),
        (Transfer("a", "extmem->pe0", 0), Transfer("b", "extmem->pe0", 0)),
        (Issue("p", "pe0", 1), Issue("q", "pe0", 1), Issue("r", "pe1", 2)),
    )
    second = Mapping(
        "second",
        arch.name,
        9,
        3,
        (),
        tuple(Transfer("c", "pe0->pe1", k) for k in range(2, 9)),
        tuple(Issue(f"s{k}", "pe0", k) for k in range(5)),
    )
    return arch, first, second


@pytest.mark.parametrize("arch", ARRAYS, ids=names)
def test_everything_is_shown_once(arch: Architecture) -> None:
    """Tests that every component and outer path has one group, kept, with its name as tooltip."""
    root = tree(arch)
    assert states(root, "component") == sorted((c.name, "kept") for c in arch.components)
    assert states(root, "path") == sorted((p.name, "kept") for p in outer(arch))
    inside = [path for path in arch.paths if path not in outer(arch)]
    tiles = "".join(tip(e) for e in root.iter() if "data-tile" in e.attrib)
    assert all(f"; {path.name}: kept, width " in tiles for path in inside)
    for path in outer(arch):
        found = group(root, "path", path.name)
        assert tip(found).startswith(f"{path.name}: kept, width ")
        assert strokes(found) and not any(dashed for dashed, _ in strokes(found))
    assert root.attrib["role"] == "img"


@pytest.mark.parametrize("arch", ARRAYS, ids=names)
def test_what_was_removed_is_dashed(arch: Architecture) -> None:
    """Tests the state of everything where an element and its paths, and one path more, are gone."""
    gone = [c.name for c in arch.components if c.issue][:1] + [p.name for p in arch.paths][-1:]
    left = without(arch, *gone)
    root = tree(arch, left)
    assert states(root, "component") == sorted(
        (c.name, "kept" if c.name in left.component_by_name else "removed") for c in arch.components
    )
    assert states(root, "path") == sorted(
        (p.name, "kept" if p.name in left.path_by_name else "removed") for p in outer(arch)
    )
    for path in outer(arch):
        dashed = [dashed for dashed, _ in strokes(group(root, "path", path.name))]
        if path.name not in left.path_by_name:
            assert all(dashed)
            assert "removed" in tip(group(root, "path", path.name))
        elif left.path_by_name[path.name] == path:
            assert not any(dashed)
        else:  # a bus that lost an end, and perhaps all of its ends in a tile
            tiles = Tiles(arch)
            lost = tiles.ends(path).keys() - tiles.ends(left.path_by_name[path.name]).keys()
            assert any(dashed) == bool(lost) and not all(dashed)
    shape = "*[@stroke-dasharray]"
    for component in arch.components:
        dashed = group(root, "component", component.name).findall(shape)
        assert bool(dashed) == (component.name not in left.component_by_name)


def test_use_by_hand() -> None:
    """Tests shares of slots: 7 of 14 on pe0, 1 of 7 on pe1; 2 of 14 and 7 of 14 on paths."""
    arch, first, second = used()
    root = tree(arch, arch, first, second)
    assert "50%" in texts(group(root, "component", "pe0"))
    assert "14%" in texts(group(root, "component", "pe1"))
    assert tip(group(root, "component", "pe0")) == (
        "pe0: kept, 2 registers, 2 units, 7 issues in 14 slots (50%)"
    )
    assert tip(group(root, "component", "pe1")).endswith("1 issue in 7 slots (14%)")
    entry, across = (group(root, "path", name) for name in ("extmem->pe0", "pe0->pe1"))
    assert tip(entry) == "extmem->pe0: kept, width 2, 2 transfers in 7 cycles (14%)"
    assert tip(across).endswith("7 transfers in 7 cycles (50%)")
    unused = group(root, "path", "pe1->pe0")
    assert tip(unused).endswith("0 transfers in 7 cycles (0%)")
    assert strokes(unused)[0][1] < strokes(entry)[0][1] < strokes(across)[0][1]
    bars = group(root, "component", "pe0").findall(f".//{SVG}rect[@height='7']")
    assert float(bars[1].attrib["width"]) * 2 == float(bars[0].attrib["width"])
    summary = "2 of 2 elements · 1 of 1 memory · 6 of 6 paths · first: 4 cycles"
    shown = " · ".join(texts(root))
    assert summary in shown and "second: 9 cycles (II = 3)" in shown


def test_unlimited_width_and_small_shares() -> None:
    """Tests that no share of an unlimited width is claimed, and that little is not nothing."""
    arch = architecture_preset("line:1,width=unlimited,registers=unlimited")
    issues = (Issue("a", "pe0", 0),)
    mapping = Mapping("d", "a", 999, None, (), (Transfer("a", "extmem->pe0", 0),), issues)
    root = tree(arch, arch, mapping)
    assert tip(group(root, "path", "extmem->pe0")).endswith("unlimited, 1 transfer in 999 cycles")
    assert texts(group(root, "component", "pe0")) == ["pe0", "<1%"]
    full = replace(mapping, issues=tuple(Issue(f"{k}", "pe0", k) for k in range(998)))
    assert ">99%" in texts(group(tree(arch, arch, full), "component", "pe0"))


@pytest.mark.parametrize("name", ["<&\">']]>", "W" * 60, "値" * 30])
def test_any_name_is_valid(name: str) -> None:
    """Tests that names of all kinds give valid XML, and are wider than no element."""
    arch = Architecture(
        name,
        (Component(name, 1, ("+" + name,)), Component("m")),
        (Path(name, (name,), ("m",)),),
        "m",
    )
    root = tree(arch, arch, Mapping(name, name, 3, None, (), (), (Issue("x", name, 1),)))
    assert len(states(root, "component")) == 2
    for text in group(root, "component", states(root, "path")[0][0]).iter(f"{SVG}text"):
        own = text.text or (text[0].tail if len(text) else "") or ""
        assert text_width(own, float(text.attrib["font-size"])) <= 140
    assert any(name in (t.text or "") for t in root.iter(f"{SVG}title"))


def test_what_does_not_belong_is_refused() -> None:
    """Tests that `left` must be part of `whole`, and that mappings use only what is left."""
    arch, first, _ = used()
    with pytest.raises(InputError, match="left is component 'pe2'"):
        array_svg(arch, architecture_preset("line:3"), [])
    with pytest.raises(InputError, match="a mapping uses component 'pe1'"):
        array_svg(arch, without(arch, "pe1"), [first])
    with pytest.raises(InputError, match="a mapping uses path 'extmem->pe0'"):
        array_svg(arch, without(arch, "extmem->pe0"), [first])


def test_elements_say_and_show_the_kinds_that_they_execute() -> None:
    """Tests words and fills of an adder, a multiplier, a load unit, and operators of no kind."""
    kinds = {"add": ("+", "sub"), "both": ("add", "mul"), "memory": ("load",), "own": ("add", "f")}
    elements = tuple(Component(name, 1, ops, 1) for name, ops in kinds.items())
    paths = (Path("p", ("add",), ("both",)),)
    root = tree(Architecture("a", elements, paths))
    shown = {name: texts(group(root, "component", name))[-1] for name in kinds}
    assert shown == {"add": "alu", "both": "alu mul", "memory": "mem", "own": "alu f"}
    boxes = [group(root, "component", name).find(f"{SVG}rect") for name in kinds]
    assert len({box.attrib["fill"] for box in boxes if box is not None}) == 4
    legend = texts(root)
    assert all(legend.count(words) == 2 for words in shown.values())


@pytest.mark.parametrize("page", [PAGE, Page(96 * 3.3, figure=True)])
@pytest.mark.parametrize("preset", ["mesh:4x4", "s4:4x4,diagonals=yes"])
def test_an_array_fits_its_page(preset: str, page: Page) -> None:
    """Tests that an array is no wider than its page, and a plain one has letters of 8 points."""
    arch = architecture_preset(preset)
    root = ElementTree.fromstring(array_svg(arch, arch, [], page))
    assert float(root.attrib["width"]) <= page.width + 1
    scaled = [e for e in root.iter(f"{SVG}g") if "scale(" in e.attrib.get("transform", "")]
    if preset == "mesh:4x4":
        assert scaled[0].attrib["transform"].endswith("scale(1)")
        assert all(float(t.attrib["font-size"]) >= 8 * 96 / 72 for t in root.iter(f"{SVG}text"))


def test_use_of_what_became_less() -> None:
    """Tests that shares are of what is left: one unit of two, and a width of one of two."""
    arch, first, _ = used()
    pe0 = replace(arch.components[0], issue=1, capacity=1, ops=("+",))
    paths = tuple(replace(p, width=1) if p.name == "extmem->pe0" else p for p in arch.paths)
    left = replace(arch, components=(pe0, *arch.components[1:]), paths=paths)
    root = tree(arch, left, first)
    shown = texts(group(root, "component", "pe0"))
    assert shown == ["pe0", "1 of 2 registers", "1 of 2 units", "alu", "50%"]
    path = group(root, "path", "extmem->pe0")
    assert "1/2" in texts(path)
    assert tip(path).endswith("width 1 of 2, 2 transfers in 4 cycles (50%)")
    assert texts(group(root, "component", "pe1")) == ["pe1", "R 2", "25%"]


@pytest.mark.parametrize(
    ("spec", "width"),
    [("adres:4x4", 7.16), ("adres:8x8", 7.16), ("r4:8x8", 7.16), ("hycube:4x4,io=memory", 3.3),
     ("mesh:16x16,io=left", 7.16)],
)  # fmt: skip
def test_an_array_wider_than_the_page_is_drawn_by_tiles(spec: str, width: float) -> None:
    """Tests that nothing is scaled down while it has text, and that the kinds are in the legend."""
    whole = architecture_preset(spec)
    page = Page(96 * width)
    drawn = array_svg(whole, whole, [], page)
    root = ElementTree.fromstring(drawn)
    assert float(root.attrib["width"]) <= page.width + 1
    scaled = "scale(1)" not in drawn
    assert scaled == (spec == "mesh:16x16,io=left")
    inside = [text for e in root.iter(f"{SVG}g") if "data-component" in e.attrib
              for text in e.iter(f"{SVG}text")]  # fmt: skip
    assert scaled != bool(inside)
    shown = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    kinds = {executes(c) for c in whole.components if c.issue and c.ops is not None}
    assert all(any(set(kind.split()) <= set(one.split()) for one in shown) for kind in kinds)


def test_tiles_say_which_links_are_not_drawn() -> None:
    whole = architecture_preset("adres:8x8")
    tiles = merged(whole)
    assert len(tiles.components) == 64 + 1
    far = len(tiles.paths) - len(of_neighbours(tiles).paths)
    assert f"without {far} links" in array_svg(whole, whole, [])
