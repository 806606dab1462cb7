"""Preprocesses a C file into text without macros, with line markers.

A C compiler is used if available, without its own headers: the few in `headers/` have the types and
prototypes that loop programs use. `builtin` is the fallback without a compiler.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from programs.loops.errors import ProgramError
from programs.source import builtin
from shell.children import finished

HEADERS = Path(__file__).parent / "headers"
COMPILERS = ("cc", "gcc", "clang")
_MESSAGE = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+):(?:\d+:)? (?:fatal )?error: (?P<what>.*)$")
_NAME = re.compile(r"[A-Za-z_]\w*\Z")


def preprocess(
    text: str,
    name: str,
    folder: Path | None = None,
    defines: Mapping[str, object] | None = None,
    compiler: str | None = None,
) -> str:
    """Return the text with macros replaced, with line markers.

    `name` is the file in messages, `folder` the folder of its own includes; `defines` are macros in
    the syntax of `-D`. `compiler` is a command, by default the first available of `COMPILERS`, and
    "builtin" for none. Raises `ProgramError`.
    """
    given = {key: str(value) for key, value in (defines or {}).items()}
    for key, value in given.items():
        if not _NAME.match(key) or "\n" in value:
            raise ProgramError(f"macro '{key}' = '{value}' is no name with a line of text", name)
    command = compiler or next(filter(shutil.which, COMPILERS), "builtin")
    if command == "builtin":
        return builtin.preprocess(text, name, given, HEADERS, folder)
    words = [command, "-E", "-x", "c", "-std=c11", "-nostdinc", "-I", str(HEADERS)]
    if folder is not None:
        words += ["-iquote", str(folder)]
    words += [f"-D{key}={value}" for key, value in given.items()]
    # Quotes in a file name would end the marker early; a name may be undecodable.
    shown = name.replace(chr(92), "/").replace(chr(34), "?").encode(errors="replace").decode()
    marked = f'#line 1 "{shown}"\n{text}'
    try:
        done = finished([*words, "-"], given=marked)
    except OSError as error:
        raise ProgramError(f"C compiler '{command}': {error.strerror}", name) from None
    if done.returncode:
        for line in done.stderr.splitlines():
            found = _MESSAGE.match(line)
            if found:
                raise ProgramError(found["what"], f"{found['file']}:{found['line']}")
        raise ProgramError(f"'{command} -E' fails with status {done.returncode}", name)
    return done.stdout
