"""The longest useful number of cycles of a schedule, for a reason: no longer one helps.

A reduced mapping holds no unused value. Take events that are connected by values which wait in
registers, on wires or in operations: between the first and the last of them, each cycle has such a
value. With T contexts, a component and iteration has room for T·capacity values, a path of latency
λ for T·width·λ, operations of latency L for T·issue·(L-1); values that are read d iterations later
reach d·T cycles farther. Events connected by an order, or by a value that waits without a limit,
can be moved together by multiples of T, until they are less than T plus the longest latency apart.
Each such connection is crossed once. All of this together bounds the cycles from the first to the
last event.

Where a claim is about addresses in register files, two stays of one value in one component must
not become one that is too long. So events are moved only as long as a cycle remains between such
stays: one of them ends then at most T + 1 cycles before the other begins. Each step from events to
others that they keep from being moved comes to events not met before, with a stay in such a file.
These have an issue among them, or first write a value where it waits without a limit. So there are
no more such steps than stays, nor than issues.
"""

from __future__ import annotations

from collections import defaultdict

from solvers.verification.rules import Rules
from solvers.verification.stays import limited
from solvers.verification.understood import FIRST, require_understood

UNDERSTANDS = FIRST | {"invariants", "constraints"}
"""Nothing is known of how ports of register files count where events are moved. What is loaded
before the loop is there in all cycles, and takes none of the room. `reasons` admits only
constraints that allow to move them.
"""


def longest(rules: Rules, contexts: int) -> int | None:
    """Return a number of cycles that suffices, if any does; None where this is not known."""
    require_understood(rules.problem, UNDERSTANDS, "longest")
    dfg, parts, paths = rules.dfg, rules.components, rules.arch.paths
    matter = [*dfg.inputs, *sorted(rules.useful)]
    ways = [way for found in rules.ways.of.values() for way in found]
    pairs = sum(len(before) for before in rules.preceding.values())
    room, slowest, slots, links = 0, 1, 0, pairs
    for name, part in parts.items():
        latest = max((way.latencies.get(name, 0) for way in ways), default=0)
        slowest = max(slowest, latest)
        slots += contexts * part.issue if latest else 0
        room += contexts * part.issue * max(latest - 1, 0)
        held = [value for value in matter if rules.may_hold(value, name)]
        if not held:
            continue
        if part.capacity is not None:
            room += contexts * part.capacity
        elif part.transient:
            # In a component that cannot keep it, a value has just arrived or been computed, or is
            # initial.
            widths = [path.width for path in rules.paths_into[name] if part.keeps_arrivals]
            if None in widths:
                return None
            room += 1 + contexts * (part.issue + sum(width or 0 for width in widths))
        else:
            links += sum(value not in rules.certain[name] for value in held)
    for path in paths:
        if path.latency:
            if path.width is None:
                return None
            room += contexts * path.width * path.latency
            slowest = max(slowest, path.latency + 1)
    stays = sum(contexts * (parts[name].capacity or 0) for name in limited(rules))
    issues = slots if rules.problem.recompute else min(slots, len(rules.useful))
    orders = max((edge.distance for edge in dfg.order), default=0) * contexts
    carried = _carried(rules, min(room + 1, 2 * slots)) * contexts
    return 2 + room + carried + (1 + links + min(stays, issues)) * (contexts + slowest + orders)


def _carried(rules: Rules, most: int) -> int:
    """The most iterations that lie between two connected events, with `most` values between."""
    farthest: dict[str, int] = defaultdict(int)
    near: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for name, found in rules.ways.of.items():
        for way in found:
            for number in way.slots:
                for value, distance in rules.ways.slots[number]:
                    farthest[value] = max(farthest[value], distance)
                    near[value].append((name, distance))
                    near[name].append((value, -distance))
    whole = sum(farthest.values())
    since: dict[str, int] = {}
    for root in near:
        if root in since:
            continue
        since[root] = 0
        waiting = [root]
        while waiting:
            name = waiting.pop()
            for other, distance in near[name]:
                if other not in since:
                    since[other] = since[name] + distance
                    waiting.append(other)
                elif since[other] != since[name] + distance:
                    # Two distances in iterations between the same operations: a chain of values may
                    # go round and round.
                    return max(whole, max(farthest.values()) * most)
    return whole
