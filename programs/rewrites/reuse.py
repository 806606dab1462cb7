"""Scalar replacement: values that an earlier iteration has loaded or stored.

D. Callahan, S. Carr, K. Kennedy, Improving Register Allocation for Subscripted Variables,
PLDI 1990. A load that reads, k iterations later, what a load or a store of every iteration has
read or written is that value at distance k, unless another store may write there in between. What
it reads in the first k iterations is loaded before the loop; these addresses lie between two that
the first iteration accesses.
"""

from __future__ import annotations

from models.data.dfg import Operand, Rewrite
from programs.llvm.builder import Builder
from programs.llvm.linear_forms import Memory
from programs.llvm.memory import Access, apart, base_of, meetings, place_of
from programs.llvm.module import Value
from programs.rewrites.linear import Forms, before, loaded, number_of
from programs.rewrites.values import replace

FARTHEST = 8
"""Maximum distance of a value that is reused: so many iterations it is kept."""


def reuse(made: Builder, restrict: bool) -> list[Rewrite]:
    """Replace loads by values of earlier iterations; return what was done."""
    done: list[Rewrite] = []
    memory = Memory(made.loop, made.layout, outside=True)
    found = True
    while found:
        found = False
        pairs = [
            (distance, number, load, source)
            for number, load in enumerate(made.accesses)
            if made.operations[load.operation][0] == "load"
            for source in made.accesses
            if source is not load
            if (distance := _distance(made, memory, source, load, restrict)) is not None
        ]
        for distance, _, load, source in sorted(pairs, key=lambda pair: pair[:2]):
            line = made.lines.get(load.operation)
            if (by := _reused(made, load, source, distance)) is not None:
                done.append(Rewrite("reused", load.operation, by, line))
                found = True
                break
    return done


def _distance(
    made: Builder, memory: Memory, source: Access, load: Access, restrict: bool
) -> int | None:
    """Return how many iterations before a load an access has the same word, or None."""
    word = made.operations[source.operation][0]
    alike = (
        source.bytes == load.bytes and made.types[source.operation] == made.types[load.operation]
    )
    if word not in ("load", "store") or not alike or source.volatile or load.volatile:
        return None
    one, other = (place_of(memory, each) for each in (source, load))
    if one.varying or other.varying:
        return None
    found = meetings((source, load), (one, other))
    if found is None or len(found) != 1 or not 0 < found[0] <= FARTHEST:
        return None
    distance = found[0]
    if one.offset - other.offset != distance * one.step:
        return None
    order = [each.operation for each in made.accesses]
    at = order.index(source.operation), order.index(load.operation)
    base = base_of(memory, source.address)
    for number, store in enumerate(made.accesses):
        if not store.store or store is source:
            continue
        if apart(memory, base, base_of(memory, store.address), restrict):
            continue
        between = meetings((source, store), (one, place_of(memory, store)))
        if between is None:
            return None
        if any(
            0 < k < distance or (k == 0 and number > at[0]) or (k == distance and number < at[1])
            for k in between
        ):
            return None
    return distance


def _reused(made: Builder, load: Access, source: Access, distance: int) -> Operand | None:
    """Read an earlier value in place of a load, and return it; None if it cannot be prepared."""
    forms = Forms(made, made.layout.pointer)
    form = forms.of(made.operations[load.operation][1][-1])
    here = forms.of(made.operations[source.operation][1][-2 if source.store else -1])
    if form is None or here is None or form.step != here.step:
        return None
    if forms.at(here, -distance) != form.base or number_of(form.step) is None:
        return None
    type_ = made.types[load.operation]
    firsts: dict[int, Value] = {}
    value = Operand(source.operation)
    if source.store:
        value = made.operations[source.operation][1][-1]
        if value.value not in made.operations:
            return None
    for iteration in range(distance):
        terms = forms.at(form, iteration)
        address = before(made, terms, f"{load.operation}.address.first", "ptr")
        if address is None:
            return None
        firsts[distance - iteration] = loaded(made, load.operation, address, type_)
    by = Operand(value.value, value.distance + distance)
    later = {value.distance + back: first for back, first in firsts.items()}
    if value.value != load.operation and replace(made, load.operation, by, later):
        return by
    if load.operation in made.wanted:
        return None
    # The value begins with other numbers: a copy of it has its own.
    copy = made.add(made.name(f"{load.operation}.kept"), "mov", type_, value)
    if replace(made, load.operation, Operand(copy.value, distance), firsts):
        return Operand(copy.value, distance)
    del made.operations[copy.value]
    return None
