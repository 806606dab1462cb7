"""Tests that wrong rewrites are found: 30 in graphs, and 12 in what LLVM's passes have made."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from models.data.dfg import Operand
from models.errors import InputError
from programs.llvm.builder import LoopGraph
from programs.llvm.comparison import compared
from programs.llvm.joined import body_of
from programs.llvm.module import Function
from programs.llvm.read import read_graph
from programs.llvm.whole import whole_compared
from programs.rewrites.pass_names import ALL
from tests.programs.llvm.texts import changed

KERNELS = str(Path(__file__).parents[1] / "data/kernels.ll")
IN_GRAPHS = "stencil5 gradient inplace biquad median3 iir conv33 wave sum4 fdtd".split()
EACH = 3

IN_TEXTS = [
    ("gemm", "fadd double", "fsub double"),
    ("gemm", "fmul double", "fadd double"),
    ("conv33", "i64 -4", "i64 -8"),
    ("viterbi", "@llvm.smin.i32", "@llvm.smax.i32"),
    ("sad", "zext i8", "sext i8"),
    ("adler", "shl i32", "lshr i32"),
    ("xtea", "lshr i32", "ashr i32"),
    ("xtea", "-1640531527", "-1640531528"),
    ("hist", "add nsw i32", "sub nsw i32"),
    ("rowmul", "icmp sgt i32 %n, 0", "icmp sgt i32 %n, 1"),
    ("spmv", "fmul double", "fadd double"),
    ("stencil5", "add nsw i32 %n, -2", "add nsw i32 %n, -3"),
]


@cache
def graph(name: str) -> LoopGraph:
    return read_graph(KERNELS, name, passes=ALL)


def wrong(good: LoopGraph) -> Iterator[LoopGraph]:
    """Yield graphs with a distance, a first value or an address that is one off."""
    dfg = good.dfg
    for one in dfg.initial:
        if len(one.numbers) > 1:
            other = msgspec.structs.replace(one, numbers=one.numbers[::-1])
            yield changed(good, initial=tuple(other if i is one else i for i in dfg.initial))
    for name, one in good.prepared.items():
        if one.opcode == "add" and isinstance(one.operands[-1], int):
            later = one._replace(operands=(*one.operands[:-1], one.operands[-1] + 4))
            yield dataclasses.replace(good, prepared=good.prepared | {name: later})
    for operation in dfg.operations:
        for place, read in enumerate(operation.operands):
            for step in (-1, 1) if read.distance and read.value != operation.name else ():
                operands = list(operation.operands)
                operands[place] = Operand(read.value, read.distance + step)
                other = msgspec.structs.replace(operation, operands=tuple(operands))
                rows = tuple(other if row is operation else row for row in dfg.operations)
                try:
                    yield changed(good, operations=rows)
                except InputError:  # a cycle without a distance
                    continue


@pytest.mark.oracle(keep=3)
@pytest.mark.parametrize("name", IN_GRAPHS)
def test_a_graph_that_is_one_off_differs(name: str) -> None:
    """Tests three wrong rewrites of each kernel, from all that `wrong` makes."""
    good = graph(name)
    assert not compared(good, 12, 1).difference
    every = list(wrong(good))
    chosen = list(islice(every[:: max(len(every) // EACH, 1)], EACH))
    assert len(chosen) == EACH
    for bad in chosen:
        assert compared(bad, 12, 1).difference


@pytest.mark.oracle(keep=3)
@pytest.mark.parametrize(("name", "good", "bad"), IN_TEXTS)
def test_a_function_that_passes_have_changed_differs(name: str, good: str, bad: str) -> None:
    function = graph(name).loop.function
    assert good in function.module
    report = whole_compared(with_text(function, good, bad), 30, 1)
    assert report.difference and report.verdicts["different"], report


def with_text(function: Function, good: str, bad: str) -> Function:
    """Return a function of which the first instruction with a text has another."""
    body = body_of(function.module, function.name)
    head, found, rest = body.partition(good)
    assert found
    return dataclasses.replace(function, module=function.module.replace(body, head + bad + rest))


def test_a_function_that_ends_the_process_after_passes_differs() -> None:
    """Tests that a run that only the changed function does not survive is no fault."""
    function = graph("stencil5").loop.function
    body = body_of(function.module, function.name)
    index = re.search(r"phi i64 \[ 2, ", body)
    assert index is not None
    bad = with_text(function, index[0], "phi i64 [ 99999999999, ")
    report = whole_compared(bad, 20, 1)
    assert "ends the process" in report.difference, report


def test_equal_functions_are_the_same() -> None:
    for name in ("crc", "sum3", "median3", "transpose"):
        report = whole_compared(graph(name).loop.function, 30, 2)
        assert not report.difference and not report.untested, report
        assert report.verdicts["same"] > 20, report
