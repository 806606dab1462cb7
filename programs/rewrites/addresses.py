"""Addresses as inductions of their own, and the exit test on one of them.

Strength reduction (K. Cooper, L. T. Simpson, C. Vick, ACM TOPLAS 23(5), 2001): an address that
grows by a constant or by an invariant is one addition per iteration, which no other operation
waits for. Addresses that are whole steps apart are one induction, read at several distances; so
are all that differ by constants, where memory units add these.
Linear function test replacement: if only the exit test reads the counter, it compares an address.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from models.data.dfg import Operand, Rewrite
from programs.llvm.before import before_loop, prepare
from programs.llvm.builder import Builder, Prepared
from programs.llvm.module import Value
from programs.rewrites.linear import ONE, Forms, Linear, Terms, before, invariant, number_of
from programs.rewrites.memory_units import BASE, OFFSET, fold
from programs.rewrites.reuse import FARTHEST
from programs.rewrites.values import copied, prune, size


class Group(NamedTuple):
    """Addresses that are whole steps apart; `lead` is the form of the one that is ahead."""

    lead: Linear
    members: tuple[tuple[Operand, int, Terms], ...]
    """The operands, how many iterations each is behind, and what is added to it."""


def addresses(made: Builder, exits: bool = True, own: bool = True) -> tuple[Builder, list[Rewrite]]:
    """Return the smallest graph found with addresses as own inductions, and what was done.

    Each group is tried with and without, while that makes the graph smaller.
    """
    groups = _groups(made) if own else []
    best = _tried(made, groups, exits)
    none = _tried(made, (), exits)
    chosen = set(range(len(groups)))
    if none[0] <= best[0]:
        best, chosen = none, set()
    improved = True
    while improved:
        improved = False
        for number in range(len(groups)):
            other = chosen ^ {number}
            found = _tried(made, [groups[n] for n in sorted(other)], exits)
            if found[0] < best[0]:
                best, chosen, improved = found, other, True
    return best[1], best[2]


def _tried(
    made: Builder, groups: Iterable[Group], exits: bool
) -> tuple[tuple[int, int, int], Builder, list[Rewrite]]:
    """Return the size of a graph with some own inductions, the graph, and what was done."""
    found = copied(made)
    done = [one for group in groups for one in _own(found, group)]
    if exits:
        tested = copied(found)
        replaced = _exit_tests(tested)
        if replaced:
            prune(tested)
            prune(found)
            if size(tested) < size(found):
                found, done = tested, done + replaced
    prune(found)
    counted = copied(found)
    prepare(counted, set(found.wanted))
    if counted.units:
        carried = {value for value, _ in counted.starts} | {o.value for o in counted.phis.values()}
        fold(counted, counted.units, carried | {*counted.wanted})
    inputs = {o.value for _, ops in counted.operations.values() for o in ops}
    outside = {*counted.inputs, *counted.prepared}
    return (*size(counted), len(inputs & outside)), found, done


def _groups(made: Builder) -> list[Group]:
    """Return the addresses of loads and stores that are linear, in groups."""
    forms = Forms(made, made.layout.pointer)
    alike: dict[object, list[tuple[Operand, Linear]]] = {}
    for access in made.accesses:
        operands = made.operations[access.operation][1]
        address = operands[-2 if access.store else -1]
        form = forms.of(address)
        if form is None or not form.step or address.value not in made.operations:
            continue
        step = form.constant_step
        rest = tuple(term for term in form.base if term[0] != ONE)
        at = _offset(form.base)
        key = (rest, form.step, at % abs(step) if step else at)
        if OFFSET in made.units:
            key = (() if BASE in made.units else rest, form.step, 0)
        alike.setdefault(key, []).append((address, form))
    if OFFSET in made.units:
        return [_together(forms, found) for found in alike.values()]
    return [group for found in alike.values() for group in _split(forms, found)]


def _together(forms: Forms, found: list[tuple[Operand, Linear]]) -> Group:
    """Return a group of addresses that differ by what memory units add."""
    lead = found[0][1]
    members = dict(found).items()
    return Group(
        lead,
        tuple((each, 0, forms.combined((form.base, 1), (lead.base, -1))) for each, form in members),
    )


def _offset(terms: Terms) -> int:
    return dict(terms).get(ONE, 0)


def _split(forms: Forms, found: list[tuple[Operand, Linear]]) -> list[Group]:
    """Return groups of which no member is too far behind the first."""
    step = found[0][1].constant_step or 1
    left = sorted(dict(found).items(), key=lambda pair: -_offset(pair[1].base) // step)
    left.sort(key=lambda pair: -(_offset(pair[1].base) // step))
    groups: list[Group] = []
    while left:
        lead = left[0][1]
        behind = [
            (operand, (_offset(lead.base) - _offset(form.base)) // step) for operand, form in left
        ]
        near = tuple((operand, k, ()) for operand, k in behind if k < FARTHEST)
        groups.append(Group(lead, near))
        left = left[len(near) :]
    return groups


def _own(made: Builder, group: Group) -> list[Rewrite]:
    """Make the addresses of a group one induction; return what was done, if it can be."""
    forms = Forms(made, made.layout.pointer)
    lead = group.members[0][0].value
    step = before(made, group.lead.step, f"{lead}.step", f"i{made.layout.pointer}")
    deepest = max(behind for _, behind, _ in group.members) + 1
    firsts: dict[int, Value] = {}
    for distance in range(1, deepest + 1):
        wanted = f"{lead}.first"
        first = before(made, forms.at(group.lead, 1 - distance), wanted, "ptr")
        if first is None or step is None:
            return []
        firsts[distance] = first
    assert step is not None
    name = _same(made, group.lead, firsts)
    if name is None:
        name = made.name(f"{lead}.next")
        made.line = made.lines.get(lead, "")
        made.add(name, "add", "ptr", Operand(name, 1), made.operand(step))
        made.line = ""
    for distance, first in firsts.items():
        if made.starts.setdefault((name, distance), first) != first:
            return []
    places = {}
    for operand, behind, terms in group.members:
        address = Operand(name, behind + 1)
        offset = before(made, terms, f"{operand.value}.offset", f"i{made.layout.pointer}")
        if offset is None:
            continue
        if terms:
            read = made.operand(offset)
            address = made.once(f"{operand.value}.plus", "add", "ptr", address, read)
        places[operand] = address
    for access in made.accesses:
        word, operands = made.operations[access.operation]
        at = len(operands) - (2 if access.store else 1)
        if operands[at] in places:
            changed = (*operands[:at], places[operands[at]], *operands[at + 1 :])
            made.operations[access.operation] = (word, changed)
    kept = {operand.value for operand in places}
    return [Rewrite("address", value, Operand(name, 1), made.lines.get(value)) for value in kept]


def _same(made: Builder, lead: Linear, firsts: dict[int, Value]) -> str | None:
    """Return an operation that is this induction already."""
    forms = Forms(made, made.layout.pointer)
    after = Linear(forms.at(lead, 1), lead.step)
    for name, (word, operands) in made.operations.items():
        if word == "add" and Operand(name, 1) in operands and made.types[name] == "ptr":
            alike = all(made.starts.get((name, d), v) == v for d, v in firsts.items())
            if alike and forms.of(Operand(name)) == after:
                return name
    return None


def _exit_tests(made: Builder) -> list[Rewrite]:
    """Compare an address instead of a counter; return what was done."""
    done = []
    for name, (word, operands) in list(made.operations.items()):
        if word not in ("icmp.eq", "icmp.ne"):
            continue
        for counter, bound in (operands, operands[::-1]):
            if counter.value in made.operations and invariant(made, bound):
                replaced = _test(made, name, counter, bound)
                if replaced is not None:
                    done.append(replaced)
                    break
    return done


def _test(made: Builder, name: str, counter: Operand, bound: Operand) -> Rewrite | None:
    """Compare the induction of an address in a test of a counter that steps by one.

    The counter and the address are at their bounds in the same iteration: the address is that of
    an access of every iteration, so that it takes no value twice before all of memory is accessed.
    """
    type_ = made.types[counter.value]
    word = f"i{made.layout.pointer}"
    bits = made.layout.pointer if type_ == "ptr" else int(type_[1:])
    counts = Forms(made, bits)
    form, end = counts.of(counter), counts.of(bound)
    if form is None or end is None or form.constant_step not in (1, -1) or end.step:
        return None
    sign = form.constant_step
    forms = Forms(made, made.layout.pointer)
    for access in made.accesses:
        what, operands = made.operations[access.operation]
        address = operands[-2 if access.store else -1]
        if what not in ("load", "store") or address.value not in made.operations:
            continue
        induction = forms.of(Operand(address.value))
        if induction is None or (step := induction.constant_step) is None or step == 0:
            continue
        own, read = made.operations[address.value]
        if own != "add" or Operand(address.value, 1) not in read or address.value == counter.value:
            continue
        if bits == made.layout.pointer:
            count = forms.combined((end.base, sign), (form.base, -sign))
            last = forms.combined((induction.base, 1), (count, step))
        else:
            narrow = counts.combined((end.base, sign), (form.base, -sign))
            counted = _counted(made, narrow, f"{counter.value}.count", type_, word)
            if counted is None:
                return None
            last = forms.combined((induction.base, 1), (counted, step))
        stop = before(made, last, f"{address.value}.last", "ptr")
        if stop is None:
            return None
        operand = made.operand(stop)
        made.operations[name] = (made.operations[name][0], (Operand(address.value), operand))
        made.promised.pop(name, None)
        return Rewrite("exit", name, Operand(address.value), made.lines.get(name))
    return None


def _counted(made: Builder, terms: Terms, wanted: str, type_: str, word: str) -> Terms | None:
    """Return a number of iterations of a narrow word, zero-extended."""
    if (number := number_of(terms)) is not None:
        unsigned = number % (1 << int(type_[1:]))
        return ((ONE, unsigned),) if unsigned else ()
    total: str | None = None
    for (how, name), factor in terms:
        if how:
            return None
        if not name:
            continue
        atom = before_loop(made, Operand(name))
        if not isinstance(atom, str):
            return None
        part = atom
        if factor != 1:
            part = _made(made, f"{wanted}.scaled", Prepared("mul", type_, (part, factor)), type_)
        one = Prepared("add", type_, (total or 0, part))
        total = part if total is None else _made(made, wanted, one, type_)
    number = _offset(terms)
    assert total is not None
    if number:
        total = _made(made, wanted, Prepared("add", type_, (total, number)), type_)
    wide = _made(made, f"{wanted}.wide", Prepared("zext", type_, (total,)), word)
    return ((("", wide), 1),)


def _made(made: Builder, wanted: str, one: Prepared, type_: str) -> str:
    name = made.name(wanted)
    while made.prepared.setdefault(name, one) != one:
        name = made.name(f"{name}.")
    made.types[name] = type_
    return name
