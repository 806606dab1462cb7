from __future__ import annotations

from dataclasses import replace

import msgspec
import numpy as np
import pytest

from archs.presets import architecture_preset
from heuristics.modulo import modulo_schedule
from models.data.problem import Problem
from models.errors import InputError
from programs.dataflow import DataflowOptions, Kernel, MappedKernel, kernels, run_dfg
from programs.loops import ProgramError, Region, execute
from programs.loops.random_values import random_values
from programs.loops.types import DOUBLE
from programs.properties import min_ii
from programs.source import read_text
from programs.transform import Flatten, variant_of
from tests.programs.applications import NESTS, application
from tests.programs.compiled import assert_same

OPTIONS = [
    DataflowOptions(addresses, control)
    for addresses in ("generators", "operations")
    for control in (True, False)
]


def mapped(kernel: Kernel, array: str) -> MappedKernel | None:
    arch = architecture_preset(array)
    first = min_ii(kernel.dfg, arch)
    for contexts in range(first, first + 6):
        mapping = modulo_schedule(Problem(kernel.dfg, arch, contexts), effort=60)
        if mapping is not None:
            return MappedKernel(kernel, arch, mapping)
    return None


@pytest.mark.oracle(keep=4)
@pytest.mark.parametrize("number", range(len(NESTS)))
def test_applications_by_graphs_give_what_the_interpreter_gives(number: int) -> None:
    """Tests all applications, with addresses and control as operations or not."""
    region, values = application([*NESTS][number]), random_values(application([*NESTS][number]), 1)
    found = run_dfg(region, values, kernels(region, OPTIONS[number % 4]))
    assert_same(found, execute(region, values))


@pytest.mark.parametrize(("name", "path"), [("gemver", (1,)), ("convolution", (0, 0))])
def test_graphs_of_flattened_loops_compute_the_same(name: str, path: tuple[int, ...]) -> None:
    region = application(name)
    made = variant_of(region).apply(Flatten(path)).region
    values = random_values(region, 5)
    assert_same(run_dfg(made, values), execute(region, values))


@pytest.mark.parametrize("array", ["s4", "r4"])
@pytest.mark.parametrize("name", ["trisolv", "atax"])
def test_mapped_applications_give_what_the_interpreter_gives(name: str, array: str) -> None:
    region = application(name)
    values = random_values(region, 1)
    parts = [mapped(kernel, array) for kernel in kernels(region)]
    assert all(part is not None for part in parts)
    found = run_dfg(region, values, [part for part in parts if part is not None])
    assert_same(found, execute(region, values))


def one_loop(body: str) -> tuple[Region, Kernel]:
    text = f"int x[64], y[64], n[64]; int a;\nvoid f(void) {{\n#pragma PTMAP f\n{body}\n"
    (region,) = read_text(f"{text}#pragma ENDMAP\n}}\n")
    (kernel,) = kernels(region)
    return region, kernel


def test_a_mapping_that_ignores_an_order_is_noticed() -> None:
    region, kernel = one_loop("for (int i = 8; i < 20; i++) x[n[i] & 7] += i;")
    free = replace(kernel, dfg=msgspec.structs.replace(kernel.dfg, order=()))
    part = mapped(free, "s4")
    assert part is not None and part.mapping.contexts == 1
    values = random_values(region, 2)
    assert not np.array_equal(run_dfg(region, values, [part])["x"], execute(region, values)["x"])
    with pytest.raises(InputError, match="before 'store_x0' of iteration -1 has completed"):
        run_dfg(region, values, [MappedKernel(kernel, part.arch, part.mapping)])


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("x[n[i] + 100] = 1;", "a subscript of 'x' is outside of its extents"),
        ("x[i] = y[n[i] + 100];", "what is stored to 'x' is not defined"),
        ("x[i] = 1 / (n[i] - n[i]);", "what is stored to 'x' is not defined"),
        ("if (y[n[i] + 100] > 3) x[i] = 1;", "a condition is not defined"),
    ],
)
def test_what_c_leaves_open_is_an_error_of_one_line(body: str, what: str) -> None:
    region, _ = one_loop(f"for (int i = 8; i < 20; i++) {body}")
    values = random_values(region, 1)
    with pytest.raises(ProgramError):
        execute(region, values)
    with pytest.raises(ProgramError, match=rf"program.c:4: {what}, in loop 'i'$"):
        run_dfg(region, values)


@pytest.mark.parametrize(
    "body",
    [
        # What is not chosen may be undefined.
        "if (n[i] != 0) x[i] = 100 / n[i];",
        "x[i] = n[i] ? 100 / n[i] : 3;",
        "x[i] = n[i] && 100 / n[i] > 20;",
        "x[i] = n[i] == 0 || 100 / n[i] > 20;",
        "if (n[i] > 0 && y[n[i] - 1] > 0) a += y[n[i] - 1];",
        # Data may point to what would have been carried.
        "x[i] = a; x[n[i]] = 7; y[i] = x[i - 1];",
        # A local sum is there after its loop.
        "int t = i; for (int j = 0; j < 9; j++) t += x[j]; y[i] = t;",
        # An element under a condition may not exist.
        "for (int j = 0; j < 5; j++) if (i < 30) x[i + 34] += j;",
        # What is stored under a condition is not carried, and other elements never meet.
        "if (n[i]) x[i] = a; y[i] = x[i - 1]; x[5] = i; y[1] = x[6];",
        # What is known is computed before.
        "x[i] = abs(-3) + (1 ? y[i] : a) + 1 * y[i] + (0 | a) + (y[i] > a ? 5 : 5);",
        "x[i] = -3; y[i] = abs(x[i]) * 2 + (x[i] > 0 ? a : n[i]);",
        # Loops that are never entered change nothing.
        "for (int j = 10; j < i - 28; j++) { a += x[j]; x[j - 2] = a; }",
    ],
)
def test_one_loop_gives_what_the_interpreter_gives(body: str) -> None:
    region, _ = one_loop(f"for (int i = 8; i < 40; i++) {{ {body} }}")
    values = random_values(region, 1)
    if "n" in values:
        i = np.arange(64, dtype=np.int32)
        values["n"] = np.where(i % 5, i - i % 2, 0)
    for options in OPTIONS:
        found = run_dfg(region, values, kernels(region, options))
        assert_same(found, execute(region, values))


def test_wide_and_narrow_numbers_wrap_as_in_c() -> None:
    text = (
        "char b[16]; unsigned u[16]; long l[16]; float q[16]; double d[16];\nvoid f(void) {\n"
        "#pragma PTMAP f\nfor (int i = 1; i < 16; i++) { b[i] = (char)(b[i] * 77 + i);"
        " u[i] = u[i - 1] * 2654435761U + (u[i] >> 3); l[i] = l[i] * l[i] - b[i];"
        " q[i] = q[i] * q[i - 1] + 0.1f; d[i] = q[i] / 3.0; }\n#pragma ENDMAP\n}\n"
    )
    (region,) = read_text(text)
    values = random_values(region, 5)
    assert region.declared["d"].type == DOUBLE
    for options in OPTIONS:
        found = run_dfg(region, values, kernels(region, options))
        assert_same(found, execute(region, values))
