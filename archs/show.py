"""Plain-text tables of presets and architectures."""

from __future__ import annotations

from collections.abc import Sequence

from archs.presets import OPTIONS, PRESETS
from models.architecture import Architecture, Component


def preset_list() -> str:
    """Return the presets, their defaults and their options, as text."""
    rows = []
    for name, preset in PRESETS.items():
        usage = f"{name}:{preset.size}" if preset.size else name
        rows.append((usage, preset.summary))
    lines = ["Presets: KIND:SIZE,OPTION=VALUE,… such as mesh:3x3,registers=4", ""]
    lines += table(("preset", "what it is"), rows)
    lines += ["", "Options", ""]
    lines += table(("option", "value"), list(OPTIONS.items()))
    return "\n".join(lines) + "\n"


def architecture_text(arch: Architecture) -> str:
    """Return the components and paths of an architecture as tables; equal rows are merged."""
    pes = sum(component.issue > 0 for component in arch.components)
    numbers = [
        counted(pes, "PE"),
        counted(len(arch.components) - pes, "memory", "memories"),
        counted(len(arch.paths), "path"),
    ]
    lines = [f"{arch.name}: {', '.join(numbers)}", f"external: {arch.external or 'none'}"]
    if arch.max_contexts is not None:
        lines.append(f"at most {counted(arch.max_contexts, 'context')}")
    alike: dict[tuple[str, ...], list[str]] = {}
    for component in arch.components:
        alike.setdefault(_component_row(component), []).append(component.name)
    head: tuple[str, ...] = (
        "components",
        "number",
        "issue",
        "capacity",
        "operators",
        "holds first",
        "notes",
    )
    rows: list[tuple[str, ...]]
    rows = [(_some(names), str(len(names)), *row) for row, names in alike.items()]
    lines += ["", *table(head, rows)]
    kinds: dict[tuple[str, ...], list[str]] = {}
    for path in arch.paths:
        ends = [_kind(arch, names) for names in (path.sources, path.targets)]
        key = (*ends, _limit(path.width), str(path.latency))
        kinds.setdefault(key, []).append(path.name)
    head = ("paths", "number", "from", "to", "width", "latency")
    rows = [(_some(names), str(len(names)), *row) for row, names in kinds.items()]
    lines += ["", *table(head, rows)]
    return "\n".join(lines) + "\n"


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return `1 path` or `2 paths`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table with aligned columns."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    ruler = tuple("-" * width for width in widths)
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in (head, ruler, *rows)
    ]


def _component_row(component: Component) -> tuple[str, ...]:
    initial = component.initial
    if initial == "all":
        first = "all inputs"
    elif initial.values or initial.choices:
        first = (
            f"{counted(len(initial.values), 'input')}, {counted(len(initial.choices), 'choice')}"
        )
    else:
        first = "nothing"
    notes = [f for f in ("transient", "switch", "routing_issues") if getattr(component, f)]
    if not component.holds_intermediates:
        notes.append("no intermediates")
    if component.write_ports is not None:
        notes.append(counted(component.write_ports, "write port"))
    if component.read_ports is not None:
        notes.append(counted(component.read_ports, "read port"))
    operators = "all" if component.ops is None else " ".join(component.latency_of) or "none"
    return (
        str(component.issue),
        _limit(component.capacity),
        operators if component.issue else "-",
        first,
        ", ".join(notes),
    )


def _kind(arch: Architecture, names: Sequence[str]) -> str:
    kinds = set()
    for name in names:
        is_pe = arch.component_by_name[name].issue > 0
        kinds.add("external" if name == arch.external else "PE" if is_pe else "memory")
    return "+".join(sorted(kinds)) + (f" x{len(names)}" if len(names) > 1 else "")


def _limit(value: int | None) -> str:
    return "unlimited" if value is None else str(value)


def _some(names: Sequence[str]) -> str:
    return " ".join(names) if len(names) <= 3 else f"{names[0]} {names[1]} … {names[-1]}"
