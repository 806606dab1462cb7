"""The part of a module's text that some of its functions need, and nothing else of the file.

What stands elsewhere in a valid file can be more than LLVM's library takes: assembly, functions
that are chosen when a program is loaded, the variables of threads.
"""

from __future__ import annotations

import re
from collections.abc import Collection

_NAME = r"(?:\"([^\"]*)\"|([\w.$-]+))"
_STARTS = re.compile(
    r"^(?:define|declare|attributes|target|source_filename|module|uselistorder\w*|[@%!$^;])",
    re.MULTILINE,
)
DEFINED = re.compile(rf"^(?:@{_NAME} *=|(?:define|declare)\b[^\n]*?@{_NAME}\()")
MENTIONED = re.compile(rf"@{_NAME}")
_LEFT_OUT = ("module", "uselistorder", ";", "^")


def needed_text(text: str, names: Collection[str]) -> str:
    """Return a module's text with these functions, and with what they mention, directly or not."""
    others, parts = [], dict[str, str]()
    for part in _parts(text):
        if part.startswith(_LEFT_OUT):
            continue
        name = name_of(part)
        if name is None:
            others.append(part)
        else:
            parts[name] = part
    kept, left = dict[str, str](), list(names)
    while left:
        name = left.pop()
        if name in parts and name not in kept:
            kept[name] = parts[name]
            left += [a or b for a, b in MENTIONED.findall(parts[name])]
    return "".join([*others, *(part for name, part in parts.items() if name in kept)])


def functions_in(text: str) -> list[str]:
    """Return the names of the functions that a module's text defines."""
    parts = (part for part in _parts(text) if part.startswith("define"))
    return [name for part in parts if (name := name_of(part)) is not None]


def name_of(part: str) -> str | None:
    """Return the name that a part of a text defines or declares with `@`, or None."""
    found = DEFINED.match(part)
    return next((name for name in found.groups() if name is not None), None) if found else None


def _parts(text: str) -> list[str]:
    """Return the definitions of a text, each with its lines."""
    starts = [found.start() for found in _STARTS.finditer(text)]
    return [text[start:end] for start, end in zip([0, *starts], [*starts, len(text)], strict=True)]
