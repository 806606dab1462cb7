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
    variant_of,
)
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


def test_steps_are_printed() -> None:
    """Tests the words for each step, and for several."""
    steps: list[Step] = [
        Fuse((0, 1), (0, 2), guarded=True), Distribute((0,), (1, 3)), Reorder((2,), (1, 0)),
        Tile((0, 1), 16), Flatten((0,)), Unroll((0, 0), (2, 4)),
    ]  # fmt: skip
    told = "fuse 0.1 by 0,2 guarded; distribute 0 at 1,3; reorder 2 to 1,0; tile 0.1 by 16"
    assert "; ".join(map(str, steps)) == f"{told}; flatten 0; unroll 0.0 by 2,4"
    start = variant(GEMM)
    assert str(start) == "as it is"
    assert str(start.replay([Tile((0,), 2), Tile((0, 0, 0), 2)])) == "tile 0 by 2; tile 0.0.0 by 2"


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_gemm_is_the_same_in_all_orders_and_tiles(order: tuple[int, ...]) -> None:
    start = variant(GEMM)
    made = same(start, Reorder((0,), order))
    indices = [loop.index for loop in next(perfect_nests(made.region.body)).loops]
    assert indices == ["ijk"[n] for n in order]
    same(made, Tile((0,), 2), Tile((0, 0, 0), 3))
    same(made, Tile((0, 0, 0), 4), Unroll((0, 0, 0, 0), (3,)))
    same(variant(TRIANGLE), Tile((0, 0), 3), Unroll((0, 0, 0), (2,)))


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("factors", [(1, 1, 3), (3, 3, 3), (2, 4, 1), (1, 2, 4)])
def test_blocks_of_gemm_have_their_copies_and_rests(factors: tuple[int, ...]) -> None:
    made = same(variant(GEMM), Unroll((0,), factors))
    # Every loop is split in whole blocks and a rest, if there is one.
    copies = 1
    for factor, trips in zip(factors, (7, 6, 5), strict=True):
        copies *= factor + (trips % factor > 0)
    assert len(made.region.statements) == copies
    nests = list(perfect_nests(made.region.body))
    assert len(nests[0].statements) == np.prod(factors)


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


def test_fused_loops_rename_what_is_inside() -> None:
    body = """
    for (int i = 0; i < 6; i++) for (int j = 0; j < 6; j++) a[i][j] = 1.0f;
    for (int j = 0; j < 6; j++) for (int i = 0; i < 6; i++) b[j][i] = a[j][i];
    """
    made = same(variant(body), Fuse((0,), (0, 0)))
    same(made, Fuse((0, 0), (0, 0)))
    varying = "for (int i = 0; i < 8; i++) {{ {} {} }}".format(
        "for (int j = 0; j < i; j++) a[i][j] = x[j];", "for (int k = 0; k < i; k++) b[i][k] = x[k];"
    )
    same(variant(varying), Fuse((0, 0), (0, 0)))
    with pytest.raises(NotApplicableError, match="and no constant ones"):
        variant(varying).apply(Fuse((0, 0), (0, 1)))


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


def test_tiles_of_all_bounds_are_unrolled() -> None:
    made = same(variant(GEMM), Tile((0,), 4), Unroll((0, 0), (3, 1, 2)))
    # Seven are four and three: blocks of three, one left of the first tile, none of the second.
    assert "xyzmap_min" in text(made)
