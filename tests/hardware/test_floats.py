"""Loops of floats as words: bit by bit what numpy and exact fractions give."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest
from msgspec.structs import replace

from bench.hardware_loops import mapped
from hardware.model.float_values import float_values, floats_read
from hardware.model.floats import CONVERSIONS, FLOATING, NANS, bits_of, float_of
from hardware.model.realise import Form, difference, realised
from hardware.model.reference import reference
from hardware.model.simulate import simulate_words
from hardware.model.stimulus import Stimulus, random_stimulus
from hardware.model.units import Unit, computes
from models.data.dfg import Constant, Dfg, Initial, Operand, Operation, Operator, Pattern
from models.errors import InputError
from models.semantics.typed import wrapped
from tests.hardware.float_loops import (
    DOUBLES,
    EDGES,
    ROWS,
    WIDE_EDGES,
    applied,
    float_loop,
)
from tests.models.mappings import operations as steps_of
from tests.seeds import seeds

ARRAYS = ("mesh:2x2,io=all", "torus:2x2,io=all,registers=3", "s4:4x4", "satmapit:3x3")


@seeds(range(0, 120, 4))
@pytest.mark.parametrize("double", [False, True])
def test_random_loops(seed: int, double: bool) -> None:
    """Tests that words compute random loops of floats, on usual numbers and on the edges."""
    dfg = float_loop(seed, rows=DOUBLES if double else ROWS)
    case = mapped(dfg, ARRAYS[seed % len(ARRAYS)])
    assert case is not None
    if double:
        with pytest.raises(InputError, match="wider than i32; use a width of at least 64"):
            realised(*case, Form("moves"))
    bits = 64 if double else (32, 64)[seed % 2]
    form = Form("moves", bits, bool(seed % 5), 2 + seed % 9, 4)
    made = realised(*case, form)
    assert difference(dfg, made.machine, made.words, seed) is None
    source, word = random.Random(seed), made.words.word
    given = random_stimulus(dfg, word, form.iterations, 4, seed)
    every = WIDE_EDGES if double else EDGES
    edges = tuple(wrapped(source.choice(every), word) for _ in range(form.iterations))
    for x in (given.inputs.get("x", ()), edges):
        inputs = {**given.inputs, **({"x": x} if x else {})}
        found = simulate_words(made.machine, made.words, Stimulus(inputs, given.memory))
        due = reference(dfg, word, form.iterations, Stimulus(inputs, given.memory))
        assert (found.outputs, found.stored) == (due.outputs, due.stored)


TYPED = {  # what is made of what, where that is not of one type
    "sitofp": ("float:i32", "double:i64"), "uitofp": ("float:u32", "double:u64"),
    "fptosi": ("i32:float", "i32:double"), "fptoui": ("i32:float", "i32:double"),
    "fpext": ("", "double:float"), "fptrunc": ("", "float:double"),
}  # fmt: skip


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("name", FLOATING)
def test_instructions(name: str, double: bool) -> None:
    """Tests every instruction of floats at the edges, and on any bits."""
    if name in CONVERSIONS and not double:
        return
    source, type_ = random.Random(name), "double" if double else "float"
    words = [
        *(WIDE_EDGES if double else EDGES),
        *(source.getrandbits(32 << double) for _ in "abcd"),
    ]
    typed = TYPED.get(name, (f"{'i1:' * name.startswith('fcmp')}{type_}",) * 2)[double]
    unit = Unit(f"{name}:{typed}", (f"{name}:{typed}", *"_" * FLOATING[name]))
    word = "i64" if double else "i32"
    for a in words:
        for b in words if FLOATING[name] == 2 else (0,):
            given = (a, b)[: FLOATING[name]]
            due = applied(name, given, double=double)
            assert computes(unit, word, given) == wrapped(due, word), (name, given)


def one(row: Operator, *more: Operator, **changes: object) -> Dfg:
    """A loop whose first operation is of an operator; others read it and the input."""
    names = ["x"]
    operations = []
    for n, operator in enumerate((row, *more)):
        operands = tuple(Operand(names[-1]) for _ in range(operator.arity))
        operations.append(Operation(f"v{n}", operator.name, operands))
        names.append(f"v{n}")
    dfg = Dfg("one", (row, *more), ("x",), tuple(operations), (names[-1],))
    return replace(dfg, **changes)


REFUSED = (
    (one(Operator("fadd", 2, type="double")), "words of double, wider than i32; use a width of at"),
    (one(Operator("fpext", 1, type="float")), "makes float of float; fpext has hardware for"),
    (one(Operator("atan", 1)), "has no hardware; known: .*fadd"),
    (one(Operator("fadd", 2, type="i32")), "makes i32 of i32; fadd has hardware for floats"),
    (one(Operator("add", 2), Operator("fadd", 2)), "'v1' reads 'v0', which is an integer, as a fl"),
    (one(Operator("fadd", 2), Operator("select", 3)), "give operators that move floats the type"),
)


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_refusals(number: int) -> None:
    """Tests that what floats have no hardware for gives a line with the way out."""
    dfg, message = REFUSED[number]
    case = mapped(dfg, "mesh:2x2,io=all")
    assert case is not None
    with pytest.raises(InputError, match=message):
        realised(*case, Form("moves"))


def test_numbers_that_are_floats() -> None:
    """Tests which inputs, constants and initial numbers become the bits of floats."""
    rows = (Operator("fmul", 2), Operator("fadd", 2), Operator("add", 2))
    operations = steps_of("p fmul a two; s fadd s@1 p; n add b two")
    dfg = Dfg(
        "numbers", rows, ("a", "b", "c"), operations, ("s", "n"), (Constant("two", 2),),
        initial=(Initial("s", ("c",)),),
        patterns=(Pattern("mac", ("fadd", "_", "fmul", "_", "_")),),
    )  # fmt: skip
    assert float_values(dfg) == dict.fromkeys("apsc", "float")
    assert floats_read(dfg, "mac") == ("float",) * 3
    tenth = replace(one(rows[1]), constants=(Constant("tenth", 0.1),))
    summed = replace(tenth.operations[0], operands=(Operand("x"), Operand("tenth")))
    tenth = replace(tenth, operations=(summed,))
    zero = Stimulus({"x": (0,)}, random_stimulus(tenth, "i32", 1, 4, 0).memory)
    assert reference(tenth, "i32", 1, zero).outputs == {"v0": (0x3DCCCCCD,)}
    half = replace(dfg, constants=(Constant("two", 2.5),))
    case = mapped(half, "mesh:2x2,io=all")
    assert case is not None
    with pytest.raises(InputError, match="constant 'two' is 2.5, which is no integer; what reads"):
        realised(*case, Form("moves"))


FRACTION = {"float": (24, -149, 127), "double": (53, -1074, 1023)}
"""Bits of a fraction, and the exponents of the least and the largest power of two."""


def rounded(exact: Fraction, type_: str) -> float:
    """The nearest float of a type, by integers alone; infinite where it is too large."""
    bits, least, most = FRACTION[type_]
    power = max(exact.numerator.bit_length() - exact.denominator.bit_length() - bits, least)
    for step in (power - 1, power, power + 1):
        if step < least:
            continue
        whole = round(abs(exact) / Fraction(2) ** step)
        if whole <= 1 << bits:
            if whole * Fraction(2) ** step >= Fraction(2) ** (most + 1):
                return math.inf if exact > 0 else -math.inf
            return math.copysign(math.ldexp(whole, step), 1 if exact > 0 else -1)
    raise AssertionError


def due(type_: str, words: tuple[int, int, int]) -> int:
    """The bits of a product and a sum."""
    a, b, c = (float_of(word, type_) for word in words)
    if not math.isinf(c) and not math.isnan(c) and math.isfinite(a) and math.isfinite(b):
        exact = Fraction(a) * Fraction(b) + Fraction(c)
        if exact:
            return bits_of(rounded(exact, type_), type_)
        zero = math.copysign(1, a) * math.copysign(1, b)
        return bits_of(-0.0 if c == 0 and zero < 0 and math.copysign(1, c) < 0 else 0.0, type_)
    if math.isfinite(a) and math.isfinite(b):
        return NANS[type_] if math.isnan(c) else bits_of(c, type_)
    return bits_of(a * b + c, type_)


def rows(type_: str, count: int) -> list[list[int]]:
    """Edges, any bits, and sums of which little is left or cut off."""
    source, size = random.Random(type_), 32 if type_ == "float" else 64
    edges = EDGES if type_ == "float" else WIDE_EDGES
    found = []
    for n in range(count):
        a, b, c = (source.choice(edges) if n % 3 else source.getrandbits(size) for _ in "abc")
        if n % 4 == 1:
            near = bits_of(-float_of(a, type_) * float_of(b, type_), type_)
            c = (near + source.randint(-2, 2)) % (1 << size)
        elif n % 4 == 2:
            a, b = (bits_of(source.randrange(1, 1 << 24), type_) for _ in "ab")
            c = bits_of(source.choice((-1, 1)) * 2.0 ** source.randint(-40, 80), type_)
        found.append([a, b, c, 0])
    return found


@pytest.mark.parametrize("type_", ["float", "double"])
def test_numbers(type_: str) -> None:
    """Tests that units round once, on edges and where nearly everything is cut off."""
    unit = Unit(f"fma:{type_}", (f"fma:{type_}", "_", "_", "_"))
    word = "u32" if type_ == "float" else "u64"
    for row in rows(type_, 3000):
        a, b, c, _ = row
        assert computes(unit, word, (a, b, c)) == due(type_, (a, b, c)), [hex(n) for n in row]
