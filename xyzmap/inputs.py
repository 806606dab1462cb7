"""Graphs, arrays and mappings from files, presets and generators."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from archs import files
from archs.presets import Needs
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.errors import InputError, known, unknown
from models.formats.native_json import mapping_from_json
from models.formats.operators_file import load_operators, with_operators
from models.formats.text_files import read_bytes
from models.notes import noted
from shell import graph_files
from xyzmap.mapped import Mapped

File: TypeAlias = str | os.PathLike[str]
DfgLike: TypeAlias = Dfg | File
"""A graph, or a file of any format that the commands read."""
ArchLike: TypeAlias = Architecture | File
"""An architecture, a file, or a preset such as `mesh:3x3,io=left`."""
Tell: TypeAlias = Callable[[str], None]
"""Takes a line of progress."""
Words: TypeAlias = str | Sequence[str]
Numbers: TypeAlias = int | Sequence[int]
Reordering: TypeAlias = Literal["none", "enumerate", "xbtree", "select", "chain"]


def load_dfg(
    file: File,
    *,
    dialect: str | None = None,
    constants: Literal["immediate", "operations"] | None = None,
    sources: Literal["inputs", "operations"] | None = None,
    operators: File | None = None,
) -> Dfg:
    """Return the graph in a file: JSON, dfgmap text, DOT, Morpher XML, SAT-MapIt, or CCF.

    The format is known by name and contents, unless `dialect` names it. `constants` and `sources`
    choose the form of constants and loads of other tools' files, by default as in these tools.
    `operators` is a file with names and laws of the graph's operators. Raises `InputError`.
    """
    dfg = graph_files.load_dfg(os.fspath(file), dialect, constants, sources)
    if operators is None:
        return dfg
    path = os.fspath(operators)
    return with_operators(dfg, load_operators(path), path)


def save_dfg(dfg: Dfg, file: File, *, dialect: str | None = None) -> None:
    """Write a graph in the format of the file's ending, or in `dialect`. Raises `InputError`."""
    graph_files.save_dfg(dfg, os.fspath(file), dialect)


def load_architecture(
    spec: File,
    *,
    options: File | None = None,
    registers: int | None = None,
    units: int | None = None,
    hold_intermediates: bool | None = None,
) -> Architecture:
    """Return the array of a file or of a preset, such as `mesh:3x3,registers=4`.

    The keywords belong to dfgmap files, which lack these data: a second file, registers and units
    of every element, and whether the external memory may hold intermediate values. Raises
    `InputError`.
    """
    second = None if options is None else os.fspath(options)
    return files.load_architecture(os.fspath(spec), second, registers, units, hold_intermediates)


def save_architecture(arch: Architecture, file: File, *, options: File | None = None) -> None:
    """Write an array as JSON or dfgmap, as the file's ending says; `options` as for loading."""
    files.save_architecture(arch, os.fspath(file), None if options is None else os.fspath(options))


def load_mapping(
    file: File | Mapping[str, Any], dfg: DfgLike, arch: ArchLike, *, transform: Reordering = "none"
) -> Mapped:
    """Return the mapping in a JSON file, or in its members; its `check` tells whether it is legal.

    The members are those of `json.load(file)`, or of `answer.record["mapping"]`. `transform` is
    how the mapping may reorder sums. Raises `InputError` for what cannot be used.
    """
    if isinstance(file, Mapping):
        mapping = mapping_from_json(json.dumps(dict(file), default=repr), "the mapping given")
    else:
        mapping = mapping_from_json(read_bytes(path := os.fspath(file)), path)
    graph = dfg if isinstance(dfg, Dfg) else load_dfg(dfg)
    with noted():  # the mapping names its array, with what was added to a preset
        array = (
            arch
            if isinstance(arch, Architecture)
            else files.load_architecture(os.fspath(arch), needs=lambda: Needs.of(graph))
        )
    return Mapped(Problem(graph, array, mapping.contexts, transform), mapping)


def example(family: str, **parameters: Any) -> tuple[Dfg, Architecture | None]:
    """Return an example: a graph, and its array where the family has one.

    Families and their parameters are those of `python -m examples`: `example("fir", taps=4)`.
    Raises `InputError` for others.
    """
    from examples.registry import FAMILIES

    if family not in FAMILIES:
        raise InputError(unknown("example", family, FAMILIES, 20))
    allowed = FAMILIES[family].parameters
    names = [parameter.name for parameter in allowed]
    for name in parameters:
        if name not in names:
            raise InputError(f"'{family}' has no parameter '{name}'{known(names, word=name)}")
    for parameter in allowed:
        if parameter.default is None and parameter.name not in parameters:
            raise InputError(f"'{family}' needs {parameter.name}: {parameter.help}")
    return FAMILIES[family].build(**parameters)
