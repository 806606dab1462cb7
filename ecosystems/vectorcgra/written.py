"""Executes packets, compares them with the loop's graph, and writes them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from ecosystems.openedge.asked import Asked
from ecosystems.openedge.csv_files import memory_text, read_memory
from ecosystems.openedge.reference import in_order
from ecosystems.openedge.written import difference
from ecosystems.vectorcgra.interpreter import Machine
from ecosystems.vectorcgra.packets import Packets, packets_of, packets_text, read_packets
from ecosystems.vectorcgra.tiles import Tiles
from ecosystems.vectorcgra.words_yaml import instructions_yaml
from models.data.dfg import Dfg
from models.errors import InputError
from models.formats.native_json import architecture_to_json, dfg_to_json, mapping_to_json
from models.formats.text_files import decode_text, make_folder, read_bytes, write_text
from solvers.search.interval_answer import MinIi

PACKETS = "packets.json"
ASIDE = -4
"""The address of the result in the graph's own execution, outside any memory."""


@dataclass(frozen=True)
class Executed:
    """The effect of packets: the memory, the value returned, and the time."""

    after: dict[int, int]
    returned: int | None
    cycles: int
    iterations: int


def rounds_for(made: Tiles, iterations: int) -> int:
    """Return the number of rounds after which the last iteration has ended."""
    return iterations + made.stages


def executed(
    dfg: Dfg, values: dict[str, int], made: Tiles, path: str, rounds: int | None
) -> tuple[Packets, Executed]:
    """Return packets, executed on the memory of a file. Raises `InputError` for wrong results.

    They are executed twice, the second time with tiles that pause at random.
    """
    before = read_memory(decode_text(read_bytes(path), path), path)
    wanted = dict(before)
    asked = Asked(values, dict.fromkeys(dfg.results, ASIDE))
    iterations = in_order(dfg, asked, wanted)
    result = wanted.pop(ASIDE, None)
    if rounds is not None and rounds < iterations:
        what = f"the loop has {iterations} iterations on this memory"
        raise InputError(f"{what}: --iterations {rounds}")
    packets = packets_of(made, rounds_for(made, rounds or iterations))
    read = read_packets(packets_text(packets), PACKETS)
    runs = []
    for stalls in (None, random.Random(0)):
        after = dict(before)
        machine = Machine(read, after, stalls)
        cycles = machine.run()
        if wrong := difference(set(), after, wanted):
            raise InputError(f"the packets and the graph differ on this memory: {wrong}", path)
        if dfg.results and machine.returned != result:
            raise InputError(f"the packets return {machine.returned}, the graph {result}", path)
        runs.append(Executed(after, machine.returned, cycles, iterations))
    return packets, runs[0]


def write(folder: str, packets: Packets, work: Tiles, known: MinIi, done: Executed | None) -> None:
    """Write packets, words, mapping, graph and array. Raises `InputError`."""
    assert known.mapping is not None
    make_folder(folder)
    texts = {
        PACKETS: packets_text(packets),
        "instructions.yaml": instructions_yaml(work),
        "graph.json": dfg_to_json(known.problem.dfg),
        "array.json": architecture_to_json(known.problem.arch),
        "mapping.json": mapping_to_json(known.mapping),
    }
    if done is not None:
        texts["memory_out.csv"] = memory_text(done.after)
    for name, text in texts.items():
        write_text(str(Path(folder) / name), text)
