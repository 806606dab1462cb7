"""The order of loads and stores: which may meet, in which iterations.

An address is a linear form over what stays the same in the loop and the values that grow by a
number in each iteration. Two accesses of one form whose offsets differ by a multiple of the growth
meet after so many iterations; two of other forms, or from other bases, may meet in any, unless
their bases never alias: arguments that are `noalias`, variables, and allocated memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

from models.data.dfg import OrderEdge
from programs.llvm.module import Instruction, Value

if TYPE_CHECKING:
    from programs.llvm.graph import Access, Builder

MOST_DEEP = 64
"""Instructions that are followed from an address back."""


@dataclass(frozen=True)
class Form:
    """A linear form: `terms` are values of the first iteration and their factors.

    It grows by `step` in each iteration. `base` is what it points into, None if that is not known.
    """

    terms: frozenset[tuple[str, int]]
    offset: int
    step: int
    base: str | None


def orders(made: Builder, restrict: bool) -> tuple[list[OrderEdge], tuple[str, ...]]:
    """Return order edges between accesses that may meet, and pairs where that is assumed.

    Stores also wait for the exits of earlier iterations. With `restrict` other arguments are other
    memory.
    """
    edges: list[OrderEdge] = []
    assumed: list[str] = []
    forms = [_form(made, access.address, 0) for access in made.accesses]
    for i, first in enumerate(made.accesses):
        for j in range(i, len(made.accesses)):
            then = made.accesses[j]
            if not (first.store or then.store):
                continue
            found = _meetings(made, (first, then), (forms[i], forms[j]), restrict)
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
    stores = [access.operation for access in made.accesses if access.store]
    edges += [OrderEdge(name, store, 1) for name in made.exits for store in stores]
    return edges, tuple(assumed)


def _unknown(first: Access, then: Access) -> list[OrderEdge]:
    """Return the order of two accesses that may meet in any two iterations."""
    if first is then:
        return [OrderEdge(first.operation, first.operation, 1)]
    return [
        OrderEdge(first.operation, then.operation),
        OrderEdge(then.operation, first.operation, 1),
    ]


def _meetings(
    made: Builder,
    pair: tuple[Access, Access],
    forms: tuple[Form | None, Form | None],
    restrict: bool,
) -> tuple[int, ...] | None:
    """Return by how many iterations the second has to follow the first, None if by any number.

    Negative numbers are those by which the first follows the second.
    """
    first, then = forms
    if first is None or then is None:
        return None
    known = first.base is not None and then.base is not None and first.base != then.base
    if known and _apart(made, str(first.base), str(then.base), restrict):
        return ()
    if first.terms != then.terms or first.step != then.step:
        return None
    # The second, k iterations later, is at its offset and k steps.
    low = first.offset - then.offset - pair[1].bytes + 1
    high = first.offset - then.offset + pair[0].bytes - 1
    if first.step == 0:
        return None if low <= 0 <= high else ()
    least, most = sorted((Fraction(low, first.step), Fraction(high, first.step)))
    return tuple(range(ceil(least), floor(most) + 1))


def _apart(made: Builder, one: str, other: str, restrict: bool) -> bool:
    """Whether two bases never point into the same memory."""
    function = made.loop.function
    arguments = {argument.name for argument in function.arguments}
    own = [base.startswith("@") or _allocated(made, base) for base in (one, other)]
    if all(own):
        return True
    for base, second in ((one, other), (other, one)):
        if base in function.apart and (second in arguments or second.startswith("@")):
            return True
    if restrict:
        return all(
            is_own or base in arguments for is_own, base in zip(own, (one, other), strict=True)
        )
    return False


def _allocated(made: Builder, base: str) -> bool:
    found = made.loop.function.instruction_by_name.get(base)
    return found is not None and found.opcode == "alloca"


def _form(made: Builder, value: Value, deep: int, narrow: bool = False) -> Form | None:
    """Return the linear form of a value, None for others.

    A `narrow` word is extended later: it has to be known not to wrap around.
    """
    function, loop = made.loop.function, made.loop
    if value.number is not None:
        return Form(frozenset(), int(value.number), 0, None)
    found = function.instruction_by_name.get(value.name)
    where = function.made_in.get(value.name)
    if found is None or value.fixed:
        base = value.name if value.type == "ptr" else None
        return Form(frozenset({(value.name, 1)}), 0, 0, base)
    if deep > MOST_DEEP:
        return None
    if where not in loop.names:
        base = _origin(made, value) if value.type == "ptr" else None
        return Form(frozenset({(value.name, 1)}), 0, 0, base)
    if found in loop.phis:
        next_ = found.operands[loop.next(found)]
        grows = _growth(made, value.name, next_, deep)
        if grows is None or (narrow and not _exact(function.instruction_by_name[next_.name])):
            return None
        first = _form(made, found.operands[loop.first(found)], deep + 1, narrow)
        if first is None or first.step:
            return None
        return Form(first.terms, first.offset, grows, first.base)
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
        parts.append((Form(frozenset(), offset, 0, None), 1))
        return _sum(parts)
    return None


def _exact(found: Instruction) -> bool:
    """Whether arithmetic never wraps around, or else has no defined result."""
    return any(f" {word} " in found.text for word in ("nsw", "nuw", "disjoint"))


def _growth(made: Builder, phi: str, next_: Value, deep: int) -> int | None:
    """Return by which number the next value of a phi is larger than its value."""
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
    """Return a sum of multiples of forms."""
    total: dict[str, int] = {}
    offset = step = 0
    base: str | None = None
    for form, factor in parts:
        if form is None:
            return None
        for name, times in form.terms:
            total[name] = total.get(name, 0) + times * factor
        offset += form.offset * factor
        step += form.step * factor
        if form.base is not None:
            if base is not None or factor != 1:
                return None
            base = form.base
    terms = frozenset((name, times) for name, times in total.items() if times)
    return Form(terms, offset, step, base)


def _origin(made: Builder, value: Value) -> str:
    """Return the base of an address from before the loop, itself if that is not known."""
    for _ in range(MOST_DEEP):
        found = made.loop.function.instruction_by_name.get(value.name)
        if value.fixed or found is None or found.opcode not in ("getelementptr", "freeze"):
            break
        value = found.operands[0]
    return value.name
