"""LLVM IR of a C file, by an installed compiler."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from models.errors import InputError
from models.formats.text_files import decode_text, read_bytes
from shell.children import finished

WORDS = (
    "-O1 -Xclang -disable-llvm-passes -ffp-contract=off -fno-sanitize=all"
    " -g -fdebug-compilation-dir=. -fno-discard-value-names -S -emit-llvm -w"
).split()
"""No optimisation, but without the `optnone` attributes of `-O0`. Names are kept, and source lines
name the file as it was given.
"""

SOURCES = (".c", ".cc", ".cpp", ".cxx", ".c++", ".i", ".ii")
HEADERS = (".h", ".hh", ".hpp", ".hxx")
NEWEST, OLDEST = 40, 13
"""The range of clang versions searched under names such as `clang-18`."""


def words_for_clang(
    define: Sequence[str] = (),
    include: Sequence[str] = (),
    flags: Sequence[str] = (),
) -> tuple[str, ...]:
    """Return clang's options: macros, folders of headers, and other words.

    Raises `InputError` for a folder that is not there.
    """
    for folder in include:
        if not os.path.isdir(folder):
            raise InputError("-I: no such directory; name one that has headers", folder)
    words = [f"-D{macro}" for macro in define]
    words += [f"-I{folder}" for folder in include]
    return (*words, *flags)


def llvm_text(path: str, words: Sequence[str] = ()) -> str:
    """Return the text of a file; C is compiled by clang with these options.

    Raises `InputError` with clang's first error, or with the package to install.
    """
    ending = Path(path).suffix.lower()
    if ending in HEADERS:
        raise InputError("a header: give a file of C that includes it", path)
    if ending not in SOURCES:
        if words:
            raise InputError("-D, -I and --flag go with C only", path)
        text = decode_text(read_bytes(path), path)
        if text.lstrip().startswith("{"):
            raise InputError("JSON, and no program: give C, or LLVM's text (.ll)", path)
        return text
    read_bytes(path)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "loops.ll"
        # A file name with a leading dash would be parsed as an option.
        source = path if not path.startswith("-") else f"./{path}"
        command = [*_compiler(path), *words, *WORDS, source, "-o", str(made)]
        try:
            done = finished(command)
        except OSError as error:
            raise InputError(f"'{command[0]}' does not run: {error.strerror}", path) from None
        if done.returncode or not made.exists():
            lines = [line for line in done.stderr.splitlines() if "error:" in line]
            raise InputError(f"clang: {lines[0].strip() if lines else 'it failed'}"[:300], path)
        return made.read_text(encoding="utf-8", errors="replace")  # contains the file name


def _compiler(path: str) -> list[str]:
    names = ["clang", *(f"clang-{version}" for version in range(NEWEST, OLDEST - 1, -1))]
    if found := next(filter(None, map(shutil.which, names)), None):
        return [found]
    if importlib.util.find_spec("ziglang") is not None:
        plain = Path(path).suffix.lower() in (".c", ".i")
        return [sys.executable, "-m", "ziglang", "cc" if plain else "c++"]
    what = "C needs clang: pip install ziglang, a package that has it, or give LLVM's text (.ll)"
    raise InputError(what, path)
