"""Which cell of a grid the components of an array are in: by position, by name, or by links.

The elements of an array without positions and without names that tell rows and columns may be
linked as a mesh or a line. Larger arrays with other links take a grid in which links are short.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from math import isqrt

from models.data.architecture import Architecture
from views.array.cell_routes import cell_picture
from views.array.cells import cells_of
from views.array.circle import circle_picture
from views.array.layout import Cell, Picture, grid_cells, is_bus
from views.array.routes import Routes

FEW = 9  # elements that a circle shows as well as a grid
DENSE = 8  # links of an element on average; the chords of a circle are clearer from there on
CORNERS = 8
STARTS, PASSES, SWAPS = 512, 30, 8000

Links = dict[str, set[str]]


def placed(whole: Architecture, left: Architecture) -> Picture:
    """Return where everything of `whole` goes, of which `left` is left."""
    cells = given_cells(whole) or cells_of(whole)
    if not cells:
        if named := grid_cells(whole):
            return Routes(whole, left, named).picture()
        cells = linked_cells(whole)
    return cell_picture(whole, cells, left) if cells else circle_picture(whole, left)


def given_cells(arch: Architecture) -> dict[str, Cell]:
    """Return the cells that positions give, without empty rows and columns between them."""
    places = {
        c.name: c.position
        for c in arch.components
        if c.position is not None and c.name != arch.external
    }
    rows, columns = (sorted({at[axis] for at in places.values()}) for axis in (0, 1))
    cells = {name: (rows.index(r), columns.index(c)) for name, (r, c) in places.items()}
    owners = _owners(arch).items()
    return cells | {
        name: cells[owner] for name, owner in owners if name not in cells and owner in cells
    }


def linked_cells(arch: Architecture) -> dict[str, Cell]:
    """Return cells by the links of the elements; empty where a circle does as well."""
    owners = _owners(arch)
    links = _links(arch, owners)
    degrees = sum(map(len, links.values()))
    if degrees > DENSE * len(links):
        return {}
    at = _mesh(links) or {}
    if not at and len(links) > FEW and degrees > 2 * len(links):
        at = _short(links)
    if not at:
        return {}
    if max(row for row, _ in at.values()) > max(column for _, column in at.values()):
        at = {name: (column, row) for name, (row, column) in at.items()}  # wide rather than high
    return at | {name: at[owner] for name, owner in owners.items()}


def _owners(arch: Architecture) -> dict[str, str]:
    """Return the element that each other component has more paths of two ends with than others."""
    elements = {c.name for c in arch.components if c.issue and c.name != arch.external}
    joined: dict[str, Counter[str]] = defaultdict(Counter)
    for path in arch.paths:
        if not is_bus(path):
            ends = path.sources[0], path.targets[0]
            for one, other in (ends, ends[::-1]):
                if one in elements and other not in elements and other != arch.external:
                    joined[other][one] += 1
    found = {}
    for name, counts in joined.items():
        (owner, most), *rest = counts.most_common(2)
        if not rest or rest[0][1] < most:
            found[name] = owner
    return found


def _links(arch: Architecture, owners: dict[str, str]) -> Links:
    """Return which elements a path leads between, their own components being part of them."""
    part = {c.name: c.name for c in arch.components if c.issue and c.name != arch.external}
    links: Links = {name: set() for name in part}
    part |= owners
    for path in arch.paths:
        ends = {part[end] for end in (*path.sources, *path.targets) if end in part}
        if len(ends) == 2:
            a, b = ends
            links[a].add(b)
            links[b].add(a)
    return links


def _mesh(links: Links) -> dict[str, Cell] | None:
    """Return the cells of a mesh or a line, if the links are those of one.

    Links between diagonal neighbours may be there as well, and shorten some ways.
    """
    count = sum(map(len, links.values())) // 2
    sparse = {a: {b for b in own if len(own & links[b]) < 2} for a, own in links.items()}
    for inner in (links, sparse):
        least = min(map(len, inner.values()), default=0)
        corners = [name for name, own in inner.items() if len(own) == least][:CORNERS]
        steps = {corner: _steps(inner, corner) for corner in corners}
        for first in corners:
            for second in corners:
                cells = _from_corners(steps[first], steps[second], second)
                # A ring is no mesh, although its links fit one of two rows.
                in_line = max((row for row, _ in cells.values()), default=0) == 0
                if len(cells) > 2 and (in_line or count > len(links)) and _is_mesh(cells, links):
                    return cells
    return None


def _from_corners(one: dict[str, int], other: dict[str, int], second: str) -> dict[str, Cell]:
    """Return the cells that the steps from the corners before and after the first row give."""
    across = one.get(second, 0)
    return {
        name: ((d + other[name] - across) // 2, (d - other[name] + across) // 2)
        for name, d in one.items()
        if name in other
    }


def _is_mesh(cells: dict[str, Cell], links: Links) -> bool:
    rows, columns = (1 + max(cell[axis] for cell in cells.values()) for axis in (0, 1))
    every = {(r, c) for r in range(rows) for c in range(columns)}
    if len(cells) != len(links) or len(cells) != len(every) or set(cells.values()) != every:
        return False
    return all(
        abs(cells[a][0] - cells[b][0]) <= 1 and abs(cells[a][1] - cells[b][1]) <= 1
        for a, own in links.items()
        for b in own
    )


def _steps(links: Links, start: str) -> dict[str, int]:
    """Return how many links away all others are."""
    found = {start: 0}
    for name in (waiting := [start]):
        for other in sorted(links[name]):
            if other not in found:
                found[other] = found[name] + 1
                waiting.append(other)
    return found


def _short(links: Links) -> dict[str, Cell]:
    """Return a compact grid: elements swap cells as long as that makes the links shorter.

    Small arrays are begun in several ways, of which the best is returned.
    """
    rows = isqrt(len(links))
    columns = -(-len(links) // rows)
    found = []
    starts = sorted(links, key=lambda name: len(links[name]))
    for start in starts[: max(1, STARTS // len(links))]:
        order: dict[str, None] = {}
        for name in (start, *starts):
            if name not in order:
                order |= dict.fromkeys(_steps(links, name))
        at = {name: divmod(rank, columns) for rank, name in enumerate(order)}
        _shorten(at, links, (rows, columns))
        found.append(at)
    return min(found, key=lambda at: sum(_length(at, links, name) for name in links))


def _length(at: dict[str, Cell], links: Links, name: str) -> int:
    row, column = at[name]
    return sum(abs(row - at[other][0]) + abs(column - at[other][1]) for other in links[name])


def _shorten(at: dict[str, Cell], links: Links, size: Cell) -> None:
    """Swap cells as long as the links get shorter, a bounded number of times."""
    of: dict[Cell, str | None] = {(r, c): None for r in range(size[0]) for c in range(size[1])}
    of |= {cell: name for name, cell in at.items()}

    def swap(a: Cell, b: Cell) -> None:
        of[a], of[b] = of[b], of[a]
        for cell in (a, b):
            if (name := of[cell]) is not None:
                at[name] = cell

    for _ in range(min(PASSES, 1 + SWAPS // len(links))):
        better = False
        for name in links:
            for cell in _candidates(at[name], [at[other] for other in links[name]]):
                own = at[name]
                if cell not in of or cell == own:
                    continue
                both = [each for each in (name, of[cell]) if each is not None]
                before = sum(_length(at, links, each) for each in both)
                swap(own, cell)
                if sum(_length(at, links, each) for each in both) < before:
                    better = True
                else:
                    swap(own, cell)
        if not better:
            break


def _candidates(cell: Cell, near: list[Cell]) -> Iterator[Cell]:
    """Yield cells that one may move to: in the middle of what it is linked with, and close by."""
    if near:
        row, column = (sorted(cell[axis] for cell in near)[len(near) // 2] for axis in (0, 1))
        for r in (-1, 0, 1):
            for c in (-1, 0, 1):
                yield row + r, column + c
    for r, c in ((0, 1), (1, 0), (0, 2), (2, 0), (1, 1), (1, -1)):
        yield cell[0] + r, cell[1] + c
