"""Memory dependences of loads and stores, with their distances in iterations.

An address is a linear form over loop invariants and induction variables. Two accesses of one form
whose offsets differ by a multiple of the step conflict at that distance; two of other forms, or
with other bases, may conflict at any distance, unless their bases never alias: `noalias` arguments,
variables, and allocated memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from models.data.dfg import OrderEdge
from programs.llvm.flow import Loop
from programs.llvm.layout import DataLayout
from programs.llvm.module import Instruction, Value

MOST_DEEP = 64
"""Maximum depth of instructions followed back from an address."""


class Access(NamedTuple):
    """A load or a store: its operation, its address, and its size in bytes.

    It is at `offset` bytes from the address.
    """

    operation: str
    store: bool
    address: Value
    bytes: int
    offset: int = 0


class Memory(NamedTuple):
    """The facts that determine the bases of addresses."""

    loop: Loop
    layout: DataLayout
    outside: bool = False
    """Whether sums before the loop are followed back, too, as LLVM hoists addresses."""


@dataclass(frozen=True)
class Form:
    """A linear form: `terms` are values of the first iteration and their factors.

    It grows by `step` in each iteration.
    """

    terms: frozenset[tuple[str, int]]
    offset: int
    step: int


def orders(
    made: Memory, accesses: list[Access], exits: tuple[str, ...], restrict: bool
) -> tuple[list[OrderEdge], tuple[str, ...]]:
    """Return order edges between accesses that may alias, and the pairs assumed to alias.

    Stores also wait for the exits of earlier iterations. With `restrict`, different arguments do
    not alias.
    """
    edges: list[OrderEdge] = []
    assumed: list[str] = []
    forms = [place_of(made, access) for access in accesses]
    bases = [base_of(made, access.address) for access in accesses]
    for i, first in enumerate(accesses):
        for j in range(i, len(accesses)):
            then = accesses[j]
            if not (first.store or then.store):
                continue
            if apart(made, bases[i], bases[j], restrict):
                continue
            found = meetings((first, then), (forms[i], forms[j]))
            if found is None:
                if i != j:
                    assumed.append(f"{first.operation} and {then.operation}")
                edges += _unknown(first, then)
                continue
            for distance in found:
                if distance >= 0 and (i != j or distance):
                    edges.append(OrderEdge(first.operation, then.operation, distance))
                elif distance < 0:
                    edges.append(OrderEdge(then.operation, first.operation, -distance))
    stores = [access.operation for access in accesses if access.store]
    edges += [OrderEdge(name, store, 1) for name in exits for store in stores]
    return edges, tuple(assumed)


def carried(made: Memory, accesses: list[Access], restrict: bool) -> list[tuple[int, int]]:
    """Return the pairs of a load and the later store whose previous value it reads.

    Both have the same invariant address, and no other store may alias it.
    """
    forms = [place_of(made, access) for access in accesses]
    bases = [base_of(made, access.address) for access in accesses]
    found = []
    for i, load in enumerate(accesses):
        form = forms[i]
        if load.store or form is None or form.step:
            continue
        others = [
            j
            for j, other in enumerate(accesses)
            if other.store
            and not apart(made, bases[i], bases[j], restrict)
            and meetings((load, other), (form, forms[j])) != ()
        ]
        if len(others) == 1 and others[0] > i:
            store = others[0]
            if forms[store] == form and accesses[store].bytes == load.bytes:
                found.append((i, store))
    return found


def pieces(made: Memory, inputs: dict[str, Value], restrict: bool) -> dict[str, int]:
    """Return the alias class of each address; addresses of one class may alias."""
    bases = {n: base_of(made, value) for n, value in inputs.items() if value.type == "ptr"}
    found: dict[str, int] = {}
    for name, base in bases.items():
        met = {
            found[other]
            for other in found
            if bases[other] == base or not apart(made, bases[other], base, restrict)
        }
        number = min(met, default=len(found))
        found |= {other: number for other in found if found[other] in met} | {name: number}
    numbers = {piece: n for n, piece in enumerate(sorted(set(found.values())))}
    return {name: numbers[piece] for name, piece in found.items()}


def _unknown(first: Access, then: Access) -> list[OrderEdge]:
    """Return the order edges of two accesses that may conflict at any distance."""
    if first is then:
        return [OrderEdge(first.operation, first.operation, 1)]
    return [
        OrderEdge(first.operation, then.operation),
        OrderEdge(then.operation, first.operation, 1),
    ]


def meetings(
    pair: tuple[Access, Access], forms: tuple[Form | None, Form | None]
) -> tuple[int, ...] | None:
    """Return the distances at which the second access conflicts with the first, None if any.

    Negative distances mean that the first follows the second.
    """
    first, then = forms
    if first is None or then is None:
        return None
    if first.terms != then.terms or first.step != then.step:
        return None
    # The second access, k iterations later, is at its offset plus k steps.
    low = first.offset - then.offset - pair[1].bytes + 1
    high = first.offset - then.offset + pair[0].bytes - 1
    if first.step == 0:
        return None if low <= 0 <= high else ()
    least, most = sorted((Fraction(low, first.step), Fraction(high, first.step)))
    return tuple(range(ceil(least), floor(most) + 1))


def apart(made: Memory, one: str | None, other: str | None, restrict: bool) -> bool:
    """Return whether two bases never alias."""
    if one is None or other is None or one == other:
        return False
    function = made.loop.function
    arguments = {argument.name for argument in function.arguments}
    known = [
        base in arguments or base.startswith("@") or _allocated(made, base) for base in (one, other)
    ]
    if not all(known):
        return False
    pair = {one, other}
    own = sum(base not in arguments for base in pair)
    return (
        own == 2
        or any(_allocated(made, base) for base in pair)
        or bool(pair & function.apart)
        or restrict
    )


def _allocated(made: Memory, base: str) -> bool:
    found = made.loop.function.instruction_by_name.get(base)
    return found is not None and found.opcode == "alloca"


def place_of(made: Memory, access: Access) -> Form | None:
    """Return the base and the offset of an access."""
    return _sum([(_form(made, access.address, 0), 1), (Form(frozenset(), access.offset, 0), 1)])


def _form(made: Memory, value: Value, deep: int, narrow: bool = False) -> Form | None:
    """Return the linear form of a value, None for others.

    A `narrow` word is extended later, so it must be known not to wrap around.
    """
    function, loop = made.loop.function, made.loop
    if value.number is not None:
        return Form(frozenset(), int(value.number), 0)
    found = function.instruction_by_name.get(value.name)
    where = function.made_in.get(value.name)
    if found is None or value.fixed:
        return Form(frozenset({(value.name, 1)}), 0, 0)
    if deep > MOST_DEEP:
        return None
    if where not in loop.names:
        known = None
        if made.outside and found.opcode not in ("phi", "freeze"):
            known = _computed(made, found, deep, narrow)
        return Form(frozenset({(value.name, 1)}), 0, 0) if known is None else known
    if found in loop.phis:
        next_ = found.operands[loop.next(found)]
        grows = _growth(made, value.name, next_, deep)
        if grows is None or (narrow and not _exact(function.instruction_by_name[next_.name])):
            return None
        first = _form(made, found.operands[loop.first(found)], deep + 1, narrow)
        if first is None or first.step:
            return None
        return Form(first.terms, first.offset, grows)
    computed = _computed(made, found, deep, narrow)
    if computed is None and _is_invariant(made, found, deep):
        # Such as the product of a row and a pitch, computed in the loop.
        return Form(frozenset({(value.name, 1)}), 0, 0)
    return computed


def _is_invariant(made: Memory, found: Instruction, deep: int) -> bool:
    """Whether an instruction of the loop computes the same word in each iteration."""
    if found.opcode in ("load", "call", "phi") or deep > MOST_DEEP:
        return False
    function, names = made.loop.function, made.loop.names
    inside = [
        function.instruction_by_name[operand.name]
        for operand in found.operands
        if not operand.fixed and function.made_in.get(operand.name) in names
    ]
    return all(_is_invariant(made, each, deep + 1) for each in inside)


def _computed(made: Memory, found: Instruction, deep: int, narrow: bool) -> Form | None:
    """Return the linear form of an instruction, None for others."""
    if found.opcode in ("zext", "sext"):
        return _form(made, found.operands[0], deep + 1, narrow=True)
    if found.opcode == "freeze":
        return _form(made, found.operands[0], deep + 1, narrow)
    if narrow and not _exact(found):
        return None
    if found.opcode == "add" or (found.opcode == "or" and "disjoint" in found.text):
        return _sum([(_form(made, each, deep + 1, narrow), 1) for each in found.operands])
    if found.opcode == "sub":
        one, other = (_form(made, each, deep + 1, narrow) for each in found.operands)
        return _sum([(one, 1), (other, -1)])
    if found.opcode in ("mul", "shl") and found.operands[1].number is not None:
        factor = int(found.operands[1].number)
        factor = 1 << factor if found.opcode == "shl" else factor
        return _sum([(_form(made, found.operands[0], deep + 1, narrow), factor)])
    if found.opcode == "getelementptr":
        terms, offset = made.layout.offsets(found)
        parts = [(_form(made, found.operands[0], deep + 1), 1)]
        parts += [(_form(made, index, deep + 1), size) for index, size in terms]
        parts.append((Form(frozenset(), offset, 0), 1))
        return _sum(parts)
    return None


def _exact(found: Instruction) -> bool:
    """Return whether wrapping is undefined: a flag `nsw`, `nuw` or `disjoint`."""
    return any(f" {word} " in found.text for word in ("nsw", "nuw", "disjoint"))


def _growth(made: Memory, phi: str, next_: Value, deep: int) -> int | None:
    """Return the constant step of a phi per iteration, or None."""
    found = made.loop.function.instruction_by_name.get(next_.name)
    if next_.fixed or found is None or deep > MOST_DEEP:
        return None
    if (
        found.opcode == "add"
        and found.operands[0].name == phi
        and found.operands[1].number is not None
    ):
        return int(found.operands[1].number)
    if found.opcode == "getelementptr" and found.operands[0].name == phi:
        terms, offset = made.layout.offsets(found)
        return None if terms else offset
    return None


def _sum(parts: list[tuple[Form | None, int]]) -> Form | None:
    """Return a linear combination of forms."""
    total: dict[str, int] = {}
    offset = step = 0
    for form, factor in parts:
        if form is None:
            return None
        for name, times in form.terms:
            total[name] = total.get(name, 0) + times * factor
        offset += form.offset * factor
        step += form.step * factor
    terms = frozenset((name, times) for name, times in total.items() if times)
    return Form(terms, offset, step)


def base_of(made: Memory, value: Value) -> str | None:
    """Return the invariant base of an address, or None."""
    loop, function = made.loop, made.loop.function
    phis = {phi.name: phi for phi in loop.phis}
    for _ in range(MOST_DEEP):
        found = function.instruction_by_name.get(value.name)
        if value.fixed or found is None:
            return value.name if value.type == "ptr" else None
        if found.opcode in ("getelementptr", "freeze"):
            value = found.operands[0]
        elif value.name in phis:
            next_ = function.instruction_by_name.get(found.operands[loop.next(found)].name)
            if next_ is None or next_.opcode != "getelementptr":
                return None
            if next_.operands[0].name != value.name:
                return None
            value = found.operands[loop.first(found)]
        elif found.opcode == "phi" and len(set(found.operands)) == 1:
            # A value left by another loop.
            value = found.operands[0]
        else:
            inside = function.made_in[value.name] in loop.names
            return None if inside else value.name
    return None
