"""Justifies clauses: each must hold in every mapping at an II with at most so many cycles.

Every variable states that a number of the mapping (a tile, a start, …) is in some set. A clause is
false only if each of its numbers is in the complementary set, a bit set here; the clause is
justified if some rule excludes that box. Each rule joins two or three numbers and is decided from
the extremes of their sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property

from solvers.verification.directory import MOST_BITS, RejectedError, require_extent
from streaming.verification.facts import Pair, StreamingFacts

Subject = tuple[str, int, int]
"""A number of the mapping: `tile` of a group, `start` of an instruction, `distance` of two groups,
`launch` of a flow, the cycle in which a result arrives (`arrive`); or whether a result is sent a
number of tiles up (`output`)."""

Box = dict[Subject, int]
"""Subjects, and the bit set of the values of each."""

KEYS = {"tile": 2, "above": 2, "start": 2, "spoke": 2, "launch": 2, "output": 2}
KEYS |= {"distance": 3, "arrive": 3}


@dataclass
class StreamingJustifier:
    """Decides whether clauses hold. `mirrored` is an instruction fixed to the lower half.

    The row is symmetric, so the mirror image of a mapping is a mapping.
    """

    facts: StreamingFacts
    mirrored: int | None
    meaning: dict[int, tuple[Subject, int]] = field(default_factory=dict)

    def read(self, lines: Iterator[tuple[int, str]]) -> None:
        """Read the symbols; raise `RejectedError` unless each variable has exactly one meaning."""
        for number, line in lines:
            words = line.split()
            try:
                variable, *keys = map(int, words[1:])
                if len(keys) != KEYS[words[0]]:
                    raise ValueError
                meaning = self._meaning(words[0], *keys)
            except (ValueError, KeyError, IndexError):
                raise RejectedError(f"line {number}: not understood: '{line[:60]}'") from None
            if variable < 1 or variable in self.meaning:
                raise RejectedError(f"line {number}: second line for variable {variable}")
            self.meaning[variable] = meaning
            bits = len(self.meaning) * self.facts.cycles
            require_extent("variables times cycles", bits, MOST_BITS)

    def _meaning(self, kind: str, n: int, *keys: int) -> tuple[Subject, int]:
        """Return the subject of a variable, and the bit set of numbers that make it true."""
        facts, at, tiles = self.facts, keys[-1], self.facts.engine.tiles
        largest = {"tile": tiles - 1, "above": tiles - 1, "distance": tiles, "spoke": facts.ii - 1}
        if kind == "output":
            allowed = 0 < abs(at) < tiles
        else:
            allowed = 0 <= at <= largest.get(kind, facts.cycles)
        if not allowed or not all(0 <= m < len(facts.group) for m in (n, *keys[:-1])):
            raise ValueError
        if kind in ("tile", "above"):
            return ("tile", facts.group[n], 0), 1 << at if kind == "tile" else -1 << at
        if kind == "start":
            return ("start", n, 0), -1 << at
        if kind == "spoke":
            return ("start", n, 0), self._residues[at]
        if kind == "distance":
            a, b = facts.group[n], facts.group[keys[0]]
            return ("distance", min(a, b), max(a, b)), -1 << at
        if kind == "arrive":
            if keys[0] not in facts.readers[n]:
                raise ValueError
            return ("arrive", n, keys[0]), -1 << at
        if kind == "launch":
            if facts.flow[n] not in facts.inbound:
                raise ValueError
            return ("launch", facts.flow[n], 0), -1 << at
        return ("output", n, at), 2

    @cached_property
    def _residues(self) -> list[int]:
        """The cycles of every spoke."""
        ii = self.facts.ii
        return [sum(1 << k for k in range(s, self.facts.cycles + 1, ii)) for s in range(ii)]

    @cached_property
    def _pairs(self) -> dict[Pair, list[Pair]]:
        """The edges between two groups."""
        found: dict[Pair, list[Pair]] = {}
        for u, v in self.facts.edges:
            found.setdefault(self._groups(u, v), []).append((u, v))
        return found

    @cached_property
    def _apart(self) -> set[Pair]:
        """Two groups that are on different tiles."""
        found = set()
        for pair in self.facts.apart:
            u, v = pair
            found.add(self._groups(u, v))
        return found

    @cached_property
    def _around(self) -> list[list[Pair]]:
        """The edges from and to every instruction."""
        return [[e for e in self.facts.edges if n in e] for n in range(len(self.facts.inputs))]

    @cached_property
    def _flows(self) -> list[set[int]]:
        """For each instruction, the launched flows whose launch a rule relates to it."""
        facts = self.facts
        found = [{f} & facts.inbound.keys() for f in facts.flow]
        for flow, sources in facts.inbound.items():
            for u in sources:
                found[u] = found[u] | {flow}
        return found

    def _groups(self, u: int, v: int) -> Pair:
        a, b = self.facts.group[u], self.facts.group[v]
        return min(a, b), max(a, b)

    @cached_property
    def _domains(self) -> dict[Subject, int]:
        return {}

    def _domain(self, subject: Subject) -> int:
        """Return the initial bit set of a subject: its values before any clause."""
        if subject not in self._domains:
            self._domains[subject] = self._whole(*subject)
        return self._domains[subject]

    def _whole(self, kind: str, a: int, b: int) -> int:
        facts, tiles = self.facts, self.facts.engine.tiles
        if kind == "tile":
            halved = self.mirrored is not None and facts.group[self.mirrored] == a
            allowed = (1 << ((tiles + 1) // 2 if halved else tiles)) - 1
            for n, tile, _ in facts.placed:
                allowed &= 1 << tile if facts.group[n] == a else allowed
            return allowed
        if kind == "start":
            allowed = _between(*facts.windows[a])
            for n, _, spoke in facts.placed:
                allowed &= self._residues[spoke] if n == a else allowed
            return allowed
        if kind == "distance":
            allowed = 1 if a == b else (1 << tiles) - 1
            if (a, b) in self._pairs:
                allowed &= (1 << len(facts.latency)) - 1
            return allowed & ~1 if (a, b) in self._apart else allowed
        if kind == "launch":
            starts = [facts.windows[n] for n in facts.starts if facts.flow[n] == a]
            return _between(min(s[0] for s in starts), min(s[1] for s in starts))
        if kind == "arrive":
            first = facts.windows[a][0] + facts.engine.pipeline
            return _between(first, facts.windows[b][1])
        return 3

    def check(self, clause: list[int]) -> None:
        """Raise `RejectedError` unless some rule implies the clause in every mapping."""
        box: Box = {}
        for literal in clause:
            known = self.meaning.get(abs(literal))
            if known is None:
                raise RejectedError(f"variable {abs(literal)} has no meaning in the symbol table")
            subject, numbers = known
            left = box.get(subject, self._domain(subject))
            box[subject] = left & (numbers if literal < 0 else ~numbers)
        if not self._excluded(box) and not self._impossible:
            shown = ", ".join(" ".join(map(str, subject)) for subject in list(box)[:4])
            raise RejectedError(f"not justified, about {shown or 'nothing'}")

    @cached_property
    def _impossible(self) -> bool:
        """Whether a single rule already excludes all mappings."""
        facts = self.facts
        box: Box = {("start", n, 0): self._domain(("start", n, 0)) for n in range(len(facts.group))}
        for kind, keys in (
            *(("distance", pair) for pair in (*self._pairs, *self._apart)),
            *(("launch", (flow, 0)) for flow in facts.inbound),
        ):
            subject = (kind, *keys)
            box[subject] = self._domain(subject)
        return self._excluded(box, slots=False)

    def _excluded(self, box: Box, *, slots: bool = True) -> bool:
        """Return whether one of the rules excludes all mappings of the box."""
        if not all(box.values()):
            return True
        starts, pairs, tiles = [], set(), []
        edges: list[Pair] = []
        flows: set[int] = set()
        targets: set[int] = set()
        sent: list[Subject] = []
        for subject in box:
            kind, a, b = subject
            if kind == "start":
                starts.append(a)
                edges += self._around[a]
                flows |= self._flows[a]
                targets.add(a)
            elif kind == "tile":
                tiles.append(a)
            elif kind == "distance":
                pairs.add((a, b))
                edges += self._pairs.get((a, b), ())
            elif kind == "arrive":
                edges.append((a, b))
                targets.add(b)
            elif kind == "launch":
                flows.add(a)
            else:
                sent.append(subject)
        pairs |= {(min(a, b), max(a, b)) for a, b in _two(tiles)}
        return (
            any(not self._distances(box, a, b) for a, b in pairs)
            or (slots and any(self._same_slot(box, a, b) for a, b in _two(starts)))
            or any(self._late(box, u, v) for u, v in edges)
            or any(self._waits(box, v) for v in targets)
            or any(self._launched(box, flow) for flow in flows)
            or self._outputs(box, sent)
        )

    def _get(self, box: Box, kind: str, a: int, b: int = 0) -> int:
        subject = (kind, a, b)
        return box[subject] if subject in box else self._domain(subject)

    def _distances(self, box: Box, a: int, b: int) -> int:
        """Return the bit set of distances of two groups that tiles, reach and rules allow."""
        away = self._get(box, "distance", a, b)
        if ("tile", a, 0) in box or ("tile", b, 0) in box:
            away &= _differences(self._get(box, "tile", a), self._get(box, "tile", b))
        return away

    def _same_slot(self, box: Box, u: int, v: int) -> bool:
        """Return whether the box forces two instructions onto one tile and spoke."""
        if self._distances(box, *self._groups(u, v)) != 1:
            return False
        one, other = self._get(box, "start", u), self._get(box, "start", v)
        residue = self._residues[_low(one) % self.facts.ii]
        return not (one | other) & ~residue

    def _late(self, box: Box, u: int, v: int) -> bool:
        """Return whether every result in the box misses its reader or its claimed arrival."""
        facts = self.facts
        away = self._distances(box, *self._groups(u, v))
        ways = [latency for d, latency in enumerate(facts.latency) if away >> d & 1]
        if not ways:
            return True
        source, reader = self._get(box, "start", u), self._get(box, "start", v)
        soonest = _low(source) + facts.engine.pipeline + min(ways)
        latest = _high(source) + facts.engine.pipeline + max(ways)
        if soonest > _high(reader):
            return True
        there = box.get(("arrive", u, v))
        return there is not None and (
            _low(there) > min(latest, _high(reader)) or _high(there) < soonest
        )

    def _waits(self, box: Box, v: int) -> bool:
        """Return whether an instruction must start after its last operand's arrival."""
        if self.facts.engine.waiting or not self.facts.inputs[v]:
            return False
        last = max(_high(self._get(box, "arrive", u, v)) for u in self.facts.inputs[v])
        return _low(self._get(box, "start", v)) > last

    def _launched(self, box: Box, flow: int) -> bool:
        """Return whether the box contradicts the rules of a flow's launch, starts and messages."""
        facts = self.facts
        launch = self._get(box, "launch", flow)
        for n in facts.starts:
            if facts.flow[n] == flow:
                start = self._get(box, "start", n)
                if _low(launch) > _high(start) or _low(start) >= _high(launch) + facts.ii:
                    return True
        delay = facts.engine.pipeline + facts.engine.message
        return any(
            _low(self._get(box, "start", u)) + delay > _high(launch) for u in facts.inbound[flow]
        )

    def _outputs(self, box: Box, sent: list[Subject]) -> bool:
        """Return whether a result must have two outputs, or an excluded output."""
        if self.facts.engine.multicast:
            return False
        true = [n for _, n, d in sent if box["output", n, d] == 2]
        if len(true) > len(set(true)):
            return True
        group = self.facts.group
        for _, u, d in sent:
            here = self._get(box, "tile", group[u])
            moved = here << d if d > 0 else here >> -d
            if box["output", u, d] == 1 and _single(here) and _single(moved):
                tiles = (self._get(box, "tile", group[v]) for v in self.facts.readers[u])
                if moved in tiles:
                    return True
        return False


def _between(first: int, last: int) -> int:
    """Return the bit set of the numbers from `first` to `last`."""
    return (1 << (last + 1)) - (1 << first) if first <= last else 0


def _low(numbers: int) -> int:
    return (numbers & -numbers).bit_length() - 1


def _high(numbers: int) -> int:
    return numbers.bit_length() - 1


def _single(numbers: int) -> bool:
    return numbers.bit_count() == 1


def _two(items: list[int]) -> Iterable[Pair]:
    return ((a, b) for n, a in enumerate(items) for b in items[:n])


@cache
def _differences(some: int, others: int) -> int:
    """Return the bit set of distances between tiles of two sets."""
    found = 0
    for i in range(some.bit_length()):
        if some >> i & 1:
            found |= others >> i
    for j in range(others.bit_length()):
        if others >> j & 1:
            found |= some >> j
    return found
