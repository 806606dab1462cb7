"""Encodings that exist only for "at most one of n", n >= 2; the registry keeps n <= 1 away.

Several at-most-one encodings are the bound-1 case of a general one and are written as such.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from encoders.at_most_k import binomial, generalised_commander, sequential
from encoders.builder import Builder
from encoders.template import Template

# Up to six literals a grid costs more clauses than the pairs themselves (n = 7: 20 against 21).
SMALLEST_GRID = 7


def pairwise(n: int) -> Template:
    """One clause per pair: n(n-1)/2 clauses, no auxiliaries.  Folklore."""
    return binomial(n, 1)


def commander(n: int, group: int = 3) -> Template:
    """Commander encoding; Klieber & Kwon, "Efficient CNF Encoding for Selecting 1 from N Objects",
    2007.

    A group of s literals costs s(s-1)/2 + s + 1 clauses and one auxiliary, its commander, which is
    true exactly when the group is; the commanders are encoded recursively until at most `group`
    are left, which go pairwise.  For group 3 about 7n/2 clauses and n/2 auxiliaries.
    """
    return generalised_commander(n, 1, group)


def ladder(n: int) -> Template:
    """Ladder encoding, at-most-one part; Gent & Nightingale, "A New Encoding of AllDifferent into
    SAT", 2004.

    Auxiliary i is true if one of the first i literals is true: 3n-4 clauses, n-1 auxiliaries. The
    clauses are those of Sinz's counter at bound 1.
    """
    return sequential(n, 1)


def binary(n: int) -> Template:
    """Binary (logarithmic) encoding; Frisch, Peugniez, Doggett & Nightingale, "Solving Non-Boolean
    Satisfiability Problems with Stochastic Local Search", 2005.

    n*ceil(log2 n) clauses and ceil(log2 n) auxiliaries, the bits of the true literal's number.
    It is the bimander encoding with groups of one.
    """
    return bimander(n, 1)


def bimander(n: int, group: int = 2) -> Template:
    """Bimander encoding; Nguyen & Mai, "A New Method to Encode the At-Most-One Constraint into
    SAT", 2015.

    With m = ceil(n/group) groups: the pairs inside each group, plus n*ceil(log2 m) clauses that tie
    a literal to the bits of its group's number; ceil(log2 m) auxiliaries.  Groups of two are the
    choice of Miyasaka et al., "SAT-Based Mapping of Data-Flow Graphs onto Coarse-Grained
    Reconfigurable Arrays", 2021.
    """
    made = Builder(n, 1)
    parts = [range(start, min(start + group, n + 1)) for start in range(1, n + 1, group)]
    for part in parts:
        made.forbid(part, 1)
    for bit in range((len(parts) - 1).bit_length()):
        high = {literal for i, part in enumerate(parts) if i >> bit & 1 for literal in part}
        variable = made.new(high, 1)
        for literal in range(1, n + 1):
            made.add(-literal, variable if literal in high else -variable)
    return made.build()


def product(n: int) -> Template:
    """Product encoding; Chen, "A New SAT Encoding of the At-Most-One Constraint", 2010.

    The literals lie in a grid ceil(sqrt n) wide; each implies its row and its column, and rows and
    columns are encoded recursively: 2n + 4 sqrt(n) + O(n^(1/4)) clauses and 2 sqrt(n) +
    O(n^(1/4)) auxiliaries.  Fewer than 7 literals go pairwise.
    """
    made = Builder(n, 1)
    _grid(made, range(1, n + 1))
    return made.build()


def _grid(made: Builder, literals: Sequence[int]) -> None:
    if len(literals) < SMALLEST_GRID:
        made.forbid(literals, 1)
        return
    width = isqrt(len(literals) - 1) + 1
    lines = [literals[start : start + width] for start in range(0, len(literals), width)]
    lines_across = [literals[start::width] for start in range(width)]
    for side in (lines, lines_across):
        markers = []
        for line in side:
            markers.append(made.new(line, 1))
            for literal in line:
                made.add(-literal, markers[-1])
        _grid(made, markers)
