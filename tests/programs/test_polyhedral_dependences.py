"""Dependences, directions and legality."""

from __future__ import annotations

import pytest

from programs.loops import Region
from programs.polyhedral import (
    Directions,
    dependences,
    directions,
    identity_origins,
    is_reduction,
    private_scalars,
)
from programs.source import read_text
from tests.programs import random_regions as generator
from tests.programs.applications import application
from tests.system.legality import Verdicts, compare

GEMM = """
    for (int i = 0; i < 6; i++) for (int j = 0; j < 6; j++) for (int k = 0; k < 6; k++)
        a[i][j] += b[i][k] * c[k][j];
"""


def region(body: str) -> Region:
    head = "float a[8][8], b[8][8], c[8][8], x[40], y[40]; int n[40], s[40];\nvoid f(void)\n{\n"
    (found,) = read_text(f"{head}#pragma PTMAP\n{body}\n#pragma ENDMAP\n}}\n", "f.c")
    return found


def of_nest(body: str, depth: int, reassociate: bool = False) -> Directions:
    found = region(body)
    known = dependences(found, reassociate)
    return directions(known, found, identity_origins(found), (0,), depth)


def kinds(body: str) -> list[tuple[str, str]]:
    return sorted((d.kind, str(d.relation)) for d in dependences(region(body)).all)


def test_every_pair_of_references_has_its_relation() -> None:
    found = dependences(region("for (int i = 3; i < 9; i++) x[i] = x[i - 3] + x[i + 1];")).all
    assert [(d.kind, d.source.number, d.target.number) for d in found] == [
        ("WAR", 1, 2),
        ("RAW", 2, 0),
    ]
    distances = [d.relation.deltas().dim_min_val(0).to_python() for d in found]
    assert distances == [1, 3]


@pytest.mark.parametrize(
    ("body", "due"),
    [
        # Guards bound dependences, and predicates do not; opaque subscripts reach everything.
        ("if (i < 2) x[i] = x[i + 5];", []),
        ("if (y[i] < 2) x[i] = x[i + 5];", ["WAR"]),
        ("x[n[i]] = 1.0f;", ["WAW"]),
        ("if (i < 8) a[i][n[i]] = a[i][3];", []),
    ],
)
def test_kinds(body: str, due: list[str]) -> None:
    """Tests which dependences there are."""
    assert [kind for kind, _ in kinds(f"for (int i = 0; i < 9; i++) {body}")] == due


def test_quotients_are_affine_only_of_what_is_never_negative() -> None:
    halves = "for (int i = {}; i < 8; i++) x[i / 2 + 9] = 0.0f;"
    close = dependences(region(halves.format(0))).all[0].relation.deltas()
    assert close.dim_max_val(0).to_python() == 1
    # C rounds -1 / 2 to zero, so that nothing may be assumed below it.
    far = dependences(region(halves.format(-3))).all[0].relation.deltas()
    assert far.dim_max_val(0).to_python() == 10


def test_directions_decide_about_orders_and_jamming() -> None:
    found = of_nest(GEMM, 3)
    assert [(d.signs, d.least) for d in found.all] == [((0, 0, 1), (0, 0, 1))]
    assert not of_nest(GEMM, 3, reassociate=True).all
    skewed = "for (int i = 1; i < 8; i++) for (int j = 0; j < 7; j++) a[i][j] = a[i - 1][j + 1];"
    found = of_nest(skewed, 2)
    assert [d.signs for d in found.all] == [(1, -1)]
    assert found.permutable((0, 1)) and not found.permutable((1, 0))
    assert found.jammable((1, 4)) and not found.jammable((2, 1))
    far = skewed.replace("i - 1", "i - 3").replace("i = 1", "i = 3")
    assert of_nest(far, 2).jammable((3, 4)) and not of_nest(far, 2).jammable((4, 1))
    stepped = far.replace("i++", "i += 3")
    assert [d.least[0] for d in of_nest(stepped, 2).all] == [1]


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


def test_scalars_that_live_in_one_body_are_private() -> None:
    assert [p.name for p in private_scalars(application("harris"))] == ["det", "trace"]
    loop = "for (int i = 0; i < 9; i++) {{ float t; {} }}"
    for body, expected in (
        ("t = x[i]; y[i] = t * t;", ["t"]),
        ("if (n[i]) t = x[i]; y[i] = t;", []),
        ("t = x[i]; for (int j = 0; j < 3; j++) y[i] = t;", []),
        ("t = x[i]; t = t + 1.0f; y[i] = t; t = y[0]; x[i] = t;", ["t"]),
    ):
        assert [p.name for p in private_scalars(region(loop.format(body)))] == expected, body
    outside = "float t; for (int i = 0; i < 9; i++) { y[i] = 1.0f; t = x[i]; } "
    assert [p.name for p in private_scalars(region(outside))] == ["t"]


@pytest.mark.oracle
def test_legality_is_that_of_enumeration(monkeypatch: pytest.MonkeyPatch) -> None:
    # Random regions are valid, which other tests look at.
    monkeypatch.setattr(generator, "check_region", lambda region: None)
    verdicts = Verdicts()
    for seed in range(100):
        compare(seed, verdicts)
    assert not verdicts.faults
    assert verdicts.illegal.total() > 1 and verdicts.legal.total() > 30
