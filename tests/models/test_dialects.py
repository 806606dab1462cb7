"""Damaged files of the formats of several tools, and damaged text of LLVM: one line."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from models.errors import InputError, NotSupportedError
from models.formats.dfg_files import load_dfg, save_dfg
from programs.llvm.flow import innermost_loops
from programs.llvm.graph import loop_graph
from programs.llvm.layout import Layout
from programs.llvm.module import functions_of
from tests.models.drawn_graphs import drawn

LOOPS = Path(__file__).parents[2] / "examples/data/loops.ll"

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
            try:
                save_dfg(drawn(chance, {"carried"} if name != "e.txt" else set()), str(path))
            except NotSupportedError:  # dfgmap has no two equal expressions
                continue
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
