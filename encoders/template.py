"""The clauses of one cardinality constraint, over local literals, and their instantiation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # numpy is imported where it is used, so that importing the room stays cheap
    import numpy as np
    import numpy.typing as npt

LARGEST_VARIABLE = 2**31 - 1


@dataclass(frozen=True)
class Template:
    """Clauses saying that at least `least` and at most `bound` of `n` literals are true.

    Local literals 1..n are the group's own, n+1..n+aux the auxiliaries; a minus sign negates.
    `definitions` holds one (subset of 1..n, threshold t) per auxiliary, in their order: whenever
    between `least` and `bound` of the group are true, setting each auxiliary to "at least t of its
    subset are true" satisfies every clause.  (A threshold above the subset's size means "never", as
    in the first column of Sinz's counter.)  `least` is 0 except where a long clause was added.
    With `weights`, one per literal, all of these are sums of the weights of true literals.
    """

    n: int
    bound: int
    aux: int
    clauses: tuple[tuple[int, ...], ...]
    definitions: tuple[tuple[tuple[int, ...], int], ...]
    least: int = 0
    weights: tuple[int, ...] = ()

    @cached_property
    def size(self) -> int:
        """Number of clauses."""
        return len(self.clauses)

    @cached_property
    def literals(self) -> int:
        """Number of literal occurrences in all clauses."""
        return sum(map(len, self.clauses))

    @cached_property
    def _by_width(self) -> tuple[tuple[npt.NDArray[np.intp], npt.NDArray[np.int32]], ...]:
        """Per clause width, ascending: column numbers and signs, each of shape (clauses, width)."""
        import numpy as np

        tables = []
        for width in sorted({len(clause) for clause in self.clauses}):
            chosen = [clause for clause in self.clauses if len(clause) == width]
            local = np.array(chosen, dtype=np.int32).reshape(len(chosen), width)
            tables.append((np.abs(local).astype(np.intp) - 1, np.sign(local)))
        return tuple(tables)

    def instantiate(
        self, groups: npt.NDArray[np.int32], first_aux: int
    ) -> list[npt.NDArray[np.int32]]:
        """The clauses of every group, as one array of shape (clauses, width) per width, ascending.

        `groups` has shape (G, n) and holds non-zero literals.  Group g gets the auxiliaries
        first_aux + g*aux up to first_aux + (g+1)*aux - 1, which must be unused.  Within an array
        the clauses of group 0 come first, in the template's order.  Raises `ValueError` for groups
        of another shape, and for auxiliaries outside of 1 … `LARGEST_VARIABLE`.
        """
        import numpy as np

        if groups.ndim != 2 or groups.shape[1] != self.n:
            raise ValueError(f"groups have shape {groups.shape}, expected (any, {self.n})")
        count = len(groups)
        if first_aux < 1 or first_aux + count * self.aux - 1 > LARGEST_VARIABLE:
            raise ValueError(
                f"auxiliaries {first_aux}..{first_aux + count * self.aux - 1} "
                f"are outside 1..{LARGEST_VARIABLE}"
            )
        columns = np.empty((count, self.n + self.aux), dtype=np.int32)
        columns[:, : self.n] = groups
        own = np.arange(count * self.aux, dtype=np.int64) + first_aux
        columns[:, self.n :] = own.reshape(count, self.aux)
        arrays = []
        for index, sign in self._by_width:
            literals = np.take(columns, index, axis=1)
            literals *= sign
            arrays.append(literals.reshape(count * len(index), index.shape[1]))
        return arrays
