"""The formats of graphs of other tools."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from functools import partial

from interchange.graphs.ccf_dfg import base_of, files_of, load_ccf
from interchange.graphs.ccf_write import dfg_to_ccf
from interchange.graphs.cgra_mapper_json import dfg_from_cgra_mapper
from interchange.graphs.dfgmap_dfg import dfg_from_dfgmap, dfg_to_dfgmap
from interchange.graphs.dot_dfg import dfg_from_dot
from interchange.graphs.dot_write import dfg_to_dot
from interchange.graphs.drawn_json import (
    dfg_from_graphviz_json,
    dfg_from_node_link,
    is_graphviz_json,
    is_node_link,
)
from interchange.graphs.genmap_dfg import dfg_to_genmap
from interchange.graphs.graphml import dfg_from_graphml, is_graphml
from interchange.graphs.morpher_dfg import dfg_from_morpher
from interchange.graphs.satmapit_dfg import dfg_to_satmapit, load_satmapit
from interchange.graphs.satmapit_files import BESIDE, Pair, looks_like_pair, pair_of
from models.data.dfg import Dfg
from models.errors import InputError
from models.formats.text_files import decode_text, read_bytes, stem
from shell.formats import Format


def _read_dot(data: bytes, path: str, constants: str | None, sources: str | None) -> Dfg:
    return dfg_from_dot(decode_text(data, path), path, stem(path), constants, sources)


def _read_drawn(
    read: Callable[..., Dfg], data: bytes, path: str, constants: str | None, sources: str | None
) -> Dfg:
    return read(data, path, stem(path), constants, sources)


def _read_dfgmap(data: bytes, path: str, *chosen: str | None) -> Dfg:
    return dfg_from_dfgmap(decode_text(data, path), path, stem(path))


def _read_morpher(data: bytes, path: str, constants: str | None, sources: str | None) -> Dfg:
    immediate, inputs = constants == "immediate", sources == "inputs"
    return dfg_from_morpher(decode_text(data, path), path, stem(path), immediate, inputs)


def _read_satmapit(data: object, path: str, constants: str | None, sources: str | None) -> Dfg:
    return load_satmapit(_pair(path), constants != "operations", sources != "operations")


def _pair(path: str) -> Pair:
    pair = pair_of(path)
    if pair is None:
        raise InputError("a file of SAT-MapIt has to be called NAME_nodes or NAME_edges", path)
    return pair


def _satmapit_parts(path: str) -> tuple[str, ...]:
    """Return the files of SAT-MapIt that a path names.

    An extension such as .txt is that of `dfgmap`, unless the first line has numbers.
    """
    pair = pair_of(path)
    other = pair is not None and pair.ending and os.path.isfile(path)
    if pair is None or (other and not looks_like_pair(read_bytes(path))):
        return ()
    return tuple(pair.path(kind) for kind in ("nodes", "edges", *BESIDE))


def _satmapit_texts(dfg: Dfg, path: str) -> Mapping[str, str]:
    pair = _pair(path)
    return {pair.path(kind): text for kind, text in dfg_to_satmapit(dfg).items()}


def _read_ccf(data: object, path: str, constants: str | None, sources: str | None) -> Dfg:
    return load_ccf(_base(path), constants != "operations", sources != "operations")


def _base(path: str) -> str:
    base = base_of(path)
    if base is None:
        raise InputError("files of CCF have to be called NAME_node.txt and NAME_edge.txt", path)
    return base


def _ccf_parts(path: str) -> tuple[str, ...]:
    base = base_of(path)
    return () if base is None else files_of(base)


def _ccf_texts(dfg: Dfg, path: str) -> Mapping[str, str]:
    return dict(zip(files_of(_base(path)), dfg_to_ccf(dfg).values(), strict=True))


GRAPHS = (
    Format(
        "dot",
        _read_dot,
        dfg_to_dot,
        (".dot", ".gv"),
        lambda data: data.startswith((b"digraph", b"strict", b"/")),
        chosen=True,
    ),
    Format(
        "satmapit",
        _read_satmapit,
        _satmapit_texts,
        ("_nodes", "_edges"),
        looks_like_pair,
        _satmapit_parts,
        chosen=True,
    ),
    Format(
        "ccf",
        _read_ccf,
        _ccf_texts,
        ("_node.txt", "_edge.txt"),
        parts=_ccf_parts,
        chosen=True,
    ),
    Format(
        "dfgmap",
        _read_dfgmap,
        dfg_to_dfgmap,
        (".txt", ".dfgmap"),
        lambda data: data.startswith(b"."),
        defines=True,
    ),
    Format(
        "graphviz-json",
        partial(_read_drawn, dfg_from_graphviz_json),
        endings=(".json",),
        opens=is_graphviz_json,
        chosen=True,
    ),
    Format(
        "node-link",
        partial(_read_drawn, dfg_from_node_link),
        endings=(".json",),
        opens=is_node_link,
        chosen=True,
    ),
    Format(
        "graphml",
        partial(_read_drawn, dfg_from_graphml),
        endings=(".graphml", ".xml"),
        opens=is_graphml,
        chosen=True,
    ),
    Format(
        "morpher",
        _read_morpher,
        endings=(".xml",),
        opens=lambda data: data.startswith(b"<"),
        chosen=True,
    ),
    Format(
        "json",
        lambda data, path, *chosen: dfg_from_cgra_mapper(data, path, stem(path)),
        endings=(".json",),
        opens=lambda data: re.match(rb"\[\s*\{", data) is not None,
    ),
    Format("genmap", write=dfg_to_genmap),
)
