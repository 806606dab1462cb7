"""Orders of execution that a graph allows, drawn at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from programs.dataflow.kernel import Kernel, Memory
from programs.dataflow.run import Instance


def any_order(seed: int) -> Callable[[Kernel, int], Iterable[tuple[Instance, bool]]]:
    """Return orders in which everything happens when operands and order edges allow it.

    Beyond these, an operation of one iteration comes before itself of the next one. Stores may be
    complete long after they began. Late iterations are preferred in some draws, early ones in
    others, so that the window is wide.
    """

    def order(kernel: Kernel, iterations: int) -> Iterable[tuple[Instance, bool]]:
        draw = random.Random(seed)
        eager = draw.choice((0.0, 0.5, 1.0))
        dfg = kernel.dfg
        events: dict[tuple[Instance, bool], int] = {}
        followers: dict[tuple[Instance, bool], list[tuple[Instance, bool]]] = {}
        names = [operation.name for operation in dfg.operations]
        for n in range(iterations):
            for name in names:
                for done in (False, True):
                    events[Instance(name, n), done] = 0
                    followers[Instance(name, n), done] = []

        def before(first: tuple[Instance, bool], then: tuple[Instance, bool]) -> None:
            followers[first].append(then)
            events[then] += 1

        for n in range(iterations):
            for name in names:
                start, end = (Instance(name, n), False), (Instance(name, n), True)
                before(start, end)
                if n:
                    before((Instance(name, n - 1), False), start)
                    before((Instance(name, n - 1), True), end)
                for operand in dfg.operation_by_name[name].operands:
                    past = n - operand.distance
                    if operand.value in dfg.operation_by_name and past >= 0:
                        before((Instance(operand.value, past), True), start)
            for edge in dfg.order:
                if n >= edge.distance:
                    before(
                        (Instance(edge.before, n - edge.distance), True),
                        (Instance(edge.after, n), False),
                    )
        ready = [event for event, waits in events.items() if not waits]
        count = 0
        while ready:
            if draw.random() < eager:
                place = max(range(len(ready)), key=lambda x: (ready[x][0].iteration, draw.random()))
            else:
                place = draw.randrange(len(ready))
            event = ready.pop(place)
            count += 1
            action = kernel.actions[event[0].operation]
            if isinstance(action, Memory) and (action.write or not event[1]):
                yield event
            for then in followers[event]:
                events[then] -= 1
                if not events[then]:
                    ready.append(then)
        assert count == len(events), "orders are no cycle"

    return order
