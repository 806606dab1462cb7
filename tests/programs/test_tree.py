from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from programs.loops import Loop, Region, Statement, instances
from programs.loops.random_programs import random_region
from programs.loops.tree import body_at, loops_at, perfect_nests
from programs.source import read_text

QUIET = settings(deadline=None, max_examples=30)


def region(body: str) -> Region:
    head = "float a[9], b[9][9];\nvoid f(void)\n{\n#pragma PTMAP\n"
    (found,) = read_text(f"{head}{body}\n#pragma ENDMAP\n}}\n")
    return found


def loop(index: str, body: str) -> str:
    return f"for (int {index} = 0; {index} < 9; {index}++) {{ {body} }}"


S = "a[0] += 1;"


@pytest.mark.parametrize(
    "body, nests",
    [
        (S, [(0, 0, 1)]),
        (loop("i", S), [(0, 1, 1)]),
        (loop("i", loop("j", S + S)), [(0, 2, 2)]),
        (loop("i", S + loop("j", S)), [(1, 0, 1), (1, 1, 1)]),
        (loop("i", S + S + loop("j", S) + S), [(1, 0, 2), (1, 1, 1), (1, 0, 1)]),
        (loop("i", loop("j", S) + loop("k", loop("j", S))), [(1, 1, 1), (1, 2, 1)]),
        (S + loop("i", loop("j", S + loop("k", S))), [(0, 0, 1), (2, 0, 1), (2, 1, 1)]),
    ],
)
def test_nests_are_the_largest_perfect_ones(body: str, nests: list[tuple[int, int, int]]) -> None:
    found = list(perfect_nests(region(body).body))
    assert [(len(n.outer), len(n.loops), len(n.statements)) for n in found] == nests


def brute_force(region: Region) -> list[tuple[str, ...]]:
    """Statement ids of the nests: maximal paths downward that never branch, found from below."""

    def perfect(node: Loop) -> bool:
        body = node.body
        if all(isinstance(part, Statement) for part in body):
            return True
        return len(body) == 1 and isinstance(body[0], Loop) and perfect(body[0])

    def ids(node: Loop | Statement) -> tuple[str, ...]:
        if isinstance(node, Statement):
            return (node.id,)
        return tuple(name for part in node.body for name in ids(part))

    def found(body: tuple[Loop | Statement, ...]) -> list[tuple[str, ...]]:
        nests: list[tuple[str, ...]] = []
        before_loop = True
        for part in body:
            if isinstance(part, Loop):
                nests += [ids(part)] if perfect(part) else found(part.body)
            elif before_loop:
                nests.append(ids(part))
            else:
                nests[-1] += ids(part)
            before_loop = isinstance(part, Loop)
        return nests

    return found(region.body)


@QUIET
@given(st.integers(0, 10**6))
def test_every_statement_is_in_one_nest(seed: int) -> None:
    region = random_region(seed)
    nests = list(perfect_nests(region.body))
    assert [tuple(s.id for s in nest.statements) for nest in nests] == brute_force(region)
    around = {statement.id: loops for loops, statement in instances(region.body)}
    for nest in nests:
        for statement in nest.statements:
            assert around[statement.id] == (*nest.outer, *nest.loops)
        first = body_at(region.body, nest.path[:-1])[nest.path[-1]]
        assert first is (nest.loops[0] if nest.loops else nest.statements[0])
        assert loops_at(region.body, nest.path[:-1]) == nest.outer
