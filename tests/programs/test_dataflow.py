"""Graphs of loops: their operations, distances and orders, by hand."""

from __future__ import annotations

import pytest

from models.data.dfg import Dfg
from programs.dataflow import DataflowOptions, Kernel, extract, innermost_loops
from programs.loops import Region
from programs.source import read_text

ARRAYS = "float A[16][16], B[16][16], C[16][16]; float x[64], y[64], a; int c[64], n[64], s;\n"
WHOLE = DataflowOptions()
PLAIN = DataflowOptions(control=False)


def region_of(text: str) -> Region:
    program = f"{ARRAYS}void f(void) {{\n#pragma PTMAP f\n{text}\n#pragma ENDMAP\n}}\n"
    (region,) = read_text(program)
    return region


def kernel_of(text: str, options: DataflowOptions = WHOLE) -> Kernel:
    region = region_of(text)
    (loop,) = innermost_loops(region)
    return extract(region, loop, options)


def body_of(text: str, options: DataflowOptions = PLAIN, step: int = 1) -> Kernel:
    return kernel_of(f"for (int i = 8; i < 40; i += {step}) {{ {text} }}", options)


def counts(kernel: Kernel) -> dict[str, int]:
    found: dict[str, int] = {}
    for operation in kernel.dfg.operations:
        opcode = operation.operator.split("/")[0]
        found[opcode] = found.get(opcode, 0) + 1
    return found


def orders(dfg: Dfg) -> set[tuple[str, str, int]]:
    return {(edge.before, edge.after, edge.distance) for edge in dfg.order}


J = "for (int j = 0; j < 9; j++) for (int i = 0; i < 9; i++)"
BODIES = [
    # Equal computations are one operation, also with operands exchanged.
    ("y[i] = x[i] * x[i + 1]; y[i + 20] = x[i + 1] * x[i] + 1.0f;", "load 2 fmul fadd store 2"),
    # Constants are folded and neutral ones dropped, but a zero that a float may notice is added.
    ("c[i] = (n[i] + 0) * 1 + (3 * 4 - 2);", "load add store"),
    ("y[i] = x[i] + 0.0f;", "load fadd store"),
    # What does not change is computed outside, and outer indices are known before the loop.
    (f"{J} y[i] = a * x[j] + x[j + 1];", "store"),
    (f"{J} c[i] = n[i] * j;", "load mul store"),
    # What was stored iterations ago is carried, unless it may be stored elsewhere.
    ("x[i] = x[i - 3] * a;", "fmul store"),
    ("x[i] = x[i] + x[20];", "load 2 fadd store"),
    ("c[n[i] & 15] += s;", "load 2 and add store"),
    # Conditions are predicates, selections, or one comparison of indices.
    ("if (c[i] > 3) n[i] = c[i + 1];", "load 2 gt store"),
    ("if (c[i] > 3) s += c[i];", "load gt add select store"),
    (f"{J} if (i + 2 > j) y[i] = a;", "add ge store"),
    # Stores that are overwritten at once are dropped, unless another element may be the same one.
    ("x[i] = a; x[i] = x[i] * 2.0f;", "store"),
    ("c[i] = 1; n[i] = c[n[i] & 15]; c[i] = 2;", "load 2 and store 3"),
    # A local scalar without a later use is not stored; a value of two owners is copied.
    ("float t = x[i] * a; y[i] = t + 1.0f;", "load fmul fadd store"),
    ("float t = x[i - 1] + y[i - 1]; x[i] = t; y[i] = t;", "fadd mov store 2"),
    # Selections that are minima and maxima, and others.
    ("y[i] = x[i] < a ? x[i] : a;", "load min store"),
    ("y[i] = a > x[i] ? x[i] : a;", "load min store"),
    ("c[i] = s < n[i] ? n[i] : s;", "load max store"),
    ("y[i] = x[i] <= a ? x[i] : a;", "load le select store"),
    ("y[i] = x[i] < a ? x[i + 1] : a;", "load 2 lt select store"),
    ("y[i] = fminf(x[i], a);", "load fmin store"),
]


@pytest.mark.parametrize(("text", "opcodes"), BODIES)
def test_operations_of_a_body(text: str, opcodes: str) -> None:
    """Tests which operations a loop needs, control left out."""
    kernel = kernel_of(text, PLAIN) if text.startswith("for") else body_of(text)
    words = opcodes.split()
    due = {
        word: int(after) if after.isdigit() else 1
        for word, after in zip(words, [*words[1:], ""], strict=True)
        if not word.isdigit()
    }
    assert counts(kernel) == due


@pytest.mark.parametrize(
    ("text", "step", "due"),
    [
        ("x[i] = x[i] + x[20];", 1, {("store_x0", "load_x1", 1)}),  # iteration 12 writes it
        ("y[i] = x[i + 2]; x[i] = a;", 1, {("load_x0", "store_x0", 2)}),
        # Iteration 15 reads what 14 has stored, 16 what it stores itself.
        (
            "y[i] = x[2 * i - 16]; x[i] = a;",
            1,
            {("load_x0", "store_x0", 0), ("store_x0", "load_x0", 1)},
        ),
        ("x[i] = x[i + 1] + a;", 2, set()),
        ("if (c[i] > 3) s += c[i];", 1, set()),
        # Orders that others imply are left out.
        (
            "c[n[i] & 15] = s; c[n[i + 1] & 15] = s + i; c[n[i + 2] & 15] = 3;",
            1,
            {
                ("store_c0", "store_c1", 0),
                ("store_c1", "store_c2", 0),
                ("store_c2", "store_c0", 1),
            },
        ),
    ],
)
def test_orders(text: str, step: int, due: set[tuple[str, str, int]]) -> None:
    """Tests the exact distance of the first meeting of two accesses."""
    assert orders(body_of(text, step=step).dfg) == due


def test_addresses_may_be_operations_that_share_what_they_can() -> None:
    """Tests that the first array begins at 0."""
    options = DataflowOptions("operations", control=False)
    kernel = body_of("y[i] = x[i] + x[i + 1];", options)
    assert counts(kernel) == {"add": 3, "load": 2, "fadd": 1, "store": 1}
    kernel = kernel_of(f"{J} A[i][j] = B[i][j];", options)
    assert counts(kernel) == {"add": 3, "mul": 1, "load": 1, "store": 1}
