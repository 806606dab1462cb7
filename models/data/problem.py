"""The problem: one DFG on one architecture, with the fixed parts of a question."""

from __future__ import annotations

from collections.abc import Container
from typing import Literal

import msgspec

from models.data.architecture import Architecture, InitialContents, opcode_of
from models.data.certificate import ContextMemory, Never
from models.data.computation import Transform
from models.data.constraints import Constraint
from models.data.dfg import Dfg
from models.errors import InfeasibleError, InputError, known, meant, unknown
from models.semantics.opcodes import kind_of
from models.semantics.vocabulary import EFFECTS

Kind = Literal["static", "moves", "rotating", "unroll", "own"]
"""A kind of register file, or "own": that which each component states."""


def counted_contexts(contexts: int) -> str:
    """Return `1 context` or `3 contexts`."""
    return f"{contexts} context" + ("" if contexts == 1 else "s")


class Problem(msgspec.Struct, frozen=True, dict=True):
    """A DFG, an architecture, and the number of contexts (None: no pipelining).

    Without `recompute` no operation is issued more than once per iteration; then every operation
    is executed as the DFG has it. With `files` of a kind, the values that a mapping keeps need
    addresses in such register files; None: registers are counted. Mappings keep the `constraints`
    of a user, about operations as the DFG has them.

    Raises `InputError` where the two contradict each other.
    """

    dfg: Dfg
    arch: Architecture
    contexts: int | None = None
    transform: Transform = "none"
    recompute: bool = True
    files: Kind | None = None
    constraints: tuple[Constraint, ...] = ()

    def __post_init__(self) -> None:
        _check_initial(self)
        if self.constraints and (self.transform != "none" or self.dfg.patterns):
            raise InputError(
                "--constraints are about operations as they are written: they go with"
                " --multi-node off, without --transform"
            )
        if not self.recompute and (self.transform != "none" or self.dfg.patterns):
            raise InputError(
                "--recompute off is for operations as they are written: it goes with"
                " --multi-node off, without --transform"
            )
        if self.contexts is not None and self.contexts < 1:
            raise InputError(f"contexts {self.contexts} must be at least 1")
        if self.contexts is None and self.dfg.max_distance > 0:
            raise InputError(
                f"'{self.dfg.name}' has loop-carried edges (distance {self.dfg.max_distance}):"
                " give the number of contexts, such as --contexts 1; min-ii finds the fewest"
            )
        if self.dfg.results and self.arch.external is None:
            raise InputError(
                f"'{self.dfg.name}' has results, but architecture '{self.arch.name}'"
                " names no external component: name one in 'external', or write io=memory"
                " behind a preset that has this option",
                "$.external",
            )

    @property
    def as_written(self) -> Problem:
        """Return the problem without freedom: one issue per operation, in the order of the DFG."""
        dfg = msgspec.structs.replace(self.dfg, patterns=())
        changed: Problem = msgspec.structs.replace(self, dfg=dfg, transform="none")
        return changed

    def at(self, contexts: int | None) -> Problem:
        """Return the problem with so many contexts; None: without pipelining."""
        changed: Problem = msgspec.structs.replace(self, contexts=contexts)
        return changed

    @property
    def unconstrained(self) -> Problem:
        """Return the problem without a user's constraints, which has every mapping of this one."""
        if not self.constraints:
            return self
        changed: Problem = msgspec.structs.replace(self, constraints=())
        return changed

    @property
    def counted(self) -> Problem:
        """Return the problem with registers counted, which has every mapping of this one."""
        changed: Problem = msgspec.structs.replace(self, files=None)
        return changed

    def initial_inputs(self, component: str) -> tuple[str, ...]:
        """The inputs that `component` holds for certain in cycle 0."""
        initial = self.arch.component_by_name[component].initial
        return initial.values if isinstance(initial, InitialContents) else self.dfg.inputs

    def may_hold(self, value: str, component: str) -> bool:
        """Whether `component` may ever hold `value` at the end of a cycle.

        A component with `holds_intermediates` false holds inputs and results only.
        """
        place = self.arch.component_by_name[component]
        if place.capacity == 0:
            return False
        return (
            place.holds_intermediates
            or value in self.dfg.results
            or value not in self.dfg.operation_by_name
        )

    def latency(self, operation: str, component: str) -> int | None:
        """Cycles from issue to storing on `component`; None where it cannot execute there."""
        return self.operator_latency(self.dfg.operation_by_name[operation].operator, component)

    def operator_latency(self, operator: str, component: str) -> int | None:
        """The same of an operator, or of a multi-node operation by the name of its pattern.

        By default, a multi-node operation takes as long as the slowest of its operators.
        """
        place = self.arch.component_by_name[component]
        if not place.supports(operator):
            return None
        own = place.own_latency(operator)
        return own if own is not None else self.dfg.default_latency(operator)


def _check_initial(problem: Problem) -> None:
    inputs = set(problem.dfg.inputs)
    for position, component in enumerate(problem.arch.components):
        if not isinstance(component.initial, InitialContents):
            continue
        where = f"$.components[{position}].initial"
        for name in component.initial.values:
            if name not in inputs:
                raise InputError(unknown("input", name, inputs), f"{where}.values")
        for slot, choice in enumerate(component.initial.choices):
            for name in choice.of:
                if name not in inputs:
                    raise InputError(
                        unknown("input", name, inputs),
                        f"{where}.choices[{slot}]",
                    )


SHOWN = 20
"""Operators that a message lists."""


def require_executable(problem: Problem, needed: Container[str]) -> None:
    """Raise `InfeasibleError` when some operation of `needed` fits no component at all."""
    most, contexts = problem.arch.max_contexts, problem.contexts
    if contexts is not None and most is not None and contexts > most:
        raise InfeasibleError(
            f"{contexts} contexts exceed max_contexts {most} of '{problem.arch.name}'",
            ContextMemory(contexts),
        )
    able = _executed(problem.arch)
    for operation in problem.dfg.operations:
        if operation.name not in needed:
            continue
        names = (component.name for component in problem.arch.components)
        if all(problem.latency(operation.name, name) is None for name in names):
            raise InfeasibleError(
                f"no component of '{problem.arch.name}' supports operator"
                f" '{operation.operator}' (operation '{operation.name}')"
                + (_idle(problem.arch, operation.operator) or _instead(operation.operator, able)),
                Never(contexts, operation.name),
            )


def _idle(arch: Architecture, operator: str) -> str:
    """Return the tail of a message on a component without `issue` that lists an operator; or ""."""
    for component in arch.components:
        listed = component.latency_of
        if not component.issue and (operator in listed or opcode_of(operator) in listed):
            return f"; '{component.name}' lists it, but has no 'issue' and starts nothing"
    return ""


def _instead(operator: str, able: set[str]) -> str:
    """Return the tail of a message: the executable operators, or only that the operator's class is
    absent.
    """
    kind = kind_of(operator)
    if len(able) > SHOWN and kind is not None and all(kind_of(other) != kind for other in able):
        return f"; it has no unit of class {kind}"
    # Words with similar letters, such as `str` and `shr`, may have different meanings.
    alike = [other for other in able if kind_of(other) == kind or kind_of(other) not in EFFECTS]
    return known(able, SHOWN) + meant(operator, sorted(alike))


def _executed(arch: Architecture) -> set[str]:
    """The operators that some component lists."""
    return {
        op if isinstance(op, str) else op.name
        for component in arch.components
        if component.issue
        for op in component.ops or ()
    }
