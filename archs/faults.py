"""Arrays with faults: an array without some of its tiles, components or paths."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import fnmatchcase

import msgspec

from archs.void_limits import limiting
from models.data.architecture import Architecture
from models.errors import InputError, known

_TILE = re.compile(r"\d+(?:_\d+)*$")
_PREFIXES = ("pe_", "tile_")
WITHOUT = " without "
"""The separator of the name of an array and the names of its broken parts."""


def matching(arch: Architecture, word: str) -> tuple[str, ...]:
    """Return the components that `word` names: by name, by a glob pattern of names, or by the
    tile that their names end in, so that `2_3`, and `pe_2_3` where no component is called that,
    name all parts of that tile.
    """
    names = [component.name for component in arch.components]
    if word in names:
        return (word,)
    found = [name for name in names if fnmatchcase(name, word)]
    if found:
        return tuple(found)
    tiles = {name: end.group() for name in names if (end := _TILE.search(name)) is not None}
    wanted = [word, *(word.removeprefix(p) for p in _PREFIXES if word.startswith(p))]
    return tuple(
        name for name, tile in tiles.items() if any(fnmatchcase(tile, one) for one in wanted)
    )


def without(arch: Architecture, words: Iterable[str]) -> Architecture:
    """Return the array without the components or paths that each of `words` names.

    A word names components as in `matching`, or, if none match, a path or a glob pattern of path
    names. A path loses its removed ends, and is removed without sources or without targets; shared
    limits continue for the remaining components. Raises `InputError` for a word without a match,
    and for the external component.
    """
    words = list(dict.fromkeys(words))
    if not words:
        return arch
    gone: set[str] = set()
    closed: set[str] = set()
    for word in words:
        parts = matching(arch, word)
        paths = [path.name for path in arch.paths if path.name == word] or [
            path.name for path in arch.paths if fnmatchcase(path.name, word)
        ]
        if arch.external is not None and arch.external in parts:
            raise InputError(
                f"'{word}' names '{arch.external}', the external component of '{arch.name}',"
                " which cannot be forbidden"
            )
        if not parts and not paths:
            names = [component.name for component in arch.components]
            raise InputError(
                f"'{word}' names no component, tile or path of '{arch.name}'"
                + known(names, word=word)
            )
        gone.update(parts)
        closed.update(() if parts else paths)
    return _reduced(arch, f"{arch.name}{WITHOUT}{', '.join(words)}", gone, closed)


def _reduced(arch: Architecture, name: str, gone: set[str], closed: set[str]) -> Architecture:
    components = tuple(part for part in arch.components if part.name not in gone)
    if not components:
        raise InputError(f"nothing is left of '{arch.name}'")
    paths = []
    for path in arch.paths:
        sources = tuple(end for end in path.sources if end not in gone)
        targets = tuple(end for end in path.targets if end not in gone)
        if path.name not in closed and sources and targets:
            paths.append(msgspec.structs.replace(path, sources=sources, targets=targets))
    here = {part.name for part in components}
    limits = [limit.among(here) for limit in arch.shared]
    reduced: Architecture = msgspec.structs.replace(
        arch,
        name=name,
        components=components,
        paths=tuple(paths),
        shared=tuple(limit for limit in limits if limit is not None),
    )
    return limiting(reduced)
