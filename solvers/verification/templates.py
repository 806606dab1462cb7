"""Encodings of "at most BOUND of N literals" with auxiliaries, checked by their definitions.

Only the definitions of an encoding are used: the auxiliary that means "at least THRESHOLD of this
subset of the N literals are true". A clause over the N literals and the auxiliaries is valid when
it holds for every assignment with at most BOUND true literals, each auxiliary set as defined. Where
literals have weights, BOUND and THRESHOLD are sums of these, and clauses are valid that add up.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from solvers.verification.directory import RejectedError, require_extent

MOST_STEPS = 500_000
MOST_KINDS = 500


@dataclass
class Template:
    """Local literals are 1 … n, then one auxiliary per definition; subsets are bit sets."""

    n: int
    bound: int
    definitions: list[tuple[int, int]] = field(default_factory=list)
    weights: list[int] = field(default_factory=list)
    _known: dict[tuple[int, ...], bool] = field(default_factory=dict)
    _steps: int = 0

    def weigh(self, weights: list[int]) -> None:
        """Let literals weigh these; `RejectedError` unless each has a weight above 0."""
        if len(weights) != self.n or not all(weights):
            raise RejectedError(f"weights that are not {self.n} numbers above 0")
        self.weights = weights

    def define(self, threshold: int, subset: list[int]) -> None:
        """Add the next auxiliary; `RejectedError` unless `subset` are different local literals."""
        mask = 0
        for literal in subset:
            if not 1 <= literal <= self.n or mask >> literal & 1:
                raise RejectedError(f"a definition names local literal {literal} of {self.n}")
            mask |= 1 << literal
        self.definitions.append((mask, threshold))

    def valid(self, clause: tuple[int, ...]) -> bool:
        """Whether a clause over local literals is valid, as above."""
        if clause not in self._known:
            weighted = self._adds_up if self.weights else self._holds
            self._known[clause] = weighted(clause)
        return self._known[clause]

    def _holds(self, clause: tuple[int, ...]) -> bool:
        return not self._falsifiable(clause)

    def _adds_up(self, clause: tuple[int, ...]) -> bool:
        """Whether what a clause negates has disjoint parts, which weigh more than the bound, or as
        much as the threshold of what it has otherwise, if they are parts of that.
        """
        parts: list[tuple[int, int]] = []
        seen = whole = 0
        for literal in clause:
            if literal < 0:
                mask, weight = self._part(-literal)
                if seen & mask:
                    return False
                seen |= mask
                whole += weight
                parts.append((mask, weight))
        if whole > self.bound:
            return True
        for literal in clause:
            if literal > 0:
                mask, threshold = self._part(literal)
                if sum(weight for own, weight in parts if not own & ~mask) >= threshold:
                    return True
        return False

    def _part(self, number: int) -> tuple[int, int]:
        """The literals of a local literal, and what they weigh at least where it is true."""
        if number > self.n:
            return self.definitions[number - self.n - 1]
        return 1 << number, self.weights[number - 1]

    def _falsifiable(self, clause: tuple[int, ...]) -> bool:
        """Whether some assignment makes all literals of the clause false.

        The clause fixes some of the N literals and bounds the numbers of true ones in some subsets.
        Unfixed literals in the same subsets are interchangeable, so only the number of true ones of
        each kind matters.
        """
        true = false = 0
        limits: list[tuple[int, int, int]] = []
        for literal in clause:
            number = abs(literal)
            if number <= self.n:
                if literal > 0:
                    false |= 1 << number
                else:
                    true |= 1 << number
                continue
            mask, threshold = self.definitions[number - self.n - 1]
            # A false auxiliary needs fewer than `threshold`, a true one at least as many.
            limits.append((mask, 0, threshold - 1) if literal > 0 else (mask, threshold, self.n))
        if true & false:
            return False
        left = self.bound - true.bit_count()
        limits = [
            (
                mask & ~true & ~false,
                low - (mask & true).bit_count(),
                high - (mask & true).bit_count(),
            )
            for mask, low, high in limits
        ]
        kinds = [((1 << (self.n + 1)) - 2) & ~true & ~false]
        for mask, _, _ in limits:
            kinds = [part for kind in kinds for part in (kind & mask, kind & ~mask) if part]
        # Literals in no subset do not matter and are best left false.
        useful = [kind for kind in kinds if any(kind & mask for mask, _, _ in limits)]
        rows = [
            (kind.bit_count(), tuple(n for n, (mask, _, _) in enumerate(limits) if kind & mask))
            for kind in useful
        ]
        require_extent("kinds of literals in a clause of an encoding", len(rows), MOST_KINDS)
        self._steps = 0
        return left >= 0 and self._search(
            rows, 0, left, [low for _, low, _ in limits], [high for _, _, high in limits]
        )

    def _search(
        self,
        rows: list[tuple[int, tuple[int, ...]]],
        row: int,
        left: int,
        low: list[int],
        high: list[int],
    ) -> bool:
        """Whether counts for the kinds from `row` on, `left` at most in all, meet the limits."""
        self._steps += 1
        require_extent("cases of a clause of an encoding", self._steps, MOST_STEPS)
        if any(h < 0 for h in high) or any(n > left for n in low):
            return False
        if all(n <= 0 for n in low):
            return True
        if row == len(rows):
            return False
        size, members = rows[row]
        for count in range(min(size, left) + 1):
            lower, upper = low.copy(), high.copy()
            for n in members:
                lower[n] -= count
                upper[n] -= count
            if self._search(rows, row + 1, left - count, lower, upper):
                return True
        return False
