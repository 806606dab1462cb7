"""Table 3 of the SAT-mapping paper: sparse 3×3 matrix products, each minimum proven."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from bench.asking import cycles, is_decided, reason, rejected, verification
from bench.page import Cell, Page
from bench.rows import Row, Rows
from bench.tables import columns, table
from examples.matrices import sparse
from models.data.architecture import Architecture
from models.data.problem import counted_contexts

LIMIT = 90
CLASSES = [
    int(number)
    for number in (
        "1 3 9 10 7 11 14 73 74 84 15 27 29 75 78 83 85 31 79 87 91 93 94 118 63 95 119 219 221 "
        "238 127 223 239 255 511"
    ).split()
]
"""Zero patterns of 3×3 matrices that differ under permutations of rows and of columns.

Bit 3·row + column of a pattern says whether W[row][column] is not zero; each is the least of its
class, and those with the most zeros come first."""
CYCLES, CONTEXTS, MOST = range(4, 10), range(1, 4), 9
"""With 3 contexts, cycles are counted; with at most 9 cycles, contexts are."""
PAPER = {
    0: ((0, 0, 0, 0, 0, 1), (0, 0, 1)),
    1: ((0, 0, 0, 0, 1, 1), (0, 0, 1)),
    2: ((0, 0, 0, 0, 3, 3), (0, 0, 3)),
    3: ((0, 0, 0, 1, 6, 6), (0, 0, 6)),
    4: ((0, 0, 0, 7, 7, 7), (0, 0, 7)),
    5: ((0, 0, 0, 7, 7, 7), (0, 1, 7)),
    6: ((0, 0, 1, 6, 6, 6), (0, 1, 6)),
    7: ((0, 0, 3, 3, 3, 3), (0, 3, 3)),
    8: ((0, 1, 1, 1, 1, 1), (1, 1, 1)),
}
"""Zeros to the numbers of patterns mapped with 4 … 9 cycles, and with 1 … 3 contexts."""


def three_registers(arch: Architecture) -> Architecture:
    """Return the array with 3 registers in every processing element."""
    changed = msgspec.structs.replace
    places = tuple(changed(c, capacity=3) if c.issue else c for c in arch.components)
    return changed(arch, name=f"{arch.name}, 3 registers", components=places)


def two_way(arch: Architecture) -> Architecture:
    """Return the array with a path back for every path between processing elements."""
    changed = msgspec.structs.replace
    issue = {component.name: component.issue for component in arch.components}
    back = tuple(
        changed(path, name=f"{path.name}_back", sources=path.targets, targets=path.sources)
        for path in arch.paths
        if all(issue[name] for name in (*path.sources, *path.targets))
    )
    return changed(arch, name=f"{arch.name}, two-way", paths=(*arch.paths, *back))


LITERAL = "literal"
VARIANTS: dict[str, tuple[str, Callable[[Architecture], Architecture]]] = {
    "registers3": ("one-way paths as in figure 6, but 3 registers", three_registers),
    "two-way": ("2 registers, and two-way paths between neighbours, as in a mesh", two_way),
    LITERAL: ("figure 6 and the text taken literally: one-way paths, 2 registers", lambda a: a),
}
"""How the paper's array may be read; the first one has the paper's counts."""


def cells() -> Iterator[Cell]:
    """Ask for the fewest cycles with 3 contexts, and for 9 cycles with fewer."""
    for variant, (_, changed) in VARIANTS.items():
        for pattern in CLASSES:
            dfg, arch = sparse(3, str(pattern), mac="pattern")
            for contexts in reversed(CONTEXTS):
                case = {"variant": variant, "pattern": pattern, "contexts": contexts}
                fixed = () if contexts == CONTEXTS[-1] else ("--cycles", str(MOST))
                words = ("--contexts", str(contexts), *fixed, "--transform", "auto")
                yield cycles(case, dfg, changed(arch), LIMIT, *words, seed=0)


class Minimum(msgspec.Struct):
    """What is known of a pattern: the fewest cycles, and the fewest contexts with 9 cycles."""

    pattern: int
    row: Row
    cycles: int | None
    contexts: int | None
    why: str | None

    @property
    def zeros(self) -> int:
        """How many elements of W are zero."""
        return 9 - self.pattern.bit_count()


def minimum(rows: Rows, own: Rows) -> Minimum:
    """Return what the rows of a variant and a pattern say.

    The literal array has fewer registers or paths than the others and nothing else: its mappings
    are mappings onto them, and a bound that one reaches is a minimum.
    """
    pattern = own[0]["pattern"]
    row = own.where(contexts=CONTEXTS[-1])[0]
    found = row["cycles"] if row["status"] == "optimal" else None
    literal = rows.first(variant=LITERAL, pattern=pattern, contexts=CONTEXTS[-1])
    if found is None and literal is not None and literal["cycles"] == row["lower_bound"]:
        found = literal["cycles"]
    why = None
    for count in CONTEXTS[:-1]:
        fewer = own.first(contexts=count)
        if fewer is None or fewer["status"] != "infeasible":
            return Minimum(pattern, row, found, count if fewer else None, why)
        why = fewer["lower_bound_reason"]
    enough = found is not None and found <= MOST
    return Minimum(pattern, row, found, CONTEXTS[-1] if enough else None, why)


def picture(pattern: int) -> str:
    """Return a pattern as rows of 0 and 1, separated by slashes."""
    digits = f"{pattern:09b}"[::-1]
    return "/".join((digits[:3], digits[3:6], digits[6:]))


def tables(rows: Rows) -> Iterator[str]:
    """Counts of each variant beside the paper's, then all patterns of the first variant."""
    found = {
        variant: [minimum(rows, own) for own in mine.by("pattern").values()]
        for (variant,), mine in rows.by("variant").items()
    }
    yield columns(
        found.items(),
        ("variant", lambda own: own[0]),
        ("what is mapped onto", lambda own: VARIANTS[own[0]][0]),
        ("counts unlike the paper's", lambda own: sum(_unlike(own[1]))),
        ("minima", lambda own: f"{sum(x.cycles is not None for x in own[1])} of {len(own[1])}"),
        ("answers", lambda own: _answers(rows.where(variant=own[0]))),
        ("search s", lambda own: round(sum(rows.where(variant=own[0]).numbers("seconds")))),
        ("verify s", lambda own: round(sum(rows.where(variant=own[0]).numbers("verify_s")))),
    )
    for variant, every in found.items():
        yield f"## {variant}: {VARIANTS[variant][0]}\n"
        heads = ["zeros", *(f"{n} cycles" for n in CYCLES), *map(counted_contexts, CONTEXTS)]
        yield table(heads, [_line(amount, every) for amount in sorted({x.zeros for x in every})])
    for variant, every in list(found.items())[:1]:
        yield f"## Patterns of {variant}\n"
        yield columns(
            every,
            ("zeros", lambda own: own.zeros),
            ("pattern", lambda own: own.pattern),
            ("W", lambda own: f"`{picture(own.pattern)}`"),
            ("cycles", lambda own: own.cycles),
            ("no fewer by", lambda own: reason(own.row)),
            ("found by", lambda own: own.row["found_by"]),
            ("s", lambda own: own.row["seconds"]),
            ("verify s", lambda own: verification(own.row)),
            ("contexts", lambda own: own.contexts),
            ("no fewer by", lambda own: own.why),
        )
    yield from rejected(rows)


def _answers(rows: Rows) -> str:
    decided = sum(is_decided(row) or row["status"] == "feasible" for row in rows)
    verified = sum(row["verify"] == "verified" for row in rows)
    return f"{decided} of {len(rows)}, {verified} certificates verified"


def _counts(amount: int, every: list[Minimum]) -> list[tuple[int, int]]:
    """Return ours and the paper's numbers of patterns that each limit suffices for."""
    group = [own for own in every if own.zeros == amount]
    ours = [sum((own.cycles or MOST + 1) <= limit for own in group) for limit in CYCLES]
    ours += [sum((own.contexts or CONTEXTS.stop) <= limit for own in group) for limit in CONTEXTS]
    return list(zip(ours, (*PAPER[amount][0], *PAPER[amount][1]), strict=True))


def _line(amount: int, every: list[Minimum]) -> list[object]:
    pairs = _counts(amount, every)
    return [amount, *(a if a == b else f"**{a}** ({b})" for a, b in pairs)]


def _unlike(every: list[Minimum]) -> Iterator[bool]:
    for amount in {own.zeros for own in every}:
        yield from (ours != theirs for ours, theirs in _counts(amount, every))


PAGE = Page(
    "table3",
    "Table 3: sparse 3×3 matrix products",
    "A = W·X on 3×3 processing elements with a ROM each, multiply-add enabled, every order of the"
    " additions allowed. All 35 classes of zero patterns of W under permutations of rows and of"
    " columns. A count is the number of patterns that can be mapped with so many cycles (3"
    f" contexts), or with so many contexts ({MOST} cycles); where the paper's count differs it"
    " follows in brackets. A mapping with 3 contexts and fewer cycles is one with 9 cycles too, and"
    f" one on the literal array is one on the others. {LIMIT} s each.",
    cells,
    tables,
    smoke=[{"variant": "registers3", "pattern": 1, "contexts": 3}],
)
