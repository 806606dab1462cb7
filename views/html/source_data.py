"""The source text that a DFG was made from, as far as it can be read when the page is written."""

from __future__ import annotations

import re
from typing import Any

from models.data.dfg import Dfg
from models.errors import InputError
from models.formats.text_files import read_bytes
from views.html.mapping_data import Numbers

ENDINGS = (".c", ".cc", ".cpp", ".cxx", ".c++", ".i", ".ii", ".h", ".hh", ".hpp", ".hxx")
"""Only these are read: a graph may come from others, and a page may go to others."""

AROUND, MOST_LINES, MOST_LETTERS = 200, 2000, 300
"""Lines kept before the first operation and behind the last one, of a file, and letters of each."""

_PLACE = re.compile(r"(?P<file>.+?):(?P<line>[0-9]{1,7})(?::[0-9]+)?")


def source_data(dfg: Dfg, values: Numbers) -> dict[str, Any] | None:
    """Return `files` [name, number of the first line, lines] and `places` [value, file, line].

    A file that cannot be read has no lines. Without a known line there is nothing to show.
    """
    used: dict[str, list[int]] = {}
    places = []
    for operation, text in dfg.line_of.items():
        if place := _PLACE.fullmatch(text):
            lines = used.setdefault(place["file"], [])
            lines.append(int(place["line"]))
            places.append([values[operation], list(used).index(place["file"]), lines[-1]])
    if not places:
        return None
    return {"files": [[name, *_excerpt(name, used[name])] for name in used], "places": places}


def _excerpt(name: str, used: list[int]) -> tuple[int, list[str]]:
    first = max(1, min(used) - AROUND)
    last = min(max(used) + AROUND, first + MOST_LINES - 1)
    if not name.lower().endswith(ENDINGS):
        return first, []
    try:
        text = read_bytes(name).decode("utf-8", "replace")
    except InputError:
        return first, []
    lines = text.rstrip("\n").split("\n")[first - 1 : last]
    return first, [line.rstrip("\r")[:MOST_LETTERS] for line in lines]
