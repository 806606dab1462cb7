"""Decomposition of piece prices into feature weights and a rest of smaller pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pruning.features import Feature, Parts
from pruning.gates import Needs, Piece


def folded(
    parts: Parts, every: Iterable[Piece]
) -> tuple[dict[Feature, int], tuple[Piece, ...], int]:
    """Return feature weights, pieces and a constant with the same total price as `every`.

    The price of an array is the sum of its feature weights, its piece prices and the constant, for
    arrays closed under the needs of their features.
    """
    weights = dict.fromkeys(parts.features, 0)
    left: dict[tuple[Needs, ...], list[int]] = {}
    always = 0
    supported = _supported(parts)
    for piece in every:
        sources = sorted((_least(source, supported) for source in piece.sources), key=_order)
        price = list(piece.price)
        # First the sources without needs, which are always present; then the common need.
        while sources and not sources[0]:
            sources, price = sources[1:], price[1:]
        always += price[0]
        price = [each - price[0] for each in price]
        first, among = _common(sources, supported)
        if first is not None:
            weights[first] += price[among]
            sources = [source for source in sources if source != frozenset([first])]
            price = [each - price[among] for each in price[among:]]
        if any(price):
            known = left.setdefault(tuple(sources), [0] * len(price))
            left[tuple(sources)] = [a + b for a, b in zip(known, price, strict=True)]
    return weights, tuple(Piece(tuple(price), key) for key, price in left.items()), always


def _common(
    sources: list[Needs], supported: dict[Feature, frozenset[Feature]]
) -> tuple[Feature | None, int]:
    """Return a feature that all sources need, and the number of sources that need only it.

    The feature is None if no source consists of such a feature alone.
    """
    counts = Counter(next(iter(source)) for source in sources if len(source) == 1)
    for feature, count in counts.items():
        if all(any(feature in supported[f] for f in source) for source in sources):
            return feature, count
    return None, 0


def _supported(parts: Parts) -> dict[Feature, frozenset[Feature]]:
    """Return, for each feature, the features that it implies, itself included."""
    alone: dict[Feature, set[Feature]] = {feature: {feature} for feature in parts.features}
    for need in parts.needs:
        if len(need.some) == 1:
            alone[need.feature] |= need.some
    found: dict[Feature, frozenset[Feature]] = {}
    for feature in parts.features:
        there, waiting = {feature}, [feature]
        while waiting:
            more = alone[waiting.pop()] - there
            there |= more
            waiting += more
        found[feature] = frozenset(there)
    return found


def _least(source: Needs, supported: dict[Feature, frozenset[Feature]]) -> Needs:
    """Return the removable needs of a source, without implied features."""
    own = [feature for feature in source if feature in supported]
    return frozenset(
        f for f in own if not any(f in supported[other] for other in own if other != f)
    )


def _order(source: Needs) -> tuple[int, list[Feature]]:
    return len(source), sorted(source, key=str)
