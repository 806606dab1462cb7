"""Steps, structures and tiles: what is legal keeps what programs compute, the rest is refused."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

from programs.loops import Region, check_region, emit_body, execute
from programs.loops.random_values import random_values
from programs.loops.tree import perfect_nests
from programs.source import read_text
from programs.transform import (
    Distribute,
    Flatten,
    Fuse,
    IllegalError,
    NotApplicableError,
    Reorder,
    Step,
    Tile,
    Unroll,
    Variant,
    structures,
    sunk,
    variant_of,
)
from tests.programs.applications import application
from tests.programs.compiled import assert_same
from tests.programs.random_regions import RandomOptions, random_region
from tests.programs.random_steps import band, loops

GEMM = """
    for (int i = 0; i < 7; i++) for (int j = 0; j < 6; j++) for (int k = 0; k < 5; k++)
        a[i][j] += b[i][k] * c[k][j];
"""
TRIANGLE = "for (int i = 0; i < 8; i++) for (int j = i; j < 8; j++) a[i][j] = b[j][i] + x[i + j];"


def region(body: str) -> Region:
    head = "float a[8][8], b[8][8], c[8][8], x[40], y[40]; int n[40], s[40];\nvoid f(void)\n{\n"
    (found,) = read_text(f"{head}#pragma PTMAP\n{body}\n#pragma ENDMAP\n}}\n", "f.c")
    return found


def variant(body: str, reassociate: bool = False) -> Variant:
    return variant_of(region(body), reassociate)


def same(variant: Variant, *steps: Step) -> Variant:
    """What legal steps make, which computes the same."""
    made = variant.replay(steps)
    check_region(made.region)
    values = random_values(variant.region, 3)
    assert_same(execute(made.region, values), execute(variant.region, values))
    assert made.analysis.keeps(made.region, made.origins)
    return made


def text(variant: Variant) -> str:
    return "\n".join(line.strip() for line in emit_body(variant.region.body).splitlines())


def test_triangles_are_turned_round() -> None:
    made = same(variant(TRIANGLE), Reorder((0,), (1, 0)))
    assert text(made).startswith(
        "for (int j = 0; j < 8; j++) {\nfor (int i = 0; i < j + 1; i++) {\n"
    )
    reading = "for (int i = 0; i < 8; i++) for (int j = 0; 2 * j < i; j++) a[i][j] = x[i];"
    same(variant(reading), Reorder((0,), (1, 0)))
    stepped = TRIANGLE.replace("j++", "j += 2")
    with pytest.raises(NotApplicableError, match="has no affine bounds in this order"):
        variant(stepped).rewritten(Reorder((0,), (1, 0)))


@pytest.mark.oracle(keep=4)
@pytest.mark.parametrize(
    "bounds", ["j = i; j < 8", "j = 0; j < i", "j = 1; j < i && j < 6", "j = i; 2 * j < 3 * i + 1"]
)
@pytest.mark.parametrize("step", [1, 3])
def test_rests_of_triangles_are_peeled(bounds: str, step: int) -> None:
    head = f"for (int i = 0; i < 5; i++) for (int {bounds}; j += {step})"
    # Whatever is executed twice is seen.
    body = f"{head} a[i][j] = a[i][j] * 2.0f + b[j][i];"
    for factor in (2, 5):
        same(variant(body), Unroll((0,), (1, factor)))
    with pytest.raises(NotApplicableError, match="the bounds of loop 'j' depend on 'i'"):
        variant(TRIANGLE).apply(Unroll((0,), (2, 1)))


def test_flattened_loops_have_one_index_and_are_analysed() -> None:
    made = same(variant(GEMM), Flatten((0,)))
    assert "b[i_0 / 6][k]" in text(made) and "c[k][i_0 % 6]" in text(made)
    again = same(made, Flatten((0,)))
    assert len(next(perfect_nests(again.region.body)).loops) == 1
    same(made, Reorder((0,), (1, 0)), Unroll((0,), (2, 3)))
    with pytest.raises(NotApplicableError, match="are none, or depend on loops around it"):
        variant(TRIANGLE).apply(Flatten((0,)))
    guarded = "for (int i = 0; i < 4; i++) for (int j = 0; j < 8; j++) if (j > i) a[i][j] = 0.0f;"
    assert not same(variant(guarded), Flatten((0,))).region.statements[0].guard.constraints


def test_loops_are_distributed_only_forwards() -> None:
    forwards = "for (int i = 1; i < 8; i++) { x[i] = y[i]; s[i] = (int)x[i - 1]; }"
    same(variant(forwards), Distribute((0,), (1,)))
    backwards = "for (int i = 1; i < 8; i++) { x[i] = y[i]; y[i + 1] = x[i - 1]; }"
    with pytest.raises(IllegalError) as caught:
        variant(backwards).apply(Distribute((0,), (1,)))
    assert str(caught.value) == "f.c: 'distribute 0 at 1' is forbidden by dependences"
    private = "for (int i = 1; i < 8; i++) { float t = y[i]; x[i] = t * t; y[i + 9] = t; }"
    with pytest.raises(IllegalError):
        variant(private).apply(Distribute((0,), (1,)))
    with pytest.raises(IllegalError):
        variant(private).apply(Distribute((0,), (2,)))


PAIR = """
    for (int i = 0; i < 9; i++) x[i] = y[i] * 2.0f;
    for (int j = 1; j < 8; j++) y[j + 9] = x[j - 1] + x[j + 1];
"""


@pytest.mark.parametrize("guarded", [False, True])
def test_fused_loops_wait_for_what_they_need(guarded: bool) -> None:
    with pytest.raises(IllegalError):
        variant(PAIR).apply(Fuse((0,), (0, 0), guarded))
    made = same(variant(PAIR), Fuse((0,), (0, 1), guarded))
    # Two iterations of the first alone, then seven of both.
    assert [len(nest.statements) for nest in list(perfect_nests(made.region.body))] == (
        [2] if guarded else [1, 2]
    )
    assert ("if (" in text(made)) == guarded


@pytest.mark.parametrize(
    "step, message",
    [
        (Tile((1,), 4), "f.c: there is no loop '1'"),
        (Tile((0, 0, 0, 0), 4), "f.c:7: this is a statement, not a loop"),
        (Tile((0,), 7), "f.c:6: loop 'i' has 7 iterations, not more than a tile of 7"),
        (Tile((0,), 1), "f.c:6: tiles of 1 iterations; allowed: ≥ 2"),
        (Unroll((0,), (8,)), "f.c:6: loop 'i' has 7 iterations, and is unrolled by 8"),
        (Unroll((0,), (0,)), "f.c:6: loop 'i' is unrolled by 0"),
        (Unroll((0,), (1, 1, 1, 2)), "f.c:6: loop 'k' has more in it than one loop"),
        (Reorder((0,), (0, 2)), "f.c:6: (0, 2) is no order of 2 loops"),
        (
            Distribute((0,), (1,)),
            "f.c:6: loop 'i' is cut at (1,); allowed: rising numbers between 1 and 0",
        ),
        (Fuse((0,), (0,)), "f.c:6: fewer than two loops are fused"),
        (Fuse((0,), (0, 0)), "f.c: there is no loop '1'"),
    ],
)
def test_what_is_not_applicable_says_why(step: Step, message: str) -> None:
    with pytest.raises(NotApplicableError) as caught:
        variant(GEMM).apply(step)
    assert str(caught.value) == message
    assert variant(GEMM).tried(step) is None


def test_floats_are_reassociated_on_request_only() -> None:
    body = "for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) x[0] += a[i][j];"
    with pytest.raises(IllegalError):
        variant(body).apply(Reorder((0,), (1, 0)))
    made = variant(body, reassociate=True).apply(Reorder((0,), (1, 0)))
    values = random_values(made.region, 1)
    found, expected = execute(made.region, values), execute(region(body), values)
    np.testing.assert_allclose(found["x"], expected["x"], rtol=1e-5)
    same(variant(body.replace("x[0] += a[i][j]", "s[0] += n[i + j]")), Reorder((0,), (1, 0)))


def test_directions_say_what_the_whole_order_says() -> None:
    options = RandomOptions(nests=1, depth=3, statements=2, trips=4, operands=2, imperfect=0)
    verdicts = []
    for seed in range(20):
        start = variant_of(random_region(seed, options))
        for path, loop in loops(start.region.body):
            depth = band(loop)
            for order in permutations(range(depth)):
                step = Reorder(path, order)
                try:
                    made = start.rewritten(step)
                except NotApplicableError:
                    continue
                legal = start.is_legal(step)
                assert legal == start.analysis.keeps(made.region, made.origins), (seed, step)
                verdicts.append(legal)
            for factors in product((1, 2), repeat=depth):
                step = Unroll(path, factors)
                try:
                    made = start.rewritten(step)
                except NotApplicableError:
                    continue
                # Where blocks begin is not looked at: some legal ones are refused.
                if start.is_legal(step):
                    assert start.analysis.keeps(made.region, made.origins), (seed, step)
    assert 2 < verdicts.count(False) < len(verdicts) / 2


def test_private_scalars_stand_in_nobodys_way() -> None:
    body = """for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) {
        float t = b[i][j]; a[i][j] = t * t; }"""
    made = same(variant(body), Reorder((0,), (1, 0)), Tile((0,), 3), Unroll((0, 0), (2, 2)))
    assert len(made.region.statements) > 8
    # A value that goes from one iteration to the next is another matter.
    carried = body.replace("float t = b[i][j];", "").replace("t * t;", "t; t = b[i][j];")
    with pytest.raises(IllegalError):
        variant(f"float t; t = 1.0f; {carried}").apply(Reorder((1,), (1, 0)))


# Perfect nests of the small programs, from the most separate structure to the least.
EXPECTED = {
    "gemver": (4, 4, 4),
    "trisolv": (3, 3, 3),
    "blur2d": (2, 2, 2),
    "harris": (9, 3, 3),
    "atax": (4, 4, 4),
    "3mm": (6, 10, 10),
}


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("name", EXPECTED)
def test_structures_of_applications_are_equivalent(name: str) -> None:
    start = variant_of(application(name))
    found = structures(start)
    assert list(found) == ["original", "nofuse", "smartfuse", "maxfuse"]
    assert found["original"] is start
    for made in found.values():
        assert same(start, *made.steps).region == made.region
    counts = [len(list(perfect_nests(made.region.body))) for made in list(found.values())[1:]]
    assert tuple(counts) == EXPECTED[name]


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("name", ["covariance", "doitgen", "convolution"])
def test_tiles_are_handed_down_to_perfect_nests(name: str) -> None:
    start = variant_of(application(name))
    tiled = (sunk(start, path, 2) for path, _ in loops(start.region.body))
    made = [one for one in tiled if one is not None]
    assert made
    for one in made:
        same(start, *one.steps)
