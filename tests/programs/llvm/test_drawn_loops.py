"""Random graphs as loops of C and of LLVM's text: what is stored, by arithmetic of its own."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from models.data.dfg import Constant, Dfg, Initial, Number, Operand
from models.semantics.evaluate import evaluate
from programs.llvm.flow import Loop, innermost_loops
from programs.llvm.graph import loop_graph
from programs.llvm.layout import Layout
from programs.llvm.module import functions_of
from programs.llvm.read import read_loops
from tests.models.drawn_graphs import drawn

WORDS = {"sub": 2, "add": 2, "mul": 2, "xor": 2, "or": 2, "lt": 2, "eq": 2, "select": 3}
SIGNS = {"sub": "-", "add": "+", "mul": "*", "xor": "^", "or": "|", "lt": "<", "eq": "=="}
COMPARED = {"lt": "slt", "eq": "eq"}
ITERATIONS = 6
BASE, APART = 1 << 40, 1000
"""Where the array begins, and how many elements each input and result has in it."""
FIRST_RESULT = 10


def graphs(count: int, name: str) -> Iterator[tuple[int, Dfg]]:
    """Yield graphs whose results are operations and whose numbers are whole."""
    for seed in range(count):
        chance = random.Random(f"{name} {seed}")
        features = {"names", "carried"} | {
            x for x in ("constants", "initial") if chance.random() < 0.7
        }
        dfg = drawn(chance, features, WORDS)
        yield (
            seed,
            replace(
                dfg,
                results=dfg.results or (dfg.operations[0].name,),
                constants=tuple(Constant(c.name, int(c.value) % 1000) for c in dfg.constants),
                initial=tuple(
                    Initial(b.value, tuple(int(n) for n in b.numbers if not isinstance(n, str)))
                    for b in dfg.initial
                    if b.value not in dfg.inputs
                ),
            ),
        )


def stored(dfg: Dfg, inputs: dict[str, list[int]]) -> list[list[int]]:
    """Return the results, by arithmetic on words of 32 bits."""
    begun = {each.value: each.numbers for each in dfg.initial}
    numbers = {each.name: int(each.value) for each in dfg.constants}
    rows: list[dict[str, int]] = []

    def read(operand: Operand, row: int) -> int:
        if operand.value in numbers:
            return numbers[operand.value]
        if operand.value in inputs:
            return inputs[operand.value][row]
        back = row - operand.distance
        first = (*begun.get(operand.value, ()), 0, 0, 0)
        return rows[back][operand.value] if back >= 0 else int(first[-1 - back])

    for row in range(ITERATIONS):
        rows.append({})
        for name in dfg.schedule_order:
            operation = dfg.operation_by_name[name]
            a, b, *c = (read(x, row) for x in operation.operands)
            made = {
                "sub": a - b, "add": a + b, "mul": a * b, "xor": a ^ b, "or": a | b,
                "lt": int(a < b), "eq": int(a == b), "select": b if a else (c or [0])[0],
            }  # fmt: skip
            rows[row][name] = (made[operation.operator] + 2**31) % 2**32 - 2**31
    return [[row[name] for row in rows] for name in dfg.results]


def far(dfg: Dfg) -> dict[str, int]:
    """Return how many iterations later each value is read, at most."""
    found: dict[str, int] = {}
    for operation in dfg.operations:
        for x in operation.operands:
            found[x.value] = max(x.distance, found.get(x.value, 0))
    return {name: most for name, most in found.items() if most}


def begin(dfg: Dfg, name: str, distance: int) -> Number | str:
    numbers = {each.value: each.numbers for each in dfg.initial}.get(name, ())
    return (*numbers, 0, 0, 0)[distance - 1]


def text_of(dfg: Dfg, operand: Operand, sigil: str = "") -> str:
    for constant in dfg.constants:
        if constant.name == operand.value:
            return str(constant.value)
    return f"{sigil}{operand.value}" + (f"_{operand.distance}" if operand.distance else "")


def c_text(dfg: Dfg, name: str) -> str:
    """Return a function of C; variables keep values for later iterations."""
    lines = [f"void {name}(int n, int *p) {{"]
    for value, most in far(dfg).items():
        lines += [f"  int {value}_{d} = {begin(dfg, value, d)};" for d in range(1, most + 1)]
    lines.append("  for (int i = 0; i < n; i++) {")
    lines += [f"    int {x} = p[i + {k * APART}];" for k, x in enumerate(dfg.inputs)]
    for own in (dfg.operation_by_name[each] for each in dfg.schedule_order):
        a, b, *c = (text_of(dfg, x) for x in own.operands)
        if own.operator == "select":
            made = f"{a} ? {b} : {c[0]}"
        elif own.operator in COMPARED:
            made = f"{a} {SIGNS[own.operator]} {b}"
        else:
            made = f"(int)((unsigned){a} {SIGNS[own.operator]} (unsigned){b})"
        lines.append(f"    int {own.name} = {made};")
    for k, result in enumerate(dfg.results, FIRST_RESULT):
        lines.append(f"    p[i + {k * APART}] = {result};")
    for value, most in far(dfg).items():
        for d in range(most, 0, -1):
            lines.append(f"    {value}_{d} = {text_of(dfg, Operand(value, d - 1))};")
    return "\n".join([*lines, "  }", "}", ""])


def llvm_text(dfg: Dfg) -> str:
    """Return a function in LLVM's text, with a phi for every iteration that a value is kept."""
    lines = ["define void @f(i32 %n, ptr %p) {", "entry:", "  br label %head", "head:"]
    lines.append("  %i = phi i32 [ 0, %entry ], [ %next, %head ]")
    for value, most in far(dfg).items():
        for d in range(1, most + 1):
            inner = text_of(dfg, Operand(value, d - 1), "%")
            first = begin(dfg, value, d)
            lines.append(f"  %{value}_{d} = phi i32 [ {first}, %entry ], [ {inner}, %head ]")
    for k, value in enumerate(dfg.inputs):
        lines += _address(f"%at.{value}", k)
        lines.append(f"  %{value} = load i32, ptr %at.{value}")
    for own in (dfg.operation_by_name[each] for each in dfg.schedule_order):
        a, b, *c = (text_of(dfg, x, "%") for x in own.operands)
        name = f"%{own.name}"
        if own.operator in COMPARED:
            lines.append(f"  {name}.bit = icmp {COMPARED[own.operator]} i32 {a}, {b}")
            lines.append(f"  {name} = zext i1 {name}.bit to i32")
        elif own.operator == "select":
            lines.append(f"  {name}.bit = icmp ne i32 {a}, 0")
            lines.append(f"  {name} = select i1 {name}.bit, i32 {b}, i32 {c[0]}")
        else:
            lines.append(f"  {name} = {own.operator} i32 {a}, {b}")
    for k, result in enumerate(dfg.results, FIRST_RESULT):
        lines += _address(f"%to.{result}", k)
        lines.append(f"  store i32 %{result}, ptr %to.{result}")
    lines += ["  %next = add i32 %i, 1", "  %more = icmp slt i32 %next, %n"]
    lines += ["  br i1 %more, label %head, label %exit", "exit:", "  ret void", "}", ""]
    return "\n".join(lines)


def _address(name: str, place: int) -> list[str]:
    return [
        f"  {name}.n = add i32 %i, {place * APART}",
        f"  {name} = getelementptr i32, ptr %p, i32 {name}.n",
    ]


def stored_by(loop: Loop, inputs: list[list[int]], results: int) -> list[list[int]] | None:
    """Return what the graph of a loop stores, by result; accesses are told by their addresses.

    None where something is computed before the loop.
    """
    made = loop_graph(loop, Layout([loop.function]))
    dfg = made.dfg
    if made.prepared:
        return None
    outside: dict[str, list[Number]] = {
        name: [BASE if made.inputs[name].type == "ptr" else ITERATIONS] * ITERATIONS
        for name in dfg.inputs
    }
    given: dict[str, list[Number]] = {}
    rows = evaluate(dfg, ITERATIONS, outside)
    for load in (o for o in dfg.operations if o.operator.startswith("load")):
        at = [_element(dfg, load.operands[-1], rows, n) for n in range(ITERATIONS)]
        given[load.name] = [inputs[a // APART][a % APART] for a in at]
    rows = evaluate(dfg, ITERATIONS, outside, given)
    found = [[0] * ITERATIONS for _ in range(results)]
    for store in (o for o in dfg.operations if o.operator.startswith("store")):
        address, value = store.operands
        for n in range(ITERATIONS):
            at = _element(dfg, address, rows, n)
            found[at // APART - FIRST_RESULT][at % APART] = int(_read(dfg, value, rows, n))
    return found


def _element(dfg: Dfg, operand: Operand, rows: list[dict[str, Number]], n: int) -> int:
    at = int(_read(dfg, operand, rows, n)) - BASE
    assert at % 4 == 0
    return at // 4


def _read(dfg: Dfg, operand: Operand, rows: list[dict[str, Number]], n: int) -> Number:
    if operand.value in dfg.constant_by_name:
        return dfg.constant_by_name[operand.value]
    if n >= operand.distance:
        return rows[n - operand.distance][operand.value]
    numbers = {each.value: each.numbers for each in dfg.initial}.get(operand.value, ())
    first = (*numbers, 0, 0, 0)[operand.distance - n - 1]
    return rows[0][first] if isinstance(first, str) else first


def require_same(dfg: Dfg, loop: Loop, seed: int) -> bool:
    """Raise `AssertionError` where a loop's graph stores something else; False if not executed."""
    chance = random.Random(seed)
    inputs = [[chance.randrange(-(2**31), 2**31) for _ in range(ITERATIONS)] for _ in dfg.inputs]
    found = stored_by(loop, inputs, len(dfg.results))
    if found is None:
        return False
    wanted = stored(dfg, dict(zip(dfg.inputs, inputs, strict=True)))
    assert found == wanted, (seed, loop.function.name)
    return True


def test_loops_of_llvm(amount: Callable[[int], int]) -> None:
    """Tests what graphs of LLVM's text store: order of operands, distances, first numbers."""
    count = amount(300)
    executed = 0
    for seed, dfg in graphs(count, "llvm"):
        functions = functions_of(llvm_text(dfg), "drawn.ll")
        (loop,) = innermost_loops(functions[0])
        executed += require_same(dfg, loop, seed)
    assert executed > count / 2


@pytest.mark.skipif(shutil.which("clang") is None, reason="clang is not installed")
def test_loops_of_c(tmp_path: Path, amount: Callable[[int], int]) -> None:
    """Tests the same of C, as clang compiles it."""
    count = amount(200)
    made = dict(graphs(count, "c"))
    path = tmp_path / "drawn.c"
    path.write_text("".join(c_text(dfg, f"f{seed}") for seed, dfg in made.items()))
    executed = 0
    for loop in read_loops(str(path)):
        seed = int(loop.function.name[1:])
        executed += require_same(made[seed], loop, seed)
    assert executed > count / 2
