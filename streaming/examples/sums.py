"""Sums of products: a filter, and a matrix times a vector."""

from __future__ import annotations

from streaming.examples.parts import Draft, within
from streaming.model.program import Program

DIRECT, SPREAD = 5, 3
"""Maximum rows that read an entry directly, and rows per copy beyond that."""


def fir(taps: int) -> Program:
    """Return y = Σ c_k · x_k: a chain of multiply-adds; x_k are samples, c_k immediate."""
    draft = Draft(f"fir{within(taps, 1, 1024, 'taps')}")
    total = ""
    for k in range(taps):
        # The coefficients are arbitrary: a triangular window.
        factor, sample = min(k, taps - 1 - k) + 1, draft.variable(f"x{k}")
        total = (
            draft.add(f"y{k}", "muladd", sample, factor, total)
            if k
            else draft.add("y0", "mul", sample, factor)
        )
    return draft.finish()


def matvec(rows: int, columns: int) -> Program:
    """Return y = A · x: every entry of x goes to all rows; each row is a chain of multiply-adds.

    The entries of A are variables of the tile that uses them. With more than `DIRECT` rows,
    `SPREAD` rows read the same copy of an entry of x, and each copy reads the previous copy.
    """
    within(rows, 1, 64, "rows")
    draft = Draft(f"matvec{rows}x{within(columns, 1, 64, 'columns')}")
    total = [""] * rows
    for c in range(columns):
        x = draft.add(f"x{c}", "mov", draft.variable(f"vx{c}"))
        for r in range(rows):
            if rows > DIRECT and r and r % SPREAD == 0:
                x = draft.add(f"x{c}_{r // SPREAD}", "mov", x)
            name, factor = f"y{r}_{c}", draft.variable(f"a{r}_{c}")
            total[r] = (
                draft.add(name, "muladd", x, factor, total[r])
                if c
                else draft.add(name, "mul", x, factor)
            )
    return draft.finish()
