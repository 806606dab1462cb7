"""Graphs, arrays and mappings as pictures in notebooks."""

from __future__ import annotations

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.mapping import Mapping
from models.errors import InputError
from views.array.svg import array_svg
from views.graph.svg import dfg_svg
from views.mapping.svg import issues_svg


def picture(data: object) -> str | None:
    """Return the picture of an object; None for objects without one."""
    try:
        match data:
            case Dfg():
                return dfg_svg(data)
            case Architecture():
                return array_svg(data, data, [])
            case Mapping():
                return issues_svg(data)
    except InputError:  # too many matches of a multi-node operation, for instance
        pass
    return None
