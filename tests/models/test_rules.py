"""Rewrite rules as other candidates: the examples, what they must not do, and their files."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from models.data.computation import Computation, Transform
from models.data.dfg import Constant, Operand, Operator, Pattern, Priority, Rule
from models.errors import InputError
from models.formats.rules_file import load_rules, rules_from_text
from models.transform import relaxed, transform, value_graph
from models.transform.draft import Draft
from models.transform.saturation import saturated
from tests.models.rule_graphs import (
    DOUBLE,
    IN,
    MINUS,
    NOTHING,
    OPERATORS,
    OUT,
    SAME,
    SWAP,
    TWICE,
    graph,
    rules,
)
from tests.one_line import one_line


def ways(computation: Computation, name: str) -> list[str]:
    """The candidates of a value as text."""
    return [
        " ".join((c.operator, *(read.value for read in c.operands)))
        for c in computation.candidates[name]
    ]


@pytest.mark.parametrize("how", ["none", "enumerate", "xbtree", "chain"])
def test_distributivity_in_both_directions(how: Transform) -> None:
    made = transform(graph("s + b c; y * a s", "abc", "y", OUT, IN), how)
    assert ways(made, "y") == ["* a s", "+ *(a,b) *(a,c)"]
    assert made.keys == {
        "*(a,b)": ("rule", "*", (Operand("a"), Operand("b"))),
        "*(a,c)": ("rule", "*", (Operand("a"), Operand("c"))),
    }
    made = transform(graph("p * a b; q * c a; y + q p", "abc", "y", OUT, IN), how)
    assert ways(made, "y") == ["+ q p", "* a +(c,b)"]
    assert made.values == ("a", "b", "c", "p", "q", "y", "+(c,b)")


def test_subtraction_is_ordered_like_a_sum() -> None:
    dfg = graph("s + a b; y - s c", "abc", "y", MINUS)
    assert ways(transform(dfg, "none"), "y") == ["- s c", "+ s neg(c)"]
    for how in ("enumerate", "xbtree", "chain"):
        made = transform(dfg, how)
        assert ways(made, "y")[0] == "- s c"
        assert {frozenset(text.split()[1:]) for text in ways(made, "y")[1:]} == {
            frozenset(("s", "neg(c)")),
            frozenset(("a", "+(b,neg(c))")),
            frozenset(("b", "+(a,neg(c))")),
        }
        assert made.clusters == ()


def test_a_rule_applies_in_every_order() -> None:
    """a·b + c + a·d has the factor a only when the products meet."""
    dfg = graph("p * a b; s + p c; q * a d; y + s q", "abcd", "y", IN)
    assert "+ *(a,+(b,d)) c" not in ways(transform(dfg, "none"), "y")
    made = transform(dfg, "enumerate")
    assert "* a +(b,d)" in ways(made, "+(p,q)")
    assert any("+(p,q)" in text for text in ways(made, "y"))


def test_what_equals_a_value_is_read_in_its_place() -> None:
    made = transform(graph("n neg a; m neg n; y + m b", "ab", "y m", TWICE), "none")
    assert ways(made, "y") == ["+ m b", "+ a b"]
    assert ways(made, "m") == ["neg n"]
    made = transform(graph("p * a b; n neg p; m neg n; y out m", "ab", "y", TWICE), "none")
    assert ways(made, "m") == ["neg n", "* a b"]
    assert ways(made, "y") == ["out m"]
    made = transform(graph("z - a a; y + b z; w + a y", "ab", "w", SAME, NOTHING), "none")
    assert ways(made, "w") == ["+ a y", "+ a b"]


def test_no_effect_on_what_rules_do_not_contain() -> None:
    """A cluster of another operator keeps its tree, and its place among the clusters."""
    dfg = graph("s max a b; t max s c; u max t d; y * u two", "abcd", "y", DOUBLE)
    made = transform(dfg, "xbtree")
    assert [cluster.root for cluster in made.clusters] == ["u"]
    assert [block.kind for block in made.blocks] == ["sorter", "exchanger"]
    assert ways(made, "y") == ["* u two", "+ u u"]
    assert [cluster.root for cluster in relaxed(dfg).clusters] == ["u"]


def test_patterns_match_what_rules_make() -> None:
    dfg = graph("s + b c; y * a s", "abc", "y", OUT)
    dfg = replace(dfg, patterns=(Pattern("mac", ("+", "_", "*", "_", "_")),))
    made = transform(dfg, "none")
    assert "mac *(a,b) a c" in ways(made, "y")
    assert {c.executes for c in made.candidates["y"] if c.operator == "mac"} == {
        ("y", "*(a,b)"),
        ("y", "*(a,c)"),
    }


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (["+ a b -> + a 0 + b 0"], "right side of rule 'r1' goes on after its end, at '\\+'"),
        (["+ a b -> + a b a"], "goes on after its end, at 'a': operator '\\+' takes 2 operand"),
        (["foo a b -> + a b"], "goes on after its end, at 'a': unknown operator 'foo'; known: "),
        (["neg a -> + a foo"], "right side .* reads 'foo', which is no operator and not on the"),
        (["a -> + a 0"], "left side of rule 'r1' is a single variable"),
        (["neg _ -> - 0 _"], "'_' is no variable"),
        (["* a 2 -> * a 7"], "rule 'r1' makes the number 7, which is no constant of the graph"),
        (["out a -> neg a"], "rule 'r1' contains 'out', an operator with an effect"),
        ([f"neg {'neg ' * 40} a -> neg a"], "has 42 words, must be at most 40"),
    ],
)
def test_rules_that_make_no_sense(lines: list[str], line: str) -> None:
    with pytest.raises(InputError, match=line) as caught:
        graph("y + a b", "ab", "y", *lines)
    assert caught.value.where == "$.rules[0]"
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (["+ a b -> + + b a 0"], "rule 'r1' can match its own result forever$"),
        ([SWAP, "+ a b -> - a neg b", MINUS], "rule 'r2' can match .* with the other rules"),
        (["+ a b -> - a b"], "rule 'r1' changes values: with a = -2, b = -2 the left side is -4"),
        ([DOUBLE, "max a two -> two"], "rule 'r2' changes values"),
        (["f a b -> f b a"], "rule 'r1' cannot be checked: operator 'f' with 2 operand"),
    ],
)
def test_rules_that_cannot_be_applied(lines: list[str], line: str) -> None:
    dfg = graph("y + a b", "ab", "y")
    dfg = replace(dfg, operators=(*OPERATORS, Operator("f", 2)), rules=rules(*lines))
    for how in ("none", "enumerate"):
        with pytest.raises(InputError, match=line) as caught:
            transform(dfg, how)
        assert "\n" not in str(caught.value)


@pytest.mark.large
def test_too_many_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """All forms of a large product of sums are too many: refused by one line."""
    monkeypatch.setattr(value_graph, "MOST_OPERATIONS", 20_000)
    text = "s + a b; t + c d; u * s t; v + s c; w * u v; x * w s; y * x x"
    with pytest.raises(InputError, match="rules 'graph' has more than 20000 operations"):
        transform(graph(text, "abcd", "y", OUT, IN), "enumerate")
    with pytest.raises(InputError, match="rules of 'graph' make more than 20 new values"):
        dfg = graph(text, "abcd", "y", OUT, IN)
        saturated(Draft(dfg), (), frozenset("+*"), most_values=20)


def test_what_reads_a_rewritten_value_is_looked_at_again() -> None:
    """Tests a rule for sums that comes before the one that makes a difference a sum."""
    made = transform(graph("s - b c; y * a s", "abc", "y", OUT, MINUS), "none")
    assert ways(made, "y") == ["* a s", "+ *(a,b) *(a,neg(c))"]


@pytest.mark.parametrize(("before", "part"), [((), "q"), ((Priority("a", "q"),), "+(a,b)")])
def test_sums_share_parts_but_what_a_priority_names(
    before: tuple[Priority, ...], part: str
) -> None:
    """Tests a sum of which another value is a part: what is named must be executed as written."""
    dfg = graph("q + a b; t + c b; y + a t", "abc", "q y", MINUS)
    made = transform(replace(dfg, priorities=before), "enumerate")
    assert set(ways(made, "y")) == {"+ a t", "+ +(a,c) b", f"+ {part} c"}


def test_bounds_on_all_orders_let_a_sum_read_a_value_that_is_part_of_it() -> None:
    """Tests the relaxation: the part stands beside the class of sums of its size."""
    dfg = graph("q + a b; t + c b; y + a t", "abc", "q y")
    (block,) = (each for each in relaxed(dfg).blocks if Operand("q") in each.inputs)
    assert block.inputs == (Operand("y<2"), Operand("q"))


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
        (".x", "line 1: unknown section '.x'; known: .f, .r"),
        (".f\nmac 3 a", "line 2: associative operator 'mac' has arity 3, must be 2"),
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
    with one_line("rules.txt: ", within=line):
        rules_from_text(text, "rules.txt", GRAPH)
