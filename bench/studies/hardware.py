"""Mappings as hardware: `python -m bench.studies.hardware words|verilog LOOPS|area ARRAY BITS`.

Random loops are mapped by a heuristic. Their configuration words are executed for every kind of
register file, some run in Icarus Verilog, and all is compared with the graph. `area` asks Yosys
for the transistors of an array, and adds up the prices of its pieces.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import msgspec

from archs.files import load_architecture
from bench.hardware_loops import ARRAYS, loop, mapped
from bench.process import Answer
from bench.studies import printed
from hardware.icarus import simulated
from hardware.model.machine import machine_of
from hardware.model.realise import Form, difference, realised
from hardware.synthesis import area_of
from hardware.verilog.project import run_files, unit_names
from models.data.architecture import RegisterFile
from models.errors import InputError
from models.register_files.files import KINDS
from pruning.gate_prices import table
from pruning.gates import pieces, units_key

AREA_SECONDS = 240


def main(what: str, *words: str) -> Answer:
    """Return the answer of one of the three measurements."""
    if what == "area":
        return area(words[0], int(words[1]))
    return {"words": words_of, "verilog": verilog}[what](int(words[0]))


def words_of(count: int) -> Answer:
    """Return how often words are equal to the graph, differ, or are refused, by kind of file."""
    found: dict[RegisterFile, Counter[str]] = {kind: Counter() for kind in KINDS}
    for seed in range(count):
        dfg = loop(seed, most=30 if seed % 4 == 3 else 12)
        case = mapped(dfg, ARRAYS[seed % len(ARRAYS)])
        if case is None:
            continue
        for kind, own in found.items():
            form = Form(kind, (32, 16, 64)[seed % 3], bool(seed % 2))
            try:
                made = realised(*case, form)
            except InputError:
                own["refused"] += 1
                continue
            wrong = difference(dfg, made.machine, made.words, seed)
            own["equal" if wrong is None else "different"] += 1
    return {"loops": count, "kinds": found}


def verilog(count: int) -> Answer:
    """Return how many loops pass their test benches, and how many numbers these compare."""
    passed, numbers, failed = 0, 0, list[str]()
    for seed in range(count):
        case = mapped(loop(seed, most=24 if seed % 6 == 5 else 12), ARRAYS[seed * 7 % len(ARRAYS)])
        if case is None:
            continue
        for kind in (KINDS[seed % 4], "moves"):
            form = Form(kind, (16, 32, 33, 64)[seed % 4], bool(seed % 3))
            try:
                made = realised(*case, form)
            except InputError:
                continue
            says = first_line(run_files(made.machine, made.words, case[0].dfg, seed))
            passed += says.startswith("PASS")
            numbers += int(says.split()[1]) if says.startswith("PASS") else 0
            failed += [] if says.startswith("PASS") else [says]
            break
    return {"loops": count, "passed": passed, "numbers": numbers, "failed": failed[:3]}


def first_line(files: dict[str, str]) -> str:
    """Return the first line that a test bench prints."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        _, lines = simulated(folder)
    return next(iter(lines), "nothing")


def area(spec: str, bits: int) -> Answer:
    """Return the transistors of an array, as a whole and as a sum of pieces."""
    machine = machine_of(load_architecture(spec), bits)
    begun = time.perf_counter()
    found = area_of(machine, AREA_SECONDS)
    names = unit_names(machine)
    units = {units_key(s): found.units[names[s.units]] for s in machine.slots if s.units}
    prices = msgspec.structs.replace(table()[machine.word], units=units)
    return {
        "slots": len(machine.slots),
        "registers": sum(machine.registers.values()),
        "lanes": sum(machine.lanes.values()),
        "units": found.total - found.rest,
        "total": found.total,
        "sum": sum(piece.price[len(piece.sources)] for piece in pieces(machine, prices)),
        "seconds": round(time.perf_counter() - begun, 2),
    }


if __name__ == "__main__":
    printed(main, *sys.argv[1:])
