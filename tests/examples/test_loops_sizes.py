"""The sizes of the loop bodies, their recurrences, and what every one of them has to satisfy."""

from __future__ import annotations

import pytest

from examples.loops.body import LoopBody, unrolled
from examples.loops.kernels import KERNELS, kernel_loop
from examples.loops.polybench import BODIES, polybench
from models.data.dfg import Dfg, Initial, Operand
from models.semantics.operators import KNOWN
from tests.examples.loop_support import connected, recurrence_mii, useless

# Operations and recurrence MII when every operation takes a cycle.
SIZES = {
    "adpcm": (22, 4),
    "align": (9, 3),
    "biquad": (11, 3),
    "bit-count": (14, 1),
    "bit-reverse": (25, 1),
    "crc32": (6, 5),
    "fletcher": (8, 3),
    "gsm-add": (8, 4),
    "gsm-lattice": (24, 18),
    "isqrt": (9, 4),
    "jenkins": (6, 6),
    "lcg": (6, 3),
    "sha1": (14, 4),
    "sha256-schedule": (22, 3),
    "shift-or": (7, 2),
    "tea": (20, 12),
    "xorshift": (9, 7),
    "sha256": (37, 7),
    "fft-butterflies": (60, 3),
    "lms": (63, 12),
    "dct-blocks": (67, 1),
    "aes-round": (72, 7),
    "state-space": (84, 5),
    "biquad-cascade": (88, 3),
    "fft-butterflies-7": (96, 3),
    "lms-20": (103, 13),
    "gsm-synthesis": (120, 18),
    "state-space-12": (312, 6),
}
CASES = [
    *((kernel_loop, name, unroll) for name in KERNELS for unroll in (1, 2)),
    *((polybench, name, unroll) for name in BODIES for unroll in (1, 2, 4)),
]


def test_sizes() -> None:
    """Tests the number of operations of every kernel, and how far iterations may overlap."""
    found = {name: kernel_loop(name) for name in KERNELS}
    assert {n: (len(d.operations), recurrence_mii(d)) for n, d in found.items()} == SIZES


@pytest.mark.parametrize(("make", "name", "unroll"), CASES)
def test_every_operation_counts(make, name: str, unroll: int) -> None:
    """Tests that a loop hangs together, has a recurrence, and computes nothing in vain."""
    dfg: Dfg = make(name, unroll)
    assert useless(dfg) == set()
    assert connected(dfg)
    assert dfg.max_distance > 0
    missing = {(o.name, o.arity) for o in dfg.operators} - set(KNOWN)
    assert missing <= {("load", 1), ("store", 2)}


def test_distances_and_initial_numbers() -> None:
    """Tests that copies read each other, and the right one of the numbers before the loop."""

    def body(loop: LoopBody) -> None:
        loop.initial("s", 10, 20, 30)
        loop.result(loop.op("sub", loop.previous("s", 3), 1, name="s"))

    dfg = unrolled("three", body, 2)
    assert [step.operands[0] for step in dfg.operations] == [Operand("s_1", 2), Operand("s_0", 1)]
    assert set(dfg.initial) == {Initial("s_1", (10, 30)), Initial("s_0", (20,))}
