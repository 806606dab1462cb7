"""The equipment of an array, of its kept part, and the use by kernels, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from models.data.architecture import Architecture, Component, Path, opcode_of
from models.data.mapping import Mapping
from models.errors import InputError
from models.semantics.vocabulary import INSTRUCTIONS
from models.text import counted, n_cycles

SHORT = {
    "alu": "alu", "cmp": "alu", "cast": "alu", "merge": "alu", "mul": "mul", "div": "div",
    "float": "fp", "memory": "mem", "access": "mem", "io": "io", "branch": "br", "const": "const",
}  # fmt: skip
"""Short words for kinds of instructions, in the order in which a component shows them."""
KIND = {word: SHORT[one.kind] for one in reversed(INSTRUCTIONS) for word in one.words}


def executes(component: Component) -> str:
    """Return the kinds of instructions that a component executes, such as `alu mul`, and the
    first operators of no kind.

    Constants and branches are told only where there is nothing else.
    """
    words = [opcode_of(operator).lower() for operator in component.latency_of]
    kinds = {KIND.get(word) or KIND.get(word.partition(".")[0], word) for word in words}
    known = [word for word in dict.fromkeys(SHORT.values()) if word in kinds]
    own = sorted(kinds.difference(known))
    main = [word for word in known if word not in ("br", "const")]
    return " ".join([*(main or known), *own[:2], *["…"] * (len(own) > 2)]) or "nothing"


class Usage:
    """The state of every component and path of `whole`, and its use by all kernels together.

    A kernel has as many slots as contexts, or cycles without pipelining. Raises `InputError` where
    `left` is no part of `whole`, or a mapping uses parts missing in `left`.
    """

    def __init__(
        self, whole: Architecture, left: Architecture, mappings: Sequence[Mapping]
    ) -> None:
        self.whole, self.left, self.mappings = whole, left, mappings
        self.slots = sum(m.contexts or m.horizon for m in mappings)
        self.issues: Counter[str] = Counter()
        self.transfers: Counter[str] = Counter()
        for mapping in mappings:
            self.issues.update(issue.component for issue in mapping.issues)
            self.transfers.update(transfer.path for transfer in mapping.transfers)
        for kind, part, all_of in (
            ("component", left.component_by_name, whole.component_by_name),
            ("path", left.path_by_name, whole.path_by_name),
            ("component", self.issues, left.component_by_name),
            ("path", self.transfers, left.path_by_name),
        ):
            for name in part:
                if name not in all_of:
                    which = "a mapping uses" if part in (self.issues, self.transfers) else "left is"
                    raise InputError(f"{which} {kind} '{name}', which the array does not have")

    def component_share(self, name: str) -> float | None:
        """Return issues per issue slot; None without any slots."""
        component = self.left.component_by_name.get(name)
        slots = component.issue * self.slots if component else 0
        return self.issues[name] / slots if slots else None

    def path_share(self, name: str) -> float | None:
        """Return transfers per width and cycle; None for unlimited width, and without cycles."""
        path = self.left.path_by_name.get(name)
        slots = (path.width or 0) * self.slots if path else 0
        return self.transfers[name] / slots if slots else None

    def equipment(self, component: Component) -> list[str]:
        """Return the short lines that are shown inside a component."""
        left = self.left.component_by_name.get(component.name, component)
        lines = []
        if left.capacity != component.capacity:
            lines.append(_reduced(left.capacity, component.capacity, _held(component)))
        elif component.capacity is not None:
            few = f"R {component.capacity}"
            lines.append(few if component.issue else counted(component.capacity, "word"))
        if left.issue != component.issue:
            lines.append(_reduced(left.issue, component.issue, "unit"))
        elif component.issue > 1:
            lines.append(f"{component.issue} units")
        if component.issue and left.ops is not None:
            lines.append(executes(left))
        return lines + ["switch"] * component.switch

    def width_mark(self, path: Path) -> str:
        """Return the short text beside a path that has become narrower; otherwise ""."""
        left = self.left.path_by_name.get(path.name, path)
        return "" if left.width == path.width else f"{left.width}/{_number(path.width)}"

    def about_component(self, component: Component) -> str:
        """Return a sentence with all numbers of a component."""
        left = self.left.component_by_name.get(component.name)
        facts = ["removed" if left is None else "kept"]
        pairs = [(_held(component), left or component, component, "capacity")]
        if component.issue:
            pairs.append(("unit", left or component, component, "issue"))
        for what, now, before, attribute in pairs:
            mine, its = getattr(now, attribute), getattr(before, attribute)
            if mine != its:
                facts.append(_reduced(mine, its, what))
            else:
                facts.append(f"unlimited {what}s" if its is None else counted(its, what))
        shown = left or component
        if component.issue and shown.ops is not None:
            facts.append("operators " + (", ".join(_operators(shown) or ()) or "none"))
        share = self.component_share(component.name)
        if left is not None and share is not None:
            slots = left.issue * self.slots
            facts.append(f"{counted(self.issues[left.name], 'issue')} in {slots} slots")
            facts[-1] += f" ({percent(share)})"
        return f"{component.name}: {', '.join(facts)}"

    def about_path(self, path: Path) -> str:
        """Return a sentence with all numbers of a path."""
        left = self.left.path_by_name.get(path.name)
        width = _number(path.width, "unlimited")
        if left is None:
            return f"{path.name}: removed, width {width}"
        if left.width != path.width:
            width = f"{_number(left.width, 'unlimited')} of {width}"
        facts = ["kept", f"width {width}"]
        if path.latency:
            facts.append(f"latency {path.latency}")
        if self.slots:
            facts.append(
                f"{counted(self.transfers[path.name], 'transfer')} in {n_cycles(self.slots)}"
            )
            share = self.path_share(path.name)
            facts[-1] += "" if share is None else f" ({percent(share)})"
        return f"{path.name}: {', '.join(facts)}"

    def summary(self) -> list[str]:
        """Return the sizes of the kept part, and the cycles of every kernel."""
        there = self.left.component_by_name
        facts = []
        for one, many, computes in (("element", "elements", True), ("memory", "memories", False)):
            names = [c.name for c in self.whole.components if (c.issue > 0) == computes]
            if names:
                kept = sum(name in there for name in names)
                facts.append(f"{kept} of {len(names)} {one if len(names) == 1 else many}")
        facts.append(f"{len(self.left.paths)} of {counted(len(self.whole.paths), 'path')}")
        for mapping in self.mappings:
            facts.append(f"{mapping.dfg}: {counted(mapping.horizon, 'cycle')}")
            facts[-1] += "" if mapping.contexts is None else f" (II = {mapping.contexts})"
        return facts


def percent(share: float) -> str:
    """Return a share in percent; only 1 gives 100%, and only 0 gives 0%."""
    number = round(100 * share)
    if share > 0 and number == 0:
        return "<1%"
    return ">99%" if share < 1 and number == 100 else f"{number}%"


def _held(component: Component) -> str:
    return "register" if component.issue else "word"


def _operators(component: Component) -> tuple[str, ...] | None:
    return None if component.ops is None else tuple(component.latency_of)


def _number(number: int | None, unlimited: str = "∞") -> str:
    return unlimited if number is None else str(number)


def _reduced(left: int | None, whole: int | None, what: str) -> str:
    if whole is None:
        return f"{_number(left)} of ∞ {what}s" if what != "operator" else counted(left or 0, what)
    return f"{_number(left)} of {counted(whole, what)}"
