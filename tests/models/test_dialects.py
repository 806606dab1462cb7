"""Graphs through the files of several tools: the same numbers; and damaged files: one line."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from models.data.dfg import Dfg, Operand, Operation
from models.errors import InputError
from models.formats.dfg_files import load_dfg, save_dfg
from models.semantics.evaluate import evaluate, random_inputs
from models.semantics.opcodes import operator_of
from programs.llvm.flow import innermost_loops
from programs.llvm.graph import loop_graph
from programs.llvm.layout import Layout
from programs.llvm.module import functions_of

OPCODES = "add sub mul and or xor shl ashr icmp.eq icmp.slt".split()
LOOPS = Path(__file__).parents[2] / "examples/data/loops.ll"
CHAIN = ("a.json", "b.dot", "c_nodes", "g_node.txt", "d.gv", "e.txt", "f.json")
"""Names say formats: JSON, DOT, SAT-MapIt, CCF, and without loops GenMap's DOT and dfgmap."""

MORPHER = """<MutexBB></MutexBB>
<DFG count="4">
<Node idx="1" ASAP="0" ALAP="0" BB="b" CONST="3"><OP>ADD</OP>
<Inputs><Input idx="3"/></Inputs><Outputs><Output idx="2" nextiter="0" type="I1"/></Outputs>
<RecParents></RecParents></Node>
<Node idx="2" ASAP="1" ALAP="1" BB="b"><OP>MUL</OP>
<Inputs><Input idx="1"/></Inputs><Outputs><Output idx="3" nextiter="0" type="I1"/></Outputs>
<RecParents></RecParents></Node>
<Node idx="3" ASAP="2" ALAP="2" BB="b"><OP>CMP</OP>
<Inputs><Input idx="2"/></Inputs><Outputs><Output idx="1" nextiter="1" type="I1"/></Outputs>
<RecParents></RecParents></Node>
</DFG>
"""


def drawn(chance: random.Random, loops: bool) -> Dfg:
    """A graph of what all the formats have: two operands, no constants, names that are numbers."""
    count = chance.randrange(2, 12)
    names = [str(n) for n in range(count)]
    inputs = ["40", "41"]
    operations = []
    for n, name in enumerate(names):
        operands = []
        for _ in range(2):
            value = chance.choice(
                [*inputs, *names[:n], *(names if loops and chance.random() < 0.3 else [])]
            )
            earlier = value in inputs or int(value) < n
            operands.append(Operand(value, 0 if earlier else chance.randrange(1, 3)))
        # dfgmap has no two equal expressions: each reads the one before.
        if n:
            operands[1] = Operand(names[n - 1])
        operations.append(Operation(name, chance.choice(OPCODES), tuple(operands)))
    read = {o.value for operation in operations for o in operation.operands}
    # In CCF a result is what no other operation reads in its own iteration.
    others = {
        o.value
        for operation in operations
        for o in operation.operands
        if o.value != operation.name and not o.distance
    }
    return Dfg(
        "top",
        tuple(operator_of(word, 2) for word in dict.fromkeys(o.operator for o in operations)),
        tuple(value for value in inputs if value in read),
        tuple(operations),
        tuple(name for name in names if name not in others),
    )


@pytest.mark.parametrize("seed", range(100))
def test_round_trips_keep_meaning(seed: int, tmp_path: Path) -> None:
    """Tests that results have the same numbers after six other formats."""
    first = dfg = drawn(random.Random(seed), seed % 2 == 0)
    for name in CHAIN:
        path, dot = str(tmp_path / name), name.endswith((".dot", ".gv"))
        if first.max_distance and name == "e.txt":
            continue
        genmap = name.endswith(".gv") and not first.max_distance
        save_dfg(dfg, path, dialect="genmap" if genmap else None)
        dfg = load_dfg(path.removesuffix("_nodes"), sources="inputs" if dot else None)
    inputs = random_inputs(first, 5, seed)
    assert set(dfg.results) == set(first.results) and set(dfg.inputs) == set(first.inputs)
    wanted, found = evaluate(first, 5, inputs), evaluate(dfg, 5, inputs)
    for result in first.results:
        assert [row[result] for row in found] == [row[result] for row in wanted]


def damaged(text: str, chance: random.Random) -> str:
    """A text with a few pieces that are left out, doubled, exchanged or changed."""
    for _ in range(chance.randrange(1, 4)):
        a, b = sorted(chance.randrange(len(text) + 1) for _ in range(2))
        b = min(b, a + chance.choice((1, 3, 20, 200)))
        kind = chance.randrange(5)
        if kind == 0:
            text = text[:a] + text[b:]
        elif kind == 1:
            text = text[:b] + text[a:b] + text[b:]
        elif kind == 2:
            lines = text.split("\n")
            chance.shuffle(lines)
            text = "\n".join(lines)
        elif kind == 3:
            text = (
                text[:a]
                + chance.choice(("-1", "99999999999", "\0", "é", '"', "}", "<", " "))
                + text[b:]
            )
        else:
            text = text[:a]
        text = text or " "
    return text


@pytest.mark.parametrize(
    "name", ["a.json", "b.dot", "c_nodes", "c_edges", "e.txt", "g_node.txt", "g_edge.txt", "m.xml"]
)
def test_damaged_files_are_read_or_one_line(name: str, tmp_path: Path) -> None:
    """Tests that no damage of a file ends in anything but a graph or an `InputError` of a line."""
    path = tmp_path / name
    refused = 0
    for seed in range(150):
        chance = random.Random(f"{name} {seed}")
        if name == "m.xml":
            path.write_text(MORPHER)
        else:
            save_dfg(drawn(chance, name != "e.txt"), str(path))
        path.write_text(damaged(path.read_text(), chance))
        try:
            load_dfg(str(path))
        except InputError as error:
            refused += 1
            assert "\n" not in str(error) and str(tmp_path) in str(error)
    assert refused > 20


@pytest.mark.parametrize("seed", range(10))
def test_damaged_llvm_text_is_read_or_one_line(seed: int) -> None:
    """Tests the same of LLVM's text, a function at a time."""
    whole = LOOPS.read_text()
    functions = [f"define {piece}" for piece in whole.split("\ndefine ")[1:]]
    chance = random.Random(seed)
    for _ in range(4):
        text = damaged(chance.choice(functions).partition("\n}")[0] + "\n}\n", chance)
        try:
            for function in functions_of(text, "text"):
                for loop in innermost_loops(function):
                    loop_graph(loop, Layout([function]))
        except InputError as error:
            assert "\n" not in str(error)
