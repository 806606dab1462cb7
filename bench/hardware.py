"""Mappings as hardware: random loops as words and as Verilog, and the area of arrays.

`python -m bench.hardware` maps random loops onto real arrays by a heuristic, executes their
configuration words for every kind of register file, runs some of them in Icarus Verilog, and
compares all with the graph. Then it asks Verilator and Yosys about the arrays. It writes
`docs/results/hardware.md`.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from archs.files import load_architecture
from bench.frame import Asker, Fault, Namespace, Parts, bench, number, option, time_limit
from bench.hardware_loops import ARRAYS, loop, mapped
from bench.page import columns, table
from models.errors import InputError
from models.hardware.files import KINDS
from models.hardware.layout import Sizes, layout_of
from models.hardware.machine import machine_of
from models.hardware.realise import Form, difference, realised
from solvers.icarus import simulated
from solvers.questions.entries import Entry
from solvers.synthesis import area_of
from views.verilog.project import SOURCES, array_files, run_files

PRESETS = (
    "mesh:4x4",
    "torus:4x4",
    "s4:4x4",
    "r4:4x4",
    "adres:4x4,io=memory",
    "satmapit:4x4,io=memory",
    "hycube:4x4,io=memory",
    "lisa:4x4,io=memory",
    "h6:6x6",
)
EQUAL = "equal"


def words_entry(seed: int) -> Entry:
    """Return how the words of one loop ended, by kind of register file."""
    spec = ARRAYS[seed % len(ARRAYS)]
    dfg = loop(seed, most=30 if seed % 4 == 3 else 12)
    begun = time.perf_counter()
    case = mapped(dfg, spec)
    if case is None:
        return {"array": spec, "interval": None}
    problem, mapping = case
    found: Entry = {"array": spec, "interval": problem.contexts, "operations": len(dfg.operations)}
    found["map_seconds"] = time.perf_counter() - begun
    for kind in KINDS:
        form = Form(kind, (32, 16, 64)[seed % 3], bool(seed % 2))
        begun = time.perf_counter()
        try:
            made = realised(problem, mapping, form)
            wrong = difference(dfg, made.machine, made.words, seed)
            found[kind] = EQUAL if wrong is None else wrong
            if kind == "unroll":
                found["rounds"] = made.registers.unroll
        except InputError as error:
            found[kind] = f"refused: {error}"
        found[f"{kind}_seconds"] = time.perf_counter() - begun
    return found


def icarus_entry(seed: int) -> Entry:
    """Return how one loop ended in Icarus Verilog."""
    spec = ARRAYS[seed * 7 % len(ARRAYS)]
    case = mapped(loop(seed, most=24 if seed % 6 == 5 else 12), spec)
    if case is None:
        return {"array": spec, "kind": None, "says": "no mapping"}
    problem, mapping = case
    for kind in (KINDS[seed % 4], "moves"):
        form = Form(kind, (16, 32, 33, 64)[seed % 4], bool(seed % 3))
        try:
            made = realised(problem, mapping, form)
        except InputError:
            continue
        begun = time.perf_counter()
        says = first_line(run_files(made.machine, made.words, problem.dfg, seed))
        seconds = time.perf_counter() - begun
        return {"array": spec, "kind": kind, "says": says, "seconds": seconds}
    return {"array": spec, "kind": None, "says": "no registers"}


def simulates(entry: Entry) -> bool:
    """Whether a loop passed, or could not be run; what fails is measured again."""
    return entry["kind"] is None or entry["says"].startswith("PASS")


def first_line(files: dict[str, str]) -> str:
    """Return the first line that a test bench prints."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        try:
            _, lines = simulated(folder)
        except InputError as error:
            return str(error).splitlines()[0]
    return next(iter(lines), "nothing")


def lint_entry(spec: str, bits: int, limit: float) -> Entry:
    """Return what Verilator says of an array, beyond what its files waive; acyclic as well."""
    machine = machine_of(load_architecture(spec), bits)
    return {
        "warnings": linted(array_files(machine), limit),
        "acyclic_warnings": linted(array_files(machine, acyclic=True), limit),
        "slots": len(machine.slots),
        "registers": sum(machine.registers.values()),
        "lanes": sum(machine.lanes.values()),
        "word": layout_of(machine, Sizes()).width,
    }


def linted(files: Mapping[str, str], limit: float) -> int | None:
    """Return how many warnings and errors Verilator has; None where it takes too long."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        words = ["verilator", "--lint-only", "-Wall", "--top-module", "array", *SOURCES]
        try:
            done = subprocess.run(words, cwd=folder, text=True, capture_output=True, timeout=limit)
        except subprocess.TimeoutExpired:
            return None
    return done.stderr.count("%")


def area_entry(spec: str, bits: int, limit: float) -> Entry:
    """Return the transistors of an array."""
    begun = time.perf_counter()
    try:
        area = area_of(machine_of(load_architecture(spec), bits), limit)
    except InputError as error:
        return {"units": None, "rest": None, "total": None, "why": str(error), "seconds": None}
    return {
        "units": area.total - area.rest,
        "rest": area.rest,
        "total": area.total,
        "seconds": time.perf_counter() - begun,
    }


def synthesised(entry: Entry) -> bool:
    """Whether Yosys has an answer; without one, an array is measured again."""
    return entry["total"] is not None


@bench(
    "hardware",
    "Mappings as hardware",
    number("--loops", 300, "random loops as words"),
    number("--runs", 100, "random loops in Icarus Verilog"),
    number("--bits", 16, "of words of the arrays for Verilator and Yosys"),
    option("--arrays", nargs="+", default=list(PRESETS), metavar="ARRAY", help="for these two"),
    time_limit(900.0, "of Yosys and Verilator, for a module", "--area-limit"),
    smoke="--loops 3 --runs 2 --bits 4 --arrays mesh:1x1",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Measure everything, and yield the parts of the page."""
    yield (
        "What static register files cost in the search is on [a page of its"
        " own](register_files.md).\n"
    )
    found = [
        asker.entry({"as": "words", "seed": n}, partial(words_entry, n))
        for n in range(options.loops)
    ]
    yield from words_parts(found)
    runs = [
        asker.entry({"as": "verilog", "seed": n}, partial(icarus_entry, n), simulates)
        for n in range(options.runs)
    ]
    yield from icarus_parts(runs)
    rows = []
    for spec in options.arrays:
        lint = asker.entry(
            {"lint": spec, "bits": options.bits, "limit": options.area_limit},
            partial(lint_entry, spec, options.bits, options.area_limit),
        )
        key: dict[str, object] = {"area": spec, "bits": options.bits, "limit": options.area_limit}
        measure = partial(area_entry, spec, options.bits, options.area_limit)
        area = asker.entry(key, measure, synthesised)
        rows.append((spec, lint, area))
    yield from array_parts(rows, options.bits)


def words_parts(found: list[Entry]) -> Parts:
    """Return what became of the words of all loops."""
    yield (
        f"## Words\n\n{len(found)} random loops of 2 to 30 operations, distances up to 4, some with"
        " products of two or three cycles and some with loads and stores in order, mapped by modulo"
        " scheduling. For each kind of register file the words are executed over 12 iterations,"
        " prologue and epilogue included, and every result and word of the memory is compared with"
        " the graph. `rounds` are those of unrolled kernels.\n\n"
    )
    by_array: dict[str, list[Entry]] = defaultdict(list)
    for entry in found:
        by_array[entry["array"]].append(entry)
    rows = []
    for spec in ARRAYS:
        here = [entry for entry in by_array.get(spec, []) if entry["interval"] is not None]
        if here:
            equal = (sum(entry[kind] == EQUAL for entry in here) for kind in KINDS)
            rounds = max(entry.get("rounds", 1) for entry in here)
            rows.append((spec, len(here), *equal, rounds))
    yield table(("array", "loops", *(f"{kind} equal" for kind in KINDS), "most rounds"), rows)
    done = [entry for entry in found if entry["interval"] is not None]
    results = [entry[kind] for entry in done for kind in KINDS]
    refused = [result for result in results if result.startswith("refused")]
    wrong = [result for result in results if result != EQUAL and result not in refused]
    refusals = sum(entry[kind].startswith("refused") for entry in done for kind in KINDS[:1])
    yield (
        f"\n{len(results) - len(refused) - len(wrong)} runs are equal, {len(wrong)} differ,"
        f" {len(refused)} were refused for want of registers, {refusals} of these static ones."
        f" {len(found) - len(done)} loops were not mapped.\n"
    )
    for result in wrong[:5]:
        yield Fault(f"\nDifferent: {result}\n")


def icarus_parts(runs: list[Entry]) -> Parts:
    """Return what Icarus Verilog said."""
    passed = [entry for entry in runs if entry["says"].startswith("PASS")]
    numbers = sum(int(entry["says"].split()[1]) for entry in passed)
    seconds = sorted(entry["seconds"] for entry in passed)
    median = seconds[len(seconds) // 2] if seconds else None
    kinds = ", ".join(f"{sum(e['kind'] == kind for e in passed)} {kind}" for kind in KINDS)
    took = f" Compiling and running takes {median:.2f} s in the median." if median else ""
    yield (
        f"\n## Icarus Verilog\n\nOf {len(runs)} random loops, as Verilog with words of 16 to 64"
        f" bits, {len(passed)} pass their test benches ({kinds}): {numbers:,} numbers are equal,"
        f" those of the memory among them.{took}\n"
    )
    for entry in runs:
        if entry not in passed:
            yield Fault(f"\nNot passed on {entry['array']}: {entry['says']}\n")


def array_parts(rows: list[tuple[str, Entry, Entry]], bits: int) -> Parts:
    """Return what Verilator and Yosys say of the arrays."""
    yield (
        f"\n## Arrays\n\nStatic register files, words of {bits} bits. `warnings` are those of"
        " Verilator with `-Wall` beyond the waivers in the files"
        " ([hardware](../hardware.md#verilog)), `acyclic` those of the acyclic array, which waives"
        " no circle. Transistors are those of static CMOS gates with two inputs and D flip-flops,"
        " as of `xyzmap area`; wires, context memory and sequencer are not counted. `units`"
        " compute, and `rest` are registers and multiplexers. Arrays that execute every operator"
        " have no dividers; those that list divisions have one per division and unit.\n\n"
    )
    yield columns(
        rows,
        ("array", lambda row: row[0]),
        ("slots", lambda row: row[1]["slots"]),
        ("registers", lambda row: row[1]["registers"]),
        ("lanes", lambda row: row[1]["lanes"]),
        ("bits of a context", lambda row: row[1]["word"]),
        ("warnings", lambda row: row[1]["warnings"]),
        ("acyclic", lambda row: row[1]["acyclic_warnings"]),
        ("units", lambda row: grouped(row[2]["units"])),
        ("rest", lambda row: grouped(row[2]["rest"])),
        ("transistors", lambda row: grouped(row[2]["total"])),
        ("s", lambda row: row[2]["seconds"]),
    )
    for spec, lint, area in rows:
        if lint["warnings"] or lint["acyclic_warnings"]:
            yield Fault(f"\nVerilator warns of {spec}.\n")
        if area["total"] is None:
            yield f"\n{spec}: {area['why']}.\n"


def grouped(number: int | None) -> str | None:
    """Return a number with commas."""
    return None if number is None else f"{number:,}"


if __name__ == "__main__":
    sys.exit(main())
