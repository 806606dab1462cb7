"""Local scalars that are private to an iteration: `float det = …; response = f(det);`.

As memory, such a scalar would order all iterations, since each overwrites the previous value. But
its value never outlives the body that sets it: an order is legal if the statements that use it stay
together, without another user in between.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from programs.loops.region import Loop, Node, Region, Statement
from programs.polyhedral.schedules import Origin


@dataclass(frozen=True, slots=True)
class Private:
    """The ids of statements that use a private scalar; one group per body that sets it."""

    name: str
    groups: tuple[tuple[str, ...], ...]


def private_scalars(region: Region) -> tuple[Private, ...]:
    """Return the local scalars that every body sets before it uses them."""
    found: list[Private] = []
    for scalar in region.scalars:
        if not scalar.local:
            continue
        groups = tuple(
            tuple(statement.id for statement in users)
            for body in _bodies(region.body)
            if (users := _users(body, scalar.name))
        )
        firsts = [users[0] for body in _bodies(region.body) if (users := _users(body, scalar.name))]
        alone = all(_undivided(body, scalar.name) for body in _bodies(region.body))
        if groups and alone and all(_sets(first, scalar.name) for first in firsts):
            found.append(Private(scalar.name, groups))
    return tuple(found)


def together(region: Region, origins: Mapping[str, Origin], private: Private) -> bool:
    """Return whether a transformed region keeps each group of users contiguous in one body."""
    starts = {group[0]: group for group in private.groups}
    for body in _bodies(region.body):
        waiting: tuple[str, ...] = ()
        places: object = None
        for node in body:
            if isinstance(node, Loop):
                if waiting and _uses_within(node, private.name):
                    return False
                continue
            if not _uses(node, private.name):
                continue
            origin = origins[node.id]
            if not waiting:
                if origin.id not in starts:
                    return False
                waiting, places = starts[origin.id], origin.places
            if waiting[0] != origin.id or places != origin.places:
                return False
            waiting = waiting[1:]
        if waiting:
            return False
    return True


def _bodies(body: tuple[Node, ...]) -> Iterator[tuple[Node, ...]]:
    yield body
    for node in body:
        if isinstance(node, Loop):
            yield from _bodies(node.body)


def _users(body: tuple[Node, ...], name: str) -> list[Statement]:
    return [node for node in body if isinstance(node, Statement) and _uses(node, name)]


def _uses(statement: Statement, name: str) -> bool:
    return any(access.name == name for access in statement.accesses)


def _uses_within(loop: Loop, name: str) -> bool:
    return any(
        _uses_within(node, name) if isinstance(node, Loop) else _uses(node, name)
        for node in loop.body
    )


def _undivided(body: tuple[Node, ...], name: str) -> bool:
    """Return whether no loop that uses the scalar is between the users in a body."""
    users = [
        place
        for place, node in enumerate(body)
        if isinstance(node, Statement) and _uses(node, name)
    ]
    if not users:
        return True
    between = body[users[0] : users[-1]]
    return not any(isinstance(node, Loop) and _uses_within(node, name) for node in between)


def _sets(statement: Statement, name: str) -> bool:
    return (
        statement.guard.always
        and statement.target.name == name
        and all(access.name != name for access in statement.reads)
    )
