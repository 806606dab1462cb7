"""The kind of register files of a question, and the lines of answers about it."""

from __future__ import annotations

from models.data.architecture import Architecture
from models.data.certificate import RegisterFiles
from models.register_files.files import files_by_kind, files_shown

MEANINGS = {
    "moves": "a value may go to another register of its file in any cycle",
    "static": "a value keeps its address",
    "rotating": "registers are renamed in every round",
    "unroll": "a value keeps its address in a kernel of several rounds",
}


def files_line(arch: Architecture, kind: RegisterFiles) -> str | None:
    """Return a line on the register files that mappings need; None for counted registers."""
    if kind == "counted":
        return None
    shown = files_shown(arch, kind)
    return f"register files: {shown}" + (f" ({MEANINGS[kind]})" if kind in MEANINGS else "")


def files_record(arch: Architecture, kind: RegisterFiles) -> dict[str, object]:
    """Return the kind for JSON, and the components of each kind where these differ."""
    return {
        "register_files": kind,
        "files": files_by_kind(arch, "own") if kind == "own" else None,
    }
