"""Lane allocation: a path of width w has w lanes, and each used transfer gets one."""

from __future__ import annotations

from collections import defaultdict

from hardware.configuration.data import Configuration, Read, Route, Write
from hardware.model.machine import Machine
from models.data.architecture import Path
from models.errors import InputError

Key = tuple[str, int, str, int]
"""The key of a transfer: path, context of arrival, value, stage."""


def key_of(route: Route) -> Key:
    """Return the key of a transfer."""
    return route.path, route.context, route.value, route.stage


def left(route: Route, path: Path, interval: int) -> int:
    """Return the cycle, within its iteration, in which a transfer leaves its source."""
    return route.stage * interval + route.context - path.latency


def lanes_of(machine: Machine, made: Configuration) -> dict[Key, int]:
    """Return a lane for each used transfer, keyed by the context of its arrival.

    A transfer keeps its lane while it is in flight. Raises `InputError` for too few lanes.
    """
    used, lanes = _used(machine, made), dict[Key, int]()
    following: dict[tuple[str, int], int] = defaultdict(int)
    for route in made.routes:
        key = key_of(route)
        if key in used:
            lanes[key] = following[key[:2]]
            following[key[:2]] += 1
            if lanes[key] >= machine.lanes[route.path]:
                raise InputError(
                    f"path {route.path} carries {lanes[key] + 1} values in context {route.context},"
                    f" and has {machine.lanes[route.path]} lanes"
                )
    return lanes


def _used(machine: Machine, made: Configuration) -> set[Key]:
    """Return the transfers whose values are read, stored or forwarded."""
    routes = {key_of(route): route for route in made.routes}
    waiting: list[Key] = []
    for cell in made.cells:
        items: list[Read | Write] = [read for done in cell.operations for read in done.reads]
        items += cell.writes
        waiting += [
            (item.path or "", cell.context, item.value, item.stage)
            for item in items
            if item.origin == "path"
        ]
    found: set[Key] = set()
    while waiting:
        key = waiting.pop()
        if key in found:
            continue
        found.add(key)
        route = routes[key]
        if route.via is not None:
            cycle = left(route, machine.arch.path_by_name[route.path], made.interval)
            stage, context = divmod(cycle, made.interval)
            waiting.append((route.via, context, route.value, stage))
    return found
