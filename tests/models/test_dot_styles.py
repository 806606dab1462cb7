"""Tests that one graph drawn in the styles of several tools has the same numbers everywhere."""

from __future__ import annotations

import random

import pytest

from models.data.dfg import Constant, Dfg, Operand, Operation
from models.formats.dot_dfg import dfg_from_dot
from models.notes import noted
from models.semantics.evaluate import evaluate, random_inputs
from models.semantics.opcodes import operator_of

OPCODES = ("sub", "shl", "ashr", "add", "mul", "sdiv")


def drawn(chance: random.Random) -> Dfg:
    """A graph of operations whose operands cannot be exchanged, with cycles through phis."""
    count = chance.randrange(3, 9)
    names = [f"n{k}" for k in range(count)]
    operations = []
    for k, name in enumerate(names):
        known = ["x", "y", "three", *names[:k]]
        if k < 2:
            # Phis come first: what the loop begins with, and a later value of it.
            later = names[chance.randrange(2, count)]
            operations.append(Operation(name, "phi", (Operand("x"), Operand(later, 1))))
        else:
            # Each reads the one before: all are in a cycle with both phis.
            two = [Operand(names[k - 1]), Operand("n0" if k == 2 else chance.choice(known))]
            chance.shuffle(two)
            operations.append(Operation(name, chance.choice(OPCODES), tuple(two)))
    used = dict.fromkeys(o.operator for o in operations)
    return Dfg(
        "styles",
        tuple(operator_of(word, 2) for word in used),
        ("x", "y"),
        tuple(operations),
        (names[-1],),
        constants=(Constant("three", 3),),
    )


def edges(dfg: Dfg, chance: random.Random) -> list[tuple[Operand, str, int]]:
    """The edges of a graph in any order."""
    found = [(o, each.name, k) for each in dfg.operations for k, o in enumerate(each.operands)]
    chance.shuffle(found)
    return found


def nodes(dfg: Dfg) -> str:
    inputs = "node [opcode=input]; x; y; three [opcode=const, value=3]\n"
    return inputs + "".join(f"{o.name} [opcode={o.operator}]\n" for o in dfg.operations)


def numbered(dfg: Dfg, chance: random.Random) -> str:
    """Operands by number; distances are those of phis."""
    lines = [f"{o.value} -> {name} [operand={k}]" for o, name, k in edges(dfg, chance)]
    return "digraph {\n" + nodes(dfg) + "\n".join(lines) + "}"


def worded(dfg: Dfg, chance: random.Random) -> str:
    """Left and right, with all distances written."""
    lines = [
        f"{o.value} -> {name} [operand={('LHS', 'RHS')[k]}, distance={o.distance}]"
        for o, name, k in edges(dfg, chance)
    ]
    return "digraph {\n" + nodes(dfg) + "\n".join(lines) + "}"


def ported(dfg: Dfg, chance: random.Random) -> str:
    """Ports that are counted from 1."""
    lines = [f"{o.value}:out -> {name}:in{k + 1}:n" for o, name, k in edges(dfg, chance)]
    return "digraph {\n" + nodes(dfg) + "\n".join(lines) + "}"


def ordered(dfg: Dfg, chance: random.Random) -> str:
    """Operands by the order of the edges, of which some are chains and sets."""
    lines = [f"{{{o.operands[0].value}}} -> {o.name}" for o in dfg.operations]
    chance.shuffle(lines)
    more = [f"{o.operands[1].value} -> {o.name}" for o in dfg.operations]
    chance.shuffle(more)
    return "digraph {\n" + nodes(dfg) + "\n".join([*lines, *more]) + "}"


def labelled(dfg: Dfg, chance: random.Random) -> str:
    """Instructions of LLVM as labels: numbers are in the text, and of equal edges one is drawn."""
    lines = ['x [label="i32 %x"]', 'y [label="i32 %y"]']
    called = {"x": "%x", "y": "%y", "three": "3"}
    called |= {o.name: f"%v.{o.name}" for o in dfg.operations}
    for o in dfg.operations:
        first, second = (called[operand.value] for operand in o.operands)
        text = f"{o.operator} nsw i32 {first}, {second}"
        if o.operator == "phi":
            text = f"phi i32 [ {first}, %entry ], [ {second}, %loop ]"
        lines.append(f'{o.name} [shape=record, label="{{{called[o.name]} = {text}\\l}}"]')
    pairs = [(o.value, name) for o, name, _ in edges(dfg, chance) if o.value != "three"]
    lines += [f"{source} -> {name}" for source, name in dict.fromkeys(pairs)]
    return "digraph {\n" + "\n".join(lines) + "}"


@pytest.mark.parametrize("style", [numbered, worded, ported, ordered, labelled])
@pytest.mark.parametrize("seed", [3, 11, 23, 31])
def test_numbers_are_the_same(style: object, seed: int) -> None:
    """Tests results, distances and numbers of six iterations against the graph that is drawn."""
    chance = random.Random(seed)
    dfg = drawn(chance)
    text = style(dfg, chance)  # type: ignore[operator]
    with noted():
        found = dfg_from_dot(text, "f.dot", sources="inputs", constants="immediate")
    assert set(found.inputs) == {"x", "y"}
    far = {o.name: [operand.distance for operand in o.operands] for o in found.operations}
    assert far == {o.name: [x.distance for x in o.operands] for o in dfg.operations}
    inputs = random_inputs(dfg, 6, seed)
    wanted, rows = evaluate(dfg, 6, inputs), evaluate(found, 6, inputs)
    names = [o.name for o in dfg.operations]
    assert [[row[n] for n in names] for row in rows] == [[row[n] for n in names] for row in wanted]
    assert set(found.results) >= {names[-1]}
