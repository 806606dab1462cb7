"""Runs C on the values that `execute` takes: globals of a shared library, and one function."""

from __future__ import annotations

import ctypes
import itertools
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from programs.loops.region import Region

COMPILER = shutil.which("cc")
FLAGS = ["-O1", "-shared", "-fPIC", "-fwrapv", "-ffp-contract=off", "-w"]
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="needs a C compiler")
_NUMBER = itertools.count()


def compiled(text: str, folder: Path, *more: str) -> ctypes.CDLL:
    """Return the shared library of a C text."""
    assert COMPILER is not None
    # Another name every time: a library is loaded once by its name.
    name = folder / f"program_{next(_NUMBER)}"
    source = name.with_suffix(".c")
    source.write_text(text, encoding="utf-8")
    library = name.with_suffix(".so")
    done = subprocess.run(
        [COMPILER, *FLAGS, *more, "-o", str(library), str(source), "-lm"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{done.stderr}\n{text}"
    return ctypes.CDLL(str(library))


def run_compiled(
    text: str, function: str, region: Region, values: dict[str, Any], folder: Path, *more: str
) -> dict[str, Any]:
    """Return what `execute` returns, from C whose globals are the region's arrays and scalars."""
    library = compiled(text, folder, *more)
    cells: dict[str, np.ndarray] = {}
    for array in region.arrays:
        cells[array.name] = _global(library, array.name, array.type.dtype, array.extents)
    for scalar in region.scalars:
        if not scalar.local:
            cells[scalar.name] = _global(library, scalar.name, scalar.type.dtype, ())
    for name, value in values.items():
        if name in cells:
            cells[name][...] = value
    getattr(library, function)()
    arrays = {array.name for array in region.arrays}
    return {n: cell.copy() if n in arrays else cell.item() for n, cell in cells.items()}


def _global(library: ctypes.CDLL, name: str, dtype: str, extents: tuple[int, ...]) -> np.ndarray:
    kind = np.dtype(dtype)
    size = int(np.prod(extents)) * kind.itemsize
    memory = (ctypes.c_char * size).in_dll(library, name)
    return np.frombuffer(memory, dtype=kind).reshape(extents)


def assert_same(one: dict[str, Any], two: dict[str, Any]) -> None:
    """Equal to the last bit, with the signs of zeros; NaN to NaN."""
    assert one.keys() == two.keys()
    for name, value in one.items():
        np.testing.assert_array_equal(value, two[name], err_msg=name, strict=True)
        signs = (np.signbit(np.nan_to_num(x)) for x in (value, two[name]))
        np.testing.assert_array_equal(*signs, err_msg=name)
