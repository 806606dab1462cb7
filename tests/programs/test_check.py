from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from programs.loops import (
    DOUBLE,
    INT,
    Access,
    Array,
    Bound,
    Cast,
    Constant,
    Guard,
    Index,
    Loop,
    ProgramError,
    Read,
    Region,
    Scalar,
    Statement,
    affine,
    check_region,
    execute,
)
from programs.loops.build import binary
from programs.loops.expressions import opaque
from programs.loops.random_values import random_values
from programs.loops.region import instances
from programs.source import read_text
from tests.programs.random_regions import random_region

I = affine({"i": 1})  # noqa: E741 # the index, as in formulas
ARRAY = Array("a", INT, (4,))
STATEMENT = Statement("S0", Access("a", (I,)), Constant(1, INT), line=7)
LOOP = Loop("i", (Bound(affine()),), (Bound(affine(constant=4)),), (STATEMENT,))
VALID = Region("r", (ARRAY,), (Scalar("s", INT),), (LOOP,), "r.c")


BEYOND = binary(">", Read(Access("a", (I + 1,)), INT), Constant(0, INT))


def with_statement(**changes: object) -> Region:
    return replace(VALID, body=(replace(LOOP, body=(replace(STATEMENT, **changes),)),))


@pytest.mark.parametrize(
    "region, message",
    [
        (replace(VALID, scalars=(Scalar("a", INT),)), "the same name"),
        (replace(VALID, body=(replace(LOOP, index="s"),)), "'s' is already the name"),
        (replace(VALID, body=(replace(LOOP, body=(LOOP,)),)), "'i' is already the name"),
        (replace(VALID, body=(replace(LOOP, step=0),)), "step of loop 'i' is 0; allowed: ≥ 1"),
        (replace(VALID, body=(replace(LOOP, body=()),)), "no body"),
        (replace(VALID, body=(replace(LOOP, lower=()),)), "no lower bound"),
        (replace(VALID, body=(replace(LOOP, upper=(Bound(I),)),)), "'i' is no index of a loop"),
        (replace(VALID, body=(replace(LOOP, upper=(Bound(affine(), 0),)),)), "divided by 0"),
        (replace(VALID, body=(LOOP, LOOP)), "two statements are called 'S0'"),
        (with_statement(target=Access("b", (I,))), "r.c:7: 'b' is not declared; known: a, s"),
        (with_statement(target=Access("a")), "'a' has 1 dimension(s), but 0 subscript(s)"),
        (with_statement(target=Access("a", (affine({"j": 1}),))), "'j' is no index"),
        (with_statement(value=Constant(1.0, DOUBLE)), "'a' is int, its new value double"),
        (with_statement(value=Index("j")), "'j' is no index of a loop around; known: i"),
        (with_statement(value=Cast(Read(Access("s"), DOUBLE), INT)), "'s' is no double"),
        (replace(with_statement(), arrays=(replace(ARRAY, initial=(1, 2, 3, 4)),)), "is constant"),
        (with_statement(guard=Guard(predicate=Index("j"))), "'j' is no index"),
        (with_statement(guard=Guard(predicate=BEYOND)), "is 4 at i = 3"),
        (with_statement(target=Access("a", (I + 1,))), "is 4 at i = 3; allowed: 0 … 3"),
        (with_statement(target=Access("a", (I - 1,))), "is -1 at i = 0; allowed: 0 … 3"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(region: Region, message: str) -> None:
    check_region(VALID)
    with pytest.raises(ProgramError) as caught:
        check_region(region)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "value, valid",
    [
        ("i > 0 ? a[i - 1] : 0", True),
        ("i > 1 ? a[i - 1] : a[i - 1]", False),
        ("i > 0 && a[i - 1]", True),
        ("i == 0 || a[i - 1]", True),
        ("i >= 0 || a[i - 1]", True),
        ("i != 3 ? 0 : a[i]", True),
        ("i <= 0 || a[i - 2]", False),
        ("a[0] ? a[i - 1] : 0", True),
        ("a[i + 1]", False),
        ("a[2 * i - 3]", False),
        ("a[a[i + 1]]", False),
        ("a[3 - i]", True),
    ],
)
def test_only_accesses_that_are_made_are_judged(value: str, valid: bool) -> None:
    loop = f"for (int i = 0; i < 4; i++) b[i] = {value};"
    text = f"int a[4], b[4];\nvoid f(void) {{\n#pragma PTMAP\n{loop}\n#pragma ENDMAP\n}}"
    if valid:
        assert read_text(text)
    else:
        with pytest.raises(ProgramError, match="program.c:4: subscript 1 of 'a'"):
            read_text(text)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**6), st.data())
def test_smaller_arrays_are_refused_only_where_execution_fails(
    seed: int, data: st.DataObject
) -> None:
    region = random_region(seed)
    if not region.arrays:
        return
    place = data.draw(st.integers(0, len(region.arrays) - 1))
    array = region.arrays[place]
    smaller = replace(array, extents=tuple(max(1, extent - 1) for extent in array.extents))
    arrays = (*region.arrays[:place], smaller, *region.arrays[place + 1 :])
    shrunk = replace(region, arrays=arrays)

    def fails(region: Region) -> bool:
        try:
            execute(region, random_values(region, seed))
        except ProgramError:
            return True
        return False

    try:
        check_region(shrunk)
    except ProgramError as error:
        # A constant subscript is refused even where data keeps it from being used.
        assert fails(shrunk) or " at " not in str(error)
        return
    everything = [s for _, s in instances(shrunk.body)]
    certain = all(s.guard.predicate is None and "Select" not in repr(s.value) for s in everything)
    if certain and not any(opaque(x) for s in everything for x in s.accesses):
        assert not fails(shrunk)
