from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from archs.presets import architecture_preset
from heuristics.modulo import modulo_schedule
from models.data.mapping import Issue
from models.data.problem import Problem
from models.errors import InputError
from programs.dataflow import DataflowOptions, Kernel, Mapped, kernels, run_dfg
from programs.dataflow.properties import min_ii
from programs.dataflow.run import Execution
from programs.loops import ProgramError, Region, execute
from programs.loops.random_values import random_values
from programs.loops.types import DOUBLE, INT
from programs.source import read_text
from tests.programs.applications import NESTS, application
from tests.programs.dataflow_orders import any_order
from tests.programs.random_regions import RandomOptions, random_region
from tests.seeds import seeds

OPTIONS = [
    DataflowOptions(addresses, control)
    for addresses in ("generators", "operations")
    for control in (True, False)
]
# Many accesses that meet, also where data decides.
MEETING = RandomOptions(
    nests=1, depth=2, statements=4, trips=7, types=(INT,), indirect=0.3, conditions=0.4, scalars=0.2
)


def assert_identical(found: dict[str, Any], expected: dict[str, Any]) -> None:
    assert found.keys() == expected.keys()
    for name, value in expected.items():
        one, two = np.asarray(found[name]), np.asarray(value)
        assert one.dtype == two.dtype
        # Also the signs of zeros, and of what is no number.
        assert one.tobytes() == two.tobytes(), name


def mapped(kernel: Kernel, array: str) -> Mapped | None:
    arch = architecture_preset(array)
    first = min_ii(kernel.dfg, arch)
    for contexts in range(first, first + 6):
        mapping = modulo_schedule(Problem(kernel.dfg, arch, contexts), effort=60)
        if mapping is not None:
            return Mapped(kernel, arch, mapping)
    return None


@pytest.mark.oracle(keep=4)
@pytest.mark.parametrize("number", range(len(NESTS)))
def test_applications_by_graphs_give_what_the_interpreter_gives(number: int) -> None:
    """Tests all applications, with addresses and control as operations or not."""
    region, values = application([*NESTS][number]), random_values(application([*NESTS][number]), 1)
    found = run_dfg(region, values, kernels(region, OPTIONS[number % 4]))
    assert_identical(found, execute(region, values))


@seeds(range(30))
def test_random_programs_by_graphs_give_what_the_interpreter_gives(seed: int) -> None:
    """Tests programs of all kinds, and those whose accesses meet."""
    region = random_region(seed, MEETING) if seed % 3 == 2 else random_region(seed)
    values = random_values(region, seed)
    found = run_dfg(region, values, kernels(region, OPTIONS[seed % 4]))
    assert_identical(found, execute(region, values))


@seeds(range(40))
def test_every_order_that_edges_allow_leaves_the_same_memory(seed: int) -> None:
    """Tests that events may come in any order that operands and order edges leave."""
    region = random_region(1000 + seed, MEETING)
    values, order = random_values(region, seed), any_order(seed % 4)
    expected = execute(region, values)

    def run(self: Execution, _: object = None, run: Any = Execution.run) -> None:
        run(self, order)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Execution, "run", run)
        assert_identical(run_dfg(region, values), expected)


def without_order(kernel: Kernel, gone: int) -> Kernel:
    import dataclasses

    order = tuple(edge for n, edge in enumerate(kernel.dfg.order) if n != gone)
    return dataclasses.replace(kernel, dfg=msgspec.structs.replace(kernel.dfg, order=order))


def test_no_order_edge_could_be_left_out() -> None:
    text = (
        "int x[64], y[64], n[64];\nvoid f(void) {\n#pragma PTMAP f\n"
        "for (int i = 8; i < 20; i++) { y[i] = x[i + 2]; x[i] = n[i]; x[n[i] & 31] = i;"
        " n[i - 3] = x[i - 1]; }\n#pragma ENDMAP\n}\n"
    )
    (region,) = read_text(text)
    (kernel,) = kernels(region)
    values = random_values(region, 3)
    values["n"] = np.arange(64, dtype=np.int32) * 7 % 32
    expected = execute(region, values)

    def same(kernel: Kernel, draw: int) -> bool:
        found = {name: value.tolist() for name, value in values.items()}
        Execution(kernel, found, {}).run(any_order(draw))
        return all(found[name] == expected[name].tolist() for name in found)

    assert kernel.dfg.order
    assert all(same(kernel, draw) for draw in range(12))
    for gone in range(len(kernel.dfg.order)):
        less = without_order(kernel, gone)
        assert not all(same(less, draw) for draw in range(100)), kernel.dfg.order[gone]


@pytest.mark.parametrize("array", ["s4", "r4"])
@pytest.mark.parametrize("name", ["trisolv", "atax"])
def test_mapped_applications_give_what_the_interpreter_gives(name: str, array: str) -> None:
    region = application(name)
    values = random_values(region, 1)
    parts = [mapped(kernel, array) for kernel in kernels(region)]
    assert all(part is not None for part in parts)
    found = run_dfg(region, values, [part for part in parts if part is not None])
    assert_identical(found, execute(region, values))


def one_loop(body: str) -> tuple[Region, Kernel]:
    text = f"int x[64], y[64], n[64]; int a;\nvoid f(void) {{\n#pragma PTMAP f\n{body}\n"
    (region,) = read_text(f"{text}#pragma ENDMAP\n}}\n")
    (kernel,) = kernels(region)
    return region, kernel


def test_a_mapping_that_ignores_an_order_is_noticed() -> None:
    region, kernel = one_loop("for (int i = 8; i < 20; i++) x[n[i] & 7] += i;")
    free = without_order(kernel, 0)
    part = mapped(free, "s4")
    assert part is not None and part.mapping.contexts == 1
    values = random_values(region, 2)
    assert not np.array_equal(run_dfg(region, values, [part])["x"], execute(region, values)["x"])
    with pytest.raises(InputError, match="before 'store_x0' of iteration -1 has completed"):
        run_dfg(region, values, [Mapped(kernel, part.arch, part.mapping)])


def test_mappings_that_are_wrong_are_refused() -> None:
    """Tests a store in another place, one that is not issued, and a graph of another region."""
    body = "for (int i = 8; i < 20; i++) x[i] = y[i] * n[i] + 3;"
    region, kernel = one_loop(body)
    values, part = random_values(region, 1), mapped(kernel, "s4")
    assert part is not None
    store = next(issue for issue in part.mapping.issues if issue.operation == "store_x0")
    others = tuple(issue for issue in part.mapping.issues if issue is not store)
    parts = part.arch.components
    elsewhere = next(c.name for c in parts if c.name != store.component and c.issue)
    moved = (*others, Issue(store.operation, elsewhere, store.cycle))
    for issues, line in (
        (moved, "mapping of 'f_i': .*'store_x0'"),
        (others, "not issue 'store_x0'"),
    ):
        wrong = Mapped(kernel, part.arch, msgspec.structs.replace(part.mapping, issues=issues))
        with pytest.raises(InputError, match=line):
            run_dfg(region, values, [wrong])
    with pytest.raises(InputError, match="loop 'i' is that of another region"):
        run_dfg(region, values, [one_loop(body)[1]])


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
    """Tests what each of the loops might do wrong, with all options."""
    region, _ = one_loop(f"for (int i = 8; i < 40; i++) {{ {body} }}")
    values = random_values(region, 1)
    if "n" in values:
        i = np.arange(64, dtype=np.int32)
        values["n"] = np.where(i % 5, i - i % 2, 0)
    for options in OPTIONS:
        found = run_dfg(region, values, kernels(region, options))
        assert_identical(found, execute(region, values))


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
        assert_identical(found, execute(region, values))
