"""The rooms of xyzmap, for packages that extend it: `import xyzmap.rooms.archs.presets`.

A wheel has them here. In a checkout they are top-level packages, and names in here mean the same
modules.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

from xyzmap_packages import NAMES, PREFIX


class _TopLevel(MetaPathFinder, Loader):
    """Finds `xyzmap.rooms.NAME` as `NAME`."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return what this loads, None for a name that is none of a room."""
        name = fullname.removeprefix(f"{__name__}.")
        known = name != fullname and name.partition(".")[0] in NAMES and find_spec(name) is not None
        return ModuleSpec(fullname, self) if known else None

    def exec_module(self, module: ModuleType) -> None:
        """Put the module of the room in place of the new one."""
        sys.modules[module.__name__] = import_module(module.__name__.removeprefix(f"{__name__}."))


if not PREFIX:
    sys.meta_path.insert(0, _TopLevel())
