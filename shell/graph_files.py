"""DFG files of every format, recognised by extension and, failing that, by contents."""

from __future__ import annotations

import os
from pathlib import Path

from interchange.graphs.ccf_dfg import base_of, files_of, load_ccf, named_base
from interchange.graphs.ccf_write import dfg_to_ccf
from interchange.graphs.cgra_mapper_json import dfg_from_cgra_mapper, is_cgra_mapper
from interchange.graphs.dfgmap_dfg import dfg_from_dfgmap, dfg_to_dfgmap
from interchange.graphs.genmap_dfg import dfg_to_genmap
from interchange.graphs.morpher_dfg import dfg_from_morpher
from interchange.graphs.satmapit_dfg import dfg_to_satmapit, load_satmapit
from interchange.graphs.satmapit_files import Pair, looks_like_pair, pair_of
from models.data.dfg import Dfg
from models.errors import InputError
from models.formats.dfg_json import dfg_from_json, dfg_to_json
from models.formats.dot_dfg import CONSTANT_CHOICES, SOURCE_CHOICES, dfg_from_dot
from models.formats.dot_write import dfg_to_dot
from models.formats.text_files import decode_text, read_bytes, stem, write_text

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
    "[": "json",
    ".": "dfgmap",
    "digraph": "dot",
    "strict": "dot",
    "/": "dot",
    "<": "morpher",
}


def is_own(path: str) -> bool:
    """Return whether a file is in a format that defines its operators."""
    format_ = DIALECTS.get(Path(path).suffix.lower())
    if format_ == "json" and os.path.isfile(path):
        return not is_cgra_mapper(read_bytes(path))
    return format_ in ("json", "dfgmap") and pair_of(path) is None and _ccf(path) is None


def load_dfg(
    path: str,
    dialect: str | None = None,
    constants: str | None = None,
    sources: str | None = None,
) -> Dfg:
    """Return the DFG in a file of at most 64 MiB, or in several files.

    `dialect` is `json`, `dfgmap`, `dot` (in all its dialects) or `morpher` (XML), by default
    found from the extension or the first characters. The files of SAT-MapIt, `NAME_nodes` and
    `NAME_edges`, and those of CCF, `NAME_node.txt` and `NAME_edge.txt`, are known by their names:
    `path` is that of either, or NAME. `constants` and `sources` are those of
    `dot_dfg.dfg_from_dot`, by default as in the format's own tool, and are refused for JSON and
    `dfgmap`. Formats without a name for the graph name it after the file. Raises `InputError`
    in one line, and notes what is assumed.
    """
    for option, choice, choices in (
        ("dialect", dialect, {*DIALECTS.values(), None}),
        ("constants", constants, {*CONSTANT_CHOICES, None}),
        ("sources", sources, {*SOURCE_CHOICES, None}),
    ):
        if choice not in choices:
            allowed = ", ".join(sorted(filter(None, choices)))
            raise InputError(f"unknown {option} '{choice}'; allowed: {allowed}")
    if dialect is None and (pair := _pair(path)) is not None:
        return load_satmapit(pair, constants != "operations", sources != "operations")
    if dialect is None and (base := _ccf(path)) is not None:
        return load_ccf(base, constants != "operations", sources != "operations")
    if dialect is None and Path(path).suffix.lower() in (".c", ".ll"):
        what = (
            "a program is no graph; `xyzmap dfg` makes graphs of its loops, and `xyzmap optimize`"
        )
        raise InputError(f"{what} transforms and maps those of C", path)
    data = read_bytes(path)
    format_ = dialect or DIALECTS.get(Path(path).suffix.lower()) or _by_contents(data, path)
    for option, choice in (("constants", constants), ("sources", sources)):
        if choice is not None and format_ not in ("dot", "morpher"):
            formats = "DOT and Morpher files and those of SAT-MapIt and CCF"
            what = f"{option} can be chosen for {formats} only, not for {format_}"
            raise InputError(what, path)
    if format_ == "json":
        if is_cgra_mapper(data):
            return dfg_from_cgra_mapper(data, path, stem(path))
        return dfg_from_json(data, path)
    text = decode_text(data, path)
    if format_ == "dfgmap":
        return dfg_from_dfgmap(text, path, name=stem(path))
    if format_ == "morpher":
        immediate, inputs = constants == "immediate", sources == "inputs"
        return dfg_from_morpher(text, path, stem(path), immediate, inputs)
    return dfg_from_dot(text, path, stem(path), constants, sources)


def save_dfg(dfg: Dfg, path: str, dialect: str | None = None) -> None:
    """Write a DFG in the format of the file's extension: .json, .txt, .dfgmap, .dot or .gv.

    `dialect` "genmap" writes DOT for GenMap. A `path` that ends in `_nodes` or `_edges` writes
    all files of SAT-MapIt, and one that ends in `_node.txt` or `_edge.txt` those of CCF.
    Raises `NotSupportedError` when the format cannot express the DFG, `InputError` when a file
    cannot be written.
    """
    write = {
        "json": dfg_to_json, "dfgmap": dfg_to_dfgmap, "dot": dfg_to_dot, "genmap": dfg_to_genmap,
    }  # fmt: skip
    format_ = dialect or DIALECTS.get(Path(path).suffix.lower())
    base = named_base(path) if dialect is None else None
    pair = pair_of(path) if format_ is None else None
    if format_ not in write and pair is None:
        known = ", ".join(extension for extension, name in DIALECTS.items() if name in write)
        raise InputError(f"unknown extension; known: {known}", path)
    try:
        if base is not None:
            texts = dict(zip(files_of(base), dfg_to_ccf(dfg).values(), strict=True))
        elif pair is not None:
            texts = {pair.path(kind): text for kind, text in dfg_to_satmapit(dfg).items()}
        else:
            texts = {path: write[str(format_)](dfg)}
    except InputError as error:
        raise error.inside(path) from None
    for name, text in texts.items():
        write_text(name, text)


def _pair(path: str) -> Pair | None:
    """Return the files of SAT-MapIt that a path names, unless its contents are of another format.

    An extension such as .txt is that of `dfgmap`, unless the first line has numbers.
    """
    pair = pair_of(path)
    if pair is None or not os.path.isfile(path):
        return pair
    start = read_bytes(path)[:4096]
    other = _opens_another(start)
    return None if other or (pair.ending and not looks_like_pair(start)) else pair


def _ccf(path: str) -> str | None:
    """Return the NAME of the files of CCF that a path names, unless it is of another format."""
    base = base_of(path)
    if base is None or not os.path.isfile(path):
        return base
    return None if _opens_another(read_bytes(path)[:4096]) else base


def _opens_another(start: bytes) -> bool:
    return any(start.lstrip().startswith(word.encode()) for word in _OPENINGS)


def _by_contents(data: bytes, path: str) -> str:
    start = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    for opening, format_ in _OPENINGS.items():
        if start.startswith(opening.encode()):
            return format_
    if looks_like_pair(start):
        what = "a file of SAT-MapIt has to be called NAME_nodes or NAME_edges"
        raise InputError(what, path)
    formats = ", ".join(dict.fromkeys(DIALECTS.values()))
    raise InputError(f"not recognised as any of {formats}; known: {', '.join(DIALECTS)}", path)
