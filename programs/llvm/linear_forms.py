"""Addresses and indices as linear forms of the iteration, modulo the size of a word.

A word of a loop is a sum of words that it does not change, a number, and a step per iteration. It
is exact modulo two to the power of its bits: sums wrap around. A narrow word that is extended to
an address, such as an index of 32 bits, is only linear if it cannot wrap around (`nsw`, `nuw`);
otherwise it is `Wrapped`, and its inner form is linear. What is not linear is `Other`: nothing is
known of it but that it equals itself in the same iteration.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from programs.llvm.flow import Loop
from programs.llvm.layout import DataLayout
from programs.llvm.module import Instruction, Value

MOST_DEEP = 64
"""Maximum depth of instructions followed back from an address."""

_PLAIN, _SIGNED, _UNSIGNED = "", "sext ", "zext "


class Other(NamedTuple):
    """A word that changes in no known way, as it is or extended."""

    name: str


class Wrapped(NamedTuple):
    """A word of `bits` bits that may wrap around, extended; `inner` is its form modulo 2^bits."""

    inner: Form
    bits: int
    signed: bool


@dataclass(frozen=True)
class Form:
    """A linear form: `terms` are words of the first iteration and their factors.

    It grows by `step` in each iteration, and by the changes of `varying` words.
    """

    terms: frozenset[tuple[str, int]] = frozenset()
    offset: int = 0
    step: int = 0
    varying: frozenset[tuple[Other | Wrapped, int]] = frozenset()

    @property
    def invariant(self) -> bool:
        """Whether it is the same in every iteration."""
        return not self.step and not self.varying


class _Read(NamedTuple):
    """How a word is read: modulo 2^bits if it is plain, or else extended from its own bits."""

    bits: int
    extended: str = _PLAIN

    @property
    def exact(self) -> str:
        """The flag of an instruction whose words, read so, are sums of its operands."""
        return {_PLAIN: "", _SIGNED: " nsw ", _UNSIGNED: " nuw "}[self.extended]


@dataclass(frozen=True)
class Memory:
    """The facts that determine the bases and the forms of addresses."""

    loop: Loop
    layout: DataLayout
    outside: bool = False
    """Whether sums before the loop are followed back, too, as LLVM hoists addresses."""
    known: dict[tuple[str, _Read, tuple[str, ...]], Form] = field(default_factory=dict, repr=False)
    """The forms that have been found."""


def form_of(made: Memory, address: Value) -> Form:
    """Return the linear form of an address."""
    return _form(made, address, _Read(made.layout.pointer), 0, ())


def total(parts: list[tuple[Form, int]]) -> Form:
    """Return a linear combination of forms."""
    terms, varying = Counter[str](), Counter[Other | Wrapped]()
    offset = step = 0
    for form, factor in parts:
        for name, times in form.terms:
            terms[name] += times * factor
        for word, times in form.varying:
            varying[word] += times * factor
        offset += form.offset * factor
        step += form.step * factor
    return Form(
        frozenset((name, times) for name, times in terms.items() if times),
        offset,
        step,
        frozenset((word, times) for word, times in varying.items() if times),
    )


def _form(made: Memory, value: Value, read: _Read, deep: int, phis: tuple[str, ...]) -> Form:
    """Return the form of a value; `phis` are header phis whose growth is asked for."""
    if value.number is not None:
        number = int(value.number)
        if read.extended == _UNSIGNED and number < 0:
            number += 1 << int(value.type[1:])
        return Form(offset=-number if read.extended == _SIGNED and value.type == "i1" else number)
    key = (value.name, read, phis)
    if key not in made.known:
        made.known[key] = _found(made, value, read, deep, phis)
    return made.known[key]


def _found(made: Memory, value: Value, read: _Read, deep: int, phis: tuple[str, ...]) -> Form:
    """Return the form of a value that is no number."""
    function, loop = made.loop.function, made.loop
    found = function.instruction_by_name.get(value.name)
    fixed = Form(frozenset({(read.extended + value.name, 1)}))
    if found is None or value.fixed:
        return fixed
    other = Form(varying=frozenset({(Other(read.extended + value.name), 1)}))
    if value.name in phis:
        return other
    if function.made_in.get(value.name) not in loop.names:
        if not made.outside or found.opcode in ("phi", "freeze") or deep > MOST_DEEP:
            return fixed
        known = _computed(made, found, read, deep, phis)
        return known if known is not None and known.invariant else fixed
    if deep > MOST_DEEP:
        return other
    known = (
        _counted(made, found, read, deep, phis)
        if found in loop.phis
        else _computed(made, found, read, deep, phis)
    )
    if known is not None:
        return known
    if _is_invariant(made, found, deep):
        # Such as the product of a row and a pitch, computed in the loop.
        return fixed
    if read.extended and found.type[0] == "i":
        bits = int(found.type[1:])
        inner = _form(made, value, _Read(bits), deep, phis)
        wrapped = Wrapped(inner, bits, read.extended == _SIGNED)
        return Form(varying=frozenset({(wrapped, 1)}))
    return other


def _counted(
    made: Memory, phi: Instruction, read: _Read, deep: int, phis: tuple[str, ...]
) -> Form | None:
    """Return the form of a header phi that grows by a number, None for others.

    It may be one that does so, an iteration before: LLVM makes such a phi of `i - 1`.
    """
    next_, first = (phi.operands[n] for n in (made.loop.next(phi), made.loop.first(phi)))
    grown = _form(made, next_, read, deep + 1, (*phis, phi.name))
    begun = _form(made, first, read, deep + 1, phis)
    if not begun.invariant:
        return None
    itself = frozenset({(Other(read.extended + phi.name), 1)})
    if read.extended and _ends_before(made, phi.name, next_, first, read):
        grown = Form(offset=1, varying=itself)
    if grown.varying == itself and not grown.terms and not grown.step:
        return Form(begun.terms, begun.offset, grown.offset)
    if (narrow := _narrow(phi, begun, grown)) is not None:
        return narrow
    late = begun.offset - (grown.offset - grown.step)
    late = late if read.extended else late % (1 << read.bits)
    if late or grown.varying or begun.terms != grown.terms:
        return None
    return Form(begun.terms, begun.offset, grown.step)


def _narrow(phi: Instruction, begun: Form, grown: Form) -> Form | None:
    """Return the form of a wide phi that is a narrow counter, extended in each iteration."""
    if begun.terms or len(grown.varying) != 1 or grown.terms or grown.offset or grown.step:
        return None
    ((word, times),) = grown.varying
    if not isinstance(word, Wrapped) or times != 1 or not 0 <= begun.offset < 1 << word.bits - 1:
        return None
    inner = word.inner
    if inner.varying == {(Other(phi.name), 1)} and not inner.terms and not inner.step:
        before = Form(offset=begun.offset, step=inner.offset)
    elif not inner.varying and not inner.terms:  # another counter, an iteration before
        before = Form(offset=inner.offset - inner.step, step=inner.step)
    else:
        return None
    if before.offset % (1 << word.bits) != begun.offset:
        return None
    return Form(varying=frozenset({(Wrapped(before, word.bits, word.signed), 1)}))


def _ends_before(made: Memory, phi: str, next_: Value, first: Value, read: _Read) -> bool:
    """Whether a counter by ones ends before it wraps around: the loop goes on while it is less."""
    loop, function = made.loop, made.loop.function
    added = function.instruction_by_name.get(next_.name)
    latch = function.block_by_name[loop.latch]
    test = function.instruction_by_name.get(latch.instructions[-1].operands[0].name)
    if added is None or added.opcode != "add" or added.operands[0].name != phi:
        return False
    if added.operands[1].number != 1:
        return False
    if test is None or test.opcode != "icmp" or first.number is None:
        return False
    goes_on = ("slt", "sge") if read.extended == _SIGNED else ("ult", "uge")
    if int(first.number) != 0 or test.operands[0].name != next_.name:
        return False
    return test.predicate == goes_on[latch.successors[0] != loop.header.name]


def _computed(
    made: Memory, found: Instruction, read: _Read, deep: int, phis: tuple[str, ...]
) -> Form | None:
    """Return the linear form of an instruction, None for others."""

    def form(value: Value, how: _Read = read) -> Form:
        return _form(made, value, how, deep + 1, phis)

    opcode, operands = found.opcode, found.operands
    if opcode in ("zext", "sext"):
        own = int(operands[0].type[1:])
        if not read.extended and own >= read.bits:
            return form(operands[0])
        if read.extended == _UNSIGNED and opcode == "sext":
            return None
        signed = opcode == "sext"
        if " nneg " in found.text:
            inner = made.loop.function.instruction_by_name.get(operands[0].name)
            signed = inner is None or " nuw " not in inner.text
        return form(operands[0], _Read(read.bits, _SIGNED if signed else _UNSIGNED))
    if opcode == "freeze":
        return form(operands[0])
    if opcode in ("ptrtoint", "ptrtoaddr", "inttoptr"):
        return None if read.extended or read.bits > made.layout.pointer else form(operands[0])
    if opcode == "trunc":
        return None if read.extended else form(operands[0])
    if opcode == "and":
        return _masked(made, found, read, deep, phis)
    if opcode == "getelementptr":
        scaled, offset = made.layout.offsets(found)
        parts = [(form(operands[0]), 1), (Form(offset=offset), 1)]
        for index, size in scaled:
            narrow = int(index.type[1:]) < read.bits
            parts.append((form(index, _Read(read.bits, _SIGNED if narrow else _PLAIN)), size))
        return total(parts)
    disjoint = opcode == "or" and " disjoint " in found.text
    if read.exact not in found.text and not disjoint:
        return None
    if opcode == "add" or disjoint:
        return total([(form(each), 1) for each in operands])
    if opcode == "sub":
        return total([(form(operands[0]), 1), (form(operands[1]), -1)])
    if opcode in ("mul", "shl") and operands[1].number is not None:
        factor = form(operands[1]).offset
        factor = factor if opcode == "mul" else 1 << (factor % MOST_DEEP)
        return total([(form(operands[0]), factor)])
    return None


def _masked(
    made: Memory, found: Instruction, read: _Read, deep: int, phis: tuple[str, ...]
) -> Form | None:
    """Return the form of a word of which only the lowest bits are kept, None for others."""
    mask = int(found.operands[1].number or 0)
    lowest = mask & -mask
    if mask < 1 or mask + lowest & mask:
        return None
    bits = mask.bit_length()
    inner = _form(made, found.operands[0], _Read(min(bits, read.bits)), deep + 1, phis)
    factors = (inner.offset, inner.step, *(n for _, n in (*inner.terms, *inner.varying)))
    if any(factor % lowest for factor in factors):
        return None  # bits that are cleared may be set
    if bits >= read.bits and not read.extended:
        return inner
    if inner.invariant:
        return None
    return Form(varying=frozenset({(Wrapped(inner, bits, signed=False), 1)}))


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
