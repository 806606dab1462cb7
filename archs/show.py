"""Plain-text tables of presets and architectures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

import msgspec

from archs.machines.spec import Preset
from models.data.architecture import Architecture, Component, SharedIssue
from models.semantics.vocabulary import Kind, words
from models.text import counted, table

SHOWN_OPERATORS = 6


def preset_list(presets: Mapping[str, Preset]) -> str:
    """Return the presets, their options and the defaults of these, as text."""
    rows, defaults = [], []
    meanings: dict[tuple[str, str], list[str]] = {}
    for name, preset in presets.items():
        usage = f"{name}:{preset.size}" if preset.size else name
        rows.append((usage, preset.usual, preset.summary))
        options = preset.options.items()
        defaults.append((name, " ".join(f"{word}={option.default}" for word, option in options)))
        for word, option in options:
            meanings.setdefault((word, option.about), []).append(name)
    lines = ["Presets: KIND:SIZE,OPTION=VALUE,… such as mesh:3x3,registers=4", ""]
    lines += table(("preset", "usual", "what it is"), rows)
    lines += ["", *table(("preset", "its options with their defaults"), defaults), ""]
    listed = [(word, about, ", ".join(names)) for (word, about), names in sorted(meanings.items())]
    lines += table(("option", "value", "of"), listed)
    return "\n".join(lines) + "\n"


def architecture_text(arch: Architecture) -> str:
    """Return the components and paths of an architecture as tables; equal rows are merged."""
    kinds_of = [_kind_of(component) for component in arch.components]
    numbers = [counted(kinds_of.count("PE"), "PE")]
    if "switch" in kinds_of:
        numbers.append(counted(kinds_of.count("switch"), "switch", "switches"))
    numbers.append(counted(kinds_of.count("memory"), "memory", "memories"))
    numbers.append(counted(len(arch.paths), "path"))
    lines = [f"{arch.name}: {', '.join(numbers)}", f"external: {arch.external or 'none'}"]
    if arch.max_contexts is not None:
        lines.append(f"at most {counted(arch.max_contexts, 'context')}")
    if arch.max_hops is not None:
        lines.append(f"at most {counted(arch.max_hops, 'hop')} of a value in a cycle")
    if arch.max_routes is not None:
        lines.append(f"at most {counted(arch.max_routes, 'value')} stored in passing per iteration")
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
        key = (*ends, _limit(path.width), str(path.latency), str(path.hops))
        kinds.setdefault(key, []).append(path.name)
    head = ("paths", "number", "from", "to", "width", "latency", "hops")
    rows = [(_some(names), str(len(names)), *row) for row, names in kinds.items()]
    lines += ["", *table(head, rows)]
    if arch.shared:
        lines += ["", *_shared_table(arch.shared)]
    return "\n".join(lines) + "\n"


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
    fields = msgspec.structs.fields(component)
    notes = [f.name for f in fields if f.default is False and getattr(component, f.name)]
    if component.file is not None:
        notes.append(f"{component.file} file")
    if not component.keeps_arrivals:
        notes.append("stores results only")
    if not component.holds_intermediates:
        notes.append("no intermediates")
    if component.invariants:
        notes.append(counted(component.invariants, "invariant"))
    if component.write_ports is not None:
        notes.append(counted(component.write_ports, "write port"))
    if component.read_ports is not None:
        notes.append(counted(component.read_ports, "read port"))
    operators = "all" if component.ops is None else _with_latencies(component.latency_of)
    return (
        str(component.issue),
        _limit(component.capacity),
        operators if component.issue else "-",
        first,
        ", ".join(notes),
    )


def _shared_table(limits: Sequence[SharedIssue]) -> list[str]:
    alike: dict[tuple[str, ...], list[str]] = {}
    for limit in limits:
        row = (str(limit.at_most), str(len(limit.components)), _operators(limit.ops))
        alike.setdefault(row, []).append(limit.name)
    head = ("shared limits", "number", "at most", "components", "operators")
    return table(head, [(_some(names), str(len(names)), *row) for row, names in alike.items()])


def _with_latencies(latency_of: Mapping[str, int | None]) -> str:
    """The operators, those with a latency of their own apart."""
    groups: dict[int | None, list[str]] = {None: []}
    for name, latency in latency_of.items():
        groups.setdefault(latency, []).append(name)
    usual = groups.pop(None)
    own = (f"in {counted(n or 0, 'cycle')}: {_operators(names)}" for n, names in groups.items())
    return "; ".join([_operators(usual), *own] if usual or not groups else own)


def _operators(names: Sequence[str]) -> str:
    """The operators; only the first of many, since real units list every spelling.

    Kinds of which all operators are listed come first, by the name of the kind.
    """
    listed = {name.lower() for name in names}
    kinds = [kind for kind in get_args(Kind) if listed.issuperset(words(kind))]
    known = frozenset(words(*kinds))
    left = [n for n in names if n.lower().removesuffix(".if").removesuffix(".unless") not in known]
    if kinds:
        whole = f"all of {' '.join(kinds)}"
        return f"{whole} and {_operators(left)}" if left else whole
    if len(names) <= SHOWN_OPERATORS:
        return " ".join(names) or "none"
    return " ".join(names[: SHOWN_OPERATORS - 1]) + f" … ({len(names)})"


def _kind_of(component: Component) -> str:
    return "PE" if component.issue else "switch" if component.switch else "memory"


def _kind(arch: Architecture, names: Sequence[str]) -> str:
    kinds = set()
    for name in names:
        place = arch.component_by_name[name]
        kinds.add("external" if name == arch.external else _kind_of(place))
    return "+".join(sorted(kinds)) + (f" x{len(names)}" if len(names) > 1 else "")


def _limit(value: int | None) -> str:
    return "unlimited" if value is None else str(value)


def _some(names: Sequence[str]) -> str:
    return " ".join(names) if len(names) <= 3 else f"{names[0]} {names[1]} … {names[-1]}"
