"""The loops of `examples` as words: the kernels and the bodies of linear algebra."""

from __future__ import annotations

import pytest

from bench.hardware_loops import mapped
from examples.loops.kernels import SMALL, kernel_loop
from examples.loops.polybench import BODIES, polybench
from models.data.dfg import Dfg
from models.errors import InputError
from models.hardware.realise import Form, difference, realised

"""The heuristic tries these for minutes."""


def equal(dfg: Dfg, spec: str) -> None:
    """Fail unless words compute the loop, for files with moves and unrolled ones."""
    case = mapped(dfg, spec, 300)
    assert case is not None
    for kind in ("moves", "unroll"):
        made = realised(*case, Form(kind, 64))
        assert difference(dfg, made.machine, made.words) is None


@pytest.mark.oracle
@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("spec", ["hycube:4x4", "lisa:4x4"])
def test_small_kernels(name: str, spec: str) -> None:
    """Tests all small kernels on two arrays."""
    equal(kernel_loop(name), spec)


@pytest.mark.oracle
@pytest.mark.parametrize("name", BODIES)
def test_linear_algebra(name: str) -> None:
    """Tests bodies that load and store, with room for all their arrays in the memory."""
    equal(polybench(name), "adres:4x4")


def test_too_small_a_memory() -> None:
    """Tests that arrays which meet in a small memory are refused, with the way out."""
    case = mapped(polybench("syrk"), "adres:4x4")
    assert case is not None
    made = realised(*case, Form("moves", 64, address_bits=4))
    with pytest.raises(InputError, match="more address bits may keep them apart"):
        difference(case[0].dfg, made.machine, made.words)
