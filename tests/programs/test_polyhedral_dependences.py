"""Dependences, reductions and legality."""

from __future__ import annotations

import pytest

from programs.loops import Region
from programs.polyhedral import dependences, is_reduction, private_scalars
from programs.source import read_text
from tests.programs import random_regions as generator
from tests.system.legality import Verdicts, compare


def region(body: str) -> Region:
    head = "float a[8][8], b[8][8], c[8][8], x[40], y[40]; int n[40], s[40];\nvoid f(void)\n{\n"
    (found,) = read_text(f"{head}#pragma PTMAP\n{body}\n#pragma ENDMAP\n}}\n", "f.c")
    return found


def test_quotients_are_affine_only_of_what_is_never_negative() -> None:
    halves = "for (int i = {}; i < 8; i++) x[i / 2 + 9] = 0.0f;"
    close = dependences(region(halves.format(0))).all[0].relation.deltas()
    assert close.dim_max_val(0).to_python() == 1
    # C rounds -1 / 2 to zero, so that nothing may be assumed below it.
    far = dependences(region(halves.format(-3))).all[0].relation.deltas()
    assert far.dim_max_val(0).to_python() == 10


@pytest.mark.parametrize(
    "body, plain, reassociated",
    [
        ("s[0] += n[i];", True, True),
        ("s[0] = n[i] * s[0];", True, True),
        ("s[0] -= n[i];", True, True),
        ("s[0] = n[i] - s[0];", False, False),
        ("s[0] += s[i];", False, False),
        ("s[n[i]] += 2;", True, True),
        ("s[s[i]] += 2;", False, False),
        ("if (s[i]) s[0] += 2;", False, False),
        ("x[0] += y[i];", False, True),
        ("x[0] = x[i] + y[i];", False, False),
    ],
)
def test_reductions_are_those_whose_order_does_not_matter(
    body: str, plain: bool, reassociated: bool
) -> None:
    (statement,) = region(f"for (int i = 0; i < 9; i++) {body}").statements
    assert is_reduction(statement) == plain
    assert is_reduction(statement, reassociate=True) == reassociated


@pytest.mark.parametrize(
    ("body", "due"),
    [
        ("t = x[i]; y[i] = t * t;", ["t"]),
        ("if (n[i]) t = x[i]; y[i] = t;", []),
        ("t = x[i]; for (int j = 0; j < 3; j++) y[i] = t;", []),
        ("t = x[i]; t = t + 1.0f; y[i] = t; t = y[0]; x[i] = t;", ["t"]),
    ],
)
def test_scalars_that_live_in_one_body_are_private(body: str, due: list[str]) -> None:
    found = private_scalars(region(f"for (int i = 0; i < 9; i++) {{ float t; {body} }}"))
    assert [private.name for private in found] == due


def test_legality_is_that_of_enumeration(monkeypatch: pytest.MonkeyPatch) -> None:
    # Random regions are valid, which other tests look at.
    monkeypatch.setattr(generator, "check_region", lambda region: None)
    verdicts = Verdicts()
    for seed in range(100):
        compare(seed, verdicts)
    assert not verdicts.faults
    assert verdicts.illegal.total() > 1 and verdicts.legal.total() > 30
