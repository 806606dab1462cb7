"""Addresses of a mapping's values in register files of a kind, and values without one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from models.data.architecture import Architecture
from models.data.certificate import RegisterFiles
from models.data.mapping import Held, Mapping
from models.data.problem import Kind, Problem
from models.errors import InputError
from models.judge.checker_operations import repeated
from models.register_files.files import unlimited
from models.register_files.registers import Registers, allocate
from models.register_files.registers_check import registers_faults
from solvers.search.record import SolverFaultError


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
    """Return whether a heuristic's mapping is one of the problem: its values have addresses, and
    nothing is computed again where that is forbidden.
    """
    again = not problem.recompute and repeated(problem.dfg, mapping)
    return not again and fits(problem, mapping)
