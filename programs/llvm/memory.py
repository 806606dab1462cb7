"""Memory dependences of loads and stores, with their distances in iterations.

An address is a linear form over loop invariants and induction variables. Two accesses of one form
whose offsets differ by a multiple of the step conflict at that distance; two of other forms, or
with other bases, may conflict at any distance, unless their bases never alias: `noalias` arguments,
variables, and allocated memory; with `restrict` all pointers from before the loop. Indices that
wrap around conflict at distances modulo their size.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, gcd
from typing import NamedTuple

from models.data.dfg import OrderEdge
from programs.llvm.linear_forms import MOST_DEEP, Form, Memory, Wrapped, form_of, total
from programs.llvm.module import Value

POINTER_BYTES = 8
"""Two pointers so many bytes apart in memory, or more, do not overlap."""
_CELL = re.compile(
    r"(@[\w.$-]+)|ptr getelementptr [a-z ]*\(i8, ptr (@[\w.$-]+), i64 (-?\d+)\)", re.ASCII
)
EVEN_SO = ", also with --assume restrict"
FARTHEST = 1_024
"""Maximum distance of accesses that get an order.

Iterations farther apart are in flight together only in a mapping of more than 1,024 × II cycles.
"""


class Access(NamedTuple):
    """A load or a store: its operation, its address, and its size in bytes.

    It is at `offset` bytes from the address. All that are `volatile` stay in their order.
    """

    operation: str
    store: bool
    address: Value
    bytes: int
    offset: int = 0
    volatile: bool = False


def orders(
    made: Memory, accesses: list[Access], exits: tuple[str, ...], restrict: bool
) -> tuple[list[OrderEdge], tuple[str, ...]]:
    """Return order edges between accesses that may alias, and the pairs assumed to alias.

    Stores also wait for the exits of earlier iterations. With `restrict`, different pointers do not
    alias; pairs that this does not cover end in `EVEN_SO`.
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
                    even_so = not apart(made, bases[i], bases[j], True)
                    more = EVEN_SO if even_so else ""
                    assumed.append(f"{first.operation} and {then.operation}{more}")
                edges += _unknown(first, then, *nearest((first, then), (forms[i], forms[j])))
                continue
            for distance in found:
                if distance >= 0 and (i != j or distance):
                    edges.append(OrderEdge(first.operation, then.operation, distance))
                elif distance < 0:
                    edges.append(OrderEdge(then.operation, first.operation, -distance))
    kept = [access.operation for access in accesses if access.volatile]
    edges += [OrderEdge(*pair) for pair in pairwise(kept)]
    edges += [OrderEdge(kept[-1], kept[0], 1)] if kept else []
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
        if load.store or load.volatile or not form.invariant:
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
            alike = forms[store] == form and accesses[store].bytes == load.bytes
            if alike and not accesses[store].volatile:
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


def _unknown(first: Access, then: Access, after: int | None, before: int | None) -> list[OrderEdge]:
    """Return the order edges of two accesses that may conflict at these distances and above."""
    if first is then:
        return [OrderEdge(first.operation, first.operation, 1)]
    edges = []
    if after is not None:
        edges.append(OrderEdge(first.operation, then.operation, after))
    if before is not None:
        edges.append(OrderEdge(then.operation, first.operation, before))
    return edges


def meetings(pair: tuple[Access, Access], forms: tuple[Form, Form]) -> tuple[int, ...] | None:
    """Return the distances at which the second access conflicts with the first, None if any.

    Negative distances mean that the first follows the second. Words that wrap around meet again
    after all that they can be; of these distances, the least in each direction implies the others,
    as one of both is a store. Those beyond `FARTHEST` are left out.
    """
    first, then = forms
    if first.terms != then.terms or first.step != then.step:
        return None
    low, high = _conflicts(pair, forms)
    if first.varying or then.varying:
        return _meetings_of_wrapped(forms, low, high)
    if first.step == 0:
        return None if low <= 0 <= high else ()
    # The second access, k iterations later, is at its offset plus k steps.
    least, most = sorted((Fraction(low, first.step), Fraction(high, first.step)))
    return tuple(range(ceil(least), floor(most) + 1))


def nearest(pair: tuple[Access, Access], forms: tuple[Form, Form]) -> tuple[int | None, int | None]:
    """Return the least distances at which two accesses may conflict: the second one later, or the
    first one; None if they do not up to `FARTHEST`.
    """
    first, then = forms
    if bool(first.varying) != bool(then.varying):
        return _nearest_of_plain(pair, forms)
    if first.terms != then.terms or first.varying != then.varying:
        return 0, 1
    low, high = _conflicts(pair, forms)
    if first.varying:
        return 0 if first.step != then.step or low <= 0 <= high else 1, 1
    if first.step == then.step:
        return 0, 1

    def meet(distance: int) -> bool:
        """Whether the second conflicts with the first of so many iterations ago, in some one."""
        more = then.step - first.step
        least, most = sorted(Fraction(end - then.step * distance, more) for end in (low, high))
        return max(ceil(least), 0, -distance) <= floor(most)

    after = next((d for d in range(FARTHEST + 1) if meet(d)), None)
    before = next((d for d in range(1, FARTHEST + 1) if meet(-d)), None)
    return after, before


def _nearest_of_plain(
    pair: tuple[Access, Access], forms: tuple[Form, Form]
) -> tuple[int | None, int | None]:
    """Return `nearest` of two accesses of which one has a word that wraps around.

    The word is its inner form but for multiples of its size, and so is the difference of both.
    """
    ((word, factor), *others) = (*forms[0].varying, *forms[1].varying)
    if others or not isinstance(word, Wrapped) or word.inner.varying:
        return 0, 1
    first, then = (
        total([(Form(form.terms, form.offset, form.step), 1), (word.inner, factor)])
        if form.varying
        else form
        for form in forms
    )
    if first.terms != then.terms or first.step != then.step:
        return 0, 1
    low, high = _conflicts(pair, (first, then))
    size = abs(factor) << word.bits

    def meet(distance: int) -> bool:
        grown = first.step * distance
        return -((grown - low) // size) <= (high - grown) // size

    after = next((d for d in range(FARTHEST + 1) if meet(d)), None)
    before = next((d for d in range(1, FARTHEST + 1) if meet(-d)), None)
    return after, before


def _conflicts(pair: tuple[Access, Access], forms: tuple[Form, Form]) -> tuple[int, int]:
    """Return the least and the greatest change of an address that is a conflict.

    The change is that of the second one since the iteration of the first, without their offsets.
    """
    between = forms[0].offset - forms[1].offset
    return between - pair[1].bytes + 1, between + pair[0].bytes - 1


def _meetings_of_wrapped(forms: tuple[Form, Form], low: int, high: int) -> tuple[int, ...] | None:
    """Return the distances of two forms with one word each that wraps around, None if any."""
    if forms[0].step or any(len(form.varying) != 1 for form in forms):
        return None
    ((first, factor),), ((then, other),) = (form.varying for form in forms)
    if factor != other or not (isinstance(first, Wrapped) and isinstance(then, Wrapped)):
        return None
    inner = first.inner
    if first[1:] != then[1:] or inner.terms != then.inner.terms or inner.step != then.inner.step:
        return None
    if inner.varying or then.inner.varying:
        return None
    least, most = sorted((Fraction(low, factor), Fraction(high, factor)))
    size = 1 << first.bits
    if most - least >= size:
        return None
    found: list[int] = []
    for change in range(max(ceil(least), 1 - size), min(floor(most), size - 1) + 1):
        # step × distance = change - (difference of offsets), modulo 2^bits
        wanted = change - (then.inner.offset - inner.offset)
        common = gcd(inner.step, size)
        if wanted % common:
            continue
        period = size // common
        if period == 1:
            return None
        after = wanted // common * pow(inner.step // common, -1, period) % period
        # From 0 on, and below 0; a conflict with itself is one iteration of another.
        found += [after, after - period] + [period] * (not after)
    return tuple(sorted({each for each in found if abs(each) <= FARTHEST}))


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
        others = [base for base, each in zip((one, other), known, strict=True) if not each]
        return restrict and _differ(made, others)
    pair = {one, other}
    own = sum(base not in arguments for base in pair)
    return (
        own == 2
        or any(_allocated(made, base) for base in pair)
        or bool(pair & function.apart)
        or restrict
    )


def _differ(made: Memory, pointers: list[str]) -> bool:
    """Whether one or two pointers are read from memory before the loop, not both from one place."""
    named = made.loop.function.instruction_by_name
    found = [named[base] for base in pointers if base in named and named[base].opcode == "load"]
    if len(found) < len(pointers):
        return False
    if len(found) == 1:
        return True
    cells = [_cell(read.operands[0]) for read in found]
    if None not in cells:
        (first, at), (then, there) = (cell for cell in cells if cell is not None)
        return first != then or abs(at - there) >= POINTER_BYTES
    one, other = (base_of(made, read.operands[0]) for read in found)
    return apart(made, one, other, restrict=True)


def _cell(address: Value) -> tuple[str, int] | None:
    """Return the variable and the offset of an address that is a constant, None for others."""
    found = _CELL.fullmatch(address.name) if address.fixed else None
    return None if found is None else (found[1] or found[2], int(found[3] or 0))


def _allocated(made: Memory, base: str) -> bool:
    found = made.loop.function.instruction_by_name.get(base)
    return found is not None and found.opcode == "alloca"


def place_of(made: Memory, access: Access) -> Form:
    """Return the address of an access, as a linear form."""
    return total([(form_of(made, access.address), 1), (Form(offset=access.offset), 1)])


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
