"""Loops of floats as words: bit by bit what numpy computes in binary32."""

from __future__ import annotations

import random

import numpy as np
import pytest
from msgspec.structs import replace

from bench.hardware_loops import mapped
from models.data.dfg import Constant, Dfg, Initial, Operand, Operation, Operator, Pattern
from models.errors import InputError
from models.hardware.float_values import float_values, floats_read
from models.hardware.floats import CONVERSIONS, FLOATING
from models.hardware.machine import machine_of
from models.hardware.realise import Form, difference, realised
from models.hardware.simulate import simulate_words
from models.hardware.stimulus import Stimulus, random_stimulus
from models.hardware.units import Unit, computes, unit_of
from models.semantics.typed import wrapped
from solvers.synthesis import area_of
from tests.models.hardware.float_loops import (
    DOUBLES,
    EDGES,
    ROWS,
    WIDE_EDGES,
    applied,
    bits_of,
    by_numpy,
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
    mask = (1 << (64 if double else 32)) - 1
    for x in (given.inputs.get("x", ()), edges):
        inputs = {**given.inputs, **({"x": x} if x else {})}
        found = simulate_words(made.machine, made.words, Stimulus(inputs, given.memory))
        due, stored = by_numpy(dfg, inputs, given.memory, form.iterations, double=double)
        for name in dfg.results:
            assert [n & mask for n in found.outputs[name]] == [n & mask for n in due[name]], name
        kept = {a: n & mask for a, n in found.stored.items()}
        assert kept == {a: n & mask for a, n in stored.items()}


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


@pytest.mark.parametrize("opcode", ["sitofp:float:i64", "uitofp:float:u64"])
def test_long_integers(opcode: str) -> None:
    """Tests that integers of 64 bits become the nearest float, which binary64 would round away."""
    source = random.Random(opcode)
    words = [source.getrandbits(64) for _ in range(50)]
    words += [(1 << n) + (1 << n - 24) + one for n in range(30, 64) for one in (-1, 0, 1)]
    words += [(1 << n) + (1 << n - 24) + (1 << n - 23) for n in range(30, 64)]
    for word in (*words, 0, 1, (1 << 63), (1 << 64) - 1):
        whole = np.uint64(word) if opcode[0] == "u" else np.uint64(word).view(np.int64)
        due = bits_of(np.float32(whole))
        assert computes(Unit(opcode, (opcode, "_")), "i64", (word,)) == due, hex(word)


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
    (one(Operator("fadd", 2, type="float", of="i8")), "makes float of i8; fadd has hardware"),
    (one(Operator("smin", 2, type="float")), "smin has hardware for integers only; floats have"),
    (one(Operator("atan", 1)), "has no hardware; known: .*fadd"),
    (one(Operator("fadd", 2, type="i32")), "makes i32 of i32; fadd has hardware for floats"),
    (one(Operator("fcmp.olt", 2, type="float")), "makes float of float; fcmp.olt has hardware"),
    (one(Operator("fadd", 2), Operator("add", 2)), "'v1' reads 'v0', which is a float, as an int"),
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


def test_widths() -> None:
    """Tests that words are at least as wide as a float, and that doubles need 64 bits."""
    dfg = one(Operator("sitofp", 1))
    assert unit_of(dfg, "sitofp", "i32").name == "sitofp:float:i32"
    with pytest.raises(InputError, match="wider than i16; use a width of at least 32"):
        unit_of(dfg, "sitofp", "i16")
    assert unit_of(dfg, "sitofp", "i64").name == "sitofp:float:i64"
    with pytest.raises(InputError, match="wider than i32; use a width of at least 64"):
        unit_of(one(Operator("fadd", 2, type="double")), "fadd", "i32")
    assert unit_of(one(Operator("sitofp", 1, of="i32")), "sitofp", "i64").arity == 1


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
    half = replace(dfg, constants=(Constant("two", 2.5),))
    case = mapped(half, "mesh:2x2,io=all")
    assert case is not None
    with pytest.raises(InputError, match="constant 'two' is 2.5, which is no integer; what reads"):
        realised(*case, Form("moves"))


def test_area() -> None:
    """Tests that units of floats are refused where gates are counted."""
    case = mapped(one(Operator("fadd", 2)), "mesh:2x2,io=all")
    assert case is not None
    machine = machine_of(case[0].arch, problem=case[0])
    with pytest.raises(InputError, match="unit 'fadd:float' is behavioural and has no gates"):
        area_of(machine)
