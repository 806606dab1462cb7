from __future__ import annotations

from dataclasses import replace

import pytest

from bench import canary
from bench.canary import Compared, Row, Said, compare, verdict

GOOD = Said("optimal", 1.0, (5.0,), (5,))
ROWS = [Row(name, ("min_ii", name)) for name in ("a", "b", "c")]


def asked(after: Said) -> list[Compared]:
    """Compare checkouts of which the newer one differs in `a`."""

    def ask(checkout: str, row: Row, seed: int) -> Said:
        return after if checkout != "before" and row.name == "a" else GOOD

    found = {each.row.name: each for each in compare(ROWS, range(3), ask, lambda: True)}
    return list(found.values())


@pytest.mark.parametrize(
    ("after", "line"),
    [
        (replace(GOOD, values=(6.0,)), "adds up to (18.0,) and did to (15.0,)"),
        (replace(GOOD, status="feasible"), "is feasible and was optimal"),
        (replace(GOOD, bounds=(4,)), "has the bound (4,) and had (5,)"),
        (replace(GOOD, bounds=()), "has the bound () and had (5,)"),
        (replace(GOOD, seconds=1.6), "takes 1.60 times as long"),
        (Said("error", 0.1, error="no such option"), "fails: no such option"),
    ],
)
def test_what_is_worse(after: Said, line: str) -> None:
    """Tests that a worse value, proof, bound, time or error is a fault of its row alone."""
    found = asked(after)
    assert {fault.replace("a ", "", 1) for fault in verdict(found)} == {line}
    assert line in canary.page(found, verdict(found))
