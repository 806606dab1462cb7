"""The kind of register file of each component, and the lines of answers about it.

A question names one kind for all components, or "own": each component has the kind that the
architecture states, and is static if it states none, since hardware of every other kind can act as
static files. A question that names no kind means the architecture's own kinds, if it states any.
"""

from __future__ import annotations

from typing import get_args

import msgspec

from models.data.architecture import Architecture, Component, InitialContents, RegisterFile
from models.data.certificate import RegisterFiles
from models.data.problem import Kind, Problem
from models.notes import note

KINDS: tuple[RegisterFile, ...] = get_args(RegisterFile)


def is_memory(arch: Architecture, component: Component) -> bool:
    """Whether a component is a memory outside of the array, addressed by value and iteration.

    It computes nothing, has no limit, and collects the results, begins with inputs, or is never
    written. Other components without a limit are register files of unknown size.
    """
    if component.issue or component.capacity is not None:
        return False
    if component.name == arch.external or component.initial != InitialContents():
        return True
    return not any(component.name in path.targets for path in arch.paths)


def file_of(component: Component, kind: Kind) -> RegisterFile:
    """Return the kind of a component's register file where a question asks for `kind`."""
    return (component.file or "static") if kind == "own" else kind


def is_choice(arch: Architecture, component: Component) -> bool:
    """Whether the kinds differ for a component: it keeps several values, and for several cycles."""
    several = component.capacity is None or component.capacity > 1
    return several and not component.transient and not is_memory(arch, component)


def unlimited(arch: Architecture) -> Component | None:
    """Return a component whose number of registers is not known, so that they have no addresses."""
    every = (part for part in arch.components if part.capacity is None)
    return next((part for part in every if not is_memory(arch, part)), None)


def states_kind(arch: Architecture) -> bool:
    """Whether an array states the kind of some register file."""
    return any(part.file for part in arch.components if is_choice(arch, part))


def asked_files(arch: Architecture, kind: RegisterFiles | None) -> RegisterFiles:
    """Return the kind of files that a question is about; never None.

    Without a named kind it is "own" if the array states a kind, and otherwise "counted": registers
    are counted, and addresses are left open.
    """
    if kind is None:
        if not states_kind(arch):
            return "counted"
        if (part := unlimited(arch)) is not None:
            where = f"{arch.name}: {part.name}"
            note("no number of registers, so that registers are counted", where)
            return "counted"
        kind = "own"
    return kind if kind == "counted" else settled(arch, kind)


def settled(arch: Architecture, kind: Kind) -> Kind:
    """Return the one kind of all files of an array; "own" where they differ."""
    kinds = {file_of(part, kind) for part in arch.components if is_choice(arch, part)}
    if kind != "own" or len(kinds) > 1:
        return kind
    return kinds.pop() if kinds else "static"


def files_by_kind(arch: Architecture, kind: Kind) -> dict[RegisterFile, list[str]]:
    """Return the components whose kind makes a difference, by kind."""
    found: dict[RegisterFile, list[str]] = {}
    for part in arch.components:
        if is_choice(arch, part):
            found.setdefault(file_of(part, kind), []).append(part.name)
    return {each: found[each] for each in KINDS if each in found}


def files_shown(arch: Architecture, kind: Kind) -> str:
    """Return the kind of all files, or that of each where they differ, in a few words."""
    if kind != "own":
        return kind
    listed = (
        f"{each} {names[0]}" + (f" and {len(names) - 1} more" if len(names) > 1 else "")
        for each, names in files_by_kind(arch, kind).items()
    )
    return f"own ({', '.join(listed)})"


def with_a_spare_register(problem: Problem) -> Problem:
    """Return the problem with a register less in each file of several, if values need addresses.

    Its mappings are those of the problem that need no file to be full, in which addresses for all
    values can be impossible.
    """
    if problem.files is None or problem.files == "moves":
        return problem
    parts = tuple(
        msgspec.structs.replace(part, capacity=part.capacity - 1)
        if part.capacity and part.initial == InitialContents() and is_choice(problem.arch, part)
        else part
        for part in problem.arch.components
    )
    arch = msgspec.structs.replace(problem.arch, components=parts)
    smaller: Problem = msgspec.structs.replace(problem, arch=arch)
    return smaller
