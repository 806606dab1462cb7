from __future__ import annotations

from dataclasses import replace

import pytest

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
)
from programs.loops.build import binary
from programs.source import read_text

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
        ("i != 3 ? 0 : a[i]", True),
        ("i <= 0 || a[i - 2]", False),
        ("a[i + 1]", False),
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
