"""Reading of the inputs of questions: graphs, arrays and mappings, or their files."""

from __future__ import annotations

import os
from collections import abc
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from models.data.architecture import Architecture, opcode_of
from models.data.computation import Transform
from models.data.dfg import Dfg
from models.errors import InputError
from shell.formats import Version
from shell.options import DFGMAP, MOST, options_of
from solvers.questions.shared_options import ArrayOptions, GraphOptions
from solvers.questions.versions import Bound, Bounded, by_bound, interval

if TYPE_CHECKING:
    from archs.presets import Needs
    from models.data.mapping import Mapping
    from models.data.problem import Problem


def named(source: object) -> str:
    """Return the name of an input in messages: that of its file, or its own."""
    if isinstance(source, (str, os.PathLike)):
        return str(os.fspath(source))
    found = getattr(source, "mapping", source)
    graph = getattr(found, "dfg", None)
    return f"mapping of {graph}" if graph is not None else str(getattr(source, "name", source))


def path_of(source: object, kind: type) -> str:
    """Return an input that is no `kind` as a path. Raises `InputError` where it is none."""
    if isinstance(source, (str, os.PathLike)):
        return str(os.fspath(source))
    raise InputError(f"expected a {kind.__name__} or a file name, not a {type(source).__name__}")


def read_dfg(source: object, options: GraphOptions, *, mapped: bool = True) -> Dfg:
    """Return a graph, or that of a file, with operators as asked, maybe no patterns.

    Raises `InputError` for one that is to be `mapped` and of which nothing is.
    """
    from shell.graph_files import load_dfg

    if isinstance(source, Dfg):
        for name in ("constants", "sources"):
            if getattr(options, name) is not None:
                raise InputError(f"--{name} goes only with files of other tools", named(source))
        dfg = source
    else:
        dfg = load_dfg(path_of(source, Dfg), constants=options.constants, sources=options.sources)
    dfg = as_asked(dfg, options)
    if mapped:
        require_needed(dfg, source)
    return dfg


def as_asked(dfg: Dfg, options: GraphOptions) -> Dfg:
    """Return a graph with operators as asked, maybe no patterns."""
    if options.operators is not None:
        from models.formats.operators_file import load_operators, with_operators

        dfg = with_operators(dfg, load_operators(options.operators), options.operators)
    return dfg if options.multi_node else msgspec.structs.replace(dfg, patterns=())


def require_needed(dfg: Dfg, source: object) -> None:
    """Name in a note the operations that no mapping executes; `InputError` if these are all."""
    from models.notes import SHOWN, note
    from models.semantics.needed import unneeded
    from shell.graph_files import require_operations

    where = str(source) if isinstance(source, (str, os.PathLike)) else dfg.name
    require_operations(dfg, where)
    names = unneeded(dfg)
    if names:
        shown = ", ".join(names[:SHOWN]) + (", …" if len(names) > SHOWN else "")
        if len(names) == len(dfg.operations):
            what = "nothing is to be mapped, as no result and no effect needs an operation"
            raise InputError(f"{what}; name results, such as {names[-1]}", where)
        what = "not mapped, as no result and no effect needs them"
        note(f"{what}: {shown}; add them, or operations that read them, to the results", where)


def unknown_operators(source: object, dfg: Dfg, operators: str | None) -> tuple[str, ...]:
    """Return a note on the operators of another tool's file that have no meaning and no class.

    These are not in the table, and the file `operators` puts them into no class.
    """
    from models.formats.operators_file import load_operators
    from models.semantics.opcodes import unknown_words
    from shell.graph_files import is_own

    if not isinstance(source, (str, os.PathLike)) or is_own(str(os.fspath(source))):
        return ()
    classes = {} if operators is None else load_operators(operators).kinds
    words = [word for word in unknown_words(dfg) if word not in classes]
    if not words:
        return ()
    more = ", …" * (len(words) > 8)
    what = f"note: operators of unknown meaning: {', '.join(words[:8])}{more}"
    return (f"{what}; only units without a list of operators execute them (see --operators)",)


def read_graph_and_array(
    inputs: abc.Mapping[str, object],
    options: Any,
    *,
    cut: bool = False,
    bound: abc.Callable[[Architecture], Bound] = interval,
) -> tuple[Dfg, Architecture]:
    """Return the inputs `dfg` and `arch` of a question; `cut` as for `read_array`.

    Of several versions of a graph, it is the one with the least `bound` on the array.
    """
    from models.notes import note

    if (read := read_versions(inputs, options, cut=cut)) is None:
        dfg = read_dfg(inputs["dfg"], options)
        return dfg, read_array(inputs["arch"], options, dfg, cut=cut)
    versions, arch = read
    found = by_bound(versions, bound(arch)) if len(versions) > 1 else [Bounded(versions[0], 1)]
    if len(found) > 1:
        note(f"mapped is the first of these graphs: {'; '.join(each.words() for each in found)}")
    found[0].version.require()
    return found[0].version.dfg, arch


def read_best(source: object, arch: object, options: Any) -> Dfg:
    """Return a graph, of several versions the one with the least bound on its II on an array."""
    from shell.graph_files import has_versions

    if isinstance(source, (str, os.PathLike)) and has_versions(named(source)):
        return read_graph_and_array({"dfg": source, "arch": arch}, options)[0]
    return read_dfg(source, options)


def read_versions(
    inputs: abc.Mapping[str, object], options: Any, *, cut: bool = False
) -> tuple[list[Version], Architecture] | None:
    """Return the versions of the input `dfg`, and the array, read for all; None for other inputs.

    Operators that the array lacks are computed from others, where the format can do that. Raises
    `InputError`.
    """
    from models.notes import note
    from shell.graph_files import versions_of

    source = inputs["dfg"]
    if not isinstance(source, (str, os.PathLike)):
        return None
    path = named(source)
    found = _asked(versions_of(path), options)
    if not found:
        return None
    arch = read_array(inputs["arch"], options, *(each.dfg for each in found), cut=cut)
    lacking = _lacking(found, arch)
    if lacking or _has_memory_units(arch):
        found = _asked(versions_of(path, lacking, arch), options)
        if others := sorted(lacking - _lacking(found, arch)):
            what = f"{', '.join(others)}, which '{arch.name}' lacks"
            note(f"computed from other operations: {what}", path)
    require_needed(found[0].dfg, path)
    return found, arch


def _has_memory_units(arch: Architecture) -> bool:
    """Return whether some loads or stores of an array do more."""
    from models.semantics.opcodes import kind_of

    words = {word for part in arch.components if part.issue for word in part.latency_of}
    return any(kind_of(word) == "access" for word in words)


def _asked(versions: abc.Sequence[Version], options: Any) -> list[Version]:
    return [replace(each, dfg=as_asked(each.dfg, options)) for each in versions]


def _lacking(versions: abc.Sequence[Version], arch: Architecture) -> set[str]:
    """Return the opcodes of operators that no component executes."""
    every = {each.operator for version in versions for each in version.dfg.operations}
    parts = {part.ops: part for part in arch.components if part.issue}.values()
    return {opcode_of(each) for each in every if not any(part.supports(each) for part in parts)}


def read_array(
    source: object, options: ArrayOptions, *dfgs: Dfg, cut: bool = False
) -> Architecture:
    """Return an array: the given one, or that of a file or preset, changed as the options say.

    A preset of a real array gets the memory, streams and operators that the graphs need. With `cut`
    the graphs are cut later into parts that load and store. Units also execute the operators that a
    file of operators puts into their classes.
    """
    from archs.classes import executing
    from archs.files import load_architecture
    from archs.no_read_back import without_read_back
    from archs.void_limits import tell_unlike
    from models.formats.operators_file import load_operators

    path = options.operators if isinstance(options, GraphOptions) else None
    given = None if path is None else load_operators(path)
    if isinstance(source, Architecture):
        if of_files := of_dfgmap(options):
            raise InputError(f"--{of_files[0]} goes only with a dfgmap architecture", named(source))
        arch = source
    else:
        arch = load_architecture(
            path_of(source, Architecture),
            options_file=options.array_options,
            registers=options.registers,
            units=options.units,
            hold_intermediates=options.hold_intermediates or None,
            needs=lambda: needs_of(dfgs, path, cut=cut),
        )
    tell_unlike(arch, dfgs, named(source))
    if options.no_read_back:
        try:
            arch = without_read_back(arch)
        except InputError as error:
            raise error.inside(named(source)) from None
    if path is None or given is None or not given.kinds:
        return arch
    try:
        return executing(arch, given.kinds)
    except InputError as error:
        raise error.inside(path) from None


def of_dfgmap(options: ArrayOptions) -> list[str]:
    """Return the given options that concern files of dfgmap only."""
    known = options_of(type(options))
    return [
        one.name
        for name, one in known.items()
        if one.group == DFGMAP and getattr(options, name) not in (None, False)
    ]


def needs_of(dfgs: abc.Iterable[Dfg], operators: str | None, *, cut: bool = False) -> Needs:
    """Return the requirements of graphs on a preset; `operators` is a file of them, or None."""
    from archs.presets import Needs
    from models.formats.operators_file import load_operators, representatives

    known_as = None if operators is None else representatives(load_operators(operators))
    needs = Needs.of(*dfgs, known_as=known_as)
    return needs._replace(answering=needs.answering and not cut)


def read_mapping(source: object) -> Mapping:
    """Return a mapping, or that of a file; whether it is correct is the checker's business."""
    from models.data.mapping import Mapping
    from models.formats.native_json import mapping_from_json
    from models.formats.text_files import read_bytes

    if isinstance(found := getattr(source, "mapping", source), Mapping):
        return found
    path = path_of(source, Mapping)
    return mapping_from_json(read_bytes(path), path)


def read_legal(inputs: abc.Mapping[str, object], options: Any) -> tuple[Problem, Mapping]:
    """Return the problem of a graph and an array, and a mapping that keeps all its rules.

    The mapping names its array. So a preset is taken with the options that it was mapped with, and
    a mapping that avoids broken parts is one onto the whole array. One in another order than that
    of the graph is read as such, with a note. Raises `InputError`, also for a mapping that the
    checker does not accept.
    """
    from msgspec.structs import replace

    from archs.faults import WITHOUT
    from models.data.problem import Problem
    from models.judge.checker import check
    from models.notes import note
    from models.semantics.algebraic_laws import check_algebraic_laws

    dfg, arch = read_graph_and_array(inputs, options)
    mapping, place = read_mapping(inputs["mapping"]), named(inputs["mapping"])
    whole, source = mapping.architecture.partition(WITHOUT)[0], inputs["arch"]
    further = isinstance(source, str) and whole.startswith(f"{source},") and " " not in whole
    if arch.name != whole and further:
        note(f"the preset gets the options of the mapping: {whole}", named(source))
        arch = read_array(whole, options, dfg)
    if arch.name == whole != mapping.architecture:
        mapping = replace(mapping, architecture=whole)
    try:
        if mapping.intermediates:
            note("the order of operations is that of the mapping, not of the graph", place)
            check_algebraic_laws(dfg)
        transform: Transform = "enumerate" if mapping.intermediates else "none"
        problem = Problem(dfg, arch, mapping.contexts, transform)
    except InputError as error:
        raise error.inside(f"{named(inputs['dfg'])} on {named(inputs['arch'])}") from None
    if mapping.horizon > MOST:
        raise InputError(f"horizon {mapping.horizon} exceeds {MOST}", place)
    violations = check(problem, mapping)
    if violations:
        more = f" (and {len(violations) - 1} more)" if len(violations) > 1 else ""
        raise InputError(f"not a legal mapping: {violations[0]}{more}", place)
    return problem, mapping
