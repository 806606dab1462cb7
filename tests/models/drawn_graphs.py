"""Graphs drawn at random, of everything that formats can differ in, and what they compute.

`executed` shares nothing with `models.semantics`: every operator is a function of its ordered
operands that is different from all others, so that two graphs agree only when they do the same.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from models.data.dfg import (
    Constant,
    Dfg,
    Initial,
    Number,
    Operand,
    Operation,
    Operator,
    OrderEdge,
    Pattern,
    Priority,
)
from models.semantics.opcodes import operator_of

ITERATIONS = 5
PLAIN = {word: 2 for word in "sub add mul shl ashr xor or eq lt ne gt".split()}
SEVERAL = {"mov": 1, "select": 3, "phi": 2, "neg": 1, "not": 1, "fma": 3, "sdiv": 2, "abs": 1}
SIGNS = {"+": 2, "*": 2, "<": 2, "<<": 2, "&": 2, "==": 2, "-": 2}
UNKNOWN = {"f": 2, "f/1": 1, "g": 3, "op31": 1, "op40": 2, "bsfa": 3, "wide": 4, "x.y": 2}
FLOATS = {"fadd": 2, "fsub": 2, "fmul": 2, "fcmp.olt": 2, "fdiv": 2}
GUARDED = {"add.if": 3, "load.if": 2, "store.if": 3, "sub.unless": 3, "op40.if": 3}
EFFECTS = {"load": 1, "store": 2}
SOURCES = {"const": 0, "livein": 0, "rand": 0, "input": 0}
SETS = {
    "several": SEVERAL, "signs": SIGNS, "unknown": UNKNOWN, "floats": FLOATS, "guarded": GUARDED,
    "effects": EFFECTS, "sources": SOURCES,
}  # fmt: skip
OFTEN = ("carried", "constants", "names", "several", "effects")
SELDOM = (
    "signs", "unknown", "floats", "guarded", "sources", "initial", "order", "latencies",
    "properties", "types", "priorities", "patterns", "odd names", "late inputs",
)  # fmt: skip
ODD = ("node", "graph", 'a"b', "x;y", "a->b", "5", "-", ">", ".n", "_", "é", "a.const", "0x1", "//")
SPELLED = {
    "+": "add", "-": "sub", "*": "mul", "<": "icmp.slt", "lt": "icmp.slt", "<<": "shl", "&": "and",
    "==": "icmp.eq", "eq": "icmp.eq", "ne": "icmp.ne", "gt": "icmp.sgt", "le": "icmp.sle",
    "ge": "icmp.sge", "div": "sdiv", "oload": "load", "ostore": "store",
}  # fmt: skip
"""Spellings of one instruction that formats may exchange."""


class Meaning(NamedTuple):
    """What a graph does, by the names of its values."""

    results: dict[str, list[int]]
    reads: dict[str, list[tuple[int, ...]]]
    order: set[tuple[str, str, int]]
    operations: dict[str, tuple[str, int, bool]]
    more: set[tuple[str, ...]]


def drawn(
    chance: random.Random, features: set[str] | None = None, words: dict[str, int] | None = None
) -> Dfg:
    """Return a graph with these features, by default a few of them, drawn too.

    `words` are the operators that all graphs may have, with their numbers of operands.
    """
    chosen = features if features is not None else _features(chance)
    count = chance.randrange(1, 9)
    names = _names(chance, count + 4, chosen)
    inputs, constants, names = names[:2], names[2:4], names[4:]
    known = dict(words or PLAIN)
    for name, more in SETS.items():
        if name in chosen:
            some = chance.sample(sorted(more), min(len(more), 3))
            known |= {word: more[word] for word in some}
    made: list[Operation] = []
    for n, name in enumerate(names):
        word = chance.choice(sorted(known))
        reads = []
        for _ in range(known[word]):
            pool = [*inputs, *names[:n], *names[max(0, n - 2) : n] * 2]
            pool += constants if "constants" in chosen else []
            value, distance = chance.choice(pool), 0
            if "carried" in chosen and chance.random() < 0.3:
                value, distance = chance.choice(names), chance.randrange(1, 4)
            elif "late inputs" in chosen and value in inputs:
                distance = chance.randrange(3)
            reads.append(Operand(value, distance))
        made.append(Operation(name, word, tuple(reads)))
    return _finished(chance, chosen, known, inputs, constants, made)


def _features(chance: random.Random) -> set[str]:
    """Return a few features; two in five graphs have none but those that are frequent."""
    features = {name for name in OFTEN if chance.random() < 0.4}
    features |= {"results"} if chance.random() < 0.15 else set()
    if chance.random() < 0.6:
        features |= {name for name in SELDOM if chance.random() < 0.15}
    return features


def _names(chance: random.Random, count: int, features: set[str]) -> list[str]:
    numbers = [str(n) for n in chance.sample(range(3 * count), count)]
    if "names" not in features:
        return numbers
    names = [f"{chance.choice('vxa')}{number}" for number in numbers]
    if "odd names" in features:
        for place, odd in zip(range(count), chance.sample(ODD, 3), strict=False):
            names[place * 2 % count] = odd
    return list(dict.fromkeys([*names, *(f"more{n}" for n in range(count))]))[:count]


def _finished(
    chance: random.Random,
    features: set[str],
    known: dict[str, int],
    inputs: list[str],
    constants: list[str],
    made: list[Operation],
) -> Dfg:
    names = [operation.name for operation in made]
    read = {x.value for o in made for x in o.operands}
    now = {x.value for o in made for x in o.operands if not x.distance and x.value != o.name}
    numbers: list[Number] = [chance.choice((0, 1, 7, -3, 2**40)), chance.randrange(-9, 9)]
    if "floats" in features:
        numbers[chance.randrange(2)] = chance.choice((0.5, -2.0, 1e-5, 1e20, 3.0))
    operators = tuple(
        _operator(chance, features, word, known[word])
        for word in dict.fromkeys(o.operator for o in made)
    )
    effect = {operator.name for operator in operators if operator.effect}
    results = [o.name for o in made if o.name not in now and o.operator not in effect]
    if "results" in features:
        results = [name for name in [*names, *inputs] if chance.random() < 0.4]
        chance.shuffle(results)
    order = [
        OrderEdge(names[min(a, b)], names[max(a, b)], 0 if a != b else 1)
        if chance.random() < 0.5
        else OrderEdge(names[a], names[b], chance.randrange(1, 4))
        for a, b in ([chance.randrange(len(names)) for _ in range(2)] for _ in range(3))
        if "order" in features
    ]
    carried = sorted({x.value for o in made for x in o.operands if x.distance})
    there = [name for name in inputs if name in read]
    begun = {name: _begin(chance, there) for name in carried if "initial" in features}
    strict = [OrderEdge(a, b) for a, b in zip(names, names[1:], strict=False)]
    listed = list(made)
    chance.shuffle(listed)
    words = [operator.name for operator in operators if operator.arity and not operator.effect]
    return Dfg(
        "top",
        operators,
        tuple(name for name in inputs if name in read or chance.random() < 0.1 or name in results),
        tuple(listed if chance.random() < 0.5 else made),
        tuple(results),
        tuple(Constant(n, x) for n, x in zip(constants, numbers, strict=True) if n in read),
        tuple(dict.fromkeys(order)),
        tuple(Priority(e.before, e.after) for e in strict[:1] if "priorities" in features),
        tuple(_pattern(known, word) for word in words[:1] if "patterns" in features),
        tuple(Initial(name, tuple(numbers)) for name, numbers in begun.items() if name in read),
    )


def _operator(chance: random.Random, features: set[str], word: str, arity: int) -> Operator:
    opcode = word.removesuffix(f"/{arity}")
    made = operator_of(opcode, arity, word)
    if "latencies" in features and chance.random() < 0.5:
        made = replace(made, latency=chance.randrange(2, 5))
    if "properties" in features and arity > 1 and chance.random() < 0.5:
        kind = chance.choice(("commutative", "effect"))
        made = replace(made, **{kind: not getattr(made, kind)}, associative=False)
    if "types" in features and chance.random() < 0.5:
        made = replace(made, type="i32")
    return made


def _begin(chance: random.Random, inputs: list[str]) -> list[Number | str]:
    return [chance.choice((0, 5, -1, 2.5, *inputs)) for _ in range(chance.randrange(1, 4))]


def _pattern(known: dict[str, int], word: str) -> Pattern:
    return Pattern("twice", (word, word, *["_"] * (2 * known[word] - 1)))


def executed(dfg: Dfg, names: Mapping[str, str] | None = None) -> Meaning:
    """Return what a graph does in some iterations; `names` are others for its values."""
    of = {operation.name: operation for operation in dfg.operations}
    constants = {each.name: each.value for each in dfg.constants}
    begun = {each.value: each.numbers for each in dfg.initial}
    called = names or {}

    def named(value: str) -> str:
        return called.get(value, value)

    found: dict[tuple[str, int], int] = {}

    def value(name: str, iteration: int) -> int:
        if name in constants:
            return mixed("number", repr(constants[name]))
        own = named(name)
        if iteration < 0:
            given = begun.get(name, ())
            number = given[-1 - iteration] if -iteration <= len(given) else 0
            return value(number, 0) if isinstance(number, str) else mixed("number", repr(number))
        if name in dfg.inputs:
            return mixed("input", own, iteration)
        key = name, iteration
        if key not in found:
            found[key] = mixed(
                word_of(of[name].operator, len(of[name].operands)),
                *([] if of[name].operands else [own]),
                *(value(x.value, iteration - x.distance) for x in of[name].operands),
            )
        return found[key]

    table = {operator.name: operator for operator in dfg.operators}
    more = {(*map(named, (p.first, p.then)), p.sign) for p in dfg.priorities}
    more |= {each.expression for each in dfg.patterns}
    return Meaning(
        {
            named(name): [value(name, n) for n in range(ITERATIONS)]
            for name in dfg.results
        },
        {
            named(o.name): [
                tuple(value(x.value, n - x.distance) for x in o.operands)
                for n in range(ITERATIONS)
            ]
            for o in dfg.operations
        },
        {(named(e.before), named(e.after), e.distance)
         for e in dfg.order},
        {
            named(o.name): (
                word_of(o.operator, len(o.operands)),
                table[o.operator].latency,
                table[o.operator].effect,
            )
            for o in dfg.operations
        },
        more,
    )  # fmt: skip


def word_of(operator: str, arity: int) -> str:
    """Return one spelling for all of an instruction; `add/1` and `add/i32` are an `add`."""
    word = operator.lower().partition("/")[0]
    word, dot, suffix = word.partition(".if")
    return "neg" if (word, arity) == ("-", 1) else SPELLED.get(word, word) + dot + suffix


def mixed(*parts: object) -> int:
    """Return a number that other parts do not give."""
    text = "\0".join(map(str, parts))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
