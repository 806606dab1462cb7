"""Options that `prune_arch` and `trade_off` share, and the question that they ask."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from models.process.command import Parser, discard, natural, positive, seconds
from solvers.questions.inputs import (
    add_array_options,
    add_dfg_options,
    add_transform,
    read_array,
    read_dfg,
)

if TYPE_CHECKING:
    from models.data.features import Parts
    from models.data.problem import Problem
    from solvers.questions.prune_arch.objective import Objective, Scale
    from solvers.search.worker import SolverOptions

DEFAULT = "elements,memories,paths"

KINDS_HELP = (
    "what is to be few, the most important first: elements, memories, paths, registers, words"
    " (of memories), units (issue slots), widths, operators, contexts; default " + DEFAULT
)


def add_shared(p: Parser) -> None:
    """Add the options of inputs, objective and search."""
    p.add_argument("inputs", nargs="+", metavar="DFG… ARCH", help="kernels, and last the array")
    order = p.add_argument_group("order of operations")
    add_transform(order)
    add_dfg_options(order)
    add_array_options(p)
    what = p.add_argument_group("objective")
    what.add_argument("--minimise", metavar="KIND,…", help=KINDS_HELP)
    what.add_argument(
        "--cost",
        metavar="KIND=W,…",
        help="the least sum of weights instead: elements=100,paths=5,registers=10; a weight for"
        " one of a kind: elements:pe_0_0=50, operators:mul=30",
    )
    what.add_argument("--keep", action="append", default=[], metavar="NAME", help="never remove")
    how = p.add_argument_group("search")
    how.add_argument("--solver", default="glucose4", metavar="NAME", help="of PySAT: glucose4")
    how.add_argument("--seed", type=natural, default=0, metavar="S")
    how.add_argument("--time-limit", type=seconds, metavar="SECONDS")
    how.add_argument("--memory-limit", type=positive, metavar="MB", help="for each process")


def numbers(text: str) -> list[int]:
    """Return `8,9` as numbers."""
    return [positive(part) for part in text.split(",")]


numbers.__name__ = "list of whole numbers"


@dataclass(frozen=True)
class Setup:
    """The problems on the whole array, and what is to be few."""

    problems: tuple[Problem, ...]
    objective: Objective
    keep: frozenset[str]
    contexts: bool

    def parts(self, problems: tuple[Problem, ...] | None = None) -> tuple[Parts, Scale]:
        """Return the features that can be removed, and their weights."""
        from models.data.features import Parts
        from models.errors import InputError, known
        from solvers.questions.prune_arch.objective import scale

        problems = problems or self.problems
        everything = Parts(problems, self.objective.kinds)
        parts = Parts(problems, self.objective.kinds, self.keep)
        if not everything.features:
            raise InputError(f"the array has no {' and no '.join(self.objective.kinds)} to remove")
        for key in self.objective.weights or ():
            kind, sign, name = key.partition(":")
            own = [f for f in everything.features if f.kind == kind]
            names = {f.name for f in own} | {f.unit for f in own if kind == "operators"}
            if sign and name not in names:
                raise InputError(f"--cost: unknown name '{name}' in '{key}'{known(names)}")
        return parts, scale(self.objective, parts, everything)


def read_setup(options: argparse.Namespace, contexts: list[int] | None) -> Setup:
    """Read the inputs; raise `InputError` for whatever cannot be used.

    `contexts` are those of each kernel, or one number for all.
    """
    from models.data.problem import Problem
    from models.errors import InputError, known
    from models.semantics.algebraic_laws import check_algebraic_laws

    *files, last = options.inputs
    if not files:
        raise InputError("name at least one DFG, and the array last")
    objective, shrinks = read_objective(options)
    arch = read_array(last, options)
    names = [part.name for part in arch.components] + [path.name for path in arch.paths]
    for name in options.keep:
        if name not in names:
            raise InputError(f"--keep: '{name}' is no component and no path{known(names)}")
    problems = []
    for file, own in zip(files, each(contexts, len(files), "--contexts"), strict=True):
        try:
            dfg = read_dfg(file, options)
            if options.transform != "none":
                check_algebraic_laws(dfg)
            problems.append(Problem(dfg, arch, own, options.transform))
        except InputError as error:
            raise error.inside(f"{file} on {last}") from None
        if shrinks and own is None:
            raise InputError("--minimise contexts needs --contexts, the most there may be")
    return Setup(tuple(problems), objective, frozenset(options.keep), shrinks)


def each(given: list[int] | None, files: int, option: str) -> list[int | None]:
    """Return a number for every kernel; `InputError` where there are more or fewer."""
    from models.errors import InputError

    if given is None or len(given) == 1:
        return [None if given is None else given[0]] * files
    if len(given) != files:
        raise InputError(f"{option} has {len(given)} numbers for {files} kernels")
    return list(given)


def read_objective(options: argparse.Namespace) -> tuple[Objective, bool]:
    """Return what is to be few, and whether contexts come before all else."""
    from models.data.features import KINDS
    from models.errors import InputError, known
    from solvers.questions.prune_arch.objective import Objective

    if options.cost is not None:
        if options.minimise is not None:
            raise InputError("--cost and --minimise contradict each other: give one of them")
        weights = _weights(options.cost)
        kinds = tuple(dict.fromkeys(key.partition(":")[0] for key in weights))
        return Objective(kinds, weights), False
    words = (DEFAULT if options.minimise is None else options.minimise).split(",")
    for word in words:
        if word not in (*KINDS, "contexts"):
            raise InputError(f"--minimise: unknown kind '{word}'{known([*KINDS, 'contexts'], 20)}")
        if words.count(word) > 1:
            raise InputError(f"--minimise: '{word}' is named twice")
    if "contexts" in words[1:]:
        raise InputError("--minimise: contexts can only come first; see trade-off for a curve")
    shrinks = words[0] == "contexts"
    return Objective(tuple(words[shrinks:])), shrinks


def _weights(text: str) -> dict[str, Fraction]:
    from models.data.features import KINDS
    from models.errors import InputError, known

    found: dict[str, Fraction] = {}
    for word in text.split(","):
        key, sign, number = word.partition("=")
        kind = key.partition(":")[0]
        if not sign or kind not in KINDS:
            raise InputError(f"--cost: '{word}' is not KIND=WEIGHT{known(KINDS, 20)}")
        # Exponents would make numbers of any length.
        if not re.fullmatch(r"-?([0-9]{1,9}(\.[0-9]{1,6}|/[1-9][0-9]{0,8})?|\.[0-9]{1,6})", number):
            raise InputError(f"--cost: '{number[:40]}' is no weight for '{key}'")
        weight = Fraction(number)
        if weight < 0:
            raise InputError(f"--cost: weight {number} of '{key}' is negative")
        if key in found and found[key] != weight:
            raise InputError(f"--cost: two weights for '{key}', {float(found[key]):g} and {number}")
        found[key] = weight
    if not any(found.values()):
        raise InputError("--cost: all weights are 0, so that every array is the smallest")
    return found


def solver_options(options: argparse.Namespace) -> SolverOptions:
    """Return how SAT engines are run; `InputError` where one cannot go on after an answer."""
    from models.errors import InputError
    from solvers.backends.registry import PYSAT, chosen
    from solvers.backends.sat import UNSLICED, name_of
    from solvers.search.worker import SolverOptions

    choice = chosen(options.solver)
    choice.require()
    if choice.backend.name not in PYSAT or name_of(choice.backend.name) in UNSLICED:
        raise InputError(f"solver '{options.solver}' cannot go on after an answer; try glucose4")
    solver = choice.backend.name
    return SolverOptions(solver=solver, seed=options.seed, memory_limit=options.memory_limit)


def teller(options: argparse.Namespace) -> Callable[[str], None] | None:
    """Return what shows progress on stderr, unless told not to."""
    import sys
    import time

    begun = time.perf_counter()
    own: Callable[[str], None] | None = getattr(options, "tell", None)
    if own is not None:
        return own

    def tell(line: str) -> None:
        # Nobody may read it any more, which is no reason to stop; what is left in the buffer
        # would be one, whenever a process is started.
        try:
            print(f"{time.perf_counter() - begun:7.1f} s  {line}", file=sys.stderr, flush=True)
        except OSError:
            discard(sys.stderr)

    return None if options.quiet or sys.stderr is None else tell
