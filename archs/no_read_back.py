"""Arrays that cannot read results back from the external memory.

An external memory for both inputs and results lets a mapping write a result and read it again, in
the next cycle at the earliest: it serves as an unlimited register file. Two memories, one for
inputs and one for results, forbid that without a new rule.
"""

from __future__ import annotations

from msgspec.structs import replace

from models.data.architecture import Architecture, Path
from models.errors import InputError

SUFFIX = "_in"
"""Suffix of the name of the memory that holds the inputs."""


def without_read_back(arch: Architecture) -> Architecture:
    """Return an array with a separate memory as the source of all paths from the external memory.

    An array without such paths stays as it is. Raises `InputError` if there is no external memory,
    or it does more than holding values.
    """
    if arch.external is None:
        raise InputError(f"'{arch.name}' has no external memory, so that nothing is read back")
    memory = arch.component_by_name[arch.external]
    if not any(memory.name in path.sources for path in arch.paths):
        return arch
    if memory.issue or memory.capacity is not None or memory.transient or memory.switch:
        raise InputError(f"'{memory.name}' of '{arch.name}' does more than holding values")
    name = memory.name + SUFFIX
    while name in arch.component_by_name:
        name += SUFFIX
    feeding = replace(memory, name=name, holds_intermediates=False)

    def moved(path: Path) -> Path:
        sources = tuple(name if source == memory.name else source for source in path.sources)
        return replace(path, sources=sources)

    return replace(
        arch,
        name=f"{arch.name}, no read back",
        components=(*arch.components, feeding),
        paths=tuple(moved(path) for path in arch.paths),
    )
