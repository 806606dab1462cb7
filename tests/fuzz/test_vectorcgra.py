"""Packets of VectorCGRA, damaged: read and executed, or refused in a line."""

from __future__ import annotations

from hypothesis import given

from ecosystems.vectorcgra.interpreter import Machine
from ecosystems.vectorcgra.packets import (
    Control,
    Packet,
    Packets,
    Stream,
    packets_text,
    read_packets,
)
from models.formats.text_files import decode_text
from tests.fuzz.checks import fuzzed, read_or_refused
from tests.fuzz.mutation import near

EAST, SECOND = (0, 0, 0, 1, 0, 0, 0, 0), (0, 0, 0, 0, 3, 0, 0, 0)
CONST = Control("OPT_CONST", fu_xbar_outport=EAST)
RETURN = Control("OPT_RET", fu_in=(1, 0, 0, 0), routing_xbar_outport=SECOND)


def _stream(tile: int, control: Control, *before: Packet) -> Stream:
    total = Packet("CMD_CONFIG_TOTAL_CTRL_COUNT", 1)
    count = Packet("CMD_CONFIG_COUNT_PER_ITER", 1)
    word = Packet("CMD_CONFIG", ctrl=control)
    return Stream(tile, tile, 0, (*before, count, total, word, Packet("CMD_LAUNCH")))


EXAMPLE = packets_text(
    Packets(1, 2, (_stream(0, CONST, Packet("CMD_CONST", 7)), _stream(1, RETURN)))
).encode()
WORDS = [b"OPT_ADD_CONST", b"CMD_CONFIG_PROLOGUE_FU", b"OPT_STR", b"99999", b"-1", b"[]", b"1"]
CYCLES = 500


def _read(data: bytes) -> None:
    made = read_packets(decode_text(data, "f"), "f")
    assert read_packets(packets_text(made), "again") == made
    Machine(made, {40: 1}).run(CYCLES)


def test_an_example() -> None:
    """Tests that the packets are right before they are damaged."""
    machine = Machine(read_packets(EXAMPLE.decode(), "f"), {})
    machine.run()
    assert machine.returned == 7


def test_damaged_packets() -> None:
    @fuzzed(200)
    @given(near([EXAMPLE], WORDS))
    def check_one(data: bytes) -> None:
        read_or_refused(lambda: _read(data))

    check_one()
