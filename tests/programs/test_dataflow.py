from __future__ import annotations

import pytest

from models.data.dfg import Dfg
from programs.dataflow import DataflowOptions, Kernel, extract, innermost_loops, kernels
from programs.dataflow.kernel import Memory
from programs.dataflow.properties import rec_mii
from programs.loops import ProgramError, Region
from programs.loops.region import Loop
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


def gemm(body: str, i: int = 1, j: int = 1, k: int = 1) -> Kernel:
    return kernel_of(
        f"for (int i = 0; i < 16; i += {i}) for (int j = 0; j < 16; j += {j})"
        f" for (int k = 0; k < 16; k += {k}) {{ {body} }}"
    )


def update(i: str = "i", j: str = "j", k: str = "k") -> str:
    return f"C[{i}][{j}] += A[{i}][{k}] * B[{k}][{j}];"


def test_gemm_has_seven_operations_and_accumulates_at_distance_1() -> None:
    kernel = gemm(update())
    assert counts(kernel) == {"add": 1, "blt": 1, "load": 2, "fmul": 1, "fadd": 1, "store": 1}
    assert len(kernel.dfg.operations) == 7
    assert ("fadd0", 1) in kernel.dfg.consumers["fadd0"]
    assert rec_mii(kernel.dfg) == 1


def test_gemm_unrolled_by_two_of_k_has_a_recurrence_of_two() -> None:
    kernel = gemm(update() + update(k="k + 1"), k=2)
    assert rec_mii(kernel.dfg) == 2
    # One store: nobody sees what the first of the two sums leaves.
    assert counts(kernel)["store"] == 1


def test_gemm_unrolled_by_two_of_j_has_eleven_operations() -> None:
    kernel = gemm(update() + update(j="j + 1"), j=2)
    assert len(kernel.dfg.operations) == 11
    assert rec_mii(kernel.dfg) == 1


def test_gemm_unrolled_by_two_of_i_and_j_has_eighteen_operations_and_four_loads() -> None:
    body = "".join(update(i, j) for i in ("i", "i + 1") for j in ("j", "j + 1"))
    kernel = gemm(body, i=2, j=2)
    assert len(kernel.dfg.operations) == 18
    assert counts(kernel)["load"] == 4
    assert rec_mii(kernel.dfg) == 1


def test_what_was_stored_three_iterations_ago_is_carried() -> None:
    kernel = body_of("x[i] = x[i - 3] * a;")
    assert counts(kernel) == {"fmul": 1, "store": 1}
    assert ("fmul0", 3) in kernel.dfg.consumers["fmul0"]
    assert rec_mii(kernel.dfg) == 1


def test_four_of_these_iterations_at_once_have_a_recurrence_of_two() -> None:
    body = "".join(f"x[i + {n}] = x[i + {n} - 3] * a;" for n in range(4))
    kernel = body_of(body, step=4)
    assert counts(kernel) == {"fmul": 4, "store": 4}
    assert rec_mii(kernel.dfg) == 2


def test_equal_computations_are_one_operation_also_with_operands_exchanged() -> None:
    kernel = body_of("y[i] = x[i] * x[i + 1]; y[i + 20] = x[i + 1] * x[i] + 1.0f;")
    assert counts(kernel) == {"load": 2, "fmul": 1, "fadd": 1, "store": 2}


def test_constants_are_folded_and_neutral_ones_dropped() -> None:
    kernel = body_of("c[i] = (n[i] + 0) * 1 + (3 * 4 - 2);")
    assert counts(kernel) == {"load": 1, "add": 1, "store": 1}
    assert set(kernel.dfg.constant_by_name.values()) == {10}


def test_a_zero_that_a_float_may_notice_is_added() -> None:
    assert counts(body_of("y[i] = x[i] + 0.0f;")) == {"load": 1, "fadd": 1, "store": 1}


def test_what_does_not_change_is_computed_outside() -> None:
    kernel = kernel_of(
        "for (int j = 0; j < 9; j++) for (int i = 0; i < 9; i++) y[i] = a * x[j] + x[j + 1];",
        PLAIN,
    )
    assert counts(kernel) == {"store": 1}
    assert [live.name for live in kernel.live_in] == ["live0"]


def test_outer_indices_are_known_before_the_loop() -> None:
    kernel = kernel_of(
        "for (int j = 0; j < 9; j++) for (int i = 0; i < 9; i++) c[i] = n[i] * j;", PLAIN
    )
    assert counts(kernel) == {"load": 1, "mul": 1, "store": 1}
    assert [live.name for live in kernel.live_in] == ["j"]


def test_an_element_that_may_be_stored_elsewhere_is_not_kept_in_a_register() -> None:
    kernel = body_of("x[i] = x[i] + x[20];")
    assert counts(kernel) == {"load": 2, "fadd": 1, "store": 1}
    # Iteration 12 writes it.
    assert ("store_x0", "load_x1", 1) in orders(kernel.dfg)


def test_a_triangle_keeps_elements_apart() -> None:
    kernel = kernel_of(
        "for (int i = 0; i < 16; i++) for (int j = 0; j < i; j++) x[i] -= A[i][j] * x[j];", PLAIN
    )
    assert counts(kernel) == {"load": 2, "fmul": 1, "fsub": 1, "store": 1}
    assert not kernel.dfg.order


def test_orders_have_the_exact_distance_of_the_first_meeting() -> None:
    # What is read is overwritten two iterations later.
    assert orders(body_of("y[i] = x[i + 2]; x[i] = a;").dfg) == {("load_x0", "store_x0", 2)}
    # Of different steps: iteration 15 reads what 14 has stored, 16 what it stores itself.
    found = orders(body_of("y[i] = x[2 * i - 16]; x[i] = a;").dfg)
    assert found == {("load_x0", "store_x0", 0), ("store_x0", "load_x0", 1)}
    # The same with the store first, and in steps of two: i = 14 reads x[12], i = 18 reads x[20].
    found = orders(body_of("x[i] = a; y[i] = x[2 * i - 16];", step=2).dfg)
    assert found == {("store_x0", "load_x0", 0), ("load_x0", "store_x0", 1)}


def test_elements_that_never_meet_have_no_order() -> None:
    assert not body_of("x[i] = x[i + 1] + a;", step=2).dfg.order
    assert not body_of("y[i] = x[i + 24]; x[i - 8] = a;").dfg.order


def test_what_data_points_to_may_be_anywhere() -> None:
    kernel = body_of("c[n[i] & 15] += s;")
    assert counts(kernel) == {"load": 2, "and": 1, "add": 1, "store": 1}
    assert orders(kernel.dfg) == {("store_c0", "load_c0", 1)}
    assert rec_mii(kernel.dfg) == 3


def test_orders_that_others_imply_are_left_out() -> None:
    kernel = body_of("c[n[i] & 15] = s; c[n[i + 1] & 15] = s + i; c[n[i + 2] & 15] = 3;")
    stores = [f"store_c{n}" for n in range(3)]
    assert orders(kernel.dfg) == {
        (stores[0], stores[1], 0),
        (stores[1], stores[2], 0),
        (stores[2], stores[0], 1),
    }


def test_a_condition_is_a_predicate_of_the_store() -> None:
    kernel = body_of("if (c[i] > 3) n[i] = c[i + 1];")
    assert counts(kernel) == {"load": 2, "gt": 1, "store": 1}
    (store,) = [x for x in kernel.dfg.operations if x.name == "store_n0"]
    assert [operand.value for operand in store.operands] == ["load_c1", "gt0"]
    assert kernel.actions["store_n0"] == Memory(
        "n", kernel.actions["store_n0"].offset, True, False, True
    )


def test_a_conditional_sum_is_a_selection() -> None:
    kernel = body_of("if (c[i] > 3) s += c[i];")
    assert counts(kernel) == {"load": 1, "gt": 1, "add": 1, "select": 1, "store": 1}
    assert not kernel.dfg.order
    assert rec_mii(kernel.dfg) == 2


def test_conditions_on_the_index_are_one_comparison() -> None:
    kernel = kernel_of(
        "for (int j = 0; j < 9; j++) for (int i = 0; i < 9; i++) if (i + 2 > j) y[i] = a;", PLAIN
    )
    assert counts(kernel) == {"add": 1, "ge": 1, "store": 1}


def test_stores_that_are_overwritten_at_once_are_dropped() -> None:
    assert counts(body_of("x[i] = a; x[i] = x[i] * 2.0f;"))["store"] == 1
    # Another element may be the same one, and reads the memory.
    assert counts(body_of("c[i] = 1; n[i] = c[n[i] & 15]; c[i] = 2;"))["store"] == 3


def test_a_local_scalar_that_nobody_needs_later_is_not_stored() -> None:
    kernel = body_of("float t = x[i] * a; y[i] = t + 1.0f;")
    assert counts(kernel) == {"load": 1, "fmul": 1, "fadd": 1, "store": 1}


def test_values_of_two_owners_are_copied() -> None:
    # Both are carried, and before the loop they are different numbers.
    kernel = body_of("float t = x[i - 1] + y[i - 1]; x[i] = t; y[i] = t;")
    assert counts(kernel) == {"fadd": 1, "mov": 1, "store": 2}


def test_addresses_may_be_operations_that_share_what_they_can() -> None:
    options = DataflowOptions("operations", control=False)
    kernel = body_of("y[i] = x[i] + x[i + 1];", options)
    # The index, which is the address of y[i], for y is the first array; and two sums.
    assert counts(kernel) == {"add": 3, "load": 2, "fadd": 1, "store": 1}
    kernel = kernel_of(
        "for (int j = 0; j < 9; j++) for (int i = 0; i < 9; i++) A[i][j] = B[i][j];", options
    )
    assert counts(kernel) == {"add": 3, "mul": 1, "load": 1, "store": 1}


def test_types_have_opcodes_of_their_own() -> None:
    program = (
        "unsigned u[8], v[8]; double d[8]; char b[8]; long l[8]; float q[8];\nvoid f(void) {\n"
        "#pragma PTMAP f\nfor (int i = 0; i < 8; i++) { u[i] = v[i] >> 1; l[i] = b[i];"
        " d[i] = q[i] / (float)l[i]; b[i] = (char)v[i]; }\n#pragma ENDMAP\n}\n"
    )
    (region,) = read_text(program)
    (kernel,) = kernels(region, PLAIN)
    found = counts(kernel)
    assert {"lshr", "sext", "fdiv", "sitofp", "fpext", "trunc"} <= set(found)
    assert "shr" not in found


@pytest.mark.parametrize("text", ["x[i] < a ? x[i] : a", "a > x[i] ? x[i] : a"])
def test_a_minimum_by_selection_is_a_minimum(text: str) -> None:
    kernel = body_of(f"y[i] = {text};")
    assert counts(kernel) == {"load": 1, "min": 1, "store": 1}
    # Of floats it has no laws: a NaN is not less.
    assert not kernel.dfg.operator_by_name["min"].commutative
    whole = body_of(f"c[i] = {text.replace('x', 'n').replace('a', 's')};").dfg
    assert whole.operator_by_name["min"].commutative
    assert "max" in counts(body_of(f"y[i] = {text.translate(str.maketrans('<>', '><'))};"))


def test_other_selections_are_not_extremes() -> None:
    assert "select" in counts(body_of("y[i] = x[i] <= a ? x[i] : a;"))
    assert "select" in counts(body_of("y[i] = x[i] < a ? x[i + 1] : a;"))
    assert "fmin" in counts(body_of("y[i] = fminf(x[i], a);"))


def test_a_loop_with_loops_in_it_is_refused() -> None:
    region = region_of("for (int i = 0; i < 4; i++)\nfor (int j = 0; j < 4; j++) A[i][j] = a;")
    outer = region.body[0]
    assert isinstance(outer, Loop)
    with pytest.raises(ProgramError, match=r"program.c:4: loop 'i' has loop 'j' in it; allowed"):
        extract(region, outer)


def test_a_loop_of_another_region_is_refused() -> None:
    text = "for (int i = 0; i < 4; i++) x[i] = a;"
    (loop,) = innermost_loops(region_of(text))
    with pytest.raises(ProgramError, match=r"program.c:4: loop 'i' is not in the region"):
        extract(region_of(text), loop)


def test_unknown_addresses_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown addresses 'free'; known: generators"):
        DataflowOptions("free")  # type: ignore[arg-type]
