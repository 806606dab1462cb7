"""The Verilog files of an array, and of a run of a mapping on it."""

from __future__ import annotations

from hardware.model.expected import Begins, expected_run
from hardware.model.layout import Sizes, WordLayout, layout_of, layout_table, sizes_of
from hardware.model.machine import Machine
from hardware.model.packing import bound, packed
from hardware.model.units import Unit
from hardware.model.words import Words
from hardware.verilog.bench import bench_files, bench_module
from hardware.verilog.datapath import datapath_module
from hardware.verilog.frame import CONTEXT_MEMORY, SEQUENCER, array_module
from hardware.verilog.ports import ports_of
from hardware.verilog.units import unit_module
from hardware.words_json import words_to_json
from models.data.dfg import Dfg
from models.register_files.files import files_shown

SOURCES = ("units.v", "datapath.v", "sequencer.v", "context_memory.v", "array.v")
"""The files of an array; a run adds `testbench.v`."""


UNITS_WAIVERS = """\
// Several modules in a file; words of a type are extended and cut by assignment, as its sign says;
// not every unit reads all operands.
/* verilator lint_off DECLFILENAME */
/* verilator lint_off WIDTH */
/* verilator lint_off UNUSEDSIGNAL */
"""
DATAPATH_WAIVERS = """\
// Some fields and results are there for other arrays of the same kind.
/* verilator lint_off UNUSEDSIGNAL */
"""
SWITCH_WAIVER = """\
// Lanes through switches can be wired in a circle; no context selects one.
/* verilator lint_off UNOPTFLAT */
"""


def _waivers(machine: Machine, acyclic: bool) -> str:
    switches = not acyclic and any(component.switch for component in machine.arch.components)
    return DATAPATH_WAIVERS + (SWITCH_WAIVER if switches else "")


def array_files(
    machine: Machine, sizes: Sizes | None = None, acyclic: bool = False
) -> dict[str, str]:
    """Return the files of an array by name: Verilog, and the layout of its words.

    With `acyclic`, switch-to-switch lanes have a copy per hop, without combinational loops.
    """
    return _array(layout_of(machine, sizes or Sizes()), acyclic)


def run_files(
    machine: Machine,
    words: Words,
    dfg: Dfg,
    seed: int = 0,
    acyclic: bool = False,
    begins: Begins | None = None,
) -> dict[str, str]:
    """Return the files of an array, and of a run of words on random numbers from a seed.

    Raises `InputError` if the outcome of the graph is not unique and `begins` is unknown.
    """
    layout = layout_of(machine, sizes_of(words, Sizes()))
    given, due, _ = expected_run(dfg, words, seed, begins)
    digits = (layout.width + 3) // 4
    contexts = packed(layout, bound(words, given))
    return {
        **_array(layout, acyclic),
        "testbench.v": bench_module(layout, words, due),
        "words.json": words_to_json(words),
        "contexts.hex": "".join(f"{bits:0{digits}x}\n" for bits in contexts),
        **bench_files(machine, words, given, due),
    }


def unit_names(machine: Machine) -> dict[tuple[Unit, ...], str]:
    """Return the unit modules by name; slots with the same units share a module."""
    names: dict[tuple[Unit, ...], str] = {}
    for slot in machine.slots:
        if slot.units and slot.units not in names:
            names[slot.units] = f"unit_{len(names)}"
    return names


def _array(layout: WordLayout, acyclic: bool) -> dict[str, str]:
    machine, names = layout.machine, unit_names(layout.machine)
    modules = [unit_module(name, units, machine.word) for units, name in names.items()]
    files = files_shown(machine.arch, machine.kind)
    title = f"// {machine.arch.name}, words of type {machine.word}, {files} registers\n"
    return {
        "units.v": title + UNITS_WAIVERS + "\n\n".join(modules) + "\n",
        "datapath.v": title
        + _ports_table(layout)
        + _waivers(machine, acyclic)
        + datapath_module(layout, names, acyclic),
        "sequencer.v": SEQUENCER,
        "context_memory.v": CONTEXT_MEMORY,
        "array.v": title + array_module(layout),
        "layout.txt": layout_table(layout),
    }


def _ports_table(layout: WordLayout) -> str:
    """Return the table of ports and their users as a comment."""
    lines = ["// Ports, from the lowest bits of their buses on:"]
    ports = ports_of(layout.machine)
    lines += [f"// read {number}: {user}" for number, user in enumerate(ports.reads)]
    lines += [f"// write {number}: {user}" for number, user in enumerate(ports.writes)]
    for sharing in ports.memory:
        numbers = range(sharing.first, sharing.first + sharing.ports)
        lines.append(f"// memory {', '.join(map(str, numbers))}: {sharing.name}")
    return "\n".join(lines) + "\n" if len(lines) > 1 else ""
