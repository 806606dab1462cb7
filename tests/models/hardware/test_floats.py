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
    WIDE_EDGES,
    applied,
    bits_of,
    by_numpy,
    float_loop,
)
from tests.seeds import seeds

ARRAYS = ("mesh:2x2,io=all", "torus:2x2,io=all,registers=3", "s4:4x4", "satmapit:3x3")


@seeds(range(120))
def test_random_loops(seed: int) -> None:
    """Tests that words compute random loops of floats, on usual numbers and on the edges."""
    dfg = float_loop(seed)
    case = mapped(dfg, ARRAYS[seed % len(ARRAYS)])
    assert case is not None
    form = Form("moves", (32, 64)[seed % 2], bool(seed % 5), 2 + seed % 9, 4)
    made = realised(*case, form)
    assert difference(dfg, made.machine, made.words, seed) is None
    source = random.Random(seed)
    given = random_stimulus(dfg, made.words.word, form.iterations, 4, seed)
    edges = tuple(wrapped(source.choice(EDGES), made.words.word) for _ in range(form.iterations))
    for x in (given.inputs.get("x", ()), edges):
        inputs = {**given.inputs, **({"x": x} if x else {})}
        found = simulate_words(made.machine, made.words, Stimulus(inputs, given.memory))
        due, stored = by_numpy(dfg, inputs, given.memory, form.iterations)
        mask = (1 << 32) - 1
        for name in dfg.results:
            assert [n & mask for n in found.outputs[name]] == [n & mask for n in due[name]], name
        assert {a: n & mask for a, n in found.stored.items()} == {
            a: n & mask for a, n in stored.items()
        }


@seeds(range(60))
def test_loops_of_doubles(seed: int) -> None:
    """Tests that words of 64 bits compute random loops of doubles, as numpy does."""
    dfg = float_loop(seed, rows=DOUBLES)
    case = mapped(dfg, ARRAYS[seed % len(ARRAYS)])
    assert case is not None
    with pytest.raises(InputError, match="wider than i32; use a width of at least 64"):
        realised(*case, Form("moves"))
    made = realised(*case, Form("moves", 64, bool(seed % 5), 2 + seed % 9, 4))
    source = random.Random(seed)
    given = random_stimulus(dfg, made.words.word, made.words.iterations, 4, seed)
    edges = tuple(
        wrapped(source.choice(WIDE_EDGES), made.words.word) for _ in range(made.words.iterations)
    )
    for x in (given.inputs.get("x", ()), edges):
        inputs = {**given.inputs, **({"x": x} if x else {})}
        found = simulate_words(made.machine, made.words, Stimulus(inputs, given.memory))
        due, stored = by_numpy(dfg, inputs, given.memory, made.words.iterations, double=True)
        mask = (1 << 64) - 1
        for name in dfg.results:
            assert [n & mask for n in found.outputs[name]] == [n & mask for n in due[name]], name
        assert {a: n & mask for a, n in found.stored.items()} == {
            a: n & mask for a, n in stored.items()
        }
    assert difference(dfg, made.machine, made.words, seed) is None


@pytest.mark.parametrize("name", FLOATING)
def test_instructions_of_doubles(name: str) -> None:
    """Tests every instruction of doubles at the edges, and on any bits."""
    source = random.Random(name)
    words = [*WIDE_EDGES, *(source.getrandbits(64) for _ in range(10))]
    opcode = {
        "sitofp": "sitofp:double:i64", "uitofp": "uitofp:double:u64", "fpext": "fpext:double:float",
        "fptrunc": "fptrunc:float:double", "fptosi": "fptosi:i32:double",
        "fptoui": "fptoui:i32:double",
    }.get(name, f"{name}:i1:double" if name.startswith("fcmp") else f"{name}:double")  # fmt: skip
    unit = Unit(opcode, (opcode, *"_" * FLOATING[name]))
    for a in words:
        for b in words if FLOATING[name] == 2 else (0,):
            given = (a, b)[: FLOATING[name]]
            due = applied(name, given, double=True)
            assert computes(unit, "i64", given) == wrapped(due, "i64"), (name, given)


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


@pytest.mark.parametrize("name", [name for name in FLOATING if name not in CONVERSIONS])
def test_instructions(name: str) -> None:
    """Tests every instruction of floats at the edges, and on any bits."""
    source = random.Random(name)
    words = [*EDGES, *(source.getrandbits(32) for _ in range(10))]
    typed = {"sitofp": "float:i32", "uitofp": "float:u32"}.get(name, "float")
    opcode = f"{name}:{typed}" if name not in ("fptosi", "fptoui") else f"{name}:i32:float"
    opcode = f"{name}:i1:float" if name.startswith("fcmp") else opcode
    unit = Unit(opcode, (opcode, *"_" * FLOATING[name]))
    for a in words:
        for b in words if FLOATING[name] == 2 else (0,):
            given = (a, b)[: FLOATING[name]]
            due = applied(name, given)
            assert computes(unit, "i32", given) == wrapped(due, "i32"), (name, given)


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
    (
        one(Operator("fadd", 2, type="float", of="i8")),
        "makes float of i8; fadd has hardware",
    ),
    (
        one(Operator("smin", 2, type="float")),
        "smin has hardware for integers only; floats have fadd",
    ),
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
    operations = (
        Operation("p", "fmul", (Operand("a"), Operand("two"))),
        Operation("s", "fadd", (Operand("s", 1), Operand("p"))),
        Operation("n", "add", (Operand("b"), Operand("two"))),
    )
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
