"""Loop-carried edges of a graph whose file does not mark them.

Every cycle contains a value of an earlier iteration. Where no distance is written, these edges get
distance 1. Edges that a drawing shows in another way than the others, such as dashed, are meant if
each cycle has one of them. Otherwise each rule applies only to the cycles that the rules before it
leave:

1. An edge from an operation to itself.
2. In a cycle, an edge into a phi that has one edge from a cycle: a phi takes the value of the
   iteration before, and its other operands are the values before the first iteration.
3. The edges from cycles into the first phi in the order of the file.
4. An edge out of a branch, which decides whether there is another iteration.
5. The edge that leads back in a depth-first search in the order of the file, from the operations
   that read nothing first, then from the others.

A note names the edges that only the order of the file decides, and those with another reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from models.notes import SHOWN, note
from models.semantics.opcodes import is_branch, is_phi

ROUNDS = 8
"""Rounds that take one phi at a time; the next round takes all remaining phis together."""


class Link(NamedTuple):
    """An edge; `distance` is None if none is written, `place` its file and line.

    `drawn` are the ways in which a drawing shows it (`drawn_apart`).
    """

    source: str
    target: str
    distance: int | None
    place: str = ""
    drawn: tuple[str, ...] = ()


def distances(
    links: Sequence[Link], opcodes: Mapping[str, str], where: str, remedy: str = "distance=1"
) -> list[int]:
    """Return the distance of every edge: as written, else 1 where the edge is loop-carried, else 0.

    `opcodes` has all nodes, in the order of the file. Notes name the chosen edges, the file
    (`where`), and the attribute to write on the intended edges (`remedy`).
    """
    links = _drawn_apart(links, opcodes, where, remedy)
    work = _Carried(links, opcodes)
    work.into_phis()
    chosen = work.out_of_branches()
    chosen += work.closing()
    if chosen:
        what = f"cycles do not say which edge is loop-carried; taken: {_shown(links, chosen)}"
        _tell(links, chosen, f"{what}; write {remedy} on those that are meant", where)
    if work.first_phis:
        shown = _shown(links, work.first_phis)
        what = f"phis in a circle do not say which of them a loop begins with; taken: {shown}"
        _tell(links, work.first_phis, f"{what}; write {remedy} on the edges that are meant", where)
    _tell_twice(work, where)
    _tell_joins(work, where, remedy)
    return [1 if n in work.found else (link.distance or 0) for n, link in enumerate(links)]


def drawn_apart(attributes: Mapping[str, object]) -> tuple[str, ...]:
    """Return the ways in which an edge with these attributes is drawn as back edges are."""
    style = str(attributes.get("style", "")).strip('" ').lower().split(",")
    found = [word for word in ("dashed", "dotted") if word in (each.strip() for each in style)]
    if str(attributes.get("constraint", "")).strip('" ').lower() in ("false", "no", "0"):
        found.append("constraint=false")
    return tuple(found)


def _drawn_apart(
    links: Sequence[Link], opcodes: Mapping[str, str], where: str, remedy: str
) -> Sequence[Link]:
    """Return the edges, those that are drawn apart with distance 1 where this leaves no cycle."""
    now = [link for link in links if not link.distance]
    if not any(link.drawn and link.distance is None for link in now):
        return links
    if not _cyclic(opcodes, now):
        chosen = [n for n, link in enumerate(links) if link.drawn and link.distance is None]
        what = (
            f"edges drawn {links[chosen[0]].drawn[0]} are within an iteration, as no cycle has one"
        )
        _tell(links, chosen, f"{what}: {_shown(links, chosen)}; {remedy} says otherwise", where)
        return links
    for word in ("dashed", "dotted", "constraint=false"):
        apart = [n for n, x in enumerate(links) if word in x.drawn and x.distance is None]
        others = [
            link
            for link in now
            if (word not in link.drawn or link.distance == 0) and link.source != link.target
        ]
        if apart and others and not _cyclic(opcodes, others):
            what = f"edges drawn {word} are loop-carried: {_shown(links, apart)}"
            _tell(links, apart, f"{what}; {remedy} and distance=0 say which are", where)
            return [x._replace(distance=1) if n in apart else x for n, x in enumerate(links)]
    chosen = [n for n, link in enumerate(links) if link.drawn and link.distance is None]
    what = "edges are drawn apart in some cycles only, which says nothing"
    _tell(links, chosen, f"{what}: {_shown(links, chosen)}", where)
    return links


def _cyclic(names: Iterable[str], links: Iterable[Link]) -> bool:
    """Return whether some edges make a cycle."""
    pairs = [(link.source, link.target) for link in links]
    number = components(names, pairs)
    return len(set(number.values())) < len(number) or any(a == b for a, b in pairs)


def listed(words: Iterable[str]) -> str:
    """Return at most 8 words, followed by … if there are more."""
    some = list(words)
    return ", ".join(some[:SHOWN]) + (", …" if len(some) > SHOWN else "")


def _shown(links: Sequence[Link], chosen: Sequence[int]) -> str:
    return listed(
        f"{links[n].source} -> {links[n].target}"
        + (f" ({links[n].place})" if links[n].place else "")
        for n in chosen
    )


def _tell(links: Sequence[Link], chosen: Sequence[int], what: str, where: str) -> None:
    place = links[chosen[0]].place
    note(what, f"{where}: {place}" if place else where)


class _Carried:
    """`found` has the edges that are loop-carried, by their numbers."""

    def __init__(self, links: Sequence[Link], opcodes: Mapping[str, str]) -> None:
        self.links, self.opcodes = links, opcodes
        self.phis = {name for name, opcode in opcodes.items() if is_phi(opcode)}
        self.place = {name: n for n, name in enumerate(opcodes)}
        itself = (n for n, x in enumerate(links) if x.distance is None and x.source == x.target)
        self.found = set(itself)
        self.into = [n for n in self.cyclic()[1] if links[n].target in self.phis]
        self.carried_phis: list[int] = [n for n in self.found if links[n].target in self.phis]
        self.first_phis: list[int] = []

    def now(self) -> list[int]:
        """The edges within an iteration."""
        return [n for n, link in enumerate(self.links) if not link.distance and n not in self.found]

    def cyclic(self) -> tuple[dict[str, int], list[int]]:
        """The component of each node, and the edges within one that have no distance written."""
        now = self.now()
        component = components(self.opcodes, [(self.links[n][0], self.links[n][1]) for n in now])
        inside = [
            n
            for n in now
            if self.links[n].distance is None
            and component[self.links[n].source] == component[self.links[n].target]
        ]
        return component, inside

    def into_phis(self) -> None:
        """Rules 2 and 3."""
        for turn in range(len(self.phis) + 1):
            component, inside = self.cyclic()
            edges: dict[str, list[int]] = {}
            for n in inside:
                if self.links[n].target in self.phis:
                    edges.setdefault(self.links[n].target, []).append(n)
            if not edges:
                return
            single = {
                phi for phi, own in edges.items() if len({self.links[n].source for n in own}) == 1
            }
            clear = {component[phi] for phi in single}
            phis: dict[int, list[str]] = {}
            for phi in sorted(edges, key=self.place.__getitem__):
                phis.setdefault(component[phi], []).append(phi)
            for number, own in phis.items():
                if number in clear:
                    taken = [phi for phi in own if phi in single]
                else:
                    taken = own if turn >= ROUNDS else own[:1]
                    if len(own) > 1:
                        self.first_phis += [n for phi in taken for n in edges[phi]]
                for phi in taken:
                    self.found.update(edges[phi])
                    self.carried_phis += edges[phi]

    def out_of_branches(self) -> list[int]:
        """Rule 4."""
        _, inside = self.cyclic()
        chosen = [n for n in inside if is_branch(self.opcodes[self.links[n].source])]
        self.found.update(chosen)
        return chosen

    def closing(self) -> list[int]:
        """Rule 5; where that edge has the distance 0 written, the first one of its cycle that can.

        A cycle of edges that all have it written stays.
        """
        chosen = self._leading_back()
        self.found.update(chosen)
        for turn in range(len(self.links)):
            component, inside = self.cyclic()
            if not inside:
                break
            first = {component[self.links[n].source]: n for n in reversed(inside)}
            more = inside if turn >= ROUNDS else sorted(first.values())
            chosen += more
            self.found.update(more)
        return chosen

    def _leading_back(self) -> list[int]:
        """The edges to a node that a depth-first search has entered and not left."""
        outgoing: dict[str, list[int]] = {name: [] for name in self.opcodes}
        read = set()
        for n in self.now():
            outgoing[self.links[n].source].append(n)
        for link in self.links:
            read.add(link.target)
        chosen: list[int] = []
        roots = [name for name in self.opcodes if name not in read]
        roots += [name for name in self.opcodes if name in read]
        unseen, open_nodes = set(self.opcodes), set[str]()
        for root in roots:
            if root not in unseen:
                continue
            stack = [(root, iter(outgoing[root]))]
            unseen.discard(root)
            open_nodes.add(root)
            while stack:
                node, edges = stack[-1]
                for n in edges:
                    target = self.links[n].target
                    if target in open_nodes:
                        if self.links[n].distance is None:
                            chosen.append(n)
                    elif target in unseen:
                        unseen.discard(target)
                        open_nodes.add(target)
                        stack.append((target, iter(outgoing[target])))
                        break
                else:
                    open_nodes.discard(node)
                    stack.pop()
        return chosen


def _tell_twice(work: _Carried, where: str) -> None:
    """Name the edges into phis that no cycle needs: another edge of each is loop-carried, too."""
    links = work.links
    after: dict[str, list[str]] = {}
    for n in work.now():
        after.setdefault(links[n].source, []).append(links[n].target)
    bit = {name: 1 << n for n, name in enumerate({links[n].source for n in work.carried_phis})}
    reached: dict[str, int] = {}
    for name in _last_first(work.opcodes, after):
        reached[name] = bit.get(name, 0)
        for target in after.get(name, ()):
            reached[name] |= reached.get(target, 0)
    twice = [n for n in work.carried_phis if not reached[links[n].target] & bit[links[n].source]]
    if twice:
        what = f"loop-carried, as they lead into phis: {_shown(links, twice)}; their cycles have"
        more = "another such edge; write distance=0 where a phi joins values of one iteration"
        _tell(links, twice, f"{what} {more}", where)


def _tell_joins(work: _Carried, where: str, remedy: str) -> None:
    """Name the edges into phis that no cycle needs, where something computed is read."""
    computed = {link.target for link in work.links}
    known = {work.links[n].target for n in work.carried_phis}
    known |= {link.target for link in work.links if link.distance is not None}
    joins = [
        n
        for n, link in enumerate(work.links)
        if link.target in work.phis - known and link.source in computed
    ]
    joins += [n for n in work.into if n not in work.found and n not in joins]
    if joins:
        what = f"within an iteration, though they lead into phis: {_shown(work.links, joins)}"
        more = f"no cycle needs another reading; write {remedy} on values of the iteration before"
        _tell(work.links, joins, f"{what}; {more}", where)


def components(names: Iterable[str], pairs: Iterable[tuple[str, str]]) -> dict[str, int]:
    """Return the number of the strongly connected component of each name; a cycle is in one.

    The numbers grow against the edges between components.
    """
    after: dict[str, list[str]] = {name: [] for name in names}
    for source, target in pairs:
        after[source].append(target)
    low: dict[str, int] = {}
    number: dict[str, int] = {}
    waiting: list[str] = []
    found: dict[str, int] = {}
    count = 0
    for root in after:
        stack = [] if root in number else [(root, iter(after[root]))]
        if stack:
            number[root] = low[root] = len(number)
            waiting.append(root)
        while stack:
            name, targets = stack[-1]
            for target in targets:
                if target not in number:
                    number[target] = low[target] = len(number)
                    waiting.append(target)
                    stack.append((target, iter(after[target])))
                    break
                if target not in found:
                    low[name] = min(low[name], number[target])
            else:
                stack.pop()
                if stack:
                    low[stack[-1][0]] = min(low[stack[-1][0]], low[name])
                if low[name] == number[name]:
                    while name not in found:
                        found[waiting.pop()] = count
                    count += 1
    return found


def _last_first(names: Iterable[str], after: Mapping[str, list[str]]) -> list[str]:
    """Return the names, each after its successors, except within cycles."""
    pairs = [(name, target) for name, targets in after.items() for target in targets]
    number = components(names, pairs)
    return sorted(number, key=number.__getitem__)
