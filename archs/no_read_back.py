"""Arrays whose external memory is not read where it was written: results do not come back.

An external memory that inputs come from and results go to holds both, so that a mapping may send a
result out and read it again: an unlimited register file, in the next cycle at the earliest. Two
memories forbid that without a new rule: one that inputs come from, and one that results go to.
"""

from __future__ import annotations

from msgspec.structs import replace

from models.data.architecture import Architecture, Path
from models.errors import InputError

SUFFIX = "_in"
"""Of the name of the memory that inputs come from."""


def without_read_back(arch: Architecture) -> Architecture:
    """Return an array in which a memory of its own feeds what the external memory fed.

    One whose external memory feeds nothing stays as it is. Raises `InputError` where there is no
    external memory, or it does more than holding values.
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
