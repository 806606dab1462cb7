"""The named architectures: `kind:size,option=value,…`, as a table.

A preset is a builder from `Request` to an architecture, with its options. `python -m archs` shows
its `about`, or the first line of the builder's docstring. Guests add machines, and installed
packages presets by entry points; neither replaces one of these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

import msgspec

from archs.machines import adres, drawn, hycube, lisa, ptmap, regular, satmapit, streaming
from archs.machines.generators import RIGHT_DOWN, grid
from archs.machines.pads import WITHOUT_MEMORY
from archs.machines.spec import (
    MOST,
    Option,
    Preset,
    Request,
    count,
    files,
    invariants,
    link_options,
    max_contexts,
    memory_ports,
    sides,
    yes_or_no,
)
from models.data.architecture import Architecture, InitialContents, opcode_of
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.data.sizes import MOST_LATENCY
from models.errors import InfeasibleError, InputError, meant
from models.register_files.files import is_choice
from models.semantics.opcodes import STREAMS
from shell import plugins
from shell.guests import ArrayPreset, guests

_COMMON: dict[str, Option] = {
    "registers": count("2", "values that a PE holds", unlimited=True),
    "units": count("1", "operations that a PE starts per cycle"),
    "width": count("1", "values that a path carries per cycle", unlimited=True),
    "latency": count("0", "extra cycles of a path", least=0, most=MOST_LATENCY),
    "files": files("any"),
    "invariants": invariants(),
}
_MEMORY: dict[str, Option] = {
    "intermediates": yes_or_no("no", "the external memory may hold intermediate values"),
    "max_contexts": max_contexts(),
}
_PORTS = memory_ports("unlimited")
_ENTRIES = {"entries": count("1", "paths from the external memory into the PE", most=64)}


def _regular(io: str, **more: Option) -> dict[str, Option]:
    return {**_COMMON, "io": sides(io, "where the external memory joins"), **_MEMORY, **more}


PRESETS: dict[str, Preset] = {
    "single": Preset(regular.single, "", {**_COMMON, **_MEMORY, **_ENTRIES}),
    "line": Preset(
        regular.linked(((0, 1), (0, -1)), flat=True), "N", _regular("all"),
        about="A line of N PEs pe0 … with two-way neighbour paths; external memory at each PE.",
    ),
    "ring": Preset(
        regular.linked(((0, 1),), wrap=True, flat=True), "N", _regular("all"),
        about="A one-way ring of N PEs pe0 … ; a path from and to the external memory at each PE.",
    ),
    "full": Preset(
        regular.linked(regular.ALONG, flat=True), "N", _regular("all"), largest=64,
        about="N PEs pe0 … with a path between every two of them; external memory at each PE.",
    ),
    # With these defaults, the array of the SAT-mapping paper's AES benchmark.
    "mesh": Preset(
        regular.linked(), "RxC", _regular("top-bottom", ports=_PORTS, **link_options("no")),
        about="PEs pe_r_c with two-way neighbour paths; memory into the top row, out of the bottom"
        " row.",
    ),
    "torus": Preset(
        regular.linked(), "RxC", _regular("top-bottom", ports=_PORTS, **link_options("yes")),
        about="A mesh whose opposite edges are joined as well; external memory as in a mesh.",
    ),
    # The array of the same paper's matrix multiplication; the ROMs are empty unless filled.
    "systolic": Preset(
        regular.linked(RIGHT_DOWN, roms=True), "RxC", _regular("left-bottom"),
        about="PEs pe_r_c with paths right and down, a ROM each; memory into the left, out of the"
        " bottom.",
    ),
    "lisa": Preset(lisa.lisa, "RxC", lisa.FAITHFUL_OPTIONS, "4x4"),
    "lisa-simple": Preset(lisa.lisa_simple, "RxC", lisa.SIMPLE_OPTIONS, "4x4"),
    "lisa-systolic": Preset(lisa.lisa_systolic, "RxC", lisa.SYSTOLIC_OPTIONS, "5x5"),
    "s4": Preset(ptmap.s4, "RxC", ptmap.array_options("4", "yes", "unlimited"), "4x4"),
    "r4": Preset(ptmap.r4, "RxC", ptmap.array_options("4", "no", None), "4x4"),
    "h6": Preset(hycube.hycube, "RxC", hycube.hycube_options("8"), "6x6"),
    "sl8": Preset(ptmap.s4, "RxC", ptmap.array_options("1", "no", "unlimited"), "8x8"),
    "adres": Preset(adres.adres, "RxC", adres.OPTIONS, "4x4"),
    "hycube": Preset(hycube.hycube, "RxC", hycube.hycube_options(), "4x4"),
    "satmapit": Preset(satmapit.satmapit, "RxC", satmapit.SATMAPIT_OPTIONS, "4x4"),
    "monomap": Preset(satmapit.monomap, "RxC", satmapit.MONOMAP_OPTIONS, "4x4"),
    "random": Preset(
        lambda request: drawn.drawn(request, architecture_preset), "N", {}, "1", MOST,
        about="The array that a number stands for, drawn from the families of the others.",
    ),
    "streaming": Preset(streaming.streaming, "N", streaming.OPTIONS, largest=64),
}  # fmt: skip

PLUGINS = "xyzmap.archs"
"""The group of entry points by which installed packages add presets."""


def all_presets(tell: Callable[[str], None]) -> dict[str, Preset]:
    """Return all presets, those of guests and of installed packages among them.

    `tell` takes a line for each that cannot be used.
    """
    plugins.add_all(PRESETS, PLUGINS, Preset, tell)
    return {**PRESETS, **{n: p for n, p in _of_guests().items() if n not in PRESETS}}


def _of_guests() -> dict[str, Preset]:
    return {
        name: _machine(machine) for guest in guests() for name, machine in guest.presets.items()
    }


def _machine(machine: ArrayPreset) -> Preset:
    def build(request: Request) -> Architecture:
        return machine.build(request.rows, request.columns)

    return Preset(build, "RxC", {}, machine.usual, about=machine.about)


def _find(kind: str) -> Preset | None:
    """Return a preset by its name. Raises `InputError` for one that cannot be used."""
    return plugins.find(PRESETS, kind, PLUGINS, Preset) or _of_guests().get(kind)


def preset_of(kind: str, where: str) -> Preset:
    """Return a preset by its name. Raises `InputError` for an unknown one."""
    preset = _find(kind)
    if preset is None:
        names = [*PRESETS, *_of_guests(), *plugins.names(PLUGINS)]
        listed = ", ".join(dict.fromkeys(names))
        raise InputError(f"unknown preset '{kind}'; known: {listed}{meant(kind, names)}", where)
    return preset


class Needs(NamedTuple):
    """Requirements of graphs on an array: an external memory for inputs and results, and operators.

    `answering`: every operation has a result that another operation or an external memory reads.
    `dfgs` are the graphs, for what depends on more than that.
    """

    memory: bool = False
    operators: frozenset[str] = frozenset()
    answering: bool = False
    dfgs: tuple[Dfg, ...] = ()

    @classmethod
    def of(cls, *dfgs: Dfg, known_as: Mapping[str, str] | None = None) -> Needs:
        """Return the joint needs of graphs; `known_as` maps opcodes to operators to ask for."""
        instead = known_as or {}
        used = frozenset(
            instead.get(opcode_of(o.operator), o.operator) for dfg in dfgs for o in dfg.operations
        )
        answering = bool(dfgs) and all(
            dfg.consumers[operation.name] or operation.name in dfg.results
            for dfg in dfgs
            for operation in dfg.operations
        )
        return cls(any(dfg.inputs or dfg.results for dfg in dfgs), used, answering, dfgs)


MOVING, KINDS = "moves=unlimited", "ops=kinds"


def suited(spec: str, needs: Needs, tell: Callable[[str, str], object] | None = None) -> str:
    """Return a spec, completed with the options that graphs need.

    Options of the spec are kept. Where the preset has no external memory by default, `io=memory`
    for inputs and results, `io=pads` for operations that stand for streams, `io=both` for these and
    inputs or results. `moves=unlimited` where nothing can be mapped without moves. `waits=yes`
    where every operation has a result: a store would overwrite an output register. `ops=kinds`
    where elements then execute more of the operators. `tell` takes a line on what is added and why,
    and the spec. Raises `InputError`, as `architecture_preset` does.
    """
    if _find(spec.replace(":", ",").partition(",")[0]) is not None:
        _requested(spec)  # complains of what the user has written
    added = _added(spec, needs)
    if added and tell is not None:
        listed = ", ".join(f"{option} ({why})" for option, why in added.items())
        tell(f"the preset gets {listed}; options that you give are kept", spec)
    return ",".join((spec, *added))


def _added(spec: str, needs: Needs) -> dict[str, str]:
    """Return the options that graphs need, each with the reason."""
    kind, *words = spec.replace(":", ",").split(",")
    preset = _find(kind)
    if preset is None:
        return {}
    given = {word.partition("=")[0] for word in words}
    free = {name: option for name, option in preset.options.items() if name not in given}
    added = dict[str, str]()
    if "waits" in free and needs.answering:
        added["waits=yes"] = "every operation has a result"
    if "io" in free and free["io"].default in WITHOUT_MEMORY:
        memory = {"io=memory": "for inputs and results"} if needs.memory else {}
        if streams := _missing(",".join((spec, *added, *memory)), needs) & STREAMS:
            io, more = ("both", " and for inputs and results") if needs.memory else ("pads", "")
            added[f"io={io}"] = f"for {', '.join(sorted(streams))}{more}"
        else:
            added |= memory
        if memory and "moves" in free:
            still, moving = ",".join((spec, *added)), ",".join((spec, *added, MOVING))
            if (stuck := _stuck(still, needs)) is not None and _stuck(moving, needs) is None:
                added[MOVING] = f"without moves {stuck}, so that nothing can be mapped"
    missing = _missing(",".join((spec, *added)), needs) if "ops" in free else set()
    if missing and (left := _missing(",".join((spec, *added, KINDS)), needs)) < missing:
        added[KINDS] = f"for {', '.join(sorted(missing - left))}"
    return added


def _stuck(spec: str, needs: Needs) -> str | None:
    """Return why no schedule of any length maps a graph, as far as values cannot get anywhere."""
    from models.space_time.index import Index
    from models.space_time.index_array import NEVER
    from models.space_time.windows import earliest

    arch = architecture_preset(spec)
    for dfg in needs.dfgs:
        try:
            index = Index(Problem(dfg, arch, _long(dfg)))
            early = earliest(index)
        except (InfeasibleError, InputError):
            continue
        for i in index.order:
            if i in index.executed and early.w[index.carriers[i]].min() >= NEVER:
                return f"the operands of '{index.values[i]}' never meet"
        for name in dfg.results:
            if index.external is None or early.x[index.value[name], index.external] >= NEVER:
                return f"'{name}' never gets to the memory"
    return None


def _long(dfg: Dfg) -> int:
    """Return an II that no recurrence of a graph exceeds."""
    return 1 + sum(dfg.default_latency(operation.operator) for operation in dfg.operations)


def _missing(spec: str, needs: Needs) -> set[str]:
    """Return the opcodes, in lower case, that no component executes."""
    units = {part.ops: part for part in architecture_preset(spec).components if part.issue}
    return {
        opcode_of(operator).lower()
        for operator in needs.operators
        if not any(unit.supports(operator) for unit in units.values())
    }


def architecture_preset(
    spec: str,
    contents: Mapping[str, InitialContents] | None = None,
    external_inputs: tuple[str, ...] | None = None,
) -> Architecture:
    """Return the preset architecture `kind:size,option=value,…`, such as `mesh:3x3,registers=4`.

    `contents` fills the ROMs of `systolic` in cycle 0, by name; `external_inputs` are the
    inputs that the external memory holds then, by default all. Raises `InputError` on unknown
    kinds and options and on sizes below 1 or above 64x64.
    """
    preset, request = _requested(spec)
    kind = spec.replace(":", ",").partition(",")[0]
    cells = grid(request.rows, request.columns) if kind == "systolic" else []
    known_roms = {f"rom_{row}_{column}" for row, column in cells}
    for rom in contents or {}:
        if rom not in known_roms:
            raise InputError(f"'{kind}' has no memory '{rom}' to fill", spec)
    request = replace(request, contents=contents or {}, external_inputs=external_inputs)
    return built(preset, request)


def _requested(spec: str) -> tuple[Preset, Request]:
    """Return a preset and its checked size and options. Raises `InputError`; builds nothing."""
    head, *rest = spec.split(",")
    kind, _, size = head.partition(":")
    preset = preset_of(kind, spec)
    if "=" in size:
        rest, size = [size, *rest], ""
    return preset, preset.request(kind, size, rest, spec)


def built(preset: Preset, request: Request) -> Architecture:
    """Return the array of a preset, with the kind of its register files where it is known, and with
    room for invariants in units that compute.
    """
    arch = preset.build(request)
    kind, room = request.values.get("files"), request.values.get("invariants", 0)
    components = []
    for part in arch.components:
        file = kind if kind is not None and is_choice(arch, part) else part.file
        held = room if part.issue and not STREAMS.issuperset(part.latency_of or ("",)) else 0
        components.append(msgspec.structs.replace(part, file=file, invariants=held))
    return msgspec.structs.replace(arch, components=tuple(components))
