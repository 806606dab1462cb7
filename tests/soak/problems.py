"""Random graphs and arrays of many kinds, small enough to be asked about a thousand times."""

from __future__ import annotations

import random
from collections.abc import Callable

from archs.presets import architecture_preset
from examples.loops.random_loops import random_loop
from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Constant, Dfg, Initial, Operand, Operation, Pattern
from models.semantics.opcodes import operator_of

ARITY = {"add": 2, "sub": 2, "mul": 2, "xor": 2, "max": 2, "neg": 1, "mac": 3, "select": 3}
PLAIN = ("add", "sub", "mul", "xor")
"""What every array with units executes."""
MULTIPLY_ADD = Pattern("mac", ("add", "_", "mul", "_", "_"))

Draw = random.Random
Shape = Callable[[Draw, int, list[str]], str]
"""Which of the values so far (the newest last) the operation of a number reads."""


def _chain(draw: Draw, number: int, values: list[str]) -> str:
    return values[-1] if draw.random() < 0.8 else draw.choice(values)


def _wide(draw: Draw, number: int, values: list[str]) -> str:
    return draw.choice([name for name in values if name[0] != "v"] or values)


def _recent(draw: Draw, number: int, values: list[str]) -> str:
    return draw.choice(values[-4:])


def _anywhere(draw: Draw, number: int, values: list[str]) -> str:
    return draw.choice(values)


def _pairs(draw: Draw, number: int, values: list[str]) -> str:
    """Two graphs that share inputs at most: even operations and odd ones."""
    own = [name for name in values if name[0] == "v" and int(name[1:]) % 2 == number % 2]
    return draw.choice(own or [name for name in values if name[0] != "v"] or values)


def _fan(draw: Draw, number: int, values: list[str]) -> str:
    """The first operation is read by nearly all others."""
    return "v0" if "v0" in values and draw.random() < 0.7 else draw.choice(values)


SHAPES: dict[str, Shape] = {
    "deep": _chain,
    "wide": _wide,
    "recent": _recent,
    "anywhere": _anywhere,
    "disconnected": _pairs,
    "fan-out": _fan,
}

PRESETS = (
    "single",
    "line:2",
    "line:3",
    "ring:2",
    "ring:3",
    "ring:4",
    "full:3",
    "mesh:2x2,io=all",
    "mesh:2x2",
    "mesh:2x3,io=left",
    "mesh:3x3",
    "torus:2x2,io=all",
    "torus:3x3,io=all",
    "systolic:2x2",
)
"""Arrays whose elements execute everything; options are drawn besides."""

REAL = (
    "lisa:2x2,io=memory",
    "lisa:3x3,io=memory",
    "lisa-simple:2x2,io=memory",
    "s4:2x2,io=memory",
    "r4:2x2,io=memory",
    "h6:2x2,io=memory,memory=all",
    "adres:2x2,io=memory",
    "adres:3x3,io=memory,global=4",
    "hycube:2x2,io=memory,max_hops=2",
    "hycube:3x3,io=memory",
    "satmapit:2x2,io=memory",
    "satmapit:3x3,io=memory,moves=2",
    "monomap:2x2,io=memory,registers=2",
    "mesh:2x2,registers=2,io=all",
    "mesh:3x3,registers=1,io=all",
    "torus:3x3,registers=2,io=all",
    "ring:3,registers=3",
    "full:3,registers=2",
)
"""Arrays for pipelined loops."""


def graph(
    draw: Draw, size: int, *, loop: bool = False, sums: bool = False, words: bool = False
) -> Dfg:
    """Return a graph of `size` operations.

    `loop` adds operands of earlier iterations, `sums` makes associative operators frequent and has
    a multiply-add pattern, and `words` uses operators that every array has.
    """
    shape = SHAPES[draw.choice(list(SHAPES))]
    inputs = [f"x{n}" for n in range(draw.randint(1, 3))]
    constants = [Constant(f"k{n}", draw.randint(-9, 9)) for n in range(draw.choice((0, 0, 1, 2)))]
    known = list(PLAIN) if words else list(ARITY)
    if sums:
        known = ["add", "add", "add", "mul"]
    values = [*inputs, *(constant.name for constant in constants)]
    steps: list[tuple[str, str, list[Operand]]] = []
    for n in range(size):
        operator = draw.choice(known)
        reads = [Operand(shape(draw, n, values)) for _ in range(ARITY[operator])]
        if all(read.value[0] == "k" for read in reads):
            reads[0] = Operand(inputs[0])  # what is constant is no operation
        steps.append((f"v{n}", operator, reads))
        values.append(f"v{n}")
    names = [name for name, _, _ in steps]
    if loop:
        for _ in range(draw.randint(1, 2)):
            _, _, reads = draw.choice(steps)
            reads[draw.randrange(len(reads))] = Operand(draw.choice(names), draw.randint(1, 2))
    used = {read.value for _, _, reads in steps for read in reads if not read.distance}
    results = [name for name in names if name not in used or draw.random() < 0.1]
    carried = {read.value for _, _, reads in steps for read in reads if read.distance}
    read_at_all = used | carried
    return Dfg(
        name=f"soak{size}",
        operators=tuple(operator_of(o, ARITY[o]) for o in sorted({o for _, o, _ in steps})),
        inputs=tuple(name for name in inputs if name in read_at_all),
        operations=tuple(Operation(name, o, tuple(reads)) for name, o, reads in steps),
        results=tuple(results or names[-1:]),
        constants=tuple(c for c in constants if c.name in read_at_all),
        initial=tuple(Initial(name, (draw.randint(-9, 9),)) for name in sorted(carried)),
        patterns=_patterns(draw, {o for _, o, _ in steps}) if sums else (),
    )


def _patterns(draw: Draw, used: set[str]) -> tuple[Pattern, ...]:
    return (MULTIPLY_ADD,) if {"add", "mul"} <= used and draw.random() < 0.6 else ()


def loop_body(draw: Draw) -> Dfg:
    """Return the body of a loop with operators that every array has."""
    if draw.random() < 0.5:
        return graph(draw, draw.randint(1, 6), loop=True, words=True)
    size = draw.randint(2, 7)
    recurrences = draw.randint(0, min(2, size - 1))
    distance = draw.randint(1, 3)
    inputs = draw.randint(1, max(1, min(2, size - recurrences)))
    return random_loop(size, draw.randrange(10**6), recurrences, distance, inputs)


def array(draw: Draw, least: int = 1) -> Architecture:
    """Return a small array whose elements execute everything: a preset, or a random topology.

    Elements have at least so many registers.
    """
    if draw.random() < 0.45:
        return topology(draw, least)
    spec = draw.choice(PRESETS)
    drawn = [f"registers={max(least, draw.choice((1, 2, 2, 3, 4)))}"]
    for option, values in (("units", (2,)), ("width", (2,)), ("latency", (1,))):
        if draw.random() < 0.12:
            drawn.append(f"{option}={draw.choice(values)}")
    if draw.random() < 0.2:
        drawn.append("intermediates=yes")
    return architecture_preset(",".join((spec, *drawn)))


def topology(draw: Draw, least: int = 1) -> Architecture:
    """Return up to four different elements, joined at random, each with a way from and to memory.

    Ways may lead through other elements, over buses, and through a crossbar.
    """
    names = [f"pe{n}" for n in range(draw.randint(1, 4))]
    parts = [Component("ext", initial="all", holds_intermediates=draw.random() < 0.3)]
    parts += [
        Component(
            name,
            issue=draw.choice((1, 1, 1, 2)),
            capacity=draw.choice([n for n in (1, 2, 2, 3) if n >= least] + [None]),
        )
        for name in names
    ]
    # A one-way ring, so that everything can get everywhere; then more.
    ends: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    if len(names) > 1:
        ends += [((a,), (b,)) for a, b in zip(names, names[1:] + names[:1], strict=True)]
    near = draw.sample(names, draw.randint(1, len(names)))
    ends += [(("ext",), tuple(near))] if draw.random() < 0.4 else [(("ext",), (n,)) for n in near]
    far = draw.sample(names, draw.randint(1, len(names)))
    ends += [(tuple(far), ("ext",))] if draw.random() < 0.4 else [((n,), ("ext",)) for n in far]
    for _ in range(draw.randint(0, 3) if len(names) > 1 else 0):
        a, b = draw.sample(names, 2)
        if ((a,), (b,)) not in ends:
            ends.append(((a,), (b,)))
    if draw.random() < 0.2:
        parts.append(Component("crossbar", switch=True, capacity=0))
        ends += [(tuple(names), ("crossbar",)), (("crossbar",), tuple(names))]
    paths = tuple(
        Path(f"p{n}", *both, width=draw.choice((1, 1, 2, None)), latency=int(draw.random() < 0.08))
        for n, both in enumerate(ends)
    )
    return Architecture("topology", tuple(parts), paths, "ext")


def loop_array(draw: Draw) -> Architecture:
    """Return an array onto which loops are pipelined, some of them with a context memory."""
    if draw.random() < 0.25:
        return topology(draw, 2)
    return architecture_preset(draw.choice(REAL))
