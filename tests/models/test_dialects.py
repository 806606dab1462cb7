"""Damaged files of the formats of several tools, and damaged text of LLVM: one line."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from models.errors import InputError
from programs.llvm.flow import innermost_loops
from programs.llvm.graph import loop_graph
from programs.llvm.layout import Layout
from programs.llvm.module import functions_of

LOOPS = Path(__file__).parents[2] / "examples/data/loops.ll"


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
