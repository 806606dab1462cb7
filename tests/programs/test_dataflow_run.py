from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archs.presets import architecture_preset
from heuristics.modulo import modulo_schedule
from models.data.mapping import Issue
from models.data.problem import Problem
from models.errors import InputError
from programs.dataflow import DataflowOptions, Kernel, Mapped, kernels, run_dfg
from programs.dataflow.properties import min_ii
from programs.dataflow.random_loops import random_loop
from programs.dataflow.run import Execution
from programs.loops import ProgramError, Region, execute
from programs.loops.random_programs import RandomOptions, random_region, random_values
from programs.loops.types import DOUBLE, INT
from programs.source import read_text
from tests.programs.applications import NESTS, application
from tests.programs.dataflow_orders import any_order
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


@pytest.mark.oracle(keep=6)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("name", NESTS)
def test_applications_by_graphs_give_what_the_interpreter_gives(
    name: str, options: DataflowOptions
) -> None:
    region = application(name)
    values = random_values(region, 1)
    assert_identical(run_dfg(region, values, kernels(region, options)), execute(region, values))


@seeds(range(60))
def test_random_programs_by_graphs_give_what_the_interpreter_gives(seed: int) -> None:
    region = random_region(seed)
    values = random_values(region, seed)
    options = OPTIONS[seed % len(OPTIONS)]
    assert_identical(run_dfg(region, values, kernels(region, options)), execute(region, values))


@settings(max_examples=40, deadline=None)
@given(st.integers(1000, 100_000))
def test_programs_whose_accesses_meet_do_so_too(seed: int) -> None:
    region = random_region(seed, MEETING)
    values = random_values(region, seed)
    assert_identical(run_dfg(region, values), execute(region, values))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 100_000), st.integers(0, 3))
def test_every_order_that_edges_allow_leaves_the_same_memory(seed: int, draw: int) -> None:
    region = random_region(seed, MEETING)
    values = random_values(region, seed)
    expected = execute(region, values)
    order = any_order(draw)

    def run(self: Execution, _: object = None, run: Any = Execution.run) -> None:
        run(self, order)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Execution, "run", run)
        assert_identical(run_dfg(region, values), expected)


@seeds(range(25))
def test_random_loops_keep_their_memory_in_every_order(seed: int) -> None:
    kernel = random_loop(seed)
    region = kernel.region
    values = random_values(region, seed)
    expected = execute(region, values)
    for draw in range(3):
        found = {name: list(np.ravel(value).tolist()) for name, value in values.items()}
        Execution(kernel, found, {}).run(any_order(draw))
        for name, cells in found.items():
            kind = region.declared[name].type.dtype
            assert np.array(cells, kind).tobytes() == np.asarray(expected[name], kind).tobytes()


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
    assert all(same(kernel, draw) for draw in range(40))
    for gone in range(len(kernel.dfg.order)):
        less = without_order(kernel, gone)
        assert not all(same(less, draw) for draw in range(200)), kernel.dfg.order[gone]


@pytest.mark.parametrize("array", ["s4", "r4", "h6", "sl8"])
@pytest.mark.parametrize("name", ["trisolv", "atax"])
def test_mapped_applications_give_what_the_interpreter_gives(name: str, array: str) -> None:
    region = application(name)
    values = random_values(region, 1)
    parts = [mapped(kernel, array) for kernel in kernels(region)]
    assert all(part is not None for part in parts)
    found = run_dfg(region, values, [part for part in parts if part is not None])
    assert_identical(found, execute(region, values))


@pytest.mark.parametrize("seed", range(6))
def test_mapped_random_loops_give_what_the_interpreter_gives(seed: int) -> None:
    kernel = random_loop(seed)
    part = mapped(kernel, "s4")
    values = random_values(kernel.region, seed)
    chosen = [kernel if part is None else part]
    assert_identical(run_dfg(kernel.region, values, chosen), execute(kernel.region, values))


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


def test_a_mapping_that_reads_where_nothing_is_is_noticed() -> None:
    region, kernel = one_loop("for (int i = 8; i < 20; i++) x[i] = y[i] * n[i] + 3;")
    part = mapped(kernel, "s4")
    assert part is not None
    mapping = part.mapping
    store = next(issue for issue in mapping.issues if issue.operation == "store_x0")
    elsewhere = next(
        c.name for c in part.arch.components if c.name not in (store.component,) and c.issue
    )
    issues = tuple(
        Issue(store.operation, elsewhere, store.cycle) if issue is store else issue
        for issue in mapping.issues
    )
    wrong = Mapped(kernel, part.arch, msgspec.structs.replace(mapping, issues=issues))
    with pytest.raises(InputError, match=r"mapping of 'f_i': .*'store_x0'"):
        run_dfg(region, random_values(region, 1), [wrong])


def test_a_mapping_without_a_store_is_refused() -> None:
    region, kernel = one_loop("for (int i = 8; i < 20; i++) x[i] = y[i];")
    part = mapped(kernel, "s4")
    assert part is not None
    issues = tuple(x for x in part.mapping.issues if x.operation != "store_x0")
    wrong = Mapped(kernel, part.arch, msgspec.structs.replace(part.mapping, issues=issues))
    with pytest.raises(InputError, match="the mapping does not issue 'store_x0'"):
        run_dfg(region, random_values(region, 1), [wrong])


def test_a_graph_of_another_region_is_refused() -> None:
    body = "for (int i = 8; i < 20; i++) x[i] = y[i];"
    region, _ = one_loop(body)
    _, other = one_loop(body)
    with pytest.raises(InputError, match="loop 'i' is that of another region"):
        run_dfg(region, random_values(region, 1), [other])


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
        "if (n[i] != 0) x[i] = 100 / n[i];",
        "x[i] = n[i] ? 100 / n[i] : 3;",
        "x[i] = n[i] && 100 / n[i] > 20;",
        "x[i] = n[i] == 0 || 100 / n[i] > 20;",
        "if (n[i] > 0 && y[n[i] - 1] > 0) a += y[n[i] - 1];",
    ],
)
def test_what_is_not_chosen_may_be_undefined(body: str) -> None:
    region, _ = one_loop(f"for (int i = 8; i < 40; i++) {body}")
    values = random_values(region, 1)
    assert 0 in values["n"][8:40]
    assert_identical(run_dfg(region, values), execute(region, values))


def test_data_may_point_to_what_would_have_been_carried() -> None:
    region, _ = one_loop("for (int i = 8; i < 30; i++) { x[i] = a; x[n[i]] = 7; y[i] = x[i - 1]; }")
    values = random_values(region, 1)
    values["n"] = np.arange(64, dtype=np.int32)
    found = run_dfg(region, values)
    assert_identical(found, execute(region, values))
    assert set(found["y"][9:30].tolist()) == {7}


def test_a_local_sum_is_there_after_its_loop() -> None:
    region, _ = one_loop(
        "for (int j = 0; j < 9; j++) { int t = j; for (int i = 0; i < 9; i++) t += x[i];"
        " y[j] = t; }"
    )
    values = random_values(region, 1)
    assert_identical(run_dfg(region, values), execute(region, values))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_an_element_under_a_condition_may_not_exist(options: DataflowOptions) -> None:
    region, _ = one_loop(
        "for (int j = 0; j < 70; j++) for (int i = 0; i < 5; i++) if (j < 64) x[j] += i;"
    )
    values = random_values(region, 1)
    found = run_dfg(region, values, kernels(region, options))
    assert_identical(found, execute(region, values))


def test_loops_that_are_never_entered_change_nothing() -> None:
    region, _ = one_loop(
        "for (int j = 0; j < 3; j++) for (int i = 2; i < j; i++) { a += x[i]; x[i - 2] = a; }"
    )
    values = random_values(region, 1)
    assert_identical(run_dfg(region, values), execute(region, values))


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
