"""Growing a random loop body, for arrays that take a new context every cycle."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass

from learn.labels.draft import NUMBER, Draft
from learn.labels.vocabulary import ARITY

WEIGHTS = {"load": 30, "input": 2, "add": 20, "mul": 20, "sub": 6}
"""Relative frequencies of kinds of operations; 2 for an unlisted kind of arithmetic."""

UNARY = 0.12
"""The share of additions without their second operand, which was an induction variable."""

OUTPUT = 0.15
"""The share of outputs among the sinks of arrays that store, too."""

RECURRENCE = 0.15
"""The share of graphs in which an addition accumulates."""

MORE = 6
"""The last operation of a growing body may need constants, every store may need an address, and an
accumulation comes on top."""

NO_ADDRESS = 0.15
"""The share of stores with an address that was outside the graph."""


def loop_body(kinds: Collection[str], chance: random.Random, size: int) -> Draft:
    """Return a connected draft of `size` operations of these kinds, or up to `MORE` more.

    At least one kind must be arithmetic on two values.
    """
    body = _Body(Draft(), tuple(kinds), chance)
    body.grow(size)
    body.connect()
    if "add" in kinds and chance.random() < RECURRENCE:
        body.accumulate()
    body.deliver()
    return body.draft


@dataclass
class _Body:
    """A growing draft. Every graph has its own parameters of depth and fan-out.

    `fan` is the most readers of a value; `fresh` the share of operands that have not been read yet.
    """

    draft: Draft
    kinds: tuple[str, ...]
    chance: random.Random

    def __post_init__(self) -> None:
        self.fan = self.chance.randint(2, 4)
        self.fresh = self.chance.uniform(0.4, 0.95)
        self.numbers = self.chance.uniform(0.1, 0.6)
        self.sinks = self.chance.randint(1, 3)
        self.arithmetic = [k for k in self.kinds if ARITY.get(k, 2) >= 2 and k != "store"]
        self.binary = [k for k in self.arithmetic if ARITY.get(k, 2) == 2]

    def unread(self) -> list[int]:
        """Return the values without readers."""
        return [number for number, reads in enumerate(self.draft.reads) if not reads]

    def constant(self) -> int:
        """A new constant: an operation where the array has units for it."""
        return self.draft.add("const") if "const" in self.kinds else NUMBER

    def value(self, but: Collection[int] = ()) -> int:
        """Return an operand: mostly an unread value, else one that may have more readers."""
        new = [number for number in self.unread() if number not in but]
        old = [n for n, reads in enumerate(self.draft.reads) if reads < self.fan and n not in but]
        choice = new if new and self.chance.random() < self.fresh else old
        return self.chance.choice(choice) if choice else self.constant()

    def kind(self, among: Collection[str]) -> str:
        """A random kind, the usual ones more often."""
        return self.chance.choices(list(among), [WEIGHTS.get(kind, 2) for kind in among])[0]

    def grow(self, size: int) -> None:
        """Add operations until only the operations that join all parts are missing."""
        inner = [kind for kind in self.kinds if kind in self.arithmetic or kind in WEIGHTS]
        while len(self.draft.kinds) + len(self.unread()) < size:
            kind = self.kind(inner)
            if kind == "input":
                self.draft.add(kind)
            elif kind == "load":
                is_number = self.chance.random() < self.numbers
                self.draft.add(kind, self.constant() if is_number else self.value())
            else:
                self.compute(kind)

    def compute(self, kind: str) -> None:
        """Add an arithmetic operation on different values, one of them perhaps a number."""
        operands = [self.value()]
        missing = kind == "add" and self.chance.random() < UNARY
        while len(operands) < ARITY.get(kind, 2) and not missing:
            is_number = len(operands) == 1 and self.chance.random() < self.numbers
            operands.append(self.constant() if is_number else self.value(operands))
        self.chance.shuffle(operands)
        self.draft.add(kind, *operands)

    def connect(self) -> None:
        """Join all parts, and all unread values, until as many are left as sinks.

        Every part has an unread value, as long as no read is loop-carried.
        """
        while True:
            unread = self.unread()
            parts = self.draft.parts()
            if len(parts) == 1 and len(unread) <= self.sinks:
                return
            a = self.chance.choice(unread)
            home = next(part for part in parts if a in part)
            others = [n for n in unread if n != a and (len(parts) == 1 or n not in home)]
            self.draft.add(self.kind(self.binary), a, self.chance.choice(others))

    def accumulate(self) -> None:
        """Let an addition without second operand, perhaps a new one of an unread value,
        read its own value of the iteration before, or that of an operation that depends on it.
        """
        draft = self.draft
        adds = [n for n, kind in enumerate(draft.kinds) if kind == "add"]
        single = [n for n in adds if len(draft.operands[n]) == 1]
        if single:
            reader = self.chance.choice(single)
        else:
            reader = draft.add("add", self.chance.choice(self.unread()))
        below = [n for n in range(len(draft.kinds)) if reader in draft.above(n)]
        computed = [n for n in below if draft.kinds[n] in self.arithmetic]
        draft.read(reader, self.chance.choice(computed), 1)

    def deliver(self) -> None:
        """Store or output unread values; if the array can do neither, they are results."""
        last = [number for number, reads in enumerate(self.draft.reads) if not reads]
        sinks = [kind for kind in ("store", "output") if kind in self.kinds]
        for value in last if sinks else ():
            kind = sinks[0]
            if len(sinks) == 2 and self.chance.random() < OUTPUT:
                kind = "output"
            if kind == "output" or self.chance.random() < NO_ADDRESS:
                self.draft.add(kind, value)
            else:
                self.draft.add(kind, value, self.address(value))

    def address(self, value: int) -> int:
        """Return the address of a stored value: that of a load below it, or a number."""
        draft = self.draft
        loads = [n for n in draft.above(value) if draft.kinds[n] == "load" and draft.operands[n]]
        places = [draft.operands[n][0][0] for n in sorted(loads)]
        free = [place for place in places if place != NUMBER and draft.reads[place] < self.fan]
        if free and self.chance.random() < 0.7:
            return self.chance.choice(free)
        return self.constant()
