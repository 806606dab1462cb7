"""Arrays whose units execute additional operators: those that an operators file classifies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from msgspec.structs import replace

from models.data.architecture import Architecture, Component, Support, opcode_of
from models.semantics.vocabulary import Kind, words

ANY = "any"


def executing(arch: Architecture, kinds: Mapping[str, str]) -> Architecture:
    """Return an array that executes each operator of `kinds` as it does others of the same class.

    A unit executes an operator if it lists one of its class, with the latency of the first, and
    shared limits count it as well, unless its class is `any`. Units without a list execute every
    operator.
    """
    found: Architecture = replace(
        arch,
        components=tuple(_more(component, kinds) for component in arch.components),
        shared=tuple(
            replace(
                limit,
                ops=(
                    *limit.ops,
                    *(
                        word
                        for word, kind in kinds.items()
                        if kind != ANY
                        and not limit.limits(word)
                        and _first(limit.ops, kind) is not None
                    ),
                ),
            )
            for limit in arch.shared
        ),
    )
    return found


def _more(component: Component, kinds: Mapping[str, str]) -> Component:
    if component.ops is None or not component.issue:
        return component
    more: list[str | Support] = []
    for word, kind in kinds.items():
        like = _first(component.latency_of, kind)
        if like is not None and word not in component.latency_of:
            more.append(Support(word, component.latency_of[like]))
    return replace(component, ops=(*component.ops, *more))


def _first(listed: Iterable[str], kind: str) -> str | None:
    """Return the first of some operators that is of a class."""
    of = words(cast(Kind, kind)) if kind != ANY else None
    return next((op for op in listed if of is None or opcode_of(op).lower() in of), None)
