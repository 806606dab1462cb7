"""The transistors of an array, from the prices of its pieces: sums, and rows for a bound.

It is independent of the code that produces such claims. A piece is a list of prices and a list of
sources: with n present sources it costs `price[n]`. A source is the set of features that it needs.
`hardware.model.machine` gives the units of a slot.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise

from hardware.model.machine import machine_of
from models.data.architecture import Architecture, InitialContents, Path
from models.register_files.files import is_memory
from pruning.prices import Prices
from pruning.verification.parts import Feature, Needs
from solvers.verification.branching import Row
from solvers.verification.directory import MOST_PARTS, RejectedError, require_extent

Source = frozenset[Feature]
Piece = tuple[tuple[int, ...], tuple[Source, ...]]

MOST_PRICE = 10**12
MOST_SOURCES = 1_000_000


def require_prices(prices: Prices) -> None:
    """Raise `RejectedError` unless prices are monotone, and 0 without sources."""
    word = re.fullmatch(r"[iu]([0-9]{1,2})", prices.word, re.ASCII)
    if word is None or not 2 <= int(word[1]) <= 64:
        raise RejectedError(f"'{prices.word[:40]}' is no type of words")
    rising = (prices.select, prices.register)
    single = (prices.delay, prices.slot, prices.delivery, prices.stream, *prices.units.values())
    for row in (*rising, *((0, price) for price in single)):
        if any(after < before for before, after in pairwise((0, *row))):
            raise RejectedError("prices fall where there is more of something")
        if row and row[0]:
            raise RejectedError("prices of what is not there")
        require_extent("transistors of a piece", max(row, default=0), MOST_PRICE)


def pieces(whole: Architecture, prices: Prices, removable: Collection[Feature]) -> list[Piece]:
    """Return the pieces of an array, with sources reduced to removable features.

    Pieces with the same sources are merged. Raises `RejectedError` for a piece without a price.
    """
    found: dict[tuple[Source, ...], list[int]] = {}
    total = 0
    for price, sources in _pieces(whole, prices):
        total += len(sources)
        require_extent("sources of multiplexers", total, MOST_SOURCES)
        if len(price) <= len(sources):
            raise RejectedError(f"no price of a piece with {len(sources)} sources")
        own = tuple(sorted((s & frozenset(removable) for s in sources), key=sorted))
        sums = found.setdefault(own, [0] * (len(own) + 1))
        for n in range(len(own) + 1):
            sums[n] += price[n]
    return [(tuple(price), sources) for sources, price in found.items()]


def transistors(every: Collection[Piece], there: Collection[Feature]) -> int:
    """Return the total price of the pieces, given the present features."""
    has = frozenset(there)
    return sum(price[sum(source <= has for source in sources)] for price, sources in every)


def _pieces(whole: Architecture, prices: Prices) -> Iterator[Piece]:
    sizes = [part.issue + (part.capacity or 0) for part in whole.components]
    sizes += [path.width or 0 for path in whole.paths]
    require_extent("slots, registers and lanes", sum(sizes), MOST_PARTS)
    machine = machine_of(whole, int(prices.word[1:]), prices.word[0] == "i")
    arriving = {
        part.name: [
            frozenset([("paths", path.name, ""), ("widths", path.name, str(n + 1))])
            for path in whole.paths
            if part.name in path.targets
            for n in range(machine.lanes[path.name])
        ]
        for part in whole.components
    }
    latency = dict.fromkeys(whole.component_by_name, 0)
    for slot in machine.slots:
        key = ",".join(unit.name for unit in slot.units)
        if key and key not in prices.units:
            raise RejectedError(f"no price of the units of '{slot.component}'")
        latency[slot.component] = slot.latency
        own = _place(whole, slot.component) | {("units", slot.component, str(slot.index + 1))}
        late = (slot.latency - 1) * prices.delay
        yield (0, (prices.units[key] if key else 0) + prices.slot + late), (own,)
        inside = [own | held for held in _registers(whole, slot.component)]
        entering = [own | lane for lane in arriving[slot.component]]
        for _ in range(slot.operands):
            yield prices.select, (own, *inside, *entering)
    for part in whole.components:
        if is_memory(whole, part):
            for lane in arriving[part.name]:
                yield (0, prices.delivery), (_place(whole, part.name) | lane,)
            continue
        for own in _registers(whole, part.name):
            sources = [own]
            for n in range(part.issue):
                slot_there = own | {("units", part.name, str(n + 1))}
                sources += [slot_there] * latency[part.name]
            if part.keeps_arrivals:
                sources += [own | lane for lane in arriving[part.name]]
            if part.initial != InitialContents():
                sources.append(own)
            yield prices.register, tuple(sources)
    for path in whole.paths:
        givers = [whole.component_by_name[name] for name in path.sources]
        read = [part.name for part in givers if is_memory(whole, part)]
        switched = [part.name for part in givers if part.switch]
        for n in range(machine.lanes[path.name]):
            own = frozenset([("paths", path.name, ""), ("widths", path.name, str(n + 1))])
            sources = [own | _single(whole, path, some) for some in (switched, read) if some]
            for part in givers:
                if not is_memory(whole, part):
                    sources += [own | held for held in _registers(whole, part.name)]
                if part.switch:
                    sources += [own | lane for lane in arriving[part.name]]
            yield prices.select, tuple(sources)
            yield (0, path.latency * prices.delay), (own,)
            if read:
                yield (0, prices.stream), (own | _single(whole, path, read),)


def _single(whole: Architecture, path: Path, some: list[str]) -> Source:
    """Return the need of a lane part that exists for some sources: a single one, or none."""
    return _place(whole, some[0]) if len(some) == 1 and len(path.sources) > 1 else frozenset()


def _place(whole: Architecture, name: str) -> Source:
    kind = "elements" if whole.component_by_name[name].issue else "memories"
    return frozenset([(kind, name, "")])


def _registers(whole: Architecture, name: str) -> list[Source]:
    part = whole.component_by_name[name]
    kind, count = "registers" if part.issue else "words", part.capacity or 0
    return [_place(whole, name) | {(kind, name, str(n + 1))} for n in range(count)]


def price_rows(
    every: Collection[Piece], number: Mapping[Feature, int], needs: Needs, cost: int
) -> tuple[list[Row], int]:
    """Return rows that hold in every choice of features with fewer transistors than `cost`.

    The variable of a feature is its number. Further variables follow: "all features of a source are
    chosen", and "a piece has at least n sources". The last row is the cost. Also returns the number
    of variables.
    """
    above = _above(needs)
    rows: list[Row] = []
    costs: Counter[int] = Counter()
    variables, limit = len(number), cost - 1
    together: dict[Source, int] = {}
    for price, sources in every:
        least = [frozenset(f for f in s if not _follows(f, s, above)) for s in sources]
        fixed = sum(not source for source in least)
        limit -= price[fixed]
        chosen = []
        for source in least:
            if len(source) == 1:
                chosen.append(number[next(iter(source))])
            elif source:
                if source not in together:
                    together[source] = variables
                    terms = ((number[feature], -1) for feature in sorted(source))
                    rows.append((((variables, 1), *terms), 1 - len(source)))
                    variables += 1
                chosen.append(together[source])
        steps = [after - before for before, after in pairwise(price[fixed:])]
        if not any(steps):
            continue
        if len(set(chosen)) == 1:
            costs[chosen[0]] -= sum(steps)
            continue
        first = variables
        variables += len(steps)
        for n, step in enumerate(steps):
            costs[first + n] -= step
        counted = [(variable, -times) for variable, times in Counter(chosen).items()]
        rows.append(((*((first + n, 1) for n in range(len(steps))), *counted), 0))
        rows += [(((first + n, 1), (first + n + 1, -1)), 0) for n in range(len(steps) - 1)]
        for feature, times in Counter(f for s in least if len(s) == 1 for f in s).items():
            if all(feature in s or _follows(feature, s | {feature}, above) for s in least if s):
                # Without this feature the piece has no sources; with it, at least so many.
                rows += [(((number[feature], 1), (first + n, -1)), 0) for n in range(len(steps))]
                rows.append((((first + times - 1, 1), (number[feature], -1)), 0))
    return [*rows, (tuple(sorted(costs.items())), -limit)], variables


def _above(needs: Needs) -> dict[Feature, set[Feature]]:
    """Return, for each feature, the single features that it implies."""
    above: dict[Feature, set[Feature]] = {}
    for feature, some in needs:
        if len(some) == 1:
            above.setdefault(feature, set()).update(some)
    grown = True
    while grown:
        grown = False
        for known in above.values():
            more = set().union(*(above.get(f, ()) for f in known)) - known
            known |= more
            grown = grown or bool(more)
    return above


def _follows(
    feature: Feature, source: Collection[Feature], above: Mapping[Feature, Collection[Feature]]
) -> bool:
    """Return whether another feature of the source implies this one."""
    return any(feature in above.get(other, ()) for other in source if other != feature)
