"""Readers and writers of graphs as the table of formats calls them."""

from __future__ import annotations

import os
from collections.abc import Mapping

from interchange.graphs.ccf_dfg import base_of, files_of, load_ccf, named_base
from interchange.graphs.ccf_write import dfg_to_ccf
from interchange.graphs.cgra_mapper_json import dfg_from_cgra_mapper
from interchange.graphs.dfgmap_dfg import dfg_from_dfgmap
from interchange.graphs.genmap_dfg import from_genmap, is_genmap
from interchange.graphs.llvm_labels import from_instructions, has_instructions
from interchange.graphs.morpher_dfg import dfg_from_morpher
from interchange.graphs.satmapit_dfg import dfg_to_satmapit, load_satmapit
from interchange.graphs.satmapit_dot import from_satmapit_dot, is_satmapit_dot
from interchange.graphs.satmapit_files import BESIDE, Pair, looks_like_pair, pair_of
from models.data.dfg import Dfg
from models.errors import InputError
from models.formats.dot_dfg import Translated
from models.formats.dot_text import DotGraph
from models.formats.text_files import decode_text, read_bytes, stem


def read_dfgmap(data: bytes, path: str, constants: str | None, sources: str | None) -> Dfg:
    """Return the graph in a `dfgmap` text, named after its file."""
    return dfg_from_dfgmap(decode_text(data, path), path, name=stem(path))


def read_morpher(data: bytes, path: str, constants: str | None, sources: str | None) -> Dfg:
    """Return the graph in an XML of Morpher."""
    immediate, inputs = constants == "immediate", sources == "inputs"
    return dfg_from_morpher(decode_text(data, path), path, stem(path), immediate, inputs)


def read_cgra_mapper(data: bytes, path: str, constants: str | None, sources: str | None) -> Dfg:
    """Return the graph in a JSON text of CGRA-Mapper, named after its file."""
    return dfg_from_cgra_mapper(data, path, stem(path))


def read_satmapit(data: bytes | None, path: str, constants: str | None, sources: str | None) -> Dfg:
    """Return the graph in the files of SAT-MapIt that a path names."""
    return load_satmapit(_pair(path), constants != "operations", sources != "operations")


def _pair(path: str) -> Pair:
    pair = pair_of(path)
    if pair is None:
        raise InputError("a file of SAT-MapIt has to be called NAME_nodes or NAME_edges", path)
    return pair


def satmapit_parts(path: str) -> tuple[str, ...]:
    """Return the files of SAT-MapIt that a path names.

    An extension such as .txt is that of `dfgmap`, unless the first line has numbers.
    """
    pair = pair_of(path)
    other = pair is not None and pair.ending and os.path.isfile(path)
    if pair is None or (other and not looks_like_pair(read_bytes(path))):
        return ()
    return tuple(pair.path(kind) for kind in ("nodes", "edges", *BESIDE))


def satmapit_texts(dfg: Dfg, path: str) -> Mapping[str, str]:
    """Return the texts of the files of SAT-MapIt, one of which has this path."""
    pair = _pair(path)
    return {pair.path(kind): text for kind, text in dfg_to_satmapit(dfg).items()}


def read_ccf(data: bytes | None, path: str, constants: str | None, sources: str | None) -> Dfg:
    """Return the graph in the files of CCF that a path names."""
    base = base_of(path)
    assert base is not None, path
    return load_ccf(base, constants != "operations", sources != "operations")


def ccf_parts(path: str) -> tuple[str, ...]:
    """Return the files of CCF that a path names."""
    base = base_of(path)
    return () if base is None else files_of(base)


def ccf_texts(dfg: Dfg, path: str) -> Mapping[str, str]:
    """Return the texts of the files of CCF, one of which has this path."""
    base = named_base(path)
    assert base is not None, path
    return dict(zip(files_of(base), dfg_to_ccf(dfg).values(), strict=True))


def translated(graph: DotGraph, outputs: bool) -> Translated | None:
    """Return a drawing of GenMap or SAT-MapIt, or of LLVM, in the dialect of CGRA-ME."""
    if is_genmap(graph):
        return from_genmap(graph, outputs=outputs), True, False
    if is_satmapit_dot(graph):
        return from_satmapit_dot(graph), True, False
    if has_instructions(graph):
        return from_instructions(graph), True, True
    return None
