"""What a mapping has to be before it counts: legal, with addresses in its register files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from models.data.architecture import Architecture
from models.data.certificate import RegisterFiles
from models.data.mapping import Held, Mapping
from models.data.pins import Pins
from models.data.problem import Kind, Problem
from models.errors import InputError
from models.judge.checker import check
from models.judge.checker_operations import pins_broken, repeated
from models.judge.simulator import enough_iterations, simulate
from models.register_files.files import unlimited
from models.register_files.registers import Registers, allocate
from models.register_files.registers_check import registers_faults


class SolverFaultError(RuntimeError):
    """The checker or the simulator rejects a solver's mapping: a defect, not an answer."""


def judge(problem: Problem, mapping: Mapping, pins: Pins | None = None) -> None:
    """Raise `SolverFaultError` where checker or simulator reject a mapping, or it breaks a pin."""
    faults = check(problem, mapping)
    if faults:
        raise SolverFaultError(f"the checker rejects a solver's mapping: {faults[0]}")
    report = simulate(problem, mapping, enough_iterations(mapping))
    if not report.ok:
        raise SolverFaultError(f"the simulator disagrees: {report.first_difference}")
    broken = [] if pins is None else pins_broken(problem, mapping, pins)
    if broken:
        raise SolverFaultError(f"a solver's mapping breaks a pin: {broken[0]}")


def addressed(kind: RegisterFiles) -> Kind | None:
    """Return a kind whose addresses counting does not promise; None for the other kinds."""
    return None if kind == "counted" or kind == "moves" else kind


def require_sizes(arch: Architecture) -> None:
    """Raise `InputError` where a component has registers without a number."""
    if (component := unlimited(arch)) is not None:
        raise InputError(
            f"{component.name} of '{arch.name}' has no number of registers, which"
            " register files need: give it a capacity, such as registers=N behind a preset,"
            " or --register-files counted"
        )


@dataclass(frozen=True)
class Lacking:
    """The values of files that have no addresses `together`, file by file; none if all have some.

    Where that is `undecided` they may have addresses: that nothing is found without them is no
    proof then.
    """

    together: tuple[tuple[Held, ...], ...] = ()
    undecided: bool = False

    def __bool__(self) -> bool:
        return bool(self.together)

    def __iter__(self) -> Iterator[tuple[Held, ...]]:
        return iter(self.together)


def without_addresses(problem: Problem, mapping: Mapping, kind: Kind) -> Lacking:
    """Return the values of each file that have no addresses together.

    A mapping that holds all of them has no addresses either: addresses for more values are
    addresses for some of them. If a choice of addresses is undecided, or no kernel suits all files
    at once, these are all values of the mapping. Addresses are checked by code that did not choose
    them: `SolverFaultError` for wrong ones.
    """
    try:
        chosen = allocate(problem, mapping, kind)
    except InputError:
        return Lacking((mapping.holds,), undecided=True)
    if isinstance(chosen, Registers):
        if faults := registers_faults(problem, mapping, chosen):
            raise SolverFaultError(f"the registers of a mapping are wrong: {faults[0]}")
        return Lacking()
    short = [shortage.component for shortage in chosen if shortage.component]
    if not short:
        return Lacking((mapping.holds,))
    own = (tuple(held for held in mapping.holds if held.component == name) for name in short)
    return Lacking(tuple(own))


def fits(problem: Problem, mapping: Mapping) -> bool:
    """Return whether the values of a mapping have addresses in the files of its problem.

    The mapping may have other contexts than the problem. Where registers are counted it is true.
    """
    if problem.files is None or problem.files == "moves":
        return True
    return not without_addresses(problem.at(mapping.contexts), mapping, problem.files)


def is_suitable(problem: Problem, mapping: Mapping) -> bool:
    """Return whether a heuristic's mapping is one of the problem: its values have addresses,
    nothing is computed again where that is forbidden, and it keeps a user's constraints.
    """
    again = not problem.recompute and bool(repeated(problem.dfg, mapping))
    if problem.constraints:
        from models.judge.own_rules import own_rules_broken  # few problems have any

        again = again or bool(own_rules_broken(problem.at(mapping.contexts), mapping))
    return not again and fits(problem, mapping)
