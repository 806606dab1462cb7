"""From a C file to text without macros, whose line markers still say where everything stood.

A C compiler does it where there is one, without its own headers: the few in `headers/` have the
types and prototypes that loop programs use. `builtin` does without a compiler what most of them
need, see there.
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
    """Return the text with macros replaced, lines counted by markers.

    `name` is the file in messages, `folder` where its own includes are; `defines` are macros as
    `-D` gives them. `compiler` is a command, the first of `COMPILERS` that there is by default,
    and "builtin" for none. Raises `ProgramError`.
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
    # Quotes in a file's name would end the marker early; a name may be no text at all.
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
