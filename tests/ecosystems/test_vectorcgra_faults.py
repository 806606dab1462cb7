"""Faults made on purpose in packets are found by executing them; words that wait are a deadlock."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from ecosystems.vectorcgra.interpreter import DeadlockError, Machine
from ecosystems.vectorcgra.packets import Control, Packet, Packets
from models.errors import InputError
from tests.ecosystems.openedge_loops import (
    COMPILER,
    LOOPS,
    Trial,
    compiled,
    drawn,
    graph_of,
    memory_of,
    wanted,
)
from tests.ecosystems.vectorcgra_loops import executed, mapped, packets

pytestmark = [
    pytest.mark.skipif(COMPILER is None, reason="needs clang"),
]
Numbers = tuple[int, ...]
OTHER = {"OPT_ADD": "OPT_XOR", "OPT_ADD_CONST": "OPT_MUL_CONST", "OPT_MUL_CONST": "OPT_ADD_CONST",
         "OPT_LT_CONST": "OPT_GT_CONST", "OPT_LD": "OPT_PAS", "OPT_STR": "OPT_ADD",
         "OPT_GRT_PRED": "OPT_ADD", "OPT_PHI_CONST": "OPT_ADD_CONST"}  # fmt: skip


def _set(field: str, change: Callable[[Numbers], Numbers]) -> Callable[[Packet], Packet | None]:
    def made(packet: Packet) -> Packet | None:
        if packet.ctrl is None:
            return None
        before = getattr(packet.ctrl, field)
        after = change(before)
        if after == before:
            return None
        return msgspec.structs.replace(
            packet, ctrl=msgspec.structs.replace(packet.ctrl, **{field: after})
        )

    return made


def _opcode(packet: Packet) -> Packet | None:
    if packet.ctrl is None or packet.ctrl.opt not in OTHER:
        return None
    return msgspec.structs.replace(
        packet, ctrl=msgspec.structs.replace(packet.ctrl, opt=OTHER[packet.ctrl.opt])
    )


def _more(command: str) -> Callable[[Packet], Packet | None]:
    def made(packet: Packet) -> Packet | None:
        if packet.cmd != command:
            return None
        return msgspec.structs.replace(packet, data=packet.data + 1)

    return made


def _idle(packet: Packet) -> Packet | None:
    if packet.ctrl is None or packet.ctrl.opt == "OPT_NAH":
        return None
    return msgspec.structs.replace(packet, ctrl=Control())


def _another(numbers: Numbers) -> Numbers:
    """Return in-ports turned by one."""
    return tuple(number % 4 + 1 if number else 0 for number in numbers)


def _less(numbers: Numbers) -> Numbers:
    """Return numbers without the first that is none of 0."""
    at = next((n for n, number in enumerate(numbers) if number), None)
    return tuple(0 if n == at else number for n, number in enumerate(numbers))


PROLOGUE = "CMD_CONFIG_PROLOGUE_"
KINDS = {
    "another operation": _opcode,
    "nothing instead": _idle,
    "another constant": _more("CMD_CONST"),
    "another in-port": _set("routing_xbar_outport", _another),
    "nowhere to send to": _set("fu_xbar_outport", _less),
    "no register written": _set("write_reg_from", _less),
    "no register read": _set("read_reg_from", _less),
    "an operand less": _set("fu_in", _less),
    "another lane": _set("fu_in", lambda n: tuple(i % 4 + 1 if i else 0 for i in n)),
    "a unit that begins later": _more(f"{PROLOGUE}FU"),
    "an in-port that begins later": _more(f"{PROLOGUE}ROUTING_CROSSBAR"),
    "results that begin later": _more(f"{PROLOGUE}FU_CROSSBAR"),
}


def _changed(made: Packets, at: tuple[int, int], packet: Packet | None) -> Packets:
    """Return packets with another one at a place, or with one less."""
    streams = list(made.tiles)
    inside = list(streams[at[0]].packets)
    inside[at[1] : at[1] + 1] = [] if packet is None else [packet]
    streams[at[0]] = msgspec.structs.replace(streams[at[0]], packets=tuple(inside))
    return msgspec.structs.replace(made, tiles=tuple(streams))


def _faults(made: Packets) -> Iterator[tuple[str, Packets]]:
    for tile, stream in enumerate(made.tiles):
        for number, packet in enumerate(stream.packets):
            for kind, change in KINDS.items():
                other = change(packet)
                if other is not None:
                    yield kind, _changed(made, (tile, number), other)
            yield f"without {packet.cmd}", _changed(made, (tile, number), None)


def _written(name: str, folder: Path) -> Iterator[tuple[Trial, Packets, dict[str, list[int]]]]:
    loop, dfg = LOOPS[name], graph_of(name, folder)
    function, found = compiled(loop, folder), mapped(loop, dfg, 2)
    for seed, iterations in enumerate((1, 2, 3, 5, 8, 16)):
        trial = drawn(loop, random.Random(seed))
        trial.numbers["n"] = iterations
        yield trial, packets(loop, dfg, 2, found, trial), wanted(loop, function, trial)


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("name", ["axpb", "dot"])
def test_faults_are_found(name: str, tmp_path: Path) -> None:
    """Tests that each fault leaves another memory, or a deadlock, or is refused.

    A unit that begins too early does no harm where it reads registers, which are not valid yet, and
    has no result.
    """
    written = list(_written(name, tmp_path))
    made, missed, stuck = Counter[str](), Counter[str](), 0
    for faults in zip(*(_faults(each) for _, each, _ in written), strict=True):
        kind, found = faults[0][0], False
        for (trial, _, right), (_, faulty) in zip(written, faults, strict=True):
            try:
                found = executed(LOOPS[name], faulty, trial, None) != right
            except DeadlockError:
                stuck, found = stuck + 1, True
            except (InputError, AssertionError):
                found = True
            if found:
                break
        made[kind] += 1
        missed[kind] += not found
    assert made.keys() >= KINDS.keys()
    assert stuck > 20
    harmless = missed.pop(f"without {PROLOGUE}FU", 0)
    assert harmless <= 2 and not +missed, (harmless, missed)


def test_words_in_another_order_are_a_deadlock(tmp_path: Path) -> None:
    """Tests a mapping made wrong: a tile reads what comes of its own result before it has it."""
    trial, made, _ = next(_written("axpb", tmp_path))
    stuck = 0
    for tile, stream in enumerate(made.tiles):
        words = [n for n, packet in enumerate(stream.packets) if packet.ctrl is not None]
        for a, b in zip(words, words[1:], strict=False):
            first, second = stream.packets[a], stream.packets[b]
            turned = _changed(made, (tile, a), msgspec.structs.replace(first, ctrl=second.ctrl))
            turned = _changed(turned, (tile, b), msgspec.structs.replace(second, ctrl=first.ctrl))
            try:
                Machine(turned, memory_of(LOOPS["axpb"], trial)).run()
            except DeadlockError as error:
                assert "deadlock in cycle " in str(error) and " for " in str(error)
                stuck += 1
            except InputError:
                pass
    assert stuck
