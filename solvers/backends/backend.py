"""The interface of a solver: capabilities as data, and a session with one model."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Literal, Protocol

from models.errors import InputError
from models.space_time.constraint_model import ConstraintModel
from solvers.backends.cnf import Cnf, Encodings

Family = Literal["SAT", "CP-SAT", "ILP", "LP"]

Capability = Literal["decides", "proof", "native", "start", "objective"]
"""Capabilities of solvers:

- `decides`: finds mappings and refutes; without it, a solver only refutes;
- `proof`: its refutations leave a proof that `solvers.verify` re-checks;
- `native`: at-most-K limits need no encoding;
- `start`: takes a mapping, or a part of one, to start from;
- `objective`: minimises, with a bound.
"""


@dataclass(frozen=True)
class Outcome:
    """`satisfiable` is None when undecided; `model` are the true variables of a solution.

    `conflicts` counts conflicts, or nodes of a branch and bound. With an objective, `bound` is a
    lower bound on all solutions.
    """

    satisfiable: bool | None
    model: list[int]
    conflicts: int
    bound: int | None = None


@dataclass(frozen=True)
class Settings:
    """Settings of a solver for a model; `options` are the solver's own, by name.

    `start` are literals of a mapping to start from. With `fixed_effort` results must not depend on
    running times. `short_slices` let a signal end a search in this process soon.
    """

    encodings: Encodings = field(default_factory=Encodings)
    seed: int = 0
    proof: bool = False
    options: dict[str, str] = field(default_factory=dict)
    start: tuple[int, ...] = ()
    fixed_effort: bool = False
    short_slices: bool = False


@dataclass(frozen=True)
class Refutation:
    """The needed `clauses` of a formula, and a proof in binary LRAT that they are contradictory."""

    cnf: Cnf
    clauses: list[list[int]]
    lrat: bytes


Improved = Callable[[list[int] | None, int | None], None]
"""Takes the true variables of a better solution, or a better bound of the objective."""


class Session(Protocol):
    """One model in one solver: translated when created, then loaded, then solved once."""

    @property
    def variables(self) -> int:
        """Variables of the solver's own form of the model."""

    @property
    def rows(self) -> int:
        """Clauses, constraints or rows of it."""

    def load(self) -> None:
        """Hand the model to the solver."""

    def solve(
        self,
        keep_going: Callable[[int], bool] | None = None,
        improved: Improved | None = None,
    ) -> Outcome:
        """Solve; `keep_going(conflicts)` is called now and then, and ends the search by False."""

    def refutation(self) -> Refutation | None:
        """Return a checked proof after a refutation with `proof`; otherwise None."""


@dataclass(frozen=True)
class Backend:
    """A solver, as data. `opens` is the MODULE:CLASS of its sessions, imported when used.

    `package` must be importable, and comes with `extra`; `options` are the options that may follow
    the name. `usable` returns the reason why the solver cannot be used, if anything else is
    missing.
    """

    name: str
    family: Family
    about: str
    opens: str
    can: frozenset[Capability]
    package: str | None = None
    extra: str | None = None
    options: dict[str, str] = field(default_factory=dict)
    usable: Callable[[dict[str, str]], str | None] = lambda options: None

    def missing(self, options: dict[str, str] | None = None) -> str | None:
        """Return the missing installation of this solver; None if it is usable."""
        if self.package is not None and find_spec(self.package) is None:
            wanted = f"'xyzmap[{self.extra}]'" if self.extra else self.package
            how = f"pip install {wanted}"
            return f"the package {self.package} is not installed: {how}"
        return self.usable(options or {})

    def session(self, model: ConstraintModel, settings: Settings) -> Session:
        """Return `model`, translated; raise `InputError` for a missing installation."""
        lacking = self.missing(settings.options)
        if lacking is not None:
            raise InputError(f"solver '{self.name}' cannot be used: {lacking}")
        module, name = self.opens.split(":")
        opened: Session = getattr(importlib.import_module(module), name)(model, settings, self.name)
        return opened
