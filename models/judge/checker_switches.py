"""Values that pass through switches: what their transfers rest on in the end, in how many hops.

What arrives in a switch may leave it in the same cycle, so that transfers of one cycle rest on one
another. Each must end in one that rests on something else: on a component that held the value, or
on an arrival of an earlier cycle. A search from those finds the shortest chain to all others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from heapq import heappop, heappush

from models.data.architecture import Path
from models.judge.checker_supports import Item, Supports


def fewest_hops(
    paths: Mapping[str, Path],
    transfers: Iterable[Item],
    rests_on: Callable[[Item], Iterable[Item]],
    granted: Container[Item] = (),
) -> dict[Item, int]:
    """Return the hops of the shortest chain to each of `transfers`, in the order of reaching them.

    `transfers` are all those of one value in one cycle, `rests_on` gives what there is for each
    of them. Those are missing that rest on nothing but one another. The `granted` need nothing.
    """
    followers: dict[Item, list[Item]] = defaultdict(list)
    waiting: list[tuple[int, Item]] = []
    for item in transfers:
        before = list(rests_on(item))
        # No chain is shorter than the transfer alone, from where the value was held.
        if item in granted or any(not same_cycle(other, item[3]) for other in before):
            heappush(waiting, (paths[item[2]].hops, item))
        else:
            for other in before:
                followers[other].append(item)
    reached: dict[Item, int] = {}
    while waiting:
        hops, item = heappop(waiting)
        if item not in reached:
            reached[item] = hops
            for other in followers.get(item, ()):
                heappush(waiting, (hops + paths[other[2]].hops, other))
    return reached


def same_cycle(support: Item, cycle: int) -> bool:
    """Whether what a transfer of `cycle` rests on is one of the same cycle, through a switch."""
    return support[0] == "Y" and support[3] == cycle


def chain_faults(supports: Supports, items: Collection[Item]) -> Iterator[tuple[str, Item, str]]:
    """Rule, transfer and what is wrong, of every transfer that no legal chain of others leads to.

    `items` answers `in` fast. Transfers with nothing at all to rest on are not among them, nor
    those that only follow such a one.
    """
    if not supports.switches:
        return
    paths = supports.problem.arch.path_by_name
    most = supports.problem.arch.max_hops
    moved: dict[tuple[str, int], list[Item]] = defaultdict(list)
    for item in items:
        if item[0] == "Y":
            moved[item[1], item[3]].append(item)
    for (value, cycle), transfers in sorted(moved.items()):
        present = {
            item: [s for s in supports.transfer(value, paths[item[2]], cycle) if s in items]
            for item in transfers
        }
        baseless = {item for item in transfers if not present[item]}
        hops = fewest_hops(paths, transfers, present.__getitem__, baseless)
        for item in sorted(transfers):
            if item not in hops:
                yield "5 transfer", item, "rests on itself, through switches only"
            elif most is not None and hops[item] > most:
                yield "hops", item, f"{hops[item]} hops within one cycle, at most {most}"
