"""Arrays that are drawn: the same for the same number, of many kinds, and none of the papers'."""

from __future__ import annotations

import pytest

from archs.presets import architecture_preset
from heuristics.labels.arrays import fingerprint

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
