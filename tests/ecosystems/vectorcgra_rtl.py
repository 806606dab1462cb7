"""Packets in the RTL of VectorCGRA, a process of its own: `python vectorcgra_rtl.py SOURCE FOLDER`.

SOURCE is a clone with its submodules; its test of a 2×2 array has the harness. FOLDER has
`packets.json`, and `expected.json` with words `before` and `after` by addresses, and the
`returned` value. Other words, or another value, end with an error.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

NAME = "cgra.test.CgraRTL_fir_2x2_test"
CONST = "fu.single.ConstRTL"
PORTS, MORE_PORTS = 4, 4
"""Of packets, and those to the diagonal neighbours, which the harness has as well."""


def _wide(codes: list[int]) -> list[int]:
    return codes[:PORTS] + [0] * MORE_PORTS + codes[PORTS:]


def _control(rtl: Any, given: dict[str, Any]) -> Any:
    """Return a control word in their types."""
    return rtl.CtrlType(
        getattr(rtl, given["opt"]),
        [rtl.FuInType(code) for code in given["fu_in"]],
        [rtl.TileInType(code) for code in _wide(given["routing_xbar_outport"])],
        [rtl.FuOutType(code) for code in _wide(given["fu_xbar_outport"])],
        write_reg_from=[rtl.b2(code) for code in given["write_reg_from"]],
        write_reg_idx=[rtl.RegIdxType(code) for code in given["write_reg_idx"]],
        read_reg_towards=[rtl.b2(code) for code in given["read_reg_from"]],
        read_reg_idx=[rtl.RegIdxType(code) for code in given["read_reg_idx"]],
    )


def _packet(rtl: Any, tile: int, given: dict[str, Any]) -> Any:
    """Return a packet to a tile in their types."""
    # The file leaves out zeros. A constant that is 0 is valid all the same.
    what: dict[str, Any] = {
        "ctrl_addr": given.get("ctrl_addr", 0),
        "data": rtl.DataType(given.get("data", 0), 1),
    }
    if "ctrl" in given:
        what["ctrl"] = _control(rtl, given["ctrl"])
    elif "port" in given:
        # A prologue of the routing crossbar names its in-port in the first place of a word.
        ports = [given["port"]] + [0] * (rtl.num_routing_outports - 1)
        what["ctrl"] = rtl.CtrlType(routing_xbar_outport=[rtl.TileInType(port) for port in ports])
    payload = rtl.CgraPayloadType(getattr(rtl, given["cmd"]), **what)
    return rtl.IntraCgraPktType(0, tile, payload=payload)


def main(source: str, folder: str) -> None:
    place = Path(source).resolve()
    sys.path.insert(0, str(place.parent))
    rtl = importlib.import_module(f"{place.name}.{NAME}")
    const = importlib.import_module(f"{place.name}.{CONST}").ConstRTL
    from pymtl3.stdlib.test_utils import run_sim

    tiles = json.loads(Path(folder, "packets.json").read_text())["tiles"]
    expected = json.loads(Path(folder, "expected.json").read_text())

    def memory(command: int, address: str, word: int | None = None) -> Any:
        data = {} if word is None else {"data": rtl.DataType(word, 1)}
        payload = rtl.CgraPayloadType(command, data_addr=int(address), **data)
        return rtl.IntraCgraPktType(0, 0, payload=payload)

    sent = [memory(rtl.CMD_STORE_REQUEST, *pair) for pair in expected["before"].items()]
    for stream in tiles:
        sent += [_packet(rtl, stream["tile"], packet) for packet in stream["packets"]]
    data = rtl.DataType(expected["returned"], 1, 0, 0)
    complete = rtl.CgraPayloadType(rtl.CMD_COMPLETE, data)
    received = [rtl.IntraCgraPktType(0, rtl.num_tiles, payload=complete)]
    received += [memory(rtl.CMD_LOAD_RESPONSE, *pair) for pair in expected["after"].items()]
    asked = [memory(rtl.CMD_LOAD_REQUEST, address) for address in expected["after"]]
    counts = {packet["cmd"]: packet.get("data", 0) for packet in tiles[0]["packets"]}
    harness = rtl.TestHarness(
        rtl.DUT, rtl.FunctionUnit, [*rtl.FuList, const], rtl.IntraCgraPktType, rtl.cgra_id,
        rtl.x_tiles, rtl.y_tiles, rtl.ctrl_mem_size, rtl.data_mem_size_global,
        rtl.data_mem_size_per_bank, rtl.num_banks_per_cgra, rtl.num_registers_per_reg_bank,
        sent, counts["CMD_CONFIG_COUNT_PER_ITER"], counts["CMD_CONFIG_TOTAL_CTRL_COUNT"],
        True, True, rtl.controller2addr_map, rtl.idTo2d_map, received, rtl.num_cgra_rows,
        rtl.num_cgra_columns, asked,
    )  # fmt: skip
    harness.elaborate()
    run_sim(harness, print_line_trace=False)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
