"""A verdict in words, as all reports show it."""

from __future__ import annotations

from dataclasses import dataclass

Fact = tuple[str, str]
"""A label and a text."""


@dataclass(frozen=True)
class Tried:
    """One question put to a solver or to arithmetic, and its outcome."""

    what: str
    outcome: str
    reason: str = ""


@dataclass(frozen=True)
class Verdict:
    """The status with its proof, in words.

    `status`: optimal, feasible, infeasible or unknown. `value`: the value found, such as `II = 3`,
    empty without a mapping. `bound`: a lower bound on all mappings, `reason`: its cause. `facts`:
    more lines, a label and a text each. `limits`: limits that together exclude fewer.
    """

    status: str
    headline: str
    value: str = ""
    bound: str = ""
    reason: str = ""
    facts: tuple[Fact, ...] = ()
    tried: tuple[Tried, ...] = ()
    limits: tuple[str, ...] = ()
