"""Writing architectures in the `dfgmap` text formats (`e.txt` and `g.txt`)."""

from __future__ import annotations

from models.data.architecture import Architecture, Component, InitialContents
from models.errors import NotSupportedError

EXTERNAL = "_extmem"
_CANNOT = "cannot be written in the dfgmap format"


def architecture_to_dfgmap(arch: Architecture) -> str:
    """Return an architecture as a `dfgmap` architecture text.

    PEs are the components that issue operations; the external component becomes `_extmem`.
    Registers and units per PE, whether the external memory holds intermediates, and the names
    of paths are not part of the format. Raises `NotSupportedError` on everything else that it
    cannot express.
    """
    name = _checked_names(arch)
    pes = [name[c.name] for c in arch.components if c.issue]
    memories = [name[c.name] for c in arch.components if not c.issue and c.name != arch.external]
    lines = [" ".join((".pe", *pes))] if pes else []
    lines += [" ".join((".mem", *memories))] if memories else []
    lines.append(".com")
    for path in arch.paths:
        ends = (*(name[s] for s in path.sources), "->", *(name[t] for t in path.targets))
        lines.append(" ".join(ends) + (f" : {path.width}" if path.width is not None else ""))
    return "\n".join(lines) + "\n"


def options_to_dfgmap(arch: Architecture) -> str:
    """Return the `dfgmap` options text of an architecture; empty when it needs none.

    Raises `NotSupportedError` like `architecture_to_dfgmap`.
    """
    name = _checked_names(arch)
    lines = _assign_lines(arch, name)
    sizes = [c for c in arch.components if not c.issue and c.capacity is not None]
    if sizes:
        lines += [".memsize", *(f"{name[c.name]} {c.capacity}" for c in sizes)]
    ports = [c for c in arch.components if (c.read_ports, c.write_ports) != (None, None)]
    if ports:
        lines.append(".port")
        lines += [f"{name[c.name]} {c.write_ports or 0} {c.read_ports or 0}" for c in ports]
    transient = [name[c.name] for c in arch.components if c.transient]
    if transient:
        lines.append(" ".join((".temp", *transient)))
    return "\n".join(lines) + "\n" if lines else ""


def _assign_lines(arch: Architecture, name: dict[str, str]) -> list[str]:
    lines: list[str] = []
    everything = [c.name for c in arch.components if c.initial == "all"]
    for component in arch.components:
        initial = component.initial
        if not isinstance(initial, InitialContents) or initial == InitialContents():
            continue
        words = [name[component.name], *initial.values]
        for choice in initial.choices:
            words += ["{", str(choice.at_most), *choice.of, "}"]
        lines.append(" ".join(words))
    if everything and (lines or everything != [arch.external]):
        raise NotSupportedError(
            f"component '{everything[0]}' that holds all inputs, beside others that hold some or"
            f" without being external, {_CANNOT}"
        )
    return [] if everything else [".assign", *lines]


def _checked_names(arch: Architecture) -> dict[str, str]:
    """Return the written name of every component, after checking that all can be written."""
    if arch.external is None:
        raise NotSupportedError(f"an architecture without an external component {_CANNOT}")
    for field in ("max_contexts", "max_hops", "max_routes"):
        if getattr(arch, field) is not None:
            raise NotSupportedError(f"'{field}' {_CANNOT}", f"$.{field}")
    if arch.shared:
        raise NotSupportedError(f"limit '{arch.shared[0].name}' {_CANNOT}", "$.shared[0]")
    pes = [component for component in arch.components if component.issue]
    for position, component in enumerate(arch.components):
        where = f"$.components[{position}]"
        for what in _unwritable(component, arch.external):
            raise NotSupportedError(f"component '{component.name}': {what} {_CANNOT}", where)
        for field in ("issue", "capacity"):
            if component.issue and getattr(component, field) != getattr(pes[0], field):
                what = f"PEs '{pes[0].name}' and '{component.name}' of different {field}"
                raise NotSupportedError(f"{what} {_CANNOT}", where)
    for position, path in enumerate(arch.paths):
        if path.latency:
            what = f"path '{path.name}' with latency {path.latency}"
            raise NotSupportedError(f"{what} {_CANNOT}", f"$.paths[{position}]")
    return {c.name: EXTERNAL if c.name == arch.external else c.name for c in arch.components}


def _unwritable(component: Component, external: str) -> list[str]:
    found: list[str] = []
    is_external = component.name == external
    if not is_external and (
        component.name in (EXTERNAL, "->", ":", "{", "}") or component.name.startswith(".")
    ):
        found.append("its name")
    if is_external and component.issue:
        found.append("an external component that issues operations")
    if component.ops is not None:
        found.append("'ops'")
    found += [f"'{field}'" for field in ("switch", "routing_issues") if getattr(component, field)]
    if component.file is not None:
        found.append("'file'")
    if not component.keeps_arrivals:
        found.append("'keeps_arrivals' false")
    if not is_external and not component.holds_intermediates:
        found.append("'holds_intermediates' false on a component that is not external")
    if component.issue and component.capacity == 0:
        found.append("a PE of capacity 0")
    if 0 in (component.read_ports, component.write_ports):
        found.append("a limit of 0 ports")
    initial = component.initial
    if isinstance(initial, InitialContents):
        names = (*initial.values, *(name for choice in initial.choices for name in choice.of))
        found += [f"the input name '{name}'" for name in names if name in ("{", "}")]
    return found
