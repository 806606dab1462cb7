"""LLVM's text of a C file, by a compiler that is installed."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from models.errors import InputError
from models.formats.text_files import decode_text, read_bytes

WORDS = (
    "-O1 -Xclang -disable-llvm-passes -ffp-contract=off -fno-sanitize=all -gline-tables-only"
    " -S -emit-llvm -w"
).split()
"""Nothing is optimised, but marked as something that may be: `-O0` forbids it."""

SOURCES = (".c", ".h", ".cc", ".cpp", ".cxx")


def llvm_text(path: str, defines: tuple[str, ...] = ()) -> str:
    """Return the text of a file, which for C is what clang makes of it.

    Raises `InputError`: what clang complains of first, or what to install.
    """
    text = decode_text(read_bytes(path), path)
    if Path(path).suffix.lower() not in SOURCES:
        if defines:
            raise InputError("-D goes with C only", path)
        return text
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "loops.ll"
        words = [*_compiler(path), *WORDS, *(f"-D{word}" for word in defines), path]
        done = subprocess.run(
            [*words, "-o", str(made)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            lines = [line for line in done.stderr.splitlines() if "error:" in line]
            raise InputError(f"clang: {lines[0].strip() if lines else 'it failed'}"[:300], path)
        return made.read_text(encoding="utf-8")


def _compiler(path: str) -> list[str]:
    if found := shutil.which("clang"):
        return [found]
    if importlib.util.find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "cc"]
    what = "C needs clang: install clang, or the package ziglang, or give LLVM's text (.ll)"
    raise InputError(what, path)
