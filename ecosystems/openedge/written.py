"""Executes a program, compares it with its graph, and writes it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ecosystems.openedge.asked import Asked, spares
from ecosystems.openedge.csv_files import (
    instructions_text,
    memory_text,
    read_instructions,
    read_memory,
)
from ecosystems.openedge.interpreter import Machine
from ecosystems.openedge.program import OpenEdgeProgram
from ecosystems.openedge.reference import in_order
from models.data.dfg import Dfg
from models.data.mapping import Mapping
from models.errors import InputError
from models.formats.native_json import mapping_to_json
from models.formats.text_files import decode_text, make_folder, read_bytes, write_text

INSTRUCTIONS, MEMORY, AFTER = "instructions.csv", "memory.csv", "memory_out.csv"


@dataclass(frozen=True)
class Executed:
    """The memory before and after a program, steps, and iterations."""

    before: dict[int, int]
    after: dict[int, int]
    steps: int
    iterations: int


def executed(dfg: Dfg, asked: Asked, program: OpenEdgeProgram, path: str | None) -> Executed | None:
    """Execute a program on the memory of a file, if one is given. Raises `InputError`."""
    if path is None:
        return None
    before = read_memory(decode_text(read_bytes(path), path), path)
    after, wanted = dict(before), dict(before)
    iterations = in_order(dfg, asked, wanted)
    text = instructions_text(program.words)
    machine = Machine(read_instructions(text, INSTRUCTIONS), after)
    steps = machine.run()
    if wrong := difference(set(spares(dfg, asked).values()), after, wanted):
        # What is said of a graph, such as that arguments never meet, may be wrong of a memory.
        raise InputError(f"the program and the graph differ on this memory: {wrong}", path)
    return Executed(before, after, steps, iterations)


def difference(spared: set[int], after: dict[int, int], wanted: dict[int, int]) -> str | None:
    """Return the first word that differs, except for the spare ones."""
    for address in sorted({*after, *wanted} - spared):
        if after.get(address) != wanted.get(address):
            return f"address {address} has {after.get(address)}, not {wanted.get(address)}"
    return None


def write(folder: str, program: OpenEdgeProgram, mapping: Mapping, done: Executed | None) -> None:
    """Write the files of the simulator, and the mapping. Raises `InputError`."""
    make_folder(folder)
    texts = {
        INSTRUCTIONS: instructions_text(program.words),
        MEMORY: memory_text({} if done is None else done.before),
        "mapping.json": mapping_to_json(mapping),
    }
    if done is not None:
        texts[AFTER] = memory_text(done.after)
    for name, text in texts.items():
        write_text(str(Path(folder) / name), text)
