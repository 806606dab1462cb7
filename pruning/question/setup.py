"""The setup of a pruning: problems on the whole array, the objective, and solver options."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.errors import InputError, known
from models.semantics.algebraic_laws import check_algebraic_laws
from models.text import counted
from pruning.features import KINDS, Parts
from pruning.question.objective import Objective, Scale, scale
from pruning.question.pruning_options import AREA, DEFAULT, PruningOptions
from solvers.questions.inputs import named, read_array, read_best
from solvers.tasks.refute import engine_named
from solvers.tasks.solver_options import SolverOptions


@dataclass(frozen=True)
class Setup:
    """The problems on the whole array, and the objective.

    Those that are `open` need contexts and have none yet: their number of contexts means nothing.
    """

    problems: tuple[Problem, ...]
    objective: Objective
    keep: frozenset[str]
    contexts: bool
    notes: tuple[str, ...] = ()
    """Notes about the array, and about additions that were not asked for."""
    open: tuple[bool, ...] = ()

    def parts(self, problems: tuple[Problem, ...] | None = None) -> tuple[Parts, Scale]:
        """Return the removable features, and their weights. Raises `InputError` without any."""
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
                raise InputError(
                    f"--cost: unknown name '{name}' in '{key}'{known(names, word=name)}"
                )
        return parts, scale(self.objective, parts, everything)


def read_setup(
    inputs: Sequence[object], options: PruningOptions, contexts: Sequence[int] | None
) -> Setup:
    """Read the graphs and the array, which is the last input. Raises `InputError`.

    `contexts` are one number per kernel, or one for all.
    """
    *files, last = inputs
    if not files:
        raise InputError("name at least one DFG, and the array last")
    objective, shrinks = read_objective(options)
    dfgs = [read_best(file, last, options) for file in files]
    arch = read_array(last, options, *dfgs)
    notes: tuple[str, ...] = ()
    if (bits := area_bits(options)) is not None:
        try:
            arch, notes = _measured(arch, objective.kinds, dfgs)
            objective = in_transistors(objective, arch, bits)
        except InputError as error:
            raise error.inside(named(last)) from None
    names = [part.name for part in arch.components] + [path.name for path in arch.paths]
    for name in options.keep:
        if name not in names:
            what = f"--keep: '{name}' is no component and no path"
            raise InputError(what + known(names, word=name))
    problems = []
    numbers = each(contexts, len(files), "--contexts")
    for file, dfg, own in zip(files, dfgs, numbers, strict=True):
        try:
            if options.transform != "none":
                check_algebraic_laws(dfg)
            pipelined = own or (1 if needs_contexts(dfg, own, shrinks) else None)
            problems.append(Problem(dfg, arch, pipelined, options.transform))
        except InputError as error:
            raise error.inside(f"{named(file)} on {named(last)}") from None
    return Setup(
        tuple(problems),
        objective,
        frozenset(options.keep),
        shrinks,
        notes,
        tuple(needs_contexts(d, n, shrinks) for d, n in zip(dfgs, numbers, strict=True)),
    )


def needs_contexts(dfg: Dfg, given: int | None, shrinks: bool) -> bool:
    """Return whether contexts that were not given have to be found."""
    return given is None and (shrinks or dfg.max_distance > 0)


def each(given: Sequence[int] | None, files: int, option: str) -> list[int | None]:
    """Return one number per kernel. Raises `InputError` for another count."""
    if given is None or len(given) == 1:
        return [None if given is None else given[0]] * files
    if len(given) != files:
        many = f"{counted(len(given), 'number')} for {counted(files, 'kernel')}"
        raise InputError(f"{option} has {many}; give one for all, or one for each")
    return list(given)


def read_objective(options: PruningOptions) -> tuple[Objective, bool]:
    """Return the objective, and whether contexts are minimised first. Raises `InputError`."""
    if options.cost is not None and area_bits(options) is None:
        if options.minimise is not None:
            raise InputError("--cost and --minimise contradict each other: give one of them")
        weights = _weights(options.cost)
        kinds = tuple(dict.fromkeys(key.partition(":")[0] for key in weights))
        return Objective(kinds, weights), False
    words = (DEFAULT if options.minimise is None else options.minimise).split(",")
    for word in words:
        if word not in (*KINDS, "contexts"):
            raise InputError(
                f"--minimise: unknown kind '{word}'{known([*KINDS, 'contexts'], 20, word=word)}"
            )
        if words.count(word) > 1:
            raise InputError(f"--minimise: '{word}' is named twice")
    if "contexts" in words[1:]:
        raise InputError("--minimise: contexts can only come first; see trade-off for a curve")
    shrinks = words[0] == "contexts"
    return Objective(tuple(words[shrinks:])), shrinks


def area_bits(options: PruningOptions) -> int | None:
    """Return the bits of a word if the cost is an area: `area`, or `area:16`; else None.

    Raises `InputError` for numbers of bits outside 2 to 64.
    """
    word, sign, bits = (options.cost or "").partition(":")
    if word != AREA:
        return None
    if not sign:
        return 32
    if not re.fullmatch(r"[0-9]{1,2}", bits) or not 2 <= int(bits) <= 64:
        raise InputError(
            f"--cost: '{bits[:40]}' is no number of bits from 2 to 64, as in {AREA}:16"
        )
    return int(bits)


def _measured(
    arch: Architecture, kinds: Collection[str], dfgs: Sequence[Dfg]
) -> tuple[Architecture, tuple[str, ...]]:
    """Return an array whose lanes do not depend on removals, and lines about its widths.

    Raises `InputError` if a path has no finite number of lanes.
    """
    from hardware.model.machine import lanes_fixed
    from pruning.gates import unmeasured

    names = unmeasured(arch, kinds)
    if not names:
        return arch, ()
    fixed = lanes_fixed(arch, names, dfgs)
    widths: dict[int | None, list[str]] = {}
    for name in names:
        widths.setdefault(fixed.path_by_name[name].width, []).append(name)
    listed = (
        f"{width} of {found[0]}" + (f" and {len(found) - 1} more" if len(found) > 1 else "")
        for width, found in widths.items()
    )
    told = (
        f"note: paths without a width have as many lanes as their ends can use: {', '.join(listed)}"
    )
    return fixed, (told,)


def in_transistors(objective: Objective, arch: Architecture, bits: int) -> Objective:
    """Return the objective with the prices of an array; its kinds are the removable ones.

    Raises `InputError` for an array without hardware, and for unknown prices.
    """
    from hardware.model.machine import machine_of
    from pruning.gate_prices import prices_of
    from pruning.gates import unpriced

    reason = unpriced(arch, objective.kinds)
    if reason is not None:
        raise InputError(f"--cost {AREA}: {reason}")
    return replace(objective, prices=prices_of(machine_of(arch, bits)))


def _weights(text: str) -> dict[str, Fraction]:

    found: dict[str, Fraction] = {}
    for word in text.split(","):
        key, sign, number = word.partition("=")
        kind = key.partition(":")[0]
        if not sign or kind not in KINDS:
            raise InputError(f"--cost: '{word}' is not KIND=WEIGHT{known([*KINDS, AREA], 20)}")
        # Exponents would allow numbers of unbounded length.
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


def solver_options(options: PruningOptions) -> SolverOptions:
    """Return the SAT options. Raises `InputError` for engines without incremental solving."""
    solver = engine_named(options.solver)
    return SolverOptions(solver=solver, seed=options.seed, memory_limit=options.memory_limit)
