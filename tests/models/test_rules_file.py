"""Files of rewrite rules: what they add to a graph, and one line for what is wrong in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.data.dfg import Constant, Operator, Rule
from models.errors import InputError
from models.formats.rules_file import load_rules, rules_from_text
from tests.models.rule_graphs import graph

GRAPH = graph("s + b c; y * a s", "abc", "y")

TEXT = """# What this array can do instead.
.f
abs 1
or 2 c a   # bits
+ 2 c a
.r
out: * a + b c -> + * a b * a c
* a 4 -> << a 2
"""


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(TEXT, encoding="utf-8")
    dfg = load_rules(str(path), GRAPH)
    assert dfg.rules == (
        Rule("out", ("*", "a", "+", "b", "c"), ("+", "*", "a", "b", "*", "a", "c")),
        Rule("r2", ("*", "a", "4"), ("<<", "a", "2")),
    )
    new = (Operator("abs", 1), Operator("or", 2, commutative=True, associative=True))
    assert dfg.operators == (*GRAPH.operators, *new)
    assert dfg.constants == GRAPH.constants  # 2 is one of them, 4 is only matched
    assert (dfg.operations, dfg.results) == (GRAPH.operations, GRAPH.results)
    with pytest.raises(InputError, match="rules.txt: line 7: duplicate rule 'out': the graph"):
        load_rules(str(path), dfg)


def test_numbers_become_constants() -> None:
    dfg = rules_from_text(".r\n<< a 2 -> * a 4\n* a 4.0 -> + * a 2.0 * a 2.0\n", "r", GRAPH)
    assert dfg.constants == (*GRAPH.constants, Constant("4", 4), Constant("2.0", 2.0))
    named = graph("4 + a b", "ab", "4")
    dfg = rules_from_text(".r\n<< a 2 -> * a 4\n", "r", named)
    assert dfg.constants[-1] == Constant("4#2", 4)


def test_an_empty_file() -> None:
    assert rules_from_text("# nothing\n\n.r\n", "r", GRAPH) == GRAPH


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("+ a b -> + b a", "line 1: '+' is in no section; begin with .f or .r"),
        (".r r1: + a b -> + b a", "line 1: '.r' stands alone on its line"),
        (".f\nabs", "line 2: operator 'abs' needs its number of operands: NAME N c a"),
        (".f\nabs 1 x", "line 2: unknown property 'x' of 'abs'; known: a, c"),
        (".f\n+ 2", "line 2: operator '+' is already '+ 2 c a'"),
        (".r\n\n+ a b", "line 3: rule 'r1' reads NAME: LEFT -> RIGHT, with one '->'"),
        (".r\nx: neg neg a -> a -> a", "line 2: rule 'x' reads NAME: LEFT -> RIGHT, with one"),
        (".r\nabs neg a -> abs a", "goes on after its end, at 'neg': unknown operator 'abs'"),
        (".r\nx: neg neg a -> a\nx: - a a -> 0", "line 3: duplicate rule 'x', first defined in l"),
        (".r\nx: + a b -> - a neg b\ny: - a b -> + a neg b", "rule 'x' can match its own result"),
        (f".r\n{'x' * 2001}", "line 2: longer than 2000 characters"),
        (".r\n" + "neg neg a -> a\n" * 101, "line 102: more than 100 rules"),
    ],
)
def test_bad_files(text: str, line: str) -> None:
    with pytest.raises(InputError) as caught:
        rules_from_text(text, "rules.txt", GRAPH)
    assert str(caught.value).startswith("rules.txt: ")
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)
