"""Kernels, mapped by scheduling, and mapped better, or proven, by solvers."""

from __future__ import annotations

import time

import msgspec
import pytest

from archs.presets import architecture_preset
from models.data.problem import Problem
from models.judge.checker import check
from partition.question.mapping import SMALL
from programs.cost import buffers_of
from programs.dataflow import Kernel, kernels
from programs.properties import min_ii
from programs.question.executed import executed
from programs.question.finish import Finish
from programs.question.kernels import KernelMapper
from programs.question.settle import settle
from programs.question.shapes import mapping_of, shape
from programs.source import read_text
from programs.transform import variant_of
from shell.budget import Budget
from tests.programs.applications import application
from tests.programs.small import S4

TWICE = """
float a[9][9], b[9], c[9][9], d[9];
void twice(void)
{
#pragma PTMAP
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 9; j++)
            b[i] += 3.0f * a[i][j];
    for (int k = 0; k < 9; k++)
        for (int m = 0; m < 9; m++)
            d[k] += 5.0f * c[k][m];
    for (int k = 0; k < 9; k++)
        for (int m = 0; m < 9; m++)
            d[k] -= 5.0f * c[k][m];
#pragma ENDMAP
}
"""


def three() -> tuple[Kernel, ...]:
    (region,) = read_text(TWICE)
    return kernels(region)


def test_a_mapping_of_the_shape_is_one_of_every_kernel_that_has_it() -> None:
    one, two, other = three()
    mapper = KernelMapper(S4, 8)
    fact = mapper.fact(one.dfg)
    assert shape(one.dfg) == shape(two.dfg) != shape(other.dfg)
    assert mapper.fact(two.dfg) is fact and mapper.fact(other.dfg) is not fact
    until = time.monotonic() + 60
    while mapper.wants(fact) and time.monotonic() < until:
        mapper.begin(fact)
        mapper.poll()
    mapper.stop()
    assert fact.mapping is not None and fact.proven
    for kernel in (one, two):
        problem = Problem(kernel.dfg, S4, fact.ii)
        assert check(problem, mapping_of(kernel.dfg, fact.mapping)) == []


def test_what_nothing_executes_is_impossible_and_not_tried() -> None:
    adders = architecture_preset("s4")
    components = tuple(
        msgspec.structs.replace(part, ops=("add",)) if part.issue else part
        for part in adders.components
    )
    mapper = KernelMapper(msgspec.structs.replace(adders, components=components), 8)
    fact = mapper.fact(three()[0].dfg)
    assert fact.lost and "no component" in (fact.impossible or "")
    text = "float x[9];\nvoid f(void)\n{\n#pragma PTMAP\n"
    text += "for (int i = 1; i < 9; i++) x[i] = ((x[i - 1] + 1) * 2 + 3) * 4;\n"
    (region,) = read_text(text + "#pragma ENDMAP\n}\n")
    fact = KernelMapper(S4, 2).fact(kernels(region)[0].dfg)
    assert fact.lost and "II 4 at least" in (fact.impossible or "")


BLOCKS = """
float a[40], b[40], c[40];
void blocks(void)
{{
#pragma PTMAP blocks
    for (int i = 0; i < 4; i++) {{
        {}
    }}
#pragma ENDMAP
}}
"""


def blocks(count: int) -> str:
    """Return a loop with so many independent statements, of four operations and an address each."""
    lines = (f"c[{4 * n} + i] = 2.0f * a[{4 * n} + i] + b[{4 * n} + i];" for n in range(count))
    return BLOCKS.format(" ".join(lines))


@pytest.mark.parametrize("count", [3, 10])
def test_kernels_mapped_badly_are_mapped_better(count: int) -> None:
    from heuristics.modulo import modulo_schedule

    (region,) = read_text(blocks(count))
    mapper = KernelMapper(S4, 8)
    mapper.pace = 1e3  # However slow the machine is.
    finish = Finish(variant_of(region), buffers_of("s4"), mapper, "performance")
    finish.baseline()
    (fact,) = finish.original.parts.facts  # type: ignore[union-attr]  # it is mapped
    assert (len(fact.dfg.operations) > SMALL) == (count == 10)
    fact.mapping = modulo_schedule(Problem(fact.dfg, S4, 8), 0)
    program = finish.again(finish.original)  # type: ignore[arg-type]
    told: list[str] = []
    assert settle(program, mapper, Budget.of(1e4), told.append)
    better = finish.again(program)
    assert fact.ii is not None and fact.ii < 8 and len(told) == 1
    assert better.count.cycles < program.count.cycles


def test_shapes_keep_what_bounds_intervals() -> None:
    form = executed(application("harris"))
    for piece in form.pieces:
        dfg = form.kernel(piece).dfg
        plain = shape(dfg)
        assert min_ii(plain, S4) == min_ii(dfg, S4)
        assert len(plain.order) == len(dfg.order)
