"""Linear forms of values of a graph: what they are before the loop, and their growth.

A value is base + i * step in iteration i, where both are sums of invariants with integer factors,
modulo the width of an address. An extended word has the form of its operand only where the text
promises that the operand does not wrap around.
"""

from __future__ import annotations

from typing import NamedTuple

from models.data.dfg import Number, Operand
from programs.llvm.before import STAY, before_loop
from programs.llvm.builder import Builder, Prepared
from programs.llvm.instructions import promises
from programs.llvm.module import Instruction, Value

Atom = tuple[str, str]
"""An invariant, and how it is extended: `("sext", "n")`, or `("", "n")`; `("", "")` is 1."""

DEEPEST = 16
"""Maximum depth of instructions followed back from an input."""

ONE: Atom = ("", "")
EXACT = {"sext": "nsw", "zext": "nuw"}
"""The flag by which an extension of a result is the result of extended operands."""

Terms = tuple[tuple[Atom, int], ...]
"""Factors of atoms, sorted."""


class Linear(NamedTuple):
    """A value that is `base` in iteration 0, and grows by `step`."""

    base: Terms
    step: Terms = ()

    @property
    def constant_step(self) -> int | None:
        """The step, if it is a number."""
        return number_of(self.step)


def number_of(terms: Terms) -> int | None:
    """Return a sum that is a number, else None."""
    if not terms:
        return 0
    return terms[0][1] if len(terms) == 1 and terms[0][0] == ONE else None


class Forms:
    """The linear forms of the values of a graph, of words of `bits` bits."""

    def __init__(self, made: Builder, bits: int) -> None:
        self.made, self.bits = made, bits
        self._known: dict[tuple[str, str], Linear | None] = {}

    def combined(self, *parts: tuple[Terms, int]) -> Terms:
        """Return a sum of multiples, with signed factors."""
        total: dict[Atom, int] = {}
        for terms, factor in parts:
            for atom, times in terms:
                total[atom] = total.get(atom, 0) + times * factor
        half = 1 << (self.bits - 1)
        whole = {atom: (n + half) % (2 * half) - half for atom, n in total.items()}
        return tuple(sorted((atom, n) for atom, n in whole.items() if n))

    def at(self, form: Linear, iteration: int) -> Terms:
        """Return the value of a form in an iteration."""
        return self.combined((form.base, 1), (form.step, iteration))

    def of(self, operand: Operand, extended: str = "") -> Linear | None:
        """Return the form of an operand, None if it has none."""
        key = operand.value, extended
        if key not in self._known:
            self._known[key] = None  # while it is sought: a cycle is not linear
            self._known[key] = self._value(*key)
        form = self._known[key]
        if form is None or not operand.distance:
            return form
        for distance in range(1, operand.distance + 1):
            start = self.made.starts.get((operand.value, distance))
            if start is None or self._start(start, extended) != self.at(form, -distance):
                return None if form.step or operand.value in self.made.operations else form
        return Linear(self.at(form, -operand.distance), form.step)

    def _start(self, start: Value, extended: str) -> Terms | None:
        if start.number is not None:
            return self._number(start.number, extended)
        return self._outside(start, extended, 0)

    def _outside(self, value: Value, extended: str, deep: int) -> Terms | None:
        """Return the terms of a value that is computed before the loop, as far as they are sums."""
        if value.number is not None:
            return self._number(value.number, extended)
        function = self.made.loop.function
        found = None if value.fixed else function.instruction_by_name.get(value.name)
        if found is not None and deep < DEEPEST:
            terms = self._instruction(found, extended, deep + 1)
            if terms is not None:
                return terms
        name = self.made.operand(value).value
        return (((extended, name), 1),)

    def _instruction(self, found: Instruction, extended: str, deep: int) -> Terms | None:
        """Return the terms of an instruction before the loop; None if it is no sum."""
        if found.opcode == "getelementptr" and not extended:
            terms, offset = self.made.layout.offsets(found)
            parts = [(self._outside(found.operands[0], "", deep), 1), (((ONE, 1),), offset)]
            for index, size in terms:
                if index.type != f"i{self.bits}":
                    return None
                parts.append((self._outside(index, "", deep), size))
            return self._added(parts)
        promised = promises(found)
        if found.opcode in ("sext", "zext"):
            how = "sext" if found.opcode == "zext" and "nneg" in promised else found.opcode
            if extended not in ("", how) or (not extended and found.type != f"i{self.bits}"):
                return None
            return self._outside(found.operands[0], how, deep)
        if extended and EXACT[extended] not in promised:
            return None
        if found.opcode in ("add", "sub") or (found.opcode == "or" and "disjoint" in promised):
            sign = -1 if found.opcode == "sub" else 1
            pair = [self._outside(each, extended, deep) for each in found.operands]
            return self._added([(pair[0], 1), (pair[1], sign)])
        factor = found.operands[-1].number if found.opcode in ("mul", "shl") else None
        if isinstance(factor, int):
            factor = 1 << factor if found.opcode == "shl" else factor
            return self._added([(self._outside(found.operands[0], extended, deep), factor)])
        return None

    def _added(self, parts: list[tuple[Terms | None, int]]) -> Terms | None:
        known = [(terms, factor) for terms, factor in parts if terms is not None]
        return self.combined(*known) if len(known) == len(parts) else None

    def _number(self, number: Number, extended: str) -> Terms | None:
        if isinstance(number, float) or (extended == "zext" and number < 0):
            return None
        return self.combined((((ONE, 1),), number))

    def _value(self, name: str, extended: str) -> Linear | None:
        made = self.made
        if name in made.constants:
            number = self._number(made.constants[name], extended)
            return None if number is None else Linear(number)
        type_ = made.types[name]
        bits = made.layout.pointer if type_ == "ptr" else int(type_[1:]) if type_[0] == "i" else 0
        if bits != self.bits and (not extended or bits > self.bits):
            return None
        if name in made.inputs:
            terms = self._outside(made.inputs[name], extended, 0)
            return None if terms is None else Linear(terms)
        if invariant(made, Operand(name)):
            return Linear((((extended, name), 1),))
        word, operands = made.operations[name]
        promised = made.promised.get(name, frozenset[str]())
        if extended and word in ("add", "sub", "mul", "shl") and EXACT[extended] not in promised:
            return None
        if word == "add" and Operand(name, 1) in operands:
            return self._recurrence(name, operands, extended)
        if word == "mov":
            return self.of(operands[0], extended)
        if word in ("sext", "zext"):
            # A word that is not negative has one extension.
            how = "sext" if word == "zext" and "nneg" in promised else word
            return self.of(operands[0], how) if extended in ("", how) else None
        if word in ("add", "sub") or (word == "or" and "disjoint" in promised and not extended):
            pair = [self.of(operand, extended) for operand in operands]
            sign = -1 if word == "sub" else 1
            return self._sum(pair[0], pair[1], sign)
        if word in ("mul", "shl"):
            return self._product(word, operands, extended)
        return None

    def _recurrence(self, name: str, operands: tuple[Operand, ...], extended: str) -> Linear | None:
        grows = operands[operands[0] == Operand(name, 1)]
        start = self.made.starts.get((name, 1))
        first = None if start is None else self._start(start, extended)
        step = self.of(grows, extended)
        if first is None or step is None or step.step or not invariant(self.made, grows):
            return None
        return Linear(self.combined((first, 1), (step.base, 1)), step.base)

    def _sum(self, one: Linear | None, other: Linear | None, sign: int) -> Linear | None:
        if one is None or other is None:
            return None
        pairs = ((one.base, other.base), (one.step, other.step))
        return Linear(*(self.combined((a, 1), (b, sign)) for a, b in pairs))

    def _product(self, word: str, operands: tuple[Operand, ...], extended: str) -> Linear | None:
        one, other = (self.of(operand, extended) for operand in operands)
        if one is None or other is None:
            return None
        if other.step:
            one, other = other, one
        if other.step or word == "shl":
            factor = None if other.step else number_of(other.base)
            if factor is None or operands[1].value not in self.made.constants:
                return None
            factor = 1 << factor if word == "shl" else factor
        else:
            factor = number_of(other.base)
        if factor is not None:
            return Linear(self.combined((one.base, factor)), self.combined((one.step, factor)))
        # i * n: a number times an invariant.
        first, grows = number_of(one.base), number_of(one.step)
        if first is None or grows is None:
            return None
        return Linear(self.combined((other.base, first)), self.combined((other.base, grows)))


def invariant(made: Builder, operand: Operand, deep: int = 0) -> bool:
    """Return whether an operand has one value in all iterations, which can be computed before."""
    name = operand.value
    if name in made.constants or name in made.inputs or name in made.prepared:
        return True
    if deep > 8 or operand.distance or name not in made.operations:
        return False
    word, operands = made.operations[name]
    plain = word.partition(".")[0] not in STAY
    return plain and all(invariant(made, each, deep + 1) for each in operands)


def before(made: Builder, terms: Terms, wanted: str, type_: str) -> Value | None:
    """Return the value of a sum before the loop: a number, an input, or a `Prepared` sum."""
    number = number_of(terms)
    if number is not None:
        return Value(str(number), type_, number)
    word = f"i{made.layout.pointer}"
    parts: list[tuple[str | Number, str]] = []
    for (how, name), factor in sorted(terms, key=lambda term: _rank(made, term)):
        if (how, name) == ONE:
            parts.append((factor, word))
            continue
        atom = before_loop(made, Operand(name))
        if atom is None:
            return None
        if how:
            atom = _prepared(made, f"{name}.{how}", how, word, made.types[name], atom)
        if factor != 1:
            atom = _prepared(made, f"{name}.scaled", "mul", word, word, atom, factor)
        parts.append((atom, made.types[str(atom)]))
    total, kind = parts[0]
    for part, other in parts[1:]:
        kind = "ptr" if "ptr" in (kind, other) and made.layout.pointer == 64 else word
        total = _prepared(made, wanted, "add", kind, kind, total, part)
    return made.inputs.get(str(total)) or Value(str(total), kind)


def _rank(made: Builder, term: tuple[Atom, int]) -> tuple[bool, bool, str]:
    """Return the order of a term: the base of an address first, a number last."""
    (how, name), factor = term
    return ((how, name) == ONE, made.types.get(name) != "ptr" or factor != 1, name)


def _prepared(
    made: Builder, wanted: str, opcode: str, type_: str, of: str, *operands: str | Number
) -> str:
    """Return the name of a value computed before the loop, which is added if missing."""
    one = Prepared(opcode, of, operands)
    for name, known in made.prepared.items():
        if known == one and made.types[name] == type_:
            return name
    name, number = made.name(wanted), 1
    while name in made.prepared:
        number += 1
        name = made.name(f"{wanted}.{number}")
    made.prepared[name] = one
    made.types[name] = type_
    return name


def loaded(made: Builder, name: str, address: Value, type_: str) -> Value:
    """Return the value at an address before the loop."""
    at = address.name if address.number is None else address.number
    assert at is not None
    return Value(_prepared(made, f"{name}.first", "load", type_, type_, at), type_)
