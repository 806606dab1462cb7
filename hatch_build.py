"""Builds wheels that install one package, with its inner loops compiled.

In the tree the rooms are top-level packages with common names, such as `models`. A wheel has them
in `xyzmap/rooms`, and imports of them are rewritten: `from models.errors import InputError` becomes
`from xyzmap.rooms.models.errors import InputError`. An editable install leaves all as it is.

`shell.kernels` compiles the inner loops: into the wheel, which then is one for a platform and all
Pythons, or into the checkout. Without a C compiler on the machine one comes from the package index.
Where nothing can be compiled, one line says so, and the loops run in Python.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

INSIDE = "xyzmap.rooms"


def get_build_hook() -> type:
    """Return the hook, for hatchling; tests of the functions below need no hatchling."""
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    class RoomsInside(BuildHookInterface[Any]):
        """Adds the rewritten rooms, and their extension modules, to a wheel."""

        def dependencies(self) -> list[str]:
            """Return the packages that are needed to build: a compiler where there is none."""
            kernels = _kernels(self.root)
            return [] if kernels.system_compiler() else [kernels.ZIG]

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Write them into a folder, and name it as the package."""
            kernels, rooms = _kernels(self.root), Path(self.root)
            if version != "editable":
                self.folder = tempfile.mkdtemp()
                write_package(Path(self.root), self.config["rooms"], Path(self.folder))
                build_data["force_include"][self.folder] = "xyzmap"
                rooms = Path(self.folder, *INSIDE.split(".")[1:])
            try:
                kernels.build(rooms)
            except kernels.NotCompiledError as error:
                self.app.display_warning(f"the inner loops are not compiled: {error}")
                return
            if version != "editable":
                build_data["pure_python"] = False
                platform = self.build_config.builder.get_best_matching_tag().split("-")[2]
                build_data["tag"] = f"cp311-abi3-{platform}"

        def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
            """Remove the folder."""
            if version != "editable":
                shutil.rmtree(self.folder)

    return RoomsInside


def _kernels(root: str) -> Any:
    """Return the module that compiles."""
    if root not in sys.path:
        sys.path.insert(0, root)
    from shell.kernels import build

    return build


def write_package(root: Path, rooms: Sequence[str], folder: Path) -> None:
    """Write `xyzmap` of a source tree into `folder`, with the rooms: packages and `*.py`."""
    names = [room.removesuffix(".py") for room in rooms]
    inside = folder.joinpath(*INSIDE.split(".")[1:])
    for source, target in ((root / "xyzmap", folder), *((root / r, inside / r) for r in rooms)):
        files = source.rglob("*") if source.is_dir() else [source]
        for path in files:
            if path.is_dir() or "__pycache__" in path.parts or path.suffix == ".so":
                continue
            written = target / path.relative_to(source)
            written.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix == ".py":
                text = path.read_text(encoding="utf-8")
                written.write_text(rewritten(text, names), encoding="utf-8", newline="\n")
            else:
                shutil.copyfile(path, written)


def rewritten(text: str, rooms: Sequence[str]) -> str:
    """Return Python code with imports of the rooms from inside `xyzmap`.

    A line that imports begins with `from NAME… import` or is `import NAME`; `import NAME.MODULE`
    would bind another name, and the rooms do without it.
    """
    name = f"(?:{'|'.join(rooms)})"
    text = re.sub(rf"(?m)^(\s*from )({name}(\.\w+)* import\b)", rf"\1{INSIDE}.\2", text)
    return re.sub(rf"(?m)^(\s*)(import {name}\b(?!\.))", rf"\1from {INSIDE} \2", text)
