from __future__ import annotations

from itertools import combinations, pairwise

from views.plots import series
from views.style import BARS, DASHES, MARKERS, PALETTE, SERIES, SHADES


def lightness(colour: str) -> float:
    """CIE L*, from 0 (black) to 100: what is left of a colour in grey."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


def test_operators_beside_each_other_in_the_list_differ_in_grey() -> None:
    assert len(set(PALETTE)) == len(PALETTE) == 16
    for one, other in combinations(PALETTE[:3], 2):
        assert abs(lightness(one) - lightness(other)) > 10
    for one, other in pairwise(PALETTE[:4]):
        assert abs(lightness(one) - lightness(other)) > 5


def test_shades_are_paler_than_any_operator() -> None:
    assert min(map(lightness, SHADES)) > max(map(lightness, PALETTE[:8]))


def test_bars_go_from_light_to_dark() -> None:
    assert all(lightness(a) > lightness(b) + 10 for a, b in pairwise(BARS))


def test_lines_can_be_told_apart_without_colour() -> None:
    looks = {(series(n)["marker"], series(n)["linestyle"]) for n in range(42)}
    assert len(looks) == 42
    assert len(set(MARKERS)) == len(MARKERS) == len(SERIES) and len(set(DASHES)) == len(DASHES)
