"""Loops of C as Verilog: from LLVM's text over a mapping to a test bench that passes."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.hardware_loops import mapped
from models.hardware.realise import Form, difference
from programs.llvm.read import read_graph
from tests.views.icarus import needs_icarus, require_pass

LOOPS = str(Path(__file__).parents[2] / "examples/data/loops.ll")
INTEGER = """
    copy_bytes reverse prefix dot64 scatter shift_two interleave strided find_first length gcd
    collatz first_difference count_bits fill_until search_two clip_sum threshold odd_even maximum
    classify compact two_sided weight move sum_list list_has mix squares clamp_all hash bubble
    matvec triangle
""".split()
FLOATING = ["saxpy", "absolute", "smooth", "horner"]


@needs_icarus
@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("name", [*FLOATING, *INTEGER])
def test_loops(name: str, tmp_path: Path) -> None:
    """Tests loops with pointers, exits, branches, structures and calls, in words of 64 bits."""
    graph = read_graph(LOOPS, name, None, (), False)
    case = mapped(graph.dfg, "hycube:4x4", 200)
    assert case is not None
    made = require_pass(case, Form("moves", 64), tmp_path)
    assert difference(graph.dfg, made.machine, made.words) is None
