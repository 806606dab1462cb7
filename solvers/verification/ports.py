"""The ports that an item of a mapping takes.

A reduced mapping (see `windows`) takes no more ports than the mapping that contains it. If a value
is both held and arriving when it is read, it keeps the arrival at ports of a register file, so that
it reads no more from the file, and so does a value that is loaded before the loop; a kept issue has
a result as before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from solvers.verification.rules import Item, Rules


class Port(NamedTuple):
    """An entry or an exit port of a component, in a cycle of the item's own iteration."""

    enters: bool
    component: str
    cycle: int


def ports_of(rules: Rules, item: Item) -> Iterator[Port]:
    """Yield the ports that `item` takes, whether they are limited or not.

    A transfer takes an entry port of its only target in the cycle of its arrival, and an exit port
    of its only source `latency` cycles before; at the ends of buses `latch` and `drive` items do.
    At a register file, a read takes an exit port, and an issue takes an entry port when its result
    is complete; if ways take different times, the executed way takes it.
    """
    kind, name, place, end, cycle = item
    if kind == "y":
        path = rules.paths[place]
        if len(path.targets) == 1:
            yield Port(True, path.targets[0], cycle)
        if len(path.sources) == 1:
            yield Port(False, path.sources[0], cycle - path.latency)
    elif kind == "latch":
        yield Port(True, end, cycle)
    elif kind == "drive":
        yield Port(False, end, cycle - rules.paths[place].latency)
    elif kind == "read":
        yield Port(False, place, cycle)
    elif kind in "zw" and rules.components[place].file_ports and name not in rules.dfg.unread:
        latencies = {w.latencies[place] for w in rules.ways.of[name] if place in w.latencies}
        if kind == "w":
            latency = rules.way_by_label[end].latencies[place]
            yield from [Port(True, place, cycle + latency - 1)] if len(latencies) > 1 else []
        elif len(latencies) == 1:
            yield Port(True, place, cycle + min(latencies) - 1)
