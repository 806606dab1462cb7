"""Checks that a mapped program computes the same as its region, by three kinds of execution.

The interpreted original region is the reference. The transformed region is interpreted, executed by
its mappings (loads and stores in the order of their cycles, the first execution of each piece
simulated in every cycle), and, if a C compiler is available, both are compiled and run.
"""

from __future__ import annotations

import ctypes
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from models.data.architecture import Architecture
from programs.dataflow import MappedKernel, run_dfg
from programs.loops import ProgramError, emit_program, execute
from programs.loops.random_values import random_values
from programs.loops.region import Region
from programs.question.mapped import MappedProgram
from shell.children import finished
from solvers.tasks.mappings import SolverFaultError

COMPILERS = ("cc", "gcc", "clang")
FLAGS = ("-O1", "-shared", "-fPIC", "-fwrapv", "-ffp-contract=off", "-w")

MOST_OPERATIONS = 400_000
"""Programs with more operations are executed only on request."""


@dataclass(frozen=True)
class Checked:
    """The executions compared with the region, and the count of numbers; or why none was."""

    ways: tuple[str, ...] = ()
    numbers: int = 0
    reason: str = ""


def operations(program: MappedProgram) -> int:
    """Return the total number of operations that a program executes."""
    return sum(
        piece.piece.counts.iterations * len(piece.kernel.dfg.operations)
        for piece in program.pieces
        if piece.kernel is not None
    )


def check(
    region: Region, program: MappedProgram, arch: Architecture, seed: int, always: bool = False
) -> Checked:
    """Compare a program with its region on random numbers; raises `SolverFaultError` if it differs.

    Inputs with undefined behaviour in C, such as a division by 0, are not compared.
    """
    size = operations(program)
    if size > MOST_OPERATIONS and not always:
        return Checked(reason=f"{size} operations are too many for --check auto: --check always")
    values = random_values(region, seed)
    try:
        expected = execute(region, values)
    except ProgramError as error:
        return Checked(reason=f"the program cannot run on random numbers: {error.what}")
    parts = [
        MappedKernel(piece.kernel, arch, piece.mapping)
        for piece in program.pieces
        if piece.kernel is not None and piece.mapping is not None
    ]
    found = {
        "the transformed region": execute(program.region, values),
        "its mappings": run_dfg(program.parts.form.region, values, parts),
    }
    command = next(filter(shutil.which, COMPILERS), None)
    if command is not None:
        found["the compiled region"] = run_compiled(command, region, values)
        found["the compiled transformed region"] = run_compiled(command, program.region, values)
    for way, numbers in found.items():
        _compare(way, numbers, expected)
    return Checked(tuple(found), sum(np.size(value) for value in expected.values()))


def _compare(way: str, found: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    for name, value in expected.items():
        if not np.array_equal(found[name], value, equal_nan=np.asarray(value).dtype.kind == "f"):
            raise SolverFaultError(f"{way} computes other numbers in '{name}'")


def run_compiled(command: str, region: Region, values: Mapping[str, Any]) -> dict[str, Any]:
    """Execute a region as a compiled shared library, like `execute`. Raises `SolverFaultError`."""
    with tempfile.TemporaryDirectory() as folder:
        # Libraries are cached by path, so each run uses a new folder.
        source, library = Path(folder) / "region.c", Path(folder) / "region.so"
        source.write_text(emit_program(region), encoding="utf-8")
        words = [command, *FLAGS, "-o", str(library), str(source), "-lm"]
        done = finished(words)
        if done.returncode:
            raise SolverFaultError(
                f"'{command}' refuses the region: {done.stderr.splitlines()[:1]}"
            )
        loaded = ctypes.CDLL(str(library))
        cells = {x.name: _global(loaded, x.name, x.type.dtype, x.extents) for x in region.arrays}
        for x in region.scalars:
            if not x.local:
                cells[x.name] = _global(loaded, x.name, x.type.dtype, ())
        for name, value in values.items():
            if name in cells:
                cells[name][...] = value
        getattr(loaded, region.name)()
        arrays = {array.name for array in region.arrays}
        return {n: cell.copy() if n in arrays else cell.item() for n, cell in cells.items()}


def _global(
    library: ctypes.CDLL, name: str, dtype: str, extents: tuple[int, ...]
) -> np.ndarray[Any, Any]:
    kind = np.dtype(dtype)
    size = int(np.prod(extents)) * kind.itemsize
    memory = (ctypes.c_char * size).in_dll(library, name)
    cells: np.ndarray[Any, Any] = np.frombuffer(memory, kind)  # type: ignore[call-overload]  # stubs want bytes
    return cells.reshape(extents)
