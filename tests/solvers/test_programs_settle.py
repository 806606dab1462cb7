"""Smaller intervals for kernels that are mapped already, and proofs."""

from __future__ import annotations

import time

import msgspec
import pytest

from models.data.problem import Problem
from models.judge.checker import check
from programs.cost import buffers_of
from programs.dataflow import kernels
from programs.source import read_text
from programs.transform import variant_of
from solvers.questions.optimize.finish import Finish
from solvers.questions.optimize.kernels import KernelMapper
from solvers.questions.optimize.settle import settle
from solvers.questions.partition.mapping import SMALL
from solvers.search.interval_plans import halve
from solvers.search.messages import Message, Proposal
from solvers.search.plan_process import run_plan
from tests.solvers.programs_small import S4

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


def test_halving_finds_ever_smaller_intervals_and_ends_with_the_least() -> None:
    (kernel,) = kernels(read_text(blocks(4))[0])
    problem = Problem(kernel.dfg, S4, 1)
    sent: list[Message] = []
    least = -(-len(kernel.dfg.operations) // 16)
    run_plan(problem, halve, least, 8, 0, sent.append)
    found = []
    for message in sent:
        if isinstance(message, Proposal):
            mapping = message.mapping
            at = msgspec.structs.replace(problem, contexts=mapping.contexts)
            assert not check(at, mapping)
            found.append(mapping.contexts or 0)
    assert found == sorted(found, reverse=True)
    assert found[-1] == least < found[0]


@pytest.mark.parametrize("count", [3, 10])
def test_kernels_mapped_badly_are_mapped_better(count: int) -> None:
    from heuristics.modulo import modulo_schedule

    (region,) = read_text(blocks(count))
    mapper = KernelMapper(S4, 8)
    finish = Finish(variant_of(region), buffers_of("s4"), mapper, "performance")
    finish.baseline()
    (fact,) = finish.original.parts.facts  # type: ignore[union-attr]  # it is mapped
    assert (len(fact.dfg.operations) > SMALL) == (count == 10)
    fact.mapping = modulo_schedule(Problem(fact.dfg, S4, 8), 0)
    program = finish.again(finish.original)  # type: ignore[arg-type]
    told: list[str] = []
    assert settle(program, mapper, time.perf_counter() + 20, told.append)
    better = finish.again(program)
    assert fact.ii is not None and fact.ii < 8 and len(told) == 1
    assert better.count.cycles < program.count.cycles
