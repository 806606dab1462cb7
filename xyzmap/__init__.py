"""xyzmap from Python: load, ask, inspect, verify, draw; as good as the command line.

This is the facade of the package: it asks the questions of the commands, with their options as
keywords and their answers as objects, and has no logic of its own. Names are imported at first use.
`docs/api.md` shows each name in use.
"""

from __future__ import annotations

# It comes first: it refuses to go on where a foreign folder hides a package, and hears signals.
from xyzmap_packages import PREFIX  # isort: skip

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from models.data.architecture import Architecture, Component, Path
    from models.data.dfg import Dfg, Operand, Operation, Operator
    from models.errors import InfeasibleError, InputError, NotSupportedError
    from partition.library import Partitioned, partition
    from programs.library import Optimized, load_loop, optimize_program
    from pruning.library import Pruned, TradeOff, prune, trade_off
    from remap.library import remap
    from streaming.library import Streamed, load_program, map_stream
    from sweeps.library import Compared, compare
    from xyzmap.ask import Answer, Verified
    from xyzmap.build import build_architecture, build_dfg
    from xyzmap.cycles import min_cycles
    from xyzmap.expressions import implies, never_both
    from xyzmap.inputs import (
        example,
        load_architecture,
        load_dfg,
        load_mapping,
        save_architecture,
        save_dfg,
    )
    from xyzmap.intervals import min_ii
    from xyzmap.mapped import Mapped, Rows
    from xyzmap.model import Model
    from xyzmap.networks import architecture_from_networkx, to_networkx
    from xyzmap.networks_dfg import dfg_from_networkx
    from xyzmap.verifying import verify

    __version__: str

__all__ = [
    "Answer",
    "Architecture",
    "Compared",
    "Component",
    "Dfg",
    "InfeasibleError",
    "InputError",
    "Mapped",
    "Model",
    "NotSupportedError",
    "Operand",
    "Operation",
    "Operator",
    "Optimized",
    "Partitioned",
    "Path",
    "Pruned",
    "Rows",
    "Streamed",
    "TradeOff",
    "Verified",
    "architecture_from_networkx",
    "build_architecture",
    "build_dfg",
    "compare",
    "dfg_from_networkx",
    "example",
    "implies",
    "load_architecture",
    "load_dfg",
    "load_loop",
    "load_mapping",
    "load_program",
    "map_stream",
    "min_cycles",
    "min_ii",
    "never_both",
    "optimize_program",
    "partition",
    "prune",
    "remap",
    "save_architecture",
    "save_dfg",
    "to_networkx",
    "trade_off",
    "verify",
]

_HOMES = {
    f"{PREFIX}models.data.architecture": "Architecture Component Path",
    f"{PREFIX}models.data.dfg": "Dfg Operand Operation Operator",
    f"{PREFIX}models.errors": "InfeasibleError InputError NotSupportedError",
    "xyzmap.ask": "Answer Verified",
    "xyzmap.build": "build_architecture build_dfg",
    "xyzmap.cycles": "min_cycles",
    "xyzmap.expressions": "implies never_both",
    "xyzmap.inputs": "example load_architecture load_dfg load_mapping save_architecture save_dfg",
    "xyzmap.intervals": "min_ii",
    "xyzmap.mapped": "Mapped Rows",
    "xyzmap.model": "Model",
    "xyzmap.networks": "architecture_from_networkx to_networkx",
    "xyzmap.networks_dfg": "dfg_from_networkx",
    "xyzmap.verifying": "verify",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    """Return the object of a name, from the module that defines it."""
    if name == "__version__":
        return import_module(f"{PREFIX}shell.packages").version()
    found: object = getattr(_module(name), name)
    globals()[name] = found
    return found


def _module(name: str) -> ModuleType:
    """Import the module of a name, of the core or of a guest. Raises `AttributeError`.

    From then on graphs, arrays and mappings have pictures in notebooks, drawn when they are shown.
    """
    from models.data.pictures import draw_with

    draw_with(lambda data: import_module("xyzmap.notebook").picture(data))
    if name in _HOME:
        return import_module(_HOME[name])
    from shell.guests import guests

    for guest in guests():
        if name in guest.names and guest.library is not None:
            return guest.library()
    raise AttributeError(f"module 'xyzmap' has no attribute '{name}'")


def __dir__() -> list[str]:
    """Return the public names, imported or not."""
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
