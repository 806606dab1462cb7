"""DFG files of every format, told apart by extension and, failing that, by contents."""

from __future__ import annotations

from pathlib import Path

from models.dfg import Dfg
from models.dfg_json import dfg_from_json, dfg_to_json
from models.dfgmap_dfg import dfg_from_dfgmap, dfg_to_dfgmap
from models.dot_dfg import CONSTANT_CHOICES, KEEP, SOURCE_CHOICES, dfg_from_dot, dfg_to_dot
from models.errors import InputError
from models.morpher_dfg import dfg_from_morpher
from models.text_files import decode_text, read_bytes, write_text

DIALECTS = {
    ".json": "json",
    ".txt": "dfgmap",
    ".dfgmap": "dfgmap",
    ".dot": "dot",
    ".gv": "dot",
    ".xml": "morpher",
}
_OPENINGS = {
    "{": "json",
    ".": "dfgmap",
    "digraph": "dot",
    "strict": "dot",
    "/": "dot",
    "<": "morpher",
}


def load_dfg(
    path: str,
    dialect: str | None = None,
    constants: str | None = None,
    sources: str | None = None,
) -> Dfg:
    """Return the DFG in a file of at most 64 MiB.

    `dialect` is `json`, `dfgmap`, `dot` (CGRA-ME and ExPRESS alike) or `morpher` (XML), by
    default found from the extension or the first characters. `constants` and `sources` are
    those of `dot_dfg.dfg_from_dot`, and are refused for JSON and `dfgmap`. Formats without a
    name for the graph, and DOT, name it after the file. Raises `InputError` in one line.
    """
    for option, choice, choices in (
        ("dialect", dialect, {*DIALECTS.values(), None}),
        ("constants", constants, {*CONSTANT_CHOICES, None}),
        ("sources", sources, {*SOURCE_CHOICES, None}),
    ):
        if choice not in choices:
            allowed = ", ".join(sorted(filter(None, choices)))
            raise InputError(f"unknown {option} '{choice}'; allowed: {allowed}")
    data = read_bytes(path)
    format_ = dialect or DIALECTS.get(Path(path).suffix.lower()) or _by_contents(data, path)
    for option, choice in (("constants", constants), ("sources", sources)):
        if choice is not None and format_ not in ("dot", "morpher"):
            what = f"{option} can be chosen for DOT and Morpher files only, not for {format_}"
            raise InputError(what, path)
    if format_ == "json":
        return dfg_from_json(data, path)
    text = decode_text(data, path)
    if format_ == "dfgmap":
        return dfg_from_dfgmap(text, path, name=Path(path).stem)
    if format_ == "morpher":
        immediate, inputs = constants == "immediate", sources == "inputs"
        return dfg_from_morpher(text, path, Path(path).stem, immediate, inputs)
    return dfg_from_dot(text, path, Path(path).stem, constants or KEEP, sources or KEEP)


def save_dfg(dfg: Dfg, path: str) -> None:
    """Write a DFG in the format of the file's extension: .json, .txt, .dfgmap, .dot or .gv.

    Raises `NotSupportedError` when the format cannot express it, `InputError` when the file
    cannot be written.
    """
    write = {"json": dfg_to_json, "dfgmap": dfg_to_dfgmap, "dot": dfg_to_dot}
    format_ = DIALECTS.get(Path(path).suffix.lower())
    if format_ not in write:
        known = ", ".join(extension for extension, name in DIALECTS.items() if name in write)
        raise InputError(f"unknown extension; known: {known}", path)
    try:
        text = write[format_](dfg)
    except InputError as error:
        raise error.inside(path) from None
    write_text(path, text)


def _by_contents(data: bytes, path: str) -> str:
    start = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    for opening, format_ in _OPENINGS.items():
        if start.startswith(opening.encode()):
            return format_
    formats = ", ".join(dict.fromkeys(DIALECTS.values()))
    raise InputError(f"not recognised as any of {formats}; known: {', '.join(DIALECTS)}", path)
