"""Inlining of calls, and the reasons why others are not inlined.

A dataflow graph has no calls, so every function with a body in the text is inlined: `static` or
not, `inline`, of C++ classes and templates, and `noinline`. A call stays for one of these reasons:
no body, recursion, a body that the linker may replace, or a loop in a function that is not
`static`. Such a loop gets a separate graph; a `static` function is inlined with its loops.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from models.errors import InputError

LARGEST = 5_000
"""Maximum instructions of an inlined function, including its callees."""

MOST = 2_000_000
"""Maximum instructions of a module after inlining."""

NO_BODY = "which has no body in the text"
_REPLACED = ("weak_any", "linkonce_any", "external_weak", "common")
_STATIC = ("internal", "private")
_ELSEWHERE = "available_externally"
_DROPPED = (*_STATIC, "linkonce_odr", "linkonce_odr_autohide")
"""Linkages of functions that LLVM drops without callers."""


@dataclass
class Body:
    """A function before inlining; `size` is its size after inlining."""

    found: Any
    size: int = 0
    loops: bool = False
    calls: Counter[str] = field(default_factory=Counter)

    @property
    def static(self) -> bool:
        """Whether it is inlined with its loops."""
        words = [bytes(word) for word in self.found.attributes]
        return self.found.linkage.name in _STATIC or any(b"alwaysinline" in w for w in words)


@dataclass(frozen=True)
class Inlined:
    """The reasons why calls stay, by function, and the functions that only serve others."""

    refused: dict[str, str]
    helpers: frozenset[str]
    calls: dict[str, tuple[str, ...]]
    """The functions that each one called."""


def mark(module: Any) -> Inlined:
    """Mark the functions to inline. Raises `InputError` if the text would grow too much."""
    bodies = {f.name: _body(f) for f in module.functions if not f.is_declaration}
    refused = {f.name: NO_BODY for f in module.functions}
    for name in _callees_first(bodies, refused):
        body = bodies[name]
        for callee, times in body.calls.items():
            if callee not in refused:
                body.size += times * bodies[callee].size
                body.loops = body.loops or bodies[callee].loops
        reason = _reason(name, body, refused.get(name, ""))
        if reason:
            refused[name] = reason
        else:
            refused.pop(name, None)
            body.found.add_function_attribute("alwaysinline")
    total = sum(body.size for body in bodies.values())
    if total > MOST:
        what = f"with all calls inlined there are {total:,} instructions; at most {MOST:,} are read"
        raise InputError(f"{what}: give a file with fewer functions")
    called = {callee for body in bodies.values() for callee in body.calls}
    helpers = set()
    for name, body in bodies.items():
        kind = body.found.linkage.name
        if kind == _ELSEWHERE or (kind in _DROPPED and (body.loops or name in refused)):
            # It can be selected by name, and remaining calls find it.
            helpers |= {name} & called - refused.keys()
            body.found.linkage = "external"
    calls = {name: tuple(body.calls) for name, body in bodies.items()}
    return Inlined(refused, frozenset(helpers), calls)


def _body(function: Any) -> Body:
    found = Body(function)
    after: dict[str, list[str]] = {}
    for block in function.blocks:
        last = None
        for last in block.instructions:
            found.size += 1
            if last.opcode in ("call", "invoke"):
                *_, callee = last.operands
                if callee.value_kind.name == "function":
                    found.calls[callee.name] += 1
        after[block.name] = [
            each.name for each in (last.operands if last is not None else ()) if _is_label(each)
        ]
    found.loops = _circular(after)
    return found


def _is_label(operand: Any) -> bool:
    return bool(operand.value_kind.name == "basic_block")


def _circular(after: dict[str, list[str]]) -> bool:
    """Return whether a graph has a cycle."""
    into = Counter(name for names in after.values() for name in names)
    left = [name for name in after if not into[name]]
    removed = 0
    while left:
        removed += 1
        for name in after[left.pop()]:
            into[name] -= 1
            if not into[name]:
                left.append(name)
    return removed < len(after)


def _callees_first(bodies: dict[str, Body], refused: dict[str, str]) -> list[str]:
    """Return the functions with callees first; recursive functions are added to `refused`."""
    callers: dict[str, list[str]] = {}
    waits = {}
    for name, body in bodies.items():
        refused.pop(name, None)
        own = [callee for callee in body.calls if callee in bodies]
        waits[name] = len(own)
        for callee in own:
            callers.setdefault(callee, []).append(name)
    order: dict[str, None] = {}
    ready = [name for name in bodies if not waits[name]]
    circles = [name for name in bodies if waits[name]]
    while True:
        while ready:
            name = ready.pop()
            order[name] = None
            for caller in callers.get(name, ()):
                waits[caller] -= 1
                if not waits[caller] and caller not in order:
                    ready.append(caller)
        # The rest are recursive or call recursive functions: break one cycle at a time.
        circles = [name for name in circles if name not in order]
        for name in circles:
            if how := _recursion(name, bodies, order):
                refused[name] = how
                ready.append(name)
                break
        else:
            return list(order)


def _recursion(name: str, bodies: dict[str, Body], done: Collection[str]) -> str:
    """Return the chain of calls by which a function calls itself, or an empty text."""
    came = {callee: "" for callee in bodies[name].calls}
    left = list(came)
    while left:
        at = left.pop()
        if at == name:
            return f"which calls itself{f' by way of {came[at]}' if came[at] else ''}"
        for callee in bodies[at].calls if at in bodies and at not in done else ():
            if callee not in came:
                came[callee] = at
                left.append(callee)
    return ""


def _reason(name: str, body: Body, known: str) -> str:
    """Return the reason why calls of a function stay, or an empty text."""
    if known:
        return known
    if body.found.linkage.name in _REPLACED:
        return "which is weak: the linker may take another body"
    if any(callee.startswith("llvm.va_start") for callee in body.calls):
        return "which takes any number of arguments"
    if body.loops and not body.static:
        return f"which has a loop of its own: choose that by --function {name}"
    if body.size > LARGEST:
        return f"which has {body.size:,} instructions with all that it calls: too many to inline"
    return ""
