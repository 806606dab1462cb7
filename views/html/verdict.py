"""The verdict of an answer, as the report shows it."""

from __future__ import annotations

from dataclasses import dataclass

Fact = tuple[str, str]  # a label and a text


@dataclass(frozen=True)
class Tried:
    """One question that was put to a solver or to arithmetic, and what came of it."""

    what: str
    outcome: str
    reason: str = ""


@dataclass(frozen=True)
class Verdict:
    """The status with its proof, in words.

    `status`: optimal, feasible, infeasible or unknown. `value`: what was found, such as `II = 3`,
    empty without a mapping. `bound`: what no mapping is below, `reason`: why. `facts`: more lines,
    a label and a text each. `limits`: what together makes fewer impossible.
    """

    status: str
    headline: str
    value: str = ""
    bound: str = ""
    reason: str = ""
    facts: tuple[Fact, ...] = ()
    tried: tuple[Tried, ...] = ()
    limits: tuple[str, ...] = ()
