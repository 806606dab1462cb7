"""Arrays in transistors: the smallest for AES, prices against whole arrays, and areas of presets.

`python -m bench.gates` prunes the mesh of 3×3 for AES by `solvers.prune_arch`, once to the fewest
elements and paths and once to the fewest transistors, and adds up what presets take. It needs
Yosys, and writes `docs/results/gates.md`.
"""

from __future__ import annotations

import json
import sys
import time
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from archs.files import load_architecture
from archs.formats.arch_json import architecture_from_json
from bench.asker import Run, run
from bench.frame import Asker, Fault, Namespace, Parts, bench, number, option, some, time_limit
from bench.hardware import PRESETS, grouped, synthesised
from bench.page import columns
from examples.aes import aes
from examples.filters import fir
from models.data.dfg import Dfg
from models.data.prices import Prices
from models.errors import InputError
from models.formats.dfg_json import dfg_to_json
from models.hardware.gates import pieces, units_key
from models.hardware.machine import Machine, machine_of
from solvers.gate_prices import prices_of, table
from solvers.questions.entries import Entry
from solvers.synthesis import area_of
from views.verilog.project import unit_names


class Kernel(NamedTuple):
    """A graph whose array is pruned, so that it still takes so many cycles."""

    title: str
    example: str
    dfg: Dfg
    array: str
    cycles: int


KERNELS = {
    "aes": Kernel("AES on 3×3", "aes 3", aes(3)[0], "mesh:3x3", 52),
    "fir": Kernel("A filter on 2×2", "fir 2", fir(2)[0], "mesh:2x2", 9),
}
COSTS = (
    ("elements, then paths", ()),
    ("transistors", ("--cost", "area")),
    (
        "transistors, with registers",
        ("--cost", "area", "--minimise", "elements,memories,paths,registers"),
    ),
)


@bench(
    "gates",
    "Arrays in transistors",
    option("--kernel", choices=KERNELS, default="aes"),
    number("--bits", 32, "of words"),
    some("--only", dict(COSTS), "COST"),
    option("--arrays", nargs="+", default=list(PRESETS), metavar="ARRAY", help="presets"),
    time_limit(900.0, "of a pruning, and of Yosys for a module"),
    smoke="--kernel fir --bits 16 --only transistors --arrays mesh:1x1",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Measure both sections."""
    bits, limit, kernel = options.bits, options.time_limit, KERNELS[options.kernel]
    yield (
        f"## {kernel.title}\n\n`python -m examples {kernel.example}` writes the graph; `python -m"
        f" solvers.prune_arch dfg.json {kernel.array} --cycles {kernel.cycles} --cost area`"
        f" and the same without `--cost`; words of {bits} bits. `sum` adds up the prices of the"
        " pieces, which is what is minimised; `Yosys` is the whole array, synthesised.\n\n"
    )
    costs = [(name, words) for name, words in COSTS if name in options.only]
    rows = [(name, pruned(asker, kernel, words, bits, limit)) for name, words in costs]
    yield columns(
        rows,
        ("fewest", lambda row: row[0]),
        ("answer", lambda row: row[1]["status"]),
        ("elements", lambda row: row[1]["elements"]),
        ("paths", lambda row: row[1]["paths"]),
        ("registers", lambda row: row[1]["registers"]),
        ("sum", lambda row: grouped(row[1]["sum"])),
        ("Yosys", lambda row: grouped(row[1]["yosys"])),
        ("verified", lambda row: row[1]["verified"]),
        ("s", lambda row: row[1]["seconds"]),
    )
    for name, entry in rows:
        if not entry["verified"]:
            yield Fault(f"\nThe certificate of the fewest {name} is rejected.\n")
    if ordered(rows, "sum") != ordered(rows, "yosys"):
        yield (
            "\nYosys puts these arrays into another order than the sum: what is proven is proven"
            " for the sum, and they differ by less than logic that pieces share.\n"
        )
    yield (
        f"\n## Presets\n\nStatic register files, words of {bits} bits. `units` compute, `rest` are"
        " registers and multiplexers, as of `xyzmap area`. `sum` adds up prices of pieces; `off` is"
        " how much it differs from what Yosys makes of the whole datapath, where it shares logic"
        " between pieces. Wires, context memory and sequencer are not counted.\n\n"
    )
    presets = []
    for spec in options.arrays:
        key: dict[str, object] = {"gates": spec, "bits": bits, "limit": limit}
        entry = asker.entry(key, partial(preset_entry, spec, bits, limit), synthesised)
        presets.append((spec, entry))
    yield columns(
        presets,
        ("array", lambda row: row[0]),
        ("slots", lambda row: row[1]["slots"]),
        ("registers", lambda row: row[1]["registers"]),
        ("lanes", lambda row: row[1]["lanes"]),
        ("units", lambda row: grouped(row[1]["units"])),
        ("rest", lambda row: grouped(row[1]["rest"])),
        ("transistors", lambda row: grouped(row[1]["total"])),
        ("sum", lambda row: grouped(row[1]["sum"])),
        ("off", lambda row: off(row[1])),
        ("s", lambda row: row[1]["seconds"]),
    )
    for spec, entry in presets:
        if entry["total"] is None:
            yield f"\n{spec}: {entry['why']}.\n"


def ordered(rows: list[tuple[str, Entry]], size: str) -> list[str]:
    """Return the names of rows, the smallest first."""
    return [name for name, _ in sorted(rows, key=lambda row: int(row[1][size]))]


def pruned(asker: Asker, kernel: Kernel, words: tuple[str, ...], bits: int, limit: float) -> Entry:
    """Return what is left of the array for a graph, and what that takes."""
    if words:
        words = (words[0], f"{words[1]}:{bits}", *words[2:])
    command = ["solvers.prune_arch", "{dfg}", kernel.array, "--cycles", str(kernel.cycles)]
    command += [*words, "--certificate", "{folder}/claim", "--time-limit", f"{limit:g}"]

    def keep(done: Run, folder: Path) -> Entry:
        answer = done.answer
        arch = architecture_from_json(json.dumps(answer["left"]), "left")
        checked = run("solvers.verify", str(folder / "claim"))
        machine = machine_of(arch, bits)
        return {
            "status": answer["status"],
            "elements": answer["counts"]["elements"],
            "paths": answer["counts"]["paths"],
            "registers": sum(machine.registers.values()),
            "sum": added(machine, prices_of(machine)),
            "yosys": area_of(machine, limit).total,
            "verified": checked.code == 0,
            "seconds": done.seconds,
        }

    files = {"dfg": dfg_to_json(kernel.dfg)}
    return asker.ask([*command, "--json", "--quiet"], files, keep, key={"bits": bits})


def added(machine: Machine, prices: Prices) -> int:
    """Return the sum of the prices of the pieces of an array."""
    return sum(piece.price[len(piece.sources)] for piece in pieces(machine, prices))


def preset_entry(spec: str, bits: int, limit: float) -> Entry:
    """Return what a preset takes, piece by piece and as a whole."""
    machine = machine_of(load_architecture(spec), bits)
    found: Entry = {
        "slots": len(machine.slots),
        "registers": sum(machine.registers.values()),
        "lanes": sum(machine.lanes.values()),
        "sum": None,
    }
    begun = time.perf_counter()
    try:
        area = area_of(machine, limit)
    except InputError as error:
        return {
            **found,
            "units": None,
            "rest": None,
            "total": None,
            "why": str(error),
            "seconds": None,
        }
    found["seconds"] = time.perf_counter() - begun
    names = unit_names(machine)
    units = {units_key(s): area.units[names[s.units]] for s in machine.slots if s.units}
    found["sum"] = added(machine, msgspec.structs.replace(table()[machine.word], units=units))
    return {**found, "units": area.total - area.rest, "rest": area.rest, "total": area.total}


def off(entry: Entry) -> str | None:
    """Return by how much the sum is more than the whole."""
    if entry["total"] is None or entry["sum"] is None:
        return None
    return f"{100 * (entry['sum'] / entry['total'] - 1):+.1f} %"


if __name__ == "__main__":
    sys.exit(main())
