"""The C file with its regions replaced by their transformed versions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from programs.loops import ProgramError
from programs.loops.emit import PRELUDE, emit_body
from programs.loops.region import Region

_END = re.compile(r"^\s*#\s*pragma\s+ENDMAP\b")


def rewritten(
    text: str, name: str, regions: Sequence[Region], defines: Mapping[str, object] | None = None
) -> str:
    """Return a C text with the bodies of regions replaced; the rest is unchanged.

    Given macros are defined in the text, as extents and bounds depend on them. Raises
    `ProgramError` if a region is in an included file.
    """
    lines = text.splitlines()
    for region in sorted(regions, key=lambda region: -region.line):
        if region.source != name:
            raise ProgramError("is included; name this file to have it rewritten", region.source)
        first = region.line
        last = next((n for n in range(first, len(lines)) if _END.match(lines[n])), None)
        if last is None:
            raise ProgramError("PTMAP whose ENDMAP comes from a macro", f"{name}:{first}")
        # The indent of the pragma is not used: pragmas are often at the margin.
        code = [line for line in lines[first:last] if line.strip()]
        depth = min((len(line) - len(line.lstrip()) for line in code), default=0) // 4
        indent = "    " * depth
        local = [f"{indent}{x.type} {x.name};" for x in region.scalars if x.local]
        lines[first:last] = [*local, *emit_body(region.body, depth).splitlines()]
    head = [PRELUDE.rstrip()]
    for key, value in (defines or {}).items():
        head += [f"#ifndef {key}", f"#define {key} {value}", "#endif"]
    return "\n".join([*head, *lines]) + "\n"
