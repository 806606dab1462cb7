"""One example as files: which names and which writer each format has."""

from __future__ import annotations

from models.data.architecture import Architecture
from models.data.dfg import Dfg

FORMATS = ("json", "dfgmap", "dot")


def files_of(dfg: Dfg, arch: Architecture | None, form: str) -> dict[str, str]:
    """Return the contents by file name; only the writers of the asked format are imported."""
    if form == "dfgmap":
        return _dfgmap_files(dfg, arch)
    if form == "dot":
        from models.formats.dot_dfg import dfg_to_dot

        files = {"dfg.dot": dfg_to_dot(dfg)}
    else:
        from models.formats.dfg_json import dfg_to_json

        files = {"dfg.json": dfg_to_json(dfg)}
    if arch is not None:
        from archs.formats.arch_json import architecture_to_json

        files["arch.json"] = architecture_to_json(arch)
    return files


def _dfgmap_files(dfg: Dfg, arch: Architecture | None) -> dict[str, str]:
    from models.formats.dfgmap_dfg import dfg_to_dfgmap

    files = {"f.txt": dfg_to_dfgmap(dfg)}
    if arch is not None:
        from archs.formats.dfgmap_write import architecture_to_dfgmap, options_to_dfgmap

        files["e.txt"] = architecture_to_dfgmap(arch)
        files["g.txt"] = options_to_dfgmap(arch)
    return files
