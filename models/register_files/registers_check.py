"""Checks registers against their mapping, phase by phase.

It shares no code with the allocation: it looks at every held value, in every context of the kernel,
and at the possible moves of the register file between two contexts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from models.data.mapping import Held, Mapping
from models.data.problem import Problem
from models.register_files.files import file_of, is_memory
from models.register_files.registers import Registers


def registers_faults(problem: Problem, mapping: Mapping, made: Registers) -> list[str]:
    """Return a line on each fault; an empty list if the registers are right.

    Every value held in a register file has one register, not shared with others, in every context
    of its phase. A value that stays does not move, except to any register of a file with moves, and
    to the next one of a rotating file at the beginning of a round. Only unrolled files differ
    between rounds.
    """
    return list(_faults(problem, mapping, made))


def _faults(problem: Problem, mapping: Mapping, made: Registers) -> Iterator[str]:
    interval = mapping.contexts or mapping.horizon
    kinds = {file_of(component, made.kind) for component in problem.arch.components}
    if made.interval != interval or made.unroll < 1 or (made.unroll > 1 and "unroll" not in kinds):
        yield f"{made.kind} registers of {made.unroll} times {made.interval} contexts"
        return
    most = problem.arch.max_contexts
    if mapping.contexts is not None and most is not None and made.contexts > most:
        yield f"{made.contexts} contexts exceed max_contexts {most}"
    arch = problem.arch
    due = {
        (held.component, held.value, held.cycle, (held.cycle + turn * interval) % made.contexts)
        for held in mapping.holds
        if not is_memory(arch, arch.component_by_name[held.component])
        for turn in range(made.unroll)
    }
    found = Counter((p.component, p.value, p.cycle, p.context) for p in made.places)
    for key in sorted(due ^ set(found)):
        yield f"{key[1]} in {key[0]} in cycle {key[2]} has {found[key]} places in context {key[3]}"
    for key, count in found.items():
        if count > 1:
            yield f"{key[1]} in {key[0]} in cycle {key[2]} has {count} places in context {key[3]}"
    taken: dict[tuple[str, int, int], list[str]] = defaultdict(list)
    for place in made.places:
        taken[place.component, place.context, place.register].append(place.value)
        capacity = arch.component_by_name[place.component].capacity
        if capacity is None or not 0 <= place.register < capacity:
            yield f"{place.component} has no register {place.register}"
    for (name, context, register), values in taken.items():
        if len(values) > 1:
            yield f"register {register} of {name} has {values} in context {context}"
    yield from _moved(problem, mapping, made)


def _moved(problem: Problem, mapping: Mapping, made: Registers) -> Iterator[str]:
    held, interval = set(mapping.holds), made.interval
    where = {(p.component, p.value, p.cycle, p.context): p.register for p in made.places}
    for (name, value, cycle, context), register in where.items():
        component = problem.arch.component_by_name[name]
        file = file_of(component, made.kind)
        if file != "unroll" and register != where.get((name, value, cycle, context % interval)):
            yield f"{value} in {name} has other registers in other rounds in context {context}"
        if Held(value, name, cycle - 1) not in held or component.transient or file == "moves":
            continue
        before = where.get((name, value, cycle - 1, (context - 1) % made.contexts))
        if file == "rotating" and context % interval == 0 and before is not None:
            before = (before + 1) % (component.capacity or 1)
        if before != register:
            yield (
                f"{value} in {name} comes from register {before} to {register} in context {context}"
            )
