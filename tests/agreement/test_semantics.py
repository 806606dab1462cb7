from __future__ import annotations

import pytest

from bench.frame import Asker, Fault
from bench.store import Origin
from tests.agreement import semantics


@pytest.mark.oracle
def test_the_page_names_what_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(semantics, "run_dfg", lambda *_: {})
    options = semantics.main.parser().parse_args(["--programs", "1", "--seed", "2"])
    parts = list(semantics.main.measure(options, Asker(origin=Origin("", "", "", "", ""))))
    assert "; 2 differences." in parts[1]
    faults = [part for part in parts if isinstance(part, Fault)]
    assert len(faults) == 2 and all("* program 2, " in fault for fault in faults)


def test_memories_are_equal_to_the_last_bit() -> None:
    nan = float("nan")
    assert semantics.same({"x": [1.0, nan]}, {"x": [1.0, nan]})
    assert not semantics.same({"x": [1.0]}, {"x": [1.0 + 2**-52]})
    assert not semantics.same({"x": [1]}, {"x": [1], "y": [1]})
