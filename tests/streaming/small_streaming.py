"""Small programs and engines of every kind, and all their mappings, by trying everything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from hypothesis import strategies as st

from streaming.model.check import check
from streaming.model.engine import Engine
from streaming.model.program import Instruction, Message, Program
from streaming.model.schedule import Placement, Schedule


def program(*reads: str, messages: str = "") -> Program:
    """Instructions a, b, …; each word lists what one reads, capital letters being variables."""
    names = "abcdefgh"[: len(reads)]
    instructions = tuple(
        Instruction(name, "f", tuple(word)) for name, word in zip(names, reads, strict=True)
    )
    variables = tuple(sorted({x for word in reads for x in word if x.isupper()}))
    posts = tuple(Message(*word) for word in messages.split())
    return Program("small", instructions, variables, posts)


@st.composite
def programs(draw: st.DrawFn, most: int = 3) -> Program:
    """Up to `most` instructions, some of which share a variable or send messages."""
    size = draw(st.integers(1, most))
    reads, posts = [], []
    for n in range(size):
        earlier = "abcd"[:n]
        word = "".join(x for x in earlier if draw(st.booleans()))
        posts += [x + "abcd"[n] for x in word if draw(st.integers(0, 3)) == 0]
        reads.append(word + "X" * (draw(st.integers(0, 3)) == 0))
    return program(*reads, messages=" ".join(posts))


@st.composite
def engines(draw: st.DrawFn) -> Engine:
    """Two or three tiles with every combination of options; latencies may fall with distance."""
    return Engine(
        tiles=draw(st.integers(1, 3)),
        pipeline=draw(st.sampled_from((1, 1, 2))),
        hops=tuple(draw(st.lists(st.integers(1, 3), min_size=1, max_size=2))),
        relay=draw(st.booleans()),
        waiting=draw(st.booleans()),
        starts=draw(st.sampled_from(("flows", "all", "free"))),
        siblings=draw(st.booleans()),
        multicast=draw(st.booleans()),
        message=draw(st.integers(1, 2)),
    )


def mappings(program: Program, engine: Engine, ii: int, cycles: int) -> Iterator[Schedule]:
    """Yield every legal mapping with at most so many cycles."""
    names = [x.name for x in program.instructions]
    spots = list(product(range(engine.tiles), range(cycles - engine.pipeline + 1)))
    reads = [[o for o in x.operands if o in names] for x in program.instructions]

    def extend(chosen: list[tuple[int, int]]) -> Iterator[Schedule]:
        if len(chosen) == len(names):
            placements = tuple(Placement(n, *s) for n, s in zip(names, chosen, strict=True))
            schedule = Schedule(program.name, engine, ii, placements)
            if not check(program, schedule):
                yield schedule
            return
        # Only what no mapping can have is left out: operands not ready, and slots that are taken.
        ready = [chosen[names.index(o)][1] + engine.pipeline for o in reads[len(chosen)]]
        taken = {(tile, start % ii) for tile, start in chosen}
        for tile, start in spots:
            if start >= max(ready, default=0) and (tile, start % ii) not in taken:
                yield from extend([*chosen, (tile, start)])

    yield from extend([])
