"""Encodings for "at most k of n", 1 <= k < n; the registry keeps the trivial bounds away."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from encoders.builder import Builder
from encoders.template import Template


def binomial(n: int, bound: int) -> Template:
    """One clause per subset of k+1 literals: C(n, k+1) clauses, no auxiliaries.  Folklore."""
    made = Builder(n, bound)
    made.forbid(range(1, n + 1), bound)
    return made.build()


def sequential(n: int, bound: int) -> Template:
    """Unary sequential counter LT-SEQ; Sinz, "Towards an Optimal CNF Encoding of Boolean
    Cardinality Constraints", 2005.

    Auxiliary (i, j) is true if at least j of the first i literals are true, i < n and j <= k: 2nk +
    n - 3k - 1 clauses, (n-1)k auxiliaries. As published, auxiliaries with j > i are kept.
    """
    made = Builder(n, bound)
    before: list[int] = []
    for i in range(1, n):
        now = [made.new(range(1, i + 1), j) for j in range(1, bound + 1)]
        made.add(-i, now[0])
        if before:
            made.add(-before[0], now[0])
            for j in range(1, bound):
                made.add(-i, -before[j - 1], now[j])
                made.add(-before[j], now[j])
            made.add(-i, -before[-1])
        else:
            for variable in now[1:]:
                made.add(-variable)
        before = now
    made.add(-n, -before[-1])
    return made.build()


def totalizer(n: int, bound: int) -> Template:
    """Totalizer, upper half, truncated; Bailleux & Boufkhad, "Efficient CNF Encoding of Boolean
    Cardinality Constraints", 2003.

    A balanced tree; output j of a node is true if at least j of the leaves below it are true.
    Output k+1 of any node would be false, so it is left out and the clauses that imply it become
    conflicts; the root then needs no outputs at all. An inner node over s leaves has min(s, k)
    auxiliaries, O(n log k) in all. Over p and q outputs it has one clause per (i, j) with i <= p, j
    <= q and 1 <= i+j <= k+1, except that i+j = k+1 requires i, j >= 1; the root only has those with
    i+j = k+1. O(nk) clauses in all; at bound 1 3n-5 clauses and n-2 auxiliaries.
    """
    made = Builder(n, bound)
    middle = n // 2
    left = _outputs(made, range(1, middle + 1))
    right = _outputs(made, range(middle + 1, n + 1))
    _conflicts(made, left, right)
    return made.build()


def _outputs(made: Builder, leaves: Sequence[int]) -> list[int]:
    if len(leaves) == 1:
        return list(leaves)
    middle = len(leaves) // 2
    left = _outputs(made, leaves[:middle])
    right = _outputs(made, leaves[middle:])
    out = [made.new(leaves, j) for j in range(1, min(len(leaves), made.bound) + 1)]
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            if 1 <= i + j <= made.bound:
                body = [-outputs[count - 1] for outputs, count in ((left, i), (right, j)) if count]
                made.add(*body, out[i + j - 1])
    _conflicts(made, left, right)
    return out


def _conflicts(made: Builder, left: Sequence[int], right: Sequence[int]) -> None:
    """Forbid k+1 true leaves below a node. Neither side alone can have an output k+1."""
    for i, literal in enumerate(left, start=1):
        if made.bound + 1 - i <= len(right):
            made.add(-literal, -right[made.bound - i])


def generalised_commander(n: int, bound: int, group: int | None = None) -> Template:
    """Commander encoding for any k; Frisch & Giannaros, "SAT Encodings of the At-Most-k
    Constraint", 2010.

    A group of s > k literals gets k commanders, commander i true exactly when at least i of the
    group are; all commanders are encoded recursively.  The paper writes "exactly k of the group and
    the negated commanders" with all subsets and then orders the commanders; with the order at hand
    one clause per subset of the group is enough and propagates more.  A group costs C(s,1) + ... +
    C(s,k+1) clauses for the upper, C(s,0) + ... + C(s,k-1) for the lower half and k-1 for the
    order.  The commanders of one group stay together above, so groups of commanders hold
    max(group, 2k) literals.  `group` defaults to k+2 and must exceed k, or nothing would shrink;
    raises `ValueError` otherwise.
    """
    made = Builder(n, bound)
    room = bound + 2 if group is None else group
    if room <= bound:
        raise ValueError(
            f"commander groups of {room} cannot do bound {bound}; a group must exceed it"
        )
    bundles = [[literal] for literal in range(1, n + 1)]
    while sum(map(len, bundles)) > room:
        bundles = [_command(made, members) for members in _packed(bundles, room)]
        room = max(room, 2 * bound)
    made.forbid([literal for bundle in bundles for literal in bundle], bound)
    return made.build()


def _packed(bundles: list[list[int]], room: int) -> list[list[int]]:
    """Joins neighbouring bundles while they fit into `room`."""
    packed: list[list[int]] = [[]]
    for bundle in bundles:
        if len(packed[-1]) + len(bundle) > room:
            packed.append([])
        packed[-1].extend(bundle)
    return packed


def _command(made: Builder, members: list[int]) -> list[int]:
    """The ordered commanders of a group; a group of k or fewer stands for itself."""
    bound = made.bound
    if len(members) <= bound:
        return members
    made.forbid(members, bound)
    commanders = [made.new(members, count) for count in range(1, bound + 1)]
    for count, commander in enumerate(commanders, start=1):
        for chosen in combinations(members, count):
            made.add(*(-member for member in chosen), commander)
        for chosen in combinations(members, len(members) - count + 1):
            made.add(-commander, *chosen)
    for lower, upper in pairwise(commanders):
        made.add(-upper, lower)
    return commanders
